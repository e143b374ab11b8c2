"""Checks whether a UF2 file is a CircuitPython for an RP2040."""

from __future__ import annotations

import struct
from pathlib import Path

BLOCK = 512
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_FAMILY_PRESENT = 0x2000
RP2040 = 0xE48BFF56
"""UF2's family number of the chip."""

WHERE = (
    "CircuitPython 10 for the Raspberry Pi Pico is at https://circuitpython.org/board/raspberry_pi_pico/ "
    "(the .uf2 file, any language)."
)


class NotCircuitPython(ValueError):
    """The file cannot be run; one sentence says why, a second where to get one that can."""


def board_of(path: Path) -> str:
    """``pico`` or ``pico_w``: the board a CircuitPython UF2 was built for. Raises NotCircuitPython."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise NotCircuitPython(f"{path} cannot be read: {error.strerror}. {WHERE}") from None
    if not content or len(content) % BLOCK:
        raise NotCircuitPython(f"{path} is not a UF2 file: its length is no multiple of {BLOCK}. {WHERE}")
    code = bytearray()
    for at in range(0, len(content), BLOCK):
        start, second, flags, _, size, _, _, family = struct.unpack_from("<8I", content, at)
        (end,) = struct.unpack_from("<I", content, at + BLOCK - 4)
        if (start, second) != _MAGIC or end != _MAGIC_END or size > 476:
            raise NotCircuitPython(f"{path} is not a UF2 file: block {at // BLOCK} is damaged. {WHERE}")
        if flags & _FAMILY_PRESENT and family != RP2040:
            raise NotCircuitPython(f"{path} is for another chip than the RP2040. {WHERE}")
        code += content[at + 32 : at + 32 + size]
    if b"CircuitPython" not in code:
        raise NotCircuitPython(f"{path} is not CircuitPython. {WHERE}")
    return "pico_w" if b"pico_w" in code.lower() else "pico"
