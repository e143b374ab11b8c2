"""Starts processes that Ctrl-C does not reach, for the terminal sends it to all that a program has started."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let a process of `multiprocessing` that is started meanwhile hear no Ctrl-C, not even while it loads.

    One that comes meanwhile is heard afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # else the first process starts it, and what is blocked is unblocked with that
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what is blocked is inherited
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
