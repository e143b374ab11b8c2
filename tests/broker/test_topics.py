"""The page of topics is enough to write another client: it lists every command with its fields."""

from __future__ import annotations

import re

import pytest
from immolation.broker import topics
from immolation.broker.commands import TABLE_COMMANDS, Command
from immolation.broker.lobby.commands import LOBBY_COMMANDS

KINDS: list[tuple[str, dict[str, type[Command]]]] = [("table", TABLE_COMMANDS), ("lobby", LOBBY_COMMANDS)]
"""Whom commands are for, and which there are."""


def described(whom: str) -> dict[str, str]:
    """Command -> what the page says of it."""
    bullets = re.split(r"\n\* ", str(topics.__doc__).split("\nReplies:")[0])[1:]
    found = [re.match(rf'``\{{"id", "{whom}": "([a-z-]+)"', bullet) for bullet in bullets]
    return {match[1]: bullet for match, bullet in zip(found, bullets, strict=True) if match is not None}


@pytest.mark.parametrize(("whom", "commands"), KINDS)
def test_every_command_that_is_read_is_on_the_page_and_no_other(whom: str, commands: dict[str, type[Command]]) -> None:
    assert sorted(described(whom)) == sorted(commands)


@pytest.mark.parametrize(("whom", "commands"), KINDS)
def test_each_command_is_described_with_its_fields(whom: str, commands: dict[str, type[Command]]) -> None:
    for name, kind in commands.items():
        said = set(re.findall(r"\b[a-z_]+\b", described(whom)[name]))
        assert set(kind.__struct_fields__) <= said, name
