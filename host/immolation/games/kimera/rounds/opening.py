"""Set a battle up by the config of `Game.new`: seats, teams, leaders, riders, deck, house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...contract import BadConfig, BadData, Json, Option
from ...engine import known_keys
from ...house_rules import READING, read, shown
from ...pack_files import read_entry
from ..cards import rider_builder
from ..cards.components import Card, Pack, Rider, cards_from
from ..facts.battle_facts import BattleFacts, Mount
from ..facts.settings import ROUNDS, Settings
from ..options import DEFAULTS, HouseRules

LEAST: Final = 2
MOST: Final = 6
"""Riders in a battle."""

MOST_ROUNDS: Final = 999
MOST_EARNED: Final = 9999


def battle_from(given: Mapping[str, Json], pack: Pack) -> BattleFacts:
    """Everybody undamaged, nobody with a card, the stack still empty. Raises BadConfig naming the key."""
    known_keys(given, config_keys(pack))
    count = given.get("seats", 3)
    if type(count) is not int or not LEAST <= count <= MOST:
        raise BadConfig(f"seats: Kimera is for {LEAST} to {MOST} riders, not {shown(count)}.")
    rules = read(given.get("options") or {}, HouseRules) if given.get("options") is not None else DEFAULTS
    seats = tuple(f"p{number}" for number in range(1, count + 1))
    points = read_points(given.get("earned"), seats, rules)
    designs = _designs(given.get("riders"), pack, rules, points)
    teams = read_teams(given.get("teams"), seats)
    cards = read_cards(given.get("cards"), pack)
    rounds = read_rounds(given.get("rounds", ROUNDS))
    mounts = {
        seat: Mount(rider.type, rider.name, rider.traits, rider.runes, rider.gems, teams[seat], text=rider.text)
        for seat, rider in designs.items()
    }
    s = BattleFacts(mounts=mounts, options=rules, rounds=rounds)
    if given.get("cards") is not None:
        s.cards = cards
    s.prepare(cards)
    s.put_back([card.id for card in cards for _ in range(card.count)])
    s.leaders = read_leaders(given.get("leaders"), s.settings)
    for mount in mounts.values():
        mount.balance = mount.standing.full_balance if rules.start_balance == "max" else 0
    return s


def read_rounds(given: object) -> int:
    """The round after which a battle is broken off. Raises BadConfig."""
    if type(given) is not int or not 0 <= given <= MOST_ROUNDS:
        raise BadConfig(f"rounds: 0 (no limit) to {MOST_ROUNDS}, not {shown(given)}.")
    return given


def read_cards(given: object, pack: Pack) -> tuple[Card, ...]:
    """The deck: the pack's, or the one written for the occasion. Raises BadConfig."""
    if given is None:
        return pack.cards
    try:
        return cards_from(given, "config")
    except BadData as error:
        said = str(error).removeprefix("config: ")
        raise BadConfig(said if said.startswith("cards: ") else f"cards: {said}") from None


def read_teams(given: object, seats: Sequence[str]) -> dict[str, str]:
    """Seat -> side; every rider alone if nothing is said. Raises BadConfig naming the side or seat."""
    if given is None:
        return {seat: seat for seat in seats}
    if not isinstance(given, Mapping) or not all(
        isinstance(side, str) and side.strip() and len(side) <= 40 for side in given
    ):
        raise BadConfig(f'teams: a table of sides and their seats, {{"red": ["p1", "p2"], ...}}, not {shown(given)}.')
    found: dict[str, str] = {}
    for side, members in given.items():
        if not isinstance(members, (list, tuple)) or not members:
            raise BadConfig(f"teams: {side}: a list of at least one seat, not {shown(members)}.")
        for seat in members:
            if not isinstance(seat, str) or seat not in seats:
                raise BadConfig(f"teams: {side}: there is no seat {shown(seat)}; there are {', '.join(seats)}.")
            if seat in found:
                raise BadConfig(f"teams: {side}: {seat} is already with {found[seat]}.")
            found[seat] = side
    missing = [seat for seat in seats if seat not in found]
    if missing:
        raise BadConfig(f"teams: {', '.join(missing)} is on no side.")
    if len(given) < 2:
        raise BadConfig("teams: a battle needs two sides at least.")
    return {seat: found[seat] for seat in seats}


def read_leaders(given: object, made: Settings) -> dict[str, str | None]:
    """Side -> its one leader: as named, else its first seat (KM-TAC-06). Raises BadConfig naming the side."""
    leaders: dict[str, str | None] = {side: members[0] for side, members in made.sides.items()}
    if given is None:
        return leaders
    if not isinstance(given, Mapping):
        raise BadConfig(f"leaders: a table of sides and seats, not {shown(given)}.")
    for side, seat in given.items():
        if side not in made.sides:
            raise BadConfig(f"leaders: there is no side {shown(side)}; there are {', '.join(made.sides)}.")
        if seat is not None and seat not in made.sides[side]:
            raise BadConfig(f"leaders: {side}: {shown(seat)} is not one of {', '.join(made.sides[side])} (KM-TAC-06).")
        leaders[side] = seat
    return leaders


def read_points(given: object, seats: Sequence[str], rules: HouseRules) -> dict[str, int]:
    """Seat -> skill points its rider may cost: those of a new rider and those it has earned (KM-COST-04, KM-POT-02).

    Each player of a team spends the own share. Raises BadConfig naming the seat.
    """
    points = dict.fromkeys(seats, rules.starting_points)
    if given is None:
        return points
    if not isinstance(given, Mapping):
        raise BadConfig(f"earned: a table of seats and skill points, not {shown(given)}.")
    for seat, earned in given.items():
        if seat not in points:
            raise BadConfig(f"earned: there is no seat {shown(seat)}; there are {', '.join(seats)}.")
        if type(earned) is not int or not 0 <= earned <= MOST_EARNED:
            raise BadConfig(f"earned: {seat}: 0 to {MOST_EARNED} skill points, not {shown(earned)} (KM-POT-02).")
        points[seat] += earned
    return points


def _designs(given: object, pack: Pack, rules: HouseRules, points: Mapping[str, int]) -> dict[str, Rider]:
    """The rider of each seat: a sample by name, a design, or the next sample that nobody took. Raises BadConfig."""
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise BadConfig(f"riders: a table of seats and riders, not {shown(given)}.")
    found: dict[str, Rider] = {}
    for seat, rider in given.items():
        if seat not in points:
            raise BadConfig(f"riders: there is no seat {shown(seat)}; there are {', '.join(points)}.")
        found[seat] = design_from(rider, f"riders: {seat}", pack, rules, points[seat])
    left = [rider for key, rider in pack.riders.items() if rider not in found.values()] or list(pack.riders.values())
    free = [seat for seat in points if seat not in found]
    for number, seat in enumerate(free):
        found[seat] = _bought(left[number % len(left)], f"riders: {seat}", rules, points[seat])
    return {seat: found[seat] for seat in points}


def design_from(given: object, where: str, pack: Pack, rules: HouseRules, points: int | None) -> Rider:
    """A sample rider by its key, or the design in a table. Raises BadConfig: where, key, rule, reason.

    ``points`` None leaves the cost out: riders who have fought before may own more.
    """
    if isinstance(given, str):
        if given not in pack.riders:
            raise BadConfig(f"{where}: there is no rider {shown(given)}; there are {', '.join(pack.riders)}.")
        return _bought(pack.riders[given], where, rules, points)
    try:
        rider = read_entry(given, Rider, where)
    except BadData as error:
        faults = rider_builder.check(given).faults if isinstance(given, Mapping) else ()
        said = f"{where}: {_told(faults)}" if faults else str(error)
        raise BadConfig(said.replace(".)", ")").replace("..", ".")) from None
    return _bought(rider, where, rules, points)


def _bought(rider: Rider, where: str, rules: HouseRules, points: int | None) -> Rider:
    available = rider_builder.cost(rider) if points is None else points
    faults = rider_builder.check(rider, available, rules.rune_gem_max).faults
    if faults:
        raise BadConfig(f"{where}: {_told(faults)}")
    return rider


def _told(faults: Sequence[rider_builder.Fault]) -> str:
    """Everything that is wrong with a design, so that it is mended at one go."""
    return " ".join(map(str, faults))


def config_keys(pack: Pack) -> tuple[Option, ...]:
    """Return what a config holds besides the house rules, as forms show it."""
    return (
        Option("seats", "How many ride", 3, tuple(range(LEAST, MOST + 1))),
        Option("teams", 'Sides: {"red": ["p1", "p2"], "blue": ["p3"]}; each for itself if left out', None),
        Option("leaders", "Side -> the seat that leads it; its first seat if left out", None, rule="KM-TAC-06"),
        Option("riders", f"Seat -> a design, or one of {', '.join(pack.riders)}", None, rule="KM-COST-04"),
        Option(
            "earned", "Seat -> skill points its rider has earned, beside those of a new one", None, rule="KM-POT-02"
        ),
        Option("rounds", "Rounds after which a battle is broken off; 0 for no limit", ROUNDS, low=0, high=MOST_ROUNDS),
        Option("cards", "A deck written for the occasion: a list of cards", None, rule="KM-CARD-01"),
        READING,
    )
