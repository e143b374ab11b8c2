"""Translation of the page into the language of each browser: its own words, and what a game says where that is
translated.

The catalogues are gettext's: one PO file a language under ``locale/``, one under ``locale/table/`` for what every table
says, and one beside the look of a ruleset. English is what stands in the program.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from babel import Locale, UnknownLocaleError, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from nicegui import Client, context
from starlette.datastructures import Headers

from .game_sentences import Sentences
from .rule_words import RuleText, RuleWords

ENGLISH = "en"

FOLDER = Path(__file__).with_name("locale")

GAMES = Path(__file__).with_name("rulesets")
"""A ruleset's catalogues are in its folder here, named as the ruleset is, with ``_`` for ``-``."""

LANGUAGES = (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.po")))
"""Those the page speaks."""


def language_for(accepted: str) -> str:
    """The language of the page for what a browser accepts, its ``Accept-Language``.

    >>> language_for("de-AT,de;q=0.8,en;q=0.5"), language_for("fr, en;q=0.9"), language_for("?")
    ('de', 'en', 'en')
    """
    wanted = []
    for part in accepted.split(","):
        name, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), str(Locale.parse(name, sep="-"))))
        except (ValueError, UnknownLocaleError):  # no language, and no reason to refuse the page
            continue
    return negotiate_locale([name for _, name in sorted(wanted, key=lambda one: one[0])], LANGUAGES) or ENGLISH


@lru_cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The words of a language."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    packed = io.BytesIO()
    with (FOLDER / f"{language}.po").open("rb") as file:
        write_mo(packed, read_po(file, locale=language))
    packed.seek(0)
    return gettext.GNUTranslations(packed)


def language() -> str:
    """The language of the browser whose page is being built; English where there is none."""
    try:
        request = context.client.request
    except (RuntimeError, AttributeError):  # outside of any page
        return ENGLISH
    headers: Headers | None = getattr(request, "headers", None)
    return _of(headers.get("accept-language", "")) if headers is not None else ENGLISH


_of = lru_cache(maxsize=256)(language_for)


class LookedAt(NamedTuple):
    """The ruleset and the people that a browser looks at."""

    ruleset: str = ""
    names: frozenset[str] = frozenset()
    """What people are called, who are never translated."""


_NOTHING = LookedAt()
_shown: WeakKeyDictionary[Client, LookedAt] = WeakKeyDictionary()


def show(client: Client, ruleset: str, names: Collection[str]) -> None:
    """Remember which game a browser looks at, and what its people are called."""
    _shown[client] = LookedAt(ruleset, frozenset(names))


@lru_cache
def sentences(language: str, ruleset: str) -> Sentences | None:
    """Return what a game and its table say in a language; None where nobody has translated either."""
    table = table_words(language)
    entries = table.get("", {})
    path = GAMES / ruleset.replace("-", "_") / f"{language}.po"
    if ruleset.replace("-", "").isalnum() and path.is_file():
        with path.open("rb") as file:
            read = read_po(file, locale=language)
        entries = {**entries, **{str(entry.id): str(entry.string) for entry in read if entry.id and entry.string}}
    return Sentences(entries, table.get("place", {}), table.get("window", {})) if entries else None


@lru_cache
def table_words(language: str) -> dict[str, dict[str, str]]:
    """Return what every table says in a language, whatever is played there; under "place" its words for keys of
    positions, under "window" those for kinds of questions that pass by themselves.
    """
    path = FOLDER / "table" / f"{language}.po"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        read = [entry for entry in read_po(file, locale=language) if entry.id and entry.string]
    found: dict[str, dict[str, str]] = {}
    for one in read:
        found.setdefault(one.context or "", {})[str(one.id)] = str(one.string)
    return found


@lru_cache
def rule_words(language: str, ruleset: str) -> RuleWords | None:
    """Return the rulebook of a game in a language, in ``rulebook/`` beside its sentences; None where there is none."""
    path = GAMES / ruleset.replace("-", "_") / "rulebook" / f"{language}.po"
    if not ruleset.replace("-", "").isalnum() or not path.is_file():
        return None
    with path.open("rb") as file:
        read = read_po(file, locale=language)
    return RuleWords(RuleText(one.context or "", str(one.id), str(one.string)) for one in read if one.id and one.string)


def window(kind: str) -> str:
    """What a kind of question that somebody lets pass is called in the language of the browser."""
    said, spoken = kind.replace("-", " "), language()
    if spoken == ENGLISH:
        return said
    game = sentences(spoken, _shown.get(context.client, _NOTHING).ruleset)
    return game.window(said) if game is not None else said


def of_rules(said: str, about: str = "", ruleset: str = "") -> str | None:
    """A text of a rulebook in the language of the browser; None where it is not translated.

    ``about`` is the id of its rule or the key of its house rule, ``ruleset`` that which is looked at, if empty.
    """
    words = shown_rules(ruleset)
    if language() == ENGLISH or not said:
        return said
    own = catalogue(language()).gettext(said)
    return (words.say(said, about) if words is not None else None) or (own if own != said else None)


def shown_rules(ruleset: str = "") -> RuleWords | None:
    """Return the rulebook that is looked at, or that of ``ruleset``, in the browser's language; None for English."""
    spoken = language()
    if spoken == ENGLISH:
        return None
    return rule_words(spoken, ruleset or _shown.get(context.client, _NOTHING).ruleset)


def in_game(said: str, ruleset: str) -> str:
    """A text of a game, whichever is looked at, in the language of the browser; as it is where it is not translated."""
    spoken = language()
    return said if spoken == ENGLISH else _said(said, spoken, ruleset)


@lru_cache(maxsize=8192)
def _said(message: str, language: str, ruleset: str) -> str:
    own = catalogue(language).gettext(message)
    if own != message:
        return own
    game = sentences(language, ruleset)
    return (game.say(message) if game is not None else None) or message


def _(message: str, **values: object) -> str:
    """A message in the language of the browser whose page is being built, with ``values`` for what stands in braces.

    What no catalogue knows stays as it is, and so do the names of people.
    """
    spoken = language()
    if message and spoken != ENGLISH:
        shown = _shown.get(context.client, _NOTHING)
        if message not in shown.names:
            message = _said(message, spoken, shown.ruleset)
    return message.format(**values) if values else message
