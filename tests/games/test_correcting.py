"""One thing of a position set right: where it lands, and what is said of a place that does not exist."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games.contract import TABLE, BadPosition, Correct, Json
from immolation.games.correcting import path_text, refusal, set_right, value_in_words


def whole() -> dict[str, Json]:
    return {"seats": {"p1": {"hand": ["a", "b"], "gems": {"pyre": 1, "dire": 2}}}, "round": 3}


def correct(*path: str, value: Any) -> Correct:
    return Correct(TABLE, path, value)


def test_a_value_takes_the_place_of_another() -> None:
    assert set_right(whole(), correct("round", value=4)) == {**whole(), "round": 4}
    assert set_right(whole(), correct("seats", "p1", "hand", "1", value="c"))["seats"]["p1"]["hand"] == ["a", "c"]


def test_tables_merge_and_keep_what_is_not_named() -> None:
    made = set_right(whole(), correct("seats", "p1", "gems", value={"dire": 0}))
    assert made["seats"]["p1"]["gems"] == {"pyre": 1, "dire": 0}
    assert set_right(whole(), correct(value={"round": 9})) == {**whole(), "round": 9}


def test_a_list_takes_one_more_at_its_end_and_no_further() -> None:
    assert set_right(whole(), correct("seats", "p1", "hand", "2", value="c"))["seats"]["p1"]["hand"] == ["a", "b", "c"]
    with pytest.raises(BadPosition, match=r"seats\.p1\.hand\.3: the list has 2 entries, from 0"):
        set_right(whole(), correct("seats", "p1", "hand", "3", value="c"))


def test_new_keys_only_where_they_may_be() -> None:
    with pytest.raises(BadPosition, match=r"seats\.p9: there is no such place"):
        set_right(whole(), correct("seats", "p9", value={}))
    made = set_right(whole(), correct("seats", "p9", value={}), lambda path: path[0] == "seats")
    assert made["seats"]["p9"] == {}
    with pytest.raises(BadPosition, match=r"seats\.p9: there is no such place"):  # only the last key may be new
        set_right(whole(), correct("seats", "p9", "hand", value=[]), lambda path: True)


@pytest.mark.parametrize("key", ["-1", "x", "", "99999", "1.0", "²", "٣", " 1"])
def test_a_list_has_no_other_places(key: str) -> None:
    with pytest.raises(BadPosition, match="the list has 2 entries"):
        set_right(whole(), correct("seats", "p1", "hand", key, value="c"))


def test_nothing_lies_below_a_single_value() -> None:
    with pytest.raises(BadPosition, match="round: it is a single value"):
        set_right(whole(), correct("round", "x", value=1))


def test_only_json_is_set_and_the_whole_stays_a_table() -> None:
    with pytest.raises(BadPosition, match="must be JSON"):
        set_right(whole(), correct("round", value={1, 2, object()}))
    with pytest.raises(BadPosition, match="table of keys"):
        set_right(whole(), correct(value=[1]))


def test_a_refusal_names_the_seat_or_what_the_position_lacks() -> None:
    def never() -> None:
        raise BadPosition("the board is full")

    said = refusal(Correct("p1", ("round",), 4), never, dict)
    assert said is not None
    assert "'p1'" in said.reason
    said = refusal(correct("round", value=4), never, dict)
    assert said is not None
    assert said.reason == "the board is full"
    assert refusal(correct("round", value=4), dict, dict) is None


def test_what_sentences_show_is_cut() -> None:
    assert path_text(("seats", "p" * 90)) == "seats." + "p" * 40
    told = value_in_words(["x" * 80, "y" * 80], {"seats": {}})
    assert told.endswith("...")
    assert len(told) == 60
