"""What people type becomes what they meant, or one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from immolation import games
from immolation.cli.game_options import config, opening
from immolation.cli.host import clocks, players, retire, who_rolls
from immolation.games import GameError
from immolation.table.clocks import ClockSettings


@pytest.mark.parametrize(
    ("words", "window", "meant"),
    [
        ("off", None, ClockSettings("off")),
        ("off", 20, ClockSettings("off", window_ms=20_000)),
        ("turn:90", None, ClockSettings("turn", 90_000, 0, 30_000)),
        ("turn:90", 0, ClockSettings("turn", 90_000, 0, 0)),
        ("bank:600+5", None, ClockSettings("bank", 600_000, 5_000, 30_000)),
        ("bank:600", 10, ClockSettings("bank", 600_000, 0, 10_000)),
    ],
)
def test_clocks(words: str, window: int | None, meant: ClockSettings) -> None:
    assert clocks(words, window) == meant


@pytest.mark.parametrize("words", ["", "turn", "turn:", "bank:5+", "turn:-1", "bank:1+2+3", "hourglass:3"])
def test_clocks_that_are_none(words: str) -> None:
    with pytest.raises(typer.BadParameter, match="turn:90"):
        clocks(words)


@pytest.mark.parametrize(
    ("words", "window", "said"),
    [
        ("turn:0", None, "say how many seconds a player has for a turn"),
        ("bank:0+5", None, "say how many seconds a player has for the game"),
        ("turn:999999", None, "the time for a turn is 0 seconds to 24 hours"),
        ("off", 10**6, "the time to answer a question is 0 seconds to 24 hours"),
    ],
)
def test_clocks_that_nobody_could_play_under_are_refused_in_words(words: str, window: int | None, said: str) -> None:
    with pytest.raises(typer.BadParameter, match=said) as refused:
        clocks(words, window)
    assert "_" not in str(refused.value)


def test_dice_that_nobody_rolls_are_refused_in_words() -> None:
    assert (who_rolls("host"), who_rolls("typed")) == ("host", "typed")
    with pytest.raises(typer.BadParameter, match=r"^'x' is neither host nor typed\.$"):
        who_rolls("x")


def test_an_option_without_end_is_refused_with_its_name() -> None:
    with pytest.raises(typer.BadParameter, match=r"'options' has too many lists inside each other"):
        config(2, ['options={"a":' + "[" * 30_000])


def test_options_with_a_dot_are_house_rules() -> None:
    words = ["rounds=12", "countdown=false", "fire.crossing_wounds=2", "proximity.mode=clamp"]
    assert config(3, words) == {
        "seats": 3,
        "rounds": 12,
        "countdown": False,
        "options": {"fire.crossing_wounds": 2, "proximity.mode": "clamp"},
    }
    with pytest.raises(typer.BadParameter, match="KEY=VALUE"):
        config(3, ["rounds"])


def test_house_rules_without_a_dot_and_the_reading_go_where_the_ruleset_wants_them() -> None:
    words = ["reading=literal", "hold_mode=recompute_highest", "rounds=5"]
    begun = opening("kimera", 2, words)
    assert begun.config == {
        "seats": 2,
        "reading": "literal",
        "rounds": 5,
        "options": {"hold_mode": "recompute_highest"},
    }
    with pytest.raises(GameError, match="as-played or literal"):
        opening("kimera", 2, ["reading=loose"])


def test_a_game_is_begun_once_before_anything_starts(tmp_path: Path) -> None:
    assert opening("ascended-kings", None, []).seats == ("p1", "p2", "p3")
    assert opening("ascended-kings", 2, ["rounds=5"]).config == {"seats": 2, "rounds": 5}
    with pytest.raises(GameError, match="rounds"):
        opening("ascended-kings", 2, ["rounds=0"])
    with pytest.raises(GameError, match="ruleset"):
        opening("chess", None, [])


def test_players_take_their_seats() -> None:
    seats = ("p1", "p2", "p3")
    seated = players(seats, ["p1=Ann"], ["p3=arena"])
    assert [(seat, player.kind, player.name, player.bot) for seat, player in seated.items()] == [
        ("p1", "person", "Ann", ""),
        ("p2", "person", "Player 2", ""),
        ("p3", "bot", "", "arena"),
    ]
    with pytest.raises(typer.BadParameter, match="p4"):
        players(seats, ["p4=Dan"], [])


def test_an_old_game_is_put_aside_and_never_deleted(tmp_path: Path) -> None:
    journal = tmp_path / "game.journal"
    for text in ("first", "second"):
        journal.write_text(text)
        retire(journal)
    retire(journal)
    assert sorted(path.read_text() for path in tmp_path.iterdir()) == ["first", "second"]


# --- a position to go on from ----------------------------------------------------------------------------


def kept(folder: Path, position: object) -> Path:
    file = folder / "position.json"
    file.write_text(json.dumps(position))
    return file


def test_a_game_goes_on_from_a_position(tmp_path: Path) -> None:
    state = games.load("ascended-kings").new({"seats": 2, "track": "full", "rounds": 5})
    begun = opening("ascended-kings", None, [], None, kept(tmp_path, state.position()))
    assert (begun.ruleset, begun.seats, begun.position) == ("ascended-kings", ("p1", "p2"), state.position())
    assert begun.config["track"] == "full"  # which bots there are hangs on it
    other = games.load("cinders").new(None).position()
    assert (
        opening("ascended-kings", None, [], None, kept(tmp_path, {"ruleset": "cinders", **other})).ruleset == "cinders"
    )


@pytest.mark.parametrize(
    ("position", "ruleset", "seats", "pairs", "reason"),
    [
        ({"ruleset": "cinders", "seats": {"p1": 0, "p2": 1}}, "kimera", None, [], "a position of cinders"),
        ({"ruleset": "cinders", "seats": {"p1": 0, "p2": 1}}, "cinders", 2, [], "says seats and options itself"),
        ({"ruleset": "cinders", "seats": {"p1": 0, "p2": 1}}, "cinders", None, ["wind=1"], "says seats and options"),
        ({"seats": {"p1": 0, "p2": 1}}, "cinders", None, [], "does not name its ruleset"),
        ([1, 2], "cinders", None, [], "does not name its ruleset"),
    ],
)
def test_a_position_says_everything_itself(
    tmp_path: Path, position: object, ruleset: str, seats: int | None, pairs: list[str], reason: str
) -> None:
    with pytest.raises(typer.BadParameter, match=reason):
        opening(ruleset, seats, pairs, None, kept(tmp_path, position))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"seats": ' + b"9" * 5000 + b"}", "a number in it has too many digits"),
        (b"[" * 100_000, "it has too many lists inside each other"),
        (b'{"seats"', "it is no JSON from line 1, column 9 on"),
        (b'"\xff"', "it is no text in UTF-8"),
    ],
)
def test_why_a_file_holds_no_position_is_said_in_words(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(data)
    with pytest.raises(typer.BadParameter, match=rf"position\.json holds no position: {said}\.$"):
        opening("cinders", None, [], None, file)


def test_a_file_that_holds_no_position_is_named(tmp_path: Path) -> None:
    file = tmp_path / "torn.json"
    file.write_bytes(b'{"ruleset": "cin\xff')
    with pytest.raises(typer.BadParameter, match=r"torn\.json holds no position"):
        opening("cinders", None, [], None, file)
    with pytest.raises(GameError, match="seats"):
        opening("cinders", None, [], None, kept(tmp_path, {"ruleset": "cinders", "seats": 7}))
