"""Tells which files under hardware/enclosure/out are not those that today's dimensions and code make."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from .dimensions import HERE, OUT, Dimensions

CODE = (
    "build.py",
    "dimensions.py",
    "frame.py",
    "lines.py",
    "parts.py",
    "pictures.py",
    "places.py",
    "printing.py",
    "top.py",
)
"""Modules that decide how a part or a picture looks."""


BOARDS = HERE.parent / "out" / "pcb"

SHOWN = ("row_board", "controller_pico")
"""Printed boards that stand in the pictures."""


def positions(board: str) -> Path:
    """Where a printed board's placement file is: what stands on it in the pictures."""
    return BOARDS / board / "positions.csv"


def shown() -> str:
    """SHA-256 over the placement files of the boards that the pictures show; one that is missing counts as empty."""
    whole = hashlib.sha256()
    for board in SHOWN:
        path = positions(board)
        whole.update(board.encode() + b"\0" + (path.read_bytes() if path.is_file() else b""))
    return whole.hexdigest()


def sources(d: Dimensions, folder: Path = HERE) -> str:
    """SHA-256 over every dimension and the code that draws. Other tables of board.toml do not count."""
    whole = hashlib.sha256(json.dumps(dataclasses.asdict(d), sort_keys=True).encode())
    for name in CODE:
        whole.update(name.encode() + b"\0" + (folder / name).read_bytes())
    return whole.hexdigest()


def write(d: Dimensions, out: Path = OUT) -> None:
    """Note what was made from what. STEP is left out: 14 MB that the build makes and Git does not keep."""
    files = {
        path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != "manifest.json" and path.suffix != ".step"
    }
    text = json.dumps({"from": sources(d), "shown": shown(), "files": files}, indent=1, sort_keys=True)
    (out / "manifest.json").write_text(text + "\n", encoding="utf-8")


def findings(d: Dimensions, out: Path = OUT) -> Iterator[str]:
    """One line for each file that is missing, changed by hand, left over or older than its sources."""
    again = "run: make hardware"
    try:
        kept = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        yield f"enclosure/out/manifest.json cannot be read; {again}"
        return
    if kept["from"] != sources(d):
        yield f"enclosure/out is older than board.toml or the code that draws it; {again}"
    if kept["shown"] != shown():
        yield f"enclosure/out/pictures show printed boards as they were; {again}"
    if not any(name.startswith("pictures/") for name in kept["files"]):
        yield f"enclosure/out/pictures were never drawn; {again}"
    for name, want in kept["files"].items():
        path = out / name
        if not path.is_file():
            yield f"enclosure/out/{name} is missing; {again}"
        elif hashlib.sha256(path.read_bytes()).hexdigest() != want:
            yield f"enclosure/out/{name} was changed by hand; {again}"
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file() and path.suffix != ".step"}
    for name in sorted(there - set(kept["files"]) - {"manifest.json"}):
        yield f"enclosure/out/{name} belongs to nothing; remove it or {again}"
