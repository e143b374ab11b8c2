"""KiCad reads the netlists as they were written, the row board keeps its distances, the bills hold the whole box."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.electrical import check, source
from hardware.electrical.fabrication import bills, footprints, layout_check
from hardware.electrical.netlists import kicad_import, netlist, rules
from hardware.enclosure import bought, dimensions

NETLISTS = source.OUT / "netlists"


def _as_seen(circuit: netlist.Netlist) -> dict[str, dict[str, str]]:
    return {ref: circuit.pins_of(ref) for ref in circuit.components}


@pytest.fixture
def row() -> netlist.Netlist:
    return netlist.load((NETLISTS / "row_board.net").read_text(encoding="utf-8"))


def test_what_kicad_sees_is_the_circuit(row: netlist.Netlist) -> None:
    assert list(kicad_import.compare(row, _as_seen(row))) == []


@pytest.mark.parametrize("wrong", ["part", "extra", "pad", "net", "open"])
def test_what_kicad_sees_otherwise_is_named(row: netlist.Netlist, wrong: str) -> None:
    seen = _as_seen(row)
    if wrong == "part":
        del seen["HS4"]
    elif wrong == "extra":
        seen["X9"] = {"1": "GND"}
    elif wrong == "pad":
        del seen["HS4"]["2"]
    elif wrong == "net":
        seen["HS4"]["2"] = "TILE9"
    else:
        seen["HS4"]["2"] = ""
    found = list(kicad_import.compare(row, seen))
    assert len(found) == 1
    assert ("X9" if wrong == "extra" else "HS4") in found[0]


@pytest.mark.skipif(not kicad_import.available(), reason="KiCad or kinet2pcb is not installed")
def test_kicad_itself_imports_a_controller_and_sees_a_swapped_net(tmp_path: Path) -> None:
    path = NETLISTS / "controller_pico.net"
    assert list(kicad_import.of_file(path)) == []
    text = path.read_text(encoding="utf-8")
    spoilt = tmp_path / "controller_pico.net"
    spoilt.write_text(text.replace("Package_SO:SOIC-8_3.9x4.9mm_P1.27mm", "Package_SO:SOIC-9", 1), encoding="utf-8")
    assert any("Q" in line for line in kicad_import.of_file(spoilt))


def test_a_netlist_that_was_never_imported_is_told(tmp_path: Path) -> None:
    for name in ("row_board.net", kicad_import.KEPT):
        (tmp_path / name).write_text((NETLISTS / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "row_board.net").write_text("(export)", encoding="utf-8")
    assert any("never imported" in line for line in kicad_import.findings(tmp_path))


def test_every_footprint_is_in_kicads_libraries_or_in_ours() -> None:
    ours = {name.removesuffix(".kicad_mod") for name, _ in footprints.all_files(source.load_parts())}
    for part in source.load_parts().parts.values():
        library, name = part.footprint.split(":")
        if library == footprints.LIBRARY:
            assert name in ours
            text = (footprints.FOLDER / f"{name}.kicad_mod").read_text(encoding="utf-8")
            assert text.count("(pad ") == len(part.pins)
        else:
            kicad = Path(kicad_import.KICAD_FOOTPRINTS)
            assert not kicad.is_dir() or (kicad / f"{library}.pretty" / f"{name}.kicad_mod").is_file(), part.footprint


REPORT = """
[clearance]: Clearance violation (netclass 'Default' clearance 1.0000 mm; actual {copper} mm)
[clearance]: Clearance violation (netclass 'Default' clearance 1.0000 mm; actual 0.4000 mm)
[hole_near_hole]: Drilled holes too close together (board setup constraints min 1.0000 mm; actual 0.6000 mm)
"""


def test_the_least_distance_of_each_kind_is_read_from_kicads_report() -> None:
    found = layout_check.of_demanding_report(REPORT.format(copper="0.2100"))
    assert found["clearance"] == 0.21
    assert found["hole_near_hole"] == 0.6
    assert found["copper_edge_clearance"] == layout_check.DEMANDED_MM
    assert list(layout_check.of_clearances(found)) == []
    near = layout_check.of_demanding_report(REPORT.format(copper="0.1200"))
    assert any("0.120 mm" in line for line in layout_check.of_clearances(near))


def test_the_bills_hold_screws_feet_diffuser_filament_and_magnets_for_one_and_for_ten() -> None:
    box = dimensions.load()
    counted = {row.key: row for row in bought.all_of(box)}
    assert counted["M3x16"].pieces + 4 == len(box.screws()), "four are held by nuts over the controller"
    keys = {extra["count"] for extra in source.load_parts().extras if "count" in extra}
    assert keys == set(counted), "everything that is counted is ordered, and the other way round"
    netlists = rules.read_folder(NETLISTS)
    for build in source.load_board().builds.values():
        rows = list(csv.DictReader(bills.as_csv(build, netlists, source.load_parts()).splitlines()))
        text = "\n".join(row["Part"] for row in rows)
        for word in (
            "M3 x 16",
            "M3 x 12",
            "countersunk",
            "Nut",
            "foot",
            "acrylic",
            "PETG black",
            "PETG white",
            "Magnet",
        ):
            assert word in text, (build.name, word)
        for row in rows:
            one, ten = int(row["Order for 1 board"]), int(row["Order for 10 boards"])
            assert 1 <= one <= ten
        spools = next(row for row in rows if "PETG black" in row["Part"])
        grams = int(spools["Built in per board"])
        assert int(spools["Order for 1 board"]) == -(-grams // 1000)
        assert int(spools["Order for 10 boards"]) == -(-10 * grams // 1000)


def test_the_guides_fault_table_is_the_one_of_the_test_command() -> None:
    import tomllib

    from immolation.board.bring_up import table

    text = (source.HARDWARE / "README.md").read_text(encoding="utf-8")
    assert check.fault_table() in text
    at_the_bench = tomllib.loads(check.FAULTS.read_text(encoding="utf-8"))  # others show while a game is played
    rows = {name: table()[name] for name in at_the_bench}
    assert all(f"| {name} | {row.symptom} | {row.cause} | {row.cure} |" in text for name, row in rows.items())


def test_every_group_of_figures_says_where_it_was_read() -> None:
    import tomllib

    figures = tomllib.loads((source.HARDWARE / "figures.toml").read_text(encoding="utf-8"))
    for name in ("led", "grades", "gauges", "copper"):
        assert figures[name]["read"], name
    for name, row in figures["sensors"].items():
        assert row["read"], name
    assert set(figures["chips"]["read"]) == {key for key, value in figures["chips"].items() if isinstance(value, str)}


def test_an_unknown_command_says_what_there_is() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hardware", "electric", "build"],
        cwd=source.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "electrical|enclosure build|check" in done.stderr
    assert json.loads((NETLISTS / kicad_import.KEPT).read_text(encoding="utf-8"))
