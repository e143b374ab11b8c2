"""How much is done in a second, as a line that can stand beside its peer: the benchmark's time over its work."""

from __future__ import annotations

from typing import Any


def rate(benchmark: Any, work: int, unit: str) -> None:
    """Note on a finished benchmark that one of its calls did ``work`` things called ``unit``."""
    if benchmark.stats is None:  # run as a plain test
        return
    fastest = benchmark.stats.stats.min  # of many calls: what the machine can do when left alone
    benchmark.extra_info.update(unit=unit, per_second=work / fastest, microseconds=1e6 * fastest / work)
