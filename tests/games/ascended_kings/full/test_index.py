"""The Card Index on the full track: every card the rulebook explains, by its own words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ascended_kings.full.card_table import Table, at
from tests.games.ascended_kings.full.test_casting import hand

EVERY = {"ylem": 5}


def ready(card: str, *tiles: int, form: str = "king", facts: dict[str, Any] | None = None, **keys: Any) -> Table:
    """p1 with the card and all the Ylem it can take; ``facts`` of p1, ``p2`` and ``p3`` in ``keys``."""
    who = {"p1": {"hand": [card], "ylem": 5, "form": form, **(facts or {})}}
    for seat in ("p2", "p3"):
        if seat in keys:
            who[seat] = keys.pop(seat)
    return at(*tiles, who=who, **keys)


# --- Dire Transfer ---------------------------------------------------------------------------------------

DIRE = {"pool": {"dire": 1}}


@pytest.mark.rule("AK-INDEX-07")
@pytest.mark.parametrize(
    ("level", "legal"), [(1, {"p2", 34, 43, 54}), (2, {"p2", 33, 34, 35, 43, 53, 54, 55}), (3, None)]
)
def test_dire_transfer_reaches_further_with_its_level(level: int, legal: set[Any] | None) -> None:
    table = ready(f"dire-transfer-{level}", 44, 45, 99, facts=DIRE)
    whole = {"p2", "p3", *range(100)} - {44, 45, 99}
    assert table.targets(f"dire-transfer-{level}") == (legal or whole)


@pytest.mark.rule("AK-INDEX-07")
def test_dire_transfer_gives_a_wound_of_ones_own_away() -> None:
    table = ready("dire-transfer-2", 44, 55, facts={"pool": {"dire": 2}}).cast("dire-transfer-2", who="p2")
    assert (table.pool("p1"), table.pool("p2")) == ({"dire": 1}, {"dire": 1})
    assert ready("dire-transfer-2", 44, 55).refused("p1", "cast", card="dire-transfer-2", who="p2") == "AK-INDEX-07"


@pytest.mark.rule("AK-INDEX-07", "AK-KILL-04", "AK-KILL-05")
def test_dire_given_to_an_opponent_kills_with_a_bonus_dire_on_a_tile_without() -> None:
    facts = {**DIRE, "ylem": 3}
    killed = ready("dire-transfer-3", 44, 77, facts=facts, p2={"pool": {"dire": 2}}).cast("dire-transfer-3", who="p2")
    assert killed.told("died")[0]["bonus"] == "p1"
    assert killed.ylem("p1") == 1, "3 paid, 1 for the kill"
    table = ready("dire-transfer-3", 44, 77, facts=facts, p2={"pool": {"dire": 2}}).cast("dire-transfer-3", tile=67)
    assert table.on(67) == {"dire": 1}
    who: dict[str, Any] = {"p1": {"hand": ["separation-1"], "ylem": 1}, "p2": {"pool": {"dire": 2}}}
    pushed = at(44, 45, who=who, items={"46": {"dire": 1}}).cast("separation-1", who="p2")
    assert pushed.told("died")[0]["bonus"] is None
    assert pushed.ylem("p1") == 0


@pytest.mark.rule("AK-INDEX-08")
def test_dire_goes_onto_no_wall_and_no_omega_stone() -> None:
    table = ready(
        "dire-transfer-3", 44, 57, facts=DIRE, walls={"right": 7}, items={"35": {"bloodstones": 1, "ylem": 1}}
    )
    for tile in (37, 39):
        assert table.refused("p1", "cast", card="dire-transfer-3", tile=tile) == "AK-INDEX-08"
    assert "p2" in table.targets("dire-transfer-3"), "who stands on the wall may be given it all the same"
    table.cast("dire-transfer-3", tile=35)
    assert table.on(35) == {"bloodstones": 1, "ylem": 1, "dire": 1}
    war = ready("dire-transfer-3", 44, 57, facts=DIRE, war=True, omega_stone=5)
    assert war.refused("p1", "cast", card="dire-transfer-3", tile=5) == "AK-INDEX-08"
    behind = ready(
        "dire-transfer-3",
        44,
        55,
        facts=DIRE,
        walls={"right": 7},
        options={"index.dire_transfer_behind_fire": True},
    ).cast("dire-transfer-3", tile=39)
    assert behind.on(39) == {"dire": 1}


@pytest.mark.rule("AK-INDEX-07")
def test_a_tile_with_an_opponent_on_it_means_the_opponent() -> None:
    table = ready("dire-transfer-2", 44, 55, facts=DIRE).cast("dire-transfer-2", tile=55)
    assert (table.pool("p2"), table.on(55)) == ({"dire": 1}, {})
    own = ready("dire-transfer-2", 44, 55, facts=DIRE)
    assert own.refused("p1", "cast", card="dire-transfer-2", tile=44) == "AK-CARD-12"


@pytest.mark.rule("AK-INDEX-07", "AK-DEF-02")
def test_transferred_dire_may_be_cancelled() -> None:
    table = ready("dire-transfer-2", 44, 55, facts=DIRE, p2=hand("separation-1"))
    table.do("p1", "cast", card="dire-transfer-2", who="p2")
    while table.asked != {"p2": "wounds"}:
        table.do(next(iter(table.asked)), "pass")
    table.instant("p2", "separation-1", cancel=1).passing()
    assert (table.pool("p1"), table.pool("p2")) == ({}, {})


# --- Egis Bound ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INDEX-09")
@pytest.mark.parametrize(("level", "egis"), [(1, 2), (2, 4), (3, 6)])
def test_egis_bound_takes_a_wound_to_be_cast(level: int, egis: int) -> None:
    card = f"egis-bound-{level}"
    assert ready(card, 44, 99, facts=DIRE).cast(card).pool("p1") == {"dire": 1, "egis": egis}
    assert ready(card, 44, 99).refused("p1", "cast", card=card) == "AK-INDEX-09"


@pytest.mark.rule("AK-INDEX-09", "AK-POOL-03")
def test_egis_bound_into_a_full_pool_is_a_matter_of_substitution() -> None:
    table = ready("egis-bound-2", 44, 99, facts={"pool": {"pyre": 7, "dire": 1}}).cast("egis-bound-2")
    assert table.asked == {"p1": "keep-gems"}
    table.do("p1", "keep-gems", pyre=5, egis=3, aria=0)
    assert table.pool("p1") == {"pyre": 5, "egis": 3, "dire": 1}


# --- Sun & Sky -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INDEX-10")
@pytest.mark.parametrize(("level", "legal"), [(1, {"p2"}), (2, {"p2", "p3"}), (3, {"p2", "p3", "p4"})])
def test_sun_and_sky_reaches_as_far_as_its_level(level: int, legal: set[str]) -> None:
    card = f"sun-and-sky-{level}"
    assert ready(card, 44, 34, 42, 74).targets(card) == legal
    assert ready(card, 44, 55).targets(card) == set()
    assert "p3" in ready("sun-and-sky-2", 44, 45, 46).targets("sun-and-sky-2"), "nobody's sight matters"


@pytest.mark.rule("AK-INDEX-10", "AK-ESC-09", "AK-GEM-06")
def test_both_collect_and_neither_escapes() -> None:
    items = {"46": {"ylem": 1}}
    table = ready("sun-and-sky-2", 44, 46, 45, facts={"ylem": 2}, p2={"ylem": 5}, items=items)
    table.cast("sun-and-sky-2", who="p2")
    assert (table.ylem("p1"), table.on(46)) == (1, {})
    assert table.pool("p1") == {}


@pytest.mark.rule("AK-INDEX-11")
@pytest.mark.parametrize("wounds", [1, 0])
def test_sun_and_sky_into_the_fire(wounds: int) -> None:
    keys: dict[str, Any] = {"walls": {"right": 7}, "options": {"index.swap_into_fire_wounds": wounds}}
    table = ready("sun-and-sky-1", 47, 46, **keys).cast("sun-and-sky-1", who="p2")
    assert (table.tile("p1"), table.tile("p2")) == (46, 47)
    assert table.pool("p2") == ({"dire": wounds} if wounds else {})
    assert table.pool("p1") == {}


# --- Conjunction -----------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INDEX-12", "AK-GEM-06")
def test_conjunction_collects_all_the_way() -> None:
    items = {"47": {"pyre": 1}, "46": {"aria": 1}, "45": {"ylem": 1}}
    table = ready("conjunction-3", 44, 48, items=items).cast("conjunction-3", who="p2")
    assert (table.tile("p2"), table.pool("p2"), table.ylem("p2")) == (45, {"pyre": 1, "aria": 1}, 1)


@pytest.mark.rule("AK-INDEX-12")
@pytest.mark.parametrize(
    ("level", "there", "ends"),
    [
        (1, 48, 47),
        (2, 48, 46),
        (3, 48, 45),
        (1, 46, 45),
        (2, 46, 45),
        (1, 57, 46),
        (2, 57, 45),
        (3, 57, 45),
        (3, 4, 34),
    ],
)
def test_conjunction_pulls_along_the_nearest_tiles(level: int, there: int, ends: int) -> None:
    card = f"conjunction-{level}"
    assert ready(card, 44, there).cast(card, who="p2").tile("p2") == ends


@pytest.mark.rule("AK-INDEX-12")
def test_where_two_tiles_are_equally_near_the_caster_picks() -> None:
    table = ready("conjunction-3", 44, 77)
    assert {record["tile"] for record in table.listed("p1", "cast")} == {45, 54}
    assert table.refused("p1", "cast", card="conjunction-3", who="p2") == "AK-INDEX-12"
    assert table.refused("p1", "cast", card="conjunction-3", who="p2", tile=34) == "AK-INDEX-12"
    assert table.cast("conjunction-3", who="p2", tile=54).tile("p2") == 54
    one_taken = ready("conjunction-3", 44, 77, 45).cast("conjunction-3", who="p2")
    assert one_taken.tile("p2") == 54
    both_taken = ready("conjunction-3", 44, 77, 45, 54).cast("conjunction-3", who="p2")
    assert both_taken.tile("p2") == 55


@pytest.mark.rule("AK-INDEX-12", "AK-INDEX-01")
def test_conjunction_needs_sight_and_somewhere_to_pull_to() -> None:
    assert ready("conjunction-1", 44, 48, 46).refused("p1", "cast", card="conjunction-1", who="p2") == "AK-INDEX-01"
    assert ready("conjunction-1", 44, 45).refused("p1", "cast", card="conjunction-1", who="p2") == "AK-INDEX-12"
    assert ready("conjunction-1", 44, 55).cast("conjunction-1", who="p2", tile=45).tile("p2") == 45


@pytest.mark.rule("AK-WAR-10")
def test_nobody_without_a_bloodstone_is_pulled_or_pushed_through_the_omega_stone() -> None:
    keys: dict[str, Any] = {"war": True, "omega_stone": 5}
    without = ready("conjunction-3", 2, 9, p2={"bloodstones": 0}, **keys)
    assert without.refused("p1", "cast", card="conjunction-3", who="p2") == "AK-WAR-10"
    ends = ready("conjunction-3", 2, 9, p2={"bloodstones": 1}, **keys).cast("conjunction-3", who="p2")
    assert ends.state.outcome() is not None or ends.asked
    assert ends.tile("p2") == 5
    pushed = ready("separation-2", 3, 4, p2={"bloodstones": 0}, **keys)
    assert pushed.refused("p1", "cast", card="separation-2", who="p2") == "AK-WAR-10"
    assert ready("separation-1", 2, 3, p2={"bloodstones": 0}, **keys).cast("separation-1", who="p2").tile("p2") == 4


# --- Separation ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INDEX-15")
@pytest.mark.parametrize(("level", "ends", "wounds"), [(1, 46, 0), (2, 47, 1), (3, 47, 1)])
def test_separation_stops_on_the_wall_with_a_wound(level: int, ends: int, wounds: int) -> None:
    card = f"separation-{level}"
    table = ready(card, 44, 45, walls={"right": 7}).cast(card, who="p2")
    assert table.tile("p2") == ends
    assert table.pool("p2") == ({"dire": wounds} if wounds else {})


@pytest.mark.rule("AK-INDEX-15")
def test_separation_needs_an_adjacent_target_and_room() -> None:
    assert ready("separation-1", 44, 46).refused("p1", "cast", card="separation-1", who="p2") == "AK-CARD-12"
    assert ready("separation-1", 44, 55).refused("p1", "cast", card="separation-1", who="p2") == "AK-CARD-12"
    assert ready("separation-1", 44, 45, 46).refused("p1", "cast", card="separation-1", who="p2") == "AK-INDEX-15"
    assert ready("separation-3", 44, 45, 47).cast("separation-3", who="p2").tile("p2") == 46
    assert ready("separation-3", 48, 49).refused("p1", "cast", card="separation-3", who="p2") == "AK-INDEX-15"


@pytest.mark.rule("AK-INDEX-16", "AK-WOUND-05")
def test_separation_along_the_wall_wounds_on_every_tile() -> None:
    table = ready("separation-3", 37, 47, walls={"right": 7}, p2={"level": 2}).cast("separation-3", who="p2")
    assert (table.tile("p2"), table.pool("p2")) == (77, {"dire": 3})
    assert [data["wounds"] for data in table.told("wounded")] == [1, 1, 1]


@pytest.mark.rule("AK-INDEX-16", "AK-WOUND-05", "AK-DEATH-02", "AK-KILL-02", "AK-KILL-06")
@pytest.mark.parametrize(("dealt", "died", "cards"), [("tile", 57, 0), ("batch", 77, 1)])
def test_who_is_pushed_along_the_wall_dies_on_the_first_tile_that_kills(dealt: str, died: int, cards: int) -> None:
    options = {"index.pushed_fire_wounds": dealt}
    keys: dict[str, Any] = {"walls": {"right": 7}, "options": options, "p2": {"pool": {"dire": 2}, "bloodstones": 2}}
    table = ready("separation-3", 37, 47, facts={"ylem": 3}, **keys).cast("separation-3", who="p2")
    assert [data["tile"] for data in table.told("died")] == [died]
    assert table.on(died - 1) == {"bloodstones": 2}, "beside the strip, by the Proximity Rules"
    assert table.ylem("p1") == 1
    assert len(table.told("overkill-bonus")) == cards


@pytest.mark.rule("AK-INDEX-16", "AK-INST-03", "AK-DEF-06")
def test_each_wound_of_the_way_can_be_cancelled_before_the_next_tile() -> None:
    victim = {"pool": {"dire": 2}, "hand": ["separation-1", "separation-2"]}
    table = ready("separation-3", 37, 47, facts={"ylem": 3}, walls={"right": 7}, p2=victim)
    table.do("p1", "cast", card="separation-3", who="p2").do("p2", "pass")
    assert (table.asked, table.tile("p2")) == ({"p2": "wounds"}, 57)
    table.instant("p2", "separation-1", cancel=1)
    assert (table.asked, table.tile("p2")) == ({"p2": "wounds"}, 67)
    table.passing()
    assert (table.tile("p2"), table.told("died")[0]["tile"]) == (None, 67)


@pytest.mark.rule("AK-INDEX-16", "AK-INDEX-12")
def test_who_is_pulled_along_the_wall_is_wounded_on_every_tile() -> None:
    keys: dict[str, Any] = {"walls": {"right": 7}, "p2": {"pool": {"dire": 1}, "bloodstones": 1}}
    table = ready("conjunction-3", 17, 77, facts={"ylem": 3}, **keys).cast("conjunction-3", who="p2")
    assert [data["tile"] for data in table.told("died")] == [57]
    assert table.on(56) == {"bloodstones": 1}


@pytest.mark.rule("AK-INDEX-16", "AK-GEM-06", "AK-DEATH-02", "AK-DEATH-03")
def test_what_is_picked_up_on_the_way_drops_where_the_way_ends() -> None:
    """p2 takes a Bloodstone on a safe tile, dies on the strip behind it, and both stones fall beside the strip."""
    keys: dict[str, Any] = {"walls": {"right": 7}, "items": {"46": {"bloodstones": 1}}}
    victim = {"pool": {"dire": 2}, "bloodstones": 1}
    table = ready("separation-3", 44, 45, facts={"ylem": 3}, p2=victim, **keys).cast("separation-3", who="p2")
    assert [data["tile"] for data in table.told("died")] == [47]
    assert table.on(46) == {"bloodstones": 2}


@pytest.mark.rule("AK-INDEX-17")
@pytest.mark.parametrize("wounds", [1, 0])
def test_nobody_leaves_the_wall_outward(wounds: int) -> None:
    options = {"index.separation_blocked_on_wall_wounds": wounds}
    table = ready("separation-2", 46, 47, walls={"right": 7}, options=options).cast("separation-2", who="p2")
    assert (table.tile("p2"), table.pool("p2")) == (47, {"dire": wounds} if wounds else {})


@pytest.mark.rule("AK-KILL-06", "AK-KILL-04")
@pytest.mark.parametrize(("credit", "ylem"), [("caster", 1), ("none", 0)])
def test_whoever_dies_of_the_push_is_the_casters_kill(credit: str, ylem: int) -> None:
    keys: dict[str, Any] = {"walls": {"right": 7}, "options": {"kill.separation_fire_credit": credit}}
    table = ready("separation-2", 44, 45, facts={"ylem": 2}, p2={"pool": {"dire": 2}}, **keys)
    assert table.cast("separation-2", who="p2").ylem("p1") == ylem
    assert table.told("died")[0]["bonus"] == ("p1" if ylem else None)


# --- Calcination and Citrinitas --------------------------------------------------------------------------


@pytest.mark.rule("AK-INDEX-13")
def test_calcination_takes_the_inscribed_card() -> None:
    table = ready("calcination-3", 44, 99, p2={"inscription": "calcination-1", "king": "kynazarr"})
    table.cast("calcination-3", who="p2")
    assert (table.hand("p1"), table.slot("p2")) == (["calcination-1"], None)
    assert table.discarded() == {"calcination-3": 1}
    empty = ready("calcination-3", 44, 99)
    assert empty.refused("p1", "cast", card="calcination-3", who="p2") == "AK-INDEX-13"


@pytest.mark.rule("AK-INDEX-13", "AK-INSC-04")
def test_what_lay_face_down_is_told_to_the_two_alone() -> None:
    table = ready("calcination-3", 44, 99, 0, p2={"inscription": "calcination-1", "king": "kynazarr"})
    table.cast("calcination-3", who="p2")
    event = next(event for event in table.events if event.kind == "inscription-taken")
    for seat in ("p1", "p2"):
        assert event.seen_by(seat).data["card"] == "calcination-1"
    for other in ("p3", None):
        seen = event.seen_by(other)
        assert "card" not in seen.data
        assert "Calcination 1" not in seen.text
    assert "calcination-1" not in str(table.state.view("p3"))


@pytest.mark.rule("AK-INDEX-13", "AK-INSC-13")
def test_the_gems_on_a_prismatic_inscription_are_discarded_first() -> None:
    table = ready("calcination-3", 44, 99, p2={"inscription": "prismatic-inscription"})
    before = table.position["supply"]
    table.cast("calcination-3", who="p2")
    assert (table.hand("p1"), table.pool("p2"), table.slot("p2")) == (["prismatic-inscription"], {}, None)
    assert {gem: table.position["supply"][gem] - before[gem] for gem in ("aria", "egis", "pyre")} == {
        "aria": 1,
        "egis": 1,
        "pyre": 1,
    }


@pytest.mark.rule("AK-INDEX-14", "AK-CARD-03")
def test_across_forms_the_card_goes_to_its_own_pile() -> None:
    who = {"inscription": "revenant-calcination-1", "form": "revenant"}
    table = ready("calcination-3", 44, 99, p2=who).cast("calcination-3", who="p2")
    assert table.hand("p1") == []
    assert table.discarded("revenant") == {"revenant-calcination-1": 1}
    back = ready("revenant-calcination-3", 44, 99, form="revenant", p2={"inscription": "prismatic-inscription"})
    back.cast("revenant-calcination-3", who="p2")
    assert back.hand("p1") == []
    assert back.discarded("ascendant") == {"prismatic-inscription": 1}


@pytest.mark.rule("AK-INDEX-05", "AK-INDEX-18")
def test_citrinitas_converts_what_opponents_hold() -> None:
    table = ready("citrinitas-1", 44, 99, p2={"pool": {"pyre": 3, "egis": 1}}).cast("citrinitas-1", who="p2")
    assert table.pool("p2") == {"pyre": 1, "aria": 2, "egis": 1}
    dead: dict[str, Any] = {"dead": [{"seat": "p2"}]}
    who = {"pool": {"pyre": 3}, "bloodstones": 0}
    gone = ready("citrinitas-3", 44, None, 7, p2=who, p3={"pool": {"pyre": 1}}, **dead)  # type: ignore[arg-type]
    assert gone.cast("citrinitas-3").told("cast")[0]["targets"] == ["p3"]
    assert (gone.pool("p2"), gone.pool("p3")) == ({"pyre": 3}, {"aria": 1})


@pytest.mark.rule("AK-INDEX-05", "AK-COMP-10")
def test_converting_ends_with_the_supply() -> None:
    full = {"aria": 13, "pyre": 2}
    table = ready(
        "citrinitas-1",
        44,
        99,
        0,
        9,
        facts={"pool": {"aria": 13}, "level": 3},
        p2={"pool": full, "level": 3},
        p3={"pool": {"aria": 13}, "level": 3},
    )
    table.cast("citrinitas-1", who="p2")
    assert table.pool("p2") == {"aria": 14}, "39 on mats, 1 was left; 2 Pyre are gone"


@pytest.mark.rule("AK-INDEX-18")
def test_without_house_abilities_a_card_has_its_instant_power_alone() -> None:
    options = {"data.cards.unknown_ability": "none"}
    table = ready("citrinitas-1", 44, 99, p2={"pool": {"pyre": 3}}, options=options)
    assert table.refused("p1", "cast", card="citrinitas-1", who="p2") == "AK-CARD-01"
    assert table.listed("p1", "cast") == []
    assert len(table.listed("p1", "instant")) == 1
    assert ready("sun-and-sky-1", 44, 45, options=options).targets("sun-and-sky-1") == {"p2"}


# --- Special Cards ---------------------------------------------------------------------------------------

CURSES = [("lancea-of-aeterna", "king"), ("revenant-curse", "revenant")]


@pytest.mark.rule("AK-INDEX-19", "AK-DEF-03")
@pytest.mark.parametrize(("card", "form"), CURSES)
def test_a_curse_costs_nothing_and_no_egis_helps(card: str, form: str) -> None:
    table = ready(card, 44, 88, form=form, facts={"ylem": 0}, p2={"level": 2, "pool": {"egis": 5}})
    table.cast(card, who="p2")
    assert table.pool("p2") == {"egis": 5, "dire": 3}
    assert ready(card, 44, 88, 66, form=form).refused("p1", "cast", card=card, who="p2") == "AK-INDEX-01"


@pytest.mark.rule("AK-INDEX-19")
def test_house_rules_may_say_how_many_wounds() -> None:
    options = {"data.cards.lancea.wounds": 1, "data.cards.curse.wounds": 2}
    king = ready("lancea-of-aeterna", 44, 88, options=options).cast("lancea-of-aeterna", who="p2")
    revenant = ready("revenant-curse", 44, 88, form="revenant", options=options).cast("revenant-curse", who="p2")
    assert (king.pool("p2"), revenant.pool("p2")) == ({"dire": 1}, {"dire": 2})


@pytest.mark.rule("AK-INDEX-20", "AK-KILL-04")
@pytest.mark.parametrize(("card", "form"), CURSES)
def test_whom_a_curse_kills_hands_over_every_bloodstone(card: str, form: str) -> None:
    facts = {"ylem": 0, "bloodstones": 1}
    table = ready(card, 44, 88, form=form, facts=facts, p2={"bloodstones": 2, "pool": {"dire": 1}}).cast(card, who="p2")
    assert table.seat("p1")["bloodstones"] == 3
    assert table.on(88) == {}
    assert table.ylem("p1") == 1
    assert table.asked == {"chance": "draw-card"}, "3 wounds where 2 were needed: a card for the overkill"


@pytest.mark.rule("AK-INDEX-20")
def test_who_survives_a_curse_keeps_them() -> None:
    table = ready("lancea-of-aeterna", 44, 88, p2={"bloodstones": 1, "hand": ["separation-1"]})
    table.do("p1", "cast", card="lancea-of-aeterna", who="p2")
    while table.asked != {"p2": "wounds"}:
        table.do(next(iter(table.asked)), "pass")
    table.instant("p2", "separation-1", cancel=1).passing()
    assert (table.pool("p2"), table.seat("p2")["bloodstones"]) == ({"dire": 2}, 1)


@pytest.mark.rule("AK-INDEX-21")
@pytest.mark.parametrize("handed", [False, True])
def test_a_curse_leaves_the_ascended_die(handed: bool) -> None:
    options = {"index.lancea_transfers_ascended_die": handed}
    table = ready(
        "revenant-curse",
        44,
        88,
        0,
        form="revenant",
        p2={"pool": {"dire": 1}},
        p3={"form": "revenant"},
        ascended_die="p2",
        options=options,
    ).cast("revenant-curse", who="p2")
    assert table.on(88) == ({} if handed else {"die": 1})
    assert table.position["ascended_die"] == ("p1" if handed else "tile")


@pytest.mark.rule("AK-INDEX-22")
@pytest.mark.parametrize(("version", "have", "left"), [(1, 4, 3), (2, 4, 2), (3, 4, 1), (3, 2, 0), (2, 0, 0)])
def test_the_traverse_discards_as_much_ylem_as_there_is(version: int, have: int, left: int) -> None:
    card = f"the-traverse-{version}"
    table = ready(card, 44, 99, form="revenant", facts={"ylem": 0}, p2={"ylem": have, "transmuted": ["ylem"]})
    assert table.cast(card, who="p2").ylem("p2") == left
    assert table.seat("p2")["transmuted"] == ["ylem"]


@pytest.mark.rule("AK-INDEX-23", "AK-TRANS-07")
def test_break_transmutation_breaks_the_one_that_is_named() -> None:
    who = {"transmuted": ["ylem", "pyre"], "level": 2, "inscription": "prismatic-inscription"}
    table = ready("break-transmutation", 44, 99, form="revenant", p2=who)
    offered = [record["choice"] for record in table.listed("p1", "cast")]
    assert offered == ["ylem", "pyre", "inscription"]
    assert table.refused("p1", "cast", card="break-transmutation", who="p2", choice="aria") == "AK-INDEX-23"
    assert table.refused("p1", "cast", card="break-transmutation", who="p2") == "AK-INDEX-23"
    table.cast("break-transmutation", who="p2", choice="pyre")
    assert (table.seat("p2")["transmuted"], table.pool("p2")) == (["ylem"], {})


@pytest.mark.rule("AK-INDEX-23", "AK-INSC-13")
def test_a_broken_prismatic_inscription_is_discarded() -> None:
    table = ready("break-transmutation", 44, 99, form="revenant", p2={"inscription": "prismatic-inscription"})
    table.cast("break-transmutation", who="p2")
    assert (table.slot("p2"), table.pool("p2")) == (None, {})
    assert table.discarded() == {"prismatic-inscription": 1}


@pytest.mark.rule("AK-INDEX-23")
def test_a_prismatic_transmutation_of_a_revenant_breaks_too() -> None:
    table = ready("break-transmutation", 44, 99, form="revenant", p2={"form": "revenant", "prismatic": 2})
    table.cast("break-transmutation", who="p2", choice="prismatic")
    assert table.seat("p2")["prismatic"] == 1
    none = ready("break-transmutation", 44, 99, form="revenant", p2={"pool": {"aria": 3}})
    assert none.refused("p1", "cast", card="break-transmutation", who="p2") == "AK-INDEX-23"
