"""What changed since the first edition of a ruleset is undone for saved games, and for nothing else."""

from __future__ import annotations

from typing import Any

from immolation.games.editions import Edition


def upgrade(position: dict[str, Any]) -> dict[str, Any]:
    if "recede" in position:
        position["pushed"] = position.pop("recede")
    return position


def downgrade(position: dict[str, Any]) -> dict[str, Any]:
    position["recede"] = position.pop("pushed")
    return position


EDITION = Edition(
    dropped={"pile": "deck"},
    added={"scroll": "gone"},
    defaults={"hold": "next_other"},
    values={"hold": {"next": "next_other"}},
    upgrade=upgrade,
    downgrade=downgrade,
)
THEN = {"options": {"pile": "deck", "hold": "next", "wounds": 4}, "recede": 2}
"""A position of the first edition."""


def test_a_first_position_is_read_with_todays_keys_and_keeps_the_first_editions_digest() -> None:
    now = EDITION.first_position(THEN)
    assert now == {"options": {"scroll": "gone", "hold": "next_other", "wounds": 4}, "pushed": 2}
    assert EDITION.as_first(now) == THEN
    assert THEN["recede"] == 2


def test_a_position_by_hand_takes_todays_default_where_it_names_no_option() -> None:
    assert EDITION.position(THEN) == {"options": {"hold": "next_other", "wounds": 4}, "pushed": 2}
    today = {"options": {"scroll": "stays", "hold": "next_other", "wounds": 4}, "pushed": 2}
    assert EDITION.position(today) == today
    assert EDITION.as_first(today) == THEN


def test_a_config_loses_dropped_options_wherever_they_stand() -> None:
    assert EDITION.config({"seats": 3, "pile": "deck", "options": {"pile": "deck", "hold": "next"}}) == {
        "seats": 3,
        "options": {"hold": "next_other"},
    }
    assert EDITION.config(None) is None
    assert EDITION.config({"options": "all"}) == {"options": "all"}


def test_a_dropped_option_with_another_value_is_left_for_the_rules_to_refuse() -> None:
    assert EDITION.config({"options": {"pile": "market"}}) == {"options": {"pile": "market"}}


def test_a_first_config_plays_as_the_first_edition_did_unless_it_says_otherwise() -> None:
    assert EDITION.first_config({"seats": 3}) == {"seats": 3, "options": {"scroll": "gone", "hold": "next_other"}}


def test_a_decision_point_has_its_first_tag_in_the_first_edition_alone() -> None:
    edition = Edition(frames={"fit": "keep-gems"})
    first = {"stack": [{"at": "active"}, {"at": "fit", "aria": 2}]}
    today = {"stack": [{"at": "active"}, {"at": "keep-gems", "aria": 2}]}
    assert edition.first_position(first) == edition.position(first) == edition.position(today) == today
    assert edition.as_first(today) == first
    for odd in ({}, {"stack": None}, {"stack": ["fit", {"at": ["fit"]}, {"at": None}]}):
        assert edition.position(odd) == odd
