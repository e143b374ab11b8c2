"""Notes what every drawn file under hardware/out was made from, and tells those that are older than it."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from .source import HARDWARE, OUT, PRINTED

MANIFEST = OUT / "manifest.json"

CODE = "electrical"
PCB = ("drawing", "row_board", "controller", "identity_strip", "identity_hub", "copper", "router", "files")
SOURCES: dict[str, tuple[str, ...]] = {
    "drawings": (
        f"{CODE}/pictures/drawings.py",
        f"{CODE}/pictures/wiring_picture.py",
        "board.toml: grid links wire row_bus seat_buttons builds row_bits controllers",
        "out/netlists/controller_pico.net",
        "out/netlists/row_board.net",
        "out/netlists/reed_board.net",
        "out/netlists/seat_buttons.net",
    ),
    "schematics": (
        f"{CODE}/pictures/schematic.py",
        "parts.toml: part",
        *(f"out/netlists/{name}.net" for name in PRINTED),
    ),
    "plots": (
        "geometry.py",
        f"{CODE}/pictures/plots.py",
        f"{CODE}/budgets/power.py",
        f"{CODE}/budgets/sensing.py",
        "board.toml: grid tile links supply wire",
        "figures.toml",
    ),
    "manual": (
        *(f"manual/{name}.py" for name in ("board_view", "checklist", "drawings", "identity_drawings", "steps")),
        f"{CODE}/pictures/wiring_picture.py",
        "manual.toml",
        "board.toml: grid row_board row_bus links supply row_regulator seat_buttons identity identity_strip",
        "out/bom/row-boards.csv",
        "out/bom/identity.csv",
        "out/pcb/row_board/row_board.kicad_pcb",
        "out/pcb/controller_pico/controller_pico.kicad_pcb",
        "out/pcb/identity_hub/identity_hub.kicad_pcb",
        "out/pcb/identity_strip/identity_strip.kicad_pcb",
    ),
    "pcb": (
        "geometry.py",
        *(f"{CODE}/pcb/{name}.py" for name in PCB),
        f"{CODE}/fabrication/layout_check.py",
        "board.toml: grid tile light row_board controller_pico seat_buttons fabricator",
        "board.toml: identity identity_strip identity_hub",
        *(f"out/netlists/{name}.net" for name in PRINTED),
    ),
    "fabrication/panel": (
        *(f"{CODE}/pcb/{name}.py" for name in ("panel", "drawing", "files")),
        *(f"{CODE}/fabrication/{name}.py" for name in ("panel", "packing")),
        f"{CODE}/pictures/panel_picture.py",
        "board.toml: row_board row_panel fabricator",
        "out/bom/boards/row_panel.csv",
        "out/pcb/row_board/row_board.kicad_pcb",
    ),
}
"""Sources of each folder of hardware/out; of board.toml only the tables named.

Text that can be made in a moment is compared whole instead.
"""


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sources(folder: str, root: Path) -> str:
    whole = hashlib.sha256()
    for name in SOURCES[folder]:
        file, _, tables = name.partition(": ")
        text = (root / file).read_bytes()
        if tables:
            raw = tomllib.loads(text.decode())
            text = json.dumps([raw[table] for table in tables.split()], sort_keys=True).encode()
        whole.update(name.encode() + b"\0" + text)
    return whole.hexdigest()


def write() -> None:
    """Note what every drawn file is made from, after a build."""
    rows = {}
    for folder in SOURCES:
        made = sorted(path for path in (OUT / folder).rglob("*") if path.is_file())
        rows[folder] = {
            "from": _sources(folder, HARDWARE),
            "files": {path.relative_to(OUT / folder).as_posix(): digest(path) for path in made},
        }
    MANIFEST.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def findings(root: Path = HARDWARE) -> Iterator[str]:
    """One line for each file that is missing, changed by hand or older than its sources."""
    out = root / "out"
    try:
        rows = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        yield "hardware/out/manifest.json can not be read; run: make hardware"
        return
    for folder in SOURCES:
        row = rows.get(folder)
        if row is None:
            yield f"hardware/out/{folder} was never built; run: make hardware"
            continue
        if row["from"] != _sources(folder, root):
            yield f"hardware/out/{folder} is older than {' or '.join(SOURCES[folder])}; run: make hardware"
        for name, want in row["files"].items():
            path = out / folder / name
            if not path.is_file():
                yield f"hardware/out/{folder}/{name} is missing; run: make hardware"
            elif digest(path) != want:
                yield f"hardware/out/{folder}/{name} was changed by hand; run: make hardware"
        there = {path.relative_to(out / folder).as_posix() for path in (out / folder).rglob("*") if path.is_file()}
        for name in sorted(there - set(row["files"])):
            yield f"hardware/out/{folder}/{name} belongs to nothing; remove it or run: make hardware"


def up_to_date(folder: str) -> bool:
    """Tell whether a folder needs no building."""
    try:
        row = json.loads(MANIFEST.read_text(encoding="utf-8"))[folder]
    except (OSError, ValueError, KeyError):
        return False
    files = row["files"].items()
    return bool(
        row["files"]
        and row["from"] == _sources(folder, HARDWARE)
        and all((OUT / folder / name).is_file() and digest(OUT / folder / name) == want for name, want in files)
    )
