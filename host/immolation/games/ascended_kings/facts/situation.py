"""One moment of a game: the arena, whose turn it is, the stack of decisions; on the arena track the tallies as well.

The methods that raise NotImplementedError are what the two tracks do differently.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Self

from ...contract import Refusal, Result
from ...engine import need
from ...house_rules import shown
from ..actions import Cards, Catalogue, Score, catalogue
from ..board.items import Spawned
from ..components import King
from ..frames import Absorbing, Cause, ChoosingState, Frame, Resting, Surviving, WindowKind
from ..options import TurnStep
from ..settings import Settings
from .arena import OFF, Arena, Log

NOBODY = -1
"""No seat: between turns and before the first."""


class Fallen(NamedTuple):
    """One who has died and is not back."""

    seat: int
    owed: bool
    """True if a Bloodstone set aside comes along on the return (AK-REV-11, AK-REV-12)."""

    early: bool = False
    """True if steps 1 to 6 of the return are done, or under way, before the turn is over (AK-REV-10)."""


class Situation:
    """The facts that both tracks know, and what each does in its own way.

    Seats are numbers here; the records of the contract speak of ``p1`` to ``p4``.
    """

    __slots__ = (
        "arena",
        "dead",
        "last",
        "result",
        "round",
        "settings",
        "sheets",
        "shown",
        "stack",
        "start",
        "steps",
        "turn",
    )

    latent_frame: ClassVar[Frame]
    """What the Latent State begins with (AK-LATENT-01)."""

    def __init__(self, settings: Settings, kings: tuple[King | None, ...]) -> None:
        """An empty board before the setup; the stack is still empty."""
        self.settings = settings
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
        self.dead: list[Fallen] = []
        """Who has died and is not back, in the order of death."""
        self.sheets: dict[int, Score] = {}
        """Score sheets at the end (AK-SCORE-01)."""
        self.shown: dict[int, Cards] = {}
        """Hands shown in a tie (AK-SCORE-03)."""
        self.result: Result | None = None

    def _facts_of(self, other: Situation) -> None:
        """Take over what both tracks know, each list and table as a copy."""
        self.settings = other.settings
        self.arena = other.arena.copy()
        self.stack = other.stack[:]
        self.turn = other.turn
        self.start = other.start
        self.last = other.last
        self.round = other.round
        self.steps = other.steps
        self.dead = other.dead[:]
        self.sheets = other.sheets.copy()
        self.shown = other.shown.copy()
        self.result = other.result

    # --- what each track does in its own way ---

    def level(self, seat: int) -> int:
        """The level of a character, 1 to 3."""
        raise NotImplementedError

    def new_turn(self) -> None:
        """Forget what held for the last turn only."""

    def opens(self, after: TurnStep | None) -> Frame:
        """What comes before the actions of a turn once ``after`` is done, None as the turn begins (AK-TURN-06)."""
        raise NotImplementedError

    def deal(self, wounds: dict[int, int], cause: Cause, log: Log, by: str = "") -> None:
        """Deal wounds in one batch (AK-WOUND-05). ``by``: the seat that earns a bonus for a death."""
        raise NotImplementedError

    def arrive(self, seat: int, log: Log) -> int:
        """Take what lies where the miniature has just come to stand (AK-GEM-06).

        Returns Dire gems whose wounds the caller is to deal.
        """
        raise NotImplementedError

    def receive(self, got: Spawned, log: Log) -> None:
        """Give a miniature what has just appeared on its tile (AK-PROX-05)."""
        raise NotImplementedError

    def ylem_room(self, seat: int) -> int:
        """How much Ylem the pool of a seat can take now, as far as the track knows."""
        raise NotImplementedError

    def left(self, seat: int) -> None:
        """The miniature has just left the board in death."""
        raise NotImplementedError

    def wiped(self, seat: int, log: Log) -> None:
        """Every Dire gem leaves the mat (AK-LAST-04)."""
        raise NotImplementedError

    def begin_return(self, seat: int, log: Log) -> None:
        """Begin the return of the dead ``seat`` (AK-REV-01), with step 7 where the others are done (AK-REV-10)."""
        raise NotImplementedError

    def return_early(self, seat: int, log: Log) -> None:
        """Carry out steps 1 to 6 of the return of ``seat`` (AK-REV-10)."""
        raise NotImplementedError

    def set_up(self) -> None:
        """Go on with the setup once the dials are turned: what comes before the first Roll for Ylem."""
        raise NotImplementedError

    def count(self, log: Log) -> None:
        """Fill in the score sheets as far as the track knows them (AK-SCORE-01)."""

    def discard_card_in_play(self) -> None:
        """Put away what lies open in the middle of being carried out, as the game ends at once (AK-WAR-11)."""

    def offer(self, kind: WindowKind) -> None:
        """Open a reaction window of this kind if the track has windows (AK-INST-06)."""

    # --- seats ---

    def fallen(self, seat: int) -> Fallen | None:
        """What is known of the death of ``seat``, None if it is not among the dead."""
        return next((fallen for fallen in self.dead if fallen.seat == seat), None)

    def seat(self, seat: str) -> int | None:
        """The number of a seat, None if the game has no such seat."""
        return self.settings.seats.index(seat) if seat in self.settings.seats else None

    def lethal(self, seat: int) -> int:
        """Wounds that kill: 2 and the level (AK-WOUND-02)."""
        return 2 + self.level(seat)

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

    def need_alive(self, key: str, *names: str) -> None:
        """Refuse a position in which one of these seats is not on the board: BadPosition with the key."""
        for name in names:
            need(self.alive(self.settings.seats.index(name)), key, f"{name} is not on the board (AK-DEATH-01)")


class ArenaSituation(Situation):
    """The arena track: people keep mats and cards, so the host has tallies of what they say."""

    __slots__ = ("catalogue", "levels", "taken", "wounds")

    latent_frame = Resting()

    def __init__(self, settings: Settings, kings: tuple[King | None, ...]) -> None:
        """An empty board before the setup; the stack is still empty."""
        super().__init__(settings, kings)
        count = len(settings.seats)
        self.catalogue: tuple[Catalogue, ...] = catalogue(count)
        self.levels = [1] * count
        """A tally of what the mats show; people may set it right."""
        self.wounds = [0] * count
        self.taken = [0] * count
        """Ylem taken on the tile where the miniature stands: what may be left there if the pool was full."""

    def copy(self) -> Self:
        """An independent situation."""
        twin = type(self).__new__(type(self))
        twin._facts_of(self)
        twin.catalogue = self.catalogue
        twin.levels = self.levels[:]
        twin.wounds = self.wounds[:]
        twin.taken = self.taken[:]
        return twin

    def become(self, other: ArenaSituation) -> None:
        """Take over every fact of another situation."""
        for name in (*Situation.__slots__, *ArenaSituation.__slots__):
            setattr(self, name, getattr(other, name))

    def opens(self, after: TurnStep | None) -> Frame:
        """The holder of the Ascended Die speaks first; the rest of what opens a turn is up to the table."""
        return Absorbing() if after is None and self.arena.die >= 0 else ChoosingState()

    def level(self, seat: int) -> int:
        """As the tally says."""
        return self.levels[seat]

    def surviving(self) -> Surviving | None:
        """The question on top, if it is about survival."""
        top = self.stack[-1]
        return top if isinstance(top, Surviving) else None
