"""The dialog about the board, as far as it needs no browser."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest
from immolation.dashboard import sensors
from immolation.dashboard.panels import board_dialog


@pytest.mark.parametrize("module", [board_dialog, sensors])
def test_its_words_are_those_of_the_examples(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
