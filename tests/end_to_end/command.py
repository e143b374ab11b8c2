"""The installed command, run as a person would run it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

IMMOLATION = Path(sys.executable).with_name("immolation")


class Command:
    """The ``immolation`` command."""

    def __call__(self, *words: str, timeout: float = 600) -> subprocess.CompletedProcess[str]:
        return subprocess.run([IMMOLATION, *words], capture_output=True, text=True, timeout=timeout, check=False)

    def json(self, *words: str, timeout: float = 600) -> dict[str, Any]:
        """The object in the last line the command prints."""
        done = self(*words, timeout=timeout)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
        return found
