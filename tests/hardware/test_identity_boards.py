"""The boards of the 3-axis sensors: how they lie under the row boards, and how fast their bus is."""

from __future__ import annotations

import copy
import dataclasses

import pytest

from hardware.electrical import source
from hardware.electrical.budgets import identify, identity_bus
from hardware.electrical.fabrication import bills, layout, layout_check
from hardware.electrical.netlists import rules
from hardware.enclosure import dimensions

BOARD = source.load_board()
NETLISTS = rules.read_folder(source.OUT / "netlists")
STRIP = layout.load(layout_check.board_file("identity_strip"))


def found(laid: layout.LaidOut) -> list[str]:
    return list(layout_check.of_the_strip(laid, NETLISTS["identity_strip"], BOARD))


def test_the_strip_as_it_is_meets_nothing() -> None:
    assert found(STRIP) == []


@pytest.mark.parametrize(("ref", "x"), [("J1", 26.0), ("J2", 50.0), ("J3", 99.0), ("the post at H4", 269.0)])
def test_a_notch_that_is_forgotten_is_named_by_what_it_goes_round(ref: str, x: float) -> None:
    """The left one of its sides is drawn where its right one is."""
    laid = copy.deepcopy(STRIP)
    floor = next(e for e in laid.edges if e[1] == e[3] and 0 < e[1] < 20 and min(e[0], e[2]) < x < max(e[0], e[2]))
    left, right = sorted((floor[0], floor[2]))
    laid.edges = [
        edge
        for edge in laid.edges
        if edge != floor and not (edge[0] == edge[2] and edge[0] in (left, right) and 0 in (edge[1], edge[3]))
    ]
    assert any(f"it meets {ref}" in line for line in found(laid))


def test_a_sensor_beside_its_place_or_face_down_is_named() -> None:
    laid = copy.deepcopy(STRIP)
    laid.parts["MS1"].x += 2.0
    laid.parts["MS5"].below = True
    told = " ".join(found(laid))
    assert "MS1 is at" in told
    assert "MS5 stands below" in told


def test_hall_plates_are_as_deep_as_the_monte_carlo_takes_them() -> None:
    row, identity = BOARD.raw["row_board"], BOARD.raw["identity"]
    assert identity["element"] == pytest.approx(-2.45)
    assert identity["element"] == -(row["thickness"] + identity["tape"] - identity["plates"])
    assert identity["tape"] >= 1.45, "a sensor is so high"


def test_the_hub_lies_free_of_posts_joints_and_controller_and_every_cable_reaches() -> None:
    d, hub, strip = dimensions.load(), BOARD.raw["identity_hub"], BOARD.raw["identity_strip"]
    (left, back), (wide, deep) = hub["place"], hub["size"]
    for x, y in d.screws():
        assert not (left - 4.5 < x < left + wide + 4.5 and back - 4.5 < y < back + deep + 4.5)
    for span in d.spans(d.trays)[:-1]:
        assert not left - 4 < span.high < left + wide + 4
        assert not back - 4 < span.high < back + deep + 4
    carrier = d.carrier_place()
    assert back > carrier[3], "the controller lies behind it"
    tile, aside, down = strip["plug"]
    x = BOARD.pitch * (tile + 0.5) + aside
    assert x - 11 > carrier[2] + 1, "the plugs hang beside the controller"
    for span in d.spans(d.trays)[:-1]:
        assert abs(x - span.high) > 11 + 3, "no joint under a plug"
    laid = layout.load(layout_check.board_file("identity_hub"))
    for row in BOARD.rows:
        plug = laid.parts[f"J{row + 2}"]
        way = abs(left + plug.x - x) + abs(back + plug.y - (BOARD.pitch * (row + 0.5) + down))
        assert way + 20 < BOARD.raw["identity"]["ribbon"]


def test_the_bus_is_fast_enough_and_a_worse_one_is_named() -> None:
    assert list(identity_bus.findings(BOARD, NETLISTS)) == []
    raw = {**BOARD.raw, "identity": {**BOARD.raw["identity"], "ribbon": 1000.0, "bus_cable": 2000.0}}
    told = " ".join(identity_bus.findings(dataclasses.replace(BOARD, raw=raw), NETLISTS))
    assert "SDA to the switches" in told
    assert "slowest of eighty lines" in told


def test_the_bill_has_a_hundred_sensors_in_three_kinds_and_no_row_board_more() -> None:
    lines = bills.lines(bills.IDENTITY, NETLISTS, source.load_parts())
    count = {line.mpn: line.each for line in lines}
    assert [count[f"TMAG5273{kind}QDBVR"] for kind in ("A1", "B1", "D1")] == [40, 30, 30]
    assert count["TCA9548APWR"] == 5
    assert not any("row_board" in line.refs for line in lines)


def test_the_settings_that_go_with_it_are_taken_by_the_firmware() -> None:
    lines = {"IDENTITY_PINS": " ".join(BOARD.raw["controller_pico"]["i2c"]), **identify.settings(BOARD)}
    taken = rules.settings_of(BOARD.builds["row-boards"], lines)
    assert taken["IDENTITY_ASIDE"] == 20
    assert list(taken["IDENTITY_PINS"]) == ["GP4", "GP5"]
