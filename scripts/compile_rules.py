"""Compiles the rules of Ascended Kings with mypyc: ``python scripts/compile_rules.py FOLDER [OPTIMISATION]``.

The libraries lie in FOLDER as their modules lie in ``host``; they are for this Python and this kind of machine alone.
OPTIMISATION is the C compiler's, 0 to 3; 3 if it is not said.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

HOST = Path(__file__).parents[1] / "host"
RULES = HOST / "immolation" / "games" / "ascended_kings"

FUNCTIONS = (
    "decision_points.py",
    "battle/*.py",
    "board/*.py",
    "facts/pools.py",
    "facts/reporting.py",
    "full/battle/*.py",
    "full/cards/*.py",
    "full/decision_points.py",
    "full/mats/*.py",
    "full/rounds/*.py",
    "rounds/*.py",
)
"""Patterns of the modules that are compiled, which hold functions, from `RULES` on."""

RECORDS = {"__init__.py", "card.py", "geometry.py", "pack.py", "pack_check.py"}
"""Names of files that are left out: they define records, whose ``frozen=True`` mypyc does not hand on to msgspec."""


def modules() -> list[str]:
    """Return the paths of what is compiled, from ``host`` on."""
    found = {path for pattern in FUNCTIONS for path in RULES.glob(pattern) if path.name not in RECORDS}
    return sorted(path.relative_to(HOST).as_posix() for path in found)


def compile_into(folder: Path, optimisation: str = "3") -> None:
    """Write the libraries into ``folder``, with the one that they share; nothing is left anywhere else."""
    from mypyc.build import mypycify
    from setuptools import setup

    os.chdir(HOST)
    with tempfile.TemporaryDirectory() as scratch:
        libraries = mypycify(
            ["--config-file=", "--ignore-missing-imports", f"--cache-dir={scratch}/types", *modules()],
            opt_level=optimisation,
            debug_level="0",
            multi_file=True,
            target_dir=f"{scratch}/c",
        )
        words = ["--quiet", "build_ext", f"--build-lib={folder}", f"--build-temp={scratch}/objects"]
        setup(name="compiled", packages=[], py_modules=[], ext_modules=libraries, script_args=words)


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]).resolve(), *sys.argv[2:])
