"""What a seat may know: own cards, others' sizes; nothing else tells what a hand hides, and samples agree with it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE, State

from tests.games.ascended_kings.full.card_table import GAME, Table, at
from tests.games.playouts import walk

HANDS: dict[str, dict[str, Any]] = {
    "p1": {"king": "vara", "hand": ["albedo-1", "viriditas-2"], "inscription": "sun-and-sky-1"},
    "p2": {"king": "kynazarr", "hand": ["rubedo-1", "coagulation-3"], "inscription": "calcination-2"},
}
OTHERS: dict[str, dict[str, Any]] = {
    "p1": {"king": "vara", "hand": ["albedo-1", "viriditas-2"], "inscription": "sun-and-sky-1"},
    "p2": {"king": "kynazarr", "hand": ["lancea-of-aeterna", "pneuma-mundus"], "inscription": "rubedo-3"},
}
"""The same for p1: only what p2 hides differs."""


def hidden_from(state: State, seat: str | None) -> set[str]:
    """Cards that lie in hands and slots of others."""
    found: set[str] = set()
    for name, facts in state.position()["seats"].items():
        if name == seat:
            continue
        slot = facts["inscription"]
        found |= set(facts["hand"]) - set(facts["revealed"])
        if slot is not None and not slot["known"]:
            found.add(slot["card"])
    return found


# --- views -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-CARD-04", "AK-INSC-04")
def test_a_seat_sees_its_own_cards_and_of_others_only_how_many() -> None:
    table = at(44, 85, who=HANDS)
    for seat in ("p1", "p2"):
        own = table.state.view(seat)["seats"]
        for name, facts in own.items():
            assert facts["hand_size"] == 2
            assert facts["hand"] == (sorted_hand(name) if name == seat else None)
            card = HANDS[name]["inscription"] if name == seat else None
            assert facts["inscription"] == {"card": card, "known": False, "filled": False}
        other = "p2" if seat == "p1" else "p1"
        assert not any(key in json.dumps(table.state.view(seat)) for key in HANDS[other]["hand"])
    public = json.dumps(table.state.view(None))
    for facts in HANDS.values():
        for key in (*facts["hand"], facts["inscription"]):
            assert f'"{key}"' not in public


def sorted_hand(seat: str) -> list[str]:
    return list(at(44, 85, who=HANDS).hand(seat))


def test_a_view_says_what_its_visible_cards_do() -> None:
    table = at(44, 85, who=HANDS, discard={"ascendant": {"nigredo-1": 1}})
    cards = table.state.view("p1")["cards"]
    assert set(cards) == {"albedo-1", "viriditas-2", "sun-and-sky-1", "nigredo-1"}
    assert cards["sun-and-sky-1"]["name"] == "Sun & Sky 1"
    assert cards["sun-and-sky-1"]["price"] == 1
    assert cards["sun-and-sky-1"]["instant"] == "+1 Aria"
    assert set(table.state.view(None)["cards"]) == {"nigredo-1"}


def test_a_view_shows_mats_supply_and_piles() -> None:
    who = {
        "p1": {"level": 2, "pool": {"aria": 2, "dire": 1}, "ylem": 3, "transmuted": ["ylem", "pyre"]},
        "p2": {"form": "revenant", "prismatic": 2},
    }
    view = at(44, 85, who=who).state.view(None)
    own = view["seats"]["p1"]
    assert own["pool"] == {"aria": 2, "egis": 0, "pyre": 0, "dire": 1}
    assert (own["ylem"], own["threshold"], own["capacity"], own["wounds"], own["lethal"]) == (3, 4, 12, 1, 4)
    assert (own["transmuted"], own["completed"]) == (["ylem", "pyre"], 2)
    assert view["seats"]["p2"]["prismatic"] == 2
    assert view["supply"] == {"aria": 36, "egis": 38, "pyre": 35, "ylem": 29, "dire": 24}
    assert view["decks"]["ascendant"] == {"draw": 52, "discard": {}}


def test_a_view_shows_what_is_under_way() -> None:
    table = at(44, 45, who={"p1": {"pool": {"pyre": 2}, "hand": ["albedo-1"]}, "p2": {"hand": ["rubedo-1"]}})
    table.do("p1", "attack", who="p2", pyre=2)
    under_way = table.state.view(None)["under_way"]
    assert under_way[0] == {"at": "attacking", "seat": "p1", "who": "p2", "pyre": 2}
    assert under_way[1]["at"] == "window"
    picture = GAME.picture(table.state.view(None))
    assert next(layer for layer in picture.layers if layer.effect == "path").way == (44, 45)


@pytest.mark.parametrize("seed", range(2))
def test_a_view_names_who_is_asked_by_the_kind_of_the_question(seed: int) -> None:
    state = GAME.new({"seats": 3, "rounds": 2})
    for _ in islice(walk(state, Random(seed)), 600):
        kinds = {seat: "dice" if seat == CHANCE else why.kind for seat, why in state.deciders().items()}
        assert state.view(None)["asked"] == kinds


# --- fairness --------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-CARD-04")
def test_states_that_differ_only_in_hidden_cards_look_alike_and_ask_alike() -> None:
    """Also through an attack, its windows and what follows, whatever p2 could have done."""
    pool = {"pool": {"pyre": 2, "aria": 1}}
    one = at(44, 45, who={**HANDS, "p1": {**HANDS["p1"], **pool}})
    two = at(44, 45, who={**OTHERS, "p1": {**OTHERS["p1"], **pool}})
    script = [
        ("p1", {"do": "attack", "who": "p2", "pyre": 2}),
        ("p1", {"do": "pass"}),
        ("p2", {"do": "pass"}),
        ("p1", {"do": "pass"}),
        ("p2", {"do": "pass"}),
        ("p1", {"do": "step", "tile": 34}),
    ]
    for seat, record in script:
        for who in ("p1", None):
            assert one.state.view(who) == two.state.view(who)
        assert one.asked == two.asked
        assert (
            one.state.deciders()["p1" if "p1" in one.asked else "p2"]
            == two.state.deciders()["p1" if "p1" in two.asked else "p2"]
        )
        assert one.state.legal_actions("p1") == two.state.legal_actions("p1")
        action = GAME.action({"seat": seat, **record})
        if one.state.check(action) is not None:
            assert one.state.check(action) == two.state.check(action)
            continue
        first, second = one.state.apply(action), two.state.apply(action)
        assert [event.seen_by("p1") for event in first] == [event.seen_by("p1") for event in second]


@pytest.mark.rule("AK-INST-06")
def test_a_window_waits_for_who_holds_a_card_whatever_it_is() -> None:
    for hand in (["lancea-of-aeterna"], ["pneuma-mundus"], ["rubedo-1"]):
        table = at(44, 45, 99, who={"p1": {"pool": {"pyre": 1}}, "p2": {"hand": hand}})
        table.do("p1", "attack", who="p2", pyre=1)
        assert table.asked == {"p2": "attack"}
        assert table.state.deciders()["p2"].default == GAME.action({"do": "pass", "seat": "p2"})


@pytest.mark.rule("AK-CARD-03", "AK-CARD-04")
def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    table = at(44, 85, who={"p1": {"ylem": 1}})
    table.do("p1", "draw")
    decision = table.state.deciders()[CHANCE]
    assert decision.face_down
    assert sum(outcome.weight for outcome in decision.outcomes) == 52
    table.draw("lancea-of-aeterna")
    (drawn,) = (event for event in table.events if event.kind == "drawn")
    assert drawn.seen_by("p1").data["card"] == "lancea-of-aeterna"
    for seat in ("p2", None):
        assert "lancea" not in json.dumps([drawn.seen_by(seat).text, drawn.seen_by(seat).data]).lower()


@pytest.mark.rule("AK-INSC-04", "AK-INSC-05")
def test_an_inscription_is_hidden_until_it_is_taken_back_and_then_remembered() -> None:
    who = {"p1": {"king": "vara", "hand": ["sun-and-sky-1", "albedo-1"]}}
    table = at(44, 85, who=who, stack=[{"at": "latent", "step": "free"}])
    table.do("p1", "inscribe", card="sun-and-sky-1")
    for event in table.events:
        assert "sun-and-sky" not in json.dumps([event.seen_by("p2").text, event.seen_by("p2").data])
    assert table.state.view("p2")["seats"]["p1"]["inscription"]["card"] is None
    assert table.state.view("p1")["seats"]["p1"]["inscription"]["card"] == "sun-and-sky-1"
    table.do("p1", "uninscribe")
    assert table.state.view("p2")["seats"]["p1"]["revealed"] == ["sun-and-sky-1"]
    for n in range(9):
        other = table.state.sample("p2", Random(n))
        assert "sun-and-sky-1" in other.position()["seats"]["p1"]["hand"]
        assert other.view("p2") == table.state.view("p2")
    table.do("p1", "inscribe", card="sun-and-sky-1")  # it might be the other one, for all that p2 sees
    assert table.state.view("p2")["seats"]["p1"]["revealed"] == []


def test_nothing_a_seat_is_told_in_a_whole_game_names_what_others_hide() -> None:
    """Of cards that there is one of: what a seat hears and sees never names one that lies in another's hand or slot."""
    for seed in range(3):
        state = GAME.new({"seats": 2 + seed, "rounds": 2})
        single = {key for pile in state.position()["draw"].values() for key, copies in pile.items() if copies == 1}
        for number, (_, events) in enumerate(islice(walk(state, Random(seed)), 1_500)):
            drawn = any(event.secret for event in events)
            for seat in (*state.seats, None):
                if not drawn and number % 10:
                    continue
                hidden = hidden_from(state, seat) & single
                heard = json.dumps([[event.seen_by(seat).text, event.seen_by(seat).data] for event in events])
                seen = json.dumps(state.view(seat))
                for key in hidden:
                    assert f'"{key}"' not in seen
                    assert f'"{key}"' not in heard


# --- samples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_sample_is_a_state_that_the_seat_cannot_tell_from_the_true_one(seed: int) -> None:
    state, rng = GAME.new({"seats": 2 + seed, "rounds": 2}), Random(seed)
    for number, _ in enumerate(islice(walk(state, Random(seed)), 1_200)):
        if number % 15:
            continue
        for seat in state.seats:
            other = state.sample(seat, rng)
            for viewer in (seat, None):
                assert other.view(viewer) == state.view(viewer)
            assert list(other.deciders()) == list(state.deciders())
            assert other.legal_actions(seat) == state.legal_actions(seat)
            GAME.from_position(other.position())


def test_a_sample_deals_every_card_that_may_be_there_as_often_as_it_is_likely() -> None:
    who: dict[str, Any] = {"p1": {"hand": ["lancea-of-aeterna"]}, "p2": {"king": "kynazarr", "hand": ["rubedo-1"]}}
    table = at(44, 85, who=who)
    rng = Random(7)
    seen = Counter(table.state.sample("p1", rng).position()["seats"]["p2"]["hand"][0] for _ in range(2_000))
    copies = Counter(table.position["draw"]["ascendant"])
    copies["rubedo-1"] += 1
    assert "lancea-of-aeterna" not in seen
    assert set(seen) <= set(copies)
    for key, count in copies.items():
        if count:
            assert abs(seen[key] / 2_000 - count / 51) < 0.02 + 0.01 * count, key


def test_a_sample_puts_only_cards_into_a_slot_that_may_lie_there_face_down() -> None:
    who = {"p2": {"king": "kynazarr", "inscription": "calcination-2"}}
    table = at(44, 85, who=who)
    found = {table.state.sample("p1", Random(n)).position()["seats"]["p2"]["inscription"]["card"] for n in range(200)}
    assert len(found) > 3
    for key in found:
        assert GAME.from_position({"seats": {"p1": {}, "p2": {"king": "kynazarr", "inscription": key}}}).digest()


def test_a_sample_leaves_the_true_state_and_the_own_cards_alone() -> None:
    table = at(44, 85, who=HANDS)
    before = table.state.digest()
    other = Table(table.state.sample("p2", Random(1)), GAME)
    assert (other.hand("p2"), other.slot("p2")) == (table.hand("p2"), table.slot("p2"))
    assert table.state.digest() == before


# --- a card that is shown --------------------------------------------------------------------------------


@pytest.mark.rule("AK-CARD-04")
def test_a_card_may_be_shown_at_any_time_and_everybody_knows_it_from_then_on() -> None:
    table = at(44, 45, who={"p2": {"hand": ["albedo-1", "rubedo-1"]}})
    (declared,) = table.state.declarations("p2")
    assert (declared.do, declared.rule, declared.fields[0].choices) == ("show", "AK-CARD-04", ("albedo-1", "rubedo-1"))
    assert table.state.view(None)["seats"]["p2"]["revealed"] == []
    table.do("p2", "show", card="albedo-1")
    assert table.told("shown") == [{"seat": "p2", "card": "albedo-1"}]
    assert table.state.view("p1")["seats"]["p2"]["revealed"] == ["albedo-1"]
    assert table.state.view("p1")["seats"]["p2"]["hand_size"] == 2
    assert table.refused("p2", "show", card="separation-1") == "AK-CARD-04"
    table.do("p2", "show", card="rubedo-1")
    assert table.refused("p2", "show", card="rubedo-1") == "AK-CARD-04"
    assert not table.state.declarations("p2")
    assert table.asked == {"p1": "active"}, "it interrupts nothing"
    table.do("p2", "instant", card="rubedo-1")
    assert table.state.view("p1")["seats"]["p2"]["revealed"] == ["albedo-1"]


@pytest.mark.rule("AK-CARD-04")
def test_a_printed_card_may_be_shown_too() -> None:
    table = at(44, 45, cards="printed", who={"p2": {"hand": 1}})
    assert "show" in [declared.do for declared in table.state.declarations("p2")]
    table.do("p2", "show", card="albedo-1")
    assert table.state.view("p1")["seats"]["p2"]["revealed"] == ["albedo-1"]
    assert table.refused("p2", "show", card="albedo-1") == "AK-CARD-04"
    assert table.refused("p2", "instant", card="rubedo-1") == "AK-CARD-04", "it is another card"
