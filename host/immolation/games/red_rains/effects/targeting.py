"""Finds active keywords, and whom an effect or an attack may concern, in which order (RR-TGT-01 to RR-TGT-07)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from ..battle import stats
from ..facts.card_in_play import CardInPlay
from ..facts.situation import Situation
from ..frames import Resolving
from .effect import NOTHING, AnyTarget, Condition, Target, Where

HIDDEN: Final = frozenset({"untargetable", "concealed"})
FROM_DICE: Final = HIDDEN | {"dice_protected"}
PROTECTIONS: Final = {
    **dict.fromkeys(("status", "enter", "trigger", "player-spell", "player-ability"), HIDDEN),
    **dict.fromkeys(("side", "player-dice"), FROM_DICE),
    "attack": HIDDEN | {"unattackable"},
}
"""Nature of an effect -> keywords that keep a card from being chosen by it; others know ``untargetable`` alone."""

OTHERS: Final = frozenset({"untargetable"})


def keyword(s: Situation, body: CardInPlay, name: str) -> int | None:
    """The number of a keyword (0 where it has none) while its text is active, else None (RR-ABIL-03)."""
    if not body.up:
        return None
    number = body.keywords.get(name)
    if number is None:
        if not body.lasting and not body.given:
            return None
        number = body.number(name)
        if number is None:
            return None
    if "inexhaustible" not in body.keywords and not stats.is_inexhaustible(body, name) and stats.exhausted(s, body):
        return None
    if body.card is not None and s.pack.conditions:
        condition = s.pack.conditions.get((body.card.id, name))
        if condition is not None and not keyword_condition_holds(s, body, condition):
            return None
    return number


def may_choose(s: Situation, body: CardInPlay, nature: str) -> bool:
    """Whether an effect of this nature, or an attack, may choose a card (RR-TGT-05, RR-TURN-16, RR-BASE-05)."""
    if not body.up:
        return False
    words = PROTECTIONS.get(nature, OTHERS)
    if not body.lasting and not body.given and words.isdisjoint(body.keywords):
        return True
    return all(keyword(s, body, name) is None for name in words)


def choosable(s: Situation, bodies: Iterable[CardInPlay], nature: str) -> list[CardInPlay]:
    """Those of some cards that `may_choose`; of most of them it goes without asking."""
    words = PROTECTIONS.get(nature, OTHERS)
    return [
        body
        for body in bodies
        if body.up
        and ((words.isdisjoint(body.keywords) and not body.lasting and not body.given) or may_choose(s, body, nature))
    ]


def as_target(target: AnyTarget) -> Target:
    """The table that a bare word stands for."""
    return _bare(target) if isinstance(target, str) else target


@cache
def _bare(where: Where) -> Target:
    return Target(where)


def _is(s: Situation, body: CardInPlay, condition: str) -> bool:
    if condition == "wounded":
        return body.wounds > 0
    if condition == "exhausted":
        return stats.exhausted(s, body)
    if condition == "unexhausted":
        return not stats.exhausted(s, body)
    return condition != "status" or body.status > 0


def fits(s: Situation, body: CardInPlay, target: Target) -> bool:
    """Whether a card meets the filters of a target."""
    if not _is(s, body, target.only):
        return False
    if target.with_card and target.with_card not in body.attached:
        return False
    if target.without_card and target.without_card in body.attached:
        return False
    return not target.card or (body.card is not None and body.card.id == target.card)


def candidates(s: Situation, side: str, nature: str, target: Target) -> list[CardInPlay]:
    """The player's units an effect may choose, from left to right."""
    found = choosable(s, s.seats_of[side].units, nature)
    if target.only or target.with_card or target.without_card or target.card:
        return [body for body in found if fits(s, body, target)]
    return found


def find_targets(s: Situation, frame: Resolving, target: AnyTarget) -> list[CardInPlay]:
    """The cards an effect concerns, in order, that are as ``being`` says."""
    wanted = as_target(target)
    found = _found(s, frame, wanted)
    return [body for body in found if _is(s, body, wanted.being)] if wanted.being else found


def _found(s: Situation, frame: Resolving, wanted: Target) -> list[CardInPlay]:
    """The cards an effect concerns, in order; empty where it finds none.

    A unit that cannot be chosen is skipped for the next one inward (RR-TGT-05); without a side the leftmost is taken
    (RR-TGT-07); without any unit there is no fall-back to the Phoenixborn (RR-TGT-06), unless the option says so.
    ``picked`` is answered by a person and not found here: see `pickable`.
    """
    side, nature = frame.side, frame.nature
    where = wanted.of
    if where in ("self", "attacker", "revealed"):
        ref = {"self": frame.source, "attacker": frame.attacker, "revealed": frame.revealed}[where]
        body = s.body(ref) if ref else None
        return [body] if body is not None and (body.up or where == "self") and fits(s, body, wanted) else []
    if where == "chimera":
        return [s.chimera]
    born = s.seats_of[side]
    if where == "phoenixborn":
        return [born] if fits(s, born, wanted) and may_choose(s, born, nature) else []
    if where in ("all_units", "all_units_and_phoenixborn"):
        found: list[CardInPlay] = [body for body in s.seats_of[side].units if body.up and fits(s, body, wanted)]
        if where == "all_units_and_phoenixborn" and fits(s, born, wanted):
            found.append(born)
        return found
    if where in ("own_leftmost", "own_rightmost", "own_all"):
        own = [body for body in s.seats_of[side].facing if body.up and fits(s, body, wanted)]
        if where == "own_all":
            return own
        return own[: wanted.count] if where == "own_leftmost" else own[::-1][: wanted.count]
    if where in ("picked", "ready_spell"):
        return []
    found = candidates(s, side, nature, wanted)
    rightmost = where == "rightmost"
    if where == "unit":
        rightmost = s.settings.rules.unit_without_side == "rightmost_legal"
    found = found[::-1][: wanted.count] if rightmost else found[: wanted.count]
    if (
        not found
        and s.settings.rules.effect_without_target == "phoenixborn"
        and not (wanted.only or wanted.with_card or wanted.without_card)
    ):
        return [born] if may_choose(s, born, nature) else []
    return found


def is_picked(s: Situation, target: Target) -> bool:
    """Whether a person picks: it says so, or the option leaves units without a side to the player (RR-TGT-07)."""
    return target.of == "picked" or (target.of == "unit" and s.settings.rules.unit_without_side == "player_chooses")


def pickable(s: Situation, frame: Resolving, target: Target) -> list[CardInPlay]:
    """Among whom the opposing player picks."""
    if target.of == "unit":
        return candidates(s, frame.side, frame.nature, target)
    found: list[CardInPlay] = []
    for each in target.among or (Target("all_units"),):
        for body in find_targets(s, frame, each):
            if body not in found and may_choose(s, body, frame.nature) and fits(s, body, target):
                found.append(body)
    return found


def amount(s: Situation, frame: Resolving, given: int | str) -> int:
    """Return an amount of a pack as a number; ``all`` is 99."""
    if isinstance(given, int):
        return given
    if given == "phase":
        return s.phase
    if given == "result":
        return frame.result
    if given == "all":
        return 99
    source = s.in_play_or_leaving(frame.source)
    if given == "attack":
        return stats.attack(s, source) if source is not None else 0
    key = given.removeprefix("attached ")
    return s.seats_of[frame.side].attached.get(key, 0)


def condition_holds(s: Situation, frame: Resolving, condition: Condition) -> bool:
    """Whether a condition holds for the effects of this frame."""
    if condition.target is not None:
        wanted = as_target(condition.target)
        found = pickable(s, frame, wanted) if wanted.of == "picked" else find_targets(s, frame, wanted)
        number = len(found)
    else:
        number = amount(s, frame, condition.amount if condition.amount is not None else "result")
    return condition.least <= number <= condition.most


def keyword_condition_holds(s: Situation, body: CardInPlay, condition: Condition) -> bool:
    """Whether the condition of a keyword holds for its card."""
    side = body.side or next(iter(s.seats_of))
    frame = Resolving(effects=NOTHING, side=side, source=body.ref)  # type: ignore[arg-type]
    return condition_holds(s, frame, condition)


# --- attacks ---------------------------------------------------------------------------------------------


def can_attack(s: Situation, body: CardInPlay) -> bool:
    """Face up, unexhausted, not forbidden, and, for an aspect, with a target icon (RR-TURN-09)."""
    if body.exhaustion or not body.up or stats.exhausted(s, body) or body.has("cannot_attack"):
        return False
    return body.kind != "aspect" or (body.card is not None and body.card.icon != "none")


def attackers(s: Situation, side: str) -> list[CardInPlay]:
    """Units on the Chimera's battlefield that can attack, left to right (RR-TURN-08)."""
    return [body for body in s.seats_of[side].facing if body.up and not body.exhaustion and can_attack(s, body)]


def attack_target(s: Situation, body: CardInPlay) -> tuple[CardInPlay, bool]:
    """Return which card a unit of the Chimera attacks, and whether that is a fall-back.

    The icon decides (RR-ATK-04 to RR-ATK-06); a unit that cannot be attacked is skipped inward (RR-TGT-01); without
    any the Phoenixborn is attacked (RR-TGT-02). Units that are no aspects attack the Phoenixborn (RR-TGT-04).
    """
    seat = s.seats_of[body.side]
    icon = body.card.icon if body.card is not None else "jaw"
    if icon == "jaw" or body.kind != "aspect":
        return seat, False
    units = choosable(s, seat.units, "attack")
    if not units:
        return seat, True
    return (units[0] if icon == "claw_left" else units[-1]), False


def players_targets(s: Situation, side: str) -> list[CardInPlay]:
    """Return what a player may attack on the battlefield opposite: its cards in play, and the Chimera itself last."""
    return [*choosable(s, s.seats_of[side].facing, "attack"), s.chimera]
