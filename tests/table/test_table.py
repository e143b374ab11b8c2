"""A table as people use it: in order, whole or not at all, and back again."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from immolation.games import Action, BadConfig, Correct, IllegalAction, State
from immolation.table import hints
from immolation.table.clocks import ClockSettings
from immolation.table.journal.journal_replay import JournalError, read, replay
from immolation.table.records import Player
from immolation.table.table import Table, TableRefusal

from tests.games.toy import Deal, Pass, Play, Roll, Run, ToyRace

from .conftest import BOTS, OpenTable
from .waiting import asked, over, until

TYPED: dict[str, Any] = {"dice": "typed"}


async def dealt(table: Table, first: str = "blank", second: str = "trip") -> None:
    """Ada holds ``first``, Bob holds ``second``, and Ada has rolled a 2."""
    for action in (Deal("chance", first), Deal("chance", second), Roll("chance", 2)):
        await table.decide(action)


def files_in(folder: Path, suffix: str = "") -> list[Path]:
    return [path for path in folder.iterdir() if path.name.endswith(suffix)]


# --- one queue, in order ---------------------------------------------------------------------------------


async def test_many_callers_at_once_are_served_in_the_order_in_which_they_came(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    actions = [Deal("chance", "blank"), Deal("chance", "dash"), Roll("chance", 3), Run("p1", 12), Pass("p2")]
    events = await asyncio.gather(*(table.decide(action) for action in actions))
    assert [happened[0].kind for happened in events] == ["dealt", "dealt", "rolled", "ran", "passed"]
    assert [entry.record["action"]["do"] for entry in read(table.path)[1]] == ["deal", "deal", "roll", "run", "pass"]


async def test_of_two_who_want_the_same_the_first_has_it_and_the_second_is_refused(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    answers = await asyncio.gather(table.decide(Run("p1", 12)), table.decide(Run("p1", 22)), return_exceptions=True)
    assert isinstance(answers[0], tuple)
    assert isinstance(answers[1], IllegalAction)
    assert table.view["seats"]["p1"]["tile"] == 12


async def test_a_caller_that_gives_up_does_not_tear_what_it_began(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    caller = asyncio.create_task(table.decide(Deal("chance", "blank")))
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    await table.decide(Deal("chance", "dash"))
    assert table.n in (1, 2)
    assert replay(table.path).digest == table.history.digest


@pytest.mark.parametrize(
    ("action", "by", "rule"),
    [
        (Run("p1", 99), "p1", "TOY-03"),
        (Pass("p2"), "p2", "TABLE"),
        (Run("p1", 12), "p2", "TABLE"),
        (Pass("p9"), "host", "TABLE"),
        (Play("p2"), "p2", "TOY-04"),
    ],
)
async def test_what_is_refused_changes_nothing_and_is_not_journaled(
    open_table: OpenTable, action: Any, by: str, rule: str
) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    before = table.state_record(), table.clocks(), table.history.digest, read(table.path)
    with pytest.raises((IllegalAction, TableRefusal)) as raised:
        await table.decide(action, by=by)
    error = raised.value
    assert (error.rule if isinstance(error, TableRefusal) else error.refusal.rule) == rule
    assert (table.state_record(), table.clocks(), table.history.digest, read(table.path)) == before


async def test_nobody_types_in_what_the_host_rolls_and_nobody_acts_for_a_bot(open_table: OpenTable) -> None:
    table = await open_table(players={"p1": BOTS["p1"]})
    with pytest.raises(TableRefusal, match="The host rolls"):
        await table.decide(Deal("chance", "dash"))
    with pytest.raises(TableRefusal, match="played by the random bot"):
        await table.decide(Run("p1", 12))


async def test_an_action_is_on_the_disk_before_anybody_sees_it(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    updates = table.subscribe()
    await anext(updates)
    deciding = asyncio.create_task(table.decide(Deal("chance", "blank")))
    seen = await anext(updates)
    assert seen.n == 1
    assert len(read(table.path)[1]) == 1
    await deciding


async def test_news_while_an_action_is_being_written_tell_nothing_of_it(open_table: OpenTable) -> None:
    """A subscriber that hears of something else meanwhile must still be told of the action afterwards."""
    table = await open_table(**TYPED)
    await table.decide(Deal("chance", "blank"))
    updates = table.subscribe()
    await anext(updates)
    disk = sqlite3.connect(table.path, isolation_level=None)
    disk.execute("BEGIN IMMEDIATE")
    deciding = asyncio.create_task(table.decide(Deal("chance", "trip")))
    await asyncio.sleep(0)
    table.remark("The kettle boils.")
    meanwhile = await anext(updates)
    assert (meanwhile.n, table.n, len(table.events_since(0)), table.view["turn"]) == (1, 1, 1, "p2")
    disk.execute("ROLLBACK")
    disk.close()
    await deciding
    after = await anext(updates)
    assert [told.n for told in table.events_since(after.since)] == [2]


async def test_a_full_disk_stops_the_table_and_nothing_is_seen_that_is_not_kept(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(**TYPED)
    running = asyncio.create_task(table.run())
    await table.decide(Deal("chance", "blank"))
    before = table.state_record()

    def full(*_: object) -> None:
        raise JournalError("The journal can not be written (disk is full); free the disk and start again.")

    monkeypatch.setattr(table._game.journal, "_write", full)
    with pytest.raises(JournalError, match="disk is full"):
        await table.decide(Deal("chance", "dash"))
    assert table.state_record() == before
    with pytest.raises(JournalError, match="disk is full"):
        await running


# --- what others may see ---------------------------------------------------------------------------------


async def test_a_hidden_card_is_seen_by_its_owner_alone(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table, "dash", "trip")
    public, ada, bob = (table.events_since(0, seat) for seat in (None, "p1", "p2"))
    assert [told.action is None for told in public] == [True, True, False]
    assert [told.action is None for told in ada] == [False, True, False]
    assert ada[0].events[0].text == "You hold a dash."
    assert bob[0].events[0].text == "p1 gets a card."
    assert "dash" not in str(table.state_record())
    assert "dash" in str(table.seat_record("p1"))
    assert "dash" not in str(table.seat_record("p2"))


async def test_a_seat_has_its_buttons_and_people_who_roll_have_theirs(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    deal = table.seat_record("chance")
    assert {button.label for button in deal.actions} == {"Deal a blank", "Deal a dash", "Deal a trip"}
    await dealt(table)
    ada, bob = table.seat_record("p1"), table.seat_record("p2")
    assert ada.decision is not None
    assert {button.label: button.tiles for button in ada.actions}["Run to 12"] == (12,)
    assert (bob.decision, bob.actions) == (None, ())
    with pytest.raises(TableRefusal, match="no seat 'p3'"):
        table.seat_record("p3")


async def test_events_come_numbered_and_from_where_one_asks(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    assert [told.n for told in table.events_since(0)] == [1, 2, 3]
    assert [told.n for told in table.events_since(2)] == [3]
    assert table.events_since(3) == []


async def test_a_slow_subscriber_holds_nobody_up_and_misses_nothing(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    slow, quick = table.subscribe(), table.subscribe()
    assert (await anext(slow)).n == 0
    await anext(quick)
    told: list[int] = []
    for action in (Deal("chance", "blank"), Deal("chance", "dash"), Roll("chance", 3), Run("p1", 12), Pass("p2")):
        await table.decide(action)
        update = await anext(quick)
        told.extend(events.n for events in table.events_since(update.since))
    assert told == [1, 2, 3, 4, 5]
    late = await anext(slow)
    assert (late.since, late.n, late.state, late.scene) == (0, 5, True, True)
    assert [events.n for events in table.events_since(late.since)] == [1, 2, 3, 4, 5]
    nothing_more = asyncio.ensure_future(anext(slow))
    await asyncio.sleep(0)
    assert not nothing_more.done()
    slow.close()
    with pytest.raises(StopAsyncIteration):
        await nothing_more


# --- undo ------------------------------------------------------------------------------------------------


async def test_undo_goes_back_to_before_what_a_person_did_and_everything_is_as_it_was(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    before = table.history.digest, table.view
    await table.decide(Run("p1", 12))
    assert await table.undo(by="p1") is True
    assert (table.history.digest, table.view) == before
    assert table.n == 5
    assert table.events_since(4)[0].events[0].kind == "undo"
    await table.decide(Run("p1", 22))
    assert replay(table.path).digest == table.history.digest


async def test_undo_takes_back_with_a_persons_action_what_followed_by_itself(open_table: OpenTable) -> None:
    table = await open_table(players={"p1": Player()}, running=True)
    await table.set_player("p2", BOTS["p2"])
    await asked(table, "p1")
    before = table.history.digest
    first = table.history.number
    action = table.history.state.legal_actions("p1")[0]
    await table.decide(action)
    await until(table, lambda: table.history.number > first + 1 and "p1" in table.history.state.deciders())
    after = table.history.digest
    await table.undo(by="p1")
    assert table.history.digest == before
    await table.decide(action)
    await until(table, lambda: table.history.number > first + 1 and "p1" in table.history.state.deciders())
    assert table.history.digest == after, "dice and bots do again what they did"


async def test_undo_to_an_entry_keeps_what_had_happened_then(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    digests = [entry.digest for entry in read(table.path)[1]]
    await table.decide(Run("p1", 12))
    await table.pause()
    await table.undo(3)
    assert table.history.digest == digests[2]
    for wrong in (3, 400, -1):
        with pytest.raises(TableRefusal, match="nothing to take back"):
            await table.undo(wrong)


async def test_a_seen_card_is_only_taken_back_when_everybody_agrees(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    after = table.history.digest
    assert await table.undo(1, by="p1") is False
    assert table.state_record().consent == ("p2",)
    assert table.history.digest == after
    assert "does everybody agree" in table.state_record().note
    with pytest.raises(TableRefusal, match="Ada is not asked"):
        await table.consent("p1", True)
    assert await table.consent("p2", False) is False
    assert table.state_record().consent == ()
    with pytest.raises(TableRefusal, match="Bob is not asked"):
        await table.consent("p2", True)
    assert await table.undo(1, by="p1") is False
    assert await table.consent("p2", True) is True
    assert table.history.number == 1


async def test_going_back_is_asked_under_a_number_too(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    await table.undo(1, by="p1")
    first = table.state_record().consent_id
    with pytest.raises(TableRefusal, match="asked something else first"):
        await table.undo(1, by="p2")
    assert table.state_record().consent == ("p2",)
    await table.undo(0, by="p1")
    with pytest.raises(TableRefusal, match="not what is asked any more"):
        await table.consent("p2", True, first)
    assert await table.consent("p2", True, table.state_record().consent_id) is True
    assert table.history.number == 0


async def test_a_hint_for_nobody_says_who_sits_here(open_table: OpenTable) -> None:
    table = await open_table()
    with pytest.raises(TableRefusal, match="There is no seat 'p9' at this table; there are p1, p2"):
        await table.hint("p9")
    waiting = next(seat for seat in table.players if seat not in table.history.state.deciders())
    with pytest.raises(TableRefusal, match=f"^{table.players[waiting].name} has nothing to choose now"):
        await table.hint(waiting)


async def test_about_one_choice_a_bot_thinks_once_whoever_asks_and_whatever_others_do(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[int] = []

    async def think(state: State, seat: str, bot: str, seed: int, number: int, **more: Any) -> Action:
        thought.append(number)
        await asyncio.sleep(0)
        return state.legal_actions(seat)[0]

    monkeypatch.setattr(hints, "choose", think)
    table = await open_table(**TYPED)
    await dealt(table)
    first, again = await asyncio.gather(table.hint("p1"), table.hint("p1"))
    assert first == again
    assert thought == [4]
    await table.decide(Correct("table", ("seats", "p2", "tile"), 77))
    assert await table.hint("p1") == first
    assert thought == [4]
    await table.decide(Run("p1", 12))
    await table.hint("p2")
    assert len(thought) == 2


async def test_no_bot_says_what_only_people_see(open_table: OpenTable) -> None:
    position = {
        "seats": {"p1": {"tile": 44}, "p2": {"tile": 77}},
        "turn": "p1",
        "stack": [{"at": "active"}, {"at": "survive", "wounds": {"p1": 3}, "cause": "fire-wall"}],
    }
    table = await open_table(game="ascended-kings", config=None, position=position, running=True)
    with pytest.raises(TableRefusal, match="only people can see"):
        await table.hint("p1")
    table._hints.on_asked(0)
    await until(table, lambda: table.state_record().note)
    assert table.state_record().note == "What is asked now only people can see: no bot knows the answer."


async def test_whoever_plays_on_has_not_agreed(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    await table.undo(1, by="p1")
    await table.decide(Run("p1", 12))
    with pytest.raises(TableRefusal, match="not asked"):
        await table.consent("p2", True)


# --- pause, players, corrections, another game -------------------------------------------------------------


async def test_a_paused_table_takes_corrections_only(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    await table.pause(by="p2")
    assert table.phase == "paused"
    with pytest.raises(TableRefusal, match="paused"):
        await table.decide(Run("p1", 12))
    with pytest.raises(TableRefusal, match="paused already"):
        await table.pause()
    await table.decide(Correct("table", ("seats", "p1", "tile"), 34))
    assert table.view["seats"]["p1"]["tile"] == 34
    await table.resume()
    assert table.phase == "playing"
    with pytest.raises(TableRefusal, match="not paused"):
        await table.resume()


async def test_a_seat_can_change_hands(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    with pytest.raises(TableRefusal, match="no bot 'deep-thought'"):
        await table.set_player("p2", Player("bot", "", "deep-thought"))
    with pytest.raises(TableRefusal, match="no seat 'p7'"):
        await table.set_player("p7", Player())
    await table.set_player("p2", Player("bot", "Hal", "random"))
    await table.close()
    again = await open_table(**TYPED)
    assert again.players["p2"] == Player("bot", "Hal", "random")
    said = again.events_since(0)
    assert said[0].events[0].text == "P2 is played by Hal (the random bot) from now on."
    await again.set_player("p2", Player("bot", "Hal", "random"))
    assert again.events_since(0) == said, "nothing changed, and nothing is said"


async def test_another_game_starts_and_the_old_journal_stays(open_table: OpenTable, tmp_path: Path) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    old = table.history.digest
    updates = table.subscribe()
    await anext(updates)
    with pytest.raises(BadConfig, match="seats"):
        await table.new_game("toy-race", {"seats": 9})
    assert table.history.digest == old
    await table.new_game("toy-race", {"seats": 3})
    assert (table.n, len(table.players), table.header.dice) == (0, 3, "typed")
    assert (await anext(updates)).since == 0
    await table.decide(Deal("chance", "dash"))
    (kept,) = set(files_in(tmp_path, ".journal")) - {table.path}
    assert replay(kept).digest == old
    assert replay(table.path).digest == table.history.digest


async def test_the_same_game_again_with_seats_players_bots_and_options(open_table: OpenTable) -> None:
    table = await open_table(config={"seats": 3}, players={"p2": Player("bot", "", "random")}, seed=7)
    await table.set_player("p3", Player("person", "Bob"))
    before = (table.header.ruleset, table.header.config, dict(table.players), table.header.settings)
    await table.play_again()
    assert (table.header.ruleset, table.header.config, dict(table.players), table.header.settings) == before
    assert (table.n, table.players["p3"].name) == (0, "Bob")
    assert table.header.seed != 7, "other dice"


async def test_an_undo_says_who_took_back_what(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    await table.decide(Run("p1", 12))
    said = table.events_since(0)[-1].events[0].text
    await table.undo()
    (event,) = table.events_since(0)[-1].events
    assert event.text.startswith(f"The host took back: {said.rstrip('.')}")
    assert table.state_record().note == event.text
    await table.close()
    again = await open_table(**TYPED)
    assert again.events_since(0)[-1].events[0].text == event.text


# --- opening ---------------------------------------------------------------------------------------------


async def test_a_table_comes_back_exactly_as_it_was(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await dealt(table)
    await table.decide(Run("p1", 12))
    await table.undo()
    await table.decide(Run("p1", 22))
    await table.pause()
    before = table.state_record(), table.events_since(0, "p1")
    await table.close()
    again = await Table.open(table.path, bot_pace_ms=0)
    assert (again.state_record(), again.events_since(0, "p1")) == before
    await again.close()


async def test_a_journal_of_another_game_is_refused(open_table: OpenTable, toy: ToyRace) -> None:
    table = await open_table()
    await table.close()
    with pytest.raises(JournalError, match="holds a game of toy-race, not of ascended-kings"):
        await Table.open(table.path, game="ascended-kings")
    again = await Table.open(table.path, game=toy)
    assert again.game is toy
    await again.close()


async def test_a_new_table_with_a_wrong_key_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="seats"):
        await Table.open(tmp_path / "a.journal", game="toy-race", config={"seats": 1})
    with pytest.raises(TableRefusal, match="no seat 'p3'"):
        await Table.open(tmp_path / "a.journal", game="toy-race", players={"p3": Player()})
    with pytest.raises(TableRefusal, match="Say which game"):
        await Table.open(tmp_path / "a.journal")
    assert files_in(tmp_path) == []


async def test_a_closed_table_refuses(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await table.close()
    await table.close()
    with pytest.raises(TableRefusal, match="closed"):
        await table.decide(Deal("chance", "dash"))


# --- dice, bots, clocks ----------------------------------------------------------------------------------


async def test_bots_play_a_whole_game_and_the_replay_agrees(open_table: OpenTable) -> None:
    table = await open_table(players=BOTS, running=True)
    await over(table)
    report = replay(table.path)
    assert report == table.report()
    assert report.outcome is not None
    assert (report.ruleset, report.seed) == ("toy-race", 7)


async def test_one_seed_gives_one_game_and_another_seed_another(open_table: OpenTable, tmp_path: Path) -> None:
    digests = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        table = await open_table(players=BOTS, seed=seed, path=tmp_path / name, running=True)
        await over(table)
        digests.append([entry.digest for entry in read(table.path)[1]])
    assert digests[0] == digests[1] != digests[2]


async def test_a_pause_between_does_not_change_what_dice_and_bots_do(open_table: OpenTable, tmp_path: Path) -> None:
    plain = await open_table(players=BOTS, path=tmp_path / "plain", running=True)
    await over(plain)
    paused = await open_table(players=BOTS, path=tmp_path / "paused", running=True)
    pauses = 0
    while paused.phase != "over":
        await paused.pause()
        await paused.resume()
        pauses += 1
        number = paused.history.number
        await until(paused, lambda number=number: paused.history.number > number or paused.phase == "over")
    assert pauses > 2
    assert [entry.digest for entry in paused.history.entries] == [entry.digest for entry in plain.history.entries]


class Time:
    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms


TIMED: dict[str, Any] = {"clocks": ClockSettings("bank", 10_000, 1_000, 3_000), "dice": "typed"}


async def test_when_a_clock_runs_out_the_default_is_taken_and_said(open_table: OpenTable) -> None:
    time = Time()
    table = await open_table(now=time, running=True, **TIMED)
    await dealt(table)
    time.ms += 10_000
    table.remark("Somebody looks at the clock.")
    await until(table, lambda: table.history.number > 3)
    assert table.history.entries[3].by == "clock"
    assert table.state_record().note == "Ada's clock ran out: Run to 11."


async def test_a_window_that_runs_out_passes_and_closes(open_table: OpenTable) -> None:
    time = Time()
    table = await open_table(now=time, running=True, **TIMED)
    await dealt(table)
    await table.decide(Run("p1", 12))
    assert [(clock.owner, clock.kind) for clock in table.clocks() if clock.running_since] == [("p2", "window")]
    time.ms += 3_000
    table.remark("Somebody looks at the clock.")
    await until(table, lambda: "chance" in table.history.state.deciders())
    assert table.state_record().note == "Bob's clock ran out: Let it pass."


async def test_pausing_stops_the_clocks_and_undo_gives_the_time_back(open_table: OpenTable) -> None:
    time = Time()
    table = await open_table(now=time, **TIMED)
    await dealt(table)
    time.ms += 2_000
    await table.pause()
    assert all(clock.running_since is None for clock in table.clocks())
    time.ms += 60_000
    await table.resume()
    time.ms += 1_000
    assert table.clocks()[0].owner == "p1"
    await table.decide(Run("p1", 12))
    await table.decide(Pass("p2"))
    left = {clock.owner: clock.left_ms for clock in table.clocks()}
    assert left == {"p1": 8_000, "p2": 10_000}, "10 s less 3 s, and 1 s for the turn"
    await table.undo(3)
    assert {clock.owner: clock.left_ms for clock in table.clocks()} == {"p1": 10_000, "p2": 10_000}


async def test_clocks_come_back_with_the_table_and_the_time_between_does_not_count(open_table: OpenTable) -> None:
    time = Time()
    table = await open_table(now=time, **TIMED)
    await dealt(table)
    time.ms += 2_500
    await table.decide(Run("p1", 12))
    await table.close()
    time.ms += 10**9
    again = await open_table(now=time)
    left = {(clock.owner, clock.kind): clock.left_ms for clock in again.clocks()}
    assert left == {("p1", "turn"): 7_500, ("p2", "turn"): 10_000, ("p2", "window"): 3_000}


async def test_a_bot_thinks_for_all_to_see(open_table: OpenTable) -> None:
    time = Time()
    table = await open_table(now=time, players=BOTS, bot_pace_ms=800, running=True)
    await until(table, lambda: any(clock.kind == "pace" for clock in table.clocks()))
    number = table.history.number
    time.ms += 800
    table.remark("The bot has thought.")
    await until(table, lambda: table.history.number > number)
    assert table.history.entries[number].by == "bot"
