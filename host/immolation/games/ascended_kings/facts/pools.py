"""Counts what a `Mat` has room for, holds and has completed, and says it in words."""

from __future__ import annotations

from functools import cache, lru_cache

from .mat import KINDS, SOCKETS, YLEM_SPACES, Core, Mat


def capacity(level: int) -> int:
    """Spaces of the Gemstone Pool for Core and Dire gems together: 9, 12, 15 (AK-POOL-01, AK-ACTIVE-05)."""
    return 6 + 3 * level


def dice(level: int) -> int:
    """Focus Dice of a Latent State: 2, 3, 4 (AK-LATENT-03)."""
    return level + 1


def room(mat: Mat) -> int:
    """Free spaces of the Gemstone Pool; sockets lie outside it (AK-POOL-01, AK-POOL-02, AK-POOL-06)."""
    return 6 + 3 * mat.level - mat.aria - mat.egis - mat.pyre - mat.dire


def ylem_room(mat: Mat) -> int:
    """Free spaces of the Ylem Pool (AK-YLEM-01)."""
    return YLEM_SPACES - mat.ylem


def threshold(mat: Mat) -> int:
    """The total of dice that buys 1 Ylem: 7 to 3 for 0 to 4 in the pool; 2 stands for a full pool (AK-YLEM-02)."""
    return 7 - mat.ylem


def prismatic_done(mat: Mat) -> int:
    """Completed Prismatic Transmutations; a filled Prismatic Inscription is one (AK-INSC-12)."""
    return mat.prismatic + mat.filled


def core_done(mat: Mat) -> int:
    """Completed Core Transmutations; neither the Ylem nor a Prismatic one counts (AK-TRANS-04, AK-TRANS-09)."""
    return (mat.transmuted & 0b111).bit_count()


def completed(mat: Mat) -> int:
    """Completed Transmutations of every kind, for the score (AK-SCORE-01, AK-SCORE-07)."""
    return mat.transmuted.bit_count() + mat.prismatic + mat.filled


def socketed(mat: Mat) -> tuple[int, int, int, int, int]:
    """Gems in sockets and on the Prismatic Inscription, in the order of the supply."""
    every = mat.prismatic + mat.filled
    bits = mat.transmuted
    return (
        SOCKETS * (bits & 1) + every,
        SOCKETS * (bits >> 1 & 1) + every,
        SOCKETS * (bits >> 2 & 1) + every,
        SOCKETS * (bits >> 3),
        0,
    )


def held(mat: Mat) -> tuple[int, int, int, int, int]:
    """Every gem on the mat, pools and sockets, in the order of the supply (AK-COMP-12)."""
    aria, egis, pyre, ylem, _ = socketed(mat)
    return (mat.aria + aria, mat.egis + egis, mat.pyre + pyre, mat.ylem + ylem, mat.dire)


@cache
def fits(core: Core, incoming: Core, spaces: int) -> tuple[Core, ...]:
    """Every Core pool that may result when ``incoming`` meets ``core`` in a pool with ``spaces`` for Core gems.

    What has room enters. Beyond that each gem kept pays for itself with another that goes back, gem by gem, and what
    is not wanted is not taken (AK-POOL-03). With fewer ``spaces`` than Core gems the surplus is forced out, the owner
    choosing which (AK-POOL-05). Sorted: most Aria first, then most Egis.
    """
    most = tuple(have + new for have, new in zip(core, incoming, strict=True))
    total = min(sum(most), max(0, spaces))
    return tuple(
        (aria, egis, total - aria - egis)
        for aria in range(min(most[0], total), -1, -1)
        for egis in range(min(most[1], total - aria), -1, -1)
        if total - aria - egis <= most[2]
    )


@cache
def takes(count: int, supply: Core) -> tuple[Core, ...]:
    """Every way to take ``count`` Core gems of choice; all that are left where the supply has fewer (AK-COMP-10)."""
    return fits((0, 0, 0), supply, count)


@lru_cache(10_000)
def gems(aria: int = 0, egis: int = 0, pyre: int = 0, ylem: int = 0, dire: int = 0) -> str:
    """Gems for a sentence: "2 Aria and 1 Egis", "nothing"."""
    counts = zip((aria, egis, pyre, ylem, dire), KINDS, strict=True)
    return listed([f"{count} {kind.title()}" for count, kind in counts if count]) or "nothing"


def listed(words: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
