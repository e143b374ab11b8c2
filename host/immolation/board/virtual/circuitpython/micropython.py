"""Stand-in for the `micropython` module where CPython runs the firmware."""

try:
    from typing import Any
except ImportError:  # MicroPython has its own module of this name
    pass


def const(value: "Any") -> "Any":
    """The value: constants are folded by the other compiler."""
    return value


def native(function: "Any") -> "Any":
    """The function: there is no native code here."""
    return function


viper = native


def mem_info(verbose: int = 0) -> None:
    """Nothing to tell."""


def heap_lock() -> None:
    """Not possible here."""


def heap_unlock() -> int:
    """Not possible here."""
    return 0
