"""Errors as they reach the person who typed a command: in one sentence. What a programmer needs goes to a log file."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

LOG_BYTES = 1 << 20
"""Of the log file, and as much again of the one before it: however often something fails, the disk does not fill."""


def log_path() -> Path:
    """Return the file into which this program writes what it would not show a person."""
    return platformdirs.user_log_path("immolation", appauthor=False) / "immolation.log"


def start_log() -> None:
    """Send what libraries and lost tasks complain about to the log file instead of the terminal."""
    handler: logging.Handler = logging.NullHandler()
    with suppress(OSError):  # a home that may not be written: then nothing is kept
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(log_path(), maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def report(error: Exception) -> None:
    """Print one sentence. An error that was not meant for people is kept in the log file, and the sentence says so."""
    if isinstance(error, (ValueError, OSError)):  # every error of ours that is for people derives from one of these
        said = str(error)
        if isinstance(error, OSError) and error.strerror:  # the system's own, such as a folder that may not be read
            said = f"{error.strerror}: {error.filename}." if error.filename else f"{error.strerror}."
        said = said.encode("utf-8", "replace").decode()
    else:
        logging.getLogger("immolation").error("unexpected", exc_info=error)
        said = f"something went wrong that never should. Please report it with the end of {log_path()}."
    print(f"immolation: {said}", file=sys.stderr)
