"""How a table of chimeras looks on the board, and what moving a marker means."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import bots
from immolation.games import BadConfig, Gesture, Picture

from tests.games.chimera_con.table import GAME, Table, family, parts, place

FLY = family("fly", (6, 1, 1, 1), keywords=["airborne"])
STONE, GOLD = 0x9E9E9E, 0xFFB300


def picture(table: Table, seat: str | None = None) -> Picture:
    return GAME.picture(table.state.view(seat), table.state.legal_actions(seat) if seat else ())


def gesture(table: Table, seat: str, **record: Any) -> Gesture:
    action = GAME.action({"seat": seat, **record})
    return next(each for each in picture(table, seat).gestures if each.action == action)


def test_each_seat_has_a_marker_three_parts_and_its_health_in_light() -> None:
    table = place({"damage": 10}, {}, {}, {}, {}, {}, at="draw")
    seen = picture(table)
    assert sorted(seen.occupied) == [20, 23, 26, 70, 73, 76]
    assert sum(piece.owner == "p1" and not piece.sensed for piece in seen.pieces) == 4  # parts and the lantern
    hurt = next(layer for layer in seen.layers if layer.effect == "ember")
    assert hurt.tiles == (30, 31, 32)  # 10 of 20 left: three tiles of six
    whole = [layer for layer in seen.layers if layer.colour == 0x2E7D32]
    assert len(whole[0].tiles) == 5 * 6


def test_stone_flight_and_lantern_are_shown() -> None:
    chimera = {"parts": {**parts("fly"), "head": "fly-head+petrified"}, "airborne": True}
    table = place(chimera, {}, at="draw", cards=FLY, merchant="p2")
    seen = picture(table)
    assert [piece.tile for piece in seen.pieces if piece.colour == STONE and piece.owner == "p1"] == [2]
    assert next(piece.tile for piece in seen.pieces if piece.kind == "lantern") == 4
    assert 0 in seen.occupied  # the marker is in the sky
    assert any(layer.effect == "fire" and layer.tiles == (4,) and layer.colour == GOLD for layer in seen.layers)


def test_lifting_the_marker_takes_off_and_setting_it_down_lands() -> None:
    table = place({"parts": parts("fly")}, {}, cards=FLY)
    assert gesture(table, "p1", do="take-off").on == (0,)
    table.do("p1", "take-off")
    assert picture(table).occupied == {0, 23}
    up = place({"parts": parts("fly"), "airborne": True}, {}, at="draw", cards=FLY)
    landing = gesture(up, "p1", do="land")
    assert (landing.off, landing.on) == ((0,), (20,))


def test_a_marker_before_another_chimera_attacks_it_and_stands_there_until_the_attack_is_over() -> None:
    table = place({"parts": parts("fly")}, {"parts": parts("low")}, cards=[*FLY, *family("low", (6, 1, 1, 1))])
    moved = gesture(table, "p1", do="attack", part="open", target="p2")
    assert (moved.off, moved.on) == ((20,), (14,))
    table.do("p1", "attack", part="open", target="p2")
    assert picture(table).occupied == {14, 23}
    way = next(layer.way for layer in picture(table).layers if layer.effect == "path")
    assert (way[0], way[-1]) == (20, 15)
    table.roll(6, 6, 6).roll(1, 1, 1)
    assert picture(table).occupied == {20, 23}


def test_a_large_market_fits_its_column() -> None:
    pile = [f"{name}-{part}" for name in ("galehawk", "dune-worm", "sky-ray") for part in ("head", "body", "rear")]
    seen = picture(place({}, {}, at="draw", market=pile))
    column = [piece for piece in seen.pieces if piece.tile % 10 == 9 and piece.tile < 79]
    assert [piece.count for piece in column] == [1, 1, 1, 1, 1, 1, 3]


def test_options_may_stand_beside_the_seats() -> None:
    assert GAME.new({"seats": 2, "points_to_win": 1}).view(None)["points_to_win"] == 1
    with pytest.raises(BadConfig, match="hand_limit"):
        GAME.new({"hand_limit": "five"})


def test_the_evaluation_prefers_what_is_better() -> None:
    weighed = bots.evaluation("chimera-con")
    assert weighed is not None

    def lead(**facts: Any) -> float:
        table = place(
            {"parts": parts("low"), **facts}, {"parts": parts("fly")}, cards=[*FLY, *family("low", (6, 1, 1, 1))]
        )
        return weighed.evaluate(table.state, "p1")

    even = lead()
    assert lead(damage=6) < even
    assert lead(poisonous=True) < even
    assert lead(points=1) > even
    assert lead(hand=["trapdoor"]) > even
