"""Holds what lies on the table: battlefields, piles, dice, tokens, the stack of frames.

The rules' modules change it; `copy_of` is cheap.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from ...contract import Json, Result
from ...engine import EventLog, Facts, Mark, derived
from ..cards.pack import Pack
from ..effects.effect import CardKey
from ..frames import REVEALED, AnyFrame, Card, Over, Roll, Turn, Window, Working
from ..settings import Settings
from .card_in_play import CHIMERA, CardInPlay, ChimeraCard, Few, Seat, SeatName

Log = EventLog
COLUMNS: Final = 10
"""Tiles of a row on the board."""

Copies = Annotated[int, Meta(ge=1, le=99)]

SAID: Final = 3
"""The first edition of fair decks that positions say; those before it are told by what a game begins with."""


class Situation(Facts, kw_only=True):
    """Everything on the table."""

    settings: Settings = derived("settings", None)
    pack: Pack = derived("pack", None)
    stage: Annotated[int, Meta(ge=1, le=3)] = 1
    """Level of the campaign."""

    round: Annotated[int, Meta(ge=1, le=999)] = 1
    first: Literal["players", "chimera"] = "players"
    """Who holds the first player token."""

    passes: Annotated[int, Meta(ge=0, le=4)] = 0
    """Passes on consecutive turns."""

    stuck: tuple[SeatName, ...] = ()
    """Sides on which the Chimera has passed for good, by the option ``pass_sticky``."""

    guards: Few = 0
    """How often the Chimera has guarded this round."""

    phase: Annotated[int, Meta(ge=1, le=3)] = 1
    red_rains: Few = 0
    rage: Annotated[int, Meta(ge=0, le=10)] = 0
    """Rage dice that show power; the others show basic."""

    ultimate_exhaustion: Annotated[int, Meta(ge=0, le=50)] = 0
    chimera: ChimeraCard = field(name="chimera_card", default_factory=ChimeraCard)
    empties: Few = 0
    """How often the draw pile has run out."""

    fatigued: bool = False
    discard: Annotated[dict[CardKey, Copies], Mark.GROWS] = {}
    removed: Annotated[dict[CardKey, Copies], Mark.GROWS] = {}
    out: Few = 0
    """Unseen cards of the pool that are removed from the game and not in the draw pile."""

    top: Annotated[dict[CardKey, Copies], Mark.GROWS] = {}
    """Cards known to lie on top of the draw pile, in an unknown order; they are counted in ``pool`` as well."""

    hand: Annotated[dict[CardKey, Copies] | None, Mark.GROWS] = None
    """Cards set aside to serve as the Chimera's hand; None while there is none."""

    seats_of: dict[SeatName, Seat] = field(name="seats")
    aside: list[CardInPlay] = []
    """Units that left play this turn and may return as the same (RR-MISC-04)."""

    dying: list[CardInPlay] = []
    """Cards that are destroyed but not yet gone."""

    serial: Annotated[int, Meta(ge=0, le=999_999)] = 0
    stack: Annotated[list[AnyFrame], Mark.COURSE] = []
    pool: dict[str, int] = derived("pool", {})
    """Cards nobody has seen: the draw pile and the face-down aspects together, card -> copies."""

    due: list[AnyFrame] = derived("due", [])
    """What follows the step under way, in order; empty whenever somebody decides."""

    entered: bool = derived("entered", True)
    """Something came onto a battlefield, or was moved there, since `place_cards`; or a row is longer than the board."""

    ending: Over | None = derived("ending", None)
    """Set the moment the game is decided; the step under way is the last."""

    result: Result | None = derived("result", None)

    def to_json(self) -> dict[str, Json]:
        """The position: what is agreed, then every fact."""
        found: dict[str, Json] = {
            "ruleset": "red-rains",
            "chimera": self.pack.given,
            "aspects": self.pack.aspect_set,
            "level": self.settings.level,
            "campaign": self.settings.campaign,
            "players": self.settings.players,
            "options": self.settings.rules.values(),
            **super().to_json(),
        }
        if self.settings.players == "fair" and self.settings.decks >= SAID:
            found["decks"] = self.settings.decks
        for where, cards in (("aside", self.aside), ("dying", self.dying)):
            for written, card in zip(found[where], cards, strict=True):
                written |= {"side": card.side, "home": card.home}
        return found

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
        seats = self.seats_of
        if ref in seats:
            return seats[ref]
        own = ref[:1] == "u"  # those that are more likely there are looked at first
        for seat in seats.values():
            for body in seat.units if own else seat.facing:
                if body.ref == ref:
                    return body
        for seat in seats.values():
            for body in seat.facing if own else seat.units:
                if body.ref == ref:
                    return body
        return None

    def in_play(self, ref: str) -> CardInPlay:
        """As `body`, of what is known to be in play."""
        found = self.body(ref)
        assert found is not None, ref
        return found

    def in_play_or_leaving(self, ref: str) -> CardInPlay | None:
        """As `body`, the dying and those set aside included."""
        found = self.body(ref)
        if found is not None:
            return found
        return next((body for body in (*self.dying, *self.aside) if body.ref == ref), None)

    def units(self) -> list[CardInPlay]:
        """Every card on a battlefield, face-down ones included, side by side, the Chimera's first."""
        found: list[CardInPlay] = []
        for seat in self.seats_of.values():
            found += seat.facing
            found += seat.units
        return found

    def battlefield_of(self, body: CardInPlay) -> list[CardInPlay]:
        """The battlefield a card stands on."""
        return self.seats_of[body.side].facing if body.home == CHIMERA else self.seats_of[body.side].units

    def enter(self, body: CardInPlay, at: int | None = None) -> None:
        """A card comes onto its battlefield, at the right end or at a place of the row."""
        line = self.battlefield_of(body)
        if at is None:
            line.append(body)
        else:
            line.insert(at, body)
        self.entered = True

    def place_cards(self) -> None:
        """Every card on a battlefield has its tile, see `place`: who has one keeps it, unless a row is too long."""
        self.entered = False
        for seat in self.seats_of.values():
            for line in (seat.facing, seat.units):
                place(line)
                if len(line) > COLUMNS:
                    self.entered = True

    def new_ref(self, letter: str) -> str:
        """A reference that was never used: ``a4``, ``u5``."""
        self.serial += 1
        return f"{letter}{self.serial}"

    @property
    def face_down(self) -> int:
        """Face-down aspects that nobody has seen."""
        found = 0
        for seat in self.seats_of.values():
            for body in seat.facing:
                if not body.up and body.card is None:
                    found += 1
        return found

    @property
    def pile(self) -> int:
        """Cards in the draw pile."""
        return sum(self.pool.values()) - self.face_down - self.out

    def to_discard(self, card: str) -> None:
        """A card of the Chimera's goes to its discard pile."""
        self.discard[card] = self.discard.get(card, 0) + 1

    # --- the stack ---

    @property
    def in_turns(self) -> bool:
        """Whether the player turns phase is running and somebody's turn is under way."""
        return any(isinstance(frame, Turn) for frame in self.stack)

    def queue(self, frame: AnyFrame) -> None:
        """Queue what follows the step under way."""
        self.due.append(frame)

    def lay_queued(self) -> None:
        """Lay what was queued on top, the first of it uppermost."""
        due = self.due
        self.stack += due if len(due) == 1 else due[::-1]
        due.clear()

    def push(self, frame: AnyFrame) -> None:
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

    def ask_reaction(
        self,
        seat: SeatName,
        about: Literal["reveal", "declared", "battle", "text", "lethal"],
        ref: str,
        falling: tuple[str, ...] = (),
    ) -> None:
        """Let a player declare a reaction before play goes on."""
        self.push(Window(seat=seat, about=about, ref=ref, falling=falling))  # type: ignore[arg-type]

    def pop(self, answer: int | str | None = None, result: int | None = None, revealed: str = "") -> None:
        """Take the top frame away; its answer or result goes to the frame below, if that waits for one."""
        stack = self.stack
        stack.pop()
        if not stack:
            return
        below = stack[-1]
        if answer is not None and isinstance(below, Working):
            stack[-1] = replace(below, answers=(*below.answers, answer))
        elif result is not None:
            stack[-1] = below.after(result, revealed)


def place(line: list[CardInPlay]) -> None:
    """Give every card of a row a tile, left to right; who has one keeps it where that is possible.

    Where the row's right end is reached all close up; cards beyond the tenth have no tile of their own.
    """
    free = 0
    for body in line:
        column = body.column
        if column < free:
            column = body.column = free
        if column >= COLUMNS:
            for slot, each in enumerate(line):
                each.column = slot
            return
        free = column + 1
