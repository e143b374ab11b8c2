"""Kimera: long random battles beside a second reading of the rulebook that shares no line with the game."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, Event, State

from tests.games.outsider.battle import TRAITS
from tests.games.outsider.test_kimera_levels import GEMS, RUNES

GAME = games.load("kimera")
AIR = {"drako", "hermes", "siroko"}
SPECIAL = {
    "drako": {"free_melee": 2, "intensity": 1}, "kolossus": {"intercept": 2}, "kiron": {"heavy_melee": 2},
    "hermes": {"discipline": 2, "intensity": 1}, "sinister": {"free_melee": 2, "intensity": 1}, "siroko": {"evade": 2},
}  # fmt: skip
ANY = {"drako": {"grapple"}, "kolossus": {"intercept"}, "kiron": {"charge"}, "hermes": {"bolt", "wrack", "trial"}}
HURT = {"crack": {"armor": -2}, "sever": {"heavy_melee": -1, "free_melee": -1}, "rend": {"intensity": -2},
        "bash": {"evade": -2}}  # fmt: skip
CARDS: dict[str, Any] = GAME.new({"seats": 2}).view(None)["cards"]

Facts = dict[str, Any]


class Second:
    """One Kimera as the rulebook has it, from what a position says."""

    def __init__(self, facts: Facts, options: Facts) -> None:
        self.facts, self.options, self.kind = facts, options, facts["type"]
        self.effects = [(card["card"].split("-")[0], card.get("pick", "")) for card in facts["wounds"]]
        self.staggered = any(effect == "stagger" for effect, _ in self.effects)

    def level(self, name: str, levels: Facts, effect: str) -> int:
        lost: int = 2 * sum(found == effect and pick == name for found, pick in self.effects)
        return max(0, int(levels.get(name, 0)) - lost)

    def rune(self, sign: str, trait: str) -> int:
        """What the runes give of one kind."""
        total = 0
        for name, strengthens, steps in RUNES.values():
            if strengthens == trait:
                reached = [
                    int(step[1:]) for step in steps[: self.level(name, self.facts["runes"], "scar")] if step[0] == sign
                ]
                if reached:
                    total += sum(reached) if self.options["rune_stack"] == "sum_all" else max(reached)
        return total

    def trait(self, name: str) -> int:
        hurt = sum(HURT.get(effect, {}).get(name, 0) for effect, _ in self.effects)
        bought = int(self.facts["traits"][name])
        return max(0, bought + SPECIAL[self.kind].get(name, 0) + self.rune("+", name) + hurt)

    def powers(self) -> list[tuple[str, str]]:
        """Gem and power, in the words of the lists."""
        found = []
        for gem, powers in GEMS.values():
            reached = self.level(gem, self.facts["gems"], "crush")
            first = max(reached - 1, 0) if self.options["gem_levels"] == "top_only" else 0
            found += [(gem, power) for power in powers[first:reached]]
        return found

    def full(self) -> int:
        best = (max(int(self.facts["traits"][trait]) for trait in TRAITS[n : n + 3]) for n in (0, 3, 6))
        return sum(best) + self.rune("b", "")

    def shows(self, card: str, symbol: str) -> bool:
        return symbol in CARDS[card]["symbols"] or symbol in ANY.get(self.kind, ())

    def can_show(self, symbols: list[str]) -> bool:
        """Each of these on a card of its own."""
        hand = self.facts["hand"]
        return any(
            all(self.shows(card, symbol) for card, symbol in zip(cards, symbols, strict=True))
            for cards in permutations(hand, len(symbols))
        )


def tie(first: Second, second: Second, base: bool, *, phasing: bool) -> bool:
    """Whether the first wins a tie."""
    score = [
        (phasing and one.kind == "siroko") - one.staggered
        for one in (first, second)
    ]  # fmt: skip
    return base if score[0] == score[1] else score[0] > score[1]


def reaches(mine: Second, theirs: Second, column: str) -> bool:
    lead = int(mine.facts["initiative"]) - int(theirs.facts["initiative"])
    if lead < 0 or (lead == 0 and not (mine.kind in AIR and tie(mine, theirs, True, phasing=True))):
        return False
    return lead >= {"bolt": 0, "wrack": 1, "trial": 2, "melee": 2}[column]


def attacks(seat: str, position: Facts) -> set[tuple[str, str, bool, bool, bool]]:
    """Every attack that may be declared: how, on whom, suppression, area, by a gem."""
    options = position["options"]
    all_ = {name: Second(facts, options) for name, facts in position["seats"].items() if not facts["defeated"]}
    mine = all_[seat]
    if not (mine.facts["initiative"] and mine.facts["balance"]) or mine.facts["full_recovery"]:
        return set()
    kinds: dict[tuple[str, bool, bool, bool], tuple[str, list[str]]] = {
        ("heavy-melee", False, False, False): ("melee", ["initiate"]),
        ("free-melee", False, False, False): ("melee", []),
        ("grapple", False, False, False): ("melee", ["grapple", "initiate"]),
    }
    for _, power in mine.powers():
        words = power.split()
        if words[-1] in ("bolt", "wrack", "trial"):
            area, symbols = "area" in words, [words[-1], "initiate"]
            kinds[words[-1], "suppression" in words, area, False] = (words[-1], symbols + ["area"] * area)
        if power == "gem grapple":
            kinds["grapple", False, False, True] = ("wrack", ["grapple", "initiate"])
    return {
        (how, target, suppression, area, gem)
        for (how, suppression, area, gem), (column, symbols) in kinds.items()
        for target, theirs in all_.items()
        if theirs.facts["team"] != mine.facts["team"] and reaches(mine, theirs, column) and mine.can_show(symbols)
    }


def looks(state: State) -> None:
    """Everything a view says of each Kimera is what the lists make of it; whose turn it is may do what it may."""
    position, view = state.position(), state.view(None)
    for seat, facts in position["seats"].items():
        second, seen = Second(facts, position["options"]), view["seats"][seat]
        assert seen["traits"] == {trait: second.trait(trait) for trait in TRAITS}
        assert seen["full_balance"] == second.full()
        assert seen["card_values"] == second.rune("c", "")
        assert seen["skills"] == {trait: n for trait in TRAITS if (n := second.rune("s", trait))}
        assert len(seen["powers"]) == len(second.powers())
        assert seen["potence"] == sum((*facts["traits"].values(), *facts["runes"].values(), *facts["gems"].values()))
    seat = view["turn"]
    if view["moment"] == "turn" and seat in state.deciders():
        listed = [GAME.record(action) for action in state.legal_actions(seat)]
        offered = {
            (one["how"], one["target"], one["suppression"], one["area"], one["gem"])
            for one in listed
            if one["do"] == "attack"
        }
        assert offered == attacks(seat, position)


def strikes(before: Facts, events: list[Event]) -> None:
    """Comparisons, Intensity and losses of one action, by the position before it."""
    options = before["options"]
    all_ = {name: Second(facts, options) for name, facts in before["seats"].items()}
    frames = [frame for frame in before["stack"] if frame["at"] == "attack"]
    if not frames:
        return
    fight = frames[0]
    mine = all_[fight["attacker"]]
    missed = False
    for event in events:
        if event.kind in ("attack-hits", "attack-fails"):
            theirs, (attack, defence) = all_[event.data["target"]], (event.data["attack"], event.data["defence"])
            wins = attack > defence if attack != defence else tie(mine, theirs, mine.kind not in AIR, phasing=False)
            assert (event.kind == "attack-hits") == wins
            missed = not wins
        elif event.kind == "struck":
            theirs = all_[event.data["seat"]]
            power = mine.trait("intensity")
            if fight.get("area") and event.data["seat"] != fight["target"]:
                power //= 2
            if event.data["suppression"]:
                power -= 2 * (theirs.facts["shield"] is not None) + 2 * (("zealous", "resist") in theirs.powers())
            else:
                power -= theirs.facts["shield"] is not None
            assert event.data["intensity"] == max(0, power)
            assert event.data["suppression"] == fight.get("suppression", False)
        elif event.kind == "hits":
            theirs = all_[event.data["seat"]]
            armor, hits = theirs.trait("armor") * (1 + (fight["how"] == "bolt")), len(event.data["hits"])
            secondary = bool(fight.get("area")) and event.data["seat"] != fight["target"]
            base = theirs.kind in AIR
            wins = hits > armor if hits != armor else tie(mine, theirs, base, phasing=True)
            picker = fight["attacker"] if wins and not secondary else event.data["seat"]
            assert (event.data["armor"], event.data["by"]) == (armor, picker)
    if missed and mine.kind == "sinister":
        assert not any(event.kind == "balance-lost" and event.data["seat"] == fight["attacker"] for event in events)


def rider(rng: Random) -> Facts:
    """A design that hits hard and breaks easily."""
    traits = {trait: rng.randint(1, 4) for trait in TRAITS} | {"discipline": 5, "armor": rng.randint(0, 3)}
    return {
        "type": rng.choice(list(SPECIAL)),
        "name": "Nobody",
        "traits": traits | {"intensity": rng.randint(2, 4)},
        "runes": {name: rng.randint(1, 2) for name, *_ in rng.sample(list(RUNES.values()), 2)},
        "gems": {name: rng.randint(2, 4) for name, _ in rng.sample(list(GEMS.values()), 2)},
    }


def config(rng: Random) -> Facts:
    seats = rng.randint(2, 5)
    ids = [f"p{n}" for n in range(1, seats + 1)]
    found: Facts = {
        "seats": seats, "rounds": 8, "riders": {seat: rider(rng) for seat in ids},
        "options": {"starting_points": 900, "defeat_wounds": 6, "off_balance_clears": "after_damage"},
    }  # fmt: skip
    if rng.random() < 0.5:
        found["options"] |= {"rune_stack": "sum_all", "gem_levels": "top_only"}
    if seats > 2 and rng.random() < 0.5:
        found["teams"] = {"red": ids[: seats // 2], "blue": ids[seats // 2 :]}
    return found


def eager(state: State, rng: Random) -> Any:
    """A random action, an attack where one may be made, few holds."""
    deciders = state.deciders()
    seat = rng.choice(list(deciders))
    actions = list(state.legal_actions(seat))
    wanted = [
        one for one in actions if GAME.record(one)["do"] in ("attack", "play", "prepare", "activate", "use-weapon")
    ]
    if seat != CHANCE and wanted and rng.random() < 0.8:
        if GAME.record(wanted[0])["do"] == "prepare":
            return rng.choice(wanted[len(wanted) // 2 :])
        return rng.choice(wanted)
    return rng.choice(actions)


@pytest.mark.rule(
    "KM-RES-10", "KM-DMG-07", "KM-RUNE-03", "KM-GEM-02", "KM-SUP-01", "KM-RNG-01", "KM-RNG-02", "KM-ATK-07"
)
@pytest.mark.parametrize("seed", range(10))
def test_random_battles_go_by_the_book(seed: int) -> None:
    rng = Random(seed)
    state = GAME.new(config(rng))
    for _ in range(1500):
        if not state.deciders():
            break
        if rng.random() < 0.2 or state.view(None)["moment"] == "turn":
            looks(state)
        action = eager(state, rng)
        before = state.position()
        strikes(before, state.apply(action))
