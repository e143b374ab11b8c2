"""Writes a situation of the full track as a position; corrects it."""

from __future__ import annotations

from typing import Final

import msgspec

from ...contract import Correct, Event, Json, Refusal
from ...correcting import path_text, refusal, set_right, short
from ..edition import FULL
from ..facts.arena import OFF, Log, seat_id
from ..facts.full_situation import HIDDEN, FullSituation
from ..facts.mat import DIRE, KINDS, NONE, UNKNOWN, Mat
from ..full.cards.card import DECKS
from .arena_to_json import GROWING as BOARD_GROWING
from .arena_to_json import addressed, write_board
from .full_from_json import BIT, read

GROWING: Final = (*BOARD_GROWING, "draw", "discard", "supply")
"""Keys whose tables a correction may add to."""


def write(s: FullSituation) -> dict[str, Json]:
    """The whole situation, complete and stable: `read` gives the same situation again."""
    board = write_board(s)
    return {
        "ruleset": "ascended-kings",
        "track": "full",
        "cards": "printed" if s.printed else "host",
        "pack": s.pack.name,
        "rounds": board.pop("rounds"),
        "countdown": board.pop("countdown"),
        "options": board.pop("options"),
        "seats": {seat: _seat(s, number) for number, seat in enumerate(s.settings.seats)},
        "supply": dict(zip(KINDS, s.supply, strict=True)),
        **({} if s.printed else {"draw": _piles(s, s.draw)}),
        "discard": _piles(s, s.discard),
        **board,
        "shielded": [seat_id(seat) for seat in range(len(s.mats)) if s.shielded >> seat & 1],
        "inscription_used": s.inscription_used,
        "stack": msgspec.json.decode(msgspec.json.encode(s.stack)),
    }


def _seat(s: FullSituation, number: int) -> dict[str, Json]:
    arena, mat = s.arena, s.mats[number]
    king, tile, hand = arena.kings[number], arena.tiles[number], s.hands[number]
    cards = s.pack.cards
    return {
        "king": king.key if king is not None else None,
        "form": "revenant" if arena.revenant[number] else "king",
        "tile": None if tile == OFF else tile,
        "level": mat.level,
        "bloodstones": arena.stones[number],
        "pool": pool(mat),
        "ylem": mat.ylem,
        "transmuted": transmuted(mat),
        "prismatic": mat.prismatic,
        "hand": len(hand) if s.printed else [cards[card].key for card in hand if card != HIDDEN],
        "revealed": [cards[card].key for card in s.revealed[number]],
        "inscription": None
        if mat.inscription == NONE
        else {
            "card": None if mat.inscription == UNKNOWN else cards[mat.inscription].key,
            "known": mat.known,
            "filled": mat.filled,
        },
    }


def pool(mat: Mat) -> dict[str, int]:
    """The Gemstone Pool by kind."""
    return {"aria": mat.aria, "egis": mat.egis, "pyre": mat.pyre, "dire": mat.of(DIRE)}


def transmuted(mat: Mat) -> list[str]:
    """Completed Core and Ylem Transmutations by name."""
    return [what for what, bit in BIT.items() if mat.transmuted & bit]


def _piles(s: FullSituation, piles: list[tuple[int, ...]]) -> dict[str, dict[str, int]]:
    """Deck -> card -> copies."""
    cards = s.pack.cards
    return {
        title: {cards[card].key: count for card, count in enumerate(piles[deck]) if count}
        for deck, title in enumerate(DECKS)
    }


# --- corrections -----------------------------------------------------------------------------------------


def check_correct(s: FullSituation, action: Correct) -> Refusal | None:
    """None if the corrected situation is one that `read` accepts."""
    return refusal(action, lambda: _corrected(s, action))


def do_correct(s: FullSituation, action: Correct, log: Log) -> None:
    """Set one thing right. What it says of somebody's hidden cards only that seat hears (AK-CARD-04, AK-INSC-04).

    Who stands on something by now takes it as after any action (AK-GEM-01).
    """
    made = _corrected(s, action)
    before = write(s)
    s.become(made)
    after = write(s)
    where = path_text(action.path) or "the whole position"
    data: dict[str, Json] = {"path": list(action.path), "value": action.value}
    text = f"The table sets {where} right: {short(action.value)}."
    owners = _owners(s, action, before, after)
    if not owners:
        log.append(Event("corrected", ("TABLE",), text, data))
    for seat in owners:  # what is about several is told in parts, so that nobody sees the whole of it
        told: dict[str, Json] = {"text": text, **data} if len(owners) == 1 else {}
        public = {"path": list(action.path)}
        log.append(Event("corrected", ("TABLE",), f"The table sets {where} right.", public, {seat: told}))


def _owners(s: FullSituation, action: Correct, before: dict[str, Json], after: dict[str, Json]) -> tuple[str, ...]:
    """Whose hidden cards a correction speaks of: one seat's alone, or everybody's where it reaches further."""
    path = action.path
    changed = any(_secrets(before, seat) != _secrets(after, seat) for seat in s.settings.seats)
    if len(path) > 1 and path[0] == "seats":
        hidden = changed or len(path) < 3 or path[2] in ("hand", "inscription")
        return (path[1],) if hidden else ()
    return s.settings.seats if changed or not path or path[0] in ("seats", "draw") else ()


def _secrets(whole: dict[str, Json], seat: str) -> tuple[Json, Json]:
    facts = whole["seats"][seat]
    return facts["hand"], facts["inscription"]


def _corrected(s: FullSituation, action: Correct) -> FullSituation:
    """A new situation with ``value`` at ``path``; piles and supply make up for what changed elsewhere."""
    whole = addressed(write(s))
    named = set(action.path[:1])
    if not action.path and isinstance(action.value, dict):
        named = set(action.value)
    made = set_right(whole, action, lambda path: path[0] in GROWING)
    for key in ("supply", "draw"):  # gems and cards that come or go are those of the supply and the draw pile
        if key not in named:
            made.pop(key, None)
    return read(FULL.position(made), s.pack, standing=True)
