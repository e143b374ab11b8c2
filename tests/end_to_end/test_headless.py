"""Whole games through the real path: rules, scene, serial, firmware in MicroPython, tiles, occupancy, rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.command import Command

GAME = ("demo", "--headless", "--bots", "--seed", "7", "--json")
TRACKS = ("arena", "full")
ROUNDS = 6  # as many as show walls, deaths and the war; each time the host is killed it takes a second to come back

pytestmark = pytest.mark.needs("micropython")

Play = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module", params=TRACKS)
def play(immolation: Command, request: pytest.FixtureRequest) -> Play:
    """Plays the game of one track with more words on the command line."""

    def run(*words: str) -> dict[str, Any]:
        return immolation.json(*GAME, "--option", f"track={request.param}", "--option", f"rounds={ROUNDS}", *words)

    return run


@pytest.fixture(scope="module")
def played(play: Play, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    journal = tmp_path_factory.mktemp("played") / "game.journal"
    report = play("--journal", str(journal))
    assert report["journal"] == str(journal)
    return report


def same_game(report: dict[str, Any], other: dict[str, Any]) -> bool:
    keys = ("ruleset", "seed", "rounds", "actions", "outcome", "digest")
    return {key: report[key] for key in keys} == {key: other[key] for key in keys}


def test_a_game_is_played_to_its_end_on_the_real_firmware(played: dict[str, Any]) -> None:
    assert played["ruleset"] == "ascended-kings"
    assert played["seed"] == 7
    assert played["outcome"]["winners"]
    assert played["rounds"] >= ROUNDS  # those of the war are counted on
    assert played["actions"] > 100
    board = played["board"]
    assert board["interpreter"].startswith("micropython")
    assert board["scenes"] > 0  # at full speed a slow board is sent the newest alone
    assert board["frames"] > 50
    assert board["edges"] > 10
    assert board["bad_lines"] == 0


def test_the_same_seed_plays_the_same_game_and_its_journal_is_kept(
    immolation: Command, play: Play, played: dict[str, Any]
) -> None:
    again = play()
    assert same_game(again, played)
    assert same_game(immolation.json("replay", again["journal"], "--json"), played)


def test_its_journal_replays_to_the_same_digest(immolation: Command, played: dict[str, Any]) -> None:
    assert same_game(immolation.json("replay", played["journal"], "--json"), played)


def test_a_host_killed_every_twenty_actions_ends_the_same_game(play: Play, played: dict[str, Any]) -> None:
    assert same_game(play("--kill-every", "20"), played)


def test_two_percent_of_bytes_corrupted_change_nothing(play: Play, played: dict[str, Any]) -> None:
    noisy = play("--noise", "0.02")
    assert same_game(noisy, played)
    assert noisy["board"]["bad_lines"] > 0
    assert noisy["board"]["scenes"] > 0


def test_a_host_killed_on_a_bad_line_ends_the_same_game(play: Play, played: dict[str, Any]) -> None:
    both = play("--kill-every", "60", "--noise", "0.02")
    assert same_game(both, played)
    assert both["board"]["bad_lines"] > 0


def test_a_demo_begins_on_the_full_track(immolation: Command) -> None:
    short = ("--option", "rounds=1")
    assert same_game(immolation.json(*GAME, *short), immolation.json(*GAME, "--option", "track=full", *short))
    assert not same_game(immolation.json(*GAME, *short), immolation.json(*GAME, "--option", "track=arena", *short))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("demo", "--headless", "--ruleset", "chess"), "There is no ruleset 'chess'"),
        (("demo", "--headless", "--bots", "--option", "rounds=-3"), "rounds"),
        (("demo", "--headless", "--bots", "--option", "no.such=1"), "no.such"),
        (
            ("demo", "--headless", "--bots", "--bot", "arena"),
            "There is no bot 'arena' for this game",
        ),
        (("replay", __file__), "journal"),
        (("host", "--clock", "sometimes"), "turn:90"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(immolation: Command, words: tuple[str, ...], said: str) -> None:
    done = immolation(*words)
    assert done.returncode != 0
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_journal_is_never_written_over(immolation: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept.journal"
    kept.write_text("mine")
    assert immolation(*GAME, "--journal", str(kept)).returncode != 0
    assert kept.read_text() == "mine"
