"""What Home Assistant is told: as its schema wants it, with templates that work, and again when it starts."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

import jinja2.sandbox
import msgspec
import pytest
from immolation import games
from immolation.broker import commands, homeassistant, topics
from immolation.broker.command_handler import CommandHandler
from immolation.broker.commands import CommandRequest, read
from immolation.broker.homeassistant import Discovery
from immolation.broker.permissions import BUTTONS
from immolation.broker.publisher import Publisher
from immolation.table.records import Player

from tests.broker.conftest import Game

DEVICES = {
    "table": homeassistant.table_device("main", page_url="http://192.168.1.20:8080"),
    "board": homeassistant.board_device("row.1", "main"),
}
TOP = {"device", "origin", "components", "availability", "availability_mode", "qos"}
"""Keys that a device's description may have; all others Home Assistant refuses."""

DEVICE = {"identifiers", "name", "manufacturer", "model", "sw_version", "configuration_url"}
COMPONENTS = {
    "sensor": {"state_topic", "value_template", "unit_of_measurement", "device_class", "state_class"},
    "binary_sensor": {"state_topic", "payload_on", "payload_off", "device_class"},
    "event": {"state_topic", "event_types", "device_class"},
    "button": {"command_topic", "command_template", "retain", "device_class"},
    "light": {
        "schema",
        "state_topic",
        "state_template",
        "brightness_template",
        "command_topic",
        "command_on_template",
        "command_off_template",
    },
    "switch": {"state_topic", "value_template", "payload_on", "payload_off", "command_topic", "command_template"},
}
ANY = {"platform", "unique_id", "name", "icon", "entity_category", "availability"}


@pytest.mark.parametrize("kind", DEVICES)
def test_a_description_fits_the_schema(kind):
    device = DEVICES[kind]
    assert set(device) <= TOP
    assert device["device"]["identifiers"]
    assert set(device["device"]) <= DEVICE
    assert device["origin"]["name"]
    ids = [component["unique_id"] for component in device["components"].values()]
    assert len(set(ids)) == len(ids)
    for component in device["components"].values():
        assert set(component) <= COMPONENTS[component["platform"]] | ANY
        assert re.fullmatch(r"[A-Za-z0-9_-]+", component["unique_id"])
        for key, value in component.items():
            if key.endswith("_topic"):
                assert not re.search(r"[#+~]", value)
    for entry in device["availability"]:
        assert set(entry) == {"topic"}  # the payloads are Home Assistant's own: online and offline


def test_a_board_is_available_only_with_its_host():
    board = DEVICES["board"]
    assert board["availability_mode"] == "all"
    assert [entry["topic"] for entry in board["availability"]] == [
        topics.HOST_ONLINE,
        topics.board("row.1", "online"),
    ]
    assert DEVICES["table"]["availability"] == [{"topic": topics.HOST_ONLINE}]


def render(template: str, payload: bytes = b"null", **given: Any) -> str:
    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(undefined=jinja2.StrictUndefined)
    environment.filters["timestamp_utc"] = str  # Home Assistant's own: ISO 8601
    return environment.from_string(template).render(value_json=json.loads(payload), **given)


async def test_the_sensors_read_the_table_as_it_is_published(game: Game):
    publisher = Publisher(game.table, game.connection)
    await publisher.start()
    async with game.site.joined("home", topics.table("main")) as house:
        await house.hear(topics.table("main"))
        payload = house.on(topics.table("main"))[-1].payload
        shown = {
            key: render(component["value_template"], payload)
            for key, component in DEVICES["table"]["components"].items()
            if component["platform"] == "sensor" and component["state_topic"] == topics.table("main")
        }
    await publisher.stop()
    assert shown == {
        "round": "1",
        "index": "1",
        "event": "none",
        "turn": "Ada",
        "phase": "playing",
        "waits": "",
        "walls": "none",
    }


@pytest.mark.parametrize("called", ["{{ 7 * 7 }}", "{% for a in range(9) %}", "</script>", '"}}', "#+/"])
async def test_a_players_name_is_no_template_and_no_topic(game: Game, called: str):
    await game.table.set_player("p1", Player("person", called))
    payload = msgspec.json.encode(game.table.state_record())
    turn = DEVICES["table"]["components"]["turn"]
    assert render(turn["value_template"], payload) == called


def test_the_sensors_read_the_dials_of_ascended_kings():
    view = games.load("ascended-kings").new({"seats": 3}).view(None)
    payload = msgspec.json.encode({"view": view, "players": {}})
    sensors = DEVICES["table"]["components"]
    assert render(sensors["index"]["value_template"], payload) == str(view["dials"]["round"]["shows"])
    assert render(sensors["event"]["value_template"], payload) == str(view["dials"]["event"]["shows"])


def test_fire_walls_are_read_where_they_burn() -> None:
    view = {"walls": {"top": 2, "right": None, "bottom": 0, "left": None}}
    template = DEVICES["table"]["components"]["walls"]["value_template"]
    assert render(template, msgspec.json.encode({"view": view})) == "top 2, bottom 0"
    assert render(template, b'{"view": {"walls": {"top": null}}}') == "none"


def test_the_clock_that_runs_says_when_it_will_have_run_out() -> None:
    template = DEVICES["table"]["components"]["clock"]["value_template"]
    pace = {"owner": "table", "kind": "pace", "left_ms": 100, "total_ms": 100, "running_since": 5}
    turn = {"owner": "p1", "kind": "turn", "left_ms": 60_000, "total_ms": 90_000, "running_since": 1_700_000_000_000}
    still = {**turn, "owner": "p2", "running_since": None}
    assert render(template, msgspec.json.encode({"clocks": [pace, still, turn]})) == "1700000060.0"
    assert render(template, msgspec.json.encode({"clocks": [pace, still]})) == "None"


def test_the_switch_shows_whether_the_game_goes_on_and_changes_it() -> None:
    switch = DEVICES["table"]["components"]["play"]
    assert render(switch["value_template"], b'{"phase": "paused"}') == switch["payload_off"]
    assert render(switch["value_template"], b'{"phase": "playing"}') == switch["payload_on"]
    now = SimpleNamespace(timestamp=lambda: 1.5)
    for payload, kind in (("pause", commands.Pause), ("resume", commands.Resume)):
        assert type(read(render(switch["command_template"], value=payload, now=lambda: now).encode()).command) is kind


async def test_the_light_dims_the_board(game: Game) -> None:
    light = DEVICES["board"]["components"]["light"]
    handler = CommandHandler(game.table, game.connection, {"home": BUTTONS})
    publisher = Publisher(game.table, game.connection, board_id="row.1")
    await handler.start()
    await publisher.start()
    await game.connection.drained()
    assert light["state_topic"] == topics.board("row.1", "scene")
    async with game.site.joined("home", light["state_topic"], topics.table("main", "reply", "home")) as house:
        for moment, template, given, state in (
            (1.5, light["command_on_template"], {"brightness": 90}, ("on", "90")),
            (2.5, light["command_off_template"], {}, ("off", "0")),
            (3.5, light["command_on_template"], {}, ("on", "255")),
        ):
            now = SimpleNamespace(timestamp=lambda moment=moment: moment)
            await house.client.publish(
                light["command_topic"], render(template, now=lambda now=now: now, **given), qos=1
            )
            assert (await house.hear(topics.table("main", "reply", "home")))["ok"] is True
            await house.until(lambda level=int(state[1]): house.told(light["state_topic"])[-1]["brightness"] == level)
            payload = house.on(light["state_topic"])[-1].payload
            assert (render(light["state_template"], payload), render(light["brightness_template"], payload)) == state
    assert game.table.scene.brightness == 255
    await publisher.stop()
    await handler.stop()


def test_the_sensors_read_a_finished_game_and_a_boards_status():
    over = b'{"view":{"turn":null,"round":21},"players":{},"phase":"over"}'
    assert render(DEVICES["table"]["components"]["turn"]["value_template"], over) == "nobody"
    status = b'{"k":"status","fps":58,"free":120000,"ma":412,"bad":0,"lost":0}'
    board = DEVICES["board"]["components"]
    assert [render(board[key]["value_template"], status) for key in ("ma", "fps", "free")] == ["412", "58", "120000"]


def pressed(template: str, moment: float) -> CommandRequest:
    """What arrives when the button is pressed at ``moment``."""
    now = SimpleNamespace(timestamp=lambda: moment)
    return read(render(template, now=lambda: now).encode())


@pytest.mark.parametrize("device", DEVICES.values(), ids=DEVICES)
def test_every_button_is_a_command_with_an_id_of_its_own(device):
    buttons = {key: c for key, c in device["components"].items() if c["platform"] == "button"}
    assert buttons
    for key, button in buttons.items():
        assert button["command_topic"] == topics.table("main", "do", "home")
        first, second = (pressed(button["command_template"], moment) for moment in (1700000000.25, 1700000001.5))
        assert first.id != second.id
        assert type(first.command).__name__.lower() == key


async def test_a_button_of_home_assistant_pauses_the_table(game: Game):
    handler = CommandHandler(game.table, game.connection, {"home": BUTTONS})
    await handler.start()
    await game.connection.drained()
    pause = DEVICES["table"]["components"]["pause"]
    async with game.site.joined("home", topics.table("main", "reply", "home")) as house:
        moment = SimpleNamespace(timestamp=lambda: 1.5)
        payload = render(pause["command_template"], now=lambda: moment)
        await house.client.publish(pause["command_topic"], payload, qos=1)
        assert (await house.hear(topics.table("main", "reply", "home")))["ok"] is True
    assert game.table.phase == "paused"
    await handler.stop()


async def test_descriptions_are_retained_sent_again_at_birth_and_removed_when_the_table_ends(game: Game):
    discovery = Discovery(game.connection, board_id="row.1")
    await discovery.start()
    await game.connection.drained()
    table, board = discovery.topics
    assert board == "homeassistant/device/immolation_board_row_1/config"
    async with game.site.joined("home", "homeassistant/#") as house:
        await house.until(lambda: house.on(table) and house.on(board))
        assert house.on(table)[0].retain
        assert house.told(board)[0] == msgspec.json.decode(msgspec.json.encode(DEVICES["board"]))
        await house.client.publish("homeassistant/status", b"online", qos=1)
        await house.until(lambda: len(house.on(table)) == 2 and len(house.on(board)) == 2)
        await discovery.stop()
        await house.until(lambda: house.on(table)[-1].payload == b"" and house.on(board)[-1].payload == b"")
    async with game.site.joined("home", "homeassistant/#", topics.HOST_ONLINE) as late:
        await late.settled()
        assert not late.on(table)
