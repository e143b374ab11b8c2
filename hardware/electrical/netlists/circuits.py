"""Draws the circuits in SKiDL: row board, controllers, reed board, buttons and lamps.

Runs in .venv-hardware only. ``python -m hardware.electrical.netlists.circuits FOLDER`` writes the netlists into FOLDER
and fails on anything that SKiDL's electrical rules find, warnings included.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..source import PRINTED, Board, Catalogue, load_board, load_parts
from . import netlist

# SKiDL opens log files beside the first script and warns about KiCad libraries; nothing here needs either.
_HERE = os.getcwd()
with tempfile.TemporaryDirectory() as _scratch, contextlib.redirect_stderr(io.StringIO()):
    os.chdir(_scratch)
    try:
        import skidl
        from skidl.logger import erc_logger, rt_logger, stop_log_file_output

        stop_log_file_output(True)
    finally:
        os.chdir(_HERE)

_FOUND: list[str] = []


class _Catch(logging.Handler):
    """Keeps what SKiDL says from warnings upwards."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            _FOUND.append(record.getMessage())


for _logger in (erc_logger, rt_logger):
    for _handler in list(_logger.handlers):
        _logger.removeHandler(_handler)
    _logger.addHandler(_Catch())


class RulesBroken(Exception):
    """SKiDL's electrical rules found something. ``str()`` is its findings, one a line."""


class Sheet:
    """One circuit being drawn: parts from parts.toml, nets by name."""

    def __init__(self, name: str, catalogue: Catalogue) -> None:
        self.name = name
        self._catalogue = catalogue
        self._circuit = skidl.Circuit(name=name)
        self._nets: dict[str, Any] = {}
        self._fields: dict[str, dict[str, str]] = {}
        self._keys: dict[str, str] = {}
        self._parts: dict[str, Any] = {}

    def part(self, key: str, ref: str, value: str = "", **fields: str) -> Any:
        """Put a part on the sheet. ``fields`` go into the netlist for checks and makers."""
        row = self._catalogue.parts[key]
        template = skidl.Part(
            name=key,
            tool=skidl.SKIDL,
            dest=skidl.TEMPLATE,
            ref_prefix="".join(letter for letter in ref if letter.isalpha()),
            pins=[skidl.Pin(num=pin.number, name=pin.name, func=skidl.Pin.types[pin.kind]) for pin in row.pins],
        )
        made = template(ref=ref, value=value or row.mpn, circuit=self._circuit)
        self._parts[ref], self._keys[ref], self._fields[ref] = made, key, fields
        return made

    def net(self, name: str, *pins: Any, drive: bool = False) -> None:
        """Connect pins to a net, which is made at its first mention. ``drive``: it carries power from outside."""
        if name not in self._nets:
            self._nets[name] = skidl.Net(name, circuit=self._circuit)
        if drive:
            self._nets[name].drive = skidl.POWER
        for pin in pins:
            self._nets[name] += pin

    def open(self, *pins: Any) -> None:
        """Say that these pins are open on purpose."""
        for pin in pins:
            self._circuit.NC += pin

    def two(self, key: str, ref: str, first: str, second: str, value: str = "", **fields: str) -> None:
        """A part with two pins between two nets, pin 1 first."""
        made = self.part(key, ref, value, **fields)
        self.net(first, made["1"])
        self.net(second, made["2"])

    def finish(self) -> netlist.Netlist:
        """Run SKiDL's electrical rules and give the netlist. Raises RulesBroken."""
        _FOUND.clear()
        self._circuit.ERC()
        if _FOUND:
            raise RulesBroken("\n".join(f"{self.name}: {line}" for line in sorted(set(_FOUND))))
        result = netlist.Netlist(self.name)
        for ref, made in self._parts.items():
            key = self._keys[ref]
            result.components[ref] = netlist.Component(
                ref, key, str(made.value), self._catalogue.parts[key].footprint, self._fields[ref]
            )
        for name, net in self._nets.items():
            result.nets[name] = [(pin.part.ref, str(pin.num)) for pin in net.pins]
        return result


def row_board(board: Board, catalogue: Catalogue) -> netlist.Netlist:
    """Ten tiles of one row. J1 to the row before (or the controller), J2 to the next, J3 the 12 V bus."""
    sheet = Sheet("row_board", catalogue)
    for ref, ends in (("J1", {"SENSE": "SENSE_OUT", "LED": "LED_IN"}), ("J2", {"SENSE": "SENSE_IN", "LED": "LED_OUT"})):
        header = sheet.part("IDC10", ref, "to controller" if ref == "J1" else "to next row")
        for number, name in enumerate(board.header, 1):
            sheet.net(ends.get(name, name), header[str(number)])
    sheet.two("TERMINAL", "J3", "+12V", "GND", "12 V bus")
    for rail in ("+12V", "+5V", "+3V3", "GND"):
        sheet.net(rail, drive=True)
    _row_regulator(sheet, board)
    sheet.two("C_BULK", "C1", "+5V", "GND", "100u")
    # The first chip's output goes to the controller; the second is shifted through it.
    for chip, (serial, output) in {"U1": ("CHAIN", "SENSE_OUT"), "U2": ("SENSE_IN", "CHAIN")}.items():
        register = sheet.part("HC165", chip)
        sheet.net("+3V3", register["VCC"])
        sheet.net("GND", register["GND"], register["CE"])
        sheet.net("CLK", register["CP"])
        sheet.net("LATCH", register["PL"])
        sheet.net(serial, register["DS"])
        sheet.net(output, register["Q7"])
        sheet.open(register["Q7N"])
        for bit, place in enumerate(board.row_bits[chip]):
            sheet.net("+3V3" if place == "-" else f"TILE{place}", register[f"D{7 - bit}"])
        sheet.two("C100N", f"C{1 + int(chip[1])}", "+3V3", "GND", "100n")
    # A last row's open input reads "empty" instead of noise.
    sheet.two("R", "R11", "SENSE_IN", "+3V3", "47K")
    for spot in range(10):
        sensor = sheet.part("HALL", f"HS{spot + 1}", Place=str(spot))
        sheet.net("+3V3", sensor["VCC"])
        sheet.net("GND", sensor["GND"])
        sheet.net(f"TILE{spot}", sensor["OUT"])
        # Open-drain sensors fit as well, and a missing one reads "empty".
        sheet.two("R", f"R{spot + 1}", f"TILE{spot}", "+3V3", "47K")
        sheet.two("C100N", f"C{spot + 11}", "+3V3", "GND", "100n")
    corners = board.raw["light"]["order"]
    count = 10 * len(corners)
    for at in range(count):
        spot, corner = divmod(at, len(corners))
        light = sheet.part("WS2812B", f"LED{at + 1}", Place=str(spot), Corner=corners[corner])
        sheet.net("+5V", light["VDD"])
        sheet.net("GND", light["VSS"])
        sheet.net("LED_IN" if at == 0 else f"LED{at}_{at + 1}", light["DIN"])
        sheet.net("LED_OUT" if at == count - 1 else f"LED{at + 1}_{at + 2}", light["DOUT"])
        sheet.two("C100N", f"C{at + 21}", "+5V", "GND", "100n")
    return sheet.finish()


def _row_regulator(sheet: Sheet, board: Board) -> None:
    """12 V to the row's own 5 V, after the maker's circuit; its enable pin is open and pulls itself up."""
    chip = sheet.part("BUCK", "U3")
    sheet.net("+12V", chip["VIN"])
    sheet.net("GND", chip["GND"])
    sheet.net("SW", chip["SW"])
    sheet.net("BOOT", chip["BOOT"])
    sheet.net("FB", chip["FB"])
    sheet.open(chip["EN"])
    sheet.two("C10U", "C4", "+12V", "GND", "10u")
    sheet.two("L10U", "L1", "+5V", "SW", "10u")
    sheet.two("C22U", "C5", "+5V", "GND", "22u")
    sheet.two("C22U", "C6", "+5V", "GND", "22u")
    sheet.two("C100N", "C7", "BOOT", "SW", "100n")
    upper, lower = board.raw["row_regulator"]["divider"]
    sheet.two("R", "R12", "+5V", "FB", upper)
    sheet.two("R", "R13", "FB", "GND", lower)


def _power(sheet: Sheet, board: Board, *, rows: bool) -> None:
    """12 V in, fuse, reverse polarity, input capacitor; the regulator's 5 V with its suppressor and capacitor.

    For ``rows`` that make their own 5 V a small regulator feeds controller and level shifter; else one feeds the LEDs.

    USB feeds the controller only: 5 V from a computer behind a regulator without input would run through it backwards.
    """
    for rail in ("+5V", "GND", "+12V"):
        sheet.net(rail, drive=True)
    sheet.two("TERMINAL", "J1", "SUPPLY", "GND", "12 V in")
    sheet.two("FUSE", "F1", "SUPPLY", "FUSED", f"{board.raw['supply']['fuse_amperes']:g}A slow")
    gate = sheet.part("PMOS", "Q1")
    # Drain towards the supply: the body diode conducts only when the polarity is right, then the channel takes over.
    sheet.net("FUSED", *(gate[pin] for pin in "5678"))
    sheet.net("+12V", *(gate[pin] for pin in "123"))
    sheet.net("Q1_GATE", gate["G"])
    sheet.two("R", "R1", "Q1_GATE", "GND", "10K")
    sheet.two("C_12V", "C3", "+12V", "GND", "100u")
    regulator = sheet.part("REGULATOR_1A" if rows else "REGULATOR", "U3")
    sheet.net("+12V", regulator["VIN"])
    sheet.net("GND", regulator["GND"])
    sheet.net("+5V", regulator["VOUT"])
    sheet.two("TVS", "D3", "+5V", "GND")
    if rows:
        sheet.two("C_12V", "C1", "+5V", "GND", "100u")
        return
    sheet.open(regulator["EN"], regulator["PG"])
    sheet.two("C_INPUT", "C1", "+5V", "GND", "1000u")


def _controller(sheet: Sheet, board: Board, name: str, used: dict[str, str]) -> None:
    """The microcontroller with ``used`` pins on their nets, its supply through D1, and what it leaves open: USB too."""
    chip = board.controllers[name]
    module = sheet.part(chip.part, "U1")
    for pin, net in used.items():
        sheet.net(net, module[chip.pins[pin]])
    named: dict[str, list[Any]] = {}
    for pin in module.pins:
        named.setdefault(pin.name, []).append(pin)
    sheet.net("GND", *named["GND"], *named.get("AGND", []))
    sheet.net("CONTROLLER_5V", *named[chip.supply_pin], drive=True)
    # The supply feeds the controller; USB can not feed the LEDs this way.
    sheet.two("SCHOTTKY_1A", "D1", "CONTROLLER_5V", "+5V")
    if chip.logic_pin:
        sheet.net("+3V3", *named[chip.logic_pin], drive=True)
    for pin in module.pins:
        if not pin.is_connected():
            sheet.open(pin)


def _level_shifter(sheet: Sheet, target: str) -> None:
    """3.3 V data in on LED_33, 5 V data out on ``target`` through the data resistor."""
    buffer = sheet.part("AHCT125", "U2")
    sheet.net("+5V", buffer["VCC"])
    sheet.net("GND", buffer["GND"], buffer["1OE"])
    sheet.net("LED_33", buffer["1A"])
    sheet.net("LED_5V", buffer["1Y"])
    for gate in "234":
        # Unused gates: switched off, inputs not floating.
        sheet.net("+5V", buffer[f"{gate}OE"])
        sheet.net("GND", buffer[f"{gate}A"])
        sheet.open(buffer[f"{gate}Y"])
    sheet.two("C100N", "C2", "+5V", "GND", "100n")
    sheet.two("R", "R4", "LED_5V", target, "330R")
    # Quiet while the controller starts and its pins float.
    sheet.two("R", "R5", "LED_33", "GND", "100K")


def controller(board: Board, catalogue: Catalogue, build: str) -> netlist.Netlist:
    """Draw what drives ten row boards: supply, microcontroller, level shifter, the header to row 0."""
    what = board.builds[build]
    sheet = Sheet(what.netlist, catalogue)
    pins = what.settings
    used = {
        str(pins["SENSOR_CLOCK"]): "CLK_OUT",
        str(pins["SENSOR_LATCH"]): "LATCH_OUT",
        str(pins["SENSOR_DATA"]): "SENSE_IN",
        str(pins["LED_PIN"]): "LED_33",
    }
    printed = what.netlist in PRINTED
    if printed:
        used |= dict(zip(board.raw[what.netlist]["i2c"], ("SDA", "SCL"), strict=True))
    _controller(sheet, board, what.controller, used)
    _power(sheet, board, rows=True)
    _level_shifter(sheet, "LED")
    # 20 chips on 1.3 m: without these the edges ring below ground.
    sheet.two("R", "R6", "CLK_OUT", "CLK", "100R")
    sheet.two("R", "R7", "LATCH_OUT", "LATCH", "100R")
    sheet.two("R", "R8", "SENSE_IN", "SENSE", "100R")
    header = sheet.part("IDC10", "J2", "to row 0")
    for number, name in enumerate(board.header, 1):
        sheet.net(name, header[str(number)])
    sheet.two("TERMINAL", "J3", "+12V", "GND", "12 V bus")
    if printed:
        _printed_controller(sheet, board)
    return sheet.finish()


def _printed_controller(sheet: Sheet, board: Board) -> None:
    """Add what only the printed controller has: the buttons' register behind row 9, their plugs and lamps, I2C."""
    header = sheet.part("IDC10", "J5", "from row 9")
    ends = {"CLK": "CLK_END", "LATCH": "LATCH_END", "SENSE": "SENSE_END", "LED": "LED_END"}
    for number, name in enumerate(board.header, 1):
        sheet.net(ends.get(name, name), header[str(number)])
    register = {"CP": "CLK_END", "PL": "LATCH_END", "Q7": "SENSE_END", "DS": "CHAIN_END"}
    _buttons(sheet, board, register, {"chip": "U4", "capacitor": "C4", "end": "R9", "plug": 6, "pull_up": 10})
    # Nothing floats while no cable comes from row 9.
    sheet.two("R", "R17", "CLK_END", "GND", "100K")
    sheet.two("R", "R18", "LATCH_END", "GND", "100K")
    lamps = sheet.part("LAMPS", "J13", "lamps")
    bus = sheet.part("QWIIC", "J4", "I2C")
    for plug, nets in ((lamps, ("+5V", "GND", "LED_END")), (bus, ("GND", "+3V3", "SDA", "SCL"))):
        for number, name in enumerate(nets, 1):
            sheet.net(name, plug[str(number)])
    sheet.two("R", "R19", "SDA", "+3V3", "4.7K")
    sheet.two("R", "R20", "SCL", "+3V3", "4.7K")


def _buttons(sheet: Sheet, board: Board, nets: dict[str, str], refs: dict[str, Any]) -> None:
    """Add a register with a plug and a pull-up for each button. ``nets``: of its clock, latch, output and input.

    ``refs`` names chip, capacitor and the pull-up at the chain's end; plugs and pull-ups count on from their numbers.
    """
    register = sheet.part("HC165", refs["chip"])
    sheet.net("+3V3", register["VCC"])
    sheet.net("GND", register["GND"], register["CE"])
    for pin, net in nets.items():
        sheet.net(net, register[pin])
    sheet.open(register["Q7N"])
    sheet.two("R", refs["end"], nets["DS"], "+3V3", "10K")
    sheet.two("C100N", refs["capacitor"], "+3V3", "GND", "100n")
    names = board.raw["seat_buttons"]["names"]
    for at, name in enumerate(names):
        sheet.two("BUTTON", f"J{refs['plug'] + at}", f"BUTTON{at}", "GND", f"button {name}", Button=name)
        sheet.net(f"BUTTON{at}", register[f"D{7 - at}"])
        sheet.two("R", f"R{refs['pull_up'] + at}", f"BUTTON{at}", "+3V3", "10K")
    for spare in range(len(names), 8):
        sheet.net("+3V3", register[f"D{7 - spare}"])


def _lamps(sheet: Sheet, board: Board) -> None:
    """Add a lamp for each button, one behind the other on LED_IN: the firmware's spots 100 to 106."""
    count = len(board.raw["seat_buttons"]["names"])
    for at in range(count):
        lamp = sheet.part("WS2812B_PIXEL", f"LED{at + 1}", Tile=str(100 + at))
        sheet.net("+5V", lamp["VDD"])
        sheet.net("GND", lamp["VSS"])
        sheet.net("LED_IN" if at == 0 else f"LED{at}_{at + 1}", lamp["DIN"])
        if at + 1 == count:
            sheet.open(lamp["DOUT"])
        else:
            sheet.net(f"LED{at + 1}_{at + 2}", lamp["DOUT"])


def seat_lamps(board: Board, catalogue: Catalogue) -> netlist.Netlist:
    """Draw the buttons' lamps on three wires from J13 of the printed controller or J9 of the reed build."""
    sheet = Sheet("seat_lamps", catalogue)
    plug = sheet.part("LAMPS", "J1", "to the controller")
    for rail in ("+5V", "GND"):
        sheet.net(rail, drive=True)
    for number, name in enumerate(("+5V", "GND", "LED_IN"), 1):
        sheet.net(name, plug[str(number)])
    _lamps(sheet, board)
    return sheet.finish()


def seat_buttons(board: Board, catalogue: Catalogue) -> netlist.Netlist:
    """The buttons of the seats and of the host and their lamps, behind row 9: J1 to that row's J2, J9 to its J3."""
    sheet = Sheet("seat_buttons", catalogue)
    header = sheet.part("IDC10", "J1", "to J2 of row 9")
    for number, name in enumerate(board.header, 1):
        sheet.net({"SENSE": "SENSE_OUT", "LED": "LED_IN"}.get(name, name), header[str(number)])
    for rail in ("+12V", "+5V", "+3V3", "GND"):
        sheet.net(rail, drive=True)
    register = {"CP": "CLK", "PL": "LATCH", "Q7": "SENSE_OUT", "DS": "SENSE_IN"}
    _buttons(sheet, board, register, {"chip": "U1", "capacitor": "C1", "end": "R8", "plug": 2, "pull_up": 1})
    _lamps(sheet, board)
    sheet.two("TERMINAL", "J9", "+12V", "GND", "12 V bus")
    regulator = sheet.part("REGULATOR_1A", "U2")
    sheet.net("+12V", regulator["VIN"])
    sheet.net("GND", regulator["GND"])
    sheet.net("+5V", regulator["VOUT"])
    sheet.two("C_12V", "C2", "+5V", "GND", "100u")
    return sheet.finish()


IDENTITY_SENSORS = ("MAG3_A1", "MAG3_B1", "MAG3_D1")
"""The sensors on one channel, from left to right: each answers at an address of its own."""


def identity_strip(board: Board, catalogue: Catalogue) -> netlist.Netlist:
    """Draw the 3-axis sensors of a row, three on a channel of the hub and the tenth alone; J1 to the hub."""
    sheet = Sheet("identity_strip", catalogue)
    for rail in ("+3V3", "GND"):
        sheet.net(rail, drive=True)
    plug = sheet.part("IDC10", "J1", "to the hub")
    for number, name in enumerate(board.identity_header, 1):
        sheet.net(name, plug[str(number)])
    for place in range(10):
        channel, at = divmod(place, len(IDENTITY_SENSORS))
        sensor = sheet.part(IDENTITY_SENSORS[at], f"MS{place + 1}", Place=str(place))
        sheet.net("+3V3", sensor["VCC"])
        sheet.net("GND", sensor["GND"], sensor["TEST"])
        sheet.net(f"SDA{channel}", sensor["SDA"])
        sheet.net(f"SCL{channel}", sensor["SCL"])
        sheet.open(sensor["INT"])
        sheet.two("C100N", f"C{place + 1}", "+3V3", "GND", "100n")
    # The hub's switches lift no line over 2 V: each channel has its own pull-ups.
    for channel in range(4):
        sheet.two("R", f"R{2 * channel + 1}", f"SDA{channel}", "+3V3", board.raw["identity"]["channel_pull_up"])
        sheet.two("R", f"R{2 * channel + 2}", f"SCL{channel}", "+3V3", board.raw["identity"]["channel_pull_up"])
    return sheet.finish()


def identity_hub(board: Board, catalogue: Catalogue) -> netlist.Netlist:
    """Draw five switches that part one I2C bus among ten strips: J1 to the controller, J2 to J11 to rows 0 to 9."""
    sheet = Sheet("identity_hub", catalogue)
    for rail in ("+3V3", "GND"):
        sheet.net(rail, drive=True)
    bus = sheet.part("QWIIC", "J1", "I2C")
    for number, name in enumerate(("GND", "+3V3", "SDA", "SCL"), 1):
        sheet.net(name, bus[str(number)])
    for row in board.rows:
        plug = sheet.part("IDC10", f"J{2 + row}", f"row {row}", Row=str(row))
        for number, name in enumerate(board.identity_header, 1):
            sheet.net(name if name in ("GND", "+3V3") else f"ROW{row}_{name}", plug[str(number)])
    for at in range(5):
        switch = sheet.part("MUX", f"U{at + 1}")
        sheet.net("+3V3", switch["VCC"])
        sheet.net("GND", switch["GND"])
        sheet.net("SDA", switch["SDA"])
        sheet.net("SCL", switch["SCL"])
        sheet.net("RESET", switch["RESET"])
        for bit in range(3):
            sheet.net("+3V3" if at >> bit & 1 else "GND", switch[f"A{bit}"])
        for channel in range(8):
            row = 2 * at + channel // 4
            for line in ("SD", "SC"):
                name = {"SD": "SDA", "SC": "SCL"}[line]
                sheet.net(f"ROW{row}_{name}{channel % 4}", switch[f"{line}{channel}"])
        sheet.two("C100N", f"C{at + 1}", "+3V3", "GND", "100n")
    sheet.two("C10U", "C6", "+3V3", "GND", "10u")
    sheet.two("R", "R1", "SDA", "+3V3", board.raw["identity"]["bus_pull_up"])
    sheet.two("R", "R2", "SCL", "+3V3", board.raw["identity"]["bus_pull_up"])
    sheet.two("R", "R3", "RESET", "+3V3", "10K")
    return sheet.finish()


def reed_board(board: Board, catalogue: Catalogue) -> netlist.Netlist:
    """Draw reed switches in a 10 x 10 matrix with a diode each, buttons in an eleventh column, LEDs in one chain."""
    build = board.builds["reed"]
    sheet = Sheet(build.netlist, catalogue)
    rows, columns = str(build.settings["SENSOR_ROWS"]).split(), str(build.settings["SENSOR_COLUMNS"]).split()
    used = {pin: f"ROW{at}" for at, pin in enumerate(rows)} | {pin: f"COLUMN{at}" for at, pin in enumerate(columns)}
    used[str(build.settings["LED_PIN"])] = "LED_33"
    used[board.raw["seat_buttons"]["column"]] = "BUTTON_COLUMN"
    _controller(sheet, board, build.controller, used)
    _power(sheet, board, rows=False)
    _level_shifter(sheet, "LED_DATA")
    for tile in range(100):
        row, column = divmod(tile, 10)
        # The column pulls up, the row pulls down: the current runs from the diode's anode at the column to the row.
        sheet.two("D1N4148", f"D{100 + tile}", f"TILE{tile}", f"COLUMN{column}", Tile=str(tile))
        sheet.two("REED", f"SW{tile}", f"TILE{tile}", f"ROW{row}", Tile=str(tile))
    for column in range(10):
        # The scanner does not wait between rows: a weak pull-up would leave a column low for the next.
        sheet.two("R", f"R{20 + column}", f"COLUMN{column}", "+3V3", "10K")
    # The buttons are an eleventh column: its n-th crossing is the n-th button.
    sheet.two("R", "R30", "BUTTON_COLUMN", "+3V3", "10K")
    for at, name in enumerate(board.raw["seat_buttons"]["names"]):
        sheet.two("D1N4148", f"D{200 + at}", f"BUTTON{at}", "BUTTON_COLUMN", Button=name)
        sheet.two("BUTTON", f"J{2 + at}", f"BUTTON{at}", f"ROW{at}", f"button {name}", Button=name)
    chain = list(_chain(build.settings))
    for at, tile in enumerate(chain):
        pixel = sheet.part("WS2812B_PIXEL", f"LED{tile}", Tile=str(tile))
        sheet.net("+5V", pixel["VDD"])
        sheet.net("GND", pixel["VSS"])
        sheet.net("LED_DATA" if at == 0 else f"CHAIN{at}", pixel["DIN"])
        sheet.net("LED_END" if at == 99 else f"CHAIN{at + 1}", pixel["DOUT"])
    lamps = sheet.part("LAMPS", "J9", "lamps")
    for number, net in enumerate(("+5V", "GND", "LED_END"), 1):
        sheet.net(net, lamps[str(number)])
    for row in range(10):
        sheet.two("C_BULK", f"C{10 + row}", "+5V", "GND", "100u", Row=str(row))
    return sheet.finish()


def _chain(settings: dict[str, str | int]) -> Iterable[int]:
    """Tiles in the order of the LED chain, by LED_LINES, LED_WIRING and LED_FIRST of a build.

    A way of its own: what the firmware makes of the same settings is compared with the finished netlist.
    """
    first = divmod(int(settings["LED_FIRST"]), 10)
    for line in range(10):
        for step in range(10):
            back = settings["LED_WIRING"] == "serpentine" and line % 2 == 1
            place = (line, 9 - step if back else step)
            row, column = place if settings["LED_LINES"] == "rows" else place[::-1]
            yield 10 * (9 - row if first[0] else row) + (9 - column if first[1] else column)


def all_netlists(board: Board, catalogue: Catalogue) -> dict[str, netlist.Netlist]:
    """Draw every circuit, by name. Raises RulesBroken."""
    makers = (row_board, seat_buttons, seat_lamps, identity_strip, identity_hub, reed_board)
    sheets = [make(board, catalogue) for make in makers]
    sheets += [controller(board, catalogue, name) for name in board.builds if name != "reed"]
    return {sheet.name: sheet for sheet in sheets}


def main() -> int:
    """Write every netlist into the folder given."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    try:
        made = all_netlists(load_board(), load_parts())
    except RulesBroken as broken:
        print(broken, file=sys.stderr)
        return 1
    for name, sheet in made.items():
        (folder / f"{name}.net").write_text(netlist.dump(sheet), encoding="utf-8")
    print(f"{len(made)} circuits, no electrical rule broken.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
