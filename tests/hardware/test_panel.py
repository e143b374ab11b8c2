"""The panel of row boards is eight times the single board with rails around, and every deviation is named."""

from __future__ import annotations

import csv
import functools
import re
from collections.abc import Callable

import pytest

from hardware.electrical import source
from hardware.electrical.fabrication import packing, panel, panel_check

MEASURES = panel.of(source.load_board())


@functools.cache
def kept() -> dict[str, bytes]:
    return packing.unpack(packing.PANEL_FOLDER / "row_panel.zip")


@functools.cache
def single() -> dict[str, bytes]:
    return packing.unpack(packing.FOLDER / "row_board.zip")


def _moved_row(text: str) -> str:
    """Shift the upper edge of row 4 by a millimetre."""
    y = round((MEASURES.height - MEASURES.top(4)) * panel_check.MM)
    return text.replace(f"Y{y}D", f"Y{y + panel_check.MM}D")


def _first(pattern: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, new, text, count=1)


def findings(end: str, files: dict[str, bytes]) -> list[str]:
    """What is said of the file of a panel whose name ends so."""
    if end in packing.LAYERS:
        return list(panel_check.of_layer(end, files, single(), MEASURES))
    if end.endswith(".drl"):
        return list(panel_check.of_holes(end, files, single(), MEASURES))
    if end == "positions.csv":
        return list(panel_check.of_places(files, single(), MEASURES))
    return list(panel_check.of_edges(files[f"gerbers/row_panel-{end}"].decode(), MEASURES))


def test_it_is_as_large_as_a_fabricator_makes_it() -> None:
    assert (MEASURES.width, MEASURES.height) == (448.0, 332.0)
    assert b"448 x 332 mm" in kept()["README.txt"]


@pytest.mark.parametrize(
    ("end", "change", "said"),
    [
        ("F_Mask.gts", _first(r"X\d+Y\d+D03\*\n", ""), "things of a row board"),
        ("F_Mask.gts", _first(r"%TO.C,HS2_3\*%", "%TO.C,HS2_4*%"), "row 3 lacks"),
        ("F_Paste.gtp", _first(r"M02\*", "X9000000Y6000000D03*\nM02*"), "is of no row"),
        ("B_Mask.gbs", _first(r"C,0.600000", "C,0.500000"), "is missing"),
        ("PTH.drl", _first(r"X5.943Y319.317\n", ""), "is missing"),
        ("NPTH.drl", _first(r"T1C0.600", "T1C0.800"), "the hole of 0.600 mm"),
        ("NPTH.drl", _first(r"\nT1\n", "\nT1\nX100.0Y100.0\n"), "is of no row"),
        ("Edge_Cuts.gm1", _moved_row, "a closed line has two"),
        ("Edge_Cuts.gm1", _first(r"Y332000000D", "Y331000000D"), "a closed line has two"),
        ("positions.csv", _first(r"\nLED7_3,[\d.]+,", "\nLED7_3,0.000,"), "LED7_3 does not lie"),
        ("positions.csv", _first(r"\nR2_8,", "\nR2_9,"), "R2_9 is in no row"),
    ],
)
def test_one_thing_otherwise_on_the_panel_is_named(end: str, change: Callable[[str], str], said: str) -> None:
    name = end if end in kept() else f"gerbers/row_panel-{end}"
    text = kept()[name].decode()
    assert change(text) != text, "the mutation changed nothing"
    found = findings(end, {**kept(), name: change(text).encode()})
    assert any(said in line for line in found), found


@pytest.mark.parametrize(
    ("old", "new"), [("%TO.N,TILE1_4*%", "%TO.N,TILE1_5*%"), ("%TO.P,HS2_4,2*%", "%TO.P,HS2_4,1*%")]
)
def test_copper_with_the_net_or_pin_of_another_is_named(old: str, new: str) -> None:
    text = kept()["gerbers/row_panel-F_Cu.gtl"].decode()
    assert old in text
    spoilt = {**kept(), "gerbers/row_panel-F_Cu.gtl": text.replace(old, new).encode()}
    found = findings("F_Cu.gtl", spoilt)
    assert any("row 4 lacks" in line for line in found), found


def test_a_board_without_bridges_or_cut_through_is_named() -> None:
    text = kept()["gerbers/row_panel-Edge_Cuts.gm1"].decode()
    assert list(panel_check.of_edges(text, MEASURES)) == []
    middle = round((MEASURES.height - MEASURES.top(2) - MEASURES.depth / 2) * panel_check.MM)
    through = f"X1000000Y{middle}D02*\nX2000000Y{middle}D01*\nX1000000Y{middle}D01*\nM02*"
    assert "something is cut into row 2" in "\n".join(panel_check.of_edges(text.replace("M02*", through), MEASURES))
    whole = re.sub(r"X\d+Y207000000D0[12]\*\n", "", text)
    found = "\n".join(panel_check.of_edges(whole, MEASURES))
    assert "row 3 hangs on" in found or "are not cut" in found


def test_every_part_is_in_the_bill_and_the_placement_once() -> None:
    def bill(files: dict[str, bytes]) -> list[dict[str, str]]:
        return list(csv.DictReader(files["bill.csv"].decode().splitlines()))

    refs = [ref for row in bill(kept()) for ref in row["Designator"].split(",")]
    one = [ref for row in bill(single()) for ref in row["Designator"].split(",")]
    assert len(refs) == len(set(refs)) == MEASURES.rows * len(one)
    assert [int(row["Quantity"]) for row in bill(kept())] == [
        MEASURES.rows * int(row["Quantity"]) for row in bill(single())
    ]
    numbers = "Comment", "Manufacturer part number", "LCSC", "Placed by"
    assert [[row[key] for key in numbers] for row in bill(kept())] == [
        [row[key] for key in numbers] for row in bill(single())
    ]
    places = {row["Designator"] for row in csv.DictReader(kept()["positions.csv"].decode().splitlines())}
    assert places == set(refs)
