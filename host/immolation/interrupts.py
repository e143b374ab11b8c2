"""Recognises Ctrl-C. Imports nothing, so that it is there before the program has loaded."""

from __future__ import annotations


def interrupted(error: BaseException | None) -> bool:
    """Whether this is Ctrl-C in other clothes: what is broken off, an import say, may end with an error of its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
