"""Understands what a card or a rule of the table's own did, as a correction with a reason: "the damage of player 2 is
3 because the Gorgon bites twice".

Numbers, flags and seats of the position can be named by the words of their keys and of the seat or card that has them.
What was understood is a `Correct` with its reason, to be proposed to the others; nothing is done here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from .contract import TABLE, Correct, Json, State, Understood

BECAUSE: Final = re.compile(r"\b(?:because(?: of)?|since)\b", re.IGNORECASE)
UNSAID: Final = frozenset({"a", "an", "and", "of", "on", "s", "the", "for", "now", ",", "'s", "point", "points"})
"""Words that name nothing; "points" where nothing is called so."""

OWN: Final = frozenset({"i", "me", "mine", "my", "own"})
TECHNICAL: Final = frozenset({"cards", "config", "options", "rules", "ruleset", "settings", "stack", "track"})
"""Keys of a position that no sentence reaches: what was chosen before the game, and what the game waits for."""

LESS: Final = ("loses", "lose", "heals", "heal")
CHANGES: Final = re.compile(
    r"(?P<who>.+?) (?P<verb>gains?|gets?|takes?|suffers?|loses?|heals?|has|have) (?P<n>\d{1,4})(?: more| fewer| less)?"
    r" (?P<what>.+)"
)
IS: Final = re.compile(r"(?:set )?(?P<what>.+?) (?:is|are|becomes?|to|should be|must be) (?P<value>.+)")
SHOWN: Final = 4
"""Places that a question back lists."""


class Settable(msgspec.Struct, frozen=True):
    """A number, a flag or a seat somewhere in a position."""

    path: tuple[str, ...]
    value: Any
    seat: str
    """The seat that it lies below; empty for none."""

    last: frozenset[str]
    """The words of its own key, or of the thing that it is counted of: they must be said."""

    others: frozenset[str]
    """Words of what it lies in."""

    said: str


def understand(state: State, seat: str, words: str, reason: str) -> Understood:
    """The correction that ``words`` (as `spoken.normal` leaves them) ask for, or a question back."""
    names = _seat_names(state.view(seat))
    text = f" {words} "
    for name, named in sorted(names.items(), key=lambda one: -len(one[0])):
        text = text.replace(f" {name} ", f" @{named} ")
    text = text.strip()
    places = [place for place in _places(state, seat) if place.path[0] not in TECHNICAL]
    titles = {named: name for name, named in reversed(names.items())}
    change = CHANGES.fullmatch(text)
    if change is not None:
        found = _find(places, f"{change['who']} {change['what']}", seat, int)
        if isinstance(found, Settable):
            amount = int(change["n"])
            if change["verb"] not in ("has", "have"):
                amount = found.value + (-amount if change["verb"] in LESS else amount)
            return _read_back(state, seat, found, amount, reason, titles)
        return _which(found, change["what"], titles)
    is_ = IS.fullmatch(text)
    if is_ is None:
        return Understood(
            None, "What is set right? Say it like: the damage of player 2 is 3, because its text says so."
        )
    known, value = _value(is_["value"])
    if known:
        found = _find(places, is_["what"], seat, type(value))
        wanted = is_["what"]
    else:  # a flag: player 2 is airborne, player 2 is not poisonous
        value = not {"not", "no"} & {*is_["value"].split()}
        wanted = " ".join(word for word in text.split() if word not in ("is", "are", "becomes", "not", "no"))
        found = _find(places, wanted, seat, bool)
    if isinstance(found, Settable):
        return _read_back(state, seat, found, value, reason, titles)
    return _which(found, wanted, titles)


def _value(said: str) -> tuple[bool, Any]:
    """Whether these words are a value, and which."""
    words = said.split()
    if re.fullmatch(r"(minus )?\d{1,4}", said):
        return True, int(words[-1]) * (-1 if words[0] == "minus" else 1)
    if len(words) == 1 and words[0].startswith("@"):
        return True, words[0][1:]
    simple = {"yes": True, "true": True, "no": False, "false": False, "nobody": None, "none": None, "nothing": None}
    return said in simple, simple.get(said)


def _seat_names(view: Mapping[str, Json]) -> dict[str, str]:
    """Return what people call the seats, in small letters -> seat."""
    found: dict[str, str] = {}
    for seat, facts in view["seats"].items():
        for key in ("name", "full_name"):
            if isinstance(facts.get(key), str):
                found[" ".join(re.sub(r"[^\w\s']", " ", facts[key].lower()).split())] = seat
        found |= {f"player {seat.removeprefix('p')}": seat, seat: seat}
    return {name: seat for name, seat in found.items() if name}


def _places(state: State, seat: str) -> Iterator[Settable]:
    """Every number, flag and seat that a sentence of ``seat`` may reach, and nothing that is hidden from it."""
    seats = state.seats

    def walk(value: Any, path: tuple[str, ...], inside: frozenset[str], owner: str, key: str) -> Iterator[Settable]:
        if isinstance(value, Mapping):
            names = {str(value[name]) for name in ("name", "card", "ref") if isinstance(value.get(name), str)}
            around = inside | {word for name in names for word in _words(name)}
            for each, inner in value.items():
                below = each if path == ("seats",) and each in seats else owner
                yield from walk(inner, (*path, each), around | _words(key), below, each)
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                words = inside | _words(key) | {str(number + 1)}
                yield from walk(inner, (*path, str(number)), words, owner, "")
        elif path and (value is None or isinstance(value, int) or value in seats):
            last = _words(key) or inside
            if state.may_propose(seat, Correct(TABLE, path, value)) is None:
                yield Settable(
                    path, value, owner, last, inside - {"seats", "seat"}, key.replace("_", " ").replace("-", " ")
                )

    yield from walk(state.position(), (), frozenset(), "", "")


def _words(key: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in re.sub(r"[^\w\s]|_", " ", key.lower()).split())


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _find(places: list[Settable], said: str, speaker: str, kind: type) -> Settable | list[Settable]:
    """The place that these words name, or all those that they may mean."""
    tokens = said.split()
    owner = next((word[1:] for word in tokens if word.startswith("@")), speaker if OWN & {*tokens} else "")
    words = {_stem(word) for word in tokens if word not in UNSAID | OWN and not word.startswith("@")}
    words |= {"point"} if not words and {"point", "points"} & {*tokens} else set()
    fits = [
        place
        for place in places
        if place.last <= words
        and words <= place.last | place.others
        and (place.seat == owner or (not owner and bool(words - place.last)))  # who names a card need not say whose
        and _takes(place, kind)
    ]
    if len(fits) > 1:
        fewest = min(len(place.path) for place in fits)
        fits = [place for place in fits if len(place.path) == fewest]
    if len(fits) == 1:
        return fits[0]
    return fits or [place for place in places if words & place.last and place.seat and _takes(place, kind)]


def _takes(place: Settable, kind: type) -> bool:
    """Whether a place holds values of this kind."""
    if kind is bool or isinstance(place.value, bool):
        return kind is bool and isinstance(place.value, bool)
    if kind is int:
        return isinstance(place.value, int) or place.value is None
    return place.value is None or isinstance(place.value, str)


def _called(place: Settable, titles: Mapping[str, str]) -> str:
    thing = place.said or place.path[-2].replace("_", " ")
    return f"{thing} of {titles[place.seat].title()}" if place.seat else thing


def _which(found: list[Settable], said: str, titles: Mapping[str, str]) -> Understood:
    if not found:
        return Understood(None, f"I know nothing on the table called {said.replace('@', '')[:40]}. What is set right?")
    listed = list(dict.fromkeys(_called(place, titles) for place in found))[:SHOWN]
    return Understood(None, f"Which one: {' or '.join(listed)}?")


def _read_back(
    state: State, seat: str, place: Settable, value: Any, reason: str, titles: Mapping[str, str]
) -> Understood:
    called = _called(place, titles)
    if value == place.value and type(value) is type(place.value):
        return Understood(None, f"The {called} is {_spoken(value, titles)} already. What is it?")
    if not reason:
        return Understood(None, "Why? The others agree to a reason: end the sentence with because, and what says so.")
    action = Correct(TABLE, place.path, value, reason, seat)
    refusal = state.may_propose(seat, action) or state.check(action)
    if refusal is not None:
        return Understood(None, refusal.reason)
    was, becomes = _spoken(place.value, titles), _spoken(value, titles)
    return Understood(action, f"The {called} from {was} to {becomes}, because {reason}. The others are asked to agree.")


def _spoken(value: Any, titles: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nobody" if value is None else titles.get(value, str(value)).title()
