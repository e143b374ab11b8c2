"""One Character Mat: spaces, the price of Ylem, and every pool that gaining gems may leave behind."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.games.ascended_kings.facts.mat import ARIA, EGIS, PYRE, YLEM, Mat
from immolation.games.ascended_kings.facts.pools import (
    capacity,
    completed,
    core_done,
    fits,
    gems,
    held,
    prismatic_done,
    room,
    socketed,
    takes,
    threshold,
    ylem_room,
)

pools = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))


def gem_by_gem(core: tuple[int, ...], incoming: tuple[int, ...], spaces: int) -> set[tuple[int, ...]]:
    """Every end of taking gems one at a time in any order, refusing or swapping only when the pool is full."""
    ends: set[tuple[int, ...]] = set()
    seen = set()
    open_states = [(core, incoming)]
    while open_states:
        have, new = open_states.pop()
        if (have, new) in seen:
            continue
        seen.add((have, new))
        if not any(new):
            ends.add(have)
        for kind, count in enumerate(new):
            if not count:
                continue
            rest = tuple(n - (k == kind) for k, n in enumerate(new))
            more = tuple(n + (k == kind) for k, n in enumerate(have))
            if sum(have) < spaces:
                open_states.append((more, rest))
                continue
            open_states.append((have, rest))
            open_states += [
                (tuple(n - (k == gone) for k, n in enumerate(more)), rest) for gone, n in enumerate(have) if n
            ]
    return ends


@given(pools, st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), st.integers(0, 6))
def test_gemstone_substitution_gem_by_gem(
    core: tuple[int, int, int], incoming: tuple[int, int, int], free: int
) -> None:
    spaces = sum(core) + free
    found = fits(core, incoming, spaces)
    assert len(set(found)) == len(found)
    assert set(found) == gem_by_gem(core, incoming, spaces)


@given(pools, st.integers(0, 4))
def test_gems_that_are_forced_out_are_the_owners_choice(core: tuple[int, int, int], gone: int) -> None:
    left = max(0, sum(core) - gone)
    found = fits(core, (0, 0, 0), left)
    assert set(found) == {rest for rest in product(*(range(count + 1) for count in core)) if sum(rest) == left}


def test_any_three_core_gems() -> None:
    assert len(takes(3, (40, 40, 40))) == 10
    assert set(takes(3, (0, 2, 40))) == {(0, 0, 3), (0, 1, 2), (0, 2, 1)}
    assert takes(3, (1, 0, 1)) == ((1, 0, 1),)
    assert takes(3, (0, 0, 0)) == ((0, 0, 0),)


@pytest.mark.parametrize(("level", "spaces"), [(1, 9), (2, 12), (3, 15)])
def test_spaces_by_level(level: int, spaces: int) -> None:
    assert capacity(level) == spaces
    mat = Mat()
    mat.level, mat.core, mat.dire = level, (2, 1, 3), 2
    assert room(mat) == spaces - 8


@pytest.mark.parametrize(("ylem", "price"), [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3)])
def test_the_price_of_ylem_falls_as_the_pool_fills(ylem: int, price: int) -> None:
    mat = Mat()
    mat.ylem = ylem
    assert threshold(mat) == price
    assert ylem_room(mat) == 5 - ylem


def test_sockets_hold_three_gems_each_and_lie_outside_the_pools() -> None:
    mat = Mat()
    mat.core, mat.ylem, mat.dire = (1, 2, 3), 4, 1
    mat.transmuted = 1 << YLEM | 1 << PYRE
    assert socketed(mat) == (0, 0, 3, 3, 0)
    assert held(mat) == (1, 2, 6, 7, 1)
    assert (core_done(mat), prismatic_done(mat), completed(mat)) == (1, 0, 2)
    assert mat.done(PYRE)
    assert mat.done(YLEM)
    assert not mat.done(ARIA)
    assert not mat.done(EGIS)
    mat.transmuted, mat.prismatic = 1 << YLEM, 2
    assert socketed(mat) == (2, 2, 2, 3, 0)
    assert (core_done(mat), prismatic_done(mat), completed(mat)) == (0, 2, 3)
    mat.prismatic, mat.filled = 0, True
    assert socketed(mat) == (1, 1, 1, 3, 0)
    assert (prismatic_done(mat), completed(mat)) == (1, 2)
    assert room(mat) == 9 - 7


def test_a_copy_is_independent() -> None:
    mat = Mat()
    mat.core, mat.ylem, mat.filled, mat.inscription = (1, 2, 3), 2, True, 17
    twin = mat.copy()
    assert all(getattr(twin, name) == getattr(mat, name) for name in Mat.__slots__)
    twin.core = (0, 0, 0)
    assert mat.core == (1, 2, 3)


def test_gems_in_words() -> None:
    assert gems() == "nothing"
    assert gems(aria=2) == "2 Aria"
    assert gems(1, 2, 3, 4) == "1 Aria, 2 Egis, 3 Pyre and 4 Ylem"
