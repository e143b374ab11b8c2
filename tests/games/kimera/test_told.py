"""Cards and riders with words of their own: read aloud, counted as damage cards, carried out by the players."""

from __future__ import annotations

import pytest
from immolation.games import BadConfig, BadPosition, spoken

from .table import GAME, Table, rider

CURSE = {
    "id": "curse-3",
    "value": 3,
    "symbols": ["initiate"],
    "effect": "told",
    "text": "Discard two cards.",
    "count": 2,
}
WOUNDED = [{"card": "curse-3"}]


def cards() -> list[dict[str, object]]:
    usual = [
        {"id": card.id, "value": card.value, "symbols": list(card.symbols), "effect": card.effect, "count": card.count}
        for card in GAME.pack.cards  # type: ignore[attr-defined]
    ]
    return [*usual, CURSE]


def battle(*riders: dict[str, object], **more: object) -> Table:
    seats = {f"p{number}": one for number, one in enumerate(riders, 1)}
    return Table(GAME.from_position({"cards": cards(), "seats": seats, **more}))  # type: ignore[arg-type]


@pytest.mark.rule("KM-TOLD-01")
def test_a_damage_card_of_ones_own_is_read_aloud_and_changes_nothing_by_itself() -> None:
    table = battle(
        rider(hand=["scar-5"]),
        rider(balance=0, off=True),
        stack=[
            {"at": "attack", "attacker": "p1", "target": "p2", "how": "heavy-melee", "step": "targets", "value": 9},
            {"at": "pick-damage", "by": "p1", "victim": "p2", "cards": ["curse-3", "bash-1"]},
        ],
    )
    before = table.state.view(None)["seats"]["p2"]["traits"]
    table.do("p1", "pick", card="curse-3")
    said = next(event for event in table.events if event.kind == "damaged")
    assert "Discard two cards." in said.text
    assert "KM-TOLD-01" in said.rules
    seen = table.state.view(None)
    assert [wound["card"] for wound in seen["seats"]["p2"]["wounds"]] == ["curse-3"]
    assert seen["seats"]["p2"]["traits"] == before
    assert seen["cards"]["curse-3"]["text"] == "Discard two cards."


@pytest.mark.rule("KM-TOLD-02")
def test_a_rider_and_its_damage_cards_are_read_aloud_at_any_time() -> None:
    table = battle(rider(text="Once a round: draw a card.", wounds=WOUNDED), rider())
    assert GAME.from_position(table.state.position()).digest() == table.state.digest()
    before = table.state.digest()
    table.do("p1", "tell", what="rider")
    assert "Once a round: draw a card." in table.events[0].text
    table.do("p1", "tell", what="curse-3")
    assert "Discard two cards." in table.events[0].text
    assert table.state.digest() == before
    assert table.no("p2", "tell", what="rider") == "KM-TOLD-02"
    assert table.no("p1", "tell", what="bash-1") == "KM-TOLD-02"


@pytest.mark.rule("KM-TOLD-02")
def test_a_riders_text_comes_with_its_design() -> None:
    state = GAME.new({"seats": 2, "riders": {"p1": {"type": "drako", "text": "Flies twice."}}})
    seen = state.view(None)["seats"]
    assert seen["p1"]["text"] == "Flies twice."
    assert "text" not in seen["p2"]
    found = spoken.understand(state, "p1", "I read the rider aloud")
    assert found.action == GAME.action({"do": "tell", "seat": "p1", "what": "rider"}), found.said
    assert [one.do for one in state.declarations("p2")] == ["surrender"]


@pytest.mark.parametrize("card", [{**CURSE, "text": ""}, {**CURSE, "effect": "bash"}])
def test_a_card_has_words_exactly_where_its_effect_is_told(card: dict[str, object]) -> None:
    with pytest.raises((BadPosition, BadConfig), match="exactly where its effect is told"):
        GAME.from_position({"cards": [card], "seats": {"p1": rider(), "p2": rider()}})
