"""The clocks of a table, computed from two injected times.

A clock runs exactly while its seat is asked and the table is neither paused nor being put right. What is left is
computed when somebody looks, so nothing ticks and nothing drifts. `snapshot` and `restore` carry the clocks through the
journal: time while the host was dead does not count, and an undo gives the time back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, Literal

import msgspec

from immolation.games import Decision

from .records import Clock

Kind = Literal["turn", "window", "pace"]

LONGEST_MS = 24 * 60 * 60 * 1000
"""A day: more is a slip of the pen."""

Left = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_MS)]
"""Milliseconds left on a clock."""


class BadClocks(ValueError):
    """Clocks that nobody could play under. ``str()`` is one sentence for people."""


class ClockSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clocks of a table. Raises BadClocks for values out of range, and for those that do not go together."""

    mode: Literal["off", "turn", "bank"] = "off"
    """``turn``: every turn starts with ``turn_ms``; ``bank``: ``turn_ms`` for the whole game, plus ``increment_ms``."""

    turn_ms: int = 0
    """Milliseconds, 1 to a day; unused while ``mode`` is ``off``."""

    increment_ms: int = 0
    """Milliseconds added to a seat's bank when a turn in which it was asked ends; 0 to a day."""

    window_ms: int = 0
    """Milliseconds to answer in a reaction window; 0: as long as people like."""

    @classmethod
    def of_seconds(
        cls, mode: Literal["off", "turn", "bank"], turn: int, increment: int = 0, window: int = 0
    ) -> ClockSettings:
        """Return the clocks as people give them, in seconds. Raises BadClocks."""
        return cls(mode, turn * 1000, increment * 1000, window * 1000)

    def __post_init__(self) -> None:
        """Refuse what no clock could show."""
        game = self.mode == "bank"
        for value, what in (
            (self.turn_ms, "the time for the whole game" if game else "the time for a turn"),
            (self.increment_ms, "what a turn adds to the time for the whole game"),
            (self.window_ms, "the time to answer a question"),
        ):
            if not 0 <= value <= LONGEST_MS:
                hours = LONGEST_MS // 3_600_000
                raise BadClocks(f"The clocks: {what} is 0 seconds to {hours} hours, not {value // 1000} seconds.")
        if self.mode != "off" and self.turn_ms == 0:
            raise BadClocks(f"The clocks: say how many seconds a player has for {'the game' if game else 'a turn'}.")
        if self.increment_ms and not game:
            raise BadClocks("The clocks: only to a time for the whole game does a turn add seconds.")


class ClockSnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Every clock at one moment, for the journal."""

    turn: dict[str, Left] = {}
    """Seat -> milliseconds left."""

    window: dict[str, Left] = {}
    kinds: dict[str, str] = {}
    """Seat -> the kind of the reaction window it is in."""

    filled: dict[str, tuple[int, str]] = {}
    """Seat -> round and owner of the turn in which its clock last ran."""

    now: tuple[int, str] | None = None
    """Round and owner of the turn."""


def turn_of(view: Mapping[str, Any]) -> tuple[int, str]:
    """Round and owner of the turn, as the clocks tell turns apart."""
    return int(view.get("round") or 0), str(view.get("turn") or "")


class _Run(msgspec.Struct, frozen=True):
    since: int
    """Monotonic milliseconds."""

    wall: int
    """Unix milliseconds."""


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Clocks:
    """The clocks of one table's seats, and the pace of its bots."""

    def __init__(
        self,
        settings: ClockSettings,
        seats: Collection[str],
        *,
        now: Callable[[], int] = _monotonic_ms,
        wall: Callable[[], int] = _wall_ms,
    ) -> None:
        self.settings = settings
        self._seats = tuple(seats)
        self._now, self._wall = now, wall
        self._left: dict[tuple[str, Kind], int] = {}
        self._total: dict[tuple[str, Kind], int] = {}
        self._runs: dict[tuple[str, Kind], _Run] = {}
        self._asked: tuple[tuple[str, Kind], ...] = ()
        self._kinds: dict[str, str] = {}
        self._filled: dict[str, tuple[int, str]] = {}
        self._turn: tuple[int, str] | None = None
        self._held = False
        if settings.mode != "off":
            for seat in self._seats:
                self._left[seat, "turn"] = self._total[seat, "turn"] = settings.turn_ms

    def copy(self) -> Clocks:
        """Independent clocks that show the same, for trying a change before it is journaled."""
        twin = Clocks(self.settings, self._seats, now=self._now, wall=self._wall)
        for name in ("_left", "_total", "_runs", "_kinds", "_filled"):
            setattr(twin, name, dict(getattr(self, name)))
        twin._asked, twin._turn, twin._held = self._asked, self._turn, self._held
        return twin

    # --- what changes them ---------------------------------------------------------------------------

    def update_deciders(
        self,
        turn: tuple[int, str],
        deciders: Mapping[str, Decision],
        persons: Collection[str],
        *,
        acted: str | None = None,
    ) -> None:
        """Somebody acted, so others are asked now.

        ``turn`` is the round and the seat whose turn it is (``""`` for nobody's). Only ``persons`` have clocks.
        ``acted`` has answered: if it is asked again in a window, that is a new window.
        """
        self._pass_turn(turn)
        self._open_windows(deciders, persons, acted)
        asked: list[tuple[str, Kind]] = []
        for seat, decision in deciders.items():
            if seat not in persons:
                continue
            if decision.clock == "window" and seat in self._kinds:
                asked.append((seat, "window"))
            elif decision.clock == "turn" and self.settings.mode != "off":
                if self.settings.mode == "turn" and self._filled.get(seat) != turn:
                    self._put(seat, "turn", self.settings.turn_ms)
                self._filled[seat] = turn
                asked.append((seat, "turn"))
        pace: list[tuple[str, Kind]] = [key for key in self._asked if key[1] == "pace"]
        self._asked = (*asked, *pace)
        self._sort_out()

    def _pass_turn(self, turn: tuple[int, str]) -> None:
        if turn == self._turn:
            return
        seat = self._turn[1] if self._turn is not None else ""
        if self.settings.mode == "bank" and self._turn is not None and self._filled.get(seat) == self._turn:
            self._put(seat, "turn", min(self._left_now((seat, "turn")) + self.settings.increment_ms, LONGEST_MS))
            self._total[seat, "turn"] = max(self.settings.turn_ms, self._left[seat, "turn"])
        self._turn = turn

    def _open_windows(self, deciders: Mapping[str, Decision], persons: Collection[str], acted: str | None) -> None:
        if not self.settings.window_ms:
            return
        asked = {seat: one.kind for seat, one in deciders.items() if one.clock == "window" and seat in persons}
        for seat in list(self._kinds):
            if asked.get(seat) != self._kinds[seat] or seat == acted:
                del self._kinds[seat]
                self._drop(seat, "window")
        for seat, kind in asked.items():
            if seat not in self._kinds:
                self._kinds[seat] = kind
                self._put(seat, "window", self.settings.window_ms)

    def begin_pace(self, seat: str, ms: int) -> None:
        """A bot in ``seat`` thinks for ``ms`` milliseconds, so that people can follow."""
        self.end_pace()
        self._put(seat, "pace", ms)
        self._asked = (*self._asked, (seat, "pace"))
        self._sort_out()

    def end_pace(self) -> None:
        """No bot is thinking."""
        for seat, kind in self._asked:
            if kind == "pace":
                self._drop(seat, kind)
        self._asked = tuple(key for key in self._asked if key[1] != "pace")

    def pause(self) -> None:
        """Everything stands still: paused, over, or the board is being put right."""
        self._held = True
        self._sort_out()

    def resume(self) -> None:
        """Everything that is asked runs on."""
        self._held = False
        self._sort_out()

    # --- what they show ------------------------------------------------------------------------------

    def records(self) -> tuple[Clock, ...]:
        """Every clock, seat by seat; equal to the answer before as long as nothing started, stopped or changed."""
        order = {seat: index for index, seat in enumerate(self._seats)}
        keys = sorted(self._left, key=lambda key: (order.get(key[0], len(order)), key[1] != "turn", key[1]))
        return tuple(
            Clock(seat, kind, self._left[seat, kind], self._total[seat, kind], run.wall if run else None)
            for seat, kind in keys
            for run in [self._runs.get((seat, kind))]
        )

    def left_ms(self, seat: str, kind: Kind) -> int | None:
        """Milliseconds left on one clock now, 0 when it ran out; None if there is no such clock."""
        return self._left_now((seat, kind)) if (seat, kind) in self._left else None

    def expired(self) -> tuple[tuple[str, Kind], ...]:
        """The clocks that run and have nothing left, in the order in which their seats were asked."""
        return tuple(key for key in self._asked if key in self._runs and self._left_now(key) == 0)

    def next_ms(self) -> int | None:
        """Milliseconds until another clock runs out; None if none will by itself."""
        left = [value for key in self._runs if (value := self._left_now(key)) > 0]
        return min(left) if left else None

    # --- through the journal -------------------------------------------------------------------------

    def snapshot(self) -> ClockSnapshot:
        """All that is needed to show the same later. A bot's pace is not kept: it simply thinks again."""
        return ClockSnapshot(
            {seat: self._left_now((seat, kind)) for seat, kind in self._left if kind == "turn"},
            {seat: self._left_now((seat, kind)) for seat, kind in self._left if kind == "window"},
            dict(self._kinds),
            dict(self._filled),
            self._turn,
        )

    def restore(self, snapshot: ClockSnapshot) -> None:
        """Show what they showed at the snapshot; nothing runs until `update_deciders` says who is asked."""
        self._runs.clear()
        self._asked = ()
        for key in [key for key in self._left if key[1] != "turn"]:
            self._drop(*key)
        for seat, left in snapshot.turn.items():
            if (seat, "turn") in self._left:
                self._left[seat, "turn"] = left
                self._total[seat, "turn"] = max(self.settings.turn_ms, left)
        for seat, left in snapshot.window.items():
            self._left[seat, "window"] = left
            self._total[seat, "window"] = max(self.settings.window_ms, left)
        self._kinds = dict(snapshot.kinds)
        self._filled = dict(snapshot.filled)
        self._turn = snapshot.now

    # --- inside --------------------------------------------------------------------------------------

    def _put(self, seat: str, kind: Kind, ms: int) -> None:
        self._runs.pop((seat, kind), None)
        self._left[seat, kind] = ms
        self._total[seat, kind] = ms

    def _drop(self, seat: str, kind: Kind) -> None:
        self._runs.pop((seat, kind), None)
        self._left.pop((seat, kind), None)
        self._total.pop((seat, kind), None)

    def _left_now(self, key: tuple[str, Kind]) -> int:
        run = self._runs.get(key)
        gone = self._now() - run.since if run is not None else 0
        return max(0, self._left[key] - gone)

    def _sort_out(self) -> None:
        """Start what should run, stop what should not; what goes on running keeps its start."""
        due = () if self._held else self._asked
        for key in [key for key in self._runs if key not in due]:
            self._left[key] = self._left_now(key)
            del self._runs[key]
        for key in due:
            if key not in self._runs:
                self._runs[key] = _Run(self._now(), self._wall())
