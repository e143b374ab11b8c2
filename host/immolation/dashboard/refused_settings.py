"""Says why the settings of a new game were refused in the words of its form: settings and seats by their titles."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

OPTIONS = "options: "
"""Before a house rule's key in what a ruleset says."""

SETTING = re.compile(r"(?P<key>[\w.-]+): (?P<rest>.+)", re.DOTALL)
SEAT = re.compile(r"p(?P<number>[1-6]): (?P<rest>.+)", re.DOTALL)

PART = re.compile(r"(?P<start>^|\. )[a-z]\w*(?:\.\w+)*: (?=[A-Z])")
"""What a sentence is about within a setting, for whoever writes files: it says so itself."""

RULES = re.compile(r" \((?:[A-Z]{2}-[A-Z]+-\d+\w?(?:, )?)+\)")


def in_words(
    refused: str, titles: Mapping[str, str], say: Callable[[str], str], seat: Callable[[str], str], about: str
) -> str:
    """A refusal in the words of a form.

    ``titles``: key of a setting or a house rule -> what the form calls it; ``say``: a text of the game in the language
    of the form; ``seat``: what the form calls a seat of this number; ``about``: joins a setting and a seat.

    >>> titles = {"rounds": "Rounds", "fire.wounds": "Fire wounds"}
    >>> def form(refused):
    ...     return in_words(refused, titles, lambda said: said, lambda number: f"Seat {number}", "{setting}, {seat}")
    >>> form("options: fire.wounds: it must be a whole number of 2 at most.")
    'Fire wounds: it must be a whole number of 2 at most.'
    >>> form("riders: p1: points: The design costs 185 points; 0 are available (KM-COST-04).")
    'Riders, Seat 1: The design costs 185 points; 0 are available.'
    >>> form("rounds: 0 (no limit) to 999, not -1."), form("The table is closed.")
    ('Rounds: 0 (no limit) to 999, not -1.', 'The table is closed.')
    """
    said = refused.removeprefix(OPTIONS)
    setting = SETTING.fullmatch(said)
    if setting is None:
        return say(refused)
    key, rest = setting["key"], setting["rest"]
    title = titles.get(key) or say(key.replace("_", " ").capitalize())
    owned = SEAT.fullmatch(rest)
    if owned is not None:
        title, rest = about.format(setting=title, seat=seat(owned["number"])), owned["rest"]
    reason = say(PART.sub(r"\g<start>", RULES.sub("", rest)))
    return f"{title}: {reason}"
