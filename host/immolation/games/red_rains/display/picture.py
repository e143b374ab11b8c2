"""Draws a view of Red Rains on the board: cards as tiles, light for what they carry.

Row 1 is the Chimera's battlefield, row 8 the player's, left to right; with two players p2's lie between them, rows 3
and 6. Row 0 bears the rage dice (tiles 00 to 04) and the Red Rains tokens against the Ultimate value (05 to 09), row 4
the Chimera's life, row 9 each Phoenixborn's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ...contract import Action, Gesture, Json, Layer, Picture, Piece
from ...engine.touches import touch, way_between
from .. import actions as act

FACING: Final = {"p1": 10, "p2": 30}
UNITS: Final = {"p1": 80, "p2": 60}
"""Seat -> the first tile of the row of the Chimera's battlefield opposite, and of its own."""

COLUMNS: Final = 10
MOST: Final = 16
"""Layers of a scene."""

RAGE, RAINS, LIFE, OWN_LIFE = 0, 5, 40, 90
COLOUR: Final = {
    "aspect": 0xB71C1C,
    "down": 0x4A148C,
    "jaw": 0xE53935,
    "foreign": 0x8D6E63,
    "rage": 0xFF6D00,
    "basic": 0x3E2723,
    "rains": 0xD50000,
    "missing": 0x330000,
    "life": 0x2E7D4F,
    "chimera": 0xC62828,
    "exhausted": 0x263238,
    "status": 0x00BFA5,
    "wound": 0xFF1744,
    "way": 0xFFEA00,
    "choice": 0xFFFFFF,
    "phase": 0x6200EA,
}
PHASES: Final = ("", "I", "II", "III")


def picture(view: Mapping[str, Json], actions: Sequence[Action] = ()) -> Picture:
    """Pieces, layers (at most 16) and gestures of a view."""
    gestures = tuple(_gestures(view, actions))
    return Picture(tuple(_pieces(view)), tuple(_layers(view, actions, gestures)), gestures)


def tile_of(view: Mapping[str, Json], ref: str) -> int | None:
    """Return the tile of a card, a Phoenixborn or the Chimera; None for a card beyond the tenth slot."""
    if ref == "chimera":
        return LIFE
    seats = list(view["seats"])
    if ref in seats:
        return OWN_LIFE + 5 * seats.index(ref)
    for tile, facts in _cards(view):
        if facts["ref"] == ref:
            return tile
    return None


def _cards(view: Mapping[str, Json]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for seat, facts in view["seats"].items():
        for start, line in ((FACING[seat], facts["facing"]), (UNITS[seat], facts["units"])):
            for card in line:
                if card["column"] < COLUMNS:
                    yield start + card["column"], card


# --- pieces ----------------------------------------------------------------------------------------------


def _pieces(view: Mapping[str, Json]) -> Iterable[Piece]:
    for seat, facts in view["seats"].items():
        for card in facts["facing"]:
            if card["column"] >= COLUMNS:
                continue
            owner = card.get("owner", "chimera")
            kind = "aspect" if card["up"] else "face-down"
            if card["kind"] != "aspect":
                kind = "unit"
            colour = COLOUR["aspect" if card["up"] else "down"] if card["kind"] == "aspect" else COLOUR["foreign"]
            yield Piece(
                FACING[seat] + card["column"], kind, _title(card), colour, owner if owner != "chimera" else "", True
            )
        for card in facts["units"]:
            yield Piece(UNITS[seat] + card["column"], "unit", _title(card), facts["colour"], seat, True)
        left = max(0, facts["life"] - facts["wounds"])
        tile = OWN_LIFE + 5 * list(view["seats"]).index(seat)
        marks = ", has guarded" if facts["guard_used"] else ""
        attached = "".join(f", {n} {card}" for card, n in facts["attached"].items())
        label = f"{facts['name']}: {left} of {facts['life']} life{marks}{attached}"
        yield Piece(tile, "phoenixborn", label, facts["colour"], seat)
    chimera = view["chimera"]
    left = max(0, chimera["life"] - chimera["wounds"])
    label = f"{chimera['name']}, phase {PHASES[chimera['phase']]}: {left} of {chimera['life']} life"
    yield Piece(LIFE, "chimera", label, COLOUR["aspect"])
    if chimera["red_rains"]:
        label = f"Red Rains tokens: {chimera['red_rains']} of {chimera['ultimate']}"
        yield Piece(RAINS, "red-rains", label, COLOUR["rains"], count=chimera["red_rains"])


def _title(card: Mapping[str, Any]) -> str:
    if not card["up"]:
        return f"{card['name'] or '? face down'}, blood {card['blood']}"
    said = f"{card['name']} {card['attack']}/{card['life'] - card['wounds']}"
    for key, noun in (("exhaustion", "exhaustion"), ("status", "status"), ("dice", "dice")):
        if card[key]:
            said += f", {card[key]} {noun}"
    return said + "".join(f", {n} {name}" for name, n in card["attached"].items())


# --- light -----------------------------------------------------------------------------------------------


def _bar(start: int, length: int, part: int, whole: int) -> tuple[int, ...]:
    """The first tiles of a bar that is as full as ``part`` of ``whole``; one at least while there is anything."""
    lit = 0 if part <= 0 else max(1, min(length, part * length // max(1, whole)))
    return tuple(range(start, start + lit))


def _layers(view: Mapping[str, Json], actions: Sequence[Action], gestures: Sequence[Gesture]) -> Iterable[Layer]:
    chimera = view["chimera"]
    cards = list(_cards(view))
    up = [(tile, card) for tile, card in cards if card["up"]]
    rage = chimera["rage"]
    dice = min(5, rage["power"] + rage["basic"])
    power = rage["power"] * dice // max(1, rage["power"] + rage["basic"])
    width = min(5, chimera["ultimate"])
    full = tuple(range(RAINS, RAINS + min(width, chimera["red_rains"])))
    lit = [
        Layer("solid", COLOUR["down"], tuple(tile for tile, card in cards if not card["up"]), 40, opacity=120),
        Layer("solid", COLOUR["aspect"], _of(up, lambda card: card["kind"] == "aspect"), 42, opacity=160),
        Layer("solid", COLOUR["foreign"], _of(up, lambda card: card["kind"] != "aspect"), 42, opacity=160),
        Layer("solid", COLOUR["exhausted"], _of(up, lambda card: card["exhausted"]), 60, opacity=200),
        Layer("pulse", COLOUR["status"], _of(up, lambda card: card["status"] > 0), 64, speed=50, opacity=130),
        Layer("blink", COLOUR["wound"], _of(up, lambda card: card["wounds"] > 0), 66, speed=30, opacity=110),
        Layer("fire", COLOUR["rage"], tuple(range(RAGE, RAGE + power)), 50),
        Layer("ember", COLOUR["basic"], tuple(range(RAGE + power, RAGE + dice)), 48),
        Layer("gem", COLOUR["rains"], full, 52),
        Layer("ember", COLOUR["missing"], tuple(range(RAINS + len(full), RAINS + width)), 46),
        Layer(
            "solid",
            COLOUR["chimera"],
            _bar(LIFE, 7, chimera["life"] - chimera["wounds"], chimera["life"]),
            44,
            opacity=120,
        ),
        Layer("solid", COLOUR["life"], _lives(view), 44, opacity=120),
        Layer("pulse", COLOUR["phase"], tuple(range(50 - chimera["phase"], 50)), 56, speed=40, opacity=160),
        _way(view),
        _asked(view),
        _falling(view),
        Layer("target", COLOUR["choice"], _choices(view, actions), 140, opacity=150),
        *_answers(gestures),
    ]
    found = [layer for layer in lit if layer.tiles or layer.way]
    return sorted(found, key=lambda layer: layer.priority)[-MOST:]  # what is asked lies on top


def _of(cards: Sequence[tuple[int, Mapping[str, Any]]], wanted: Any) -> tuple[int, ...]:
    return tuple(tile for tile, card in cards if wanted(card))


def _lives(view: Mapping[str, Json]) -> tuple[int, ...]:
    lit: list[int] = []
    for number, facts in enumerate(view["seats"].values()):
        length = 5 if len(view["seats"]) > 1 else 10
        lit += _bar(OWN_LIFE + 5 * number, length, facts["life"] - facts["wounds"], facts["life"])
    return tuple(lit)


def _way(view: Mapping[str, Json]) -> Layer:
    """A light runs from the attacker to whom it battles, but stands still before anything is destroyed."""
    battle = view["battle"]
    if battle is None or view["falling"]:
        return Layer("path", COLOUR["way"], (), 150)
    start = tile_of(view, battle["attacker"])
    end = tile_of(view, battle["guard"] or battle["target"])
    if start is None or end is None:
        return Layer("path", COLOUR["way"], (), 150)
    way = way_between(start, end)
    return Layer("path", COLOUR["way"], way, 150, way=way)


def _asked(view: Mapping[str, Json]) -> Layer:
    """The card that a question is about pulses."""
    tile = tile_of(view, view["about"]) if view["about"] else None
    return Layer("pulse", COLOUR["way"], () if tile is None else (tile,), 130, speed=60, opacity=180)


def _falling(view: Mapping[str, Json]) -> Layer:
    """Cards that would be destroyed if play went on blink fast: nothing else on this board does."""
    tiles = {tile_of(view, ref) for ref in view["falling"]}
    return Layer("blink", COLOUR["choice"], tuple(sorted(tile for tile in tiles if tile is not None)), 152, speed=200)


def _choices(view: Mapping[str, Json], actions: Sequence[Action]) -> tuple[int, ...]:
    refs: list[str] = []
    for action in actions:
        if isinstance(action, (act.AttackWith, act.Bolt)):
            refs.append(action.target)
        elif isinstance(action, act.Answer):
            refs.append(action.option)
    tiles = {tile_of(view, ref) for ref in dict.fromkeys(refs)}
    return tuple(sorted(tile for tile in tiles if tile is not None))


def _answers(gestures: Sequence[Gesture]) -> Iterable[Layer]:
    """Light the tiles that answer by a touch: rings for what is done, breath for what lets it be."""
    touched = [gesture for gesture in gestures if gesture.back and not gesture.off]
    done = tuple(sorted(gesture.on[0] for gesture in touched if not isinstance(gesture.action, LETS_BE)))
    let_be = tuple(sorted(gesture.on[0] for gesture in touched if isinstance(gesture.action, LETS_BE)))
    return (
        Layer("target", COLOUR["choice"], done, 141, opacity=200),
        Layer("pulse", COLOUR["life"], let_be, 141, speed=60),
    )


# --- gestures --------------------------------------------------------------------------------------------

ANSWERS: Final = {"p1": 70, "p2": 50}
"""Seat -> the first tile of the row in which it answers what no card shows: from the left every other tile, and on its
last tile what lets it be."""

LETS_BE: Final = (act.Pass, act.EndTurn, act.GoOn, act.HandDone)


def _gestures(view: Mapping[str, Json], actions: Sequence[Action]) -> Iterable[Gesture]:
    """Return what is done with the tokens of cards, and what is answered by touching a lit tile.

    A token put at the right end of the own row is a unit entering, one taken away a unit leaving; what attacks destroy
    or bring is known only afterwards. An attack lifts its units and the target together and puts them back; on the
    Chimera itself, one of them touches the first tile of its life. A card that is chosen is lifted and put back alone.
    """
    occupied = {tile for tile, _ in _cards(view)}
    said: dict[str, list[Action]] = {}
    for action in actions:
        facts = view["seats"].get(action.seat)
        if facts is None:
            continue
        lifted = _lifted(view, action)
        if isinstance(action, act.AttackWith) and action.target == "chimera":
            units = tuple(sorted(tile for ref in action.units if (tile := tile_of(view, ref)) is not None))
            if len(units) == len(action.units):
                yield Gesture(action, units, (LIFE,), back=True)
        elif lifted:
            yield Gesture(action, lifted, lifted, back=True)
        elif isinstance(action, act.Enter) and action == act.Enter(action.seat):
            column = max((card["column"] for card in facts["units"]), default=-1) + 1
            if column < COLUMNS:
                yield Gesture(action, (), (UNITS[action.seat] + column,))
        elif isinstance(action, act.Effect) and action.what == "discard":
            for card in facts["units"]:
                if card["ref"] == action.on and card["column"] < COLUMNS:
                    yield Gesture(action, (UNITS[action.seat] + card["column"],), ())
        elif isinstance(action, (act.Answer, act.HandDiscard, act.Play, act.Meditate, *LETS_BE)):
            said.setdefault(action.seat, []).append(action)
    for seat, answers in said.items():
        yield from _row(ANSWERS[seat], answers, occupied)


def _lifted(view: Mapping[str, Json], action: Action) -> tuple[int, ...]:
    """The tiles whose tokens an action lifts and puts back; none if it is about no cards, or one beyond the row."""
    refs: tuple[str, ...] = ()
    if isinstance(action, act.AttackWith) and not action.block and not action.forced:
        refs = (*action.units, action.target)
    elif isinstance(action, act.Bolt):
        refs = (action.target,)
    elif isinstance(action, act.Answer):
        refs = (action.option,)
    places = {ref: tile for ref in refs if (tile := tile_of(view, ref)) is not None}
    standing = {tile for tile, _ in _cards(view)}
    return tuple(sorted(places.values())) if len(places) == len(refs) and {*places.values()} <= standing else ()


def _row(start: int, answers: Sequence[Action], occupied: set[int]) -> Iterator[Gesture]:
    """Answers on the tiles of a row, parted by a tile where there is room for that."""
    named = [action for action in answers if not isinstance(action, LETS_BE)]
    step = 2 if 2 * len(named) < COLUMNS else 1
    for place, action in enumerate(named):
        if step * place < COLUMNS - 1:
            yield touch(action, start + step * place, None, occupied)
    let_be = [action for action in answers if isinstance(action, LETS_BE)]
    if let_be:  # with a main action left that is to pass, which comes first
        yield touch(let_be[0], start + COLUMNS - 1, None, occupied)
