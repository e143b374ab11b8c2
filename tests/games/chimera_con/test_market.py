"""The Market Phase: when, who, in which order; getting greedy; the lantern passing on."""

from __future__ import annotations

import pytest

from tests.games.chimera_con.table import Table, cheat, family, parts, place

WEAK, STRONG, MIDDLE = family("weak", (6, 1, 1, 1)), family("strong", (6, 1, 1, 3)), family("middle", (6, 1, 1, 2))
PILE = ["galehawk-head", "galehawk-body", "trapdoor"]


def trio(at: object, hands: tuple[list[str], list[str], list[str]] = ([], [], []), **more: object) -> Table:
    """p1 has Magic 3, p2 Magic 9, p3 Magic 6."""
    chimeras = ("weak", "strong", "middle")
    seats = [{"parts": parts(name), "hand": hand} for name, hand in zip(chimeras, hands, strict=True)]
    market = {"market": PILE, **more}
    return place(*seats, at=at, cards=[*WEAK, *STRONG, *MIDDLE], **market)  # type: ignore[arg-type]


def order(table: Table) -> list[str]:
    return list(table.view["stack"][0]["order"])


@pytest.mark.rule("CC-MKT-01", "CC-MERCH-06")
def test_the_market_follows_the_merchants_second_turn_and_the_next_becomes_merchant() -> None:
    table = trio("draw")
    table.skip("p1", "p2", "p3")
    assert table.moment == "draw"
    assert table.view["merchant_turns"] == 1
    table.skip("p1")
    assert table.moment == "market"
    for seat in order(table):
        table.done(seat)
    for seat in ("p1", "p2", "p3"):
        table.do(seat, "be-satisfied")
    assert (table.view["merchant"], table.view["merchant_turns"], table.view["turn"]) == ("p2", 0, "p2")


@pytest.mark.rule("CC-MKT-02")
def test_the_pile_is_out_of_reach_before() -> None:
    table = trio("action")
    assert table.refusal("p1", "take", card="galehawk-head").rule == "CC-TURN-01"
    assert not any("galehawk-head" in str(action) for action in table.state.legal_actions("p1"))


@pytest.mark.rule("CC-MKT-03", "CC-MKT-04")
def test_each_takes_one_card_or_none_from_the_highest_magic_down() -> None:
    table = trio("turn-end", merchant_turns=2)
    assert order(table) == ["p2", "p3", "p1"]
    assert table.refusal("p1", "take", card="trapdoor").rule == "TABLE"
    table.do("p2", "take", card="trapdoor")
    assert table.refusal("p3", "take", card="trapdoor").rule == "CC-MKT-03"
    table.done("p3").do("p1", "take", card="galehawk-body")
    assert (table.hand("p1"), table.hand("p2"), table.hand("p3")) == (["galehawk-body"], ["trapdoor"], [])
    assert table.market == ["galehawk-head"]
    assert table.moment == "greedy"


@pytest.mark.rule("CC-MKT-03")
def test_a_table_may_leave_the_merchant_out() -> None:
    assert order(trio("turn-end", merchant_turns=2, options={"market_merchant_takes": False})) == ["p2", "p3"]


@pytest.mark.rule("CC-MKT-04")
def test_only_the_first_by_magic_or_all_and_ties_in_turn_order_from_the_merchant() -> None:
    round_table = trio("turn-end", merchant_turns=2, options={"market_order": "turn_order_from_highest"})
    assert order(round_table) == ["p2", "p3", "p1"]
    seats = [
        {"parts": parts("strong")},
        {"parts": parts("weak")},
        {"parts": parts("strong")},
        {"parts": parts("strong")},
    ]
    tied = place(*seats, at="turn-end", turn="p3", merchant="p3", merchant_turns=2, market=PILE, cards=[*STRONG, *WEAK])
    assert order(tied) == ["p3", "p4", "p1", "p2"]
    options = {"market_order": "turn_order_from_highest"}
    cards = [*STRONG, *WEAK]
    fallen = place(
        *seats, at="turn-end", turn="p3", merchant="p3", merchant_turns=2, market=PILE, cards=cards, options=options
    )
    assert order(fallen) == ["p3", "p4", "p1", "p2"]


@pytest.mark.rule("CC-MKT-05")
def test_what_is_left_is_discarded() -> None:
    table = trio({"at": "greedy"})
    for seat in ("p1", "p2", "p3"):
        table.do(seat, "be-satisfied")
    assert table.market == []
    assert sorted(table.discard) == sorted(PILE)


# --- greedy ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-GREED-01")
def test_nobody_gets_greedy_before_all_have_decided_about_a_card() -> None:
    table = trio({"at": "market", "order": ["p1", "p2"]})
    assert table.refusal("p1", "get-greedy").rule == "CC-GREED-01"
    table.done("p1").done("p2")
    assert table.deciders() == ["p1", "p2", "p3"]
    assert all(table.may(seat, "get-greedy") for seat in table.deciders())


@pytest.mark.rule("CC-GREED-01")
def test_what_one_says_is_secret_until_all_have() -> None:
    told = {}
    for wish in ("get-greedy", "be-satisfied"):
        table = trio({"at": "greedy"}).do("p1", wish)
        told[wish] = (
            [table.state.view(seat) for seat in ("p2", "p3", None)],
            [str(e.seen_by("p2")) for e in table.events],
        )
        assert table.state.view("p1")["stack"][0]["own"] is (wish == "get-greedy")
    assert told["get-greedy"] == told["be-satisfied"]


@pytest.mark.rule("CC-GREED-02", "CC-GREED-03")
def test_hand_and_pile_change_places_but_for_the_card_just_taken() -> None:
    hand = ["dune-worm-head", "false-bottom", "galehawk-rear"]
    table = trio({"at": "greedy", "picked": {"p1": "galehawk-rear"}}, (hand, [], []))
    table.do("p1", "get-greedy").do("p2", "be-satisfied").do("p3", "be-satisfied")
    assert sorted(table.hand("p1")) == sorted([*PILE, "galehawk-rear"])
    assert sorted(table.market) == ["dune-worm-head", "false-bottom"]


@pytest.mark.rule("CC-GREED-03")
def test_the_card_taken_in_this_phase_is_remembered() -> None:
    table = trio({"at": "market", "order": ["p1"]}, (["dune-worm-head"], [], []))
    table.do("p1", "take", card="galehawk-body").do("p1", "get-greedy")
    table.do("p2", "be-satisfied").do("p3", "be-satisfied")
    assert sorted(table.hand("p1")) == sorted(PILE)
    assert table.market == ["dune-worm-head"]


@pytest.mark.rule("CC-GREED-03")
def test_without_a_pick_the_whole_hand_goes_unless_the_table_forbids_it() -> None:
    table = trio({"at": "greedy"}, (["dune-worm-head"], [], []))
    table.do("p1", "get-greedy").do("p2", "be-satisfied").do("p3", "be-satisfied")
    assert table.market == ["dune-worm-head"]
    strict = trio({"at": "greedy", "picked": {"p2": "galehawk-rear"}}, options={"greedy_without_pick": "may_not"})
    assert strict.deciders() == ["p2"]


def contest(**options: object) -> Table:
    hands = (["dune-worm-head"], ["dune-worm-body"], ["dune-worm-rear"])
    table = trio({"at": "greedy"}, hands, options=options)
    return table.do("p1", "get-greedy").do("p2", "be-satisfied").do("p3", "get-greedy")


@pytest.mark.rule("CC-GREED-04")
def test_two_at_once_roll_magic_and_the_tied_roll_again() -> None:
    table = contest()
    assert table.view["stack"][1]["need"] == [3, 6]
    table.roll(6, 6, 6).roll(3, 3, 3, 3, 3, 3)
    assert table.moment == "contest"
    table.roll(6, 6, 6).roll(1, 1, 1, 1, 1, 1)
    assert sorted(table.hand("p1")) == sorted(PILE)
    assert table.hand("p3") == ["dune-worm-rear"]


@pytest.mark.rule("CC-GREED-05")
def test_the_phase_goes_on_the_loser_may_follow_and_nobody_swaps_twice() -> None:
    table = contest().roll(6, 6, 6).roll(1, 1, 1, 1, 1, 1)
    assert table.awaited() == ["p2", "p3"]
    table.do("p2", "be-satisfied").do("p3", "get-greedy")
    assert table.hand("p3") == ["dune-worm-head"]
    assert table.awaited() == ["p2"]
    table.do("p2", "be-satisfied")
    assert table.moment == "draw"
    barred = contest(greedy_loser_may_follow=False).roll(6, 6, 6).roll(1, 1, 1, 1, 1, 1)
    assert barred.awaited() == ["p2"]
    twice = contest(greedy_per_player=2).roll(6, 6, 6).roll(1, 1, 1, 1, 1, 1)
    assert twice.awaited() == ["p1", "p2", "p3"]


@pytest.mark.rule("CC-GREED-04", "CC-STAT-04")
def test_a_contest_without_any_dice_is_the_first_ones() -> None:
    none = family("none", (6, 1, 1, 0))
    seats = [{"parts": parts("none")}, {"parts": parts("none")}]
    table = place(*seats, at={"at": "greedy"}, cards=none, market=PILE)
    table.do("p1", "get-greedy").do("p2", "get-greedy")
    assert sorted(table.hand("p1")) == sorted(PILE)


# --- the lantern -----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-MERCH-06")
def test_an_eliminated_merchant_hands_the_lantern_on_and_the_count_restarts() -> None:
    kill = cheat("graft", {"do": "replace_part", "any_family": True})
    seats = [{}, {"parts": parts("weak"), "negative": True, "damage": 17, "hand": ["graft", "galehawk-head"]}, {}]
    table = place(*seats, cards=WEAK, cheats=[kill], merchant="p2", merchant_turns=1)
    table.do("p2", "cheat", card="graft").do("p2", "choose-card", card="galehawk-head")
    assert table.seat("p2")["alive"] is False
    assert (table.view["merchant"], table.view["merchant_turns"]) == ("p3", 0)
