"""Facts stand in a position where their names say, and what a position names is read back from there."""

from __future__ import annotations

from typing import Annotated

import pytest
from immolation.games import BadPosition
from immolation.games.contract import Json
from immolation.games.engine import Codec, PlacedFacts, derived, fill, need
from msgspec import UNSET, Meta, field


def _seat(name: Json, where: str, s: Race) -> int:
    need(name in ("p1", "p2"), where, f"there is no seat {name!r}; the race has {len(s.places)}")
    return int(name[1:]) - 1


SEAT = Codec(lambda seat, s: f"p{seat + 1}", _seat)
SECRET = Codec(lambda value, s: value if s.open else UNSET, lambda value, where, s: value)


class Track(PlacedFacts):
    lap: int = field(name="dials.lap", default=1)
    wind: Annotated[int, Meta(ge=0, le=3)] = field(name="dials.wind", default=0)


class Runner(PlacedFacts):
    breath: int = field(name="body.breath", default=3)


class Fall(PlacedFacts):
    who: Annotated[int, SEAT] = 0
    hurt: bool = False


class Race(PlacedFacts, kw_only=True):
    track: Track = field(name=".")
    places: tuple[Annotated[int, Meta(ge=0, le=99)], ...] = field(name="seats.*.place", default=(0, 0))
    runners: list[Runner] = field(name="seats.*")
    falls: tuple[Fall, ...] = ()
    leader: Annotated[int, SEAT] = 0
    stake: Annotated[int, SECRET] = 0
    open: bool = True
    moves: int = derived("moves", 0)


def race() -> Race:
    return Race(track=Track(), runners=[Runner(), Runner(1)])


WRITTEN: Json = {
    "dials": {"lap": 1, "wind": 0},
    "seats": {"p1": {"place": 0, "body": {"breath": 3}}, "p2": {"place": 0, "body": {"breath": 1}}},
    "falls": [],
    "leader": "p1",
    "stake": 0,
    "open": True,
}


def test_every_field_stands_where_its_name_says() -> None:
    assert race().to_json() == WRITTEN
    closed = race()
    closed.open = False
    assert "stake" not in closed.to_json(), "a codec may leave its key out"


def test_a_position_sets_what_it_names_and_nothing_else() -> None:
    found = race()
    fill(
        found,
        {
            "dials": {"wind": 2},
            "seats": {"p2": {"place": 7, "body": {"breath": 2}}},
            "falls": [{"who": "p2"}, {"hurt": True}],
            "leader": "p2",
        },
    )
    assert (found.track.lap, found.track.wind) == (1, 2)
    assert found.places == (0, 7)
    assert [runner.breath for runner in found.runners] == [3, 2]
    assert found.falls == (Fall(1), Fall(0, True))
    assert found.leader == 1
    again = race()
    fill(again, found.to_json())
    assert again == found


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"wind": 1}, r"There is no key 'wind' in a position; there are dials, seats, falls, leader, stake, open\."),
        ({"dials": {"rain": 1}}, r"dials: there is no key 'rain'"),
        ({"dials": 3}, r"dials: a table, not 3"),
        ({"dials": {"wind": 4}}, r"dials\.wind: it must be a whole number of 3 at most"),
        ({"seats": {"p2": {"place": "far"}}}, r"seats\.p2\.place: it must be a whole number, not text"),
        ({"seats": {"p2": {"body": {"hair": 1}}}}, r"seats\.p2\.body: there is no key 'hair'"),
        ({"seats": {"p1": {"body": {"breath": "no"}}}}, r"seats\.p1\.body\.breath: it must be a whole number"),
        ({"falls": 1}, r"falls: a list, not 1"),
        ({"falls": [{"who": "p1"}, {"who": "p9"}]}, r"falls\.1\.who: there is no seat 'p9'; the race has 2"),
        ({"falls": [{"why": 1}]}, r"falls\.0: there is no key 'why'"),
        ({"moves": 1}, r"There is no key 'moves'"),
    ],
)
def test_a_refusal_names_the_key(position: Json, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        fill(race(), position)


def test_a_copy_shares_nothing_that_can_be_changed() -> None:
    first = race()
    twin = first.copy()
    twin.track.lap = 5
    twin.runners[0].breath = 0
    assert first == race()
