"""Updates the firmware of a board that is played on, through its CIRCUITPY drive, until the board runs it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from immolation_board import VERSION

from .flash import FlashError, flash
from .messages import FirmwareProgress
from .settings_file import BadSettings

__all__ = ["VERSION", "FirmwareUpdate", "UpdateBusy"]

log = logging.getLogger(__name__)


class UpdateBusy(ValueError):
    """An update goes on already."""


class FirmwareUpdate:
    """The update of one board. The board plays on meanwhile: it takes the new files at its next reset, which somebody
    must press, for the protocol has no word for it.
    """

    def __init__(self, find_drive: Callable[[], Path], notify: Callable[[FirmwareProgress], None]) -> None:
        """``find_drive`` may take its time, and raises NoDrive; ``notify`` gets each step, in the event loop."""
        self.progress: FirmwareProgress | None = None
        """How far the last update is."""

        self._find_drive, self._notify = find_drive, notify
        self._up = 0
        self._written_at = 0.0
        self._looking = False
        self._writing: asyncio.Task[None] | None = None

    async def drive(self) -> Path:
        """The board's drive. Raises NoDrive, with what to do."""
        return await asyncio.to_thread(self._find_drive)

    async def begin(self) -> None:
        """Write the firmware of this installation; returns once that has begun. Raises NoDrive and UpdateBusy."""
        if self._looking or (self._writing is not None and not self._writing.done()):
            raise UpdateBusy("The firmware is being written already.")
        self._looking = True
        try:
            drive = await self.drive()
        finally:
            self._looking = False
        self._set_progress(FirmwareProgress("writing"))
        self._writing = asyncio.create_task(self._write(drive))

    async def _write(self, drive: Path) -> None:
        loop = asyncio.get_running_loop()

        def on_written(written: int, of: int) -> None:
            loop.call_soon_threadsafe(self._set_progress, FirmwareProgress("writing", written, of))

        try:
            report = await asyncio.to_thread(flash, drive, {}, tell=on_written)
        except (FlashError, BadSettings, OSError) as error:
            self._set_progress(
                FirmwareProgress("failed", said=str(error).replace(str(drive), drive.name or "The drive"))
            )
            return
        except Exception:  # a mistake of ours must not look like an update that goes on for ever
            log.exception("The firmware could not be written.")
            self._set_progress(FirmwareProgress("failed", said="The program failed here; the host's log says how."))
            return
        count = len(report.written)
        changed = count or report.removed
        self._written_at = _now()
        self._set_progress(FirmwareProgress("reset" if changed else "unchanged", count, count))

    def on_status(self, status: Mapping[str, Any]) -> None:
        """Take in a board's ``status``: one that has run no longer than since it was written has been reset."""
        up = status.get("up", 0)
        anew = up < self._up or _now() - up >= self._written_at
        if anew and self.progress is not None and self.progress.state == "reset":
            self._set_progress(FirmwareProgress("done", self.progress.written, self.progress.of))
        self._up = up

    def _set_progress(self, progress: FirmwareProgress) -> None:
        self.progress = progress
        self._notify(progress)


def _now() -> float:
    return asyncio.get_running_loop().time()
