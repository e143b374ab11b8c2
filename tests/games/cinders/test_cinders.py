"""Cinders: its five rules, and that a ruleset comes to the host by an entry point alone."""

from __future__ import annotations

import ast
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from immolation import bots, games
from immolation.games import BadConfig, BadData, BadPosition, IllegalAction, State, plugins, rulebook

GAME = games.load("cinders")


def at(burning: list[int] | None = None, turn: str = "p1", **seats: int) -> State:
    return GAME.from_position({"seats": seats, "burning": burning or [], "turn": turn})


def run(state: State, seat: str, tile: int) -> State:
    state.apply(GAME.action({"do": "run", "seat": seat, "tile": tile}))
    return state


def tiles(state: State, seat: str) -> list[int]:
    return sorted(action.tile for action in state.legal_actions(seat))  # type: ignore[attr-defined]


@pytest.mark.rule("CI-SETUP-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_miniatures_start_near_the_corners(seats: int) -> None:
    state = GAME.new({"seats": seats})
    assert list(state.position()["seats"].values()) == [11, 88, 18, 81][:seats]
    assert list(state.deciders()) == ["p1"]
    for wrong in ({"seats": 5}, {"seats": True}, {"colour": 1}, {"options": {"x": 1}}, [1]):
        with pytest.raises(BadConfig):
            GAME.new(wrong)  # type: ignore[arg-type]


@pytest.mark.rule("CI-RUN-01")
def test_a_run_is_straight_and_stops_before_fire_miniatures_and_the_edge() -> None:
    state = at([2], p1=0, p2=33)
    assert tiles(state, "p1") == [1, 10, 11, 20, 22, 30, 40, 50, 60, 70, 80, 90]
    assert tiles(state, "p2") == []
    for seat, tile in (("p1", 2), ("p1", 12), ("p1", 44), ("p2", 34)):
        with pytest.raises(IllegalAction) as caught:
            run(state, seat, tile)
        assert caught.value.refusal.rule == "CI-RUN-01"
    assert 10 not in tiles(at(p1=9, p2=55), "p1")  # no way round the edge


@pytest.mark.rule("CI-RUN-02")
def test_what_was_left_and_crossed_burns() -> None:
    state = run(at(p1=0, p2=99), "p1", 33)
    assert state.position()["burning"] == [0, 11, 22]
    assert state.position()["seats"]["p1"] == 33
    assert list(state.deciders()) == ["p2"]


def test_the_log_says_names_and_tiles_as_the_page_does() -> None:
    state = at(p1=0, p2=99)
    events = state.apply(GAME.action({"do": "run", "seat": "p1", "tile": 8}))
    assert [event.text for event in events] == [f"{state.view(None)['seats']['p1']['name']} runs to 08."]
    refused = state.check(GAME.action({"do": "run", "seat": "p1", "tile": 7}))
    assert refused is not None
    assert refused.reason == "Runner 2 is to run, over free tiles that do not burn."


@pytest.mark.rule("CI-OUT-01")
def test_who_cannot_run_is_passed_over() -> None:
    state = run(at([88, 89, 98], p1=0, p2=99, p3=90), "p1", 5)
    assert list(state.deciders()) == ["p3"]
    assert list(run(state, "p3", 91).deciders()) == ["p1"]


@pytest.mark.rule("CI-WIN-01")
def test_the_last_who_can_run_wins_or_who_ran_last() -> None:
    assert run(at([88, 89], p1=0, p2=99), "p1", 1).outcome() is None
    result = run(at([88, 89], p1=97, p2=99), "p1", 98).outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1",), "CI-WIN-01")
    last = run(at([3, 10, 11, 12, 13], p1=0, p2=2), "p1", 1).outcome()  # the one free tile there was
    assert last is not None
    assert last.winners == ("p1",)


def test_positions_that_cannot_be_are_refused() -> None:
    for wrong in ({}, {"seats": {"p1": 0}}, {"seats": {"p1": 0, "p2": 0}}, {"seats": {"p1": 0, "p3": 1}},
                  {"seats": {"p1": 0, "p2": 1}, "burning": [1]}, {"seats": {"p1": 0, "p2": 1}, "turn": "p3"},
                  {"seats": {"p1": 0, "p2": 100}}, {"seats": {"p1": 0, "p2": 1}, "wind": 1}, 7):  # fmt: skip
        with pytest.raises(BadPosition):
            GAME.from_position(wrong)  # type: ignore[arg-type]


def test_a_correction_moves_a_miniature() -> None:
    state = GAME.new()
    for path, value, fits in ((["seats", "p2"], 55, True), (["seats", "p2"], 11, False), (["seats", "p7"], 1, False),
                              (["burning", "0"], 7, True), (["burning", "1"], 7, False),
                              (["turn", "x"], 1, False)):  # fmt: skip
        action = GAME.action({"do": "correct", "seat": "table", "path": path, "value": value})
        assert (state.check(action) is None) == fits
    state.apply(GAME.action({"do": "correct", "seat": "table", "path": ["seats", "p2"], "value": 55}))
    assert state.position()["seats"]["p2"] == 55
    assert state.check(GAME.action({"do": "correct", "seat": "p1", "path": ["turn"], "value": "p2"})) is not None


# --- how it comes to the host ----------------------------------------------------------------------------


def test_it_is_found_by_its_entry_point_and_named_nowhere_else() -> None:
    assert "cinders" in games.names()
    assert "cinders" not in games._MODULES
    host = Path(games.__file__).parents[1]
    folder = Path(str(games.module("cinders").__file__)).parent
    others = {host / "bots", host / "simulate"}  # they know this ruleset; it does not ask for them
    naming = [
        path
        for path in host.rglob("*.py")
        if folder not in path.parents
        and not others & {*path.parents}
        and any("cinders" in line for line in path.read_text().splitlines() if ">>> " not in line)  # an example may
    ]
    assert naming == []
    assert "random" in bots.names("cinders")
    assert set(rulebook.load("cinders")) == {"CI-SETUP-01", "CI-RUN-01", "CI-RUN-02", "CI-OUT-01", "CI-WIN-01"}


def test_it_is_the_smallest() -> None:
    source = Path(str(games.module("cinders").__file__)).read_text()
    assert len(source.splitlines()) < 150
    assert ast.get_docstring(ast.parse(source))


def only(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """A package has brought one ruleset along, and nothing else is installed."""
    found = {name: [EntryPoint(name, value, plugins.RULESETS)]}
    monkeypatch.setattr(plugins, "installed", lambda group: found if group == plugins.RULESETS else {})


def test_an_installed_ruleset_that_is_broken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "broken", "no_such_package.of_rules")
    assert "broken" in games.names()
    with pytest.raises(BadData, match="no_such_package"):
        games.load("broken")
    with pytest.raises(BadConfig, match="no ruleset 'cinders'"):
        games.load("cinders")


def test_an_installed_ruleset_that_fails_by_its_own_code_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "sloppy_rules.py").write_text("TILES = 10 * None\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    only(monkeypatch, "sloppy", "sloppy_rules")
    with pytest.raises(BadData, match=r"sloppy: .*sloppy_rules.* cannot be imported: TypeError"):
        games.load("sloppy")


def test_a_setting_it_does_not_have_is_refused() -> None:
    with pytest.raises(BadConfig, match="wind"):
        games.load("cinders", wind=1)
