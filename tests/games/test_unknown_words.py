"""A position in which a word stands that no pack knows is refused with a sentence, whoever writes it and wherever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from immolation.games import TABLE, Correct, GameError, State

from tests.games.playouts import SCALE, explained, follow, load, names, new, through_json

GAMES = 8 * SCALE
"""Random games of each ruleset that are looked through; each of its configurations is among them."""

EVERY = 3
"""Every how many moments of a game are looked at."""

MOST_MOMENTS = 80
"""Of one game: a long one shows the same places again and again."""

UNKNOWN = ("zz", "p2", "")
"""A word of no pack, a seat, which a proposal may name, and nothing."""

Path = tuple[Any, ...]


def texts(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text inside a JSON value, with the way to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from texts(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts(inner, (*path, index))


def tables(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every table that has keys, inside a JSON value."""
    if isinstance(value, Mapping):
        if value and path:
            yield path
        for key, inner in value.items():
            yield from tables(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from tables(inner, (*path, index))


def at(value: Any, path: Path) -> Any:
    """What lies there."""
    for key in path:
        value = value[key]
    return value


def flags(record: Any) -> list[str]:
    """The keys of a record that are set to true."""
    return [key for key, value in record.items() if value is True] if isinstance(record, Mapping) else []


def shape(position: Mapping[str, Any], path: Path) -> Path:
    """The kind of place that a path leads to: whatever the number in a list, whichever the seat, with what is asked,
    and with the flags of the record that it lies in."""
    kind = at(position, path[:2]).get("at") if path[0] == "stack" and len(path) > 2 else None
    seats, record = position.get("seats"), at(position, path[:-1])
    named = seats if isinstance(seats, Mapping) else ()
    return (kind, *flags(record), *("*" if isinstance(key, int) or key in named else key for key in path))


def sampled(name: str) -> Iterator[tuple[State, dict[str, Any]]]:
    """Situations of random games, each with its position."""
    for seed in range(GAMES):
        state = new(name, seed)
        yield state, through_json(state.position())
        for step, _ in enumerate(follow(state, name, seed), 1):
            if step % EVERY == 0:
                yield state, through_json(state.position())
            if step == EVERY * MOST_MOMENTS:
                break


def is_read_or_refused(name: str, position: Any, where: object) -> None:
    try:
        load(name).from_position(position)
    except GameError as error:
        explained(error)
    except Exception as error:
        raise AssertionError(f"{where}: {error!r}") from error


def is_taken_or_refused(state: State, path: Path, word: str) -> None:
    """The table sets it right, and each seat proposes it."""
    action = Correct(TABLE, tuple(map(str, path)), word)
    try:
        for seat in state.seats:
            state.may_propose(seat, action)
        if state.check(action) is None:
            state.copy().apply(action)
    except Exception as error:
        raise AssertionError(f"set {path} to {word!r}: {error!r}") from error


@pytest.mark.parametrize("name", names())
def test_a_word_that_no_pack_knows_is_refused_with_a_sentence(name: str) -> None:
    seen: set[Path] = set()
    for state, position in sampled(name):
        for path, was in texts(position):
            if shape(position, path) in seen:
                continue
            seen.add(shape(position, path))
            for word in UNKNOWN:
                is_taken_or_refused(state, path, word)
                if word != was:
                    spoilt = through_json(position)
                    record = at(spoilt, path[:-1])
                    record[path[-1]] = word
                    is_read_or_refused(name, spoilt, (path, word))
                    for flag in flags(record):  # what is spent or off is not looked up everywhere
                        record[flag] = False
                    is_read_or_refused(name, spoilt, (path, word, "without flags"))
        for path in tables(position):
            place = (*shape(position, path), "key")
            if place in seen:
                continue
            seen.add(place)
            first = next(iter(at(position, path)))
            for word in UNKNOWN:
                spoilt = through_json(position)
                table = at(spoilt, path)
                table[word] = table.pop(first)
                is_read_or_refused(name, spoilt, (*path, word))
                is_taken_or_refused(state, (*path, word), word)


@pytest.mark.parametrize("wounds", [[{"card": "zz"}], ["zz"], "zz", [{"card": "zz", "spent": True}]])
def test_an_unknown_card_among_the_wounds_of_a_rider_is_named(wounds: Any) -> None:
    with pytest.raises(GameError, match=r"seats\.p1\.wounds"):
        load("kimera").from_position({"seats": {"p1": {"wounds": wounds}, "p2": {}}})


def test_a_seat_is_no_card_that_a_seat_may_propose() -> None:
    state = load("kimera").from_position({"seats": {"p1": {"wounds": ["expose-1"]}, "p2": {}}})
    action = Correct(TABLE, ("seats", "p1", "wounds", "0", "card"), "p2")
    assert state.may_propose("p1", action) is not None
    assert state.check(action) is not None
    held = Correct(TABLE, ("seats", "p1", "holds"), "p2")
    assert state.may_propose("p1", held) is None
