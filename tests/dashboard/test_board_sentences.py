"""What a board says, and what is said of the way to it, is German on a German page."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import immolation
import immolation_board
import pytest
from immolation.dashboard import translation
from immolation.dashboard.lobby.board_rows import _about
from immolation.dashboard.lobby.lobby_feed import LobbyBoardJson

BOARD, FIRMWARE = Path(immolation.__file__).parent / "board", Path(immolation_board.__file__).parent
SPEAKS = (
    *(BOARD / f"{name}.py" for name in ("board_client", "serial_link", "mqtt_link")),
    *(
        FIRMWARE / f"{name}.py"
        for name in ("selftest", "session", "startup", "identity/calibration", "identity/reader")
    ),
)
CALLS = {"LinkClosed", "end", "_end", "BoardMessage", "log", "_log", "_offline"}
"""What takes a sentence for people, as its first argument."""

FIELDS = {"problem", "why", "_why", "notice"}

FOR_A_TERMINAL = ("IDENTITY_",)
"""Lines of settings.toml, to be copied."""

DEVICE = "/dev/ttyACM0 (CircuitPython board, E6614C311B7C2E30)"


def filled(said: ast.expr) -> str:
    """A sentence of the program with something in each of its holes; empty where it is none."""
    match said:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(hole(part) if isinstance(part, ast.FormattedValue) else filled(part) for part in parts)
        case ast.BinOp(left, ast.Mod()):
            said = filled(left).replace(
                "refused: %s", "refused: 40 tiles read occupied; clear the board and calibrate again."
            )
            return said.replace("%02d", "07").replace("%d", "7").replace("%s", "04 17").replace("%%", "%")
    return ""


def hole(part: ast.FormattedValue) -> str:
    return "7" if part.format_spec is not None else DEVICE


def sentences(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(func, [said, *_]):
                name = func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")
                said = said if name in CALLS else None
            case ast.Assign([ast.Attribute(attr=field)], said) if field in FIELDS:
                pass
            case ast.Return(said) if path.stem == "serial_link" and isinstance(said, ast.JoinedStr):
                pass
            case _:
                said = None
        found = filled(said) if said is not None else ""
        if " " in found and not found.startswith(FOR_A_TERMINAL):
            yield found


@pytest.mark.parametrize("path", SPEAKS, ids=lambda path: path.stem)
def test_everything_is_german(path: Path) -> None:
    found = set(sentences(path))
    assert found
    for ruleset in ("kimera", ""):  # at a table, and in the lobby
        assert [said for said in sorted(found) if translation._said(said, "de", ruleset) == said] == []


@pytest.mark.parametrize(
    "said",
    [
        "Self-test: 27 sensors did not answer: 00 01 02 button-host ...",
        "Protocol 3 meets 2: update this host.",
        "Protocol 1 meets 2: update the firmware of board row.",
    ],
)
def test_what_is_put_together_is_german_too(said: str) -> None:
    assert translation._said(said, "de", "kimera") != said


def test_the_lobby_calls_a_firmware_as_the_page_of_the_board_does() -> None:
    board = LobbyBoardJson("row", online=True, virtual=True, firmware="2.0.0 micropython 1.29.0")
    assert _about(board) == "virtual board · firmware 2.0.0 on MicroPython 1.29.0"
