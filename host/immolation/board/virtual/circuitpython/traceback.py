"""Stand-in for CircuitPython's `traceback`, on MicroPython's own printer."""

import io
import sys

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass


def format_exception(exc: Any, value: Any = None, tb: Any = None, limit: Any = None, chain: bool = True) -> "list[str]":
    """The lines of a traceback, as text that ends in newlines."""
    error = value if value is not None else exc
    text = io.StringIO()
    sys.print_exception(error, text)  # type: ignore[attr-defined]
    return [line + "\n" for line in text.getvalue().rstrip("\n").split("\n")]


def print_exception(exc: Any, value: Any = None, tb: Any = None, limit: Any = None, file: Any = None) -> None:
    """Print a traceback on the console, or into ``file``."""
    print("".join(format_exception(exc, value, tb)), end="", **({"file": file} if file else {}))
