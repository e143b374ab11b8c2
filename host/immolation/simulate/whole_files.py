"""Writes a file whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` write a file beside ``path`` and put it there. Raises ValueError where that is not possible."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        write(fresh)
        fresh.replace(path)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):  # a name that is too long for a file beside it
            fresh.unlink()
