"""The enclosure's committed files are what board.toml asks for, and what is wrong with one is found and named."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from hardware.electrical.budgets import sensing
from hardware.enclosure import bought, check, dimensions, freshness, lines, mesh, places

D = dimensions.load()


@pytest.fixture(scope="module")
def parts() -> dict[str, mesh.Placed]:
    return {part.name: part for part in mesh.load_all(dimensions.OUT)}


def changed_board(tmp_path: Path, before: str, after: str) -> Path:
    text = dimensions.BOARD.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path = tmp_path / "board.toml"
    path.write_text(text.replace(before, after), encoding="utf-8")
    return path


def test_nothing_is_wrong_with_the_committed_files() -> None:
    found = list(check.findings(D))
    assert not found, "\n".join(found)


def test_the_pocket_holds_the_magnet_that_the_sensing_budget_recommends() -> None:
    magnet, _ = sensing.recommended()
    assert D.magnet == (magnet.diameter, magnet.height)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("\npitch = 45.0", "\npitch = 55.0", "grid.pitch"),
        ("trays = [3, 4, 3]", "trays = [5, 5]", "does not fit a bed"),
        ("trays = [3, 4, 3]", "trays = [3, 4, 4]", "add up to 10"),
        ("tops_across = [3, 4, 3]", "tops_across = [4, 2, 4]", "runs through a row board's mounting hole"),
        ("tops = [4, 2, 4]", "tops = [3, 4, 3]", "could not tie the trays"),
        ("light_wall = 2.0", "light_wall = 0.8", "thinner than 1.2"),
        ("cavity = 26.0", "cavity = 12.0", "plugs need"),
        ("led = [0.0, -7.0]", "led = [0.0, -20.0]", "under a light wall"),
        ("miniature_base = 25.0", "miniature_base = 12.0", "no wall round a magnet"),
        ("right = 2, bottom = 3", "right = 3, bottom = 3", "each once"),
    ],
)
def test_impossible_dimensions_are_refused_by_name(tmp_path: Path, before: str, after: str, said: str) -> None:
    with pytest.raises(dimensions.BadDimension, match=r"board\.toml") as caught:
        dimensions.load(changed_board(tmp_path, before, after))
    assert said in str(caught.value)


def test_a_missing_triangle_is_an_open_surface(parts: dict[str, mesh.Placed]) -> None:
    part = parts["grid_11"]
    holed = dataclasses.replace(part, printed=part.printed[1:])
    assert any("not closed" in line for line in check.printable(D, holed))


def test_an_inside_out_part_is_found(parts: dict[str, mesh.Placed]) -> None:
    part = parts["miniature_base"]
    turned = dataclasses.replace(part, printed=part.printed[:, ::-1])
    assert any("inside out" in line for line in check.printable(D, turned))


def test_a_part_that_outgrew_the_bed_is_found(parts: dict[str, mesh.Placed]) -> None:
    part = parts["tray_11"]
    grown = dataclasses.replace(part, printed=part.printed * np.array([1.2, 1.0, 1.0]))
    assert any("does not fit a bed" in line for line in check.printable(D, grown))


def test_a_thin_wall_is_found(parts: dict[str, mesh.Placed]) -> None:
    part = parts["tray_11"]
    flat = dataclasses.replace(part, printed=part.printed * np.array([1.0, 1.0, 0.5]))
    assert any("mm thick" in line for line in check.printable(D, flat))


def test_a_grid_one_wall_aside_is_found(parts: dict[str, mesh.Placed]) -> None:
    moved = [
        dataclasses.replace(part, placed=part.placed + np.array([3.0, 0.0, 0.0])) if part.group == "grid" else part
        for part in parts.values()
    ]
    said = list(check.in_place(D, moved))
    assert any("light wall" in line for line in said)
    assert any("no hole through" in line for line in said)


def test_an_edge_strip_that_sinks_into_the_tray_is_found(parts: dict[str, mesh.Placed]) -> None:
    strip, tray = parts["strip_00"], parts["tray_00"]
    sunk = dataclasses.replace(strip, placed=strip.placed - np.array([0.0, 0.0, 0.5]))
    assert any("strip_00" in line and "tray_00" in line for line in check.overlaps([tray, sunk]))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("LED1,44.000,22.000,top,90,WS2812B,LED_WS2812B_PLCC4", "under a light wall"),
        ("U1,140.000,12.500,top,0,74HC165,SOIC-16", "under a light wall"),
        ("R1,15.500,0.500,top,90,47K,R_0603", "long edge"),
        ("C11,8.000,17.000,top,0,100n,C_0603", "mounting hole"),
    ],
)
def test_a_part_under_the_light_grid_is_found(tmp_path: Path, row: str, said: str) -> None:
    path = tmp_path / "positions.csv"
    path.write_text(f"Designator,Mid X,Mid Y,Layer,Rotation,Comment,Package\n{row}\n", encoding="utf-8")
    assert any(said in line for line in check.row_board_fits(D, path))


def test_the_controller_board_and_the_port_plate_do_not_share_a_place(parts: dict[str, mesh.Placed]) -> None:
    """The carrier stood 1.4 mm deep in the plate once."""
    board = check.boards(D)[0]
    plate, tray = parts["port_plate_pico"], parts["tray_10"]
    assert list(check.overlaps([plate, tray, board])) == []
    moved = dataclasses.replace(board, placed=board.placed + np.array([0.0, 1.6, 0.0]))
    assert any("port_plate_pico" in line for line in check.overlaps([plate, tray, moved]))


def test_a_usb_plug_reaches_the_pico_through_wall_and_plate(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y, z = check.pico_usb(D)
    (left, right), (low, high) = places.usb_opening(D, "pico")
    assert left + check.MICRO_USB[0] / 2 < x < right - check.MICRO_USB[0] / 2
    assert low + check.MICRO_USB[1] / 2 < z < high - check.MICRO_USB[1] / 2
    assert -D.border < y < -D.border + D.wall + dimensions.PLATE + 1, "the mouth stands in wall or plate, not behind"
    assert list(check.plugs_reach(D)) == []
    monkeypatch.setattr(check, "LOW_SOCKET", 8.5)
    assert any("above" in line for line in check.plugs_reach(D)), "in a high socket the plug meets the plate"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"carrier_height": -1.0}, "below"),
        ({"carrier_height": 8.0}, "jack's nut"),
        ({"wall": -4.0}, "stands"),
        ({"carrier": (120.0, 100.0)}, "to the right"),
    ],
)
def test_a_plug_that_does_not_reach_is_named(changed: dict[str, Any], said: str) -> None:
    found = list(check.plugs_reach(dataclasses.replace(D, **changed)))
    assert any(said in line for line in found), found


def test_every_screw_of_the_bill_has_a_place_in_the_box() -> None:
    counted = {row.key: row.pieces for row in bought.screws(D)}
    nuts = sum(D.held_by_nut(place) for place in D.screws())
    assert counted["M3x16"] == len(D.screws()) - nuts
    assert counted["M3x12"] == len(places.joint_screws(D)) + nuts
    assert counted["M3-nut"] == counted["M3x12"] + counted["M3x10"]
    assert counted["M3x8"] == counted["M3-washer"] == len(places.clamps(D))
    assert counted["M3x12-csk"] == len(D.edge_screws())
    assert len({use.where for use in bought.uses(D)}) == 9


def test_the_tile_lines_make_ten_by_ten_tiles_over_the_walls() -> None:
    made = lines.segments(D)
    assert len(made) == 2 * (D.side - 1)
    for axis in (0, 1):
        across = sorted(one[axis] for one, other in made if one[axis] == other[axis])
        assert across == [pytest.approx(k * D.pitch) for k in range(1, D.side)]
    side, beyond = lines.sheet(D)
    assert side == pytest.approx(D.field + 2 * beyond)
    svg = ElementTree.fromstring(lines.svg(D))
    assert svg.get("width") == f"{side:g}mm"
    assert len(svg.findall(".//{*}path")) == len(made)
    assert lines.pdf(D).count(b" l S") == len(made)
    kept = dimensions.OUT / "lines"
    assert (kept / "tile_lines.svg").read_text(encoding="utf-8") == lines.svg(D)
    assert (kept / "tile_lines.pdf").read_bytes() == lines.pdf(D)


@pytest.mark.parametrize(("name", "count"), [("diffuser", 18), ("diffuser_two_halves", 26)])
def test_a_laser_gets_the_tile_lines_on_a_layer_of_their_own(name: str, count: int) -> None:
    text = (dimensions.OUT / "dxf" / f"{name}.dxf").read_text(encoding="utf-8")
    entities = text[text.index("ENTITIES") :].split("  0\n")
    assert sum(each.startswith("LINE\n") and "\nENGRAVE\n" in each for each in entities) == count


def test_stale_changed_missing_and_left_over_files_are_told(tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(dimensions.OUT, out, ignore=shutil.ignore_patterns("*.step"))
    assert list(freshness.findings(D, out)) == []
    (out / "stl" / "grid_11.stl").unlink()
    (out / "parts.json").write_text(json.dumps([]), encoding="utf-8")
    (out / "stl" / "spare.stl").write_bytes(b"")
    said = "\n".join(freshness.findings(dataclasses.replace(D, pitch=44.0), out))
    for word in ("older than", "grid_11.stl is missing", "parts.json was changed", "spare.stl belongs to nothing"):
        assert word in said


def test_the_page_on_printing_names_every_file_with_its_size(parts: dict[str, mesh.Placed]) -> None:
    text = (dimensions.OUT / "printing.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    told = {}
    for row in rows:
        names, *sizes = [cell.strip() for cell in row.strip("|").split("|")]
        for name in names.split(", "):
            assert name not in told
            told[name.strip("`")] = tuple(map(float, sizes))
    assert set(told) == set(parts)
    for name, part in parts.items():
        assert told[name] == pytest.approx(mesh.size(part.printed), abs=0.06), name
    heights = {told[name][2] for name in parts if name.startswith("tray")}
    assert len(heights) == 2
    assert all(f"{high:g} mm" in text for high in heights)
    assert sorted(heights) == [pytest.approx(-D.row_thickness - D.bottom), pytest.approx(D.surface - D.bottom)]


def test_pictures_of_boards_that_have_changed_are_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were drawn before the boards once: a build from nothing stopped there, any other showed old boards."""
    boards = tmp_path / "pcb"
    for name in freshness.SHOWN:
        (boards / name).mkdir(parents=True)
        shutil.copy(freshness.positions(name), boards / name)
    monkeypatch.setattr(freshness, "BOARDS", boards)
    assert list(freshness.findings(D)) == []
    with freshness.positions("controller_pico").open("a", encoding="utf-8") as file:
        file.write("J99,1.000,1.000,top,0,,JST_XH\n")
    assert any("as they were" in line for line in freshness.findings(D))


def test_parts_come_first_boards_next_and_pictures_last() -> None:
    recipe = (dimensions.HERE.parents[1] / "Makefile").read_text(encoding="utf-8").partition("\nhardware:")[2]
    order = [
        recipe.index(step) for step in ("enclosure/build parts", "scripts/hardware build", "enclosure/build pictures")
    ]
    assert order == sorted(order)
