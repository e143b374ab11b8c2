"""The dialog about the board, as far as it needs no browser."""

from __future__ import annotations

import doctest

from immolation.dashboard.panels import board_dialog


def test_its_words_are_those_of_the_examples() -> None:
    failed, tried = doctest.testmod(board_dialog)
    assert tried
    assert not failed
