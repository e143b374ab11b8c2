"""What a command may look like, read strictly: a payload is one order in full, or one sentence saying what is wrong.

Knows the shapes listed in `topics`; knows no table, no game and nobody's rights.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec

from immolation.table.records import Player

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


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a client wants of a table."""


class Take(Order, frozen=True):
    """Take an action for a seat."""

    seat: Seat
    action: dict[str, Any]


class Undo(Order, frozen=True):
    """Step back, or go back to just after journal entry ``to``."""

    to: Count | None = None


class Consent(Order, frozen=True):
    """Agree, or not, to an undo over a card that was seen."""

    seat: Seat
    yes: bool


class Pause(Order, frozen=True):
    """Stop clocks and bots."""


class Resume(Order, frozen=True):
    """Go on."""


class PutRight(Order, frozen=True):
    """Say which of the two is right."""

    which: Literal["board", "game"]


class Choose(Order, frozen=True):
    """Say which of `BoardState.choices` was meant, counted from 0."""

    index: Count


class View(Order, frozen=True):
    """Send a seat's private state again, on its topic."""

    seat: Seat


class Events(Order, frozen=True):
    """Tell the public events after journal entry ``since``."""

    since: Count


class Why(Order, frozen=True):
    """Tell a rule."""

    rule: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class Options(Order, frozen=True):
    """Tell what a new game of a ruleset may be given, and which bots play it."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    config: dict[str, Any] = {}
    """What is chosen already, such as the track; house rules and bots are those of such a game."""


class HelpingHands(Order, frozen=True):
    """Let the hands of a virtual board work by themselves, or not."""

    auto: bool


class SetPlayer(Order, frozen=True):
    """Give a seat to a person or a bot."""

    seat: Seat
    player: Player


class Asked(Order, frozen=True):
    """Ask the person in a seat at every opportunity, or only what concerns them."""

    seat: Seat
    always: bool


class New(Order, frozen=True):
    """Start another game."""

    ruleset: Annotated[str, msgspec.Meta(max_length=64)]
    config: dict[str, Any] = {}
    players: dict[Seat, Player] | None = None
    position: dict[str, Any] | None = None


class Pace(Order, frozen=True):
    """How many milliseconds a bot thinks and a step of a long turn stays."""

    ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Skip(Order, frozen=True):
    """Show what is left of a long turn at once."""


class Identify(Order, frozen=True):
    """Let the board blink."""


TABLE_ORDERS: dict[str, type[Order]] = {
    "undo": Undo,
    "consent": Consent,
    "pause": Pause,
    "resume": Resume,
    "put-right": PutRight,
    "choose": Choose,
    "view": View,
    "events": Events,
    "why": Why,
    "options": Options,
    "hands": HelpingHands,
    "player": SetPlayer,
    "asked": Asked,
    "new": New,
    "identify": Identify,
    "pace": Pace,
    "skip": Skip,
}
"""What may stand in ``"table"``."""


class Command(msgspec.Struct, frozen=True):
    """One order with where its answer goes."""

    id: str
    client: str | None
    """As the payload gives it; None if it gives none."""

    order: Order


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand on a virtual board lifts from a tile, or puts something there."""

    tile: Annotated[int, msgspec.Meta(ge=0, le=99)]
    up: bool


class Credit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page has room for more frames."""

    client: Client
    frames: Annotated[int, msgspec.Meta(ge=1, le=64)]


class BadOrder(ValueError):
    """A payload that is refused whole. ``str()`` is one sentence; ``id`` and ``client`` are what could be read."""

    def __init__(self, reason: str, command_id: str = "", client: str | None = None) -> None:
        super().__init__(reason)
        self.id = command_id
        self.client = client


def read(payload: bytes) -> Command:
    """The command in a payload. Raises BadOrder."""
    if len(payload) > MAX_BYTES:
        raise BadOrder(f"A command has at most {MAX_BYTES} bytes; this has {len(payload)}.")
    try:
        record = msgspec.json.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadOrder("A command is one JSON object in UTF-8.") from None
    except RecursionError:
        raise BadOrder(_TOO_DEEP) from None
    if _deeper_than(record, MAX_DEPTH):
        raise BadOrder(_TOO_DEEP)
    if not isinstance(record, dict):
        raise BadOrder("A command is one JSON object.")
    command_id = _field(record, "id", Id, "")
    client = _field(record, "client", Client, command_id, optional=True)
    try:
        return Command(command_id, client, _order(record))
    except BadOrder as bad:
        raise BadOrder(str(bad), command_id, client) from None


def _order(record: dict[str, Any]) -> Order:
    if "table" not in record:
        return _convert(record, Take, "An action")
    name = record.pop("table")
    kind = TABLE_ORDERS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadOrder(f"'table' is one of {', '.join(TABLE_ORDERS)}.")
    return _convert(record, kind, f"'{name}'")


def _convert(record: dict[str, Any], kind: type[Order], what: str) -> Order:
    try:
        return msgspec.convert(record, kind)
    except msgspec.ValidationError as error:
        raise BadOrder(f"{what}: {sentence(error)}") from None


def _field(record: dict[str, Any], name: str, kind: Any, command_id: str, *, optional: bool = False) -> Any:
    value = record.pop(name, None)
    if value is None and optional:
        return None
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        wanted = "text of 1 to 64 characters" if name == "id" else "1 to 64 letters, digits, '_', '.' or '-'"
        raise BadOrder(f"'{name}' must be {wanted}.", command_id) from None


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
