"""The page's own words in the language of each browser; what the table says stays as it is said.

The catalogues are gettext's, one PO file a language under ``locale/``. English is what stands in the program.
"""

from __future__ import annotations

import gettext
import io
from functools import lru_cache
from pathlib import Path

from babel import Locale, UnknownLocaleError, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from nicegui import context
from starlette.datastructures import Headers

ENGLISH = "en"

FOLDER = Path(__file__).with_name("locale")

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


def _(message: str, **values: object) -> str:
    """A message of the page in the language of its browser, with ``values`` for what stands in braces.

    What no catalogue knows stays as it is.
    """
    said = catalogue(language()).gettext(message) if message else message
    return said.format(**values) if values else said
