"""In the middle of a chain of questions of Red Rains: taken back, set right, and taken up again after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from immolation import games
from immolation.games import Action
from immolation.table.journal.journal_replay import replay
from immolation.table.records import Player

from .conftest import OpenTable

GAME = games.load("red-rains")
POSITION: dict[str, Any] = {
    "chimera": "viros",
    "options": {"reaction_windows": "never"},
    "seats": {
        "p1": {
            "facing": [{"blood": 1, "ref": "a1"}, {"blood": 2, "ref": "a2"}],
            "units": [{"name": "Bear", "life": 5, "ref": "u3"}],
            "dice": {"power": 2, "class": 2},
        }
    },
}
SEAT: dict[str, Any] = {
    "game": "red-rains",
    "players": {"p1": Player("person", "Ada")},
    "dice": "typed",
    "running": True,
}


def act(do: str, seat: str = "p1", **fields: Any) -> Action:
    return GAME.action({"do": do, "seat": seat, **fields})


TURN = [
    act("end-turn"),
    act("roll-rage", "chance", power=0),
    act("roll-die", "chance", face=7),
    act("answer", option="yes"),
    act("answer", option="power"),
    act("answer", option="class"),
    act("show", "chance", card="whiplash"),
]
"""The Chimera rolls, the dice are as declared, the player chooses two to lower, an aspect is revealed and strikes."""


@pytest.mark.rule("RR-DICE-03", "RR-TURN-06")
async def test_each_question_can_be_taken_back(open_table: OpenTable) -> None:
    table = await open_table(position=POSITION, **SEAT)
    digests = [table.history.digest]
    for action in TURN:
        await table.decide(action)
        digests.append(table.history.digest)
    assert table.history.state.view(None)["seats"]["p1"]["units"][0]["wounds"] == 1
    for number in (6, 5, 4, 3, 0):
        await table.undo(number)
        assert table.history.digest == digests[number]
    for action in TURN:
        await table.decide(action)
    assert table.history.digest == digests[-1]


@pytest.mark.rule("RR-DICE-03")
async def test_something_is_set_right_between_two_questions_and_the_second_still_stands(open_table: OpenTable) -> None:
    table = await open_table(position=POSITION, **SEAT)
    for action in TURN[:5]:
        await table.decide(action)
    before = table.history.digest
    await table.decide(act("correct", "table", path=["seats", "p1", "units", "0", "wounds"], value=3))
    assert list(table.history.state.deciders()) == ["p1"]
    await table.undo()
    assert table.history.digest == before
    await table.decide(act("correct", "table", path=["seats", "p1", "units", "0", "wounds"], value=3))
    for action in TURN[5:]:
        await table.decide(action)
    assert table.history.state.view(None)["seats"]["p1"]["units"] == []  # wounded, it is the one that Whiplash destroys


async def test_each_question_stands_after_a_restart(open_table: OpenTable, tmp_path: Path) -> None:
    path = tmp_path / "rains.journal"
    table = await open_table(path=path, position=POSITION, **SEAT)
    for action in TURN:
        await table.decide(action)
        digest, asked = table.history.digest, table.history.state.view(None)["asked"]
        await table.close()
        table = await open_table(path=path, game=None, running=True)
        assert (table.history.digest, table.history.state.view(None)["asked"]) == (digest, asked)
    assert replay(path).digest == table.history.digest
