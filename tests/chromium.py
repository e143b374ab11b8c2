"""Finds the browser of the tests: Chromium's headless shell if it is there, for the whole needs twice the processor."""

from __future__ import annotations

import shutil
from typing import Any, Final

_PROGRAMS: Final = ("chromium-headless-shell", "chromium")


def chromium() -> str | None:
    """Return where Chromium is; None where it is not installed."""
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


def launching() -> dict[str, Any]:
    """Return the arguments for Playwright's ``launch``."""
    return {"executable_path": chromium(), "args": ["--no-sandbox", "--disable-gpu"]}
