"""Prints every rate of a benchmark run in one table, peers next to each other."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

PEER: Final = re.compile(r"peer\W?_?\s*([^\]]+)")
"""Finds in the name of a benchmark the other project that does it."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    session = getattr(config, "_benchmarksession", None)
    for bench in getattr(session, "benchmarks", []):
        for line in bench.extra_info.get("lines", ()):
            terminalreporter.write_line(f"{bench.group}: {line}")
    noted = [bench for bench in getattr(session, "benchmarks", []) if "per_second" in bench.extra_info]
    if not noted:
        return
    terminalreporter.section("rates")
    for group in dict.fromkeys(str(bench.group) for bench in noted):
        terminalreporter.write_line(group)
        together = [bench for bench in noted if str(bench.group) == group]
        peers = {bench.name: found[1] for bench in together if (found := PEER.search(bench.name))}
        for bench in together:
            info = bench.extra_info
            said = f"{info['per_second']:>14,.0f} {info['unit']}/s {info['microseconds']:>10.2f} us each"
            if bench.name not in peers:
                same = [each for each in together if each.name in peers and each.extra_info["unit"] == info["unit"]]
                said += "".join(f", {_times(bench, peer)} x {peers[peer.name]}" for peer in same)
            terminalreporter.write_line(f"  {bench.name:<58}{said}")


def _times(bench: Any, peer: Any) -> str:
    """Say how many times as often it is done in a second as the peer does it."""
    return f"{bench.extra_info['per_second'] / peer.extra_info['per_second']:.2f}"
