"""Checks that the abilities of a pack make sense: what an effect needs of its card."""

from __future__ import annotations

from typing import Final

from . import card as words
from .card import Ability, AnyEffect, Instant

NEEDS_OPPONENT: Final = (
    words.Steal,
    words.Give,
    words.SwapPlaces,
    words.PushAway,
    words.PullNear,
    words.TakeInscription,
    words.DiscardInscription,
    words.BreakTransmutation,
)
"""Effects between the caster and an opponent."""

ONE_ONLY: Final = (
    words.SwapPlaces,
    words.PullNear,
    words.TakeInscription,
    words.BreakTransmutation,
    words.GiveDire,
)
"""Effects that have one opponent at most."""

AMOUNTS: Final = (words.Gain, words.Lose, words.Steal, words.Give)


def instant_reason(instant: Instant) -> str | None:
    """Say what is wrong with an Instant Power, None if it is one of the three types (AK-INST-02 to AK-INST-04)."""
    gems = bool(instant.aria or instant.egis or instant.pyre or instant.ylem or instant.core)
    kinds = gems + bool(instant.cancel) + bool(instant.dice)
    if kinds == 1:
        return None
    return "is empty" if not kinds else "gives gems, cancels Dire or rolls dice: one of the three"


def ability_reason(ability: Ability) -> str | None:
    """Say what is wrong with an ability as ``key: reason``, None if it can be carried out."""
    reason = _target_reason(ability) or _conditions_reason(ability.when, ability)
    if reason is not None:
        return reason
    for number, effect in enumerate(ability.effects):
        reason = _effect_reason(effect, ability)
        if reason is not None:
            return f"effects[{number}]: {reason}"
    return _choices_reason(ability)


def _target_reason(ability: Ability) -> str | None:
    if ability.target == "self":
        for key in ("range", "sight", "each"):
            if getattr(ability, key):
                return f"{key}: the target is self"
        if ability.tile != "no":
            return "tile: the target is self"
    if ability.target in ("adjacent", "surrounding") and ability.range:
        return f"range: {ability.target} tiles are 1 away already"
    if ability.several and ability.tile != "no":
        return "tile: an ability on every opponent names no tile"
    onto_tile = any(isinstance(effect, (words.Spawn, words.GiveDire)) for effect in ability.effects)
    if ability.tile == "only" and not onto_tile:
        return "tile: no effect puts anything on a tile; spawn and give-dire do"
    if ability.inherit and not any(
        isinstance(effect, words.Wound) and effect.who == "target" for effect in ability.effects
    ):
        return "inherit: no effect wounds the target"
    return None


def has_target(ability: Ability) -> bool:
    """True if an opponent is named or affected; a tile alone is none."""
    return ability.target != "self" and ability.tile != "only"


def _effect_reason(effect: AnyEffect, ability: Ability) -> str | None:
    name = str(effect.__struct_config__.tag)
    reason = _conditions_reason(effect.when, ability)
    if reason is not None:
        return reason
    targeted = isinstance(effect, NEEDS_OPPONENT) or getattr(effect, "who", "") == "target"
    if targeted and not has_target(ability):
        return f"{name} needs an opponent, and the target is {'self' if ability.target == 'self' else 'a tile'}"
    if targeted and ability.tile == "too":
        return f"{name} cannot happen to a tile, and the card lets a tile be the target"
    if isinstance(effect, words.GiveDire) and ability.target == "self":
        return "give-dire needs an opponent or a tile, and the target is self"
    if isinstance(effect, words.Spawn):
        if ability.tile == "no":
            return "spawn needs a tile; write tile = 'only' or 'too' beside the target"
        if not (effect.aria or effect.egis or effect.pyre or effect.ylem or effect.dire):
            return "spawn names no gem"
    if isinstance(effect, AMOUNTS) and not (effect.aria or effect.egis or effect.pyre or effect.ylem or effect.core):
        return f"{name} names no gem"
    if isinstance(effect, words.Convert) and effect.of == effect.into:
        return f"convert: {effect.of} into {effect.into} changes nothing"
    if ability.several and (
        isinstance(effect, ONE_ONLY) or (isinstance(effect, words.Relocate) and effect.who == "target")
    ):
        return f"{name} happens to one opponent, and the card affects every one"
    if isinstance(effect, words.Lose) and effect.chooses == "target" and (not effect.core or effect.who == "caster"):
        return "lose: chooses = 'target' is for core of the target"
    if isinstance(effect, words.Counting):
        return _per_reason(effect, ability)
    return None


def _per_reason(effect: words.Counting, ability: Ability) -> str | None:
    if effect.most and not effect.per:
        return "most: there is no per that it limits"
    if not effect.per:
        return None
    try:
        counted = words.countable(effect.per)
    except ValueError as error:
        return f"per: {error}"
    if counted.who == "target" and not has_target(ability):
        return "per: there is no target to count on"
    return None


def _conditions_reason(when: tuple[str, ...], ability: Ability) -> str | None:
    for text in when:
        try:
            condition = words.condition(text)
        except ValueError as error:
            return f"when: {error}"
        if condition.who == "target" and (not has_target(ability) or ability.tile == "too"):
            it = "self is" if ability.target == "self" else "a tile may be"
            return f"when: {text!r} asks about an opponent, and {it} the target"
    return None


def asks_what(effect: AnyEffect) -> bool:
    """True if casting names a gem, a Transmutation or an edge for this effect."""
    if isinstance(effect, (words.BreakTransmutation, words.Recede)):
        return True
    if isinstance(effect, words.Lose):
        return bool(effect.core) and effect.chooses == "caster"
    if isinstance(effect, (words.Steal, words.Give)):
        return bool(effect.core)
    return isinstance(effect, words.Convert) and "core" in (effect.of, effect.into)


def _choices_reason(ability: Ability) -> str | None:
    """Each kind of choice at most once, so that the action needs one field for it.

    A pull names a tile only where two are equally near (AK-INDEX-12).
    """
    named = sum(isinstance(effect, (words.Relocate, words.PullNear)) for effect in ability.effects)
    tiles = (ability.tile != "no") + named
    whats = sum(asks_what(effect) for effect in ability.effects)
    counts = sum(isinstance(effect, words.Convert) and effect.up_to for effect in ability.effects)
    for number, thing in ((tiles, "tile"), (whats, "gem, Transmutation or wall"), (counts, "number")):
        if number > 1:
            return f"effects: {number} parts of the card ask for a {thing}; one can"
    return None
