"""Deal anew what a seat cannot know: other hands, the decks, choices still secret."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from msgspec.structs import replace

from ..actions import Build, Deck
from ..cards.pack import stone
from ..frames import Building, Contest, Greedy, Redrawing
from ..rounds import building
from .con_facts import ConFacts, Pile

TRIES: Final = 200
"""Deals that are tried until a hand allows a build, as it did when its player built."""


def imagine(s: ConFacts, viewer: str, rng: Random) -> None:
    """Exchange all that ``viewer`` does not see for something it might be.

    Petrified cards stay in the hands they came to, since everybody saw them go there.
    """
    others = [seat for seat in s.players if seat != viewer]
    _deal_cheats(s, others, rng)
    base = s.stack[0]
    chosen = base.chosen if isinstance(base, Building) else {}
    builders = [name for name in chosen if name != viewer]
    _deal_creatures(s, others, builders, rng)
    if builders:
        s.stack[0] = Building(
            {name: _some_build(s, name, rng) if name in builders else parts for name, parts in chosen.items()}
        )
    told = len(s.stack) > 1 and isinstance(s.stack[1], Contest)  # because several roll to get greedy
    if isinstance(base, Greedy) and not told:
        said = {name: want if name == viewer else rng.random() < 0.5 for name, want in base.said.items()}
        s.stack[0] = replace(base, said=said)


def _deal_cheats(s: ConFacts, others: list[str], rng: Random) -> None:
    pool = _face_down(s, "cheat")
    for seat in others:
        pool += s.players[seat].cheats
    pool.sort(key=s.pack.order.__getitem__)  # the same generator deals the same, whatever is hidden
    rng.shuffle(pool)
    for seat in others:
        player = s.players[seat]
        dealt = tuple(pool.pop() for _ in player.cheats)
        player.hand = Pile(player.creatures, dealt).sorted_by(s.pack)
    s.decks["cheat"] = Counter(pool)


def _face_down(s: ConFacts, deck: Deck) -> list[str]:
    left = s.decks[deck]
    return [card for card in s.pack.printed[deck] for _ in range(left.get(card, 0))]


def _deal_creatures(s: ConFacts, others: list[str], builders: list[str], rng: Random) -> None:
    pool = _face_down(s, "creature")
    top = s.stack[-1]
    redrawn = top if isinstance(top, Redrawing) and top.seat in others else None
    if redrawn:
        pool += redrawn.old
    for seat in others:
        pool += [card for card in s.players[seat].creatures if not stone(card)]
    pool.sort(key=s.pack.order.__getitem__)
    for seat in [*builders, *(seat for seat in others if seat not in builders)]:
        stones = [card for card in s.players[seat].creatures if stone(card)]
        count = len(s.players[seat].creatures) - len(stones)
        player = s.players[seat]
        was = player.hand
        for _ in range(TRIES):
            rng.shuffle(pool)
            player.hand = Pile((*stones, *pool[:count]), was.cheats).sorted_by(s.pack)
            if seat not in builders or isinstance(building.builds(s, seat)[0], Build):
                del pool[:count]
                break
        else:  # no deal allows a build: keep the hand that did
            player.hand = was
            for card in was.creatures:
                if not stone(card):
                    pool.remove(card)
    if redrawn:
        s.stack[-1] = replace(redrawn, old=tuple(pool.pop() for _ in redrawn.old))
    s.decks["creature"] = Counter(pool)


def _some_build(s: ConFacts, seat: str, rng: Random) -> tuple[str, str, str]:
    found = rng.choice(building.builds(s, seat))
    assert isinstance(found, Build)
    return found.head, found.body, found.rear
