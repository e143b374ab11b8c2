"""Bots against bots: who meets whom, what a result is worth, and going on after a kill."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from math import log10
from pathlib import Path
from typing import Any

import pytest
from immolation.games import BadConfig
from immolation.simulate import report, tournament
from immolation.simulate.one_game import Played
from immolation.simulate.plan import plan
from immolation.simulate.ratings import MEAN, Encounter, ratings
from playwright.sync_api import sync_playwright

from tests.chromium import launching
from tests.end_to_end.command import IMMOLATION


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [IMMOLATION, "tournament", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def played(number: int, winners: tuple[str, ...], status: str = "finished") -> Played:
    return Played(number, status, {}, {"p1": "a", "p2": "b"}, actions=10 + number, winners=winners)


def test_points_are_odds() -> None:
    found = ratings({("a", "b"): Encounter(750, 1000)})
    assert found["a"].points - found["b"].points == pytest.approx(400 * log10(750.5 / 250.5), abs=0.2)
    assert found["a"].points + found["b"].points == pytest.approx(2 * MEAN)
    assert found["a"].low < found["a"].points < found["a"].high
    assert list(found) == ["a", "b"]


def test_more_games_make_surer() -> None:
    few, many = (ratings({("a", "b"): Encounter(0.6 * games, games)})["a"] for games in (20, 2000))
    assert many.high - many.low < (few.high - few.low) / 5


def test_who_never_lost_has_a_rating_and_transitive_strength_is_seen() -> None:
    found = ratings({("a", "b"): Encounter(50, 50), ("b", "c"): Encounter(50, 50), ("a", "c"): Encounter(50, 50)})
    assert [*found] == ["a", "b", "c"]
    assert all(abs(each.points) < 5000 for each in found.values())


def test_a_shared_win_is_half_and_unfinished_games_do_not_count() -> None:
    games = [
        played(0, ("p1",)),
        played(1, ("p1", "p2")),
        played(2, ()),
        played(3, ("p2",)),
        played(4, (), "unfinished"),
    ]
    found = tournament.match(("a", "b"), [*games, played(5, (), "failed")])
    assert (found.share.wins, found.share.games) == (2.0, 4)
    assert (found.unfinished, found.failed, found.longest, found.middle) == (1, 1, 13, 11.5)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_seats_are_taken_in_turn_and_neither_bot_has_more_of_them(count: int) -> None:
    seats = tuple(f"p{number}" for number in range(1, count + 1))
    plans = tournament.pairs("cinders", {}, {"seats": count}, ["random", "search:easy"], 1, 4, 500)
    found = plans["random", "search:easy"]
    seated = [found.seated(number, seats) for number in range(2 * count)]
    for seat in seats:
        assert [each[seat] for each in seated].count("random") == count
    assert all(one != other for each in seated for one, other in pairwise(each.values()))
    none = tournament.match(("random", "search:easy"), [played(0, ())])
    assert tournament.result(plans, [none], 4).seats == count


def test_neighbours_are_each_bot_and_the_one_named_after_it() -> None:
    names = ["search:easy", "search:medium", "search:hard", "greedy"]
    plans = tournament.pairs("cinders", {}, {"seats": 2}, names, 1, 4, 500, neighbours=True)
    assert [*plans] == [*pairwise(names)]
    assert len(tournament.pairs("cinders", {}, {"seats": 2}, names, 1, 4, 500)) == 6


def test_bots_that_are_compared_ride_alike_and_each_sits_in_each_seat_of_a_game() -> None:
    seats = ("p1", "p2")
    compared = tournament.pairs("kimera", {}, {"seats": 2}, ["random", "greedy"], 1, None, 500)["random", "greedy"]
    ridden = [compared.config_of(number, seats)["riders"] for number in range(60)]
    assert all(riders["p1"] == riders["p2"] for riders in ridden)
    assert ridden[0::2] == ridden[1::2], "the same game with the seats changed"
    assert len({riders["p1"] for riders in ridden}) == 6
    alone = plan("kimera", {}, {"seats": 2}, ("greedy",), 1, None, 500)
    assert all(len({*alone.config_of(number, seats)["riders"].values()}) == 2 for number in range(20))
    named = {"seats": 2, "riders": {"p1": "skaar", "p2": "tamoro"}}
    given = tournament.pairs("kimera", {}, named, ["random", "greedy"], 1, None, 500)["random", "greedy"]
    assert given.config_of(0, seats)["riders"] == named["riders"]


@pytest.mark.parametrize(
    ("names", "ruleset", "said"),
    [
        (["random"], "cinders", "needs two bots"),
        (["search", "search:medium"], "cinders", "search:medium is named twice"),
        (["random", "genius"], "cinders", "has no bot 'genius'"),
        (["random", "veteran"], "red-rains", "with one seat is not played .* 'immolation simulate red-rains'"),
        (["random", "greedy"], "chimera-hunt", "of several seats is not played .* --levels --also"),
    ],
)
def test_what_cannot_be_played_is_refused(names: list[str], ruleset: str, said: str) -> None:
    with pytest.raises(BadConfig, match=said):
        tournament.pairs(ruleset, {}, {}, names, 1, None, 500)


def test_the_command_rates_goes_on_and_reports(tmp_path: Path) -> None:
    words: list[Any] = ["cinders", "--bots", "random,search:easy", "--seats", "2", "--budget", "8", "--jobs", "1"]
    words += ["--out", tmp_path / "games", "--json"]
    half = run(*words, "--games", "6")
    assert half.returncode == 0, half.stderr
    file = tmp_path / "games" / "random-search_easy.jsonl"
    first = file.read_text().splitlines()
    assert len(first) == 7
    file.write_text("\n".join(first[:5]) + "\n" + first[5][:20])  # killed in the middle of a line
    done = run(*words, "--games", "12", "--report", tmp_path / "report.html")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["matches"][0]["share"]["games"] == 12
    assert found["ratings"]["search:easy"]["points"] > found["ratings"]["random"]["points"]
    assert file.read_text().splitlines()[:5] == first[:5]
    again = run(*words[:-3], "--json", "--games", "12")
    assert json.loads(again.stdout) == found  # the same seed, without a file
    page = (tmp_path / "report.html").read_text()
    assert "Who beats whom" in page
    assert "search:easy" in page


def test_a_folder_of_other_games_is_refused_before_one_is_played(tmp_path: Path) -> None:
    words: list[Any] = ["cinders", "--seats", "2", "--games", "2", "--jobs", "1", "--out", tmp_path, "--budget", "2"]
    assert run(*words, "--bots", "greedy,search:easy", "--seed", "5").returncode == 0
    refused = run(*words, "--bots", "random,greedy,search:easy", "--seed", "6")
    assert refused.returncode == 1
    assert "begun with seed 5, not 6" in " ".join(refused.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == ["greedy-search_easy.jsonl"]


def test_a_page_that_cannot_be_written_takes_nothing_of_what_was_found(tmp_path: Path) -> None:
    words = ["cinders", "--bots", "random,greedy", "--seats", "2", "--games", "2", "--jobs", "1", "--json"]
    (tmp_path / "folder.html").mkdir()
    early = run(*words, "--report", tmp_path / "folder.html")
    assert "is a folder" in early.stderr
    assert not early.stdout
    late = run(*words, "--report", "/proc/page.html")
    assert late.returncode == 1
    assert json.loads(late.stdout)["games"] == 2
    assert "/proc/page.html cannot be written" in " ".join(late.stderr.split())


@pytest.mark.needs("chromium")
def test_the_report_fits_a_phone(tmp_path: Path) -> None:
    bots = ("random", "greedy", "search:easy", "search:medium")
    plans = tournament.pairs("cinders", {}, {"seats": 2}, bots, 1, 4, 500)
    found = tournament.result(plans, [tournament.match(pair, [played(0, ("p1",))]) for pair in plans], 1)
    report.write_page(tmp_path / "report.html", tournament.html(found))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launching())
        for width in (1280, 375):
            page = browser.new_page(viewport={"width": width, "height": 900})
            page.goto((tmp_path / "report.html").as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing hangs over the edge"
            assert page.locator("section").count() == 3
            assert page.locator("svg.bar").count() == len(bots)
        browser.close()


def test_the_command_prints_a_table() -> None:
    done = run(
        "cinders", "--bots", "random,search:easy", "--seats", "2", "--budget", "2", "--games", "2", "--jobs", "1"
    )
    assert done.returncode == 0, done.stderr
    assert "random – search:easy" in done.stdout


def test_two_bots_on_one_side_are_refused() -> None:
    """Each side would hold one of each, and every game be a draw."""
    config = {"seats": 4, "teams": {"red": ["p1", "p2"], "blue": ["p3", "p4"]}}
    with pytest.raises(BadConfig, match="everybody plays alone"):
        tournament.pairs("kimera", {}, config, ("greedy", "random"), 1, None, 100)
