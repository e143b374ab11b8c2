"""Validate what lies on the table of a position; raises BadPosition with the key and the reason."""

from __future__ import annotations

from collections import Counter

from ...engine import need
from ...house_rules import shown
from .. import frames
from ..cards.pack import flesh, stone
from ..facts.chimera import HEAD_TO_REAR, PLACES, can_fly, fits, health
from ..facts.con_facts import NO_CARD, ConFacts
from ..rounds import rounds


def elsewhere(s: ConFacts) -> Counter[str]:
    """Count how many of each card lie outside the decks. Raises BadPosition for an unknown card."""
    found = Counter(map(flesh, (*s.market, *s.discard)))
    for player in s.players.values():
        found.update(map(flesh, (*filter(None, player.parts), *player.hand)))
    for place, frame in enumerate(s.stack):
        for text in frame.aside:
            need(text in s.pack.number, f"stack.{place}", f"there is no creature card {shown(text)}")
        found.update(map(flesh, frame.aside))
        if frame.played is not None:
            need(frame.played in s.pack.cheat_number, f"stack.{place}.card", f"there is no cheat {shown(frame.played)}")
            found[frame.played] += 1
    return found


def validate_position(s: ConFacts) -> None:
    """Refuse what the seats and piles cannot be."""
    _copies(s)
    base, players = s.stack[0], s.players.values()
    for seat in s.players:
        _seat(s, seat)
    if isinstance(base, frames.Over):
        need(any(p.points >= s.rules.points_to_win for p in players), "seats", "nobody has the points that win")
        rounds.end_game(s)
        return
    for seat, player in s.players.items():
        key = f"seats.{seat}.points"
        need(player.points < s.rules.points_to_win, key, f"with {player.points} points the game is over (CC-WIN-02)")
    need(len(s.living()) >= 2, "seats", "with one Chimera left the round is over (CC-WIN-01)")
    if isinstance(base, frames.OPENING):
        before = "before the first turn of a round"
        need(s.turn is None, "turn", f"null {before}")
        need(s.merchant is None, "merchant", f"null {before}")
        need(s.merchant_turns == 0, "merchant_turns", f"0 {before}")
        need(s.calm == 0, "calm", f"0 {before}")
        need(len(s.living()) == len(s.players), "seats", f"nobody is eliminated {before}")
        need(not any(p.damage for p in players), "seats", f"nobody has damage {before}")
        need(not any(p.airborne for p in players), "seats", f"nobody flies {before}")
        return
    need(s.turn is not None, "turn", "a seat, once turns are taken")
    need(s.merchant is not None and s.players[s.merchant].alive, "merchant", "a seat in the round (CC-MERCH-06)")
    ended = isinstance(base, frames.BETWEEN_TURNS)
    need(s.players[s.on_turn].alive or ended, "turn", f"{s.turn} is eliminated")
    need(s.merchant_turns < 2 or ended, "merchant_turns", "after 2 turns comes the Market Phase (CC-MKT-01)")


def _copies(s: ConFacts) -> None:
    out = elsewhere(s)
    for card, most in s.pack.copies.items():
        there = out[card] + sum(left.get(card, 0) for left in s.decks.values())
        need(there <= most, "seats", f"there are {there} of {card} on the table and in the deck, of {most} in the pack")
    need(not any(map(stone, s.discard)), "discard", "Petrify ends in the Discard Pile (CC-PETR-03)")


def _seat(s: ConFacts, seat: str) -> None:
    player, key, base = s.players[seat], f"seats.{seat}", s.stack[0]
    for place in HEAD_TO_REAR:
        card = player.parts[place]
        if card == NO_CARD:
            continue
        need(s.pack.place[card] == place, f"{key}.parts", f"{card} is no {PLACES[place]}")
        need(fits(s, card, player.parts), f"{key}.parts", f"{card} does not fit the other parts (CC-BUILD-02)")
    if not player.alive:
        need(not player.built, f"{key}.parts", "an eliminated Chimera has left the table (CC-WIN-04)")
        need(not player.hand, f"{key}.hand", "an eliminated player has no cards (CC-WIN-04)")
        need(not player.airborne, f"{key}.airborne", "an eliminated Chimera does not fly")
        return
    there = sum(card != NO_CARD for card in player.parts)
    if isinstance(base, frames.Over):
        return
    counts, why = base.parts_laid
    need(there in counts, f"{key}.parts", why)
    if not isinstance(base, frames.OPENING):
        full = health(s, seat)
        why = f"{player.damage} damage eliminates a Chimera of {full} Health (CC-HP-02)"
        need(full > player.damage, f"{key}.damage", why)
    need(not player.airborne or can_fly(s, seat), f"{key}.airborne", "it cannot use an Airborne tag (CC-AIR-07)")
