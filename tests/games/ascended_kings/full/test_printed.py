"""Printed cards in people's hands: what is counted, what is declared, and that nothing waits for the host."""

from __future__ import annotations

import pytest

from .card_table import Table, at


def printed(*hands: int, **keys: object) -> Table:
    tiles = (41, 99, 9)[: len(hands)]
    who = {f"p{n}": {"hand": count} for n, count in enumerate(hands, 1)}
    for seat, facts in dict(keys.pop("more", {})).items():  # type: ignore[call-overload]
        who[seat].update(facts)
    return at(*tiles, who=who, cards="printed", **keys)  # type: ignore[arg-type]


@pytest.mark.rule("AK-TURN-07", "AK-CARD-04")
def test_a_printed_card_is_thrown_away_by_name_or_without() -> None:
    table = printed(7, 0)
    table.do("p1", "end-turn")
    assert table.listed("p1", "discard") == [{"do": "discard", "seat": "p1", "card": ""}]
    assert {found.do for found in table.state.declarations("p1")} == {"discard", "instant", "show"}
    table.do("p1", "discard", card="")
    table.do("p1", "discard", card="rubedo-1")
    assert table.discarded() == {"rubedo-1": 1}
    assert table.asked == {"p2": "choose-state"}
    assert table.seat("p1")["hand"] == 5


@pytest.mark.rule("AK-CARD-04", "AK-TURN-07")
def test_a_host_that_deals_wants_the_name() -> None:
    table = at(44, 99, who={"p1": {"hand": ["albedo-1", "albedo-2", "albedo-3", "rubedo-1", "rubedo-2", "rubedo-3"]}})
    table.do("p1", "end-turn")
    assert table.refused("p1", "discard", card="") == "TABLE"


@pytest.mark.rule("AK-SCORE-03", "AK-CARD-04")
def test_tied_players_show_their_printed_hands() -> None:
    mats = {
        "p1": {"pool": {"aria": 1}, "bloodstones": 1},
        "p2": {"bloodstones": 1, "level": 3, "ylem": 5, "transmuted": ["aria", "egis"]},
    }
    table = printed(2, 1, more=mats, war=True, omega_stone=40, items={"00": {"bloodstones": 2}})
    table.do("p1", "step", tile=40)
    assert table.asked == {"p1": "tie-break", "p2": "tie-break"}
    assert table.refused("p1", "cards", level3=3) == "AK-CARD-04"
    assert {
        sum(record[kind] for kind in record if kind not in ("do", "seat")) for record in table.listed("p1", "cards")
    } == {2}
    table.do("p1", "cards", level1=2).do("p2", "cards", level3=1)
    result = table.state.outcome()
    assert result is not None
    assert result.winners == ("p2",)


@pytest.mark.rule("AK-LATENT-02", "AK-CARD-05")
def test_people_draw_printed_cards_themselves() -> None:
    table = printed(0, 0, state="choose-state")
    table.do("p1", "choose-state", state="latent")
    assert table.asked == {"p1": "draw"}, "no card is a chance of the host's"
    assert table.seat("p1")["hand"] == 1
    assert table.told("drawn")[0]["hand"] == 1
