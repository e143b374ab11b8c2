"""docs/mqtt.md names every topic and every command that there is, and no other; its conversation is a real one."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from immolation import games
from immolation.broker import commands, topics
from immolation.broker.announcements import Announcement
from immolation.broker.lobby.commands import LOBBY_COMMANDS
from immolation.broker.lobby.lobby import LobbyBoard, LobbySeat, LobbyState, LobbyTable
from immolation.dashboard import messages
from immolation.games import rulebook
from immolation.games.contract import records as contract
from immolation.games.contract.display import Gesture, Layer, Picture, Piece
from immolation.table import records

PAGE = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text()


def test_every_topic_stands_on_the_page() -> None:
    listed = set(re.findall(r"^\| `((?:immolation|homeassistant)/[^`]*)` \|", PAGE, re.MULTILINE))
    assert listed == set(re.findall(r"^``((?:immolation|homeassistant)/[^`]*)``", str(topics.__doc__), re.MULTILINE))


def test_every_command_stands_on_the_page() -> None:
    listed = set(re.findall(r'"table": "([a-z-]+)"', PAGE.partition("## A conversation")[0]))
    assert listed == set(commands.TABLE_COMMANDS)
    assert set(re.findall(r'"lobby": "([a-z-]+)"', PAGE)) == set(LOBBY_COMMANDS)


def test_the_conversation_says_what_the_game_says() -> None:
    state = games.load("cinders").new()
    refused = games.load("cinders").action({"do": "run", "seat": "p1", "tile": 16})
    (event,) = state.apply(games.load("cinders").action({"do": "run", "seat": "p1", "tile": 15}))
    refusal = state.check(refused)
    assert refusal is not None
    for said in (event.text, refusal.reason, state.deciders()["p2"].prompt):
        assert said in PAGE


# --- the records ------------------------------------------------------------------------------------------

RECORDS: dict[str, type[msgspec.Struct]] = {
    "The public table": records.TableState,
    "A seat's state": records.SeatState,
    "A decision": contract.Decision,
    "A legal action": records.LegalAction,
    "A declaration": contract.Declaration,
    "A form field": contract.Field,
    "An offer": records.Ahead,
    "A picture": Picture,
    "A piece": Piece,
    "A layer": Layer,
    "A gesture": Gesture,
    "A player": records.Player,
    "The board": records.BoardState,
    "The result": contract.Result,
    "The clocks": records.Clock,
    "Events of an entry": records.NumberedEvents,
    "An event": contract.Event,
    "An announcement": Announcement,
    "A table of the lobby": LobbyTable,
    "A board of the lobby": LobbyBoard,
}
IN_THE_TEXT: dict[str, list[type[msgspec.Struct]]] = {
    "The public table": [records.Shown, records.Rights],
    "A decision": [contract.Outcome],
    "The board": [records.Choice, records.Settlement, records.BoardTest, records.Finding, records.FirmwareProgress],
    "A table of the lobby": [LobbyState, LobbySeat],
}
"""Records of a few fields, which stand in the row of the field that holds them."""


def section(heading: str) -> str:
    """What stands below a heading."""
    return PAGE.split(f"\n### {heading}\n")[1].partition("\n#")[0]


@pytest.mark.parametrize("heading", RECORDS)
def test_a_record_stands_on_the_page_with_every_field(heading: str) -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", section(heading), re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(listed) == sorted(RECORDS[heading].__struct_encode_fields__)


@pytest.mark.parametrize("heading", IN_THE_TEXT)
def test_the_small_records_in_a_field_are_said_as_well(heading: str) -> None:
    said = set(re.findall(r"`(\w+)`", section(heading)))
    for kind in IN_THE_TEXT[heading]:
        assert set(kind.__struct_encode_fields__) <= said, kind


def test_the_usual_values_of_what_may_be_left_out_are_told() -> None:
    leaving_out = [heading for heading, kind in RECORDS.items() if kind.__struct_config__.omit_defaults]
    assert sorted(leaving_out) == [heading for heading in sorted(RECORDS) if "* (" in section(heading)]


def test_the_page_reads_no_field_that_is_not_said() -> None:
    """What the page of a table understands of a record is on this page."""
    for heading, kind in (
        ("The public table", messages.TableJson),
        ("A seat's state", messages.SeatJson),
        ("A decision", messages.DecisionJson),
        ("An offer", messages.AheadJson),
        ("The board", messages.BoardJson),
        ("A player", messages.PlayerJson),
        ("Events of an entry", messages.EntryJson),
    ):
        assert set(kind.__struct_fields__) <= set(RECORDS[heading].__struct_encode_fields__), heading


def test_what_is_said_ahead_has_its_limit_on_the_page() -> None:
    field = next(one for one in msgspec.structs.fields(commands.TakeAction) if one.name == "then")
    limit = msgspec.json.schema(field.type)["maxItems"]
    assert f"`then` has {limit} actions at most" in section("An offer")


def test_every_ruleset_with_a_page_is_led_to() -> None:
    pages = (Path(__file__).parents[2] / "docs" / "rulesets").glob("*.md")
    assert not [page.name for page in pages if f"(rulesets/{page.name})" not in PAGE]


def test_what_why_answers_is_on_the_page() -> None:
    (row,) = re.findall(r'^\| `\{"id", "table": "why".*$', PAGE, re.MULTILINE)
    fields = {"rule" if name == "id" else name for name in rulebook.Rule.__struct_encode_fields__}
    assert fields <= set(re.findall(r"`(\w+)`", row))
