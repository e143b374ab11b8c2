"""People are called by name where a ruleset only numbers its seats; what goes back to a table stays as it came."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from immolation.broker import topics
from immolation.dashboard.display_names import names_of_people, replace_names
from immolation.dashboard.feed import Feed
from immolation.dashboard.seats import initial
from immolation.dashboard.settings import PageSettings


def told(said: str, called: object, seat: str = "p2") -> dict[str, Any]:
    return {"view": {"seats": {seat: {"name": said}}}, "players": {seat: {"kind": "person", "name": called}}}


def test_a_numbered_seat_is_called_by_its_persons_name() -> None:
    names = names_of_people(told("Player 2", " Ada "))
    assert names == {"Player 2": "Ada"}
    news = {
        "prompt": "Player 2 discards; Player 22 and Player 21 wait for Player 2.",
        "list": ["Attack Player 2", 2, None],
        "action": {"do": "correct", "reason": "Player 2 said so"},
    }
    assert replace_names(news, names) == {
        "prompt": "Ada discards; Player 22 and Player 21 wait for Ada.",
        "list": ["Attack Ada", 2, None],
        "action": {"do": "correct", "reason": "Player 2 said so"},
    }
    assert replace_names("Player 1 waits for Player 2.", {"Player 1": "Player 2", "Player 2": "Ada"}) == (
        "Player 2 waits for Ada."
    )


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("Kariis", "Ada"),
        ("Player 1", "Ada"),
        ("Player 2", ""),
        ("Player 2", "  "),
        ("Player 2", 7),
        ("", "Ada"),
        ("Player 2", "You"),
    ],
)
def test_a_seat_with_a_name_of_its_own_keeps_it(said: str, called: object) -> None:
    assert names_of_people(told(said, called)) == {}


def test_bots_and_people_of_one_name_stay_numbered() -> None:
    seats = {f"p{n}": {"name": f"Player {n}"} for n in range(1, 5)}
    players: dict[str, dict[str, str]] = {
        "p1": {"kind": "person", "name": "Ada"},
        "p2": {"kind": "bot", "name": "Greedy", "bot": "greedy"},
        "p3": {"kind": "person", "name": "Bob"},
        "p4": {"kind": "person", "name": "Bob"},
    }
    assert names_of_people({"view": {"seats": seats}, "players": players}) == {"Player 1": "Ada"}


def test_who_sat_down_where_is_said_as_the_table_says_it() -> None:
    said = "Player 2 is played by Ada from now on."
    assert replace_names([said], {"Player 2": "Ada"}) == [said]


@pytest.mark.parametrize("table", [None, [], "x", {}, {"view": []}, {"view": {"seats": {"p2": 1}}, "players": []}])
def test_news_of_any_shape_name_nobody(table: object) -> None:
    assert names_of_people(table) == {}
    assert replace_names(table, {}) == table


def test_who_is_called_otherwise_is_so_in_all_that_was_told() -> None:
    feed = Feed(PageSettings(broker_url="mqtt://127.0.0.1:1"))

    def hear(*parts: str, **message: Any) -> None:
        feed._on_message(
            topics.table("main", *parts),
            msgspec.json.encode({"n": 3, "ruleset": "chimera-con", "phase": "playing", **message}),
        )

    view = {"seats": {"p1": {"name": "Player 1"}, "p2": {"name": "Player 2"}}}
    hear("seat", "p1", seat="p1", view=view, decision={"kind": "draw", "prompt": "Player 2 waits."})
    hear(view=view, players={"p2": {"kind": "person", "name": "Ada"}})
    assert feed.table is not None
    assert feed.seats["p1"].view == feed.table.view == {"seats": {"p1": {"name": "Player 1"}, "p2": {"name": "Ada"}}}
    assert feed.seats["p1"].decision is not None
    assert feed.seats["p1"].decision.prompt == "Ada waits."
    hear("seat", "p1", seat="p1", view=view)
    hear("events", events=[{"kind": "x", "rules": [], "text": "Player 2 takes off.", "data": {}}])
    assert feed.seats["p1"].view == feed.table.view
    assert feed.entries[0].events[0].text == "Ada takes off."
    hear(view=view, players={"p2": {"kind": "bot", "name": "Greedy", "bot": "greedy"}})
    assert feed.seats["p1"].view == feed.table.view == view


@pytest.mark.parametrize(
    ("called", "shown"),
    [
        ("Player 3", "3"),
        ("Runner 12", "12"),
        ("Vara", "V"),
        ("The Aria Revenant", "A"),
        ("ann", "A"),
        ("Bob 2000", "B"),
    ],
)
def test_a_miniature_shows_a_letter_or_the_number_of_a_numbered_seat(called: str, shown: str) -> None:
    assert initial(called) == shown
