"""Chimera Con: long random games beside a second reading of the rulebook that shares no line with the game."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, Event, State

from tests.games.outsider.con_table import PARTS

GAME = games.load("chimera-con")
STATS = ("health", "might", "speed", "magic")
SIZES = {"normal": 0, "large": 1, "very_large": 2}

Facts = dict[str, Any]


PRINTED: dict[str, Facts] = {
    card["id"]: card
    for card in tomllib.loads((Path(games.__file__).parent / "chimera_con/cards.toml").read_text("utf-8"))["creatures"]
}


def printed(view: Facts, seat: str) -> list[Facts]:
    """Head, body and rear as they are printed, and whether they are stone."""
    shown = [view["seats"][seat]["parts"][part] for part in PARTS]
    return [
        PRINTED[part["card"].removesuffix("+petrified")] | {"petrified": part["petrified"], "card": part["card"]}
        for part in shown
        if part
    ]


def supported(parts: list[Facts], options: Facts) -> list[bool]:
    sizes = [SIZES[part.get("size", "normal")] for part in parts]
    if options["unsupported_test"] == "next_part_only":
        return [sizes[1] >= sizes[0], sizes[2] >= sizes[1], True]
    return [min(sizes[1:]) >= sizes[0], sizes[2] >= sizes[1], True]


def totals(parts: list[Facts], poisonous: bool, options: Facts) -> list[int]:
    """The four totals, by support, stone and poison."""
    found = []
    for stat in STATS:
        total = 0
        for part, counts in zip(parts, supported(parts, options), strict=True):
            total += counts * part[stat] * (2 if stat == "health" and part["petrified"] else 1)
        if poisonous and stat in ("might", "speed"):
            total = total // 2 if options["poison_rounding"] == "down" else (total + 1) // 2
        found.append(total)
    return found


def can_fly(parts: list[Facts], options: Facts) -> bool:
    holds = supported(parts, options)
    tagged = [
        "airborne" in part.get("keywords", []) and not part["petrified"] for part in parts
    ]  # fmt: skip
    if options["unsupported_airborne"] == "whole_chimera":
        return any(tagged) and all(holds)
    return any(tag and held for tag, held in zip(tagged, holds, strict=True))


def looks(state: State, options: Facts) -> None:
    """All that is counted in a view is what the cards and the conditions come to."""
    view = state.view(None)
    for seat, facts in view["seats"].items():
        if not facts["alive"] or any(facts["parts"][part] is None for part in PARTS):
            continue
        parts = printed(view, seat)
        assert [facts[stat] for stat in STATS] == totals(parts, facts["poisonous"], options)
        assert [facts["parts"][part]["supported"] for part in PARTS] == supported(parts, options)
        assert facts["can_fly"] == can_fly(parts, options)
        assert not facts["airborne"] or facts["can_fly"]
        if view["moment"] not in ("search", "deal-cheats", "contest", "over"):
            assert facts["damage"] < facts["health"]
    attacks(state, view, options)


def attacks(state: State, view: Facts, options: Facts) -> None:
    """At the Action step: who can be attacked with which of the own parts."""
    seat = view["turn"]
    if view["moment"] != "action" or seat not in state.deciders() or state.deciders()[seat].kind != "action":
        return
    if state.position()["stack"][-1].get("borrows"):
        return
    mine, expected = view["seats"][seat], set()
    for other, theirs in view["seats"].items():
        if other == seat or not theirs["alive"]:
            continue
        high = mine["airborne"] or theirs["airborne"]
        for part, card in zip(PARTS, printed(view, seat), strict=True):
            action = card.get("action")
            if (
                action
                and action.get("attack")
                and not card["petrified"]
                and ("aerial" in action.get("tags", []) or not high)
            ):
                expected.add((part, other))
        if options["open_attack"] and not high:
            expected.add(("open", other))
    records = [GAME.record(action) for action in state.legal_actions(seat)]
    offered = {(one["part"], one["target"]) for one in records if one["do"] == "attack" and one["target"]}
    assert offered == expected


def fight(before: State, events: list[Event], options: Facts) -> None:
    """Dice, hits, damage, counterattacks and conditions of one attack that is settled."""
    position = before.position()
    frames = [frame for frame in position["stack"] if frame["at"] == "attack"]
    kinds = [event.kind for event in events]
    if not frames or frames[-1].get("stage") != "defence-rolled" or not {"missed", "damaged"} & set(kinds):
        return
    if "attack-changed" in kinds:
        return  # the last word in this fight was a cheat, told with its end
    frame, view = frames[-1], before.view(None)
    attack, defence = sum(frame.get("attack", [])), sum(frame.get("defence", []))
    cards = {card["card"]: card for seat in view["seats"] for card in printed(view, seat)}
    action = cards.get(frame.get("card", ""), {}).get("action") or {"kind": "standard"}
    tags = action.get("tags", [])
    by = {event.data["seat"]: event.data["damage"] for event in events if event.kind == "damaged"}
    lowered = frame.get("reduced_elemental" if "elemental" in tags else "reduced", {}).get(frame["target"], 0)
    if attack > defence:
        assert by.get(frame["target"], 0) == max(0, attack - defence - lowered)
        assert frame["seat"] not in by
        assert ("poisoned" in kinds) == ("poisonous" in tags and not view["seats"][frame["target"]]["poisonous"])
    else:
        assert frame["target"] not in by
        counters = action["kind"] == "standard" and "aerial" not in tags
        difference = defence - attack or options["tie_counter_damage"]
        own = frame.get("reduced", {}).get(frame["seat"], 0)
        assert by.get(frame["seat"], 0) == (max(0, difference - own) if counters else 0)
        assert not {"poisoned", "negated", "petrified"} & set(kinds)


def cards_of(state: State) -> Counter[str]:
    """Every card wherever it lies; none is ever lost or made."""
    position, found = state.position(), Counter[str]()
    for facts in position["seats"].values():
        parts = facts["parts"] or {}
        found.update(part for part in parts.values() if part)
        found.update(facts["hand"])
    for deck in position["decks"].values():
        found.update(deck)
    found.update(position["discard"] + position["market"])
    for frame in position["stack"]:
        found.update(frame.get("turned", []) + frame.get("old", []))
        found.update([frame["card"]] if frame["at"] in ("cheat-roll", "effect") else [])
    whole: Counter[str] = Counter()
    for card, count in found.items():
        whole[card.removesuffix("+petrified")] += count
    return whole


@pytest.mark.rule(
    "CC-SIZE-04", "CC-STAT-01", "CC-POIS-02", "CC-PETR-01", "CC-AIR-02", "CC-AIR-03", "CC-ATK-03", "CC-CTR-01"
)
@pytest.mark.parametrize("seed", range(10))
def test_random_games_go_by_the_book(seed: int) -> None:
    rng = Random(seed)
    choices: dict[str, list[Any]] = {
        "unsupported_test": ["any_lower_part_smaller", "next_part_only"], "poison_rounding": ["down", "up"],
        "unsupported_airborne": ["whole_chimera", "tagged_part"], "open_attack": [True, False],
        "tie_counter_damage": [0, 2],
    }  # fmt: skip
    options = {key: rng.choice(values) for key, values in choices.items()}
    state = GAME.new({"seats": rng.randint(2, 6), "options": {**options, "points_to_win": 1}})
    cards = None
    for _ in range(900):
        deciders = state.deciders()
        if not deciders:
            break
        if rng.random() < 0.15 or state.view(None)["moment"] == "action":
            looks(state, options)
            now = cards_of(state)
            assert cards in (None, now)
            cards = now
        seat = rng.choice(list(deciders))
        actions = list(state.legal_actions(seat))
        eager = [one for one in actions if GAME.record(one)["do"] in ("attack", "cheat")]
        action = rng.choice(eager if eager and seat != CHANCE and rng.random() < 0.4 else actions)
        before = state.copy()
        fight(before, state.apply(action), options)
