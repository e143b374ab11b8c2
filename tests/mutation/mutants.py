"""Rules with their code taken out, and what the tests marked with them say. Never touches the tree it copies.

Knows no rule: which code carries which, and how it is taken out, is said by the table of each ruleset beside this.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random
from typing import Final, Literal

import msgspec
from immolation.games import rulebook

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
GAMES = Path("host", "immolation", "games")
TESTS = Path("tests", "games")
LONGEST_S = 300
"""A run of the tests of one rule that takes longer hangs; on all rules of a table ten times as long is spent."""

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

    of: str = ""
    """What of a lot of data is changed, e.g. ``viros/rampage``; empty where the rule itself was drawn."""


class Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data of a ruleset of which a sample is drawn as well."""

    of: Literal["levels", "rows", "aspects"]
    """``levels``: rules of a rune or gem level. ``rows`` and ``aspects``: of the packs of Red Rains."""

    count: int
    """How many each seed draws."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mutations of one ruleset, a sample of its rules drawn by lot."""

    ruleset: str
    seeds: tuple[int, ...]
    """Each draws one rule of every chapter."""

    mutation: tuple[Mutation, ...]
    lot: tuple[Lot, ...] = ()
    later: tuple[str, ...] = ()
    """Rules written after the draw: nothing was drawn of them, and each has a mutation."""


class Stale(ValueError):
    """A mutation speaks of code that is not there, or not there alone."""


def tables() -> list[Table]:
    """The table of every ruleset beside this module. Raises msgspec.ValidationError if one is none."""
    return [msgspec.toml.decode(path.read_bytes(), type=Table) for path in sorted(HERE.glob("*.toml"))]


def chapter(rule: str) -> str:
    """``FIRE`` of ``AK-FIRE-10``."""
    return rule.split("-")[1]


def drawn(ruleset: str, seed: int, later: Collection[str] = ()) -> list[str]:
    """One rule of every chapter in the order of the book, drawn by lot from those that are not ``later``."""
    chapters: dict[str, list[str]] = {}
    for rule in rulebook.load(ruleset):
        if rule in later:
            continue
        chapters.setdefault(chapter(rule), []).append(rule)
    rng = Random(seed)
    return [rng.choice(rules) for rules in chapters.values()]


def levels(ruleset: str) -> list[str]:
    """Rules that are one level of a rune or gem: ``KM-GEM-04-L1``."""
    return [rule for rule in rulebook.load(ruleset) if rule[-3:-1] == "-L"]


def _packs(ruleset: str) -> dict[str, dict[str, list[dict[str, object]]]]:
    data = ROOT / GAMES / ruleset.replace("-", "_") / "data"
    return {path.stem: tomllib.loads(path.read_text()) for path in sorted(data.glob("*.toml"))}


def rows(ruleset: str) -> list[str]:
    """Rows of the behaviour cards by their phase and first face: ``viros/2/7``."""
    found: list[str] = []
    for name, pack in _packs(ruleset).items():
        for card in pack["behaviour"]:
            found += [f"{name}/{card['phase']}/{row['faces'][0]}" for row in card["rows"]]  # type: ignore[attr-defined]
    return found


def aspects(ruleset: str) -> list[str]:
    """Aspects of the packs: ``viros/rampage``."""
    return [f"{name}/{aspect['id']}" for name, pack in _packs(ruleset).items() for aspect in pack["aspects"]]


LOTS: Final[dict[str, Callable[[str], list[str]]]] = {"levels": levels, "rows": rows, "aspects": aspects}


def drawn_of(ruleset: str, lot: Lot, seed: int) -> list[str]:
    """What a seed draws of a lot."""
    return Random(seed).sample(LOTS[lot.of](ruleset), lot.count)


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
        for part in ("conftest.py", "chromium.py", "rule_outcomes.py", "games"):
            source, target = ROOT / "tests" / part, folder / "tests" / part
            if source.is_dir():
                shutil.copytree(source, target, ignore=nothing_made)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        for part in (Path("examples") / "ruleset", Path("docs")):  # tests hold pages to what the code does
            shutil.copytree(ROOT / part, folder / part, ignore=nothing_made)
        shutil.copy2(ROOT / "pyproject.toml", folder)

    def prove(self, rules: list[str]) -> None:
        """Raise AssertionError unless the tests of these rules pass here as they are, in this copy's own code."""
        said = self._python("-c", "import immolation; print(immolation.__file__)").stdout.strip()
        assert Path(said).is_relative_to(self.folder), f"the copy would run the code of {said}"
        done = self._pytest(rules, write_bytecode=True, longest_s=10 * LONGEST_S)
        assert done.returncode == 0, f"these tests fail without any mutation:\n{done.stdout}"

    def verdict(self, mutation: Mutation) -> tuple[Verdict, str]:
        """What the rule's tests say of the mutation, and the first test that failed. Raises Stale."""
        path = self.folder / GAMES / mutation.file
        if not path.exists():
            raise Stale(f"{mutation.rule}: there is no {mutation.file}.")
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

    def _pytest(
        self, rules: list[str], write_bytecode: bool = False, longest_s: int = LONGEST_S
    ) -> subprocess.CompletedProcess[str]:
        """Run the tests of these rules until one fails; only files that name one of them are looked into.

        Levels may be marked by a formula: files that name their list count as well.
        """
        names = [f'"{name}"' for rule in rules for name in dict.fromkeys((rule, rule.partition("-L")[0]))]
        files = [
            str(path.relative_to(self.folder))
            for path in sorted((self.folder / TESTS).rglob("test_*.py"))
            if any(name in path.read_text() for name in names)
        ]
        words = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", "-rf"]
        chosen = [word for rule in rules for word in ("--rules-of", rule)]
        files = files or ["tests/games/toy.py"]
        return self._python(*words, *chosen, *files, write_bytecode=write_bytecode, longest_s=longest_s)

    def _python(
        self, *words: str, write_bytecode: bool = False, longest_s: int = LONGEST_S
    ) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "host"), "COLUMNS": "200"}
        if not write_bytecode:
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=longest_s, check=False
        )


pytest_said = {"passed": 0, "failed": 1, "nothing": 5}
"""Exit codes of pytest; all others mean that it could not run the tests."""
