"""Reads the keywords and values that a card bears or is given."""

from __future__ import annotations

import re
from typing import Final

from .card_in_play import TOLD

WORDS: Final = (
    "unit_guard",
    "untargetable",
    "unattackable",
    "dice_protected",
    "terrifying",
    "gigantic",
    "stalk",
    "bypass",
    "threatening",
    "chooses_blocker",
    "quick_strike",
    "armored",
    "concealed",
    "conjuration",
    "ally",
    "inexhaustible",
    "must_attack",
    "cannot_attack",
    "cannot_block",
    "cannot_guard",
    "cannot_be_guarded",
    "left_battle",
    "tame",
    "horde",
    "feeble",
    "ephemeral",
    "defender",
    "retreat",
    "constrict",
    "alert",
    "overkill",
    "fleeting",
    "fade",
)
"""Every keyword of a card that the host plays; any other is text on the card (RR-ABIL-11)."""

LONGEST_TOLD: Final = 30
"""Characters of a keyword that the host does not play."""

MOST_TOLD: Final = 3
"""Its words; what is longer is a sentence."""


def words(text: str) -> tuple[dict[str, int], tuple[str, ...], str]:
    """Read keywords with their numbers, definition lines, and what can be none. Keywords that the host does not play
    begin with `TOLD` (RR-ABIL-11).

    A line of the form ``X = ...`` is a definition and no ability (RR-ABIL-01); only what has a name counts as one
    (RR-ABIL-02).
    """
    found: dict[str, int] = {}
    notes: list[str] = []
    for part in (each.strip() for each in text.split(",")):
        if not part:
            continue
        if "=" in part:
            notes.append(part[:80])
            continue
        lowered = part.lower()
        inexhaustible = lowered.startswith("inexhaustible:")
        lowered = lowered.removeprefix("inexhaustible:").strip()
        *name, last = lowered.replace("-", " ").split()
        number = 0
        if last.isdecimal() and name:
            number = min(20, int(last[:3]))
        else:
            name.append(last)
        key = "_".join(name)
        if key not in WORDS:
            key = " ".join(name)
            if len(key) > LONGEST_TOLD or len(name) > MOST_TOLD or not re.fullmatch(r"[^\W\d_][\w' ]*", key):
                return found, tuple(notes), part[:40]
            key = TOLD + key
        found[key] = number
        if inexhaustible:
            found[f"inexhaustible:{key}"] = 0
    return found, tuple(notes), ""


VALUE: Final = re.compile(r"(?P<sign>[+-]|minus )? ?(?P<n>\d+) ?(?P<more>more |less )?(?P<value>attack|recover|life)")
"""A value that is raised or lowered: ``+2 attack``, ``1 less recover``, ``-1 life``."""


def gifts(text: str) -> tuple[dict[str, int], str]:
    """Read the keywords and raised or lowered values that a text gives, with numbers; and what can be neither."""
    found: dict[str, int] = {}
    for part in (each.strip() for each in re.split(r",| and ", text)):
        value = VALUE.fullmatch(part.lower())
        if value is None:
            more, notes, wrong = words(part)
            if wrong or notes:
                return found, part[:40]
            found |= more
        elif int(value["n"][:4]) > 20:
            return found, part[:40]
        else:
            less = (value["sign"] in ("-", "minus ")) != (value["more"] == "less ")
            found[value["value"] + "_less" * less] = int(value["n"])
    return found, ""
