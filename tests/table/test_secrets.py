"""What a hand hides reaches nobody but its owner: not by the dice that people type, not by records, not by the log."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games import CHANCE, Decision
from immolation.table.journal.journal_replay import replay
from immolation.table.records import Player
from immolation.table.table import Table, TableRefusal

from tests.games.toy import Deal, Roll, ToyRace, ToyState
from tests.table.conftest import OpenTable
from tests.table.waiting import until

CARDS = ("trip", "dash", "blank")


class FaceDown(ToyState):
    """The Toy Race with its cards drawn face down."""

    def deciders(self) -> dict[str, Decision]:
        return {
            seat: msgspec.structs.replace(decision, face_down=decision.kind == "deal")
            for seat, decision in super().deciders().items()
        }


@pytest.fixture
def face_down(toy: ToyRace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Toy Race is dealt face down."""
    make = ToyRace.new

    def new(game: ToyRace, config: Any = None) -> ToyState:
        state = make(game, config)
        return FaceDown(state.game, state.here)

    monkeypatch.setattr(ToyRace, "new", new)
    assert isinstance(games.load("toy-race").new(None), FaceDown)


def everything_shown(table: Table, seat: str | None) -> bytes:
    """Every record that goes to a seat, or to everybody."""
    told: list[object] = [table.state_record(), table.events_since(0, seat), table.clocks()]
    if seat is not None:
        told.append(table.seat_record(seat))
    return msgspec.json.encode(told)


async def test_where_people_roll_the_host_still_draws_what_is_face_down(open_table: OpenTable, face_down: None) -> None:
    table = await open_table(dice="typed")
    record = table.seat_record(CHANCE)
    assert record.decision is None
    assert record.actions == ()
    assert table.state_record().deciders[CHANCE].outcomes == ()
    with pytest.raises(TableRefusal, match="drawn by the host"):
        await table.decide(Deal(CHANCE, "trip"))
    assert table.n == 0
    running = asyncio.create_task(table.run())
    await until(table, lambda: table.n == 2)  # both cards are drawn, then the die waits for people
    assert table.seat_record(CHANCE).decision is not None
    await table.decide(Roll(CHANCE, 3))
    assert [ply.by for ply in table.history.entries] == ["dice", "dice", "host"]
    await table.close()
    await running
    assert replay(table.path).actions == 3


async def test_a_drawn_card_reaches_nobody_but_its_owner(open_table: OpenTable, face_down: None) -> None:
    table = await open_table(dice="typed", running=True)
    await until(table, lambda: table.n == 2)
    held = {seat: table.history.state.view(seat)["seats"][seat]["card"] for seat in ("p1", "p2")}
    for seat in ("p1", "p2", CHANCE, None):
        shown = everything_shown(table, seat)
        for card in CARDS:
            may = seat in held and held[str(seat)] == card
            assert (card.encode() in shown) == may, (seat, card)
    first, second = table.events_since(0, "p1")
    assert (first.action is not None, second.action) == (True, None)
    first, second = table.events_since(0, "p2")
    assert (first.action, second.action is not None) == (None, True)


async def test_in_a_whole_game_no_record_names_a_card_that_another_hides(open_table: OpenTable) -> None:
    """Ascended Kings on the full track between bots; of cards there is one of, those in others' hands and slots."""
    seats = ("p1", "p2", "p3")
    players = {seat: Player("bot", "", "random") for seat in seats}
    table = await open_table(
        game="ascended-kings",
        settings={"track": "full"},
        config={"seats": 3, "rounds": 2},
        players=players,
        running=True,
    )
    single = {
        key for pile in table.history.state.position()["draw"].values() for key, copies in pile.items() if copies == 1
    }
    looked = heard = 0
    for goal in range(25, 500, 25):
        await until(table, lambda goal=goal: table.n >= goal or table.phase == "over")  # type: ignore[misc]
        state, since = table.history.state, heard
        heard = table.n
        holds = {seat: _cards_of(state.position()["seats"][seat]) & single for seat in seats}
        for seat in (*seats, None):
            shown = [table.state_record(), table.seat_record(seat) if seat is not None else None, table.clocks()]
            told = msgspec.json.encode(shown)
            last = msgspec.json.encode(table.events_since(max(since, heard - 1), seat))
            for other in seats:
                for key in holds[other] if other != seat else ():
                    looked += 1
                    assert f'"{key}"'.encode() not in told
                    assert f'"{key}"'.encode() not in last
        if table.phase == "over":
            break
    assert looked > 100


def _cards_of(facts: dict[str, Any]) -> set[str]:
    """The cards of a seat that nobody else has seen."""
    slot = facts["inscription"]
    hidden = set(facts["hand"]) - set(facts["revealed"])
    return hidden | ({slot["card"]} if slot is not None and not slot["known"] else set())
