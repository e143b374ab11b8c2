"""A copy of the hardware with one thing wrong is caught and named, whatever that thing is."""

from __future__ import annotations

import dataclasses
import functools
import re

import pytest

from hardware.electrical import source
from hardware.electrical.netlists import netlist, rules, values

KEPT = source.OUT / "netlists"


@functools.cache
def _text(name: str) -> str:
    return (KEPT / f"{name}.net").read_text(encoding="utf-8")


@functools.cache
def _whole(name: str) -> netlist.Netlist:
    return netlist.load(_text(name))


def _findings(name: str, change: object, *, lines: dict[str, dict[str, str | int]] | None = None) -> list[str]:
    """What the checks say after ``change`` was made to the text of netlist ``name``."""
    netlists = {path.stem: _whole(path.stem) for path in KEPT.glob("*.net")}
    if name:
        spoilt = change(_text(name))  # type: ignore[operator]
        assert spoilt != _text(name), "the mutation changed nothing"
        try:
            netlists[name] = netlist.load(spoilt)
        except netlist.BadNetlist as error:
            return [str(error)]
    board = source.load_board()
    if lines:
        builds = {
            key: dataclasses.replace(build, settings={**build.settings, **lines.get(key, {})})
            for key, build in board.builds.items()
        }
        board = dataclasses.replace(board, builds=builds)
    return rules.all_of(netlists, board, source.load_parts())


def _node(ref: str, pin: str) -> str:
    return f'\n      (node (ref "{ref}") (pin "{pin}"))'


def swap(ref: str, one: str, other: str) -> object:
    """Exchange two pins of a part."""

    def change(text: str) -> str:
        text = text.replace(_node(ref, one), "<here>").replace(_node(ref, other), _node(ref, one))
        return text.replace("<here>", _node(ref, other))

    return change


def swap_between(one: tuple[str, str], other: tuple[str, str]) -> object:
    """Exchange the nets of pins of two parts."""

    def change(text: str) -> str:
        return text.replace(_node(*one), "<here>").replace(_node(*other), _node(*one)).replace("<here>", _node(*other))

    return change


def cut(ref: str, pin: str) -> object:
    """Leave a pin open."""
    return lambda text: text.replace(_node(ref, pin), "")


def move(ref: str, pin: str, net: str) -> object:
    """Put a pin on another net."""

    def change(text: str) -> str:
        without = text.replace(_node(ref, pin), "")
        return re.sub(rf'\(name "{re.escape(net)}"\)', lambda match: match[0] + _node(ref, pin), without, count=1)

    return change


def without(ref: str) -> object:
    """Forget a part."""

    def change(text: str) -> str:
        text = re.sub(rf'\n      \(node \(ref "{ref}"\) \(pin "\d+"\)\)', "", text)
        return re.sub(rf'\n    \(comp \(ref "{ref}"\)\n.*?(?=\n    \(comp|\)\n  \(nets)', "", text, flags=re.DOTALL)

    return change


def value(ref: str, text_: str) -> object:
    """Fit another value."""
    return lambda text: re.sub(
        rf'(\(comp \(ref "{ref}"\)\n      \(value )"[^"]*"', lambda match: f'{match[1]}"{text_}"', text, count=1
    )


def field(ref: str, name: str, text_: str) -> object:
    """Put a part at another place."""
    return lambda text: re.sub(
        rf'(\(comp \(ref "{ref}"\)\n.*?\(name "{name}"\) )"[^"]*"',
        lambda match: f'{match[1]}"{text_}"',
        text,
        count=1,
        flags=re.DOTALL,
    )


CIRCUIT_MUTATIONS = {
    # the row board
    "row: two inputs of a register swapped": ("row_board", swap("U1", "6", "5")),
    "row: input of the second register on the wrong pin": ("row_board", swap("U2", "3", "14")),
    "row: sensors of two tiles swapped": ("row_board", swap_between(("HS3", "2"), ("HS4", "2"))),
    "row: sensors swapped between the halves": ("row_board", swap_between(("HS5", "2"), ("HS6", "2"))),
    "row: sensor turned round": ("row_board", swap("HS7", "1", "3")),
    "row: register not enabled": ("row_board", move("U2", "15", "+3V3")),
    "row: clock and latch swapped at one register": ("row_board", swap("U2", "1", "2")),
    "row: registers in the other order": ("row_board", swap_between(("U1", "9"), ("U2", "9"))),
    "row: complement output used": ("row_board", lambda text: text.replace(_node("U1", "9"), _node("U1", "7"))),
    "row: serial input open": ("row_board", cut("U1", "10")),
    "row: LED turned round": ("row_board", swap("LED4", "1", "3")),
    "row: LED data in and out swapped": ("row_board", swap("LED6", "2", "4")),
    "row: two LEDs in the wrong order": ("row_board", swap_between(("LED2", "4"), ("LED3", "4"))),
    "row: LED at the wrong place": ("row_board", field("LED9", "Place", "9")),
    "row: two corners of a tile exchanged": (
        "row_board",
        lambda text: field("LED6", "Corner", "front left")(field("LED8", "Corner", "back right")(text)),  # type: ignore[operator]
    ),
    "row: regulator's input on 5 V": ("row_board", move("U3", "3", "+5V")),
    "row: 12 V straight on the LEDs": ("row_board", move("L1", "2", "+12V")),
    "row: coil missing": ("row_board", without("L1")),
    "row: feedback and gate swapped": ("row_board", swap("U3", "4", "6")),
    "row: gate capacitor to ground": ("row_board", move("C7", "2", "GND")),
    "row: divider upside down": ("row_board", swap_between(("R12", "1"), ("R13", "2"))),
    "row: feedback open": ("row_board", cut("U3", "4")),
    "row: regulator enabled from 12 V": ("row_board", move("U3", "5", "+12V")),
    "row: bus on the 5 V side": ("row_board", move("J3", "1", "+5V")),
    "row: LED on 3.3 V": ("row_board", move("LED1", "1", "+3V3")),
    "row: register on 5 V": ("row_board", move("U1", "16", "+5V")),
    "row: cable pins swapped at one end": ("row_board", swap("J2", "4", "6")),
    "row: cable turned over": ("row_board", swap("J1", "8", "10")),
    "row: bus polarity swapped": ("row_board", swap("J3", "1", "2")),
    "row: bulk capacitor turned round": ("row_board", swap("C1", "1", "2")),
    "row: capacitor of an LED missing": ("row_board", without("C24")),
    "row: pull-up missing": ("row_board", without("R5")),
    "row: last row floats": ("row_board", without("R11")),
    "row: sensor missing": ("row_board", without("HS10")),
    "row: wrong footprint": (
        "row_board",
        lambda text: text.replace("Package_TO_SOT_SMD:SOT-23", "Package_TO_SOT_SMD:SOT-89", 1),
    ),
    # the controllers
    "pico: clock on the neighbouring pin": (
        "controller_pico",
        lambda t: t.replace(_node("U1", "24"), _node("U1", "25")),
    ),
    "pico: LED data on another pin": ("controller_pico", lambda t: t.replace(_node("U1", "29"), _node("U1", "31"))),
    "pico: clock and latch swapped": ("controller_pico", swap("U1", "24", "22")),
    "pico: header pins swapped": ("controller_pico", swap("J2", "8", "10")),
    "pico: reverse polarity transistor turned round": ("controller_pico", swap_between(("Q1", "1"), ("Q1", "5"))),
    "pico: gate of it on the wrong rail": ("controller_pico", move("R1", "2", "+5V")),
    "pico: suppressor turned round": ("controller_pico", swap("D3", "1", "2")),
    "pico: diode to VSYS turned round": ("controller_pico", swap("D1", "1", "2")),
    "pico: diode to VSYS bridged": ("controller_pico", move("U1", "39", "+5V")),
    "pico: 5 V straight into VBUS": ("controller_pico", move("U1", "40", "+5V")),
    "pico: regulator's input and output swapped": ("controller_pico", swap("U3", "1", "3")),
    "pico: 12 V straight on the level shifter": ("controller_pico", move("U3", "3", "+12V")),
    "pico: fuse bridged": ("controller_pico", move("J1", "1", "FUSED")),
    "pico: a fuse of 10 A": ("controller_pico", value("F1", "10A slow")),
    "pico: capacitor of the 12 V side turned round": ("controller_pico", swap("C3", "1", "2")),
    "pico: level shifter off": ("controller_pico", move("U2", "1", "+5V")),
    "pico: level shifter on 3.3 V": ("controller_pico", move("U2", "14", "+3V3")),
    "pico: wrong output of the level shifter": (
        "controller_pico",
        lambda t: t.replace(_node("U2", "3"), _node("U2", "6")),
    ),
    "pico: input of an unused gate open": ("controller_pico", cut("U2", "5")),
    "pico: data resistor of 33 kilohm": ("controller_pico", value("R4", "33K")),
    "pico: data resistor missing": ("controller_pico", without("R4")),
    "pico: data line floats at start": ("controller_pico", without("R5")),
    # the printed controller's buttons, lamps and I2C
    "pico: two buttons exchanged": ("controller_pico", swap_between(("U4", "6"), ("U4", "5"))),
    "pico: a button named otherwise": ("controller_pico", field("J7", "Button", "5")),
    "pico: a button without ground": ("controller_pico", move("J8", "2", "+3V3")),
    "pico: pull-up of a button missing": ("controller_pico", without("R12")),
    "pico: clock and latch of the buttons swapped": ("controller_pico", swap("U4", "1", "2")),
    "pico: clock of the buttons from before the rows": ("controller_pico", move("U4", "2", "CLK_OUT")),
    "pico: buttons' register never enabled": ("controller_pico", move("U4", "15", "+3V3")),
    "pico: end of the chain floats": ("controller_pico", without("R9")),
    "pico: buttons' clock floats without a cable": ("controller_pico", without("R17")),
    "pico: cable from row 9 turned over": ("controller_pico", swap("J5", "8", "10")),
    "pico: lamps' supply turned round": ("controller_pico", swap("J13", "1", "2")),
    "pico: lamps' data open": ("controller_pico", cut("J13", "3")),
    "pico: I2C swapped at its plug": ("controller_pico", swap("J4", "3", "4")),
    "pico: I2C swapped at the Pico": ("controller_pico", swap("U1", "6", "7")),
    "pico: pull-up of I2C missing": ("controller_pico", without("R20")),
    "lamps: two of them exchanged": ("seat_lamps", swap_between(("LED2", "4"), ("LED3", "4"))),
    "lamps: plug turned round": ("seat_lamps", swap("J1", "1", "3")),
    "esp32: data on the neighbouring pin": (
        "controller_esp32_s3",
        lambda t: t.replace(_node("U1", "19"), _node("U1", "16")),
    ),
    "esp32: fed from before the diode": ("controller_esp32_s3", move("U1", "21", "+5V")),
    # the buttons behind row 9
    "buttons: two of them exchanged": ("seat_buttons", swap_between(("U1", "6"), ("U1", "5"))),
    "buttons: one on the input of no button": ("seat_buttons", move("J4", "1", "+3V3")),
    "buttons: named otherwise": ("seat_buttons", field("J3", "Button", "3")),
    "buttons: one without ground": ("seat_buttons", move("J5", "2", "+3V3")),
    "buttons: pull-up missing": ("seat_buttons", without("R6")),
    "buttons: pull-up to ground": ("seat_buttons", move("R2", "2", "GND")),
    "buttons: clock and latch swapped": ("seat_buttons", swap("U1", "1", "2")),
    "buttons: register never enabled": ("seat_buttons", move("U1", "15", "+3V3")),
    "buttons: end of the chain floats": ("seat_buttons", without("R8")),
    "buttons: two lamps exchanged": ("seat_buttons", swap_between(("LED2", "4"), ("LED3", "4"))),
    "buttons: lamps on 3.3 V": ("seat_buttons", move("LED4", "1", "+3V3")),
    "buttons: lamps on 12 V": ("seat_buttons", move("U2", "3", "+12V")),
    "buttons: data of the lamps open": ("seat_buttons", cut("LED1", "4")),
    "buttons: bus turned round": ("seat_buttons", swap("J9", "1", "2")),
    "buttons: cable turned over": ("seat_buttons", swap("J1", "2", "4")),
    "buttons: complement output used": (
        "seat_buttons",
        lambda text: text.replace(_node("U1", "9"), _node("U1", "7")),
    ),
    # the 3-axis sensors
    "strip: data and clock of a sensor swapped": ("identity_strip", swap("MS4", "1", "6")),
    "strip: data and clock swapped at its plug": ("identity_strip", swap("J1", "5", "6")),
    "strip: two channels swapped at its plug": ("identity_strip", swap_between(("J1", "3"), ("J1", "5"))),
    "strip: supply turned round at its plug": ("identity_strip", swap("J1", "1", "2")),
    "strip: a sensor on the next channel": ("identity_strip", move("MS3", "6", "SDA1")),
    "strip: two sensors of one address on a channel": (
        "identity_strip",
        lambda text: text.replace('"MAG3_B1"', '"MAG3_A1"', 1),
    ),
    "strip: a sensor at the wrong place": ("identity_strip", field("MS2", "Place", "2")),
    "strip: a sensor without supply": ("identity_strip", cut("MS7", "4")),
    "strip: a sensor on the wrong side of the supply": ("identity_strip", swap("MS7", "2", "4")),
    "strip: test pin in the air": ("identity_strip", cut("MS5", "3")),
    "strip: a sensor missing": ("identity_strip", without("MS10")),
    "strip: interrupt on the data line": ("identity_strip", move("MS1", "5", "SDA0")),
    "strip: clock of a sensor open": ("identity_strip", cut("MS9", "1")),
    "hub: two switches with one address": ("identity_hub", move("U2", "1", "GND")),
    "hub: two switches exchanged": (
        "identity_hub",
        lambda text: swap_between(("U2", "1"), ("U3", "1"))(swap_between(("U2", "2"), ("U3", "2"))(text)),  # type: ignore[operator]
    ),
    "hub: address pin open": ("identity_hub", cut("U4", "21")),
    "hub: bus swapped at its plug": ("identity_hub", swap("J1", "3", "4")),
    "hub: supply turned round at its plug": ("identity_hub", swap("J1", "1", "2")),
    "hub: data and clock swapped at a switch": ("identity_hub", swap("U5", "22", "23")),
    "hub: two channels of a switch exchanged": ("identity_hub", swap_between(("U1", "4"), ("U1", "6"))),
    "hub: two rows exchanged": ("identity_hub", swap_between(("J4", "3"), ("J5", "3"))),
    "hub: a plug for another row": ("identity_hub", field("J6", "Row", "5")),
    "hub: reset floats": ("identity_hub", without("R3")),
    "hub: a switch always in reset": ("identity_hub", move("U3", "3", "GND")),
    "hub: pull-up of the bus missing": ("identity_hub", without("R2")),
    "hub: a switch without its capacitor": ("identity_hub", without("C4")),
    # the reed board
    "reed: one diode turned round": ("reed_board", swap("D137", "1", "2")),
    "reed: one diode missing": ("reed_board", without("D150")),
    "reed: pull-up of a column missing": ("reed_board", without("R25")),
    "reed: two diodes meet": ("reed_board", move("D111", "1", "TILE12")),
    "reed: one switch on the wrong row": ("reed_board", swap_between(("SW34", "2"), ("SW44", "2"))),
    "reed: one diode on the wrong column": ("reed_board", swap_between(("D120", "2"), ("D121", "2"))),
    "reed: two row pins swapped": ("reed_board", swap("U1", "4", "5")),
    "reed: row and column pins swapped": ("reed_board", swap("U1", "12", "14")),
    "reed: LED chain cut": ("reed_board", cut("LED55", "4")),
    "reed: two LEDs swapped": ("reed_board", swap_between(("LED10", "4"), ("LED11", "4"))),
    "reed: LED at the wrong tile": ("reed_board", field("LED0", "Tile", "9")),
    "reed: a button's diode turned round": ("reed_board", swap("D203", "1", "2")),
    "reed: two buttons exchanged": ("reed_board", swap_between(("J3", "2"), ("J4", "2"))),
    "reed: a button on no row": ("reed_board", move("J5", "2", "GND")),
    "reed: a button named otherwise": ("reed_board", field("J6", "Button", "2")),
    "reed: a button's diode missing": ("reed_board", without("D204")),
    "reed: buttons on a column of tiles": ("reed_board", swap("U1", "26", "25")),
    "reed: pull-up of the buttons' column missing": ("reed_board", without("R30")),
    "reed: plug of the lamps turned round": ("reed_board", swap("J9", "1", "2")),
    "reed: data of the lamps open": ("reed_board", cut("J9", "3")),
    "reed: a part nobody knows": ("reed_board", lambda text: text.replace('"REED"', '"RED"', 1)),
}

VALUE_MUTATIONS = {
    # twenty-four that a review planted or could have: a wrong reel, a misread code, a forgotten part
    "row: pull-up of 47 ohm on a Hall sensor": ("row_board", value("R4", "47R")),
    "row: pull-up of 4.7 kilohm": ("row_board", value("R4", "4.7K")),
    "row: pull-up of 470 kilohm": ("row_board", value("R9", "470K")),
    "row: pull-up of 47 megohm": ("row_board", value("R1", "47M")),
    "row: end of the chain pulled up with 47 ohm": ("row_board", value("R11", "47R")),
    "row: 1 uF for 100 uF": ("row_board", value("C1", "1u")),
    "row: 10 uF for 100 uF": ("row_board", value("C1", "10u")),
    "row: 1000 uF on every row": ("row_board", value("C1", "1000u")),
    "row: no bulk capacitor": ("row_board", without("C1")),
    "row: 100 pF at an LED": ("row_board", value("C25", "100p")),
    "row: 10 nF at a register": ("row_board", value("C2", "10n")),
    "row: capacitor of a sensor missing": ("row_board", without("C15")),
    "pico: 0.5 A for the fuse of 3.15 A": ("controller_pico", value("F1", "0.5A slow")),
    "pico: 5 A for the fuse of 3.15 A": ("controller_pico", value("F1", "5A slow")),
    "reed: the two electrolytics exchanged": (
        "reed_board",
        lambda text: value("C1", "100u")(value("C3", "1000u")(text)),  # type: ignore[operator]
    ),
    "reed: 100 uF for 1000 uF": ("reed_board", value("C1", "100u")),
    "pico: 10000 uF at the input": ("controller_pico", value("C1", "10000u")),
    "pico: data resistor of 33 ohm": ("controller_pico", value("R4", "33R")),
    "pico: data line pulled down with 100 ohm": ("controller_pico", value("R5", "100R")),
    "pico: clock through 10 kilohm": ("controller_pico", value("R6", "10K")),
    "pico: latch through 1 ohm": ("controller_pico", value("R7", "1R")),
    "reed: pull-up of a column of 100 ohm": ("reed_board", value("R23", "100R")),
    "reed: pull-up of a column of 100 kilohm": ("reed_board", value("R27", "100K")),
    "reed: a row's capacitor missing": ("reed_board", without("C14")),
    # of our own
    "row: 10 kilohm in the divider": ("row_board", value("R12", "10K")),
    "row: 110 kilohm in the divider": ("row_board", value("R12", "110K")),
    "row: 12 kilohm in the divider": ("row_board", value("R13", "12K")),
    "row: 1.33 kilohm in the divider": ("row_board", value("R13", "1.33K")),
    "row: coil of 1 uH": ("row_board", value("L1", "1u")),
    "row: coil of 47 uH": ("row_board", value("L1", "47u")),
    "row: 1 uF before the regulator": ("row_board", value("C4", "1u")),
    "row: 2.2 uF behind the regulator": ("row_board", value("C5", "2.2u")),
    "row: one capacitor behind the regulator": ("row_board", without("C6")),
    "row: 10 nF at the upper gate": ("row_board", value("C7", "10n")),
    "pico: 10 uF behind its regulator": ("controller_pico", value("C1", "10u")),
    "pico: gate of Q1 through 10 ohm": ("controller_pico", value("R1", "10R")),
    "pico: gate of Q1 through 10 megohm": ("controller_pico", value("R1", "10M")),
    "pico: gate of Q1 through 1 megohm": ("controller_pico", value("R1", "1M")),
    "pico: 1 uF on the 12 V side": ("controller_pico", value("C3", "1u")),
    "pico: 4700 uF on the 12 V side": ("controller_pico", value("C3", "4700u")),
    "pico: no capacitor on the 12 V side": ("controller_pico", without("C3")),
    "pico: data resistor of 1 kilohm": ("controller_pico", value("R4", "1K")),
    "pico: data line pulled down with 10 megohm": ("controller_pico", value("R5", "10M")),
    "esp32: fuse of 1 A": ("controller_esp32_s3", value("F1", "1A slow")),
    "reed: 10 nF at the level shifter": ("reed_board", value("C2", "10n")),
    "reed: 2200 uF on a row": ("reed_board", value("C12", "2200u")),
    "pico: no decoupling at the level shifter": ("controller_pico", without("C2")),
    "pico: sensor input straight": ("controller_pico", value("R8", "0R")),
    "pico: pull-up of a button of 100 ohm": ("controller_pico", value("R10", "100R")),
    "pico: rest of the buttons' latch of 1 kilohm": ("controller_pico", value("R18", "1K")),
    "pico: pull-up of I2C of 100 kilohm": ("controller_pico", value("R19", "100K")),
    "pico: a resistor more": (
        "controller_pico",
        lambda text: text.replace(_node("R8", "1"), "").replace(_node("R8", "2"), ""),
    ),
    "esp32: a fuse of 10 A": ("controller_esp32_s3", value("F1", "10A slow")),
    "esp32: 1 uF at the input": ("controller_esp32_s3", value("C1", "1u")),
    "esp32: data resistor of 33 kilohm": ("controller_esp32_s3", value("R4", "33K")),
    "esp32: a value nobody can read": ("controller_esp32_s3", value("R6", "hundred")),
    "reed: 1 uF for a row's 100 uF": ("reed_board", value("C19", "1u")),
    "reed: resistor where a row's capacitor belongs": (
        "reed_board",
        lambda text: text.replace('(field (name "Part") "C_BULK")', '(field (name "Part") "R")', 1),
    ),
    "reed: column pulled up to 5 V": ("reed_board", move("R22", "2", "+5V")),
    "buttons: 1 uF behind their regulator": ("seat_buttons", value("C2", "1u")),
    "buttons: pull-up of 100 ohm": ("seat_buttons", value("R3", "100R")),
    "buttons: pull-up of 1 megohm": ("seat_buttons", value("R7", "1M")),
    "buttons: 1 nF at the register": ("seat_buttons", value("C1", "1n")),
    "reed: pull-up of the buttons' column of 1 megohm": ("reed_board", value("R30", "1M")),
    "strip: pull-up of a channel of 33 kilohm": ("identity_strip", value("R3", "33K")),
    "strip: pull-up of a channel of 330 ohm": ("identity_strip", value("R6", "330R")),
    "strip: pull-up of a channel missing": ("identity_strip", without("R8")),
    "strip: pull-up of a channel to ground": ("identity_strip", move("R1", "2", "GND")),
    "strip: 1 nF at a sensor": ("identity_strip", value("C6", "1n")),
    "hub: pull-up of the bus of 22 kilohm": ("identity_hub", value("R1", "22K")),
    "hub: pull-up of the bus of 1 kilohm": ("identity_hub", value("R2", "1K")),
    "hub: reset through 10 megohm": ("identity_hub", value("R3", "10M")),
    "hub: 100 uF before the controller's 3.3 V": ("identity_hub", value("C6", "100u")),
    "hub: 100 pF at a switch": ("identity_hub", value("C1", "100p")),
    "reed: two columns bridged by a pull-up": ("reed_board", move("R21", "2", "COLUMN5")),
}

SETTING_MUTATIONS: dict[str, tuple[str, str, str | int | tuple[str, str]]] = {
    "row boards: bits of two tiles swapped in SENSOR_MAP": ("row-boards", "SENSOR_MAP", ("4 3 2", "4 2 3")),
    "row boards: too few bits": ("row-boards", "SENSOR_BITS", "152"),
    "row boards: clock and latch swapped": ("row-boards", "SENSOR_CLOCK", "GP19"),
    "row boards: serpentine": ("row-boards", "LED_WIRING", "serpentine"),
    "row boards: sensors active high": ("row-boards", "SENSOR_ACTIVE", "high"),
    "row boards: more current than the supply gives": ("row-boards", "SUPPLY_MA", 6000),
    "row boards: a pin that an ESP32-S3 does not have": ("row-boards-esp32-s3", "LED_PIN", "GP22"),
    "reed: cathodes at the columns": ("reed", "SENSOR_DIODES", "cathodes"),
    "reed: straight LED lines": ("reed", "LED_WIRING", "straight"),
    "reed: first LED at the other end": ("reed", "LED_FIRST", 9),
    "reed: two rows swapped": ("reed", "SENSOR_ROWS", "GP1 GP0 GP2 GP3 GP4 GP5 GP6 GP7 GP8 GP9"),
    "reed: turned": ("reed", "SENSOR_MAP", "turned"),
    "reed: red and green swapped": ("reed", "LED_ORDER", "RGB"),
}


def test_the_hardware_as_it_is_has_no_finding() -> None:
    assert _findings("", None) == []


@pytest.mark.parametrize("name", CIRCUIT_MUTATIONS)
def test_one_thing_wrong_in_a_circuit_is_caught_and_named(name: str) -> None:
    circuit, change = CIRCUIT_MUTATIONS[name]
    found = _findings(circuit, change)
    assert found
    assert all(len(line) > 20 for line in found), "a finding is a sentence"


def test_twenty_four_values_of_the_review_and_twenty_of_our_own() -> None:
    assert len(VALUE_MUTATIONS) >= 44


@pytest.mark.parametrize("name", VALUE_MUTATIONS)
def test_a_wrong_value_is_caught_and_the_part_or_its_role_named(name: str) -> None:
    circuit, change = VALUE_MUTATIONS[name]
    found = _findings(circuit, change)
    assert any(circuit in line and ("as " in line or "'" in line or "role" in line) for line in found), found


WITHOUT_VALUES = {"seat_lamps"}
"""Circuits that have no resistor, capacitor, coil or fuse of their own: the lamps are bought with theirs."""


@pytest.mark.parametrize("circuit", sorted(path.stem for path in KEPT.glob("*.net")))
def test_every_valued_part_of_every_circuit_is_caught_a_thousandfold_too_large_and_too_small(circuit: str) -> None:
    board, text = source.load_board(), _text(circuit)
    parts = [part for part in _whole(circuit).components.values() if re.fullmatch(r"[RCFL]\d+", part.ref)]
    assert bool(parts) is (circuit not in WITHOUT_VALUES)
    for part in parts:
        digits = re.match(r"[0-9.]+", part.value)
        assert digits is not None, part
        for factor in (1000, 0.001):
            wrong = f"{float(digits[0]) * factor:g}{part.value[digits.end() :]}".replace("e+06", "000000")
            spoilt = netlist.load(value(part.ref, wrong)(text))  # type: ignore[operator]
            assert any(f"{part.ref} " in line or f"{part.ref}:" in line for line in values.findings(spoilt, board)), (
                part.ref,
                wrong,
            )


@pytest.mark.parametrize("name", SETTING_MUTATIONS)
def test_one_thing_wrong_in_the_settings_is_caught_and_named(name: str) -> None:
    build, key, new = SETTING_MUTATIONS[name]
    old = source.load_board().builds[build].settings[key]
    changed = str(old).replace(*new) if isinstance(new, tuple) else new
    assert changed != old
    assert _findings("", None, lines={build: {key: changed}})


def test_the_firmware_takes_the_buttons_of_every_build_for_what_they_are() -> None:
    board = source.load_board()
    for name, build in board.builds.items():
        lines = source.with_buttons(board, build)
        read = rules.settings_of(build, lines)
        wiring = rules.firmware("wiring")
        if name == "reed":
            column = read["SENSOR_TILES"][10::11]
            assert [wiring.BUTTON_NAMES[at - wiring.TILES] for at in column[:7]] == board.raw["seat_buttons"]["names"]
            assert set(column[7:]) == {wiring.UNUSED}
            kept = (source.OUT / "settings" / "reed-buttons.toml").read_text(encoding="utf-8")
            assert 'BUTTON_COLUMN = "GP20"' in kept
            continue
        tail = [wiring.BUTTON_NAMES[at - wiring.TILES] for at in read["SENSOR_TILES"][160:167]]
        assert tail == board.raw["seat_buttons"]["names"]
        assert read["SENSOR_TILES"][167] == wiring.UNUSED
        kept = (source.OUT / "settings" / f"{name}-buttons.toml").read_text(encoding="utf-8")
        assert 'BUTTONS = "1 2 3 4 5 6 host"' in kept
        assert "BUTTON_FIRST_BIT = 160" in kept
