"""Whole tables of answers, worked out a second time from the rules alone and compared tile by tile."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.games.outsider.board import Board, around, beside, board, end_of_round, every_wall, safe_tiles, strip_tiles

YLEM_FRONT = 1
"""Where the front of the event dial first shows a Ylem."""


# --- where things land -----------------------------------------------------------------------------------


def nearest_out_of_fire(tile: int, lines: dict[str, int], mode: str) -> int:
    """Walk from the tile toward the arena: along its own line, along the diagonal, else the nearest tile."""
    safe = safe_tiles(lines)
    rows, columns = {t // 10 for t in safe}, {t % 10 for t in safe}
    row, column = divmod(tile, 10)
    down = 0 if row in rows else 1 if row < min(rows) else -1
    right = 0 if column in columns else 1 if column < min(columns) else -1
    if down and right and mode == "clamp":
        return 10 * min(max(row, min(rows)), max(rows)) + min(max(column, min(columns)), max(columns))
    while 10 * row + column not in safe or not (0 <= column <= 9):
        row, column = row + down, column + right
        if not (0 <= row <= 9 and 0 <= column <= 9):
            return min(safe, key=lambda t: (*_far(tile, t), t))
    return 10 * row + column


def _far(home: int, tile: int) -> tuple[int, int]:
    """King's moves, then the square of the straight distance."""
    high, wide = abs(tile // 10 - home // 10), abs(tile % 10 - home % 10)
    return max(high, wide), high * high + wide * wide


@pytest.mark.rule("AK-PROX-01", "AK-PROX-02", "AK-PROX-03", "AK-PROX-04", "AK-EVENT-03")
@pytest.mark.parametrize("mode", ["ray", "clamp"])
@pytest.mark.parametrize("lines", every_wall(), ids=str)
def test_where_a_gem_event_puts_its_gem_for_every_roll(lines: dict[str, int], mode: str) -> None:
    inside = sorted(safe_tiles(lines))
    home = (inside[0], inside[-1])
    keys = {"dials": {"round": 12, "event": YLEM_FRONT}, "rounds": 20, "options": {"proximity.mode": mode}}
    table = end_of_round(*home, then="roll-event", die=2, walls=lines, **keys)
    for roll in range(100):
        one = Board(table.state.copy()).roll(roll)
        there = nearest_out_of_fire(roll, lines, mode)
        if there in home:
            assert one.event("gem-received").data["tile"] == there, roll
        else:
            assert one.items() == {there: {"ylem": 1}}, roll


@pytest.mark.rule("AK-PROX-03")
def test_the_two_ways_out_of_a_corner_differ_only_where_the_depths_differ() -> None:
    lines = {"top": 1, "right": 7}
    assert nearest_out_of_fire(7, lines, "ray") == 25
    assert nearest_out_of_fire(7, lines, "clamp") == 26
    assert nearest_out_of_fire(17, lines, "ray") == nearest_out_of_fire(17, lines, "clamp") == 26


@pytest.mark.rule("AK-PROX-07", "AK-PROX-08", "AK-DEATH-08")
@pytest.mark.parametrize("lines", every_wall(), ids=str)
def test_where_a_revenant_may_return_for_every_roll(lines: dict[str, int]) -> None:
    inside = sorted(safe_tiles(lines))
    home = (inside[0], inside[len(inside) // 2])
    stack = [{"at": "turn-over"}, {"at": "roll-return", "seat": "p3"}]
    who = {"p3": {"form": "revenant"}}
    table = board(*home, None, who=who, walls=lines, stack=stack)
    for roll in range(100):
        one = Board(table.state.copy()).roll(roll)
        aim = nearest_out_of_fire(roll, lines, "ray")
        allowed = ({aim} | around(aim)) & safe_tiles(lines) - set(home)
        assert one.may("p3", "place") == allowed, roll
        default = one.asked["p3"].default
        assert default is not None
        assert one.state.check(default) is None


@pytest.mark.rule("AK-WAR-05", "AK-WAR-06", "AK-WAR-07")
def test_where_the_omega_stone_goes_for_every_roll() -> None:
    table = board(44, 55, 9, war=True, turn=None, last="p1", stack=[{"at": "omega-stone"}])
    for roll in range(100):
        row, column = divmod(roll, 10)
        ways = {"top": row, "left": column, "bottom": 9 - row, "right": 9 - column}
        near = {edge for edge, distance in ways.items() if distance == min(ways.values())}
        row = 0 if "top" in near else 9 if "bottom" in near else row
        column = 0 if "left" in near else 9 if "right" in near else column
        one = Board(table.state.copy()).roll(roll)
        if 10 * row + column == 9:
            assert one.view["omega_stone"] is None, "someone stands in that corner"
            assert one.kinds() == {"chance": "roll-percentile"}
            assert one.cited("omega-rolled-again") == {"AK-WAR-07"}
        else:
            assert one.view["omega_stone"] == 10 * row + column, roll
            assert ("AK-WAR-06" in one.cited("omega-stone")) == (row != roll // 10 and column != roll % 10), roll
            assert one.view["turn"] == "p2", "clockwise from who finished a turn last"


# --- where a miniature may go ----------------------------------------------------------------------------


def possible_steps(here: int, others: set[int], lines: dict[str, int], revenant: bool, shut: set[int]) -> set[int]:
    """Steps that some mat allows. A King may or may not have the diagonal, a Revenant always has it."""
    safe, found = safe_tiles(lines), set()
    for reach in (around(here),) if revenant else (around(here), beside(here)):
        free = reach - others - shut
        out = free & safe
        if here in safe or out:
            found |= out
            continue
        mine = [e for e in lines if here in strip_tiles({e: lines[e]})]
        same_strip = set().union(*(strip_tiles({e: lines[e]}) for e in mine))
        behind = set(range(100)) - safe - strip_tiles(lines)
        for edge, line in lines.items():  # under one strip and behind another is behind
            behind |= {
                t
                for t in range(100)
                if {"top": t // 10 < line, "bottom": t // 10 > line, "left": t % 10 < line, "right": t % 10 > line}[
                    edge
                ]
            }
        found |= free & beside(here) & same_strip - behind
    return found


@pytest.mark.rule(
    "AK-MOVE-01", "AK-MOVE-03", "AK-MOVE-04", "AK-MOVE-05", "AK-MOVE-07", "AK-MOVE-08", "AK-MOVE-10", "AK-TRANS-11"
)
@pytest.mark.parametrize("seed", range(12))
def test_every_step_of_every_kind_of_miniature(seed: int) -> None:
    rng = Random(seed)
    for _ in range(25):
        lines = rng.choice([w for w in every_wall() if w])
        safe = safe_tiles(lines)
        stands = sorted(safe | {t for t in strip_tiles(lines) if around(t) & safe})
        walk = [t for t in stands if t in safe or _on_the_brink(t, lines)]
        here = rng.choice(walk)
        close = [t for t in walk if t in around(here)]
        others = rng.sample(close, min(3, len(close)))
        revenant = rng.random() < 0.5
        who = {"p1": {"form": "revenant"}} if revenant else {}
        table = board(
            here, *others, *([] if others else [rng.choice([t for t in walk if t != here])]), walls=lines, who=who
        )
        stand = {facts["tile"] for seat, facts in table.view["seats"].items() if seat != "p1"}
        assert table.may("p1", "step") == possible_steps(here, stand, lines, revenant, set()), (here, stand, lines)
        expected = {seat for seat, facts in table.view["seats"].items() if facts["tile"] in around(here)}
        assert table.may("p1", "kill", "who") == expected, "an attack of some mat reaches all around"


def _on_the_brink(tile: int, lines: dict[str, int]) -> bool:
    """True for a strip tile that is not behind another strip: where a living miniature can be."""
    row, column = divmod(tile, 10)
    return lines.get("top", -1) <= row <= lines.get("bottom", 10) and lines.get("left", -1) <= column <= lines.get(
        "right", 10
    )


# --- who sees whom ---------------------------------------------------------------------------------------


def sees(one: int, two: int, third: int) -> bool:
    """False if the segment between the centres meets more of the third tile than a corner point."""
    (y0, x0), (y1, x1), (row, column) = divmod(one, 10), divmod(two, 10), divmod(third, 10)
    low, high = Fraction(0), Fraction(1)
    for start, end, middle in ((y0, y1, row), (x0, x1, column)):
        near, far = middle - Fraction(1, 2), middle + Fraction(1, 2)
        if start == end:
            if not near <= start <= far:
                return True
            continue
        a, b = sorted(((near - start) / (end - start), (far - start) / (end - start)))
        low, high = max(low, a), min(high, b)
    return low >= high


@pytest.mark.rule("AK-INDEX-01", "AK-INDEX-02", "AK-INDEX-03", "AK-INDEX-04", "AK-INDEX-19")
@pytest.mark.parametrize("seed", range(4))
def test_who_the_curse_can_reach(seed: int) -> None:
    rng = Random(seed)
    for _ in range(120):
        one, two, third = rng.sample(range(100), 3)
        if rng.random() < 0.7:  # stand in the way, or nearly
            box = [
                10 * row + column
                for row in range(min(one // 10, two // 10), max(one // 10, two // 10) + 1)
                for column in range(min(one % 10, two % 10), max(one % 10, two % 10) + 1)
                if 10 * row + column not in (one, two)
            ]
            third = rng.choice(box or [third])
        table = board(one, two, third, walls={})
        open_sight = sees(one, two, third)
        back = board(two, one, third, walls={})
        if open_sight:
            assert table.do("p1", "kill", who="p2", means="curse").seat("p1")["bloodstones"] == 2
            back.do("p1", "kill", who="p2", means="curse")
        else:
            assert table.refused("p1", "kill", who="p2", means="curse") == "AK-INDEX-19"
            assert back.refused("p1", "kill", who="p2", means="curse") == "AK-INDEX-19", "sight is mutual"
