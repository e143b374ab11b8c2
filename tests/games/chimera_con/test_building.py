"""The start of a round: hands, building, missing parts, size, the first Merchant."""

from __future__ import annotations

import pytest

from tests.games.chimera_con.table import Table, begin, creature, family, parts, place

HEADS = ["cinderdrake-head", "mirefang-head", "galehawk-head"]
BODIES = ["cinderdrake-body", "mirefang-body"]
REARS = ["cinderdrake-rear", "mirefang-rear", "galehawk-rear", "thornback-rear", "vine-weasel-rear", "pale-stag-rear"]


def building(*hands: list[str], **more: object) -> Table:
    return place(*({"hand": hand} for hand in hands), at="build", **more)  # type: ignore[arg-type]


@pytest.mark.rule("CC-SETUP-01")
def test_everybody_draws_six_creature_cards() -> None:
    table = begin(3)
    for _ in range(18):
        table.draw(table.state.legal_actions("chance")[0].card)  # type: ignore[attr-defined]
    assert [len(table.hand(seat)) for seat in table.state.seats] == [6, 6, 6]
    assert table.deciders() == ["p1", "p2", "p3"]
    assert table.moment == "build"


@pytest.mark.rule("CC-SETUP-01")
@pytest.mark.parametrize("count", [2, 6])
def test_two_to_six_play(count: int) -> None:
    assert len(begin(count).state.seats) == count


@pytest.mark.rule("CC-BUILD-01")
def test_a_chimera_is_one_head_one_body_one_rear_and_the_other_cards_stay_in_hand() -> None:
    hand = [*HEADS[:2], *BODIES, *REARS[:2]]
    table = building(hand, hand)
    assert len(table.state.legal_actions("p1")) == 8
    refused = table.refusal("p1", "build", head=HEADS[0], body=BODIES[0], rear="")
    assert refused.rule == "CC-BUILD-01"
    assert table.refusal("p1", "build", head=BODIES[0], body=HEADS[0], rear=REARS[0]).rule == "CC-BUILD-01"
    assert table.refusal("p1", "build", head="galehawk-head", body=BODIES[0], rear=REARS[0]).rule == "CC-BUILD-01"
    table.do("p1", "build", head=HEADS[0], body=BODIES[1], rear=REARS[0])
    table.do("p2", "build", head=HEADS[1], body=BODIES[0], rear=REARS[1])
    assert table.parts("p1") == [HEADS[0], BODIES[1], REARS[0]]
    assert table.hand("p1") == [BODIES[0], HEADS[1], REARS[1]]


@pytest.mark.rule("CC-BUILD-01")
def test_leftover_cards_go_to_the_discard_pile_if_the_table_says_so() -> None:
    hand = [HEADS[0], BODIES[0], *REARS[:4]]
    table = building(hand, hand, options={"leftover_cards": "discard_pile"})
    for seat in ("p1", "p2"):
        table.do(seat, "build", head=HEADS[0], body=BODIES[0], rear=REARS[0])
    assert table.hand("p1") == []
    assert sorted(table.discard) == sorted(2 * REARS[1:4])


@pytest.mark.rule("CC-BUILD-01")
def test_nobody_sees_a_chimera_before_all_have_built() -> None:
    hand = [*HEADS[:2], *BODIES, *REARS[:2]]
    table = building(hand, hand)
    table.do("p1", "build", head=HEADS[0], body=BODIES[1], rear=REARS[0])
    assert table.parts("p1") == ["", "", ""]
    assert all(HEADS[0] not in str(event.seen_by("p2")) for event in table.events)
    assert "cinderdrake" not in str(table.state.view(None)["stack"])
    assert table.state.view("p1")["stack"][0]["own"] == [HEADS[0], BODIES[1], REARS[0]]
    assert table.deciders() == ["p2"]


@pytest.mark.rule("CC-BUILD-02")
def test_who_lacks_a_part_lays_down_the_other_two() -> None:
    table = building([*BODIES, *REARS[:4]], [HEADS[0], BODIES[0], REARS[0]])
    assert table.may("p1", "build", head="", body=BODIES[0], rear=REARS[0])
    assert not table.may("p1", "build", head="", body=BODIES[0], rear="")
    assert len(table.state.legal_actions("p1")) == 8


@pytest.mark.rule("CC-BUILD-02")
def test_a_part_that_does_not_fit_counts_as_missing() -> None:
    picky = [creature("picky-head", "head", fits=["serpent"])]
    hand = ["picky-head", "galehawk-body", "galehawk-rear"]
    table = building(hand, hand, cards=[{**picky[0], "copies": 2}])
    assert table.may("p1", "build", head="", body="galehawk-body", rear="galehawk-rear")
    refused = table.refusal("p1", "build", head="picky-head", body="galehawk-body", rear="galehawk-rear")
    assert refused.rule == "CC-BUILD-02"
    assert table.refusal("p1", "build", head="picky-head", body="galehawk-body", rear="").rule == "CC-BUILD-02"
    hand = ["picky-head", "mirefang-body", "mirefang-rear"]
    table = building(hand, hand, cards=[{**picky[0], "copies": 2}])
    assert table.may("p1", "build", head="picky-head", body="mirefang-body", rear="mirefang-rear")


@pytest.mark.rule("CC-BUILD-03")
def test_six_rears_are_exchanged_for_six_new_cards_and_then_shuffled_in() -> None:
    table = building(REARS, [HEADS[0], BODIES[0], "dune-worm-rear"])
    assert [action.__class__.__name__ for action in table.state.legal_actions("p1")] == ["Redraw"]
    assert table.refusal("p1", "build", head="", body="", rear=REARS[0]).rule == "CC-BUILD-03"
    assert table.refusal("p2", "redraw").rule == "CC-BUILD-03"
    deck = table.state.position()["decks"]["creature"]
    table.do("p1", "redraw")
    assert table.state.legal_actions("chance")
    new = ["abyss-crab-head", "abyss-crab-body", "abyss-crab-rear", "sky-ray-head", "sky-ray-body", "sky-ray-rear"]
    for number, card in enumerate(new):
        held = {action.card for action in table.state.legal_actions("chance")}  # type: ignore[attr-defined]
        assert "thornback-rear" in held
        assert sum(table.state.position()["decks"]["creature"].values()) == sum(deck.values()) - number
        table.draw(card)
    assert sorted(table.hand("p1")) == sorted(new)
    after = table.state.position()["decks"]["creature"]
    assert after == {**deck, **dict.fromkeys(new, 1), **dict.fromkeys(REARS, 2)}
    assert table.may("p1", "build", head=new[0], body=new[1], rear=new[2])


@pytest.mark.rule("CC-BUILD-03")
def test_the_old_hand_may_go_to_the_discard_pile() -> None:
    table = building(REARS, [HEADS[0], BODIES[0], "dune-worm-rear"], options={"redraw_old_hand": "discard_pile"})
    table.do("p1", "redraw")
    assert sorted(table.discard) == sorted(REARS)


def searching(*seats: list[str], **more: object) -> Table:
    return place(*({"parts": each} for each in seats), at="search", **more)  # type: ignore[arg-type]


@pytest.mark.rule("CC-BUILD-04", "CC-BUILD-05")
def test_cards_are_turned_up_until_one_fits_and_the_others_are_shuffled_back() -> None:
    table = searching(["", "mirefang-body", "mirefang-rear"], ["galehawk-head", "", "galehawk-rear"])
    deck = table.state.position()["decks"]["creature"]
    table.draw("cinderdrake-body", "pale-stag-rear")
    assert table.view["stack"][0]["turned"] == ["cinderdrake-body", "pale-stag-rear"]
    assert table.parts("p1")[0] == ""
    table.draw("thornback-head")
    assert table.parts("p1")[0] == "thornback-head"
    assert table.state.position()["decks"]["creature"]["cinderdrake-body"] == 1  # p2 searches too: not yet
    table.draw("vine-weasel-body")
    assert table.parts("p2")[1] == "vine-weasel-body"
    assert table.state.position()["decks"]["creature"] == {**deck, "thornback-head": 1, "vine-weasel-body": 1}
    assert "turned-shuffled" in table.kinds()


@pytest.mark.rule("CC-BUILD-04")
def test_a_card_that_does_not_fit_is_only_turned_up() -> None:
    picky = creature("picky-head", "head", fits=["dragon"])
    table = searching(
        ["", "mirefang-body", "mirefang-rear"], ["galehawk-head", "galehawk-body", "galehawk-rear"], cards=[picky]
    )
    table.draw("picky-head")
    assert table.parts("p1")[0] == ""


# --- size ------------------------------------------------------------------------------------------------


def sized(head: str, body: str, rear: str, **options: object) -> Table:
    cards = [
        creature("s-head", "head", (6, 2, 1, 2), size=head, keywords=["airborne"]),
        creature("s-body", "body", (5, 1, 3, 1), size=body),
        creature("s-rear", "rear", (5, 2, 3, 0), size=rear),
    ]
    return place({"parts": parts("s")}, {}, cards=cards, options=options)  # type: ignore[arg-type]


@pytest.mark.rule("CC-SIZE-01", "CC-SIZE-02", "CC-SIZE-03", "CC-SIZE-04")
@pytest.mark.parametrize(
    ("sizes", "supported"),
    [
        (("normal", "large", "normal"), (True, False, True)),
        (("normal", "large", "large"), (True, True, True)),
        (("large", "normal", "normal"), (False, True, True)),
        (("large", "normal", "large"), (False, True, True)),
        (("large", "very_large", "normal"), (False, False, True)),
        (("very_large", "large", "very_large"), (False, True, True)),
        (("very_large", "very_large", "large"), (False, False, True)),
        (("large", "very_large", "very_large"), (True, True, True)),
        (("normal", "normal", "normal"), (True, True, True)),
    ],
)
def test_a_part_above_a_smaller_one_is_unsupported_and_adds_nothing(
    sizes: tuple[str, str, str], supported: tuple[bool, bool, bool]
) -> None:
    table = sized(*sizes)
    assert tuple(part["supported"] for part in table.seat("p1")["parts"].values()) == supported
    printed = ((6, 2, 1, 2), (5, 1, 3, 1), (5, 2, 3, 0))
    counted = [stats for stats, counts in zip(printed, supported, strict=True) if counts]
    assert table.stats("p1") == tuple(map(sum, zip(*counted, strict=True)))


@pytest.mark.rule("CC-SIZE-04")
def test_a_large_head_on_normal_parts_leaves_ten_three_six_one() -> None:
    assert sized("large", "normal", "normal").stats("p1") == (10, 3, 6, 1)


@pytest.mark.rule("CC-SIZE-02")
def test_a_table_may_look_at_the_next_part_only() -> None:
    table = sized("large", "large", "normal", unsupported_test="next_part_only")
    assert [part["supported"] for part in table.seat("p1")["parts"].values()] == [True, False, True]


@pytest.mark.rule("CC-SIZE-04", "CC-SIZE-05")
def test_support_is_judged_anew_after_a_change_of_parts() -> None:
    cards = [*family("low"), creature("big-rear", "rear", (6, 2, 2, 2), size="large"),
             creature("big-body", "body", (9, 2, 2, 2), size="large")]  # fmt: skip
    table = place({"parts": {**parts("low"), "body": "big-body"}, "hand": ["big-rear"]}, {}, cards=cards)
    assert table.stats("p1")[0] == 12
    table.do("p1", "mutate", card="big-rear")
    assert table.stats("p1")[0] == 21


@pytest.mark.rule("CC-SIZE-05", "CC-AIR-07")
def test_an_unsupported_chimera_cannot_fly() -> None:
    assert sized("normal", "normal", "normal").may("p1", "take-off")
    assert sized("normal", "large", "normal").refusal("p1", "take-off").rule == "CC-AIR-07"
    loose = sized("normal", "large", "normal", unsupported_airborne="tagged_part")
    assert loose.may("p1", "take-off")
    assert not sized("large", "normal", "normal", unsupported_airborne="tagged_part").may("p1", "take-off")


# --- the first Merchant ----------------------------------------------------------------------------------


def founding(*stats: tuple[int, int, int, int]) -> Table:
    """Everybody has built; the cheats are dealt."""
    cards = [card for number, each in enumerate(stats) for card in (
        creature(f"f{number}-head", "head", each), creature(f"f{number}-body", "body", (0, 0, 0, 0)),
        creature(f"f{number}-rear", "rear", (0, 0, 0, 0)))]  # fmt: skip
    return place(*({"parts": parts(f"f{number}")} for number in range(len(stats))), at="search", cards=cards)


def deal_cheats(table: Table) -> Table:
    while table.moment == "draw-cards":
        table.draw(table.state.legal_actions("chance")[0].card)  # type: ignore[attr-defined]
    return table


@pytest.mark.rule("CC-MERCH-01", "CC-MERCH-02", "CC-MERCH-05")
def test_after_building_three_cheats_each_and_the_fastest_begins_as_merchant() -> None:
    table = founding((20, 1, 5, 1), (9, 1, 7, 1), (9, 1, 6, 1))
    assert table.deciders() == ["chance"]
    deal_cheats(table)
    assert [len(table.hand(seat)) for seat in table.state.seats] == [3, 3, 3]
    assert all(card["kind"] == "cheat" for card in table.seat("p1")["hand"])
    assert (table.view["merchant"], table.view["turn"]) == ("p2", "p2")
    table.skip("p2", "p3", "p1")
    assert table.view["turn"] == "p2"


@pytest.mark.rule("CC-MERCH-03")
def test_a_tie_in_speed_goes_to_the_lowest_health() -> None:
    table = deal_cheats(founding((20, 1, 7, 1), (18, 1, 7, 1), (10, 1, 6, 1)))
    assert table.view["merchant"] == "p2"


@pytest.mark.rule("CC-MERCH-04")
def test_a_tie_in_both_is_rolled_for_until_one_is_higher_than_the_rest() -> None:
    table = deal_cheats(founding((18, 1, 7, 1), (18, 1, 7, 1), (10, 1, 6, 1)))
    assert table.view["stack"][0]["seats"] == ["p1", "p2"]
    table.roll(4, 4).quietly()
    assert table.view["turn"] is None
    table.roll(2, 5).quietly()
    assert (table.view["merchant"], table.view["turn"]) == ("p2", "p2")


@pytest.mark.rule("CC-MERCH-04")
def test_all_the_tied_roll_again_also_who_was_lower() -> None:
    table = deal_cheats(founding((18, 1, 7, 1), (18, 1, 7, 1), (18, 1, 7, 1)))
    table.roll(5, 5, 1).quietly()
    assert table.view["stack"][0]["seats"] == ["p1", "p2", "p3"]
    table.roll(1, 2, 6).quietly()
    assert table.view["merchant"] == "p3"


@pytest.mark.rule("CC-MERCH-05")
def test_turns_go_round_the_table_or_the_other_way() -> None:
    order = []
    for direction in ("seat_order", "reverse"):
        table = place({}, {}, {}, at="draw", options={"turn_order": direction}).skip("p1")
        order.append(table.view["turn"])
    assert order == ["p2", "p3"]
