"""Every word of the card packs, on cards that the test writes for the occasion."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ascended_kings.full.card_table import Table, at, cards, one

P1 = {"hand": ["card-1"]}


def table(target: str, *effects: dict[str, Any], tiles: tuple[int, ...] = (44, 45), **keys: Any) -> Table:
    """p1 holds a free card of that ability; ``p1``, ``p2``... add facts of seats, ``card`` keys of the ability."""
    who: dict[str, dict[str, Any]] = {"p1": dict(P1)}
    for seat in ("p1", "p2", "p3", "p4"):
        if seat in keys:
            who[seat] = {**who.get(seat, {}), **keys.pop(seat)}
    return at(*tiles, who=who, game=one(target, *effects, **keys.pop("card", {})), **keys)


# --- gems ------------------------------------------------------------------------------------------------


def test_gain_for_the_caster_or_the_target() -> None:
    own = table("self", {"do": "gain", "aria": 1, "ylem": 2}).cast("card-1")
    assert (own.pool("p1"), own.ylem("p1")) == ({"aria": 1}, 2)
    theirs = table("any", {"do": "gain", "pyre": 2, "who": "target"}).cast("card-1", who="p2")
    assert (theirs.pool("p1"), theirs.pool("p2")) == ({}, {"pyre": 2})


@pytest.mark.rule("AK-COMP-10")
def test_gain_core_of_choice_and_as_much_as_the_supply_has() -> None:
    chosen = table("self", {"do": "gain", "core": 3}).cast("card-1")
    chosen.do("p1", "take", aria=1, pyre=2)
    assert chosen.pool("p1") == {"aria": 1, "pyre": 2}
    scarce = table("self", {"do": "gain", "egis": 3}, items={"99": {"egis": 39}}).cast("card-1")
    assert scarce.pool("p1") == {"egis": 1}


def test_gain_times_what_is_counted() -> None:
    per = {"do": "gain", "pyre": 2, "per": "caster.dire", "most": 2}
    assert table("self", per, p1={"level": 2, "pool": {"dire": 3}}).cast("card-1").pool("p1") == {"dire": 3, "pyre": 4}
    assert table("self", per).cast("card-1").pool("p1") == {}
    stones = {"do": "gain", "egis": 1, "per": "target.bloodstones"}
    rich = table("any", stones, p2={"bloodstones": 2}, bloodstones_aside=1).cast("card-1", who="p2")
    assert rich.pool("p1") == {"egis": 2}


def test_lose_as_many_as_there_are() -> None:
    lost = table("any", {"do": "lose", "egis": 3, "ylem": 1}, p2={"pool": {"egis": 2, "aria": 1}, "ylem": 2})
    lost.cast("card-1", who="p2")
    assert (lost.pool("p2"), lost.ylem("p2")) == ({"aria": 1}, 1)


def test_lose_core_of_the_casters_or_the_targets_choice() -> None:
    facts = {"pool": {"egis": 2, "aria": 1}}
    mine = table("any", {"do": "lose", "core": 2}, p2=facts)
    assert {record["choice"] for record in mine.listed("p1", "cast")} == {"aria", "egis"}
    assert mine.refused("p1", "cast", card="card-1", who="p2", choice="pyre") == "TABLE"
    assert mine.cast("card-1", who="p2", choice="egis").pool("p2") == {"aria": 1}
    theirs = table("any", {"do": "lose", "core": 2, "chooses": "target"}, p2=facts).cast("card-1", who="p2")
    assert theirs.asked == {"p2": "keep-gems"}
    assert len(theirs.listed("p2", "keep-gems")) == 2
    assert theirs.do("p2", "keep-gems", egis=1).pool("p2") == {"egis": 1}
    few = table("any", {"do": "lose", "core": 2, "chooses": "target"}, p2={"pool": {"aria": 1}})
    assert few.cast("card-1", who="p2").pool("p2") == {}


def test_steal_and_give() -> None:
    stolen = table("any", {"do": "steal", "ylem": 2, "pyre": 1}, p2={"pool": {"pyre": 3}, "ylem": 1})
    stolen.cast("card-1", who="p2")
    assert (stolen.pool("p1"), stolen.ylem("p1"), stolen.pool("p2"), stolen.ylem("p2")) == (
        {"pyre": 1},
        1,
        {"pyre": 2},
        0,
    )
    given = table("any", {"do": "give", "core": 2}, p1={"pool": {"aria": 3}}).cast("card-1", who="p2", choice="aria")
    assert (given.pool("p1"), given.pool("p2")) == ({"aria": 1}, {"aria": 2})


@pytest.mark.rule("AK-POOL-03", "AK-POOL-04")
def test_what_is_stolen_must_fit() -> None:
    full = table(
        "any",
        {"do": "steal", "pyre": 2, "ylem": 1},
        p1={"pool": {"aria": 9}, "ylem": 5},
        p2={"pool": {"pyre": 2}, "ylem": 1},
    )
    full.cast("card-1", who="p2")
    assert full.asked == {"p1": "keep-gems"}
    full.do("p1", "keep-gems", aria=8, pyre=1)
    assert (full.pool("p1"), full.ylem("p1"), full.pool("p2"), full.ylem("p2")) == ({"aria": 8, "pyre": 1}, 5, {}, 0)


@pytest.mark.rule("AK-INDEX-05")
def test_convert_with_every_choice() -> None:
    fixed = table("self", {"do": "convert", "of": "aria", "into": "ylem", "count": 2}, p1={"pool": {"aria": 3}})
    fixed.cast("card-1")
    assert (fixed.pool("p1"), fixed.ylem("p1")) == ({"aria": 1}, 2)
    up_to = table(
        "self", {"do": "convert", "of": "aria", "into": "ylem", "count": 3, "up_to": True}, p1={"pool": {"aria": 2}}
    )
    assert [record["choice"] for record in up_to.listed("p1", "cast")] == ["1", "2"]
    assert up_to.cast("card-1", choice="1").ylem("p1") == 1
    colours = table(
        "self",
        {"do": "convert", "of": "core", "into": "pyre", "count": 2, "up_to": True},
        p1={"pool": {"aria": 1, "egis": 3, "pyre": 1}},
    )
    assert [record["choice"] for record in colours.listed("p1", "cast")] == ["aria 1", "egis 1", "egis 2"]
    assert colours.cast("card-1", choice="egis 2").pool("p1") == {"aria": 1, "egis": 1, "pyre": 3}
    into = table("any", {"do": "convert", "of": "ylem", "into": "core", "count": 2, "who": "target"}, p2={"ylem": 3})
    assert into.refused("p1", "cast", card="card-1", who="p2") == "TABLE"
    into.cast("card-1", who="p2", choice="egis")
    assert (into.ylem("p2"), into.pool("p2")) == (1, {"egis": 2})
    nothing = table("self", {"do": "convert", "of": "aria", "into": "ylem", "count": 3, "up_to": True}).cast("card-1")
    assert nothing.pool("p1") == {}


# --- wounds ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-WOUND-03", "AK-DEF-03", "AK-KILL-02", "AK-KILL-04")
def test_wound_kills_with_bonus_and_overkill() -> None:
    hit = table("any", {"do": "wound", "count": 2}, p2={"pool": {"egis": 9}}).cast("card-1", who="p2")
    assert hit.pool("p2") == {"egis": 7, "dire": 2} or hit.asked == {"p2": "keep-gems"}
    killed = table("any", {"do": "wound", "count": 2}, p2={"pool": {"dire": 2}}).cast("card-1", who="p2")
    assert killed.told("died")[0]["bonus"] == "p1"
    assert killed.ylem("p1") == 1
    assert killed.told("overkill-bonus")[0]["seat"] == "p1"


@pytest.mark.rule("AK-KILL-07", "AK-WOUND-05")
def test_each_kill_of_one_effect_earns_its_own_bonus() -> None:
    facts = {"pool": {"dire": 2}}
    many = table("all", {"do": "wound", "count": 1}, tiles=(44, 0, 9, 99), p2=facts, p3=facts, p4={"level": 2, **facts})
    many.cast("card-1")
    assert [seat["seat"] for seat in many.told("died")] == ["p2", "p3"]
    assert many.ylem("p1") == 2
    assert many.told("overkill-bonus") == []
    assert many.pool("p4") == {"dire": 3}


def test_wounding_oneself_earns_nothing() -> None:
    own = table("self", {"do": "wound", "count": 3, "who": "caster"}).cast("card-1")
    assert own.told("died")[0]["seat"] == "p1"
    assert own.told("kill-bonus") == []
    assert own.discarded() == {"card-1": 1}


@pytest.mark.rule("AK-WOUND-04")
def test_heal_oneself_or_another() -> None:
    facts = {"level": 3, "pool": {"dire": 4}}
    assert table("self", {"do": "heal", "count": 2}, p1=facts).cast("card-1").pool("p1") == {"dire": 2}
    assert table("self", {"do": "heal", "count": 9}, p1=facts).cast("card-1").pool("p1") == {}
    other = table("any", {"do": "heal", "count": 1, "who": "target"}, p2=facts).cast("card-1", who="p2")
    assert other.pool("p2") == {"dire": 3}


# --- places ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-MOVE-12", "AK-ESC-09")
def test_move_the_caster_within_reach_out_of_the_fire() -> None:
    moved = table("self", {"do": "move", "tiles": 2}, tiles=(44, 45), walls={"top": 2}, items={"66": {"ylem": 1}})
    tiles = {record["tile"] for record in moved.listed("p1", "cast")}
    assert tiles == {10 * row + column for row in (3, 4, 5, 6) for column in range(2, 7)} - {44, 45}
    assert moved.refused("p1", "cast", card="card-1", tile=24) == "AK-MOVE-12"
    assert moved.refused("p1", "cast", card="card-1") == "AK-MOVE-12"
    assert moved.cast("card-1", tile=66).tile("p1") == 66
    assert (moved.ylem("p1"), moved.pool("p1")) == (1, {})


@pytest.mark.rule("AK-MOVE-12", "AK-FIRE-06")
def test_move_the_target_into_the_fire() -> None:
    burning = table("any", {"do": "move", "tiles": 2, "who": "target", "fire": True}, walls={"right": 7})
    tiles = {record["tile"] for record in burning.listed("p1", "cast")}
    assert 47 in tiles
    assert not {48, 58} & tiles, "never behind a wall"
    burning.cast("card-1", who="p2", tile=47)
    assert (burning.tile("p2"), burning.pool("p2")) == (47, {"dire": 1})


@pytest.mark.rule("AK-CARD-08")
def test_nowhere_to_move_to() -> None:
    hemmed = table("self", {"do": "move", "tiles": 1}, tiles=(0, 1, 10, 11))
    assert hemmed.listed("p1", "cast") == []
    assert hemmed.refused("p1", "cast", card="card-1") == "AK-CARD-08"


@pytest.mark.rule("AK-WAR-10")
def test_nobody_without_a_bloodstone_is_moved_onto_the_omega_stone() -> None:
    war = table("self", {"do": "move", "tiles": 1}, tiles=(15, 99), p1={"bloodstones": 0}, war=True, omega_stone=5)
    assert 5 not in {record["tile"] for record in war.listed("p1", "cast")}
    assert war.refused("p1", "cast", card="card-1", tile=5) == "AK-MOVE-12"


@pytest.mark.rule("AK-INDEX-12")
def test_nobody_is_pulled_past_another() -> None:
    pulled = table("any", {"do": "pull", "tiles": 1}, tiles=(44, 48, 46))
    assert pulled.targets("card-1") == {"p3"}
    assert pulled.refused("p1", "cast", card="card-1", who="p2") == "AK-INDEX-12"


@pytest.mark.rule("AK-INDEX-15")
def test_push_everybody_around() -> None:
    pushed = table("surrounding", {"do": "push", "tiles": 1}, tiles=(44, 45, 33, 99), card={"each": True})
    pushed.cast("card-1")
    assert [pushed.tile(seat) for seat in ("p2", "p3", "p4")] == [46, 22, 99]
    blocked = table("surrounding", {"do": "push", "tiles": 1}, tiles=(44, 45, 46, 54), card={"each": True}).cast(
        "card-1"
    )
    assert [blocked.tile(seat) for seat in ("p2", "p3", "p4")] == [45, 46, 64]


@pytest.mark.rule("AK-ABIL-09")
def test_recede_a_wall_from_afar() -> None:
    away = table("self", {"do": "recede"}, walls={"top": 2, "right": 9, "left": 1})
    assert {record["choice"] for record in away.listed("p1", "cast")} == {"top", "left"}
    assert away.cast("card-1", choice="top").position["walls"]["top"] == 1
    none = table("self", {"do": "recede"}, walls={"right": 9})
    assert none.refused("p1", "cast", card="card-1") == "AK-ABIL-09"


@pytest.mark.rule("AK-PROX-06")
def test_spawn_onto_a_free_tile() -> None:
    spawned = table(
        "cardinal", {"do": "spawn", "ylem": 1, "dire": 1}, card={"tile": "only"}, walls={"right": 7}, items={"44": {}}
    )
    targets = spawned.targets("card-1")
    assert 34 in targets
    assert not {45, 47, 49, 55, "p2"} & targets
    assert spawned.refused("p1", "cast", card="card-1", tile=47) == "AK-PROX-02"
    assert spawned.refused("p1", "cast", card="card-1", tile=45) == "AK-CARD-12"
    assert spawned.refused("p1", "cast", card="card-1", who="p2") == "AK-CARD-12"
    assert spawned.refused("p1", "cast", card="card-1") == "AK-CARD-12"
    assert spawned.cast("card-1", tile=34).on(34) == {"ylem": 1, "dire": 1}


# --- cards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-CARD-03")
def test_draw_and_discard() -> None:
    drawn = table("self", {"do": "draw", "count": 2}).cast("card-1")
    assert drawn.asked == {"chance": "draw-card"}
    drawn.draw("card-1").passing().draw("card-1").passing()
    assert drawn.hand("p1") == ["card-1", "card-1"]
    assert drawn.discarded() == {"card-1": 1}
    game = cards({"ability": {"target": "any", "effects": [{"do": "discard", "count": 2}]}}, {"copies": 2}, {})
    thrown = at(44, 45, who={"p1": P1, "p2": {"hand": ["card-2", "card-2", "card-3"]}}, game=game)
    thrown.cast("card-1", who="p2")
    assert thrown.asked == {"p2": "drop-cards"} or "p2" in thrown.asked
    assert {record["card"] for record in thrown.listed("p2", "discard")} == {"card-2", "card-3"}
    thrown.do("p2", "discard", card="card-3").passing()
    thrown.do("p2", "discard", card="card-2").passing()
    assert (thrown.hand("p2"), thrown.asked) == (["card-2"], {"p1": "active"})


def test_discard_the_inscription() -> None:
    game = cards(
        {"ability": {"target": "any", "effects": [{"do": "discard-inscription"}]}},
        {"focus": "pyre", "level": 1},
    )
    burnt = at(44, 45, 46, who={"p1": P1, "p2": {"king": "kynazarr", "inscription": "card-2"}}, game=game)
    assert burnt.targets("card-1") == {"p2"}
    assert burnt.refused("p1", "cast", card="card-1", who="p3") == "AK-INDEX-13"
    burnt.cast("card-1", who="p2")
    assert (burnt.slot("p2"), burnt.discarded()) == (None, {"card-1": 1, "card-2": 1})


@pytest.mark.rule("AK-DICE-11")
def test_roll_dice_by_a_card() -> None:
    rolled = table("self", {"do": "roll", "dice": 2}).cast("card-1").dice(4, 4).passing()
    rolled.do("p1", "allocate", pyre=2)
    assert (rolled.pool("p1"), rolled.ylem("p1")) == ({"pyre": 2}, 1)


# --- several effects, and when ---------------------------------------------------------------------------


def test_effects_follow_one_another() -> None:
    both = table("adjacent", {"do": "push", "tiles": 2}, {"do": "wound", "count": 1}, {"do": "gain", "ylem": 1})
    both.cast("card-1", who="p2")
    assert (both.tile("p2"), both.pool("p2"), both.ylem("p1")) == (47, {"dire": 1}, 1)


def test_the_dead_are_passed_over_by_what_follows() -> None:
    effects = ({"do": "wound", "count": 3}, {"do": "steal", "ylem": 2}, {"do": "gain", "pyre": 1})
    dead = table("any", *effects, p2={"ylem": 2}).cast("card-1", who="p2")
    assert dead.pool("p1") == {"pyre": 1}
    assert (dead.ylem("p1"), dead.ylem("p2")) == (1, 2), "the kill bonus alone"


def test_an_effect_with_a_condition_is_passed_over_where_it_fails() -> None:
    effects = (
        {"do": "gain", "pyre": 1, "when": ["target.king = 1", "caster.fire = 0"]},
        {"do": "gain", "aria": 1, "when": ["target.level <= 1"]},
        {"do": "gain", "egis": 1, "when": ["target.cards >= 1"]},
    )
    assert table("any", *effects, p2={"level": 2}).cast("card-1", who="p2").pool("p1") == {"pyre": 1}
    assert table("any", *effects, p2={"form": "revenant"}).cast("card-1", who="p2").pool("p1") == {"aria": 1}


def test_conditions_are_looked_at_as_the_effect_comes() -> None:
    effects = (
        {"do": "lose", "pyre": 1},
        {"do": "wound", "count": 1, "when": ["target.pyre = 0"]},
    )
    assert table("any", *effects, p2={"pool": {"pyre": 1}}).cast("card-1", who="p2").pool("p2") == {"dire": 1}
    assert table("any", *effects, p2={"pool": {"pyre": 2}}).cast("card-1", who="p2").pool("p2") == {"pyre": 1}


@pytest.mark.rule("AK-ACTIVE-08")
def test_who_dies_of_the_own_card_is_done() -> None:
    keys: dict[str, Any] = {"tiles": (46, 47), "walls": {"right": 7}, "p1": {"pool": {"dire": 2}}}
    own = table("any", {"do": "swap"}, {"do": "wound", "count": 1}, {"do": "gain", "pyre": 1}, **keys)
    own.cast("card-1", who="p2")
    assert own.told("died")[0]["seat"] == "p1"
    assert own.told("turn-cut-short")[0]["seat"] == "p1"
    assert own.pool("p2") == {"dire": 1}, "the card is resolved to its end"
    assert own.discarded() == {"card-1": 1}


@pytest.mark.rule("AK-CARD-07")
def test_a_price_other_than_the_level() -> None:
    game = cards(
        {"focus": "pyre", "level": 3, "price": 1, "ability": {"target": "self", "effects": [{"do": "gain", "pyre": 1}]}}
    )
    cheap = at(44, 45, who={"p1": {**P1, "ylem": 2}}, game=game).cast("card-1")
    assert (cheap.ylem("p1"), cheap.pool("p1")) == (1, {"pyre": 1})


@pytest.mark.rule("AK-ACTIVE-08", "AK-CARD-07")
def test_a_card_that_outlives_its_caster_can_be_saved() -> None:
    effects = ({"do": "wound", "count": 3, "who": "caster"}, {"do": "draw", "count": 1, "who": "target"})
    own = table("any", *effects).cast("card-1", who="p2")
    assert own.asked == {"chance": "draw-card"}
    again = Table(own.game.from_position(own.position), own.game)
    assert again.position == own.position
