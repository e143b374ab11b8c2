"""Errors as they reach the person who typed a command: in one sentence. What a programmer needs goes to a log file."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from immolation.plain_text import shown

LOG_BYTES = 1 << 20
"""Of the log file, and as much again of the one before it: however often something fails, the disk does not fill."""


def log_path() -> Path:
    """Return the file into which this program writes what it would not show a person."""
    return platformdirs.user_log_path("immolation", appauthor=False) / "immolation.log"


class _Formatter(logging.Formatter):
    """Writes what a record says so that none of it can be taken for another record, or for an order to a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter.format`; every line but the first is indented."""
        return shown(super().format(record)).replace("\n", "\n    ")


def start_log() -> None:
    """Send what libraries and lost tasks complain about to the log file instead of the terminal."""
    handler: logging.Handler = logging.NullHandler()
    with suppress(OSError):  # a home that may not be written: then nothing is kept
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(log_path(), maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def report(error: Exception) -> None:
    """Print one sentence. An error that was not meant for people is kept in the log file, and the sentence says so."""
    if isinstance(error, (ValueError, OSError)):  # every error of ours that is for people derives from one of these
        said = str(error)
        if isinstance(error, OSError) and error.strerror:  # the system's own, such as a folder that may not be read
            said = f"{error.strerror}: {error.filename}." if error.filename else f"{error.strerror}."
        said = shown(said)  # it may name what is in a file, or on a board, that somebody else made
    else:
        logging.getLogger("immolation").error("unexpected", exc_info=error)
        said = f"something went wrong that never should. Please report it with the end of {log_path()}."
    print(f"immolation: {said}", file=sys.stderr)
