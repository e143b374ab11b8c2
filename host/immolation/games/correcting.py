"""Set one thing of a position right, by the path of its keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from .contract import TABLE, BadPosition, Correct, Event, Json, Refusal, State
from .house_rules import shown

Kind = TypeVar("Kind", bound=State)

FLAW = re.compile(r"(?P<path>[\w-]+(?:[.\[][^\s:,][^:,]*)*(?:, [\w.-]+)*): (?P<reason>.+)", re.DOTALL)
"""A refusal of a position: the path, or several, and why."""

SEAT = re.compile(r"\bp([1-6])\b")
SNAKE = re.compile(r"\b[a-z]+[_-](?:[a-z]+[_-])*(?:[a-z]+|\d+)\b|`")
TABLES = re.compile(r"\{.*\}", re.DOTALL)
NULL = re.compile(r"\bnull\b")
RULE = re.compile(r" \((?:[A-Z]{2,4}-[A-Z]+-\d+\w?(?:, )?)+\)")

STACK = "stack"
"""The key of a position under which stands what is under way."""

UNDER_WAY = "Nothing was changed: it does not go with what is under way now."

MayAdd = Callable[[tuple[str, ...]], bool]
"""Whether a table may get the new key that a path ends with."""


def merged(old: Json, new: Json) -> Json:
    """``new`` in the place of ``old``; tables keep the keys that ``new`` does not name."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}
    return new


def set_right(whole: dict[str, Json], action: Correct, may_add: MayAdd = lambda path: False) -> dict[str, Json]:
    """``whole`` with ``action.value`` at ``action.path``; tables merge, so that two facts can change at once.

    A list takes one more entry at its end. ``whole`` is changed. Raises BadPosition naming the place; whether the
    result can be is for who reads it.

        >>> position = {"seats": {"p1": {"wounds": 0, "gems": ["aria"]}, "p2": {"wounds": 2}}}
        >>> wounds = Correct(TABLE, ("seats",), {"p1": {"wounds": 2}, "p2": {"wounds": 0}})
        >>> set_right(position, wounds)
        {'seats': {'p1': {'wounds': 2, 'gems': ['aria']}, 'p2': {'wounds': 0}}}
        >>> set_right(position, Correct(TABLE, ("seats", "p1", "gems", "1"), "pyre"))["seats"]["p1"]["gems"]
        ['aria', 'pyre']
        >>> set_right(position, Correct(TABLE, ("seats", "p3", "wounds"), 1))
        Traceback (most recent call last):
        immolation.games.contract.errors.BadPosition: seats.p3: there is no such place; see the position's keys.
    """
    try:
        msgspec.json.encode(action.value)
    except (TypeError, ValueError, RecursionError):
        raise BadPosition("A correction's value must be JSON.") from None
    if not action.path:
        made = merged(whole, action.value)
        if not isinstance(made, dict):
            raise BadPosition("The whole position can only be set to a table of keys.")
        return made
    place: Any = whole
    for depth, key in enumerate(action.path, 1):
        last = depth == len(action.path)
        if isinstance(place, dict):
            if key not in place and not (last and may_add(action.path)):
                raise BadPosition(f"{path_text(action.path[:depth])}: there is no such place; see the position's keys.")
            if last:
                place[key] = merged(place.get(key), action.value)
            else:
                place = place[key]
        elif isinstance(place, list):
            at = int(key) if key.isascii() and key.isdecimal() and len(key) < 5 else -1
            if last and at == len(place):
                place.append(action.value)
            elif not 0 <= at < len(place):
                raise BadPosition(f"{path_text(action.path[:depth])}: the list has {len(place)} entries, from 0.")
            elif last:
                place[at] = merged(place[at], action.value)
            else:
                place = place[at]
        else:
            raise BadPosition(f"{path_text(action.path[: depth - 1])}: it is a single value; nothing lies below it.")
    return whole


def refusal(action: Correct, make: Callable[[], object], view: Callable[[], Mapping[str, Json]]) -> Refusal | None:
    """None if the table says it and ``make`` gives the corrected situation, else why not, as people call things.

    ``view`` tells what everybody knows, with the names of seats.
    """
    if action.seat != TABLE:
        return Refusal("TABLE", f"Only the seat '{TABLE}' sets things right, not {shown(action.seat)}.")
    try:
        make()
    except BadPosition as error:
        # Where no frame was named none is spoken of.
        under_way = str(error).startswith(STACK) and action.path[:1] not in ((), (STACK,))
        return Refusal("TABLE", UNDER_WAY if under_way else flaw_in_words(str(error), view()))
    return None


def corrected(state: Kind, action: Correct) -> Kind | Refusal:
    """A new state with one thing set right, or why that cannot be. For rulesets without cares of their own."""
    made: list[Any] = []
    said = refusal(
        action,
        lambda: made.append(state.game.from_position(set_right(state.position(), action))),
        lambda: state.view(None),
    )
    return made[0] if said is None else said


def why(state: State, action: Correct) -> list[Event]:
    """Tell who proposed a correction and why; nothing where nobody gave a reason."""
    if not action.reason:
        return []
    seat = state.view(None)["seats"].get(action.by, {})
    who = "The host" if action.by == "host" else str(seat.get("name") or action.by or "Somebody")
    text = f"{who} says why, and the table agrees: {action.reason.strip()}"
    return [Event("agreed", ("TABLE",), text, {"seat": action.by, "reason": action.reason})]


def path_text(keys: tuple[str, ...]) -> str:
    """A path for a sentence."""
    return ".".join(key[:40] for key in keys[:8])


def flaw_in_words(flaw: str, view: Mapping[str, Json]) -> str:
    """What is wrong with a corrected position, for people: no path, and seats by their names.

    >>> view = {"seats": {"p1": {"name": "Vara"}, "p2": {"name": "Apsu"}}}
    >>> flaw_in_words("seats.p1.tile: 44 is taken by p2.", view)
    'Nothing was changed; tile of Vara: 44 is taken by Apsu.'
    >>> flaw_in_words("hunters.2.bound_gems[1]: it must be text.", view)
    'Nothing was changed; bound gems 2 (hunters 3): it must be text.'
    >>> flaw_in_words("seats.p1: it is a single value; nothing lies below it.", view)
    'Nothing was changed; everything of Vara: it is a single value; nothing lies below it.'
    >>> flaw_in_words("The whole position can only be set to a table of keys.", view)
    'The whole position can only be set to a table of keys.'
    """
    found = FLAW.fullmatch(flaw)
    said = NULL.sub("nothing", TABLES.sub("a table of keys", found["reason"] if found is not None else flaw))
    said = SEAT.sub(lambda seat: _name(seat[0], view) or f"player {seat[1]}", RULE.sub("", said))
    said = SNAKE.sub(lambda key: _plain(key[0]), said)
    if found is None:
        return said
    places = [place_in_words(tuple(re.findall(r"[^.\[\]]+", path)), view) for path in found["path"].split(", ")]
    return f"Nothing was changed; {' and '.join(places)}: {said}"


def place_in_words(keys: tuple[str, ...], view: Mapping[str, Json]) -> str:
    """A place of a position as people call it, with the names that a view has for seats and other things.

    >>> view = {"seats": {"p1": {"name": "Player 1", "gems": {"aria": 2}}}, "walls": {"top": 1}}
    >>> place_in_words(("seats", "p1", "gems", "aria"), view), place_in_words(("walls", "top"), view)
    ('aria (gems) of Player 1', 'top (walls)')
    >>> place_in_words(("seats", "p1"), view), place_in_words((), view)
    ('everything of Player 1', 'the whole position')
    """
    owner = ""
    words: list[str] = []
    here: Any = view
    for key in keys[:8]:
        at = int(key) if isinstance(here, list) and key.isascii() and key.isdecimal() and len(key) < 5 else -1
        here = here[at] if 0 <= at < len(here) else here.get(key) if isinstance(here, Mapping) else None
        if isinstance(here, Mapping) and isinstance(here.get("name"), str) and here["name"]:
            owner, words = here["name"], []
        elif key.isdecimal() and words:
            words[-1] += f" {int(key) + 1}"
        else:
            words.append(_name(key, view) or _plain(key))
    if not words:
        return f"everything of {owner}" if owner else "the whole position"
    around = f" ({', '.join(words[:-1])})" if words[1:] else ""
    return f"{words[-1]}{around}{owner and f' of {owner}'}"


def value_in_words(value: Json, view: Mapping[str, Json]) -> str:
    """A value as people say it, cut where it grows long.

    >>> view = {"seats": {"p1": {"name": "Ada"}}}
    >>> value_in_words("p1", view), value_in_words({"full_recovery": True, "gems": ["aria-1", None]}, view)
    ('Ada', 'full recovery yes, gems aria 1 and nothing')
    """
    if isinstance(value, Mapping):
        said = ", ".join(
            f"{_name(str(key), view) or _plain(str(key))} {value_in_words(one, view)}" for key, one in value.items()
        )
    elif isinstance(value, list | tuple):
        said = " and ".join(value_in_words(one, view) for one in value)
    elif isinstance(value, bool):
        said = "yes" if value else "no"
    elif isinstance(value, str):
        said = _name(value, view) or _plain(value)
    else:
        said = "nothing" if value is None else str(value)
    said = said or "nothing"
    return said if len(said) <= 60 else said[:57] + "..."


def _name(key: str, view: Mapping[str, Json]) -> str:
    """Return what people call a seat; nothing for what is none."""
    seats = view.get("seats")
    facts = seats.get(key) if isinstance(seats, Mapping) else None
    return str(facts.get("name") or "") if isinstance(facts, Mapping) else ""


def _plain(key: str) -> str:
    return " ".join(re.sub(r"[-_:.{}<>`]", " ", key[:40]).split())


def in_words(action: Correct, view: Mapping[str, Json]) -> str:
    """Tell everybody what was set right."""
    return f"The table sets {place_in_words(action.path, view)} right: {value_in_words(action.value, view)}."
