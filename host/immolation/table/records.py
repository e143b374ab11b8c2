"""Records that a table tells the world: JSON-ready, published by the broker as they are."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from immolation.board.bring_up import Finding
from immolation.board.messages import FirmwareProgress
from immolation.games import Action, Decision, Event, Picture, Result

Phase = Literal["playing", "paused", "astray", "over"]
"""``paused``: somebody paused it. ``astray``: the board is being put right; clocks stand still in both."""


Which = Literal["board", "game"]
"""Which of the two is right where they differ."""

Who = Literal["players", "host"]
"""Who may do something: whoever plays a seat, or the host alone."""


class Rights(msgspec.Struct, frozen=True):
    """The rights to do what concerns everybody at the table."""

    pause: Who = "players"
    """Pause and resume."""

    undo: Who = "players"
    settle: Who = "players"
    """Say which of board and game is right; of another person's miniature only with their consent."""

    end: Who = "host"
    """Start another game in place of this one."""


class Player(msgspec.Struct, frozen=True):
    """The player of a seat."""

    kind: Literal["person", "bot"] = "person"
    name: str = ""
    bot: str = ""
    """Name of the bot policy where ``kind`` is ``bot``."""

    asked: Literal["concerned", "always"] = "concerned"
    """Whether this person is asked what is asked out of courtesy alone (`Decision.courtesy`), or lets it pass."""

    passes: dict[str, str] = {}
    """Kinds of windows this person lets pass -> empty: for good, else the journal number when it was said: until the
    turn is over, and then it is not here any more. A kind with a card, ``reaction: Rampage``, is of that card alone."""

    def __post_init__(self) -> None:
        """A bot that an older command line called ``Search:medium`` has no name of its own."""
        if self.kind == "bot" and self.name == self.bot.capitalize():
            msgspec.structs.force_setattr(self, "name", "")


class Clock(msgspec.Struct, frozen=True):
    """One clock of the table. The table alone knows the time; everybody else counts down from here."""

    owner: str
    """A seat, or ``table``."""

    kind: Literal["turn", "window", "pace"]
    left_ms: int
    """At ``running_since`` if it runs, else now."""

    total_ms: int
    """What it started from, for bars and the clock of light."""

    running_since: int | None = None
    """Unix milliseconds, or None while it stands still."""


class Choice(msgspec.Struct, frozen=True):
    """One of several actions that the board's pattern could mean."""

    label: str
    action: dict[str, Any]
    tile: int | None = None
    """Where the choice is lit; touching it chooses."""


class Settlement(msgspec.Struct, frozen=True):
    """The effects of saying which of board and game is right."""

    board: str
    """In a sentence for people, if the board is."""

    game: str
    owners: tuple[str, ...] = ()
    """The seats whose miniatures differ; they are asked to agree unless they or the host say it."""


class BoardTest(msgspec.Struct, frozen=True):
    """A self-test or calibration of the board, or its result."""

    kind: Literal["self-test", "calibrate", "gauge"]
    running: bool
    answered: tuple[int, ...]
    """Tiles over which a magnet came; after a calibration those that read empty."""

    said: str
    """The board's last sentence about it."""


class Firmware(msgspec.Struct, frozen=True):
    """The firmware that a board could be brought to."""

    installed: str
    """The version that this installation of the host brings."""

    drive: bool
    """Whether the board's drive is on the host's machine, so that it can be updated from here."""

    why: str
    """Why not, and what to do, in a sentence or two."""


class BoardState(msgspec.Struct, frozen=True):
    """The physical board as the table sees it."""

    id: str = ""
    online: bool = False
    state: Literal["none", "offline", "agrees", "moving", "asking", "astray"] = "none"
    """``moving``: not yet stable, or miniatures are still to be moved as ``text`` says. ``asking``: several actions
    fit, see ``choices``. ``astray``: no action fits, see ``pairs``."""

    text: str = ""
    """One sentence saying what the board waits for: "Move Vara from 44 to 45."."""

    pairs: tuple[tuple[int | None, int | None], ...] = ()
    """What is still to be put right, the first pair first; None: off the board."""

    choices: tuple[Choice, ...] = ()
    occupied: tuple[int, ...] | None = None
    """What the sensors read, None until heard."""

    status: dict[str, Any] = {}
    """The board's last ``status`` message."""

    settlement: Settlement | None = None
    """Where board and game differ."""

    limit_ma: int | None = None
    """What the host lets the board draw; None: as much as its own settings allow."""

    switched_off: tuple[int, ...] = ()
    """Tiles whose sensors are not heard: they are taken as the game has them."""

    test: BoardTest | None = None
    """What is being tested, or was, until it is put away."""

    findings: tuple[Finding, ...] = ()
    """What is wrong with the board as far as it says so itself, each with likely cause and cure."""

    update: FirmwareProgress | None = None
    """How far the last update of its firmware is."""


class Shown(msgspec.Struct, frozen=True):
    """A step of what has happened already."""

    text: str
    events: int
    """How many events of the newest entry have been shown by now."""


class TableState(msgspec.Struct, frozen=True):
    """The public state of a table: the retained message on its topic."""

    n: int
    """Journal number of the last accepted action."""

    table: str
    ruleset: str
    title: str
    phase: Phase
    view: dict[str, Any]
    """``State.view(None)``."""

    picture: Picture
    """Pieces and layers of the public view (no gestures)."""

    deciders: dict[str, Decision]
    """Public part: outcomes of chance are left out of ``Decision.outcomes``; see ``dice``."""

    players: dict[str, Player]
    dice: Literal["host", "typed"]
    """Who rolls: the host's seeded source, or people who type what they rolled."""

    board: BoardState
    outcome: Result | None = None
    can_undo: bool = False
    note: str = ""
    """One sentence for everybody, e.g. "Bob's clock ran out: Latent State."."""

    hands: bool | None = None
    """Whether the helping hands of a virtual board work by themselves; None where there are none."""

    consent: tuple[str, ...] = ()
    """The seats still asked to agree to an undo over a card that was seen, or to which of board and game is right;
    empty if none waits."""

    step: Shown | None = None
    """While a long turn is shown step by step: the step that is on. ``view`` and ``picture`` are as of it."""

    pace_ms: int = 0
    """Milliseconds that a bot thinks and that such a step stays."""

    consent_to: str = ""
    """What the seats in ``consent`` are asked to agree to, in a sentence."""

    rights: Rights = Rights()
    distinct: bool = False
    """Whether colours are those that everybody tells apart, whatever their eyes."""

    consent_id: int = 0
    """The number of what the seats in ``consent`` are asked, for an answer that means this and nothing else."""


class LegalAction(msgspec.Struct, frozen=True):
    """One button."""

    action: dict[str, Any]
    label: str
    tiles: tuple[int, ...] = ()
    """Tiles it is about, for choosing it on the drawn board."""


class Ahead(msgspec.Struct, frozen=True):
    """Actions of a later question that a seat may take at once; or, with nothing ``before``, say with any answer."""

    prompt: str
    """Of the question that it answers."""

    kind: str
    """Of that question."""

    before: tuple[dict[str, Any], ...]
    """The actions taken first: the ``kind`` of each question before, and the ``action`` that answers it. Empty: it
    is taken after whatever the seat answers now, if its question comes next."""

    actions: tuple[LegalAction, ...]

    walk: bool = False
    """Whether this is several steps to one tile."""


class Planned(msgspec.Struct, frozen=True):
    """An action that a seat takes as soon as it is asked a question of this kind."""

    kind: str
    action: Action


class SeatState(msgspec.Struct, frozen=True):
    """The private state of a seat, sent to it alone when it changes and when it asks. Never retained."""

    n: int
    seat: str
    view: dict[str, Any]
    decision: Decision | None
    """Why this seat is asked; None if it is not."""

    actions: tuple[LegalAction, ...]
    declarations: tuple[Any, ...] = ()
    """`games.Declaration` records."""

    picture: Picture | None = None
    ahead: tuple[Ahead, ...] = ()
    """Actions that may be taken at once beyond the question that is asked."""


class NumberedEvents(msgspec.Struct, frozen=True):
    """The events of one journal entry, as one viewer may see them."""

    n: int
    action: dict[str, Any] | None
    """The action that caused them; None where it is secret."""

    events: tuple[Event, ...]
    quiet: bool = False
    """True where the table passed for a seat that does not want to be asked: nothing for a log to dwell on."""

    courtesy: bool = False
    """True where the table answered for such a seat, whatever else came of it."""
