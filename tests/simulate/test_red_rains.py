"""Series against a Chimera: what is counted, any level and aspect set, packs that people wrote."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from immolation.cli.app import app
from immolation.simulate import ladder, worker_pool
from immolation.simulate.plan import MOST_ACTIONS, Plan, plan
from immolation.simulate.summary import Summary, summary
from typer.testing import CliRunner

from tests.end_to_end.command import Command
from tests.games.red_rains.table import BELL

immolation = Command()


def counted(number: int, bot: str = "random", **config: Any) -> Summary:
    series = plan("red-rains", {}, config, (bot,), 1, None, MOST_ACTIONS)
    return summary(series, worker_pool.play_all(series, range(number), 1))


def test_what_is_counted_fits_together() -> None:
    found = counted(12, chimera="lordswall", level="S1")
    numbers, counts = found.numbers, found.counts
    assert found.failed == found.unfinished == 0
    assert numbers["won by the players"].mean * 12 == found.by_seat["p1"].wins
    assert round(numbers["Ultimates"].mean * 12) == sum(counts["Ultimates"].values())
    assert 1 <= numbers["phase at the end"].least <= numbers["phase at the end"].most <= 3
    assert set(counts["aspects revealed"]) <= {
        "At the Gates", "Carrion Call", "Charging Horde", "Thunderclap", "Flanking Strike", "Heartpierce"
    }  # fmt: skip
    assert numbers["the Chimera's life left, in percent"].least >= 0


def test_partners_win_together() -> None:
    found = counted(4, seats=2, chimera="viros", chimera_life=3)
    assert found.numbers["won by the players"].mean * 4 == found.by_seat["p1"].wins == found.by_seat["p2"].wins
    assert found.numbers["won by the players"].mean > 0


@pytest.mark.parametrize("level", ["S1", "H3"])
@pytest.mark.parametrize("chimera", ["viros", "frostwild", "neverset", "lordswall", "shadowreck", "moon_cove"])
def test_every_chimera_is_played_to_its_end(chimera: str, level: str) -> None:
    found = counted(1, chimera=chimera, level=level)
    assert (found.finished, found.failed) == (1, 0)


def test_a_pack_in_a_file_is_weighed_like_the_others(tmp_path: Path) -> None:
    from tests.games.red_rains.test_packs import saved

    path = saved(tmp_path, BELL)
    words = ("simulate", "red-rains", "--pack", str(path), "--games", "3", "--bots", "random", "--json")
    found = json.loads(immolation(*words).stdout)
    assert found["finished"] == 3
    assert set(found["counts"]["aspects revealed"]) <= {each["id"] for each in BELL["aspects"]}
    assert found["numbers"]["Ultimates"]["games"] == 3


def test_levels_of_bots_are_compared_over_the_same_games() -> None:
    words = ("--levels", "--bots", "random", "--games", "2", "--also", "random,search:easy", "--option", "level=S1")
    words = ("simulate", "red-rains", "-j", "1", *words, "--option", "chimera=viros", "--set", "players=fair")
    found = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [(each["name"], each["against"]) for each in found] == [
        ("S1", ""),
        ("random", "random"),
        ("search:easy", "random"),
    ]
    alike, better = (each["advantage"] for each in found[1:])
    assert (alike["games"], alike["won"], alike["lost"]) == (2, 0, 0), "the same games"
    assert better["won"] - better["lost"] == found[2]["all"]["wins"] - found[1]["all"]["wins"]
    shown = CliRunner().invoke(app, [*words]).stdout
    assert "The same games by others" in shown
    assert "│ search:easy" in shown
    refused = CliRunner().invoke(app, [*words, "--also", "nobody"])
    assert refused.exit_code != 0
    assert "nobody" in str(refused.exception) + refused.output


def test_one_table_holds_every_chimera_level_and_number_of_players_and_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []

    def counted_games(series: Plan, numbers: Sequence[int], jobs: int) -> Any:
        played.extend(f"{series.config['chimera']} {number}" for number in numbers)
        return play_all(series, numbers, jobs)

    play_all = worker_pool.play_all
    monkeypatch.setattr(worker_pool, "play_all", counted_games)
    words = ("simulate", "red-rains", "-j", "1", "--levels", "--bots", "random", "--games", "12", "--seed", "3")
    words = (*words, "--option", "level=S1", "--out", str(tmp_path / "balance"))
    first = CliRunner().invoke(app, [*words])
    assert first.exit_code == 0, first.output
    assert first.stdout.count("Wins by cell") == 1
    assert "/1, " in first.stdout, "games won of games played, and the interval"
    assert "of 12 cells are won 35 to 65 times of 100." in first.stdout
    for chimera in ("Frostwild", "Lordswall", "Moon Cove", "Neverset", "Shadowreck", "Viros"):
        assert all(f"│ {chimera}, {count}" in first.stdout for count in (1, 2))
    assert len(played) == 12, "one game a cell: six Chimeras, one player and two"
    assert len({*played}) == 6
    kept = sorted((tmp_path / "balance").iterdir())
    assert [path.name for path in kept][:2] == ["S1-1-frostwild-random.jsonl", "S1-1-lordswall-random.jsonl"]
    kept[0].unlink()
    again = CliRunner().invoke(app, [*words])
    assert again.stdout == first.stdout
    assert played[12:] == ["frostwild 0"], "only what was missing"
    cells = [
        (level, count)
        for level, count, _ in ladder.cells(plan("red-rains", {}, {}, ("random",), 3, None, MOST_ACTIONS), "random")
    ]
    assert len(cells) == 6 * 6 * 2
    assert len({*cells}) == 6 * 2
    viros = plan("red-rains", {}, {"chimera": "viros"}, ("random",), 3, None, MOST_ACTIONS)
    assert len([*ladder.cells(viros, "random")]) == 6 * 2


def test_what_is_counted_of_all_levels_stands_in_whole_words() -> None:
    words = ("simulate", "red-rains", "-j", "1", "--levels", "--bots", "random", "--games", "6", "--option", "seats=1")
    shown = CliRunner().invoke(app, [*words]).stdout
    table = shown[shown.index("aspects revealed, %") : shown.index("attacks by, %")]
    assert all(f" {level} " in table.splitlines()[2] for level in ("S1", "S2", "S3", "H1", "H2", "H3"))
    rows = {line.split("│")[1].strip() for line in table.splitlines() if line.startswith("│")}
    assert len(rows) > 30, "aspects of six Chimeras"
    assert {"Ballistic Seeds", "Iron Scales", "Carrion Call"} <= rows
    assert "…" not in shown
