"""Every part and every screw of the bill is in one step of the manual, and every step has its picture."""

from __future__ import annotations

import itertools
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hardware.electrical import check, source
from hardware.electrical.fabrication import bills
from hardware.electrical.pictures import wiring_picture
from hardware.enclosure import bought
from hardware.manual import board_view, drawings, page, steps

SOURCES = check.manual_sources()
STEPS, CHAPTERS = steps.load(SOURCES)


def spoilt(tmp_path: Path, change: Any) -> list[str]:
    """Return the findings for a manual.toml whose text was changed."""
    text = steps.SOURCE.read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    path = tmp_path / "manual.toml"
    path.write_text(changed, encoding="utf-8")
    return list(steps.findings(steps.load(SOURCES, path)[0], SOURCES))


def test_every_part_of_the_bill_is_in_one_step() -> None:
    assert list(steps.findings(STEPS, SOURCES)) == []
    builds = (SOURCES.board.builds[steps.BUILD], bills.IDENTITY)
    lines = [line for build in builds for line in bills.lines(build, SOURCES.netlists, SOURCES.catalogue, SOURCES.box)]
    on_boards = sum(line.each for line in lines if line.footprint)
    told = sum(
        count * len(step.refs.get(circuit, ())) for step in STEPS for circuit, count in SOURCES.circuits().items()
    )
    assert told == on_boards > 1000
    extras = {line.title for line in lines if not line.footprint}
    assert len(extras) == len(SOURCES.extras())


def test_every_screw_is_counted_to_the_bill() -> None:
    counted: dict[str, int] = {}
    for step in STEPS:
        for item in step.screws:
            counted[item.what] = counted.get(item.what, 0) + item.count
    assert counted == {row.title: row.pieces for row in bought.screws(SOURCES.box)}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"F1", "U1", "U2"]', '"F1", "U1"]', "U2 is in 0 steps"),
        ('refs = { row_board = ["J1", "J2", "J3"] }', 'refs = { row_board = ["J1", "J2", "J3", "U3"] }', "U3 is in 2"),
        ('uses = ["feet"]', "uses = []", "feet is in 0 steps"),
        ('uses = ["edge strip", "diffuser"]', 'uses = ["edge strip", "diffuser", "feet"]', "feet is in 2 steps"),
        ('extras = ["magnet"]', "extras = []", "magnet is in 0 steps"),
        ('prints = ["tray", ', "prints = [", "tray is in 0 steps"),
    ],
)
def test_a_part_that_is_forgotten_or_told_twice_is_named(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert any(said in line for line in spoilt(tmp_path, lambda text: text.replace(before, after, 1)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"F1", "U1", "U2"]', '"F1", "U1", "U99"]'),
        ('extras = ["magnet"]', 'extras = ["unicorn"]'),
        ("{fuse:g}", "{fuze:g}"),
    ],
)
def test_a_step_that_cannot_be_joined_is_refused_by_name(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "manual.toml"
    path.write_text(steps.SOURCE.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    with pytest.raises(steps.BadManual, match="step '"):
        steps.load(SOURCES, path)


def test_every_step_has_a_picture_of_its_own_a_time_and_what_should_be_seen() -> None:
    pictures = [step.picture for step in STEPS]
    assert len(set(pictures)) == len(pictures) >= 24
    assert {name for name in pictures if "/" not in name} == set(drawings.PICTURES)
    for step in STEPS:
        assert (source.OUT / "manual" / page.picture(step)).is_file(), step.picture
        assert step.minutes > 0
        assert step.do
        assert step.see
        assert len(step.alt) > 20
        assert step.chapter in CHAPTERS


def test_screws_are_named_with_a_tool_that_turns_them() -> None:
    for step in STEPS:
        if any(item.what.startswith("screw") for item in step.screws):
            assert any("hex key" in tool for tool in step.tools), step.title


def test_the_page_names_no_picture_or_page_that_is_not_there() -> None:
    folder = source.OUT / "manual"
    text = (folder / "manual.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)[)#]", text)
    assert len(targets) > len(STEPS)
    for target in targets:
        assert (folder / target).exists(), target
    assert "{" not in text


def test_the_pictures_are_small_and_drawn_from_the_boards(tmp_path: Path) -> None:
    drawings.draw_all(tmp_path, SOURCES.board, STEPS)
    kept = source.OUT / "manual" / "pictures"
    assert {path.name for path in kept.iterdir()} == {path.name for path in tmp_path.iterdir()}
    for path in tmp_path.iterdir():
        assert (kept / path.name).read_bytes() == path.read_bytes()
        assert path.stat().st_size < 60_000
    boxes = [step for step in STEPS if "/" in step.picture]
    assert all((source.OUT / "manual" / page.picture(step)).stat().st_size < 250_000 for step in boxes)


def test_the_words_of_a_step_take_their_figures_from_the_sources() -> None:
    raw = {row["key"]: row for row in tomllib.loads(steps.SOURCE.read_text(encoding="utf-8"))["step"]}
    told = {step.key: step for step in STEPS}
    assert "{row_low:.2f}" in raw["meter"]["see"]
    assert "4.86 to 5.29 V" in told["meter"].see
    assert "3.15 A" in told["volts"].do[0]
    assert "nine pieces of 100 mm, one of 250 mm" in told["crimp"].do[0]
    assert "nine pieces of 80 mm" in told["garland"].do[0]
    assert f"step {told['own'].number}" in told["parcel"].otherwise
    assert f"as in step {told['crimp'].number}." in told["hub"].do[1]


def test_a_step_is_named_by_its_number_and_every_chapter_says_how_long_it_takes() -> None:
    """A step and a figure had one name once, and the manual sent its reader to step 100.0."""
    text = page.markdown(STEPS, CHAPTERS)
    named = re.findall(r"\bsteps? ([0-9.]*[0-9])", text)
    assert len(named) > 8
    assert all(number.isdigit() and 1 <= int(number) <= len(STEPS) for number in named), named
    times = re.findall(r"^## .*\n\n(.*)$", text, re.MULTILINE)
    assert len(times) == len(CHAPTERS)
    assert all(re.match(r"\d+ (h|min)", time) for time in times), times
    assert f"for the {sum(step.optional for step in STEPS)} steps that not everybody takes" in text


def test_a_step_that_bears_the_name_of_a_figure_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "manual.toml"
    text = steps.SOURCE.read_text(encoding="utf-8")
    path.write_text(text.replace('key = "crimp"', 'key = "ribbon"'), encoding="utf-8")
    with pytest.raises(steps.BadManual, match="'ribbon'"):
        steps.load(SOURCES, path)


def test_no_step_needs_what_a_later_one_makes() -> None:
    """The hub lies in the tray and answers to the host: both are there first."""
    at = {step.key: step.number for step in STEPS}
    assert at["tape"] < at["rows"] < at["cabling"] < at["hub_place"] < at["grid"] < at["fire"] < at["axes"]


def test_a_printed_board_is_called_by_its_true_size() -> None:
    sizes = {"pcb-row": "row_board", "pcb-controller": "controller_pico", "pcb-identity-strip": "identity_strip"}
    titles = {extra.get("key", ""): extra["title"] for extra in SOURCES.catalogue.extras}
    for key, board in sizes.items():
        wide, deep = SOURCES.board.raw[board]["size"]
        assert f"{wide:.0f} x {deep:.0f} mm" in titles[key]


def test_names_in_a_row_do_not_overlap_and_stay_on_the_picture(tmp_path: Path) -> None:
    picture = wiring_picture.Picture(1000, 100)
    spots = [((x, 80.0), "a short name") for x in (10.0, 20.0, 30.0, 500.0, 980.0, 990.0)]
    board_view.labelled(picture, spots, 30, (20, 980))
    picture.save(path := tmp_path / "row.svg")
    boxes = re.findall(
        r'<rect x="([\d.]+)" y="\S+" width="([\d.]+)"', path.read_text(encoding="utf-8").partition("fafafa")[2]
    )
    ends = [(float(x), float(x) + float(wide)) for x, wide in boxes]
    assert len(ends) == len(spots)
    assert ends[0][0] >= 20
    assert ends[-1][1] <= 980
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(ends))
