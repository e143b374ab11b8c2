"""How rulesets look on the page, without a browser: which actions stand with cards, which mixtures come first."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.dashboard import messages, rulesets
from immolation.dashboard.rulesets.ascended_kings.gem_mix_picker import best_first, mix
from immolation.dashboard.rulesets.kimera import cards_at_once, choices
from immolation.dashboard.rulesets.kimera.look import track
from immolation.games import CHANCE, State
from immolation.table.public_records import seat_state
from immolation.table.records import Player

from tests.games.kimera.table import at, rider


def full(seed: int, decisions: int) -> State:
    """The full track after so many actions taken blindly."""
    rng = Random(seed)
    state = games.load("ascended-kings").new({"track": "full", "seats": 3})
    for _ in range(decisions):
        asked = state.deciders()
        if CHANCE in asked:
            found = asked[CHANCE].outcomes
            action = rng.choices([one.action for one in found], [one.weight for one in found])[0]
        else:
            seat = rng.choice(list(asked))
            action = rng.choice(list(state.legal_actions(seat)))
        state.apply(action)
    return state


def told(state: State, seat: str) -> messages.SeatJson:
    """What the page hears of a seat that a person plays."""
    record = seat_state(state, 1, seat, state.deciders(), Player())
    return msgspec.convert(msgspec.to_builtins(record), messages.SeatJson)


def chosen(**gems: int) -> messages.LegalActionJson:
    return messages.LegalActionJson({"do": "allocate", "seat": "p1", **gems}, "")


def test_mixtures_that_another_contains_come_last() -> None:
    actions = [chosen(aria=1), chosen(aria=1, egis=1), chosen(ylem=1), chosen(), chosen(pyre=1)]
    best, rest = best_first(actions)
    assert [mix(one) for one in best] == [(1, 0, 0, 0), (0, 1, 1, 0), (0, 0, 0, 1)]
    assert [mix(one) for one in rest] == [(0, 1, 0, 0), (0, 0, 0, 0)]


def test_every_action_stands_with_its_card_or_among_the_buttons_and_never_in_both() -> None:
    look = rulesets.of("ascended-kings")
    kinds: set[tuple[str, bool]] = set()
    for seed in range(8):
        for decisions in (40, 75, 110, 150, 200, 260):
            state = full(seed, decisions)
            for seat in state.seats:
                heard = told(state, seat)
                with_cards = list(look.presented(heard))
                buttons = rulesets.remaining_actions("ascended-kings", heard)
                assert [one for one in heard.actions if one in with_cards or one in buttons] == heard.actions
                assert not [one for one in buttons if one in with_cards]
                kinds |= {(str(one.action["do"]), True) for one in with_cards}
                kinds |= {(str(one.action["do"]), False) for one in buttons}
                public: dict[str, Any] = state.view(None)
                assert look.own(public, heard), "Who holds cards has something to see."
    assert {("instant", True), ("step", False), ("choose-state", False)} <= kinds
    assert not {("instant", False), ("cast", False), ("step", True)} & kinds


def test_a_ruleset_without_a_look_is_told_in_words() -> None:
    general = rulesets.of("a game nobody drew")
    heard = messages.SeatJson(1, "p1", {"seats": {"p1": {"hand": 2}}, "secret": 3}, None)
    assert general.own({"seats": {"p1": {}}}, heard) == {"secret": 3, "hand": 2}
    assert general.side({"pot": 4, "turn": "p1"}) == {"pot": 4}


def battle(seed: int, decisions: int) -> State:
    """Kimera after so many actions taken blindly."""
    rng = Random(seed)
    state = games.load("kimera").new({"seats": 3})
    for _ in range(decisions):
        asked = state.deciders()
        seat = rng.choice(list(asked))
        found = asked[seat].outcomes if seat == CHANCE else ()
        state.apply(rng.choice([one.action for one in found] if found else list(state.legal_actions(seat))))
    return state


def test_cards_of_kimera_are_chosen_in_the_hand_where_nothing_else_can_be_chosen() -> None:
    look = rulesets.of("kimera")
    seen: set[tuple[str, bool]] = set()
    for seed in range(4):
        for decisions in (0, 5, 30, 60, 90, 150):
            state = battle(seed, decisions)
            for seat in state.seats:
                heard = told(state, seat)
                in_hand, buttons = list(look.presented(heard)), rulesets.remaining_actions("kimera", heard)
                assert not in_hand or not buttons, "On a phone the hand is another page: no choice hides there."
                assert len(in_hand) + len(buttons) == len(heard.actions)
                own = look.own(state.view(None), heard)
                assert own["hand"] == state.view(seat)["own"]["hand"]
                seen |= {(str(one.action["do"]), one in in_hand) for one in heard.actions}
            public = state.view(None)
            assert "own" not in str(look.side(public))
    assert {("recover", False), ("prepare", False)} <= seen


def test_a_card_of_kimera_is_called_as_in_a_hint() -> None:
    """What a bot would do is said in the words of the label: they stand on the chips, or over them."""
    seen: dict[str, list[str]] = {}
    for decisions in (30, 300):
        state = battle(0, decisions)
        for seat in state.deciders():
            heard = told(state, seat)
            for one in heard.actions:
                if card := one.action.get("card"):
                    assert choices.card_title(str(card), heard.view["cards"][card]) in one.label
                    seen.setdefault(str(one.action["do"]), []).append(one.label)
    assert {"recover", "charge"} <= seen.keys()
    assert all(said.startswith(choices.CARD_TITLES["recover"].removesuffix("a card …")) for said in seen["recover"])


def test_a_card_whose_name_says_nothing_is_called_with_its_value_and_effect() -> None:
    assert choices.card_title("crack-6", {"value": 6, "effect": "crack"}) == "Crack 6"
    assert choices.card_title("old-grudge", {"value": 4, "effect": "rend"}) == "Old Grudge: 4 Rend"


def test_the_initiative_track_has_a_row_for_each_living_rider_and_cannot_be_written_into() -> None:
    riders: list[dict[str, Any]] = [
        {"name": "<b>", "colour": 0xFF0000, "initiative": 14, "alive": True},
        {"name": "Ann", "colour": 0x00FF00, "initiative": 2, "alive": False},
        {"name": "Bo", "colour": 0x0000FF, "initiative": 0, "alive": True, "stands_down": True},
    ]
    drawn = track(riders)
    assert drawn.count("<circle") == 2
    assert "<b>" not in drawn
    assert "&lt;" in drawn
    assert 'fill="none"' in drawn, "who is out of the round is hollow"


@pytest.mark.parametrize("track", ["arena", "full"])
def test_the_early_return_of_the_dead_stands_by_itself(track: str) -> None:
    game = games.load("ascended-kings", track=track)
    seats = {"p1": {"tile": 44}, "p2": {"tile": None, "bloodstones": 0}, "p3": {"tile": 99}}
    state = game.from_position({"track": track, "seats": seats, "stack": [{"at": "active"}]})
    look = rulesets.of("ascended-kings")
    heard = told(state, "p2")
    assert [one.action["do"] for one in look.offered(heard)] == ["return-early"]
    assert "return-early" not in [one.action["do"] for one in look.presented(heard)]
    assert not look.offered(told(state, "p1"))


HEALS = (
    ("some of the hand", ["stagger-5", "bash-2", "rend-1"], {}, ["bash-2"], ["remove", "done"]),
    ("the whole hand", ["stagger-5", "bash-2"], {}, ["bash-2"], ["remove", "done"]),
    ("several", ["stagger-5", "bash-2", "rend-1", "scar-1"], {}, ["bash-2", "rend-1"], ["remove", "done"]),
    ("face down", ["stagger-5", "bash-2", "rend-1"], {"lingering": True}, ["bash-2"], []),
)
"""Name, hand, kind of heal, cards that are chosen for it -> what is still asked of the heal."""


@pytest.mark.parametrize(("hand", "kind", "cards", "left"), [one[1:] for one in HEALS], ids=[one[0] for one in HEALS])
def test_all_cards_of_a_heal_are_said_with_it(
    hand: list[str], kind: dict[str, bool], cards: list[str], left: list[str]
) -> None:
    """What the page sends with one tap is all legal, and asks no more than which damage is removed."""
    healer = rider("kiron", hand, initiative=4, gems={"sanative": 3})
    table = at(healer, rider(wounds=["crack-3", "rend-4"], initiative=1))
    plays = next(
        one["plays"]
        for one in table.state.view("p1")["forecast"]
        if one["action"]["do"] == "heal" and one["action"]["lingering"] == kind.get("lingering", False)
    )
    asked = cards_at_once.heal_parts(plays["symbols"], plays["least"], plays["most"])
    assert asked[-1].least <= len(cards) <= asked[-1].most
    table.do("p1", "heal", target="p2", **kind)
    said = cards_at_once.heals("heal", "p1", [(asked[0], ["stagger-5"]), (asked[1], cards)], len(hand), bool(kind))
    for one in said:
        assert table.moment == one.kind == "heal", "Each answer has its question."
        fields = {key: value for key, value in one.action.items() if key not in ("do", "seat")}
        table.do("p1", one.action["do"], **fields)
    if left:
        assert sorted({one["do"] for one in map(msgspec.to_builtins, table.state.legal_actions("p1"))}) == sorted(left)
    else:
        assert table.moment != "heal"
