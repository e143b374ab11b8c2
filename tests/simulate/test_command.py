"""``immolation simulate`` as people run it: repeatable, resumable after any death, one page that says the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from immolation.cli.app import app
from immolation.simulate import report
from playwright.sync_api import sync_playwright
from typer.testing import CliRunner

from tests.chromium import launching
from tests.end_to_end.command import IMMOLATION, Command

immolation = Command()
SERIES = ("simulate", "ascended-kings", "--bots", "greedy,random,random", "--seed", "1", "--option", "rounds=3")


def test_the_same_numbers_for_any_number_of_jobs() -> None:
    said = [immolation(*SERIES, "--games", "8", "--jobs", jobs, "--json").stdout for jobs in ("1", "3")]
    assert said[0] == said[1]
    found = json.loads(said[0])
    assert found["finished"] == 8
    assert found["plan"]["bots"] == ["greedy", "random", "random"]


@pytest.mark.parametrize(
    ("ending", "how"), [("jsonl", signal.SIGKILL), ("parquet", signal.SIGINT), ("jsonl", signal.SIGTERM)]
)
def test_after_a_kill_or_ctrl_c_it_goes_on_and_ends_as_if_nothing_had_been(
    ending: str, how: signal.Signals, tmp_path: Path
) -> None:
    out, whole = tmp_path / f"games.{ending}", tmp_path / f"whole.{ending}"
    words = [*SERIES, "--games", "60", "--jobs", "2"]
    process = subprocess.Popen(  # nicely, so that on a busy machine this test sees the fifth game before the last
        ["nice", "-n", "5", IMMOLATION, *words, "--out", out],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    partial = out.with_name(out.name + ".partial")
    until = time.monotonic() + 600
    while not (partial.exists() and partial.read_bytes().count(b"\n") > 4):
        assert time.monotonic() < until, "no games are kept"
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    os.kill(process.pid, how)
    _, said = process.communicate(timeout=600)
    assert not out.exists()
    if how != signal.SIGKILL:
        assert process.returncode == 130
        assert "--resume" in said
    for _ in range(30_000):  # its workers notice that nobody listens
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.02)
    else:
        raise AssertionError("workers were left behind")
    with partial.open("ab") as torn:
        torn.write(b'{"number":59,"status":"fini')
    before = partial.read_bytes().count(b"\n") - 1
    assert 0 < before < 60

    done = immolation(*words, "--out", str(out), "--resume", "--json")
    assert done.returncode == 0, done.stderr
    assert immolation(*words, "--out", str(whole), "--json").stdout == done.stdout
    if ending == "jsonl":
        assert out.read_bytes() == whole.read_bytes()
    assert not partial.exists()
    again = immolation(*words, "--out", str(out), "--resume", "--json")
    assert again.stdout == done.stdout


def test_a_finished_series_can_be_made_longer_but_not_shorter(tmp_path: Path) -> None:
    out = str(tmp_path / "games.jsonl")
    immolation.json(*SERIES, "--games", "3", "--out", out, "--json")
    longer = immolation.json(*SERIES, "--games", "6", "--out", out, "--resume", "--json")
    assert longer == immolation.json(*SERIES, "--games", "6", "--json")
    shorter = immolation(*SERIES, "--games", "2", "--out", out, "--resume")
    assert shorter.returncode == 1
    assert "at least --games 6" in shorter.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "chess"), "There is no ruleset 'chess'"),
        (("simulate", "ascended-kings", "--bots", "wizard"), "no bot 'wizard'"),
        (("simulate", "ascended-kings", "--bots", "random,random", "--seats", "3"), "2 bots for 3 seats"),
        (("simulate", "ascended-kings", "--option", "rounds"), "is not KEY=VALUE"),
        (("simulate", "ascended-kings", "--option", "rounds=99"), "rounds"),
        (("simulate", "ascended-kings", "--dragon", "red"), "There is no option --dragon"),
        (("simulate", "ascended-kings", "--rounds"), "needs a value"),
        (("simulate", "ascended-kings", "--out", "games.csv"), "jsonl or .parquet"),
        (("simulate", "ascended-kings", "--report", "page.pdf"), ".html"),
        (("simulate", "ascended-kings", "--resume"), "--out"),
        (("simulate", "ascended-kings", "--games", "0"), "games"),
        (("simulate", "cinders", "--seats", "3", "--option", "seats=2"), "seats is both 3 and 2"),
        (("simulate", "cinders", "--bots", "random,random", "--option", "seats=3"), "2 bots for 3 seats"),
        (("simulate", "cinders", "--games", "1", "--report", "n" * 250 + ".html"), ".html cannot be written"),
        (("simulate", "chimera-hunt", "--levels", "--bots", "random,greedy"), "One bot plays every seat"),
        (("simulate", "chimera-hunt", "--levels", "--report", "page.html"), "no page of a ladder"),
        (("simulate", "chimera-hunt", "--levels", "--out", "/dev/null"), "name a folder"),
        (("simulate", "chimera-hunt", "--also", "random,"), "leaves out a bot"),
        (("tournament", "cinders", "--report", "/"), "name a page that ends in .html"),
        (("tournament", "cinders", "--out", "/dev/null"), "name a folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code != 0
    text = f"{done.output} {done.exception}"
    assert said in " ".join(text.replace("│", " ").split())


def test_another_seed_may_not_go_on_with_these_games(tmp_path: Path) -> None:
    out = str(tmp_path / "games.jsonl")
    immolation.json(*SERIES, "--games", "2", "--out", out, "--json")
    before = Path(out).read_bytes()
    other = immolation(*SERIES[:5], "2", *SERIES[6:], "--games", "2", "--out", out, "--resume")
    assert other.returncode == 1
    assert "seed 1, not 2" in other.stderr
    assert Path(out).read_bytes() == before
    fresh = immolation(*SERIES, "--games", "2", "--out", out)
    assert fresh.returncode == 1
    assert "--resume" in fresh.stderr


def test_keys_of_the_config_are_options_of_their_own() -> None:
    said = immolation.json("simulate", "ascended-kings", "--games", "1", "--rounds", "2", "--countdown=true", "--json")
    assert said["plan"]["config"] == {"rounds": 2, "countdown": True}
    same = immolation.json(
        "simulate", "ascended-kings", "-n", "1", "--set", "rounds=2", "--set", "countdown=true", "--json"
    )
    assert same == said


def test_it_is_told_in_tables_for_people() -> None:
    done = immolation(*SERIES, "--games", "3", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    for words in ("Ascended Kings: 3 games by bots", "Wins by bot", "greedy", "Kills by cause", "move one seat on"):
        assert words in done.stdout


@pytest.mark.needs("chromium")
def test_the_page_shows_the_numbers_that_json_says_and_needs_nothing_else(tmp_path: Path) -> None:
    page_file = tmp_path / "report.html"
    found = immolation.json(*SERIES, "--games", "9", "--report", str(page_file), "--json")
    text = page_file.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "http-equiv" not in text
    foreign: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launching())
        for width in (1280, 375):
            page = browser.new_page(viewport={"width": width, "height": 900})
            page.on("request", lambda request: foreign.append(request.url))
            page.goto(page_file.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing hangs over the edge"
            for fact in ("games", "finished", "failed"):
                assert page.locator(f"[data-fact='{fact}'] b").inner_text() == str(found[fact])
            for kind, rates in (
                ("bot", found["by_bot"]),
                ("seat", found["by_seat"]),
                ("king", found["by_group"]["king"]),
            ):
                rows = _rows(page, f"Wins by {kind}")
                assert [row[0] for row in rows] == [report.called(kind, key) for key in rates]
                for row, rate in zip(rows, rates.values(), strict=True):
                    between = f"{100 * rate['low']:.1f}–{100 * rate['high']:.1f}"
                    assert row[1:] == [str(rate["games"]), f"{rate['wins']:g}", f"{rate['rate']:.1%}", between]
            causes = {row[0]: int(row[1]) for row in _rows(page, "Kills by cause")}
            assert causes == found["counts"]["kills by cause"]
            tiles = [int(cell) for row in _rows(page, "Where: deaths") for cell in row[1:]]
            assert tiles == found["tiles"]["deaths"]
            assert page.locator("section svg").count() >= 8
            ids = page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
            assert len(ids) == len(set(ids)), "an id belongs to one drawing"
        browser.close()
    assert foreign == [page_file.as_uri()] * 2


def _rows(page: Any, name: str) -> list[list[str]]:
    rows: list[list[str]] = page.evaluate(
        """name => [...document.querySelectorAll(`section[data-name="${name}"] tbody tr`)]
               .map(row => [...row.cells].map(cell => cell.textContent))""",
        name,
    )
    return rows
