"""Puts texts of several rulesets together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def capital(text: str) -> str:
    """Return a text as a sentence begins, with a capital letter."""
    return text[:1].upper() + text[1:]


def listed(names: Iterable[str]) -> str:
    """Return names as a sentence has them, equal ones counted.

    >>> listed(["Grove Giant", "Ember Lancer", "Ash Hound", "Ember Lancer"])
    'Grove Giant, 2 × Ember Lancer and Ash Hound'
    """
    told = [f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items()]
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)
