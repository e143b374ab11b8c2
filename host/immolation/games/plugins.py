"""Finds and loads what installed packages bring by entry points: rulesets, evaluations for bots, measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final

from .contract import BadData

RULESETS: Final = "immolation.games"
"""Ruleset -> module with ``load``."""

EVALUATIONS: Final = "immolation.bots"
"""Ruleset -> ``module:NAME`` of its `immolation.bots.evaluation.Evaluation`."""

MEASURES: Final = "immolation.simulate"
"""Ruleset -> ``module:NAME`` of its subclass of `immolation.simulate.measures.Measures`."""


@cache
def installed(group: str) -> Mapping[str, Sequence[EntryPoint]]:
    """Return ruleset -> its entry points in a group; ours alone where this package brings the ruleset itself."""
    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=group)):
        found.setdefault(point.name, []).append(point)
    return {name: [point for point in points if _ours(point)] or points for name, points in found.items()}


def unused() -> Iterator[str]:
    """Yield a sentence for what a package brings in vain: for a misspelt ruleset, or one of ours, which has its own."""
    brought = {name for name, points in installed(RULESETS).items() if not all(map(_ours, points))}
    for group in (EVALUATIONS, MEASURES):
        for name, points in installed(group).items():
            if name not in brought:
                yield f"{points[0].value} is not used: no other package brings a ruleset '{name}' ({group})."


def load(group: str, ruleset: str, wanted: type[Any], *, subclass: bool = False) -> Any:
    """Return what a group has for a ruleset; None for nothing.

    Raises BadData where several packages bring it, where it cannot be imported, or is no instance of ``wanted``, or no
    ``subclass`` where one is asked for.
    """
    points = installed(group).get(ruleset)
    if not points:
        return None
    if len(points) > 1:
        packages = " and ".join(point.dist.name if point.dist else point.value for point in points)
        raise BadData(f"{ruleset}: {packages} all bring it ({group}); uninstall all but one.")
    (point,) = points
    try:
        found = point.load()
    except (Exception, SystemExit) as error:  # somebody else's code may fail in any way, and keeps nobody from the rest
        raise BadData(f"{ruleset}: {point.value}, which belongs to it, cannot be imported: {said(error)}.") from error
    if not (isinstance(found, type) and issubclass(found, wanted) if subclass else isinstance(found, wanted)):
        kind = f"subclass of {wanted.__name__}" if subclass else wanted.__name__
        raise BadData(f"{ruleset}: {point.value}, which belongs to it, is no {kind}.")
    return found


def said(error: BaseException) -> str:
    """Say what went wrong in somebody else's code, and where: ``KeyError: 'cards' (bots.py, line 3)``."""
    text, place, trace = f"{type(error).__name__}: {error}", "", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if _theirs(file):
            place = f" ({Path(file).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return text if isinstance(error, SyntaxError) else text + place  # that one names its place itself


def _theirs(file: str) -> bool:
    return "importlib" not in file and not Path(file).is_relative_to(Path(__file__).parents[1])


def _ours(point: EntryPoint) -> bool:
    return point.value.partition(".")[0] == __name__.partition(".")[0]
