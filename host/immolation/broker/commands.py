"""Decodes commands, strictly: a payload is one command in full, or one sentence saying what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from immolation.table.records import Player, Rights, Which

MAX_BYTES = 16_384
"""Of one command; the largest real one, a new game with its options, has about a thousand."""

MAX_DEPTH = 16
"""Of nested lists and objects; a correction of a whole seat needs five."""

_TOO_DEEP = f"A command has at most {MAX_DEPTH} lists or objects inside each other."

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
Client = Annotated[str, msgspec.Meta(pattern=rf"^{NAME.pattern}\Z")]
"""Names the topic of the reply, so it holds no character that means something in a topic."""

Seat = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all that a client asks of a table."""


class Next(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action that the seat takes as soon as it is asked a question of this kind."""

    kind: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    action: dict[str, Any]


class TakeAction(Command, frozen=True):
    """Take an action for a seat, and what it does next without being asked again."""

    seat: Seat
    action: dict[str, Any]
    then: Annotated[list[Next], msgspec.Meta(max_length=24)] = []


class Undo(Command, frozen=True):
    """Step back, or go back to just after journal entry ``to``."""

    to: Count | None = None


class Consent(Command, frozen=True):
    """Agree, or not, to what the table asks: an undo over a card that was seen, a proposal."""

    seat: Seat
    yes: bool
    to: Count | None = None
    """The table's ``consent_id`` of what is answered; left out: what is asked when this arrives."""


class Propose(Command, frozen=True):
    """Set one thing of the position right for a reason, once the others agree."""

    seat: Seat
    path: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=12)]
    value: Any
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Pause(Command, frozen=True):
    """Stop clocks and bots."""


class Resume(Command, frozen=True):
    """Go on."""


class PressButton(Command, frozen=True):
    """A button of the table is pressed, one that the board does not have itself."""

    button: Literal["1", "2", "3", "4", "5", "6", "host"]


class PutRight(Command, frozen=True):
    """Say which of the two is right."""

    which: Which


class ChooseMove(Command, frozen=True):
    """Say which of `BoardState.choices` was meant, counted from 0."""

    index: Count


class SendView(Command, frozen=True):
    """Send a seat's private state again, on its topic."""

    seat: Seat


class ListEvents(Command, frozen=True):
    """Return the public events after journal entry ``since``."""

    since: Count


class ShowMoment(Command, frozen=True):
    """Return what everybody saw after so many actions of those in effect."""

    number: Count


class TellCourse(Command, frozen=True):
    """Return how rounds, turns and numbers of the public view went from the start to now."""

    numbers: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[^.]+(\.[^.]+){0,4}\Z")]],
        msgspec.Meta(max_length=12),
    ] = []
    """Paths into the view, keys joined by dots; ``*`` stands for every key: ``seats.*.wounds``."""


class ExplainRule(Command, frozen=True):
    """Return the text of a rule."""

    rule: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class SearchRules(Command, frozen=True):
    """Return the rules of the table's game that hold all of these words, or the id; and those named besides."""

    words: Annotated[str, msgspec.Meta(max_length=100)]
    ids: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=32)], ...], msgspec.Meta(max_length=40)] = ()
    """Rules that somebody found in another language."""


class ListOptions(Command, frozen=True):
    """Return the options of a new game of a ruleset, and the bots that play it."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    config: dict[str, Any] = {}
    """What is chosen already, such as the track; house rules and bots are those of such a game."""


class SetHelpingHands(Command, frozen=True):
    """Let the pieces of a virtual board be moved by themselves, or not."""

    auto: bool


class SetPlayer(Command, frozen=True):
    """Give a seat to a person or a bot."""

    seat: Seat
    player: Player


class SetAsked(Command, frozen=True):
    """Ask the person in a seat at every opportunity, or only what concerns them; or let a kind of window pass."""

    seat: Seat
    always: bool = False
    kind: Annotated[str, msgspec.Meta(max_length=120)] = ""
    """Let windows of this kind pass, with a card after ``: `` that card's alone; empty: ask again whatever passed."""

    this_turn: bool = False
    """Only until the turn is over."""


class StartGame(Command, frozen=True):
    """Start another game."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    config: dict[str, Any] = {}
    players: dict[Seat, Player] | None = None
    position: dict[str, Any] | None = None


class PlayAgain(Command, frozen=True):
    """Start the same game anew: ruleset, seats, players and options as they are."""


class SetPace(Command, frozen=True):
    """Set how many milliseconds a bot thinks and a step of a long turn stays."""

    ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Skip(Command, frozen=True):
    """Show what is left of a long turn at once."""


class Say(Command, frozen=True):
    """Return what a seat means by a sentence; nothing is done."""

    seat: Seat
    text: Annotated[str, msgspec.Meta(max_length=400)]


class Hint(Command, frozen=True):
    """Return what a bot would do in a seat's place; nothing is done."""

    seat: Seat


class SetBrightness(Command, frozen=True):
    """Set how bright the board's lights are, 0 (dark) to 255."""

    level: Annotated[int, msgspec.Meta(ge=0, le=255)]


class SetCurrentLimit(Command, frozen=True):
    """Set how much current the board may draw, in mA; it dims its lights to keep to it."""

    ma: Annotated[int, msgspec.Meta(ge=100, le=6000)]


class SwitchSensor(Command, frozen=True):
    """Take a tile of the board as the game has it, whatever its sensor reads, or hear that again."""

    tile: Annotated[int, msgspec.Meta(ge=0, le=99)]
    on: bool


class SetColours(Command, frozen=True):
    """Show colours that everybody tells apart, or those of the game."""

    distinct: bool


class SetRights(Command, frozen=True):
    """Say who may do what concerns everybody at the table."""

    rights: Rights


class Identify(Command, frozen=True):
    """Let the board blink."""


class TestBoard(Command, frozen=True):
    """Let the board show every light, then each tile that a magnet comes over, until it is told to end."""

    on: bool = True


class CalibrateBoard(Command, frozen=True):
    """Let the board take what its sensors read with nothing on it, or how strongly each feels a known magnet."""

    magnet: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    """Its size, 1 the weakest: it is put onto one tile after the other until the self-test is ended."""


class TellFirmware(Command, frozen=True):
    """Return which firmware this installation has for the board, and whether it can be written from here."""


class UpdateFirmware(Command, frozen=True):
    """Write this installation's firmware to the board's drive; it is taken at the board's next reset."""


TABLE_COMMANDS: dict[str, type[Command]] = {
    "undo": Undo,
    "consent": Consent,
    "propose": Propose,
    "pause": Pause,
    "resume": Resume,
    "press": PressButton,
    "put-right": PutRight,
    "choose": ChooseMove,
    "view": SendView,
    "events": ListEvents,
    "moment": ShowMoment,
    "course": TellCourse,
    "why": ExplainRule,
    "rules": SearchRules,
    "options": ListOptions,
    "hands": SetHelpingHands,
    "player": SetPlayer,
    "asked": SetAsked,
    "new": StartGame,
    "again": PlayAgain,
    "identify": Identify,
    "self-test": TestBoard,
    "calibrate": CalibrateBoard,
    "firmware": TellFirmware,
    "update-firmware": UpdateFirmware,
    "pace": SetPace,
    "say": Say,
    "hint": Hint,
    "brightness": SetBrightness,
    "current": SetCurrentLimit,
    "sensor": SwitchSensor,
    "colours": SetColours,
    "skip": Skip,
    "rights": SetRights,
}
"""What may stand in ``"table"``."""


class CommandRequest(msgspec.Struct, frozen=True):
    """A command with where its answer goes."""

    id: str
    client: str | None
    """As the payload gives it; None if it gives none."""

    command: Command
    speaker: str | None = None
    """The seat that the host's own page speaks for, or ``watch``; None: for the host."""


class TouchEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody lifts a piece of a virtual board from a tile, or puts one there; lets go of a button, or presses it."""

    tile: Annotated[int, msgspec.Meta(ge=0, le=106)]
    """From 100 on a button: 100 to 105 the seats', 106 the host's."""

    up: bool


class Credit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Flow control: a page takes this many more frames."""

    client: Client
    frames: Annotated[int, msgspec.Meta(ge=1, le=64)]


class BadCommand(ValueError):
    """A payload that is refused whole. ``str()`` is one sentence; ``id`` and ``client`` are what could be read."""

    def __init__(self, reason: str, command_id: str = "", client: str | None = None) -> None:
        super().__init__(reason)
        self.id = command_id
        self.client = client


def read(payload: bytes, key: str = "table", kinds: Mapping[str, type[Command]] = TABLE_COMMANDS) -> CommandRequest:
    """The command in a payload: one of ``kinds``, which stands under ``key``. Raises BadCommand."""
    if len(payload) > MAX_BYTES:
        raise BadCommand(f"A command has at most {MAX_BYTES} bytes; this has {len(payload)}.")
    try:
        record = msgspec.json.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadCommand("A command is one JSON object in UTF-8.") from None
    except RecursionError:
        raise BadCommand(_TOO_DEEP) from None
    if _deeper_than(record, MAX_DEPTH):
        raise BadCommand(_TOO_DEEP)
    if not isinstance(record, dict):
        raise BadCommand("A command is one JSON object.")
    command_id = _field(record, "id", Id, "")
    client = _field(record, "client", Client, command_id, optional=True)
    speaker = _field(record, "as", Client, command_id, optional=True)
    try:
        return CommandRequest(command_id, client, _command(record, key, kinds), speaker)
    except BadCommand as bad:
        raise BadCommand(str(bad), command_id, client) from None


def _command(record: dict[str, Any], key: str, kinds: Mapping[str, type[Command]]) -> Command:
    if key == "table" and key not in record:
        return _convert(record, TakeAction, "An action")
    name = record.pop(key, None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadCommand(f"'{key}' is one of {', '.join(kinds)}.")
    return _convert(record, kind, f"'{name}'")


def _convert(record: dict[str, Any], kind: type[Command], what: str) -> Command:
    try:
        return msgspec.convert(record, kind)
    except msgspec.ValidationError as error:
        raise BadCommand(f"{what}: {sentence(error)}") from None


def _field(record: dict[str, Any], name: str, kind: Any, command_id: str, *, optional: bool = False) -> Any:
    value = record.pop(name, None)
    if value is None and optional:
        return None
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        wanted = "text of 1 to 64 characters" if name == "id" else "1 to 64 letters, digits, '_', '.' or '-'"
        raise BadCommand(f"'{name}' must be {wanted}.", command_id) from None


def sentence(error: msgspec.ValidationError) -> str:
    """msgspec's complaint as a sentence that names the field: "'tile': Expected `int`, got `str`."."""
    reason, _, place = str(error).partition(" - at `$")
    place = place.rstrip("`").lstrip(".")
    return f"'{place}': {reason}." if place else f"{reason}."


def _deeper_than(value: Any, depth: int) -> bool:
    level = [value]
    while level:
        level = [
            inner
            for outer in level
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if depth == 0 and any(isinstance(inner, list | dict) for inner in level):
            return True
        depth -= 1
    return False
