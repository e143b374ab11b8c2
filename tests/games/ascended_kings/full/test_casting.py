"""Casting cards: who may be named, what it costs, where the card goes; the Ylem Shield."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ascended_kings.full.card_table import Table, at, cards, one

WOUND = {"do": "wound", "count": 1}


def hand(*cards: str, ylem: int = 0, **facts: Any) -> dict[str, Any]:
    return {"hand": list(cards), "ylem": ylem, **facts}


# --- price and pile --------------------------------------------------------------------------------------


@pytest.mark.rule("AK-CARD-07", "AK-CARD-10", "AK-INDEX-10")
def test_the_rulebooks_example_of_sun_and_sky() -> None:
    table = at(44, 46, who={"p1": hand("sun-and-sky-2", ylem=3)}).cast("sun-and-sky-2", who="p2")
    assert table.ylem("p1") == 1
    assert (table.tile("p1"), table.tile("p2")) == (46, 44)
    assert table.hand("p1") == []
    assert table.discarded() == {"sun-and-sky-2": 1}
    assert table.told("cast")[0]["ylem"] == 2


@pytest.mark.rule("AK-CARD-07")
def test_the_whole_price_must_lie_in_the_ylem_pool() -> None:
    table = at(44, 46, who={"p1": hand("sun-and-sky-2", ylem=1, transmuted=["ylem"])}, items={"10": {"ylem": 2}})
    assert table.refused("p1", "cast", card="sun-and-sky-2", who="p2") == "AK-CARD-07"
    assert table.targets("sun-and-sky-2") == set()


@pytest.mark.rule("AK-CARD-07")
def test_only_a_card_in_the_own_hand_is_cast() -> None:
    table = at(44, 46, who={"p1": {"ylem": 5}, "p2": hand("sun-and-sky-2")})
    assert table.refused("p1", "cast", card="sun-and-sky-2", who="p2") == "AK-CARD-07"
    assert table.refused("p1", "cast", card="no-such-card", who="p2") == "TABLE"


@pytest.mark.rule("AK-CARD-08")
def test_a_cast_without_a_target_costs_nothing_and_leaves_the_card_in_hand() -> None:
    table = at(44, 59, who={"p1": hand("sun-and-sky-2", ylem=3)})
    assert table.refused("p1", "cast", card="sun-and-sky-2") == "AK-CARD-08"
    assert table.refused("p1", "cast", card="sun-and-sky-2", who="p2") == "AK-CARD-12"
    assert (table.ylem("p1"), table.hand("p1")) == (3, ["sun-and-sky-2"])


@pytest.mark.rule("AK-CARD-09")
def test_the_focus_of_a_card_does_not_matter_for_casting() -> None:
    table = at(44, 45, who={"p1": hand("rubedo-1", "egis-bound-1", ylem=2, king="vara", pool={"dire": 1})})
    table.cast("rubedo-1", who="p2").cast("egis-bound-1")
    assert table.pool("p2") == {"dire": 1}
    assert table.pool("p1") == {"dire": 1, "egis": 2}


@pytest.mark.rule("AK-CARD-10")
def test_any_number_of_cards_in_one_turn() -> None:
    table = at(44, 45, who={"p1": hand("rubedo-1", "separation-1", "fermentation-1", ylem=3)})
    table.cast("fermentation-1").cast("rubedo-1", who="p2").cast("separation-1", who="p2")
    assert (table.hand("p1"), table.ylem("p1"), table.tile("p2")) == ([], 0, 46)


@pytest.mark.rule("AK-CARD-11", "AK-CARD-03")
def test_special_cards_cost_nothing_and_go_to_the_pile_of_their_deck() -> None:
    revenant = {"form": "revenant", "hand": ["the-traverse-2", "revenant-curse", "break-transmutation"]}
    table = at(44, 46, who={"p1": revenant, "p2": {"ylem": 3, "transmuted": ["pyre"]}})
    table.cast("the-traverse-2", who="p2").cast("break-transmutation", who="p2").cast("revenant-curse", who="p2")
    assert table.discarded("revenant") == {"the-traverse-2": 1, "break-transmutation": 1, "revenant-curse": 1}
    assert table.discarded("ascendant") == {}


@pytest.mark.rule("AK-CARD-11", "AK-INST-10")
def test_what_has_no_ability_is_not_cast() -> None:
    table = at(44, 46, who={"p1": hand("pneuma-mundus", "prismatic-inscription", ylem=5)})
    assert table.refused("p1", "cast", card="pneuma-mundus", who="p2") == "AK-INST-10"
    assert table.refused("p1", "cast", card="prismatic-inscription") == "AK-CARD-01"


@pytest.mark.rule("AK-CARD-02")
def test_one_use_consumes_the_card() -> None:
    cast = at(44, 46, who={"p1": hand("sun-and-sky-2", ylem=2)}).cast("sun-and-sky-2", who="p2")
    assert cast.refused("p1", "instant", card="sun-and-sky-2") == "AK-INST-08"
    used = at(44, 46, who={"p1": hand("sun-and-sky-2", ylem=2)}).instant("p1", "sun-and-sky-2")
    assert used.refused("p1", "cast", card="sun-and-sky-2", who="p2") == "AK-CARD-07"
    assert (used.pool("p1"), used.ylem("p1")) == ({"aria": 2}, 2)


@pytest.mark.rule("AK-GEM-01")
def test_the_price_makes_room_for_ylem_under_the_miniature() -> None:
    table = at(44, 46, who={"p1": hand("sun-and-sky-2", ylem=5)}, items={"44": {"ylem": 1}})
    table.do("p1", "cast", card="sun-and-sky-2", who="p2")
    assert (table.ylem("p1"), table.on(44)) == (4, {})


@pytest.mark.rule("AK-LATENT-05")
def test_no_card_is_cast_in_the_latent_state() -> None:
    table = at(44, 45, who={"p1": hand("rubedo-1", ylem=1)}, stack=[{"at": "latent", "step": "free"}])
    assert table.refused("p1", "cast", card="rubedo-1", who="p2") == "AK-LATENT-05"


# --- position requirements -------------------------------------------------------------------------------


def aims(target: str, *tiles: int, items: dict[str, Any] | None = None, **keys: Any) -> set[Any]:
    game = one(target, WOUND, **keys)
    return at(*tiles, who={"p1": hand("card-1")}, game=game, items=items or {}).targets("card-1")


@pytest.mark.rule("AK-CARD-12")
@pytest.mark.parametrize(
    ("target", "there", "legal"),
    [
        ("adjacent", 45, True),
        ("adjacent", 34, True),
        ("adjacent", 55, False),
        ("adjacent", 46, False),
        ("surrounding", 45, True),
        ("surrounding", 55, True),
        ("surrounding", 46, False),
        ("surrounding", 66, False),
        ("cardinal", 49, True),
        ("cardinal", 4, True),
        ("cardinal", 45, True),
        ("cardinal", 55, False),
        ("cardinal", 56, False),
        ("any", 99, True),
        ("any", 45, True),
        ("sight", 99, True),
    ],
)
def test_each_requirement_by_itself(target: str, there: int, legal: bool) -> None:
    assert aims(target, 44, there) == ({"p2"} if legal else set())


@pytest.mark.rule("AK-CARD-12", "AK-MOVE-01")
def test_no_requirement_wraps_round_the_edge() -> None:
    assert aims("adjacent", 9, 10) == set()
    assert aims("surrounding", 19, 20) == set()
    assert aims("cardinal", 9, 10) == set()


@pytest.mark.rule("AK-CARD-12")
def test_cardinal_and_any_look_past_others() -> None:
    assert aims("cardinal", 44, 48, 46) == {"p2", "p3"}
    assert aims("any", 44, 48, 46) == {"p2", "p3"}
    assert aims("cardinal", 44, 48, 46, sight=True) == {"p3"}
    assert aims("cardinal", 44, 48, 46, range=2) == {"p3"}
    assert aims("any", 44, 66, 88, range=2) == {"p2"}


@pytest.mark.rule("AK-CARD-12", "AK-INDEX-01", "AK-INDEX-02", "AK-INDEX-03", "AK-INDEX-04")
def test_line_of_sight_exactly() -> None:
    assert "p2" not in aims("sight", 44, 48, 46)
    assert "p2" in aims("sight", 44, 55, 45, 54), "between two who stand diagonally"
    assert "p2" in aims("sight", 44, 57, 46, 55), "through their shared corner alone"
    assert "p2" not in aims("sight", 44, 56, 45)
    assert "p2" not in aims("sight", 44, 56, 55)
    assert "p2" in aims("sight", 44, 48, 88, items={"46": {"bloodstones": 1, "ylem": 3}})
    assert (
        at(44, 48, 46, who={"p1": hand("lancea-of-aeterna")}).refused("p1", "cast", card="lancea-of-aeterna", who="p2")
        == "AK-INDEX-01"
    )


@pytest.mark.rule("AK-CARD-12")
def test_all_opponents_are_hit_and_none_is_named() -> None:
    table = at(44, 0, 99, 45, who={"p1": hand("card-1")}, game=one("all", WOUND))
    assert table.listed("p1", "cast") == [
        {"do": "cast", "seat": "p1", "card": "card-1", "who": None, "tile": None, "choice": None}
    ]
    assert table.refused("p1", "cast", card="card-1", who="p2") == "AK-CARD-12"
    table.cast("card-1")
    assert [table.pool(seat) for seat in ("p1", "p2", "p3", "p4")] == [{}, *[{"dire": 1}] * 3]


@pytest.mark.rule("AK-CARD-12")
def test_each_hits_everybody_in_reach() -> None:
    table = at(44, 45, 99, 55, who={"p1": hand("card-1")}, game=one("surrounding", WOUND, each=True)).cast("card-1")
    assert [table.pool(seat) for seat in ("p2", "p3", "p4")] == [{"dire": 1}, {}, {"dire": 1}]
    nobody = at(44, 99, who={"p1": hand("card-1")}, game=one("surrounding", WOUND, each=True))
    assert nobody.refused("p1", "cast", card="card-1") == "AK-CARD-08"


@pytest.mark.rule("AK-CARD-12")
def test_self_names_nobody_else() -> None:
    table = at(44, 45, who={"p1": hand("fermentation-1", ylem=1)})
    assert table.refused("p1", "cast", card="fermentation-1", who="p2") == "AK-CARD-12"
    assert table.cast("fermentation-1").pool("p1") == {"pyre": 2}


@pytest.mark.rule("AK-DEATH-08", "AK-INDEX-18")
def test_the_dead_are_no_targets() -> None:
    dead: dict[str, Any] = {"seats": None, "dead": [{"seat": "p2"}]}
    del dead["seats"]
    table = at(44, None, 46, who={"p1": hand("citrinitas-2", ylem=2), "p2": {"bloodstones": 0}}, **dead)
    assert table.refused("p1", "cast", card="citrinitas-2", who="p2") == "AK-DEATH-08"
    game = one("all", WOUND)
    both = at(44, None, 46, who={"p1": hand("card-1"), "p2": {"bloodstones": 0}}, game=game, **dead).cast("card-1")
    assert both.pool("p3") == {"dire": 1}
    assert both.told("cast")[0]["targets"] == ["p3"]


@pytest.mark.rule("AK-CARD-08")
def test_conditions_narrow_down_caster_and_target() -> None:
    game = one("any", WOUND, when=["caster.level >= 2", "target.revenant = 1"])
    low = at(44, 45, 46, who={"p1": hand("card-1"), "p2": {"form": "revenant"}}, game=game)
    assert low.refused("p1", "cast", card="card-1", who="p2") == "AK-CARD-08"
    table = at(44, 45, 46, who={"p1": hand("card-1", level=2), "p2": {"form": "revenant"}}, game=game)
    assert table.targets("card-1") == {"p2"}
    assert table.refused("p1", "cast", card="card-1", who="p3") == "AK-CARD-08"


# --- the Ylem Shield -------------------------------------------------------------------------------------


def shielded(card: str, *tiles: int, form: str = "king", **facts: Any) -> Table:
    who = {"p1": {"hand": [card], "ylem": 3, "form": form}, "p2": facts}
    return at(*tiles, who=who, shielded=["p2"])


@pytest.mark.rule("AK-ABIL-12", "AK-DEF-02")
@pytest.mark.parametrize(
    ("card", "form"),
    [
        ("sun-and-sky-2", "king"),
        ("lancea-of-aeterna", "king"),
        ("revenant-curse", "revenant"),
        ("the-traverse-3", "revenant"),
        ("break-transmutation", "revenant"),
        ("dire-transfer-3", "king"),
    ],
)
def test_behind_a_shield_nobody_is_a_target(card: str, form: str) -> None:
    table = shielded(card, 44, 46, form=form, ylem=3, transmuted=["pyre"])
    if card == "dire-transfer-3":
        table = at(44, 46, who={"p1": hand(card, ylem=3, pool={"dire": 1})}, shielded=["p2"])
        assert table.refused("p1", "cast", card=card, tile=46) == "AK-ABIL-12"
    assert table.refused("p1", "cast", card=card, who="p2") == "AK-ABIL-12"
    assert "p2" not in table.targets(card)


@pytest.mark.rule("AK-ABIL-15")
@pytest.mark.parametrize("blocks", [True, False])
def test_what_hits_all_passes_a_shield_by(blocks: bool) -> None:
    options = {"shield.blocks_all_opponents_effects": blocks}
    who = {"p1": hand("card-1")}
    table = at(44, 46, 88, who=who, shielded=["p2"], game=one("all", WOUND), options=options).cast("card-1")
    assert table.pool("p2") == ({} if blocks else {"dire": 1})
    assert table.pool("p3") == {"dire": 1}


@pytest.mark.rule("AK-ABIL-15")
def test_with_everybody_shielded_nothing_can_be_cast_at_all() -> None:
    table = at(44, 46, who={"p1": hand("card-1")}, shielded=["p2"], game=one("all", WOUND))
    assert table.refused("p1", "cast", card="card-1") == "AK-CARD-08"


@pytest.mark.rule("AK-ABIL-13")
def test_a_shield_stops_no_attack_and_undoes_nothing() -> None:
    table = at(44, 45, who={"p1": {"pool": {"pyre": 1}}, "p2": {"pool": {"dire": 1}}}, shielded=["p2"])
    table.do("p1", "attack", who="p2", pyre=1).passing()
    assert table.pool("p2") == {"dire": 2}


@pytest.mark.rule("AK-ABIL-12", "AK-ABIL-14")
def test_a_shield_raised_at_the_start_of_the_turn_lasts_to_its_end() -> None:
    who = {"p1": hand("rubedo-1", ylem=1), "p2": {"transmuted": ["ylem"]}}
    table = at(44, 45, who=who, stack=[{"at": "choose-state"}])
    table.do("p2", "shield")
    assert table.seat("p2")["transmuted"] == []
    table.do("p1", "choose-state", state="active").roll(0).passing()
    assert table.refused("p1", "cast", card="rubedo-1", who="p2") == "AK-ABIL-12"
    table.do("p1", "end-turn").passing()
    assert table.position["shielded"] == []


@pytest.mark.rule("AK-ABIL-12")
def test_a_shield_is_not_raised_against_a_card() -> None:
    who = {"p1": hand("rubedo-1", ylem=1), "p2": {"transmuted": ["ylem"], "hand": ["rubedo-2"]}}
    table = at(44, 45, who=who).do("p1", "cast", card="rubedo-1", who="p2")
    assert table.refused("p2", "shield") == "AK-ABIL-12"


# --- in the middle of it ---------------------------------------------------------------------------------


@pytest.mark.rule("AK-INST-06", "AK-CARD-07")
def test_a_card_announced_can_be_saved_and_played_on() -> None:
    who = {"p1": hand("rubedo-1", ylem=1), "p2": hand("separation-1")}
    table = at(44, 45, who=who).do("p1", "cast", card="rubedo-1", who="p2")
    assert table.asked == {"p2": "target"}
    again = Table(table.game.from_position(table.position), table.game)
    assert again.position == table.position
    assert again.passing().pool("p2") == {"dire": 1}
    assert again.discarded() == {"rubedo-1": 1}


@pytest.mark.rule("AK-CARD-07", "AK-WAR-11")
def test_the_card_is_laid_off_even_if_it_ends_the_game() -> None:
    who = {"p1": hand("albedo-1", ylem=1, bloodstones=1)}
    table = at(22, 99, who=who, war=True, omega_stone=2)
    table.cast("albedo-1", tile=2)
    assert table.state.outcome() is not None
    assert table.discarded() == {"albedo-1": 1}


@pytest.mark.rule("AK-CARD-07")
def test_what_the_price_takes_away_does_not_undo_the_choice() -> None:
    effect = {"do": "convert", "of": "ylem", "into": "pyre", "count": 3, "up_to": True}
    game = cards({"focus": "pyre", "level": 2, "ability": {"target": "self", "effects": [effect]}})
    table = at(44, 45, who={"p1": hand("card-1", ylem=3)}, game=game).cast("card-1", choice="3")
    assert (table.ylem("p1"), table.pool("p1")) == (0, {"pyre": 1})
