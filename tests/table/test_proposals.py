"""Something is set right for a reason that everybody agrees to: the log says who and why, as does a replay."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import Correct, IllegalAction
from immolation.table.journal.journal_replay import replay
from immolation.table.table import Table, TableRefusal

from .board_games import START, set_out
from .conftest import OpenTable
from .fake_board import FakeBoard

CON = {"game": "chimera-con", "position": {"seats": {"p1": {"damage": 1}, "p2": {}}}}
"""Chimera Con between Ada and Bob, with one damage on Ada's Chimera."""


def gift(reason: str = "Ember Gift heals one more", value: Any = 0) -> Correct:
    return Correct("table", ("seats", "p1", "damage"), value, reason)


def damage(table: Table) -> int:
    return int(table.view["seats"]["p1"]["damage"])


def texts(table: Table) -> list[str]:
    return [event.text for entry in table.events_since(0) for event in entry.events]


async def test_what_a_card_did_holds_once_everybody_agrees(open_table: OpenTable) -> None:
    table = await open_table(**CON)
    assert await table.propose(gift(), by="p1") is False
    state = table.state_record()
    assert (damage(table), state.consent) == (1, ("p2",))
    assert state.consent_to == "Ada proposes that damage of Player 1 is set to 0: Ember Gift heals one more."
    assert await table.consent("p2", True) is True
    assert (damage(table), table.state_record().consent) == (0, ())
    entry = table.history.entries[-1]
    assert (entry.by, entry.action) == ("p1", Correct("table", ("seats", "p1", "damage"), 0, gift().reason, "p1"))
    assert any("Ember Gift heals one more" in text and "Player 1" in text for text in texts(table)), texts(table)
    assert replay(table.path).digest == table.history.digest
    kept = await open_table(path=table.path.parent / "b.journal", **CON)
    assert damage(kept) == 1


async def test_a_reason_turns_nothing_round_that_others_read(open_table: OpenTable) -> None:
    """Marks of direction would turn the rest of the line round on every page, and orders reach terminals."""
    table = await open_table(**CON)
    await table.propose(gift("it\u202e heals\x1b[2J\n one"), by="p1")
    assert (table.state_record().consent_to or "").endswith("is set to 0: it heals[2J one.")
    with pytest.raises(TableRefusal, match="Say why"):
        await table.propose(gift("\u200f\u202e"), by="p1")


async def test_a_journal_opened_again_tells_who_and_why(open_table: OpenTable) -> None:
    table = await open_table(**CON)
    await table.propose(gift(), by="p2")
    await table.consent("p1", True)
    told = texts(table)
    await table.close()
    again = await open_table(game=None, seed=None, players=None)
    assert texts(again) == told
    assert damage(again) == 0
    assert await again.undo() is True
    assert damage(again) == 1


async def test_who_does_not_agree_leaves_everything_as_it_was(open_table: OpenTable) -> None:
    table = await open_table(**CON)
    before = table.history.digest
    await table.propose(gift(), by="p1")
    with pytest.raises(TableRefusal, match="not asked"):
        await table.consent("p1", True)
    assert await table.consent("p2", False) is False
    assert (table.history.digest, table.state_record().consent) == (before, ())
    assert table.state_record().note == "Bob does not agree; the game stays as it is."


async def test_play_that_goes_on_drops_what_was_proposed(open_table: OpenTable) -> None:
    table = await open_table(**CON)
    await table.propose(gift(), by="p1")
    seat = next(iter(table.history.state.deciders()))
    await table.decide(table.history.state.legal_actions(seat)[0], by=seat)
    assert table.state_record().consent == ()
    with pytest.raises(TableRefusal, match="not asked"):
        await table.consent("p2", True)
    assert damage(table) == 1


@pytest.mark.parametrize(
    ("correction", "said"),
    [
        (gift(reason="  "), "Say why"),
        (gift(value=-1), "damage"),
        (gift(value=9999), "damage"),
        (gift(value="much"), "damage|only the host"),
        (Correct("table", ("seats", "p9", "damage"), 0, "it says so"), "no such place"),
        (Correct("table", ("seats", "p2", "hand"), ["weighted-pebble"], "I saw it"), "only the host"),
        (Correct("table", ("decks", "cheat", "weighted-pebble"), 0, "they are gone"), "only the host"),
        (Correct("table", ("market",), ["weighted-pebble"], "it fell there"), "only the host"),
    ],
)
async def test_nonsense_and_what_lies_hidden_are_refused_whole(
    open_table: OpenTable, correction: Correct, said: str
) -> None:
    table = await open_table(**CON)
    before = (table.history.digest, table.n, table.state_record().consent)
    with pytest.raises((TableRefusal, IllegalAction), match=said):
        await table.propose(correction, by="p1")
    assert (table.history.digest, table.n, table.state_record().consent) == before


async def test_who_plays_alone_agrees_with_nobody_and_bots_are_not_asked(open_table: OpenTable) -> None:
    table = await open_table(**{**CON, "players": {}})
    for seat in table.players:
        player = (
            type(table.players[seat])("person", "Ada")
            if seat == "p1"
            else type(table.players[seat])("bot", "", "random")
        )
        await table.set_player(seat, player)
    assert await table.propose(gift(), by="p1") is True
    assert damage(table) == 0


async def test_the_host_is_asked_for_a_reason_too_and_its_own_corrections_go_on_as_before(
    open_table: OpenTable,
) -> None:
    table = await open_table(**CON)
    assert await table.propose(Correct("table", ("market",), [], "it was empty"), by="host") is False
    assert table.state_record().consent == ("p1", "p2")
    await table.decide(Correct("table", ("seats", "p1", "damage"), 2))
    assert damage(table) == 2
    assert not any("agrees" in text for text in texts(table))


async def test_a_watcher_proposes_nothing(open_table: OpenTable) -> None:
    table = await open_table(**CON)
    with pytest.raises(TableRefusal, match="Only who plays"):
        await table.propose(gift(), by="watch")


async def test_a_seats_button_says_yes_and_shines_for_it(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    board.buttons = 0x7F
    table = await set_out(open_table, board)
    await table.propose(Correct("table", ("seats", "p1", "tile"), 3, "it slipped"), by="p1")
    lit = [layer for layer in board.scenes[-1] if 101 in layer.tiles]
    assert [layer.effect for layer in lit] == ["blink"]
    await table.press(1)
    assert table.view["seats"]["p1"]["tile"] == 3
    assert not any(layer.effect == "blink" and 101 in layer.tiles for layer in board.scenes[-1])


@pytest.mark.parametrize(
    ("sentence", "agrees"), [("Yes", True), ("I agree.", True), ("no", False), ("I don't agree", False)]
)
async def test_who_is_asked_answers_in_a_word(open_table: OpenTable, sentence: str, agrees: bool) -> None:
    table = await open_table(**CON)
    assert table.understand("p2", sentence).agrees is None
    await table.propose(gift(), by="p1")
    found = table.understand("p2", sentence)
    assert (found.action, found.agrees) == (None, agrees)
    assert table.understand("p1", sentence).agrees is None, "who proposed it is not asked"


async def test_a_sentence_is_what_is_proposed(open_table: OpenTable) -> None:
    table = await open_table(**CON)
    found = table.understand("p1", "my damage is zero because Ember Gift heals one more")
    assert isinstance(found.action, Correct), found.said
    await table.propose(found.action, by="p1")
    await table.consent("p2", True)
    assert damage(table) == 0


async def test_a_second_proposal_waits_until_the_first_is_answered(open_table: OpenTable) -> None:
    """What somebody else asks does not vanish, and who says yes to the one has not said yes to the other."""
    table = await open_table(**CON)
    await table.propose(gift(), by="p1")
    asked = table.state_record()
    with pytest.raises(TableRefusal, match="asked something else first: Ada proposes that"):
        await table.propose(gift("it does not", 2), by="p2")
    assert table.state_record() == asked
    assert await table.consent("p2", True, asked.consent_id) is True
    assert damage(table) == 0


async def test_who_proposes_anew_takes_back_what_was_asked_and_an_answer_to_that_is_refused(
    open_table: OpenTable,
) -> None:
    table = await open_table(**CON)
    await table.propose(gift(), by="p1")
    first = table.state_record().consent_id
    await table.propose(gift("two more", 2), by="p1")
    second = table.state_record()
    assert second.note.startswith("Ada takes back what the others were asked. Ada proposes that")
    assert second.consent_id != first
    before = (table.history.digest, second)
    for yes in (True, False):
        with pytest.raises(TableRefusal, match="not what is asked any more"):
            await table.consent("p2", yes, first)
    assert (table.history.digest, table.state_record()) == before
    assert await table.consent("p2", True, second.consent_id) is True
    assert damage(table) == 2
    assert table.state_record().consent_id == 0


async def test_an_answer_without_a_number_means_what_is_asked_now(open_table: OpenTable) -> None:
    table = await open_table(**CON)
    await table.propose(gift(), by="p1")
    await table.propose(gift("two more", 2), by="p1")
    assert await table.consent("p2", True) is True
    assert damage(table) == 2


async def test_who_does_not_sit_here_cannot_agree(open_table: OpenTable) -> None:
    table = await open_table(**CON)
    await table.propose(gift(), by="p1")
    with pytest.raises(TableRefusal, match="There is no seat 'zz' at this table; there are p1, p2"):
        await table.consent("zz", True)
