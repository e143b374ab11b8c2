"""Red Rains as people sit at it: what they declare and set right, the middle of things, two players."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import BadAction, BadPosition, Correct

from .rains import DOWN, GAME, Rains, aspect, cards, deck, pair, solo, unit

rule = pytest.mark.rule

LEFT = aspect("left", "claw_left", 2, 4)
JAW = aspect("jaw", "jaw", 2, 4)
CALM = aspect("calm", "none", 1, 4)


def calm() -> Rains:
    return solo(deck(CALM), ["calm", DOWN], [unit("Bear", life=5)], p1={"battlefield": 1})


# --- declarations that cannot be --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "do", "fields"),
    [
        ("TABLE", "effect", {"what": "exhaust", "on": "u9"}),
        ("TABLE", "effect", {"what": "exhaust", "on": "u1", "n": 13}),
        ("TABLE", "effect", {"what": "ready", "on": "u1"}),
        ("TABLE", "effect", {"what": "heal", "on": "a1"}),
        ("TABLE", "effect", {"what": "take-status", "on": "a1"}),
        ("TABLE", "effect", {"what": "destroy", "on": "chimera"}),
        ("TABLE", "effect", {"what": "discard", "on": "p1"}),
        ("TABLE", "effect", {"what": "detach", "on": "a1", "word": "Fear"}),
        ("RR-BASE-05", "effect", {"what": "damage", "on": "a2"}),
        ("RR-BASE-05", "attack", {"units": ["u1"], "target": "a2"}),
        ("TABLE", "attack", {"units": ["u1"], "target": "u1"}),
        ("RR-BTL-06", "attack", {"units": ["u1", "u1"], "target": "a1"}),
        ("TABLE", "attack", {"units": ["u7"], "target": "a1"}),
        ("RR-LAW-05", "attack", {"units": ["u1"], "target": "chimera", "block": "a2"}),
        ("RR-MISC-04", "enter", {"again": "u5"}),
        ("TABLE", "enter", {"text": "makes tea for all of them"}),
        ("TABLE", "effect", {"what": "grant", "on": "u1", "word": "X = 3"}),
        ("TABLE", "copy-abilities", {"of": "a2", "to": "u1"}),
        ("RR-INFO-03", "examine", {"card": "u1"}),
        ("RR-LAW-01", "for-chimera", {"choice": "c", "options": ["a", "b"]}),
        ("TABLE", "remove-pile", {"card": "calm"}),
        ("TABLE", "answer", {"option": "no"}),
        ("TABLE", "go-on", {}),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_has_changed(expected: str, do: str, fields: dict[str, Any]) -> None:
    assert calm().refused(do, **fields) == expected


@rule("RR-ABIL-03", "RR-ABIL-05")
def test_an_exhausted_units_text_does_nothing_and_a_price_needs_who_pays() -> None:
    table = solo(deck(CALM), ["calm"], [unit(exhaustion=1), unit()])
    assert table.refused("effect", what="damage", on="a1", by="u1") == "RR-ABIL-03"
    assert table.refused("effect", what="damage", on="a1", cost=True) == "RR-ABIL-05"
    table.do("effect", what="damage", on="a1", by="u2", cost=True, n=2)
    assert (table.card("a1")["wounds"], table.card("u2")["exhaustion"]) == (2, 1)
    assert table.refused("effect", what="damage", on="a1", by="u2") == "RR-ABIL-03"


@rule("RR-MISC-01", "RR-MISC-02", "RR-MISC-04")
def test_a_unit_that_returns_to_a_full_battlefield_is_discarded() -> None:
    table = calm().do("effect", what="return", on="u1").do("enter", name="Second")
    table.do("enter", again="u1")
    assert [one["name"] for one in table.born()["units"]] == ["Second"]
    assert [event.rules[0] for event in table.log[-3:]] == ["RR-MISC-01", "RR-MISC-01", "RR-BASE-04"]
    assert table.refused("enter", again="u1") == "RR-MISC-04"


def test_numbers_beyond_what_the_game_has_are_no_actions() -> None:
    for record in (
        {"do": "effect", "seat": "p1", "what": "damage", "on": "a1", "n": -1},
        {"do": "effect", "seat": "p1", "what": "damage", "on": "a1", "n": 10**30},
        {"do": "enter", "seat": "p1", "life": 0},
        {"do": "enter", "seat": "p1", "attack": True},
        {"do": "attack", "seat": "p1", "units": [], "target": "a1"},
        {"do": "area", "seat": "p1", "what": "tickle"},
    ):
        with pytest.raises(BadAction):
            GAME.action(record)


# --- anything can be set right ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["red_rains"], 3),
        (["rage"], 2),
        (["phase"], 3),
        (["round"], 4),
        (["first"], "chimera"),
        (["fatigued"], True),
        (["passes"], 1),
        (["ultimate_exhaustion"], 2),
        (["chimera_card", "wounds"], 7),
        (["chimera_card", "exhaustion"], 1),
        (["seats", "p1", "wounds"], 5),
        (["seats", "p1", "exhaustion"], 1),
        (["seats", "p1", "guard_used"], True),
        (["seats", "p1", "units", "0", "wounds"], 4),
        (["seats", "p1", "units", "0", "exhaustion"], 2),
        (["seats", "p1", "units", "0", "attack"], 6),
        (["seats", "p1", "units", "0", "dice"], 1),
        (["seats", "p1", "facing", "0", "wounds"], 3),
        (["seats", "p1", "facing", "0", "exhaustion"], 1),
        (["seats", "p1", "facing", "0", "status"], 2),
        (["seats", "p1", "dice"], {"power": 1, "class": 2, "basic": 3, "exhausted": 4}),
        (["discard"], {"filler-1": 1}),
        (["removed"], {"filler-2": 1}),
    ],
)
def test_any_token_and_counter_can_be_set_right(path: list[str], value: Any) -> None:
    table = calm()
    events = table.state.apply(Correct("table", tuple(path), value))
    assert [event.kind for event in events] == ["corrected"]
    found: Any = table.state.position()
    for step in path:
        found = found[int(step)] if isinstance(found, list) else found[step]
    assert found == value
    assert GAME.from_position(table.state.position()).digest() == table.state.digest()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["seats", "p1", "units", "0", "wounds"], 5),
        (["chimera_card", "wounds"], 20),
        (["rage"], 5),
        (["phase"], 4),
        (["red_rains"], -1),
        (["seats", "p1", "facing", "1", "status"], 1),
        (["seats", "p1", "units"], []),
        (["nowhere"], 1),
        (["seats", "p3", "wounds"], 1),
        (["discard"], {"nobody": 1}),
        (["seats", "p1", "units", "x", "wounds"], 1),
    ],
)
def test_what_no_table_shows_is_no_correction(path: list[str], value: Any) -> None:
    table = calm()
    if value == []:  # no unit at all is a table that may be
        table.state.apply(Correct("table", tuple(path), value))
        assert table.born()["units"] == []
        return
    before = table.state.digest()
    assert table.state.check(Correct("table", tuple(path), value)) is not None
    assert table.state.digest() == before


def test_an_aspect_is_turned_down_again_by_a_correction() -> None:
    table = calm()
    table.state.apply(Correct("table", ("seats", "p1", "facing"), cards("a1", {"blood": 1}, DOWN)))
    assert not table.card("a1")["up"]


# --- in the middle of things ------------------------------------------------------------------------------


def test_every_moment_of_an_attack_can_be_left_and_taken_up_again() -> None:
    """Each stop on the way gives a position from which the attack ends alike."""
    guard = unit("Guard", 1, 3, "unit guard")
    table = solo(deck(LEFT), ["left"], [unit("Bear", 2, 5), guard], options={"reaction_windows": "always"}).turn()
    stops = []
    for do, fields in (("answer", {"option": "no"}), ("go-on", {}), ("answer", {"option": "yes"})):
        position = table.state.position()
        stops.append(table.asked)
        table.do(do, **fields).dice()
        again = GAME.from_position(position)
        again.apply(GAME.action({"do": do, "seat": "p1", **fields}))
        assert again.digest() == table.state.digest()
    assert stops == ["guard", "reaction", "counter"]
    assert (table.card("u1")["wounds"], table.card("a1")["wounds"]) == (2, 2)


def test_one_question_at_a_time_each_with_a_default_that_may_be_taken() -> None:
    horde = aspect("horde", "jaw", 1, 2, keywords=["horde"])
    pack = deck(horde, aspect("second", "jaw", 1, 2, keywords=["horde"]))
    table = solo(pack, ["horde", "second"], [unit("Bear"), unit("Wolf")]).turn()
    asked = []
    while table.asked == "block":
        decision = table.state.deciders()["p1"]
        assert list(table.state.deciders()) == ["p1"]
        assert decision.default is not None
        assert table.state.check(decision.default) is None
        assert decision.prompt.endswith("?")
        assert decision.rule == "RR-BLK-01"
        asked.append(table.offered())
        table.do("answer", option="u1" if "u1" in table.offered() else "no").dice()
    assert asked == [["no", "u1", "u2"], ["no", "u2"]]  # one blocker for each attacker
    assert table.born()["wounds"] == 1


def test_a_position_that_waits_for_a_question_nobody_asks_is_refused() -> None:
    ask = {"at": "ask", "seat": "p1", "kind": "block", "prompt": "Who?", "options": ["no"], "rule": "RR-BLK-01"}
    for stack, key in (
        ([ask], "stack"),
        ([{"at": "round", "phase": "turns"}, ask], "stack.1"),
        ([{"at": "round", "phase": "turns"}, {"at": "rest", "seat": "p2"}], "stack.1"),
        ([{"at": "round", "phase": "turns"}, {"at": "player-turn", "seat": "p2"}], "stack.1"),
        ([{"at": "tea"}], "stack"),
    ):
        with pytest.raises(BadPosition, match=key):
            GAME.from_position({"seats": {"p1": {}}, "stack": stack})


def test_nobody_knows_the_order_of_the_pile_and_everybody_the_rest() -> None:
    state = games.load("red-rains").new({"seats": 2})
    assert state.view("p1") == state.view("p2") == state.view(None)
    said = str(state.position())
    assert "'pile'" not in said
    assert "'draw'" not in said


# --- two players ------------------------------------------------------------------------------------------


@rule("RR-LAW-18", "RR-LAW-19", "RR-LAW-20")
def test_what_reaches_all_stays_on_the_own_side() -> None:
    table = pair(deck(CALM), (["calm", DOWN], [unit("Bear", exhaustion=1)]), ([CALM["id"]], [unit("Wolf")]))
    table.do("area", what="damage", n=1).do("area", what="exhaust-unexhausted", n=1)
    assert [table.card(ref)["wounds"] for ref in ("a1", "u1", "a51", "u51")] == [1, 1, 0, 0]
    assert [table.card(ref)["exhaustion"] for ref in ("a1", "u1", "a51", "u51")] == [1, 1, 0, 0]


@rule("RR-TURN-11", "RR-TURN-12", "RR-RAGE-05")
def test_the_chimera_goes_once_against_each_and_all_four_must_pass() -> None:
    table = pair(deck(JAW, CALM), (["calm"], []), (["jaw", DOWN], []))
    table.do("pass").do("pass", "p2").dice()
    told = [event for event in table.log if event.kind in ("passed", "rains", "chimera-turn", "mode")]
    assert [event.kind for event in told] == [
        "passed",
        "passed",
        "rains",
        "chimera-turn",
        "mode",
        "chimera-turn",
        "mode",
    ]
    assert [event.data.get("side") for event in told if event.kind == "chimera-turn"] == ["p1", "p2"]
    assert [event.data["mode"] for event in told if event.kind == "mode"] == ["pass", "roll"]
    assert table.state.view(None)["moment"] == "turns"


@rule("RR-MISC-05", "RR-TIME-01")
def test_a_partner_reacts_in_anybodys_turn_but_takes_no_action_in_it() -> None:
    table = pair(deck(CALM), (["calm"], [unit("Bear")]), (["calm"], [unit("Wolf")]))
    assert table.refused("attack", "p2", units=["u51"], target="a51") == "RR-MISC-05"
    assert table.refused("pass", "p2") == "RR-MISC-05"
    assert table.refused("meditate", "p2") == "RR-MISC-05"
    table.do("effect", "p2", what="damage", on="a1", n=2, timing="reaction")
    assert table.card("a1")["wounds"] == 2
    assert list(table.state.deciders()) == ["p1"]
    assert {one.do for one in table.state.declarations("p2")} >= {"effect", "enter"}
    assert "meditate" not in {one.do for one in table.state.declarations("p2")}


@rule("RR-TIME-05", "RR-TIME-07")
def test_at_the_end_of_a_round_partners_do_not_interleave() -> None:
    position = {"stack": [{"at": "round", "phase": "end", "next": 1}, {"at": "end-of-round", "seat": "p1"}]}
    table = pair(deck(CALM), (["calm"], [unit("Bear")]), (["calm"], [unit("Wolf")]), **position)
    assert table.asked == "end-of-round"
    assert table.refused("effect", "p2", what="exhaust", on="u51") == "TABLE"
    assert table.state.declarations("p2") == []


@rule("RR-FAT-01", "RR-TURN-12")
def test_two_players_tire_the_chimera_with_the_second_empty_pile() -> None:
    pack = deck(CALM)
    pack["fatigued"]["empties_needed"] = 2
    table = pair(pack, (["calm"], []), ([], []))
    for empties in (1, 2):
        left = table.chimera["pile"]
        for _ in range(left):
            assert (table.chimera["empties"], table.chimera["fatigued"]) == (empties - 1, False)
            table.do("make-draw").dice()
        assert table.chimera["empties"] == empties
    assert table.chimera["fatigued"]
    table.do("make-draw", n=2, instead=1).dice()
    assert table.chimera["wounds"] == 2


@rule("RR-BASE-03")
def test_the_fall_of_one_phoenixborn_is_the_end_for_both() -> None:
    table = pair(deck(CALM), (["calm"], []), (["calm"], []))
    table.do("effect", what="damage", on="p2", n=18)
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == ((), "RR-BASE-03")
    assert table.state.deciders() == {}
