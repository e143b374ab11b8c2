"""Checks the fields of messages: each function takes a value and returns what was wanted, or None if it may be used."""

import binascii

try:
    from typing import Any
except ImportError:
    pass

TILES = 100
BUTTONS = 7
"""Six seats' and the host's."""

HEX_DIGITS = 25
"""Tiles travel as 25 hex digits; the leftmost bit of the first digit is tile 00."""

MAX_EDGES = 40
"""Edges in one line: 160 digits and the rest of the message fit a line."""

MAX_NUMBER = 0x3FFFFFFF
"""Largest counter: a small integer on a 32-bit interpreter (no allocation)."""


class BadMessage(ValueError):
    """A line or payload that is refused whole. ``str()`` is one sentence for a log."""


def text(longest: int) -> Any:
    def check(value: Any) -> str | None:
        if isinstance(value, str) and len(value) <= longest:
            return None
        return "text of at most %d characters" % longest

    return check


def one_of(names: tuple[str, ...]) -> Any:
    def check(value: Any) -> str | None:
        return None if isinstance(value, str) and value in names else "one of " + ", ".join(names)

    return check


def hexadecimal(text: str) -> bool:
    """Whether a text of an even length is lower-case hex digits and nothing else."""
    try:
        binascii.unhexlify(text)
    except ValueError:
        return False
    return text == text.lower() and " " not in text


def tiles(value: Any) -> str | None:
    if isinstance(value, str) and len(value) == HEX_DIGITS and hexadecimal(value + "0"):
        return None
    return "25 hex digits"


def way(value: Any) -> str | None:
    if value == "":
        return None
    if (
        isinstance(value, str)
        and len(value) in range(2, 41, 2)
        and len(value.encode()) == len(value)
        and value.isdigit()
    ):
        return None
    return "up to 20 tiles of two digits each"


def numbers(count: int, high: int) -> Any:
    def check(value: Any) -> str | None:
        if isinstance(value, list) and len(value) == count:
            for item in value:
                if type(item) is not int or not 0 <= item <= high:
                    break
            else:
                return None
        return "%d whole numbers from 0 to %d" % (count, high)

    return check


COUNTER = (0, MAX_NUMBER)
BYTE = (0, 255)


def occupied_to_hex(occupied: bytes | bytearray) -> str:
    """25 hex digits of 100 bytes of 0 or 1."""
    return "%025x" % int(bytes(occupied).replace(b"\0", b"0").replace(b"\1", b"1"), 2)
