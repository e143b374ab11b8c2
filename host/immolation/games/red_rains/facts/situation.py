"""Holds what lies on the table: battlefields, piles, dice, tokens, the stack of frames.

The rules' modules change it; `copy_of` is cheap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from ...contract import Event, Json, Result
from ..cards.pack import Pack
from ..frames import REVEALED, Card, Frame, Over, Roll, Working
from ..settings import Settings
from .card_in_play import CHIMERA, DICE, LOST, MOST_DICE, UNPLACED, CardInPlay, Kind, Seat

Log = list[Event]
COLUMNS: Final = 10
"""Tiles of a row on the board."""


class Situation:
    """Everything on the table."""

    __slots__ = (
        "aside",
        "chimera",
        "discard",
        "due",
        "dying",
        "empties",
        "ending",
        "fatigued",
        "fields",
        "first",
        "guards",
        "hand",
        "out",
        "pack",
        "passes",
        "phase",
        "pool",
        "rage",
        "red_rains",
        "removed",
        "result",
        "round",
        "seats_of",
        "serial",
        "settings",
        "stack",
        "stage",
        "stuck",
        "top",
        "ultimate_exhaustion",
    )

    def __init__(self, settings: Settings, pack: Pack) -> None:
        self.settings = settings
        self.pack = pack
        self.chimera = CardInPlay(CHIMERA, "chimera", "", CHIMERA, CHIMERA)
        self.seats_of: dict[str, Seat] = {}
        self.fields: dict[str, list[CardInPlay]] = {}
        """Seat -> the Chimera's battlefield that faces it, left to right."""
        self.phase = 1
        self.red_rains = 0
        self.ultimate_exhaustion = 0
        self.rage = 0
        """Rage dice that show power; the others show basic."""
        self.pool: dict[str, int] = {}
        """Cards nobody has seen: the draw pile and the face-down aspects together, card -> copies."""
        self.discard: dict[str, int] = {}
        self.removed: dict[str, int] = {}
        self.hand: dict[str, int] | None = None
        """Cards set aside to serve as the Chimera's hand; None while there is none."""
        self.top: dict[str, int] = {}
        """Cards known to lie on top of the draw pile, in an unknown order; they are counted in ``pool`` as well."""
        self.out = 0
        """Unseen cards of the pool that are removed from the game and not in the draw pile."""
        self.empties = 0
        """How often the draw pile has run out."""
        self.fatigued = False
        self.round = 1
        self.first = "players"
        """Who holds the first player token: ``players`` or ``chimera``."""
        self.passes = 0
        """Passes on consecutive turns."""
        self.stuck: tuple[str, ...] = ()
        """Sides on which the Chimera has passed for good, by the option ``pass_sticky``."""
        self.guards = 0
        """How often the Chimera has guarded this round."""
        self.stage = 1
        """Level of the campaign, 1 to 3."""
        self.serial = 0
        self.aside: list[CardInPlay] = []
        """Units that left play this turn and may return as the same (RR-MISC-04)."""
        self.dying: list[CardInPlay] = []
        """Cards that are destroyed but not yet gone."""
        self.stack: list[Frame] = []
        self.due: list[Frame] = []
        """What follows the step under way, in order; empty whenever somebody decides."""
        self.ending: Over | None = None
        """Set the moment the game is decided; the step under way is the last."""
        self.result: Result | None = None

    def copy_of(self, twin: Situation) -> None:
        """Make ``twin`` an independent copy of this."""
        twin.settings = self.settings
        twin.pack = self.pack
        twin.chimera = self.chimera.copy()
        twin.seats_of = {name: seat.copy() for name, seat in self.seats_of.items()}
        twin.fields = {name: [body.copy() for body in field] for name, field in self.fields.items()}
        twin.phase = self.phase
        twin.red_rains = self.red_rains
        twin.ultimate_exhaustion = self.ultimate_exhaustion
        twin.rage = self.rage
        twin.pool = dict(self.pool)
        twin.discard = dict(self.discard)
        twin.removed = dict(self.removed)
        twin.hand = dict(self.hand) if self.hand is not None else None
        twin.top = dict(self.top)
        twin.out = self.out
        twin.empties = self.empties
        twin.fatigued = self.fatigued
        twin.round = self.round
        twin.first = self.first
        twin.passes = self.passes
        twin.stuck = self.stuck
        twin.guards = self.guards
        twin.stage = self.stage
        twin.serial = self.serial
        twin.aside = [body.copy() for body in self.aside]
        twin.dying = [body.copy() for body in self.dying]
        twin.stack = list(self.stack)
        twin.due = list(self.due)
        twin.ending = self.ending
        twin.result = self.result

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return bool(self.stack) and isinstance(self.stack[0], Over)

    def decide(self, won: bool, rule: str, reason: str) -> None:
        """The game is decided; the step under way is the last."""
        self.ending = Over(won=won, rule=rule, reason=reason)

    # --- finding things ---

    def body(self, ref: str) -> CardInPlay | None:
        """Whatever is in play under this reference; the dying no longer are."""
        if ref == CHIMERA:
            return self.chimera
        seat = self.seats_of.get(ref)
        if seat is not None:
            return seat.body
        for name, seat in self.seats_of.items():
            for body in self.fields[name]:
                if body.ref == ref:
                    return body
            for body in seat.units:
                if body.ref == ref:
                    return body
        return None

    def in_play_or_leaving(self, ref: str) -> CardInPlay | None:
        """As `body`, the dying and those set aside included."""
        found = self.body(ref)
        if found is not None:
            return found
        return next((body for body in (*self.dying, *self.aside) if body.ref == ref), None)

    def units(self) -> Iterator[CardInPlay]:
        """Every card on a battlefield, face-down ones included, side by side, the Chimera's first."""
        for name, seat in self.seats_of.items():
            yield from self.fields[name]
            yield from seat.units

    def battlefield_of(self, body: CardInPlay) -> list[CardInPlay]:
        """The battlefield a card stands on."""
        return self.fields[body.side] if body.home == CHIMERA else self.seats_of[body.side].units

    def place_cards(self) -> None:
        """Every card on a battlefield has its tile; see `place`."""
        for name, seat in self.seats_of.items():
            place(self.fields[name])
            place(seat.units)

    def new_ref(self, letter: str) -> str:
        """A reference that was never used: ``a4``, ``u5``."""
        self.serial += 1
        return f"{letter}{self.serial}"

    @property
    def face_down(self) -> int:
        """Face-down aspects that nobody has seen."""
        return sum(1 for field in self.fields.values() for body in field if not body.up and body.card is None)

    @property
    def pile(self) -> int:
        """Cards in the draw pile."""
        return sum(self.pool.values()) - self.face_down - self.out

    def to_discard(self, card: str) -> None:
        """A card of the Chimera's goes to its discard pile."""
        self.discard[card] = self.discard.get(card, 0) + 1

    # --- the stack ---

    def queue(self, frame: Frame) -> None:
        """Queue what follows the step under way."""
        self.due.append(frame)

    def push(self, frame: Frame) -> None:
        """Lay a frame on top."""
        self.stack.append(frame)

    def ask_dice(
        self, kind: Literal["rage", "behaviour", "guard", "dice"], rule: str, n: int = 1, seat: str = ""
    ) -> None:
        """Wait for dice; what they show is an answer for the frame on top."""
        self.push(Roll(kind=kind, n=n, seat=seat, rule=rule))

    def ask_card(
        self, kind: Literal["reveal", "draw", "blood", "set-aside"], ref: str = "", rule: str = REVEALED
    ) -> None:
        """Wait for a card of the Chimera's, or its back; it is an answer for the frame on top."""
        self.push(Card(kind=kind, ref=ref, rule=rule))

    def replace_top(self, frame: Frame) -> None:
        """Replace the top frame."""
        self.stack[-1] = frame

    def pop(self, answer: int | str | None = None, result: int | None = None, revealed: str = "") -> None:
        """Take the top frame away; its answer or result goes to the frame below, if that waits for one."""
        self.stack.pop()
        if not self.stack:
            return
        below = self.stack[-1]
        if answer is not None and isinstance(below, Working):
            self.stack[-1] = replace(below, answers=(*below.answers, answer))
        elif result is not None:
            self.stack[-1] = below.after(result, revealed)


def place(line: list[CardInPlay]) -> None:
    """Give every card of a row a tile, left to right; who has one keeps it where that is possible.

    Where the row's right end is reached all close up; cards beyond the tenth have no tile of their own.
    """
    free = 0
    for body in line:
        column = body.column if body.column > free else free
        if column >= COLUMNS:
            for slot, each in enumerate(line):
                each.column = slot
            return
        body.column = column
        free = column + 1


def report(log: Log, kind: str, rules: tuple[str, ...] | str, text: str, **data: Json) -> None:
    """Say what happened."""
    log.append(Event(kind, (rules,) if isinstance(rules, str) else rules, text, data))


__all__ = [
    "CHIMERA",
    "COLUMNS",
    "DICE",
    "LOST",
    "MOST_DICE",
    "UNPLACED",
    "CardInPlay",
    "Kind",
    "Log",
    "Seat",
    "Situation",
    "place",
    "report",
]
