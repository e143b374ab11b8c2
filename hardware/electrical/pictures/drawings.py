"""Drawings of each part of the circuits, one file each. Names and values come from the netlists."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import schemdraw
from schemdraw import elements as e

from ..netlists import rules
from ..netlists.netlist import Netlist
from ..source import OUT, Board

SIDE = 50
"""Points of room added on either side of a drawing."""

schemdraw.use("svg")
schemdraw.svgconfig.text = "text"


def draw_all(folder: Path, board: Board) -> None:
    """Write every drawing into ``folder``."""
    netlists = rules.read_folder(OUT / "netlists")
    pages: dict[str, Callable[[schemdraw.Drawing], None]] = {
        "supply": lambda d: supply(d, netlists["controller_pico"]),
        "level_shifter": lambda d: level_shifter(d, netlists["controller_pico"], board),
        "reed_matrix": lambda d: reed_matrix(d, netlists["reed_board"], board),
        "tile": lambda d: tile(d, netlists["row_board"]),
        "row_regulator": lambda d: row_regulator(d, netlists["row_board"]),
        "row_registers": lambda d: row_registers(d, netlists["row_board"], board),
        "controller": lambda d: controller(d, netlists["controller_pico"], board),
        "seat_buttons": lambda d: seat_buttons(d, netlists["seat_buttons"], board),
    }
    for name, draw in pages.items():
        drawing = schemdraw.Drawing(show=False)
        drawing.config(fontsize=11, font="DejaVu Sans, sans-serif", bgcolor="white", margin=1.6)
        draw(drawing)
        path = folder / f"{name}.svg"
        drawing.save(str(path))
        path.write_text(_settled(_widened(path.read_text(encoding="utf-8"))), encoding="utf-8")


def _widened(text: str) -> str:
    """Leave more room at the sides: words at the edge are wider than the library takes them for."""
    size = re.search(r'height="([\d.]+)pt" width="([\d.]+)pt" viewBox="(\S+) (\S+) ', text)
    assert size is not None, "the drawing library writes its size otherwise than before"
    height, width, left, top = map(float, size.groups())
    wide, new = width + 2 * SIDE, f'viewBox="{left - SIDE:g} {top:g} {width + 2 * SIDE:g} {height:g}"'
    return re.sub(
        r'height="\S+pt" width="\S+pt" viewBox="[^"]*"',
        f'height="{height:g}pt" width="{wide:g}pt" {new}',
        text,
        count=1,
    )


BASELINES = {"central": 0.346, "hanging": 0.742, "ideographic": -0.236}
"""Where letters of DejaVu Sans stand below the place they hang on, in parts of their size."""


def _settled(text: str) -> str:
    """Move words to where browsers draw them: other programs do not know ``dominant-baseline`` and shift them."""

    def moved(match: re.Match[str]) -> str:
        y = float(match["y"]) + BASELINES[match["line"]] * float(match["size"])
        return f'y="{y:.2f}" fill="{match["fill"]}" font-size="{match["size"]}"'

    found = r'y="(?P<y>[-\d.]+)" dominant-baseline="(?P<line>\w+)" fill="(?P<fill>[^"]*)" font-size="(?P<size>[\d.]+)"'
    return re.sub(found, moved, text)


def _named(circuit: Netlist, ref: str) -> str:
    """Return reference and value as they stand on a drawing."""
    component = circuit.components[ref]
    part = {"PMOS": "Si4435", "SCHOTTKY_1A": "1N5817", "TVS": "SA5.0A"}.get(component.part)
    return f"{ref}\n{part or component.value}"


def supply(d: schemdraw.Drawing, circuit: Netlist) -> None:
    """Draw the supply from the terminal through the regulator to +5V and controller; row boards take 12 V before it."""
    rows = circuit.components["U3"].part == "REGULATOR_1A"
    d += (start := e.Dot(open=True).label("J1.1\n12 V in", loc="left"))
    d += e.Fuse().right().label(_named(circuit, "F1"))
    d += e.Line().right(2.2)
    d += (q := e.PFet().theta(-90).anchor("drain"))
    d += e.Label().at((q.gate[0], q.drain[1] + 0.5)).label("Q1  Si4435   (D left, S right)")
    d += e.Line().at(q.source).right(3.0)
    d += (rail := e.Dot().label("+12V: J3, rows" if rows else "+12V", loc="top"))
    d += e.Resistor().at(q.gate).down().label(_named(circuit, "R1"), loc="top")
    d += e.Ground()
    d += e.Capacitor(polar=True).at(rail.center).down().label(_named(circuit, "C3"), loc="bottom")
    d += e.Ground()
    d += e.Line().at(rail.center).right(1.6)
    pins = [
        e.IcPin(name="VIN", side="left"),
        e.IcPin(name="VOUT", side="right"),
        e.IcPin(name="GND", side="bottom"),
    ]
    d += (module := e.Ic(pins=pins, size=(5.0, 2.2), label="U3\n5 V 1 A" if rows else "U3\n5 V 5 A").anchor("VIN"))
    d += e.Ground().at(module.GND)
    d += e.Line().at(module.VOUT).right(1.2)
    d += (five := e.Dot())
    d += e.Zener().down().reverse().label(_named(circuit, "D3"), loc="bottom")
    d += e.Ground()
    d += e.Line().at(five.center).right(2.2)
    d += (two := e.Dot())
    d += e.Capacitor(polar=True).down().label(_named(circuit, "C1"), loc="bottom")
    d += e.Ground()
    d += e.Line().at(two.center).right(3.8)
    d += (three := e.Dot())
    d += e.Schottky().right().label(_named(circuit, "D1"))
    d += e.Dot(open=True).label("VSYS\n(U1 pin 39)", loc="right")
    d += e.Line().at(three.center).down(1.0)
    d += e.Dot(open=True).label("+5V: U2" if rows else "+5V: LEDs, U2", loc="bottom")
    d += e.Dot(open=True).at((start.center[0], start.center[1] - 2.2)).label("J1.2", loc="left")
    d += e.Line().right(1)
    d += e.Ground()


def level_shifter(d: schemdraw.Drawing, circuit: Netlist, board: Board) -> None:
    """Draw the LED data from the controller's 3.3 V to the LEDs' 5 V."""
    pin = board.builds["row-boards"].settings["LED_PIN"]
    d += e.Dot(open=True).label(f"{pin} (U1 pin {board.controllers['pico'].pins[str(pin)]})", loc="left")
    d += e.Line().right(1.2)
    d += (one := e.Dot())
    d += e.Resistor().down().label(_named(circuit, "R5"), loc="bottom")
    d += e.Ground()
    d += e.Line().at(one.center).right(1.4)
    d += (gate := e.Dot(open=True).scale(0.01))
    d += (
        box := e.Ic(
            pins=[
                e.IcPin(name="1A", side="left", pin="2", slot="1/1"),
                e.IcPin(name="1Y", side="right", pin="3", slot="1/1"),
                e.IcPin(name="VCC", side="top", pin="14", slot="1/1"),
                e.IcPin(name="1OE", side="bottom", pin="1", slot="1/3"),
                e.IcPin(name="GND", side="bottom", pin="7", slot="3/3"),
            ],
            edgepadW=2.2,
            edgepadH=1.4,
            label="",
        )
        .anchor("inL1")
        .at(gate.center)
    )
    d += e.Label().at((box.center[0], box.center[1] + 0.1)).label("U2\n74AHCT125")
    d += e.Line().at(box.inT1).up(0.4)
    d += (vcc := e.Dot())
    d += e.Vdd().at(vcc.center).label("+5V")
    d += e.Capacitor().at(vcc.center).right(2.2).label(_named(circuit, "C2"))
    d += e.Ground()
    d += e.Ground().at(box.inB1)
    d += e.Ground().at(box.inB2)
    d += e.Resistor().at(box.inR1).right(3).label(_named(circuit, "R4"))
    d += e.Dot(open=True).label("DIN of the first LED", loc="right")
    d += (
        e.Label()
        .at((box.center[0] + 1.5, box.center[1] - 4.6))
        .label("gates 2 to 4: OE (4, 10, 13) on +5V, inputs (5, 9, 12) on GND")
    )


def reed_matrix(d: schemdraw.Drawing, circuit: Netlist, board: Board) -> None:
    """Draw four of the hundred crossings: column, diode, reed switch, row."""
    settings, pins = board.builds["reed"].settings, board.controllers["pico"].pins
    columns, rows = str(settings["SENSOR_COLUMNS"]).split(), str(settings["SENSOR_ROWS"]).split()
    pitch, deep = 5.0, 5.2
    for column in range(2):
        x = column * pitch
        d += (
            e.Dot(open=True)
            .at((x, 1.2))
            .label(f"column {column}: {columns[column]}\n(U1 pin {pins[columns[column]]})", loc="top")
        )
        d += e.Line().at((x, 1.2)).down(2 * deep)
        d += e.Dot().at((x, 0.6))
        d += e.Resistor().at((x, 0.6)).right(2.6).label(_named(circuit, f"R{20 + column}").replace("\n", " "))
        d += e.Dot(open=True).label("+3V3", loc="right")
    for row in range(2):
        y = -row * deep - 4.0
        d += e.Dot(open=True).at((-2.0, y)).label(f"row {row}: {rows[row]}\n(U1 pin {pins[rows[row]]})", loc="left")
        for column in range(2):
            x, tile_ = column * pitch, 10 * row + column
            d += e.Dot().at((x, y + 3.6))
            d += e.Line().at((x, y + 3.6)).right(0.4)
            d += e.Diode().right(2.2).label(f"D{100 + tile_}", loc="top")
            d += e.Line().right(0.4)
            d += e.SwitchReed().down(3.0).label(f"SW{tile_}\ntile {tile_}", loc="bottom")
            d += e.Line().toy(y)
            d += e.Dot()
        d += e.Line().at((-2.0, y)).right(pitch + 6.2)
    d += e.Label().at((2.2, -2 * deep - 0.4)).label("1N4148: the band (cathode) at the reed switch")


def tile(d: schemdraw.Drawing, circuit: Netlist) -> None:
    """Draw what stands under one tile of a row board."""
    d += (
        hall := e.Ic(
            pins=[
                e.IcPin(name="VCC", side="top", pin="1", slot="1/1"),
                e.IcPin(name="OUT", side="right", pin="2", slot="1/1"),
                e.IcPin(name="GND", side="bottom", pin="3", slot="1/1"),
            ],
            edgepadW=1.2,
            edgepadH=0.8,
        ).label("HS1\nDRV5032FA", loc="left", ofst=(-0.2, 0.9))
    )
    d += e.Line().at(hall.inT1).up(0.5)
    d += (vcc := e.Dot())
    d += e.Vdd().label("+3V3")
    d += e.Capacitor().at(vcc.center).left(2.2).label("C11\n100n")
    d += e.Ground()
    d += e.Ground().at(hall.inB1)
    d += e.Line().at(hall.inR1).right(1.4)
    d += (out := e.Dot())
    d += e.Resistor().up().toy(vcc.center).label(_named(circuit, "R1"), loc="bottom")
    d += e.Line().tox(vcc.center)
    d += e.Line().at(out.center).right(1.2)
    d += e.Dot(open=True).label("TILE0: D3 of U1\nlow with a magnet", loc="right")
    d += (
        light := e.Ic(
            pins=[
                e.IcPin(name="DIN", side="left", pin="4", slot="1/1"),
                e.IcPin(name="DOUT", side="right", pin="2", slot="1/1"),
                e.IcPin(name="VDD", side="top", pin="1", slot="1/1"),
                e.IcPin(name="VSS", side="bottom", pin="3", slot="1/1"),
            ],
            edgepadW=1.2,
            edgepadH=0.8,
        )
        .right()
        .at((15.5, 0))
        .label("LED1\nWS2812B", loc="right", ofst=(0.2, 1.0))
    )
    d += e.Line().at(light.inT1).up(0.5)
    d += (plus := e.Dot())
    d += e.Vdd().label("+5V")
    d += e.Capacitor().at(plus.center).left(2.2).label("C21\n100n")
    d += e.Ground()
    d += e.Ground().at(light.inB1)
    d += e.Line().at(light.inL1).left(0.8)
    d += e.Dot(open=True).label("LED_IN: J1.10", loc="left")
    d += e.Line().at(light.inR1).right(0.8)
    d += e.Dot(open=True).label("to LED2", loc="right")
    corners = [circuit.components[f"LED{at}"].fields["Corner"] for at in range(1, 5)]
    words = ", ".join(f"LED{at} {corner}" for at, corner in enumerate(corners, 1))
    d += e.Label().at((8.5, -4.6)).label(f"four such LEDs a tile, each with its capacitor: {words}")


def row_regulator(d: schemdraw.Drawing, circuit: Netlist) -> None:
    """Draw a row's own 5 V from the 12 V bus."""
    d += e.Dot(open=True).label("J3.1\n12 V bus", loc="left")
    d += e.Line().right(1.6)
    d += (rail := e.Dot().label("+12V", loc="top"))
    d += e.Capacitor().at(rail.center).down().label(_named(circuit, "C4"), loc="bottom")
    d += e.Ground()
    d += e.Line().at(rail.center).right(2.4)
    pins = [
        e.IcPin(name="VIN", side="left", pin="3", slot="3/3"),
        e.IcPin(name="EN", side="left", pin="5", slot="1/3"),
        e.IcPin(name="BOOT", side="right", pin="6", slot="3/3"),
        e.IcPin(name="SW", side="right", pin="2", slot="2/3"),
        e.IcPin(name="FB", side="right", pin="4", slot="1/3"),
        e.IcPin(name="GND", side="bottom", pin="1", slot="1/1"),
    ]
    d += (chip := e.Ic(pins=pins, size=(4.4, 4.4), label="U3\nTPS54302").anchor("VIN"))
    d += e.Line().at(chip.EN).left(0.6)
    d += e.Dot(open=True).label("open", loc="left")
    d += e.Ground().at(chip.GND)
    d += e.Line().at(chip.BOOT).right(1.0)
    d += e.Capacitor().down().toy(chip.SW).label(_named(circuit, "C7"), loc="bottom")
    d += (switch := e.Dot())
    d += e.Line().at(chip.SW).to(switch.center)
    d += e.Inductor2(loops=4).at(switch.center).right(3.4).label(_named(circuit, "L1"), loc="top")
    d += (five := e.Dot())
    d += e.Resistor().at(five.center).down(2.6).label(_named(circuit, "R12"), loc="bottom")
    d += (tap := e.Dot())
    d += e.Line().at(tap.center).tox(chip.FB)
    d += e.Line().toy(chip.FB)
    d += e.Resistor().at(tap.center).down(2.6).label(_named(circuit, "R13"), loc="bottom")
    d += e.Ground()
    for ref in ("C5", "C6", "C1"):
        d += e.Line().at(five.center).right(2.6)
        d += (five := e.Dot())
        d += e.Capacitor(polar=ref == "C1").down().label(_named(circuit, ref), loc="bottom")
        d += e.Ground()
    d += e.Line().at(five.center).right(1.8)
    d += e.Dot(open=True).label("+5V: forty LEDs", loc="right")


def row_registers(d: schemdraw.Drawing, circuit: Netlist, board: Board) -> None:
    """Draw the two registers of a row and its two headers."""
    boxes = {}
    order = (("6", "D7"), ("5", "D6"), ("4", "D5"), ("3", "D4"), ("14", "D3"), ("13", "D2"), ("12", "D1"), ("11", "D0"))
    for at, chip in enumerate(("U1", "U2")):
        pins = [
            e.IcPin(name=name, side="top", pin=number, slot=f"{slot}/8") for slot, (number, name) in enumerate(order, 1)
        ]
        pins += [
            e.IcPin(name="Q7", side="left", pin="9", slot="1/1"),
            e.IcPin(name="DS", side="right", pin="10", slot="1/1"),
            e.IcPin(name="PL", side="bottom", pin="1", slot="1/3"),
            e.IcPin(name="CP", side="bottom", pin="2", slot="2/3"),
            e.IcPin(name="CE", side="bottom", pin="15", slot="3/3"),
        ]
        boxes[chip] = d.add(e.Ic(pins=pins, edgepadW=0.6, edgepadH=1.2, pinspacing=1.15).right().at((at * 14.5, 0)))
        box = boxes[chip]
        d += e.Label().at((box.center[0], box.center[1])).label(f"{chip}  74HC165")
        for slot, place in enumerate(board.row_bits[chip], 1):
            point = getattr(box, f"inT{slot}")
            d += e.Line().at(point).up(0.5)
            d += e.Dot(open=True).label("+3V3" if place == "-" else f"TILE\n{place}", loc="top")
        for slot, name in ((1, "LATCH"), (2, "CLK"), (3, "GND")):
            point = getattr(box, f"inB{slot}")
            d += e.Line().at(point).down(0.5)
            d += e.Dot(open=True).label(name, loc="bottom")
    d += e.Line().at(boxes["U2"].inL1).to(boxes["U1"].inR1).label("CHAIN")
    d += e.Line().at(boxes["U1"].inL1).left(1.0)
    d += e.Dot(open=True).label("SENSE out\nJ1.8", loc="left")
    d += e.Line().at(boxes["U2"].inR1).right(0.8)
    d += (last := e.Dot())
    d += e.Resistor().up().label(_named(circuit, "R11"), loc="bottom")
    d += e.Vdd().label("+3V3")
    d += e.Line().at(last.center).right(0.8)
    d += e.Dot(open=True).label("SENSE in\nJ2.8", loc="right")


def seat_buttons(d: schemdraw.Drawing, circuit: Netlist, board: Board) -> None:
    """Draw the buttons' register behind row 9: its inputs, one button in full, its header."""
    names = board.raw["seat_buttons"]["names"]
    order = (("6", "D7"), ("5", "D6"), ("4", "D5"), ("3", "D4"), ("14", "D3"), ("13", "D2"), ("12", "D1"), ("11", "D0"))
    pins = [
        e.IcPin(name=name, side="top", pin=number, slot=f"{slot}/8") for slot, (number, name) in enumerate(order, 1)
    ]
    pins += [
        e.IcPin(name="Q7", side="left", pin="9", slot="1/1"),
        e.IcPin(name="DS", side="right", pin="10", slot="1/1"),
        *(
            e.IcPin(name=name, side="bottom", pin=number, slot=f"{slot}/5")
            for slot, (name, number) in enumerate(
                (("PL", "1"), ("CP", "2"), ("CE", "15"), ("VCC", "16"), ("GND", "8")), 1
            )
        ),
    ]
    d += (box := e.Ic(pins=pins, edgepadW=0.8, edgepadH=1.2, pinspacing=1.5).right())
    d += e.Label().at(box.center).label("U1  74HC165")
    for slot in range(2, 9):
        point = getattr(box, f"inT{slot}")
        d += e.Line().at(point).up(0.5)
        words = f"J{slot + 1}\n{names[slot - 1]}" if slot <= len(names) else "+3V3"
        d += e.Dot(open=True).label(words, loc="top")
    d += e.Line().at(box.inT1).up(2.6)
    d += (tap := e.Dot())
    d += e.Resistor().up(2.4).label(_named(circuit, "R1"), loc="bottom")
    d += e.Vdd().label("+3V3")
    d += e.Line().at(tap.center).left(2.0)
    d += e.Dot(open=True).label("J2.1", loc="top")
    d += e.Button().down(2.4).label(f"button {names[0]}", loc="top")
    d += e.Dot(open=True).label("J2.2", loc="bottom")
    d += e.Line().left(0.8)
    d += e.Ground()
    for slot, name in enumerate(("J1.6\nLATCH", "J1.4\nCLK", "GND", "+3V3\nC1 100n", "GND"), 1):
        d += e.Line().at(getattr(box, f"inB{slot}")).down(0.5)
        d += e.Dot(open=True).label(name, loc="bottom")
    d += e.Line().at(box.inL1).left(1.0)
    d += e.Dot(open=True).label("SENSE\nJ1.8", loc="left")
    d += e.Line().at(box.inR1).right(1.0)
    d += e.Resistor().up(2.4).label(_named(circuit, "R8"), loc="bottom")
    d += e.Vdd().label("+3V3")
    d += (
        e.Label()
        .at((box.center[0], box.center[1] - 4.4))
        .label("J1: flat cable to J2 of row 9; J3 to J8 with R2 to R7 as J2 with R1")
    )
    lamps = "DIN of LED1 on J1.10, each DOUT on the next DIN; 5 V from U2 with C2, 12 V at J9 from J3 of row 9"
    d += e.Label().at((box.center[0], box.center[1] - 5.2)).label(f"lamps: {lamps}")


def controller(d: schemdraw.Drawing, circuit: Netlist, board: Board) -> None:
    """Draw the lines from the controller to the header of row 0."""
    build = board.builds["row-boards"]
    pins = board.controllers[build.controller].pins
    rows = [
        ("+3V3", "36", "", "+3V3"),
        (str(build.settings["SENSOR_CLOCK"]), "", "R6", "CLK"),
        (str(build.settings["SENSOR_LATCH"]), "", "R7", "LATCH"),
        (str(build.settings["SENSOR_DATA"]), "", "R8", "SENSE"),
        (str(build.settings["LED_PIN"]), "", "", "LED"),
        ("GND", "3, 8 ...", "", "GND"),
    ]
    for at, (name, pin, resistor, net) in enumerate(rows):
        y = -1.5 * at
        d += e.Dot(open=True).at((0, y)).label(f"{name} (U1 pin {pin or pins[name]})", loc="left")
        if resistor:
            d += e.Resistor().at((0, y)).right(4).label(_named(circuit, resistor).replace("\n", " "))
        elif net == "LED":
            d += e.Line().at((0, y)).right(0.6)
            d += e.Line().right(2.8).label("by U2, R4")
            d += e.Line().right(0.6)
        else:
            d += e.Line().at((0, y)).right(4)
        numbers = ", ".join(str(number) for number, header in enumerate(board.header, 1) if header == net)
        d += e.Dot(open=True).label(f"J2.{numbers} {net}", loc="right")
