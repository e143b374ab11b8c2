"""Rules with their code taken out, and what the tests marked with them say. Never touches the tree it copies.

Knows no rule: which code carries which, and how it is taken out, is `ascended_kings.toml`'s to say.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
from immolation.games import rulebook

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
GAMES = Path("host", "immolation", "games")
TESTS = Path("tests", "games")
LONGEST_S = 300
"""A run of the tests of one rule that takes longer hangs."""

Verdict = Literal["caught", "survived", "untested", "broken", "hangs"]
"""``caught`` alone is a proof: a test failed. ``broken``: nothing could be run, so that nothing was shown."""


class Mutation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule whose code is taken out."""

    rule: str
    without: str
    """What the game does then, for people."""

    file: str
    """Below ``host/immolation/games``."""

    find: str
    """The text that carries the rule; it stands there once."""

    replace: str


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mutations of one ruleset, a sample of its rules drawn by lot."""

    ruleset: str
    seeds: tuple[int, ...]
    """Each draws one rule of every chapter."""

    mutation: tuple[Mutation, ...]


class Stale(ValueError):
    """A mutation speaks of code that is not there, or not there alone."""


def table(name: str = "ascended_kings") -> Table:
    """The table of that name beside this module. Raises msgspec.ValidationError if it is none."""
    return msgspec.toml.decode((HERE / f"{name}.toml").read_bytes(), type=Table)


def chapter(rule: str) -> str:
    """``FIRE`` of ``AK-FIRE-10``."""
    return rule.split("-")[1]


def drawn(ruleset: str, seed: int) -> list[str]:
    """One rule of every chapter in the order of the book, drawn by lot."""
    chapters: dict[str, list[str]] = {}
    for rule in rulebook.load(ruleset):
        chapters.setdefault(chapter(rule), []).append(rule)
    rng = Random(seed)
    return [rng.choice(rules) for rules in chapters.values()]


def mutated(mutation: Mutation, text: str) -> str:
    """``text`` without the rule. Raises Stale unless what is to be replaced stands there exactly once."""
    times = text.count(mutation.find)
    if times != 1:
        raise Stale(f"{mutation.rule}: what is to be replaced in {mutation.file} stands there {times} times, not once.")
    return text.replace(mutation.find, mutation.replace)


class Copy:
    """A copy of the tree's rules and their tests, in which one rule after the other is taken out."""

    def __init__(self, folder: Path) -> None:
        """Copy into ``folder``, which is empty."""
        self.folder = folder
        nothing_made = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(ROOT / "host" / "immolation", folder / "host" / "immolation", ignore=nothing_made)
        wire = Path("immolation_board")
        shutil.copytree(ROOT / "firmware" / wire, folder / "host" / wire, ignore=nothing_made)
        for part in ("conftest.py", "rule_outcomes.py", "games"):
            source, target = ROOT / "tests" / part, folder / "tests" / part
            if source.is_dir():
                shutil.copytree(source, target, ignore=nothing_made)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        shutil.copy2(ROOT / "pyproject.toml", folder)

    def prove(self, rules: list[str]) -> None:
        """Raise AssertionError unless the tests of these rules pass here as they are, in this copy's own code."""
        said = self._python("-c", "import immolation; print(immolation.__file__)").stdout.strip()
        assert Path(said).is_relative_to(self.folder), f"the copy would run the code of {said}"
        done = self._pytest(rules, write_bytecode=True)
        assert done.returncode == 0, f"these tests fail without any mutation:\n{done.stdout}"

    def verdict(self, mutation: Mutation) -> tuple[Verdict, str]:
        """What the rule's tests say of the mutation, and the first test that failed. Raises Stale."""
        path = self.folder / GAMES / mutation.file
        text, made = path.read_text(), path.stat().st_mtime
        path.write_text(mutated(mutation, text))
        os.utime(path, (made + 10, made + 10))  # another time than its bytecode remembers
        try:
            done = self._pytest([mutation.rule])
        except subprocess.TimeoutExpired:
            return "hangs", ""
        finally:
            path.write_text(text)
            os.utime(path, (made, made))
        failed = [line.removeprefix("FAILED ") for line in done.stdout.splitlines() if line.startswith("FAILED ")]
        if done.returncode == pytest_said["failed"] and failed:
            return "caught", failed[0].split(" - ")[0]
        names: dict[int, Verdict] = {pytest_said["passed"]: "survived", pytest_said["nothing"]: "untested"}
        return names.get(done.returncode, "broken"), done.stdout[-500:]

    def _pytest(self, rules: list[str], write_bytecode: bool = False) -> subprocess.CompletedProcess[str]:
        """Run the tests of these rules until one fails; only files that name one of them are looked into."""
        files = [
            str(path.relative_to(self.folder))
            for path in sorted((self.folder / TESTS).rglob("test_*.py"))
            if any(f'"{rule}"' in path.read_text() for rule in rules)
        ]
        words = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", "-rf"]
        chosen = [word for rule in rules for word in ("--rules-of", rule)]
        return self._python(*words, *chosen, *files or ["tests/games/toy.py"], write_bytecode=write_bytecode)

    def _python(self, *words: str, write_bytecode: bool = False) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "host"), "COLUMNS": "200"}
        if not write_bytecode:
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=LONGEST_S, check=False
        )


pytest_said = {"passed": 0, "failed": 1, "nothing": 5}
"""Exit codes of pytest; all others mean that it could not run the tests."""
