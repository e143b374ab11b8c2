"""Records of a journal: its header, its entries, and the errors that name what is wrong with a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from immolation.games import Event
from immolation.table.clocks import ClockSettings, ClockSnapshot
from immolation.table.records import Player, Rights, Which

VERSION = 2
"""Of a new journal. Version 1 has the same layout and the digests of the first edition; any other is refused."""

VERSIONS = (1, VERSION)
"""What this host reads and writes on."""


class JournalError(OSError):
    """The journal can not be used; ``str()`` says which file, why, and what to do."""


class JournalExists(JournalError):
    """There is a journal already where a new one was to be made."""


class JournalBusy(JournalError):
    """Another host has this journal open."""


class JournalDamaged(JournalError):
    """Something that was written is torn, changed or gone. Everything up to ``last`` is intact."""

    def __init__(self, path: Path, last: int | None, reason: str) -> None:
        if last is None:
            kept = "Nothing in it can be read; take it from your backup."
        elif last == 0:
            kept = "Only its header is intact; start the game again."
        else:
            kept = (
                f"Entries 1 to {last} are intact; `immolation journal repair {path}` goes back to the last good action "
                "and sets the rest aside."
            )
        super().__init__(f"The journal {path} is damaged after entry {last or 0}: {reason}. {kept}")
        self.last = last
        """Number of the newest intact entry; 0: the header alone is intact; None: not even that."""


WallMs = Annotated[int, msgspec.Meta(ge=0, lt=253_402_300_800_000)]
"""Unix milliseconds, up to the year 9999."""

TableId = Annotated[str, msgspec.Meta(pattern=r"^[^/+#\x00-\x1f]{1,64}\Z")]
"""A table's name: one level of an MQTT topic."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The beginning of the game: enough, with the entries, to play it again anywhere."""

    ruleset: str
    config: dict[str, Any]
    """What ``Game.new`` was given; where there is a ``position``, what of it a config would have said."""

    seed: int
    players: dict[str, Player]
    digest: str
    """Of the state before the first action."""

    created_ms: WallMs
    settings: dict[str, Any] = {}
    """What ``games.load`` was given besides the name."""

    dice: Literal["host", "typed"] = "host"
    clocks: ClockSettings = ClockSettings()
    table: TableId = "main"
    position: dict[str, Any] | None = None
    """What ``Game.from_position`` was given, where the game did not begin at its beginning."""

    version: int = VERSION


Kind = Literal["action", "undo", "pause", "resume", "player", "put-right", "begun", "rights"]


class ActionRecord(msgspec.Struct, frozen=True):
    """The record of an ``action``."""

    action: dict[str, Any]
    by: str


class UndoRecord(msgspec.Struct, frozen=True):
    """The record of an ``undo``."""

    to: Annotated[int, msgspec.Meta(ge=0)]
    """Number of the entry that is the newest again; 0: the start."""

    by: str
    text: str = ""
    """Who took back what, for people; empty in older journals."""


class PauseRecord(msgspec.Struct, frozen=True):
    """The record of a ``pause`` or a ``resume``."""

    by: str
    text: str = ""
    """Who did, for people; empty in older journals."""


class PlayerRecord(msgspec.Struct, frozen=True):
    """The record of a ``player``."""

    seat: str
    player: Player
    name: str = ""
    asked: Literal["concerned", "always"] | None = None
    """Where only that was changed."""


class PutRightRecord(msgspec.Struct, frozen=True):
    """The record of a ``put-right``."""

    which: Which
    by: str = ""
    text: str = ""
    """Who said so and what followed, for people; both empty in older journals."""


class BegunRecord(msgspec.Struct, frozen=True):
    """The record of a ``begun``: what happened by itself before the first decision of a game from a position."""

    events: list[Event]


RecordType: TypeAlias = (
    type[ActionRecord]
    | type[UndoRecord]
    | type[PauseRecord]
    | type[PlayerRecord]
    | type[PutRightRecord]
    | type[BegunRecord]
    | type[Rights]
)

RECORDS: dict[Kind, RecordType] = {
    "action": ActionRecord,
    "undo": UndoRecord,
    "pause": PauseRecord,
    "resume": PauseRecord,
    "player": PlayerRecord,
    "put-right": PutRightRecord,
    "begun": BegunRecord,
    "rights": Rights,
}
"""What stands in the record of each kind of entry."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happened at the table."""

    n: int
    """Journal number: 1, 2, 3..."""

    kind: Kind
    record: dict[str, Any]
    """As `RECORDS` says for its kind."""

    digest: str
    """Of the state after it."""

    at_ms: int
    """Unix milliseconds, for people; nothing is computed from it."""

    clocks: ClockSnapshot = ClockSnapshot()
    """After it."""


def check(entry: Entry) -> None:
    """Raise msgspec.ValidationError naming the key where the record is not one of the entry's kind."""
    msgspec.convert(entry.record, RECORDS[entry.kind])
