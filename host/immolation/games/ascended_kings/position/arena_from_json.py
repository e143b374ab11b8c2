"""Reads a position of the arena track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ...contract import Json
from ..facts.arena import Arena
from ..facts.situation import ArenaSituation
from ..options import HouseRules
from . import arena_validation
from .from_json import fill_facts, read_settings

Kind = TypeVar("Kind", bound=ArenaSituation)


def read(given: Mapping[str, Json], kind: type[Kind], standing: bool = False) -> Kind:
    """The situation that a position describes. Raises BadPosition naming the key.

    ``standing``: let miniatures stand on items, for a caller that has them taken at once.
    """
    made = read_settings(given, HouseRules)
    s = kind(settings=made, arena=made.empty_board(Arena))
    fill_facts(s, given)
    arena_validation.validate(s, standing)
    return s
