"""Forms that a page makes of declarations, and numbers that nobody counts any more."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from immolation.games import Declaration, Field

from .rains import DOWN, GAME, Rains, aspect, deck, solo, unit

rule = pytest.mark.rule


CALM = aspect("calm", "none", 1, 4)


# --- the forms that a page makes of declarations -------------------------------------------------------------


def values(field: Field) -> list[Any]:
    if field.type == "number":
        return [field.low, field.high]
    if field.type == "flag":
        return [True, False]
    return list(field.choices) or ["Something"]


def filled(declaration: Declaration) -> list[dict[str, Any]]:
    """Only what must be there; everything with each value; each optional field alone."""
    must = {field.name: values(field)[0] for field in declaration.fields if not field.optional}
    found = [must]
    found += [{**must, field.name: value} for field in declaration.fields for value in values(field)]
    longest = max((len(values(field)) for field in declaration.fields), default=0)
    turns = [itertools.cycle(values(field)) for field in declaration.fields]
    names = [field.name for field in declaration.fields]
    found += [dict(zip(names, map(next, turns), strict=True)) for _ in range(longest)]
    return found


@rule("RR-LAW-13", "RR-INFO-03", "RR-ABIL-05")
@pytest.mark.parametrize("rich", [False, True])
def test_a_form_filled_as_it_says_is_an_action_and_refused_only_by_a_rule(rich: bool) -> None:
    table = solo(deck(CALM), ["calm", DOWN], [unit()], discard={"calm": 1}) if rich else solo(deck(), [])
    offered = table.state.declarations("p1")
    assert {one.do for one in offered} >= {"enter", "effect", "area", "make-draw", "tuck", "search", "meditate"}
    for declaration in offered:
        for fields in filled(declaration):
            action = GAME.action({"do": declaration.do, "seat": "p1", **fields})
            refusal = table.state.check(action)
            twin = table.state.copy()
            if refusal is None:
                assert twin.apply(action)
            else:
                assert len(refusal.reason) > 10, (declaration.do, fields)
            assert GAME.from_position(table.state.position()).digest() == table.state.digest()


# --- numbers that nobody counts any more ---------------------------------------------------------------------


def again(table: Rains) -> Rains:
    """What can be played can be written down and read."""
    assert GAME.from_position(table.state.position()).digest() == table.state.digest()
    return table


@rule("RR-BASE-03")
def test_a_fall_from_the_greatest_height_can_be_written_down() -> None:
    p1 = {"life": 99, "wounds": 98}
    row = {"main": [{"do": "damage", "target": "phoenixborn", "n": 99}]}
    table = again(solo(deck(CALM, rows=row), [DOWN], p1=p1).turn())
    assert table.state.outcome() is not None
    table = solo(deck(CALM), [DOWN], chimera_card={"life": 999, "wounds": 990})
    again(table.do("effect", what="damage", on="chimera", n=30))
    assert table.state.outcome() is not None


@rule("RR-TOK-04", "RR-DICE-02", "RR-LAW-09", "RR-BASE-02")
def test_heaps_of_tokens_dice_and_guards_can_be_written_down() -> None:
    heap = [{"do": "place_red_rains", "n": 99}, {"do": "exhaust", "target": "phoenixborn", "n": 99}]
    table = solo(deck(CALM, rows={"main": heap}, chimera={"ultimate_value": 99}), [DOWN], red_rains=98)
    again(table.turn())
    table = solo(deck(CALM), ["calm"], [unit(life=9)], guards=99)
    again(table.do("attack", units=["u1"], target="a1").dice(face=12))
    table = solo(deck(CALM), ["calm"], [unit()]).do("place-die", on="u1", dice=10)
    assert table.refused("place-die", on="u1", dice=1) == "TABLE"
    again(table)


@rule("RR-ATK-02", "RR-TGT-04")
@pytest.mark.parametrize(("face", "attacker"), [(3, "u8"), (5, "a1")])
def test_leftmost_is_any_unit_and_the_rightmost_of_lordswall_an_aspect(face: int, attacker: str) -> None:
    """A puppet at either end: the left one attacks where the leftmost unit does, the right one is passed over."""
    puppet = {"name": "Blood Puppet", "attack": 1, "life": 2, "owner": "p1"}
    facing = [{**puppet, "ref": "u8"}, DOWN, {"card": "heartpierce", "ref": "a1"}, {**puppet, "ref": "u9"}]
    table = Rains("lordswall", {"p1": {"facing": facing, "units": [unit(life=9)]}})
    table.turn(face=face, shows=["thunderclap"])
    assert table.state.view(None)["battle"]["attacker"] == attacker


@rule("RR-TIME-03")
@pytest.mark.parametrize("on", ["p1", "chimera"])
@pytest.mark.parametrize("what", ["add-status", "take-status", "destroy", "discard", "remove", "return"])
def test_who_bears_no_status_tokens_and_never_leaves_is_spared_both(on: str, what: str) -> None:
    assert solo(deck(CALM), ["calm"], [unit()]).refused("effect", what=what, on=on) == "TABLE"
