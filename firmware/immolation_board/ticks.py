"""Arithmetic on ``supervisor.ticks_ms()``, which wraps every 2**29 ms (6.2 days).

The first wrap comes 65 seconds after power-on, so a comparison with ``<`` fails within the first game.
"""

try:
    from micropython import const  # folded by the compiler: a constant with a leading underscore takes no memory
except ImportError:

    def const(expr):  # type: ignore[no-untyped-def]
        """The value itself, where the host or a test imports this package."""
        return expr


PERIOD = 1 << 29
_MAX = const((1 << 29) - 1)
_HALF = const(1 << 28)


def add(tick: int, delta: int) -> int:
    """The tick ``delta`` milliseconds after ``tick`` (before it, if negative)."""
    return (tick + delta) & _MAX


def diff(later: int, earlier: int) -> int:
    """Milliseconds from ``earlier`` to ``later``; negative if it is the other way round. Valid within 3.1 days."""
    return ((later - earlier + _HALF) & _MAX) - _HALF
