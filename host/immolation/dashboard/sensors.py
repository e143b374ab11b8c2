"""What a board says of its sensors, as far as the page tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KINDS = ("stuck", "noisy")
"""Lists of a board's status that name tiles, and buttons from 100 on, whose sensors cannot be believed."""


def misbehaving(status: Mapping[str, Any]) -> dict[int, str]:
    """Each tile whose sensor cannot be believed, as its board says, with ``stuck`` or ``noisy``.

    >>> misbehaving({"stuck": [34, 103], "noisy": [77]}), misbehaving({"stuck": "all"})
    ({34: 'stuck', 77: 'noisy'}, {})
    """
    lists = {kind: status[kind] for kind in KINDS if isinstance(status.get(kind), list)}
    return {tile: kind for kind, tiles in lists.items() for tile in tiles if type(tile) is int and 0 <= tile < 100}
