"""Chimera Con by an examiner: what nobody may read before its time, and input that no table would say."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from immolation.games import CHANCE, BadAction, BadData, BadPosition, GameError, IllegalAction, State
from immolation.table.game_log import LogEntry, events_for
from immolation.table.journal.journal_records import Entry
from immolation.table.public_records import public_deciders

from .con_table import GAME, Con, blow, card, chimera, impossible, table, trick, whole

CARDS = [*whole("self", (9, 2, 2, 2)), *whole("foe", (9, 2, 2, 2)), *whole("third", (9, 2, 2, 2))]
SPARE = [card("odd-head", "head"), card("odd-body", "body"), card("even-rear", "rear")]
CHEATS = [trick("one", {"do": "heal", "n": 1}), trick("two", {"do": "steal_random_card", "n": 1}, legality="illegal"),
          trick("three", {"do": "replace_part", "any_family": True})]  # fmt: skip

HANDS = (["odd-head", "odd-body", "one", "two"], ["even-rear", "odd-body", "three", "one"])
"""Two hands of two creature and two cheat cards each: from outside they are the same."""


def twins(at: str | dict[str, Any] | list[dict[str, Any]], **more: Any) -> tuple[Con, Con]:
    """Two tables that differ in nothing but the hand of p2 and what is therefore left in the decks."""
    made = []
    for hand in HANDS:
        seats = ({"parts": chimera("self"), "hand": ["one", "three"]}, {"parts": chimera("foe"), "hand": hand},
                 {"parts": chimera("third")})  # fmt: skip
        counted = [one | {"copies": 2} for one in SPARE]
        made.append(table(*seats, at=at, cards=[*CARDS, *counted], cheats=CHEATS, **more))
    return made[0], made[1]


def outside(state: State, seat: str | None) -> bytes:
    """Everything that reaches ``seat`` of a situation: view, actions, who is asked and how."""
    actions = [GAME.record(one) for one in state.legal_actions(seat)] if seat is not None else []
    found = [state.view(seat), actions, public_deciders(state.deciders())]
    if seat in state.deciders():
        found.append(state.deciders()[seat])
    return msgspec.json.encode(found, order="deterministic")


MOMENTS: list[Any] = [
    "draw", "substitute", "action", "discard", "turn-end",
    {"at": "market", "order": ["p2", "p1"]},
    {"at": "greedy"},
    {"at": "greedy", "said": {"p2": True}},
    [{"at": "draw"}, {"at": "discard", "seat": "p2"}],
    {"at": "attack", "seat": "p1", "target": "p2"},
    {"at": "attack", "seat": "p1", "target": "p2", "stage": "attack-rolled", "attack": [3, 3]},
    {"at": "attack", "seat": "p1", "target": "p2", "stage": "defence-rolled", "attack": [3], "defence": [2]},
    {"at": "attack", "seat": "p1", "target": "p3", "stage": "defence-rolled", "attack": [3], "defence": [4]},
]  # fmt: skip


@pytest.mark.rule("CC-CHEAT-01", "CC-GREED-01", "CC-MKT-03")
@pytest.mark.parametrize("at", MOMENTS, ids=json.dumps)
def test_a_hidden_hand_is_the_same_to_everybody_else(at: Any) -> None:
    one, other = twins(at, market=["odd-head"] if "greedy" in str(at) or "market" in str(at) else [])
    assert one.state.digest() != other.state.digest()
    for seat in (None, "p1", "p3"):
        assert outside(one.state, seat) == outside(other.state, seat)
    assert outside(one.state, "p2") != outside(other.state, "p2")


def logged(state: State, record: dict[str, Any]) -> LogEntry:
    action = GAME.action(record)
    events = tuple(state.apply(action))
    return LogEntry(Entry(1, "action", {"action": record, "by": "test"}, state.digest(), 0), action, events)


@pytest.mark.rule("CC-GREED-01")
def test_an_answer_to_greed_is_readable_nowhere_before_all_have_answered() -> None:
    """Not in a view, not in an event, not in the record of the action, not in what is asked next."""
    heard = []
    for answer in ("get-greedy", "be-satisfied"):
        con = twins({"at": "greedy"}, market=["odd-head"])[0]
        entry = logged(con.state, {"do": answer, "seat": "p2"})
        assert events_for(entry, GAME, "p2").action == {"do": answer, "seat": "p2"}
        for seat in (None, "p1", "p3"):
            assert events_for(entry, GAME, seat).action is None
        said = [msgspec.json.encode(events_for(entry, GAME, seat)) for seat in (None, "p1", "p3")]
        heard.append([*said, *(outside(con.state, seat) for seat in (None, "p1", "p3"))])
    assert heard[0] == heard[1]


@pytest.mark.rule("CC-BUILD-01", "CC-SETUP-01")
def test_a_chimera_that_is_built_is_readable_nowhere_before_all_have_built() -> None:
    heard = []
    for choice in (0, 1):
        con = _dealt()
        builds = con.state.legal_actions("p1")
        assert len(builds) > 1
        entry = logged(con.state, GAME.record(builds[choice]))
        assert events_for(entry, GAME, "p1").action is not None
        for seat in (None, "p2"):
            assert events_for(entry, GAME, seat).action is None
        heard.append([outside(con.state, seat) for seat in (None, "p2")])
        heard[-1] += [msgspec.json.encode(events_for(entry, GAME, seat)) for seat in (None, "p2")]
    assert heard[0] == heard[1]


def _dealt() -> Con:
    """Two players with six cards each, p1 with two heads, two bodies and two rears."""
    con = Con(GAME.new({"seats": 2}))
    first = ["mirefang-head", "thornback-head", "mirefang-body", "thornback-body", "mirefang-rear", "thornback-rear"]
    second = ["galehawk-head", "galehawk-body", "galehawk-rear", "sky-ray-head", "sky-ray-body", "sky-ray-rear"]
    return con.comes(*first, *second)


@pytest.mark.rule("CC-DRAW-03", "CC-CHEAT-02")
def test_the_record_of_a_draw_or_a_theft_is_cut_for_whom_it_does_not_concern() -> None:
    con = Con(twins("draw")[0].state).do("p1", "draw", deck="creature")
    drawn = con.asked[CHANCE].outcomes[0].action
    entry = logged(con.state, GAME.record(drawn))
    for seat, knows in ((None, False), ("p1", True), ("p2", False), ("p3", False)):
        assert (events_for(entry, GAME, seat).action is not None) is knows
        assert (getattr(drawn, "card", "?") in str(events_for(entry, GAME, seat))) is knows
    con = twins("draw")[0].do("p2", "cheat", card="two").dice(3).do("p2", "choose-seat", who="p1")
    entry = logged(con.state, {"do": "draw-card", "seat": "chance", "card": "three"})
    for seat, knows in ((None, False), ("p1", True), ("p2", True), ("p3", False)):
        assert (events_for(entry, GAME, seat).action is not None) is knows
        assert ("three" in str(events_for(entry, GAME, seat))) is knows


@pytest.mark.rule("CC-CHEAT-01")
def test_what_one_imagines_leaves_what_one_sees() -> None:
    for seed in range(12):
        for at in ("draw", {"at": "greedy", "said": {"p2": True}}, {"at": "attack", "seat": "p1", "target": "p2"}):
            con = twins(at, market=["odd-head"])[0]
            for seat in ("p1", "p2", "p3"):
                dreamt = con.state.sample(seat, Random(seed))
                assert outside(dreamt, seat) == outside(con.state, seat)


# --- what no table would say -------------------------------------------------------------------------------

NASTY: list[Any] = [
    None, True, -1, 10**30, 1.5, float("nan"), float("inf"), "", "p1", "\x00", "x" * 5000, [], [[]], {}, {"a": {}},
    ["p1"] * 300, {"p1": None}, {1: 2},
]  # fmt: skip


@pytest.mark.parametrize("key", ["options", "cards", "seats", "decks", "discard", "market", "merchant", "turn",
                                 "merchant_turns", "round", "quiet", "stack", "ruleset", "nothing"])  # fmt: skip
def test_a_key_of_a_position_with_nonsense_in_it(key: str) -> None:
    for value in NASTY:
        try:
            state = GAME.from_position({"seats": {"p1": {}, "p2": {}}, key: value})
        except BadPosition as error:
            said = str(error)
        else:
            said = "nothing"
            assert GAME.from_position(state.position()).digest() == state.digest()
        assert 0 < len(said) < 600


@pytest.mark.parametrize(
    "key", ["parts", "hand", "damage", "poisonous", "negative", "airborne", "eliminated", "points"]
)
def test_a_key_of_a_seat_with_nonsense_in_it(key: str) -> None:
    for value in NASTY:
        try:
            state = GAME.from_position({"seats": {"p1": {key: value}, "p2": {}}})
        except BadPosition as error:
            said = str(error)
        else:
            said = "p1"
            assert GAME.from_position(state.position()).digest() == state.digest()
        assert "p1" in said or "CC-WIN-01" in said


POINTS = (
    "draw", "substitute", "action", "discard", "turn-end", "market", "greedy", "attack", "deal", "draw-cards", "build",
    "redraw", "search", "deal-cheats", "contest", "cheat-roll", "effect", "over",
)  # fmt: skip


@pytest.mark.parametrize("at", POINTS)
def test_a_decision_point_with_nonsense_in_it(at: str) -> None:
    keys = ("seat", "target", "card", "dice", "need", "seats", "said", "picked", "order", "who", "index", "left",
            "stage", "attack", "attack_need", "defence", "chosen", "old", "turned", "deck", "die", "about")  # fmt: skip
    for key in keys:
        for value in (*NASTY, "p2", ["p2"], "mirefang-head", "trapdoor", 5, [6, 6], {"p2": "mirefang-head"}):
            try:
                state = GAME.from_position({"seats": {"p1": {}, "p2": {}}, "stack": [{"at": at, key: value}]})
            except BadPosition:
                continue
            assert GAME.from_position(state.position()).digest() == state.digest()
            assert state.deciders() or state.outcome() is not None


def test_actions_of_nobody_and_of_nothing() -> None:
    con = table({}, {}, at="action")
    before = con.state.digest()
    for record in [*NASTY, {"do": "attack"}, {"do": "attack", "seat": "p1", "part": "tail"}, {"do": "steal"},
                           {"do": "done", "seat": "p1", "more": 1}]:  # fmt: skip
        with pytest.raises(BadAction):
            GAME.action(record)
    for do in ("done", "pass", "land", "take-off", "redraw", "get-greedy", "be-satisfied"):
        for seat in ("p2", "p3", "chance", "table", "", "p1 "):
            with pytest.raises(IllegalAction):
                con.state.apply(GAME.action({"do": do, "seat": seat}))
    assert con.state.digest() == before


@pytest.mark.rule("CC-BUILD-01", "CC-PETR-03", "CC-AIR-07", "CC-WIN-04", "CC-HP-02")
@pytest.mark.parametrize(
    ("seats", "more", "word"),
    [
        ({"p1": {"parts": ["mirefang-body", "mirefang-body", "mirefang-rear"]}, "p2": {}}, {}, "p1"),
        ({"p1": {"airborne": True, "parts": chimera("mirefang")}, "p2": {}}, {}, "CC-AIR-07"),
        ({"p1": {"damage": 16, "parts": chimera("mirefang")}, "p2": {}}, {}, "CC-HP-02"),
        ({"p1": {"eliminated": True, "hand": ["trapdoor"]}, "p2": {}, "p3": {}}, {}, "p1"),
        ({"p1": {"eliminated": True}, "p2": {}}, {}, "CC-WIN-01"),
        ({"p1": {"points": 3}, "p2": {}}, {}, "CC-WIN-02"),
        ({"p1": {"hand": ["mirefang-head"] * 3}, "p2": {}}, {}, "mirefang-head"),
        ({"p1": {}, "p2": {}}, {"discard": ["mirefang-head+petrified"]}, ""),
        ({"p1": {}, "p3": {}}, {}, "p3"),
        ({"p1": {}}, {}, "2 to 6"),
    ],
)
def test_what_no_game_could_come_to(seats: dict[str, Any], more: dict[str, Any], word: str) -> None:
    if not word:
        with pytest.raises(BadPosition):
            GAME.from_position({"seats": seats, **more})
        return
    assert word in impossible({"seats": seats, **more})


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"keywords": ["burrowing"]}, "keywords"),
        ({"part": "tail"}, "part"),
        ({"health": -1}, "health"),
        ({"health": 31}, "health"),
        ({"types": []}, "types"),
        ({"size": "huge"}, "size"),
        ({"wings": 2}, "wings"),
        ({"id": "Big Head"}, "id"),
        ({"action": {"name": "Blow", "kind": "special", "attack": "might", "defend": "speed"}}, "type"),
        ({"action": {"name": "Blow", "kind": "standard", "attack": "might"}}, "defend"),
        ({"action": {"name": "Blow", "kind": "standard", "attack": "health", "defend": "speed"}}, "attack"),
        ({"action": blow("standard", "might", "speed", "frozen")}, "tags"),
        ({"action": blow("standard", "might", "speed", requires={"stat": "magic", "at_least": 9})}, "requires"),
    ],
)  # fmt: skip
def test_a_card_that_cannot_be(change: dict[str, Any], word: str) -> None:
    made = card("self-head", "head") | change
    said = impossible({"seats": {"p1": {}, "p2": {}}, "cards": {"creatures": [made]}})
    assert word in said


def test_a_pack_says_file_card_and_key(tmp_path: Any) -> None:
    from immolation import games

    path = tmp_path / "mine.toml"
    for text, words in (
        ("creatures = 3", ("mine.toml", "creatures")),
        ("[[creatures]]\nid = 'a'\n", ("mine.toml", "a")),
        ("x = ", ("mine.toml",)),
        ("[copies]\ncreature = 0\n", ("copies",)),
        ("cheats = [{id = 'a', name = 'A', legality = 'shady', timing = 'any time', text = 'x', effects = []}]",
         ("card a", "legality")),
    ):  # fmt: skip
        path.write_text(text)
        with pytest.raises(BadData) as caught:
            games.load("chimera-con", pack=path)
        for word in words:
            assert word in str(caught.value)


def test_a_config_that_cannot_be() -> None:
    for config in (
        {"seats": 7}, {"seats": 1}, {"seats": True}, {"seats": "3"}, {"chairs": 3}, {"options": []}, [], "x",
        {"options": {"hand_limit": -1}}, {"options": {"poison_rounding": "sideways"}}, {"options": {"x": 1}},
        {"seats": 4, "options": {"players": [2, 3]}}, {"options": {"players": [4, 2]}},
    ):  # fmt: skip
        with pytest.raises(GameError):
            GAME.new(config)  # type: ignore[arg-type]


def test_a_hand_that_is_set_right_is_read_by_nobody() -> None:
    state = GAME.from_position({"seats": {"p1": {}, "p2": {}}})
    held = state.position()["seats"]["p1"]["hand"]
    action = GAME.action({"do": "correct", "seat": "table", "path": ["seats", "p1", "hand"], "value": held})
    events = state.apply(action)
    assert any(event.secret for event in events), "So that the table cuts the action for everybody."
    for seat in ("p2", None):
        shown = msgspec.json.encode([event.seen_by(seat) for event in events]).decode()
        assert not any(str(card) in shown for card in held)
