"""Whatever somebody types, a person answers with a sentence: no traceback, no class of an error, no number of one."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from immolation.cli import app, host_runtime

from tests.end_to_end.command import IMMOLATION

WORDS = (
    "",
    "\0",
    "-",
    "--",
    "\U0001f4a5",
    "../../etc/passwd",
    "9" * 30,
    "-1",
    "a=b=c",
    "x" * 5000,
    "\ud800",
    "NaN",
    "%s",
)
CONTRADICTIONS = {
    ("--person", "p1=A", "--bot", "p1=random"): "'p1=A' and 'p1=random' name one seat",
    ("--bot", "p1=random", "--bot", "p1=greedy"): "'p1=random' and 'p1=greedy' name one seat",
    ("--proxy", "nonsense", "--public-url", "https://club.example/"): "'nonsense' is no network address",
    ("--proxy", "192.168.1.2"): "names; name that",
    ("--guest", "guest:x"): "the broker that --broker names",
    ("--unprotected",): "the broker that --broker names",
    ("--ca", __file__): "the broker that --broker names",
}
"""Options of a host that say two things or nothing -> what it answers."""

LINES: tuple[tuple[str, ...], ...] = (
    *(("host", "--ruleset", word) for word in WORDS),
    *(("host", "--option", word) for word in WORDS),
    *(("host", "--bot", word) for word in WORDS),
    *(("host", "--person", word) for word in WORDS),
    *(("host", "--clock", word) for word in WORDS),
    *(("host", "--seats", word) for word in WORDS),
    *(("host", "--position", word) for word in WORDS),
    *(("host", "--pack", word) for word in WORDS),
    *(("dashboard", "--broker", word) for word in WORDS),
    *(("dashboard", "--broker", "mqtt://127.0.0.1:1", "--table", word + "#") for word in WORDS),
    ("dashboard", "--broker", "mqtt://127.0.0.1:1", "--seat", "p1", "--watch"),
    *(("demo", "--ruleset", word) for word in WORDS),
    *(("demo", "--bot", word) for word in WORDS),
    *(("replay", word) for word in WORDS),
    ("replay", "/"),
    ("replay", "/dev/null"),
    ("replay", __file__),
    *(("journal", "check", word) for word in WORDS),
    *(("journal", "repair", word) for word in WORDS),
    ("journal", "repair", __file__),
    *(("rules", word, "--json") for word in WORDS if word),
    *(("simulate", word) for word in WORDS),
    *(("simulate", "cinders", "--games", "1", "--bots", word) for word in (*WORDS, ",", ",,", "random,", " ")),
    ("tournament", "cinders", "--games", "1", "--bots", ""),
    ("tournament", "cinders", "--games", "1", "--out", __file__),
    ("club", __file__, "--broker", "mqtt://127.0.0.1:1"),
    *(("host", "--ruleset", "cinders", "--broker", "mqtt://127.0.0.1:1", "--table", word) for word in WORDS),
    *(("host", "--ruleset", "cinders", *words) for words in CONTRADICTIONS),
    *(("simulate", "cinders", "--games", word) for word in WORDS),
    *(("simulate", "cinders", "--option", word) for word in WORDS),
    *(("simulate", "cinders", "--out", word) for word in WORDS),
    *(("simulate", "red-rains", "--chimera", word, "--games", "1") for word in WORDS),
    *(("board", word) for word in WORDS),
    *(("board", "flash", word) for word in WORDS),
    *(("board", "test", "--virtual", "--fault", word) for word in WORDS if word),
)


def no_riddle(said: str) -> None:
    assert "Traceback" not in said
    assert not re.search(r"\[Errno|\b[A-Z]\w+Error\b|\bException\b", said), said


@pytest.mark.parametrize("words", LINES, ids=lambda words: ascii(" ".join(words))[:60])
def test_a_hostile_command_line_is_answered_in_words(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["immolation", *words])
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(host_runtime, "BROKER_SECONDS", 0.5)  # the brokers that are named here are none
    with pytest.raises(SystemExit) as ended:
        app.main()
    said = "".join(capsys.readouterr())
    no_riddle(said)
    assert ended.value.code, said
    assert said.strip()


def answer(words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What a refused command line says, in one line, without the frame around it."""
    monkeypatch.setattr(sys, "argv", ["immolation", *words])
    with pytest.raises(SystemExit) as ended:
        app.main()
    assert ended.value.code
    return " ".join("".join(capsys.readouterr()).replace("│", " ").split())


@pytest.mark.parametrize("words", CONTRADICTIONS, ids=" ".join)
def test_options_that_would_be_passed_over_are_refused(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert CONTRADICTIONS[words] in answer(("host", "--ruleset", "cinders", *words), capsys, monkeypatch)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("given", [("tournament", "cinders", "--out"), ("club", "--broker", "mqtt://127.0.0.1:1")])
def test_a_file_where_a_folder_is_wanted_is_said(
    given: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "k.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    assert "k.json is a file; name a folder" in answer((*given, "k.json"), capsys, monkeypatch)


@pytest.mark.parametrize("bots", ["", ",,", "random,"])
@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_bots_without_a_name_are_not_the_usual_ones(
    command: str, bots: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (command, "cinders", "--games", "1", "--bots", bots)
    assert f"'{bots}' leaves out a bot" in answer(words, capsys, monkeypatch)


@pytest.mark.parametrize("command", ["host", "demo"])
def test_a_busy_port_is_said_in_one_sentence(command: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = [
            "--ruleset",
            "cinders",
            "--no-browser",
            "--port",
            str(port),
            "--journal",
            str(tmp_path / "game.journal"),
        ]
        done = subprocess.run(
            [IMMOLATION, command, *(words if command == "host" else words[:-2])],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)},
        )
    assert done.returncode == 1
    sentence = f"immolation: The page cannot listen on 127.0.0.1 port {port}: Address already in use. "
    assert done.stderr.splitlines() == [sentence + "Stop what uses it, or choose another with --port."], done.stderr


def test_a_board_that_is_not_there_is_said(tmp_path: Path) -> None:
    words = ["--ruleset", "cinders", "--no-browser", "--port", "0", "--board", "/dev/ttyNONE"]
    done = subprocess.run(
        [IMMOLATION, "host", *words, "--journal", str(tmp_path / "game.journal")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
    )
    assert done.returncode == 1
    assert "There is no board at '/dev/ttyNONE'; `immolation board list` shows what is plugged in." in done.stderr
    no_riddle(done.stderr)


def test_what_never_should_happen_is_kept_for_whoever_mends_it(tmp_path: Path) -> None:
    path = tmp_path / "log" / "immolation.log"
    code = (
        "import sys; from pathlib import Path; from immolation.cli import app, errors\n"
        "errors.log_path = lambda: Path(sys.argv[1])\n"
        "app.app = lambda: {}['nobody expects it']\n"
        "app.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        f"immolation: something went wrong that never should. Please report it with the end of {path}.\n"
    )
    assert "KeyError: 'nobody expects it'" in path.read_text()


def test_what_is_no_serial_port_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["immolation", "board", "test", "/dev/null"])
    with pytest.raises(SystemExit):
        app.main()
    said = " ".join("".join(capsys.readouterr()).split())
    assert "/dev/null is no serial port; `immolation board list` shows what is plugged in." in said
