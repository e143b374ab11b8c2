"""Reads a declaration from a sentence, in every ruleset: words of its label, and what its fields need.

"My wounds are two", "the supply of Ylem is empty", "Separation pushes Sera 2". Every word must be accounted for; what
a field needs and nobody said is asked back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from .contract import BadAction, Declaration, Field, Json, State, Understood

SKIPPED: Final = frozenset(
    {"a", "an", "and", "are", "at", "by", "do", "from", "has", "have", "i", "in", "is", "it", "let", "me", "my", "now"}
    | {"of", "on", "onto", "or", "please", "the", "tile", "tiles", "to", "was", "were", "with", ",", "'s"}
)
"""Words that tell no two declarations apart."""


class _Sentence:
    """Words of a sentence, of which those are struck out that were understood."""

    def __init__(self, words: Sequence[str]) -> None:
        self.left = list(words)

    def take(self, phrase: Sequence[str]) -> bool:
        """Strike out a phrase; whether it was there."""
        size = len(phrase)
        for start in range(len(self.left) - size + 1):
            if size and self.left[start : start + size] == list(phrase):
                del self.left[start : start + size]
                return True
        return False


def by_form(
    state: State, seat: str, words: str, view: Mapping[str, Json], labels: Mapping[str, str]
) -> Understood | None:
    """The declaration that a sentence fills in, or what it leaves open; None if it names none.

    ``labels``: what each declaration is called, in the words of a sentence.
    """
    said = ["0" if word in ("none", "no") else word for word in words.split() if word not in SKIPPED]
    found: list[tuple[int, Declaration, dict[str, Any]]] = []
    for declaration in state.declarations(seat):
        filled = _fill(declaration, said, labels[declaration.do].split(), view)
        if filled is not None:
            found.append((filled[0], declaration, filled[1]))
    if not found:
        return None
    most = max(fits for fits, _, _ in found)
    best = [(declaration, values) for fits, declaration, values in found if fits == most]
    if len(best) > 1:
        return Understood(None, f"Which one: {' or '.join(declaration.label for declaration, _ in best)}?")
    declaration, values = best[0]
    for field in declaration.fields:
        if field.name not in values and not field.optional:
            among = f" ({', '.join(field.choices)})" if field.choices and field.type == "choice" else ""
            return Understood(None, f"{declaration.label}: {field.meaning.rstrip('.')}{among}?")
        value = values.get(field.name)
        if field.type in ("number", "tile") and value is not None and not field.low <= value <= field.high:
            return Understood(
                None, f"{declaration.label}: from {field.low} to {field.high}, and not {value}. What is it?"
            )
    try:
        action = state.game.action({"do": declaration.do, "seat": seat, **values})
    except BadAction:
        return Understood(None, f"{declaration.label}: that is too long, or nothing that can be. Say it otherwise?")
    refusal = state.check(action)
    if refusal is not None:
        return Understood(None, refusal.reason)
    said_back = ", ".join(
        _read_back(field, values[field.name], view) for field in declaration.fields if field.name in values
    )
    return Understood(action, f"{declaration.label}{': ' if said_back else ''}{said_back}.")


def _fill(
    declaration: Declaration, said: Sequence[str], label: Sequence[str], view: Mapping[str, Json]
) -> tuple[int, dict[str, Any]] | None:
    """Count the words of its label that a sentence says, and read its fields; None if more is said."""
    named = {_stem(word) for word in label if word not in SKIPPED}
    fits = len({_stem(word) for word in said} & named)
    if not fits:
        return None
    sentence, values = _Sentence(said), dict[str, Any]()
    for field in declaration.fields:
        for value, phrase in _choices(field, view):
            if field.name not in values and sentence.take(phrase.split()):
                values[field.name] = value
    numbers = [field for field in declaration.fields if field.type in ("number", "tile")]
    for field in numbers:
        _take_named_number(field, sentence, values)
    for field in numbers:
        if field.name not in values:
            number = next((word for word in sentence.left if word.isdecimal()), None)
            if number is not None and sentence.take([number]):
                values[field.name] = int(number[:6])
    known = named | {_stem(word) for field in declaration.fields for word in field.name.replace("_", " ").split()}
    rest = [word for word in sentence.left if _stem(word) not in known]
    texts = [field for field in declaration.fields if field.type == "text" and field.name not in values]
    if rest and texts:
        values[texts[0].name], rest = " ".join(rest)[:200], []
    return None if rest else (fits, values)


def _take_named_number(field: Field, sentence: _Sentence, values: dict[str, Any]) -> None:
    """A number that stands beside the name of its field: "three ylem", "level 2"."""
    name = _stem(field.name)
    for place, word in enumerate(sentence.left):
        if _stem(word) != name:
            continue
        for beside in (place - 1, place + 1):
            if 0 <= beside < len(sentence.left) and sentence.left[beside].isdecimal():
                values[field.name] = int(sentence.left[beside][:6])
                del sentence.left[min(place, beside) : max(place, beside) + 1]
                return


def _choices(field: Field, view: Mapping[str, Json]) -> Iterator[tuple[Any, str]]:
    """Yield what a field may be, each with the words that say it; the longest first."""
    found = [(each, each.lower().replace("-", " ").replace("_", " ")) for each in field.choices]
    if field.type == "seat":
        found += [(each, name) for each in field.choices for name in _names(each, view)]
    if field.type == "flag":
        found.append((True, field.name.replace("_", " ")))  # type: ignore[arg-type]
    yield from sorted(found, key=lambda one: -len(one[1].split()))


def _names(seat: str, view: Mapping[str, Json]) -> list[str]:
    facts = view.get("seats", {}).get(seat, {})
    names = [str(facts[key]).lower() for key in ("full_name", "name") if isinstance(facts.get(key), str)]
    return [*names, f"player {seat.removeprefix('p')}"]


def _stem(word: str) -> str:
    """A word without the ending that changes with who does it and when."""
    for ending in ("ed", "es", "s"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word.removesuffix(ending)
    return word


def _read_back(field: Field, value: Any, view: Mapping[str, Json]) -> str:
    if field.type == "seat":
        return str(view.get("seats", {}).get(value, {}).get("name") or value)
    if field.type == "tile":
        return f"tile {value:02d}"
    return f"{field.name.replace('_', ' ')} {value}" if field.type == "number" else str(value)
