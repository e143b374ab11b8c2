"""The JSON that reaches the page from the broker, read leniently: a newer table may say more.

These are the table's published records as an outsider sees them.
"""

from __future__ import annotations

from typing import Any

import msgspec

Json = Any
ActionJson = dict[str, Json]


class OutcomeJson(msgspec.Struct):
    """One way chance may fall."""

    action: ActionJson
    weight: int = 1


class DecisionJson(msgspec.Struct):
    """The question to a seat."""

    kind: str
    prompt: str
    rule: str = ""
    default: ActionJson | None = None
    clock: str = "turn"
    outcomes: list[OutcomeJson] = []
    courtesy: bool = False
    about: str = ""
    observed: bool = False


class PieceJson(msgspec.Struct):
    """Something on a tile."""

    tile: int
    kind: str
    label: str = ""
    colour: int = 0xFFFFFF
    owner: str = ""
    sensed: bool = False
    count: int = 1


class LayerJson(msgspec.Struct):
    """One layer of light."""

    effect: str
    colour: int
    tiles: list[int]
    priority: int = 100
    speed: int = 100
    opacity: int = 255
    way: list[int] = []
    clock: tuple[int, int] | None = None


class GestureJson(msgspec.Struct):
    """The movement of miniatures by which sensors recognise an action."""

    action: ActionJson
    off: list[int] = []
    on: list[int] = []


class PictureJson(msgspec.Struct):
    """Pieces and lights."""

    pieces: list[PieceJson] = []
    layers: list[LayerJson] = []
    gestures: list[GestureJson] = []


class ChoiceJson(msgspec.Struct):
    """One meaning of an ambiguous pattern on the board."""

    label: str
    action: ActionJson = {}
    tile: int | None = None


class SettlementJson(msgspec.Struct):
    """The effects of saying which of board and game is right."""

    board: str = ""
    game: str = ""
    owners: list[str] = []


class RightsJson(msgspec.Struct):
    """The rights to do what concerns everybody: ``players`` or ``host``."""

    pause: str = "players"
    undo: str = "players"
    settle: str = "players"
    end: str = "host"


class BoardTestJson(msgspec.Struct):
    """A self-test or calibration of the board, or its result."""

    kind: str
    running: bool = False
    answered: list[int] = []
    said: str = ""


class FindingJson(msgspec.Struct):
    """One fault of the board, with its likely cause and its cure."""

    fault: str
    tiles: list[int] = []
    what: str = ""
    cause: str = ""
    cure: str = ""


class FirmwareProgressJson(msgspec.Struct):
    """How far an update of the board's firmware is."""

    state: str
    written: int = 0
    of: int = 0
    said: str = ""


class BoardJson(msgspec.Struct):
    """The physical board as the table sees it."""

    id: str = ""
    online: bool = False
    state: str = "none"
    text: str = ""
    pairs: list[tuple[int | None, int | None]] = []
    choices: list[ChoiceJson] = []
    occupied: list[int] | None = None
    status: dict[str, Json] = {}
    settlement: SettlementJson | None = None
    limit_ma: int | None = None
    switched_off: list[int] = []
    test: BoardTestJson | None = None
    findings: list[FindingJson] = []
    update: FirmwareProgressJson | None = None


class PlayerJson(msgspec.Struct):
    """The player of a seat."""

    kind: str = "person"
    name: str = ""
    bot: str = ""
    asked: str = "concerned"
    passes: dict[str, str] = {}


class ResultJson(msgspec.Struct):
    """The end of a game."""

    winners: list[str] = []
    reason: str = ""
    rule: str = ""
    scores: dict[str, dict[str, int]] = {}


class TableJson(msgspec.Struct):
    """The public state of the table."""

    n: int
    ruleset: str
    phase: str
    view: dict[str, Json]
    table: str = ""
    title: str = ""
    picture: PictureJson = msgspec.field(default_factory=PictureJson)
    deciders: dict[str, DecisionJson] = {}
    players: dict[str, PlayerJson] = {}
    dice: str = "host"
    board: BoardJson = msgspec.field(default_factory=BoardJson)
    outcome: ResultJson | None = None
    can_undo: bool = False
    note: str = ""
    hands: bool | None = None
    consent: list[str] = []
    step: ShownJson | None = None
    pace_ms: int = 0
    consent_to: str = ""
    consent_id: int = 0
    rights: RightsJson = msgspec.field(default_factory=RightsJson)
    distinct: bool = False


class ShownJson(msgspec.Struct):
    """The step that is on while a long turn is shown step by step."""

    text: str
    events: int = 0


class LegalActionJson(msgspec.Struct):
    """One button."""

    action: ActionJson
    label: str
    tiles: list[int] = []


class FormFieldJson(msgspec.Struct):
    """One field of a declaration's form."""

    name: str
    type: str
    meaning: str = ""
    choices: list[str] = []
    low: int = 0
    high: int = 0
    optional: bool = False


class DeclarationJson(msgspec.Struct):
    """Something people tell the table because only they can see it."""

    do: str
    label: str
    fields: list[FormFieldJson] = []
    rule: str = "TABLE"


class NextJson(msgspec.Struct):
    """An action that answers the next question of a kind."""

    kind: str
    action: ActionJson


class AheadJson(msgspec.Struct):
    """Actions of a later question that may be taken at once; or, with nothing ``before``, said with any answer."""

    prompt: str
    kind: str
    before: list[NextJson] = []
    actions: list[LegalActionJson] = []
    walk: bool = False


class SeatJson(msgspec.Struct):
    """The private state of one seat."""

    n: int
    seat: str
    view: dict[str, Json] = {}
    decision: DecisionJson | None = None
    actions: list[LegalActionJson] = []
    declarations: list[DeclarationJson] = []
    picture: PictureJson | None = None
    ahead: list[AheadJson] = []


class EventJson(msgspec.Struct):
    """One thing that happened."""

    kind: str
    text: str
    rules: list[str] = []
    data: dict[str, Json] = {}


class MomentJson(msgspec.Struct):
    """A past position as everybody saw it."""

    number: int
    count: int
    view: dict[str, Json]
    picture: PictureJson
    text: list[str] = []


class HintJson(msgspec.Struct):
    """What a bot would do, and what that does."""

    label: str
    action: ActionJson = {}
    gains: list[str] = []
    costs: list[str] = []


class DecidingMomentJson(msgspec.Struct):
    """An action after which the chance of ``seat``, of 100, was another."""

    number: int
    seat: str
    before: int
    after: int
    text: str = ""
    then: list[str] = []


class TurnTimeJson(msgspec.Struct):
    """How long one turn took: from one count of actions to another."""

    begin: int
    end: int
    seat: str
    ms: int


class CourseJson(msgspec.Struct):
    """The course of a game: each value with the count of actions from which it held."""

    count: int
    rounds: list[tuple[int, Json]] = []
    turns: list[tuple[int, Json]] = []
    numbers: dict[str, dict[str, list[tuple[int, int]]]] = {}
    seconds: dict[str, int] = {}
    """Seat -> how long it was waited for."""

    decided: list[DecidingMomentJson] = []
    turn_times: list[TurnTimeJson] = []


class EntryJson(msgspec.Struct):
    """The events of one journal entry."""

    n: int
    events: list[EventJson] = []
    action: ActionJson | None = None
    quiet: bool = False
    """True where a seat that does not want to be asked has passed: no line in the log."""

    courtesy: bool = False
    """True where the table has answered for a seat that does not want to be asked."""


class AnnouncementJson(msgspec.Struct):
    """A sentence to be said aloud."""

    text: str = ""
    kind: str = ""
    lang: str = "en"
    id: str = ""
    """The same where a broker delivers one twice; empty from a host of an earlier version."""


class ClockJson(msgspec.Struct):
    """One clock, as of ``running_since`` or now."""

    owner: str
    kind: str
    left_ms: int
    total_ms: int = 0
    running_since: int | None = None


class ClocksJson(msgspec.Struct):
    """Every clock of the table. ``now`` is the table's own time in Unix milliseconds."""

    clocks: list[ClockJson] = []
    now: int = 0


class SceneJson(msgspec.Struct):
    """The scene that a board was told to show."""

    layers: list[LayerJson]
    n: int = 0
    brightness: int = 255
