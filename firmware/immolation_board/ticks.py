"""Arithmetic on ``supervisor.ticks_ms()``, which wraps every 2**29 ms (6.2 days). Knows no clock itself.

The first wrap comes 65 seconds after power-on, so a comparison with ``<`` fails within the first game.
"""

PERIOD = 1 << 29
_MAX = PERIOD - 1
_HALF = PERIOD // 2


def add(tick: int, delta: int) -> int:
    """The tick ``delta`` milliseconds after ``tick`` (before it, if negative)."""
    return (tick + delta) & _MAX


def diff(later: int, earlier: int) -> int:
    """Milliseconds from ``earlier`` to ``later``; negative if it is the other way round. Valid within 3.1 days."""
    return ((later - earlier + _HALF) & _MAX) - _HALF
