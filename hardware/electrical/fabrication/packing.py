"""Packs what a fabricator takes of a board into one archive, and reads it back against the circuit.

``out/fabrication/<board>.zip`` holds Gerbers, drill files, placement and bill; ``panel/`` has the archive of the
panel of row boards. The same board gives the same bytes.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ..netlists import netlist
from ..source import OUT

FOLDER = OUT / "fabrication"

PANEL_FOLDER = FOLDER / "panel"
"""Of the row boards' panel: its archive, KiCad's report on it and its picture."""

MOMENT = (2026, 1, 1, 0, 0, 0)
"""Of every file in an archive: it must not differ for when it was packed."""

LAYERS = ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "B_Mask.gbs", "F_Silkscreen.gto", "B_Silkscreen.gbo", "F_Paste.gtp")

WANTED = (*LAYERS, "Edge_Cuts.gm1", "PTH.drl", "NPTH.drl")
"""Ends of the plotted files of a board of two layers, all of them needed."""

TITLES = {
    "row_board": ("Row board", "J1, J2 and J3 go below and are soldered by hand."),
    "row_panel": (
        "Panel of row boards",
        "J1, J2 and J3 of each row go below and are soldered by hand.\n"
        "The panel is the customer's: boards hang on bridges with mouse bites; three fiducials and four holes of 2 mm "
        "are on the rails.",
    ),
    "identity_strip": ("Strip of 3-axis sensors", "J1 goes below and is soldered by hand."),
    "identity_hub": ("Hub of the 3-axis sensors", "J2 to J11 are soldered by hand, on the upper side."),
    "controller_pico": ("Controller board", "Everything with wires is soldered by hand, on the upper side too."),
}
"""Title of each board in its archive, and a sentence on the parts that no machine places."""

READ_ME = """{title} of Immolation: two layers, 1.6 mm FR4, 35 um copper, {width:g} x {depth:g} mm.
Small parts are placed on the upper side only. {by_hand}
positions.csv counts from the lower left corner, y upwards, like the Gerbers; turns are JLCPCB's.
bill.csv: only lines "machine" are placed.
"""


def members(name: str, folder: Path, bill: str, size: tuple[float, float]) -> dict[str, bytes]:
    """Read every file of a board's archive by its name in it. Raises FileNotFoundError for a plot that is missing."""
    found = {f"gerbers/{name}-{end}": (folder / "gerbers" / f"{name}-{end}").read_bytes() for end in WANTED}
    found["positions.csv"] = (folder / "positions.csv").read_bytes()
    found["bill.csv"] = bill.encode()
    title, by_hand = TITLES[name]
    found["README.txt"] = READ_ME.format(title=title, by_hand=by_hand, width=size[0], depth=size[1]).encode()
    return found


def pack(files: dict[str, bytes]) -> bytes:
    """The archive of these files, in the order of their names."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            row = zipfile.ZipInfo(name, MOMENT)
            row.compress_type = zipfile.ZIP_DEFLATED
            row.external_attr = 0o644 << 16
            archive.writestr(row, files[name])
    return made.getvalue()


def unpack(path: Path) -> dict[str, bytes]:
    """The files of an archive by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def findings(path: Path, current: dict[str, bytes], circuit: netlist.Netlist) -> Iterator[str]:
    """One line for each file that is missing, more or older than the board, and each part that the bill lacks."""
    if not path.is_file():
        yield f"hardware/out/fabrication/{path.name} is missing; run: make hardware"
        return
    packed = unpack(path)
    for name in sorted(current.keys() | packed.keys()):
        if name not in packed:
            yield f"{path.name}: {name} is missing."
        elif name not in current:
            yield f"{path.name}: {name} belongs to no board."
        elif packed[name] != current[name]:
            yield f"{path.name}: {name} is stale; run: make hardware"
    if "bill.csv" not in packed or "positions.csv" not in packed:
        return
    bill = list(csv.DictReader(packed["bill.csv"].decode().splitlines()))
    refs = {ref: row for row in bill for ref in row["Designator"].split(",")}
    places = {row["Designator"]: row for row in csv.DictReader(packed["positions.csv"].decode().splitlines())}
    for ref in sorted(circuit.components.keys() - (refs.keys() & places.keys()), key=netlist.natural):
        yield f"{path.name}: {ref} is missing from its bill or its placement."
    for ref, row in refs.items():
        if row["Placed by"] == "machine" and places.get(ref, {}).get("Layer") != "top":
            yield f"{path.name}: {ref} is to be placed by machine and is not on the upper side."
        if row["Placed by"] == "machine" and not row["Manufacturer part number"]:
            yield f"{path.name}: {ref} has no manufacturer's number."
