"""Miniatures that touch a tile and come back: strikes, gems, rests of Chimera Hunt."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.board.move_recognition import InHand, InSync, OutOfSync, Recognized, recognize

GAME = games.load("chimera-hunt")
HUNTERS: list[dict[str, Any]] = [{"tile": 13, "gems": ["ylem"]}, {"tile": 72}]
RAMPAGE = {"name": "Rampage", "wall": "top", "place": 4, "state": "ready"}
STANDING = frozenset({13, 72, 44})


def verdict(occupied: set[int], touched: set[int] = frozenset(), *, acts: bool = True) -> Any:  # type: ignore[assignment]
    """What a pattern means while hunter 1 chooses its deed, or before its move."""
    stack = [{"at": "choose"}, {"at": "act", "hunter": 1}] if acts else [{"at": "choose"}]
    position = {"hunters": HUNTERS, "aspects": [RAMPAGE], "bloodstones": [65, 65, 65, 65], "stack": stack}
    state = GAME.from_position(position)
    found = recognize(GAME, state, list(state.legal_actions("p1")), frozenset(occupied), frozenset(touched))
    return [GAME.record(action) for action in found.actions] if isinstance(found, Recognized) else found


@pytest.mark.parametrize(
    ("tile", "action"),
    [
        (4, {"do": "strike", "tile": 4}),
        (3, {"do": "draw", "wall": "top"}),
        (1, {"do": "bank", "wall": "top"}),
    ],
)
def test_a_touch_is_its_action_while_it_lasts_and_once_it_is_back(tile: int, action: dict[str, Any]) -> None:
    found = [{"seat": "p1", **action}]
    assert verdict({tile, 44, 72}, {13, tile}) == found
    assert verdict({*STANDING}, {13, tile}) == found


def test_a_miniature_lifted_and_put_back_rests_or_stands_still() -> None:
    assert isinstance(verdict({44, 72}, {13}), InHand)
    assert verdict({*STANDING}, {13}) == [{"do": "rest", "seat": "p1"}]
    assert verdict({*STANDING}, {13}, acts=False) == [{"do": "move", "seat": "p1", "hunter": 1, "tile": 13}]


def test_what_was_not_touched_or_means_nothing_does_nothing() -> None:
    assert verdict({*STANDING}) == InSync()
    assert verdict({*STANDING}, {13, 4, 3}) == InSync()
    assert verdict({*STANDING}, {72}) == InSync()
    assert isinstance(verdict({58, 44, 72}, {13, 58}), OutOfSync)
