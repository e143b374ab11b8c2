"""Runs every check of the electrical half that needs no board to be built.

Runs in any Python; SKiDL's own rules run in .venv-hardware, KiCad's and ngspice's where they are installed.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from ..enclosure import dimensions
from ..manual import page, steps
from . import freshness
from .budgets import buck, identify, identity_bus, light, power, power_page, sensing, simulations
from .fabrication import bills, footprints, layout_check, packing, panel, panel_check
from .netlists import kicad_import, rules
from .netlists.netlist import BadNetlist
from .pictures import schematic, schematic_check
from .source import HARDWARE, OUT, PANEL, PRINTED, ROOT, load_board, load_parts

TOOLS = ROOT / ".venv-hardware" / "bin" / "python"

FAULTS = ROOT / "host" / "immolation" / "board" / "bring_up" / "faults.toml"

CIRCUITS = (
    "row_board",
    "controller_pico",
    "controller_esp32_s3",
    "reed_board",
    "seat_buttons",
    "seat_lamps",
    "identity_strip",
    "identity_hub",
)


def texts() -> Iterator[tuple[str, str]]:
    """Make every page and table that is made from the sources in a moment: path under hardware/out, text."""
    board, catalogue = load_board(), load_parts()
    netlists = rules.read_folder(OUT / "netlists")
    yield from bills.all_files(board, netlists, catalogue)
    yield "power.md", power_page.page(board, netlists["row_board"])
    yield "sensing.md", sensing.page(board)
    made, chapters = steps.load(manual_sources())
    yield "manual/manual.md", page.markdown(made, chapters)
    for simulation in simulations.all_of(board, netlists):
        yield f"simulations/{simulation.name}.cir", simulation.deck


def manual_sources() -> steps.Sources:
    """Read what the manual's steps are joined with."""
    return steps.Sources(load_board(), rules.read_folder(OUT / "netlists"), load_parts(), dimensions.load())


def manual() -> Iterator[str]:
    """Check that every part and screw of the bill is in one step, and that every step's picture is there."""
    sources = manual_sources()
    made, _ = steps.load(sources)
    yield from steps.findings(made, sources)
    for step in made:
        if not (OUT / "manual" / page.picture(step)).is_file():
            yield f"hardware/out/manual/{page.picture(step)} is missing; run: make hardware"


def circuits() -> Iterator[str]:
    """Draw the circuits again, run SKiDL's rules, and compare the netlists with those that are kept."""
    if not TOOLS.exists():
        yield "SKiDL is not installed here; run: scripts/hardware tools"
        return
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [str(TOOLS), "-m", "hardware.electrical.netlists.circuits", folder],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            yield from (f"electrical rules: {line}" for line in done.stderr.strip().splitlines()[-20:])
            return
        for name in CIRCUITS:
            new, kept = Path(folder) / f"{name}.net", OUT / "netlists" / f"{name}.net"
            if not kept.is_file() or kept.read_bytes() != new.read_bytes():
                yield f"hardware/out/netlists/{name}.net is stale; run: make hardware"


def pages() -> Iterator[str]:
    """Compare bills, settings, budgets and decks with what the sources say now."""
    for name, text in texts():
        path = OUT / name
        if not path.is_file():
            yield f"hardware/out/{name} is missing; run: make hardware"
        elif path.read_text(encoding="utf-8") != text:
            yield f"hardware/out/{name} is stale; run: make hardware"


def simulated() -> Iterator[str]:
    """Solve every deck anew with ngspice; each number must lie within its limits, and the page must say so."""
    board = load_board()
    decks = simulations.all_of(board, rules.read_folder(OUT / "netlists"))
    results = {}
    for deck in decks:
        try:
            results[deck.name] = simulations.run(deck)
        except simulations.NoSimulator as error:
            yield str(error)
            return
        for result in results[deck.name]:
            if not result.good:
                yield (
                    f"{deck.title}: {result.what} is {result.value:.3g} {result.unit}, not "
                    f"{result.low:g} to {result.high:g}."
                )
    path = OUT / "simulations.md"
    page = simulations.page(decks, results)
    if not path.is_file() or _valueless(path.read_text(encoding="utf-8")) != _valueless(page):
        yield "hardware/out/simulations.md is stale; run: make hardware"


def _valueless(page: str) -> str:
    """A page of results without the third digit's worth of difference between two versions of ngspice."""
    return re.sub(r"\| -?[0-9.e+-]+ (V|mV|A|mA|ns|%) \|", "| |", page)


def budgets() -> Iterator[str]:
    """Check that supply and wires are enough and that the recommended magnet works on its sensor."""
    board = load_board()
    yield from power.findings(board)
    yield from power.usb_c_findings(board)
    row_board = rules.read_folder(OUT / "netlists")["row_board"]
    for way, fed in buck.ways(board).items():
        yield from buck.findings(fed, row_board, f" fed from {way}")
    magnet, sensor = sensing.recommended()
    for pitch in (40.0, board.pitch, 50.0):
        verdict = sensing.judge(board, magnet, sensor, pitch)
        if not verdict.felt or not verdict.released:
            yield f"{magnet.name} over {sensor} at {pitch:g} mm: {verdict.word}."


def lit() -> Iterator[str]:
    """Check that the light of a tile lies within its bounds, and that its page is fresh."""
    board = load_board()
    yield from light.findings(board)
    path = OUT / "light.md"
    if not path.is_file() or _numberless(path.read_text(encoding="utf-8")) != _numberless(light.page(board)):
        yield "hardware/out/light.md is stale; run: make hardware"


def identified() -> Iterator[str]:
    """Check that magnets are told apart as well as the page says."""
    board = load_board()
    found = identify.study(board)
    yield from identify.findings(board, found)
    path = OUT / "identify.md"
    if not path.is_file() or _numberless(path.read_text(encoding="utf-8")) != _numberless(identify.page(board, found)):
        yield "hardware/out/identify.md is stale; run: make hardware"


def identity_bus_checked() -> Iterator[str]:
    """Check that the bus of the 3-axis sensors is fast enough over its tracks as they lie, and its page."""
    board, netlists = load_board(), rules.read_folder(OUT / "netlists")
    yield from identity_bus.findings(board, netlists)
    path = OUT / "identity_bus.md"
    if not path.is_file() or path.read_text(encoding="utf-8") != identity_bus.page(board, netlists):
        yield "hardware/out/identity_bus.md is stale; run: make hardware"


def _numberless(page: str) -> str:
    """A page without the digits behind a point: another processor's sine may turn one ray of a thousand."""
    return re.sub(r"\.\d+", ".", page)


def imported() -> Iterator[str]:
    """Check that the library of footprints is fresh and KiCad reads every netlist as it was written."""
    for name, text in footprints.all_files(load_parts()):
        path = footprints.FOLDER / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            yield f"{path.relative_to(ROOT)} is stale; run: make hardware"
    yield from kicad_import.findings()


def schematics() -> Iterator[str]:
    """Read the schematic files back into nets and compare them with the circuits; they are as the sources say now."""
    board, catalogue, netlists = load_board(), load_parts(), rules.read_folder(OUT / "netlists")
    for name in PRINTED:
        path = schematic.FOLDER / f"{name}.kicad_sch"
        if not path.is_file():
            yield f"{path.relative_to(ROOT)} is missing; run: make hardware"
            continue
        text = path.read_text(encoding="utf-8")
        yield from schematic_check.findings(text, netlists[name])
        if text != schematic.dump(schematic.draw(netlists[name], catalogue), board.raw[name]["revision"]):
            yield f"{path.relative_to(ROOT)} is stale; run: make hardware"


def placed() -> Iterator[str]:
    """Read the placement files back against the Gerbers, pad by pad, with a reader of Gerbers that is not KiCad's."""
    if not TOOLS.exists():
        yield "gerbonara is not installed here; run: scripts/hardware tools"
        return
    for name in PRINTED:
        command = [str(TOOLS), "-m", "hardware.electrical.fabrication.placement", str(OUT / "pcb" / name)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        yield from done.stdout.splitlines()
        if done.returncode and not done.stdout:
            yield f"The placement of {name} could not be read back: {done.stderr.strip()[-200:]}"


def packed() -> Iterator[str]:
    """Check that each archive for a fabricator holds its board as it is, with a line and a place for each part."""
    netlists = rules.read_folder(OUT / "netlists")
    for name in PRINTED:
        try:
            yield from packing.findings(packing.FOLDER / f"{name}.zip", archive(name), netlists[name])
        except FileNotFoundError as error:
            yield f"{Path(str(error.filename)).name} is missing; run: make hardware"


def panelled() -> Iterator[str]:
    """Read the panel's archive back, compare it with the row board row by row, and read KiCad's report on it."""
    board, single = load_board(), OUT / "pcb" / "row_board"
    row_board = rules.read_folder(OUT / "netlists")["row_board"]
    measures = panel.of(board)
    path = packing.PANEL_FOLDER / f"{PANEL}.zip"
    if not path.is_file():
        yield f"{path.relative_to(ROOT)} is missing; run: make hardware"
        return
    packed = packing.unpack(path)
    yield from packing.findings(path, packed, panel.circuit(row_board, measures.rows))
    try:
        yield from panel_check.findings(packed, packing.members("row_board", single, "", (0, 0)), measures)
    except (KeyError, FileNotFoundError) as error:
        yield f"{path.name} or the row board lacks a file: {error}"
    report = (path.parent / "drc.txt").read_text(encoding="utf-8")
    yield from layout_check.of_report(report, "fabrication/panel")


def archive(name: str) -> dict[str, bytes]:
    """Read what belongs into the archive of a board now."""
    circuit = rules.read_folder(OUT / "netlists")[name]
    wide, deep = load_board().raw[name]["size"]
    return packing.members(name, OUT / "pcb" / name, bills.board_csv(circuit, load_parts()), (wide, deep))


def guide() -> Iterator[str]:
    """Check that every picture and page that the assembly guide points at exists."""
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if not target.startswith("http") and not (HARDWARE / target).exists():
            yield f"hardware/README.md points at {target}, which does not exist."
    yield from counted()
    if fault_table() not in text:
        yield f"The fault table of hardware/README.md is not {FAULTS.relative_to(ROOT)}; paste check.fault_table()."


NUMBERS = {10: "ten", 13: "thirteen", 20: "twenty"}

COUNTED = (
    ("README.md", "{word} 74HC165"),
    ("firmware/settings.toml", "{count} chips, {bits} bits"),
    ("firmware/settings.toml", "chain of 74HC165: {count} of them"),
)
"""Texts that tell how many shift registers there are, and the words in which they do."""


def counted() -> Iterator[str]:
    """Compare the number of shift registers in texts and netlists."""
    netlists = rules.read_folder(OUT / "netlists")
    count = 10 * sum(1 for _ in netlists["row_board"].of_part("HC165"))
    for name, form in COUNTED:
        words = form.format(word=NUMBERS.get(count, str(count)), count=count, bits=8 * count)
        if words not in (ROOT / name).read_text(encoding="utf-8"):
            yield f"{name} does not say '{words}'."


def fault_table() -> str:
    """Make the guide's table of faults from the file by which `immolation board test` names what it finds."""
    rows = tomllib.loads(FAULTS.read_text(encoding="utf-8"))
    lines = ["| name | symptom | cause | cure |", "|---|---|---|---|"]
    lines += [f"| {name} | {row['symptom']} | {row['cause']} | {row['cure']} |" for name, row in rows.items()]
    return "\n".join(lines) + "\n"


def wiring() -> Iterator[str]:
    """Run the rules over the kept netlists."""
    try:
        yield from rules.all_of(rules.read_folder(OUT / "netlists"), load_board(), load_parts())
    except BadNetlist as error:
        yield f"hardware/out/netlists: {error}"


CHECKS = {
    "electrical rules (SKiDL)": circuits,
    "wiring, pins, settings": wiring,
    "bills, settings, budgets": pages,
    "power and sensing": budgets,
    "light": lit,
    "magnets told apart": identified,
    "bus of the 3-axis sensors": identity_bus_checked,
    "simulations (ngspice)": simulated,
    "netlists in KiCad": imported,
    "schematics": schematics,
    "printed circuit board": layout_check.findings,
    "placement against Gerbers": placed,
    "archive for a fabricator": packed,
    "panel of row boards": panelled,
    "drawings are fresh": freshness.findings,
    "manual": manual,
    "assembly guide": guide,
}


def main() -> int:
    """Run every check; 0 if nothing was found."""
    bad = 0
    for name, check in CHECKS.items():
        found = list(check())
        bad += len(found)
        print(f"{'ok    ' if not found else 'FAILED'}  {name}")
        for line in found:
            print(f"        {line}")
    print("The hardware is sound." if not bad else f"{bad} findings.")
    return 1 if bad else 0
