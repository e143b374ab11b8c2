"""Time on the board, across the wrap that comes 65 seconds after power-on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation_board import ticks

tick = st.integers(0, ticks.PERIOD - 1)
span = st.integers(-(2**28) + 1, 2**28 - 1)


@given(tick, span)
def test_a_span_is_found_again_across_the_wrap(start: int, delta: int) -> None:
    assert ticks.diff(ticks.add(start, delta), start) == delta


def test_the_moment_after_the_wrap_is_later() -> None:
    assert ticks.diff(3, ticks.PERIOD - 4) == 7
    assert ticks.diff(ticks.PERIOD - 4, 3) == -7


@pytest.mark.needs("micropython")
def test_nothing_is_allocated_for_time(micropython: Callable[..., str]) -> None:
    out = micropython("""
        import gc
        from immolation_board import ticks
        gc.collect(); before = gc.mem_alloc()
        for at in range(500):
            ticks.diff(ticks.add(ticks.PERIOD - 9, at), at)
        print(gc.mem_alloc() - before < 100)
    """)
    assert out.strip() == "True"
