"""Cheats: at any time, legal and illegal, failed, and what each of the house pack's does."""

from __future__ import annotations

import pytest

from tests.games.chimera_con.table import GAME, Table, cheat, creature, family, open_lying, parts, place, special

A = family("a", (6, 1, 1, 1))
B = family("b", (6, 1, 1, 1))


def duel(ours: list[str], theirs: list[str], at: str = "action", **more: object) -> Table:
    seats = ({"parts": parts("a"), "hand": ours}, {"parts": parts("b"), "hand": theirs}, {})
    return place(*seats, at=at, cards=[*A, *B], **more)  # type: ignore[arg-type]


# --- at any time -----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-CHEAT-01")
@pytest.mark.parametrize("at", ["draw", "substitute", "action", "discard", "turn-end"])
def test_anybody_may_cheat_on_any_turn_in_any_step_at_no_cost(at: str) -> None:
    table = duel(["herbal-poultice"], ["herbal-poultice"], at=at)
    for seat in ("p1", "p2"):
        assert table.may(seat, "cheat", card="herbal-poultice")
    table.do("p2", "cheat", card="herbal-poultice")
    table.do("p1", "cheat", card="herbal-poultice")
    if at != "turn-end":  # with the last cheat the next turn has begun
        assert table.moment == at
        assert table.view["turn"] == "p1"


@pytest.mark.rule("CC-CHEAT-01")
def test_anybody_may_cheat_in_the_market_phase_and_while_somebody_picks_a_part_to_petrify() -> None:
    for at in ({"at": "market", "order": ["p1", "p2", "p3"]}, {"at": "greedy"}):
        table = duel(["herbal-poultice"], ["herbal-poultice", "false-bottom"], at=at, market=["galehawk-head"])  # type: ignore[arg-type]
        for seat in ("p1", "p2"):
            assert table.may(seat, "cheat", card="herbal-poultice")
        assert table.refusal("p2", "cheat", card="false-bottom").rule == "CC-CHEAT-01"


@pytest.mark.rule("CC-CHEAT-01")
def test_a_card_may_say_otherwise() -> None:
    table = duel(["cooked-ledger", "borrowed-claws", "greased-scales"], ["cooked-ledger"], at="draw")
    for card in ("cooked-ledger", "borrowed-claws", "greased-scales"):
        assert table.refusal("p1", "cheat", card=card).rule == "CC-CHEAT-01"
    assert table.refusal("p1", "cheat", card="trapdoor").rule == "TABLE"  # not in the hand
    table = duel(["cooked-ledger"], ["cooked-ledger"], at="turn-end")
    assert table.may("p2", "cheat", card="cooked-ledger")


@pytest.mark.rule("CC-CHEAT-01")
def test_everybody_with_a_cheat_is_asked_whatever_the_card_is() -> None:
    """A window that opened only for those who can use it would tell what they hold."""
    for held in ("trapdoor", "cooked-ledger", "false-bottom"):
        table = duel([], [held]).do("p1", "attack", part="open", target="p2")
        assert table.deciders() == ["p2"]
        assert not table.state.deciders()["p2"].courtesy  # it is attacked
        assert table.may("p2", "pass")
        assert table.state.view("p1")["asked"] == {"p2": "cheat"}
    table = duel([], []).do("p1", "attack", part="open", target="p2")
    assert table.deciders() == ["chance"]  # that a hand holds no cheat is for all to see


@pytest.mark.rule("CC-CHEAT-01")
def test_who_let_a_moment_pass_may_still_cheat_while_it_lasts() -> None:
    table = duel([], ["herbal-poultice"], at="draw")
    table.do("p2", "pass")
    assert table.deciders() == ["p1"]  # nobody waits for it any more
    assert not table.may("p2", "pass")
    table.do("p2", "cheat", card="herbal-poultice")
    assert "healed" in table.kinds()


@pytest.mark.rule("CC-CHEAT-01")
def test_only_whom_a_moment_concerns_is_asked_for_more_than_courtesy() -> None:
    """What is made for the attacked, and for who loses by the dice; never a question of the cards in a hand."""
    hand = {"hand": ["herbal-poultice"]}
    table = place(hand, hand, hand, at="action").do("p1", "attack", part="open", target="p2")

    def concerned() -> set[str]:
        return {seat for seat, decision in table.state.deciders().items() if not decision.courtesy}

    assert table.deciders() == ["p2", "p3"]
    assert concerned() == {"p2"}
    table.quietly().roll(*[4] * table.need("attack"))
    assert table.deciders() == ["p2"]
    assert concerned() == {"p2"}  # it may still add dice to its defence
    table.quietly().roll(*[1] * table.need("defence"))
    assert concerned() == {"p2"}  # it is hit
    table = place(hand, hand, at={"at": "attack", "seat": "p1", "target": "p2", "stage": "defence-rolled",
                                  "attack": [1, 1], "defence": [6, 6]})  # fmt: skip
    assert concerned() == {"p1"}  # it is countered
    table = place(hand, hand, hand, at="turn-end", turn="p1", merchant="p2")
    assert concerned() == {"p1"}
    table = place(hand, hand, hand, at="turn-end", turn="p1", merchant="p1")
    assert concerned() == set()


@pytest.mark.rule("CC-CHEAT-01")
def test_who_lets_a_moment_pass_is_asked_again_in_the_next() -> None:
    table = duel([], ["trapdoor"], at="draw")
    assert table.deciders() == ["p1", "p2"]
    table.do("p2", "pass")
    assert table.deciders() == ["p1"]
    assert table.state.legal_actions("p2") == []
    assert table.refusal("p2", "pass").rule == "CC-TURN-01"
    table.done("p1")
    assert table.deciders() == ["p1", "p2"]


# --- whom a table waits for -------------------------------------------------------------------------------


def passes(table: Table) -> list[str]:
    """Who has to let the attack under way pass, dice all the same, until it is over."""
    found = []
    while table.view["attack"] is not None and (asked := table.state.deciders()):
        seat = next(iter(asked))
        if seat == "chance":
            table.roll(4)
        else:
            found.append(seat)
            table.do(seat, "pass")
    return found


@pytest.mark.rule("CC-CHEAT-07")
def test_two_holders_are_waited_for_once_a_stage_and_only_where_a_card_could_matter() -> None:
    ours, theirs = ["herbal-poultice"], ["cooked-ledger"]
    table = duel(ours, theirs).do("p1", "attack", part="open", target="p2")
    assert passes(table) == ["p2", "p2", "p1"]  # before the dice, before the defence, and whom the dice speak against
    every = duel(ours, theirs, options={"cheat_windows": "every_stage"}).do("p1", "attack", part="open", target="p2")
    assert sorted(passes(every)) == ["p1"] * 3 + ["p2"] * 3


@pytest.mark.rule("CC-CHEAT-07")
def test_nobody_is_waited_for_where_every_card_that_could_matter_lies_in_the_open() -> None:
    harmless = open_lying("cooked-ledger", "sleight-of-paw")
    table = duel(["cooked-ledger"], ["sleight-of-paw"], discard=harmless).do("p1", "attack", part="open", target="p2")
    assert passes(table) == []
    hidden = duel(
        ["cooked-ledger"], ["sleight-of-paw"], discard=open_lying("cooked-ledger", "sleight-of-paw", "trapdoor")
    )
    assert passes(hidden.do("p1", "attack", part="open", target="p2")) == ["p2"]  # it might hold a Trapdoor


@pytest.mark.rule("CC-CHEAT-07", "CC-CHEAT-01")
@pytest.mark.parametrize(("theirs", "waited"), [([], "p1"), (["cooked-ledger"], "p2")])
def test_an_attacker_may_cheat_between_the_own_roll_and_the_defence(theirs: list[str], waited: str) -> None:
    """Somebody is waited for before the defence is rolled, and whoever it is, the attacker may roll a die again."""
    table = duel(["weighted-pebble"], theirs).do("p1", "attack", part="open", target="p2").quietly().roll(1, 4, 3)
    assert table.deciders() == [waited]
    assert GAME.action({"do": "cheat", "seat": "p1", "card": "weighted-pebble"}) in table.state.legal_actions("p1")
    table.do("p1", "cheat", card="weighted-pebble").do("p1", "choose-die", value=1).roll(6)
    assert sorted(table.view["attack"]["dice"]["attack"]) == [3, 4, 6]
    assert table.view["attack"]["dice"]["defence"] == []
    assert table.quietly().deciders() == ["chance"]


@pytest.mark.rule("CC-CHEAT-07")
def test_an_attacker_whose_dice_cannot_be_better_is_not_waited_for_before_the_defence() -> None:
    table = duel(["weighted-pebble"], []).do("p1", "attack", part="open", target="p2").roll(6, 6, 6)
    assert table.view["attack"]["stage"] == "defence"
    known = duel(["trapdoor"], [], discard=open_lying("trapdoor")).do("p1", "attack", part="open", target="p2")
    assert known.roll(1, 4, 3).view["attack"]["stage"] == "defence"


@pytest.mark.rule("CC-CHEAT-07", "CC-CHEAT-01")
@pytest.mark.parametrize("held", ["trapdoor", "cooked-ledger", "herbal-poultice", "weighted-pebble", "loud-whistle"])
def test_who_is_waited_for_depends_on_no_hand(held: str) -> None:
    def waited(ours: str, theirs: str) -> list[list[str]]:
        table = duel([ours], [theirs]).do("p1", "attack", part="open", target="p2")
        seen = [table.deciders()]
        while table.view["attack"] is not None:
            seat = table.deciders()[0]
            table.roll(3) if seat == "chance" else table.do(seat, "pass")
            seen.append(table.deciders())
        return seen[:-1]

    assert waited(held, held) == waited("bitter-antidote", "bitter-antidote")


@pytest.mark.rule("CC-CHEAT-07")
def test_a_pass_is_remembered_while_others_cheat_and_the_dice_stay() -> None:
    def asked(**options: str) -> list[str]:
        attacked = {"parts": parts("b"), "hand": ["trapdoor"]}
        table = place({}, attacked, {"hand": ["herbal-poultice"] * 2}, cards=B, options=options)
        table.do("p1", "attack", part="open", target="p2").do("p2", "pass")
        assert table.deciders() == ["p3"]
        table.do("p3", "cheat", card="herbal-poultice")
        assert table.state.game.from_position(table.state.position()).digest() == table.state.digest()
        return table.deciders()

    assert asked() == ["p3"]
    assert asked(cheat_windows="every_stage") == ["p2", "p3"]


@pytest.mark.rule("CC-CHEAT-07", "CC-CHEAT-06")
def test_a_failed_cheat_on_an_attack_forgets_no_pass_and_its_player_is_asked_again() -> None:
    table = place({"parts": parts("a")}, {"parts": parts("b"), "hand": ["trapdoor"]},
                  {"hand": ["sleight-of-paw", "loud-whistle"]}, cards=[*A, *B])  # fmt: skip
    table.do("p1", "attack", part="open", target="p2").do("p2", "pass").do("p3", "cheat", card="sleight-of-paw").roll(1)
    assert table.view["quiet"] == ["p2"]
    assert table.deciders() == ["p3"]  # who might roll again
    assert table.state.game.from_position(table.state.position()).digest() == table.state.digest()
    table.do("p3", "pass").do("p3", "done")
    assert table.deciders() == ["p3"]  # of the attack it has let nothing pass yet
    assert table.do("p3", "pass").deciders() == ["chance"]


@pytest.mark.rule("CC-CHEAT-07")
def test_dice_that_are_rolled_again_are_a_new_occasion() -> None:
    table = duel(["weighted-pebble"], ["weighted-pebble", "weighted-pebble"])
    table.do("p1", "attack", part="open", target="p2").quietly().roll(1, 1, 3).quietly().roll(1, 1, 4)
    assert table.deciders() == ["p1"]  # 5 against 6: it is countered
    table.do("p1", "cheat", card="weighted-pebble").do("p1", "choose-die", value=1).roll(6)
    assert table.deciders() == ["p2"]  # 10 against 6: now it is hit
    table.do("p2", "cheat", card="weighted-pebble").do("p2", "choose-die", value=1).roll(2)
    assert table.deciders() == ["p2"]  # 10 against 7: it has another
    assert table.do("p2", "pass").damage("p2") == 3


@pytest.mark.rule("CC-CHEAT-07", "CC-HP-02", "CC-NEG-01")
@pytest.mark.parametrize(
    ("facts", "asked"), [({}, []), ({"damage": 14}, ["p2"]), ({"damage": 14, "negative": True}, [])]
)
def test_a_card_for_any_time_is_waited_for_where_it_could_save_somebody(
    facts: dict[str, object], asked: list[str]
) -> None:
    """18 Health, 8 damage to come; a poultice helps whoever has damage to remove and would fall."""
    blow = {"at": "attack", "seat": "p1", "target": "p2", "stage": "defence-rolled", "attack": [6, 6], "defence": [4]}
    two = {"parts": parts("b"), "hand": ["herbal-poultice"], **facts}
    table = place({"parts": parts("a")}, two, {}, at=blow, cards=[*A, *B], discard=open_lying("herbal-poultice"))
    assert (table.deciders() if table.view["attack"] else []) == asked
    if asked:
        assert not table.state.deciders()["p2"].courtesy


@pytest.mark.rule("CC-CHEAT-07", "CC-MKT-01")
@pytest.mark.parametrize(("turns", "asked"), [(1, ["p1", "p2"]), (2, ["p1", "p2"])])
def test_the_end_of_a_turn_waits_for_cards_of_that_moment(turns: int, asked: list[str]) -> None:
    table = duel(["trapdoor"], ["trapdoor"], at="turn-end", merchant_turns=turns)
    assert table.deciders() == asked
    known = open_lying("trapdoor", "false-bottom")
    last = duel(
        ["trapdoor"], ["trapdoor"], at="turn-end", merchant_turns=turns, discard=known, market=["galehawk-head"]
    )
    assert (last.moment == "turn-end") == (turns == 2)  # a False Bottom cannot be played once the Market is open


@pytest.mark.rule("CC-CHEAT-07", "CC-GREED-04")
def test_in_a_contest_whoever_leads_alone_is_not_waited_for() -> None:
    greedy = {"at": "greedy", "picked": {}, "said": {"p1": True, "p2": True, "p3": False}}
    rolls = {"at": "contest", "about": "greedy", "seats": ["p1", "p2"], "need": [1, 1], "dice": [[5], [2]]}
    table = duel(["trapdoor"], ["trapdoor"], at=[greedy, rolls], market=["galehawk-head"])  # type: ignore[arg-type]
    assert table.deciders() == ["p2"]
    even = duel(["trapdoor"], ["trapdoor"], at=[greedy, rolls | {"dice": [[5], [5]]}], market=["galehawk-head"])  # type: ignore[arg-type]
    assert even.deciders() == ["p1", "p2"]


# --- cards that change nothing ----------------------------------------------------------------------------


@pytest.mark.rule("CC-CHEAT-01")
@pytest.mark.parametrize(
    "card", ["herbal-poultice", "bitter-antidote", "stone-polish", "sleight-of-paw", "false-bottom", "back-alley-graft"]
)
def test_a_card_that_would_do_nothing_may_be_played_and_its_button_says_so(card: str) -> None:
    table = place({"parts": parts("a"), "hand": [card]}, {"parts": parts("b")}, cards=[*A, *B])
    action = GAME.action({"do": "cheat", "seat": "p1", "card": card})
    assert action in table.state.legal_actions("p1")
    title = GAME.pack.title(card)
    assert GAME.label(action, table.state.view("p1")) == f"Cheat: {title} (does nothing now)"
    before = table.state.view("p1")["seats"]["p1"]
    table.do("p1", "cheat", card=card)
    if table.deciders() == ["chance"]:
        table.roll(4)
    after = table.state.view("p1")["seats"]["p1"]
    assert after["parts"] == before["parts"]
    assert table.discard == [card]
    assert table.moment == "action"


@pytest.mark.rule("CC-CHEAT-01")
def test_a_card_that_would_do_something_has_no_such_word() -> None:
    table = place(
        {"parts": parts("a"), "hand": ["herbal-poultice"], "damage": 4}, {"parts": parts("b")}, cards=[*A, *B]
    )
    action = GAME.action({"do": "cheat", "seat": "p1", "card": "herbal-poultice"})
    assert GAME.label(action, table.state.view("p1")) == "Cheat: Herbal Poultice"


# --- legal and illegal -----------------------------------------------------------------------------------


@pytest.mark.rule("CC-CHEAT-02", "CC-CHEAT-04")
def test_a_legal_cheat_works_without_a_roll_and_goes_to_the_discard_pile() -> None:
    table = place({}, {"parts": parts("b"), "hand": ["herbal-poultice"], "damage": 5}, cards=B)
    table.do("p2", "cheat", card="herbal-poultice")
    assert table.damage("p2") == 2
    assert table.discard == ["herbal-poultice"]
    assert table.hand("p2") == []


@pytest.mark.rule("CC-CHEAT-03", "CC-CHEAT-04")
@pytest.mark.parametrize("value", [2, 6])
def test_an_illegal_cheat_works_on_two_to_six(value: int) -> None:
    table = duel([], ["false-bottom"], market=["galehawk-head"])
    table.do("p2", "cheat", card="false-bottom")
    assert table.deciders() == ["chance"]
    table.roll(value).do("p2", "choose-card", card="galehawk-head")
    assert table.hand("p2") == ["galehawk-head"]
    assert table.discard == ["false-bottom"]
    assert table.market == []


@pytest.mark.rule("CC-CHEAT-03", "CC-CHEAT-05", "CC-CHEAT-06")
def test_on_a_one_it_fails_goes_to_the_market_and_its_player_discards_at_once() -> None:
    six = ["galehawk-head", "galehawk-body", "galehawk-rear", "dune-worm-head", "dune-worm-body", "dune-worm-rear"]
    table = duel([], ["false-bottom", *six], market=["sky-ray-head"])
    table.do("p2", "cheat", card="false-bottom").roll(1)
    assert sorted(table.market) == ["false-bottom", "sky-ray-head"]
    assert table.discard == []
    assert table.deciders() == ["p2"]
    assert table.moment == "discard"
    assert table.refusal("p2", "done").rule == "CC-DISC-01"
    table.do("p2", "discard", card="galehawk-head", to="market").do("p2", "discard", card="galehawk-body", to="discard")
    table.done("p2")
    assert (table.moment, table.view["turn"], table.deciders()) == ("action", "p1", ["p1"])


@pytest.mark.rule("CC-CHEAT-06")
@pytest.mark.parametrize("at", ["draw", "substitute", "action", "discard"])
def test_on_the_own_turn_the_discard_step_ends_it(at: str) -> None:
    table = duel(["back-alley-graft", "galehawk-head"], [], at=at).do("p1", "cheat", card="back-alley-graft").roll(1)
    assert [frame["at"] for frame in table.view["stack"]] == ["discard"]
    table.done("p1")
    assert table.view["turn"] == "p2"


@pytest.mark.rule("CC-CHEAT-06")
def test_a_table_may_let_the_turn_go_on() -> None:
    table = duel(["back-alley-graft", "galehawk-head"], [], options={"cheat_fail_own_turn": "discard_only"})
    table.do("p1", "cheat", card="back-alley-graft").roll(1).done("p1")
    assert (table.moment, table.view["turn"]) == ("action", "p1")


@pytest.mark.rule("CC-CHEAT-06")
def test_a_failure_in_the_middle_of_somebodys_attack_lets_the_attack_go_on_afterwards() -> None:
    table = duel([], ["trapdoor"]).do("p1", "attack", part="open", target="p2")
    table.do("p2", "cheat", card="trapdoor").roll(1)
    assert [frame["at"] for frame in table.view["stack"]] == ["discard", "attack", "discard"]
    table.done("p2").roll(6, 6, 6).roll(1, 1, 1)
    assert table.damage("p2") == 15
    assert table.market == ["trapdoor"]


# --- what the house cheats do ----------------------------------------------------------------------------


@pytest.mark.rule("CC-CHEAT-02")
def test_a_weighted_pebble_rolls_one_die_again_for_either_side() -> None:
    table = duel(["weighted-pebble"], ["weighted-pebble"]).do("p1", "attack", part="open", target="p2").quietly()
    table.roll(6, 1, 6)
    table.do("p1", "cheat", card="weighted-pebble")
    assert {action.value for action in table.state.legal_actions("p1")} == {1, 6}  # type: ignore[attr-defined]
    table.do("p1", "choose-die", value=1).roll(5).quietly()
    table.roll(2, 2, 2).do("p2", "cheat", card="weighted-pebble").do("p2", "choose-die", value=2).roll(6).quietly()
    assert table.damage("p2") == 17 - 10


@pytest.mark.rule("CC-CHEAT-03")
def test_a_weighted_pebble_saves_a_cheat_that_failed() -> None:
    table = duel([], ["false-bottom", "weighted-pebble"], market=["galehawk-head"])
    table.do("p2", "cheat", card="false-bottom").roll(1)
    assert table.deciders() == ["p2"]
    table.do("p2", "cheat", card="weighted-pebble").do("p2", "choose-die", value=1).roll(4)
    table.do("p2", "choose-card", card="galehawk-head")
    assert table.hand("p2") == ["galehawk-head"]


@pytest.mark.rule("CC-SPEC-05", "CC-CHEAT-01")
def test_a_die_rolled_again_may_still_meet_a_requirement() -> None:
    head = creature(
        "q-head", "head", (6, 1, 1, 1), action=special(requires={"stat": "magic", "at_least": 12}, kind="fish")
    )
    table = place({"parts": {**parts("a"), "head": "q-head"}, "hand": ["weighted-pebble"]}, {"parts": parts("b")},
                  cards=[*A, *B, head])  # fmt: skip
    table.do("p1", "attack", part="head", target="p2").quietly().roll(5, 5, 1)
    table.do("p1", "cheat", card="weighted-pebble").do("p1", "choose-die", value=1).roll(2).roll(1, 1, 1)
    assert table.damage("p2") == 9


@pytest.mark.rule("CC-CHEAT-02")
def test_dice_are_added_and_taken_away_before_the_roll() -> None:
    table = duel([], ["greased-scales", "loud-whistle"]).do("p1", "attack", part="open", target="p2")
    table.do("p2", "cheat", card="loud-whistle").quietly()
    assert table.need("attack") == 2
    table.roll(6, 6).do("p2", "cheat", card="greased-scales").quietly()
    assert table.need("defence") == 5
    third = place({"parts": parts("a")}, {"parts": parts("b")}, {"hand": ["loud-whistle"]}, cards=[*A, *B])
    third.do("p1", "attack", part="open", target="p2").do("p3", "cheat", card="loud-whistle")
    assert third.need("attack") == 2  # another's attack on another


@pytest.mark.rule("CC-CHEAT-02")
def test_antidote_and_polish_end_what_ails() -> None:
    sick = {"parts": {**parts("b"), "head": "b-head+petrified"}, "poisonous": True, "negative": True,
            "hand": ["bitter-antidote", "stone-polish"]}  # fmt: skip
    table = place({}, sick, cards=B).do("p2", "cheat", card="bitter-antidote")
    assert (table.seat("p2")["poisonous"], table.seat("p2")["negative"]) == (False, True)
    table.do("p2", "cheat", card="stone-polish").do("p2", "choose-part", part="head")
    assert table.parts("p2")[0] == "b-head"


@pytest.mark.rule("CC-CHEAT-02", "CC-HP-02")
def test_polish_may_be_the_end() -> None:
    sick = {"parts": {**parts("b"), "head": "b-head+petrified"}, "damage": 18, "hand": ["stone-polish"]}
    table = place({}, sick, {}, cards=B).do("p2", "cheat", card="stone-polish").do("p2", "choose-part", part="head")
    assert table.seat("p2")["alive"] is False
    assert "stone-polish" in table.discard  # not lost with its player


@pytest.mark.rule("CC-CHEAT-02")
def test_a_stolen_card_is_drawn_at_random_and_known_to_two() -> None:
    table = duel(["galehawk-head", "trapdoor"], ["sleight-of-paw"])
    table.do("p2", "cheat", card="sleight-of-paw").roll(3).do("p2", "choose-seat", who="p1")
    assert {outcome.action.card for outcome in table.state.deciders()["chance"].outcomes} == {
        "galehawk-head",
        "trapdoor",
    }  # type: ignore[attr-defined]
    table.draw("trapdoor")
    assert (table.hand("p1"), table.hand("p2")) == (["galehawk-head"], ["trapdoor"])
    stolen = next(event for event in table.events if event.kind == "stolen")
    assert "trapdoor" not in str(stolen.seen_by("p3"))
    assert stolen.seen_by("p1").data["card"] == stolen.seen_by("p2").data["card"] == "trapdoor"


@pytest.mark.rule("CC-CHEAT-03")
def test_a_trapdoor_ends_an_attack_without_effect() -> None:
    table = duel([], ["trapdoor"]).do("p1", "attack", part="open", target="p2")
    table.do("p2", "cheat", card="trapdoor").roll(2)
    assert table.moment == "discard"
    assert (table.damage("p1"), table.damage("p2"), table.view["attack"]) == (0, 0, None)
    late = duel([], ["trapdoor"]).do("p1", "attack", part="open", target="p2").quietly().roll(6, 6, 6)
    assert late.refusal("p2", "cheat", card="trapdoor").rule == "CC-CHEAT-01"
    aside = place({"parts": parts("a")}, {"parts": parts("b")}, {"hand": ["trapdoor"]}, cards=[*A, *B])
    aside.do("p1", "attack", part="open", target="p2")
    assert aside.refusal("p3", "cheat", card="trapdoor").rule == "CC-CHEAT-01"


@pytest.mark.rule("CC-CHEAT-03", "CC-ACT-01")
def test_borrowed_claws_take_the_action_of_another_chimera() -> None:
    claws = creature("claw", "head", (6, 1, 1, 1), family="b", action=special("Claw", "magic", "might"))
    table = place({"parts": parts("a"), "hand": ["borrowed-claws"]}, {"parts": {**parts("b"), "head": "claw"}}, {},
                  cards=[*A, *B, claws])  # fmt: skip
    assert table.refusal("p1", "attack", part="head", target="p3", of="p2").rule == "CC-ACT-02"
    table.do("p1", "cheat", card="borrowed-claws").roll(2)
    table.do("p1", "attack", part="head", target="p2", of="p2")
    assert table.need("attack") == 3 + 3  # all three own parts are beasts, none of them owns the action
    table.roll(*[6] * 6).roll(1, 1, 1)
    assert table.moment == "discard"


@pytest.mark.rule("CC-CHEAT-03", "CC-SUB-02")
def test_a_graft_replaces_a_part_on_anybodys_turn() -> None:
    table = duel([], ["back-alley-graft", "galehawk-head"]).do("p2", "cheat", card="back-alley-graft").roll(5)
    table.do("p2", "choose-card", card="galehawk-head")
    assert table.parts("p2")[0] == "galehawk-head"
    assert table.market == ["b-head"]
    assert (table.moment, table.view["turn"]) == ("action", "p1")


@pytest.mark.rule("CC-CHEAT-03", "CC-BUILD-01")
def test_a_graft_kept_from_the_round_before_does_nothing_until_its_player_has_built() -> None:
    hand = ["back-alley-graft", "galehawk-head", "galehawk-body", "galehawk-rear"]
    table = place({"hand": hand}, {"hand": ["galehawk-head"]}, at="build")
    (graft,) = [card for card in table.seat("p1")["hand"] if card["card"] == "back-alley-graft"]
    assert graft["idle"]


@pytest.mark.rule("CC-CHEAT-03", "CC-MERCH-06", "CC-MKT-01")
def test_a_cooked_ledger_hands_over_the_lantern_and_starts_the_count_again() -> None:
    table = duel([], ["cooked-ledger"], at="turn-end", merchant_turns=2)
    table.do("p2", "cheat", card="cooked-ledger").roll(2)
    assert (table.view["merchant"], table.view["merchant_turns"]) == ("p2", 0)
    assert table.moment == "draw"  # no Market Phase


@pytest.mark.rule("CC-CHEAT-02")
def test_effects_repeat_and_follow_one_another() -> None:
    both = cheat("both", {"do": "heal", "n": 2}, {"do": "take_from_market", "n": 2})
    table = place({}, {"parts": parts("b"), "damage": 5, "hand": ["both"]}, cards=B, cheats=[both],
                  market=["galehawk-head", "trapdoor", "galehawk-rear"])  # fmt: skip
    table.do("p2", "cheat", card="both")
    table.do("p2", "choose-card", card="trapdoor").do("p2", "choose-card", card="galehawk-head")
    assert table.damage("p2") == 3
    assert sorted(table.hand("p2")) == ["galehawk-head", "trapdoor"]
    assert table.moment == "action"
    twice = cheat("twice", {"do": "reroll_own_die", "n": 2}, timing="after any roll of your own")
    table = place({"parts": parts("a"), "hand": ["twice"]}, {"parts": parts("b")}, cards=[*A, *B], cheats=[twice])
    table.do("p1", "attack", part="open", target="p2").quietly().roll(1, 1, 3).do("p1", "pass").roll(1, 1, 1)
    table.do("p1", "cheat", card="twice")
    table.do("p1", "choose-die", value=1).do("p1", "choose-die", value=1).roll(6, 6)
    assert table.damage("p2") == 12


@pytest.mark.rule("CC-CHEAT-01")
def test_the_attackers_own_dice_may_be_added_to() -> None:
    more = cheat("more", {"do": "add_attack_dice", "n": 2}, timing="before you roll to attack")
    table = place({"parts": parts("a"), "hand": ["more"]}, {"hand": ["more"]}, cards=A, cheats=[more])
    table.do("p1", "attack", part="open", target="p2")
    assert table.refusal("p2", "cheat", card="more").rule == "CC-CHEAT-01"
    table.do("p1", "cheat", card="more").quietly()
    assert table.need("attack") == 5


@pytest.mark.rule("CC-CHEAT-04", "CC-WIN-04")
def test_a_graft_that_kills_on_anothers_turn_loses_no_card() -> None:
    seat = {"parts": parts("b"), "negative": True, "damage": 15, "hand": ["back-alley-graft", "galehawk-head"]}
    table = place({"parts": parts("a")}, seat, {}, cards=[*A, *B])
    table.do("p1", "attack", part="open", target="p2").do("p2", "cheat", card="back-alley-graft").roll(3)
    table.do("p2", "choose-card", card="galehawk-head")
    assert table.seat("p2")["alive"] is False
    assert (table.moment, table.view["attack"]) == ("discard", None)  # the attack has lost its target
    assert {"back-alley-graft", "galehawk-head", "b-body"} <= set(table.discard)
