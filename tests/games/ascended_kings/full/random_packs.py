"""Card packs and positions at random, for tests of what no author of cards thought of. Knows the format, no rule."""

from __future__ import annotations

from random import Random
from typing import Any

from immolation import games
from immolation.games import BadData

from tests.games.ascended_kings.full.card_table import ready_made

TARGETS = ("self", "adjacent", "surrounding", "cardinal", "any", "all", "sight")
COUNTED = (
    "aria",
    "egis",
    "pyre",
    "core",
    "ylem",
    "dire",
    "bloodstones",
    "level",
    "cards",
    "inscription",
    "king",
    "fire",
)
FOCI = ("aria", "egis", "pyre", "ylem", "dire")
GEMS = ("aria", "egis", "pyre", "ylem", "core")
MIDDLE = [10 * row + column for row in range(2, 8) for column in range(2, 8)]


def pack(rng: Random, size: int = 20) -> dict[str, Any]:
    """A pack of ``size`` cards in both decks, all of them legal ones."""
    cards: list[dict[str, Any]] = []
    while len(cards) < size:
        card = {
            "key": f"card-{len(cards)}",
            "deck": "both",
            "title": f"Card {len(cards)}",
            "focus": rng.choice(FOCI),
            "level": rng.randint(1, 3),
            "price": rng.randint(0, 1),
            "ability": _ability(rng),
        }
        if rng.random() < 0.5:
            card["instant"] = _instant(rng)
        if _legal(card):
            cards.append(card)
    cards.append({"key": "prism", "deck": "ascendant", "title": "Prism", "inscribe": "prismatic", "cycle": 1})
    return {"format": 1, "name": "Random", "ascendant": size + 1, "revenant": size, "card": cards}


def _legal(card: dict[str, Any]) -> bool:
    try:
        ready_made({"format": 1, "name": "One", "ascendant": 1, "revenant": 1, "card": [card]})
    except BadData:
        return False
    return True


def _ability(rng: Random) -> dict[str, Any]:
    found: dict[str, Any] = {
        "target": rng.choice(TARGETS),
        "effects": [_effect(rng) for _ in range(rng.choice((1, 1, 2, 3)))],
    }
    extra = {"each": True, "sight": True, "range": rng.randint(1, 5), "inherit": True}
    found |= {key: value for key, value in extra.items() if rng.random() < 0.15}
    if rng.random() < 0.25:
        found["tile"] = rng.choice(("too", "only"))
    if rng.random() < 0.2:
        found["when"] = [_condition(rng)]
    return found


def _condition(rng: Random) -> str:
    return (
        f"{rng.choice(('caster', 'target'))}.{rng.choice(COUNTED)} {rng.choice(('>=', '<=', '='))} {rng.randint(0, 2)}"
    )


def _gems(rng: Random) -> dict[str, int]:
    return {gem: rng.randint(1, 4) for gem in rng.sample(GEMS, rng.choice((1, 1, 2)))}


def _instant(rng: Random) -> dict[str, int]:
    return rng.choice((_gems(rng), {"cancel": rng.randint(1, 3)}, {"dice": rng.randint(1, 3)}))


def _effect(rng: Random) -> dict[str, Any]:
    kinds: list[dict[str, Any]] = [
        *({"do": do, **_gems(rng)} for do in ("gain", "lose", "steal", "give")),
        {"do": "lose", "core": 2, "chooses": "target"},
        {"do": "convert", "of": rng.choice(GEMS), "into": rng.choice(GEMS), "count": rng.randint(1, 4)},
        {"do": "convert", "of": "core", "into": "ylem", "count": rng.randint(1, 4), "up_to": True},
        *({"do": do, "count": rng.randint(1, 3)} for do in ("wound", "heal", "draw", "discard", "give-dire")),
        {"do": "push", "tiles": rng.randint(1, 4)},
        {"do": "pull", "tiles": rng.choice((1, 2, 3, "all"))},
        {"do": "move", "tiles": rng.randint(1, 4), "fire": rng.random() < 0.5},
        *({"do": do} for do in ("swap", "take-inscription", "discard-inscription", "break-transmutation", "recede")),
        {"do": "roll", "dice": rng.randint(1, 4)},
        {"do": "spawn", "ylem": 1, "pyre": 1, "dire": 1},
    ]
    effect = rng.choice(kinds)
    if effect["do"] in ("gain", "convert", "wound", "heal", "draw", "discard", "roll", "move") and rng.random() < 0.5:
        effect["who"] = rng.choice(("caster", "target"))
    if effect["do"] in ("gain", "wound", "heal", "draw") and rng.random() < 0.2:
        effect["per"] = f"{rng.choice(('caster', 'target'))}.{rng.choice(COUNTED)}"
    if rng.random() < 0.15:
        effect["when"] = [_condition(rng)]
    return effect


def position(rng: Random, cards: dict[str, Any]) -> dict[str, Any]:
    """An Active State with full hands and pools, walls and things lying about, for a game with these cards."""
    count = rng.randint(2, 4)
    tiles = rng.sample(MIDDLE, count)
    keys = [card["key"] for card in cards["card"] if card["deck"] == "both"]
    decks = {
        "king": rng.sample(keys, len(keys)),
        "revenant": [f"revenant-{key}" for key in rng.sample(keys, len(keys))],
    }
    seats = {}
    for seat in range(count):
        form = rng.choice(("king", "revenant"))
        level = rng.randint(1, 3)
        dire = rng.randint(0, level + 1)
        pool = {gem: rng.randint(0, (6 + 3 * level - dire) // 3) for gem in ("aria", "egis", "pyre")}
        facts: dict[str, Any] = {
            "tile": tiles[seat],
            "form": form,
            "level": level,
            "pool": {"dire": dire, **pool},
            "ylem": rng.randint(2, 5),
            "hand": [decks[form].pop() for _ in range(3)],
            "transmuted": ["ylem"] if rng.random() < 0.5 else [],
        }
        if form == "revenant" and rng.random() < 0.6:
            facts["inscription"] = decks[form].pop()
        seats[f"p{seat + 1}"] = facts
    free = [tile for tile in MIDDLE if tile not in tiles]
    items = {
        f"{tile:02d}": dict.fromkeys(rng.sample(("ylem", "pyre", "dire", "aria"), 2), 1) for tile in rng.sample(free, 6)
    }
    found: dict[str, Any] = {"track": "full", "seats": seats, "items": items, "stack": [{"at": "active"}]}
    if rng.random() < 0.3:
        return {**found, "war": True, "omega_stone": rng.choice((2, 5, 20, 30, 92))}
    lines = {"top": (0, 1), "left": (0, 1), "right": (8, 9), "bottom": (8, 9)}
    return {**found, "walls": {edge: rng.choice(lines[edge]) for edge in rng.sample(sorted(lines), 2)}}


def game(cards: dict[str, Any]) -> games.Game:
    """The full track with these cards."""
    return ready_made(cards)
