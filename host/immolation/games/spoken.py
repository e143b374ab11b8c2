"""Understands what somebody says or types at a table: "pass", "attack the left aspect with the Ash Hound".

A small grammar and no language model: every word must be accounted for, and what could mean two things is asked back.
Nothing is done here; what was understood is read back to people before it counts.

A ruleset whose players declare things that only they can see adds sentences of its own with `State.understand`; every
form that it declares is understood by the words of its label, see `spoken_forms`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from . import spoken_corrections
from .contract import Action, Json, State, Understood
from .spoken_forms import by_form

YES: Final = ("yes", "agree", "agreed", "ok", "okay", "yes agree", "all right")
NO: Final = ("no", "disagree", "do not agree", "don't agree", "no do not agree")
"""Words with which people agree and disagree."""

NOTHING: Final = ("nothing", "no reaction", "no reactions", "none", "nobody", "no one", "nothing happens", "let it be")
"""How people say that they let something be."""

LETS_BE: Final = re.compile(r"Nobody\b|Nothing\b|No\b|Go on\b|Pass\b|Let it pass\b|Be satisfied\b|Done\b|Enough\b")
"""How the button begins that does so."""

LONGEST: Final = 200
"""Characters of a sentence; nobody says more in one breath."""

MOST_CHOICES: Final = 4
"""Meanings that a question back lists."""

FILLERS: Final = frozenset(
    {"a", "an", "at", "do", "i", "it", "let", "my", "now", "of", "on", "please", "the", "to", "with"}
)
"""Words that tell no two actions apart."""

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
        )
    )
}
ORDINALS: Final = {
    word: number
    for number, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"), 1)
}


def understand(state: State, seat: str, sentence: str) -> Understood:
    """Understand a sentence of ``seat``: an action it may take now, with words to read back, or a question back."""
    if len(sentence) > LONGEST:
        return Understood(None, f"That is longer than {LONGEST} characters; say one thing at a time.")
    words = normal(sentence)
    if not words:
        return Understood(None, "I heard nothing. Say what you do, such as one of the buttons.")
    what, *reason = spoken_corrections.BECAUSE.split(sentence, maxsplit=1)
    if reason:
        why = " ".join(reason[0].split()).strip(" .!")
        return spoken_corrections.understand(state, seat, normal(what).strip(" ,"), why)
    view = state.view(seat)
    found = by_label(state, seat, words, view)
    if found is not None and found.action is not None:
        return found
    decision = state.deciders().get(seat)
    if words in NOTHING and decision is not None and decision.default is not None:
        label = state.game.label(decision.default, view)
        if LETS_BE.match(label):
            return Understood(decision.default, label)
    own = state.understand(seat, words)
    if own is not None:
        if own.action is not None:
            refusal = state.check(own.action)
            return own if refusal is None else Understood(None, refusal.reason)
        return own
    labels = {each.do: normal(each.label) for each in state.declarations(seat)}
    told = by_form(state, seat, words, view, labels)
    if told is not None and (told.action is not None or found is None):
        return told
    if found is not None:
        return found
    return Understood(None, _not_understood(state, seat, view))


def answer(sentence: str) -> bool | None:
    """Read whether a sentence agrees: yes, no, or None for anything else."""
    words = " ".join(word for word in normal(sentence).split() if word not in (",", "i", "please"))
    return True if words in YES else False if words in NO else None


def normal(sentence: str) -> str:
    """Small letters, numbers as digits, nothing between words but a blank; commas and plus signs stay as words."""
    text = sentence.lower().replace("\u2019", "'")
    text = re.sub(r"'s\b", " 's", text)
    text = re.sub(r"(?<![\w-])[-\u2212](?=\d)", "minus ", text)
    text = re.sub(r"[^\w\s,+']", " ", text).replace(",", " , ")
    return " ".join(str(NUMBERS.get(word, word)) for word in text.split())


def by_label(state: State, seat: str, words: str, view: Mapping[str, Json]) -> Understood | None:
    """The legal action whose button says these words in this order and the fewest others; None if no button does."""
    said = _content(words)
    if not said:
        return None
    fits: list[tuple[int, Action, str]] = []
    for action in state.legal_actions(seat):
        label = state.game.label(action, view)
        button = _content(normal(label))
        if _in_order(said, button):
            fits.append((len(button) - len(said), action, label))
    if not fits:
        return None
    fewest = min(extra for extra, _, _ in fits)
    best = [(action, label) for extra, action, label in fits if extra == fewest]
    if len(best) == 1:
        return Understood(best[0][0], best[0][1])
    return Understood(None, f"Which one: {choices([label for _, label in best])}?")


def _content(words: str) -> list[str]:
    return [word for word in words.split() if word not in FILLERS and word not in (",", "'s")]


def _in_order(words: Sequence[str], within: Sequence[str]) -> bool:
    rest = iter(within)
    return all(word in rest for word in words)


def choices(labels: Sequence[str]) -> str:
    """Several things to choose from, as part of a question."""
    shown = [*labels[:MOST_CHOICES], *(["something else"] if len(labels) > MOST_CHOICES else [])]
    return ", ".join(shown[:-1]) + f" or {shown[-1]}" if len(shown) > 1 else shown[0]


def _not_understood(state: State, seat: str, view: Mapping[str, Json]) -> str:
    legal = [state.game.label(action, view) for action in state.legal_actions(seat)[:MOST_CHOICES]]
    if not legal and not state.declarations(seat):
        return "The table does not wait for you now."
    return "I did not understand that." + (f" You could say: {choices(legal)}." if legal else "")


# --- things that sentences name ----------------------------------------------------------------------------------


class Thing(msgspec.Struct, frozen=True):
    """Something on the table that a sentence may name."""

    ref: str
    names: tuple[str, ...]
    """As people call it, in small letters; the first is read back."""

    row: str = ""
    """The kind by which a place in its row is counted: "aspect", "unit"; empty where nothing is counted."""


class Unclear(Exception):
    """A question back. ``str()`` is the sentence."""


def find(things: Sequence[Thing], phrase: str) -> Thing:
    """Find what a phrase names: "left aspect", "second ash hound", "hound". Raises Unclear with a question back."""
    words = [word for word in phrase.split() if word not in FILLERS]
    if not words:
        raise Unclear("Which card?")
    exact = [thing for thing in things if " ".join(words) in thing.names]
    if len(exact) == 1:
        return exact[0]
    place, rest = _place(words)
    named = [thing for thing in things if _called(thing, rest)] if rest else list(things)
    if place is not None:
        row = [thing for thing in named if thing.row]
        if rest and rest[-1].removesuffix("s") in {thing.row for thing in things}:
            kind = rest[-1].removesuffix("s")
            row = [thing for thing in things if thing.row == kind and _called(thing, rest[:-1])]
        elif not rest:
            raise Unclear(f"The {' '.join(words)} what?")
        return _at(row, place, phrase)
    if len(named) == 1:
        return named[0]
    if named:
        listed = list(dict.fromkeys(thing.names[0].title() for thing in named))
        if len(listed) == 1:
            raise Unclear(f"Which {listed[0]}: say first, second, or left, right.")
        raise Unclear(f"Which one: {choices(listed)}?")
    shown = choices([thing.names[0].title() for thing in things]) if things else "nothing"
    wanted = " ".join(words)[:40].replace(" 's", "'s")
    raise Unclear(f"There is no {wanted} in play; there is {shown}.")


def _place(words: list[str]) -> tuple[int | None, list[str]]:
    """A place in a row, from 1, -1 for the last and 0 for the middle; and the words without it."""
    first, rest = words[0], words[1:]
    if first in ("left", "leftmost"):
        return 1, rest
    if first in ("right", "rightmost", "last"):
        return -1, rest
    if first == "middle":
        return 0, rest
    if first in ORDINALS:
        return ORDINALS[first], rest
    return None, words


def _called(thing: Thing, words: Sequence[str]) -> bool:
    """Whether every word begins a word of one of its names; short words must be whole."""
    return any(
        all(any(part == word or (len(word) > 2 and part.startswith(word)) for part in name.split()) for word in words)
        for name in thing.names
    )


def _at(row: Sequence[Thing], place: int, phrase: str) -> Thing:
    if not row:
        raise Unclear(f"There is no {phrase[:40]} in play.")
    if place == 0:
        if len(row) % 2 == 0:
            raise Unclear(f"There are {len(row)} of them, so none is in the middle. Which place from the left?")
        return row[len(row) // 2]
    if place > len(row):
        raise Unclear(
            f"There {'is only 1' if len(row) == 1 else f'are only {len(row)}'} of them. Which place from the left?"
        )
    return row[place - 1 if place > 0 else -1]
