"""The supply holds in its worst case, its budget names what does not, and the simulations of it can fail."""

from __future__ import annotations

import copy
import csv
import dataclasses
import os
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from hardware.electrical import check, source
from hardware.electrical.budgets import power, sensing, simulations
from hardware.electrical.fabrication import bills
from hardware.electrical.fabrication.bills import NOT_LOOKED_UP
from hardware.electrical.netlists import netlist, rules

NGSPICE = pytest.mark.skipif(
    shutil.which("ngspice") is None and os.environ.get("CI") != "true", reason="ngspice is not installed"
)


def board_with(**changed: dict[str, Any]) -> source.Board:
    board = source.load_board()
    raw = copy.deepcopy(board.raw)
    for table, keys in changed.items():
        assert keys.keys() <= raw[table].keys()
        raw[table].update(keys)
    return dataclasses.replace(board, raw=raw)


def circuit(name: str) -> netlist.Netlist:
    return netlist.load((source.OUT / "netlists" / f"{name}.net").read_text(encoding="utf-8"))


def test_the_worst_led_has_its_volts_with_the_least_supply_warm_and_old() -> None:
    board = source.load_board()
    corner = power.worst(board)
    assert corner.volts == pytest.approx(0.95 * 12)
    assert corner.five == pytest.approx(0.96 * 5)
    assert corner.celsius == 40
    assert corner.copper == pytest.approx(1.0786)
    chosen = power.drop(board, board.raw["wire"]["bus_awg"], (0, 9), board.raw["supply"]["limit"])
    assert chosen.corner == corner
    assert chosen.least >= 4.5
    assert list(power.findings(board)) == []


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"regulator": {"tolerance": 0.08}}, "worst case"),
        ({"wire": {"feed_length": 2500.0}}, "worst case"),
        ({"wire": {"bus_awg": 24}}, "too thin"),
        ({"wire": {"feed_awg": 22}}, "feed of 22 AWG"),
        ({"supply": {"fuse_amperes": 2.5}}, "fuse_amperes"),
        ({"supply": {"fuse_amperes": 5.0}}, "fuse_amperes"),
        ({"supply": {"volts": 5.0, "tolerance": 0.05}}, "reach the regulator|fuse"),
        ({"supply": {"warmest": 75.0}}, "U3"),
        ({"row_regulator": {"divider": ["100K", "12K"]}}, "LEDs bear"),
        ({"row_regulator": {"divider": ["100K", "15K"]}}, "at the last LED"),
        ({"row_regulator": {"strips": 0.15}}, "at the last LED"),
        ({"row_regulator": {"milliamperes": 2000}}, "its regulator bears"),
        ({"row_regulator": {"efficiency": 0.7}}, "too warm"),
        ({"row_regulator": {"input_least": 11.0}}, "reach the last row"),
        ({"row_bus": {"awg": 24}}, "does not protect a bus"),
    ],
)
def test_a_supply_that_does_not_hold_is_named(changed: dict[str, dict[str, Any]], word: str) -> None:
    found = list(power.findings(board_with(**changed)))
    assert any(any(each in line for each in word.split("|")) for line in found), found


def test_a_row_makes_volts_that_its_leds_bear_and_keeps_them_when_it_is_all_white() -> None:
    board = source.load_board()
    low, usual, high = power.row_volts(board)
    assert usual == pytest.approx(0.596 * (1 + 100 / 13.3))
    assert 4.5 < low < usual < high <= sensing.figures()["led"]["volts_most"]
    for channels in sensing.figures()["led"]["channels"].values():
        white = power.row_white(tuple(channels))
        assert white == 40 * sum(channels) + 40
        assert power.row_least(board, white, power.worst(board)) >= 4.5
    divider = [circuit("row_board").components[ref].value for ref in ("R12", "R13")]
    assert divider == board.raw["row_regulator"]["divider"]


def test_ten_row_boards_leave_the_fuse_alone_and_reach_the_last_terminal() -> None:
    board = source.load_board()
    amperes = power.input_amperes(board, power.worst(board), rows=True)
    assert amperes <= power.FUSE_LOAD * board.raw["supply"]["fuse_amperes"]
    assert power.rated_milliamperes(board, 4) >= board.raw["supply"]["limit"]
    assert power.bus_least(board, power.worst(board)) > board.raw["row_regulator"]["input_least"]


def test_the_worst_led_has_its_volts_at_4_75_volts_and_40_degrees() -> None:
    board = board_with(regulator={"tolerance": 0.05})
    corner = power.worst(board)
    assert corner.five == pytest.approx(4.75)
    assert corner.celsius == 40
    assert corner.aged
    least = power.drop(board, board.raw["wire"]["bus_awg"], (0, 9), board.raw["supply"]["limit"]).least
    assert 4.5 < least < 4.6


def good(simulation: simulations.Simulation) -> bool:
    """Whether `hardware-check` would pass it: a circuit that ngspice cannot solve is told as well."""
    try:
        return all(result.good for result in simulations.run(simulation))
    except simulations.NoSimulator:
        return False


def _value(ref: str, text: str) -> Callable[[netlist.Netlist], None]:
    def change(made: netlist.Netlist) -> None:
        made.components[ref].value = text

    return change


def _move(ref: str, number: str, net: str) -> Callable[[netlist.Netlist], None]:
    def change(made: netlist.Netlist) -> None:
        made.nets = {name: [pin for pin in pins if pin != (ref, number)] for name, pins in made.nets.items()}
        made.nets[net].append((ref, number))

    return change


@NGSPICE
@pytest.mark.parametrize(
    "change",
    [_value("R4", "4.7K"), _value("R4", "33K"), _move("U2", "14", "+3V3"), _move("R4", "1", "GND")],
    ids=["4.7 kilohm", "33 kilohm", "level shifter on 3.3 V", "no data resistor"],
)
def test_the_level_shifters_simulation_can_fail(change: Callable[[netlist.Netlist], None]) -> None:
    assert good(simulations.level(circuit("controller_pico")))
    made = circuit("controller_pico")
    change(made)
    assert not good(simulations.level(made))


@NGSPICE
def test_the_simulation_of_a_wrong_polarity_follows_the_transistors_curve_and_can_fail() -> None:
    board, made = source.load_board(), circuit("controller_pico")
    assert good(simulations.reverse_polarity(board, made))
    turned = circuit("controller_pico")
    turned.nets["FUSED"], turned.nets["+12V"] = (
        [pin for pin in turned.nets["FUSED"] if pin[0] != "Q1"] + [("Q1", pin) for pin in "123"],
        [pin for pin in turned.nets["+12V"] if pin[0] != "Q1"] + [("Q1", pin) for pin in "5678"],
    )
    assert not good(simulations.reverse_polarity(board, turned))
    open_gate = circuit("controller_pico")
    open_gate.components["R1"].value = "10000M"
    open_gate.nets["Q1_GATE"] = [("R1", "1")]
    assert not good(simulations.reverse_polarity(board, open_gate))


@pytest.mark.parametrize("threshold", sensing.figures()["transistor"]["threshold"])
def test_the_transistors_model_has_the_two_resistances_of_its_sheet(threshold: float) -> None:
    words = dict(word.split("=") for word in simulations.transistor(threshold).strip("PMOS()").split())
    for volts, ohms in sensing.figures()["transistor"]["on"]:
        channel = 1 / (float(words["Kp"]) * (volts - threshold))
        assert channel + float(words["Rs"]) + float(words["Rd"]) == pytest.approx(ohms, rel=0.01)


@NGSPICE
def test_too_much_capacitance_at_the_plug_is_seen() -> None:
    board, made = source.load_board(), circuit("controller_pico")
    made.components["C3"].value = "100000u"
    assert not good(simulations.plug_in(board, made))
    rows = circuit("row_board")
    assert good(simulations.plug_in(board, circuit("controller_pico"), rows))
    rows.components["C4"].value = "1000u"
    assert not good(simulations.plug_in(board, circuit("controller_pico"), rows))


def test_eight_leaning_neighbours_of_the_recommended_magnet_trigger_no_empty_tile() -> None:
    board = source.load_board()
    magnet, sensor = sensing.recommended()
    verdict = sensing.judge(board, magnet, sensor, board.pitch)
    assert verdict.felt
    assert verdict.crowd < sensing.figures()["sensors"][sensor]["operate"][0]
    assert not verdict.triggers
    assert "Either pole may look up" in sensing.page(board)


def test_eight_neighbours_that_may_trigger_an_empty_tile_are_called_so() -> None:
    board = board_with(tile={"light_box": 8.0})
    magnet, sensor = sensing.recommended()
    verdict = sensing.judge(board, magnet, sensor, board.pitch)
    assert verdict.crowd > sensing.figures()["sensors"][sensor]["operate"][0]
    assert verdict.word == "eight may trigger"
    assert "may then read an empty tile as occupied" in sensing.page(board)


def test_every_circuit_has_a_bill_of_its_own_that_names_each_part_once() -> None:
    catalogue = source.load_parts()
    for name, made in rules.read_folder(source.OUT / "netlists").items():
        rows = list(csv.DictReader(bills.board_csv(made, catalogue).splitlines()))
        refs = [ref for row in rows for ref in row["Designator"].split(",")]
        assert sorted(refs) == sorted(made.components)
        for row in rows:
            solder = {catalogue.parts[made.components[ref].part].solder for ref in row["Designator"].split(",")}
            assert (row["Placed by"] == "plugged in") is (solder == {"plug"})
        assert all(int(row["Quantity"]) == len(row["Designator"].split(",")) for row in rows)
        assert (source.OUT / "bom" / "boards" / f"{name}.csv").is_file()


@pytest.mark.parametrize("build", ["reed", "row-boards", "row-boards-esp32-s3"])
def test_a_bill_holds_what_its_build_needs(build: str) -> None:
    board = source.load_board()
    netlists = rules.read_folder(source.OUT / "netlists")
    rows = {line.title: line for line in bills.lines(board.builds[build], netlists, source.load_parts())}
    text = "\n".join(rows)
    for word in ("Panel jack", "Holder for a fuse", "DIP-14", "USB cable", "Epoxy", "Twin ferrule", "Regulator module"):
        assert word in text, word
    sockets = {"row-boards-esp32-s3": "1 x 22"}.get(build, "1 x 20")
    assert next(line.each for title, line in rows.items() if f"Socket strip {sockets}" in title) == 2
    assert ("1 x 20" in text) is (build != "row-boards-esp32-s3")
    assert "8.8" not in "\n".join(line.mpn for line in rows.values()), "no steel beside a sensor"
    if build != "reed":
        links = board.raw["links"]
        needed = (9 * links["ribbon"] + links["ribbon_first"]) / 1000
        cable = next(line for title, line in rows.items() if "Flat cable" in title)
        assert cable.each >= 1.2 * needed
        ends = 22 if build == "row-boards" else 20  # one cable more, back from row 9 to the printed controller
        assert next(line.each for title, line in rows.items() if "IDC socket" in title) == ends
        assert "Solder paste" in text


def test_a_bill_names_one_number_for_the_printed_board_and_one_for_the_perfboard() -> None:
    netlists, catalogue = rules.read_folder(source.OUT / "netlists"), source.load_parts()
    for build in source.load_board().builds.values():
        assert not [
            line.mpn for line in bills.lines(build, netlists, catalogue) if " / " in line.mpn and line.footprint
        ]
    assert bills.number_of(catalogue.parts["R"], "47K", "row_board") == "RC0603FR-0747KL"
    assert bills.number_of(catalogue.parts["R"], "330R", "reed_board") == "MFR-25FBF52-330R"


def test_a_distributors_number_stands_beside_the_number_it_belongs_to_and_on_printed_boards_only() -> None:
    catalogue, made = source.load_parts(), rules.read_folder(source.OUT / "netlists")
    rows = list(csv.DictReader(bills.board_csv(made["row_board"], catalogue).splitlines()))
    found = {row["Manufacturer part number"]: row["LCSC"] for row in rows if row["LCSC"] not in ("", NOT_LOOKED_UP)}
    assert found["TPS54302DDCR"] == "C311983"
    assert len(found) == len(set(found.values())) >= 5
    assert all(number[0] == "C" and number[1:].isdigit() for number in found.values())
    wired = csv.DictReader(bills.board_csv(made["reed_board"], catalogue).splitlines())
    assert not any(row["LCSC"] for row in wired)


def test_no_line_that_a_machine_places_looks_finished_without_a_distributors_number() -> None:
    """A number is C and digits, or the bill says that it was not looked up: B1 and D1 of the 3-axis sensor."""
    catalogue, made = source.load_parts(), rules.read_folder(source.OUT / "netlists")
    open_ones = set()
    for name in source.PRINTED:
        for row in csv.DictReader(bills.board_csv(made[name], catalogue).splitlines()):
            number = row["LCSC"]
            if row["Placed by"] == "machine":
                assert number == NOT_LOOKED_UP or (number[0] == "C" and number[1:].isdigit()), row
            if number == NOT_LOOKED_UP:
                open_ones.add(row["Manufacturer part number"])
    assert {"TMAG5273B1QDBVR", "TMAG5273D1QDBVR"} <= open_ones
    assert "TMAG5273A1QDBVR" not in open_ones


def test_the_cost_counts_placement_shipping_and_tax() -> None:
    board, catalogue = source.load_board(), source.load_parts()
    netlists = rules.read_folder(source.OUT / "netlists")
    reed, rows = (bills.whole_cost(board.builds[name], netlists, catalogue, 1) for name in ("reed", "row-boards"))
    assert reed["placement"] == 0 < rows["placement"]
    row_boards, controller = 10 * (40 + 10 + 53 + 13 + 2 + 1 + 5), 18 + 2 + 1 + 1
    assert bills.placed_parts(board.builds["row-boards"], netlists, catalogue) == row_boards + controller
    assert bills.placed_parts(board.builds["row-boards-esp32-s3"], netlists, catalogue) == row_boards
    for cost in (reed, rows):
        assert cost["tax"] == pytest.approx(0.2 * (cost["parts"] + cost["placement"] + cost["shipping"]))
        assert cost["all"] == pytest.approx(sum(value for key, value in cost.items() if key != "all"))
    ten = bills.whole_cost(board.builds["row-boards"], netlists, catalogue, 10)
    assert ten["all"] < 10 * rows["all"]


def test_panels_cost_their_spare_rows_too_and_every_figure_is_called_an_estimate() -> None:
    board, catalogue = source.load_board(), source.load_parts()
    netlists = rules.read_folder(source.OUT / "netlists")
    singles, panels = (list(bills.row_boards_cost(board, netlists, catalogue, count)) for count in (1, 10))
    assert singles[0][0] == "10 boards"
    assert singles[1][0] == "2 panels of 8, 6 rows to spare"
    assert panels[1][0] == "13 panels of 8, 4 rows to spare"
    for row in (*singles, *panels):
        figures = [float(each) for each in row[1:]]
        assert figures[-1] == pytest.approx(sum(figures[:-1]), abs=3)
        assert figures[4] == pytest.approx(0.2 * sum(figures[:4]), abs=2)
    assert float(singles[1][3]) > float(singles[0][3]), "six rows more are placed"
    text = bills.cost_page(board, netlists, catalogue)
    assert "Estimated like everything here, 2026-11: no shop could be asked" in text


def test_texts_count_the_shift_registers_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(check.counted()) == []
    monkeypatch.setattr(check, "COUNTED", (("README.md", "{word} thousand 74HC165"),))
    assert list(check.counted()) == ["README.md does not say 'twenty thousand 74HC165'."]


def test_strips_of_3_axis_sensors_make_the_board_warmer_and_the_budget_holds_with_them() -> None:
    board = source.load_board()
    limit = board.raw["supply"]["limit"]
    bare, covered = power.warm_up(board, limit), power.warm_up(board, limit, strips=True)
    assert bare[0] < covered[0] < 1.5 * bare[0]
    assert covered[1] - covered[0] == pytest.approx(bare[1] - bare[0])
    thick = board_with(identity={"tape": 15.0})
    assert power.warm_up(thick, limit, strips=True)[0] > covered[0]
    assert not [line for line in power.findings(board) if "LED" in line]


def test_strips_that_would_overheat_the_leds_are_named() -> None:
    """So much tape that nothing leaves below, in a room as warm as the bare board just bears."""
    board = source.load_board()
    bare = power.LED_CELSIUS - power.warm_up(board, board.raw["supply"]["limit"])[1]
    hot = board_with(identity={"tape": 1000.0}, supply={"warmest": bare - 0.1})
    found = [line for line in power.findings(hot) if "chip of an LED" in line]
    assert len(found) == 1
    assert "strips" in found[0]
