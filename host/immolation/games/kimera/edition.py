"""Changes of options and positions since the first edition; see `..editions`."""

from __future__ import annotations

from typing import Any, Final

from ..editions import Edition, without_defaults
from .frames import AnyFrame


def downgrade(position: dict[str, Any]) -> dict[str, Any]:
    """Entries of the stack left out every key at its default."""
    return {**position, "stack": without_defaults(position["stack"], AnyFrame)}


EDITION: Final = Edition(
    added={"defeated_scroll": "discarded", "exposed_defence": "skipped"},
    defaults={"hold_mode": "all_others"},
    values={"hold_mode": {"next_rider_acts": "all_others", "recompute_highest": "highest_again"}},
    downgrade=downgrade,
)
