"""Reads what is agreed before a game from the config of `Game.new`: seats, length, Kings, house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from ..contract import BadConfig, Json, Option
from ..engine import known_keys
from ..house_rules import READING, shown
from .board.geometry import Edge
from .components import King, components, king, king_keys
from .facts.arena import LONGEST, STONES_IN_ALL, Arena, seat_id
from .options import HouseRules, house_rules

Track = Literal["arena", "full"]
"""Whether people keep mats, gems and cards, or the host runs everything."""

CARDS = ("host", "printed")
"""Who keeps the cards of the full track: the host, or people with printed ones."""

Board = TypeVar("Board", bound=Arena)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one game, which never change during it; every copy of its state shares them."""

    seats: tuple[str, ...]
    rounds: int
    """What the round dial starts at, 1 to 20 (AK-OMEGA-03)."""

    countdown: bool
    """False for the variant without a countdown (AK-OMEGA-08)."""

    rules: HouseRules

    @property
    def sides(self) -> list[Edge]:
        """The side of the table each seat sits at, in turn order (AK-SETUP-07)."""
        return self.rules.setup_seats[str(len(self.seats))]  # type: ignore[index]

    @property
    def start_tiles(self) -> list[int]:
        """The starting tile of each seat (AK-COMP-16, AK-SETUP-07)."""
        return [self.rules.setup_start_tiles[side] for side in self.sides]

    def empty_board(self, kind: type[Board], kings: tuple[King | None, ...] | None = None) -> Board:
        """The board before the setup, with these Kings, or with none yet."""
        count = len(self.seats)
        left, given = STONES_IN_ALL - count, (None,) * count if kings is None else kings
        board = kind(rules=self.rules, rounds=self.rounds, countdown=self.countdown, kings=given, aside=left)
        board.round_dial = self.rounds
        board.for_seats(count)
        board.rename()
        return board


def settings(
    count: object,
    rounds: object = None,
    countdown: object = True,
    options: object = None,
    kind: type[HouseRules] = HouseRules,
) -> Settings:
    """The settings these values describe. Raises BadConfig naming the key."""
    if type(count) is not int or not 2 <= count <= 4:
        raise BadConfig(f"seats: Ascended Kings is for 2, 3 or 4 players, not {shown(count)}.")
    if type(countdown) is not bool:
        raise BadConfig(f"countdown: true or false, not {shown(countdown)}.")
    if rounds is None:
        rounds = components().rounds[str(count)] if countdown else LONGEST
    if type(rounds) is not int or not 1 <= rounds <= LONGEST:
        raise BadConfig(f"rounds: the Omega Index counts 1 to {LONGEST} rounds, not {shown(rounds)}.")
    if not countdown and rounds != LONGEST:
        raise BadConfig(f"rounds: without a countdown the index starts at {LONGEST}, not {rounds} (AK-OMEGA-08).")
    rules = house_rules({} if options is None else options, kind)
    seats = tuple(seat_id(seat) for seat in range(count))
    made = Settings(seats, rounds, countdown, rules)
    missing = [side for side in made.sides if side not in rules.setup_start_tiles]
    if missing:
        raise BadConfig(f"options: setup.start_tiles: the {missing[0]} side has no starting tile.")
    return made


def kings_from(values: Json, made: Settings) -> tuple[King | None, ...]:
    """The Kings of the seats: as ``values`` says, the others in the box's order; all None for ``"choose"``.

    ``"box"`` is short for all of them in the box's order.

    Raises BadConfig naming the key.
    """
    if values == "choose":
        return (None,) * len(made.seats)
    if values == "box":
        values = {}
    if not isinstance(values, Mapping):
        raise BadConfig(f'kings: a table of seats and Kings, or "choose", not {shown(values)}.')
    for seat, key in values.items():
        if seat not in made.seats:
            raise BadConfig(f"kings: there is no seat {shown(seat)}; there are {', '.join(made.seats)}.")
        if not isinstance(key, str) or key not in king_keys():
            raise BadConfig(f"kings: {seat}: there is no King {shown(key)}; there are {', '.join(king_keys())}.")
    taken = list(values.values())
    if made.rules.setup_unique_kings and len(set(taken)) < len(taken):
        raise BadConfig("kings: no two players can take the same King (AK-COMP-02).")
    rest = iter([key for key in king_keys() if key not in taken])
    return tuple(king(values[seat] if seat in values else next(rest)) for seat in made.seats)


def read_config(
    given: Mapping[str, Json], track: Track, kind: type[HouseRules]
) -> tuple[Settings, tuple[King | None, ...]]:
    """Settings and Kings from the config of `Game.new`. Raises BadConfig naming the key.

    ``kind``: the house rules of the track.
    """
    known_keys(given, config_keys(track))
    count, countdown = given.get("seats", 3), given.get("countdown", True)
    made = settings(count, given.get("rounds"), countdown, given.get("options"), kind)
    return made, kings_from(given.get("kings") or {}, made)


def config_keys(track: Track) -> tuple[Option, ...]:
    """Return what a config holds besides the house rules, as forms show it."""
    common = (
        Option("seats", "How many play", 3, (2, 3, 4)),
        Option(
            "track",
            "Who keeps mats, gems and cards: the players, or the host",
            track,
            ("arena", "full"),
            titles=("the players", "the host"),
        ),
        Option(
            "kings",
            "Kings: in the order of the box, or chosen by the players",
            "box",
            ("box", "choose"),
            titles=("in the order of the box", "chosen by the players"),
        ),
        Option("rounds", "Rounds", None, low=1, high=LONGEST, rule="AK-OMEGA-03"),
        Option("countdown", "The Omega Index counts down", True, (True, False), rule="AK-OMEGA-08"),
    )
    cards = Option(
        "cards",
        "Cards: dealt by the host, or printed ones in people's hands",
        "host",
        CARDS,
        rule="AK-CARD-04",
        titles=("dealt by the host", "printed"),
    )
    return (*common, cards, READING) if track == "full" else (*common, READING)


def track_of(track: object) -> Track:
    """The track of that name. Raises BadConfig for any other."""
    if track == "arena":
        return "arena"
    if track == "full":
        return "full"
    raise BadConfig(f'track: choose "arena" or "full", not {shown(track)}.')
