"""Positions of the full track: in and out at every moment, short ones, and those that could not be."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation.games import CHANCE, BadPosition, Correct, State

from tests.games.ascended_kings.full.card_table import GAME, Table, at, cards
from tests.games.pages import blocks, chapter, page
from tests.games.playouts import through_json, walk

FRAMES: list[dict[str, Any]] = [
    {"at": "window", "kind": "wounds"},
    {"at": "drawing", "seat": "p1", "count": 3},
    {"at": "roll-focus", "seat": "p2", "dice": 2},
    {"at": "roll-focus", "seat": "p1", "dice": 2, "merge": True},
    {"at": "allocate", "seat": "p1", "dice": [6, 1, 2], "threshold": 5},
    {"at": "keep-gems", "seat": "p1", "aria": 2},
    {"at": "keep-gems", "seat": "p2", "dire": 1},
    {"at": "take", "seat": "p1", "count": 3},
    {"at": "attacking", "seat": "p1", "who": "p2", "pyre": 3},
    {"at": "wounding", "wounds": {"p1": 2, "p2": 9}, "cause": "attack", "by": "p1"},
    {"at": "casting", "seat": "p1", "card": "sun-and-sky-2", "targets": ["p2"]},
    {"at": "casting", "seat": "p1", "card": "conjunction-3", "targets": ["p2"], "tile": 33},
    {"at": "casting", "seat": "p1", "card": "dire-transfer-2", "tile": 34},
    {"at": "returning", "seat": "p2"},
    {"at": "returning", "seat": "p1", "step": "gems"},
    {"at": "roll-return", "seat": "p2"},
    {"at": "place", "seat": "p2", "tile": 50},
    {"at": "driven", "seat": "p2", "by": "p1", "way": [55, 56]},
    {"at": "drop-cards", "seat": "p2", "count": 2},
    {"at": "active"},
    {"at": "latent"},
    {"at": "discard"},
    {"at": "turn-over"},
    {"at": "generate"},
    {"at": "shield"},
    {"at": "absorb"},
    {"at": "end-of-round"},
    {"at": "end-of-round", "next": "event", "roll": 2},
    {"at": "omega-stone"},
    {"at": "score", "omega": "p1"},
    {"at": "over", "omega": "p1"},
    {"at": "deal"},
]
VALUES: list[Any] = [
    None, 0, 1, -1, 3, 12, 99, 100, 1e9, 10**30, float("nan"), 0.5, "", "p1", "p2", "p9", True, [], {}, ["p1"],
    {"p1": 1}, "vara", "sun-and-sky-2", "prismatic-inscription", "lancea-of-aeterna", "ylem", "revenant", "free",
]  # fmt: skip


@cache
def started(seats: int, seed: int) -> State:
    """A game that has been played at random for a while; not to be changed."""
    state = GAME.new({"seats": seats, "rounds": 3})
    rng = Random(seed)
    for _ in islice(walk(state, rng), rng.randrange(1_000)):
        pass
    return state


# --- in and out ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_every_situation_of_a_game_comes_back_from_its_position(seed: int) -> None:
    state = GAME.new({"seats": 2 + seed % 3, "rounds": 2})
    seen = set()
    for number, _ in enumerate(islice(walk(state, Random(seed)), 4_000)):
        moment = tuple(frame["at"] for frame in state.position()["stack"])
        if moment in seen and number % 40:
            continue
        seen.add(moment)
        position = through_json(state.position())
        again = GAME.from_position(position)
        assert again.position() == position
        assert again.digest() == state.digest()
        assert again.deciders() == state.deciders()
        for seat in (*state.seats, CHANCE):
            assert again.legal_actions(seat) == state.legal_actions(seat)
            assert again.view(seat) == state.view(seat)
    assert len(seen) > 15


@pytest.mark.rule("AK-COMP-12")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**9))
def test_nothing_is_made_or_lost_in_any_game(seats: int, seed: int) -> None:
    """Gems, Bloodstones and cards after every action of a random game."""
    state = GAME.new({"seats": seats, "rounds": 1 + seed % 3})
    table = Table(state, GAME)
    gems = {"aria": 40, "egis": 40, "pyre": 40, "ylem": 35, "dire": 25}
    for _ in islice(walk(state, Random(seed)), 800):
        assert table.total() == gems
        position = state.position()
        stones = position["bloodstones_aside"] + sum(pile.get("bloodstones", 0) for pile in position["items"])
        assert stones + sum(seat["bloodstones"] for seat in position["seats"].values()) == 4
        for seat, facts in position["seats"].items():
            assert sum(facts["pool"].values()) <= 6 + 3 * facts["level"], seat
            assert facts["ylem"] <= 5
        in_play = [key for seat in position["seats"].values() for key in seat["hand"]]
        in_play += [seat["inscription"]["card"] for seat in position["seats"].values() if seat["inscription"]]
        piles = [position[pile][deck] for pile in ("draw", "discard") for deck in ("ascendant", "revenant")]
        on_table = sum(frame["at"] == "casting" for frame in position["stack"])
        count = len(in_play) + sum(sum(pile.values()) for pile in piles)
        assert 104 - on_table <= count <= 104


# --- short positions -------------------------------------------------------------------------------------


def test_two_seats_are_enough() -> None:
    table = Table(GAME.from_position({"seats": {"p1": {}, "p2": {}}}), GAME)
    assert table.asked == {"p1": "choose-state"}
    assert (table.tile("p1"), table.tile("p2")) == (14, 85)
    assert sum(table.position["draw"]["ascendant"].values()) == 52


def test_the_example_of_an_attack() -> None:
    position = {
        "track": "full",
        "seats": {"p1": {"tile": 44, "pool": {"pyre": 3}}, "p2": {"tile": 45}},
        "turn": "p1",
        "stack": [{"at": "active"}],
    }
    table = Table(GAME.from_position(position), GAME)
    table.do("p1", "attack", who="p2", pyre=3)
    assert table.tile("p2") is None


def test_what_goes_on_by_itself_goes_on() -> None:
    assert at(44, 85, state="latent").asked == {"chance": "draw-card"}
    assert at(44, 85, state="turn-over").position["turn"] == "p2"
    assert at(44, 85, state="generate", who={"p1": {"transmuted": ["pyre"]}}).pool("p1") == {"pyre": 1}
    stack = [{"at": "active"}, {"at": "attacking", "seat": "p1", "who": "p2", "pyre": 2}]
    assert at(44, 45, stack=stack).pool("p2") == {"dire": 2}


def test_in_the_middle_of_a_window() -> None:
    stack = [
        {"at": "active"},
        {"at": "attacking", "seat": "p1", "who": "p2", "pyre": 2},
        {"at": "window", "kind": "attack", "passed": ["p1"]},
    ]
    game = cards({"instant": {"egis": 2}, "copies": 5})
    who = {"p1": {"hand": ["card-1"]}, "p2": {"hand": ["card-1"]}}
    table = at(44, 45, who=who, stack=stack, game=game)
    assert table.asked == {"p2": "attack"}
    table.instant("p2", "card-1").passing()
    assert table.pool("p2") == {}
    assert table.asked == {"p1": "active"}


def test_in_the_middle_of_an_end_of_round_with_wounds_and_a_full_pool() -> None:
    stack = [
        {"at": "end-of-round", "next": "event-dial", "roll": 1},
        {"at": "wounding", "wounds": {"p1": 1, "p2": 1}, "cause": "fire-wall"},
    ]
    who = {"p1": {"pool": {"aria": 5, "pyre": 4}}, "p2": {"pool": {"egis": 4, "pyre": 5}}}
    table = at(14, 15, who=who, stack=stack, walls={"top": 1}, turn=None)
    assert table.asked == {"p1": "keep-gems"}
    table.do("p1", "keep-gems", aria=5, pyre=3).do("p2", "keep-gems", egis=4, pyre=4)
    assert (table.pool("p1")["dire"], table.pool("p2")["dire"]) == (1, 1)
    assert table.asked == {"chance": "roll-percentile"}


def test_in_the_middle_of_a_return() -> None:
    stack = [{"at": "turn-over"}, {"at": "returning", "seat": "p2"}]
    who = {"p2": {"transmuted": ["ylem", "pyre"], "ylem": 4, "hand": ["viriditas-1"], "pool": {"egis": 3, "dire": 3}}}
    table = at(44, None, who=who, stack=stack)
    assert table.discarded() == {"viriditas-1": 1}
    for card in ("sun-and-sky-1", "sun-and-sky-2", "sun-and-sky-3"):
        table.draw(f"revenant-{card}" if f"revenant-{card}" in table.position["draw"]["revenant"] else card)
    table.roll(85).do("p2", "place", tile=85)
    assert (table.ylem("p2"), table.pool("p2")) == (5, {"pyre": 3})
    table.do("p2", "take", aria=3)
    assert table.pool("p2") == {"aria": 3, "pyre": 3}
    assert table.asked == {"p1": "absorb"}  # the Last King Standing holds the Ascended Die by now


def test_a_game_that_is_over() -> None:
    state = GAME.new({"seats": 2, "rounds": 1})
    for _ in walk(state, Random(3)):
        pass
    again = GAME.from_position(through_json(state.position()))
    assert again.outcome() == state.outcome() is not None
    assert again.deciders() == {}


@pytest.mark.rule("AK-ABIL-14", "AK-WAR-11")
def test_a_game_that_ends_behind_a_shield_can_be_kept() -> None:
    who = {"p1": {"pool": {"aria": 1}, "bloodstones": 2}, "p2": {"transmuted": ["ylem"], "bloodstones": 2}}
    table = at(4, 85, who=who, stack=[{"at": "generate"}], war=True, omega_stone=5)
    table.do("p2", "shield").do("p1", "choose-state", state="active").do("p1", "step", tile=5)
    assert table.state.outcome() is not None
    again = GAME.from_position(table.position)
    assert again.digest() == table.state.digest()
    assert table.position["shielded"] == []


def test_draw_and_discard_make_up_for_each_other() -> None:
    table = at(44, 85, who={"p1": {"hand": ["viriditas-1"]}}, discard={"ascendant": {"albedo-1": 1}})
    whole = at(44, 85).position["draw"]["ascendant"]
    assert table.position["draw"]["ascendant"].get("albedo-1", 0) == whole["albedo-1"] - 1
    assert table.position["draw"]["ascendant"].get("viriditas-1", 0) == whole["viriditas-1"] - 1
    empty = at(44, 85, draw={"ascendant": {}})
    assert empty.position["discard"]["ascendant"] == whole
    assert empty.position["draw"]["ascendant"] == {}


def test_the_examples_of_the_page_play() -> None:
    text = page("ascended-kings")
    section = chapter(text, "The full track")
    shortest, longer = (Table(GAME.from_position(json.loads(one)), GAME) for one in blocks(section, "json"))
    shortest.do("p1", "attack", who="p2", pyre=3)
    assert shortest.tile("p2") is None
    assert longer.asked == {"p2": "attack"}
    longer.passing()
    assert longer.pool("p2") == {"aria": 6, "dire": 2}
    longer.do("p1", "end-turn").passing()
    for key in (*longer.position, *longer.position["seats"]["p1"], *longer.position["seats"]["p3"]):
        assert f"`{key}`" in text, key
    for key in (*longer.state.view("p1"), *longer.state.view("p1")["seats"]["p1"]):
        assert f"`{key}`" in text, key


def test_a_roll_costs_what_the_ylem_pool_says_unless_told() -> None:
    stack = [{"at": "latent", "step": "free"}, {"at": "allocate", "seat": "p1", "dice": [4, 1]}]
    table = at(44, 85, who={"p1": {"ylem": 2}}, stack=stack)
    assert table.position["stack"][-1] == {"at": "allocate", "seat": "p1", "dice": [1, 4], "threshold": 5}


# --- what could not be -----------------------------------------------------------------------------------

SHORT = {"p1": {"tile": 44}, "p2": {"tile": 85}}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"seats": {**SHORT, "p1": {"tile": 85}}}, r"seats\.p2\.tile: 85 is taken by p1"),
        ({"seats": {**SHORT, "p1": {"pool": {"pyre": 10}}}}, r"seats\.p1\.pool: level 1 has 9 spaces, not 10"),
        ({"seats": {**SHORT, "p1": {"pool": {"dire": 3}}}}, r"seats\.p1\.pool\.dire: at level 1 3 wounds kill"),
        ({"seats": {**SHORT, "p1": {"ylem": 6}}}, r"seats\.p1\.ylem"),
        ({"seats": {**SHORT, "p1": {"level": 4}}}, r"seats\.p1\.level"),
        ({"seats": {**SHORT, "p1": {"transmuted": ["aria", "aria"]}}}, r"seats\.p1\.transmuted: each"),
        ({"seats": {**SHORT, "p1": {"transmuted": ["dire"]}}}, r"seats\.p1\.transmuted"),
        ({"seats": {**SHORT, "p1": {"hand": ["no-such-card"]}}}, r"seats\.p1\.hand: there is no card 'no-such-card'"),
        ({"seats": {**SHORT, "p1": {"hand": ["lancea-of-aeterna"] * 2}}}, "1 of 'lancea-of-aeterna' in the ascendant"),
        ({"seats": {**SHORT, "p1": {"hand": ["revenant-curse"]}}}, r"seats\.p1\.hand: revenant-curse is of the other"),
        ({"seats": {**SHORT, "p1": {"hand": 3}}}, r"seats\.p1\.hand: a list of cards"),
        ({"seats": {**SHORT, "p1": {"inscription": "lancea-of-aeterna"}}}, r"seats\.p1\.inscription: .*AK-CARD-06"),
        ({"seats": {**SHORT, "p1": {"inscription": {}}}}, r"seats\.p1\.inscription: say which card"),
        ({"seats": {**SHORT, "p1": {"bloodstones": 5}}}, r"seats\.p1\.bloodstones"),
        (
            {"seats": {**SHORT, "p1": {"bloodstones": 4, "tile": 44}, "p2": {"bloodstones": 1}}},
            "4 Bloodstones in all, not 5",
        ),
        ({"seats": {**SHORT, "p1": {"revealed": ["viriditas-1"]}}}, r"seats\.p1\.revealed"),
        ({"seats": SHORT, "supply": {"pyre": 39}}, r"supply\.pyre: there are 40 Pyre gems in all, not 39"),
        ({"seats": SHORT, "items": {"33": {"pyre": 41}}}, r"items\.33|40 Pyre"),
        ({"seats": SHORT, "items": {"33": {"dire": 26}}}, "25 Dire"),
        ({"seats": SHORT, "items": {"44": {"pyre": 1}}}, r"items\.44: .*AK-GEM-01"),
        ({"seats": SHORT, "items": {"44": {"ylem": 1}}}, r"items\.44: .*AK-GEM-01"),
        ({"seats": SHORT, "draw": {"ascendant": {"viriditas-1": 99}}}, "viriditas-1"),
        ({"seats": SHORT, "draw": {"ascendant": {"revenant-curse": 1}}}, r"draw\.ascendant: .* other deck"),
        ({"seats": SHORT, "draw": {"ascendant": {}}, "discard": {"ascendant": {}}}, "AK-COMP-07"),
        ({"seats": SHORT, "pack": "another"}, "pack: the game has the cards of"),
        ({"seats": SHORT, "cards": "marked"}, "cards: 'host' or 'printed'"),
        ({"seats": SHORT, "shielded": ["p1"]}, "shielded: it is raised on an opponent's turn"),
        ({"seats": SHORT, "stack": []}, "stack: 1 to"),
        ({"seats": SHORT, "stack": [{"at": "window", "kind": "wounds"}]}, r"stack\.0: a game is never only there"),
        ({"seats": SHORT, "stack": [{"at": "active"}, {"at": "latent"}]}, r"stack\.1: that lies at the bottom"),
        (
            {"seats": SHORT, "stack": [{"at": "over", "omega": "p1"}, {"at": "drawing", "seat": "p1"}]},
            r"stack\.1: the game is over",
        ),
        (
            {"seats": SHORT, "stack": [{"at": "active"}, {"at": "keep-gems", "seat": "p9"}]},
            r"stack\.1: there is no seat 'p9'",
        ),
        ({"seats": SHORT, "stack": [{"at": "active"}, {"at": "place", "seat": "p2", "tile": 3}]}, r"stack\.1"),
        ({"seats": SHORT, "exhausted": ["pyre"]}, "no key 'exhausted'"),
        ({"seats": SHORT, "turn": None}, "turn: a seat in a turn"),
    ],
)
def test_what_no_game_could_reach_is_refused_with_key_and_reason(position: dict[str, Any], said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        GAME.from_position(position)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), seed=st.integers(0, 11), rng=st.randoms(use_true_random=False))
def test_a_mangled_position_is_refused_or_plays(data: st.DataObject, seed: int, rng: Random) -> None:
    state = started(2 + seed % 3, seed)
    position = json.loads(json.dumps(state.position()))
    for _ in range(rng.choice([1, 1, 2])):
        if rng.random() < 0.4:
            frame = deepcopy(rng.choice(FRAMES))  # it may be mangled in turn
            below = position.get("stack")  # which an earlier round may have mangled
            position["stack"] = [*below, frame] if isinstance(below, list) and rng.random() < 0.5 else [frame]
            for key in ("draw", "supply", "turn"):
                position.pop(key, None)
            continue
        place: Any = position
        while True:
            key = rng.choice(sorted(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.2:
                break
            place = place[key]
        if rng.random() < 0.2 and isinstance(place, dict):
            del place[key]
        else:
            place[key] = deepcopy(rng.choice(VALUES))
    try:
        mangled = GAME.from_position(position)
    except BadPosition:
        return
    assert GAME.from_position(mangled.position()).position() == mangled.position()
    for _ in islice(walk(mangled, rng), 25):
        mangled.position()


# --- corrections -----------------------------------------------------------------------------------------


def correct(table: Table, path: str, value: Any) -> list[Any]:
    return table.state.apply(Correct("table", tuple(path.split(".")), value))


def test_a_correction_takes_gems_from_the_supply_and_cards_from_the_pile() -> None:
    table = at(44, 85)
    correct(table, "seats.p1.pool", {"pyre": 4})
    correct(table, "seats.p1.hand", ["viriditas-1"])
    assert table.position["supply"]["pyre"] == 36
    assert (table.pool("p1"), table.hand("p1")) == ({"pyre": 4}, ["viriditas-1"])
    before = table.state.digest()
    assert table.state.check(Correct("table", ("seats", "p1", "pool"), {"pyre": 99})) is not None
    assert table.state.check(Correct("p1", ("seats", "p1", "ylem"), 1)) is not None
    assert table.state.digest() == before


def test_a_miniature_set_on_a_tile_takes_what_lies_there() -> None:
    table = at(44, 85, items={"55": {"ylem": 1, "dire": 1}})
    correct(table, "seats.p1.tile", 55)
    assert (table.ylem("p1"), table.pool("p1"), table.on(55)) == (1, {"dire": 1}, {})


def test_a_correction_of_a_hand_tells_its_owner_alone() -> None:
    table = at(44, 85)
    (event,) = correct(table, "seats.p1.hand", ["viriditas-1", "albedo-1"])
    assert "viriditas-1" in json.dumps(event.seen_by("p1").data)
    for seat in ("p2", None):
        assert "viriditas" not in json.dumps([event.seen_by(seat).data, event.seen_by(seat).text])
    for said in correct(table, "seats", {"p1": {"hand": []}, "p2": {"hand": ["rubedo-1"]}}):
        for seat in ("p1", "p2", None):
            assert "rubedo" not in json.dumps([said.seen_by(seat).data, said.seen_by(seat).text])


def test_a_correction_of_everything_shows_nobody_what_others_hide() -> None:
    """Even if only one hand changes by it: neither the events nor the action, which only those in on all may see."""
    who = {"p1": {"hand": ["viriditas-1"]}, "p2": {"hand": ["albedo-1"], "inscription": "calcination-2"}}
    table = at(44, 85, who=who)
    value = table.position
    value["seats"]["p1"]["hand"] = ["rubedo-1"]
    for path in ((), ("seats",)):
        again = at(44, 85, who=who)
        said = again.state.apply(Correct("table", path, value["seats"] if path else {"seats": value["seats"]}))
        for seat in ("p1", "p2", None):
            heard = json.dumps([[event.seen_by(seat).data, event.seen_by(seat).text] for event in said])
            assert not any(key in heard for key in ("rubedo", "albedo", "calcination"))
            assert any(event.secret and seat not in event.secret for event in said)  # the action is cut as well
        assert again.hand("p1") == ["rubedo-1"]
