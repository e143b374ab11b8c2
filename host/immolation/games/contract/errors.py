"""The errors of the rules: what was wrong with a config, a position, an action or a data file, for people.

``str()`` of each is one sentence that names the key, the field or the file. A ruleset raises them; a table, a page or
a command line shows the sentence and goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from .records import Refusal

LONGEST_COMPLAINT = 240
"""Characters of somebody's bad input that an error may repeat; more would not be read."""


class GameError(ValueError):
    """Anything wrong with what was asked of a game. ``str()`` is one sentence for a person."""


class BadConfig(GameError):
    """``Game.new`` was given seats or options it cannot use; names the key."""


class BadPosition(GameError):
    """``Game.from_position`` was given what no game could reach, or what is not a position; names the key."""


class BadAction(GameError):
    """The JSON does not decode to an action of this ruleset; names the field."""


class BadData(GameError):
    """A data file (rules, cards, dials) has a mistake; names file, key and reason."""


class IllegalAction(GameError):
    """The action is well formed but may not be taken here. The state is untouched."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


DEEPEST: Final = 100
"""Lists and tables in one another that are read; a position has six. What Python bears changes with its version."""


def json_flaw(value: object) -> str:
    """Say why JSON cannot carry a value that came from outside, as part of a sentence; empty if it can.

    Python reads half of a surrogate pair from JSON and cannot write it. Types are judged where the value is read.
    """
    if _deeper_than(DEEPEST, value):
        return "it is nested too deeply"
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError:
        return "some of its text is half of a character"
    except (TypeError, ValueError, OverflowError):
        return ""
    return ""


_HOLDS: Final = (Mapping, list, tuple)
"""Types of values that hold other values."""


def _deeper_than(levels: int, value: object) -> bool:
    """True if lists and tables lie in one another more than ``levels`` deep."""
    inside = [value]
    for _ in range(levels):
        held = (one.values() if isinstance(one, Mapping) else one for one in inside if isinstance(one, _HOLDS))
        inside = [each for values in held for each in values]
        if not inside:
            return False
    return any(isinstance(one, _HOLDS) for one in inside)
