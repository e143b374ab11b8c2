"""Follows signals through a netlist: LED chain, shift registers, matrix. Knows how parts pass a signal on, no more."""

from __future__ import annotations

from .netlist import Netlist, Pin, join, natural

SERIES = ("R", "FUSE")
"""Parts with two pins that a signal passes through."""

LIGHTS = ("WS2812B", "WS2812B_PIXEL")

GATES = {"2": ("1", "3"), "5": ("4", "6"), "9": ("10", "8"), "12": ("13", "11")}
"""Inputs of a 74AHCT125 with their enable pin and output."""


class Broken(Exception):
    """A signal ends where it must not. ``str()`` says at which pin."""


def whole(
    board_rows: tuple[int, ...],
    controller: Netlist,
    row: Netlist,
    *,
    buttons: Netlist | None = None,
    lamps: Netlist | None = None,
) -> Netlist:
    """Join the controller and ten row boards by flat cables (pin to pin) and bus.

    ``buttons`` hang behind the last row on a board of their own; with ``lamps`` a cable leads from the last row back to
    J5 of the printed controller, which has the buttons, and the lamps hang on its J13.
    """
    boards = {"controller": controller} | {f"row{at}": row for at in board_rows}
    cables = []
    before = "controller/J2"
    for at in board_rows:
        cables += _pin_to_pin(before, f"row{at}/J1", 10) + _pin_to_pin("controller/J3", f"row{at}/J3", 2)
        before = f"row{at}/J2"
    if buttons is not None:
        boards["buttons"] = buttons
        cables += _pin_to_pin(before, "buttons/J1", 10) + _pin_to_pin("controller/J3", "buttons/J9", 2)
    if lamps is not None:
        boards["lamps"] = lamps
        cables += _pin_to_pin(before, "controller/J5", 10) + _pin_to_pin("controller/J13", "lamps/J1", 3)
    return join("row boards", boards, cables)


def identity(board_rows: tuple[int, ...], controller: Netlist, hub: Netlist, strip: Netlist) -> Netlist:
    """Join the printed controller's J4, the hub of the 3-axis sensors and ten strips by their cables, pin to pin."""
    boards = {"controller": controller, "hub": hub} | {f"row{at}": strip for at in board_rows}
    cables = _pin_to_pin("controller/J4", "hub/J1", 4)
    for plug in hub.of_part("IDC10"):
        cables += _pin_to_pin(f"hub/{plug.ref}", f"row{plug.fields['Row']}/J1", 10)
    return join("3-axis sensors", boards, cables)


def _pin_to_pin(one: str, other: str, count: int) -> list[tuple[Pin, Pin]]:
    return [((one, str(number)), (other, str(number))) for number in range(1, count + 1)]


def through(netlist: Netlist, ref: str, number: str) -> str | None:
    """The net on the other side of a part with two pins."""
    return netlist.net_of(ref, "2" if number == "1" else "1")


def reach(netlist: Netlist, net: str | None) -> set[str]:
    """``net`` and every net that one series resistor away from it carries the same signal."""
    found = {net} if net else set()
    for ref, number in netlist.on(net):
        if netlist.components[ref].part == "R":
            other = through(netlist, ref, number)
            if other and other.rsplit("/", 1)[-1] not in ("GND", "+5V", "+3V3"):
                found.add(other)
    return found


def led_chain(netlist: Netlist, module: str, number: str) -> list[str]:
    """References of the LEDs in the order the data reaches them, from the controller's pin on. Raises Broken."""
    net = netlist.net_of(module, number)
    gates = [(ref, pin) for ref, pin in netlist.on(net) if netlist.components[ref].part == "AHCT125" and pin in GATES]
    if len(gates) != 1:
        raise Broken(f"{netlist.name}: pin {number} of {module} does not reach one input of the level shifter")
    shifter, input_pin = gates[0]
    enable, output = GATES[input_pin]
    if not _is(netlist, shifter, enable, "GND"):
        raise Broken(f"{netlist.name}: pin {enable} of {shifter} must be on GND, or the level shifter stays off")
    level = netlist.net_of(shifter, output)
    resistors = [(ref, pin) for ref, pin in netlist.on(level) if netlist.components[ref].part == "R"]
    if len(resistors) != 1:
        raise Broken(f"{netlist.name}: pin {output} of {shifter} does not lead through one data resistor")
    net = through(netlist, *resistors[0])
    chain: list[str] = []
    while True:
        inputs = [r for r, pin in netlist.on(net) if netlist.components[r].part in LIGHTS and pin == "4"]
        if not inputs:
            return chain
        if len(inputs) > 1:
            raise Broken(f"{netlist.name}: {' and '.join(sorted(inputs, key=natural))} share one data line")
        if inputs[0] in chain:
            raise Broken(f"{netlist.name}: the LED chain runs in a circle at {inputs[0]}")
        chain.append(inputs[0])
        net = netlist.net_of(inputs[0], "2")


def shift_chain(netlist: Netlist, module: str, number: str) -> list[str]:
    """References of the 74HC165 in the order they are read, from the controller's data pin on. Raises Broken."""
    nets = reach(netlist, netlist.net_of(module, number))
    chain: list[str] = []
    while True:
        outputs = [
            ref
            for net in nets
            for ref, pin in netlist.on(net)
            if netlist.components[ref].part == "HC165" and pin == "9"
        ]
        if not outputs:
            return chain
        if len(outputs) > 1:
            raise Broken(f"{netlist.name}: {' and '.join(sorted(outputs, key=natural))} drive one line")
        if outputs[0] in chain:
            raise Broken(f"{netlist.name}: the sensor chain runs in a circle at {outputs[0]}")
        chain.append(outputs[0])
        net = netlist.net_of(outputs[0], "10")
        nets = {net} if net else set()


SHIFT_ORDER = ("6", "5", "4", "3", "14", "13", "12", "11")
"""Pins D7 to D0 of a 74HC165 in the order they come out."""


def sensor_bits(netlist: Netlist, chain: list[str]) -> list[str]:
    """Name the tile of each bit of a chain of registers in the words of SENSOR_MAP, or as "button 1". Raises Broken.

    "-" stands for an input tied to +3V3.
    """
    words = []
    for register in chain:
        for pin in SHIFT_ORDER:
            net = netlist.net_of(register, pin)
            sensors = [r for r, p in netlist.on(net) if netlist.components[r].part == "HALL" and p == "2"]
            pressed = [r for r, p in netlist.on(net) if netlist.components[r].part == "BUTTON" and p == "1"]
            if len(sensors) == 1 and not pressed:
                words.append(str(tile_of(netlist, sensors[0])))
            elif len(pressed) == 1 and not sensors:
                words.append(f"button {netlist.components[pressed[0]].fields['Button']}")
            elif not sensors and net is not None and net.rsplit("/", 1)[-1] == "+3V3":
                words.append("-")
            else:
                raise Broken(f"{netlist.name}: pin {pin} of {register} reads {len(sensors)} sensors and is not tied")
    return words


def tile_of(netlist: Netlist, ref: str) -> int:
    """The tile a part belongs to: its own field, or its place on the row board it is on."""
    fields = netlist.components[ref].fields
    if "Tile" in fields:
        return int(fields["Tile"])
    return 10 * int(ref.split("/")[0].removeprefix("row")) + int(fields["Place"])


def crossings(
    netlist: Netlist, module: str, rows: list[str], columns: list[str]
) -> dict[tuple[int, int], tuple[str, str]]:
    """Reed and diode at each crossing of a row pin and a column pin. Raises Broken for anything but one good pair.

    Only a diode with its anode at the column in series with a reed at the row counts; those of buttons are left out.
    """
    row_nets = {netlist.net_of(module, pin): at for at, pin in enumerate(rows)}
    column_nets = {netlist.net_of(module, pin): at for at, pin in enumerate(columns)}
    if len(row_nets) != len(rows) or len(column_nets) != len(columns) or None in row_nets or None in column_nets:
        raise Broken(f"{netlist.name}: two pins of the matrix share one net, or one is open")
    found: dict[tuple[int, int], tuple[str, str]] = {}
    for diode in netlist.of_part("D1N4148"):
        if "Button" in diode.fields:
            continue
        anode, cathode = netlist.net_of(diode.ref, "2"), netlist.net_of(diode.ref, "1")
        reeds = [(ref, pin) for ref, pin in netlist.on(cathode) if netlist.components[ref].part == "REED"]
        if anode not in column_nets:
            raise Broken(f"{netlist.name}: the anode of {diode.ref} is not at a column: it may be turned round")
        if len(reeds) != 1 or len(netlist.on(cathode)) != 2:
            raise Broken(f"{netlist.name}: the cathode of {diode.ref} must meet exactly one reed switch")
        row = through(netlist, *reeds[0])
        if row not in row_nets:
            raise Broken(f"{netlist.name}: {reeds[0][0]} does not end at a row")
        crossing = (row_nets[row], column_nets[anode])
        if crossing in found:
            raise Broken(f"{netlist.name}: {diode.ref} and {found[crossing][1]} are at one crossing")
        found[crossing] = (reeds[0][0], diode.ref)
    return found


def button_crossings(netlist: Netlist, module: str, rows: list[str], column: str) -> dict[int, str]:
    """Name the button at each row of the column on pin ``column``. Raises Broken for anything but one good pair.

    Only a diode with its anode at the column in series with a button at the row counts.
    """
    row_nets = {netlist.net_of(module, pin): at for at, pin in enumerate(rows)}
    found: dict[int, str] = {}
    for diode in netlist.of_part("D1N4148"):
        if "Button" not in diode.fields:
            continue
        anode, cathode = netlist.net_of(diode.ref, "2"), netlist.net_of(diode.ref, "1")
        buttons = [(ref, pin) for ref, pin in netlist.on(cathode) if netlist.components[ref].part == "BUTTON"]
        if anode is None or anode != netlist.net_of(module, column):
            raise Broken(
                f"{netlist.name}: the anode of {diode.ref} is not at the buttons' column: it may be turned round"
            )
        if len(buttons) != 1 or len(netlist.on(cathode)) != 2:
            raise Broken(f"{netlist.name}: the cathode of {diode.ref} must meet exactly one button")
        row = through(netlist, *buttons[0])
        if row not in row_nets:
            raise Broken(f"{netlist.name}: {buttons[0][0]} does not end at a row")
        if row_nets[row] in found:
            raise Broken(f"{netlist.name}: two buttons are at row {row_nets[row]}")
        found[row_nets[row]] = netlist.components[buttons[0][0]].fields["Button"]
    return found


def with_lamps(board: Netlist, plug: str, lamps: Netlist) -> Netlist:
    """Join a board of its own controller and the lamps of its buttons, which hang on its ``plug``."""
    return join(board.name, {"board": board, "lamps": lamps}, _pin_to_pin(f"board/{plug}", "lamps/J1", 3))


def _is(netlist: Netlist, ref: str, number: str, rail: str) -> bool:
    net = netlist.net_of(ref, number)
    return net is not None and net.rsplit("/", 1)[-1] == rail
