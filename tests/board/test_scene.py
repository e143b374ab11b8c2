"""What the board shows: the game below, what the table must say above, never more than a board can draw."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.board.guidance import guide
from immolation.board.scene import FRAME, SIDES, at_most, clock_light, compose, seat_side, to_wire
from immolation.games import Gesture, Layer, Picture, Piece
from immolation_board import wire

from tests.board.open_field import Step

FIRE = Layer("fire", 0xFF4000, tuple(range(10)), 20)
PICTURE = Picture(
    (Piece(44, "king", "Vara", 0xFFFFFF, "p1", True),),
    (FIRE, Layer("gem", 0x0000FF, (50,), 60)),
    (Gesture(Step("p1", 45), (44,), (45,)), Gesture(Step("p1", 54), (44,), (54,))),
)


def effects(layers: tuple[Layer, ...]) -> list[str]:
    return [layer.effect for layer in layers]


def test_the_games_own_layers_come_as_they_are() -> None:
    assert compose(PICTURE) == PICTURE.layers


def test_a_lifted_miniature_sees_where_it_may_go() -> None:
    layers = compose(PICTURE, lifted=44)
    assert next(layer.tiles for layer in layers if layer.effect == "target") == (45, 54)
    assert next(layer.tiles for layer in layers if layer.effect == "blink") == (44,)


def test_what_the_table_must_say_lies_above_the_game_and_guidance_above_all() -> None:
    shouting = Picture(PICTURE.pieces, (Layer("solid", 1, (44,), 255),), PICTURE.gestures)
    layers = compose(
        shouting,
        guidance=guide(PICTURE, frozenset({42})),
        choices=[45, 54],
        lifted=44,
        clocks=[clock_light(1000, 2000, 0xFF0000, seat=(0, 2))],
    )
    order = sorted(layers, key=lambda layer: layer.priority)
    assert effects(tuple(order)) == ["solid", "clock", "target", "blink", "pulse", "path", "blink", "target"]
    assert len({layer.priority for layer in order}) == len(order)


def test_a_way_that_names_no_tiles_is_lit_along_itself() -> None:
    """The way of a charge, an attack from one board to another: the board draws nothing where no tile is named."""
    (layer,) = compose(Picture((), (Layer("path", 0xFF0000, (), way=(45, 44, 43)),)))
    assert (layer.tiles, layer.way) == ((43, 44, 45), (45, 44, 43))
    assert compose(Picture((), (Layer("path", 0xFF0000, ()),))) == ()


def test_choices_are_lit_and_identify_blinks_everywhere() -> None:
    assert compose(PICTURE, choices=[7, 3])[-1].tiles == (3, 7)
    assert compose(PICTURE, identify=True)[-1].tiles == tuple(range(100))


def test_each_seats_clock_burns_on_its_own_side() -> None:
    assert [seat_side(index, 2) for index in range(2)] == [0, 2]
    assert [seat_side(index, 4) for index in range(4)] == [0, 1, 2, 3]
    for index in range(4):
        (layer,) = compose(Picture((), ()), clocks=[clock_light(500, 2000, 0xFF, seat=(index, 4))])
        assert layer.tiles == tuple(sorted(SIDES[index]))
        assert layer.clock == (500, 2000)
        assert set(layer.way) == set(layer.tiles)


def test_a_reaction_window_is_the_whole_frame_and_nobodys_colour() -> None:
    (layer,) = compose(Picture((), ()), clocks=[clock_light(500, 2000, 0xFF, seat=(1, 4), kind="window")])
    assert layer.tiles == FRAME
    assert layer.colour != 0xFF


def test_a_clock_that_stands_still_is_drawn_still_and_odd_times_are_made_sound() -> None:
    (still,) = compose(Picture((), ()), clocks=[clock_light(500, 2000, 0xFF, seat=(0, 2), running=False)])
    assert still.speed == 0
    (odd,) = compose(Picture((), ()), clocks=[clock_light(-5, 0, 0xFF, seat=(0, 2))])
    assert odd.clock == (0, 1)


def test_layers_alike_are_joined_before_any_light_is_lost() -> None:
    gems = [Layer("gem", 0x0000FF, (tile,), 60) for tile in range(20)]
    layers = at_most([*gems, FIRE], 16)
    assert len(layers) == 2
    assert {tile for layer in layers if layer.effect == "gem" for tile in layer.tiles} == set(range(20))


def test_of_different_looks_the_most_alike_are_joined() -> None:
    gems = [Layer("gem", colour, (tile,), 60) for tile, colour in enumerate((0xFF0000, 0xFE0000, 0x0000FF))]
    layers = at_most(gems, 2)
    assert sorted(layer.tiles for layer in layers) == [(0, 1), (2,)]


def test_guidance_survives_a_crowded_scene() -> None:
    crowd = tuple(Layer("solid", 0x111111 * n, (n,), n) for n in range(16))
    layers = compose(Picture(PICTURE.pieces, crowd), guidance=guide(PICTURE, frozenset({40})), identify=True)
    assert len(layers) <= wire.MAX_LAYERS
    assert {"path", "target", "blink"} <= set(effects(layers))


LAYERS = st.builds(
    Layer,
    effect=st.sampled_from(wire.EFFECTS),
    colour=st.integers(0, 0xFFFFFF),
    tiles=st.frozensets(st.integers(0, 99), min_size=1).map(lambda tiles: tuple(sorted(tiles))),
    priority=st.integers(0, 255),
    speed=st.integers(0, 1000),
    opacity=st.integers(0, 255),
    way=st.lists(st.integers(0, 99), max_size=20).map(tuple),
    clock=st.none() | st.tuples(st.integers(0, wire.MAX_NUMBER), st.integers(0, wire.MAX_NUMBER)),
)


@given(st.lists(LAYERS, max_size=40), st.integers(0, wire.MAX_NUMBER), st.integers(0, 255))
def test_any_scene_fits_the_wire_and_loses_no_tile_that_could_be_kept(
    layers: list[Layer], n: int, brightness: int
) -> None:
    fitting = at_most(layers, wire.MAX_LAYERS)
    parts = to_wire(fitting, n, brightness)
    assert 1 <= len(parts) <= wire.MAX_LAYERS
    for part in parts:
        assert wire.check(part) is None
        assert len(wire.line(part)) <= wire.MAX_LINE
    if len(layers) <= wire.MAX_LAYERS:
        assert len(fitting) == len(layers)
    if not any(layer.way or layer.clock for layer in layers):
        assert {tile for layer in fitting for tile in layer.tiles} == {tile for layer in layers for tile in layer.tiles}


@pytest.mark.parametrize(
    ("layer", "what"),
    [
        (Layer("disco", 1, (2,)), "'e' must be one of"),
        (Layer("solid", -1, (2,)), "'c' must be"),
        (Layer("solid", 1, (-1,)), "tile -1 is not on the board"),
        (Layer("path", 1, (1,), way=(1, 100)), "tile 100 is not on the board"),
        (Layer("path", 1, (1,), way=tuple(range(21))), "'w' must be"),
        (Layer("clock", 1, (1,), clock=(-1, 5)), "'m' must be"),
    ],
)
def test_what_no_board_can_draw_is_refused_with_the_field(layer: Layer, what: str) -> None:
    with pytest.raises(wire.BadMessage, match=what):
        to_wire([layer], 1)


def test_a_layer_lights_buttons_too() -> None:
    part, alone = to_wire([Layer("pulse", 0xFF, (5, 100, 106)), Layer("solid", 0xFF, (101,))], 1)
    assert part["btn"] == 0b1000001
    assert wire.hex_to_tiles(part["on"]) == [5]
    assert alone["btn"] == 2
    assert wire.hex_to_tiles(alone["on"]) == []
    assert len(wire.line(part)) <= wire.MAX_LINE


def test_more_layers_than_a_board_takes_are_refused_on_the_wire() -> None:
    with pytest.raises(wire.BadMessage, match="at most 16 layers, not 17"):
        to_wire([FIRE] * 17, 1)
