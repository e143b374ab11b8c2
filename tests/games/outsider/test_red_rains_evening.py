"""A first round against the Corpse of Viros, turn by turn, with everything on the table worked out beforehand."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import CHANCE

from .rains import GAME, Rains

rule = pytest.mark.rule

POSITION: dict[str, Any] = {
    "seats": {"p1": {"facing": [{"blood": 1}, {"blood": 2}, {"blood": 2}, {"blood": 2}]}},
    "aspects": "shadow",
}


def chimera(table: Rains, power: int, face: int, *shows: str) -> Rains:
    """The Chimera's Roll: the rage die, the behaviour die, what is revealed."""
    table.do("roll-rage", CHANCE, power=power).do("roll-die", CHANCE, face=face)
    for card in shows:
        table.do("show", CHANCE, card=card)
    return table


def tells(table: Rains, *, wounds: int, life: int, rage: int, rains: int, phase: int = 1) -> None:
    """Wounds on the Chimera and on the Phoenixborn, rage dice at power, Red Rains tokens, the phase."""
    shown = table.chimera
    found = (shown["wounds"], table.born()["wounds"], shown["rage"]["power"], shown["red_rains"], shown["phase"])
    assert found == (wounds, life, rage, rains, phase)
    assert GAME.from_position(table.state.position()).view(None) == table.state.view(None)


@rule("RR-TURN-01", "RR-TURN-06", "RR-TURN-11", "RR-RAGE-04", "RR-BASE-06", "RR-TOK-04", "RR-ULT-01")
def test_a_first_round_with_viros() -> None:
    table = Rains("viros", POSITION["seats"], aspects="shadow", level="S1")
    facing = [one["ref"] for one in table.born()["facing"]]

    # 1: Bear enters. 5 reveals Stormcall, which attacks the rightmost unit and dies of its counter.
    table.do("enter", name="Bear", attack=3, life=4).do("end-turn")
    bear = table.born()["units"][0]["ref"]
    chimera(table, 1, 5, "stormcall")
    assert (table.asked, sorted(table.offered())) == ("guard", ["no", "p1"])
    table.answer("no").answer("yes")
    tells(table, wounds=1, life=0, rage=1, rains=0)
    assert (table.card(bear)["wounds"], table.card(bear)["exhaustion"]) == (1, 1)

    # 2: a pass raises a die. 12 places a token and reveals Lurk.
    chimera(table.do("pass"), 0, 12, "lurk")
    tells(table, wounds=1, life=0, rage=2, rains=1)

    # 3: Cat enters. 3 lets Lurk attack the leftmost unit; the Phoenixborn guards.
    table.do("enter", name="Cat", attack=1, life=1, text="unit guard").do("end-turn")
    cat = table.born()["units"][1]["ref"]
    chimera(table, 1, 3)
    assert sorted(table.offered()) == ["no", "p1", cat]
    table.answer("p1")
    tells(table, wounds=1, life=4, rage=3, rains=1)

    # 4: Lurk is exhausted and hidden no more: Cat kills it past a guard roll of 3. 10 raises the fifth die.
    table.do("attack", units=[cat], target=facing[1]).do("roll-die", CHANCE, face=3)
    assert table.gone(facing[1])
    chimera(table.do("end-turn"), 1, 10, "dark-descent")
    tells(table, wounds=3, life=4, rage=0, rains=2)

    # 5: a pass. 4 lets Dark Descent attack: Bear is exhausted and so discarded, and nobody is left to block.
    chimera(table.do("pass"), 0, 4)
    assert table.gone(bear)
    tells(table, wounds=3, life=7, rage=1, rains=2)

    # 6: a pass. 1 reveals Constrict, which exhausts the only fit card.
    chimera(table.do("pass"), 0, 1, "constrict")
    if table.asked == "pick":
        assert table.offered() == ["p1"]
        table.answer("p1")
    assert table.born()["exhaustion"] == 1
    tells(table, wounds=3, life=7, rage=2, rains=2)

    # 7: nothing is face down, a pass raises nothing. Constrict attacks Cat, which is exhausted; no guard is left.
    table.do("pass")
    assert table.gone(cat)
    tells(table, wounds=3, life=7, rage=2, rains=2)

    # 8: both pass. Two aspects are added; two are up, and the first of their tokens brings the Ultimate.
    table.do("pass")
    for _ in range(2):
        table.do("back", CHANCE, blood=1)
    tells(table, wounds=3, life=8, rage=2, rains=1, phase=2)
    view = table.state.view(None)
    assert (view["round"], view["first"], table.asked) == (2, "chimera", "roll-rage")
    shown = [(one.get("card", ""), one["blood"], one.get("exhaustion", 0)) for one in table.born()["facing"]]
    assert shown == [("dark-descent", 2, 0), ("constrict", 2, 0), ("", 1, 0), ("", 1, 0)]
    assert (table.born()["exhaustion"], table.born()["guard_used"]) == (0, False)
    assert (table.chimera["pile"], table.chimera["discard"]) == (12, {"lurk": 1, "stormcall": 1})


@rule("RR-TURN-12", "RR-TURN-02", "RR-ATK-06", "RR-LAW-09", "RR-TIME-03", "RR-RAGE-05")
def test_three_turns_of_two_against_neverset() -> None:
    sides: dict[str, Any] = {
        "p1": {
            "facing": [{"blood": 1, "ref": "a1"}, {"blood": 2, "ref": "a2"}],
            "units": [
                {"name": "Ant", "attack": 2, "life": 4, "ref": "u1"},
                {"name": "Bee", "attack": 1, "life": 2, "ref": "u2"},
            ],
        },
        "p2": {"facing": [{"blood": 1, "ref": "a3"}], "units": [{"name": "Cow", "attack": 3, "life": 5, "ref": "u4"}]},
    }
    table = Rains("neverset", sides, aspects="thorn", rage=3, red_rains=1)

    # p1 passes before something face down: a die rises. The fifth turns on the Roll: a token, all back to basic.
    table.do("pass", "p1").do("end-turn", "p2")
    chimera(table, 1, 10, "vine-whip")  # Bleed on the leftmost unit, and Vine Whip brings another
    assert (table.chimera["rage"]["power"], table.chimera["red_rains"]) == (0, 2)
    assert table.card("u1")["attached"] == {"bleed": 2}
    chimera(table, 0, 8, "explosive-pods")  # against p2: revealed, and then its status ability is used
    assert table.card("a3")["status"] == 2

    # Ant bleeds twice as p1's turn ends. Cow strikes at the pods; the Chimera guards.
    table.do("end-turn", "p1")
    assert (table.card("u1")["wounds"], table.card("u4")["wounds"]) == (2, 0)
    table.do("attack", "p2", units=["u4"], target="a3").do("roll-die", CHANCE, face=12).do("end-turn", "p2")
    assert (table.chimera["wounds"], table.card("u4")["exhaustion"]) == (3, 1)
    chimera(table, 1, 6, "overgrowth")
    assert table.chimera["rage"]["power"] == 2
    # against p2 nothing is face down: the pods lose a token and attack, and Cow is too tired to block
    assert (table.card("a3")["status"], table.card("a3")["exhaustion"]) == (1, 1)
    assert (table.born("p1")["wounds"], table.born("p2")["wounds"]) == (0, 2)

    # Bee and Vine Whip kill each other, and Overgrowth beside it answers; Ant bleeds to death. p2 passes;
    # nothing is face down there.
    table.do("attack", "p1", units=["u2"], target="a1").do("roll-die", CHANCE, face=1)
    assert (table.gone("u2"), table.gone("a1"), table.chimera["wounds"]) == (True, True, 4)
    table.do("end-turn", "p1")
    assert table.born("p1")["units"] == []
    table.do("pass", "p2")
    assert table.chimera["rage"]["power"] == 2
    # Overgrowth bites p1; the pods, exhausted as they are, burst over p2's units alone, and the Chimera passes there
    assert (table.born("p1")["wounds"], table.born("p2")["wounds"]) == (1 + 4, 2)
    assert (table.card("a3")["status"], table.card("u4")["wounds"]) == (0, 2)
    assert (table.state.view(None)["passes"], table.state.view(None)["turn"]) == (1, "p1")
