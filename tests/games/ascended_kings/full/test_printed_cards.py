"""People keep their printed cards: only hand sizes are known, a played card is declared by its name and checked."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadPosition

from tests.games.ascended_kings.full.card_table import GAME, Table, at


def printed(*tiles: int, **keys: Any) -> Table:
    return at(*tiles, cards="printed", **keys)


def declared(table: Table, seat: str) -> dict[str, dict[str, Any]]:
    """What a seat may declare, with its fields by name."""
    found = table.state.declarations(seat)
    return {one.do: {field.name: field for field in one.fields} for one in found}


@pytest.mark.rule("AK-CARD-04")
def test_only_the_size_of_a_hand_is_known() -> None:
    table = printed(44, 45, who={"p1": {"hand": 3, "ylem": 5}})
    assert table.seat("p1")["hand"] == 3
    assert table.listed("p1", "cast") == []
    assert table.listed("p1", "instant") == []
    for viewer in ("p1", "p2", None):
        assert table.state.view(viewer)["seats"]["p1"]["hand_size"] == 3


@pytest.mark.rule("AK-CARD-04", "AK-CARD-07", "AK-INDEX-10")
def test_a_played_card_is_declared_and_checked_all_the_same() -> None:
    table = printed(44, 46, who={"p1": {"hand": 1, "ylem": 2}})
    assert "sun-and-sky-2" in declared(table, "p1")["cast"]["card"].choices
    assert "sun-and-sky-3" not in declared(table, "p1")["cast"]["card"].choices
    assert table.refused("p1", "cast", card="sun-and-sky-3", who="p2") == "AK-CARD-07"
    assert table.refused("p1", "cast", card="sun-and-sky-1", who="p2") == "AK-CARD-12"
    assert table.refused("p1", "cast", card="revenant-sun-and-sky-2", who="p2") == "AK-CARD-03"
    assert table.refused("p1", "cast", card="sun-and-moon-2", who="p2") == "TABLE"
    table.cast("sun-and-sky-2", who="p2")
    assert (table.tile("p1"), table.ylem("p1"), table.seat("p1")["hand"]) == (46, 0, 0)
    assert table.discarded() == {"sun-and-sky-2": 1}
    assert table.refused("p1", "cast", card="rubedo-1", who="p2") == "AK-CARD-07"


@pytest.mark.rule("AK-COMP-07")
def test_a_name_that_cannot_be_there_any_more_is_refused() -> None:
    keys: dict[str, Any] = {"discard": {"ascendant": {"sun-and-sky-2": 1, "pneuma-mundus": 2}}}
    who = {"p1": {"hand": 2, "ylem": 5}, "p2": {"inscription": {"card": "rubedo-1", "known": True}, "king": "kynazarr"}}
    table = printed(44, 45, who=who, **keys)
    assert table.refused("p1", "cast", card="sun-and-sky-2", who="p2") == "AK-COMP-07"
    assert table.refused("p1", "cast", card="rubedo-1", who="p2") == "AK-COMP-07"
    choices = declared(table, "p1")["instant"]["card"].choices
    assert "pneuma-mundus" in choices
    assert not {"sun-and-sky-2", "rubedo-1"} & set(choices)
    table.instant("p1", "pneuma-mundus")
    assert table.refused("p1", "instant", card="pneuma-mundus") == "AK-COMP-07"


@pytest.mark.rule("AK-INST-01", "AK-INST-03")
def test_instant_powers_are_declared_in_their_window() -> None:
    table = printed(44, 45, who={"p1": {"pool": {"pyre": 3}}, "p2": {"hand": 1, "pool": {"dire": 1}}})
    table.do("p1", "attack", who="p2", pyre=3)
    assert table.asked == {"p2": "attack"}
    assert "instant" in declared(table, "p2")
    table.do("p2", "pass")
    assert table.asked == {"p2": "wounds"}
    fields = declared(table, "p2")["instant"]
    assert (fields["remove"].high, fields["cancel"].high) == (1, 3)
    assert table.refused("p2", "instant", card="separation-3", cancel=3) == "AK-INST-03"
    table.instant("p2", "separation-3", cancel=2).passing()
    assert (table.pool("p2"), table.seat("p2")["hand"]) == ({"dire": 2}, 0)


@pytest.mark.rule("AK-INSC-04", "AK-INSC-05", "AK-INSC-09")
def test_a_printed_inscription_stays_secret_until_it_is_turned_up() -> None:
    keys: dict[str, Any] = {"stack": [{"at": "latent", "step": "free"}]}
    table = printed(44, 46, who={"p1": {"hand": 2, "king": "vara", "pool": {"aria": 1, "egis": 1, "pyre": 1}}}, **keys)
    field = declared(table, "p1")["inscribe"]["card"]
    assert (field.choices, field.optional) == (("prismatic-inscription",), True)
    table.do("p1", "inscribe")
    assert (table.seat("p1")["hand"], table.slot("p1")) == (1, {"card": None, "known": False, "filled": False})
    assert table.refused("p1", "inscribe") == "AK-INSC-01"
    assert table.refused("p1", "uninscribe") == "AK-INSC-05"
    back = Table(GAME.from_position(table.position), GAME).do("p1", "uninscribe", card="sun-and-sky-2")
    assert (back.seat("p1")["hand"], back.slot("p1")) == (2, None)
    found_out = Table(GAME.from_position(table.position), GAME).do("p1", "uninscribe", card="rubedo-1")
    assert (found_out.seat("p1")["hand"], found_out.discarded()) == (1, {"rubedo-1": 1})


@pytest.mark.rule("AK-INSC-08", "AK-INSC-09", "AK-INSC-10")
def test_a_printed_inscription_is_activated_by_its_name() -> None:
    who: dict[str, Any] = {"p1": {"inscription": {"card": None}, "king": "vara"}}
    table = printed(44, 46, who=who)
    assert table.refused("p1", "activate", who="p2") == "AK-INSC-09"
    assert table.refused("p1", "activate", who="p2", card="rubedo-2") == "AK-INSC-02"
    assert table.refused("p1", "activate", who="p2", card="sun-and-sky-1") == "AK-CARD-12"
    table.activate(who="p2", card="sun-and-sky-2")
    assert (table.tile("p1"), table.ylem("p1"), table.discarded()) == (46, 0, {"sun-and-sky-2": 1})
    alone = printed(44, 99, who=who).activate(card="sun-and-sky-1")
    assert alone.slot("p1") == {"card": "sun-and-sky-1", "known": True, "filled": False}


@pytest.mark.rule("AK-INSC-11")
def test_a_printed_prismatic_inscription_lies_face_up() -> None:
    keys: dict[str, Any] = {"stack": [{"at": "latent", "step": "free"}]}
    pool = {"aria": 1, "egis": 1, "pyre": 1}
    table = printed(44, 46, who={"p1": {"hand": 1, "pool": pool}}, **keys)
    table.do("p1", "inscribe", card="prismatic-inscription")
    assert table.slot("p1") == {"card": "prismatic-inscription", "known": True, "filled": True}
    assert table.pool("p1") == {}


@pytest.mark.rule("AK-CARD-03")
def test_a_printed_draw_shows_nothing() -> None:
    table = printed(44, 46, who={"p1": {"ylem": 1}}).do("p1", "draw")
    assert table.seat("p1")["hand"] == 1
    assert "card" not in table.told("drawn")[0]
    assert table.refused("p1", "discard", card="rubedo-1") != ""


@pytest.mark.rule("AK-INDEX-13", "AK-INDEX-14")
def test_calcination_of_a_printed_card_nobody_knows() -> None:
    who: dict[str, Any] = {"p1": {"hand": 1, "ylem": 3}, "p2": {"inscription": {"card": None}, "king": "kynazarr"}}
    table = printed(44, 99, who=who).cast("calcination-3", who="p2")
    assert (table.seat("p1")["hand"], table.slot("p2")) == (1, None)
    who["p2"] = {"inscription": {"card": None}, "form": "revenant"}
    across = printed(44, 99, who=who).cast("calcination-3", who="p2")
    assert (across.seat("p1")["hand"], across.slot("p2")) == (0, None)


def test_printed_hands_are_numbers() -> None:
    for hand in (["rubedo-1"], -1, 99, "two"):
        with pytest.raises(BadPosition):
            printed(44, 45, who={"p1": {"hand": hand}})


def test_a_printed_game_is_set_up_and_played() -> None:
    table = Table(GAME.new({"seats": 2, "cards": "printed"}), GAME)
    table.do("chance", "turn-event-dial", index=0)
    assert [table.seat(seat)["hand"] for seat in ("p1", "p2")] == [3, 3]


@pytest.mark.rule("AK-CARD-04", "AK-INSC-05")
def test_who_has_shown_the_whole_hand_has_no_other_card() -> None:
    who: dict[str, Any] = {"p1": {"hand": 1, "revealed": ["rubedo-2"], "ylem": 5}, "p2": {"hand": 1}}
    table = printed(44, 45, who=who)
    assert table.refused("p1", "cast", card="rubedo-1", who="p2") == "AK-CARD-04"
    assert declared(table, "p1")["cast"]["card"].choices == ("rubedo-2",)
    assert "rubedo-2" not in declared(table, "p2")["instant"]["card"].choices, "the only copy is in another hand"
    table.cast("rubedo-2", who="p2")
    assert table.pool("p2") == {"dire": 1}
