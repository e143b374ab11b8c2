"""Bots against bots: who meets whom, what a result is worth, and going on after a kill."""

from __future__ import annotations

import json
import subprocess
from itertools import combinations, pairwise
from math import comb, log10
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.games import BadConfig
from immolation.simulate import report, tournament
from immolation.simulate.confidence_intervals import wilson
from immolation.simulate.one_game import Played
from immolation.simulate.plan import plan
from immolation.simulate.ratings import MEAN, Encounter, Rating, ratings
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
    assert found["a"].points - found["b"].points == pytest.approx(400 * log10(750.05 / 250.05), abs=0.2)
    assert found["a"].points + found["b"].points == pytest.approx(2 * MEAN)
    low, high = (wilson(750, 1000)[end] for end in (0, 1))  # for so many games all intervals of a share are alike
    assert found["a"].low == pytest.approx(MEAN + 200 * log10(low / (1 - low)), abs=1)
    assert found["a"].high == pytest.approx(MEAN + 200 * log10(high / (1 - high)), abs=1)
    assert list(found) == ["a", "b"]


def test_more_games_make_surer() -> None:
    few, many = (ratings({("a", "b"): Encounter(0.6 * games, games)})["a"] for games in (20, 2000))
    assert None not in (few.low, few.high, many.low, many.high)
    assert many.high - many.low < (few.high - few.low) / 5


def test_who_never_lost_has_no_upper_limit_and_who_never_won_no_lower_one() -> None:
    found = ratings({pair: Encounter(50, 50) for pair in combinations("abc", 2)})
    assert [*found] == ["a", "b", "c"]
    assert all(abs(each.points) < 5000 for each in found.values())
    assert (found["a"].high, found["c"].low) == (None, None)
    assert (found["b"].low, found["b"].high) == (None, None), "it may be as near to one of them as one likes"
    assert found["a"].low > found["b"].points > found["c"].high
    assert found["a"].limits == f"at least {found['a'].low:.0f}"
    assert found["c"].limits == f"at most {found['c'].high:.0f}"


def test_one_who_never_won_takes_no_limits_from_the_others() -> None:
    others = {("a", "b"): Encounter(60, 100), ("b", "c"): Encounter(60, 100), ("a", "c"): Encounter(70, 100)}
    alone = ratings(others)
    found = ratings({**others, **{(each, "random"): Encounter(100, 100) for each in "abc"}})
    assert [*found] == ["a", "b", "c", "random"]
    for each in "abc":
        assert found[each].low == pytest.approx(alone[each].low, abs=1)
        assert found[each].high == pytest.approx(alone[each].high, abs=1)
    assert found["random"].low is None
    assert found["random"].high < found["c"].low


def test_two_groups_of_which_one_always_won_have_a_limit_on_one_side() -> None:
    mixed, won = Encounter(25, 50), Encounter(50, 50)
    found = ratings({("a", "b"): mixed, ("c", "d"): mixed, **{(one, other): won for one in "ab" for other in "cd"}})
    for each in "ab":
        assert (found[each].low is None, found[each].high) == (False, None)
    for each in "cd":
        assert (found[each].low, found[each].high is None) == (None, False)


def test_without_games_nothing_is_known() -> None:
    found = ratings({("a", "b"): Encounter(0, 0)})
    assert found == {each: Rating(MEAN, None, None) for each in "ab"}
    assert found["a"].limits == "not known"


def test_a_long_chain_is_fitted_to_its_end() -> None:
    """Each won all 400 games against the next: by the model, odds of 400.05 to 0.05, and that five times."""
    found = ratings({pair: Encounter(400, 400) for pair in pairwise("abcdef")})
    points = [found[each].points for each in "abcdef"]
    assert [one - other for one, other in pairwise(points)] == pytest.approx([400 * log10(400.05 / 0.05)] * 5, abs=0.2)


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=6, max_size=6))
def test_a_rating_lies_in_its_interval(counts: list[tuple[int, int]]) -> None:
    scores = {
        pair: Encounter(won / 2, max(won, games) // 2 + 1)
        for pair, (won, games) in zip(combinations("abcd", 2), counts, strict=True)
    }
    found = ratings(scores)
    assert found == ratings(scores)
    assert sorted(found) == [*"abcd"]
    for each in found.values():
        assert each.low is None or each.low < each.points
        assert each.high is None or each.points < each.high


@pytest.mark.parametrize("games", [20, 100])
@pytest.mark.parametrize("gap", [0, 100, 200, 400])
def test_an_interval_holds_the_true_rating_19_times_of_20(gap: int, games: int) -> None:
    """Every result that two players of known ratings can have, each with its chance."""
    chance, covered = 1 / (1 + 10 ** (-gap / 400)), 0.0
    for won in range(games + 1):
        found = ratings({("a", "b"): Encounter(won, games)})["a"]
        if (found.low is None or found.low <= MEAN + gap / 2) and (found.high is None or MEAN + gap / 2 <= found.high):
            covered += comb(games, won) * chance**won * (1 - chance) ** (games - won)
    assert 0.935 < covered < 0.975


@pytest.mark.slow
@pytest.mark.parametrize("games", [20, 100])
def test_intervals_of_four_players_hold_their_true_ratings(games: int) -> None:
    rng, true, series = Random(7), {"a": 1250, "b": 1050, "c": 950, "d": 750}, 400
    held = dict.fromkeys(true, 0)
    for _ in range(series):
        scores = {}
        for one, other in combinations(true, 2):
            chance = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            scores[one, other] = Encounter(sum(rng.random() < chance for _ in range(games)), games)
        for player, found in ratings(scores).items():
            low = found.low is None or found.low <= true[player]
            held[player] += low and (found.high is None or true[player] <= found.high)
    assert 0.935 < sum(held.values()) / (4 * series) < 0.97
    assert min(held.values()) / series > 0.92


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
    assert "the easy bot" in page
    assert "search:easy" not in page
    assert "Begun with seats 2. Searching bots think for 8 nodes a choice." in page


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
def test_the_report_fits_a_phone_and_a_desk(tmp_path: Path) -> None:
    plans = tournament.pairs("ascended-kings", {}, {"seats": 2}, BOTS, 1, 4, 500)
    matches = [tournament.match(pair, [won(pair, number) for number in range(9)]) for pair in plans]
    report.write_page(tmp_path / "report.html", tournament.html(tournament.result(plans, matches, 9)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launching())
        for width in (1400, 1280, 390, 375):
            page = browser.new_page(viewport={"width": width, "height": 900})
            page.goto((tmp_path / "report.html").as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing hangs over the edge"
            assert page.locator("section").count() == 3
            assert page.locator("tbody svg.bar").count() == len(BOTS)
            cut = page.evaluate(
                "[...document.querySelectorAll('.rows')].filter(each => each.scrollWidth > each.clientWidth)"
                ".map(each => each.closest('section').dataset.name)"
            )
            assert cut == []
        browser.close()


def test_the_page_tells_options_as_people_write_them_and_nothing_of_games_that_were_not_finished() -> None:
    config = {"seats": 2, "options": {"fire.crossing_wounds": 2}}
    plans = tournament.pairs("ascended-kings", {}, config, ["greedy", "random"], 1, None, 500)
    page = tournament.html(tournament.result(plans, [tournament.match(("greedy", "random"), [])], 1))
    assert "Begun with seats 2, fire.crossing_wounds 2." in page
    assert "&#x27;" not in page
    assert "{" not in page[page.index("</style>") :]
    assert "<b>0" not in page, "no share of no games"


def test_an_open_interval_runs_to_the_edge_of_its_picture() -> None:
    plans = tournament.pairs("cinders", {}, {"seats": 2}, ["greedy", "random"], 1, 4, 500)
    games = [won(("greedy", "random"), number) for number in range(0, 27, 3)]
    page = tournament.html(tournament.result(plans, [tournament.match(("greedy", "random"), games)], 9))
    assert "at least" in page
    assert "at most" in page
    assert page.count("M204 3L209 7L204 11") == page.count("M6 3L1 7L6 11") == 1


BOTS = ("random", "greedy", "search:easy", "search:medium", "search:hard")


def won(pair: tuple[str, str], number: int) -> Played:
    """Every third game is lost by the first of two bots."""
    seats = dict(zip(("p1", "p2"), pair, strict=True))
    winner = "p2" if number % 3 == 1 else "p1"
    return Played(number, "finished", {}, seats, actions=10 + number, winners=(winner,))


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
