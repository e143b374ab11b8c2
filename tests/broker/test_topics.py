"""The page of topics is enough to write another client: it lists every command with its fields."""

from __future__ import annotations

import re

from immolation.broker import topics
from immolation.broker.commands import TABLE_COMMANDS


def described() -> dict[str, str]:
    """Command -> what the page says of it."""
    bullets = re.split(r"\n\* ", str(topics.__doc__).split("\nReplies:")[0])[1:]
    found = [re.match(r'``\{"id", "table": "([a-z-]+)"', bullet) for bullet in bullets]
    return {match[1]: bullet for match, bullet in zip(found, bullets, strict=True) if match is not None}


def test_every_command_that_is_read_is_on_the_page_and_no_other() -> None:
    assert sorted(described()) == sorted(TABLE_COMMANDS)


def test_each_command_is_described_with_its_fields() -> None:
    for name, kind in TABLE_COMMANDS.items():
        said = set(re.findall(r"\b[a-z_]+\b", described()[name]))
        assert set(kind.__struct_fields__) <= said, name
