"""Reads what lies in the box from ``data/components.toml`` into typed records."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeVar

import msgspec

from ..contract import BadData
from .board.geometry import Edge

DATA: Final = Path(__file__).parent / "data"

Focus = Literal["aria", "egis", "pyre", "ylem", "dire"]

GEMS: Final[tuple[Focus, ...]] = ("ylem", "aria", "egis", "pyre", "dire")
"""Every kind of gem; Ylem first, as it is collected first."""

CORE: Final[tuple[Focus, ...]] = ("aria", "egis", "pyre")

Record = TypeVar("Record")


class King(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One King and the Revenant he or she becomes (AK-COMP-02, AK-COMP-03)."""

    key: str
    focus: Focus
    name: str
    full_name: str
    revenant: str
    """As it stands in the middle of a sentence: "the Aria Revenant"."""


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every colour of the arena, 0xRRGGBB at full light."""

    aria: int
    egis: int
    pyre: int
    ylem: int
    dire: int
    bloodstone: int
    ascended_die: int
    omega_stone: int
    fire: int
    ember: int
    target: int
    danger: int

    def of(self, focus: Focus) -> int:
        """The colour of a gem, or of the King of that focus."""
        colour: int = getattr(self, focus)
        return colour


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the box (AK-COMP-04 to AK-COMP-06)."""

    bloodstones: int
    sides: tuple[Edge, ...]
    supply: dict[Focus, int]
    rounds: dict[str, int]
    """Number of players -> recommended rounds (AK-OMEGA-03)."""

    colour: Colours
    king: tuple[King, ...]


def read_toml(name: str, kind: type[Record]) -> Record:
    """The data file ``name`` of this package as a record. Raises BadData with the file, the key and the reason."""
    path = DATA / name
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise BadData(f"{path.name} cannot be read: {error.strerror}.") from None
    except msgspec.ValidationError as error:
        raise BadData(f"{path.name}: {error}.") from None
    except msgspec.DecodeError as error:
        raise BadData(f"{path.name} is not TOML: {error}.") from None


@cache
def components() -> Components:
    """The contents of the box; raises BadData if the file has a mistake."""
    return read_toml("components.toml", Components)


@cache
def king(key: str) -> King:
    """The King called ``key``; raises KeyError if there is none."""
    return {king.key: king for king in components().king}[key]


@cache
def king_keys() -> tuple[str, ...]:
    """The five Kings, in the order seats take them when nobody chooses."""
    return tuple(king.key for king in components().king)
