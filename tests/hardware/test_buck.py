"""A row's regulator against its data sheet, and the way in over USB-C: bounds that hold, and that can fail."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

import pytest

from hardware.electrical import source
from hardware.electrical.budgets import buck, power, sensing, simulations
from hardware.electrical.netlists import netlist

BOARD = source.load_board()


def row_board(**values: str) -> netlist.Netlist:
    """Return the row board with these parts of another value."""
    made = netlist.load((source.OUT / "netlists" / "row_board.net").read_text(encoding="utf-8"))
    for ref, value in values.items():
        made.components[ref].value = value
    return made


def board_with(**changed: dict[str, Any]) -> source.Board:
    raw = copy.deepcopy(BOARD.raw)
    for table, keys in changed.items():
        assert keys.keys() <= raw[table].keys()
        raw[table].update(keys)
    return dataclasses.replace(BOARD, raw=raw)


def by_name(board: source.Board, made: netlist.Netlist) -> dict[str, simulations.Result]:
    return {each.what: each for each in buck.verdicts(board, made)}


@pytest.mark.parametrize("way", ["12 V", "USB-C, 15 V"])
def test_the_regulator_holds_its_data_sheet_by_either_supply(way: str) -> None:
    fed = buck.ways(BOARD)[way]
    assert [each.what for each in buck.verdicts(fed, row_board()) if not each.good] == []
    assert len(buck.verdicts(fed, row_board())) >= 16
    assert list(buck.findings(fed, row_board())) == []


def test_the_divider_of_the_netlist_sets_the_volts_within_its_tolerance() -> None:
    parts = buck.parts_of(row_board())
    assert (parts.upper, parts.lower) == (100e3, 13.3e3)
    low, usual, high = power.divider_volts(BOARD, parts.upper, parts.lower)
    assert usual == pytest.approx(0.596 * (1 + 100 / 13.3))
    worst = 0.596 * 1.025 * (1 + 101 / (13.3 * 0.99))
    assert high == pytest.approx(worst, rel=0.003)
    assert 4.5 < low < high < 5.3


def test_the_ripple_is_that_of_a_coil_at_its_least() -> None:
    """By hand: (12.6 - 5.077) x 5.077 / 12.6 / 8 uH / 400 kHz = 0.947 A."""
    assert power.ripple(12.6, 5.077, 8e-6) == pytest.approx(0.947, abs=0.001)
    shown = by_name(BOARD, row_board())["ripple of the coil, of the regulator's amperes"]
    assert shown.value == pytest.approx(100 * 0.947 / 3, abs=0.1)


def test_parallel_capacitors_add_up_and_lose_what_their_volts_take() -> None:
    parts = buck.parts_of(row_board())
    assert parts.c_out == pytest.approx(44e-6)
    assert parts.c_in == pytest.approx(10e-6)
    curve = sensing.figures()["ceramic"]["ten"]
    assert buck.kept(curve, 0) == 1
    assert buck.kept(curve, 5) > buck.kept(curve, 12.6) > buck.kept(curve, 15.75)
    with pytest.raises(source.BadSource, match="not rated"):
        buck.kept(curve, 30)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"R12": "110K"}, "most volts out"),
        ({"R13": "12K"}, "most volts out"),
        ({"R12": "93.1K"}, "least volts out"),
        ({"R13": "14.7K"}, "least volts out"),
        ({"R12": "1M", "R13": "133K"}, "current of the divider"),
        ({"R12": "10K", "R13": "1.33K"}, "current of the divider"),
        ({"L1": "2.2u"}, "peak of the coil"),
        ({"L1": "1u"}, "ripple of the coil"),
        ({"L1": "47u"}, "ripple of the coil"),
        ({"C4": "4.7u"}, "input capacitance"),
        ({"C4": "1u"}, "ripple at the input"),
        ({"C5": "2.2u", "C6": "2.2u"}, "output capacitance"),
        ({"C5": "220u"}, "output capacitance"),
        ({"C5": "1u", "C6": "1u"}, "ripple at the output"),
    ],
)
def test_a_wrong_value_round_the_regulator_is_named_by_what_it_spoils(values: dict[str, str], said: str) -> None:
    found = list(buck.findings(BOARD, row_board(**values), " fed from 12 V"))
    assert any(said in line and "fed from 12 V" in line for line in found), found


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"supply": {"volts": 27.5}}, "most volts in|ceramic curve"),
        ({"supply": {"volts": 22.0}}, "input capacitance"),
        ({"row_regulator": {"efficiency": 0.95}}, "losses computed"),
        ({"row_regulator": {"kelvin_per_watt": 120}}, "chip in the warmest box"),
        ({"supply": {"warmest": 60.0}}, "chip in the warmest box"),
        ({"row_regulator": {"reference": 0.65}}, "most volts out"),
        ({"row_regulator": {"tolerance": 0.05}}, "most volts out"),
    ],
)
def test_a_board_that_asks_too_much_of_the_regulator_is_named(changed: dict[str, dict[str, Any]], said: str) -> None:
    found = list(buck.findings(board_with(**changed), row_board()))
    assert any(any(word in line for word in said.split("|")) for line in found), found


def test_a_regulator_without_its_coil_is_named() -> None:
    made = row_board()
    made.nets["SW"] = [pin for pin in made.nets["SW"] if pin[0] != "L1"]
    assert any("lacks its coil" in line for line in buck.findings(BOARD, made))


def test_usb_c_at_fifteen_volts_feeds_either_build_through_the_same_jack_and_fuse() -> None:
    fed = power.with_usb_c(BOARD)
    assert fed.raw["supply"]["volts"] == 15
    assert BOARD.raw["supply"]["volts"] == 12, "12 V stays the way"
    assert list(power.usb_c_findings(BOARD)) == []
    for rows in (True, False):
        assert power.input_amperes(fed, power.worst(fed), rows=rows) < power.input_amperes(
            BOARD, power.worst(BOARD), rows=rows
        )
    assert power.bus_least(fed, power.worst(fed)) > power.bus_least(BOARD, power.worst(BOARD))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"usb_c": {"volts": 9.0}}, "from usb_c, which gives"),
        ({"usb_c": {"volts": 9.0}, "supply": {"fuse_amperes": 2.0}}, "a fuse of 2 A opens"),
        ({"usb_c": {"milliamperes": 1500}}, "which gives 1500 mA"),
        ({"usb_c": {"volts": 20.0}}, "the gate of Q1"),
        ({"usb_c": {"volts": 5.6, "cable_ohms": 0.1}, "supply": {"limit": 1000}}, "of usb_c reach the last row"),
    ],
)
def test_a_usb_c_supply_that_does_not_do_is_named(changed: dict[str, dict[str, Any]], said: str) -> None:
    found = list(power.usb_c_findings(board_with(**changed)))
    assert any(said in line for line in found), found


def test_the_plug_of_usb_c_is_simulated_as_well() -> None:
    names = [
        deck.name
        for deck in simulations.all_of(
            BOARD, {path.stem: netlist.load(path.read_text()) for path in (source.OUT / "netlists").glob("*.net")}
        )
    ]
    assert "plug_in_rows_usb_c" in names
