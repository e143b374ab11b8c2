"""Workers end with whoever asked them to play."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.end_to_end.command import IMMOLATION


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_in_the_middle_of_a_choice_once_nobody_waits_for_them(how: signal.Signals) -> None:
    words = ["kimera", "--bots", "search:hard", "--budget", "1000000000", "--games", "2", "--jobs", "2"]
    parent = subprocess.Popen([IMMOLATION, "simulate", *words], stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 300
    while len(workers := [pid for pid in children(parent.pid) if seconds(pid) > 4]) < 2:  # loaded, at the first choice
        assert time.monotonic() < until, "no worker thinks"
        time.sleep(0.05)
    parent.send_signal(how)
    try:
        _, said = parent.communicate(timeout=300)  # workers write there, too
        assert ("Stopped" in said) == (how == signal.SIGTERM)
    finally:
        for pid in workers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def seconds(pid: int) -> float:
    """How long a process has computed."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]) / os.sysconf("SC_CLK_TCK")
