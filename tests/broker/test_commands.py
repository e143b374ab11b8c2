"""Commands over MQTT: who may ask for what, that each is answered, done once, and refused whole when it is wrong."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from immolation import bots
from immolation.broker import command_listener, topics
from immolation.broker.command_handler import CommandHandler
from immolation.broker.permissions import (
    Permissions,
)
from immolation.games import rulebook
from immolation.table.journal import journal_replay

from tests.broker.command_client import DO, client, page
from tests.broker.conftest import ACCESS, Game, playing
from tests.broker.waiting import PATIENCE


async def entries(game: Game) -> list[Any]:
    return journal_replay.Journal.entries(game.table._game.journal)


# --- actions -----------------------------------------------------------------------------------------------


async def test_a_person_acts_for_the_own_seat(game, commands):
    async with client(game, "p1") as ada:
        reply = await ada.ask(**game.can_run)
        assert reply["ok"] is True
        assert reply["n"] <= game.table.n
        assert (await entries(game))[reply["n"] - 1].record["by"] == "p1"


async def test_a_program_may_go_on_sending_an_earlier_name_of_an_action(game, commands, monkeypatch):
    can_run = game.can_run
    monkeypatch.setattr(type(game.table.game), "renamed", {"hurry": can_run["action"]["do"]})
    async with client(game, "p1") as ada:
        reply = await ada.ask(**{**can_run, "action": {**can_run["action"], "do": "hurry"}})
        assert reply["ok"] is True
        assert (await entries(game))[reply["n"] - 1].record["action"] == can_run["action"]


async def test_the_page_acts_for_any_seat_and_hears_under_its_own_name(game, commands):
    async with page(game) as host:
        reply = await host.ask(client="page-1", **game.can_run)
        assert reply["ok"] is True


async def test_what_people_type_into_an_action_has_no_marks_that_nobody_sees(game, commands):
    """A card's name is read on every page, and in terminals; it must turn nothing round there, and order nothing."""
    ada = {"kind": "person", "name": "Ada"}
    card = {"do": "enter", "seat": "p1", "name": "Iron\u202eHerald\x1b[2J", "attack": 2, "life": 3}
    async with page(game) as host:
        config = {"players": "printed", "seats": 1}
        assert (await host.ask(client="page-1", table="new", ruleset="red-rains", config=config, players={"p1": ada}))[
            "ok"
        ]
        assert (await host.ask(client="page-1", seat="p1", action=card))["ok"]
        told = (await host.ask(client="page-1", table="events", since=0))["events"]
    said = [event["text"] for entry in told for event in entry["events"]]
    assert "IronHerald[2J comes into play: attack 2, life 3." in said


async def test_nobody_acts_for_somebody_else(game, commands):
    before = await entries(game)
    async with client(game, "p2") as bob, client(game, "watch") as stranger, client(game, "home") as house:
        for asker in (bob, stranger, house):
            reply = await asker.ask(**game.can_run)
            assert reply == {
                "id": reply["id"],
                "ok": False,
                "refused": "You do not play this seat.",
                "rule": "TABLE",
            }
        forged = {**game.can_run, "seat": "p2"}
        reply = await bob.ask(**forged)
        assert reply["refused"] == "The command is for seat 'p2', its action for 'p1'."
    assert await entries(game) == before


async def test_a_refused_action_names_the_rule_and_changes_nothing(game, commands):
    before, digest = await entries(game), game.table.history.digest
    async with client(game, "p1") as ada:
        reply = await ada.ask(seat="p1", action={"do": "run", "seat": "p1", "tile": 99})
        assert (reply["ok"], reply["rule"]) == (False, "TOY-03")
        assert "99" in reply["refused"]
    assert await entries(game) == before
    assert game.table.history.digest == digest


async def test_people_correct_at_the_host_alone(game, commands):
    action = {"do": "correct", "seat": "table", "path": ["seats", "p1", "tile"], "value": 12}
    async with client(game, "p1") as ada, page(game) as host:
        assert (await ada.ask(seat="table", action=action))["ok"] is False
        assert (await host.ask(client="page-1", seat="table", action=action))["ok"] is True
    assert game.table.view["seats"]["p1"]["tile"] == 12


async def test_people_at_the_table_type_what_they_rolled(site, tmp_path):
    async with playing(site, tmp_path, dice="typed") as game:
        commands = CommandHandler(game.table, game.connection, ACCESS)
        await commands.start()
        await game.connection.drained()
        async with client(game, "p2") as bob, client(game, "watch") as stranger:
            deal = {"seat": "chance", "action": {"do": "deal", "seat": "chance", "card": "trip"}}
            assert (await stranger.ask(**deal))["ok"] is False
            assert (await bob.ask(**deal))["ok"] is True
        await commands.stop()


# --- the table's own commands --------------------------------------------------------------------------------


async def test_any_button_of_the_house_may_be_one_of_the_table(game, commands):
    async with client(game, "p2") as bob, client(game, "home") as house:
        assert "host" in (await bob.ask(table="press", button="1"))["refused"], "not another player's"
        assert (await house.ask(table="press", button="host"))["ok"] is True
        assert game.table.phase == "paused"
        assert (await house.ask(table="press", button="1"))["refused"] == "The table is paused."
        assert (await house.ask(table="press", button="host"))["ok"] is True
        assert "button" in (await house.ask(table="press", button="7"))["refused"]


async def test_everybody_at_the_table_pauses_resumes_and_undoes(game, commands):
    async with client(game, "p2") as bob, client(game, "home") as house, client(game, "p1") as ada:
        assert (await bob.ask(table="pause"))["ok"] is True
        assert game.table.phase == "paused"
        refused = await house.ask(table="pause")
        assert refused["refused"] == "The table is paused already."
        assert (await house.ask(table="resume"))["ok"] is True
        await ada.ask(**game.can_run)
        n = game.table.history.number
        reply = await bob.ask(table="undo")
        assert reply["ok"] is True
        assert reply["done"] is True
        assert game.table.history.number != n or game.table.n > n


@pytest.mark.parametrize(
    "order",
    [
        {"table": "new", "ruleset": "toy-race", "config": {"seats": 2}},
        {"table": "again"},
        {"table": "player", "seat": "p1", "player": {"kind": "bot", "bot": "random"}},
        {"table": "hands", "auto": False},
        {"table": "sensor", "tile": 34, "on": False},
        {"table": "firmware"},
        {"table": "update-firmware"},
    ],
)
async def test_what_concerns_the_whole_evening_is_for_the_host(game, commands, order):
    async with client(game, "p1") as ada, client(game, "watch") as stranger:
        assert (await ada.ask(**order))["refused"] == "Only the host may do this."
        assert (await stranger.ask(**order))["refused"] == "You are not playing at this table."


@pytest.mark.parametrize(
    ("order", "right"),
    [
        ({"table": "pause"}, "pause"),
        ({"table": "resume"}, "pause"),
        ({"table": "undo"}, "undo"),
        ({"table": "put-right", "which": "game"}, "settle"),
    ],
)
async def test_what_the_host_keeps_for_itself_is_refused_to_others(game, commands, order, right):
    async with client(game, "p1") as ada, page(game) as host:
        assert "the host alone" not in (await ada.ask(**order)).get("refused", "")
        assert (await ada.ask(table="rights", rights={right: "host"}))["refused"] == "Only the host may do this."
        assert (await host.ask(client="page-1", table="rights", rights={right: "host"}))["ok"] is True
        assert (await ada.ask(**order))["refused"].startswith("At this table the host alone ")
        reply = await host.ask(client="page-1", **{"as": "p1"}, **order)
        assert reply["refused"].startswith("At this table the host alone ")
        assert "the host alone" not in (await host.ask(client="page-1", **order)).get("refused", "")


async def test_another_game_is_everybodys_to_start_where_the_host_says_so(game, commands):
    order = {"table": "new", "ruleset": "toy-race", "config": {"seats": 2}}
    async with client(game, "p1") as ada, client(game, "watch") as stranger, page(game) as host:
        assert (await host.ask(client="page-1", table="rights", rights={"end": "players"}))["ok"] is True
        assert (await stranger.ask(**order))["ok"] is False
        assert (await ada.ask(**order))["ok"] is True


async def test_the_page_speaks_for_a_phone_with_no_more_than_its_rights(game, commands):
    async with page(game) as host, client(game, "p1") as ada:
        told = {"client": "page-1"}
        player = {"table": "player", "seat": "p1", "player": {"kind": "bot", "bot": "random"}}
        assert (await host.ask(**told, **{"as": "p1"}, **player))["refused"] == "Only the host may do this."
        assert (await host.ask(**told, **{"as": "watch"}, table="pause"))["ok"] is False
        assert (await host.ask(**told, **{"as": "p2"}, **game.can_run))["refused"] == "You do not play this seat."
        assert (await host.ask(**told, **{"as": "p2"}, table="pause"))["ok"] is True
        assert game.table.events_since(0)[-1].events[0].text == "Bob paused the table."
        # On a topic of one's own nobody speaks for others.
        assert "'as' is for" in (await ada.ask(**{"as": "p2"}, table="resume"))["refused"]


async def test_the_host_gives_seats_away_and_starts_another_game(game, commands):
    async with page(game) as host:
        told = {"client": "page-1"}
        bot = {"kind": "bot", "bot": "random"}
        assert (await host.ask(**told, table="player", seat="p2", player=bot))["ok"] is True
        assert game.table.players["p2"].kind == "bot"
        reply = await host.ask(**told, table="new", ruleset="toy-race", config={"seats": 3})
        assert reply["ok"] is True
        assert set(game.table.players) == {"p1", "p2", "p3"}
        for order, word in (
            ({"table": "new", "ruleset": "whist"}, "whist"),
            ({"table": "new", "ruleset": "toy-race", "config": {"seats": 17}}, "seats"),
            ({"table": "player", "seat": "p9", "player": bot}, "p9"),
            ({"table": "hands", "auto": True}, "virtual board"),
            ({"table": "identify"}, "no board"),
            ({"table": "self-test"}, "no board"),
            ({"table": "calibrate"}, "no board"),
            ({"table": "calibrate", "magnet": 2}, "no board"),
            ({"table": "calibrate", "magnet": 5}, "magnet"),
            ({"table": "sensor", "tile": 34, "on": False}, "no board"),
            ({"table": "sensor", "tile": 100, "on": False}, "tile"),
            ({"table": "firmware"}, "no board"),
            ({"table": "update-firmware"}, "no board"),
            ({"table": "update-firmware", "drive": "/home"}, "drive"),
            ({"table": "choose", "index": 0}, "nothing to choose"),
            ({"table": "put-right", "which": "game"}, "no board"),
        ):
            reply = await host.ask(**told, **order)
            assert reply["ok"] is False
            assert word in reply["refused"]


async def test_another_game_may_go_on_from_a_position(game, commands):
    position = game.table.history.state.position()
    async with page(game) as host:
        told = {"client": "page-1", "table": "new", "ruleset": "toy-race"}
        for order, word in (({"position": {**position, "seats": 3}}, "seats"),
                            ({"position": position, "config": {"seats": 3}}, "leave seats out")):  # fmt: skip
            reply = await host.ask(**told, **order)
            assert reply["ok"] is False
            assert word in reply["refused"]
        assert (await host.ask(**told, position=position))["ok"] is True
        assert game.table.history.start_digest == game.table.game.from_position(position).digest()


async def test_view_sends_the_seats_state_on_its_topic_and_to_nobody_without_right(game, commands):
    own = topics.table("main", "seat", "p1")
    async with client(game, "p1", own) as ada, client(game, "p2") as bob:
        assert (await bob.ask(table="view", seat="p1"))["ok"] is False
        assert not ada.listener.on(own)
        assert (await ada.ask(table="view", seat="p1"))["ok"] is True
        state = await ada.listener.hear(own)
        assert "card" in state["view"]["seats"]["p1"]
        assert (await ada.ask(table="view", seat="chance"))["ok"] is False


async def test_everybody_may_search_the_rules(game, commands):
    async with client(game, "watch") as stranger:
        reply = await stranger.ask(table="rules", words="")
        assert (reply["ok"], reply["more"], type(reply["rules"])) == (True, False, list)


async def test_what_a_new_game_may_be_given_is_told_to_everybody(game, commands):
    async with client(game, "watch") as stranger:
        reply = await stranger.ask(table="options", ruleset="ascended-kings")
        assert (reply["ok"], reply["title"]) == (True, "Ascended Kings")
        offered = [option["key"] for option in reply["config"]]
        assert offered == ["seats", "track", "kings", "rounds", "countdown", "reading"]
        keys = {option["key"]: option for option in reply["options"]}
        assert keys["fire.crossing_wounds"]["default"] == 1
        assert "arena" in reply["bots"]
        assert reply["first"] == {"track": "full"}, "what a newcomer can play to its end"
        full = await stranger.ask(table="options", ruleset="ascended-kings", config={"track": "full"})
        assert ("arena" in full["bots"], "greedy" in full["bots"]) == (False, True)
        assert len(full["options"]) > len(reply["options"])
        literal = await stranger.ask(table="options", ruleset="ascended-kings", config={"reading": "literal"})
        changed = {option["key"]: option for option in literal["options"] if option != keys[option["key"]]}
        assert (
            changed["fire.immolation_return"]["default"] == changed["fire.immolation_return"]["literal"] == "immediate"
        )
        assert all(option["reading"] for option in changed.values())
        for odd in ({"track": ["full"]}, {"track": "?", "seats": 99}, {"pack": "/etc/passwd"}):
            same = await stranger.ask(table="options", ruleset="ascended-kings", config=odd)
            assert same["ok"] is True
            assert same["options"] == reply["options"]
        refused = await stranger.ask(table="options", ruleset="ludo")
        assert "no ruleset 'ludo'" in refused["refused"]


async def test_a_hint_is_what_a_bot_would_do_and_does_nothing(game, commands, monkeypatch):
    thought = []
    monkeypatch.setattr(bots, "choose", lambda *given, choose=bots.choose: thought.append(given) or choose(*given))
    digest = game.table.history.digest
    asked, *_ = game.table.history.state.deciders()
    other = "p2" if asked == "p1" else "p1"
    async with client(game, asked) as one, client(game, other) as two:
        told = await one.ask(table="hint", seat=asked)
        action = game.table.game.action(told["action"])
        assert action in game.table.history.state.legal_actions(asked)
        assert told["label"] == game.table.game.label(action, game.table.history.state.view(asked))
        assert told["gains"] == told["costs"] == [], "nobody taught the bots this game"
        assert (await one.ask(table="hint", seat=asked))["action"] == told["action"]
        assert len(thought) == 1, "about one situation a bot thinks once"
        assert (await two.ask(table="hint", seat=asked))["refused"] == "You do not play this seat."
        assert (await two.ask(table="hint", seat=other))["refused"].endswith(" has nothing to choose now.")
    assert game.table.history.digest == digest


async def test_events_and_why_answer_everybody_with_what_is_public(game, commands, monkeypatch):
    rule = rulebook.Rule("TOY-03", "Running", "As far as the die says.", gap="")
    monkeypatch.setattr(rulebook, "load", lambda name: {rule.id: rule})
    async with client(game, "watch") as stranger:
        reply = await stranger.ask(table="events", since=0)
        assert [entry["n"] for entry in reply["events"]] == list(range(1, game.table.n + 1))
        assert reply["more"] is False
        assert "card" not in str([entry["events"][0].get("data") for entry in reply["events"][:2]])
        assert [entry["action"] for entry in reply["events"][:2]] == [None, None]
        assert (await stranger.ask(table="events", since=10**6))["events"] == []
        why = await stranger.ask(table="why", rule="TOY-03")
        assert (why["rule"], why["text"]) == ("TOY-03", rule.text)
        assert "no rule 'TOY-99'" in (await stranger.ask(table="why", rule="TOY-99"))["refused"]
        assert (await stranger.ask(table="why", rule="TABLE"))["ok"] is True


async def test_everybody_may_look_back_and_sees_what_all_saw(game, commands):
    async with client(game, "watch") as stranger:
        count = game.table.history.number
        moment = await stranger.ask(table="moment", number=count)
        assert (moment["ok"], moment["number"], moment["count"]) == (True, count, count)
        assert moment["view"] == msgspec.to_builtins(game.table.view)
        assert set(moment["picture"]) == {"pieces", "layers", "gestures"}
        assert (await stranger.ask(table="moment", number=0))["view"] != moment["view"]
        course = await stranger.ask(table="course", numbers=["seats.*.tile"])
        assert (course["count"], list(course["numbers"])) == (count, ["seats.*.tile"])
        for wrong in ({"number": -1}, {"number": True}, {}):
            assert (await stranger.ask(table="moment", **wrong))["ok"] is False
        for wrong in (["a..b"], [""], ["a.b.c.d.e.f"], ["x"] * 13, ["x" * 81]):
            assert (await stranger.ask(table="course", numbers=wrong))["ok"] is False


async def test_a_long_history_comes_in_pieces(game, commands, monkeypatch):
    monkeypatch.setattr("immolation.broker.command_handler.MAX_EVENTS", 2)
    async with client(game, "watch") as stranger:
        told: list[int] = []
        reply = {"more": True}
        while reply["more"]:
            reply = await stranger.ask(table="events", since=told[-1] if told else 0)
            told += [entry["n"] for entry in reply["events"]]
        assert told == list(range(1, game.table.n + 1))


# --- once, and answered ------------------------------------------------------------------------------------


async def test_a_command_that_comes_twice_is_done_once_and_answered_twice(game, commands):
    command = msgspec.json.encode({"id": "only-once", **game.can_run})
    async with client(game, "p1") as ada:
        await ada.send(command)
        await ada.send(command)
        await ada.answer("only-once", 2)
        first, second = ada.answers("only-once")
        assert first == second
        assert first["ok"] is True
        await ada.send(command)  # and again, long after it was done
        assert await ada.answer("only-once", 3) == first
    runs = [entry for entry in await entries(game) if entry.record.get("action", {}).get("do") == "run"]
    assert len(runs) == 1


async def test_an_id_is_not_used_for_two_different_commands(game, commands):
    async with client(game, "p1") as ada:
        await ada.ask(id="same", table="pause")
        await ada.send(msgspec.json.encode({"id": "same", "table": "resume"}))
        reply = await ada.answer("same", 2)
        assert "used for another command" in reply["refused"]
    assert game.table.phase == "paused"


async def test_two_clients_may_use_the_same_id(game, commands):
    async with client(game, "p1") as ada, client(game, "p2") as bob:
        assert (await ada.ask(id="1", table="pause"))["ok"] is True
        assert (await bob.ask(id="1", table="resume"))["ok"] is True


async def test_commands_of_one_client_are_done_in_the_order_they_came(game, commands):
    async with client(game, "p1") as ada:
        for number in range(10):
            await ada.send(msgspec.json.encode({"id": f"o{number}", "table": ["pause", "resume"][number % 2]}))
        await ada.answer("o9")
        assert all(ada.answers(f"o{number}")[0]["ok"] for number in range(10))


async def test_a_flood_is_refused_without_a_flood_of_answers(game, monkeypatch):
    monkeypatch.setattr(command_listener, "_seconds", lambda: 1000.0)  # on a busy machine the flood takes seconds
    commands = CommandHandler(game.table, game.connection, ACCESS, rate=0.001, burst=5)
    await commands.start()
    await game.connection.drained()
    async with client(game, "watch") as stranger, client(game, "p1") as ada:
        for number in range(50):
            await stranger.send(msgspec.json.encode({"id": f"f{number}", "table": "why", "rule": "TABLE"}))
        assert (await ada.ask(table="pause"))["ok"] is True  # others are not held up
        await stranger.listener.settled()
        replies = stranger.listener.told(stranger.reply)
        assert [reply["ok"] for reply in replies[:5]] == [True] * 5
        assert len(replies) == 6
        assert "Too many commands" in replies[5]["refused"]
    await commands.stop()


# --- refused whole -----------------------------------------------------------------------------------------

WRONG = [
    (b"", "one JSON object"),
    (b"\xff\xfe\x00", "one JSON object"),
    (b"null", "one JSON object"),
    (b"[]", "one JSON object"),
    (b"{", "one JSON object"),
    (b'{"table":"pause"}', "'id' must be"),
    (b'{"id":"","table":"pause"}', "'id' must be"),
    (b'{"id":7,"table":"pause"}', "'id' must be"),
    (b'{"id":"%s","table":"pause"}' % (b"x" * 65), "'id' must be"),
    (b'{"id":"w","client":"a/b","table":"pause"}', "'client' must be"),
    (b'{"id":"w","client":"p2","table":"pause"}', "this topic is that of"),
    (b'{"id":"w","table":"dance"}', "'table' is one of undo, consent"),
    (b'{"id":"w","table":["pause"]}', "'table' is one of"),
    (b'{"id":"w","table":"pause","now":true}', "'pause': Object contains unknown field `now`."),
    (b'{"id":"w","table":"undo","to":"x"}', "'undo': 'to': Expected `int | null`, got `str`."),
    (b'{"id":"w","table":"undo","to":-1}', "'undo': 'to': Expected `int` >= 0."),
    (b'{"id":"w","table":"undo","to":1e400}', "one JSON object"),
    (b'{"id":"w","table":"propose","seat":"p1","path":[],"value":1,"reason":""}', "'propose': 'reason'"),
    (b'{"id":"w","table":"propose","seat":"p1","path":[1],"value":1,"reason":"so"}', "'propose': 'path[0]'"),
    (b'{"id":"w","table":"choose"}', "'choose': Object missing required field `index`."),
    (b'{"id":"w","table":"put-right","which":"both"}', "'put-right': 'which': Invalid enum value 'both'."),
    (b'{"id":"w","seat":"p1"}', "missing required field `action`"),
    (b'{"id":"w","seat":"p1","action":[]}', "'action': Expected `object`, got `array`."),
    (b'{"id":"w","seat":"p1","action":{}}', "Not an action of Toy Race"),
    (b'{"id":"w","seat":"p1","action":{"do":"fly","seat":"p1"}}', "Not an action of Toy Race"),
    (b'{"id":"w","seat":"p1","action":{"do":"run","seat":"p1","tile":"x"}}', "tile"),
    (b'{"id":"w","seat":"p1","action":' + b'{"a":' * 40 + b"1" + b"}" * 41, "inside each other"),
    (b"[" * 500, "one JSON object"),
    (b"[" * 9000, "inside each other"),
    (b"[" * 8000 + b"]" * 8000, "inside each other"),
    (b'{"id":"w","seat":"' + b"x" * 20_000 + b'"}', "at most 16384 bytes"),
    (b'{"id":"w","seat":"p1","action":{"do":"run","seat":"p1","tile":' + b"9" * 4000 + b"}}", ""),
    (b'{"id":"w","table":"why","rule":"\\ud800"}', ""),
]


async def test_what_is_no_command_is_refused_with_a_sentence(game, commands):
    before = await entries(game)
    async with client(game, "p1") as ada:
        for number, (payload, sentence) in enumerate(WRONG):
            payload = payload.replace(b'"id":"w"', b'"id":"w%d"' % number)
            heard = len(ada.listener.on(ada.reply))
            await ada.send(payload)
            await ada.listener.until(lambda heard=heard: len(ada.listener.on(ada.reply)) > heard)
            reply = ada.listener.told(ada.reply)[-1]
            assert reply["ok"] is False, payload[:100]
            assert sentence in reply["refused"], payload[:100]
            assert len(reply["refused"]) < 400, payload[:100]
            assert (await ada.ask(table="why", rule="TABLE"))["ok"] is True  # the connection is kept
    assert await entries(game) == before
    assert game.connection.connections == 1


async def test_a_retained_command_is_refused_because_it_would_come_again(game):
    async with client(game, "p1") as ada:
        await ada.send(msgspec.json.encode({"id": "r", "table": "pause"}), retain=True)
        commands = CommandHandler(game.table, game.connection, ACCESS)
        await commands.start()
        assert "must not be retained" in (await ada.answer("r"))["refused"]
        await commands.stop()
        await ada.send(b"", retain=True)
    assert game.table.phase == "playing"


async def test_a_user_the_table_does_not_know_may_do_nothing(game):
    commands = CommandHandler(game.table, game.connection, {"p1": Permissions(seats=("p1",))})
    await commands.start()
    await game.connection.drained()
    async with client(game, "home") as house:
        assert "not known" in (await house.ask(table="pause"))["refused"]
    await commands.stop()


async def test_the_plain_topic_is_shut_where_others_could_write_to_it(game):
    commands = CommandHandler(game.table, game.connection, ACCESS, plain=False)
    await commands.start()
    await game.connection.drained()
    async with page(game) as host:
        reply = await host.ask(client="page-1", table="pause")
        assert "commands go to the topic do/<user>" in reply["refused"]
    await commands.stop()


async def test_after_a_restart_of_the_broker_commands_are_heard_again(game, commands):
    lost = asyncio.Event()
    game.connection.when_online(lambda online: None if online else lost.set())
    await game.site.stop()
    await asyncio.wait_for(lost.wait(), PATIENCE)
    await game.site.start()
    await game.connection.wait_online(PATIENCE)
    async with client(game, "p1") as ada:
        assert (await ada.ask(table="pause"))["ok"] is True


async def test_after_stop_nothing_is_heard(game, commands):
    await commands.stop()
    async with client(game, "p1") as ada:
        await ada.send(msgspec.json.encode({"id": "late", "table": "pause"}))
        came_back = asyncio.Event()
        game.connection.subscribe(f"{DO}/host", lambda _: came_back.set())
        await game.connection.drained()
        game.connection.publish(f"{DO}/host", b"", qos=1)
        await asyncio.wait_for(came_back.wait(), PATIENCE)
        assert not ada.answers("late")
    assert game.table.phase == "playing"
