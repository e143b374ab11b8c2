"""Packs with one mistake: refused by every door, with key and reason."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest
from immolation import games
from immolation.games import BadConfig, BadData, BadPosition, GameError

from .rains import GAME, aspect, deck

rule = pytest.mark.rule


LEFT = aspect("left", "claw_left", 2, 4)


# --- packs -------------------------------------------------------------------------------------------------------

GONE = object()
ROWS = ("behaviour", 0, "rows", 0)
FIRST = ("aspects", 0)

MISTAKES: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("name",), GONE, "name"),
    (("name",), 3, "name"),
    (("name",), "x" * 61, "name"),
    (("nonsense",), 1, "nonsense"),
    (("chimera",), GONE, "chimera"),
    (("chimera", "life"), 0, "chimera.life"),
    (("chimera", "life"), 1.5, "chimera.life"),
    (("chimera", "life"), True, "chimera.life"),
    (("chimera", "life"), 10**30, "chimera.life"),
    (("chimera", "life"), math.nan, "chimera.life"),
    (("chimera", "ultimate_value"), 0, "chimera.ultimate_value"),
    (("chimera", "threat"), 7, "chimera.threat|setup"),
    (("chimera", "battlefield_size"), 0, "chimera.battlefield_size"),
    (("chimera", "setup"), [9], "chimera.setup"),
    (("chimera", "setup"), [0, 1], "chimera.setup"),
    (("chimera", "setups"), {"S9": [1]}, "chimera.setups"),
    (("chimera", "setups"), {"H2": [1] * 7}, "chimera.setups.H2"),
    (("aspects",), [], "aspects"),
    ((*FIRST, "id"), "filler-1", "filler-1"),
    ((*FIRST, "id"), "Left Claw", "aspects.0.*id"),
    ((*FIRST, "life"), 0, "left.*life"),
    ((*FIRST, "attack"), "many", "left.*attack"),
    ((*FIRST, "icon"), "tail", "left.*icon"),
    ((*FIRST, "keywords"), ["flying"], "left.keywords"),
    ((*FIRST, "keywords"), ["terrifying"], "left.keywords"),
    ((*FIRST, "status"), [{"do": "raise_rage"}], "left.status_pips"),
    ((*FIRST, "enter"), [{"do": "explode"}], "left.*enter.*explode"),
    ((*FIRST, "enter"), [{"do": "damage", "n": 1}], "left.*enter.*target"),
    ((*FIRST, "enter"), [{"do": "damage", "target": "nobody", "n": 1}], "left.*enter.*nobody"),
    ((*FIRST, "enter"), [{"do": "damage", "target": "leftmost", "n": -1}], "left.*enter.*n"),
    ((*FIRST, "enter"), [{"do": "damage", "target": "leftmost", "n": True}], "left.*enter.*n"),
    ((*FIRST, "enter"), [{"do": "summon", "card": "ghost"}], "left.enter.*ghost"),
    ((*FIRST, "enter"), [{"do": "reveal", "loudly": True}], "left.*enter.*loudly"),
    ((*FIRST, "enter"), "damage", "left.*enter"),
    ((*FIRST, "triggers"), {"on_monday": []}, "left.*triggers"),
    ((*FIRST, "ongoing"), [{"do": "dance"}], "left.*ongoing"),
    (("behaviour",), [], "behaviour"),
    (("behaviour", 0, "phase"), 2, "behaviour.*phases"),
    ((*ROWS, "faces"), list(range(1, 12)), "behaviour.phase 1: no row for face 12"),
    ((*ROWS, "faces"), list(range(1, 14)), "behaviour.phase 1: a d12 has no face 13"),
    ((*ROWS, "faces"), [*range(1, 13), 5], "behaviour.phase 1: face 5 is covered twice"),
    ((*ROWS, "faces"), [], "behaviour.phase 1"),
    ((*ROWS, "order"), "random", "behaviour.*order"),
    ((*ROWS, "main"), [{"do": "attack", "unit": "ghost"}], "behaviour.*main.*ghost"),
    ((*ROWS, "main"), [{"do": "repeat", "times": 3}], "behaviour.*main.*effects"),
    (("behaviour_die",), 20, "behaviour.phase 1: no row for face 13"),
    (("ultimate", 0, "phase"), 3, "ultimate.*phases"),
    (("ultimate", 0, "effects"), [{"do": "explode"}], "ultimate.*explode"),
    (("fatigued", "ongoing"), ["fly"], "fatigued.ongoing"),
    (("fatigued", "empties_needed"), 0, "fatigued.empties_needed"),
    (("conjured",), [{"id": "pup"}], "conjured.*pup"),
    (("conjured",), [{"id": "left", "kind": "aspect"}], "left"),
]


@rule("RR-TURN-06", "RR-BASE-07")
@pytest.mark.parametrize(("path", "value", "said"), MISTAKES)
def test_a_pack_with_a_mistake_is_refused_by_every_door(path: tuple[str | int, ...], value: Any, said: str) -> None:
    pack: Any = copy.deepcopy(deck(LEFT))
    place = pack
    for key in path[:-1]:
        place = place[key]
    if value is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    with pytest.raises(BadData, match=said):
        games.load("red-rains", pack=pack)
    with pytest.raises(BadConfig, match=said):
        GAME.new({"chimera": pack})
    with pytest.raises(BadPosition, match=said):
        GAME.from_position({"chimera": pack, "seats": {"p1": {}}})


@rule("RR-TURN-06")
def test_rows_of_another_die_are_a_matter_of_the_option() -> None:
    pack = deck(LEFT)
    for card in pack["behaviour"]:
        card["rows"][0]["faces"] = list(range(1, 7))
    game = games.load("red-rains", pack=pack)
    with pytest.raises(GameError, match=r"no row for face 7"):
        game.new({})
    state = game.new({"players": "printed", "options": {"behaviour_die_sides": 6}})
    assert state.view(None)["chimera"]["die"] == 6
