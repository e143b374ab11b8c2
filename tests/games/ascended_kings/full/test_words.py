"""What buttons of the full track say, and what the board shows of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ascended_kings.full.card_table import GAME, Table, at


def label(table: Table, seat: str, do: str, **fields: Any) -> str:
    return GAME.label(GAME.action({"do": do, "seat": seat, **fields}), table.state.view(seat))


WHO = {
    "p1": {
        "king": "vara",
        "level": 2,
        "pool": {"aria": 3, "egis": 3, "pyre": 3, "dire": 1},
        "ylem": 5,
        "transmuted": ["ylem", "aria"],
        "hand": ["sun-and-sky-2", "nigredo-1"],
        "inscription": "sun-and-sky-1",
    },
    "p2": {"king": "kynazarr"},
}


@pytest.mark.parametrize(
    ("do", "fields", "said"),
    [
        ("step", {"tile": 54}, "Step to 54 for 1 Aria and 1 Egis"),
        ("step", {"tile": 35}, "Step to 35 for 1 Aria"),
        ("step", {"tile": 43}, "Step to 43 for 1 Aria and 1 Egis: 1 Ylem"),
        ("bridge", {"tile": 43}, "Ylem Bridge to 43 for 1 Aria and 1 Ylem"),
        ("attack", {"who": "p2", "pyre": 2}, "Attack Kynazarr with 2 Pyre"),
        ("cast", {"card": "sun-and-sky-2", "who": "p2"}, "Cast Sun & Sky 2 at Kynazarr for 2 Ylem"),
        ("activate", {"who": "p2"}, "Activate Sun & Sky 1 at Kynazarr"),
        ("level-up", {}, "Level Up to 3 for 3 Ylem"),
        ("draw", {}, "Draw a card for 1 Ylem"),
        ("heal", {}, "Heal a wound for 1 Egis and 1 Ylem"),
        ("instant", {"card": "nigredo-1", "remove": 1}, "Instant Power of Nigredo 1: -1 Dire (remove 1)"),
        ("transmute", {"what": "pyre"}, "Complete the Pyre Transmutation (3 Pyre)"),
        ("untransmute", {"what": "aria"}, "Undo the Aria Transmutation (3 Aria)"),
        ("inscribe", {"card": "sun-and-sky-2"}, "Inscribe Sun & Sky 2"),
        ("uninscribe", {}, "Take back Sun & Sky 1"),
        ("discard", {"card": "nigredo-1"}, "Discard Nigredo 1"),
        ("prism", {"who": "p1"}, "Ylem Prism: 1 Ylem into your own pool"),
        ("take", {"aria": 1, "pyre": 2}, "Take 1 Aria and 2 Pyre"),
        ("keep-gems", {"aria": 1}, "Keep 1 Aria"),
        ("allocate", {"ylem": 1}, "Make 1 Ylem"),
        ("shield", {}, "Raise the Ylem Shield (the 3 Ylem of the Transmutation)"),
        ("pass", {}, "Let it pass"),
        ("end-turn", {}, "End the turn"),
    ],
)
def test_a_button_says_what_it_does_and_what_it_costs(do: str, fields: dict[str, Any], said: str) -> None:
    table = at(44, 45, who=WHO, items={"43": {"ylem": 1}})
    assert label(table, "p1", do, **fields) == said


def test_dice_and_cards_are_named() -> None:
    table = at(44, 45, who=WHO)
    assert label(table, "chance", "roll-focus", dice=[3, 4]) == "3 4"
    assert label(table, "chance", "draw-card", card="albedo-1") == "Albedo 1"


@pytest.mark.parametrize(
    "facts", [{"form": "revenant"}, {"transmuted": ["egis"]}, {"form": "revenant", "pool": {"aria": 1}}]
)
def test_with_narrow_escape_a_step_costs_its_aria_alone(facts: dict[str, Any]) -> None:
    assert label(at(44, 45, who={"p1": facts}), "p1", "step", tile=54) == "Step to 54 for 1 Aria"


def test_in_the_fire_a_step_costs_its_aria_alone() -> None:
    assert label(at(14, 15, walls={"top": 1}), "p1", "step", tile=24) == "Step to 24 for 1 Aria"


def test_every_listed_step_costs_what_its_button_says() -> None:
    table = at(44, 45, 54, who={**WHO, "p3": {"king": "zhoth"}})
    for action in table.state.legal_actions("p1"):
        record = GAME.record(action)
        if record["do"] != "step":
            continue
        said = GAME.label(action, table.state.view("p1"))
        after = GAME.from_position(table.position)
        after.apply(action)
        spent = 3 - after.position()["seats"]["p1"]["pool"]["egis"]
        assert (f"{spent} Egis" in said) == bool(spent), said


def test_targets_blink_and_a_card_runs_as_light_to_whom_it_means() -> None:
    table = at(44, 46, 99, who={**WHO, "p2": {"king": "kynazarr", "hand": ["rubedo-1"]}, "p3": {"king": "zhoth"}})
    view, actions = table.state.view("p1"), table.state.legal_actions("p1")
    blinking = [layer for layer in GAME.picture(view, actions).layers if layer.effect == "blink"]
    assert 46 in blinking[0].tiles
    table.do("p1", "cast", card="sun-and-sky-2", who="p2")
    path = next(layer for layer in GAME.picture(table.state.view(None)).layers if layer.effect == "path")
    assert path.way == (44, 46)
    table.passing()
    assert all(layer.effect != "path" for layer in GAME.picture(table.state.view(None)).layers)
    assert GAME.picture(table.state.view(None)).occupied == {44, 46, 99}
