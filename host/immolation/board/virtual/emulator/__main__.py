"""``python -m immolation.board.virtual.emulator UF2``: the firmware's promises, measured on an emulated chip."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from immolation_board import wire

from immolation.board.virtual.drive import make_drive
from immolation.board.virtual.emulator.uf2 import WHERE, NotCircuitPython, board_of

FRAMES_AIM = 50.0
"""Frames a second with 100 burning tiles."""

FREE_AIM = 100 * 1024
"""Bytes of heap left."""

EDGE_AIM_MS = 40.0
"""From the magnet to the message, at the default debounce."""

MEASURE_MS = 3000.0
TILE = 47


def pins(settings: dict[str, Any]) -> dict[str, Any]:
    """Numbers of the pins that settings name, for the soldering."""

    def numbers(key: str) -> list[int]:
        return [int(number) for number in re.findall(r"GP(\d+)", str(settings[key]))]

    return {
        "rows": numbers("SENSOR_ROWS"),
        "columns": numbers("SENSOR_COLUMNS"),
        "led": numbers("LED_PIN")[0],
        "order": settings["LED_ORDER"],
    }


async def measure(uf2: Path, board: str, folder: Path) -> dict[str, float]:
    """Boot, meet, burn, touch; what was measured. Raises TimeoutError, ValueError for what did not work."""
    from immolation.board.virtual.emulator.chip import Chip

    settings = make_drive(folder / "CIRCUITPY", {})
    chip = Chip(uf2, board, folder / "CIRCUITPY", folder, pins(settings))
    print("Booting CircuitPython; some twenty seconds on a fast machine.", flush=True)
    await chip.start()
    try:
        chip.send({"k": "hello", "v": list(wire.PROTOCOL), "s": 1})
        _, hello = await chip.message("hello", 20_000)
        print(f"hello: {hello['id']}, firmware {hello['fw']}", flush=True)
        layer = {"e": "fire", "c": 0xFF6000, "on": "f" * wire.HEX_DIGITS, "p": 1, "t": 100, "a": 255}
        chip.send({"k": "scene", "n": 1, "i": 0, "of": 1, "b": 255, **layer})
        await chip.message("ack", 5_000, shown=1)
        first, began, torn = len(chip.frames), chip.now_ms, chip.torn
        await chip.until(lambda: chip.now_ms - began >= MEASURE_MS, 2 * MEASURE_MS, "guest time")
        frames = chip.frames[first:]
        if chip.torn > torn or not frames:
            raise ValueError(f"{chip.torn - torn} LED frames were torn and {len(frames)} whole.")
        if not all(any(any(pixel) for pixel in pixels) for _, pixels in frames):
            raise ValueError("A frame was dark while 100 tiles burn.")
        rate = len(frames) * 1000 / (chip.now_ms - began)
        pressed = chip.now_ms
        chip.matrix.press(*divmod(TILE, 10))
        told, _ = await chip.message("edge", 2_000, tile=TILE, up=0)
        _, status = await chip.message("status", 15_000)
    finally:
        chip.stop()
    return {"frames_per_s": rate, "edge_ms": told - pressed, "free_bytes": float(status["free"])}


def verdict(measured: dict[str, float]) -> int:
    """Print what was measured beside its aim; 0 if every aim was met, 1 if not."""
    rows = (
        ("frames/s, 100 burning tiles", measured["frames_per_s"], FRAMES_AIM, measured["frames_per_s"] >= FRAMES_AIM),
        ("bytes of heap free", measured["free_bytes"], FREE_AIM, measured["free_bytes"] >= FREE_AIM),
        ("ms from magnet to edge", measured["edge_ms"], EDGE_AIM_MS, measured["edge_ms"] <= EDGE_AIM_MS),
    )
    for name, value, aim, met in rows:
        print(f"{name:<30}{value:>12,.1f}   aim {aim:>9,.0f}   {'met' if met else 'MISSED'}")
    return 0 if all(met for *_, met in rows) else 1


def main(arguments: list[str]) -> int:
    """Run with the path of a UF2; 0 all aims met, 1 one missed or something did not work, 2 no usable UF2."""
    if len(arguments) != 1 or not arguments[0]:
        print(f"Usage: make emulator UF2=PATH. {WHERE}", file=sys.stderr)
        return 2
    uf2 = Path(arguments[0])
    try:
        board = board_of(uf2)
    except NotCircuitPython as error:
        print(error, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="immolation-") as folder:
        try:
            return verdict(asyncio.run(measure(uf2, board, Path(folder))))
        except (TimeoutError, ValueError, RuntimeError) as error:
            print(f"The firmware did not pass: {error}", file=sys.stderr)
            return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
