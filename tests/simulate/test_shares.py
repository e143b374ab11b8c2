"""Who has won what: alone, with allies, or in a draw; games that all win together count once."""

from __future__ import annotations

from pathlib import Path

import pytest
from immolation import games
from immolation.simulate import export, report
from immolation.simulate.one_game import Played
from immolation.simulate.plan import MOST_ACTIONS, Plan, plan
from immolation.simulate.shares import shares, winning_sides
from immolation.simulate.summary import Summary, summary

HUNT = plan("chimera-hunt", {}, {"seats": 3, "level": "S1"}, ("greedy", "greedy", "random"), 5, None, MOST_ACTIONS)
SIDES = {"a": ["p1", "p2"], "b": ["p3", "p4"]}
KIMERA = plan("kimera", {}, {"seats": 4, "teams": SIDES}, ("greedy",), 5, None, MOST_ACTIONS)


def over(made: Plan, number: int, *winners: str) -> Played:
    seats = tuple(f"p{count + 1}" for count in range(len(made.bots)))
    groups = {seat: {"chimera": "viros"} for seat in seats}
    return Played(
        number, "finished", made.config, made.seated(number, seats), 9, 3, winners=winners, rule="X", groups=groups
    )


@pytest.fixture
def hunts() -> Summary:
    """Three hunters: of four hunts three are won."""
    won = ("p1", "p2", "p3")
    return summary(HUNT, [over(HUNT, number, *(won if number else ())) for number in range(4)])


def test_games_won_together_are_won_and_count_once(hunts: Summary) -> None:
    assert {(each.wins, each.games) for each in hunts.by_seat.values()} == {(3, 4)}
    assert {bot: (each.wins, each.games) for bot, each in hunts.by_bot.items()} == {"greedy": (3, 4), "random": (3, 4)}
    assert (hunts.by_group["chimera"]["viros"].wins, hunts.by_group["chimera"]["viros"].games) == (3, 4)
    assert (hunts.draws, hunts.nobody, hunts.even) == (0, 1, None)


def test_the_page_of_games_won_together_tells_neither_draws_nor_what_is_even(hunts: Summary) -> None:
    page = report.html(hunts)
    assert 'data-fact="won"><b>3</b>' in page
    assert 'data-fact="lost"><b>1</b>' in page
    assert "draws" not in page
    assert "alike" not in page
    assert "Wins by seat" not in page, "all seats have the same"
    assert "75.0%" in page


def test_allies_who_win_have_won_and_rivals_draw() -> None:
    game = KIMERA.load()
    allied = over(KIMERA, 0, "p1", "p2")
    assert (winning_sides(game, allied), shares(game, allied)) == (1, {"p1": 1, "p2": 1, "p3": 0, "p4": 0})
    drawn = over(KIMERA, 1, "p1", "p2", "p3", "p4")
    assert (winning_sides(game, drawn), shares(game, drawn)) == (2, dict.fromkeys(("p1", "p2", "p3", "p4"), 0.5))
    found = summary(KIMERA, [allied, drawn])
    assert (found.draws, found.even) == (1, 0.5)
    assert found.by_seat["p1"].wins == 1.5
    cinders = games.load("cinders")
    alone = Played(0, "finished", {"seats": 3}, dict.fromkeys(("p1", "p2", "p3"), "random"), winners=("p2",))
    assert shares(cinders, alone) == {"p1": 0, "p2": 1, "p3": 0}
    assert winning_sides(cinders, Played(0, "finished", {"seats": 3}, {})) == 0


def test_a_parquet_file_says_of_each_who_won_together_that_it_won(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    export.write(tmp_path / "games.parquet", HUNT, [over(HUNT, 0, "p1", "p2", "p3"), over(HUNT, 1)])
    rows = parquet.read_table(tmp_path / "games.parquet").column("seats").to_pylist()
    assert [[seat["won"] for seat in row] for row in rows] == [[1, 1, 1], [0, 0, 0]]
