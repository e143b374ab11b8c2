"""A turn from Generate Focus to the five cards of its end: dice, Transmutations, the slot; from the rulebook alone."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.games.outsider.full_board import CORE, FULL, REV, Duel, cannot_be, duel, latent

CHART = {1: ["aria"], 2: ["aria"], 3: ["egis"], 4: ["pyre"], 5: ["pyre"], 6: list(CORE)}


def ways_of(dice: tuple[int, ...], threshold: int) -> set[tuple[int, int, int, int]]:
    """Every allocation by its definition: choose dice, split them into groups, look each group up."""
    found = {(0, 0, 0, 0)}

    def search(left: tuple[int, ...], got: tuple[int, int, int, int]) -> None:
        found.add(got)
        if not left:
            return
        first, rest = left[0], left[1:]
        search(rest, got)
        for size in range(len(rest) + 1):
            for mates in combinations(range(len(rest)), size):
                total = first + sum(rest[i] for i in mates)
                after = tuple(value for i, value in enumerate(rest) if i not in mates)
                gains = list(CHART.get(total, []))
                if total >= threshold:
                    gains.append("ylem")
                for gain in gains:
                    place = (*CORE, "ylem").index(gain)
                    search(after, (*got[:place], got[place] + 1, *got[place + 1 :]))  # type: ignore[arg-type]

    search(dice, (0, 0, 0, 0))
    return found


def best(ways: set[tuple[int, int, int, int]]) -> set[tuple[int, int, int, int]]:
    """Those that no other way contains."""
    return {way for way in ways if not any(o != way and all(a >= b for a, b in zip(o, way, strict=True)) for o in ways)}


def rolled(*dice: int, ylem: int = 0, level: int = 1, **facts: Any) -> Duel:
    stack = [{"at": "latent", "step": "free"}, {"at": "allocate", "seat": "p1", "dice": list(dice)}]
    return duel(44, 88, stack=stack, who={"p1": {"ylem": ylem, "level": level, **facts}})


@pytest.mark.rule("AK-DICE-01", "AK-DICE-02", "AK-DICE-03", "AK-DICE-04", "AK-DICE-05", "AK-YLEM-02")
@pytest.mark.parametrize(
    ("dice", "ylem"),
    [
        ((3, 4), 0),
        ((2, 3), 0),
        ((1, 3, 5), 0),
        ((3, 4), 2),
        ((5, 5, 4), 2),
        ((1, 2, 6), 4),
        ((6, 6), 1),
        ((1, 1, 2, 6), 3),
        ((1, 2), 4),
        ((2, 2, 2, 2), 0),
        ((1, 2, 3, 4), 5),
    ],
)
def test_every_way_to_use_the_dice(dice: tuple[int, ...], ylem: int) -> None:
    d = rolled(*dice, ylem=ylem, level=3)
    expected = ways_of(dice, 7 - ylem if ylem < 5 else 99)
    listed = {(a["aria"], a["egis"], a["pyre"], a["ylem"]) for a in d.listed("p1", "allocate")}
    assert listed <= expected
    assert {way for way in best(expected) if way[3] <= 5 - ylem} <= listed
    for way in expected:
        record = dict(zip((*CORE, "ylem"), way, strict=True))
        refusal = d.state.check(FULL.action({"do": "allocate", "seat": "p1", **record}))
        assert (refusal is None) is (way in listed), (way, refusal)
    for way in {(1, 1, 1, 1), (3, 0, 0, 0), (0, 0, 0, 3), (0, 4, 0, 0)} - expected:
        d.refused("p1", "allocate", **dict(zip((*CORE, "ylem"), way, strict=True)))


@pytest.mark.rule("AK-DICE-09", "AK-DICE-10")
def test_the_mirror_bonus() -> None:
    d = rolled(4, 4)
    d.do("p1", "allocate", pyre=2)
    assert d.seat("p1")["ylem"] == 1
    assert d.pool("p1") == {"pyre": 2}
    both = rolled(4, 4).do("p1", "allocate", ylem=1)
    assert both.seat("p1")["ylem"] == 2
    assert "mirror-bonus" in both.told()
    one = rolled(4)
    one.do("p1", "allocate", pyre=1)
    assert one.seat("p1")["ylem"] == 0, "one die mirrors nothing"
    full = rolled(4, 4, ylem=5)
    full.do("p1", "allocate", pyre=2)
    assert full.seat("p1")["ylem"] == 5


@pytest.mark.rule("AK-DICE-09", "AK-LAST-02", "AK-LAST-07")
@pytest.mark.parametrize(("values", "bonus"), [((3, 3, 3), 1), ((3, 3, 4), 0)])
def test_the_mirror_bonus_asks_the_ascended_die_as_well(values: tuple[int, ...], bonus: int) -> None:
    d = duel(44, 88, who={"p2": REV}, ascended_die="p1", stack=[{"at": "latent", "step": "draw"}])
    d.card("albedo-1").passes()
    assert d.kinds() == {"chance": "roll-focus"}
    outcome = d.asked["chance"].outcomes[0]
    assert len(FULL.record(outcome.action)["dice"]) == 3, "2 Focus Dice and the Ascended Die"
    d.dice(*values).passes()
    d.do("p1", "allocate", **({"egis": 3} if bonus else {"egis": 2, "pyre": 1}))
    assert d.seat("p1")["ylem"] == bonus


@pytest.mark.rule("AK-LATENT-03", "AK-COMP-05")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_number_of_dice_and_their_chances(level: int) -> None:
    d = duel(44, 88, who={"p1": {"level": level}}, stack=[{"at": "latent", "step": "roll"}])
    outcomes = d.asked["chance"].outcomes
    assert sum(outcome.weight for outcome in outcomes) % 6 ** (level + 1) == 0 or sum(
        o.weight for o in outcomes
    ) == 6 ** (level + 1)
    weights = {tuple(FULL.record(o.action)["dice"]): o.weight for o in outcomes}
    assert all(len(dice) == level + 1 for dice in weights)
    assert weights[(1,) * level + (2,)] == (level + 1) * weights[(1,) * (level + 1)]
    d.refused("chance", "roll-focus", dice=[1] * (level + 2))
    d.refused("chance", "roll-focus", dice=[1] * level)


@pytest.mark.rule("AK-DICE-06", "AK-DICE-07", "AK-YLEM-03")
def test_the_books_turn_with_a_moving_threshold() -> None:
    who: dict[str, Any] = {"p1": {"ylem": 1, "transmuted": ["ylem"], "hand": ["citrinitas-1", "conjunction-1"]}}
    d = duel(44, 88, who=who, stack=[{"at": "generate"}])
    assert d.seat("p1")["ylem"] == 2
    assert d.seat("p1")["threshold"] == 5
    d.do("p1", "choose-state", state="latent").card("albedo-1")
    d.do("p1", "instant", card="citrinitas-1").passes()
    assert d.seat("p1")["threshold"] == 4
    d.dice(4, 1).passes()
    d.do("p1", "allocate", ylem=1, aria=1)
    assert d.seat("p1")["ylem"] == 4
    assert d.seat("p1")["threshold"] == 3
    d.do("p1", "instant", card="conjunction-1").dice(3).passes()
    d.do("p1", "allocate", ylem=1)
    assert d.seat("p1")["ylem"] == 5


@pytest.mark.rule("AK-DICE-06", "AK-LATENT-04", "AK-DICE-07", "AK-INST-05")
def test_ylem_gained_between_roll_and_allocation_leaves_the_threshold_as_it_was() -> None:
    """Rolled at 7+; an Instant Power brings 1 Ylem before the dice are allocated, and dice that join: still 7+."""
    who = {"p1": {"hand": ["citrinitas-1", "conjunction-1"]}}
    d = duel(44, 88, who=who, stack=[{"at": "latent", "step": "roll"}])
    d.dice(5, 1)
    d.do("p1", "instant", card="citrinitas-1")
    assert d.seat("p1")["ylem"] == 1
    d.do("p1", "instant", card="conjunction-1", merge=True).dice(1).passes()
    assert d.kinds() == {"p1": "allocate"}
    listed = {a["ylem"] for a in d.listed("p1", "allocate")}
    assert listed == {0, 1}
    d.refused("p1", "allocate", ylem=1, aria=1)
    d.do("p1", "allocate", ylem=1)
    assert d.seat("p1")["ylem"] == 2


@pytest.mark.rule("AK-LATENT-04")
def test_dice_that_join_may_be_combined_and_dice_that_do_not_are_their_own_roll() -> None:
    who = {"p1": {"hand": ["conjunction-3"]}}
    d = duel(44, 88, who=who, stack=[{"at": "latent", "step": "roll"}])
    d.dice(1, 1).do("p1", "instant", card="conjunction-3", merge=True).dice(2, 2).passes()
    assert {"aria": 0, "egis": 0, "pyre": 0, "ylem": 0} | {"pyre": 1, "aria": 2} in [
        {k: a[k] for k in (*CORE, "ylem")} for a in d.listed("p1", "allocate")
    ]
    e = duel(44, 88, who=who, stack=[{"at": "latent", "step": "roll"}])
    e.dice(1, 1).do("p1", "instant", card="conjunction-3", merge=False).dice(2, 2)
    assert e.kinds() == {"p1": "allocate"}
    e.do("p1", "allocate", aria=2).passes()
    assert e.seat("p1")["ylem"] == 1, "a Mirror Bonus of its own"
    e.do("p1", "allocate", aria=2)
    assert e.seat("p1")["ylem"] == 2


@pytest.mark.rule("AK-LAST-07")
def test_no_ascended_die_in_a_roll_of_its_own() -> None:
    d = duel(44, 88, who={"p1": {"hand": ["conjunction-3"]}, "p2": REV}, ascended_die="p1")
    d.do("p1", "instant", card="conjunction-3")
    assert all(len(FULL.record(o.action)["dice"]) == 2 for o in d.asked["chance"].outcomes)


@pytest.mark.rule("AK-TRANS-03", "AK-TRANS-04", "AK-TRANS-01", "AK-TRANS-02")
def test_the_books_transmutations() -> None:
    d = latent(44, 88, who={"p1": {"level": 2, "ylem": 3, "pool": {"pyre": 3, "aria": 3, "egis": 3}}})
    assert d.fields("p1", "transmute", "what") == {"ylem", "pyre", "aria", "egis"}
    d.do("p1", "transmute", what="ylem").do("p1", "transmute", what="pyre").do("p1", "transmute", what="aria")
    assert d.refused("p1", "transmute", what="egis") == "AK-TRANS-04"
    assert d.refused("p1", "transmute", what="prismatic") in {"AK-TRANS-02", "AK-TRANS-05", "AK-COMP-13"}
    assert d.seat("p1")["transmuted"] == ["ylem", "aria", "pyre"] or set(d.seat("p1")["transmuted"]) == {
        "ylem",
        "aria",
        "pyre",
    }
    assert d.pool("p1") == {"egis": 3}
    assert d.seat("p1")["threshold"] == 7


@pytest.mark.rule("AK-TRANS-05", "AK-COMP-13")
def test_a_revenant_fills_all_its_prismatic_ones_at_level_1() -> None:
    d = latent(44, 88, who={"p1": {**REV, "pool": {"pyre": 3, "aria": 3, "egis": 3}}})
    assert d.fields("p1", "transmute", "what") == {"prismatic"}
    for _ in range(3):
        d.do("p1", "transmute", what="prismatic")
    assert d.seat("p1")["prismatic"] == 3
    assert d.pool("p1") == {}
    full = latent(44, 88, who={"p1": {**REV, "prismatic": 3, "pool": {"pyre": 3, "aria": 3, "egis": 3}}})
    full.refused("p1", "transmute", what="prismatic")
    full.refused("p1", "transmute", what="aria")


@pytest.mark.rule("AK-TRANS-06", "AK-YLEM-01")
def test_untransmuting_into_pools_without_room() -> None:
    d = latent(44, 88, who={"p1": {"ylem": 4, "pool": {"pyre": 8}, "transmuted": ["ylem", "aria"]}})
    d.do("p1", "untransmute", what="ylem")
    assert d.seat("p1")["ylem"] == 5
    assert d.view["supply"]["ylem"] == 30
    d.do("p1", "untransmute", what="aria")
    ways = {(a["aria"], a["pyre"]) for a in d.listed("p1", "keep-gems")}
    assert ways == {(1, 8), (2, 7), (3, 6)}, "one fits freely, each further one costs a Pyre"


@pytest.mark.rule("AK-TURN-03", "AK-TURN-04", "AK-TRANS-12")
def test_generating() -> None:
    d = duel(44, 88, stack=[{"at": "generate"}], who={"p1": {"transmuted": ["ylem", "pyre"], "ylem": 5}})
    assert d.seat("p1")["ylem"] == 5
    assert d.pool("p1") == {"pyre": 1}
    r = duel(44, 88, stack=[{"at": "generate"}], who={"p1": {**REV, "prismatic": 2, "transmuted": ["ylem"]}})
    assert r.seat("p1")["ylem"] == 1
    assert r.kinds() == {"p1": "take"}
    ways = {(a["aria"], a["egis"], a["pyre"]) for a in r.listed("p1", "take")}
    assert ways == {(2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0), (1, 0, 1), (0, 1, 1)}
    k = duel(
        44, 88, stack=[{"at": "generate"}], who={"p1": {"inscription": "prismatic-inscription", "pool": {"aria": 9}}}
    )
    k.do("p1", "take", egis=1)
    assert k.kinds() == {"p1": "keep-gems"}
    assert {(a["aria"], a["egis"]) for a in k.listed("p1", "keep-gems")} == {(9, 0), (8, 1)}


@pytest.mark.rule("AK-ABIL-12", "AK-TURN-06", "AK-ABIL-14")
def test_the_shield_is_raised_before_the_state_is_chosen() -> None:
    who: dict[str, Any] = {
        "p1": {"hand": ["citrinitas-3"]},
        "p2": {"transmuted": ["ylem"]},
        "p3": {"transmuted": ["ylem"]},
    }
    d = duel(44, 45, 88, stack=[{"at": "generate"}], who=who)
    assert d.may("p2", "shield")
    assert d.may("p3", "shield")
    assert not d.may("p1", "shield")
    d.do("p3", "shield")
    assert d.seat("p3")["transmuted"] == []
    assert d.seat("p3")["shielded"] is True
    while "p2" in d.kinds():
        d.do("p2", "pass")
    assert d.may("p2", "shield") or d.kinds() == {"p1": "choose-state"}
    d.do("p1", "choose-state", state="active")
    assert d.refused("p2", "shield") == "AK-ABIL-12"
    d.roll(99).passes()
    d.do("p1", "end-turn").passes()
    assert d.view["turn"] == "p2"
    assert d.seat("p3")["shielded"] is False


@pytest.mark.rule("AK-ABIL-12")
def test_nobody_shields_on_the_own_turn_or_without_the_transmutation() -> None:
    d = duel(44, 45, 88, stack=[{"at": "generate"}], who={"p1": {"transmuted": ["ylem"]}, "p2": {"ylem": 5}})
    assert d.kinds() == {"p1": "choose-state"}
    d.refused("p1", "shield")
    d.refused("p2", "shield")


@pytest.mark.rule("AK-TURN-05", "AK-LATENT-05", "AK-LATENT-06", "AK-LATENT-01")
def test_each_state_has_its_own_actions() -> None:
    rich: dict[str, Any] = {
        "level": 1,
        "ylem": 5,
        "pool": {"aria": 3, "egis": 2, "pyre": 3, "dire": 1},
        "transmuted": ["ylem", "aria"],
        "king": "kynazarr",
        "inscription": None,
        "hand": ["rubedo-1", "prismatic-inscription"],
    }
    active = duel(44, 45, items={"70": {"ylem": 1}}, who={"p1": rich, "p2": {"king": "vara"}})
    quiet = latent(44, 45, items={"70": {"ylem": 1}}, who={"p1": rich, "p2": {"king": "vara"}})
    in_active = {a["do"] for a in active.listed("p1")}
    in_latent = {a["do"] for a in quiet.listed("p1")}
    assert in_active == {"level-up", "draw", "step", "attack", "cast", "bridge", "heal", "end-turn", "instant"}
    assert in_latent == {"transmute", "untransmute", "inscribe", "cycle", "end-turn", "instant"} - (
        {"transmute"} if not quiet.may("p1", "transmute") else set()
    )
    for action in active.listed("p1"):
        if action["do"] not in {"end-turn", "instant"}:
            quiet.refused("p1", action.pop("do"), **{k: v for k, v in action.items() if k != "seat"})
    for action in quiet.listed("p1"):
        if action["do"] not in {"end-turn", "instant"}:
            active.refused("p1", action.pop("do"), **{k: v for k, v in action.items() if k != "seat"})


@pytest.mark.rule("AK-TURN-07")
def test_discarding_down_to_five() -> None:
    hand = ["albedo-1", "albedo-2", "lancea-of-aeterna", "egis-bound-1", "separation-1", "conjunction-1", "rubedo-1"]
    d = duel(44, 88, who={"p1": {"hand": hand}})
    d.do("p1", "end-turn")
    assert d.kinds() == {"p1": "discard"}
    assert d.fields("p1", "discard", "card") == set(hand)
    assert d.fields("p1", "instant", "card") == set(hand) - {"lancea-of-aeterna", "separation-1"}
    d.do("p1", "instant", card="conjunction-1").dice(5)
    d.do("p1", "allocate", pyre=1)
    assert d.kinds() == {"p1": "discard"}
    d.do("p1", "discard", card="lancea-of-aeterna").passes()
    assert d.view["turn"] == "p2"
    assert d.seat("p1")["hand_size"] == 5
    assert d.pool("p1") == {"pyre": 1}


@pytest.mark.rule("AK-TURN-07", "AK-INST-01")
def test_five_cards_end_a_turn_without_a_question_and_six_are_fine_on_others_turns() -> None:
    hand = ["albedo-1", "albedo-2", "lancea-of-aeterna", "egis-bound-1", "separation-1", "conjunction-1"]
    d = duel(44, 88, who={"p1": {"hand": hand[:5]}, "p2": {}})
    d.do("p1", "end-turn").passes()
    assert d.view["turn"] == "p2"
    e = duel(44, 88, who={"p2": {"hand": hand}})
    e.do("p1", "end-turn").passes()
    assert e.view["turn"] == "p2"
    assert e.seat("p2")["hand_size"] == 6


@pytest.mark.rule("AK-INSC-02", "AK-INSC-03", "AK-INSC-01", "AK-INSC-06", "AK-CARD-06")
def test_who_may_inscribe_what() -> None:
    hand = ["rubedo-1", "albedo-1", "lancea-of-aeterna", "pneuma-mundus", "prismatic-inscription"]
    d = latent(44, 88, who={"p1": {"king": "kynazarr", "hand": hand}, "p2": {"king": "vara"}})
    assert d.fields("p1", "inscribe", "card") == {"rubedo-1"}, "no gems for the Prismatic one"
    assert d.refused("p1", "inscribe", card="prismatic-inscription") == "AK-INSC-11"
    d.do("p1", "inscribe", card="rubedo-1")
    assert d.state.view("p2")["seats"]["p1"]["inscription"]["card"] is None
    assert "rubedo" not in str([event.seen_by("p2") for event in d.log])
    assert not d.may("p1", "inscribe")
    d.do("p1", "uninscribe")
    assert "rubedo" in str([event.seen_by("p2") for event in d.log])
    assert d.seat("p1")["revealed"] == ["rubedo-1"]
    r = latent(
        44,
        88,
        who={
            "p1": {
                **REV,
                "hand": [
                    "revenant-rubedo-1",
                    "revenant-albedo-3",
                    "revenant-curse",
                    "the-traverse-1",
                    "break-transmutation",
                ],
            }
        },
    )
    assert r.fields("p1", "inscribe", "card") == {"revenant-rubedo-1", "revenant-albedo-3"}


@pytest.mark.rule("AK-INSC-11", "AK-INSC-12", "AK-INSC-13", "AK-TRANS-09", "AK-POOL-06")
def test_the_life_of_a_prismatic_inscription() -> None:
    d = latent(44, 88, who={"p1": {"pool": {"aria": 4, "egis": 1, "pyre": 1}, "hand": ["prismatic-inscription"]}})
    d.do("p1", "inscribe", card="prismatic-inscription")
    assert d.pool("p1") == {"aria": 3}
    assert d.state.view("p2")["seats"]["p1"]["inscription"]["card"] == "prismatic-inscription"
    d.do("p1", "transmute", what="aria")
    assert d.seat("p1")["completed"] == 2
    for way, fields in (("untransmute", {"what": "inscription"}), ("uninscribe", {})):
        again = Duel(FULL.from_position(d.state.position()))
        again.do("p1", way, **fields)
        assert again.seat("p1")["inscription"] is None
        assert again.pool("p1") == dict.fromkeys(CORE, 1)
        assert again.view["decks"]["ascendant"]["discard"] == {"prismatic-inscription": 1}
        assert again.seat("p1")["hand"] == []


@pytest.mark.rule("AK-TRANS-12", "AK-TRANS-13", "AK-TRANS-15")
def test_ylem_prism() -> None:
    who: dict[str, Any] = {"p1": {**REV, "prismatic": 2, "ylem": 5}, "p2": {**REV, "ylem": 2}, "p3": {}}
    d = duel(44, 88, 12, who=who)
    assert d.fields("p1", "prism", "who") == {"p2"}
    d.do("p1", "prism", who="p2")
    assert d.seat("p2")["ylem"] == 3
    assert d.seat("p1")["prismatic"] == 1
    d.do("p1", "prism", who="p2")
    assert not d.may("p1", "prism")
    full = duel(44, 88, 12, who={"p1": {**REV, "prismatic": 2, "ylem": 5}, "p2": {**REV, "ylem": 5}})
    assert full.refused("p1", "prism", who="p2") in {"AK-TRANS-12", "AK-TRANS-13"}


@pytest.mark.rule("AK-TRANS-14")
def test_a_kings_ylem_prism() -> None:
    d = duel(44, 88, 12, who={"p1": {"inscription": "prismatic-inscription"}, "p2": REV})
    assert d.fields("p1", "prism", "who") == {"p1"}
    d.do("p1", "prism", who="p1")
    assert d.seat("p1")["ylem"] == 1
    assert d.view["decks"]["ascendant"]["discard"] == {"prismatic-inscription": 1}
    full = duel(44, 88, 12, who={"p1": {"inscription": "prismatic-inscription", "ylem": 5}, "p2": REV})
    assert full.refused("p1", "prism", who="p1") == "AK-TRANS-14"


@pytest.mark.rule("AK-TRANS-12", "AK-COMP-10")
def test_ylem_prism_with_an_empty_supply_of_ylem() -> None:
    """No Ylem can be gained from any source; whether the ability may be used for nothing is not said."""
    who: dict[str, Any] = {"p1": {**REV, "prismatic": 1}, "p2": {"ylem": 5}}
    d = duel(44, 88, 12, who=who, items={"99": {"ylem": 30}})
    assert d.view["supply"]["ylem"] == 0
    if d.may("p1", "prism"):
        d.do("p1", "prism", who="p1")
    assert d.seat("p1")["ylem"] == 0


@pytest.mark.rule("AK-INSC-14")
def test_cycling_a_prismatic_inscription() -> None:
    d = latent(44, 88, who={"p1": {"hand": ["prismatic-inscription"]}})
    d.do("p1", "cycle", card="prismatic-inscription").card("albedo-1").passes()
    assert d.seat("p1")["hand"] == ["albedo-1"]
    assert d.view["decks"]["ascendant"]["discard"] == {"prismatic-inscription": 1}


@pytest.mark.rule("AK-ABIL-03", "AK-ABIL-04", "AK-ABIL-05", "AK-ABIL-06")
def test_ylem_bridge() -> None:
    items = {"82": {"ylem": 1, "pyre": 1, "bloodstones": 1}, "88": {"ylem": 1}, "14": {"ylem": 1}}
    who: dict[str, Any] = {
        "p1": {"ylem": 5, "pool": {"aria": 1}, "transmuted": ["ylem"], "bloodstones": 1},
        "p2": {"ylem": 5},
        "p3": {"bloodstones": 1},
    }
    d = duel(44, 88, 45, who=who, items=items)
    assert d.fields("p1", "bridge", "tile") == {82, 14}
    assert d.refused("p1", "bridge", tile=88) == "AK-ABIL-05"
    d.refused("p1", "bridge", tile=50)
    d.do("p1", "bridge", tile=82)
    assert d.seat("p1")["ylem"] == 5
    assert d.pool("p1") == {"pyre": 1}
    assert d.seat("p1")["bloodstones"] == 2
    assert d.on(82) == {}


@pytest.mark.rule("AK-ABIL-08", "AK-ABIL-09", "AK-ABIL-10", "AK-ABIL-11")
@pytest.mark.parametrize(
    ("tile", "walls", "edges"),
    [
        (46, {"right": 7}, {"right"}),
        (47, {"right": 7}, {"right"}),
        (45, {"right": 7}, set()),
        (36, {"right": 7, "top": 2}, {"right", "top"}),
        (88, {"right": 9, "bottom": 9}, set()),
        (13, {"top": 0}, set()),
    ],
)
def test_pyrokinesis(tile: int, walls: dict[str, int], edges: set[str]) -> None:
    d = duel(tile, 55, who={"p1": {"ylem": 5, "pool": {"pyre": 5}, "transmuted": ["ylem"]}}, walls=walls)
    assert d.fields("p1", "pyrokinesis", "edge") == edges
    uses = 0
    while d.may("p1", "pyrokinesis"):
        edge = min(d.fields("p1", "pyrokinesis", "edge"))
        d.do("p1", "pyrokinesis", edge=edge)
        uses += 1
    assert uses == {46: 1, 47: 2, 36: 2}.get(tile, 0)


@pytest.mark.rule("AK-ABIL-07")
def test_heal_wound() -> None:
    d = duel(44, 88, who={"p1": {"ylem": 3, "pool": {"egis": 2, "dire": 1}, "transmuted": ["ylem"]}})
    d.do("p1", "heal")
    assert d.pool("p1") == {"egis": 1}
    assert d.refused("p1", "heal") == "AK-ABIL-07"


@pytest.mark.rule("AK-ESC-01", "AK-ESC-05", "AK-ESC-06", "AK-ESC-07", "AK-ESC-08")
@pytest.mark.parametrize(
    ("facts", "walls", "egis"),
    [({}, {}, 2), ({"transmuted": ["egis"]}, {}, 0), ({"form": "revenant"}, {}, 0), ({}, {"bottom": 4}, 0)],
)
def test_escaping_from_two(facts: dict[str, Any], walls: dict[str, int], egis: int) -> None:
    d = duel(44, 43, 45, who={"p1": {"pool": {"aria": 2, "egis": 3}, **facts}}, walls=walls)
    d.do("p1", "step", tile=34)
    assert d.pool("p1") == {kind: count for kind, count in {"aria": 1, "egis": 3 - egis}.items() if count}
    if egis:
        poor = duel(44, 43, 45, who={"p1": {"pool": {"aria": 2, "egis": 1}}})
        assert poor.refused("p1", "step", tile=34) == "AK-ESC-06"
        assert not poor.may("p1", "step")


@pytest.mark.rule("AK-ESC-02", "AK-ESC-03", "AK-ESC-04")
def test_escaping_around_a_corner() -> None:
    d = duel(44, 45, 54, who={"p1": {"pool": {"aria": 1, "egis": 1}, "transmuted": ["aria"]}})
    d.do("p1", "step", tile=35)
    assert d.pool("p1") == {}
    e = duel(44, 45, who={"p1": {"pool": {"aria": 1}, "transmuted": ["aria"]}})
    e.do("p1", "step", tile=35)
    assert e.tile("p1") == 35


@pytest.mark.rule("AK-ACTIVE-01", "AK-ACTIVE-02")
def test_the_roll_for_ylem() -> None:
    for ylem, left in ((4, {}), (5, {"ylem": 1})):
        d = duel(44, 88, who={"p2": {"ylem": ylem}}, stack=[{"at": "roll-ylem"}])
        d.roll(88).passes()
        assert d.seat("p2")["ylem"] == 5
        assert d.on(88) == left
        assert d.kinds() == {"p1": "active"}


@pytest.mark.rule("AK-MOVE-08", "AK-MOVE-13", "AK-FIRE-06")
def test_the_books_way_out_of_the_fire() -> None:
    walls = {"right": 7, "bottom": 6}
    d = duel(57, 56, 46, walls=walls, who={"p1": {"pool": {"aria": 3}}})
    assert d.fields("p1", "step", "tile") == {47, 67}
    d.do("p1", "step", tile=47)
    assert d.fields("p1", "step", "tile") == {37, 57}
    d.do("p1", "step", tile=37).do("p1", "step", tile=36)
    assert d.pool("p1") == {"dire": 2}
    kill = duel(57, 56, 46, walls=walls, who={"p1": {"pool": {"aria": 1, "pyre": 3}}})
    kill.do("p1", "attack", who="p2", pyre=3).passes()
    assert kill.fields("p1", "step", "tile") == {56}
    kill.do("p1", "step", tile=56)
    assert kill.pool("p1") == {}
    assert kill.seat("p1")["bloodstones"] == 2


@pytest.mark.rule("AK-SETUP-05", "AK-SETUP-06", "AK-SETUP-08", "AK-SETUP-09")
def test_a_game_from_its_beginning() -> None:
    d = Duel(FULL.new({"seats": 3}))
    dealt = 0
    asked: list[str] = []
    while not d.view["turn"] or "choose-state" not in d.kinds().values():
        seat, kind = next(iter(d.kinds().items()))
        if kind == "take":
            asked.append(seat)
            assert d.seat(seat)["hand_size"] == 3
            d.do(seat, "take", aria=1, egis=1, pyre=1)
        elif kind == "draw-card":
            dealt += 1
            d.do("chance", "draw-card", card=FULL.record(d.asked["chance"].outcomes[0].action)["card"])
        elif kind == "roll-percentile":
            d.roll(62)
        elif d.may(seat, "pass"):
            d.do(seat, "pass")
        else:
            d.state.apply(d.asked["chance"].outcomes[0].action)
    assert dealt == 9
    assert asked == ["p1", "p2", "p3"]
    assert d.on(62) == {"ylem": 1}
    assert d.view["bloodstones_aside"] == 1


def test_what_no_mat_could_hold_is_refused_with_its_key() -> None:
    def seat(**facts: Any) -> dict[str, Any]:
        return {"p1": {"tile": 44, **facts}, "p2": {"tile": 45}}

    for facts, word in (
        ({"pool": {"aria": 10}}, "p1.pool"),
        ({"pool": {"dire": 3}}, "p1.pool"),
        ({"pool": {"aria": -1}}, "p1"),
        ({"pool": {"ylem": 1}}, "ylem"),
        ({"pool": {"aria": 1.5}}, "aria"),
        ({"ylem": 6}, "ylem"),
        ({"level": 4}, "level"),
        ({"level": 0}, "level"),
        ({"transmuted": ["aria", "egis"]}, "transmuted"),
        ({"transmuted": ["aria", "aria"], "level": 2}, "transmuted"),
        ({"transmuted": ["gold"]}, "transmuted"),
        ({"prismatic": 1}, "prismatic"),
        ({"form": "revenant", "transmuted": ["aria"]}, "transmuted"),
        ({"form": "revenant", "prismatic": 4}, "prismatic"),
        ({"hand": ["rubedo-1", "rubedo-1"]}, "rubedo-1"),
        ({"hand": ["no-such-card"]}, "no-such-card"),
        ({"hand": ["revenant-rubedo-1"]}, "hand"),
        ({"form": "revenant", "hand": ["rubedo-1"]}, "hand"),
        ({"hand": "rubedo-1"}, "hand"),
        ({"revealed": ["rubedo-1"]}, "revealed"),
        ({"king": "vara", "inscription": "rubedo-1"}, "inscription"),
        ({"inscription": "lancea-of-aeterna"}, "inscription"),
        ({"inscription": {"card": "prismatic-inscription", "known": True, "filled": False}}, "inscription"),
        ({"bloodstones": 5}, "bloodstones"),
        ({"tile": 45}, "tile"),
        ({"tile": 100}, "tile"),
        ({"wings": 2}, "wings"),
    ):
        cannot_be(word, seats=seat(**facts))
    both = {"p1": {"tile": 44}, "p2": {"tile": 45}}
    for keys, word in (
        ({"supply": {"aria": 41}}, "supply"),
        ({"supply": {"aria": 39}}, "aria"),
        ({"items": {"70": {"dire": 26}}}, "dire"),
        ({"shielded": ["p1"], "turn": "p1"}, "shielded"),
        ({"draw": {"ascendant": {"rubedo-1": 2}}}, "rubedo-1"),
        ({"discard": {"ascendant": {"revenant-rubedo-1": 1}}}, "discard"),
        ({"stack": [{"at": "active"}, {"at": "attacking", "seat": "p1", "who": "p1", "pyre": 1}]}, "stack"),
        ({"stack": [{"at": "active"}, {"at": "attacking", "seat": "p2", "who": "p1", "pyre": 1}]}, "stack"),
        (
            {"stack": [{"at": "active"}, {"at": "casting", "seat": "p1", "card": "rubedo-1", "targets": ["p1"]}]},
            "stack",
        ),
        ({"stack": [{"at": "active"}, {"at": "drawing", "seat": "p1", "count": 60, "why": "AK-LATENT-02"}]}, "stack"),
        ({"stack": [{"at": "active"}, {"at": "drawing", "seat": "p1", "why": "nonsense"}]}, "stack"),
        ({"stack": [{"at": "active"}, {"at": "window", "kind": "tea"}]}, "stack"),
        ({"stack": []}, "stack"),
        ({"inscription_used": "yes"}, "inscription_used"),
        ({"stack": [{"at": "active"}, {"at": "casting", "seat": "p1", "card": "rubedo-1"}]}, "stack.1.targets"),
        (
            {
                "stack": [
                    {"at": "active"},
                    {"at": "casting", "seat": "p1", "card": "distillation-1", "choice": "aria 9"},
                ]
            },
            "stack.1.choice",
        ),
        (
            {"stack": [{"at": "active"}, {"at": "casting", "seat": "p1", "card": "sun-and-sky-1", "targets": ["p2"]}]}
            | {"shielded": ["p2"]},
            "stack.1.targets",
        ),
        (
            {"stack": [{"at": "active"}, {"at": "casting", "seat": "p1", "card": "albedo-1", "tile": 99}]},
            "stack.1.tile",
        ),
        ({"stack": [{"at": "end-of-round", "next": "fire-wounds", "moved": True}], "turn": None}, "stack.0"),
    ):
        cannot_be(word, seats=both, **keys)
