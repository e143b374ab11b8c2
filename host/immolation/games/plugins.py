"""What installed packages bring along, by entry points: rulesets, and what bots and simulations know of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from .contract import BadData

RULESETS: Final = "immolation.games"
"""Ruleset -> module with ``load``."""

EVALUATIONS: Final = "immolation.bots"
"""Ruleset -> ``module:NAME`` of its `immolation.bots.evaluation.Evaluation`."""

MEASURES: Final = "immolation.simulate"
"""Ruleset -> ``module:NAME`` of its subclass of `immolation.simulate.measures.Measures`."""


@cache
def installed(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by ruleset; where two packages bring the same, one of them."""
    return {point.name: point for point in sorted(entry_points(group=group))}


def load(group: str, ruleset: str, wanted: type[Any] | None = None) -> Any:
    """Return what a group has for a ruleset; None for nothing.

    Raises BadData where it cannot be imported, or is not an instance or subclass of ``wanted``.
    """
    point = installed(group).get(ruleset)
    if point is None:
        return None
    try:
        found = point.load()
    except Exception as error:  # somebody else's code may fail in any way, and keeps nobody from the other rulesets
        said = f"{type(error).__name__}: {error}"
        raise BadData(f"{ruleset}: {point.value}, which belongs to it, cannot be imported: {said}.") from error
    if wanted and not (issubclass(found, wanted) if isinstance(found, type) else isinstance(found, wanted)):
        raise BadData(f"{ruleset}: {point.value}, which belongs to it, is no {wanted.__name__}.")
    return found
