"""Reads `refusals.json` of a ruleset and finds out which `Refusal` of the engine each of its examples reaches."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import immolation.games
import msgspec
from immolation import games
from immolation.games import Refusal, State, contract

ENGINE = Path(immolation.games.__file__).parent
EXAMPLES = Path(__file__).parent
SHARED = ("correcting.py",)
"""Files that refuse on behalf of every ruleset."""


class Site(NamedTuple):
    """One ``Refusal(...)`` in the source of the engine."""

    file: str
    """From `immolation/games` on."""

    line: int
    column: int
    text: str

    def __str__(self) -> str:
        """Where an editor finds it, and what it says there."""
        return f"{self.file}:{self.line}: {' '.join(self.text.split())}"


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation in which an action is refused."""

    rule: str
    """The rule that refuses, or TABLE where no printed rule does."""

    because: str
    """Words of that rule that explain the refusal; empty for TABLE."""

    action: dict[str, Any]
    given: dict[str, Any] = {}
    """The position; what it leaves out takes its default."""

    settings: dict[str, Any] = {}
    """What `games.load` is given, such as the track."""

    after: tuple[dict[str, Any], ...] = ()
    """Actions taken before, where the situation is easier played than said."""

    new: dict[str, Any] | None = None
    """The config of a game that is begun anew, in place of ``given``."""


def folder(ruleset: str) -> str:
    """What the folders of a ruleset are called, its engine's and its tests'."""
    return ruleset.replace("-", "_")


def file_of(ruleset: str) -> Path:
    """Where the examples of a ruleset are."""
    return EXAMPLES / folder(ruleset) / "refusals.json"


def examples(ruleset: str) -> list[Example]:
    """Every example of a ruleset."""
    return msgspec.json.decode(file_of(ruleset).read_bytes(), type=list[Example])


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def sites(ruleset: str) -> dict[tuple[str, int, int], Site]:
    """Every refusal of a ruleset, and those that all share, by file, line and column."""
    return sites_in([*sorted((ENGINE / folder(ruleset)).rglob("*.py")), *(ENGINE / name for name in SHARED)])


def sites_in(files: Iterable[Path]) -> dict[tuple[str, int, int], Site]:
    """Every refusal that these files make, by file, line and column."""
    found = {}
    for file in files:
        source = file.read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and _name(node.func) == "Refusal":
                name = file.relative_to(ENGINE).as_posix()
                text = ast.get_source_segment(source, node) or ""
                found[name, node.lineno, node.col_offset] = Site(name, node.lineno, node.col_offset, text)
    return found


class Noted(Refusal, frozen=True):
    """A refusal that remembers where it was made."""

    def __post_init__(self) -> None:
        """Note the call that is making it."""
        frame = sys._getframe(1)
        line, _, column, _ = list(frame.f_code.co_positions())[frame.f_lasti // 2]
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ENGINE):
            MADE[id(self)] = (self, (file.relative_to(ENGINE).as_posix(), line or 0, column or 0))


MADE: dict[int, tuple[Noted, tuple[str, int, int]]] = {}
"""Refusal -> itself, so that it lives, and where it was made."""


def _modules() -> list[ModuleType]:
    inside = [module for name, module in sys.modules.items() if name.startswith("immolation.games")]
    outside = [module for module in inside if not module.__name__.startswith(contract.__name__)]
    return [module for module in outside if getattr(module, "Refusal", None) is Refusal]


@contextmanager
def noting() -> Iterator[None]:
    """Note where each refusal is made."""
    changed = _modules()
    for module in changed:
        module.Refusal = Noted  # type: ignore[attr-defined]
    try:
        yield
    finally:
        MADE.clear()
        for module in changed:
            module.Refusal = Refusal  # type: ignore[attr-defined]


def situation(ruleset: str, example: Example) -> State:
    """The state in which the action of an example is refused."""
    game = games.load(ruleset, **example.settings)
    state = game.from_position(example.given) if example.new is None else game.new(example.new)
    for record in example.after:
        state.apply(game.action(record))
    return state


def refused(ruleset: str, example: Example) -> tuple[Refusal | None, tuple[str, int, int]]:
    """What `State.check` says to an example, and where the engine said it. To be asked while `noting`."""
    state = situation(ruleset, example)
    action = state.game.action(example.action)
    MADE.clear()
    refusal = state.check(action)
    _, site = MADE.get(id(refusal), (None, ("", 0, 0)))
    return refusal, site
