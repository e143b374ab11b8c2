"""Whether KiCad reads the netlists as we wrote them: every footprint found, every pad on its net.

The netlist is imported by kinet2pcb, which has a parser of its own, into a board made by KiCad's own Python; what then
lies on that board is compared with the circuit. ``python -m hardware.electrical.netlists.kicad_import NETLIST`` runs in
KiCad's Python and prints what it found.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ..source import HARDWARE, OUT, ROOT
from . import netlist

KICAD_PYTHON = "/usr/bin/python3"
"""Debian's own Python, which has KiCad's pcbnew module."""

KICAD_FOOTPRINTS = "/usr/share/kicad/footprints"

KEPT = "imported.json"
"""Beside the netlists: SHA-256 of each that KiCad has imported without a finding."""

SMALL = 40_000
"""Characters of a netlist that is imported in about a second."""


def available() -> bool:
    """Whether KiCad's Python and kinet2pcb are installed."""
    python = shutil.which(KICAD_PYTHON)
    if python is None or _site() is None:
        return False
    return not subprocess.run([python, "-c", "import pcbnew"], capture_output=True, check=False).returncode


def findings(folder: Path = OUT / "netlists") -> Iterator[str]:
    """One line for each part or pad that KiCad sees otherwise.

    What it saw is kept beside the netlists with their digests, because the reed board takes it a minute; the small ones
    are imported anew where KiCad is installed.
    """
    kept = folder / KEPT
    rows = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    anew = available()
    for path in sorted(folder.glob("*.net")):
        text = path.read_text(encoding="utf-8")
        if rows.get(path.name) != hashlib.sha256(text.encode()).hexdigest():
            yield f"hardware/out/netlists/{path.name} was never imported into KiCad as it is; run: make hardware"
        elif anew and len(text) < SMALL:
            yield from of_file(path)


def of_file(path: Path) -> Iterator[str]:
    """Import one netlist into KiCad and compare."""
    done = subprocess.run(
        [KICAD_PYTHON, "-m", "hardware.electrical.netlists.kicad_import", str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(_site())},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        yield f"{path.name}: KiCad cannot import it: {done.stderr.strip()[-200:]}"
        return
    seen = json.loads(done.stdout.splitlines()[-1])
    yield from compare(netlist.load(path.read_text(encoding="utf-8")), seen)


def keep(folder: Path = OUT / "netlists") -> list[str]:
    """Import every netlist that was not imported as it is, and note those in which nothing was found."""
    kept = folder / KEPT
    rows = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    found, good = [], {}
    for path in sorted(folder.glob("*.net")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        said = [] if rows.get(path.name) == digest else list(of_file(path))
        found += said
        if not said:
            good[path.name] = digest
    kept.write_text(json.dumps(good, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return found


def compare(circuit: netlist.Netlist, seen: dict[str, dict[str, str]]) -> Iterator[str]:
    """The circuit against what lies on KiCad's board: net by pad by reference."""
    for ref in sorted(circuit.components.keys() | seen.keys(), key=netlist.natural):
        if ref not in seen:
            yield f"{circuit.name}: KiCad has no {ref}: footprint {circuit.components[ref].footprint} was not found."
            continue
        if ref not in circuit.components:
            yield f"{circuit.name}: KiCad has {ref}, which is in no circuit."
            continue
        wanted, there = circuit.pins_of(ref), seen[ref]
        for number in sorted(wanted.keys() | there.keys(), key=netlist.natural):
            ours, theirs = wanted.get(number, ""), there.get(number, "")
            if number not in there:
                yield f"{circuit.name}: {ref} has no pad {number} in KiCad's footprint."
            elif ours != theirs:
                yield f"{circuit.name}: pad {number} of {ref} is on {theirs or 'nothing'} in KiCad, not on {ours}."


def _site() -> Path | None:
    found = sorted((ROOT / ".venv-hardware" / "lib").glob("python3*/site-packages/kinet2pcb"))
    return found[0].parent if found else None


def main() -> int:
    """Import one netlist and print net by pad by reference."""
    import pcbnew  # KiCad's own; knows nothing of types
    from kinet2pcb.kinet2pcb import kinet2pcb

    circuit = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        board_file = str(Path(folder) / "imported.kicad_pcb")
        os.chdir(folder)
        kinet2pcb(circuit, board_file, [KICAD_FOOTPRINTS, str(HARDWARE / "footprints")])
        board = pcbnew.LoadBoard(board_file)
        seen = {
            part.GetReference(): {pad.GetNumber(): pad.GetNetname() for pad in part.Pads() if pad.GetNumber()}
            for part in board.GetFootprints()
        }
    print(json.dumps(seen))
    return 0


if __name__ == "__main__":
    sys.exit(main())
