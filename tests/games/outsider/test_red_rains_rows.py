"""Every face of every behaviour card, written down a second time from the table of facts, and what happens on it."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import Rains, solo, unit

rule = pytest.mark.rule

# A face: an optional side action, and the main action.
REVEAL, EITHER, BOTH, RIGHT = "reveal", "attack or reveal", "reveal, it attacks", "reveal, the rightmost attacks"

Row = tuple[str, str]
"""Side action (empty for none) and main action."""


def faces(*rows: tuple[range | int, str] | tuple[range | int, str, str]) -> dict[int, Row]:
    found: dict[int, Row] = {}
    for where, *what in rows:
        for face in [where] if isinstance(where, int) else where:
            assert face not in found
            found[face] = (what[0], what[1]) if len(what) == 2 else ("", what[0])
    assert sorted(found) == list(range(1, 13))
    return found


def to(low: int, high: int) -> range:
    return range(low, high + 1)


TABLE: dict[str, list[dict[int, Row]]] = {
    "viros": [
        faces(
            (to(1, 2), REVEAL),
            (to(3, 4), EITHER),
            (to(5, 6), BOTH),
            (to(7, 9), "lower 2", REVEAL),
            (to(10, 11), "raise 1", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (1, REVEAL),
            (to(2, 4), EITHER),
            (to(5, 6), BOTH),
            (to(7, 9), "damage p1", REVEAL),
            (to(10, 11), "raise 2", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (to(1, 3), EITHER),
            (to(4, 6), BOTH),
            (to(7, 9), "damage u1", REVEAL),
            (to(10, 11), "raise 3", REVEAL),
            (12, "token", REVEAL),
        ),
    ],
    "frostwild": [
        faces(
            (to(1, 2), REVEAL),
            (to(3, 4), EITHER),
            (to(5, 6), BOTH),
            (to(7, 9), "vigor", REVEAL),
            (to(10, 11), "stun u3", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (1, REVEAL),
            (to(2, 3), EITHER),
            (to(4, 5), BOTH),
            (to(6, 7), "vigor", REVEAL),
            (to(8, 9), "damage exhausted", REVEAL),
            (to(10, 11), "stun u3", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (to(1, 3), EITHER),
            (to(4, 5), BOTH),
            (to(6, 7), "vigor", REVEAL),
            (to(8, 9), "lower exactly 2", REVEAL),
            (to(10, 11), "stun u3", REVEAL),
            (12, "token", REVEAL),
        ),
    ],
    "neverset": [
        faces(
            (to(1, 3), REVEAL),
            (to(4, 5), EITHER),
            (to(6, 7), "raise 1", REVEAL),
            (to(8, 9), "status", REVEAL),
            (to(10, 11), "bleed u1", REVEAL),
            (12, "summon scarlet-seed", REVEAL),
        ),
        faces(
            (1, REVEAL),
            (to(2, 4), EITHER),
            (to(5, 7), "raise 2", REVEAL),
            (to(8, 9), "status", REVEAL),
            (to(10, 11), "bleed u1", REVEAL),
            (12, "summon scarlet-seed", REVEAL),
        ),
        faces(
            (to(1, 3), EITHER),
            (to(4, 7), BOTH),
            (to(8, 9), "status", REVEAL),
            (to(10, 11), "bleed u1", REVEAL),
            (12, "summon scarlet-seed", REVEAL),
        ),
    ],
    "lordswall": [
        faces(
            (to(1, 2), REVEAL),
            (to(3, 4), EITHER),
            (to(5, 6), RIGHT),
            (to(7, 9), "re-roll 2", REVEAL),
            (to(10, 11), "summon rainwalker", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (1, REVEAL),
            (to(2, 4), EITHER),
            (to(5, 6), RIGHT),
            (to(7, 9), "wound p1 u4", REVEAL),
            (to(10, 11), "summon rainwalker", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (to(1, 3), EITHER),
            (to(4, 6), RIGHT),
            (to(7, 11), "summon rainwalker", REVEAL),
            (12, "token", REVEAL),
        ),
    ],
    "shadowreck": [
        faces(
            (to(1, 2), REVEAL),
            (to(3, 4), EITHER),
            (to(5, 6), "raise 1", BOTH),
            (to(7, 9), "lower 1", REVEAL),
            (to(10, 11), "webbed u2", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (1, REVEAL),
            (to(2, 3), EITHER),
            (to(4, 6), "wound p1 u1", BOTH),
            (to(7, 9), "lower 2", REVEAL),
            (to(10, 11), "webbed u2", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (to(1, 2), EITHER),
            (to(3, 6), "exhaust", BOTH),
            (to(7, 9), "lower 3", REVEAL),
            (to(10, 11), "webbed u2", REVEAL),
            (12, "token", REVEAL),
        ),
    ],
    "moon_cove": [
        faces(
            (to(1, 2), REVEAL),
            (to(3, 4), EITHER),
            (to(5, 6), BOTH),
            (to(7, 9), "re-roll 2", REVEAL),
            (to(10, 11), "drowning", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (1, REVEAL),
            (to(2, 4), EITHER),
            (to(5, 6), BOTH),
            (to(7, 9), "damage u1", REVEAL),
            (to(10, 11), "drowning", REVEAL),
            (12, "token", REVEAL),
        ),
        faces(
            (to(1, 4), EITHER),
            (to(5, 8), BOTH),
            (to(9, 11), "drowning", REVEAL),
            (12, "token", REVEAL),
        ),
    ],
}

PLAIN = {
    "viros": ("fury", "hunting-instincts", "u1", 4),
    "frostwild": ("storm", "avalanche", "p1", 4),
    "neverset": ("bloom", "soothing-scent", "u1", 3),
    "lordswall": ("horde", "flanking-strike", "u4", 3),
    "shadowreck": ("lair", "unfathomable", "p1", 4),
    "moon_cove": ("abyss", "capsize", "u4", 3),
}
"""An aspect of each Chimera that does nothing on being revealed or declared attacker: whom it attacks, how hard."""

ALL = [(who, phase, face) for who in TABLE for phase in (1, 2, 3) for face in range(1, 13)]
POWER = 2
"""Every rage die that is rolled shows power, two at once too."""


def scene(who: str, phase: int, tired: tuple[str, ...] = ()) -> Rains:
    """Aspects up, down, up, down; units fit, exhausted, fit, exhausted; the first is webbed, where there are webs."""
    aspects, plain, _, _ = PLAIN[who]
    third = "photosynthesize" if who == "neverset" else plain
    up = [{"card": card, "exhaustion": int(ref in tired)} for ref, card in (("a1", plain), ("a3", third))]
    webbed = {"webbed": 1} if who == "shadowreck" else {}
    units = [
        unit("One", life=9, attached=webbed),
        unit("Two", life=9, exhaustion=1),
        unit("Three", life=9),
        unit("Four", life=9, exhaustion=1),
    ]
    dice = {"power": 3, "class": 2, "basic": 1, "exhausted": 4}
    facing = [up[0], {"blood": 2}, up[1], {"blood": 2}]
    return solo(who, facing, units, p1={"dice": dice, "exhaustion": 1}, phase=phase, aspects=aspects)


def facts(table: Rains) -> dict[str, Any]:
    """Everything a behaviour row can change."""
    born, chimera = table.born(), table.chimera
    found: dict[str, Any] = {"rage": chimera["rage"]["power"], "tokens": chimera["red_rains"]}
    found["levels"] = 2 * born["dice"]["power"] + born["dice"]["class"]
    found["dice"] = sum(born["dice"].values())
    found["p1"] = (born["wounds"], born["exhaustion"], born["attached"])
    for one in born["units"]:
        found[one["ref"]] = (one["wounds"], one["attached"])
    for one in born["facing"]:
        found[one["ref"]] = (
            one.get("card", ""),
            one.get("status", 0),
            one.get("exhaustion", 0),
            one.get("attached", {}),
        )
    return found


def expected(before: dict[str, Any], who: str, side: str, main: str, tired: tuple[str, ...]) -> dict[str, Any]:
    """The facts after a Roll with this row, where every die shows power and every choice falls on the first offered."""
    _, plain, prey, blow = PLAIN[who]
    found = dict(before)

    def hurt(ref: str, n: int) -> None:
        found[ref] = (found[ref][0] + n, *found[ref][1:])

    def put(ref: str, card: str) -> None:
        found[ref] = (*found[ref][:-1], {**found[ref][-1], card: 1})

    def token(ref: str) -> None:
        card, status, exhaustion, attached = found[ref]
        found[ref] = (card, status, exhaustion + 1, attached)

    def photosynthesize() -> None:
        found["a3"] = (found["a3"][0], found["a3"][1] - 1, *found["a3"][2:])
        found["rage"] += 1

    if who == "neverset":
        photosynthesize()
    found["rage"] += 1
    what, *more = side.split() or [""]
    if what == "lower":
        found["levels"] -= int(more[-1])
    elif what in ("raise", "re-roll"):
        found["rage"] += int(more[0])
    elif what == "token":
        found["tokens"] += 1
    elif what == "status":
        photosynthesize()
    elif what == "exhaust":
        found["p1"] = (found["p1"][0], 2, {})
    elif what in ("damage", "wound"):
        for ref in ("u2", "u4", "p1") if more == ["exhausted"] else more[:1]:
            hurt(ref, 1)
    elif what in ("stun", "bleed", "webbed"):
        put(more[0], what)
    elif what == "drowning":
        put("p1", what)
    elif what == "summon":
        found["a5"] = (more[0], 3 if more[0] == "scarlet-seed" else 0, 0, {})
    shown = (plain, 0, 0, {"vigor": 1} if what == "vigor" else {})
    able = [ref for ref in ("a1", "a3") if ref not in tired]
    if main == EITHER and able:
        token(able[0])
        hurt(*(("p1", 2) if (who, able[0]) == ("neverset", "a3") else (prey, blow)))
        return found
    found["a2"] = shown
    if main == BOTH or (main == RIGHT and not able):
        token("a2")
        hurt(prey, blow)
    elif main == RIGHT:
        token(able[-1] if "a3" in able else "a2")
        hurt(prey, blow)
    return found


def play(who: str, phase: int, face: int, tired: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    table = scene(who, phase, tired)
    before = facts(table)
    plain = PLAIN[who][1]
    table.turn(power=POWER, face=face, shows=[plain])
    for _ in range(9):
        if table.asked == "turn":
            break
        table.answer(table.offered()[0], power=POWER, face=face, shows=[plain])
    return before, facts(table)


@rule("RR-TURN-06", "RR-TURN-07", "RR-ULT-07")
@pytest.mark.parametrize(("who", "phase", "face"), ALL)
def test_a_face_does_what_the_table_says_and_nothing_else(who: str, phase: int, face: int) -> None:
    side, main = TABLE[who][phase - 1][face]
    before, found = play(who, phase, face, ())
    assert found == expected(before, who, side, main, ())


@rule("RR-TURN-09", "RR-ATK-02", "RR-ATK-03", "RR-REV-06")
@pytest.mark.parametrize("tired", [("a1",), ("a3",), ("a1", "a3")], ids="-".join)
@pytest.mark.parametrize(
    ("who", "phase", "face"), [one for one in ALL if TABLE[one[0]][one[1] - 1][one[2]][1] != REVEAL]
)
def test_a_face_that_attacks_finds_another_attacker_or_reveals(
    who: str, phase: int, face: int, tired: tuple[str, ...]
) -> None:
    side, main = TABLE[who][phase - 1][face]
    before, found = play(who, phase, face, tired)
    assert found == expected(before, who, side, main, tired)


@rule("RR-TURN-06", "RR-LAW-01", "RR-DICE-03")
@pytest.mark.parametrize(
    ("who", "phase", "face", "offered"),
    [
        ("lordswall", 2, 7, {"p1", "u4"}),
        ("shadowreck", 2, 5, {"p1", "u1"}),
        ("viros", 1, 7, {"power", "class"}),
        ("shadowreck", 3, 8, {"power", "class"}),
    ],
)
def test_a_choice_left_open_is_the_players_own(who: str, phase: int, face: int, offered: set[str]) -> None:
    table = scene(who, phase)
    table.turn(face=face)
    assert set(table.offered()) == offered


@rule("RR-TURN-06")
@pytest.mark.parametrize(("who", "phase", "face"), [one for one in ALL if TABLE[one[0]][one[1] - 1][one[2]][0]])
def test_a_side_action_comes_first_but_for_vigor_and_the_status_of_neverset(who: str, phase: int, face: int) -> None:
    table = scene(who, phase)
    table.turn(power=POWER, face=face, shows=[PLAIN[who][1]])
    before = table.told().index("behaviour") + 1
    while table.asked != "turn":
        table.answer(table.offered()[0], power=POWER, face=face, shows=[PLAIN[who][1]])
    first = table.told()[before]
    assert (first == "revealed") == (TABLE[who][phase - 1][face][0] in ("vigor", "status"))
