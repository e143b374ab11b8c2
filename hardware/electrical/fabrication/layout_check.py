"""Checks the printed boards against circuit and board.toml: nets, places, edge, marks, and KiCad's own verdict."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ...geometry import corners
from ..netlists import netlist
from ..source import OUT, PRINTED, ROOT, Board, load_board
from . import layout

FOLDER = OUT / "pcb"

PLACE_MM = 0.05
"""How far a part may be from where board.toml wants it; a fabricator's machine is no better."""

KICAD_PYTHON = "/usr/bin/python3"

LEAST_MM = {"clearance": 0.2, "copper_edge_clearance": 0.3, "hole_clearance": 0.25, "hole_near_hole": 0.25}
"""What is asked for, by KiCad's names: any fabricator's cheapest process makes 0.15 mm and drills 0.25 mm apart."""

WORDS = {
    "clearance": "copper and copper of another net",
    "copper_edge_clearance": "copper and the board's edge",
    "hole_clearance": "hole and copper of another net",
    "hole_near_hole": "hole and hole",
}
DEMANDED_MM = 1.0
"""Far more than there is anywhere."""


def board_file(name: str, folder: Path = FOLDER) -> Path:
    """Where the KiCad file of a board lies."""
    return folder / name / f"{name}.kicad_pcb"


def findings() -> Iterator[str]:
    """Give one line for each thing on a printed board that is not as it must be."""
    for name in PRINTED:
        path = board_file(name)
        if not path.is_file():
            yield f"{path.relative_to(ROOT)} is missing; run: make hardware"
            continue
        circuit = netlist.load((OUT / "netlists" / f"{name}.net").read_text(encoding="utf-8"))
        yield from of_layout(layout.load(path), circuit, load_board())
        project = json.loads(path.with_suffix(".kicad_pro").read_text(encoding="utf-8"))
        asked = project["board"]["design_settings"]["rules"]["min_copper_edge_clearance"]
        if asked < LEAST_MM["copper_edge_clearance"]:
            yield f"{name}.kicad_pro: KiCad asks for {asked:g} mm between copper and edge only."
        yield from of_report((path.parent / "drc.txt").read_text(encoding="utf-8"), f"pcb/{name}")
        yield from _kicad(path)


def of_layout(laid: layout.LaidOut, circuit: netlist.Netlist, board: Board) -> Iterator[str]:
    """Compare a board with its circuit and with board.toml."""
    file = f"{circuit.name}.kicad_pcb"
    yield from _of_the_circuit(laid, circuit, file)
    yield from of_marks(laid, circuit.name)
    width, height = board.raw[circuit.name]["size"]
    if abs(laid.width - width) > PLACE_MM or abs(laid.height - height) > PLACE_MM:
        yield f"{file}: it is {laid.width:g} x {laid.height:g} mm, not {width:g} x {height:g}."
    holes = sorted((p.x, p.y) for ref, p in laid.parts.items() if re.fullmatch(r"H\d+", ref))
    wanted = sorted((x, y) for x, y in board.raw[circuit.name]["mounting_holes"])
    if len(holes) != len(wanted) or any(math.dist(a, b) > PLACE_MM for a, b in zip(holes, wanted, strict=False)):
        yield f"{file}: its mounting holes are not where board.toml has them."
    of_its_kind = {"row_board": of_the_row, "controller_pico": of_the_controller, "identity_strip": of_the_strip}
    if circuit.name in of_its_kind:
        yield from of_its_kind[circuit.name](laid, circuit, board)


def _of_the_circuit(laid: layout.LaidOut, circuit: netlist.Netlist, file: str) -> Iterator[str]:
    """Compare parts, footprints and the net of every pad."""
    for ref, component in circuit.components.items():
        placed = laid.parts.get(ref)
        if placed is None:
            yield f"{file}: {ref} is missing."
            continue
        if not component.footprint.endswith(placed.footprint.split(":")[-1]):
            yield f"{file}: {ref} is a {placed.footprint}; the netlist says {component.footprint}."
        wanted = circuit.pins_of(ref)
        there = {pad.number: pad.net for pad in placed.pads if pad.number}
        for number, net in wanted.items():
            if there.get(number) != net:
                yield f"{file}: pin {number} of {ref} is on {there.get(number) or 'nothing'}, not on {net}."
        for number, net in there.items():
            if net and number not in wanted:
                yield f"{file}: pin {number} of {ref} is on {net} and must be open."
    for ref in laid.parts:
        if ref not in circuit.components and not re.fullmatch(r"(H|TP|FID)\d+", ref):
            yield f"{file}: {ref} is in no circuit."


def of_the_row(laid: layout.LaidOut, circuit: netlist.Netlist, board: Board) -> Iterator[str]:
    """Check what tiles and light box ask of the row board: places of LEDs and sensors, plugs below."""
    yield from of_neighbours(laid)
    yield from of_the_regulator(laid)
    height = board.raw["row_board"]["size"][1]
    left, below = board.raw["row_board"]["origin"]
    leds = dict(zip(board.raw["light"]["order"], corners(board.raw["light"]["four"]), strict=True))
    for key in ("WS2812B", "HALL"):
        for component in circuit.of_part(key):
            placed = laid.parts.get(component.ref)
            aside, down = leds[component.fields["Corner"]] if key == "WS2812B" else board.raw["tile"]["sensor"]
            x = board.pitch * (int(component.fields["Place"]) + 0.5) - left + aside
            y = height - below + down
            if placed and (abs(placed.x - x) > PLACE_MM or abs(placed.y - y) > PLACE_MM):
                yield f"row_board.kicad_pcb: {component.ref} is at {placed.x:g}, {placed.y:g} mm, not at {x:g}, {y:g}."
    for ref in ("J1", "J2", "J3"):
        if ref in laid.parts and not laid.parts[ref].below:
            yield f"row_board.kicad_pcb: {ref} stands on top, where the light box leaves no room for it."


BODIES_MM = {"J1": (3.2, 5.2), "J2": (3.2, 5.2), "J3": (5.3, 2.7)}
"""How far what hangs under a row board reaches beyond the middles of its pads: across and along."""

POST_MM = 3.5
"""Radius of the box's posts; the enclosure's own figure."""

FREE_MM = 0.3
"""Between the strip and anything it goes round: its own play and a fabricator's."""


def of_the_strip(laid: layout.LaidOut, circuit: netlist.Netlist, board: Board) -> Iterator[str]:
    """Check that sensors stand where the Monte Carlo has them, face up, and the strip meets nothing under its row."""
    file, row = f"{circuit.name}.kicad_pcb", board.raw["row_board"]
    top = board.raw["identity_strip"]["top"]
    for component in circuit.components.values():
        if not component.ref.startswith("MS") or component.ref not in laid.parts:
            continue
        place, placed = int(component.fields["Place"]), laid.parts[component.ref]
        aside = board.raw["identity"]["first_aside"] if place == 0 else 0.0
        x, y = board.pitch * (place + 0.5) - row["play"] - aside, -top
        if abs(placed.x - x) > PLACE_MM or abs(placed.y - y) > PLACE_MM:
            yield f"{file}: {component.ref} is at {placed.x:g}, {placed.y:g} mm, not at {x:g}, {y:g}."
        if placed.below:
            yield f"{file}: {component.ref} stands below; its Hall plates would be deeper than [identity] says."
    if "J1" in laid.parts and not laid.parts["J1"].below:
        yield f"{file}: J1 stands on top, where the row board leaves no room for it."
    down = row["size"][1] - row["below_centre"] + top  # from the row board's upper edge to the strip's
    if down + laid.height > row["size"][1]:
        yield f"{file}: it reaches beyond the row board, under the next one's cables."
    above = layout.load(board_file("row_board"))
    if abs(above.width - laid.width) > PLACE_MM:
        return  # the row board that is drawn is of another pitch
    for what, (x1, y1, x2, y2) in _under_a_row(above):
        steps = [(x1 + (x2 - x1) * i / 40, y1 + (y2 - y1) * j / 40 - down) for i in range(41) for j in range(41)]
        if any(laid.holds(x, y) for x, y in steps):
            yield f"{file}: it meets {what} of the row board."


def _under_a_row(laid: layout.LaidOut) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """What hangs or stands under a row board and what grows warm, with the room it takes on it."""
    for ref, (across, along) in BODIES_MM.items():
        xs, ys = [pad.x for pad in laid.parts[ref].pads], [pad.y for pad in laid.parts[ref].pads]
        aside, down = across + FREE_MM, along + FREE_MM
        yield ref, (min(xs) - aside, min(ys) - down, max(xs) + aside, max(ys) + down)
    for ref, part in laid.parts.items():
        if re.fullmatch(r"H\d+", ref):
            reach = POST_MM + FREE_MM
            yield f"the post at {ref}", (part.x - reach, part.y - reach, part.x + reach, part.y + reach)
    warm = laid.parts["U3"]
    yield "the warm U3", (warm.x - 5, warm.y - 5, warm.x + 5, warm.y + 5)


CARRIES_MM = {"SUPPLY": 2.5, "FUSED": 2.5, "+12V": 2.5}
"""Least width of copper for what feeds all rows: 3.15 A warm 35 um of it by 20 K at 1.9 mm."""

CLAMPED_MM = 3.0
"""Along the left and right edge washers hold the board; no part may stand there."""

PICO_USB = (8.89, -1.3)
"""mm from a Pico's pin 1 to the middle of its USB socket: across, and behind it to the module's edge."""


def of_the_controller(laid: layout.LaidOut, circuit: netlist.Netlist, board: Board) -> Iterator[str]:
    """Check what enclosure and current ask of the controller: free edges, USB at its window, copper wide enough."""
    file = f"{circuit.name}.kicad_pcb"
    for ref in circuit.components:
        for pad in laid.parts[ref].pads if ref in laid.parts else ():
            reach = max(pad.width, pad.height) / 2
            if not CLAMPED_MM < pad.x - reach < pad.x + reach < laid.width - CLAMPED_MM:
                yield f"{file}: {ref} stands where a washer holds the board."
                break
    for net, least in CARRIES_MM.items():
        widest = max((min(x2 - x1, y2 - y1) for name, x1, y1, x2, y2 in laid.areas if name == net), default=0.0)
        if widest < least:
            yield f"{file}: {net} has copper {widest:g} mm wide; {least:g} mm carry the fuse's current."
    if "U1" in laid.parts:
        socket = laid.parts["U1"].x + PICO_USB[0] - laid.width / 2
        window = board.raw["controller_pico"]["usb"]
        if abs(socket - window) > 1.0:
            yield f"{file}: the Pico's USB socket is {socket:g} mm beside the middle; its window is at {window:g} mm."
        if abs(laid.parts["U1"].y + PICO_USB[1]) > 2.0:
            yield f"{file}: the Pico's USB socket is not at the back edge."


PROBED = {
    "row_board": ("+12V", "+5V", "GND", "+3V3", "CLK", "LATCH", "SENSE_OUT", "LED_IN"),
    "controller_pico": ("+12V", "+5V", "GND", "+3V3", "CLK", "LATCH", "SENSE", "LED"),
    "identity_strip": ("+3V3", "GND"),
    "identity_hub": ("+3V3", "GND", "SDA", "SCL"),
}
"""Nets that a maker measures at a test point."""


def of_marks(laid: layout.LaidOut, name: str) -> Iterator[str]:
    """Check that there are three fiducials, and a test point on each net that is measured."""
    marks = sum(ref.startswith("FID") for ref in laid.parts)
    if marks < 3:
        yield f"{name}.kicad_pcb: {marks} fiducials; a placing machine needs three."
    probed = {pad.net for ref, part in laid.parts.items() if ref.startswith("TP") for pad in part.pads}
    for net in PROBED[name]:
        if net not in probed:
            yield f"{name}.kicad_pcb: {net} has no test point."


BESIDE_MM, BESIDE_LENGTH_MM = 1.5, 30.0
"""Two tracks nearer than the board is thick talk to each other; over a shorter piece it stays under 0.1 V."""


def of_neighbours(laid: layout.LaidOut) -> Iterator[str]:
    """No LED data beside the clock or the latch for long: one edge too many there shifts every tile."""
    for quiet in ("CLK", "LATCH"):
        for loud in ("LED_IN", "LED_OUT"):
            shared = sum(
                max(0.0, min(max(a[0], a[2]), max(b[0], b[2])) - max(min(a[0], a[2]), min(b[0], b[2])))
                for a in laid.tracks
                for b in laid.tracks
                if (a[6], b[6]) == (quiet, loud)
                and a[1] == a[3]
                and b[1] == b[3]
                and a[5] == b[5]
                and abs(a[1] - b[1]) < BESIDE_MM
            )
            if shared > BESIDE_LENGTH_MM:
                yield f"row_board.kicad_pcb: {loud} runs beside {quiet} for {shared:.0f} mm."


NEAR_MM = {
    ("U3", "3", "C4", "1"): 3.0,
    ("U3", "1", "C4", "2"): 3.0,
    ("U3", "2", "L1", "2"): 7.0,
    ("U3", "4", "R13", "1"): 4.0,
}
"""How far apart two pads of the regulator may be: the first three carry what it switches, the fourth hears it."""


def of_the_regulator(laid: layout.LaidOut) -> Iterator[str]:
    """Its capacitor, coil and divider stand beside it."""
    for (ref, pin, other, its), most in NEAR_MM.items():
        one, two = ([pad for pad in laid.parts[r].pads if pad.number == n] for r, n in ((ref, pin), (other, its)))
        away = math.dist((one[0].x, one[0].y), (two[0].x, two[0].y))
        if away > most:
            yield f"row_board.kicad_pcb: {other}.{its} is {away:.1f} mm from {ref}.{pin}; {most:g} are allowed."


def of_report(text: str, folder: str = "pcb/row_board") -> Iterator[str]:
    """Check KiCad's report, which is kept in ``folder`` of hardware/out: nothing violated, nothing unconnected."""
    for what in ("DRC violations", "unconnected pads", "Footprint errors"):
        found = re.search(rf"Found (\d+) {what}", text)
        if found is None or found[1] != "0":
            count = found[1] if found else "no word on"
            yield f"KiCad's design rules: {count} {what}; see hardware/out/{folder}/drc.txt"


def least_clearances(path: Path) -> dict[str, float] | None:
    """The least distance in mm of each kind of neighbours, as KiCad measures it; None where it is not installed.

    KiCad says how far apart two things are only when that is too little: so a copy of the board is checked with far
    more demanded than it has.
    """
    if not _installed():
        return None
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copy(path, copy)
        project = json.loads(path.with_suffix(".kicad_pro").read_text(encoding="utf-8"))
        for row in project["net_settings"]["classes"]:
            row["clearance"] = DEMANDED_MM
        rules = project["board"]["design_settings"]["rules"]
        for rule in ("min_copper_edge_clearance", "min_hole_clearance", "min_hole_to_hole"):
            rules[rule] = DEMANDED_MM
        copy.with_suffix(".kicad_pro").write_text(json.dumps(project), encoding="utf-8")
        return of_demanding_report(_report(copy))


def of_demanding_report(text: str) -> dict[str, float]:
    """The least actual distance of each kind in a report; kinds without a finding keep what was demanded."""
    found = dict.fromkeys(LEAST_MM, DEMANDED_MM)
    for kind, actual in re.findall(r"^\[(\w+)\]:.*actual (-?[\d.]+) mm", text, re.MULTILINE):
        if kind in found:
            found[kind] = min(found[kind], float(actual))
    return found


def of_clearances(found: dict[str, float], name: str = "row_board") -> Iterator[str]:
    """Compare the least distances of a board with what any fabricator makes."""
    for kind, least in LEAST_MM.items():
        if found[kind] < least - 0.0005:
            yield f"{name}.kicad_pcb: {kind} of {found[kind]:.3f} mm; {least:g} mm is the least that is asked for."


def clearance_page(found: dict[str, float], name: str = "row_board") -> str:
    """Write the measured distances for people."""
    out = [
        f"# Least distances on {name}",
        "",
        f"Measured by KiCad's own rules, asked for {DEMANDED_MM:g} mm so that they tell what there is.",
        "",
        "| between | least mm | asked for |",
        "|---|---|---|",
    ]
    for kind, least in LEAST_MM.items():
        there = f"{found[kind]:.3f}" if found[kind] < DEMANDED_MM else f"{DEMANDED_MM:g} or more"
        out.append(f"| {WORDS[kind]} | {there} | {least:g} |")
    return "\n".join(out) + "\n"


def _installed() -> bool:
    python = shutil.which(KICAD_PYTHON)
    return bool(python) and not subprocess.run([str(python), "-c", "import pcbnew"], capture_output=True).returncode


def _report(path: Path) -> str:
    """KiCad's report on a board and the project beside it. Raises OSError if KiCad cannot read it."""
    report = path.with_name("drc.txt")
    command = [KICAD_PYTHON, "-m", "hardware.electrical.pcb", "--check", str(path), str(report)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"KiCad could not read {path.name}: {done.stderr.strip()[-200:]}")
    return report.read_text(encoding="utf-8")


def _kicad(path: Path) -> Iterator[str]:
    """Run KiCad's rules again where it is installed; elsewhere its kept reports stand, tied by the manifest."""
    if not _installed():
        return
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in (path, path.with_suffix(".kicad_pro")):
                shutil.copy(name, folder)
            yield from of_report(_report(Path(folder) / path.name), f"pcb/{path.stem}")
        found = least_clearances(path)
    except OSError as error:
        yield str(error)
        return
    if found is not None:
        yield from of_clearances(found, path.stem)
        kept = path.with_name("clearances.md")
        if not kept.is_file() or kept.read_text(encoding="utf-8") != clearance_page(found, path.stem):
            yield f"{kept.relative_to(ROOT)} is stale; run: make hardware"
