"""Says in words whom an effect of a pack concerns, how much, and on what condition.

"You" is the player opposite, who makes every choice left open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from ..effects.effect import AnyTarget, Condition, Target

Names = Mapping[str, str]
"""Id of a card -> its name."""

# --- how much --------------------------------------------------------------------------------------------

CAME: Final = "anything came of it"
MUCH: Final = "that came to"

WORDED: Final = {
    "all": "as many as there are",
    "phase": "as many as the number of the phase",
    "attack": "as many as its attack",
    "result": f"as many as {MUCH}",
}


def number(n: int | str, noun: str, names: Names) -> str:
    """``1 wound token``, ``3 wound tokens``, ``wound tokens, as many as the number of the phase``."""
    if isinstance(n, int):
        return f"{n} {noun if n != 1 or noun.startswith('of ') else _one(noun)}"
    if n == "all":
        return f"all {noun}"
    return f"{noun}, {as_many(n, names)}"


def as_many(n: str, names: Names) -> str:
    """An amount that is no number: ``as many as the number of the phase``."""
    if n.startswith("attached "):
        card = n.removeprefix("attached ")
        return f"as many as there are {names.get(card, card)} on your Phoenixborn"
    return WORDED[n]


def _one(noun: str) -> str:
    for many, one in (
        ("dice", "die"),
        ("tokens", "token"),
        ("cards", "card"),
        ("aspects", "aspect"),
        ("wounds", "wound"),
    ):
        noun = noun.replace(many, one)
    return noun


# --- whom ------------------------------------------------------------------------------------------------

PLAIN: Final = {
    "phoenixborn": "your Phoenixborn",
    "chimera": "the Chimera",
    "self": "this card",
    "attacker": "the attacker",
    "revealed": "the revealed aspect",
}


def _state(word: str) -> str:
    return "with a status token" if word == "status" else word


def target_text(target: AnyTarget, names: Names) -> str:
    """Say in words which cards an effect concerns."""
    wanted = Target(target) if isinstance(target, str) else target
    states = [word for word in (wanted.only, wanted.being) if word]
    before = "".join(f"{word} " for word in states if word != "status")
    after = " with a status token" if "status" in states else ""
    if wanted.with_card:
        after += f" with {names.get(wanted.with_card, wanted.with_card)}"
    if wanted.without_card:
        after += f" without {names.get(wanted.without_card, wanted.without_card)}"
    where, many = wanted.of, wanted.count != 1
    if where in PLAIN:
        which = f" if it is {before.strip()}" if before else ""
        return PLAIN[where] + after + which
    if where in ("leftmost", "rightmost"):
        return f"your {wanted.count} {where} {before}units{after}" if many else f"your {where} {before}unit{after}"
    if where == "unit":
        return f"{wanted.count} of your {before}units{after}" if many else f"one of your {before}units{after}"
    if where == "all_units":
        return f"each of your {before}units{after}"
    if where == "all_units_and_phoenixborn":
        which = f" if it is {before.strip()}" if before else ""
        return f"each of your {before}units{after} and your Phoenixborn{which}"
    if where == "ready_spell":
        return f"one of your {before}ready spells"
    if where == "picked":
        among = wanted.among or ("all_units",)
        options = " or ".join(_option(each, names) for each in among)
        count = f"{wanted.count} of " if many else ""
        return f"{count}{options}{after} (you choose{', among ' + before.strip() + ' ones' if before else ''})"
    noun = names.get(wanted.card, wanted.card) if wanted.card else "aspects" if many or where == "own_all" else "aspect"
    if where == "own_all":
        return f"each {before}{_one(noun)}{after} on its battlefield"
    side = where.removeprefix("own_")
    return f"the {wanted.count} {side} {before}{noun}{after}" if many else f"the {side} {before}{noun}{after}"


def _option(target: AnyTarget, names: Names) -> str:
    """One of those among whom you pick."""
    where = target if isinstance(target, str) else target.of
    if where == "all_units":
        return "one of your units"
    if where == "all_units_and_phoenixborn":
        return "one of your units or your Phoenixborn"
    return target_text(target, names)


# --- on what condition -----------------------------------------------------------------------------------


def condition_text(condition: Condition, names: Names) -> str:
    """Say in words what must hold; it goes on after "if"."""
    least, most = condition.least, condition.most
    if condition.target is not None:
        what = target_text(condition.target, names)
        if (least, most) == (1, 99):
            wanted = condition.target
            if isinstance(wanted, Target) and wanted.being:
                return f"{target_text(replace(wanted, being=''), names)} is {_state(wanted.being)}"
            return f"there is {_a(what)}"
        return f"there are {range_text(least, most)} of {what}"
    if condition.amount in (None, "result"):
        if (least, most) == (1, 99):
            return CAME
        return f"{range_text(least, most)} {MUCH}" if least or most < 99 else CAME
    if condition.amount == "phase":
        return f"the phase is {range_text(least, most)}"
    if condition.amount == "attack":
        return f"its attack is {range_text(least, most)}"
    card = str(condition.amount).removeprefix("attached ")
    return f"there are {range_text(least, most)} {names.get(card, card)} on your Phoenixborn"


def _a(what: str) -> str:
    """``the rightmost Rainwalker`` as ``a Rainwalker``, ``your leftmost unit`` as ``a unit of yours``."""
    for side in ("leftmost ", "rightmost "):
        if what.startswith(f"the {side}"):
            return "a " + what.removeprefix(f"the {side}")
        if what.startswith(f"your {side}"):
            return "a " + what.removeprefix(f"your {side}") + " of yours"
    return what


def range_text(least: int, most: int) -> str:
    """``2 or more``, ``at most 1``, ``3``, ``2 to 4``."""
    if most >= 99:
        return f"{least} or more"
    return str(least) if least == most else f"at most {most}" if least == 0 else f"{least} to {most}"
