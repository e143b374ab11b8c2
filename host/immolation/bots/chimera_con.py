"""How good a situation of Chimera Con is for a seat: weights over what its view shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from immolation.games.contract import Json

from .evaluation import Evaluation, of_view

POINT: Final = 60.0
"""A round won."""

ALIVE: Final = 25.0
"""A Chimera still in the round; with each rival that falls, the point comes nearer."""

LEFT: Final = 1.0
"""A point of Health left."""

MIGHT: Final = 1.4
SPEED: Final = 1.6
MAGIC: Final = 1.2
"""A die: Speed is rolled in every defence, Might in most attacks, Magic in the strong ones and in the market."""

POISONOUS: Final = -2.0
NEGATIVE: Final = -4.0
"""What a condition costs beyond what the totals already show: the healing and the new parts that are lost."""

AIRBORNE: Final = 3.0
"""Out of reach of most; less for those who cannot strike from up there."""

GROUNDED_FANGS: Final = -4.0
"""Airborne without an Aerial attack: safe, and harmless."""

CARD: Final = 0.5
CHEAT: Final = 1.5
"""A card in hand, up to the limit; what is above it must go."""

ABILITY: Final = 2.5
TAGGED: Final = 1.0
"""A usable action on a supported part, and each condition it may cause."""

PUNCH: Final = 1.5
"""Each die that the best attack has above the weakest rival's defence: who cannot hit anybody should change parts."""

UNSUPPORTED: Final = -1.5
"""A part that gives nothing."""

LANTERN: Final = 0.5
THREAT: Final = 6.0
"""An attack under way, for each expected point of damage a tenth of this; a hit on oneself the other way."""


def evaluate(view: Mapping[str, Json], seat: str) -> float:
    """The own Chimera, hand and points, less the mean of the rivals'; 0 is even."""
    own = _worth(view, seat)
    rivals = [_worth(view, rival) for rival in view["seats"] if rival != seat]
    return own - sum(rivals) / max(1, len(rivals)) + PUNCH * _punch(view, seat) + _attack(view, seat)


def _worth(view: Mapping[str, Json], seat: str) -> float:
    facts: Mapping[str, Any] = view["seats"][seat]
    value: float = POINT * facts["points"]
    if not facts["alive"]:
        return value
    limit = view["hand_limit"]
    value += ALIVE + LEFT * facts["left"]
    value += MIGHT * facts["might"] + SPEED * facts["speed"] + MAGIC * facts["magic"]
    value += POISONOUS * facts["poisonous"] + NEGATIVE * facts["negative"] + LANTERN * facts["merchant"]
    value += CARD * min(facts["creatures"], limit) + CHEAT * min(facts["cheats"], limit)
    aerial = False
    for part in facts["parts"].values():
        if part is None:
            continue
        value += 0.0 if part["supported"] else UNSUPPORTED
        action = part.get("action")
        if action is not None and not part["petrified"]:
            tags = action.get("tags", ())
            value += ABILITY + TAGGED * len(tags)
            aerial |= "aerial" in tags
    if facts["airborne"]:
        value += AIRBORNE if aerial else AIRBORNE + GROUNDED_FANGS
    return value


def _punch(view: Mapping[str, Json], seat: str) -> int:
    """Dice of the best attack above those that the weakest rival answers with; 0 for a Chimera that is out."""
    facts: Mapping[str, Any] = view["seats"][seat]
    rivals = [rival for name, rival in view["seats"].items() if name != seat and rival["alive"]]
    if not facts["alive"] or not rivals:
        return 0
    best = facts["might"] - min(rival["speed"] for rival in rivals)
    parts = [part for part in facts["parts"].values() if part is not None]
    for part in parts:
        action = part.get("action")
        if action is None or part["petrified"] or not action.get("attack"):
            continue
        kin = sum(action.get("type") in other["types"] for other in parts if other is not part)
        best = max(best, facts[action["attack"]] + kin - min(rival[action["defend"]] for rival in rivals))
    return int(best)


def _attack(view: Mapping[str, Json], seat: str) -> float:
    """What an attack under way promises or threatens, in expected damage."""
    attack = view["attack"]
    if attack is None or not attack["target"] or seat not in (attack["seat"], attack["target"]):
        return 0.0
    seats = view["seats"]
    rolled, answered = attack["dice"]["attack"], attack["dice"]["defence"]
    ours = max(attack["need"]["attack"], len(rolled)) or seats[attack["seat"]][attack["attack"]]
    theirs = max(attack["need"]["defence"], len(answered)) or seats[attack["target"]][attack["defend"]]
    ahead = sum(rolled) + 3.5 * (ours - len(rolled)) - sum(answered) - 3.5 * (theirs - len(answered))
    if ahead < 0 and (attack["kind"] == "special" or "aerial" in attack["tags"]):
        ahead = 0.0  # no counterattack
    promise: float = THREAT * ahead / 10 + (0.3 * len(attack["tags"]) if ahead > 0 else 0.0)
    return promise if attack["seat"] == seat else -promise


EVALUATION: Final = Evaluation(of_view(evaluate), scale=25.0)
