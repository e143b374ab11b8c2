"""What a game says does not depend on the order in which things came to lie on the board: a resume forgets it."""

from __future__ import annotations

import pytest
from immolation import games
from immolation.games.ascended_kings.actions import RollImmolation

from tests.games.playouts import through_json


@pytest.mark.rule("AK-FIRE-11")
@pytest.mark.parametrize("order", [(21, 28), (28, 21)])
def test_a_bloodstone_deadlock_names_the_same_stone_after_a_resume(order: tuple[int, int]) -> None:
    game = games.load("ascended-kings")
    position = game.new({"seats": 4}).position()
    for seat, tile in zip(position["seats"], (44, 55, 66, 77), strict=True):
        position["seats"][seat]["tile"] = tile
    for seat in ("p1", "p2"):
        position["seats"][seat]["bloodstones"] = 0
    position |= {
        "walls": {"top": 1, "right": None, "bottom": None, "left": None},
        "items": {str(tile): {"bloodstones": 1} for tile in order},
        "turn": None,
        "last": "p4",
        "stack": [{"at": "end-of-round", "next": "roll"}],
    }
    played = game.from_position(position)
    resumed = game.from_position(through_json(played.position()))
    assert resumed.digest() == played.digest()
    said = [event.text for event in played.apply(RollImmolation("chance", 1))]
    assert [event.text for event in resumed.apply(RollImmolation("chance", 1))] == said
    assert any("a Bloodstone lies on 21" in text for text in said)
    assert played.view(None)["walls"]["top"] == 1
