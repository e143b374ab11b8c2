"""Say at which decision points anybody may cheat, in which words people are asked, and whom a table waits for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from ..facts.con_facts import ConFacts, name_of
from ..frames import (
    ActionStep,
    Attacking,
    CheatRoll,
    Contest,
    DiscardStep,
    DrawStep,
    Frame,
    Greedy,
    Market,
    SubstituteStep,
    TurnEnd,
)
from ..rounds import attack
from . import waiting

FAILS: Final = 1
"""What an illegal cheat must not roll (CC-CHEAT-03)."""


def _no_seats(s: ConFacts, frame: Any) -> Sequence[str]:
    return ()


class Moment(NamedTuple):
    """A kind of decision point at which anybody may cheat (CC-CHEAT-01)."""

    words: Callable[[ConFacts, Any], str]
    """What is going on, for those who are asked whether they cheat."""

    concerned: Callable[[ConFacts, Any], Sequence[str]] = _no_seats
    """Whom it concerns, whatever could still change it; with opt:cheat_windows ``every_stage`` all are waited for."""

    served: Callable[[ConFacts, Any], Sequence[str]] = _no_seats
    """Whom a card that it may hold could still serve, at its last chance to do so (CC-CHEAT-07)."""

    closed: Callable[[ConFacts, Any], bool] = lambda s, frame: False
    """True where only those who are waited for are asked, since nobody else decides anything."""

    ready: Callable[[Any], bool] = lambda frame: True
    """False while its dice are due."""


def moment_of(frame: Frame) -> Moment | None:
    """The moment for cheats that a decision point is; None at dice, draws, building and effects (CC-CHEAT-01)."""
    found = MOMENTS.get(type(frame))
    return found if found is not None and found.ready(frame) else None


# --- turns -----------------------------------------------------------------------------------------------


def _step(step: str) -> Moment:
    return Moment(lambda s, frame: f"The turn of {name_of(s.turn)} is in its {step} step.")


def _discards(s: ConFacts, frame: DiscardStep) -> str:
    if frame.seat:
        return f"{name_of(frame.seat)} discards."
    return f"The turn of {name_of(s.turn)} is in its Discard step."


def _waits_little(s: ConFacts, frame: Frame) -> bool:
    return s.rules.cheat_windows == "where_it_matters"


# --- dice ------------------------------------------------------------------------------------------------


def _attack_goes(s: ConFacts, frame: Attacking) -> str:
    at = f" against {name_of(frame.target)}" if frame.target else ""
    ours, theirs = sum(frame.attack), sum(frame.defence)
    dice = {
        "declared": "",
        "attack-rolled": f" and rolls {ours}",
        "defence-rolled": f", {ours} against {theirs}: " + (f"a hit by {ours - theirs}" if ours > theirs else "a miss"),
        "petrify": " and hits",
    }
    return f"{name_of(frame.seat)} uses {attack.ability_of(s, frame).name}{at}{dice[frame.stage]}."


def _in_attack(s: ConFacts, frame: Attacking) -> Sequence[str]:
    if frame.stage == "petrify":
        return ()
    if frame.stage == "declared":
        return s.in_order(s.turn)
    return [seat for seat in (frame.seat, frame.target) if seat in s.players]


def _rolls(s: ConFacts, frame: Contest) -> str:
    rolls = ", ".join(f"{name_of(n)} {sum(d)}" for n, d in zip(frame.seats, frame.dice, strict=True))
    return f"The rolls are {rolls}."


MOMENTS: Final[dict[type[Frame], Moment]] = {
    DrawStep: _step("Draw"),
    SubstituteStep: _step("Substitute"),
    ActionStep: _step("Action"),
    DiscardStep: Moment(_discards),
    TurnEnd: Moment(
        lambda s, frame: f"The turn of {name_of(s.turn)} is over.",
        concerned=lambda s, frame: s.in_order(s.turn),
        served=waiting.at_turn_end,
        closed=_waits_little,
    ),
    Market: Moment(lambda s, frame: "The Market Phase is on."),
    Greedy: Moment(lambda s, frame: "The Market Phase is on."),
    Attacking: Moment(
        _attack_goes,
        concerned=_in_attack,
        served=waiting.in_attack,
        closed=lambda s, frame: frame.stage != "petrify" and _waits_little(s, frame),
        ready=lambda frame: frame.stage not in ("attack", "defence"),
    ),
    Contest: Moment(
        _rolls,
        concerned=lambda s, frame: frame.seats,
        served=waiting.in_contest,
        closed=_waits_little,
        ready=lambda frame: all(len(dice) >= need for dice, need in zip(frame.dice, frame.need, strict=True)),
    ),
    CheatRoll: Moment(
        lambda s, frame: f"{s.pack.title(frame.card)} fails with a 1.",
        concerned=lambda s, frame: [frame.seat],
        served=waiting.in_cheat_roll,
        closed=lambda s, frame: True,
        ready=lambda frame: frame.die == FAILS,
    ),
}
"""Kind of frame -> what it is for those who may cheat."""
