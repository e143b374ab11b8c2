"""Plays many games at once in worker processes.

Workers are spawned, so they inherit nothing and play the same on every system. One that dies is replaced and its games
are played again; one game that kills three workers is given up and reported as failed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Final

import msgspec

from immolation.undisturbed import undisturbed

from .one_game import Played, play
from .plan import Plan

TRIES: Final = 3
"""Workers a game may cost."""

LARGEST_BATCH: Final = 16
"""Games handed over at once, so that short games do not wait for messages."""

SHARES: Final = 8
"""Batches each worker gets of a whole series at least, so that none sits idle at its end."""


class _Worker:
    """One process and what it has been asked to play."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.asked: deque[int] = deque()
        self.process = context.Process(target=_work, args=(theirs, msgspec.json.encode(plan)), daemon=True)
        with undisturbed():
            self.process.start()
        theirs.close()  # so that its death ends the pipe

    def ask(self, numbers: Sequence[int]) -> None:
        self.asked.extend(numbers)
        self.pipe.send(list(numbers))

    def end(self) -> None:
        """Stop it, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def play_all(plan: Plan, numbers: Sequence[int], jobs: int) -> Generator[Played, None, None]:
    """Play these games, ``jobs`` at a time; each as it ends, in whatever order.

    With one job they are played in this process. Close the iterator to stop the workers. Raises GameError if the plan
    cannot be played.
    """
    if jobs == 1:
        game = plan.load()
        for number in numbers:
            yield play(plan, game, number)
        return
    waiting, deaths = deque(numbers), Counter[int]()
    batch = max(1, min(LARGEST_BATCH, len(numbers) // (jobs * SHARES)))
    workers: list[_Worker] = []
    try:
        while waiting or any(worker.asked for worker in workers):
            while waiting and len(workers) < jobs:
                workers.append(_Worker(plan))
                _feed(workers[-1], waiting, batch)
            for pipe in wait([worker.pipe for worker in workers]):
                worker = next(each for each in workers if each.pipe is pipe)
                try:
                    game_played = msgspec.json.decode(worker.pipe.recv_bytes(), type=Played)
                except (EOFError, OSError):
                    workers.remove(worker)
                    yield from _bury(plan, worker, waiting, deaths)
                    continue
                worker.asked.remove(game_played.number)
                if not worker.asked:
                    _feed(worker, waiting, batch)
                yield game_played
    finally:
        for worker in workers:
            worker.end()


def _feed(worker: _Worker, waiting: deque[int], batch: int) -> None:
    numbers = [waiting.popleft() for _ in range(min(batch, len(waiting)))]
    if numbers:
        try:
            worker.ask(numbers)
        except OSError:
            return  # it is dead; its end of the pipe says so in a moment, and `asked` what it owed


def _bury(plan: Plan, worker: _Worker, waiting: deque[int], deaths: Counter[int]) -> Iterator[Played]:
    """Put what a dead worker owed back in line; give up a game that kills every worker that plays it."""
    worker.end()
    if not worker.asked:
        return
    blamed = worker.asked[0]  # it plays in order
    deaths[blamed] += 1
    if deaths[blamed] >= TRIES:
        worker.asked.popleft()
        error = (
            f"{TRIES} processes died while they played this game; the last with exit code {worker.process.exitcode}."
        )
        yield Played(blamed, "failed", plan.config, {}, error=error)
    waiting.extendleft(reversed(worker.asked))


def _work(pipe: Connection, encoded: bytes) -> None:
    """The life of a worker: games as long as somebody wants them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent ends its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    plan = msgspec.json.decode(encoded, type=Plan)
    game = plan.load()
    try:
        while True:
            for number in pipe.recv():
                pipe.send_bytes(msgspec.json.encode(play(plan, game, number)))
    except (EOFError, OSError):
        return  # nobody listens any more


def _end_with_parent() -> None:
    """End this process as soon as its parent is gone, in the middle of a game."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "workers are spawned"
    parent.join()
    os._exit(1)
