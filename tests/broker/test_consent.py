"""Commands that others must agree to, and sentences: nothing is done before its answer has come."""

from __future__ import annotations

import re

import msgspec
from immolation.broker import topics
from immolation.broker.command_handler import CommandHandler
from immolation.broker.permissions import Permissions

from tests.broker.command_client import client
from tests.broker.conftest import Game


async def test_an_undo_over_a_card_waits_for_consent_without_holding_up_other_commands(game, commands):
    async with client(game, "p1") as ada, client(game, "p2") as bob:
        reply = await ada.ask(table="undo", to=0)
        assert (reply["ok"], reply["done"]) == (True, False)
        assert (await ada.ask(table="consent", seat="p2", yes=True))["ok"] is False
        reply = await bob.ask(table="consent", seat="p2", yes=True)
        assert (reply["ok"], reply["done"]) == (True, True)


async def test_something_is_set_right_for_a_reason_once_the_others_agree(game, commands):
    proposal = {"table": "propose", "path": ["seats", "p1", "tile"], "value": 3, "reason": "it slipped"}
    async with client(game, "p1") as ada, client(game, "p2") as bob, client(game, "watch") as stranger:
        assert "do not play" in (await stranger.ask(**proposal, seat="p1"))["refused"]
        assert "do not play" in (await ada.ask(**proposal, seat="p2"))["refused"]
        assert (await ada.ask(**{**proposal, "value": 400}, seat="p1"))["ok"] is False
        reply = await ada.ask(**proposal, seat="p1")
        assert (reply["ok"], reply["done"]) == (True, False)
        assert game.table.state_record().consent == ("p2",)
        said = await bob.ask(table="say", seat="p2", text="I agree")
        assert (said["action"], said["agrees"]) == (None, True)
        reply = await bob.ask(table="consent", seat="p2", yes=True)
        assert (reply["ok"], reply["done"]) == (True, True)
        assert game.table.view["seats"]["p1"]["tile"] == 3


async def test_an_answer_names_what_it_answers(game, commands):
    """As the page sends it: an answer to what is not asked any more is refused, and who only says yes means it too."""
    proposal = {"table": "propose", "seat": "p1", "path": ["seats", "p1", "tile"], "reason": "it slipped"}
    async with client(game, "p1") as ada, client(game, "p2") as bob:
        assert (await ada.ask(**proposal, value=3))["ok"]
        first = game.table.state_record().consent_id
        refused = await bob.ask(**{**proposal, "seat": "p2"}, value=4)
        assert "asked something else first" in refused["refused"]
        assert (await ada.ask(**proposal, value=4))["ok"]
        refused = await bob.ask(table="consent", seat="p2", yes=True, to=first)
        assert "not what is asked any more" in refused["refused"]
        said = await bob.ask(table="say", seat="p2", text="I agree")
        assert (said["agrees"], said["to"]) == (True, game.table.state_record().consent_id)
        assert (await bob.ask(table="consent", seat="p2", yes=True, to=said["to"]))["done"] is True
        assert game.table.view["seats"]["p1"]["tile"] == 4


async def test_a_kind_that_nobody_was_asked_is_not_let_pass(game, commands):
    async with client(game, "p1") as ada:
        before = game.table.n
        for number in range(5):
            refused = await ada.ask(table="asked", seat="p1", kind=f"{number} {'x' * 100}")
            assert "Nobody was asked that in this game" in refused["refused"]
        assert (game.table.n, game.table.players["p1"].passes) == (before, {})


async def test_a_sentence_is_understood_read_back_and_then_sent(game: Game) -> None:
    """Nothing is done by saying it; another seat's sentences are refused."""
    handler = CommandHandler(game.table, game.connection, {"p1": Permissions(seats=("p1",))})
    await handler.start()
    await game.connection.drained()
    reply, do = topics.table("main", "reply", "p1"), topics.table("main", "do", "p1")
    async with game.site.joined("p1", reply) as ada:
        digest = game.table.history.state.digest()
        label = game.table.seat_record("p1").actions[0].label
        await ada.client.publish(
            do, msgspec.json.encode({"id": "1", "table": "say", "seat": "p1", "text": label}), qos=1
        )
        said = await ada.hear(reply, lambda heard: heard["id"] == "1")
        assert said["said"] == label
        assert game.table.history.state.digest() == digest
        await ada.client.publish(do, msgspec.json.encode({"id": "2", "seat": "p1", "action": said["action"]}), qos=1)
        assert (await ada.hear(reply, lambda heard: heard["id"] == "2"))["ok"] is True
        for number, (seat, text, words) in enumerate(
            (("p1", "make me a sandwich", "did not understand|does not wait"), ("p2", "pass", "do not play this seat")),
            3,
        ):
            record = {"id": str(number), "table": "say", "seat": seat, "text": text}
            await ada.client.publish(do, msgspec.json.encode(record), qos=1)
            heard = await ada.hear(reply, lambda heard, number=number: heard["id"] == str(number))
            assert heard.get("action") is None
            assert re.search(words, heard.get("said", "") + heard.get("refused", ""))
    await handler.stop()
