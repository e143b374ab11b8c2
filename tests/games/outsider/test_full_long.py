"""Long random games of the full track, counted and compared by code of our own: order, secrets, complete lists."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE, Action, State

from tests.games.outsider.full_board import FULL, Duel


def pick(state: State, rng: Random) -> Action:
    """Dice by their weights; of everybody else first a kind of action, then one of it, now and then out of turn."""
    asked = state.deciders()
    if CHANCE in asked:
        outcomes = asked[CHANCE].outcomes
        return rng.choices([o.action for o in outcomes], [o.weight for o in outcomes])[0]
    eager = [seat for seat in state.seats if state.legal_actions(seat)]
    seat = rng.choice(eager) if rng.random() < 0.1 else rng.choice(list(asked))
    kinds: dict[str, list[Action]] = {}
    for action in state.legal_actions(seat):
        kinds.setdefault(FULL.record(action)["do"], []).append(action)
    if len(kinds) > 1 and rng.random() < 0.8:
        kinds.pop("end-turn", None)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def game(seed: int, **config: Any) -> Iterator[tuple[State, Random]]:
    """Every moment of one game, at most 700."""
    rng = Random(seed)
    state = FULL.new({"seats": 2 + seed % 3, "rounds": 1 + seed % 5, **config})
    for _ in range(700):
        if state.outcome() is not None:
            break
        yield state, rng
        state.apply(pick(state, rng))
    yield state, rng


@pytest.mark.rule("AK-COMP-12", "AK-POOL-01", "AK-TURN-01", "AK-ROUND-06", "AK-ROUND-07", "AK-WAR-08", "AK-WOUND-02")
@pytest.mark.parametrize("seed", range(6))
def test_everything_is_there_at_every_moment_and_turns_go_round(seed: int) -> None:
    turns: list[tuple[int, str, bool, str]] = []
    for state, _ in game(seed):
        Duel(state)
        view = state.view(None)
        if view["turn"] and (not turns or turns[-1][:2] != (view["round"], view["turn"])):
            turns.append((view["round"], view["turn"], view["war"], view["start"]))
    seats = list(state.seats)
    assert len(turns) > len(seats)
    for (_, one, _, _), (_, other, war, start) in pairwise(turns):
        due = seats[(seats.index(one) + 1) % len(seats)]
        first = other == start and not war
        assert other == due or (first and seats[(seats.index(other) - 2) % len(seats)] == one)
    for number in {number for number, _, war, _ in turns if not war}:
        played = [seat for at, seat, war, _ in turns if at == number and not war]
        assert len(played) == len(set(played))
        if number < max(at for at, *_ in turns) and not any(war for at, _, war, _ in turns if at == number):
            assert set(played) == set(seats)
            shift = 0 if len(seats) == 2 else number - 1
            assert played[0] == seats[shift % len(seats)]


# --- secrets ---------------------------------------------------------------------------------------------


def twin(state: State, viewer: str | None, rng: Random) -> State:
    """The same situation for ``viewer``: others hold other cards, where nobody has seen which."""
    position = copy.deepcopy(state.position())
    for name, facts in position["seats"].items():
        if name == viewer:
            continue
        deck = position["draw"]["ascendant" if facts["form"] == "king" else "revenant"]
        hand: list[str] = facts["hand"]
        known = list(facts["revealed"])
        for place, card in enumerate(hand):
            if card in known:
                known.remove(card)
                continue
            others = [other for other, copies in deck.items() if copies]
            if others:
                other = rng.choice(sorted(others))
                deck[other] -= 1
                deck[card] = deck.get(card, 0) + 1
                hand[place] = other
        facts["hand"] = sorted(hand)
    for deck in position["draw"].values():
        for card in [card for card, copies in deck.items() if not copies]:
            del deck[card]
    return FULL.from_position(position)


@pytest.mark.rule("AK-CARD-04", "AK-INST-06")
@pytest.mark.parametrize("seed", range(4))
def test_nothing_a_seat_sees_or_may_do_depends_on_what_others_hold(seed: int) -> None:
    """What is asked, in which order, with which words and defaults, and what one can do about it: all the same."""
    compared = 0
    for state, rng in game(seed + 20):
        if rng.random() > 0.12 or state.outcome() is not None:
            continue
        viewer = rng.choice([*state.seats, None])
        other = twin(state, viewer, rng)
        if CHANCE not in state.deciders():
            assert list(state.deciders()) == list(other.deciders())
        for seat in state.deciders():
            one, two = state.deciders()[seat], other.deciders()[seat]
            assert (one.kind, one.prompt, one.rule, one.clock, one.courtesy) == (
                (two.kind, two.prompt, two.rule, two.clock, two.courtesy)
            )
        assert state.view(viewer) == other.view(viewer)
        assert state.view(None) == other.view(None)
        if viewer is None:
            continue
        assert list(state.legal_actions(viewer)) == list(other.legal_actions(viewer))
        for action in state.legal_actions(viewer)[:40]:
            if FULL.record(action)["do"] in ("pass", "step", "attack", "instant", "draw", "end-turn", "transmute"):
                here, there = FULL.from_position(state.position()), FULL.from_position(other.position())
                seen = [[event.seen_by(viewer) for event in one.apply(action)] for one in (here, there)]
                assert seen[0] == seen[1]
                assert here.view(viewer) == there.view(viewer)
                assert list(here.deciders()) == list(there.deciders())
                compared += 1
    assert compared > 10


@pytest.mark.rule("AK-CARD-04", "AK-INSC-04")
def test_no_view_and_no_event_names_a_hidden_card() -> None:
    for state, _ in game(31, seats=3, rounds=3):
        cards: dict[str, set[str]] = {}
        for name, facts in state.position()["seats"].items():
            slot = facts["inscription"]
            hidden = {slot["card"]} if slot and not slot["known"] else set()
            cards[name] = (set(facts["hand"]) - set(facts["revealed"])) | hidden
        for viewer in (*state.seats, None):
            seen = set(state.view(viewer)["cards"])
            own = state.position()
            for name, hidden in cards.items():
                if name == viewer:
                    continue
                others = set().union(*own["discard"].values()) | set().union(
                    *(set(facts["revealed"]) for facts in own["seats"].values())
                )
                mine = set(own["seats"][viewer]["hand"]) if viewer else set()
                slots = {facts["inscription"]["card"] for facts in own["seats"].values() if facts["inscription"]}
                leak = (hidden & seen) - others - mine - slots
                assert not leak, (viewer, name, leak)


@pytest.mark.rule("AK-CARD-04", "AK-INSC-04")
@pytest.mark.parametrize("seed", range(3))
def test_no_event_tells_the_table_a_card_that_does_not_lie_open(seed: int) -> None:
    rng = Random(seed)
    state = FULL.new({"seats": 3, "rounds": 2})
    open_before: set[str] = set()
    told: set[str] = set()
    for _ in range(500):
        if state.outcome() is not None:
            break
        log = state.apply(pick(state, rng))
        public = set(state.view(None)["cards"])
        for event in log:
            card = event.seen_by(None).data.get("card", "")
            assert card == "" or card in public | open_before, event
            told.add(card)
        open_before = public
    assert len(told) > 10


# --- complete lists --------------------------------------------------------------------------------------


def small_actions(state: State, seat: str, rng: Random) -> Iterator[dict[str, Any]]:
    """Everything small that somebody could think of, legal or not."""
    position = state.position()
    seats, facts = list(state.seats), position["seats"][seat]
    for do in ("pass", "shield", "absorb", "keep-die", "end-turn", "level-up", "draw", "heal", "uninscribe"):
        yield {"do": do}
    for state_name in ("latent", "active"):
        yield {"do": "choose-state", "state": state_name}
    for tile in range(100):
        yield from ({"do": do, "tile": tile} for do in ("step", "bridge", "place"))
    for who, pyre in product(seats, range(1, 17)):
        yield {"do": "attack", "who": who, "pyre": pyre}
    for who in seats:
        yield {"do": "prism", "who": who}
    for edge in ("top", "right", "bottom", "left"):
        yield {"do": "pyrokinesis", "edge": edge}
    for what in ("ylem", "aria", "egis", "pyre", "prismatic", "inscription"):
        yield from ({"do": do, "what": what} for do in ("transmute", "untransmute"))
    some = rng.sample(sorted(position["draw"]["ascendant"]), 3) if len(position["draw"]["ascendant"]) > 3 else []
    for card in {*facts["hand"], *some}:
        yield from ({"do": do, "card": card} for do in ("inscribe", "cycle", "discard"))
        for remove, cancel, merge in product(range(3), range(3), (False, True)):
            yield {"do": "instant", "card": card, "remove": remove, "cancel": cancel, "merge": merge}
    for aria, egis, pyre in product(range(5), range(5), range(5)):
        yield from ({"do": do, "aria": aria, "egis": egis, "pyre": pyre} for do in ("take", "keep-gems"))
    for aria, egis, pyre, ylem in product(range(4), range(4), range(4), range(3)):
        yield {"do": "allocate", "aria": aria, "egis": egis, "pyre": pyre, "ylem": ylem}


@pytest.mark.parametrize("seed", range(3))
def test_the_list_of_actions_is_what_check_allows_no_more_no_less(seed: int) -> None:
    looked = 0
    for state, rng in game(seed + 40):
        if rng.random() > 0.03 or looked > 12:
            continue
        looked += 1
        for seat in state.seats:
            listed = set(state.legal_actions(seat))
            assert all(state.check(action) is None for action in listed)
            for fields in small_actions(state, seat, rng):
                action = FULL.action({"seat": seat, **fields})
                assert (state.check(action) is None) == (action in listed), (fields, state.check(action))
    assert looked > 5


@pytest.mark.rule("AK-CARD-08", "AK-CARD-12")
@pytest.mark.parametrize("seed", range(3))
def test_every_aim_that_is_accepted_is_in_the_list(seed: int) -> None:
    """What goes without saying may be left out; apart from that a card is aimed only as listed."""
    looked = 0
    for state, rng in game(seed + 62):
        seat = next(iter(state.deciders()), "")
        listed = [FULL.record(action) for action in state.legal_actions(seat)] if seat in state.seats else []
        if not any(record["do"] == "cast" for record in listed):
            continue
        looked += 1
        if looked > 25:
            break
        ways = [record for record in listed if record["do"] == "cast"]
        for card in state.position()["seats"][seat]["hand"]:
            for who in (None, *state.seats):
                for tile in (None, *rng.sample(range(100), 12)):
                    for choice in (None, "aria", "pyre 2", "ylem", "top", "1"):
                        fields = {"do": "cast", "seat": seat, "card": card, "who": who, "tile": tile, "choice": choice}
                        if state.check(FULL.action(fields)) is None:
                            assert any(
                                way["card"] == card
                                and choice in (None, way["choice"])
                                and (who in (None, seat, way["who"]))
                                for way in ways
                            ), fields
    assert looked
