"""Encodes actions as numbers and a seat's view as a vector of fixed length, for any ruleset.

Both are hashed: no ruleset lists all its actions or facts beforehand, some of them have no end (declared cards). An
action has the same number in every game, unless two legal ones have the same hash: one takes the next free number.
Seats are named as they sit from the one who looks (0 is oneself), so that one policy can play every seat; what a
ruleset numbers itself, like the hunters of Chimera Hunt, keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log1p
from typing import Any, Final
from zlib import crc32

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from immolation.games import CHANCE, Action, State
from immolation.games.contract import Json

from .episode import whole

ACTIONS: Final = 2048
"""Numbers for actions unless told otherwise: eight times the longest list of legal actions met in random play."""

OUTCOMES: Final = 1 << 17
"""Numbers for what chance may bring; the most dice that a position may have roll 118,755 ways (`MOST_DICE`)."""

FEATURES: Final = 512
"""Length of an observation unless told otherwise."""

BOUND: Final = 16.0
"""No component of an observation is larger, with either sign."""

REMEMBERED: Final = 4096
"""Keys and values of one path whose hash is kept; a game's views need some dozens."""

UNSEEN: Final = frozenset({"colour", "colours", "label", "name", "names", "ruleset", "text", "title"})
"""Keys of a view that name or paint a thing for people and never change in a game."""


class Encoder:
    """Numbers for actions and vectors for views; remembers nothing of any game but what it has hashed."""

    def __init__(self, actions: int = ACTIONS, features: int = FEATURES) -> None:
        self.size, self.features = whole("actions", actions, 2), whole("features", features, 2)
        self._tops: dict[tuple[tuple[str, str], ...], _Path] = {}
        """Names of the seats, as one of them sees them -> the whole of its views."""

    def __deepcopy__(self, memo: object) -> Encoder:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the two sizes: what was hashed is hashed again."""
        return Encoder, (self.size, self.features)

    def size_for(self, seat: str) -> int:
        """How many numbers there are for what ``seat``, or ``chance``, may do."""
        return OUTCOMES if seat == CHANCE else self.size

    def observation_space(self, seat: str) -> spaces.Dict:
        """The space of what ``seat``, or ``chance``, is told: ``observation`` and ``action_mask``."""
        numbers = spaces.Box(-BOUND, BOUND, (self.features,), np.float32)
        return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (self.size_for(seat),), np.int8)})

    def mask(self, legal: Iterable[int], seat: str) -> NDArray[np.int8]:
        """1 at each number of ``legal``, 0 elsewhere."""
        mask = np.zeros(self.size_for(seat), dtype=np.int8)
        mask[list(legal)] = 1
        return mask

    def actions(self, state: State, seat: str) -> dict[int, Action]:
        """Every action ``seat`` may take now, by number; for ``chance`` every outcome.

        Two actions whose hashes meet get neighbouring numbers. Raises ValueError if there are more actions than
        numbers.
        """
        if seat == CHANCE:
            decision = state.deciders().get(CHANCE)
            listed: Sequence[Action] = [outcome.action for outcome in decision.outcomes] if decision else ()
        else:
            listed = state.legal_actions(seat)
        names = relative_seats(state.seats, seat).items()
        renamed = [(f'"{each}"'.encode(), f'"{name}"'.encode()) for each, name in names]
        encoded: dict[bytes, Action] = {}
        for action in listed:
            data = msgspec.json.encode(action)
            for old, new in renamed:
                data = data.replace(old, new)
            encoded.setdefault(data, action)
        size = self.size_for(seat)
        if len(encoded) > size:
            what = "outcomes of chance" if seat == CHANCE else "legal actions"
            advice = "" if seat == CHANCE else ": raise `actions`"
            raise ValueError(f"There are {len(encoded)} {what}, more than the {size} numbers{advice}.")
        numbered: dict[int, Action] = {}
        for data in sorted(encoded):
            number = crc32(data) % size
            while number in numbered:
                number = (number + 1) % size
            numbered[number] = encoded[data]
        return numbered

    def observation(self, state: State, seat: str | None) -> NDArray[np.float32]:
        """Return what ``seat`` may know, as ``features`` numbers between -16 and 16; None and ``chance`` see the public
        table.

        Every value of the view adds one at the place of its path and value, numbers add their signed logarithm at the
        place of their path too. Lists of plain values count as sets. What is asked of whom is part of it.
        """
        looking = None if seat == CHANCE else seat
        seats = relative_seats(state.seats, looking or state.seats[0])
        looker = tuple(seats.items())
        top = self._tops.get(looker)
        if top is None:
            top = self._tops[looker] = _Path("", seats, self.features)
        slots: list[int] = []
        amounts: list[float] = []
        top.read(state.view(looking), slots, amounts)
        asks = top.under("?")
        for asked, decision in state.deciders().items():
            where, much = asks.count(f"{seats.get(asked, asked)}={decision.kind}")
            slots += where
            amounts += much
        vector = np.bincount(slots, amounts, self.features)
        return np.clip(vector, -BOUND, BOUND).astype(np.float32)


_Counted = tuple[tuple[int, ...], tuple[float, ...]]
"""Places in a vector, and the amount added at each."""

_NOTHING: Final[_Counted] = ((), ())

_NESTED: Final = (dict, list, tuple)
"""Kinds of values that contain others."""


class _Path:
    """Remembers, for one place in the views of a seat, the places below it and what the values met there count."""

    __slots__ = ("_below", "_counted", "_name", "_seats", "_size")

    def __init__(self, name: str, seats: Mapping[str, str], size: int) -> None:
        self._name, self._seats, self._size = name, seats, size
        self._below: dict[str | int, _Path] = {}
        self._counted: dict[str | float | None, _Counted] = {None: _NOTHING}

    def read(self, value: Mapping[str, Json] | Sequence[Json], slots: list[int], amounts: list[float]) -> None:
        """Add the places and amounts of everything in a table or a list."""
        known = self._below
        if isinstance(value, Mapping):
            for key, each in value.items():
                path = known.get(key) or self.under(key)
                if isinstance(each, _NESTED):
                    path.read(each, slots, amounts)
                else:
                    where, much = path._counted.get(each) or path.count(each)
                    slots += where
                    amounts += much
            return
        has = self.under("has")
        for index, each in enumerate(value):
            if isinstance(each, _NESTED):
                (known.get(index) or self.under(index)).read(each, slots, amounts)
            else:
                where, much = has._counted.get(each) or has.count(each)
                slots += where
                amounts += much

    def under(self, key: str | int) -> _Path:
        """The path of ``key`` in this one."""
        path = self._below.get(key)
        if path is None:
            name = self._seats.get(key, key) if isinstance(key, str) else key
            path = (_Unseen if key in UNSEEN else _Path)(f"{self._name}.{name}", self._seats, self._size)
            if len(self._below) < REMEMBERED:
                self._below[key] = path
        return path

    def count(self, value: str | float | None) -> _Counted:
        """Return what ``value`` adds: 1 or -1 at its own place, and a number its signed logarithm at its path's."""
        found = self._counted.get(value)
        if found is None:
            assert value is not None, "None counts nothing"
            shown = self._seats.get(value, value) if isinstance(value, str) else f"{value + 0.0:g}"  # 1 is 1.0 and true
            slot, sign = self._place(shown)
            found = (slot,), (sign,)
            if value and not isinstance(value, str):
                path, sign_of_path = self._place("")
                much = log1p(value) if value > 0 else -log1p(-value)
                found = (slot, path), (sign, sign_of_path * much)
            if len(self._counted) < REMEMBERED:
                self._counted[value] = found
        return found

    def _place(self, shown: str) -> tuple[int, float]:
        """Return the place of a value of this path, and the sign with which it counts there."""
        hashed = crc32(f"{self._name}={shown}".encode("utf-8", "replace"))
        return hashed % self._size, -1.0 if hashed >> 31 else 1.0


class _Unseen(_Path):
    """Leaves out whatever lies there (`UNSEEN`)."""

    def read(self, value: Mapping[str, Json] | Sequence[Json], slots: list[int], amounts: list[float]) -> None:
        """Add nothing."""

    def count(self, value: str | float | None) -> _Counted:
        """Return no places."""
        return _NOTHING


def relative_seats(seats: Sequence[str], seat: str) -> dict[str, str]:
    """Seat -> ``0`` for ``seat`` itself, ``1`` for the next one to play, and so on; ``chance`` looks from seat one."""
    first = seats.index(seat) if seat in seats else 0
    return {each: f"@{(index - first) % len(seats)}" for index, each in enumerate(seats)}
