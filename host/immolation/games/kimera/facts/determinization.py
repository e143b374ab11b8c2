"""Deal anew what a seat cannot know, to get a full state that its knowledge allows (as OpenSpiel's resampling)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from .. import frames
from ..battle import attack, healing
from ..cards.card_play import shows
from ..cards.components import Symbol
from ..rounds import tactical
from .battle_facts import BattleFacts, Lingering, Mount

TRIES: Final = 200
"""Deals that are tried before the hidden cards of one who charged for an attack are left as they are."""


def choose_hidden(s: BattleFacts, seat: str, rng: Random) -> None:
    """Replace what others have chosen in secret by anything that they might have chosen."""
    _prepare(s, seat, rng)
    _bid(s, seat, rng)


def deal(s: BattleFacts, seat: str, rng: Random) -> None:
    """Deal the deck, the other hands and the others' lingering heals anew, every count kept."""
    hidden = s.deck.copy()
    for mount in s.mounts.values():
        if mount.seat != seat:
            hidden += mount.hand
        hidden += [card for heal in mount.lingering if _hidden(mount, heal, seat) for card in heal.cards]
    hidden.sort()  # so that the same generator deals the same cards whatever is hidden
    rng.shuffle(hidden)
    for mount in s.mounts.values():
        if mount.seat != seat:
            kept = _promised(s, mount, hidden)
            mount.hand = (*kept, *(hidden.pop() for _ in mount.hand[len(kept) :]))
        mount.lingering = tuple(
            Lingering(tuple(hidden.pop() for _ in heal.cards), heal.by) if _hidden(mount, heal, seat) else heal
            for heal in mount.lingering
        )
    s.deck.clear()
    s.put_back(hidden)
    top = s.stack[-1]
    if isinstance(top, frames.Breaking):
        s.stack[-1] = msgspec.structs.replace(
            top, cards={other: cards if other == seat else _lay(s, other, rng) for other, cards in top.cards.items()}
        )


def _hidden(mount: Mount, heal: Lingering, seat: str) -> bool:
    """True for a lingering heal that lies face down before a seat: those of the defeated lie face up (KM-POT-04)."""
    return mount.alive and heal.by != seat


def _lay(s: BattleFacts, seat: str, rng: Random) -> tuple[str, ...]:
    """Any Grapple cards of a hand."""
    mount = s.mounts[seat]
    fitting = [card for card in mount.hand if shows(s, mount, card, "grapple")]
    return tuple(rng.sample(fitting, rng.randint(0, len(fitting))))


def _promised(s: BattleFacts, mount: Mount, hidden: list[str]) -> list[str]:
    """Cards taken out of the hidden ones for what this rider has declared and must be able to play."""
    needed: Sequence[Symbol] = ()
    for frame in s.stack:
        if isinstance(frame, frames.Attacking) and frame.attacker == mount.seat:
            if frame.step in ("declaration", "symbols"):
                needed = attack.symbols(s, frame.how, frame.area, frame.suppression)
        elif isinstance(frame, frames.Healing) and frame.seat == mount.seat and frame.step == "symbols":
            needed = healing.symbols(frame.area)
    kept: list[str] = []
    for symbol in needed:
        card = next((card for card in reversed(hidden) if shows(s, mount, card, symbol)), None)
        if card is not None:
            hidden.remove(card)
            kept.append(card)
    return kept


def _prepare(s: BattleFacts, seat: str, rng: Random) -> None:
    """Other dice show any number that keeps the order of hands as far as everybody has seen it (KM-TAC-01)."""
    others = [mount for mount in s.mounts.values() if mount.seat != seat and mount.prepared is not None and mount.alive]
    kept = [mount.prepared for mount in others]
    base = s.stack[0]
    later = base.order[1:] if isinstance(base, frames.Adjusting) else tuple(s.living())
    seen = tuple(one for one in s.by_initiative(s.living(), prepared=True) if one not in later)
    for _ in range(TRIES):
        for mount in others:
            free = tactical.most(s, mount)
            mount.prepared = rng.randint(0, free)
        order = s.by_initiative(s.living(), prepared=True)
        if tuple(order[: len(seen)]) == seen:
            if isinstance(base, frames.Adjusting):
                coming = tuple(one for one in order if one in later)
                s.stack[0] = msgspec.structs.replace(base, order=(*base.order[:1], *coming))
            return
    for mount, amount in zip(others, kept, strict=True):
        mount.prepared = amount


def _bid(s: BattleFacts, seat: str, rng: Random) -> None:
    top = s.stack[-1]
    if isinstance(top, frames.Bidding):
        bids = {
            other: amount if other == seat else rng.randint(0, s.mounts[other].balance)
            for other, amount in top.bids.items()
        }
        s.stack[-1] = msgspec.structs.replace(top, bids=bids)
