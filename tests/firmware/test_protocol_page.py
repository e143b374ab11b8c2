"""docs/protocol.md says what the codec does: its test vector, its conversation byte by byte, its list of kinds."""

from __future__ import annotations

import binascii
import re
from pathlib import Path

import pytest
from immolation_board import board_messages, wire

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
SPOKEN = re.findall(r"^([HB]) (\{.*)$", PAGE, re.MULTILINE)


def test_the_vector_is_that_of_the_codec() -> None:
    payload, check = re.findall(r"the CRC of `([^`]*)` is `([0-9a-f]{8})`", PAGE)[0]
    assert f"{binascii.crc32(payload.encode()):08x}" == check
    assert wire.seal(payload.encode()).decode() == f"{payload}*{check}\n"


@pytest.mark.parametrize(("side", "line"), SPOKEN, ids=[f"{side} {line[:30]}" for side, line in SPOKEN])
def test_every_line_of_the_conversation_is_read(side: str, line: str) -> None:
    reader = wire.LineReader()
    data = f"{line}\n".encode()
    (message,) = reader.feed(data, len(data))
    assert (reader.bad, reader.unknown) == (0, 0)
    assert wire.check(message) is None
    only_boards = set(board_messages.SCHEMA)
    assert (message["k"] in only_boards) == (side == "B") or message["k"] == "hello"


def test_the_page_lists_every_kind_with_every_key() -> None:
    for kind, (must, may) in wire._SCHEMA.items():
        (row,) = re.findall(rf"^\| `{kind}` \|.*$", PAGE, re.MULTILINE)
        missing = [key for key in {*must, *may} if f"`{key}`" not in (row if kind != "scene" else PAGE)]
        assert not missing, f"{kind}: {missing}"


def test_the_page_names_every_effect_limit_and_version() -> None:
    assert all(f"`{effect}`" in PAGE for effect in wire.EFFECTS)
    assert f"at most {wire.MAX_LINE} bytes" in PAGE
    assert f"1 to {wire.MAX_LAYERS}" in PAGE
    assert f"now {list(wire.PROTOCOL)}" in PAGE
    assert str(wire.MAX_NUMBER) in PAGE
