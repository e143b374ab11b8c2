"""Ports for the servers of tests: the system gives none of them to anybody by itself, and no two workers have one."""

from __future__ import annotations

import itertools
import os
import random
import socket
from contextlib import suppress

FIRST, EACH = 10_000, 2_500
"""Below 32,768, from where Linux gives ports to whoever asks for any, and to each connection that is made: a port that
was free a moment ago, or whose broker is being started again, would be somebody else's by then."""

WORKERS = 8
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS
_numbers = itertools.count(random.SystemRandom().randrange(EACH))


def free_port() -> int:
    """A port that nobody has, on no address of this machine; each call gives another one."""
    for number in itertools.islice(_numbers, EACH):
        port = FIRST + _WORKER * EACH + number % EACH
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("", port))
            return port
    raise AssertionError("Every port of this worker is taken.")
