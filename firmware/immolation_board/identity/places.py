"""Says where the 3-axis sensor of each tile hangs: multiplexer, channel and address on I2C."""

from ..ticks import const

FIRST_MULTIPLEXER = const(0x70)
"""Address of the TCA9548A of rows 0 and 1; the next one has rows 2 and 3."""

ROWS_EACH = const(2)
"""Rows that hang on one multiplexer, four channels each."""

ADDRESSES = (0x35, 0x22, 0x44)
"""Of TMAG5273A1, B1 and D1, three on a channel, the tenth alone on the fourth. 0x78 (C1) is reserved on many buses."""


def multiplexer(tile: int) -> int:
    """Return the address of a tile's multiplexer."""
    return FIRST_MULTIPLEXER + tile // 10 // ROWS_EACH


def channel(tile: int) -> int:
    """Return the channel, 0 to 7, of a tile's sensor on its multiplexer."""
    return 4 * (tile // 10 % ROWS_EACH) + tile % 10 // 3


def address(tile: int) -> int:
    """Return the address of a tile's sensor on its channel."""
    return ADDRESSES[tile % 10 % 3]
