"""Texts of one's own cards: read aloud by their player, carried out by hand or by the verbs that the host knows."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadPosition, Correct, spoken

from .table import GAME, attack, cheat, creature, family, place

BODY = creature("oak-body", "body", text="After you are hit, remove 1 damage.")
OAK = {"head": "rat-head", "body": "oak-body", "rear": "rat-rear"}
STONE = {**OAK, "body": "oak-body+petrified"}
RAT = {"head": "rat-head", "body": "rat-body", "rear": "rat-rear"}
CARDS = [*family("rat"), BODY]


def oak(**more: Any) -> Any:
    """p1 has a body with a text and 3 damage."""
    return place({"parts": OAK, "damage": 3}, {"parts": RAT}, cards=CARDS, **more)


@pytest.mark.rule("CC-TOLD-01")
def test_a_creatures_text_is_read_aloud_and_the_game_waits_until_it_is_carried_out() -> None:
    table = oak()
    table.do("p1", "tell", part="body")
    assert "After you are hit, remove 1 damage." in table.events[0].text
    decision = table.state.deciders()["p1"]
    assert (decision.kind, table.deciders()) == ("told", ["p1"])
    assert "After you are hit" in decision.prompt
    assert GAME.from_position(table.state.position()).digest() == table.state.digest()
    table.do("p1", "done")
    assert (table.moment, table.damage("p1")) == ("action", 3)


@pytest.mark.rule("CC-TOLD-01")
def test_it_may_be_read_on_anothers_turn_and_shown_on_the_card() -> None:
    table = place({"parts": RAT}, {"parts": OAK}, cards=CARDS)
    assert table.seat("p2")["parts"]["body"]["text"].startswith("After you are hit")
    assert [one.do for one in table.state.declarations("p2")] == ["tell"]
    table.do("p2", "tell", part="body")
    assert table.deciders() == ["p2"]
    table.do("p2", "done")
    assert table.awaited() == ["p1"]


@pytest.mark.rule("CC-TOLD-01")
@pytest.mark.parametrize(
    ("parts", "part", "said"),
    [
        (STONE, "body", "petrified part loses its text"),
        (OAK, "head", "Nothing is printed in words"),
    ],
)
def test_a_part_without_words_is_not_read(parts: dict[str, str], part: str, said: str) -> None:
    table = place({"parts": parts}, {"parts": RAT}, cards=CARDS)
    assert said in table.refusal("p1", "tell", part=part).reason


@pytest.mark.rule("CC-TOLD-01")
def test_an_action_that_is_told_is_read_when_it_works_and_not_when_it_fails() -> None:
    told = {"name": "Hum", "kind": "standard", "effects": [{"do": "told"}]}
    needs = {**told, "requires": {"stat": "magic", "at_least": 10}}
    cards = [*family("rat"), creature("oak-body", "body", text="Everybody discards a card.", action=needs)]
    table = place({"parts": OAK}, {"parts": RAT}, cards=cards)
    table.do("p1", "attack", part="body").quietly().roll(1, 1, 1, 1, 1, 1).quietly()
    assert table.moment == "discard"
    table = place({"parts": OAK}, {"parts": RAT}, cards=cards)
    table.do("p1", "attack", part="body").quietly().roll(6, 6, 6, 6, 6, 6).quietly()
    assert table.moment == "told"
    table.do("p1", "done")
    assert table.moment == "discard"


@pytest.mark.rule("CC-TOLD-01")
def test_a_hit_whose_text_is_told_is_read_after_its_damage() -> None:
    bite = attack(effects=[{"do": "told"}])
    cards = [*family("rat"), creature("oak-body", "body", text="The one hit loses a card.", action=bite)]
    table = place({"parts": OAK}, {"parts": RAT}, cards=cards)
    table.do("p1", "attack", part="body", target="p2").quietly().roll(2, 2, 2, 1, 1, 1).quietly()
    table.roll(*[1] * table.need("defence")).quietly()
    assert (table.moment, table.damage("p2") > 0) == ("told", True)


@pytest.mark.rule("CC-TOLD-01")
def test_a_cheat_that_is_told_is_read_when_it_works_and_then_discarded() -> None:
    card = cheat("omen", {"do": "told"}, {"do": "heal", "n": 1})
    table = place({"parts": RAT, "hand": ["omen"], "damage": 2}, {"parts": RAT}, cards=CARDS, cheats=[card])
    table.do("p1", "cheat", card="omen")
    assert (table.moment, table.damage("p1")) == ("told", 2)
    assert GAME.from_position(table.state.position()).digest() == table.state.digest()
    table.do("p1", "done")
    assert (table.damage("p1"), table.discard) == (1, ["omen"])


@pytest.mark.rule("CC-TOLD-02")
def test_a_text_that_does_what_cheats_do_is_carried_out_by_the_host() -> None:
    table = oak().do("p1", "tell", part="body")
    table.do("p1", "carry-out", verb="heal", n=2)
    assert (table.damage("p1"), table.moment, table.discard) == (1, "told", [])
    table.do("p1", "done")
    assert table.moment == "action"


@pytest.mark.rule("CC-TOLD-02")
def test_it_asks_what_a_cheat_with_that_verb_would_ask() -> None:
    table = place({"parts": OAK}, {"parts": RAT, "hand": ["rat-head"]}, cards=CARDS).do("p1", "tell", part="body")
    table.do("p1", "carry-out", verb="steal_random_card")
    assert table.state.deciders()["p1"].kind == "choose"
    assert GAME.from_position(table.state.position()).digest() == table.state.digest()
    table.do("p1", "choose-seat", who="p2").draw("rat-head")
    assert (table.hand("p1"), table.moment) == (["rat-head"], "told")


@pytest.mark.rule("CC-TOLD-02")
def test_dice_that_lie_on_the_table_are_rolled_again() -> None:
    table = oak(at="action")
    table.do("p1", "attack", part="open", target="p2").quietly().roll(1, 2, 3, 4, 5, 6)
    decision = table.state.deciders()["p1"]
    assert (decision.kind, decision.courtesy) == ("cheat", False), "its text may be for this very moment"
    assert decision.prompt.endswith("Do you cheat, or read a text aloud?")
    table.do("p1", "tell", part="body").do("p1", "carry-out", verb="reroll_own_die")
    table.do("p1", "choose-die", value=1).done("p1").roll(6)
    assert sum(table.view["attack"]["dice"]["attack"]) == 26
    table.quietly()
    assert table.need("defence") == 6
    assert GAME.from_position(table.state.position()).digest() == table.state.digest()


@pytest.mark.rule("CC-TOLD-02")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"verb": "heal", "elemental": True}, "heal has no such key"),
        ({"verb": "end_condition"}, "names poisonous or negative"),
        ({"verb": "cancel_attack"}, "would do nothing now"),
        ({"verb": "take_from_market", "n": 2}, "would do nothing now"),
    ],
)
def test_a_verb_that_cannot_be_is_refused_whole(fields: dict[str, Any], said: str) -> None:
    table = oak().do("p1", "tell", part="body")
    assert said in table.refusal("p1", "carry-out", **fields).reason


@pytest.mark.rule("CC-TOLD-02")
def test_only_its_reader_carries_a_text_out_and_only_while_it_is_read() -> None:
    table = oak()
    assert table.refusal("p1", "carry-out", verb="heal").rule == "CC-TURN-01"
    table.do("p1", "tell", part="body")
    assert "waits for" in table.refusal("p2", "carry-out", verb="heal").reason


@pytest.mark.rule("CC-TOLD-03")
def test_a_cheat_with_a_moment_of_its_own_is_played_when_the_table_says_so() -> None:
    card = cheat("omen", {"do": "heal", "n": 1}, timing="as its text says")
    for at in ("draw", "action", "discard"):
        table = place({"parts": RAT, "hand": ["omen"], "damage": 2}, {"parts": RAT}, at=at, cards=CARDS, cheats=[card])
        assert table.may("p1", "cheat", card="omen")
    table = place({"parts": RAT}, {"parts": RAT, "hand": ["omen"], "damage": 2}, cards=CARDS, cheats=[card])
    table.do("p1", "attack", part="open", target="p2")
    assert table.may("p2", "cheat", card="omen")


@pytest.mark.parametrize(
    ("sentence", "record"),
    [
        ("I read the body aloud", {"do": "tell", "part": "body"}),
        ("read aloud the body", {"do": "tell", "part": "body"}),
    ],
)
def test_a_text_is_read_by_a_sentence(sentence: str, record: dict[str, Any]) -> None:
    found = spoken.understand(oak().state, "p1", sentence)
    assert found.action == GAME.action({"seat": "p1", **record}), found.said


@pytest.mark.parametrize(
    ("sentence", "record"),
    [
        ("the text does heal 2", {"verb": "heal", "n": 2}),
        ("the text does reroll own die", {"verb": "reroll_own_die"}),
        ("the text does end condition poisonous", {"verb": "end_condition", "condition": "poisonous"}),
        ("it is carried out", None),
    ],
)
def test_what_a_text_does_is_said_in_a_sentence(sentence: str, record: dict[str, Any] | None) -> None:
    table = oak()
    table.do("p1", "attack", part="open", target="p2").quietly().roll(1, 2, 3, 4, 5, 6)
    table.do("p1", "tell", part="body")
    table.state.apply(Correct("table", ("seats", "p1", "poisonous"), True, "it is so", "p1"))
    found = spoken.understand(table.state, "p1", sentence)
    wanted = {"do": "done", "seat": "p1"} if record is None else {"do": "carry-out", "seat": "p1", **record}
    assert found.action == GAME.action(wanted), found.said


def test_the_text_does_something_else_is_asked_back() -> None:
    table = oak().do("p1", "tell", part="body")
    found = spoken.understand(table.state, "p1", "the text does")
    assert found.action is None
    assert "What the text does" in found.said


@pytest.mark.parametrize(
    ("stack", "said"),
    [
        ([{"at": "action"}, {"at": "told", "seat": "p1", "card": "rat-head"}], "words to be read aloud"),
        ([{"at": "action"}, {"at": "told", "seat": "p1", "card": "cow"}], "no card"),
        ([{"at": "action"}, {"at": "text-effect", "seat": "p1", "card": "oak-body", "does": {"do": "heal"}}], "lie on"),
    ],
)
def test_a_position_with_words_that_nobody_has_is_refused(stack: list[Any], said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        place({"parts": OAK}, {"parts": RAT}, at=stack, cards=CARDS)


def test_a_told_action_without_words_is_no_card() -> None:
    silent = {"name": "Hum", "kind": "standard", "effects": [{"do": "told"}]}
    with pytest.raises(BadPosition, match="words to be read aloud"):
        place({"parts": RAT}, {"parts": RAT}, cards=[*family("rat"), creature("oak-body", "body", action=silent)])
