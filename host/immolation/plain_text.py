"""Makes text that somebody else wrote fit to be shown: in one line, in one direction, with no orders to a terminal."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

LONGEST_NAME: Final = 40
"""Characters of a player's name; a phone shows about twenty in a line."""

_ORDERS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of what is not written but done: controls, as those of a terminal, breaks, and halves of characters."""

_DIRECTIONS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks that nobody sees and that turn round what follows them, also what others wrote."""


_KEYS: Final = re.compile(
    r"\s*\[config:[^\[\]]*(?:\[[^\]]*\][^\[\]]*)*\]"
    r"|\s*\((?:opt:\w+(?:, )?)+\)"
    r"|(?:^|(?<=[.?!]))\s*opt:\w+(?:, opt:\w+)*[.;]?"
    r"|\s*opt:\w+"
)
"""What names an option in a text of a rulebook, and the stop behind it."""


def without_keys(text: str) -> str:
    """A text of a rulebook without the option keys that stand in it for programs.

    >>> without_keys("Nothing is said; they stay. [config: fire.return = after]")
    'Nothing is said; they stay.'
    >>> without_keys("So many. [config: dice.faces = [1, 2]]")
    'So many.'
    >>> without_keys("Round the table (opt:order). Ties are open. opt:ties. Each rolls.")
    'Round the table. Ties are open. Each rolls.'
    """
    return _KEYS.sub("", text).strip()


def shown(text: str) -> str:
    """Return the text with a replacement character for each order to a terminal; lines and tabulators stay.

    >>> shown("Ada\\x1b[2J")
    'Ada\ufffd[2J'
    """
    return "".join(one if one in "\n\t" or _is_written(one) else "\ufffd" for one in text)


def counted(number: int, one: str) -> str:
    """A number with what it counts.

    >>> counted(1, "round"), counted(2, "round")
    ('1 round', '2 rounds')
    """
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def name(text: str) -> str:
    """Return a player's name as everybody sees it: one line without marks that nobody sees, of `LONGEST_NAME`.

    >>> name(" Ada\\n\u202eBob\\x1b[31m  ")
    'Ada Bob[31m'
    """
    return line(text)[:LONGEST_NAME].rstrip()


def line(text: str) -> str:
    """Return what somebody wrote as one line without marks that nobody sees.

    >>> line("it\\u202e heals\\n one\\x1b[2J")
    'it heals one[2J'
    """
    written = "".join(one if _is_written(one) else " " if one.isspace() else "" for one in text)
    return " ".join(written.split())


def written(value: Any) -> Any:
    """Return what somebody sent, as it was decoded, with no mark that nobody sees in any of its texts; lines stay.

    >>> written({"name": "Iron\\u202eHerald\\x1b[2J", "at": 3, "lines": ["a\\nb"]})
    {'name': 'IronHerald[2J', 'at': 3, 'lines': ['a\\nb']}
    """
    if isinstance(value, str):
        return "".join(one for one in value if one in "\n\t" or _is_written(one))
    if isinstance(value, list):
        return [written(one) for one in value]
    if isinstance(value, dict):
        return {key: written(one) for key, one in value.items()}
    return value


def _is_written(one: str) -> bool:
    return one not in _DIRECTIONS and unicodedata.category(one) not in _ORDERS
