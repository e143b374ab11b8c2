"""How good a situation of Kimera is for a seat: weights over what its view shows; knows no rule and no action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from immolation.games.contract import Json

from .evaluation import Evaluation, of_view

ALIVE: Final = 30.0
"""A Kimera still in the battle."""

WOUND: Final = -6.0
"""A damage card; the last one before defeat counts once more."""

OFF: Final = -3.0
BALANCE: Final = 1.0
INITIATIVE: Final = 1.3
"""A point of Initiative while it lasts: it is what acts."""

REACH: Final = 0.6
"""Each opponent that superiority and range let it attack, while Initiative lasts."""

HELD: Final = -3.0
"""In a grapple, on either end."""

EDGE: Final = 1.2
SHIELD: Final = 1.3
WEAPON: Final = 1.5
LINGERING: Final = 2.0
CARD: Final = 0.35
"""A card in hand."""

TRAIT: Final = 0.4
"""A point of an effective trait; what damage takes away shows here."""

IDLE: Final = -0.5
"""Gave up its attacks, or stands down."""

STRUCK: Final = 0.25
"""What a point of attack value under way is worth before the defence."""

AGGRESSION: Final = 3.0
"""An attack under way, before its cards: what it is hoped to bring."""

GUARD: Final = 1.6
"""A defence under way, before its cards."""

PREPARED: Final = 1.4
"""Each point of Initiative on the own die, as far as Balance keeps `RESERVE`; beyond that it is a risk."""

RESERVE: Final = 1 / 3
"""Share of full Balance that is not turned into Initiative."""


def evaluate(view: Mapping[str, Json], seat: str) -> float:
    """The own side, less the strongest other side; 0 is even."""
    seats = view["seats"]
    side = seats[seat]["team"]
    sides: dict[str, float] = {}
    for name, facts in seats.items():
        sides[facts["team"]] = sides.get(facts["team"], 0.0) + _mount(view, name)
    rivals = [value for team, value in sides.items() if team != side]
    others = sum(rivals) / len(rivals) + max(rivals, default=0.0) if rivals else 0.0
    return sides[side] - others / 2 + _attack(view, side) + _prepared(view, seat)


def _prepared(view: Mapping[str, Json], seat: str) -> float:
    """The own die, which nobody else sees."""
    own = view.get("own")
    if own is None or own["seat"] != seat or not own["prepared"]:
        return 0.0
    balance: int = view["seats"][seat]["balance"]
    prepared: int = own["prepared"]
    safe = max(0, min(prepared, balance - int(RESERVE * view["seats"][seat]["full_balance"])))
    return PREPARED * safe - 0.5 * max(0, prepared - safe - 1)


def _mount(view: Mapping[str, Json], seat: str) -> float:
    facts = view["seats"][seat]
    if not facts["alive"]:
        return 0.0
    wounds = len(facts["wounds"])
    value: float = ALIVE + WOUND * wounds + (WOUND if wounds + 1 >= facts["defeat_at"] else 0.0)
    value += BALANCE * facts["balance"] + INITIATIVE * facts["initiative"] + CARD * facts["hand_count"]
    value += TRAIT * sum(facts["traits"].values()) + OFF * facts["off"]
    value += EDGE * len(facts["edges"]) + WEAPON * len(facts["weapons"]) + LINGERING * facts["lingering"]
    value += SHIELD if facts["shield"] else 0.0
    value += HELD if facts["holds"] or facts["held_by"] else 0.0
    value += IDLE * (facts["full_recovery"] + facts["stands_down"])
    return value + REACH * sum(bool(attacks) for attacks in facts["reach"].values())


def _attack(view: Mapping[str, Json], side: str) -> float:
    """An attack under way is worth what it threatens, so that cards are played into it."""
    attack = view["attack"]
    if attack is None:
        return 0.0
    attacker, target = view["seats"][attack["attacker"]], view["seats"][attack["target"]]
    ours = attacker["team"] == side
    value: float = AGGRESSION + STRUCK * attack["value"] + 0.3 * attacker["traits"]["intensity"]
    if target["off"] and not attack["suppression"]:
        value += 2.0
    defence = attack["defence"]
    if defence is not None:
        value -= STRUCK * defence["value"] + (GUARD if defence["how"] else 0.0)
    return value if ours else -value


EVALUATION: Final = Evaluation(of_view(evaluate), scale=12.0, horizon=6)
