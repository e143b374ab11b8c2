"""What somebody else wrote, in a file or on a board, gives no orders to a terminal, and adds no line to a log."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest
from immolation.board.finder import FoundBoard
from immolation.cli import board, errors, host

EVIL = "Board\x1b[2J\x1b]0;mine\x07\x9b31m\r\u202e[bold]gone[/bold]"


def clean(said: str) -> bool:
    return not set("\x1b\x07\x9b\r\u202e") & set(said)


def test_an_error_gives_no_orders(capsys: pytest.CaptureFixture[str]) -> None:
    for error in (ValueError(EVIL), OSError(2, "No such file", EVIL)):
        errors.report(error)
        said = capsys.readouterr().err
        assert "gone" in said
        assert clean(said)


def test_what_a_host_says_gives_no_orders(capsys: pytest.CaptureFixture[str]) -> None:
    host.print_line(f"{EVIL} is played on.")
    said = capsys.readouterr().out
    assert "[bold]gone[/bold] is played on." in said
    assert clean(said)


def test_what_a_board_calls_itself_gives_no_orders(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board.console, "width", 200)
    found = FoundBoard(port="/dev/ttyACM1", console="/dev/ttyACM0", product=EVIL, serial_number="\x1b]8;;x\x07")
    monkeypatch.setattr(board.finder, "list_boards", lambda: [found])
    board.list_boards()
    said = capsys.readouterr().out
    assert "[bold]gone[/bold]" in said
    assert clean(said)
    board._plain(EVIL)
    assert clean(capsys.readouterr().out)


def test_one_message_is_one_record_of_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "log_path", lambda: tmp_path / "immolation.log")
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    errors.start_log()
    try:
        raise KeyError(EVIL)
    except KeyError:
        logging.getLogger("immolation").warning("%s\n2026-01-01 WARNING forged", EVIL, exc_info=sys.exc_info())
    root.handlers[0].close()
    written = (tmp_path / "immolation.log").read_text()
    assert clean(written)
    assert "\n2026-01-01" not in written
