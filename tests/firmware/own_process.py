"""Scripts that pretend to be a board, each in a process of its own: `pretended` puts stand-ins in place of modules."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"


def printed(script: str) -> Any:
    """Run a script with the firmware and `pretended` on its path; return the JSON that it prints."""
    env = {"PYTHONPATH": f"{FIRMWARE}:{HERE}"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)
