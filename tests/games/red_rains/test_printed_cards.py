"""What printed cards do over time: damage prevented before it kills, changes that last and end, keywords that people
play themselves, a deck of one's own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE, Event, State, spoken
from immolation.games.red_rains.battle import lethal, stats
from immolation.games.red_rains.facts.situation import Situation
from immolation.games.red_rains.frames import Attack, ChimeraTurn, PlayerTurn, Round, Working

from tests.games.red_rains.table import GAME, asked, at, body, do, refused, table, unit

rule = pytest.mark.rule
STOPS = {"reaction_windows": "always", "prepare_stop": "never"}
ATTACKED: list[dict[str, Any]] = [
    {"at": "round"},
    {"at": "chimera-turn", "side": "p1", "step": "end", "mode": "attack"},
    {"at": "attack", "side": "p1", "attackers": ["a1"], "target": "u1", "guards": [""], "step": "reaction"},
]


def attacked(units: list[dict[str, Any]], **more: Any) -> State:
    """Brine Jaw, with an attack value of 3, is about to do battle with the first unit; play stops for reactions."""
    options = {**STOPS, **more.pop("options", {})}
    window = {"at": "window", "seat": "p1", "about": "battle", "ref": "a1"}
    stack = [*ATTACKED[:2], {**ATTACKED[2], "step": "fight"}, window]
    return at(["brine-jaw"], units, stack=stack, options=options, **more)


def go_on(state: State) -> list[Event]:
    """The player lets it go on; a question whether a unit counters is answered with no."""
    events = do(state, "go-on")
    while asked(state) == "counter":
        events += do(state, "answer", option="no")
    return events


def back(state: State) -> State:
    read = GAME.from_position(state.position())
    assert read.digest() == state.digest()
    return read


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


# --- before it kills ---------------------------------------------------------------------------------------------


@rule("RR-DMG-03", "RR-DMG-01")
def test_play_stops_before_a_unit_dies_and_what_is_prevented_saves_it() -> None:
    state = attacked([unit("Hound", 1, 3)])
    events = go_on(state)
    assert "destroyed" not in kinds(events)
    decision = state.deciders()["p1"]
    assert decision.rule == "RR-DMG-03"
    assert "Hound will be destroyed" in decision.prompt
    state = back(state)
    found = spoken.understand(state, "p1", "prevent two damage to the Hound")
    assert found.action is not None
    state.apply(found.action)
    damage = stats.attack(table(state), body(state, "a1"))
    do(state, "go-on")
    assert body(state, "u1").wounds == damage - 2
    assert "prevent" not in body(state, "u1").lasting, "used up"


def shapes(state: State) -> set[tuple[str, int, int]]:
    """Return the lights without their colours: effect, speed, how many tiles."""
    layers = GAME.picture(state.view(None), state.legal_actions("p1")).layers
    return {(layer.effect, layer.speed, len(layer.tiles)) for layer in layers}


@rule("RR-DMG-03")
def test_a_stop_before_a_unit_dies_looks_like_no_battle_to_who_sees_no_colours() -> None:
    state = attacked([unit("Hound", 1, 3)])
    battle = shapes(state)
    assert "path" in {effect for effect, _, _ in battle}
    go_on(state)
    assert state.view(None)["falling"] == ["u1"]
    stop = shapes(state)
    assert "path" not in {effect for effect, _, _ in stop}
    assert ("blink", 200, 1) in stop - battle


@rule("RR-DMG-03")
def test_what_nobody_answers_happens_and_is_asked_once() -> None:
    state = attacked([unit("Hound", 1, 3)])
    go_on(state)
    events = do(state, "go-on")
    assert kinds(events).count("destroyed") == 1
    assert state.view(None)["seats"]["p1"]["units"] == []


@rule("RR-DMG-03")
@pytest.mark.parametrize("options", [{"lethal_stop": "never"}, {"reaction_windows": "never"}])
def test_without_the_stop_a_unit_dies_at_once(options: dict[str, str]) -> None:
    state = attacked([unit("Hound", 1, 3)], options=options)
    assert "destroyed" in kinds(go_on(state))


@rule("RR-DMG-03")
def test_a_wound_that_does_not_kill_stops_nothing() -> None:
    state = attacked([unit("Hound", 1, 20)])
    events = go_on(state)
    assert "damaged" in kinds(events)
    assert "RR-DMG-03" not in [decision.rule for decision in state.deciders().values()]


@rule("RR-DMG-03")
def test_a_falling_phoenixborn_is_warned_of_and_may_be_healed() -> None:
    state = attacked([unit("Hound", 1, 3)], p1={"life": 18, "wounds": 17})
    stack = state.position()["stack"]
    stack[2] = {**stack[2], "target": "p1"}
    state = GAME.from_position({**state.position(), "stack": stack})
    go_on(state)
    assert state.deciders()["p1"].rule == "RR-DMG-03"
    do(state, "effect", what="prevent", on="p1", n=30)
    do(state, "go-on")
    assert not state.view(None)["over"]
    assert body(state, "p1").wounds == 17


@rule("RR-DMG-02", "RR-DMG-03")
def test_redirected_damage_puts_another_in_danger_and_play_stops_for_that_one_too() -> None:
    state = attacked([unit("Hound", 1, 3), unit("Page", 1, 2)])
    go_on(state)
    do(state, "effect", what="redirect", on="u1", n=2, to="u2")
    events = do(state, "go-on")
    assert "destroyed" not in kinds(events)
    assert "Page" in state.deciders()["p1"].prompt
    events = do(state, "go-on")
    destroyed = [event.data["card"] for event in events if event.kind == "destroyed"]
    assert destroyed == ["u2"]
    assert "redirected" in kinds(events)
    assert body(state, "u1").wounds == stats.attack(table(state), body(state, "a1")) - 2


@rule("RR-DMG-03")
def test_an_attacker_that_is_removed_kills_nobody() -> None:
    state = attacked([unit("Hound", 1, 3)])
    go_on(state)
    do(state, "effect", what="destroy", on="a1")
    do(state, "go-on")
    assert body(state, "u1").wounds == 0


@rule("RR-DMG-03")
def test_by_the_option_play_stops_for_aspects_too() -> None:
    for option, stops in (("own", False), ("every", True)):
        state = at(["brine-jaw"], [unit("Hound", 9, 9)], options={**STOPS, "lethal_stop": option})
        do(state, "attack", units=["u1"], target="a1")
        rules = []
        while "turn" not in asked(state) and not state.view(None)["over"]:
            (seat, decision), *_ = state.deciders().items()
            rules.append(decision.rule)
            if "chimera-turn" in state.view(None)["stack"]:
                break
            state.apply(decision.outcomes[0].action if seat == CHANCE else state.legal_actions(seat)[0])
        assert ("RR-DMG-03" in rules) == stops


@rule("RR-DMG-01")
def test_prevention_meets_the_first_damage_alone_and_no_wounds_that_are_placed() -> None:
    state = at(["kelp-ward"], [unit("Hound", 1, 9)])
    do(state, "effect", what="prevent", on="u1", n=2)
    do(state, "effect", what="wound", on="u1", n=1)
    assert body(state, "u1").wounds == 1
    do(state, "effect", what="damage", on="u1", n=3)
    assert body(state, "u1").wounds == 2
    do(state, "effect", what="damage", on="u1", n=3)
    assert body(state, "u1").wounds == 5


@rule("RR-DMG-01", "RR-DMG-02")
def test_what_was_not_needed_is_over_with_the_turn() -> None:
    state = at(["kelp-ward"], [unit("Hound", 1, 9), unit("Page", 1, 9)])
    do(state, "effect", what="prevent", on="u1", n=2)
    do(state, "effect", what="redirect", on="u2", n=2, to="u1")
    assert state.view(None)["seats"]["p1"]["units"][0]["lasts"] == ["prevents 2 of the next damage this turn"]
    do(state, "end-turn")
    assert not body(state, "u1").lasting
    assert not body(state, "u2").lasting


@rule("RR-DMG-02")
def test_damage_is_redirected_to_a_card_in_play_only() -> None:
    state = at(["kelp-ward"], [unit("Hound", 1, 9), unit("Page", 1, 9)])
    assert refused(state, "effect", what="redirect", on="u1", n=2, to="u9") == "RR-DMG-02"
    do(state, "effect", what="redirect", on="u1", n=2, to="u2")
    do(state, "effect", what="destroy", on="u2")
    do(state, "effect", what="damage", on="u1", n=3)
    assert body(state, "u1").wounds == 3


# --- what lasts ----------------------------------------------------------------------------------------------------


def next_round(state: State) -> None:
    """Everybody passes until the next round."""
    now = state.view(None)["round"]
    for _ in range(500):
        if state.view(None)["round"] > now or state.view(None)["over"]:
            return
        (seat, decision), *_ = state.deciders().items()
        legal = decision.outcomes[0].action if seat == CHANCE else state.legal_actions(seat)[0]
        if decision.kind == "turn":
            legal = decision.default or legal
        state.apply(legal)
    raise AssertionError("the round does not end")


@rule("RR-ABIL-10")
def test_what_is_given_for_the_round_outlasts_the_turn_and_ends_with_the_round() -> None:
    state = at(["kelp-ward"], [unit("Hound", 2, 15, "stalk")])
    do(state, "effect", what="attack", on="u1", n=2, until="round")
    do(state, "effect", what="grant", on="u1", word="bypass, 1 less recover", until="round")
    do(state, "effect", what="lose", on="u1", word="stalk", until="round")
    do(state, "end-turn")
    state = back(state)
    hound = body(state, "u1")
    assert stats.attack(table(state), hound) == 4
    assert hound.has("bypass")
    assert not hound.has("stalk")
    next_round(state)
    hound = body(state, "u1")
    assert stats.attack(table(state), hound) == 2
    assert not hound.has("bypass")
    assert hound.keywords == {"stalk": 0}
    assert hound.given == ()


@rule("RR-ABIL-10")
def test_what_a_spell_gives_goes_with_the_spell() -> None:
    state = at(["kelp-ward"], [unit("Hound", 2, 3)])
    do(state, "effect", what="attach", on="u1", word="Root Armor", gives="armored 1, +2 life")
    do(state, "effect", what="damage", on="u1", n=5)
    assert body(state, "u1").wounds == 4
    state = back(state)
    events = do(state, "effect", what="detach", on="u1", word="Root Armor")
    assert "ended" in kinds(events)
    assert "destroyed" in kinds(events), "4 wounds are too many for a life of 3"


@rule("RR-ABIL-10")
def test_what_a_card_in_play_gives_goes_with_that_card_also_on_an_aspect() -> None:
    state = at(["brine-jaw"], [unit("Hound", 2, 3), unit("Banner", 0, 1)])
    plain = stats.attack(table(state), body(state, "a1"))
    do(state, "effect", what="attack-less", on="a1", n=1, until="u2")
    do(state, "effect", what="grant", on="a1", word="cannot attack", until="u2")
    assert stats.attack(table(state), body(state, "a1")) == max(0, plain - 1)
    assert state.view(None)["seats"]["p1"]["facing"][0]["lasts"][0] == "1 less attack from Banner while in play"
    do(state, "effect", what="destroy", on="u2")
    assert stats.attack(table(state), body(state, "a1")) == plain
    assert not body(state, "a1").has("cannot_attack")
    assert refused(state, "effect", what="attack", on="a1", until="u2") == "RR-ABIL-10"


@rule("RR-ABIL-10", "RR-BASE-03")
def test_values_go_below_printed_and_never_below_nothing() -> None:
    state = at(["kelp-ward"], [unit("Hound", 2, 3, recover=1, wounds=2)])
    do(state, "effect", what="recover-less", on="u1", n=3)
    do(state, "effect", what="attack-less", on="u1", n=5)
    s = table(state)
    assert (stats.recover(s, body(state, "u1")), stats.attack(s, body(state, "u1"))) == (0, 0)
    events = do(state, "effect", what="life-less", on="u1", n=1)
    assert "destroyed" in kinds(events), "2 wounds are enough for a life of 2"


# --- keywords ------------------------------------------------------------------------------------------------------


@rule("RR-ABIL-11")
def test_a_keyword_that_the_host_does_not_play_is_text_on_its_card() -> None:
    state = at(["kelp-ward"], [])
    do(state, "enter", name="Fox", attack=1, life=2, text="ambush 1, stalk, group tactics")
    (card,) = state.view(None)["seats"]["p1"]["units"]
    assert card["told"] == ["ambush 1", "group tactics"]
    assert list(card["keywords"]) == ["stalk"]
    back(state)
    assert refused(state, "enter", name="Fox", text="what is far too long for any keyword") == "TABLE"
    do(state, "effect", what="lose", on=card["ref"], word="ambush")
    assert state.view(None)["seats"]["p1"]["units"][0]["told"] == ["group tactics"]
    do(state, "end-turn")
    assert set(state.view(None)["seats"]["p1"]["units"][0]["told"]) == {"ambush 1", "group tactics"}


@rule("RR-ABIL-11")
def test_people_are_asked_what_it_does_before_and_after_its_battle_and_at_the_end() -> None:
    state = at(["brine-jaw"], [unit("Fox", 0, 20, "ambush 1")], options={**STOPS, "lethal_stop": "never"})
    do(state, "attack", units=["u1"], target="a1")
    prompts = []
    for _ in range(300):
        (seat, decision), *_ = state.deciders().items()
        prompts.append(decision.prompt)
        if decision.kind == "end-of-round":
            break
        legal = decision.outcomes[0].action if seat == CHANCE else state.legal_actions(seat)[0]
        state.apply(decision.default or legal if decision.kind == "turn" else legal)
    reminded = [prompt for prompt in prompts if "Fox has ambush 1: say what it does." in prompt]
    assert "is about to do battle" in reminded[0]
    assert "Fox has fought" in reminded[1]
    assert "The round ends" in reminded[-1]


@rule("RR-ABIL-12")
def test_who_is_alert_is_not_exhausted_by_countering() -> None:
    for text, tokens in (("", 1), ("alert", 0)):
        state = attacked([unit("Hound", 1, 20, text)])
        do(state, "go-on")
        while asked(state) == "counter":
            do(state, "answer", option="yes")
        assert body(state, "u1").exhaustion == tokens


@rule("RR-ABIL-12")
def test_overkill_hits_who_controlled_what_was_destroyed() -> None:
    state = at(["brine-jaw"], [unit("Hound", 9, 9, "overkill 2")])
    before = table(state).chimera.wounds
    do(state, "attack", units=["u1"], target="a1")
    while body(state, "u1").exhaustion == 0:
        (seat, decision), *_ = state.deciders().items()
        state.apply(decision.outcomes[0].action if seat == CHANCE else state.legal_actions(seat)[0])
    assert table(state).body("a1") is None
    assert table(state).chimera.wounds - before == 3 + 2, "the blood of the aspect, and what overkill deals"


@rule("RR-ABIL-12")
def test_fleeting_and_fade_leave_with_the_round_exhausted_or_not() -> None:
    units = [unit("Fox", 1, 9, "fleeting", exhaustion=3), unit("Moth", 1, 9, "fade"), unit("Stone", 1, 9)]
    state = at(["kelp-ward"], units)
    next_round(state)
    assert "Fox" not in names_of(state)
    assert "Moth" not in names_of(state)
    assert "Stone" in names_of(state)


def names_of(state: State) -> list[str]:
    return [card["name"] for card in state.view(None)["seats"]["p1"]["units"]]


# --- piles, hands, battlefields ------------------------------------------------------------------------------------


@rule("RR-HAND-06")
def test_cards_are_discarded_from_a_fatigued_chimeras_pile() -> None:
    state = at(["kelp-ward"], [unit("Hound")], fatigued=True, empties=1)
    pile = state.view(None)["chimera"]["pile"]
    do(state, "make-draw", n=2)
    assert state.view(None)["chimera"]["pile"] == pile, "a fatigued Chimera draws nothing"
    found = spoken.understand(state, "p1", "the Chimera discards two cards of its draw pile")
    assert found.action is not None
    state.apply(found.action)
    for _ in range(2):
        state = back(state)
        state.apply(state.deciders()[CHANCE].outcomes[0].action)
    assert state.view(None)["chimera"]["pile"] == pile - 2
    assert sum(state.view(None)["chimera"]["discard"].values()) == 2


@rule("RR-MISC-04")
def test_a_unit_that_was_set_aside_comes_back_by_its_name() -> None:
    state = at(["kelp-ward"], [unit("Hound", 2, 3, wounds=1)])
    do(state, "effect", what="return", on="u1")
    found = spoken.understand(state, "p1", "the Hound comes back")
    assert found.action is not None
    state.apply(found.action)
    assert (body(state, "u1").name, body(state, "u1").wounds) == ("Hound", 0)


def test_a_conjuration_that_returns_goes_to_its_pile_and_a_unit_to_its_owners_hand() -> None:
    state = at(["kelp-ward"], [unit("Hound"), unit("Puppet", text="conjuration")])
    (first,) = do(state, "effect", what="to-hand", on="u1")
    (second,) = do(state, "effect", what="to-hand", on="u2")
    assert "to the hand of" in first.text
    assert "to the conjuration pile of" in second.text
    assert names_of(state) == []


# --- a deck of one's own -------------------------------------------------------------------------------------------

LIST = """Units:
2x Ember Lancer 3/2/1 stalk, ambush 1
3 Slate Ox (Promo) 2/4
- Stone Wolf
# thoughts of my own
Old One-Eye: 1/1/0 fade"""


def test_a_decklist_is_read_and_its_units_enter_by_name() -> None:
    state = at(["kelp-ward"], [])
    do(state, "deck", text=LIST)
    state = back(state)
    assert table(state).seats_of["p1"].deck == {
        "Ember Lancer": "3/2/1 stalk, ambush 1",
        "Slate Ox": "2/4/1",
        "Stone Wolf": "",
        "Old One-Eye": "1/1/0 fade",
    }
    found = spoken.understand(state, "p1", "Ember Lancer enters")
    assert found.action == GAME.action(
        {"do": "enter", "seat": "p1", "name": "Ember Lancer", "attack": 3, "life": 2, "recover": 1,
         "text": "stalk, ambush 1"}
    )  # fmt: skip
    assert "stone wolf" in spoken.understand(state, "p1", "Stone Wolf enters").said.lower()


def test_what_entered_once_is_known_and_the_last_ten_are_offered() -> None:
    state = at(["kelp-ward"], [], p1={"battlefield": 10})
    for number in range(1, 13):
        do(state, "enter", name=f"Unit Of {number}", attack=1, life=number)
        do(state, "effect", what="discard", on=table(state).seats_of["p1"].units[-1].ref)
    offered = state.view("p1")["seats"]["p1"]["deck"]
    assert [card["life"] for card in offered] == list(range(12, 2, -1))
    found = spoken.understand(state, "p1", "Unit of 5 enters")
    assert found.action is not None
    do(state, "enter", name="Unit Of 5", attack=1, life=5)
    assert state.view("p1")["seats"]["p1"]["deck"][0]["name"] == "Unit Of 5"


def test_what_is_no_decklist_is_refused_with_the_line() -> None:
    state = at(["kelp-ward"], [])
    assert refused(state, "deck", text="2x Ember Lancer 3/2\n12 34") == "TABLE"
    assert refused(state, "deck", text="Ember Lancer 3/0") == "TABLE"
    assert (
        refused(state, "deck", text="\n".join(f"Unit {'a' * n}" for n in range(1, 38) for _ in "x")[:4000] + "\n99/1")
        == "TABLE"
    )
    do(state, "deck", text="")
    assert table(state).seats_of["p1"].deck == {}


# --- everything together -------------------------------------------------------------------------------------------

SAID = (
    "Wolf {n} enters, 2 2, ambush 1",
    "Ox {n} enters, 3 3, overkill 1",
    "Fox {n} enters, 1 4, alert and fleeting",
    "the left unit gets +1 attack this round",
    "the left unit gains stalk while {last} is in play",
    "attach Spell {n} to the right unit, giving armored 1",
    "prevent one damage to the left unit",
    "redirect one damage from me to the right unit",
    "exhaust the left aspect",
    "the left aspect loses 1 attack this round",
    "return the left unit to my hand",
    "set the right unit aside",
    "the Chimera discards a card",
)


@pytest.mark.parametrize("stop", ["own", "every"])
@pytest.mark.parametrize("seats", [1, 2])
def test_games_full_of_declared_cards_go_on_from_their_positions(
    seats: int, stop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps that are said to destroy nothing are tried all the same, and destroy nothing."""
    rng, declared, stops, harmless = Random(seats + 3), 0, 0, set()
    looked = lethal.stop

    def stopped(s: Situation, settle: lethal.Settle, warned: tuple[str, ...] = ()) -> bool:
        top = s.stack[-1]
        if isinstance(top, Working) and not top.may_destroy:
            assert lethal.falling(s, settle) == ()
            harmless.add(type(top))
        return looked(s, settle, warned)

    monkeypatch.setattr(lethal, "stop", stopped)
    state = GAME.new({"players": "printed", "seats": seats, "options": {"lethal_stop": stop}})
    for number in range(300):
        if not state.deciders():
            break
        seat, decision = rng.choice(list(state.deciders().items()))
        if decision.rule == "RR-DMG-03" or number % 20 == 0:
            stops += decision.rule == "RR-DMG-03"
            state = back(state)
        if seat != CHANCE and rng.random() < 0.45:
            units = state.view(seat)["seats"][seat]["units"]
            sentence = rng.choice(SAID).format(n=number, last=units[-1]["name"] if units else "me")
            found = spoken.understand(state, seat, sentence)
            if found.action is not None:
                state.apply(found.action)
                declared += 1
            continue
        state.apply(
            rng.choice([one.action for one in decision.outcomes] if seat == CHANCE else list(state.legal_actions(seat)))
        )
    assert declared > 10
    assert stops > 0
    assert harmless == {Attack, ChimeraTurn, PlayerTurn, Round}
