"""A board that plays is judged by what it reports, with the names, causes and cures of a bring-up."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.board.bring_up import Finding, RestartCounter, reported_findings, table
from immolation.dashboard import translation

SOUND: dict[str, Any] = {
    "fps": 97,
    "ma": 331,
    "edges": 1203,
    "lost": 2,
    "bad": 1,
    "up": 7300,
    "free": 104448,
    "stuck": [],
    "noisy": [],
    "reset": "power",
}
ALL = frozenset(range(100))
WRONG: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "stuck-tile": ({"stuck": [34]}, {}),
    "all-occupied": ({"stuck": list(range(95))}, {}),
    "flickering-tile": ({"noisy": [77]}, {}),
    "stuck-button": ({"stuck": [103]}, {}),
    "dead-sensor": ({}, {"answered": ALL - {7}}),
    "dead-row": ({}, {"answered": ALL - {*range(40, 50)}}),
    "dead-column": ({}, {"answered": ALL - {*range(3, 100, 10)}}),
    "weak-supply": ({}, {"restarts": 2}),
    "hung": ({"reset": "watchdog"}, {}),
    "crashed": ({"reset": "crash"}, {}),
    "broken-lines": ({"bad": 400}, {}),
    "lost-touches": ({"lost": 40}, {}),
    "few-frames": ({"fps": 12}, {}),
    "at-its-limit": ({"ma": 1995}, {"limit_ma": 2000}),
}
"""Fault -> what its board reports otherwise, and what its host knows besides."""


def found(status: dict[str, Any], **known: Any) -> list[Finding]:
    return reported_findings({**SOUND, **status}, "matrix", **known)


def test_a_sound_board_has_no_fault() -> None:
    assert found({}) == []
    assert found({"fps": 0, "up": 0}) == [], "its first second is not counted yet"
    assert found({}, answered=ALL, limit_ma=6000, restarts=1) == []
    assert reported_findings({}) == []


@pytest.mark.parametrize("fault", WRONG)
def test_each_fault_is_named_alone_with_its_cure_and_in_german(fault: str) -> None:
    status, known = WRONG[fault]
    (one,) = found(status, **known)
    assert one.fault == fault
    assert one.cause
    assert one.cure
    assert fault in table()
    for said in (one.what, one.cause, one.cure):
        assert translation._said(said, "de", "cinders") != said, said


def test_the_host_button_and_cables_between_row_boards_are_named_in_german() -> None:
    rows = [ALL - {*range(90, 100)}, ALL - {*range(80, 100)}]
    said = [one.what for one in found({"stuck": [106]})]
    said += [one.what for answered in rows for one in reported_findings(SOUND, "shift", answered=answered)]
    assert len(said) == 3
    assert [one for one in said if translation._said(one, "de", "cinders") == one] == []


def test_nothing_is_said_of_tiles_that_nobody_listens_to_or_came_to() -> None:
    assert found({"stuck": [34], "noisy": [77]}, switched_off=frozenset({34, 77})) == []
    assert found({}, answered=frozenset(range(60))) == [], "somebody ended the test early"
    assert [one.tiles for one in found({"noisy": [7]}, answered=ALL - {7, 8})] == [(8,), (7,)]


def test_a_supply_that_gives_way_again_and_again_is_told_from_a_board_that_is_switched_on() -> None:
    counter = RestartCounter()

    def life(seconds: int, reset: str = "power") -> int:
        for up in range(0, seconds + 1, 5):
            counter.on_status({"up": up, "reset": reset})
        return counter.count

    assert [life(120), life(60), life(40)] == [0, 1, 2]
    assert life(700) == 0, "it has held for ten minutes"
    assert life(30) == 0, "somebody switched it off after a game"
    assert life(30, "button") == 0
    assert life(30) == 1
