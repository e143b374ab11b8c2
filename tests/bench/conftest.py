"""Prints every rate of a benchmark run in one table, peers next to each other."""

from __future__ import annotations

import pytest


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
        for bench in noted:
            if str(bench.group) == group:
                info = bench.extra_info
                said = f"{info['per_second']:>14,.0f} {info['unit']}/s {info['microseconds']:>10.2f} us each"
                terminalreporter.write_line(f"  {bench.name:<58}{said}")
