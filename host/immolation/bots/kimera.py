"""How good a situation of Kimera is for a seat: weights over what its view shows, and the odds of an attack under way.

Knows no action. What an attack brings if it hits or fails is told in the same weights as everything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from immolation.games.contract import Json

from . import kimera_odds as odds
from .evaluation import Evaluation, of_view

ALIVE: Final = 45.0
"""A Kimera still in the battle: more than all the damage it can carry takes away."""

WOUNDS: Final = 7.0
"""The first damage card; each further one weighs `WORSE` more, for a wounded Kimera is one that can be finished."""

WORSE: Final = 3.0
OFF: Final = -4.0
BALANCE: Final = 1.0
"""A point of Balance, once there are `SAFE` of them."""

SAFE: Final = 3
DANGER: Final = 0.8
"""What each of the first `SAFE` points is worth on top: with none left damage is near, and no attack is possible."""

INITIATIVE: Final = 1.7
"""A point of Initiative that may still be used to act."""

SPARE: Final = 0.45
"""A point of Initiative that only keeps others from being superior."""

BEFORE_CARDS: Final = ("recovery", "announce", "prepare", "resource")
"""Steps of a round in which hands are not full yet."""

REACH: Final = 0.7
"""Each opponent that superiority and range let it attack; a weak one counts double."""

HELD: Final = -3.0
"""In a grapple, on either end."""

EDGE: Final = 1.7
SHIELD: Final = 3.0
WEAPON: Final = 2.4
LINGERING: Final = 2.5
CARD: Final = 0.3
"""A card in hand: it defends, and is replaced before the next round."""

QUALITY: Final = 0.07
"""Each point of a card's value in the own hand."""

TRAIT: Final = 0.4
"""A point of an effective trait; what damage takes away shows here."""

IDLE: Final = -4.0
"""Gave up its attacks for this round."""

USED: Final = INITIATIVE - SPARE
"""What an attack under way gives back of its Initiative, which nobody keeps beyond the round."""

DEFENDED: Final = -0.5
"""What a defence that holds costs beside its cards: often a point of Balance."""

ANSWER: Final = 3.5
"""Points of attack value that cost the defender a card."""

HARM: Final = 1.4
"""What a rival's loss is worth at least, whoever else gains by it: only a battle that goes on to its end is won."""

PROMISE: Final = 0.6
"""How much of what a full recovery can still give back counts before it is given."""


IMPATIENCE: Final = 1 / 12
"""How much more harm is worth with each round: who only waits behind a full hand never wins."""


def evaluate(view: Mapping[str, Json], seat: str) -> float:
    """The own side's standing against an undamaged one, less the other sides'; 0 where all are undamaged."""
    seats = view["seats"]
    side = seats[seat]["team"]
    sides: dict[str, float] = {}
    for facts in seats.values():
        sides[facts["team"]] = sides.get(facts["team"], 0.0) + _mount(view, facts) - _par(facts)
    rivals = [value for team, value in sides.items() if team != side]
    number: int = view["round"]
    weight = max(HARM, 1 / max(1, len(rivals))) * (1 + IMPATIENCE * number)
    lead = sides[side] - weight * sum(rivals)
    own = view.get("own")
    if own is not None:
        lead += QUALITY * sum(view["cards"][card]["value"] for card in own["hand"])
        lead += _prepared(view, seat) + _recovering(view, seat)
    return lead + _attack(view, seat, side, weight)


def _par(facts: Mapping[str, Json]) -> float:
    """What an undamaged Kimera with full Balance is worth."""
    levels: int = sum(facts["bought"].values())
    return ALIVE + _balance(facts["full_balance"]) + TRAIT * levels


def _balance(points: int) -> float:
    return BALANCE * points + DANGER * min(points, SAFE)


def _wounds(count: int) -> float:
    return -(WOUNDS * count + WORSE * count * (count - 1) / 2)


def _prepared(view: Mapping[str, Json], seat: str) -> float:
    """The own die, which nobody else sees: as if it were revealed."""
    own = view["own"]
    if own["seat"] != seat or not own["prepared"]:
        return 0.0
    facts = view["seats"][seat]
    left = facts["balance"] - own["prepared"]
    shown = {**facts, "balance": left, "initiative": own["prepared"]}
    return _initiative(view, shown) + _balance(left) - _balance(facts["balance"])


def _recovering(view: Mapping[str, Json], seat: str) -> float:
    """What the own cards still give back in a full recovery that has begun."""
    facts = view["seats"][seat]
    if view["asked"].get(seat) != "full-recovery":
        return 0.0
    room = facts["full_balance"] - facts["balance"]
    cap = facts["traits"]["recovery"]
    regained = sum(min(cap, view["cards"][card]["value"]) for card in view["own"]["hand"])
    return PROMISE * (_balance(facts["balance"] + min(room, regained)) - _balance(facts["balance"]))


def _initiative(view: Mapping[str, Json], facts: Mapping[str, Json]) -> float:
    """To act takes cards as well: a point more than there are cards only keeps others from being superior."""
    points: int = facts["initiative"]
    cards = max(facts["hand_count"], facts["traits"]["discipline"] if view["phase"] in BEFORE_CARDS else 0)
    idle = facts["full_recovery"] or not facts["balance"]
    useful = 0 if idle else min(points, cards + 1)
    return INITIATIVE * useful + SPARE * (points - useful)


def _mount(view: Mapping[str, Json], facts: Mapping[str, Json]) -> float:
    if not facts["alive"]:
        return 0.0
    value: float = ALIVE + _wounds(len(facts["wounds"])) + _balance(facts["balance"]) + _initiative(view, facts)
    value += CARD * facts["hand_count"] + TRAIT * sum(facts["traits"].values()) + OFF * facts["off"]
    value += EDGE * len(facts["edges"]) + WEAPON * len(facts["weapons"]) + LINGERING * facts["lingering"]
    value += SHIELD if facts["shield"] else 0.0
    value += HELD if facts["holds"] or facts["held_by"] else 0.0
    value += IDLE * facts["full_recovery"]
    for target, attacks in facts["reach"].items():
        value += REACH * bool(attacks) * (1 + (view["seats"][target]["balance"] < SAFE))
    return value


# --- an attack under way ----------------------------------------------------------------------------------


def _attack(view: Mapping[str, Json], seat: str, side: str, weight: float) -> float:
    """What the attack under way is expected to bring, as seen from a side."""
    attack = view["attack"]
    if attack is None or attack["victim"] is not None:
        return 0.0
    seats = view["seats"]
    attacker = seats[attack["attacker"]]
    defence = attack["defence"]
    value = attack["value"] + _potential(view, attack, seat)
    targets = list(attack["queue"]) if defence is None else [defence["seat"], *attack["queue"]]
    if attack["step"] == "declaration":
        targets = [attack["target"]]

    def felt(facts: Mapping[str, Json], change: float) -> float:
        return change if facts["team"] == side else -weight * change

    expected = felt(attacker, USED)
    if value > attack["value"] and attack["attacker"] == seat:
        expected -= odds.VALUE_CARDS * CARD + QUALITY * (value - attack["value"])
        expected -= _initiative(view, attacker) - _initiative(view, _after_cards(attack, attacker))
    for target in targets:
        victim = seats[target]
        fails = 0.0 if target in attack["caught"] else _fails(view, attack, seat, target, value)
        expected += (1 - fails) * felt(victim, _struck(view, attacker, victim, target))
        if fails and target != seat and value:
            expected += fails * felt(victim, DEFENDED - CARD * min(odds.VALUE_CARDS, value / ANSWER))
        if attack["how"] == "grapple":
            expected += (1 - fails) * felt(attacker, HELD - _initiative(view, attacker))
        if target == attack["target"] and attacker["type"] != "sinister":
            expected += fails * felt(attacker, -BALANCE - (DANGER if attacker["balance"] <= SAFE else 0.0))
    return expected


def _after_cards(attack: Mapping[str, Json], attacker: Mapping[str, Json]) -> Mapping[str, Json]:
    """The attacker once its cards are played."""
    symbols = len(attack["symbols"]) if attack["step"] in ("declaration", "symbols") else 0
    return {**attacker, "hand_count": max(0, attacker["hand_count"] - symbols - odds.VALUE_CARDS)}


def _potential(view: Mapping[str, Json], attack: Mapping[str, Json], seat: str) -> float:
    """What the attacker may still add to the attack value."""
    if attack["step"] not in ("declaration", "symbols", "values", "skills"):
        return 0.0
    facts = view["seats"][attack["attacker"]]
    trait, cards = odds.trait_of(attack), view["cards"]
    have = 0 if attack["step"] == "skills" else odds.VALUE_CARDS
    symbols = attack["symbols"] if attack["step"] in ("declaration", "symbols") else ()
    if attack["attacker"] == seat and view.get("own") is not None:
        hand = odds.after_symbols(view["own"]["hand"], facts, cards, symbols, trait)
        return odds.known_best(hand, facts, cards, trait, have)
    hand_count = max(0, facts["hand_count"] - len(symbols))
    chances = odds.best_two(hand_count, facts["traits"][trait], facts["card_values"])
    return sum(total * chance for total, chance in enumerate(chances)) if have else 0.0


def _fails(view: Mapping[str, Json], attack: Mapping[str, Json], seat: str, target: str, value: float) -> float:
    """The chance that the target holds the attack off; for the own defence what the own hand can do."""
    facts, defence = view["seats"][target], view["attack"]["defence"]
    ties = view["seats"][attack["attacker"]]["move"] == "air"
    if defence is None or defence["seat"] != target:
        return odds.defence_chance(facts, round(value), ties)
    if target != seat or view.get("own") is None:
        return odds.defence_chance(facts, round(value) - defence["value"], ties)
    if not defence["how"]:
        return 0.0  # nothing is done against it yet
    have = 0 if defence["step"] == "skills" else odds.VALUE_CARDS
    reached = defence["value"] + odds.known_best(view["own"]["hand"], facts, view["cards"], defence["how"], have)
    return float(reached > value or (ties and reached == value))


def _struck(view: Mapping[str, Json], attacker: Mapping[str, Json], victim: Mapping[str, Json], target: str) -> float:
    """How much worse a hit leaves the victim."""
    attack = view["attack"]
    intensity = attacker["traits"]["intensity"] // (2 if attack["area"] and target != attack["target"] else 1)
    if attack["how"] == "grapple":
        return HELD - _initiative(view, victim)
    change = 0.0
    if attack["suppression"]:
        intensity -= 2 * bool(victim["shield"])
        lost = min(max(0, intensity), victim["initiative"])
        return (
            -lost * INITIATIVE
            if victim["initiative"]
            else _balance(victim["balance"] - 1) - _balance(victim["balance"])
        )
    intensity = max(0, intensity - bool(victim["shield"]))
    if attack["how"] == "heavy-melee" and attacker["edges"]:
        change -= INITIATIVE if victim["initiative"] else BALANCE
    if victim["off"]:
        return change + (_wound(victim, attack["how"], intensity) if intensity else 0.0)
    left = max(0, victim["balance"] - intensity)
    change += _balance(left) - _balance(victim["balance"])
    return change + (OFF if intensity > victim["balance"] else 0.0)


def _wound(victim: Mapping[str, Json], how: str, hits: int) -> float:
    """One more damage card: the next on the Scroll, or the end of the Kimera."""
    count = len(victim["wounds"])
    if count + 1 >= victim["defeat_at"]:
        levels: int = sum(victim["traits"].values())
        cards: int = victim["hand_count"]
        return -(ALIVE + _wounds(count) + TRAIT * levels + CARD * cards) - OFF
    armor: int = victim["traits"]["armor"] * (2 if how == "bolt" else 1)
    return _wounds(count + 1) - _wounds(count) - TRAIT * (1 + (hits > armor))


EVALUATION: Final = Evaluation(
    of_view(evaluate), scale=12.0, horizon=6, weighed=frozenset({"defend", "pick-damage", "pick-part"})
)
