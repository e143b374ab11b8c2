"""A turn's four steps, substituting, mutating, Standard and Special Actions, the hand limit."""

from __future__ import annotations

import pytest

from tests.games.chimera_con.table import Table, attack, creature, family, parts, place, special

LOW = family("low")


@pytest.mark.rule("CC-TURN-01")
def test_the_four_steps_come_in_order() -> None:
    table = place({}, {}, at="draw")
    seen = []
    for _ in range(4):
        seen.append(table.moment)
        table.done("p1")
    assert seen == ["draw", "substitute", "action", "discard"]
    assert table.view["turn"] == "p2"
    assert table.refusal("p1", "done").rule == "CC-TURN-01"
    assert table.refusal("p2", "take-off").rule == "CC-TURN-01"


# --- draw ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-DRAW-01", "CC-DRAW-03")
def test_two_cards_of_either_deck_in_any_mix() -> None:
    table = place({}, {}, at="draw")
    table.do("p1", "draw", deck="cheat").draw("trapdoor")
    assert table.moment == "draw"
    table.do("p1", "draw", deck="creature").draw("dune-worm-rear")
    assert table.moment == "substitute"
    assert table.hand("p1") == ["dune-worm-rear", "trapdoor"]


@pytest.mark.rule("CC-DRAW-01")
@pytest.mark.parametrize("drawn", [0, 1])
def test_fewer_than_two_may_be_drawn(drawn: int) -> None:
    table = place({}, {}, at="draw")
    for _ in range(drawn):
        table.do("p1", "draw", deck="creature").draw("dune-worm-rear")
    table.done("p1")
    assert len(table.hand("p1")) == drawn


@pytest.mark.rule("CC-DRAW-01")
def test_a_table_may_insist_on_two_or_none() -> None:
    table = place({}, {}, at="draw", options={"draw_mix": "two_or_none"})
    assert table.may("p1", "done")
    table.do("p1", "draw", deck="creature").draw("dune-worm-rear")
    assert table.refusal("p1", "done").rule == "CC-DRAW-01"
    assert table.state.deciders()["p1"].default in table.state.legal_actions("p1")


@pytest.mark.rule("CC-DRAW-02")
def test_a_third_creature_card_after_two_and_no_more() -> None:
    table = place({}, {}, at={"at": "draw", "creature": 2})
    assert table.refusal("p1", "draw", deck="cheat").rule == "CC-DRAW-02"
    table.do("p1", "draw", deck="creature").draw("dune-worm-rear")
    assert table.moment == "substitute"
    table = place({}, {}, at={"at": "draw", "creature": 1})
    table.do("p1", "draw", deck="cheat").draw("trapdoor")
    assert table.moment == "substitute"


@pytest.mark.rule("CC-DRAW-03")
def test_only_its_owner_sees_a_card_drawn() -> None:
    table = place({}, {}, at="draw").do("p1", "draw", deck="cheat").draw("trapdoor")
    drawn = next(event for event in table.events if event.kind == "drawn")
    assert "trapdoor" not in str(drawn.seen_by("p2")) + str(drawn.seen_by(None))
    assert drawn.seen_by("p1").data["card"] == "trapdoor"
    assert "hand" not in table.state.view("p2")["seats"]["p1"]


@pytest.mark.rule("CC-DRAW-03")
def test_an_empty_deck_is_the_discard_pile_shuffled() -> None:
    decks = {"creature": {}, "cheat": {"trapdoor": 1}}
    table = place({}, {}, at="draw", decks=decks, discard=["dune-worm-rear", "dune-worm-rear"])
    table.do("p1", "draw", deck="creature")
    assert "deck-refilled" in table.kinds()
    assert table.discard == []
    table.draw("dune-worm-rear")
    bare = place({}, {}, at="draw", decks=decks)
    assert bare.refusal("p1", "draw", deck="creature").rule == "CC-DRAW-03"
    table = place({}, {}, at="draw", decks=decks, discard=["dune-worm-rear"], options={"deck_empty": "no_draw"})
    assert table.refusal("p1", "draw", deck="creature").rule == "CC-DRAW-03"


# --- substitute ------------------------------------------------------------------------------------------


def substituting(*hand: str, **options: object) -> Table:
    other = family("other")
    kin = [creature("kin-head", "head", family="low"), creature("kin-body", "body", family="low")]
    seat = {"parts": {**parts("low"), "rear": "other-rear"}, "hand": list(hand)}
    return place(seat, {}, at="substitute", cards=[*LOW, *other, *kin], options=options)


@pytest.mark.rule("CC-SUB-01", "CC-SUB-02", "CC-SUB-03")
def test_one_part_within_the_family_and_the_old_one_goes_to_the_market() -> None:
    table = substituting("kin-head", "kin-body")
    table.do("p1", "substitute", card="kin-head")
    assert table.parts("p1") == ["kin-head", "low-body", "other-rear"]
    assert table.market == ["low-head"]
    assert table.moment == "action"  # one part only, and the action is still there
    assert table.refusal("p1", "substitute", card="kin-body").rule == "CC-TURN-01"


@pytest.mark.rule("CC-SUB-01")
def test_substituting_is_optional_and_needs_a_card_of_the_hand() -> None:
    table = substituting("kin-head")
    assert table.refusal("p1", "substitute", card="kin-body").rule == "CC-SUB-01"
    table.done("p1")
    assert table.parts("p1")[0] == "low-head"


@pytest.mark.rule("CC-SUB-01", "CC-BUILD-02")
def test_a_part_that_does_not_fit_cannot_be_put_in() -> None:
    picky = creature("picky-head", "head", fits=["dragon"])
    table = place({"hand": ["picky-head"], "parts": parts("low")}, {}, at="substitute", cards=[*LOW, picky])
    assert table.refusal("p1", "substitute", card="picky-head").rule == "CC-BUILD-02"


@pytest.mark.rule("CC-SUB-03")
def test_another_family_skips_the_action() -> None:
    table = substituting("other-head").do("p1", "substitute", card="other-head")
    assert table.moment == "discard"
    assert "CC-SUB-03" in table.rules()


@pytest.mark.rule("CC-SUB-03")
def test_a_table_may_compare_with_every_part() -> None:
    table = substituting("other-head", family_change="vs_any_part").do("p1", "substitute", card="other-head")
    assert table.moment == "action"  # the rear is of that family


# --- action ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-ACT-01")
def test_one_action_a_turn() -> None:
    table = place({"parts": parts("low")}, {"parts": parts("low")}, cards=LOW)
    table.fight("open", "p2", [1] * 6, [1] * 6)
    assert table.moment == "discard"
    assert table.refusal("p1", "attack", part="open", target="p2").rule == "CC-TURN-01"


@pytest.mark.rule("CC-ACT-02")
def test_some_actions_are_open_to_all_and_others_to_those_with_the_part() -> None:
    biter = creature("biter-head", "head", family="low", action=attack())
    cards = [*LOW, biter]
    plain = place({"parts": parts("low")}, {}, cards=cards)
    assert plain.may("p1", "attack", part="open", target="p2")
    assert plain.refusal("p1", "attack", part="head", target="p2").rule == "CC-ACT-02"
    armed = place({"parts": {**parts("low"), "head": "biter-head"}}, {}, cards=cards)
    assert armed.may("p1", "attack", part="head", target="p2")
    closed = place({"parts": parts("low")}, {}, cards=cards, options={"open_attack": False})
    assert closed.refusal("p1", "attack", part="open", target="p2").rule == "CC-ACT-02"


@pytest.mark.rule("CC-MUT-01")
def test_mutate_replaces_any_part_by_any_family_and_uses_the_action() -> None:
    table = place({"parts": parts("low"), "hand": ["dune-worm-body"]}, {}, cards=LOW)
    table.do("p1", "mutate", card="dune-worm-body")
    assert table.parts("p1")[1] == "dune-worm-body"
    assert table.market == ["low-body"]
    assert table.moment == "discard"


@pytest.mark.rule("CC-MUT-02")
def test_no_mutate_when_the_action_is_skipped_but_one_after_a_substitute_in_the_family() -> None:
    table = substituting("other-head", "kin-body").do("p1", "substitute", card="other-head")
    assert table.refusal("p1", "mutate", card="kin-body").rule == "CC-SUB-03"
    table = substituting("kin-head", "kin-body").do("p1", "substitute", card="kin-head")
    assert table.may("p1", "mutate", card="kin-body")
    table = substituting("kin-head", "kin-body", mutate_after_substitute=False)
    table.do("p1", "substitute", card="kin-head")
    assert table.refusal("p1", "mutate", card="kin-body").rule == "CC-MUT-02"


@pytest.mark.rule("CC-STD-01")
def test_the_open_standard_action_is_might_against_speed_without_synergy() -> None:
    table = place({"parts": parts("low")}, {"parts": parts("low")}, cards=LOW)
    table.do("p1", "attack", part="open", target="p2")
    assert (table.view["attack"]["attack"], table.view["attack"]["defend"]) == ("might", "speed")
    assert (table.view["attack"]["kind"], table.need("attack")) == ("standard", 6)


def dragon(**options: object) -> Table:
    """The rulebook's own case: a dragon's head, a serpent's body, the rear of a dragon and serpent."""
    cards = [
        creature("d-head", "head", types=["dragon"], action=special(kind="dragon")),
        creature("d-body", "body", types=["serpent"]),
        creature("d-rear", "rear", types=["dragon", "serpent"]),
    ]
    return place({"parts": parts("d")}, {}, cards=cards, options=options)


@pytest.mark.rule("CC-SPEC-01", "CC-SPEC-02", "CC-SPEC-03")
def test_one_die_for_each_other_part_of_the_abilitys_type() -> None:
    table = dragon().do("p1", "attack", part="head", target="p2")
    assert table.need("attack") == 6 + 1
    table = dragon(synergy_source_counts=True).do("p1", "attack", part="head", target="p2")
    assert table.need("attack") == 6 + 2


@pytest.mark.rule("CC-SPEC-01")
def test_a_standard_action_gains_no_dice_from_its_kin() -> None:
    cards = [creature("k-head", "head", action=attack()), *family("k")[1:]]
    table = place({"parts": parts("k")}, {}, cards=cards).do("p1", "attack", part="head", target="p2")
    assert table.need("attack") == 6


@pytest.mark.rule("CC-SPEC-04")
def test_synergy_is_the_attackers_alone_and_may_be_declined() -> None:
    table = dragon()
    assert table.may("p1", "attack", part="head", target="p2", synergy=False)
    assert table.refusal("p1", "attack", part="open", target="p2", synergy=False).rule == "CC-SPEC-04"
    table.do("p1", "attack", part="head", target="p2", synergy=False)
    assert table.need("attack") == 6
    twin = place({"parts": parts("low")}, {"parts": parts("low")}, cards=LOW)
    twin.do("p1", "attack", part="open", target="p2").roll(*[6] * 6)
    assert twin.need("defence") == 6


@pytest.mark.rule("CC-SPEC-04")
@pytest.mark.parametrize(("counts", "dice"), [(True, 2 + 2 + 1), (False, 2 + 2)])
def test_an_unsupported_part_still_gives_its_die_unless_the_table_says_no(counts: bool, dice: int) -> None:
    cards = [
        creature("u-head", "head", size="large"),
        creature("u-body", "body", types=["bird"], action=special()),
        creature("u-rear", "rear", types=["fish"]),
    ]
    table = place({"parts": parts("u")}, {}, cards=cards, options={"unsupported_types_count": counts})
    table.do("p1", "attack", part="body", target="p2")
    assert table.need("attack") == dice


def demanding(stats: tuple[int, int, int, int] = (6, 1, 1, 1)) -> Table:
    head = creature("q-head", "head", stats, action=special(requires={"stat": "magic", "at_least": 14}))
    rest = [creature("q-body", "body", stats, types=["x"]), creature("q-rear", "rear", stats)]
    return place({"parts": parts("q")}, {"parts": parts("low")}, cards=[head, *rest, *LOW])


@pytest.mark.rule("CC-SPEC-05", "CC-SPEC-06")
@pytest.mark.parametrize(("rolled", "works"), [([4, 4, 3, 3], True), ([4, 4, 3, 2], False)])
def test_a_requirement_is_met_or_the_action_is_spent_for_nothing(rolled: list[int], works: bool) -> None:
    table = demanding().do("p1", "attack", part="head", target="p2")
    table.roll(*rolled)  # three dice of Magic and one of synergy: one roll for requirement and attack
    assert ("ability-failed" in table.kinds()) == (not works)
    if works:
        table.roll(*[1] * 6)
        assert table.damage("p2") == 14 - 6
    else:
        assert table.damage("p1") == table.damage("p2") == 0
    assert table.moment == "discard"


@pytest.mark.rule("CC-SPEC-05")
def test_an_ability_that_is_no_attack_rolls_for_its_requirement_too() -> None:
    ability = {"name": "Nap", "kind": "special", "type": "beast", "requires": {"stat": "magic", "at_least": 5},
               "effects": [{"do": "heal", "n": 4}]}  # fmt: skip
    cards = [creature("n-head", "head", (6, 1, 1, 1), action=ability), *family("n", (6, 0, 1, 0), types=["x"])[1:]]
    for die, left in ((5, 1), (4, 5)):
        table = place({"parts": parts("n"), "damage": 5}, {}, cards=cards)
        assert table.may("p1", "attack", part="head")
        assert table.refusal("p1", "attack", part="head", target="p2").rule == "CC-ATK-01"
        table.do("p1", "attack", part="head").roll(die)
        assert table.damage("p1") == left
        assert table.moment == "discard"


# --- discard ---------------------------------------------------------------------------------------------

SEVEN = ["galehawk-head", "galehawk-body", "galehawk-rear", "dune-worm-head", "dune-worm-body", "dune-worm-rear",
         "sky-ray-head"]  # fmt: skip
CHEATS = ["trapdoor", "trapdoor", "loud-whistle", "loud-whistle"]


@pytest.mark.rule("CC-DISC-01", "CC-DISC-02")
def test_seven_creatures_and_four_cheats_lose_two_creatures_to_the_market() -> None:
    table = place({"hand": [*SEVEN, *CHEATS]}, {}, at="discard")
    assert table.refusal("p1", "done").rule == "CC-DISC-01"
    assert table.refusal("p1", "discard", card="sky-ray-head", to="discard").rule == "CC-DISC-02"
    table.do("p1", "discard", card="sky-ray-head", to="market")
    assert table.refusal("p1", "done").rule == "CC-DISC-01"
    table.do("p1", "discard", card="dune-worm-rear", to="market")
    table.done("p1")
    assert sorted(table.market) == ["dune-worm-rear", "sky-ray-head"]
    assert len(table.hand("p1")) == 9


@pytest.mark.rule("CC-DISC-01")
def test_each_kind_of_card_is_counted_alone_and_the_limit_is_an_option() -> None:
    table = place({"hand": [*SEVEN[:5], *CHEATS]}, {}, at="discard")
    assert table.may("p1", "done")
    table = place({"hand": CHEATS}, {}, at="discard", options={"hand_limit": 3})
    assert table.refusal("p1", "done").rule == "CC-DISC-01"


@pytest.mark.rule("CC-DISC-02")
def test_the_player_chooses_what_goes() -> None:
    table = place({"hand": SEVEN}, {}, at="discard")
    assert {action.card for action in table.state.legal_actions("p1")} == set(SEVEN)  # type: ignore[attr-defined]


@pytest.mark.rule("CC-DISC-03")
def test_what_need_not_go_goes_past_the_market() -> None:
    table = place({"hand": SEVEN[:2]}, {}, at="discard")
    assert table.refusal("p1", "discard", card=SEVEN[0], to="market").rule == "CC-DISC-03"
    table.do("p1", "discard", card=SEVEN[0], to="discard")
    assert (table.discard, table.market) == ([SEVEN[0]], [])
    table = place({"hand": SEVEN[:2]}, {}, at="discard", options={"voluntary_discard": "choice"})
    assert table.may("p1", "discard", card=SEVEN[0], to="market")
