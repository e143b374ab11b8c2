"""scripts/apt waits for whoever else is installing, and gives up on anything but a lock."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hardware.electrical import source

LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)"

APT_GET = """#!/usr/bin/env bash
echo "$*" >> "$CALLS"
if [[ $* == *update* ]] && [ "$(grep -c update "$CALLS")" -le "$FAILS" ]; then
    echo "$SAYS" >&2
    exit 100
fi
"""


@pytest.fixture
def apt(tmp_path: Path) -> Path:
    """A folder with stand-ins for what scripts/apt calls."""
    stand_ins = {
        "apt-get": APT_GET,
        "dpkg-query": "#!/bin/sh\nexit 1\n",
        "id": "#!/bin/sh\necho 0\n",
        "sleep": "#!/bin/sh\n",
    }
    for name, text in stand_ins.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def run(apt: Path, fails: int, says: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    calls = apt / "calls"
    calls.write_text("", encoding="utf-8")
    done = subprocess.run(
        ["bash", str(source.ROOT / "scripts" / "apt"), "some-package"],
        env={
            **os.environ,
            "PATH": f"{apt}:{os.environ['PATH']}",
            "CALLS": str(calls),
            "FAILS": str(fails),
            "SAYS": says,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done, calls.read_text(encoding="utf-8").splitlines()


def test_it_waits_for_the_locks_of_dpkg_and_of_the_lists(apt: Path) -> None:
    done, calls = run(apt, 3, LOCKED)
    assert done.returncode == 0, done.stderr
    assert sum("update" in call for call in calls) == 4
    assert all("DPkg::Lock::Timeout=" in call for call in calls)
    assert "install" in calls[-1]
    assert "some-package" in calls[-1]


def test_another_error_is_told_at_once(apt: Path) -> None:
    done, calls = run(apt, 1, "E: The repository is not signed.")
    assert done.returncode != 0
    assert "not signed" in done.stderr
    assert len(calls) == 1
