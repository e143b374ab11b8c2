"""Computes what a card is worth right now: attack, life, keywords, whether it counts as exhausted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..cards.card_records import Conjured, Modifier, ModifierName
from ..facts.card_in_play import CHIMERA, CardInPlay
from ..facts.situation import Situation


def _of_attachments(s: Situation, body: CardInPlay, name: ModifierName) -> Iterator[tuple[Modifier, int]]:
    """Modifiers of this name that alterations lay on their bearer, each with the number of copies."""
    for key, copies in body.attached.items():
        card = s.pack.conjured.get(key)
        if card is not None:
            for modifier in card.modifiers:
                if modifier.do == name:
                    yield modifier, copies


def _holds(s: Situation, body: CardInPlay, modifier: Modifier) -> bool:
    if modifier.while_ == "always":
        return True
    return has_exhaustion(s, body) == (modifier.while_ == "exhausted")


COUNTED: Final = ("attack", "life", "recover")
"""Modifiers that add up over the copies of an alteration; the others hold or not."""


def own_modifiers(s: Situation, body: CardInPlay, name: ModifierName) -> Iterator[Modifier]:
    """Modifiers of this name that a face-up aspect gives itself now, or (but those that add up) alterations on it."""
    if name not in s.pack.modified:
        return
    if body.attached and name not in COUNTED:
        for modifier, _ in _of_attachments(s, body, name):
            yield modifier
    if body.card is not None and body.up and body.card.ongoing:
        for modifier in body.card.ongoing:
            if modifier.do == name and modifier.target is None and _holds(s, body, modifier):
                yield modifier


def facing_modifiers(s: Situation, side: str, name: ModifierName) -> Iterator[Modifier]:
    """Modifiers of this name that aspects lay on the player they face."""
    if name not in s.pack.laid:
        return
    for body in s.seats_of[side].facing:
        if body.card is not None and body.up and body.card.ongoing:
            for modifier in body.card.ongoing:
                if modifier.do == name and modifier.target is not None and _holds(s, body, modifier):
                    yield modifier


def concerns(s: Situation, side: str, modifier: Modifier, body: CardInPlay) -> bool:
    """Whether a modifier that lies on a player's cards lies on this one."""
    where = modifier.target if isinstance(modifier.target, str) else modifier.target.of if modifier.target else "self"
    units = [unit for unit in s.seats_of[side].units if not _out_of_reach(unit)]
    if body.kind == "phoenixborn":
        return where in ("phoenixborn", "all_units_and_phoenixborn") and body.side == side
    if body.home != side:
        return False
    if where in ("leftmost", "unit"):
        return bool(units) and units[0] is body
    if where == "rightmost":
        return bool(units) and units[-1] is body
    return where in ("all_units", "all_units_and_phoenixborn")


def _out_of_reach(unit: CardInPlay) -> bool:
    """Nothing of the Chimera's that names the leftmost or rightmost unit means this one (RR-TGT-05).

    An exhaustion token silences that, as any text (RR-ABIL-03); counting as exhausted does not, for what counts is
    just what is being asked here.
    """
    words = [word for word in ("untargetable", "concealed") if unit.has(word)]
    if not unit.exhaustion or "inexhaustible" in unit.keywords:
        return bool(words)
    return any(is_inexhaustible(unit, word) for word in words)


def _of_fatigue(s: Situation, body: CardInPlay, name: ModifierName) -> int:
    """Return what the fatigued card adds to a value of an aspect."""
    if not s.fatigued or body.kind != "aspect":
        return 0
    return sum(modifier.n for modifier in s.pack.fatigue if modifier.do == name)


def has_exhaustion(s: Situation, body: CardInPlay) -> bool:
    """Exhausted by a token or by an alteration on it; other cards' text apart."""
    if body.exhaustion:
        return True
    if not body.attached or "counts_as_exhausted" not in s.pack.modified:
        return False
    return any(True for _ in _of_attachments(s, body, "counts_as_exhausted"))


def exhausted(s: Situation, body: CardInPlay) -> bool:
    """Whether a card counts as exhausted."""
    if body.exhaustion or (body.attached and has_exhaustion(s, body)):
        return True
    if "counts_as_exhausted" not in s.pack.laid or body.home == CHIMERA or body.side == "":
        return False
    return any(concerns(s, body.side, each, body) for each in facing_modifiers(s, body.side, "counts_as_exhausted"))


def is_inexhaustible(body: CardInPlay, name: str) -> bool:
    """Granted text that is marked inexhaustible stays so on its new card (RR-ABIL-06)."""
    return body.has(f"inexhaustible:{name}")


def printed(body: CardInPlay, name: str) -> bool:
    """Whether a keyword stands on the card, active or not: exhausted cards keep their text (RR-ABIL-03)."""
    return name in body.keywords


def _added(s: Situation, body: CardInPlay, name: ModifierName) -> int:
    """What other cards' effects, its own text, the alterations on it and the fatigued card add to one of its values."""
    total = body.added(name) if body.lasting or body.given else 0
    if name in s.pack.modified:
        card = body.card
        if card is not None and card.ongoing:
            for modifier in own_modifiers(s, body, name):
                total += modifier.n
        if body.attached:
            for modifier, copies in _of_attachments(s, body, name):
                total += modifier.n * copies
    return total + _of_fatigue(s, body, name) if s.fatigued else total


def attack(s: Situation, body: CardInPlay) -> int:
    """Attack value now, at least 0."""
    card = body.card
    printed = body.attack if card is None else s.phase if card.attack == "phase" else card.attack
    value = printed + _added(s, body, "attack")
    return value if value > 0 else 0


def life(s: Situation, body: CardInPlay) -> int:
    """Life value now, at least 1."""
    value = (body.life if body.card is None else body.card.life) + _added(s, body, "life")
    return value if value > 1 else 1


def recover(s: Situation, body: CardInPlay) -> int:
    """Recover value now, at least 0."""
    value = (body.recover if body.card is None else body.card.recover) + _added(s, body, "recover")
    return value if value > 0 else 0


def is_conjuration(body: CardInPlay) -> bool:
    """Every aspect counts as a conjuration, an ally and a unit (RR-LAW-13); units say it themselves."""
    return body.kind == "aspect" or "conjuration" in body.keywords


def alteration(s: Situation, key: str) -> Conjured | None:
    """The conjured alteration of the pack under this key."""
    card = s.pack.conjured.get(key)
    return card if card is not None and card.kind == "alteration" else None
