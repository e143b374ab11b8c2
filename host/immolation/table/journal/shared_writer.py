"""Writes for all journals of this process with a few threads; of each journal in order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

THREADS = 4
"""A write waits for the disk, not for the processor: several may wait at once, and no table needs its own thread."""

_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="journal")


class OrderedWrites:
    """The writes of one journal: done by the shared threads, one at a time, in order of arrival."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._lock = threading.Lock()
        self._busy = False

    def submit(self, write: Callable[[], T]) -> Future[T]:
        """Do ``write`` after every one before it; a future of its result."""
        done: Future[T] = Future()
        with self._lock:
            self._waiting.append((done, write))
            if self._busy:
                return done
            self._busy = True
        _pool.submit(self._work)
        return done

    def _work(self) -> None:
        """Do one write, and let another journal have its turn before the next."""
        with self._lock:
            done, write = self._waiting.popleft()
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(write())
            except BaseException as error:  # belongs to whoever waits for it
                done.set_exception(error)
        with self._lock:
            self._busy = bool(self._waiting)
        if self._busy:
            _pool.submit(self._work)
