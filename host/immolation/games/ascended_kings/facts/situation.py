"""One moment of a game: the arena, whose turn it is, the stack of decisions; on the arena track the tallies as well.

The methods that raise NotImplementedError are what the two tracks do differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import Meta, field

from ...contract import Action, BadPosition, Json, Refusal, Result
from ...engine import Codec, Mark, PlacedFacts, derived, need, read_record
from ...house_rules import shown
from ..actions import Cards, Catalogue, Score, catalogue
from ..board.items import Spawned
from ..frames import Absorbing, ArenaFrame, Cause, ChoosingState, Frame, Resting, Surviving, WindowKind
from ..options import TurnStep
from ..settings import Settings
from .arena import OFF, SEAT, Arena, seat_id, seat_named
from .reporting import Log

NOBODY = -1
"""No seat: between turns and before the first."""


@cache
def clockwise(first: int, count: int) -> tuple[int, ...]:
    """All of ``count`` seats, clockwise from one of them."""
    return tuple((first + place) % count for place in range(count))


CLOCKWISE: Final = tuple(tuple(clockwise(first, count) for first in range(count)) for count in range(5))
"""Number of seats -> the first -> all of them, as `clockwise` says."""


def _stack(frames: Json, where: str, s: Situation) -> list[Frame]:
    found: list[Frame] = read_record(frames, list[s.frames], where)  # type: ignore[name-defined]
    need(0 < len(found) <= s.deepest, where, f"1 to {s.deepest} decision points, not {len(found)}")
    return found


def _said(kind: type[Action], *keys: str) -> Codec:
    """Seat -> what it said in an action of this kind, of which a position keeps these keys."""

    def write(found: dict[int, Action], s: object) -> Json:
        return {seat_id(seat): {key: getattr(found[seat], key) for key in keys} for seat in sorted(found)}

    def read(value: Json, where: str, s: Situation) -> dict[int, Action]:
        if not isinstance(value, Mapping):
            raise BadPosition(f"{where}: a table, not {shown(value)}.")
        found: dict[int, Action] = {}
        for name, facts in value.items():
            below = f"{where}.{name}"
            need(isinstance(facts, Mapping) and set(facts) <= set(keys), below, f"a table of {', '.join(keys)}")
            said = {**facts, "do": kind.__struct_config__.tag, "seat": name}
            found[seat_named(s, name, where)] = read_record(said, kind, below)
        return found

    return Codec(write, read)


SEAT_OR_NOBODY: Final = Codec(
    lambda seat, s: None if seat == NOBODY else seat_id(seat),
    lambda name, where, s: NOBODY if name is None else seat_named(s, name, where),
)
STACK: Final = Codec(lambda frames, s: msgspec.json.decode(msgspec.json.encode(frames)), _stack)
SHEETS: Final = _said(Score, "transmutations", "ylem")
HANDS: Final = _said(Cards, "level3", "level2", "level1", "lancea", "curse", "other")


class Fallen(PlacedFacts):
    """One who has died and is not back."""

    seat: Annotated[int, SEAT] = NOBODY
    owed: bool = field(name="bloodstone", default=False)
    """True if a Bloodstone set aside comes along on the return (AK-REV-11, AK-REV-12)."""

    early: bool = False
    """True if steps 1 to 6 of the return are done, or under way, before the turn is over (AK-REV-10)."""


class Situation(PlacedFacts, kw_only=True):
    """The facts that both tracks know, and what each does in its own way.

    Seats are numbers here; the records of the contract speak of ``p1`` to ``p4``.
    """

    ruleset: Literal["ascended-kings"] = "ascended-kings"
    arena: Arena = field(name=".")
    stack: Annotated[list[Frame], STACK] = []
    turn: Annotated[int, SEAT_OR_NOBODY] = NOBODY
    """Whose turn it is."""

    start: Annotated[int, SEAT] = 0
    """The starting player of this round."""

    last: Annotated[int, SEAT_OR_NOBODY] = NOBODY
    """Who most recently finished a turn (AK-WAR-08)."""

    round: Annotated[int, Meta(ge=1, le=9999)] = 1
    steps: Annotated[int, Meta(ge=0, le=9999)] = 0
    """Steps taken this turn, for whoever wants to pace themselves."""

    dead: tuple[Fallen, ...] = ()
    """Who has died and is not back, in the order of death."""

    sheets: Annotated[Mapping[int, Score], SHEETS, Mark.GROWS] = {}
    """Score sheets at the end (AK-SCORE-01)."""

    shown: Annotated[Mapping[int, Cards], HANDS, Mark.GROWS] = field(name="hands", default={})
    """Hands shown in a tie (AK-SCORE-03)."""

    settings: Settings = derived("settings", None)
    numbers: Mapping[str, int] = derived("numbers", {})
    """Seat -> its number."""

    catalogue: tuple[Catalogue, ...] = derived("catalogue", ())
    result: Result | None = derived("result", None)

    frames: ClassVar[Any]
    """What a stack may hold."""

    deepest: ClassVar[int]
    """How many of them; a game comes to half of that."""

    latent_frame: ClassVar[Frame]
    """What the Latent State begins with (AK-LATENT-01)."""

    def __post_init__(self) -> None:
        """As a game begins."""
        count = len(self.settings.seats)
        self.numbers = {seat: number for number, seat in enumerate(self.settings.seats)}
        self.catalogue = catalogue(count)
        self.for_seats(count)

    # --- what each track does in its own way ---

    def level(self, seat: int) -> int:
        """The level of a character, 1 to 3."""
        raise NotImplementedError

    def new_turn(self) -> None:
        """Forget what held for the last turn only."""

    def opens(self, after: TurnStep | None) -> Frame:
        """The frame before the actions of a turn once ``after`` is done, None as it begins (AK-TURN-06)."""
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
        """Return how much Ylem the pool of a seat can take now, as far as the track knows."""
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
        """Return what is known of the death of ``seat``, None if it is not among the dead."""
        return next((fallen for fallen in self.dead if fallen.seat == seat), None)

    def seat(self, seat: str) -> int | None:
        """The number of a seat, None if the game has no such seat."""
        return self.numbers.get(seat)

    def lethal(self, seat: int) -> int:
        """Wounds that kill: 2 and the level (AK-WOUND-02)."""
        return 2 + self.level(seat)

    def in_round_order(self) -> list[int]:
        """Seats from this round's starting player, clockwise (AK-TURN-01)."""
        return list(clockwise(self.start, len(self.settings.seats)))

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
            return Refusal("AK-DEATH-08", f"{self.arena.names[number]} is not on the board.")
        return number

    def need_alive(self, key: str, *names: str) -> None:
        """Refuse a position in which one of these seats is not on the board: BadPosition with the key."""
        for name in names:
            need(name in self.settings.seats, key, f"there is no seat {shown(name)}")
            need(self.alive(self.numbers[name]), key, f"{name} is not on the board (AK-DEATH-01)")


class ArenaSituation(Situation, kw_only=True):
    """The arena track: people keep mats and cards, so the host has tallies of what they say."""

    track: Literal["arena"] = "arena"
    levels: tuple[Annotated[int, Meta(ge=1, le=3)], ...] = field(name="seats.*.level", default=(1,))
    """A tally of what the mats show; people may set it right."""

    wounds: tuple[Annotated[int, Meta(ge=0, le=4)], ...] = field(name="seats.*.wounds", default=(0,))
    taken: tuple[Annotated[int, Meta(ge=0, le=35)], ...] = field(name="seats.*.ylem_taken", default=(0,))
    """Ylem taken on the tile where the miniature stands: what may be left there if the pool was full."""

    latent_frame = Resting()
    frames = ArenaFrame
    deepest = 4

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
