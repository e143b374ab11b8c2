"""Reads what a ruleset tells a newcomer: ten cards, the words of the game, what its lights and its choices mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from immolation.dashboard.messages import LayerJson, TableJson


class LessonCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to know, with the tiles that are lit beside it."""

    title: str
    text: str
    tiles: list[int]
    rule: str
    """Where to read on."""


class LessonWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game and what it means."""

    name: str
    means: str


class LightMeaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of a light on the board."""

    effect: str
    means: str
    priority: int | None = None
    """Only layers of this priority; None: of any that no other entry names."""


class ChoiceMeaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it means to choose an action of some kind, in one sentence."""

    do: str
    means: str
    kind: str = ""
    """Only where a decision of this kind asks; empty: wherever no other entry names the kind."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a ruleset's ``how_to_play.toml`` holds."""

    card: list[LessonCard]
    word: list[LessonWord]
    light: list[LightMeaning]
    choice: list[ChoiceMeaning]


@cache
def lesson(ruleset: str) -> Lesson | None:
    """Return what a newcomer to a ruleset is told; None where nobody has written it."""
    folder = ruleset.replace("-", "_")
    told = files(__package__).joinpath(folder, "how_to_play.toml")
    if not folder.isidentifier() or not told.is_file():
        return None
    return msgspec.toml.decode(told.read_bytes(), type=Lesson)


def terms(ruleset: str) -> dict[str, str]:
    """The words of a game -> what each means, in a few words."""
    told = lesson(ruleset)
    return {word.name: word.means for word in told.word} if told is not None else {}


def choice_meaning(ruleset: str, kind: str, do: str) -> str:
    """Return what choosing the action ``do`` means where a decision of this kind asks; empty if nobody says so."""
    told = lesson(ruleset)
    same = [choice for choice in told.choice if choice.do == do] if told is not None else []
    fitting = [choice for choice in same if choice.kind == kind] or [choice for choice in same if not choice.kind]
    return fitting[0].means if fitting else ""


def meaning(ruleset: str, layer: LayerJson) -> str:
    """Return what the lights of a layer mean; empty if nobody says so."""
    told = lesson(ruleset)
    same = [light for light in told.light if light.effect == layer.effect] if told is not None else []
    fitting = [light for light in same if light.priority == layer.priority] or [
        light for light in same if light.priority is None
    ]
    return fitting[0].means if fitting else ""


def tile_text(table: TableJson, layers: Sequence[LayerJson], tile: int) -> str:
    """Say what a tile shows, in one sentence: what lies there, and what its lights mean."""
    things = [
        f"{piece.count} {piece.label}" if piece.count > 1 else piece.label
        for piece in table.picture.pieces
        if piece.tile == tile and piece.label
    ]
    lit = [meaning(table.ruleset, layer) for layer in layers if tile in layer.tiles or tile in layer.way]
    said = [*dict.fromkeys(things), *dict.fromkeys(each for each in lit if each)]
    return f"Tile {tile:02d}: {'; '.join(said) or 'nothing is here'}."
