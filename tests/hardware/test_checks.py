"""The checks of `make hardware-check` find nothing in the hardware as it is, and name what is not what it was."""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.electrical import check, freshness, source
from hardware.electrical.budgets import power, sensing
from hardware.electrical.fabrication import layout, layout_check
from hardware.electrical.netlists import netlist, rules

TOOLS = pytest.mark.skipif(
    not check.TOOLS.exists() and os.environ.get("CI") != "true",  # where they must be, their absence fails the test
    reason="scripts/hardware tools installs SKiDL",
)


NEEDS = {
    "electrical rules (SKiDL)": TOOLS,
    "placement against Gerbers": TOOLS,
    "simulations (ngspice)": pytest.mark.skipif(
        shutil.which("ngspice") is None and os.environ.get("CI") != "true", reason="ngspice is not installed"
    ),
}
"""Check -> what it cannot do without."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=NEEDS.get(name, ())) for name in check.CHECKS])
def test_nothing_is_found(name: str) -> None:
    found = list(check.CHECKS[name]())
    assert not found, "\n".join(found)


BROKEN = """
from hardware.electrical import source
from hardware.electrical.netlists import circuits
sheet = circuits.Sheet("broken", source.load_parts())
{lines}
try:
    sheet.finish()
except circuits.RulesBroken as broken:
    print(broken)
"""


@TOOLS
@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ('u = sheet.part("HC165", "U1"); sheet.net("A", u["DS"], u["CE"])', "Unconnected"),
        (
            'u, v = sheet.part("HC165", "U1"), sheet.part("HC165", "U2"); sheet.net("A", u["Q7"], v["Q7"])',
            "Pin conflict",
        ),
        ('u = sheet.part("HALL", "HS1"); sheet.net("A", u["OUT"]); sheet.net("B", u["VCC"], u["GND"])', "drive"),
    ],
)
def test_skidls_rules_stop_a_broken_circuit(lines: str, word: str) -> None:
    said = subprocess.run(
        [str(check.TOOLS), "-c", BROKEN.format(lines=lines)],
        cwd=source.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert word.lower() in said.stdout.lower()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of hardware/ to spoil."""
    shutil.copytree(source.HARDWARE, tmp_path / "hardware", ignore=shutil.ignore_patterns("enclosure", "__pycache__"))
    return tmp_path / "hardware"


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (lambda root: (root / "out/drawings/supply.svg").unlink(), "missing"),
        (lambda root: (root / "out/drawings/supply.svg").write_text("<svg/>"), "by hand"),
        (lambda root: (root / "out/pcb/row_board/drc.txt").write_text("all well"), "by hand"),
        (lambda root: (root / "out/plots/extra.svg").write_text("<svg/>"), "belongs to nothing"),
        (lambda root: (root / "electrical/pictures/plots.py").write_text("# other"), "older than"),
        (lambda root: _replace(root / "board.toml", "pitch = 45.0", "pitch = 46.0"), "older than"),
        (lambda root: (root / "out/manifest.json").unlink(), "manifest"),
    ],
)
def test_a_stale_or_missing_file_is_named(copy: Path, spoil: object, word: str) -> None:
    assert list(freshness.findings(copy)) == []
    spoil(copy)  # type: ignore[operator]
    assert any(word in line for line in freshness.findings(copy))


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("side = 10", "side = 8", "10 x 10"),
        ("pitch = 45.0", "pitch = 60.0", "40 to 50"),
        ("rows = [0, 1, 2", "rows = [0, 2, 2", "each once"),
        ('U1 = ["4", "3"', 'U1 = ["4", "4"', "each once"),
        ("limit = 4000", "limit = 4900", "80 %"),
        ('controller = "pico"', 'controller = "picard"', "picard"),
        ('"SENSE", "GND", "LED"]', '"SENSE", "LED"]', "10"),
    ],
)
def test_an_impossible_board_is_refused_with_the_key(tmp_path: Path, old: str, new: str, word: str) -> None:
    text = (source.HARDWARE / "board.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "board.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(source.BadSource, match=word):
        source.load_board(tmp_path / "board.toml")


def test_the_settings_that_are_handed_out_are_taken_by_the_firmware_itself() -> None:
    import tomllib

    for build in source.load_board().builds.values():
        lines = tomllib.loads((source.OUT / "settings" / f"{build.name}.toml").read_text(encoding="utf-8"))
        settings = rules.firmware("settings").load(lambda key, default, lines=lines: lines.get(key, default))
        assert sorted(tile for tile in settings["SENSOR_TILES"] if tile != 255) == list(range(100))


SYMBOLS = Path("/usr/share/kicad/symbols")


@pytest.mark.skipif(not SYMBOLS.is_dir(), reason="KiCad's symbols are not installed")
@pytest.mark.parametrize("key", [key for key, part in source.load_parts().parts.items() if part.kicad])
def test_pins_are_those_of_kicads_own_library(key: str) -> None:
    part = source.load_parts().parts[key]
    library, name = part.kicad.split(":")
    pins = _symbol_pins(SYMBOLS / f"{library}.kicad_sym", name)
    kinds = {
        "INPUT": {"input"},
        "OUTPUT": {"output", "tri_state"},
        "PWRIN": {"power_in"},
        "PWROUT": {"power_out"},
        "PASSIVE": {"passive"},
        "BIDIR": {"bidirectional", "output"},  # a switched clock passes both ways
        "NOCONNECT": {"input"},  # pulls itself up and stays open
    }
    assert set(pins) == {pin.number for pin in part.pins}
    for pin in part.pins:
        kind, called = pins[pin.number]
        assert kind in kinds[pin.kind], f"{key} pin {pin.number}"
        assert called in ("~", "", pin.name, pin.name.removesuffix("N")), f"{key} pin {pin.number}"


def _symbol_pins(path: Path, name: str) -> dict[str, tuple[str, str]]:
    """Kind and name by number of a symbol, or of the one it extends."""
    library = netlist._tree(path.read_text(encoding="utf-8"))
    symbol = next(row for row in library if isinstance(row, list) and row[:2] == ["symbol", name])
    extends = [row for row in symbol if isinstance(row, list) and row[0] == "extends"]
    if extends:
        return _symbol_pins(path, extends[0][1])
    found = {}
    for unit in (row for row in symbol if isinstance(row, list) and row[0] == "symbol"):
        for pin in (row for row in unit if isinstance(row, list) and row[0] == "pin"):
            inner = {row[0]: row[1] for row in pin if isinstance(row, list)}
            found[inner["number"]] = (pin[1], inner["name"].replace("~{", "").replace("}", ""))
    return found


# The printed board


def _laid() -> tuple[layout.LaidOut, netlist.Netlist]:
    circuit = netlist.load((source.OUT / "netlists" / "row_board.net").read_text(encoding="utf-8"))
    return layout.load(source.OUT / "pcb" / "row_board" / "row_board.kicad_pcb"), circuit


@pytest.mark.parametrize("ref", ["HS4", "LED7", "H2", "U1", "J3"])
def test_a_part_that_is_missing_or_moved_is_named(ref: str) -> None:
    laid, circuit = _laid()
    part = laid.parts.pop(ref)
    missing = list(layout_check.of_layout(laid, circuit, source.load_board()))
    assert any(ref in line or "mounting holes" in line for line in missing)
    laid.parts[ref] = part
    part.x += 1
    part.below = not part.below
    moved = list(layout_check.of_layout(laid, circuit, source.load_board()))
    assert bool(moved) is (ref != "U1"), "a register may stand anywhere"


@pytest.mark.parametrize("ref", ["C4", "L1", "R13"])
def test_a_part_of_the_regulator_that_stands_too_far_away_is_named(ref: str) -> None:
    laid, _ = _laid()
    assert list(layout_check.of_the_regulator(laid)) == []
    laid.parts[ref].pads = [dataclasses.replace(pad, y=pad.y + 8) for pad in laid.parts[ref].pads]
    assert any(f"{ref}." in line for line in layout_check.of_the_regulator(laid))


def test_a_pad_on_another_net_is_named() -> None:
    laid, circuit = _laid()
    circuit.nets["TILE3"], circuit.nets["TILE4"] = circuit.nets["TILE4"], circuit.nets["TILE3"]
    found = list(layout_check.of_layout(laid, circuit, source.load_board()))
    assert any("HS4" in line for line in found)


@pytest.mark.skipif(not Path(layout_check.KICAD_PYTHON).exists(), reason="KiCad's Python is not installed")
@pytest.mark.parametrize("what", ["segment", "via"])
def test_kicads_rules_see_a_missing_track(tmp_path: Path, what: str) -> None:
    probe = subprocess.run([layout_check.KICAD_PYTHON, "-c", "import pcbnew"], capture_output=True, check=False)
    if probe.returncode:
        pytest.skip("KiCad is not installed")
    for suffix in (".kicad_pcb", ".kicad_pro"):
        shutil.copy(source.OUT / "pcb" / "row_board" / f"row_board{suffix}", tmp_path)
    path = tmp_path / "row_board.kicad_pcb"
    laid = layout.load(path)
    clock = str(laid.nets.index("CLK") + 1)
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [
        line for line in lines if not (line.strip().startswith(f"({what} ") and f"(net {_code(lines, 'CLK')})" in line)
    ]
    assert len(kept) < len(lines), clock
    path.write_text("\n".join(kept), encoding="utf-8")
    assert any("unconnected" in line for line in layout_check._kicad(path))


def _code(lines: list[str], net: str) -> str:
    return next(line.split()[1] for line in lines if line.strip().startswith("(net ") and f'"{net}"' in line)


# The budgets


def test_the_exact_field_and_the_dipole_agree_far_away() -> None:
    magnet = sensing.Magnet(10, 3, "N42", 1.28)
    assert sensing.vertical(magnet, 0, 60) == pytest.approx(sensing.on_axis(magnet, 60), rel=0.02)
    # The maker of such a disc states about 0.9 T/2 x ... at its face; a centimetre away it is some 30 mT.
    assert 20 < sensing.on_axis(magnet, 11.5) < 40


def test_a_miniature_is_felt_in_its_tile_and_not_in_the_next() -> None:
    board = source.load_board()
    magnet, sensor = sensing.recommended()
    for pitch in (40.0, 45.0, 50.0):
        verdict = sensing.judge(board, magnet, sensor, pitch)
        assert verdict.felt
        assert verdict.released
    assert not sensing.judge(board, sensing.Magnet(6, 2, "N35", 1.17), sensor, 45.0).felt
    assert not sensing.judge(board, sensing.Magnet(15, 3, "N52", 1.43), sensor, 45.0).released


def test_thicker_wire_and_more_feeds_lose_less() -> None:
    board = source.load_board()
    by_gauge = [power.drop(board, awg, (0,), 4000).least for awg in power.GAUGES]
    assert by_gauge == sorted(by_gauge, reverse=True)
    assert power.drop(board, 18, (0, 9), 4000).least > power.drop(board, 18, (0,), 4000).least


def test_the_firmwares_model_covers_the_leds_that_are_sold_now() -> None:
    board = source.load_board()
    loads = {load.led: load for load in power.loads(board, board.raw["supply"]["limit"])}
    assert all(load.at_limit <= 5000 for name, load in loads.items() if "20 mA" not in name)
    old = loads["first WS2812B, 20 mA rule"]
    assert old.at_limit > 5000, "the guide must then say so"
    assert list(power.loads(board, old.safe_limit))[2].at_limit <= 5000
