"""Replaces "Player 2" by "Ada" in every sentence where a ruleset only numbers its seats.

It works on messages as they come, so that prompts, buttons, the log and every look say the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

SILENT: Final = frozenset({"action", "default", "players", "config"})
"""Keys below which nothing is meant to be read aloud: what goes back to the table stays as it came."""

DisplayNames = Mapping[str, str]
"""What a ruleset says -> what people say."""


PRONOUNS: Final = frozenset({"you", "me", "i"})
"""Names that mean whoever reads them, such as "You": none to call a player by on other people's pages."""

TOLD: Final = " is played by "
"""Where the table says itself who sat down, it names seat and person both."""


def names_of_people(table: Any) -> dict[str, str]:
    """The names of people in a table's public state, for seats that the ruleset calls by a word and their number.

    A name that several go by would tell nobody apart; those stay numbered.
    """
    view = _mapping(_mapping(table).get("view"))
    players = _mapping(_mapping(table).get("players"))
    found: dict[str, str] = {}
    for seat, facts in _mapping(view.get("seats")).items():
        said, player = _mapping(facts).get("name"), _mapping(players.get(seat))
        called = player.get("name")
        if not isinstance(said, str) or not isinstance(called, str) or player.get("kind", "person") != "person":
            continue
        if called.strip() and called.strip().lower() not in PRONOUNS and numbered(said, seat):
            found[said] = called.strip()
    names = list(found.values())
    return {said: called for said, called in found.items() if names.count(called) == 1}


def numbered(said: str, seat: str) -> bool:
    """Whether a seat's name is no name, but a word and its number: Player 2 for p2."""
    return re.fullmatch(rf"[A-Z][a-z]+ {re.escape(seat[1:])}", said) is not None


def replace_names(value: Any, names: DisplayNames) -> Any:
    """``value``, JSON as it was decoded, with ``names`` in all that is said in it, within a sentence too.

    >>> replace_names("Firebelly sends it at hunter 2.", {"Hunter 2": "Ada"})
    'Firebelly sends it at Ada.'
    """
    if not names:
        return value
    said = {**names, **{name[0].lower() + name[1:]: called for name, called in names.items()}}
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, said))})\b")

    def say(text: str) -> str:
        return text if TOLD in text else words.sub(lambda found: said[found[0]], text)

    return _replace(value, say)


def _replace(value: Any, say: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return say(value)
    if isinstance(value, list):
        return [_replace(each, say) for each in value]
    if isinstance(value, dict):
        return {key: each if key in SILENT else _replace(each, say) for key, each in value.items()}
    return value


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
