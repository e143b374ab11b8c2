"""The pitch of the tiles is a parameter of board.toml alone: row board, enclosure, budgets and LEDs follow it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.electrical import source
from hardware.electrical.budgets import power, sensing
from hardware.electrical.fabrication import layout, layout_check
from hardware.electrical.netlists import netlist
from hardware.enclosure import dimensions

PITCHES = [40.0, 45.0, 50.0]


def at_pitch(pitch: float, folder: Path) -> Path:
    """board.toml with another pitch and nothing else changed."""
    text = (source.HARDWARE / "board.toml").read_text(encoding="utf-8")
    assert text.count("\npitch = 45.0") == 1
    path = folder / "board.toml"
    path.write_text(text.replace("\npitch = 45.0", f"\npitch = {pitch}"), encoding="utf-8")
    return path


@pytest.mark.parametrize("pitch", PITCHES)
def test_the_enclosure_follows_and_fits_its_printer(pitch: float, tmp_path: Path) -> None:
    d = dimensions.load(at_pitch(pitch, tmp_path))
    assert d.field == 10 * pitch
    assert d.row_size == (10 * pitch - 2, 38)
    assert all(0 < x < d.row_size[0] for x, _ in d.row_holes)
    for split in (d.trays, d.tops, d.tops_across):
        for span in d.spans(split):
            low, high = span.reach(d.border, d.gap)
            assert high - low <= 214
    # a light wall stands over every hole and every chip that is not at an end
    for x, _ in d.row_holes[1:-1]:
        assert (x + d.row_origin[0]) % pitch == pytest.approx(0)
    for x, *_ in d.notches:
        assert (x + d.row_origin[0]) % pitch == pytest.approx(0)
    assert 13 < d.border <= 20


@pytest.mark.parametrize("pitch", PITCHES)
def test_the_budgets_follow(pitch: float, tmp_path: Path) -> None:
    board = source.load_board(at_pitch(pitch, tmp_path))
    assert board.raw["links"]["bus_pitch"] == pitch
    magnet, sensor = sensing.recommended()
    verdict = sensing.judge(board, magnet, sensor, board.pitch)
    assert verdict.felt
    assert verdict.released
    assert list(power.findings(board)) == []


def test_closer_tiles_lose_fewer_volts_and_feel_more_of_their_neighbours(tmp_path: Path) -> None:
    boards = [source.load_board(at_pitch(pitch, tmp_path)) for pitch in PITCHES]
    volts = [power.drop(board, 18, (0,), 4000).least for board in boards]
    assert volts == sorted(volts, reverse=True)
    magnet, sensor = sensing.recommended()
    crowds = [sensing.judge(board, magnet, sensor, board.pitch).crowd for board in boards]
    assert crowds == sorted(crowds, reverse=True)


@pytest.mark.parametrize(
    ("name", "pitch"),
    [
        *((name, pitch) for pitch in PITCHES for name in ("row_board", "identity_strip")),
        ("controller_pico", PITCHES[0]),
    ],
)
def test_a_printed_board_is_placed_and_routed_at_this_pitch_without_a_finding(
    name: str, pitch: float, tmp_path: Path
) -> None:
    python = shutil.which(layout_check.KICAD_PYTHON)
    if python is None or subprocess.run([python, "-c", "import pcbnew"], capture_output=True, check=False).returncode:
        pytest.skip("KiCad is not installed")
    shutil.copytree(
        source.HARDWARE, tmp_path / "hardware", ignore=shutil.ignore_patterns("enclosure", "gerbers", "__py*")
    )
    shutil.copytree(
        source.HARDWARE / "enclosure", tmp_path / "hardware/enclosure", ignore=shutil.ignore_patterns("out")
    )
    at_pitch(pitch, tmp_path / "hardware")
    subprocess.run(
        [python, "-m", "hardware.electrical.pcb", str(tmp_path / "pcb"), name],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert list(layout_check.of_report((tmp_path / "pcb" / name / "drc.txt").read_text(encoding="utf-8"))) == []
    path = layout_check.board_file(name, tmp_path / "pcb")
    laid = layout.load(path)
    circuit = netlist.load((source.OUT / "netlists" / f"{name}.net").read_text(encoding="utf-8"))
    board = source.load_board(tmp_path / "hardware" / "board.toml")
    assert list(layout_check.of_layout(laid, circuit, board)) == []
    found = layout_check.least_clearances(path)
    assert found is not None
    assert list(layout_check.of_clearances(found)) == []
