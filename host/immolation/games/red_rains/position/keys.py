"""The shape of a position as people write it: every key, its range, what it is if left out."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from .. import frames
from ..effects.effect import CardKey
from ..settings import BATTLEFIELD, LIFE

Few = Annotated[int, Meta(ge=0, le=99)]
Ref = Annotated[str, Meta(pattern=r"^[au][0-9]{1,6}$")]
Stat = Annotated[int, Meta(ge=0, le=99)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Words = (
    dict[Annotated[str, Meta(max_length=40)], Annotated[int, Meta(ge=0, le=20)]]
    | list[Name]
    | Annotated[str, Meta(max_length=200)]
)
Lasting = dict[Annotated[str, Meta(max_length=40)], Annotated[int, Meta(ge=0, le=99)]]
Counts = dict[CardKey, Annotated[int, Meta(ge=1, le=99)]]
DiceOn = Annotated[int, Meta(ge=0, le=10)] | dict[Literal["p1", "p2"], Annotated[int, Meta(ge=1, le=10)]]
Spells = dict[Name, Literal["p1", "p2"]]


class CardFacts(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A card on a battlefield of a position."""

    ref: Ref | UnsetType = UNSET
    column: Annotated[int, Meta(ge=-1, le=40)] = -1
    card: CardKey | UnsetType = UNSET
    blood: Few | UnsetType = UNSET
    up: bool | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    attack: Stat = 0
    life: Annotated[int, Meta(ge=1, le=99)] = 1
    recover: Stat = 0
    text: Words | UnsetType = UNSET
    notes: list[Annotated[str, Meta(max_length=80)]] = []
    wounds: Few = 0
    exhaustion: Annotated[int, Meta(ge=0, le=50)] = 0
    status: Few | UnsetType = UNSET
    dice: DiceOn = 0
    attached: Counts = {}
    spells: Spells = {}
    under: dict[Name, bool] = {}
    lasting: Lasting = {}
    owner: Literal["p1", "p2", "chimera"] | UnsetType = UNSET


class Elsewhere(CardFacts, forbid_unknown_fields=True, kw_only=True):
    """A card that has left its battlefield."""

    side: Literal["p1", "p2"]
    home: Literal["p1", "p2", "chimera"]


class DiceFacts(msgspec.Struct, forbid_unknown_fields=True, rename={"classes": "class"}):
    """Dice by what they show."""

    power: Annotated[int, Meta(ge=0, le=30)] = 0
    classes: Annotated[int, Meta(ge=0, le=30)] = 0
    basic: Annotated[int, Meta(ge=0, le=30)] = 0
    exhausted: Annotated[int, Meta(ge=0, le=30)] = 0


class SeatFacts(msgspec.Struct, forbid_unknown_fields=True):
    """One player of a position."""

    name: Name | UnsetType = UNSET
    life: Annotated[int, Meta(ge=1, le=99)] = LIFE
    attack: Stat = 0
    wounds: Few = 0
    exhaustion: Annotated[int, Meta(ge=0, le=50)] = 0
    attached: Counts = {}
    spells: Spells = {}
    under: dict[Name, bool] = {}
    lasting: Lasting = {}
    text: Words = {}
    dice_on: DiceOn = 0
    guard_used: bool = False
    battlefield: Annotated[int, Meta(ge=1, le=10)] = BATTLEFIELD
    dice: DiceFacts | UnsetType | None = UNSET
    cards: dict[Name, Annotated[int, Meta(ge=0, le=9)]] | UnsetType | None = UNSET
    units: list[CardFacts] = []
    facing: list[CardFacts | CardKey] = []


class ChimeraFacts(msgspec.Struct, forbid_unknown_fields=True):
    """The Chimera card of a position."""

    life: Annotated[int, Meta(ge=1, le=999)] | UnsetType = UNSET
    wounds: Annotated[int, Meta(ge=0, le=999)] = 0
    exhaustion: Annotated[int, Meta(ge=0, le=50)] = 0
    attached: Counts = {}
    spells: Spells = {}
    under: dict[Name, bool] = {}
    lasting: Lasting = {}
    dice: DiceOn = 0


class Facts(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position, apart from what a config says as well."""

    seats: dict[Literal["p1", "p2"], SeatFacts]
    stage: Literal[1, 2, 3] | UnsetType = UNSET
    round: Annotated[int, Meta(ge=1, le=999)] = 1
    first: Literal["players", "chimera"] = "players"
    passes: Annotated[int, Meta(ge=0, le=4)] = 0
    stuck: tuple[Literal["p1", "p2"], ...] = ()
    guards: Few = 0
    phase: Literal[1, 2, 3] = 1
    red_rains: Few = 0
    rage: Annotated[int, Meta(ge=0, le=10)] = 0
    ultimate_exhaustion: Annotated[int, Meta(ge=0, le=50)] = 0
    chimera_card: ChimeraFacts = msgspec.field(default_factory=ChimeraFacts)
    empties: Few = 0
    fatigued: bool = False
    discard: Counts = {}
    removed: Counts = {}
    out: Few = 0
    top: Counts = {}
    hand: Counts | None = None
    aside: list[Elsewhere] = []
    dying: list[Elsewhere] = []
    serial: Annotated[int, Meta(ge=0, le=999_999)] = 0
    stack: list[frames.AnyFrame] | UnsetType = UNSET
