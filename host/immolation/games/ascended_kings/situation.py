"""One situation of a game on the arena track: the arena, whose turn it is, the tallies, the stack of decisions.

Owns the facts beyond the board and how they are copied. Knows no rule.
"""

from __future__ import annotations

from typing import Self

from ..contract import Refusal, Result
from .actions import Cards, Catalogue, Score, catalogue
from .arena import OFF, Arena
from .components import King
from .frames import Frame, Surviving
from .options import shown
from .settings import Settings

NOBODY = -1
"""No seat: between turns and before the first."""


class Situation:
    """The facts of one moment. Seats are numbers here; the records of the contract speak of ``p1`` to ``p4``."""

    __slots__ = (
        "arena",
        "catalogue",
        "dead",
        "hands",
        "last",
        "levels",
        "result",
        "round",
        "settings",
        "sheets",
        "stack",
        "start",
        "steps",
        "taken",
        "turn",
        "wounds",
    )

    def __init__(self, settings: Settings, kings: tuple[King | None, ...]) -> None:
        """An empty board before the setup; the stack is still empty."""
        count = len(settings.seats)
        self.settings = settings
        self.catalogue: tuple[Catalogue, ...] = catalogue(count)
        self.arena = Arena(settings.rules, kings, settings.rounds, settings.countdown)
        self.stack: list[Frame] = []
        self.turn = NOBODY
        """Whose turn it is."""
        self.start = 0
        """The starting player of this round."""
        self.last = NOBODY
        """Who most recently finished a turn (AK-WAR-08)."""
        self.round = 1
        self.steps = 0
        """Steps taken this turn, for whoever wants to pace themselves."""
        self.levels = [1] * count
        """A tally of what the mats show; people may set it right."""
        self.wounds = [0] * count
        self.taken = [0] * count
        """Ylem taken on the tile where the miniature stands: what may be left there if the pool was full."""
        self.dead: list[tuple[int, bool]] = []
        """Who has died and is not back, in the order of death; True if a Bloodstone set aside comes along."""
        self.sheets: dict[int, Score] = {}
        self.hands: dict[int, Cards] = {}
        self.result: Result | None = None

    def copy(self) -> Self:
        """An independent situation."""
        twin = type(self).__new__(type(self))
        twin.settings = self.settings
        twin.catalogue = self.catalogue
        twin.arena = self.arena.copy()
        twin.stack = self.stack[:]
        twin.turn = self.turn
        twin.start = self.start
        twin.last = self.last
        twin.round = self.round
        twin.steps = self.steps
        twin.levels = self.levels[:]
        twin.wounds = self.wounds[:]
        twin.taken = self.taken[:]
        twin.dead = self.dead[:]
        twin.sheets = self.sheets.copy()
        twin.hands = self.hands.copy()
        twin.result = self.result
        return twin

    def become(self, other: Situation) -> None:
        """Take over every fact of another situation."""
        for name in Situation.__slots__:
            setattr(self, name, getattr(other, name))

    # --- seats ---

    def seat(self, seat: str) -> int | None:
        """The number of a seat, None if the game has no such seat."""
        return self.settings.seats.index(seat) if seat in self.settings.seats else None

    def lethal(self, seat: int) -> int:
        """Wounds that kill: 2 and the level (AK-WOUND-02)."""
        return 2 + self.levels[seat]

    def in_round_order(self) -> list[int]:
        """Seats from this round's starting player, clockwise (AK-TURN-01)."""
        count = len(self.settings.seats)
        return [(self.start + place) % count for place in range(count)]

    def alive(self, seat: int) -> bool:
        """True while the miniature is on the board."""
        return self.arena.tiles[seat] != OFF

    def other(self, who: str, seat: int) -> int | Refusal:
        """The living opponent called ``who``, or why there is none."""
        number = self.seat(who)
        if number is None:
            return Refusal("TABLE", f"There is no seat {shown(who)}; there are {', '.join(self.settings.seats)}.")
        if number == seat:
            return Refusal("TABLE", f"{self.settings.seats[seat]} is the player itself; choose an opponent.")
        if not self.alive(number):
            return Refusal("AK-DEATH-08", f"{self.arena.name(number)} is not on the board.")
        return number

    def surviving(self) -> Surviving | None:
        """The question on top, if it is about survival."""
        top = self.stack[-1]
        return top if isinstance(top, Surviving) else None
