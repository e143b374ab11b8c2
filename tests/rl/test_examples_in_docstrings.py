"""The examples in the docstrings of the environments are run, and say what the code says."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest
from immolation.rl import openspiel_game, pettingzoo_env


@pytest.mark.parametrize("module", [openspiel_game, pettingzoo_env], ids=lambda module: module.__name__)
def test_an_example_says_what_the_code_says(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
