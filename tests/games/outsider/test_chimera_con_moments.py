"""Chimera Con: a position can be written at every decision point as the README says, and goes on from there."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import CHANCE

from tests.games.outsider.con_table import Card, Con, blow, chimera, impossible, table, whole

CARDS = [*whole("hit", (6, 2, 2, 2), action=blow("standard", "might", "speed")), *whole("two", (9, 1, 1, 1))]
ATTACK = {"at": "attack", "seat": "p1", "target": "p2", "part": "head"}


def at(*frames: Card, p1: Card | None = None, p2: Card | None = None, **more: Any) -> Con:
    """p1 with Might, Speed and Magic 6, p2 with 3 of each."""
    seats = {"parts": chimera("hit"), **(p1 or {})}, {"parts": chimera("two"), **(p2 or {})}
    return table(*seats, at=list(frames), cards=CARDS, **more)


def kinds(con: Con) -> dict[str, str]:
    found: dict[str, str] = con.view["asked"]
    return found


OPENING: dict[str, Any] = {"parts": None}


@pytest.mark.rule("CC-SETUP-01", "CC-BUILD-01", "CC-BUILD-03", "CC-BUILD-04", "CC-MERCH-01")
def test_before_the_first_turn() -> None:
    hands = {"hand": chimera("hit")}, {"hand": chimera("two")}
    dealt = table({"hand": ["hit-head"]}, {}, at="deal", cards=CARDS, turn=None)
    assert dealt.view["moment"] == "deal"
    for _ in range(5 + 6):
        dealt.do(CHANCE, "draw-card", card=dealt.state.legal_actions(CHANCE)[0].card)  # type: ignore[attr-defined]
    assert kinds(dealt) == {"p1": "build", "p2": "build"}
    chosen = {"at": "build", "chosen": {"p1": chimera("hit")}}
    assert kinds(table(*hands, at=chosen, cards=CARDS, turn=None)) == {"p2": "build"}
    partial = {"parts": {"head": "", "body": "hit-body", "rear": "hit-rear"}}
    searches = table(partial, {"parts": chimera("two")}, at={"at": "search", "turned": ["dune-worm-body"]}, cards=CARDS,
                     turn=None)  # fmt: skip
    searches.comes("hit-head")
    assert searches.part("p1", "head") == "hit-head"
    redraws = table(*hands, at=[{"at": "build"}, {"at": "redraw", "seat": "p1", "left": 1, "old": ["dune-worm-rear"]}],
                    cards=CARDS, turn=None)  # fmt: skip
    redraws.comes("mirefang-head")
    assert "mirefang-head" in redraws.hand("p1")
    assert redraws.view["moment"] == "build"


@pytest.mark.rule("CC-MERCH-04")
@pytest.mark.parametrize("more", [{}, {"need": [1, 1], "dice": [[], []]}, {"dice": [[5], []]}])
def test_a_contest_for_the_lantern(more: Card) -> None:
    con = at({"at": "contest", "about": "merchant", "seats": ["p1", "p2"], **more}, turn=None)
    rolls = [3] if more.get("dice") == [[5], []] else [5, 3]
    for value in rolls:
        con.do(CHANCE, "roll-die", value=value)
    assert con.view["merchant"] == "p1"


@pytest.mark.rule("CC-GREED-04")
def test_a_contest_for_the_market() -> None:
    greedy = {"at": "greedy", "said": {"p1": True, "p2": True}}
    con = at(greedy, {"at": "contest", "about": "greedy", "seats": ["p1", "p2"]}, market=["bellow-ox-head"])
    con.dice(1, 1, 1, 1, 1, 1).nobody_cheats().dice(3, 3, 3).nobody_cheats()
    assert con.hand("p2") == ["bellow-ox-head"]


@pytest.mark.rule("CC-TURN-01", "CC-DRAW-01", "CC-DRAW-02", "CC-DRAW-03")
def test_steps_of_a_turn() -> None:
    drawn = at({"at": "draw", "creature": 2})
    assert drawn.may("p1", "draw", deck="creature")
    assert not drawn.may("p1", "draw", deck="cheat")
    pending = at({"at": "draw", "cheat": 1}, {"at": "draw-cards", "seat": "p1", "deck": "cheat", "left": 1})
    assert list(kinds(pending)) == [CHANCE]
    assert kinds(at({"at": "substitute"}))["p1"] == "substitute"
    cannot = at(
        {"at": "action", "substituted": True}, p1={"hand": ["two-head"]}, options={"mutate_after_substitute": False}
    )
    assert not cannot.may("p1", "mutate", card="two-head")
    borrows = at({"at": "action", "borrows": True}, p2={"parts": ["mirefang-head", "two-body", "two-rear"]})
    assert borrows.may("p1", "attack", part="head", target="p2", of="p2")
    assert kinds(at({"at": "discard"}))["p1"] == "discard"
    assert set(kinds(at({"at": "turn-end"}, p1={"hand": ["trapdoor"]}, p2={"hand": ["trapdoor"]})).values()) == {
        "cheat"
    }


@pytest.mark.rule("CC-CHEAT-06")
@pytest.mark.parametrize("below", [(), ({"at": "action"},), ({"at": "market"},)])
def test_a_failed_cheat_s_discard_step(below: tuple[Card, ...]) -> None:
    con = at(*below, {"at": "discard", "seat": "p2"}, market=["bellow-ox-head"])
    assert con.asked["p2"].kind == "discard"
    con.do("p2", "done")
    assert con.view["moment"] == (below[0]["at"] if below else "draw")


@pytest.mark.rule("CC-MKT-03", "CC-MKT-04", "CC-GREED-01", "CC-GREED-05")
def test_the_market() -> None:
    con = at({"at": "market"}, market=["bellow-ox-head"])
    assert con.state.position()["stack"][0]["order"] == ["p1", "p2"], "from the highest Magic on"
    decided = at({"at": "market", "order": []}, {"at": "discard", "seat": "p2"}, market=["bellow-ox-head"])
    assert decided.view["moment"] == "greedy", "all have decided"
    second = at({"at": "market", "order": ["p2"], "picked": {"p1": "dune-worm-head"}}, market=["bellow-ox-head"],
                p1={"hand": ["dune-worm-head"]})  # fmt: skip
    assert second.may("p2", "take", card="bellow-ox-head")
    said = at({"at": "greedy", "said": {"p1": False}}, market=["bellow-ox-head"])
    assert said.view["asked"]["p2"] == "greedy"
    used = at({"at": "greedy", "used": {"p1": 1}, "out": ["p2"]}, market=["bellow-ox-head"], p2={"hand": ["trapdoor"]})
    assert used.view["moment"] == "draw", "nobody may swap any more"


@pytest.mark.rule("CC-ATK-01", "CC-ATK-03", "CC-STAT-03")
def test_stages_of_an_attack() -> None:
    sixes, threes = [6] * 6, [3] * 3
    open_ = at({"at": "attack", "seat": "p1", "target": "p2"})
    assert open_.nobody_cheats().need["attack"] == 6
    rolling = at({**ATTACK, "stage": "attack", "attack": sixes[:4], "attack_bonus": -1})
    rolling.do(CHANCE, "roll-die", value=6)
    assert rolling.need == {"attack": 5, "defence": 3}, "a Loud Whistle took one of the six"
    rolled = at({**ATTACK, "stage": "attack-rolled", "attack": sixes}).nobody_cheats()
    assert rolled.need["defence"] == 3
    defends = at({**ATTACK, "stage": "defence", "attack": sixes, "defence": [3, 3], "defence_bonus": 1})
    assert defends.need["defence"] == 4
    both = at({**ATTACK, "stage": "defence-rolled", "attack": sixes[:5], "defence": threes, "reduced": {"p2": 3}})
    both.nobody_cheats()
    assert both.seat("p2")["damage"] == 30 - 9 - 3


@pytest.mark.rule("CC-PETR-01", "CC-ATK-04")
def test_a_part_to_be_petrified() -> None:
    stare = {"at": "attack", "seat": "p1", "target": "p2", "part": "head", "stage": "petrify", "attack": [2] * 8,
             "defence": [1, 1, 1]}  # fmt: skip
    con = at(stare, p1={"parts": ["gorgon-newt-head", "hit-body", "hit-rear"]})
    assert con.view["asked"]["p1"] == "attack"
    con.do("p1", "choose-part", part="rear")
    assert con.part("p2", "rear") == "two-rear+petrified"


@pytest.mark.rule("CC-CHEAT-03", "CC-CHEAT-02")
def test_cheats_half_way() -> None:
    rolls = at({"at": "cheat-roll", "seat": "p2", "card": "cooked-ledger"})
    assert list(kinds(rolls)) == [CHANCE]
    steals = at({"at": "action"}, {"at": "effect", "seat": "p1", "card": "sleight-of-paw"}, p2={"hand": ["trapdoor"]})
    assert steals.may("p1", "choose-seat", who="p2")
    for left in ({}, {"left": 1}):
        drawn = at(
            {"at": "effect", "seat": "p1", "card": "sleight-of-paw", "who": "p2", **left}, p2={"hand": ["trapdoor"]}
        )
        drawn.comes("trapdoor")
        assert drawn.hand("p1") == ["trapdoor"]


@pytest.mark.rule("CC-WIN-02")
def test_the_end_is_written_too() -> None:
    con = at({"at": "over"}, p1={"points": 3}, turn=None)
    outcome = con.state.outcome()
    assert outcome is not None
    assert outcome.winners == ("p1",)
    seats = {"p1": {"points": 2}, "p2": {}}
    assert "points" in impossible({"seats": seats, "stack": [{"at": "over"}], "turn": None})
