"""The page of Red Rains: each moment it shows can be set up and goes on as it says."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from immolation.games import Correct

from tests.games.pages import blocks, chapter, page

from .rains import GAME, Rains, deck, solo, unit

rule = pytest.mark.rule

PAGE = page("red-rains")
MOMENTS: dict[str, dict[str, Any]] = {one.pop("moment"): one for one in json.loads(blocks(PAGE, "json")[1])}


def moment(words: str) -> Rains:
    """The moment whose name begins so, among two aspects and a Bear."""
    found = next(given for name, given in MOMENTS.items() if name.startswith(words))
    p1 = {
        "facing": [{"card": "frozen-fear", "ref": "a1"}, {"blood": 2, "ref": "a2"}],
        "units": [{"name": "Bear", "attack": 3, "life": 5, "ref": "u3"}],
        "dice": {"power": 1, "class": 1, "exhausted": 8},
    }
    return Rains("viros", {"p1": p1}, **found)


def test_every_moment_can_be_read_and_is_written_as_the_same() -> None:
    assert len(MOMENTS) == 10
    for name in MOMENTS:
        table = moment(name)
        assert table.asked, name
        assert GAME.from_position(table.state.position()).digest() == table.state.digest()


@rule("RR-TURN-06")
def test_the_behaviour_die_is_due() -> None:
    table = moment("the Chimera's turn begins").dice(face=12, shows=["iron-scales"])
    assert table.chimera["red_rains"] == 1
    assert table.card("a2")["card"] == "iron-scales"
    assert table.state.view(None)["turn"] == "p1"


@rule("RR-DICE-03")
def test_a_die_is_lowered_and_the_reveal_follows() -> None:
    table = moment("a side action").answer("power", shows=["iron-scales"])
    dice = table.born()["dice"]
    assert (dice["power"], dice["class"], table.card("a2")["card"]) == (0, 2, "iron-scales")


@rule("RR-LAW-01", "RR-DICE-03")
@pytest.mark.parametrize(("option", "wounds", "power"), [("1", 0, 0), ("2", 1, 1)])
def test_one_of_two_lists_is_chosen(option: str, wounds: int, power: int) -> None:
    table = moment("the player chooses").answer(option)
    assert (table.born()["wounds"], table.born()["dice"]["power"], table.asked) == (wounds, power, "turn")


@rule("RR-REV-03", "RR-LAW-01")
@pytest.mark.parametrize("who", ["u3", "p1"])
def test_somebody_is_picked(who: str) -> None:
    table = moment("an aspect's enter").answer(who)
    assert (table.card("u3")["wounds"], table.born()["wounds"]) == (int(who == "u3"), int(who == "p1"))


@rule("RR-REV-01")
def test_an_aspect_is_turned_up() -> None:
    assert moment("the leftmost aspect").dice(shows=["hunting-instincts"]).card("a2")["card"] == "hunting-instincts"


@rule("RR-BLK-01")
def test_a_jaw_is_blocked() -> None:
    table = moment("a jaw attacks").answer("u3")
    assert (table.card("u3")["wounds"], table.gone("a1"), table.chimera["wounds"]) == (3, True, 2)


@rule("RR-LAW-09")
def test_the_guard_roll_is_due() -> None:
    assert moment("Bear attacks").dice(face=9).chimera["wounds"] == 3
    assert moment("Bear attacks").dice(face=8).gone("a1")


@rule("RR-ULT-04", "RR-ULT-06")
def test_an_ultimate_adds_its_aspect() -> None:
    table = moment("the last of five").dice(shows=["iron-scales"])
    assert len(table.born()["facing"]) == 3
    assert "phase" in table.told()


@rule("RR-BASE-06", "RR-TOK-01")
def test_recovery_goes_on() -> None:
    table = moment("recovery adds").dice(shows=["iron-scales"])
    assert "recovery-tokens" in table.told()
    assert table.state.view(None)["round"] == 2


@rule("RR-BTL-06")
def test_a_side_action_is_left() -> None:
    table = moment("a side action is left")
    assert table.refused("attack", units=["u3"], target="a1") == "TABLE"
    table.do("meditate", dice=1)


@rule("RR-TURN-11", "RR-TURN-12")
@pytest.mark.parametrize(
    ("seats", "turn", "follows"),
    [
        (1, {"at": "player-turn", "seat": "p1"}, "chimera"),
        (2, {"at": "player-turn", "seat": "p1"}, "p2"),
        (2, {"at": "player-turn", "seat": "p2"}, "chimera"),
    ],
)
def test_a_round_that_does_not_say_what_follows_goes_on_after_the_turn_on_it(
    seats: int, turn: dict[str, Any], follows: str
) -> None:
    sides = {f"p{n}": {"facing": [{"blood": 1}]} for n in range(1, seats + 1)}
    table = Rains("viros", sides, stack=[{"at": "round"}, turn])
    table.do("end-turn", turn["seat"])
    assert table.state.view(None)["turn"] == (None if follows == "chimera" else follows)


def test_a_correction_of_one_place_in_a_list() -> None:
    table = solo(deck(), ["filler-1"], [unit()])
    table.state.apply(Correct("table", ("seats", "p1", "facing", "0", "exhaustion"), 2))
    assert table.card("a1")["exhaustion"] == 2


# --- events and views ------------------------------------------------------------------------------------------

EVENTS = chapter(PAGE, "Events")
VIEW = chapter(PAGE, "A view")


def words_in(page: str) -> set[str]:
    return set(re.findall(r"`([a-z_-]+)`", page))


@pytest.mark.parametrize("players", ["sample", "printed"])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_and_whatever_is_seen_is_on_the_page(players: str, seed: int) -> None:
    rng = Random(seed)
    chimera = rng.choice(["frostwild", "lordswall", "moon_cove", "neverset", "shadowreck", "viros"])
    state = GAME.new({"chimera": chimera, "players": players, "seats": 1 + seed % 2})
    named, asked = words_in(EVENTS), set[str]()
    for _ in range(250):
        deciders = state.deciders()
        if not deciders:
            break
        seat, decision = next(iter(deciders.items()))
        asked.add(decision.kind)
        for event in state.apply(rng.choice(list(state.legal_actions(seat)))):
            assert {event.kind, *event.data} <= named, event
        view = state.view(None)
        cards = [card for facts in view["seats"].values() for card in (*facts["units"], *facts["facing"])]
        seen = {
            *view,
            *view["chimera"],
            *view["seats"]["p1"],
            *(view["battle"] or {}),
            *(key for one in cards for key in one),
        }
        assert seen <= words_in(VIEW), seen - words_in(VIEW)
    assert asked <= words_in(chapter(PAGE, "Actions"))


# --- every frame that the table of frames names -----------------------------------------------------------------

ROUND = {"at": "round"}
MINE = {"at": "player-turn", "seat": "p1"}
THEIRS = {"at": "chimera-turn", "side": "p1", "step": "end", "mode": "roll"}
DRAW = {"at": "card", "kind": "draw", "rule": "RR-HAND-01"}
FIGHT = {"at": "attack", "side": "p1", "attackers": ["a1"], "target": "p1", "guards": [""], "step": "fight"}


@pytest.mark.parametrize(
    ("asked", "stack", "more"),
    [
        ("turn", [ROUND, MINE], {}),
        ("turn", [{"at": "round", "phase": "turns", "next": 1}, {**MINE, "side": False}], {}),
        ("roll-rage", [ROUND, {**THEIRS, "step": "behaviour"}, {"at": "roll", "kind": "rage"}], {}),
        ("roll-behaviour", [ROUND, {**THEIRS, "step": "row"}, {"at": "roll", "kind": "behaviour"}], {}),
        (
            "reveal",
            [
                ROUND,
                THEIRS,
                {"at": "revealing", "side": "p1", "ref": "a2"},
                {"at": "card", "kind": "reveal", "ref": "a2"},
            ],
            {},
        ),
        (
            "reaction",
            [
                ROUND,
                THEIRS,
                {"at": "revealing", "side": "p1", "ref": "a1", "step": "reaction"},
                {"at": "window", "seat": "p1", "about": "reveal", "ref": "a1"},
            ],
            {},
        ),
        ("reaction", [ROUND, THEIRS, FIGHT, {"at": "window", "seat": "p1", "about": "battle", "ref": "a1"}], {}),
        ("draw", [ROUND, MINE, {"at": "drawing", "n": 2, "instead": 1}, DRAW], {}),
        ("hand", [ROUND, MINE, {"at": "handling", "seat": "p1", "left": 0}], {"hand": {"whiplash": 2}}),
        (
            "set-aside",
            [
                ROUND,
                MINE,
                {"at": "handling", "seat": "p1", "left": 3},
                {"at": "card", "kind": "set-aside", "rule": "RR-HAND-02"},
            ],
            {"hand": {"whiplash": 2}},
        ),
        ("blood", [ROUND, THEIRS, {"at": "adding", "side": "p1", "n": 1}, {"at": "card", "kind": "blood"}], {}),
        (
            "blood",
            [
                {"at": "round", "phase": "setup", "next": 1},
                {"at": "adding", "side": "p1", "n": 1},
                {"at": "card", "kind": "blood"},
            ],
            {},
        ),
        (
            "roll-rage",
            [
                ROUND,
                THEIRS,
                {"at": "placing-tokens", "n": 2},
                {"at": "ultimate", "step": "advance"},
                {"at": "resolving", "side": "p1", "nature": "ultimate", "effects": [{"do": "reroll_rage", "n": 2}]},
                {"at": "roll", "kind": "rage", "n": 2},
            ],
            {},
        ),
        (
            "roll-rage",
            [
                ROUND,
                MINE,
                {"at": "raising", "n": 1, "done": 1},
                {"at": "dying", "ref": "a7"},
                {"at": "resolving", "side": "p1", "effects": [{"do": "reroll_rage"}]},
                {"at": "roll", "kind": "rage"},
            ],
            {"dying": [{"card": "whiplash", "ref": "a7", "side": "p1", "home": "chimera"}]},
        ),
        ("draw", [ROUND, MINE, {"at": "fatigue"}, {"at": "drawing", "n": 1}, DRAW], {"fatigued": False}),
        ("end-of-round", [{"at": "round", "phase": "end", "next": 1}, {"at": "end-of-round", "seat": "p1"}], {}),
        (
            "roll-dice",
            [
                {"at": "round", "phase": "prepare", "next": 1},
                {"at": "preparing", "seat": "p1"},
                {"at": "roll", "kind": "dice", "n": 8, "seat": "p1", "rule": "RR-BASE-06"},
            ],
            {"players": "sample"},
        ),
        ("", [{"at": "over", "won": False, "rule": "TABLE", "reason": "It was late."}], {}),
    ],
)
def test_every_frame_can_be_written_and_goes_on(asked: str, stack: list[Any], more: dict[str, Any]) -> None:
    p1 = {
        "facing": [{"card": "frozen-fear", "ref": "a1"}, {"blood": 2, "ref": "a2"}],
        "units": [{"name": "Bear", "attack": 3, "life": 5, "ref": "u3"}],
        "dice": {"power": 1, "class": 1, "exhausted": 8},
    }
    table = Rains("viros", {"p1": p1}, stack=stack, **more)
    assert table.asked == asked
    state = table.state
    assert GAME.from_position(state.position()).digest() == state.digest()
    rng = Random(1)
    for _ in range(60):
        if not state.deciders():
            break
        seat = next(iter(state.deciders()))
        state.apply(rng.choice(list(state.legal_actions(seat))))
        assert GAME.from_position(state.position()).digest() == state.digest()
