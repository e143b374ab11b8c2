"""The bring-up on the virtual board: the real firmware in MicroPython, with faults planted in its wires."""

from __future__ import annotations

import asyncio
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from immolation.board.bring_up import BringUp, VirtualBench, run
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.board.virtual.faults import read_fault, requests
from immolation.cli.app import app
from typer.testing import CliRunner

pytestmark = [pytest.mark.needs("micropython"), pytest.mark.slow]

SETTINGS = Path(__file__).parents[3] / "hardware" / "out" / "settings"


async def bring_up(folder: Path, *faults: str, build: str = "reed", buttons: str = "") -> BringUp:
    settings: dict[str, Any] = tomllib.loads((SETTINGS / f"{build}.toml").read_text(encoding="utf-8"))
    settings["BUTTONS"] = buttons
    kind = settings["SENSOR_KIND"]
    board = VirtualBoard(folder, settings=settings)
    await board.start()
    control = await VirtualControl.connect(board.control)
    try:
        for fault in faults:
            for request in requests(read_fault(fault), kind):
                await control.fault(**request)
        await control.counters()
        assert control.refusals == []
        return await run(SerialLink(str(board.tty)), VirtualBench(control), lambda line: None)
    finally:
        await control.close()
        await board.stop()


def found(result: BringUp) -> list[tuple[str, tuple[int, ...]]]:
    assert result.finished, result.unchecked
    return [(fault.fault, fault.tiles) for fault in result.faults]


async def test_one_fault_is_named_and_nothing_else(tmp_path: Path) -> None:
    stuck, diode = await asyncio.gather(
        bring_up(tmp_path / "stuck", "stuck-tile:12"),
        bring_up(tmp_path / "diode", "missing-diode:47"),
    )
    assert found(stuck) == [("stuck-tile", (12,))]
    assert found(diode) == [("missing-diode", (47,))]


async def test_several_faults_at_once_and_row_boards(tmp_path: Path) -> None:
    four, weak, boards, unplugged = await asyncio.gather(
        bring_up(tmp_path / "four", "dead-led:34", "stuck-tile:34", "swapped-row:3,4", "missing-diode:47"),
        bring_up(tmp_path / "weak", "weak-supply:800", "flickering-tile:77"),
        bring_up(tmp_path / "boards", "swapped-row:3,4", "dead-sensor:50", build="row-boards"),
        bring_up(tmp_path / "unplugged", "dead-row:8", build="row-boards"),
    )
    assert sorted(found(four)) == [
        ("dead-led", (34,)),
        ("missing-diode", (47,)),
        ("stuck-tile", (34,)),
        ("swapped-row", tuple(range(30, 50))),
    ]
    assert sorted(found(weak)) == [("flickering-tile", (77,)), ("weak-supply", ())]
    assert sorted(found(boards)) == [("dead-sensor", (50,)), ("swapped-row", tuple(range(30, 50)))]
    assert found(unplugged) == [("dead-row", tuple(range(80, 100)))]


async def test_buttons_are_tested_with_the_tiles(tmp_path: Path) -> None:
    sound, broken = await asyncio.gather(
        bring_up(tmp_path / "sound", buttons="1 2 3 host"),
        bring_up(
            tmp_path / "broken",
            *("swapped-button:1,2", "dead-button:host", "dark-button:3", "stuck-button:4"),
            buttons="1 2 3 4 host",
        ),
    )
    assert sound.sound, sound
    assert any("all 4 buttons shine and answer" in step for step in sound.steps)
    assert [fault.fault for fault in broken.faults] == ["stuck-button", "swapped-button", "dead-button", "dark-button"]


def test_the_command_says_it_as_json_and_by_its_exit_code() -> None:
    done = CliRunner().invoke(app, ["board", "test", "--virtual", "--fault", "dead-led:34", "--rows", "4", "--json"])
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert told["finished"]
    assert not told["sound"]
    assert [(fault["fault"], fault["tiles"]) for fault in told["faults"]] == [("dead-led", [34])]
    assert told["faults"][0]["cause"]
    assert told["faults"][0]["cure"]


def test_faults_that_cannot_be_planted_are_refused_before_a_board_starts() -> None:
    runner = CliRunner()
    assert runner.invoke(app, ["board", "test", "--fault", "dead-led:34"]).exit_code == 2
    refused = runner.invoke(app, ["board", "test", "--virtual", "--fault", "gremlin:3"])
    assert isinstance(refused.exception, ValueError)
    assert "There is no fault 'gremlin'" in str(refused.exception)
