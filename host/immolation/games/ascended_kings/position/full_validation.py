"""Validates a position of the full track: mats, hands, and what the game says it waits for; names the key.

`validation` validates what lies on the board.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from ...contract import BadPosition
from ...engine import need
from ...house_rules import shown
from .. import frames
from ..facts.arena import EMPTY
from ..facts.full_situation import HIDDEN, FullSituation
from ..facts.mat import NONE, UNKNOWN, YLEM
from ..facts.pools import capacity, core_done, room, ylem_room
from ..full import frames as full_frames
from ..full.cards import inscriptions
from ..full.decision_points import POINTS
from . import validation

RULE: Final = re.compile(r"AK-[A-Z]{1,8}-[0-9]{2}")
"""The id of a rule."""


def validate(s: FullSituation, standing: bool) -> None:
    """Raise BadPosition naming the key if the situation cannot be."""
    validation.walls(s)
    _stack(s)
    validation.off_board(s)
    validation.stones(s)
    for seat in range(len(s.settings.seats)):
        _mat(s, seat)
        _cards(s, seat)
    standing = standing or len(s.stack) > 1
    validation.items(s, standing)
    if not standing:
        _ylem_left(s)
    validation.index(s)
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
    if fallen is not None and fallen.early and not any(isinstance(frame, full_frames.Returning) for frame in s.stack):
        bare = not (mat.dire or mat.transmuted or mat.prismatic or mat.inscribed)
        need(bare, where, "of who returns early only Ylem, Core gems and new cards are left (AK-REV-10)")
    setting_up = s.stack[0].phase == "opening"
    empty = not (mat.ylem or mat.dire or mat.transmuted or mat.inscribed or mat.level > 1)
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
        reason = f"{s.arena.names[seat]} stands there with room for Ylem and would have taken it (AK-GEM-01)"
        need(full or not lies, f"items.{tile:02d}", reason)


# --- the stack -------------------------------------------------------------------------------------------


def _stack(s: FullSituation) -> None:
    """Refuse a wrong bottom of the stack, and frames that speak of seats, rules and numbers that are not there."""
    over = isinstance(s.stack[0], frames.Over)
    need(s.stack[0].phase, "stack.0", "a game is never only there; see the ruleset's page for what lies below")
    for place, frame in enumerate(s.stack):
        key = f"stack.{place}"
        need(not place or not frame.phase, key, "that lies at the bottom of a stack only")
        need(not place or not over, key, "the game is over, and nothing goes on")
        validation.seats_named(s, frame, key)
        for rule in (getattr(frame, "why", ""), getattr(frame, "rule", "")):
            need(not rule or RULE.fullmatch(rule), key, f"{shown(rule)} is no id of a rule")
        POINTS[type(frame)].validate(s, frame, place)


# --- the moment ------------------------------------------------------------------------------------------


def _moment(s: FullSituation) -> None:
    """Refuse a turn that does not agree with what is under way."""
    base, seats = s.stack[0], s.settings.seats
    validation.moment(s)
    if s.shielded:
        need(base.phase == "turn", "shielded", "an Ylem Shield ends with its turn (AK-ABIL-14)")
        need(not s.shielded >> s.turn & 1, "shielded", "it is raised on an opponent's turn (AK-ABIL-12)")
        for seat, name in enumerate(seats):
            if s.shielded >> seat & 1:
                need(not s.mats[seat].done(YLEM), "shielded", f"the Shield of {name} cost its three Ylem (AK-ABIL-14)")
    if isinstance(base, (frames.Scoring, frames.BreakingTie, frames.Over)):
        validation.omega_taken(s, base.omega)
    if isinstance(base, (frames.BreakingTie, frames.Over)):
        validation.decided(s, base)
