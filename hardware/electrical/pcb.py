"""The row board as a KiCad board: placed, routed, checked by KiCad's rules, with Gerber files. Knows one board only.

Runs in the Python that KiCad's pcbnew module belongs to: ``/usr/bin/python3 -m hardware.electrical.pcb FOLDER``.
Coordinates are millimetres from the board's upper left corner, y downwards; the tiles' places come from board.toml.
"""

from __future__ import annotations

import csv
import itertools
import re
import sys
from pathlib import Path
from typing import Any

import pcbnew

from . import netlist
from .layout_check import LEAST_MM
from .routing import Copper
from .source import OUT, Board, load_board

FOOTPRINTS = Path("/usr/share/kicad/footprints")
ORIGIN = (30.0, 40.0)
"""Where the board lies on KiCad's sheet."""

PLUS_STRIP = (0.7, 4.4)
"""From and to which height +5V fills the front."""

LANES = {
    "LED_IN": 22.4,
    "TILE2": 22.4,
    "TILE3": 22.4,
    "TILE7": 22.4,
    "TILE8": 22.4,
    "TILE1": 23.1,
    "TILE4": 23.1,
    "TILE6": 23.1,
    "TILE9": 23.1,
    "TILE0": 23.8,
    "TILE5": 23.8,
    "SENSE_OUT": 24.5,
    "CHAIN": 25.2,
    "SENSE_IN": 25.9,
    "CLK": 26.8,
    "LATCH": 27.8,
    "+3V3": 28.85,
}
"""The height at which each long net runs along the board; nets share one where they do not meet."""

FAR_LANE = 2.0
"""LED_OUT runs back along the upper edge, on the back under +5V: its 800 kHz edges stay away from CLK and LATCH."""

TEST_POINTS = {
    "LED_IN": (-6.0, 22.2),
    "+3V3": (-16.0, 28.5),
    "CLK": (-4.0, 26.8),
    "LATCH": (-8.0, 27.7),
    "SENSE_OUT": (-12.0, 25.6),
}
"""Pads for a probe: x from J1, y; each lies on its net's lane, which is led out to it."""

FIDUCIALS = (("start", 4.0, 27.3), ("end", 4.5, 26.5), ("end", 4.5, 9.0))
"""Marks for a placing machine: mm from the board's start or end, mm from its upper edge."""

LABELS: dict[str, tuple[float, float, float]] = {
    "LED": (-1.2, -4.4, 0.0),
    "HS": (0.0, -2.6, 0.0),
    "U": (0.0, -4.6, 0.0),
    "C1x": (0.3, -2.3, 0.0),
    "C2x": (1.7, 0.0, 90.0),
    "R": (-1.3, 0.0, 90.0),
    "C2": (0.0, -2.4, 0.0),
    "C1": (-5.2, 0.0, 90.0),
    "R11": (0.0, 1.9, 0.0),
    "J1": (-4.6, -5.0, 90.0),
    "J2": (-4.6, -5.0, 90.0),
    "J3": (-2.2, 7.2, 0.0),
}
"""Where a designator is printed: aside and down from its part's middle, turned; by reference, else by kind."""

HEADERS = {"J1": -30.5, "J2": -17.5}
"""x of the column of odd pins, from the middle of tile 1: what fans out of J2 ends before that tile's parts."""

REGISTERS = {"U1": 2, "U2": 7}
"""The tile to the left of each register; it lies halfway to the next one."""


class Layout:
    """The board being drawn."""

    def __init__(self, source: Board, circuit: netlist.Netlist, path: Path) -> None:
        self.source, self.circuit = source, circuit
        self.board: Any = pcbnew.NewBoard(str(path))
        self._add_nets()
        self.copper = Copper(self.board, ORIGIN, LANES)
        self.board.GetTitleBlock().SetRevision(source.raw["row_board"]["revision"])
        self._points = 0
        self._far_end = 0.0
        self._rules()

    def _add_nets(self) -> None:
        for name in self.circuit.nets:
            self.board.Add(pcbnew.NETINFO_ITEM(self.board, name))

    def _rules(self) -> None:
        """What KiCad asks of the board; Gerbers and places are measured from its lower left corner."""
        settings = self.board.GetDesignSettings()
        settings.m_CopperEdgeClearance = pcbnew.FromMM(LEAST_MM["copper_edge_clearance"])
        settings.m_HoleClearance = pcbnew.FromMM(LEAST_MM["hole_clearance"])
        settings.m_HoleToHoleMin = pcbnew.FromMM(LEAST_MM["hole_near_hole"])
        settings.SetAuxOrigin(pcbnew.wxPointMM(ORIGIN[0], ORIGIN[1] + self.source.raw["row_board"]["size"][1]))

    def tile(self, place: int) -> tuple[float, float]:
        """The middle of a tile on this board."""
        left, below = self.source.raw["row_board"]["origin"]
        pitch = self.source.pitch
        return (pitch * (place + 0.5) - left, self.source.raw["row_board"]["size"][1] - below)

    def header(self, ref: str) -> float:
        """x of a header's odd pins."""
        return self.tile(1)[0] + HEADERS[ref]

    def put(self, ref: str, x: float, y: float, turn: float = 0, *, below: bool = False) -> None:
        """Place a part; ``below``: under the board."""
        component = self.circuit.components[ref]
        library, name = component.footprint.split(":")
        made = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
        made.SetReference(ref)
        made.SetValue(component.value)
        made.Reference().SetTextSize(pcbnew.wxSizeMM(0.8, 0.8))
        made.Reference().SetTextThickness(pcbnew.FromMM(0.12))
        made.Value().SetVisible(False)
        self.board.Add(made)
        made.SetPosition(self.copper.at((x, y)))
        made.SetOrientationDegrees(turn)
        if below:
            made.Flip(self.copper.at((x, y)), False)
        aside, down, label_turn = LABELS[_label_of(ref)]
        made.Reference().SetPosition(self.copper.at((x + aside, y + down)))
        made.Reference().SetTextAngle(10 * (label_turn - turn))
        made.Reference().SetKeepUpright(True)
        for pad in made.Pads():
            net = self.circuit.net_of(ref, pad.GetNumber())
            if net is not None:
                pad.SetNet(self.board.FindNet(net))

    def place(self) -> None:
        """Every part of the circuit."""
        led_x, led_y = self.source.raw["tile"]["led"]
        sensor_x, sensor_y = self.source.raw["tile"]["sensor"]
        for place in range(10):
            x, y = self.tile(place)
            # Pin 1 (+5V) towards the strip above, data in at the lower right, data out at the upper left.
            self.put(f"LED{place + 1}", x + led_x, y + led_y, 270)
            self.put(f"C{place + 21}", x + 5.6, y - 8.6, 270)
            self.put(f"HS{place + 1}", x + sensor_x, y + sensor_y)
            self.put(f"C{place + 11}", x - 4, y - 0.175, 270)
            self.put(f"R{place + 1}", x - 6, y - 0.175, 90)
        for ref, left in REGISTERS.items():
            x = self.tile(left)[0] + self.source.pitch / 2
            self.put(ref, x, 17.5, 90)
            self.put(f"C{1 + int(ref[1])}", x - 7.4, 15.8, 270)
        for ref in HEADERS:
            self.put(ref, self.header(ref), 20.89, below=True)
        self.put("J3", 11.0, 5.6, 180, below=True)
        self.put("C1", 8.0, 11.0, 180)
        self.put("R11", self.tile(1)[0] - 8.6, 18.6, 270)

    def route(self) -> None:
        """Every net."""
        for place in range(10):
            self._route_tile(place)
        for ref in REGISTERS:
            self._route_register(ref)
        for ref in HEADERS:
            self._route_header(ref)
        self._route_leds()
        self._route_left()
        self._lead_out_test_points()
        self.copper.lay_lanes({"+3V3": 0.5})
        self._zones()

    def _route_tile(self, place: int) -> None:
        copper = self.copper
        x, y = self.tile(place)
        supply, out = copper.pad(f"HS{place + 1}", "1"), copper.pad(f"HS{place + 1}", "2")
        capacitor, pull = copper.pad(f"C{place + 11}", "1"), copper.pad(f"R{place + 1}", "2")
        copper.track("+3V3", supply, capacitor, pull, (x - 7.3, pull[1]))
        copper.down("+3V3", (x - 7.3, pull[1]))
        net, low = f"TILE{place}", copper.pad(f"R{place + 1}", "1")
        copper.track(net, out, (out[0], y + 2), (low[0], y + 2), low)
        copper.track(net, (low[0], y + 2), (low[0], y + 3.2))
        copper.down(net, (low[0], y + 3.2))
        ground = copper.pad(f"C{place + 11}", "2")
        self._ground(ground, (ground[0] + 1.1, ground[1]))
        earth = copper.pad(f"HS{place + 1}", "3")
        self._ground(earth, (earth[0] + 1.4, earth[1]))
        plus = copper.pad(f"C{place + 21}", "1")
        copper.track("+5V", plus, (plus[0], PLUS_STRIP[1] - 0.6), width=0.6)
        minus = copper.pad(f"C{place + 21}", "2")
        self._ground(minus, (minus[0], minus[1] + 1.3))
        led = copper.pad(f"LED{place + 1}", "1")
        copper.track("+5V", led, (led[0], PLUS_STRIP[1] - 0.6), width=0.8)
        shade = copper.pad(f"LED{place + 1}", "3")
        self._ground(shade, (shade[0] - 1.4, shade[1]))

    def _ground(self, pad: tuple[float, float], hole: tuple[float, float]) -> None:
        self.copper.track("GND", pad, hole, width=0.4)
        self.copper.via("GND", hole)

    def _route_register(self, ref: str) -> None:
        copper, nets = self.copper, self.circuit.pins_of(ref)
        # Lower pins go straight down; upper ones come down half a pitch beside them.
        for number in map(str, range(1, 9)):
            net = nets.get(number)
            if net is None:
                continue
            x, y = copper.pad(ref, number)
            copper.track(net, (x, y), (x, 21.5))
            if net == "GND":
                copper.via(net, (x, 21.5))
            else:
                copper.down(net, (x, 21.5))
        for number in map(str, range(9, 17)):
            net = nets[number]
            x, y = copper.pad(ref, number)
            if number in ("12", "13"):
                # D0 to D2 are tied together above the chip; D0 goes down for all three.
                copper.track(net, (x, y), (x + 0.635, y - 1.65), (x + 1.905, y - 1.65))
                continue
            copper.track(net, (x, y), (x + 0.635, y - 1.65))
            if net == "GND":
                copper.via(net, (x + 0.635, y - 1.65))
            else:
                copper.down(net, (x + 0.635, y - 1.65))
        plus, pin = copper.pad(f"C{1 + int(ref[1])}", "1"), copper.pad(ref, "16")
        copper.track("+3V3", pin, plus, width=0.4)
        minus = copper.pad(f"C{1 + int(ref[1])}", "2")
        self._ground(minus, (minus[0], minus[1] + 1.3))

    def _route_header(self, ref: str) -> None:
        copper, nets = self.copper, self.circuit.pins_of(ref)
        for at, number in enumerate(("2", "4", "6", "8", "10")):
            x, y = copper.pad(ref, number)
            aside = x + 1.7 + 0.75 * at
            copper.track(nets[number], (x, y), (aside, y))
            if nets[number] == "LED_OUT":
                copper.via("LED_OUT", (aside, y))
                copper.track("LED_OUT", (aside, y), (aside, FAR_LANE), back=True)
                self._far_end = aside
            else:
                copper.down(nets[number], (aside, y))

    def _route_leds(self) -> None:
        copper = self.copper
        for place in range(10):
            net = "LED_OUT" if place == 9 else f"LED{place + 1}_{place + 2}"
            out = copper.pad(f"LED{place + 1}", "2")
            aside = (out[0] - 2.8, out[1])
            copper.track(net, out, aside)
            if place == 9:
                copper.via(net, aside)
                copper.track(net, aside, (aside[0], FAR_LANE), (self._far_end, FAR_LANE), back=True)
                continue
            # A piece leaves low and arrives high, so that the next one passes under it between the headers' pins.
            low, high, turn = 12.7, 12.0, out[0] + 8
            into = copper.pad(f"LED{place + 2}", "4")
            copper.via(net, aside)
            copper.track(net, aside, (aside[0], low), back=True)
            copper.via(net, (aside[0], low))
            copper.track(net, (aside[0], low), (turn, low), (turn + low - high, high), (into[0], high), into)
        first = copper.pad("LED1", "4")
        copper.track("LED_IN", first, (first[0] + 0.6, 11.1), (first[0] + 1.7, 11.1))
        copper.down("LED_IN", (first[0] + 1.7, 11.1))

    def _route_left(self) -> None:
        copper = self.copper
        plus = copper.pad("C1", "1")
        copper.track("+5V", plus, (plus[0], PLUS_STRIP[1] - 0.8), width=1.5)
        last = copper.pad("R11", "1")
        copper.track("SENSE_IN", last, (last[0] - 1, last[1]))
        copper.down("SENSE_IN", (last[0] - 1, last[1]))
        # Its +3V3 is the vertical of the tile beside it.
        pull, beside = copper.pad("R11", "2"), self.tile(1)[0] - 7.3
        copper.track("+3V3", pull, (beside, pull[1]))
        copper.via("+3V3", (beside, pull[1]))

    def _lead_out_test_points(self) -> None:
        for net, (aside, y) in TEST_POINTS.items():
            x = self.header("J1") + aside
            if net == "SENSE_OUT":
                self.copper.track(net, (x, y), (x + 8.0, y), (x + 8.0 + y - LANES[net], LANES[net]))
                self.copper.join(net, x + 8.0 + y - LANES[net])
            else:
                self.copper.join(net, x)
            self._test_point(net, (x, y))
        self._test_point("+5V", (self.header("J1") - 6, 2.5))
        self._test_point("GND", (self.header("J1") + 1, 8.6))

    def _test_point(self, net: str, at: tuple[float, float]) -> None:
        self._points += 1
        made = pcbnew.FootprintLoad(str(FOOTPRINTS / "TestPoint.pretty"), "TestPoint_Pad_D1.0mm")
        made.SetReference(f"TP{self._points}")
        made.SetValue(net)
        made.Reference().SetVisible(False)
        made.Value().SetVisible(False)
        made.SetAttributes(pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM)
        self.board.Add(made)
        made.SetPosition(self.copper.at(at))
        for pad in made.Pads():
            pad.SetNet(self.board.FindNet(net))
        self._print(net, (at[0] - 0.9 - 0.35 * len(net), at[1]), 0.8)

    def _zones(self) -> None:
        width, height = self.source.raw["row_board"]["size"]
        edge = 0.5
        whole = [(edge, edge), (width - edge, edge), (width - edge, height - edge), (edge, height - edge)]
        self.copper.zone("GND", whole, back=True)
        self.copper.zone("GND", whole, back=False)
        top, bottom = PLUS_STRIP
        strip = [(9.2, top), (width - 0.7, top), (width - 0.7, bottom), (13.2, bottom), (13.2, 6.6), (9.2, 6.6)]
        self.copper.zone("+5V", strip, back=False, priority=1)
        for place in range(10):
            for aside in (10.5, 15.0, -11.0):
                x = self.tile(place)[0] + aside
                if 20 < x < width - 2 and not self.header("J1") - 3 < x < self.header("J2") + 9:
                    self.copper.via("GND", (x, 7.0))
        self.copper.fill()

    def outline(self) -> None:
        """Edge, mounting holes and what is printed on it."""
        width, height = self.source.raw["row_board"]["size"]
        corners = [(0, 0), (width, 0), (width, height), (0, height), (0, 0)]
        for start, end in itertools.pairwise(corners):
            line = pcbnew.PCB_SHAPE(self.board)
            line.SetShape(pcbnew.SHAPE_T_SEGMENT)
            line.SetStart(self.copper.at(start))
            line.SetEnd(self.copper.at(end))
            line.SetLayer(pcbnew.Edge_Cuts)
            line.SetWidth(pcbnew.FromMM(0.1))
            self.board.Add(line)
        for at, (x, y) in enumerate(self.source.raw["row_board"]["mounting_holes"], 1):
            hole = pcbnew.FootprintLoad(str(FOOTPRINTS / "MountingHole.pretty"), "MountingHole_3.2mm_M3")
            hole.SetReference(f"H{at}")
            hole.Reference().SetVisible(False)
            hole.Value().SetVisible(False)
            self.board.Add(hole)
            hole.SetPosition(self.copper.at((x, y)))
        for number, (side, x, y) in enumerate(FIDUCIALS, 1):
            mark = pcbnew.FootprintLoad(str(FOOTPRINTS / "Fiducial.pretty"), "Fiducial_1mm_Mask2mm")
            mark.SetReference(f"FID{number}")
            mark.Reference().SetVisible(False)
            mark.Value().SetVisible(False)
            self.board.Add(mark)
            mark.SetPosition(self.copper.at((x if side == "start" else width - x, y)))
        for place in range(10):
            self._print(f"{place}", (self.tile(place)[0] + 7.0, 15.0), 1.6)
        row = self.source.raw["row_board"]
        self._print(f"IMMOLATION row board  rev {row['revision']}", (2 * self.source.pitch - 1, 9.0), 1.0)
        self._print(row["order_number"], (6 * self.source.pitch, 9.0), 1.0, below=True)
        self._print("J1: towards the controller", (self.header("J1") + 3, 28.6), 0.8, below=True)
        self._print("J2: next row", (self.header("J2") + 17, 28.6), 0.8, below=True)
        self._print("+5V", (13.4, 12.2), 1.0, below=True)
        self._print("GND", (4.6, 12.2), 1.0, below=True)

    def _print(self, text: str, at: tuple[float, float], size: float, *, below: bool = False) -> None:
        made = pcbnew.PCB_TEXT(self.board)
        made.SetText(text)
        made.SetPosition(self.copper.at(at))
        made.SetTextSize(pcbnew.wxSizeMM(size, size))
        made.SetTextThickness(pcbnew.FromMM(0.15))
        made.SetLayer(pcbnew.B_SilkS if below else pcbnew.F_SilkS)
        made.SetMirrored(below)
        self.board.Add(made)


def _label_of(ref: str) -> str:
    """The key of LABELS for a reference."""
    if ref in LABELS:
        return ref
    kind, number = ref.rstrip("0123456789"), ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if kind == "C":
        return "C2" if len(number) == 1 else "C1x" if int(number) <= 20 else "C2x"
    return kind


def save(layout: Layout, folder: Path) -> None:
    """The board, its check, Gerber and drill files, and the positions for a pick-and-place machine."""
    path = folder / "row_board.kicad_pcb"
    pcbnew.SaveBoard(str(path), layout.board)
    (folder / "row_board.kicad_prl").unlink(missing_ok=True)
    board = pcbnew.LoadBoard(str(path))
    check(board, folder / "drc.txt")
    _gerbers(board, folder / "gerbers")
    _positions(board, layout.source.raw, folder / "positions.csv")


def _positions(board: Any, raw: dict[str, Any], path: Path) -> None:
    """Where a placing machine puts each part, as fabricators count.

    Millimetres from the board's lower left corner, y upwards, to the middle of the part's pads. Degrees
    counterclockwise as seen from above, zero as in KiCad's libraries and then turned as ``fabricator.turns`` says;
    below the board the part is first mirrored from left to right.
    """
    height, turns = raw["row_board"]["size"][1], raw["fabricator"]["turns"]
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["Designator", "Mid X", "Mid Y", "Layer", "Rotation", "Comment", "Package", "Mount"])
        for part in sorted(board.GetFootprints(), key=lambda part: netlist.natural(part.GetReference())):
            if re.fullmatch(r"(H|TP|FID)\d+", part.GetReference()):
                continue
            places = [pad.GetPosition() for pad in part.Pads()]
            xs, ys = sorted(place.x for place in places), sorted(place.y for place in places)
            x = pcbnew.ToMM((xs[0] + xs[-1]) / 2) - ORIGIN[0]
            y = height - (pcbnew.ToMM((ys[0] + ys[-1]) / 2) - ORIGIN[1])
            package = str(part.GetFPID().GetLibItemName())
            turn = part.GetOrientationDegrees() + 180 * part.IsFlipped()
            turn += next((more for start, more in turns.items() if package.startswith(start)), 0)
            through = any(pad.GetAttribute() == pcbnew.PAD_ATTRIB_PTH for pad in part.Pads())
            table.writerow(
                [
                    part.GetReference(),
                    f"{x:.3f}",
                    f"{y:.3f}",
                    "bottom" if part.IsFlipped() else "top",
                    f"{turn % 360:g}",
                    part.GetValue(),
                    package,
                    "through hole" if through else "surface",
                ]
            )


def check(board: Any, report: Path) -> None:
    """Run KiCad's design rules and write its report, without the date it was run."""
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, False)
    lines = report.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if "Created on" not in line and not line.startswith("** Drc report for")]
    report.write_text("\n".join(kept) + "\n", encoding="utf-8")


def _gerbers(board: Any, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(True)
    options.SetSubtractMaskFromSilk(True)
    options.SetUseAuxOrigin(True)
    layers = (
        ("F_Cu", pcbnew.F_Cu),
        ("B_Cu", pcbnew.B_Cu),
        ("F_Mask", pcbnew.F_Mask),
        ("B_Mask", pcbnew.B_Mask),
        ("F_Silkscreen", pcbnew.F_SilkS),
        ("B_Silkscreen", pcbnew.B_SilkS),
        ("F_Paste", pcbnew.F_Paste),
        ("Edge_Cuts", pcbnew.Edge_Cuts),
    )
    for name, layer in layers:
        control.SetLayer(layer)
        control.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)
    for path in folder.iterdir():
        path.write_text(_UNDATED.sub(_DATE, path.read_text(encoding="utf-8")), encoding="utf-8")


_UNDATED = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\+\d\d:\d\d)?|(?<=date )\w{3} \w{3} +\d+ [\d:]{8} \d{4}")
"""How KiCad writes when it plotted: the files must not differ for that."""

_DATE = "2026-01-01T00:00:00+00:00"


def main() -> int:
    """Draw the board into the folder given; or ``--check BOARD REPORT``: run KiCad's rules over a board."""
    if sys.argv[1] == "--check":
        check(pcbnew.LoadBoard(sys.argv[2]), Path(sys.argv[3]))
        return 0
    folder = Path(sys.argv[1]).resolve()
    pcbnew.KIID.SeedGenerator(1)  # KiCad numbers its items by chance and orders files by these numbers
    circuit = netlist.load((OUT / "netlists" / "row_board.net").read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    layout = Layout(load_board(), circuit, folder / "row_board.kicad_pcb")
    layout.place()
    layout.outline()
    layout.route()
    save(layout, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
