"""Positions, actions and corrections in the words of the first edition mean what they meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games import BadAction, BadPosition
from immolation.table.journal.journal_file import read
from immolation.table.journal.journal_replay import replay
from immolation.table.journal.journal_writer import make
from immolation.table.table import Table

from tests.games.playouts import piles

GAME = games.load("ascended-kings")
FULL = games.load("ascended-kings", track="full")
ROOM: dict[str, Any] = {
    "track": "full",
    "seats": {"p1": {"tile": 44, "pool": {"aria": 6, "egis": 2, "pyre": 1}}, "p2": {"tile": 88}},
    "stack": [{"at": "active"}],
}
"""p1 has a full pool of level 1."""

FIRE: dict[str, Any] = {
    "walls": {"right": 7},
    "stack": [{"at": "active"}],
}
"""The Fire Wall in column 7 can be pushed back."""


def asked(tag: str) -> dict[str, Any]:
    """p1 is asked which Core gems stay."""
    return {**ROOM, "stack": [{"at": "active"}, {"at": tag, "seat": "p1", "aria": 1}]}


@pytest.mark.rule("AK-ABIL-08")
@pytest.mark.parametrize("track", ["arena", "full"])
def test_an_action_recede_is_pyrokinesis(track: str) -> None:
    gems: dict[str, Any] = {"pool": {"pyre": 1}, "ylem": 1, "transmuted": ["ylem"]} if track == "full" else {}
    seats = {"p1": {"tile": 46, **gems}, "p2": {"tile": 55}}
    state = GAME.from_position({**FIRE, "track": track, "seats": seats})
    action = GAME.action({"do": "recede", "seat": "p1", "edge": "right"})
    assert action in state.legal_actions("p1")
    assert GAME.record(action) == {"do": "pyrokinesis", "seat": "p1", "edge": "right"}
    state.apply(action)
    assert state.view(None)["walls"]["right"] == 8


@pytest.mark.rule("AK-POOL-03")
def test_an_action_fit_keeps_gems() -> None:
    state = FULL.from_position(asked("keep-gems"))
    assert state.deciders()["p1"].kind == "keep-gems"
    action = FULL.action({"do": "fit", "seat": "p1", "aria": 7, "egis": 1, "pyre": 1})
    assert FULL.record(action)["do"] == "keep-gems"
    state.apply(action)
    assert state.position()["seats"]["p1"]["pool"] == {"aria": 7, "egis": 1, "pyre": 1, "dire": 0}


@pytest.mark.parametrize("do", ["fits", "", 3, None, ["fit"]])
def test_no_other_action_has_an_earlier_name(do: object) -> None:
    with pytest.raises(BadAction):
        FULL.action({"do": do, "seat": "p1"})


@pytest.mark.rule("AK-POOL-03")
def test_a_decision_point_fit_is_read_in_positions_and_corrections() -> None:
    today = FULL.from_position(asked("keep-gems"))
    assert today.position()["stack"][-1]["at"] == "keep-gems"
    assert FULL.from_position(asked("fit")).digest() == today.digest()
    for path, value in (
        (["stack"], asked("fit")["stack"]),
        (["stack", "1"], asked("fit")["stack"][1]),
        ([], {"stack": asked("fit")["stack"]}),
    ):
        state = FULL.from_position(ROOM)
        state.apply(FULL.action({"do": "correct", "seat": "table", "path": path, "value": value}))
        assert state.digest() == today.digest()


async def test_a_journal_of_today_with_earlier_names_replays(tmp_path: Path) -> None:
    path, earlier = tmp_path / "today.journal", tmp_path / "earlier.journal"
    table = await Table.open(path, game="ascended-kings", settings={"track": "full"}, position=asked("keep-gems"))
    await table.decide(table.game.action({"do": "keep-gems", "seat": "p1", "aria": 7, "egis": 1, "pyre": 1}))
    await table.close()
    header, entries = read(path)
    assert header.version == 2
    (number,) = [n for n, entry in enumerate(entries) if entry.kind == "action"]
    record = entries[number].record
    assert record["action"]["do"] == "keep-gems"
    changed = {**record, "action": {**record["action"], "do": "fit"}}
    entries[number] = msgspec.structs.replace(entries[number], record=changed)
    make(earlier, header, entries)
    assert replay(earlier).digest == replay(path).digest == entries[-1].digest


# --- what lies on tiles ----------------------------------------------------------------------------------

LYING = [{"tile": 5, "ylem": 1}, {"tile": 35, "bloodstones": 1}]


@pytest.mark.parametrize(
    "items",
    [
        LYING,
        LYING[::-1],
        [*LYING, {"tile": 36}],
        {"05": {"ylem": 1}, "35": {"bloodstones": 1}},
        {"35": {"bloodstones": 1}, "5": {"ylem": 1}},
        {35: {"bloodstones": 1}, 5: {"ylem": 1, "pyre": 0}},
    ],
    ids=["records", "in any order", "an empty one", "two digits", "as few digits as need be", "numbers"],
)
@pytest.mark.parametrize("track", ["arena", "full"])
def test_what_lies_on_tiles_is_written_with_the_tile_as_a_number(track: str, items: object) -> None:
    seats = {"p1": {"tile": 44}, "p2": {"tile": 88}}
    state = GAME.from_position({"track": track, "seats": seats, "items": items, "stack": [{"at": "active"}]})
    assert state.position()["items"] == state.view(None)["items"] == LYING
    assert GAME.from_position(state.position()).digest() == state.digest()
    assert GAME.edition(state.position()).as_first(state.position())["items"] == {
        "05": {"ylem": 1},
        "35": {"bloodstones": 1},
    }
    assert "1 Ylem" in GAME.label(GAME.action({"do": "step", "seat": "p1", "tile": 5}), state.view(None))


@pytest.mark.parametrize(
    ("items", "complaint"),
    [
        ([{"tile": "05", "ylem": 1}], r"items: '05' is no tile; tiles are 0 to 99\."),
        ([{"tile": 100, "ylem": 1}], "items: 100 is no tile"),
        ([{"tile": True, "ylem": 1}], "is no tile"),
        ([{"ylem": 1}], r"items\.0: a record with its tile"),
        ([{"tile": 5}, 5], r"items\.1: a record with its tile"),
        ([{"tile": 5, "ylem": 1}, {"tile": 5, "pyre": 1}], "items: tile 05 is named twice"),
        ([{"tile": 5, "gold": 1}], r"items\.05: .*gold"),
        ({-1: {"ylem": 1}}, "items: -1 is no tile"),
        ({5: {"ylem": 1}, "05": {"ylem": 1}}, "items: tile 05 is named twice"),
        ({"²": {"ylem": 1}}, "is no tile"),
        ("05", "items: a list of records"),
    ],
)
def test_what_lies_on_no_tile_is_refused(items: object, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        GAME.from_position({"seats": {"p1": {}, "p2": {}}, "items": items})


@pytest.mark.parametrize("track", ["arena", "full"])
def test_a_correction_names_what_lies_there_by_the_tile(track: str) -> None:
    seats = {"p1": {"tile": 44}, "p2": {"tile": 88}}
    state = GAME.from_position({"track": track, "seats": seats, "items": LYING, "stack": [{"at": "active"}]})

    def correct(path: list[str], value: object) -> dict[int, dict[str, int]]:
        state.apply(GAME.action({"do": "correct", "seat": "table", "path": path, "value": value}))
        return piles(state.view(None))

    stone = {35: {"bloodstones": 1}}
    assert correct(["items", "05", "ylem"], 2) == {5: {"ylem": 2}} | stone
    assert correct(["items", "70"], {"egis": 1}) == {5: {"ylem": 2}, 70: {"egis": 1}} | stone
    assert correct(["items"], {"05": {"ylem": 0}}) == {70: {"egis": 1}} | stone
    assert correct([], {"items": {"71": {"pyre": 1}}}) == {70: {"egis": 1}, 71: {"pyre": 1}} | stone
    assert correct(["items"], LYING) == piles({"items": LYING})
