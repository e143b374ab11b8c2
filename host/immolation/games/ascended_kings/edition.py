"""What changed since the first edition in the options and positions of either track; see `..editions`."""

from __future__ import annotations

from typing import Final

from ..editions import Edition

ARENA: Final = Edition()
FULL: Final = Edition(
    dropped={**ARENA.dropped},
    added={**ARENA.added},
)
"""The full track has the options of the arena track and its own."""
