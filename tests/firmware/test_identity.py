"""Identities of miniatures: the decoder in whole numbers, and a virtual board's sensors read by the firmware."""

from __future__ import annotations

import ast
import math
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from immolation_board import board_messages, settings, wire
from immolation_board.identity import decoder as magnets

from tests.virtual_boards import Desk, desk

FIELDS = [7150, 9863, 13276, 17910]
HEIGHT, PITCH = 191, 450
WIRED = {"SENSOR_KIND": "shift", "IDENTITY_PINS": "GP4 GP5"}


def felt(kind: int, right: float, front: float) -> list[int]:
    """Return the field at a sensor of a dipole ``right`` and ``front`` tenths of a millimetre off its middle."""
    away = math.hypot(right, front)
    side, up = magnets.dipole(away / HEIGHT, 1.0)
    pole = FIELDS[kind // 2] * (1 - 2 * (kind % 2)) / magnets.STEP_UT
    return [round(pole * part) for part in (right / (away or 1) * side, front / (away or 1) * side, up)]


def read(decoder: Any, tile: int, field: list[int]) -> int:
    decoder.begin(tile, *field)
    while not decoder.step():
        pass
    return int(decoder.kind[tile])


@pytest.mark.parametrize("kind", range(8))
@pytest.mark.parametrize("place", [(0, 0), (80, 0), (-48, 64), (30, -40)])
def test_a_dipole_gives_kind_and_place_back(kind: int, place: tuple[int, int]) -> None:
    decoder = magnets.Magnets(FIELDS, HEIGHT, PITCH)
    assert read(decoder, 44, felt(kind, *place)) == kind
    assert (decoder.x[44], decoder.y[44]) == pytest.approx(place, abs=2)
    assert decoder.sure[44] > 90


def test_what_is_no_magnet_of_a_miniature_is_nothing_or_unknown() -> None:
    decoder = magnets.Magnets(FIELDS, HEIGHT, PITCH)
    assert read(decoder, 44, [60, -60, 60]) == magnets.NOTHING
    assert read(decoder, 44, [400, 0, 30]) == magnets.NOTHING, "a magnet beside the tile"
    assert read(decoder, 44, [0, 0, 8191]) == magnets.UNKNOWN
    assert read(decoder, 44, [0, 0, 1100]) == magnets.UNKNOWN
    assert read(decoder, 44, [-8192, 8191, -8192]) in (magnets.UNKNOWN, magnets.NOTHING)


def test_neighbours_are_subtracted_and_a_lifted_one_no_more() -> None:
    decoder = magnets.Magnets(FIELDS, HEIGHT, PITCH)
    alone = felt(0, 0, 0)
    read(decoder, 45, felt(6, -80, 0))
    far = felt(6, PITCH - 80, 0)
    crowded = [one + other for one, other in zip(alone, far, strict=True)]
    assert read(decoder, 44, crowded) == 0
    assert abs(decoder.x[44]) <= 3
    assert read(decoder, 44, far) == magnets.NOTHING, "an empty tile beside it"
    decoder.forget(45)
    read(decoder, 44, crowded)
    assert decoder.x[44] > 8, "what is not known to stand there is not subtracted"


def test_a_sensor_of_column_0_that_stands_aside_tells_the_place_from_its_tiles_middle() -> None:
    decoder = magnets.Magnets(FIELDS, HEIGHT, PITCH, 20)
    for place in ((0, 0), (60, 40), (-70, -20)):
        assert read(decoder, 40, felt(4, place[0] + 20, place[1])) == 4
        assert (decoder.x[40], decoder.y[40]) == pytest.approx(place, abs=2)
        decoder.forget(40)
        assert read(decoder, 41, felt(4, *place)) == 4
        assert (decoder.x[41], decoder.y[41]) == pytest.approx(place, abs=2)
        decoder.forget(41)


def test_neighbours_of_a_sensor_that_stands_aside_are_subtracted_from_where_it_is() -> None:
    decoder = magnets.Magnets(FIELDS, HEIGHT, PITCH, 20)
    read(decoder, 41, felt(6, -80, 0))
    crowded = [one + other for one, other in zip(felt(0, 20, 0), felt(6, PITCH - 80 + 20, 0), strict=True)]
    assert read(decoder, 40, crowded) == 0
    assert abs(decoder.x[40]) <= 3


def test_fields_that_are_too_alike_are_refused() -> None:
    with pytest.raises(ValueError, match="a tenth"):
        magnets.Magnets([7000, 7500, 9000, 12000], HEIGHT, PITCH)


class Watched(ast.NodeTransformer):
    """Has every result of whole numbers looked at."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return ast.copy_location(ast.Call(ast.Name("small", ast.Load()), [node], []), node)


def test_nothing_is_ever_too_large_for_a_chips_small_integer() -> None:
    """Larger whole numbers than 30 bits would be allocated."""
    largest = 0

    def small(value: Any) -> Any:
        nonlocal largest
        if type(value) is int:
            largest = max(largest, abs(value))
        return value

    tree = ast.fix_missing_locations(Watched().visit(ast.parse(Path(magnets.__file__).read_text())))
    names: dict[str, Any] = {
        "small": small,
        "__name__": "immolation_board.identity.decoder",
        "__package__": "immolation_board.identity",
    }
    exec(compile(tree, "magnets", "exec"), names)
    decoder = names["Magnets"]([500, 9000, 16000, 30000], 100, 350)
    for tile in (33, 34, 35, 43, 45, 54):
        read(decoder, tile, [8191, -8192, 8191])
        read(decoder, tile, [0, 0, 8191])
    for field in ([8191, 8191, 8191], [-8192, -8192, -8192], [0, 0, -8192], [8191, -8192, 4096], [1, 1, 1]):
        read(decoder, 44, field)
    assert 1 << 20 < largest < 1 << 30


@pytest.mark.parametrize("square", [0, 1, 2, 3, 4, 99, 100, 65535, 65536, 200_000_000, (1 << 30) - 1])
def test_the_root_is_the_whole_part(square: int) -> None:
    assert magnets.root(square) == math.isqrt(square)


# --- on a board ----------------------------------------------------------------------------------------------------


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Desk]:
    """A board with 3-axis sensors; nothing on it, no host yet."""
    async with desk(tmp_path / "board", settings=WIRED) as made:
        yield made


async def told(at: Desk, wanted: dict[int, int]) -> None:
    """Wait for a ``tiles`` that tells just these kinds on just these tiles."""
    while True:
        message = await at.host.expect("tiles", on=wire.tiles_to_hex(wanted))
        if board_messages.kinds_of(message) == wanted:
            return


async def said(at: Desk, start: str) -> str:
    """Wait for a line for people that begins so."""
    while not (text := str((await at.host.expect("log"))["text"])).startswith(start):
        pass
    return text


@pytest.mark.needs("micropython")
async def test_each_kind_is_told_with_its_tile_and_place(at: Desk) -> None:
    hello = await at.host.meet()
    assert hello["kinds"] == 8
    placed = {44: 2}
    await at.control.hand(44, False, 2)
    magnet = await at.host.expect("magnet", tile=44)
    assert magnet["kind"] == 2
    assert (magnet["x"], magnet["y"]) == pytest.approx((-20, 40), abs=12)
    assert magnet["sure"] > 50
    for kind, tile in enumerate((0, 9, 45, 54, 55, 90, 98, 99)):
        await at.control.hand(tile, False, kind)
        placed[tile] = kind
    await told(at, placed)
    for tile in (44, 55):
        await at.control.hand(tile, True)
        del placed[tile]
    await told(at, placed)
    await at.control.hand(33, False, 7)
    await told(at, placed | {33: 7})


@pytest.mark.needs("micropython")
async def test_a_whole_board_of_magnets_is_told_right(at: Desk) -> None:
    await at.host.meet()
    placed = {tile: (tile * 5 + tile // 10) % 8 for tile in range(100)}
    for tile, kind in placed.items():
        await at.control.hand(tile, False, kind)
    await told(at, placed)


@pytest.mark.needs("micropython")
async def test_a_tile_that_is_only_held_reads_empty_until_a_magnet_is_felt(at: Desk) -> None:
    await at.host.meet()
    await at.control.hand(44, False, 0)
    await at.control.hand(45, False, 6)
    await told(at, {44: 0, 45: 6})
    await at.control.fault(stuck=[44, 1])  # its neighbour holds the presence sensor
    await at.control.hand(44, True)
    await told(at, {45: 6})
    status = await at.host.expect("status", stuck=[44])
    assert status["edges"] == 3
    await at.control.hand(44, False, 3)
    await told(at, {44: 3, 45: 6})


@pytest.mark.needs("micropython")
async def test_where_a_sensor_does_not_answer_presence_alone_counts(at: Desk) -> None:
    await at.control.fault(silent=44)
    await at.host.meet()
    line = await at.host.expect("log")
    while "No 3-axis sensor" not in line["text"]:
        line = await at.host.expect("log")
    assert line["text"] == "No 3-axis sensor answers on 1 tiles: 44"
    await at.control.hand(44, False, 3)
    await at.control.hand(45, False, 5)
    while (message := await at.host.expect("tiles", on=wire.tiles_to_hex({44, 45})))["kind"] != "-5":
        assert message["kind"] == "--"


@pytest.mark.needs("micropython")
async def test_calibration_takes_the_offset_of_each_sensor(at: Desk) -> None:
    await at.host.meet()
    at.host.send(k="set", do="calibrate")
    line = await at.host.expect("log")
    while "3-axis" not in line["text"]:
        line = await at.host.expect("log")
    assert line["text"] == "Calibrated: 100 of 100 3-axis sensors answer."
    await at.control.hand(44, False, 0)
    magnet = await at.host.expect("magnet", tile=44)
    assert (magnet["x"], magnet["y"]) == pytest.approx((-20, 40), abs=3)
    assert magnet["sure"] >= 95


@pytest.mark.needs("micropython")
async def test_the_gain_of_a_sensor_is_measured_with_a_known_magnet_and_kept_in_a_line(tmp_path: Path) -> None:
    """All sensors are told to feel 3 % too much; those on which the magnet was put are right again."""

    async with desk(tmp_path / "board", settings={**WIRED, "IDENTITY_GAINS": "g" * 100}) as at:
        await at.host.meet()
        at.host.send(k="set", do="calibrate")
        await said(at, "Calibrated: 100")
        await at.control.hand(44, False, 4)
        biased = await at.host.expect("magnet", tile=44)
        at.host.send(k="set", do="gauge-3")
        assert await said(at, "Tile 44") == "Tile 44: gain 100.0 %."
        await at.control.hand(44, True)
        await at.control.hand(50, False, 4)
        assert await said(at, "Tile 50") == "Tile 50: gain 100.0 %."
        await at.control.hand(50, True)
        await at.control.hand(77, False, 6)
        assert (await said(at, "Tile 77")).startswith("Tile 77 feels another magnet")
        at.host.send(k="set", do="stop")
        line = await said(at, "IDENTITY_GAINS")
        assert tomllib.loads(line)["IDENTITY_GAINS"] == "g" * 44 + "a" + "g" * 5 + "a" + "g" * 49
        await at.control.hand(77, True)
        await at.control.hand(44, False, 4)
        magnet = await at.host.expect("magnet", tile=44)
        assert magnet["sure"] > biased["sure"]


@pytest.mark.needs("micropython")
async def test_an_older_host_hears_nothing_that_it_does_not_know(at: Desk) -> None:
    at.host.open()
    at.host.write(b"\n")
    at.host.send(k="hello", v=[1, 2], s=1)
    await at.host.expect("hello")
    await at.control.hand(44, False, 0)
    await told(at, {44: 0})
    assert not [message for message in at.host.messages if message["k"] == "magnet"]


@pytest.mark.needs("micropython")
async def test_pins_without_sensors_are_said_and_the_board_goes_on(tmp_path: Path) -> None:
    async with desk(tmp_path / "board", settings={"IDENTITY_PINS": "GP20 GP21", "BUTTON_COLUMN": "GP28"}) as at:
        await at.host.meet()
        while "IDENTITY_PINS" not in (await at.host.expect("log"))["text"]:
            pass
        await at.control.hand(44, False)
        assert "kind" not in await at.host.expect("tiles", on=wire.tiles_to_hex({44}))


@pytest.mark.needs("micropython")
@pytest.mark.parametrize("lies", settings.AXES)
async def test_two_pushes_of_a_magnet_tell_how_the_sensors_axes_lie(at: Desk, lies: str) -> None:
    """However the sensors lie, their places follow the hand afterwards, on every tile, without a data sheet."""
    await at.control.fault(axes=lies)
    await at.host.meet()
    at.host.send(k="set", do="calibrate")
    assert "to the right" in await said(at, "Lay one miniature")
    await at.control.hand(44, False, 3)
    await at.control.push(44, 60, 55)  # between two directions: neither push
    await at.host.expect("magnet", tile=44)
    await at.control.push(44, 70, -10)
    assert "towards you" in await said(at, "Now push")
    await at.control.push(44, 10, 75)
    line = await said(at, "IDENTITY_AXES")
    assert tomllib.loads(line) == {"IDENTITY_AXES": lies}
    await at.control.hand(44, True)
    await at.control.hand(76, False, 6)
    await at.control.push(76, -60, 25)
    while True:
        magnet = await at.host.expect("magnet", tile=76)
        if (magnet["x"], magnet["y"]) == pytest.approx((-60, 25), abs=4):
            break


@pytest.mark.needs("micropython")
async def test_axes_from_the_settings_are_not_asked_for_again(tmp_path: Path) -> None:
    async with desk(tmp_path / "board", settings={**WIRED, "IDENTITY_AXES": "-y +x"}) as at:
        await at.host.meet()
        await at.control.hand(44, False, 5)
        await at.control.push(44, 65, -20)
        while True:
            magnet = await at.host.expect("magnet", tile=44)
            if (magnet["x"], magnet["y"]) == pytest.approx((65, -20), abs=12):
                break
        await at.control.hand(44, True)
        at.host.send(k="set", do="calibrate")
        await said(at, "Calibrated: 100")
        at.host.send(k="set", do="gauge-3")
        await said(at, "Put that magnet")
        assert not [m for m in at.host.messages if m["k"] == "log" and "7 mm" in m["text"]]


@pytest.mark.needs("micropython")
async def test_who_begins_to_play_is_not_taken_for_one_who_pushes(at: Desk) -> None:
    await at.control.fault(axes="+y -x")
    await at.host.meet()
    at.host.send(k="set", do="calibrate")
    await said(at, "Lay one miniature")
    await at.control.hand(10, False, 0)
    await at.control.hand(44, False, 3)
    await told(at, {10: 0, 44: 3})
    await at.control.push(44, 0, 80)
    await at.host.expect("magnet", tile=44)
    await at.control.hand(10, True)
    await told(at, {44: 3})
    await at.control.push(44, 80, 0)
    await at.control.hand(55, False, 1)
    await told(at, {44: 3, 55: 1})
    assert not [m for m in at.host.messages if m["k"] == "log" and "Now push" in m["text"]]
