"""Brings gems onto a mat and off it: supply, room, Gemstone Substitution, Dire.

`gain` and `wound` are the only ways in, `expend`, `heal` and `give_back` the only ways out, so that the sum of all gems
never changes (AK-COMP-12). While somebody chooses what to keep, the gems in question still count to the supply.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ....contract import Action, Refusal
from ....engine import need
from ... import actions as act
from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.mat import ARIA, DIRE, EGIS, KINDS, PYRE, YLEM, Core, Mat
from ...facts.pools import capacity, fits, gems, listed, room, takes, ylem_room
from ...facts.reporting import Log, counted, report
from ..frames import KeepingGems, Taking

CORE: Final = (ARIA, EGIS, PYRE)


# --- into a mat ------------------------------------------------------------------------------------------


def gain(
    s: FullSituation,
    seat: int,
    log: Log,
    why: str,
    aria: int = 0,
    egis: int = 0,
    pyre: int = 0,
    ylem: int = 0,
    instant: bool = False,
    told: bool = False,
) -> None:
    """Take gems from the supply into both pools: as many as there are (AK-COMP-10), as far as they fit.

    Core gems that do not all fit are the owner's choice (AK-POOL-03): a `KeepingGems` comes to lie on the stack, unless
    there is only one way. Ylem beyond its pool's room stays in the supply (AK-POOL-04).
    ``why``: the rule that gives them. ``told``: an event has said so already; only what is lost is reported.
    """
    mat, supply = s.mats[seat], s.arena.supply
    if aria > supply[ARIA] or egis > supply[EGIS] or pyre > supply[PYRE] or ylem > supply[YLEM]:
        wanted = (aria, egis, pyre, ylem)
        aria, egis, pyre, ylem = map(min, wanted, supply)
        short = (wanted[0] - aria, wanted[1] - egis, wanted[2] - pyre, wanted[3] - ylem)
        _nothing_left(s, seat, short, why, log)
    if ylem:
        ylem = _gain_ylem(s, seat, ylem, why, log)
    core = aria + egis + pyre
    if not told and (ylem or core):
        text = f"{s.arena.heads[seat]} gains {gems(aria, egis, pyre, ylem)}."
        report(log, "gained", (why,), text, {"seat": seat_id(seat), **by_kind((aria, egis, pyre, ylem))})
    if core == 0:
        return
    if core <= 6 + 3 * mat.level - mat.aria - mat.egis - mat.pyre - mat.dire:
        if aria:
            mat.aria += aria
            supply[ARIA] -= aria
        if egis:
            mat.egis += egis
            supply[EGIS] -= egis
        if pyre:
            mat.pyre += pyre
            supply[PYRE] -= pyre
        return
    _choose(s, seat, KeepingGems(seat_id(seat), aria, egis, pyre, why=why, instant=instant), log)


def _gain_ylem(s: FullSituation, seat: int, count: int, why: str, log: Log) -> int:
    """Into the Ylem Pool as far as there is room; what is over is lost, never swapped (AK-POOL-04, AK-TRANS-04)."""
    mat = s.mats[seat]
    kept = min(count, ylem_room(mat))
    mat.ylem += kept
    s.arena.supply[YLEM] -= kept
    if kept < count:
        text = f"{count - kept} Ylem is lost: the Ylem Pool of {s.arena.names[seat]} is full."
        report(
            log, "ylem-lost", (why, "AK-YLEM-01", "AK-POOL-04"), text, {"seat": seat_id(seat), "count": count - kept}
        )
    return kept


def _nothing_left(s: FullSituation, seat: int, short: tuple[int, int, int, int], why: str, log: Log) -> None:
    text = f"The supply has {gems(*short)} too little for {s.arena.names[seat]}."
    report(log, "supply-short", (why, "AK-COMP-10"), text, {"seat": seat_id(seat), **by_kind(short)})


def wound(s: FullSituation, seat: int, count: int, log: Log, dying: bool = False) -> None:
    """Put ``count`` Dire gems into the Gemstone Pool, as many as the supply has (AK-WOUND-01, AK-COMP-10).

    Where they push Core gems out the owner chooses which (AK-POOL-05): a `KeepingGems` comes to lie on the stack, and
    the Dire enters once that is settled. For the dying nobody chooses: the whole pool goes to the supply anyway.
    """
    mat = s.mats[seat]
    count = min(count, s.arena.supply[DIRE], capacity(mat.level) - mat.dire)
    if count <= 0:
        return
    forced = count - room(mat)
    if forced > 0 and dying:
        _settle(s, mat, fits(mat.core, (0, 0, 0), sum(mat.core) - forced)[0])
        forced = 0
    if forced > 0:
        _choose(s, seat, KeepingGems(seat_id(seat), dire=count, why="AK-WOUND-01"), log)
    else:
        _bleed(s, mat, count)


def _bleed(s: FullSituation, mat: Mat, count: int) -> None:
    mat.dire += count
    s.arena.supply[DIRE] -= count


def take_any(s: FullSituation, seat: int, count: int, log: Log, why: str, instant: bool = False) -> None:
    """Let the seat choose ``count`` Core gems from the supply; taken at once where there is one way only."""
    if count <= 0:
        return
    ways = takes(count, _core_supply(s))
    if len(ways) == 1:
        if sum(ways[0]) < count:
            text = f"The supply has only {gems(*ways[0])} for {s.arena.names[seat]}."
            report(log, "supply-short", (why, "AK-COMP-10"), text, {"seat": seat_id(seat)})
        gain(s, seat, log, why, *ways[0], instant=instant)
        return
    s.stack.append(Taking(seat_id(seat), count, why, instant))


def lose_any(s: FullSituation, seat: int, count: int, log: Log, why: str) -> None:
    """Make the seat give up ``count`` Core gems of its own choice, as many as there are."""
    count = min(count, sum(s.mats[seat].core))
    if count > 0:
        _choose(s, seat, KeepingGems(seat_id(seat), lost=count, why=why), log)


# --- out of a mat ----------------------------------------------------------------------------------------


def expend(s: FullSituation, seat: int, aria: int = 0, egis: int = 0, pyre: int = 0, ylem: int = 0) -> None:
    """Return gems from the pools to the general supply (AK-POOL-07, AK-POOL-08); the caller has checked that they lie
    there and says what for."""
    mat, supply = s.mats[seat], s.arena.supply
    if aria:
        mat.aria -= aria
        supply[ARIA] += aria
    if egis:
        mat.egis -= egis
        supply[EGIS] += egis
    if pyre:
        mat.pyre -= pyre
        supply[PYRE] += pyre
    if ylem:
        mat.ylem -= ylem
        supply[YLEM] += ylem


def short_of(s: FullSituation, seat: int, aria: int = 0, egis: int = 0, pyre: int = 0, ylem: int = 0) -> str:
    """Say what the pools lack for a price, for a sentence: "there is none in your pool"; empty if it can be paid.

    Only what lies in the pools counts: no socket, no tile, no card (AK-POOL-08).
    """
    mat = s.mats[seat]
    lacks: list[str] = []
    for kind, price in ((ARIA, aria), (EGIS, egis), (PYRE, pyre), (YLEM, ylem)):
        have = mat.of(kind)
        if have < price:
            pool = "Ylem Pool" if kind == YLEM else "pool"
            lacks.append(f"{'no' if not have else f'only {have}'} {KINDS[kind].title()} in your {pool}")
    if not lacks:
        return ""
    return (
        f"there {'are' if lacks[0].startswith('only') and not lacks[0].startswith('only 1') else 'is'} {listed(lacks)}"
    )


def heal(s: FullSituation, seat: int, count: int) -> int:
    """Return up to ``count`` Dire gems from the pool to the supply; how many it were (AK-WOUND-04)."""
    mat = s.mats[seat]
    count = min(count, mat.dire)
    mat.dire -= count
    s.arena.supply[DIRE] += count
    return count


def give_back(s: FullSituation, sockets: tuple[int, int, int, int, int]) -> None:
    """Gems that left sockets or a card go to the general supply; the caller has emptied them (AK-COMP-12)."""
    for kind, count in enumerate(sockets):
        s.arena.supply[kind] += count


def carry_over(s: FullSituation, seat: int, log: Log) -> None:
    """Steps 2, 3 and 5 of the return: what a mat keeps of its gems (AK-REV-03, AK-REV-04, AK-REV-06).

    The whole Gemstone Pool goes to the supply. Gems of completed Transmutations come into the pools, Ylem up to 5 and
    the surplus discarded; those on a Prismatic Inscription are lost. Afterwards every socket is empty.
    """
    mat, supply = s.mats[seat], s.arena.supply
    for kind in (*CORE, DIRE):
        supply[kind] += mat.of(kind)
    if mat.filled:
        mat.filled = False
        give_back(s, (1, 1, 1, 0, 0))
    kept = tuple(3 * (mat.transmuted >> kind & 1) + mat.prismatic for kind in CORE)
    ylem = mat.ylem + 3 * (mat.transmuted >> YLEM & 1)
    mat.core, mat.dire = (kept[0], kept[1], kept[2]), 0
    mat.ylem = min(ylem, mat.ylem + ylem_room(mat))
    supply[YLEM] += ylem - mat.ylem
    mat.transmuted = mat.prismatic = 0
    lost = f"; {ylem - mat.ylem} Ylem finds no room" if ylem > mat.ylem else ""
    text = f"{s.arena.heads[seat]} keeps {gems(*mat.core, mat.ylem)}{lost}."
    kept_gems = by_kind((*mat.core, mat.ylem))
    rules = ("AK-REV-03", "AK-REV-04", "AK-REV-06")
    report(log, "carried-over", rules, text, {"seat": seat_id(seat), **kept_gems, "lost": ylem - mat.ylem})


# --- choosing what to keep -------------------------------------------------------------------------------


def _choose(s: FullSituation, seat: int, frame: KeepingGems, log: Log) -> None:
    """Ask the owner, unless all ways come to the same."""
    ways = outcomes(s, seat, frame)
    if len(ways) == 1:
        _keep_gems(s, seat, frame, ways[0], log)
    else:
        s.stack.append(frame)


def outcomes(s: FullSituation, seat: int, frame: KeepingGems) -> tuple[Core, ...]:
    """Every Core pool that may lie there once the frame is settled (AK-POOL-03, AK-POOL-05)."""
    mat, supply = s.mats[seat], s.arena.supply
    aria, egis, pyre = frame.aria, frame.egis, frame.pyre
    if aria > supply[ARIA] or egis > supply[EGIS] or pyre > supply[PYRE]:
        aria, egis, pyre = min(aria, supply[ARIA]), min(egis, supply[EGIS]), min(pyre, supply[PYRE])
    return fits((mat.aria, mat.egis, mat.pyre), (aria, egis, pyre), _spaces(mat, frame))


def _spaces(mat: Mat, frame: KeepingGems) -> int:
    """Return how many Core gems may lie in the pool once the frame is settled."""
    spaces = 6 + 3 * mat.level - mat.dire - frame.dire
    return min(spaces, max(0, mat.aria + mat.egis + mat.pyre - frame.lost)) if frame.lost else spaces


def keep_gems_actions(s: FullSituation, seat: int, frame: KeepingGems) -> Sequence[Action]:
    """Every choice of a `KeepingGems`."""
    return _keeping(frame.seat, outcomes(s, seat, frame))


@lru_cache(10_000)
def _keeping(own: str, ways: tuple[Core, ...]) -> tuple[Action, ...]:
    return tuple(act.keep_gems(own, *way) for way in ways)


def check_keep_gems(s: FullSituation, seat: int, action: act.KeepGems) -> Refusal | None:
    """None if the pool may look like that afterwards (AK-POOL-03, AK-POOL-05, AK-POOL-07)."""
    frame = s.stack[-1]
    assert isinstance(frame, KeepingGems)
    ways = outcomes(s, seat, frame)
    if (action.aria, action.egis, action.pyre) in ways:
        return None
    mat = s.mats[seat]
    total, wanted = sum(ways[0]), action.aria + action.egis + action.pyre
    if wanted != total:
        spaces = _spaces(mat, frame)
        rule = "AK-POOL-01" if wanted > total else "AK-POOL-07"
        why = (
            f"the pool has {counted(spaces, 'space')} for Core gems"
            if wanted > total
            else "no gem may be given up while there is room for it"
        )
        return Refusal(rule, f"Choose {counted(total, 'Core gem')}, not {wanted}: {why}.")
    most = (mat.aria + frame.aria, mat.egis + frame.egis, mat.pyre + frame.pyre)
    return Refusal("AK-POOL-03", f"There is only {gems(*most)} to choose from.")


def do_keep_gems(s: FullSituation, seat: int, action: act.KeepGems, log: Log) -> None:
    """The owner has chosen what stays in the Gemstone Pool."""
    frame = s.stack.pop()
    assert isinstance(frame, KeepingGems)
    _keep_gems(s, seat, frame, (action.aria, action.egis, action.pyre), log)


def _keep_gems(s: FullSituation, seat: int, frame: KeepingGems, core: Core, log: Log) -> None:
    mat = s.mats[seat]
    brought = (frame.aria, frame.egis, frame.pyre)
    gone, entered, refused = _moved((mat.aria, mat.egis, mat.pyre), core, brought)
    _settle(s, mat, core)
    if frame.dire:
        _bleed(s, mat, min(frame.dire, s.arena.supply[DIRE]))
    name = s.arena.heads[seat]
    if frame.dire:
        text = f"Dire forces {gems(*gone)} out of the pool of {s.arena.names[seat]}."
        rules: tuple[str, ...] = ("AK-POOL-05", frame.why)
    elif frame.lost:
        text = f"{name} loses {gems(*gone)}."
        rules = (frame.why,)
    elif any(gone):
        text = f"{name} gives up {gems(*gone)} for {gems(*entered)}."
        rules = ("AK-POOL-03", frame.why)
    else:
        text = f"{name} has no room and leaves {gems(*refused)}."
        rules = ("AK-POOL-03", frame.why)
    kept, left = by_kind(entered), by_kind(refused)
    report(
        log,
        "fitted",
        tuple(dict.fromkeys(rules)),
        text,
        {"seat": seat_id(seat), "gone": by_kind(gone), "kept": kept, "left": left},
    )


@lru_cache(10_000)
def _moved(before: Core, after: Core, brought: Core) -> tuple[Core, Core, Core]:
    """Core gems that leave a pool, that enter it, and those brought that do not."""

    def more(one: Core, other: Core) -> Core:
        aria, egis, pyre = (max(0, count - less) for count, less in zip(one, other, strict=True))
        return aria, egis, pyre

    entered = more(after, before)
    return more(before, after), entered, more(brought, entered)


def _settle(s: FullSituation, mat: Mat, core: Core) -> None:
    """The Core pool becomes ``core``; the difference comes from the supply or goes there."""
    supply = s.arena.supply
    supply[ARIA] += mat.aria - core[0]
    supply[EGIS] += mat.egis - core[1]
    supply[PYRE] += mat.pyre - core[2]
    mat.aria, mat.egis, mat.pyre = core


def _core_supply(s: FullSituation) -> Core:
    return (s.arena.supply[ARIA], s.arena.supply[EGIS], s.arena.supply[PYRE])


def take_actions(s: FullSituation, frame: Taking) -> Sequence[Action]:
    """Every choice of a `Taking`."""
    return _taking(frame.seat, takes(frame.count, _core_supply(s)))


@lru_cache(10_000)
def _taking(own: str, ways: tuple[Core, ...]) -> tuple[Action, ...]:
    return tuple(act.take(own, *way) for way in ways)


def check_take(s: FullSituation, seat: int, action: act.Take) -> Refusal | None:
    """None if these are as many Core gems as may be taken, and the supply has them (AK-COMP-10)."""
    frame = s.stack[-1]
    assert isinstance(frame, Taking)
    wanted = (action.aria, action.egis, action.pyre)
    supply = _core_supply(s)
    for kind in CORE:
        if wanted[kind] > supply[kind]:
            left = f"{supply[kind] or 'no'} {KINDS[kind].title()} left in the supply"
            return Refusal("AK-COMP-10", f"There is {left}, not {wanted[kind]}.")
    due = min(frame.count, sum(supply))
    if sum(wanted) != due:
        return Refusal(frame.why, f"Take {counted(due, 'Core gem')}, not {sum(wanted)}.")
    return None


def do_take(s: FullSituation, seat: int, action: act.Take, log: Log) -> None:
    """The owner has chosen which Core gems to take; they still have to fit (AK-POOL-03)."""
    frame = s.stack.pop()
    assert isinstance(frame, Taking)
    gain(s, seat, log, frame.why, action.aria, action.egis, action.pyre, instant=frame.instant)


def by_kind(counts: tuple[int, ...]) -> dict[str, int]:
    """Kind of gem -> count, without zeros."""
    return _by_kind(counts).copy()


@lru_cache(10_000)
def _by_kind(counts: tuple[int, ...]) -> dict[str, int]:
    return {kind: count for kind, count in zip(KINDS, counts, strict=False) if count}


def validate_keeping(s: FullSituation, frame: KeepingGems, place: int) -> None:
    """Incoming gems are still in the supply (AK-COMP-10), and the Dire among them does not kill (AK-WOUND-02)."""
    key = f"stack.{place}"
    if not s.rules.instant_while_dead:
        s.need_alive(key, frame.seat)
    for kind, count in enumerate((frame.aria, frame.egis, frame.pyre, 0, frame.dire)):
        left = s.arena.supply[kind]
        need(count <= left, key, f"those gems are still in the supply, which has {left} (AK-COMP-10)")
    seat = s.numbers[frame.seat]
    need(s.mats[seat].dire + frame.dire < s.lethal(seat), key, "that Dire would kill (AK-WOUND-02)")
