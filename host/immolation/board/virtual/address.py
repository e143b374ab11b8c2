"""Unix sockets whose paths may be long."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

LONGEST = 100
"""Bytes of a Unix socket's path; the kernel has room for 107."""


@contextlib.contextmanager
def socket_path(path: Path) -> Iterator[str]:
    """A name of the socket short enough for the kernel, good inside the block."""
    if len(os.fsencode(path)) <= LONGEST:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
