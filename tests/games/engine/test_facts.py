"""Facts are copied deep where they can be changed, shared where they cannot, and read and refused by their types."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest
from immolation.games import BadConfig, BadPosition
from immolation.games.engine import Encoded, Facts, derived, need, read_record


class Card(msgspec.Struct, frozen=True):
    name: str


class Shield(Facts):
    strength: Annotated[int, msgspec.Meta(ge=0)] = 0


class Rider(Facts):
    hand: list[Card] = []
    shields: list[Shield] = []
    best: Shield | None = None
    marks: set[int] = set()
    holds: Annotated[dict[str, Shield], msgspec.Meta(max_length=3)] = {}
    seat_name: str = msgspec.field(name="seat", default="p1")


class Confused(Facts):
    either: list[int] | Shield


def rider() -> Rider:
    return Rider([Card("one")], [Shield(2)], Shield(3), {1}, {"p2": Shield(4)})


def test_a_copy_shares_nothing_that_can_be_changed() -> None:
    first = rider()
    twin = first.copy()
    assert twin == first
    twin.hand.append(Card("two"))
    twin.shields[0].strength = 9
    assert twin.best is not None
    twin.best.strength = 9
    twin.marks.add(2)
    twin.holds["p2"].strength = 9
    assert first == rider()
    assert twin.hand[0] is first.hand[0], "what is frozen is shared"
    assert Rider().copy() == Rider()


def test_what_cannot_be_copied_safely_is_refused_when_it_is_first_copied() -> None:
    with pytest.raises(TypeError, match="give each its own field"):
        Confused([1]).copy()


def test_json_and_back_is_the_same() -> None:
    written = rider().to_json()
    assert written["seat"] == "p1"
    assert written["best"] == {"strength": 3}
    assert read_record(written, Rider, "") == rider()


class Pile(Encoded):
    """Cards by suit; their JSON is one list."""

    def __init__(self, suits: dict[str, list[str]]) -> None:
        self.suits = suits

    def to_json(self) -> list[str]:
        return [card for cards in self.suits.values() for card in cards]

    @classmethod
    def from_json(cls, value: object) -> Pile:
        if not isinstance(value, list):
            raise ValueError("Expected `array`")
        suits: dict[str, list[str]] = {}
        for card in value:
            suits.setdefault(card[0], []).append(card)
        return cls(suits)


class Table(Facts):
    pile: Pile
    riders: dict[str, Rider] = {}
    dice: tuple[int, str] = (0, "")
    rider_count: int = derived("rider_count", 0)
    left_out: int | msgspec.UnsetType = msgspec.UNSET


def test_a_value_of_another_shape_than_its_json_is_read_written_and_shared() -> None:
    table = read_record({"pile": ["a1", "b1", "a2"]}, Table, "")
    assert table.pile.suits == {"a": ["a1", "a2"], "b": ["b1"]}
    assert table.copy().pile is table.pile, "it is never changed in place"
    assert table.to_json() == {"pile": ["a1", "a2", "b1"], "riders": {}, "dice": [0, ""]}
    with pytest.raises(BadPosition, match=r"^table\.pile: it must be a list\.$"):
        read_record({"pile": 1}, Table, "table")


def test_a_derived_field_is_copied_and_neither_written_nor_read() -> None:
    table = Table(Pile({}), rider_count=3)
    assert table.copy().rider_count == 3
    assert "rider_count" not in table.to_json()
    with pytest.raises(BadPosition, match="no key 'rider_count'"):
        read_record({"pile": [], "rider_count": 3}, Table, "")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"shields": [{"strength": -1}]}, "seats.p1.shields[0].strength: it must be a whole number of 0 or more."),
        ({"nose": 1}, "seats.p1: there is no key 'nose'."),
        ([], "seats.p1: it must be a table of keys, not a list."),
        ({"holds": {"p2": {"strength": "all"}}}, "seats.p1.holds.p2.strength: it must be a whole number, not text."),
    ],
)
def test_what_is_wrong_is_said_with_its_key(given: object, sentence: str) -> None:
    with pytest.raises(BadPosition) as error:
        read_record(given, Rider, "seats.p1")
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"riders": {"p2": {"shields": [{}, {"strength": None}]}}}, "riders.p2.shields[1].strength"),
        ({"riders": {"p2": {"best": {"weight": 1}}}}, "riders.p2.best"),
        ({"dice": [1, 2]}, "dice[1]"),
        ({"riders": {"p2": {"holds": {"p1": {}, "p3": {"strength": -1}}}}}, "riders.p2.holds.p3.strength"),
    ],
)
def test_the_keys_of_tables_within_tables_are_named(given: dict[str, object], place: str) -> None:
    with pytest.raises(BadPosition) as error:
        read_record({"pile": [], **given}, Table, "")
    assert str(error.value).startswith(f"{place}: ")


def test_the_kind_of_error_can_be_chosen_and_no_place_is_no_colon() -> None:
    with pytest.raises(BadConfig, match=r"^It must be a table of keys, not a whole number\.$"):
        read_record(1, Rider, "", BadConfig)
    with pytest.raises(BadPosition, match=r"^hand: it must be a list, not a whole number\.$"):
        read_record({"hand": 1}, Rider, "")


def test_need_says_where_and_why() -> None:
    need(True, "turn", "never said")
    with pytest.raises(BadPosition, match=r"^turn: one of the seats\.$"):
        need(False, "turn", "one of the seats")
