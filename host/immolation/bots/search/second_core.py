"""Follows imagined worlds in a second process, so that a search which people wait for uses a second core.

The process is sent the position of one world that the seat imagines, never the true one, and imagines others from it
as the seat would. It follows the same actions in its own worlds while the search follows them in others. The search
never waits for it: answers that have arrived when it looks count. The process starts when a search first asks for a
world, serves one search at a time and lives as long as the host. A search that finds it busy, starting, stopped or
dead goes on without it.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from threading import Lock
from typing import Final, NamedTuple

from immolation.bots.evaluation import evaluation
from immolation.games import Action, Game, State
from immolation.games.contract import Json
from immolation.undisturbed import undisturbed

from .follow import Followed, Lookahead
from .ways import follow_for

NICENESS: Final = 15
"""Niceness of the process, so that everything else on the machine goes first, the host's replies above all."""

MOST_DEATHS: Final = 3
"""Processes that may die before no more are started."""


class SearchTask(NamedTuple):
    """The question of a search; sent once."""

    game: Game
    bot: str
    """Name of the bot that searches; its evaluation is found by it."""

    position: Mapping[str, Json]
    """The position of an imagined world."""

    seat: str
    actions: tuple[Action, ...]
    depth: int


class NextWorld(NamedTuple):
    """One more world to follow."""

    number: int
    """Counts the questions; an answer bears the number of its question, so that one which comes too late is known."""

    alive: tuple[int, ...]
    """Places of the actions to follow; empty: stop, nobody waits any more."""

    dice: int
    most: int


class WorkerLease:
    """The process, lent to one search."""

    def __init__(self, core: SecondCore, task: Callable[[], SearchTask]) -> None:
        self._core = core
        self._task: Callable[[], SearchTask] | None = task
        self._asked: NextWorld | None = None

    def ask(self, alive: Sequence[int], dice: int, most: int) -> None:
        """Have another world followed by ``dice``, unless the process is still at one or does not listen yet.

        The first search that asks starts the process.
        """
        if self._asked is not None:
            return
        if self._task is not None:
            self._core.start()
        if not (self._core.is_ready() and self._core.is_idle()):
            return
        if self._task is not None and not self._core.send(self._task()):
            return
        self._task = None
        asked = NextWorld(self._core.count(), tuple(alive), dice, most)
        self._asked = asked if self._core.send(asked) else None

    def answer(self, seconds: float | None = 0.0) -> tuple[tuple[int, ...], Followed] | None:
        """Return the places of the actions that were asked about and their values; None if there is no answer yet.

        Waits at most ``seconds`` for it, with None as long as it takes.
        """
        if self._asked is None:
            return None
        found = self._core.receive(self._asked.number, seconds)
        if found is None:
            return None
        asked, self._asked = self._asked, None
        return asked.alive, found

    def rest(self) -> None:
        """Tell the process that nobody waits any more for what it may be doing."""
        if self._asked is not None:
            self._core.send(NextWorld(0, (), 0, 0))


class SecondCore:
    """The process; lent to one search at a time."""

    def __init__(self) -> None:
        self._free = Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._ready = False
        self._deaths = self._count = 0
        self._owed = 0
        """The number of the question that it has not answered yet; 0 where there is none."""

    @property
    def pid(self) -> int | None:
        """The id of the process; None where none runs."""
        return None if self._process is None else self._process.pid

    @contextmanager
    def searching(self, task: Callable[[], SearchTask]) -> Iterator[WorkerLease | None]:
        """Lend the process to one search; None while another search has it."""
        if not self._free.acquire(blocking=False):
            yield None
            return
        try:
            beside = WorkerLease(self, task)
            try:
                yield beside
            finally:
                beside.rest()
        finally:
            self._free.release()

    def end(self) -> None:
        """Stop the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
        self._ready = False
        self._owed = 0

    def start(self) -> None:
        """Start the process, unless it runs or has died too often; it listens later (`is_ready`)."""
        if self._process is not None or self._deaths >= MOST_DEATHS:
            return
        context = multiprocessing.get_context("spawn")  # which inherits nothing, the state of the host least of all
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        try:
            with undisturbed():
                self._process.start()
        except OSError:  # no more processes, no memory: the search goes on without it
            self._process = None
            self._deaths += 1
        theirs.close()  # so that its death ends the pipe

    def _died(self) -> None:
        self._deaths += 1
        self.end()

    def is_ready(self, seconds: float | None = 0.0) -> bool:
        """Whether the process listens; waits at most ``seconds`` for that, with None as long as it takes."""
        if self._pipe is None or self._ready:
            return self._ready
        try:
            self._ready = self._pipe.poll(seconds) and self._pipe.recv() == 0
        except (EOFError, OSError):
            self._died()
        return self._ready

    def is_idle(self, seconds: float | None = 0.0) -> bool:
        """Whether it has answered the last question, be it one that nobody waits for any more; waits as `is_ready`.

        Nothing is asked before, so that a process that stands still never fills the pipe and holds a search up.
        """
        return not self._owed or self.receive(self._owed, seconds) is not None

    def count(self) -> int:
        """Return the number of the next question."""
        self._count += 1
        return self._count

    def send(self, message: SearchTask | NextWorld) -> bool:
        """Send a message; False where no process takes it, or where it cannot be pickled."""
        if self._pipe is None:
            return False
        try:
            said = pickle.dumps(message)
        except (pickle.PicklingError, AttributeError, TypeError):  # a ruleset with tables that cannot be copied out
            return False
        try:
            self._pipe.send_bytes(said)
        except OSError:
            self._died()
            return False
        if isinstance(message, NextWorld) and message.alive:
            self._owed = message.number
        return True

    def receive(self, number: int, seconds: float | None = 0.0) -> Followed | None:
        """Return the answer to question ``number``; None where it has not come after so long or never will."""
        try:
            while self._pipe is not None and self._pipe.poll(seconds):
                answered, values, spent = self._pipe.recv()
                if answered == self._owed:
                    self._owed = 0
                if answered == number:
                    return Followed(values, spent)
        except (EOFError, OSError):
            self._died()
        return None


SECOND_CORE: Final = SecondCore()
"""The only one of this host."""


def second_core() -> SecondCore | None:
    """Return the second core; None on a machine with one core alone."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return SECOND_CORE if cores > 1 else None


# --- in the process ---------------------------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    """Run the process: follow worlds until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent ends it
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(EOFError, OSError):  # nobody listens any more
        pipe.send(0)
        _follow_worlds(pipe)


def _follow_worlds(pipe: Connection) -> None:
    """Follow the worlds that are asked for. Raises EOFError or OSError once nobody listens any more."""
    searched: SearchTask | None = None
    base: State | None = None
    while True:
        message = pickle.loads(pipe.recv_bytes())
        if isinstance(message, SearchTask):
            searched, base = message, message.game.from_position(message.position)
        elif message.alive and searched is not None and base is not None:
            found = followed(searched, base, message, pipe.poll)
            pipe.send((message.number, found.values, found.spent))


def followed(searched: SearchTask, base: State, asked: NextWorld, late: Callable[[], bool]) -> Followed:
    """Return the values of the actions in a world that the seat imagines from ``base``, another that it imagined."""
    weighed = evaluation(searched.game.name, searched.bot)
    follow = follow_for(weighed, searched.depth, base.deciders()[searched.seat])
    rng = Random(asked.dice)
    world = base.sample(searched.seat, rng)
    first = [searched.actions[place] for place in asked.alive]
    return follow(
        Lookahead(world, first, searched.seat, weighed, rng.getrandbits(64), searched.depth, asked.most, late)
    )
