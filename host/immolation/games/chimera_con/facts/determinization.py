"""Deal anew what a seat cannot know: other hands, the decks, choices still secret."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from ..actions import Build
from ..frames import Building, Contest, Greedy, Redrawing
from ..rounds import building
from .con_facts import ConFacts

TRIES: Final = 200
"""Deals that are tried until a hand allows a build, as it did when its player built."""


def imagine(s: ConFacts, viewer: int, rng: Random) -> None:
    """Exchange all that ``viewer`` does not see for something it might be.

    Petrified cards stay in the hands they came to, since everybody saw them go there.
    """
    others = [seat for seat in range(len(s.seats)) if seat != viewer]
    _deal_cheats(s, others, rng)
    base = s.stack[0]
    builders = [s.seat(name) for name in base.chosen if s.seat(name) != viewer] if isinstance(base, Building) else []
    _deal_creatures(s, others, builders, rng)
    if isinstance(base, Building) and builders:
        chosen = {
            name: _some_build(s, s.seat(name), rng) if s.seat(name) in builders else parts
            for name, parts in base.chosen.items()
        }
        s.stack[0] = Building(chosen)
    if isinstance(base, Greedy):
        open_question = len(s.stack) == 1 or not _contested(s)
        if open_question:
            said = {name: want if s.seat(name) == viewer else rng.random() < 0.5 for name, want in base.said.items()}
            s.stack[0] = replace(base, said=said)


def _contested(s: ConFacts) -> bool:
    """True once the answers were told, because several roll to get greedy."""
    return isinstance(s.stack[1], Contest)


def _deal_cheats(s: ConFacts, others: list[int], rng: Random) -> None:
    pool = [card for card, left in enumerate(s.cheat_deck) for _ in range(left)]
    for seat in others:
        pool += s.players[seat].cheats
    pool.sort()  # the same generator deals the same, whatever is hidden
    rng.shuffle(pool)
    for seat in others:
        s.players[seat].cheats = sorted(pool.pop() for _ in s.players[seat].cheats)
    s.cheat_deck = [0] * len(s.cheat_deck)
    for card in pool:
        s.cheat_deck[card] += 1


def _deal_creatures(s: ConFacts, others: list[int], builders: list[int], rng: Random) -> None:
    pool = [2 * card for card, left in enumerate(s.creature_deck) for _ in range(left)]
    top = s.stack[-1]
    aside = isinstance(top, Redrawing) and s.seat(top.seat) in others
    if aside and isinstance(top, Redrawing):
        pool += [s.pack.number[card] for card in top.old]
    for seat in others:
        pool += [card for card in s.players[seat].creatures if not card & 1]
    pool.sort()
    for seat in [*builders, *(seat for seat in others if seat not in builders)]:
        stones = [card for card in s.players[seat].creatures if card & 1]
        count = len(s.players[seat].creatures) - len(stones)
        was = s.players[seat].creatures
        for _ in range(TRIES):
            rng.shuffle(pool)
            s.players[seat].creatures = sorted(stones + pool[:count])
            if seat not in builders or isinstance(building.builds(s, seat)[0], Build):
                del pool[:count]
                break
        else:  # no deal allows a build: keep the hand that did
            s.players[seat].creatures = was
            for card in was:
                if not card & 1:
                    pool.remove(card)
    if aside and isinstance(top, Redrawing):
        s.stack[-1] = replace(top, old=tuple(s.text(pool.pop()) for _ in top.old))
    s.creature_deck = [0] * len(s.creature_deck)
    for card in pool:
        s.creature_deck[card // 2] += 1


def _some_build(s: ConFacts, seat: int, rng: Random) -> tuple[str, str, str]:
    found = rng.choice(building.builds(s, seat))
    assert isinstance(found, Build)
    return found.head, found.body, found.rear
