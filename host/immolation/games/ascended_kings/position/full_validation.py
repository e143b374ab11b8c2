"""Validates a position of the full track: mats, hands, and what the game says it waits for; names the key.

`validation` validates what lies on the board.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from ...contract import BadPosition, Result
from ...house_rules import shown
from .. import frames
from ..facts.arena import EMPTY, OFF
from ..facts.full_situation import HIDDEN, FullSituation
from ..facts.mat import NONE, UNKNOWN, YLEM, capacity, core_done, room, ylem_room
from ..facts.situation import NOBODY
from ..full.cards import inscriptions, targeting
from ..rounds.war import verdict
from . import validation as board
from .validation import ENDINGS, OPENINGS, need

TURNS: Final = (
    frames.Absorbing,
    frames.Generating,
    frames.Shielding,
    frames.ChoosingState,
    frames.RollingYlem,
    frames.Acting,
    frames.Latent,
    frames.Discarding,
    frames.TurnOver,
)
"""The lowest frames of a turn."""

BASES: Final = (*TURNS, *ENDINGS, *OPENINGS, frames.Dealing, frames.EndOfRound, frames.PlacingOmega)
"""What may lie at the bottom of a stack."""

RULE: Final = re.compile(r"AK-[A-Z]{1,8}-[0-9]{2}")
"""The id of a rule."""

DEEPEST: Final = 24
"""Decision points on one stack; a game comes to half of that."""

MOST_DICE: Final = 24
"""Dice of one roll in a position; a hand of Instant Powers comes to half of that."""


def validate(s: FullSituation, standing: bool) -> None:
    """Raise BadPosition naming the key if the situation cannot be."""
    board.walls(s)
    _stack(s)
    board.off_board(s)
    board.stones(s)
    for seat in range(len(s.settings.seats)):
        _mat(s, seat)
        _cards(s, seat)
    standing = standing or len(s.stack) > 1
    board.items(s, standing)
    if not standing:
        _ylem_left(s)
    board.index(s)
    _moment(s)


# --- mats and hands --------------------------------------------------------------------------------------


def _mat(s: FullSituation, seat: int) -> None:
    """Pools within their spaces (AK-POOL-01), sockets against form and level (AK-TRANS-04, AK-TRANS-05), wounds."""
    mat, where = s.mats[seat], f"seats.{s.settings.seats[seat]}"
    spaces = capacity(mat.level)
    full = sum(mat.core) + mat.dire
    need(room(mat) >= 0, f"{where}.pool", f"level {mat.level} has {spaces} spaces, not {full} (AK-POOL-01)")
    lethal = s.lethal(seat)
    alive = s.alive(seat)
    reason = f"at level {mat.level} {lethal} wounds kill (AK-WOUND-02)"
    need(mat.dire < lethal or not alive, f"{where}.pool.dire", reason)
    if s.arena.revenant[seat]:
        reason = "a Revenant's mat has no Core Transmutations (AK-TRANS-05)"
        need(not core_done(mat), f"{where}.transmuted", reason)
        most = s.rules.mat_prismatic_count
        need(mat.prismatic <= most, f"{where}.prismatic", f"the mat has {most} of them (AK-COMP-13)")
    else:
        counts = core_done(mat) + (mat.filled and s.rules.transmute_prismatic_inscription_counts)
        reason = f"a King of level {mat.level} holds {mat.level} Core Transmutations at most (AK-TRANS-04)"
        need(counts <= mat.level, f"{where}.transmuted", reason)
        need(not mat.prismatic, f"{where}.prismatic", "only a Revenant's mat has Prismatic ones (AK-TRANS-05)")
    fallen = s.fallen(seat)
    if fallen is not None and fallen.early and not any(isinstance(frame, frames.Returning) for frame in s.stack):
        bare = not (mat.dire or mat.transmuted or mat.prismatic or mat.inscription != NONE)
        need(bare, where, "of who returns early only Ylem, Core gems and new cards are left (AK-REV-10)")
    setting_up = isinstance(s.stack[0], (*OPENINGS, frames.Dealing))
    empty = not (mat.ylem or mat.dire or mat.transmuted or mat.inscription != NONE or mat.level > 1)
    need(empty or not setting_up, where, "every mat begins empty at level 1 (AK-SETUP-05, AK-SETUP-08)")


def _cards(s: FullSituation, seat: int) -> None:
    """Cards of the own deck alone (AK-CARD-03), and in the slot one that may be inscribed (AK-INSC-02, AK-INSC-03)."""
    mat, where = s.mats[seat], f"seats.{s.settings.seats[seat]}"
    deck = s.deck_of(seat)
    form = "Revenant" if s.arena.revenant[seat] else "King"
    for held in s.hands[seat]:
        if held != HIDDEN and s.pack.cards[held].deck != deck:
            key = s.pack.cards[held].key
            raise BadPosition(f"{where}.hand: {key} is of the other deck; this is a {form} (AK-CARD-03).")
    seen = Counter(s.revealed[seat])
    there = len(s.hands[seat]) >= len(s.revealed[seat]) if s.printed else not seen - Counter(s.hands[seat])
    need(there, f"{where}.revealed", "a card that everybody has seen in a hand is in it")
    if mat.inscription in (NONE, UNKNOWN):
        need(not mat.filled, f"{where}.inscription", "gems lie on a Prismatic Inscription only (AK-INSC-12)")
        return
    card = s.pack.cards[mat.inscription]
    if s.rules.inscription_enforce_legality:
        misfit = inscriptions.misfit(s, seat, card)
        if misfit is not None:
            raise BadPosition(f"{where}.inscription: {misfit.reason} ({misfit.rule})")
    prismatic = card.inscribe == "prismatic"
    need(prismatic or not mat.filled, f"{where}.inscription", f"{card.name} carries no gems (AK-INSC-12)")
    if prismatic:
        need(mat.known and mat.filled, f"{where}.inscription", "it lies face up with its three gems (AK-INSC-11)")


def _ylem_left(s: FullSituation) -> None:
    for seat in s.arena.living():
        tile = s.arena.tiles[seat]
        if tile == s.arena.omega:
            continue
        full = not ylem_room(s.mats[seat])
        lies = s.arena.piles.get(tile, EMPTY).ylem
        reason = f"{s.arena.name(seat)} stands there with room for Ylem and would have taken it (AK-GEM-01)"
        need(full or not lies, f"items.{tile:02d}", reason)


# --- the stack -------------------------------------------------------------------------------------------


def _stack(s: FullSituation) -> None:
    """What lies at the bottom, and that every frame speaks of seats, cards and numbers that are there."""
    base = s.stack[0]
    need(isinstance(base, BASES), "stack.0", "a game is never only there; see the ruleset's page for what lies below")
    for place, frame in enumerate(s.stack):
        key = f"stack.{place}"
        if place:
            need(not isinstance(frame, BASES), key, "that lies at the bottom of a stack only")
            need(not isinstance(base, frames.Over), key, "the game is over, and nothing goes on")
            _upon(s, s.stack[place - 1], frame, key)
        _named(s, frame, key)
        _counts(s, frame, key)


def _upon(s: FullSituation, below: frames.Frame, frame: frames.Frame, key: str) -> None:
    """What must lie right below some frames."""
    if isinstance(frame, (frames.RollingReturn, frames.Placing)):
        fits = isinstance(below, frames.Returning) and below.seat == frame.seat
        need(fits, key, "it lies on the 'returning' of the same seat")
    elif isinstance(frame, frames.Rolled):
        fits = isinstance(below, (frames.RollingYlem, frames.PlacingOmega)) or (
            isinstance(below, frames.EndOfRound) and below.next in ("roll", "roll-event")
        )
        need(fits, key, "that lies on a Roll for Ylem, on the Omega Stone's or on one of the End of Round")
        die = isinstance(below, frames.EndOfRound) and below.next == "roll"
        need(not die or 1 <= frame.value <= 4, f"{key}.value", "the Immolation Die shows 1 to 4 (AK-COMP-05)")
    elif isinstance(frame, frames.Returning):
        fits = isinstance(below, frames.TurnOver) or (
            isinstance(below, frames.EndOfRound) and below.next in ("return-now", "returns")
        )
        fallen = s.fallen(s.number(frame.seat)) if frame.seat in s.settings.seats else None
        if fallen is not None and fallen.early and frame.step not in ("arrive", "gems"):
            fits |= isinstance(below, TURNS)
        need(fits, key, "who died returns after a turn or in the End of Round (AK-REV-01, AK-FIRE-20)")
    elif isinstance(frame, (frames.Attacking, frames.Casting)):
        fits = isinstance(below, frames.Acting) or (isinstance(frame, frames.Casting) and _outlived(s, below, frame))
        need(fits, key, "that is done in the Active State (AK-ACTIVE-07)")
    elif isinstance(frame, (frames.Wounding, frames.Driven, frames.Dropping)):
        cast = len(s.stack) > 1 and isinstance(s.stack[1], frames.Casting)
        hurts = (frames.Acting, frames.TurnOver, frames.EndOfRound)
        fits = isinstance(s.stack[0], hurts if cast or isinstance(frame, frames.Wounding) else hurts[:1])
        fits |= isinstance(frame, frames.Wounding) and frame.cause == "dire-tile"  # set there by a correction
        need(fits, key, "that comes of actions of the Active State, of returns or of the End of Round (AK-WOUND-03)")


def _outlived(s: FullSituation, below: frames.Frame, frame: frames.Casting) -> bool:
    """True for a card whose caster has died of it, which ended the turn; it is resolved to its end (AK-ACTIVE-08)."""
    seat = s.seat(frame.seat)
    return isinstance(below, frames.TurnOver) and frame.step > 0 and seat is not None and not s.alive(seat)


def _named(s: FullSituation, frame: frames.Frame, key: str) -> None:
    """Every seat a frame names is one of the game, and on the board where it must be."""
    seats = s.settings.seats
    named: list[str] = [getattr(frame, name) for name in ("seat", "who", "by", "omega") if hasattr(frame, name)]
    named += [*getattr(frame, "passed", ()), *getattr(frame, "targets", ()), *getattr(frame, "seats", ())]
    named += getattr(frame, "wounds", {}) if isinstance(frame, frames.Wounding) else ()
    for name in named:
        unknown = name not in seats and not (name == "" and getattr(frame, "by", None) == "")
        need(not unknown, key, f"there is no seat {shown(name)}")
    living: tuple[str, ...] = ()
    if isinstance(frame, frames.Attacking):
        living = (frame.seat, frame.who)
        need(frame.seat != frame.who, key, "nobody attacks the own character (AK-ATK-01)")
    elif isinstance(frame, (frames.KeepingGems, frames.Allocating)):
        living = () if s.rules.instant_while_dead else (frame.seat,)
    elif isinstance(frame, frames.Driven):
        living = (frame.seat,) if frame.way else ()
    elif isinstance(frame, frames.Casting) and not frame.step:
        living = (frame.seat, *frame.targets)
    for name in living:
        need(s.alive(seats.index(name)), key, f"{name} is not on the board (AK-DEATH-01)")
    if isinstance(frame, frames.Casting):
        _aimed(s, frame, key)
    if isinstance(frame, (frames.Attacking, frames.Casting)):
        need(s.turn == NOBODY or frame.seat == seats[s.turn], key, "that is for the player on turn (AK-ACTIVE-07)")
    for rule in (getattr(frame, "why", ""), getattr(frame, "rule", "")):
        need(not rule or RULE.fullmatch(rule) is not None, key, f"{shown(rule)} is no id of a rule")
    if isinstance(frame, frames.Wounding) and frame.heir:
        need(frame.by != "", key, "somebody inherits the Bloodstones: name who in 'by' (AK-INDEX-20)")


def _aimed(s: FullSituation, frame: frames.Casting, key: str) -> None:
    """The card is aimed at what it may be aimed at; until its first effect nobody has moved since (AK-CARD-12)."""
    card = s.pack.by_key[frame.card]
    ability = card.ability
    assert ability is not None
    seat, hit = s.number(frame.seat), [s.number(who) for who in frame.targets]
    need(seat not in hit and len(set(hit)) == len(hit), f"{key}.targets", "opponents, each once (AK-CARD-12)")
    if ability.target == "self":
        fits = not hit
    elif ability.several:
        fits = True
    else:
        fits = len(hit) == (0 if ability.tile == "only" or (ability.tile == "too" and frame.tile >= 0) else 1)
    need(fits, f"{key}.targets", f"{card.name} is not aimed like that (AK-CARD-12)")
    fits = frame.choice in targeting.nameable(s, ability)
    need(fits, f"{key}.choice", f"{card.name} leaves no such choice as {shown(frame.choice)} (AK-CARD-12)")
    if frame.step or not s.alive(seat):
        return
    for who in hit:
        missed = targeting.missed(s, seat, ability, who)
        need(missed is None, f"{key}.targets", f"{missed.reason.rstrip('.')} ({missed.rule})" if missed else "")
    target = hit[0] if hit and not ability.several else None
    tile = None if frame.tile < 0 else frame.tile
    astray = targeting.tile_refusal(s, seat, ability, target, tile)
    need(astray is None, f"{key}.tile", f"{astray.reason.rstrip('.')} ({astray.rule})" if astray else "")


def _counts(s: FullSituation, frame: frames.Frame, key: str) -> None:
    """Numbers that no frame can come to."""
    if isinstance(frame, frames.RollingFocus):
        need(frame.dice + frame.ascended > 0 and frame.dice <= MOST_DICE, key, f"1 to {MOST_DICE} dice are rolled")
    elif isinstance(frame, frames.Allocating):
        need(0 < len(frame.dice) <= MOST_DICE, key, f"1 to {MOST_DICE} dice lie on the table")
    elif isinstance(frame, frames.Latent):
        need(frame.extra <= MOST_DICE, key, f"at most {MOST_DICE} dice join the roll")
    elif isinstance(frame, frames.KeepingGems):
        for kind, count in enumerate((frame.aria, frame.egis, frame.pyre, 0, frame.dire)):
            left = s.supply[kind]
            need(count <= left, key, f"those gems are still in the supply, which has {left} (AK-COMP-10)")
        lethal = s.lethal(s.number(frame.seat))
        need(s.mats[s.number(frame.seat)].dire + frame.dire < lethal, key, "that Dire would kill (AK-WOUND-02)")
    elif isinstance(frame, frames.Dealing):
        need(frame.done <= len(s.settings.seats), key, f"there are {len(s.settings.seats)} seats")
    elif isinstance(frame, (frames.RollingReturn, frames.Placing, frames.Returning)):
        _return(s, frame, key)
    elif isinstance(frame, frames.Driven):
        for tile in frame.way:
            taken = s.arena.occupied >> tile & 1
            need(not taken, key, f"tile {tile:02d} is occupied")


def _return(s: FullSituation, frame: frames.RollingReturn | frames.Placing | frames.Returning, key: str) -> None:
    seat = s.number(frame.seat)
    dead = {fallen.seat: fallen.owed for fallen in s.dead}
    if isinstance(frame, frames.Returning):
        late = frame.step in ("arrive", "gems")
        need(late or seat in dead, key, f"{frame.seat} is not among the dead")
        back = frame.step in ("draw", "roll", "arrive", "gems")
        need(not back or s.arena.revenant[seat], key, f"{frame.seat} must be a Revenant by then (AK-REV-05)")
        return
    need(seat in dead, key, f"{frame.seat} is not among the dead")
    need(s.arena.revenant[seat], key, f"{frame.seat} must be a Revenant by now (AK-REV-05)")
    if isinstance(frame, frames.Placing):
        need(not dead[seat], key, f"{frame.seat} has its Bloodstone by now (AK-REV-11)")
        burns = s.arena.walls.fire_mask >> frame.tile & 1
        need(not burns, key, f"tile {frame.tile:02d} is covered in fire (AK-PROX-07)")


# --- the moment ------------------------------------------------------------------------------------------


def _moment(s: FullSituation) -> None:
    """Whose turn it is and what is under way agree."""
    base = s.stack[0]
    seats = s.settings.seats
    on_turn = isinstance(base, TURNS)
    need(on_turn == (s.turn != NOBODY), "turn", "a seat in a turn, null between turns")
    if on_turn and not s.alive(s.turn):
        late = isinstance(base, frames.TurnOver) or (
            isinstance(base, frames.Acting) and not s.rules.turn_active_death_ends_turn
        )
        need(late, "turn", f"{seats[s.turn]} is not on the board")
    if s.dead:
        late = isinstance(base, (frames.Acting, frames.TurnOver, *ENDINGS))
        late |= isinstance(base, (frames.Latent, frames.Discarding, frames.Shielding, frames.Generating))
        late |= isinstance(base, (frames.ChoosingState, frames.RollingYlem, frames.Absorbing))
        late |= isinstance(base, frames.EndOfRound) and base.next != "roll"
        need(late, "dead", "the dead have returned by then (AK-REV-01)")
    if isinstance(base, frames.Absorbing):
        need(s.arena.die >= 0, "stack.0", "nobody holds the Ascended Die")
    if isinstance(base, frames.Shielding):
        for name in base.passed:
            need(name != seats[s.turn], "stack.0.passed", f"{name} is on turn and raises no Shield (AK-ABIL-12)")
    if s.shielded:
        need(on_turn, "shielded", "an Ylem Shield ends with its turn (AK-ABIL-14)")
        need(not s.shielded >> s.turn & 1, "shielded", "it is raised on an opponent's turn (AK-ABIL-12)")
        for seat, name in enumerate(seats):
            if s.shielded >> seat & 1:
                need(not s.mats[seat].done(YLEM), "shielded", f"the Shield of {name} cost its three Ylem (AK-ABIL-14)")
    board.war(s)
    if isinstance(base, frames.EndOfRound):
        board.end_of_round(s, base)
    if not isinstance(base, ENDINGS):
        need(not s.sheets, "sheets", "nobody scores before the end")
        need(not s.shown, "hands", "nobody shows a hand before a tie")
        return
    _ending(s, base.omega)


def _ending(s: FullSituation, omega: str) -> None:
    """Who took the Omega Stone stands there; a game that is over has its result, a tie its seats (AK-SCORE-02)."""
    base, seats = s.stack[0], s.settings.seats
    stands = s.arena.omega != OFF and s.arena.tiles[seats.index(omega)] == s.arena.omega
    need(stands, "stack.0.omega", f"{omega} is not on the Omega Stone's tile")
    if isinstance(base, frames.Scoring):
        return
    outcome = verdict(s, omega)
    if isinstance(base, frames.BreakingTie):
        tied = [] if isinstance(outcome, Result) else [seats[seat] for seat in outcome]
        need(list(base.seats) == tied, "stack.0.seats", f"the tied seats whose hands are missing are {tied}")
        return
    need(isinstance(outcome, Result), "hands", "the tied seats must have shown theirs (AK-SCORE-03)")
    if isinstance(outcome, Result):
        s.result = outcome
