"""The schematics say what the netlists say: read back by their wires and names, and every deviation is named."""

from __future__ import annotations

import dataclasses
import re

import pytest

from hardware.electrical import source
from hardware.electrical.netlists import netlist, rules
from hardware.electrical.pictures import schematic, schematic_check

CIRCUITS = rules.read_folder(source.OUT / "netlists")


def _text(name: str) -> str:
    return (schematic.FOLDER / f"{name}.kicad_sch").read_text(encoding="utf-8")


def test_the_kept_schematics_are_drawn_too() -> None:
    for name in source.PRINTED:
        assert (schematic.FOLDER / f"{name}.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("name", source.PRINTED)
def test_every_part_and_every_pin_is_on_the_sheet_and_inside_it(name: str) -> None:
    found, circuit = schematic_check.read(_text(name)), CIRCUITS[name]
    assert found.parts.keys() == circuit.components.keys()
    parts = source.load_parts().parts
    pins = {(ref, pin.number) for ref, part in circuit.components.items() for pin in parts[part.part].pins}
    assert {pin for on in found.nets.values() for pin in on} | found.open == pins
    sheet = schematic.draw(circuit, source.load_parts())
    for _, (x1, y1), (x2, y2) in sheet.blocks:
        assert 0 < x1 < x2 < sheet.paper[1]
        assert 0 < y1 < y2 < sheet.paper[2]
    for component, (x, y) in sheet.parts:
        half, tall = sheet.symbols[component.part].half
        inside = [b for b in sheet.blocks if b[1][0] < x - half and x + half < b[2][0] and b[1][1] < y - tall]
        assert any(y + tall < block[2][1] for block in inside), component.ref


def _moved_label(text: str) -> str:
    return re.sub(
        r'\(label "CLK" \(at ([\d.]+)', lambda match: f'(label "CLK" (at {float(match[1]) + 1.27:g}', text, count=1
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace('(label "CLK"', '(label "LATCH"', 1), "on CLK in the circuit only"),
        (_moved_label, "is on nothing and not marked as open"),
        (lambda text: re.sub(r"\n  \(wire [^\n]*", "", text, count=1), "is on nothing and not marked as open"),
        (lambda text: re.sub(r"\n  \(no_connect [^\n]*", "", text, count=1), "is on nothing and not marked as open"),
        (lambda text: text.replace('"Value" "330R"', '"Value" "33R"'), "R4 is 33R"),
        (lambda text: text.replace('"Reference" "R6"', '"Reference" "R66"'), "R66 is only in the file"),
        (lambda text: text.replace('"Reference" "R6"', '"Reference" "R7"'), "R7 stands on the sheet twice"),
        (lambda text: text.replace('"Value" "+12V" (id 1) (at', '"Value" "+5V" (id 1) (at', 3), "is on +12V in"),
    ],
)
def test_what_is_wrong_on_a_sheet_is_named(change: object, said: str) -> None:
    text = _text("controller_pico")
    spoilt = change(text)  # type: ignore[operator]
    assert spoilt != text
    assert any(said in line for line in schematic_check.findings(spoilt, CIRCUITS["controller_pico"]))


def test_a_part_without_a_block_is_refused() -> None:
    circuit = CIRCUITS["controller_pico"]
    more = {**circuit.components, "X1": netlist.Component("X1", "R", "1K", "")}
    with pytest.raises(schematic.NoBlock, match="X1 is in no block"):
        schematic.draw(dataclasses.replace(circuit, components=more), source.load_parts())


@pytest.mark.parametrize("name", source.PRINTED)
def test_a_sheet_is_filled_and_its_paper_is_told_to_kicad(name: str) -> None:
    """The strip's was empty by half."""
    sheet = schematic.draw(CIRCUITS[name], source.load_parts())
    paper, wide, high = sheet.paper
    right, below = (max(block[2][axis] for block in sheet.blocks) for axis in (0, 1))
    assert right > 0.8 * wide
    assert below > 0.75 * high
    told = re.search(r'\(paper "(\w+)"(?: ([\d.]+) ([\d.]+))?\)', _text(name))
    assert told is not None
    assert told[1] == paper
    assert told[2] is None or (float(told[2]), float(told[3])) == (wide, high)
    assert (told[2] is None) is (paper != "User"), "a paper of one's own has its size with it"


def test_words_on_the_drawings_stand_where_every_program_draws_them() -> None:
    """Only browsers know dominant-baseline; elsewhere the names of pins lay on the frames of their chips."""
    for path in (source.OUT / "drawings").glob("*.svg"):
        assert "dominant-baseline" not in path.read_text(encoding="utf-8"), path.name
