"""Reads a position of the arena track: the tallies of each seat, defaults for what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...contract import BadConfig, BadPosition, Json
from ...engine import read_record
from ...house_rules import shown
from .. import frames
from ..facts.situation import ArenaSituation
from ..settings import Settings, settings, track_of
from . import arena_validation
from .from_json import (
    Stones,
    Tile,
    check_keys,
    check_seats,
    read_bloodstones,
    read_board,
    read_dials,
    read_facts,
    read_kings,
    read_progress,
    read_settings,
    read_tiles,
)


class SeatFacts(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a position."""

    king: str | UnsetType | None = UNSET
    form: Literal["king", "revenant"] = "king"
    tile: Tile | UnsetType | None = UNSET
    level: Annotated[int, Meta(ge=1, le=3)] = 1
    wounds: Annotated[int, Meta(ge=0, le=4)] = 0
    bloodstones: Stones | UnsetType = UNSET
    ylem_taken: Annotated[int, Meta(ge=0, le=35)] = 0


KEYS: Final = (
    "ruleset",
    "track",
    "rounds",
    "countdown",
    "options",
    "seats",
    "walls",
    "items",
    "ascended_die",
    "bloodstones_aside",
    "exhausted",
    "dials",
    "war",
    "omega_stone",
    "round",
    "start",
    "turn",
    "last",
    "steps",
    "dead",
    "sheets",
    "hands",
    "stack",
)
"""Every key of a position; only ``seats`` must be given."""


def read(given: Mapping[str, Json], standing: bool = False) -> ArenaSituation:
    """The situation that a position describes. Raises BadPosition naming the key.

    ``standing``: let miniatures stand on items, for a caller that has them taken at once.
    """
    given = check_keys(given, KEYS)
    facts = read_facts(given, SeatFacts)

    def agreed() -> Settings:
        if track_of(given.get("track", "arena")) != "arena":
            raise BadConfig(f"track: this is the arena track, not {shown(given['track'])}.")
        return settings(len(facts), given.get("rounds"), given.get("countdown", True), given.get("options"))

    made = read_settings(agreed)
    check_seats(facts, made)
    each = [facts[seat] for seat in made.seats]
    s = ArenaSituation(made, read_kings([fact.king for fact in each], made))
    read_dials(s, given)
    read_board(s, given)
    s.stack = list(read_record(given.get("stack", [{"at": "choose-state"}]), list[frames.ArenaFrame], "stack"))
    if not s.stack or len(s.stack) > 4:
        raise BadPosition(f"stack: 1 to 4 decision points, not {len(s.stack)}.")
    read_tiles(s, [fact.tile for fact in each])
    s.arena.revenant = [fact.form == "revenant" for fact in each]
    for seat, fact in enumerate(each):
        s.levels[seat], s.wounds[seat], s.taken[seat] = fact.level, fact.wounds, fact.ylem_taken
    read_bloodstones(s, [fact.bloodstones for fact in each], given.get("bloodstones_aside"))
    read_progress(s, given)
    arena_validation.validate(s, standing)
    return s
