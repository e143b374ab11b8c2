"""Series of Chimera Hunt: what is counted, the ladder of levels, and bots with one habit."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from immolation import bots, games
from immolation.cli import simulate
from immolation.cli.app import app
from immolation.games import BadConfig
from immolation.simulate import ladder, measures
from immolation.simulate.confidence_intervals import rate
from immolation.simulate.one_game import Played, play
from immolation.simulate.plan import MOST_ACTIONS, Plan, plan
from typer.testing import CliRunner

from tests.games.chimera_hunt.table import GAME, acting, do, on


def series(**config: object) -> Plan:
    return plan("chimera-hunt", {}, config, ("greedy",), 4, None, MOST_ACTIONS)


def test_deeds_and_what_takes_life_are_counted() -> None:
    state = acting([{"tile": 13}, {"tile": 72}], [on("Rampage", "top", 4)], life=20)
    counting = measures.of("chimera-hunt")(state)
    counting.see(state, GAME.action({"do": "rest", "seat": "p1"}), do(state, "strike", tile=4))
    assert counting.counts["deeds"] == {"aspect": 1}
    assert counting.counts["life taken by"] == {"its own blood": 1}
    body = acting([{"tile": 43}, {"tile": 45}], life=1)
    counting.see(body, GAME.action({"do": "rest", "seat": "p1"}), do(body, "strike", tile=44))
    assert counting.counts["deeds"] == {"aspect": 1, "body": 1}
    assert counting.counts["ends"] == {"won": 1}


def test_a_chimera_that_nobody_names_is_drawn() -> None:
    drawn = {measures.vary("chimera-hunt", {}, ("p1",), Random(seed))["chimera"] for seed in range(60)}
    assert len(drawn) == 6
    assert measures.vary("chimera-hunt", {"chimera": "viros"}, ("p1",), Random(1)) == {}
    assert measures.vary("chimera-hunt", {"campaign": "heroic"}, ("p1",), Random(1)) == {}


def test_a_ladder_has_a_cell_for_each_level_and_number_of_hunters() -> None:
    found = [(level, count, len(made.bots)) for level, count, made in ladder.cells(series(), "greedy")]
    assert found == [(level, count, count) for level in ("S1", "S2", "S3", "H1", "H2", "H3") for count in (2, 3, 4)]
    with pytest.raises(BadConfig, match="Cinders has no levels"):
        ladder.levels(games.load("cinders"))


def test_a_rung_says_who_won_how_long_it_took_and_what_was_done() -> None:
    game = games.load("chimera-hunt")
    (_, _, made), *_ = ladder.cells(series(level="S1", seats=2), "greedy")
    played = [play(made, game, number) for number in range(4)]
    found = ladder.rung("S1", played)
    assert found.all.games == 4
    assert found.all.wins == sum(bool(one.winners) for one in played)
    assert [*found.seats] == ["2"]
    assert sum(rate.games for rate in found.groups.values()) == 4
    assert found.rounds[0] <= found.rounds[1] <= found.rounds[2] <= 14
    assert abs(sum(found.shares["deeds"].values()) - 1) < 0.01


@pytest.mark.parametrize("name", bots.habits("chimera-hunt"))
def test_a_bot_with_a_habit_plays_on_and_keeps_to_it(name: str) -> None:
    (_, _, made), *_ = ladder.cells(series(level="S1", seats=2), name)
    one = play(made, games.load("chimera-hunt"), 0)
    assert one.status == "finished", one.error
    if "never" in name and "rest" not in name:  # who can do nothing else rests
        assert one.counts["deeds"].get(name.removeprefix("greedy, never "), 0) == 0
    assert name not in bots.names("chimera-hunt")


def test_two_bots_are_compared_in_the_games_that_both_played_to_their_end() -> None:
    def one(number: int, won: bool, status: str = "finished", seats: int = 2) -> Played:
        return Played(number, status, {"seats": seats}, {}, rounds=9, winners=("p1",) if won else ())

    base = [one(0, True), one(1, False), one(2, False), one(3, False, "failed"), one(0, False, seats=3)]
    played = [one(0, True), one(1, True), one(2, False), one(3, True), one(0, False, seats=3), one(7, True)]
    found = ladder.rung("a habit", played, base)
    assert found.all.games == 6
    assert found.advantage is not None
    assert (found.advantage.games, found.advantage.more) == (
        4,
        0.25,
    )  # game 1 alone was won by one and not by the other


def told(*words: str) -> Any:
    """What ``immolation simulate chimera-hunt`` prints."""
    result = CliRunner().invoke(app, ["simulate", "chimera-hunt", "-j", "1", "--bots", "greedy", "--seed", "2", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("counts", [(7, 8, 9), (9, 7)])
def test_a_ladder_is_made_longer_and_asked_for_less(counts: tuple[int, ...], tmp_path: Path) -> None:
    words = ["simulate", "chimera-hunt", "--levels", "--level", "H3", "--bots", "random", "-j", "1", "--json"]
    for count in counts:
        done = CliRunner().invoke(app, [*words, "--games", str(count), "--out", str(tmp_path)])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout) == json.loads(CliRunner().invoke(app, [*words, "--games", str(count)]).stdout)
        assert json.loads(done.stdout)[0]["all"]["games"] == count
    cells = {path.name: len(path.read_bytes().splitlines()) - 1 for path in tmp_path.iterdir()}
    assert cells == {f"H3-{seats}-random.jsonl": 3 for seats in (2, 3, 4)}


def test_a_ladder_keeps_to_what_was_asked(tmp_path: Path) -> None:
    words = ["simulate", "chimera-hunt", "--levels", "--level", "H3", "--bots", "random", "-j", "1", "--games", "2"]
    two = CliRunner().invoke(app, [*words, "--set", "seats=2", "--out", str(tmp_path), "--json"])
    assert [*json.loads(two.stdout)[0]["seats"]] == ["2"]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(before) == 1
    other = CliRunner().invoke(app, [*words, "--seed", "2", "--out", str(tmp_path)])
    assert "begun with seed 1, not 2" in str(other.exception)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before, "nothing was played"
    short = CliRunner().invoke(app, [*words, "--most-actions", "3", "--json"])
    assert json.loads(short.stdout)[0]["all"]["games"] == 0, "none was over after three actions"


def test_the_command_prints_a_table_of_levels_and_one_of_habits() -> None:
    shown = told("--levels", "--games", "3", "--option", "seats=2")
    assert "seed 2, 3 games a level" in shown
    assert all(f"│ {level} │" in shown for level in ("S1", "H3"))
    rungs = msgspec.json.decode(told("--levels", "--habits", "--games", "1", "--option", "level=S1", "--json"))
    assert [rung["name"] for rung in rungs][:3] == ["S1", "never aspect", "never body"]


def test_bots_that_look_ahead_are_compared_with_the_bot_of_the_ladder() -> None:
    words = ("--levels", "--games", "2", "--lookahead", "1", "--option", "level=S1", "--option", "seats=2")
    rungs = msgspec.json.decode(told(*words, "--json"))
    assert [(rung["name"], rung["all"]["games"]) for rung in rungs] == [("S1", 2), ("S1 lookahead", 1)]
    advantage = rungs[1]["advantage"]
    assert advantage["games"] == 1  # of the two greedy games the one that was begun alike
    assert -1 <= advantage["low"] <= advantage["more"] <= advantage["high"] <= 1
    assert rungs[0]["advantage"] is None
    assert bots.LOOKAHEAD not in bots.names("chimera-hunt")
    assert "Wins beyond those of greedy" in told(*words)


def test_what_is_printed_into_a_file_has_whole_words() -> None:
    shown = told("--levels", "--games", "36", "--lookahead", "9", "--option", "level=S1")
    assert " Shadowreck " in shown
    assert "…" not in shown


def test_a_ladder_prints_both_ends_of_an_interval_and_fits_a_terminal_of_80_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An interval of 0 to 79 was told as 0 ±40."""
    monkeypatch.setattr(simulate, "WIDE", 80)
    monkeypatch.setenv("COLUMNS", "80")
    shown = told("--levels", "--games", "36", "--lookahead", "9", "--option", "level=S1", "--also", "random")
    assert max(map(len, shown.splitlines())) <= 80
    assert "±" not in shown
    assert "…" not in shown
    words = " ".join(shown.replace("│", " ").replace("┃", " ").split())
    assert "47.2 (32.0–63.0)" in words
    assert "its middle in" in words


def test_a_rate_is_told_with_both_ends_of_its_interval() -> None:
    assert simulate._percent(rate(0, 1)) == "0 (0–79)"
    assert simulate._percent(rate(0, 0)) == "–"
