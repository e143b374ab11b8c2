"""Rolls Focus Dice and turns what lies on the table into gems, the Mirror Bonus included."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ....contract import CHANCE, Action, Declaration, Field, Outcome, Refusal
from ....engine import need
from ... import actions as act
from ...facts.full_situation import FullSituation
from ...facts.mat import YLEM_SPACES
from ...facts.pools import gems, listed, threshold, ylem_room
from ...facts.reporting import Log, report
from ..frames import Allocating, RollingFocus
from . import dice as focus
from .dice import Chart, Dice, Gained, Group
from .gem_flow import by_kind, gain

# --- rolling ---------------------------------------------------------------------------------------------


@lru_cache(1_000)
def _outcomes(count: int, ascended: Dice) -> tuple[Outcome, ...]:
    return tuple(Outcome(act.RollFocus(CHANCE, dice), weight) for dice, weight in focus.rolls(count, ascended))


def _faces(s: FullSituation, frame: RollingFocus) -> Dice:
    """The faces of the Ascended Die, if it is rolled (AK-LAST-02, AK-LAST-07)."""
    return tuple(s.rules.dice_ascended_faces) if frame.ascended else ()


def outcomes(s: FullSituation, frame: RollingFocus) -> tuple[Outcome, ...]:
    """Every roll that may fall, with its weight (AK-COMP-05); missing dice are borrowed (AK-COMP-11)."""
    return _outcomes(frame.dice, _faces(s, frame))


def check_roll(s: FullSituation, frame: RollingFocus, action: act.RollFocus) -> Refusal | None:
    """None if so many dice can show that, in whatever order."""
    faces = _faces(s, frame)
    due = frame.dice + bool(faces)
    if len(action.dice) != due:
        name = s.arena.names[s.numbers[frame.seat]]
        return Refusal("AK-LATENT-03", f"{due} dice are rolled for {name}, not {len(action.dice)}.")
    if faces and not any(value in faces for value in action.dice):
        return Refusal("AK-LAST-02", f"The Ascended Die shows {', '.join(map(str, sorted(set(faces))))}.")
    return None


def do_roll(s: FullSituation, frame: RollingFocus, action: act.RollFocus, log: Log) -> None:
    """The dice lie on the table. What 1 Ylem costs is read now and stays (AK-DICE-06, AK-DICE-07).

    Dice that join a roll already on the table are combined with it at its price (AK-LATENT-04).
    """
    s.stack.pop()
    seat = s.numbers[frame.seat]
    dice = tuple(sorted(action.dice))
    text = f"{s.arena.heads[seat]} rolls {_spoken(dice)}."
    rules = ["AK-INST-04" if frame.instant else "AK-LATENT-03"]
    if frame.ascended:
        rules.append("AK-LAST-07")
    place = _own_roll(s, frame) if frame.merge else None
    if place is not None:
        below = s.stack[place]
        assert isinstance(below, Allocating)
        rules.append("AK-LATENT-04")
        s.stack[place] = Allocating(frame.seat, tuple(sorted((*below.dice, *dice))), below.threshold, below.instant)
    else:
        s.stack.append(Allocating(frame.seat, dice, threshold(s.mats[seat]), frame.instant))
    report(log, "dice-rolled", tuple(rules), text, {"seat": frame.seat, "dice": list(dice), "ascended": frame.ascended})
    if not frame.instant or place is not None:  # an Instant Power is carried out before anybody reacts (AK-INST-05)
        s.offer("focus-dice")


@lru_cache(10_000)
def _spoken(dice: Dice) -> str:
    """A roll for a sentence: "1, 3 and 5"."""
    return listed([str(value) for value in dice])


def _own_roll(s: FullSituation, frame: RollingFocus) -> int | None:
    """Return the place on the stack where the seat's Latent roll waits, under a window perhaps (AK-LATENT-04)."""
    for place in range(len(s.stack) - 1, -1, -1):
        below = s.stack[place]
        if type(below) is Allocating and below.seat == frame.seat and not below.instant:
            return place
    return None


# --- allocating ------------------------------------------------------------------------------------------


def results(s: FullSituation, frame: Allocating) -> tuple[Gained, ...]:
    """Everything the roll may be turned into, the richest first; see `dice.allocations`."""
    room = ylem_room(s.mats[s.numbers[frame.seat]])
    return focus.allocations(frame.dice, frame.threshold, room, s.chart)


def allocate_actions(s: FullSituation, frame: Allocating) -> Sequence[Action]:
    """Every result, the richest first; other ways to group the dice for it are declared (AK-DICE-02)."""
    return _choices(frame.seat, frame.dice, frame.threshold, YLEM_SPACES - s.mats[s.numbers[frame.seat]].ylem, s.chart)


@lru_cache(10_000)
def _choices(own: str, dice: Dice, threshold: int, room: int, chart: Chart) -> tuple[Action, ...]:
    return tuple(act.allocate(own, *gained) for gained in focus.allocations(dice, threshold, room, chart))


def declarations(s: FullSituation, seat: str) -> list[Declaration]:
    """Dice can be grouped in any way that gives gems (AK-DICE-02)."""
    top = s.stack[-1]
    if type(top) is not Allocating or top.seat != seat or len(top.dice) < 2:
        return []
    rolled = ", ".join(map(str, top.dice))
    field = Field("groups", "text", f"Which of {rolled} you add for which gem, for instance: {_instance(s, top)}.")
    return [Declaration("allocate", "Group the dice another way", (field,), "AK-DICE-02")]


def _instance(s: FullSituation, frame: Allocating) -> str:
    """A grouping of this roll, written as it is typed."""
    return focus.written(focus.witness(frame.dice, results(s, frame)[0], frame.threshold, s.chart) or ())


def _misgrouped(s: FullSituation, seat: int, frame: Allocating, action: act.Allocate) -> Refusal | None:
    """Say what is wrong with the groups that the action names (AK-DICE-01 to AK-DICE-06), None if nothing is."""
    groups = focus.grouped(action.groups)
    if groups is None:
        return Refusal("TABLE", f"Write the dice you add and their gem, such as {_instance(s, frame)}.")
    if focus.left_over(frame.dice, groups) is None:
        return Refusal("AK-DICE-03", f"The dice show {_spoken(frame.dice)}, and each counts once, alone or in one sum.")
    for group in groups:
        total = sum(group.dice)
        if focus.gives(total, group.gem, frame.threshold, s.chart):
            continue
        if group.gem == "ylem":
            return Refusal("AK-DICE-06", f"1 Ylem costs {frame.threshold} on this roll, and that is only {total}.")
        return Refusal("AK-DICE-01", f"A result of {total} gives no {group.gem.title()}.")
    found = focus.gained(groups)
    said = Gained(action.aria, action.egis, action.pyre, action.ylem)
    if any(said) and said != found:
        return Refusal("TABLE", f"These groups give {gems(*found)}, not {gems(*said)}.")
    room = ylem_room(s.mats[seat])
    return _no_room(room, found.ylem) if found.ylem > room else None


def _no_room(room: int, ylem: int) -> Refusal:
    place = f"room for {room} more" if room else "no room left"
    return Refusal("AK-YLEM-02", f"Your Ylem Pool has {place}; the dice cannot buy {ylem} Ylem.")


def check_allocate(s: FullSituation, seat: int, action: act.Allocate) -> Refusal | None:
    """None if the dice give exactly that (AK-DICE-01 to AK-DICE-06) and the Ylem has room (AK-YLEM-02)."""
    frame = s.stack[-1]
    assert isinstance(frame, Allocating)
    if action.groups:
        return _misgrouped(s, seat, frame, action)
    if (action.aria, action.egis, action.pyre, action.ylem) in results(s, frame):
        return None
    wanted = Gained(action.aria, action.egis, action.pyre, action.ylem)
    room = ylem_room(s.mats[seat])
    if action.ylem > room:
        return _no_room(room, action.ylem)
    shown = _spoken(frame.dice)
    without = wanted._replace(ylem=0)
    if wanted.ylem and without in results(s, frame):
        reason = f"1 Ylem costs {frame.threshold} on this roll, and {shown} cannot give {gems(*wanted)}."
        return Refusal("AK-DICE-06", reason)
    return Refusal("AK-DICE-03", f"{shown} cannot give {gems(*wanted)}: each die counts once, alone or in one sum.")


class Turned(NamedTuple):
    """Groups of dice that have become gems."""

    words: str
    """For a sentence: "1 + 3 into 1 Pyre and 5 into 1 Ylem"."""

    gained: Gained
    rules: tuple[str, ...]


@lru_cache(10_000)
def _turned(groups: tuple[Group, ...]) -> Turned:
    gained = focus.gained(groups)
    rules = ["AK-DICE-01"]
    if any(len(group.dice) > 1 for group in groups):
        rules.append("AK-DICE-02")
    if gained.ylem:
        rules.append("AK-DICE-04")
    words = [f"{' + '.join(map(str, group.dice))} into 1 {group.gem.title()}" for group in groups]
    return Turned(listed(words), gained, tuple(rules))


def mirrored(s: FullSituation, frame: Allocating) -> bool:
    """True if all dice of the roll show the same (AK-DICE-09), a roll of an Instant Power included (AK-DICE-11)."""
    allowed = s.rules.dice_mirror_on_instant or not frame.instant
    return allowed and focus.mirrors(frame.dice, s.rules.dice_mirror_min_dice)


def do_allocate(s: FullSituation, seat: int, action: act.Allocate, log: Log) -> None:
    """The dice become gems, all placed together (AK-DICE-08), a Mirror Bonus among them (AK-DICE-09, AK-DICE-10)."""
    frame = s.stack.pop()
    assert isinstance(frame, Allocating)
    if action.groups:
        groups = focus.grouped(action.groups)
    else:
        wanted = (action.aria, action.egis, action.pyre, action.ylem)
        groups = focus.witness(frame.dice, wanted, frame.threshold, s.chart)
    assert groups is not None
    words, gained, rules = _turned(groups)
    name = s.arena.heads[seat]
    text = f"{name} turns {words}." if groups else f"{name} makes nothing of the dice."
    named, grouped = by_kind(gained), [{"dice": list(dice), "gem": gem} for dice, gem in groups]
    report(
        log,
        "allocated",
        rules,
        text,
        {"seat": action.seat, "gained": named, "groups": grouped, "threshold": frame.threshold},
    )
    ylem = gained.ylem
    if mirrored(s, frame):
        ylem += 1
        text = f"All dice of {s.arena.names[seat]} show {frame.dice[0]}: the Echo of Ylem gives 1 Ylem."
        report(log, "mirror-bonus", ("AK-DICE-09",), text, {"seat": action.seat, "value": frame.dice[0]})
    aria, egis, pyre, _ = gained
    gain(s, seat, log, "AK-DICE-08", aria, egis, pyre, ylem, instant=frame.instant, told=True)


# --- positions -------------------------------------------------------------------------------------------

MOST_DICE: Final = 24
"""Dice of one roll in a position; a hand of Instant Powers comes to half of that."""


def validate_roll(s: FullSituation, frame: RollingFocus, place: int) -> None:
    """So many dice can be rolled."""
    due = frame.dice + frame.ascended
    need(due > 0 and frame.dice <= MOST_DICE, f"stack.{place}", f"1 to {MOST_DICE} dice are rolled")


def validate_dice(s: FullSituation, frame: Allocating, place: int) -> None:
    """So many dice can lie on the table, for somebody on the board."""
    key = f"stack.{place}"
    if not s.rules.instant_while_dead:
        s.need_alive(key, frame.seat)
    need(0 < len(frame.dice) <= MOST_DICE, key, f"1 to {MOST_DICE} dice lie on the table")
