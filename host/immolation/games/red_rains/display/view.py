"""Makes the view: what everybody sees of the table, as JSON.

Nothing is hidden from anybody: what lies face down is not decided before it is seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...contract import Decision, Json
from ...engine import fields_json
from ..battle import lasting, stats, told
from ..cards import sample_deck
from ..chimera import piles, rage_dice, red_rains_tokens
from ..effects import targeting
from ..facts.card_in_play import REDIRECT, CardInPlay, Seat
from ..facts.situation import Situation
from ..frames import Attack, Process, Turn, Window
from ..player_effects import decks
from ..rounds import campaign

DECK: Final = {
    card.name: {
        **fields_json(card, "cost", "attack", "life", "recover"),
        "keywords": [word for word, _ in card.keywords],
    }
    for card in sample_deck.DECK.values()
}
"""The sample deck as people see it, card by card."""


def view(s: Situation, asked: Mapping[str, Decision]) -> dict[str, Json]:
    """The public table, with who is ``asked``."""
    turns = dict(frame.whose for frame in s.stack if isinstance(frame, Turn))
    base: Any = s.stack[0]
    return {
        "ruleset": "red-rains",
        **fields_json(s, "round", "first", "passes"),
        "seats": {name: _seat(s, seat) for name, seat in s.seats_of.items()},
        "turn": turns.get("player"),
        "over": s.ended,
        "won": base.won if s.ended else None,
        "players": s.settings.players,
        "level": campaign.level_now(s),
        "campaign": s.settings.campaign,
        "moment": "over" if s.ended else base.phase,
        "asked": {seat: decision.kind for seat, decision in asked.items()},
        "prompt": next((decision.prompt for decision in asked.values()), ""),
        "chimera": _chimera(s, turns.get("chimera")),
        "deck": DECK if s.settings.players != "printed" else None,
        "battle": _battle(s),
        "about": _about(s),
        "falling": _falling(s),
        "stack": [type(frame).__struct_config__.tag for frame in s.stack],
    }


def _chimera(s: Situation, facing: str | None) -> dict[str, Json]:
    return {
        "name": s.chimera.name,
        "key": s.pack.key,
        "aspects": s.pack.aspect_set,
        "life": stats.life(s, s.chimera),
        "wounds": s.chimera.wounds,
        "exhaustion": s.chimera.exhaustion,
        "spells": sorted(s.chimera.spells),
        **fields_json(s, "ultimate_exhaustion", "red_rains", "phase", "pile", "fatigued", "empties", "guards"),
        "ultimate": red_rains_tokens.ultimate_value(s),
        "rage": {"power": s.rage, "basic": rage_dice.basic_dice(s)},
        "threat": s.pack.threat(campaign.level_now(s)),
        "unseen": dict(sorted(s.pool.items())),
        "backs": {str(blood): count for blood, count in piles.backs(s).items()},
        "discard": dict(sorted(s.discard.items())),
        "removed": dict(sorted(s.removed.items())),
        "hand": dict(sorted(s.hand.items())) if s.hand is not None else None,
        "turn_against": facing,
        "die": s.pack.die,
        "behaviour": list(s.pack.words.rows[s.phase]),
        "ultimate_text": s.pack.words.ultimates[s.phase],
        "fatigued_text": s.pack.words.fatigue,
        "conjured": dict(s.pack.words.conjured),
    }


def _seat(s: Situation, seat: Seat) -> dict[str, Json]:
    body = seat
    return {
        **fields_json(body, "name", "wounds", "exhaustion", "guard_used", "battlefield"),
        "colour": sample_deck.COLOURS[seat.ref],
        "life": stats.life(s, body),
        "exhausted": stats.exhausted(s, body),
        "attached": dict(sorted(body.attached.items())),
        "dice": dict(seat.dice) if seat.dice is not None else None,
        "cards": dict(sorted(seat.cards.items())) if seat.cards is not None else None,
        "deck": _known(seat),
        "units": [_card(s, unit) for unit in seat.units],
        "facing": [_card(s, each) for each in s.seats_of[seat.ref].facing],
    }


def _card(s: Situation, body: CardInPlay) -> dict[str, Json]:
    facts = fields_json(body, "ref", "column", "kind", "up", "blood")
    if not body.up:
        return {**facts, "name": body.name if body.card is not None else ""}
    icon = body.card.icon if body.card is not None else ("jaw" if body.home != body.side else "")
    return {
        **facts,
        **fields_json(body, "name", "wounds", "exhaustion", "status", "owner"),
        "card": body.card.id if body.card is not None else "",
        "attack": stats.attack(s, body),
        "life": stats.life(s, body),
        "recover": stats.recover(s, body),
        "exhausted": stats.exhausted(s, body),
        "icon": icon,
        "text": s.pack.words.cards[body.card.id] if body.card is not None else "",
        "able": targeting.can_attack(s, body),
        "keywords": {word: n for word, n in sorted(body.every_word.items()) if ":" not in word},
        "told": told.words(body),
        "lasts": _lasts(body),
        "attached": dict(sorted(body.attached.items())),
        "spells": sorted(body.spells),
        "under": [name if public else "" for name, public in sorted(body.under.items())],
        "dice": body.dice_count,
        "copies": s.pack.conjured[body.card.id].copies
        if body.card is not None and body.card.id in s.pack.conjured
        else 0,
    }


def _known(seat: Seat) -> list[Json]:
    """The units of the own deck that were used last, with their numbers."""
    found: list[Json] = []
    for name in decks.latest(seat.deck, LATEST):
        kept = decks.read_written(seat.deck[name])
        if kept is not None:
            found.append({"name": name, **dict(zip(("attack", "life", "recover", "text"), kept, strict=True))})
    return found


LATEST: Final = 10
"""Cards of a deck that a view lists."""


def _lasts(body: CardInPlay) -> list[str]:
    """Say in words what the card was given, or lost, and how long each lasts."""
    found = [f"{lasting.words_of(word, n)} this turn" for word, n in body.lasting.items() if _is_said(word)]
    for each in body.given:
        if _is_said(each.word):
            until = {"round": "this round", "spell": ""}.get(each.until, "while in play")
            found.append(f"{lasting.said(each)} {until}".strip())
    return found


def _is_said(word: str) -> bool:
    return word != "left_battle" and not word.startswith(("inexhaustible:", REDIRECT))


def _battle(s: Situation) -> dict[str, Json] | None:
    """The attack under way: who attacks whom, and who stands between them."""
    for frame in reversed(s.stack):
        if isinstance(frame, Attack):
            now = min(frame.now, len(frame.attackers) - 1)
            guard = frame.guards[now] if now < len(frame.guards) else ""
            return {
                **fields_json(frame, "by", "side", "attackers", "target", "step"),
                "attacker": frame.attackers[now],
                "guard": guard,
            }
    return None


def _falling(s: Situation) -> list[Json]:
    """The cards that would be destroyed if play went on, where it has stopped for that (RR-DMG-03)."""
    top = s.stack[-1]
    return list(top.falling) if isinstance(top, Window) else []


def _about(s: Situation) -> str:
    """The card that what is asked is about."""
    concerned = (s.stack[-1], *(frame for frame in reversed(s.stack) if isinstance(frame, Process)))
    return next((frame.subject for frame in concerned if frame.subject is not None), "")
