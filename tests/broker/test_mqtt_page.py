"""docs/mqtt.md names every topic and every command that there is, and no other; its conversation is a real one."""

from __future__ import annotations

import re
from pathlib import Path

from immolation import games
from immolation.broker import commands, topics
from immolation.broker.lobby.commands import LOBBY_COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text()


def test_every_topic_stands_on_the_page() -> None:
    listed = set(re.findall(r"^\| `((?:immolation|homeassistant)/[^`]*)` \|", PAGE, re.MULTILINE))
    assert listed == set(re.findall(r"^``((?:immolation|homeassistant)/[^`]*)``", str(topics.__doc__), re.MULTILINE))


def test_every_command_stands_on_the_page() -> None:
    listed = set(re.findall(r'"table": "([a-z-]+)"', PAGE.partition("## A conversation")[0]))
    assert listed == set(commands.TABLE_COMMANDS)
    assert set(re.findall(r'"lobby": "([a-z-]+)"', PAGE)) == set(LOBBY_COMMANDS)


def test_the_conversation_says_what_the_game_says() -> None:
    state = games.load("cinders").new()
    refused = games.load("cinders").action({"do": "run", "seat": "p1", "tile": 16})
    (event,) = state.apply(games.load("cinders").action({"do": "run", "seat": "p1", "tile": 15}))
    refusal = state.check(refused)
    assert refusal is not None
    for said in (event.text, refusal.reason, state.deciders()["p2"].prompt):
        assert said in PAGE
