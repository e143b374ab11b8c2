"""What a journal holds: its header, its entries, and the errors that name what is wrong with a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from immolation.table.clocks import ClockSettings, ClockSnapshot
from immolation.table.records import Player

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


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game began: enough, with the entries, to play it again anywhere."""

    ruleset: str
    config: dict[str, Any]
    """What ``Game.new`` was given; where there is a ``position``, what of it a config would have said."""

    seed: int
    players: dict[str, Player]
    digest: str
    """Of the state before the first action."""

    created_ms: int
    """Unix milliseconds."""

    settings: dict[str, Any] = {}
    """What ``games.load`` was given besides the name."""

    dice: Literal["host", "typed"] = "host"
    clocks: ClockSettings = ClockSettings()
    table: str = "main"
    position: dict[str, Any] | None = None
    """What ``Game.from_position`` was given, where the game did not begin at its beginning."""

    version: int = VERSION


Kind = Literal["action", "undo", "pause", "resume", "player", "put-right", "begun"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happened at the table."""

    n: int
    """Journal number: 1, 2, 3..."""

    kind: Kind
    record: dict[str, Any]
    """``action``: ``{"action", "by"}``; ``undo``: ``{"to", "by"}``; ``pause``: ``{"by"}``; ``resume``: ``{"by"}``;
    ``player``: ``{"seat", "player", "name"}``, and ``asked`` where only that was changed; ``put-right``:
    ``{"which"}``; ``begun``: ``{"events"}``, what happened by itself before the first decision of a game that began
    from a position."""

    digest: str
    """Of the state after it."""

    at_ms: int
    """Unix milliseconds, for people; nothing is computed from it."""

    clocks: ClockSnapshot = ClockSnapshot()
    """After it."""
