"""Every command that a page shows is one that there is, with the options it is given there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from immolation import games
from immolation.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / part / "README.md" for part in ("firmware", "hardware", "examples", "host/immolation/games")),
]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
MAIN = typer.main.get_command(app)


def commands(page: Path) -> Iterator[str]:
    """What a page lets people type: lines of a block, and code within a sentence."""
    text = page.read_text()
    yield from re.findall(r"^ *(?:\$ )?(immolation [^\n#]*)", text, re.MULTILINE)
    yield from re.findall(r"`(immolation [^`\n]*)`", text)


def found(words: list[str]) -> tuple[Any, list[str]]:
    """The command that words name, and what is left of them."""
    command: Any = MAIN
    while words and hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    return command, words


def options(command: Any, words: list[str]) -> set[str]:
    """The options of a command; some take what a ruleset is begun with by its name as well."""
    known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)} | {"--help"}
    if words and words[0] in games.names() and command.context_settings.get("ignore_unknown_options"):
        known |= {f"--{option.key.replace('_', '-')}" for option in games.load(words[0]).config_keys()}
    return known


@pytest.mark.parametrize("page", [page for page in PAGES if any(commands(page))], ids=lambda page: page.name)
def test_commands_of_a_page_are_there(page: Path) -> None:
    for said in commands(page):
        try:
            command, words = found(said.split()[1:])
        except KeyError as wrong:
            pytest.fail(f"{said}: there is no {wrong}")
        flags = re.findall(r"(?<!\S)(--[a-z-]+)", said)
        assert set(flags) <= options(command, words), said


def test_make_has_every_target_that_a_page_names() -> None:
    said = [
        (page.name, word) for page in PAGES for word in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(), re.M)
    ]
    assert len(said) > 10
    assert [each for each in said if each[1] not in TARGETS] == []


def test_commands_are_found() -> None:
    every = [said for page in PAGES for said in commands(page)]
    assert len(every) > 60
    assert "--no-such-option" not in options(*found(["host"]))
