"""Write a position, and set one thing of it right."""

from __future__ import annotations

import msgspec

from ...contract import TABLE, Correct, Json, Refusal
from ...correcting import path_text, refusal, set_right, short
from ..facts.con_facts import NOBODY, ConFacts, Log, report
from .from_json import read
from .validation import elsewhere

__all__ = ["check_correct", "do_correct", "read", "write"]


def write(s: ConFacts) -> dict[str, Json]:
    """The whole situation, complete and stable: `read` gives the same situation again."""
    written = {"cards": msgspec.to_builtins(s.written)} if s.written is not None else {}
    return {
        "ruleset": "chimera-con",
        "options": s.rules.values(),
        **written,
        "seats": {name: _seat(s, seat) for seat, name in enumerate(s.seats)},
        "decks": {
            "creature": {s.pack.ids[2 * card]: left for card, left in enumerate(s.creature_deck) if left},
            "cheat": {s.pack.cheat_ids[card]: left for card, left in enumerate(s.cheat_deck) if left},
        },
        "discard": _texts(s, s.creature_discard, s.cheat_discard),
        "market": _texts(s, s.market, s.market_cheats),
        "merchant": None if s.merchant == NOBODY else s.seats[s.merchant],
        "merchant_turns": s.merchant_turns,
        "turn": None if s.turn == NOBODY else s.seats[s.turn],
        "round": s.round,
        "quiet": [s.seats[seat] for seat in s.quiet],
        "stack": msgspec.json.decode(msgspec.json.encode(s.stack)),
    }


def _texts(s: ConFacts, creatures: list[int], cheats: list[int]) -> list[str]:
    return [s.pack.ids[card] for card in creatures] + [s.pack.cheat_ids[card] for card in cheats]


def _seat(s: ConFacts, seat: int) -> dict[str, Json]:
    player = s.players[seat]
    return {
        "parts": dict(zip(("head", "body", "rear"), (s.text(card) for card in player.parts), strict=True)),
        "hand": _texts(s, player.creatures, player.cheats),
        "damage": player.damage,
        "poisonous": player.poisonous,
        "negative": player.negative,
        "airborne": player.airborne,
        "eliminated": not player.alive,
        "points": player.points,
    }


# --- corrections -----------------------------------------------------------------------------------------


def check_correct(s: ConFacts, action: Correct) -> Refusal | None:
    """None if the corrected situation is one that `read` accepts."""
    return refusal(action, lambda: _corrected(s, action))


def do_correct(s: ConFacts, action: Correct, log: Log) -> None:
    """Set one thing right. What hands and decks hold is told to nobody, so that the action is cut as well."""
    s.become(_corrected(s, action))
    where = path_text(action.path) or "the whole position"
    hidden = any(key in ("hand", "decks", "stack") for key in action.path) or not action.path or len(action.path) < 3
    said = "" if hidden else f": {short(action.value)}"
    secret: dict[str, dict[str, Json]] = {TABLE: {}} if hidden else {}
    report(log, "corrected", ("TABLE",), f"The table sets {where} right{said}.", secret, path=list(action.path))


def _corrected(s: ConFacts, action: Correct) -> ConFacts:
    """A new situation with ``value`` at ``path``."""
    whole = set_right(write(s), action, lambda path: path[0] == "decks")
    named = action.path[:1] or tuple(action.value)
    return _balanced(s, whole, "decks" in named)


def _balanced(s: ConFacts, whole: dict[str, Json], decks_too: bool) -> ConFacts:
    """The corrected situation; a card put somewhere comes off its deck, and one taken away goes back there."""
    if decks_too:
        return read(s.pack, whole)
    made = read(s.pack, {key: value for key, value in whole.items() if key != "decks"})
    for deck, before, now, was in zip(
        (made.creature_deck, made.cheat_deck),
        (s.creature_deck, s.cheat_deck),
        elsewhere(made),
        elsewhere(s),
        strict=True,
    ):
        if len(deck) == len(before):
            for card, left in enumerate(before):
                deck[card] = max(0, left + was[card] - now[card])
    return made
