"""What a fabricator's machine reads: places, turns and nets agree with the Gerbers, and every deviation is named."""

from __future__ import annotations

import csv
import dataclasses
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.electrical import check, source
from hardware.electrical.fabrication import layout, layout_check
from hardware.electrical.netlists import netlist
from tests.hardware.test_checks import TOOLS

KEPT = source.OUT / "pcb" / "row_board"


def findings(folder: Path) -> list[str]:
    command = [str(check.TOOLS), "-m", "hardware.electrical.fabrication.placement", str(folder)]
    return subprocess.run(command, cwd=source.ROOT, capture_output=True, text=True, check=False).stdout.splitlines()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(KEPT, tmp_path / "row_board")
    return tmp_path / "row_board"


def _change(folder: Path, ref: str, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    path = folder / "positions.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        table.writeheader()
        table.writerows(change(row) if row["Designator"] == ref else row for row in rows)


@TOOLS
@pytest.mark.parametrize("name", source.PRINTED)
def test_every_pad_lies_where_the_machine_puts_it_and_carries_its_net(name: str) -> None:
    assert findings(KEPT.parent / name) == []


@TOOLS
@pytest.mark.parametrize(
    ("ref", "key", "new"),
    [
        ("LED3", "Mid Y", lambda row: f"{30 - float(row['Mid Y']):.3f}"),  # counted from the upper edge
        ("J1", "Mid X", lambda row: f"{float(row['Mid X']) - 1.27:.3f}"),  # pin 1 instead of the middle
        ("J3", "Rotation", lambda row: str(float(row["Rotation"]) + 180)),
        ("HS5", "Rotation", lambda row: str(float(row["Rotation"]) - 180)),  # the library's turn forgotten
        ("U2", "Rotation", lambda row: str(-float(row["Rotation"]) + 180)),
        ("C1", "Rotation", lambda row: str(float(row["Rotation"]) + 180)),  # plus and minus
        ("C14", "Layer", lambda row: "bottom"),
    ],
)
def test_one_part_placed_otherwise_is_named(copy: Path, ref: str, key: str, new: Callable[..., str]) -> None:
    _change(copy, ref, lambda row: {**row, key: new(row)})
    found = findings(copy)
    assert found
    assert all(ref in line for line in found)


@TOOLS
def test_a_missing_line_and_a_swapped_net_are_named(copy: Path) -> None:
    path = copy / "positions.csv"
    path.write_text(
        "".join(line for line in path.read_text(encoding="utf-8").splitlines(True) if not line.startswith("R7,")),
        encoding="utf-8",
    )
    copper = copy / "gerbers" / "row_board-F_Cu.gtl"
    text = copper.read_text(encoding="utf-8")
    changed = text.replace("%TO.P,HS2,2*%\n%TO.N,TILE1*%", "%TO.P,HS2,2*%\n%TO.N,GND*%")
    assert changed != text
    copper.write_text(changed, encoding="utf-8")
    found = "\n".join(findings(copy))
    assert "R7 is only in the circuit" in found
    assert "pad 2 of HS2 carries GND, not TILE1" in found


def test_a_board_without_marks_and_with_data_beside_the_clock_is_named() -> None:
    laid = layout.load(KEPT / "row_board.kicad_pcb")
    assert list(layout_check.of_marks(laid, "row_board")) == []
    assert list(layout_check.of_neighbours(laid)) == []
    for ref in ("FID2", "TP1"):
        del laid.parts[ref]
    laid.tracks.append((60.0, 4.6, 420.0, 4.6, 0.25, "F.Cu", "LED_OUT"))
    found = "\n".join([*layout_check.of_marks(laid, "row_board"), *layout_check.of_neighbours(laid)])
    assert "2 fiducials" in found
    assert "CLK has no test point" in found
    assert "LED_OUT runs beside CLK for" in found


@pytest.mark.parametrize("name", source.PRINTED)
def test_designators_revision_and_order_number_are_printed(name: str) -> None:
    text = (KEPT.parent / name / f"{name}.kicad_pcb").read_text(encoding="utf-8")
    row = source.load_board().raw[name]
    assert f"rev {row['revision']}" in text
    assert f'(gr_text "{row["order_number"]}"' in text
    silk = [line for line in text.splitlines() if "fp_text reference" in line and "SilkS" in line]
    shown = [line for line in silk if "hide" not in line]
    circuit = source.OUT / "netlists" / f"{name}.net"
    assert len(shown) == circuit.read_text(encoding="utf-8").count("(comp ")


@pytest.mark.parametrize("name", source.PRINTED)
def test_files_for_the_fabricator_bear_no_date(name: str) -> None:
    for path in (KEPT.parent / name / "gerbers").iterdir():
        for line in path.read_text(encoding="utf-8").splitlines():
            if "CreationDate" in line or " date " in line:
                assert "2026-01-01T00:00:00" in line, (path.name, line)


@pytest.fixture
def controller() -> tuple[layout.LaidOut, netlist.Netlist]:
    circuit = netlist.load((source.OUT / "netlists" / "controller_pico.net").read_text(encoding="utf-8"))
    return layout.load(KEPT.parent / "controller_pico" / "controller_pico.kicad_pcb"), circuit


def _moved(part: layout.Placed, aside: float) -> layout.Placed:
    pads = [dataclasses.replace(pad, x=pad.x + aside) for pad in part.pads]
    return dataclasses.replace(part, x=part.x + aside, pads=pads)


@pytest.mark.parametrize(
    ("ref", "aside", "said"),
    [
        ("U1", 5.0, "its window is at 17.5 mm"),
        ("J3", -13.0, "J3 stands where a washer holds the board"),
        ("J4", 12.0, "J4 stands where a washer holds the board"),
    ],
)
def test_a_controller_that_does_not_fit_its_box_is_named(
    controller: tuple[layout.LaidOut, netlist.Netlist], ref: str, aside: float, said: str
) -> None:
    laid, circuit = controller
    board = source.load_board()
    assert list(layout_check.of_layout(laid, circuit, board)) == []
    laid.parts[ref] = _moved(laid.parts[ref], aside)
    assert any(said in line for line in layout_check.of_layout(laid, circuit, board))


def test_thin_copper_for_all_rows_is_named(controller: tuple[layout.LaidOut, netlist.Netlist]) -> None:
    laid, circuit = controller
    laid.areas = [(net, x1, y1, x1 + 1.5 if net == "FUSED" else x2, y2) for net, x1, y1, x2, y2 in laid.areas]
    found = list(layout_check.of_layout(laid, circuit, source.load_board()))
    assert [line for line in found if "FUSED" in line] == found != []
