"""The examples in the docstrings of what a ruleset's user calls are run, and say what the code says."""

from __future__ import annotations

import doctest

import pytest
from immolation import games
from immolation.games import correcting, editions, house_rules
from immolation.games.contract import game

NAMES = {"games": games}
"""What an example may use besides the names of its own module."""

EXAMPLES = [
    pytest.param(found, id=found.name.removeprefix("immolation."))
    for module in (games, game, correcting, editions, house_rules)
    for found in doctest.DocTestFinder().find(module, extraglobs=NAMES)
    if found.examples
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_says_what_the_code_says(example: doctest.DocTest) -> None:
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failed, tried = runner.run(example, out=said.append)
    assert tried
    assert not failed, "".join(said)


def test_each_of_the_public_calls_has_one() -> None:
    assert {found.id for found in EXAMPLES} >= {
        "games.load",
        "games.contract.game.State.check",
        "games.contract.game.State.apply",
        "games.contract.game.State.copy",
        "games.contract.game.State.digest",
        "games.contract.game.Game.from_position",
        "games.correcting.set_right",
        "games.editions.Edition",
        "games.house_rules.with_reading",
    }
