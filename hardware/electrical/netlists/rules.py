"""Checks the netlists against board.toml, parts.toml and the firmware's own reading of the settings.

Each finding is one line that names circuit, part and pin.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..source import PRINTED, ROOT, Board, Build, Catalogue, with_buttons
from . import tracing, values
from .netlist import Netlist, natural

RAILS = ("+5V", "+3V3", "GND", "+12V")

MAY_BE_OPEN = ("OUTPUT", "BIDIR", "NOCONNECT", "PWROUT")
"""Kinds of pins that may be left without a net; an open input or supply pin is a fault."""

OPEN_ON_MODULES = ("RUN", "ADC_VREF", "3V3_EN", "RST", "3V3", "5V")
"""Pins of controllers that have their own pull-ups or are outputs."""


UNSUPPLIED = ("seat_buttons", "seat_lamps", "identity_strip", "identity_hub")
"""Circuits that are fed by another board and have no bulk capacitor of their own to be asked for."""

SENSORS_AT = {0x35: "MAG3_A1", 0x22: "MAG3_B1", 0x44: "MAG3_D1"}
"""The 3-axis sensor that its maker has given each address."""

CORNERS = ("back left", "back right", "front right", "front left")
"""The order in which the firmware lights the four LEDs of a tile: immolation_board/four_leds.py."""


def firmware(name: str) -> Any:
    """Import a module of the firmware, as the board itself runs it."""
    folder = str(ROOT / "firmware")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(f"immolation_board.{name}")


def settings_of(build: Build, lines: dict[str, Any] | None = None) -> Any:
    """Read a build's settings with the firmware's own code. Raises the firmware's BadSetting."""
    values = {**build.settings, **(lines or {})}
    return firmware("settings").load(lambda key, default: values.get(key, default))


def of_every_circuit(netlist: Netlist, catalogue: Catalogue) -> Iterator[str]:
    """Check that parts and pins are known, no input is open, no outputs fight and supply pins are on their rails."""
    for ref, component in sorted(netlist.components.items()):
        part = catalogue.parts.get(component.part)
        if part is None:
            yield (
                f"{netlist.name}: {ref} is a {component.part or 'part without a name'}, which parts.toml does not have."
            )
            continue
        if component.footprint != part.footprint:
            yield f"{netlist.name}: {ref} has footprint {component.footprint}; parts.toml says {part.footprint}."
        connected = netlist.pins_of(ref)
        for number in connected:
            if number not in {pin.number for pin in part.pins}:
                yield f"{netlist.name}: {ref} has no pin {number}."
        for pin in part.pins:
            net = connected.get(pin.number)
            if net is None or len(netlist.on(net)) < 2:
                allowed = pin.kind in MAY_BE_OPEN or pin.name in OPEN_ON_MODULES
                if not allowed and part.key != "IDC10":  # what each of its pins is on stands in the rules of its board
                    yield f"{netlist.name}: pin {pin.number} ({pin.name}) of {ref} is open."
        for number, rail in part.rails.items():
            if connected.get(number) != rail:
                yield f"{netlist.name}: pin {number} of {ref} must be on {rail} and is on {connected.get(number)}."
    for net, pins in sorted(netlist.nets.items()):
        drivers = [
            f"{ref}.{number}"
            for ref, number in pins
            if (part := catalogue.parts.get(netlist.components[ref].part))
            and _kind(part, number) in ("OUTPUT", "PWROUT")
        ]
        if len({driver.split(".")[0] for driver in drivers}) > 1:
            yield f"{netlist.name}: {' and '.join(sorted(drivers))} drive {net} against each other."
    yield from _capacitors(netlist)


def _kind(part: Any, number: str) -> str:
    try:
        return str(part.kind(number))
    except KeyError:
        return ""


def _capacitors(netlist: Netlist) -> Iterator[str]:
    """Check for 100 nF at every chip (pixels on their own boards bring theirs); bulk capacitors the right way round."""
    wanted: dict[str, int] = {}
    for rail, keys in (("+5V", ("WS2812B", "AHCT125")), ("+3V3", ("HC165", "HALL", "MUX", *SENSORS_AT.values()))):
        if count := sum(1 for _ in netlist.of_part(*keys)):
            wanted[rail] = count
    for rail, count in wanted.items():
        have = sum(set(netlist.pins_of(c.ref).values()) == {rail, "GND"} for c in netlist.of_part("C100N"))
        if have < count:
            yield f"{netlist.name}: {count} chips on {rail} have {have} capacitors of 100 nF; each needs its own."
    for component in netlist.of_part("C_BULK", "C_INPUT", "C_12V"):
        rail = "+12V" if component.ref == "C3" else "+5V"
        if netlist.pins_of(component.ref) != {"1": rail, "2": "GND"}:
            yield f"{netlist.name}: {component.ref} must have + on {rail} and - on GND."
    if netlist.name in UNSUPPLIED:
        return
    if "J1" in netlist.components and netlist.components["J1"].part == "IDC10":
        if not any(netlist.of_part("C_BULK")):
            yield f"{netlist.name}: the row has no bulk capacitor."
    elif "C3" not in netlist.components:
        yield f"{netlist.name}: the 12 V side has no bulk capacitor."


def of_the_supply(netlist: Netlist, board: Board) -> Iterator[str]:
    """Check fuse, reverse polarity, suppressor, the controller's diode, and that no way leads from supply to USB."""
    by = {ref: netlist.pins_of(ref) for ref in netlist.components}
    name = netlist.name
    supply, fused = by.get("J1", {}).get("1"), None
    if by.get("J1", {}).get("2") != "GND":
        yield f"{name}: pin 2 of J1 must be on GND."
    if supply in (None, *RAILS) or len(netlist.on(supply)) != 2 or supply not in by.get("F1", {}).values():
        yield f"{name}: everything from J1 must pass the fuse F1 first."
    else:
        fused = tracing.through(netlist, "F1", "1" if by["F1"].get("1") == supply else "2")
    first = by.get("Q1", {})
    if any(first.get(pin) != fused for pin in "5678") or any(first.get(pin) != "+12V" for pin in "123"):
        yield f"{name}: Q1 must have its drain at the fuse and its source on +12V, or it does not block wrong polarity."
    if not _joined_by(netlist, "R", first.get("4"), "GND"):
        yield f"{name}: the gate of Q1 needs its resistor to GND, or only its body diode conducts."
    if by.get("D3") != {"1": "+5V", "2": "GND"}:
        yield f"{name}: D3 must have its cathode on +5V and its anode on GND."
    if by.get("D1", {}).get("2") != "+5V" or by.get("D1", {}).get("1") in (None, *RAILS):
        yield f"{name}: D1 must lead from +5V (anode) to the controller (cathode)."
    module = netlist.components["U1"].part
    if module == "PICO":
        if by["U1"].get("39") != by.get("D1", {}).get("1") or by["U1"].get("39") == by["U1"].get("40"):
            yield f"{name}: VSYS must be fed through D1 alone."
        if by["U1"].get("40"):
            yield f"{name}: VBUS must stay open: 5 V from a computer would run backwards through the regulator."
    elif by["U1"].get("21") != by.get("D1", {}).get("1"):
        yield f"{name}: the controller's 5V pin must be fed through D1 alone."
    if by["U1"].get("36" if module == "PICO" else "1") in ("+5V", "GND"):
        yield f"{name}: the controller's 3V3 pin is shorted to another rail."


def _joined_by(netlist: Netlist, part: str, one: str | None, other: str | None) -> bool:
    if one is None or other is None or one == other:
        return False
    return any(set(netlist.pins_of(c.ref).values()) == {one, other} for c in netlist.of_part(part))


def of_the_data_line(netlist: Netlist, module: str, pin: str) -> Iterator[str]:
    """Check for a pull-down while the controller starts; values.toml knows its size and that of the data resistor."""
    net = netlist.net_of(module, pin)
    prefix = module.split("/")[0] + "/" if "/" in module else ""
    if not _joined_by(netlist, "R", net, prefix + "GND") and not _joined_by(netlist, "R", net, "GND"):
        yield f"{netlist.name}: the LED data line has no pull-down; it floats while the controller starts."


def of_the_reed_build(netlist: Netlist, board: Board, settings: Any, lamps: Netlist) -> Iterator[str]:
    """Check that every crossing, button and LED is the one that the firmware takes it for; ``lamps`` hang on J9."""
    pins = board.controllers[board.builds["reed"].controller].pins
    if settings["SENSOR_KIND"] != "matrix" or settings["SENSOR_DIODES"] != "anodes":
        yield "reed: the settings must read a matrix whose columns are at the anodes."
        return
    wrong = [
        pin
        for key in ("SENSOR_ROWS", "SENSOR_COLUMNS", "BUTTON_COLUMN", "LED_PIN")
        for pin in settings[key]
        if pin not in pins
    ]
    if wrong:
        yield f"reed: {' '.join(wrong)} is no pin of this controller."
        return
    rows, columns = [pins[p] for p in settings["SENSOR_ROWS"]], [pins[p] for p in settings["SENSOR_COLUMNS"]]
    try:
        found = tracing.crossings(netlist, "U1", rows, columns)
    except tracing.Broken as broken:
        yield f"{broken}."
    else:
        width = 10 + bool(settings["BUTTONS"])
        for bit, tile in enumerate(settings["SENSOR_TILES"]):
            if bit % width == 10:
                continue
            pair = found.get(divmod(bit, width))
            if pair is None:
                yield f"{netlist.name}: crossing of row {bit // width} and column {bit % width} has no reed and diode."
            elif tracing.tile_of(netlist, pair[0]) != tile or tracing.tile_of(netlist, pair[1]) != tile:
                yield f"{netlist.name}: the firmware reads {pair[0]} as tile {tile}."
    for at, pin in enumerate(columns):
        if not _joined_by(netlist, "R", netlist.net_of("U1", pin), "+3V3"):
            yield f"{netlist.name}: column {at} has no pull-up to +3V3; a tile would echo in the row after it."
    if settings["BUTTONS"]:
        yield from _buttons_of_the_matrix(netlist, rows, pins[settings["BUTTON_COLUMN"][0]], settings)
        yield from _lights(tracing.with_lamps(netlist, "J9", lamps), "board/U1", pins[settings["LED_PIN"][0]], settings)
    else:
        yield from _lights(netlist, "U1", pins[settings["LED_PIN"][0]], settings)
    for number, want in enumerate(("+5V", "GND", "LED_END"), 1):
        if netlist.net_of("J9", str(number)) != want:
            yield f"{netlist.name}: pin {number} of J9 must be {want} and is {netlist.net_of('J9', str(number))}."


def _buttons_of_the_matrix(netlist: Netlist, rows: list[str], column: str, settings: Any) -> Iterator[str]:
    """Check the eleventh column: the button at each row is the one that the firmware takes it for."""
    wiring = firmware("wiring")
    try:
        found = tracing.button_crossings(netlist, "U1", rows, column)
    except tracing.Broken as broken:
        yield f"{broken}."
        return
    for row, spot in enumerate(settings["SENSOR_TILES"][10::11]):
        want = None if spot == wiring.UNUSED else wiring.BUTTON_NAMES[spot - wiring.TILES]
        if found.get(row) != want:
            yield (
                f"{netlist.name}: row {row} of the buttons' column is button {found.get(row) or 'none'}; the firmware "
                f"takes it for {want or 'none'}."
            )
    if not _joined_by(netlist, "R", netlist.net_of("U1", column), "+3V3"):
        yield f"{netlist.name}: the buttons' column has no pull-up to +3V3; a tile would echo as a button."


def of_the_row_boards(netlist: Netlist, board: Board, build: Build, settings: Any) -> Iterator[str]:
    """Check bits, LEDs, clock and latch of ten row boards on their controller; ``netlist`` joins all of them."""
    pins, module = board.controllers[build.controller].pins, "controller/U1"
    names = [*settings["SENSOR_CLOCK"], *settings["SENSOR_LATCH"], *settings["SENSOR_DATA"], *settings["LED_PIN"]]
    if settings["SENSOR_KIND"] != "shift" or any(name not in pins for name in names):
        yield (
            f"{build.name}: the settings must read shift registers on pins that the controller has: {' '.join(names)}."
        )
        return
    chain: list[str] = []
    try:
        chain = tracing.shift_chain(netlist, module, pins[settings["SENSOR_DATA"][0]])
        bits = tracing.sensor_bits(netlist, chain)
    except tracing.Broken as broken:
        yield f"{broken}."
    else:
        wiring = firmware("wiring")
        wanted = [
            "-"
            if tile == wiring.UNUSED
            else f"button {wiring.BUTTON_NAMES[tile - wiring.TILES]}"
            if tile >= wiring.TILES
            else str(tile)
            for tile in settings["SENSOR_TILES"]
        ]
        if len(bits) != len(wanted):
            yield f"{build.name}: the chain has {len(bits)} bits; SENSOR_BITS says {len(wanted)}."
        for at, (is_, want) in enumerate(zip(bits, wanted, strict=False)):
            if is_ != want:
                yield f"{build.name}: bit {at} of the chain is {_place(is_)}; the firmware takes it for {_place(want)}."
    for name, number, what in ((settings["SENSOR_CLOCK"][0], "2", "CP"), (settings["SENSOR_LATCH"][0], "1", "PL")):
        nets = tracing.reach(netlist, netlist.net_of(module, pins[name]))
        for ref in chain:
            if netlist.net_of(ref, number) not in nets:
                yield f"{build.name}: pin {number} ({what}) of {ref} is not on {name}."
    for register in netlist.of_part("HC165"):
        if (netlist.net_of(register.ref, "15") or "").rsplit("/", 1)[-1] != "GND":
            yield f"{build.name}: pin 15 (CE) of {register.ref} must be on GND, or it never shifts."
    if settings["SENSOR_ACTIVE"] != "low":
        yield f"{build.name}: a sensor pulls low for a magnet; SENSOR_ACTIVE must be low."
    yield from _lights(netlist, module, pins[settings["LED_PIN"][0]], settings)


def _place(word: str) -> str:
    return f"tile {word}" if word.isdigit() else "nothing" if word == "-" else word


def of_the_buttons(netlist: Netlist, board: Board, ends: dict[str, str], header: str, chip: str) -> Iterator[str]:
    """Check that every button lies between its input and ground, with a pull-up, and that the header fits row 9.

    ``ends``: the circuit's own names of the header's nets.
    """
    for number, name in enumerate(board.header, 1):
        want, there = ends.get(name, name), netlist.net_of(header, str(number))
        if there != want:
            yield f"{netlist.name}: pin {number} of {header} must be {want} and is {there}."
    for component in netlist.of_part("BUTTON"):
        name = component.fields["Button"]
        if netlist.net_of(component.ref, "2") != "GND":
            yield f"{netlist.name}: {component.ref} (button {name}) must have GND on pin 2."
        if not _joined_by(netlist, "R", netlist.net_of(component.ref, "1"), "+3V3"):
            yield f"{netlist.name}: {component.ref} (button {name}) has no pull-up; it would press itself."
    if not _joined_by(netlist, "R", netlist.net_of(chip, "10"), "+3V3"):
        yield f"{netlist.name}: the serial input of {chip} needs a pull-up, or the end of the chain reads noise."
    if netlist.net_of(chip, "15") != "GND":
        yield f"{netlist.name}: pin 15 (CE) of {chip} must be on GND, or it never shifts."


def of_the_buttons_board(netlist: Netlist, board: Board) -> Iterator[str]:
    """Check the board of the buttons behind row 9, with its bus."""
    if netlist.pins_of("J9") != {"1": "+12V", "2": "GND"}:
        yield f"{netlist.name}: J9 must have +12V on pin 1 and GND on pin 2."
    yield from of_the_buttons(netlist, board, {"SENSE": "SENSE_OUT", "LED": "LED_IN"}, "J1", "U1")


PLUGS = {"J13": ("+5V", "GND", "LED_END"), "J4": ("GND", "+3V3", "SDA", "SCL")}
"""Net of each pin, from pin 1 on, of the printed controller's plugs: lamps, and I2C as on Qwiic and STEMMA QT."""


def of_the_printed_controller(netlist: Netlist, board: Board) -> Iterator[str]:
    """Check the buttons, the lamps' plug and I2C of the printed controller."""
    ends = {name: f"{name}_END" for name in ("CLK", "LATCH", "SENSE", "LED")}
    yield from of_the_buttons(netlist, board, ends, "J5", "U4")
    for pin, name in (("2", "CLK"), ("1", "LATCH"), ("9", "SENSE")):
        if netlist.net_of("U4", pin) != ends[name]:
            yield f"{netlist.name}: pin {pin} of U4 must be on {ends[name]}, in step with the last row."
    for ref, wanted in PLUGS.items():
        for number, want in enumerate(wanted, 1):
            if netlist.net_of(ref, str(number)) != want:
                yield f"{netlist.name}: pin {number} of {ref} must be {want} and is {netlist.net_of(ref, str(number))}."
    pins = board.controllers["pico"].pins
    for name, net in zip(board.raw["controller_pico"]["i2c"], ("SDA", "SCL"), strict=True):
        if netlist.net_of("U1", pins[name]) != net:
            yield f"{netlist.name}: {name} of U1 must be {net} and is {netlist.net_of('U1', pins[name])}."
        if not _joined_by(netlist, "R", net, "+3V3"):
            yield f"{netlist.name}: {net} has no pull-up."


def of_the_identity(netlists: dict[str, Netlist], board: Board) -> Iterator[str]:
    """Check that each tile's 3-axis sensor hangs where the firmware looks for it, and each switch is told apart."""
    hub, strip = netlists["identity_hub"], netlists["identity_strip"]
    places = firmware("identity.places")
    rows = [component.fields.get("Row", "") for component in hub.of_part("IDC10")]
    if sorted(rows) != [str(row) for row in sorted(board.rows)]:
        yield f"{hub.name}: its plugs are for rows {' '.join(rows)}; it must have one for each row."
        return
    whole = tracing.identity(board.rows, netlists["controller_pico"], hub, strip)
    pins = board.controllers["pico"].pins
    bus = {
        line: whole.net_of("controller/U1", pins[pin])
        for line, pin in zip(("SDA", "SCL"), board.raw["controller_pico"]["i2c"], strict=True)
    }
    switches: dict[int, str] = {}
    for switch in whole.of_part("MUX"):
        bits = [(whole.net_of(switch.ref, pin) or "").rsplit("/", 1)[-1] == "+3V3" for pin in ADDRESS_PINS]
        at = places.FIRST_MULTIPLEXER + sum(bit << place for place, bit in enumerate(bits))
        if at in switches:
            yield f"{hub.name}: {switches[at]} and {switch.ref} both answer at 0x{at:02x}."
        switches[at] = switch.ref
        for line, pin in (("SDA", "23"), ("SCL", "22")):
            if whole.net_of(switch.ref, pin) != bus[line] or bus[line] is None:
                yield f"{hub.name}: {line} of {switch.ref} does not reach the controller's {line}."
        if not _joined_by(whole, "R", whole.net_of(switch.ref, "3"), whole.net_of(switch.ref, "24")):
            yield f"{hub.name}: the reset of {switch.ref} has no pull-up."
    strips = {row: {c.fields["Place"]: c.ref for c in strip.of_part(*SENSORS_AT.values())} for row in board.rows}
    for tile in range(100):
        row, column = divmod(tile, 10)
        ref = f"row{row}/{strips[row].get(str(column))}"
        if ref not in whole.components:
            yield f"{strip.name}: no 3-axis sensor has place {column}."
            continue
        kind, wanted = whole.components[ref].part, SENSORS_AT[places.address(tile)]
        if kind != wanted:
            yield f"{strip.name}: {ref} is a {kind}; the firmware looks for a {wanted} on tile {tile}."
        if whole.net_of(ref, "5") is not None:
            yield f"{strip.name}: the interrupt of {ref} must be open; nothing reads it."
        owner = switches.get(places.multiplexer(tile))
        if owner is None:
            yield f"{hub.name}: no switch answers at 0x{places.multiplexer(tile):02x} for tile {tile}."
            continue
        for line, pin, ends in (("SDA", "6", DATA_PINS), ("SCL", "1", CLOCK_PINS)):
            if whole.net_of(ref, pin) != whole.net_of(owner, ends[places.channel(tile)]):
                yield f"{line} of the 3-axis sensor of tile {tile} is not on channel {places.channel(tile)} of {owner}."
    for netlist in (hub, strip):
        for plug in netlist.of_part("IDC10"):
            for number, name in enumerate(board.identity_header, 1):
                own = plug.fields.get("Row")
                want = name if own is None or name in RAILS else f"ROW{own}_{name}"
                if netlist.net_of(plug.ref, str(number)) != want:
                    there = netlist.net_of(plug.ref, str(number))
                    yield f"{netlist.name}: pin {number} of {plug.ref} must be {want} and is {there}."


ADDRESS_PINS = ("1", "2", "21")
"""A0 to A2 of a TCA9548A."""

DATA_PINS, CLOCK_PINS = ("4", "6", "8", "10", "13", "15", "17", "19"), ("5", "7", "9", "11", "14", "16", "18", "20")
"""Its channels 0 to 7."""


def _lights(netlist: Netlist, module: str, number: str, settings: Any) -> Iterator[str]:
    yield from of_the_data_line(netlist, module, number)
    if settings["LED_ORDER"] != "GRB":
        yield f"{netlist.name}: a WS2812B takes green first; LED_ORDER must be GRB."
    try:
        chain = tracing.led_chain(netlist, module, number)
    except tracing.Broken as broken:
        yield f"{broken}."
        return
    each = settings["LEDS_PER_TILE"]
    order = CORNERS if each > 1 else CORNERS[:1]
    tiles = firmware("wiring").led_chain(settings["LED_LINES"], settings["LED_WIRING"], settings["LED_FIRST"])
    wanted = [tile for tile in tiles for _ in range(each)]
    on_tiles = len(wanted)
    wanted += [firmware("wiring").TILES + button for button in settings["BUTTONS"]]
    if len(chain) != len(wanted):
        after = chain[-1] if chain else "the level shifter"
        yield f"{netlist.name}: the LED chain has {len(chain)} LEDs and ends after {after}; {len(wanted)} are needed."
    for at, (ref, tile) in enumerate(zip(chain, wanted, strict=False)):
        there = tracing.tile_of(netlist, ref)
        if there != tile:
            yield f"{netlist.name}: LED {at} of the chain is {ref} at tile {there}; the firmware takes it for {tile}."
            break
        corner = netlist.components[ref].fields.get("Corner", order[0])
        if at < on_tiles and corner != order[at % each]:
            yield (
                f"{netlist.name}: LED {at} of the chain is {ref} in the {corner} corner; the firmware takes it for "
                f"the {order[at % each]} one."
            )
            break


def of_a_row_board(netlist: Netlist, board: Board) -> Iterator[str]:
    """Check what a row board needs beyond its signals: headers that fit, pull-ups, parts for ten tiles."""
    swapped = {"SENSE": ("SENSE_OUT", "SENSE_IN"), "LED": ("LED_IN", "LED_OUT")}
    for at, ref in enumerate(("J1", "J2")):
        for number, name in enumerate(board.header, 1):
            want = swapped[name][at] if name in swapped else name
            if netlist.net_of(ref, str(number)) != want:
                yield f"{netlist.name}: pin {number} of {ref} must be {want} and is {netlist.net_of(ref, str(number))}."
    yield from of_the_bus(netlist)
    yield from of_the_row_regulator(netlist)
    for component in netlist.of_part("HALL"):
        if not _joined_by(netlist, "R", netlist.net_of(component.ref, "2"), "+3V3"):
            yield (
                f"{netlist.name}: the output of {component.ref} has no pull-up; an open-drain sensor could not let go."
            )
    if not _joined_by(netlist, "R", netlist.net_of("J2", "8"), "+3V3"):
        yield f"{netlist.name}: SENSE_IN needs a pull-up, or the last row reads noise."
    for key, each in (("HALL", 1), ("WS2812B", len(CORNERS))):
        places = sorted(int(component.fields.get("Place", -1)) for component in netlist.of_part(key))
        if places != [place for place in range(10) for _ in range(each)]:
            yield f"{netlist.name}: {key} must stand {each} to a place, 0 to 9; they are at {places}."
    if tuple(board.raw["light"]["order"]) != CORNERS:
        yield f"board.toml: light.order must be the firmware's: {', '.join(CORNERS)}."


def of_the_bus(netlist: Netlist) -> Iterator[str]:
    """Check that J3 carries 12 V the same way round on controller and rows."""
    if netlist.pins_of("J3") != {"1": "+12V", "2": "GND"}:
        yield f"{netlist.name}: J3 must have +12V on pin 1 and GND on pin 2."


def of_the_row_regulator(netlist: Netlist) -> Iterator[str]:
    """Check that coil, divider and capacitors are where the data sheet's circuit has them."""
    by = netlist.pins_of("U3")
    switch, feedback, boot = by.get("2"), by.get("4"), by.get("6")
    wanted = (("L10U", switch, "+5V", "coil"), ("R", feedback, "+5V", "upper resistor of the divider"))
    for part, one, other, what in (*wanted, ("R", feedback, "GND", "lower one"), ("C100N", boot, switch, "C7")):
        if not _joined_by(netlist, part, one, other):
            yield f"{netlist.name}: U3 lacks its {what} between {one} and {other}."
    if "5" in by:
        yield f"{netlist.name}: pin 5 (EN) of U3 is on {by['5']} and must be open: it pulls itself up and bears 7 V."


def of_a_controller(netlist: Netlist, board: Board) -> Iterator[str]:
    """Check the header and the bus of a controller for row boards."""
    for number, name in enumerate(board.header, 1):
        if netlist.net_of("J2", str(number)) != name:
            yield f"{netlist.name}: pin {number} of J2 must be {name} and is {netlist.net_of('J2', str(number))}."
    yield from of_the_bus(netlist)
    logic = "36" if netlist.components["U1"].part == "PICO" else "1"
    if netlist.net_of("U1", logic) != "+3V3":
        yield f"{netlist.name}: +3V3 must come from pin {logic} of U1."


def of_the_settings(board: Board) -> Iterator[str]:
    """Check that the firmware takes every build's settings, and that its defaults are the reed build's."""
    bad = firmware("configuration").BadSetting
    for build in board.builds.values():
        try:
            settings_of(build)
        except bad as error:
            yield f"builds.{build.name}: {error}"
        if int(build.settings["SUPPLY_MA"]) != board.raw["supply"]["limit"]:
            yield f"builds.{build.name}: SUPPLY_MA = {build.settings['SUPPLY_MA']}; supply.limit says otherwise."
    defaults = {key: default for key, default, _ in firmware("settings").KEYS}
    for key, value in board.builds["reed"].settings.items():
        if key != "SUPPLY_MA" and defaults[key] != value:
            yield f"builds.reed: {key} = {value}, and firmware/ starts with {defaults[key]}."


def all_of(netlists: dict[str, Netlist], board: Board, catalogue: Catalogue) -> list[str]:
    """Run every rule; one line for each fault, empty when the hardware is sound."""
    found = list(of_the_settings(board))
    missing = {
        "row_board",
        "reed_board",
        "seat_buttons",
        "seat_lamps",
        "identity_strip",
        "identity_hub",
        *(build.netlist for build in board.builds.values()),
    } - set(netlists)
    if missing:
        return [*found, *(f"the netlist {name} is missing" for name in sorted(missing))]
    for name in sorted(netlists, key=natural):
        found += of_every_circuit(netlists[name], catalogue)
        found += values.findings(netlists[name], board)
        if name not in ("row_board", *UNSUPPLIED):
            found += of_the_supply(netlists[name], board)
    found += of_a_row_board(netlists["row_board"], board)
    found += of_the_buttons_board(netlists["seat_buttons"], board)
    found += of_the_identity(netlists, board)
    for build in board.builds.values():
        try:
            settings = settings_of(build)
        except firmware("configuration").BadSetting:
            continue
        if build.name == "reed":
            for lines in ({}, with_buttons(board, build)):
                read = settings_of(build, lines)
                found += of_the_reed_build(netlists[build.netlist], board, read, netlists["seat_lamps"])
        else:
            found += of_a_controller(netlists[build.netlist], board)
            whole = tracing.whole(board.rows, netlists[build.netlist], netlists["row_board"])
            whole.name = build.name
            found += of_the_row_boards(whole, board, build, settings)
            if build.netlist in PRINTED:
                found += of_the_printed_controller(netlists[build.netlist], board)
                more = {"lamps": netlists["seat_lamps"]}
            else:
                more = {"buttons": netlists["seat_buttons"]}
            whole = tracing.whole(board.rows, netlists[build.netlist], netlists["row_board"], **more)
            whole.name = f"{build.name} with buttons"
            found += of_the_row_boards(whole, board, build, settings_of(build, with_buttons(board, build)))
    return found


def read_folder(folder: Path) -> dict[str, Netlist]:
    """Read every netlist in a folder, by name."""
    from .netlist import load

    return {path.stem: load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.net"))}
