"""Runs the tests that prove rules, in a source checkout, and keeps their outcomes."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from immolation.games import rulebook

SOURCES = ("host/**/*", "firmware/**/*", "tests/**/*", "pyproject.toml")
"""Everything an outcome can depend on, relative to the checkout."""

MARKED = re.compile(r"^[^\"'\n]*\bmark\.rule\b", re.MULTILINE)
"""A mark in the code of a file, not in a string."""


NEEDED = ("pytest", "playwright")
"""Packages that the tests import; `make dev` installs them."""


class TestsBroken(ValueError):
    """The tests could not be run at all; ``str()`` says what pytest said."""


def checkout() -> Path | None:
    """The source checkout this program runs from, None if its tests are not there or nothing can run them."""
    root = Path(rulebook.__file__).parents[3]
    there = (root / "pyproject.toml").is_file() and (root / "tests" / "games").is_dir()
    return root if there and _can_run() else None


def _can_run() -> bool:
    return all(find_spec(name) is not None for name in NEEDED)


def outcomes(ruleset: str, root: Path | None = None, workers: int | None = None) -> rulebook.Outcomes | None:
    """Return what the tests marked with this ruleset's rules say now; None where there are no tests to run.

    The outcomes are kept in ``var/rules`` under a hash of all sources, so what is kept can never be stale.
    ``workers``: processes that run the tests, as many as there are cores (4 at most) by default. Raises TestsBroken
    if pytest itself fails.
    """
    root = root or checkout()
    if root is None or not _can_run():
        return None
    sources = fingerprint(root)
    kept = root / "var" / "rules" / f"{ruleset}-{sources}.json"
    if kept.is_file():
        found: rulebook.Outcomes = json.loads(kept.read_text())
        return found
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = kept.with_suffix(f".{os.getpid()}")
    try:
        _run(ruleset, root, fresh, min(4, os.cpu_count() or 1) if workers is None else workers)
        found = json.loads(fresh.read_text())
        if fingerprint(root) == sources:  # else somebody saved a file meanwhile, and nobody knows which was tested
            for old in kept.parent.glob(f"{ruleset}-*.json"):
                old.unlink(missing_ok=True)
            fresh.replace(kept)
        return found
    finally:
        fresh.unlink(missing_ok=True)


def fingerprint(root: Path) -> str:
    """16 hex digits that change whenever a source file, or the Python that runs it, changes."""
    digest = hashlib.blake2b(sys.version.encode(), digest_size=8)
    for pattern in SOURCES:
        for path in sorted(root.glob(pattern)):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"\0{path.relative_to(root)}\0{path.stat().st_size}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _run(ruleset: str, root: Path, fresh: Path, workers: int) -> None:
    prefixes = sorted({name.split("-")[0] + "-" for name in rulebook.load(ruleset)})
    command = [sys.executable, "-m", "pytest", "-q", "-rE", "--tb=no", "--disable-warnings", f"--rules-json={fresh}"]
    command += ["-p", "no:cacheprovider", *_marked(root)]
    command += [f"--rules-of={prefix}" for prefix in prefixes]
    if workers > 1 and find_spec("xdist") is not None:
        command += ["-n", str(workers)]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1, 5) or not fresh.is_file():  # passed, some failed, nothing marked
        said = "\n".join(ran.stdout.strip().splitlines()[-15:] or ran.stderr.strip().splitlines()[-5:])
        raise TestsBroken(f"The tests of {ruleset} could not be run:\n{said}")


def _marked(root: Path) -> list[str]:
    """The files that mark a test with a rule: what else there is need not even be imported."""
    files = [path for path in sorted((root / "tests").rglob("test_*.py")) if MARKED.search(path.read_text())]
    return [str(path.relative_to(root)) for path in files]
