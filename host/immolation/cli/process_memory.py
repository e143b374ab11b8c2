"""Memory of this process: resident, and in use by anything that still lives."""

from __future__ import annotations

import ctypes
import gc
import os
import re
import sys
import tempfile
from pathlib import Path

_SMALL_BLOCKS = re.compile(rb"# bytes in allocated blocks\s*=\s*([\d,]+)")

_MALLINFO = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")


class _Mallinfo(ctypes.Structure):
    """``struct mallinfo2`` of glibc."""

    _fields_ = [(name, ctypes.c_size_t) for name in _MALLINFO]


def resident_mb() -> float:
    """Physical memory of this process, in MB; 0 where there is no ``/proc``.

    It stays at what was needed at most: Python gives back an arena of 1 MB only once nothing in it lives.
    """
    status = Path("/proc/self/status")
    for line in status.read_text().splitlines() if status.exists() else ():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def live_mb() -> float:
    """Memory in use after a collection, in MB, however scattered it lies.

    Counts the blocks up to 512 bytes, which Python keeps itself, and with glibc (2.33 or later) all others.
    """
    gc.collect()
    return (_small_bytes() + _heap_bytes()) / 2**20


def _small_bytes() -> int:
    """Bytes in the blocks that Python keeps itself; 0 if it keeps none (``PYTHONMALLOC=malloc``).

    The interpreter tells them only in a table that it writes to the standard error.
    """
    with tempfile.TemporaryFile() as table:
        sys.stderr.flush()
        standard_error = os.dup(2)
        os.dup2(table.fileno(), 2)
        try:
            sys._debugmallocstats()
        finally:
            os.dup2(standard_error, 2)
            os.close(standard_error)
        table.seek(0)
        found = _SMALL_BLOCKS.search(table.read())
    return int(found[1].replace(b",", b"")) if found else 0


def _heap_bytes() -> int:
    """Bytes in use that the C library gave out; 0 if it does not tell."""
    tell = getattr(ctypes.CDLL(None), "mallinfo2", None) if os.name == "posix" else None
    if tell is None:
        return 0
    tell.restype = _Mallinfo
    told = tell()
    return int(told.uordblks + told.hblkhd)
