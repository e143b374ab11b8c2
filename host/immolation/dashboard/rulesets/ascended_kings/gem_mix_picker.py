"""Lets people choose among mixtures of gems: a button for each, drawn as the gems it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from immolation.dashboard.elements import box, picture_button, text
from immolation.dashboard.messages import LegalActionJson
from immolation.dashboard.rulesets.look import Act

from .gems import build_count

KINDS = ("ylem", "aria", "egis", "pyre")


def mix(action: LegalActionJson) -> tuple[int, ...]:
    """Count the gems of each of `KINDS` that an action stands for."""
    return tuple(int(action.action.get(kind) or 0) for kind in KINDS)


def best_first(actions: Sequence[LegalActionJson]) -> tuple[list[LegalActionJson], list[LegalActionJson]]:
    """The mixtures that leave nothing out which another has as well, most gems first; and all the others."""
    mixes = [mix(action) for action in actions]
    best: list[LegalActionJson] = []
    rest: list[LegalActionJson] = []
    for action, own in zip(actions, mixes, strict=True):
        beaten = any(other != own and all(a >= b for a, b in zip(other, own, strict=True)) for other in mixes)
        (rest if beaten else best).append(action)
    best.sort(key=lambda action: [-count for count in mix(action)])
    rest.sort(key=lambda action: (-sum(mix(action)), [-count for count in mix(action)]))
    return best, rest


def build_mixes(actions: Sequence[LegalActionJson], seat: str, act: Act) -> None:
    """A button for each mixture inside the current container; those that leave something out are folded away."""
    best, rest = best_first(actions)
    _build(best, seat, act)
    if rest:
        with box("im-declarations", tag="details"):
            text(f"Take less ({len(rest)} ways)", "im-small-title", tag="summary")
            _build(rest, seat, act)


def _build(actions: Sequence[LegalActionJson], seat: str, act: Act) -> None:
    with box("im-mixes"):
        for action in actions:
            with picture_button(action.label, partial(act, seat, action.action), "im-mix"):
                counts = dict(zip(KINDS, mix(action), strict=True))
                for kind, count in counts.items():
                    if count:
                        build_count(kind, count)
                if not any(counts.values()):
                    text("nothing", tag="span")
                if (dice := action.label.partition(": ")[2]) and action.action.get("do") == "allocate":
                    text(dice, "im-mix-dice", tag="span")
