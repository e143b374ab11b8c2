"""The rule clarifications: abilities and text, battles, information, dice, timing, odds and ends."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import State

from tests.games.red_rains.table import (
    asked,
    aspect,
    at,
    body,
    chimera_turn,
    do,
    down,
    gone,
    kinds,
    only,
    options_of,
    pack,
    pass_turn,
    refused,
    run,
    table,
    unit,
)

rule = pytest.mark.rule
ALWAYS = {"reaction_windows": "always"}


# --- abilities and text ----------------------------------------------------------------------------------


@rule("RR-ABIL-01", "RR-ABIL-02")
def test_a_definition_is_no_ability_only_text_with_a_name_is() -> None:
    state = at([], [unit("Mage", text="unit guard, X = the phase"), unit("Copy")])
    events = do(state, "copy-abilities", of="u1", to="u2")
    assert events[0].text.endswith("unit guard.") or "unit_guard" in events[0].text
    assert "X" not in events[0].text
    assert state.view(None)["seats"]["p1"]["units"][1]["keywords"] == {"unit_guard": 0}
    do(state, "effect", what="lose", on="u1", word="unit guard")
    assert body(state, "u1").keywords == {}
    assert body(state, "u1").notes == ("X = the phase",)
    assert refused(state, "effect", what="grant", on="u1", word="X = 3") == "TABLE"


@rule("RR-ABIL-02")
def test_text_that_names_no_ability_is_refused() -> None:
    state = at()
    assert refused(state, "enter", name="Odd", text="it shines when it attacks") == "TABLE"
    assert refused(at([], [unit("U")]), "effect", what="grant", on="u1", word="it shines when it attacks") == "TABLE"


@rule("RR-ABIL-03")
def test_an_exhausted_cards_text_is_inactive() -> None:
    state = at(["bell-tongue"], [unit("U1"), unit("U2", text="unit guard", exhaustion=1)], p1={"guard_used": True})
    chimera_turn(state)
    assert asked(state) == "counter"
    state = at(["bell-tongue"], [unit("U1"), unit("U2", exhaustion=1)])
    assert refused(state, "effect", what="damage", on="a1", source="ability", by="u2") == "RR-ABIL-03"


@rule("RR-ABIL-04")
def test_printed_abilities_are_copied_from_an_exhausted_card() -> None:
    state = at(["bell-tongue"], [unit("U1"), unit("Guard", text="unit guard", exhaustion=1), unit("Copy")],
               p1={"guard_used": True})  # fmt: skip
    do(state, "copy-abilities", of="u2", to="u3")
    assert body(state, "u3").lasting == {"unit_guard": 0}


@rule("RR-ABIL-05")
def test_what_exhausts_as_its_own_price_resolves_completely() -> None:
    state = at(["kelp-ward"], [unit("U")])
    do(state, "effect", what="damage", on="a1", n=2, source="ability", by="u1", cost=True)
    assert (body(state, "u1").exhaustion, body(state, "a1").wounds) == (1, 2)
    assert refused(state, "effect", what="damage", on="a1", source="ability", by="u1", cost=True) == "RR-ABIL-03"


@rule("RR-ABIL-06")
def test_text_given_as_inexhaustible_stays_active_while_its_card_is_exhausted() -> None:
    for word, target in (("inexhaustible: untargetable", "u2"), ("untargetable", "u1")):
        state = at(["bell-tongue"], [unit("U1", exhaustion=1), unit("U2")])
        do(state, "effect", what="grant", on="u1", word=word)
        do(state, "effect", what="remove-from-battle", on="u2")
        body(state, "u1").keywords.update(body(state, "u1").lasting)  # as a lasting alteration would
        assert only(chimera_turn(state), "attack")[0].data["target"] == target


# --- battles ---------------------------------------------------------------------------------------------


def declared(state: State, *answers: str) -> State:
    """The Chimera has attacked and was answered; the window before the battle is open."""
    chimera_turn(state, answers=answers)
    assert asked(state) == "reaction"
    return state


@rule("RR-BTL-01", "RR-BTL-02")
@pytest.mark.parametrize("how", ["exhaust", "destroy", "remove-from-battle"])
def test_an_attacker_that_left_battle_deals_nothing_and_is_not_countered(how: str) -> None:
    state = declared(at(["silt-maw"], [unit("U", attack=2, life=9)], options=ALWAYS), "u1")
    do(state, "effect", what=how, on="a1")
    do(state, "go-on")
    assert (body(state, "u1").wounds, body(state, "u1").exhaustion, body(state, "p1").wounds) == (0, 0, 0)
    if how != "destroy":
        assert body(state, "a1").wounds == 0
        assert body(state, "a1").exhaustion == int(how == "exhaust")


@rule("RR-BTL-02")
def test_by_the_option_an_attacker_that_left_battle_is_exhausted() -> None:
    options = {**ALWAYS, "left_battle_exhaustion": "one_token"}
    state = declared(at(["silt-maw"], options=options))
    do(state, "effect", what="remove-from-battle", on="a1")
    do(state, "go-on")
    assert body(state, "a1").exhaustion == 1


@rule("RR-BTL-03", "RR-GRD-07")
def test_a_phoenixborn_whose_attacker_left_battle_has_not_used_its_guard() -> None:
    state = declared(at(["bell-tongue"], [unit("U")], options=ALWAYS), "p1")
    assert not table(state).seats_of["p1"].guard_used
    fought = state.copy()
    do(fought, "go-on")
    assert table(fought).seats_of["p1"].guard_used
    do(state, "effect", what="exhaust", on="a1")
    do(state, "go-on")
    assert not table(state).seats_of["p1"].guard_used


@rule("RR-BTL-04")
@pytest.mark.parametrize(("card", "answer", "victim"), [("silt-maw", "u1", "p1"), ("bell-tongue", "u2", "u1")])
def test_without_its_blocker_or_guard_the_original_target_is_battled(card: str, answer: str, victim: str) -> None:
    units = [unit("U1", life=9), unit("U2", text="unit guard")]
    state = declared(at([card], units, options=ALWAYS), answer)
    do(state, "effect", what="destroy", on=answer)
    do(state, "go-on")
    run(state, answers=["no"] if asked(state) == "counter" else [])
    assert body(state, victim).wounds == (4 if card == "silt-maw" else 2)


@rule("RR-BTL-05")
def test_an_unguarded_target_that_left_play_ends_the_battle_and_the_attacker_is_exhausted() -> None:
    state = declared(at(["bell-tongue"], [unit("U1"), unit("U2")], options=ALWAYS), "no")
    do(state, "effect", what="destroy", on="u1")
    events = do(state, "go-on")
    assert only(events, "no-battle")
    assert (body(state, "u2").wounds, body(state, "p1").wounds, body(state, "a1").exhaustion) == (0, 0, 1)


HORN = {"id": "horn", "attack": 2, "life": 4, "icon": "jaw", "keywords": ["horde"], "blood": 1,
        "triggers": {"on_attack": [{"do": "damage", "target": "leftmost", "n": 1}]}}  # fmt: skip


@rule("RR-BTL-06", "RR-BTL-07", "RR-BTL-08")
def test_attackers_and_blockers_are_declared_in_steps_of_their_own_and_triggers_wait_for_each() -> None:
    made = pack(HORN)
    state = at(["horn", "horn"], [unit("U1", life=9), unit("U2", life=9)], chimera=made)
    events = chimera_turn(state)
    said = kinds(events)
    assert said.index("attack") < said.index("horde") < said.index("damaged")
    assert asked(state) == "block"
    events = run(state, answers=["u1", "u2"])
    said = kinds(events)
    assert said.index("damaged") > [place for place, kind in enumerate(said) if kind == "blocked"][-1]
    late = at(["horn", "horn"], [unit("U1", life=9), unit("U2", life=9)], chimera=made,
              options={"declaration_triggers": "after_both_steps"})  # fmt: skip
    assert not only(chimera_turn(late), "damaged")
    events = run(late, answers=["u1", "no"])
    assert [event.data["card"] for event in only(events, "damaged")][:2] == ["u1", "u1"]


@rule("RR-BTL-06")
def test_a_players_attackers_are_declared_at_once_and_met_in_the_order_of_the_battlefield() -> None:
    wall = {"id": "wall", "attack": 1, "life": 9, "icon": "jaw", "keywords": ["defender"]}
    state = at(["wall"], [unit("U1", life=9), unit("U2", life=9)], chimera=pack(wall))
    events = do(state, "attack", units=["u2", "u1"], target="chimera")
    assert only(events, "attack")[0].data["attackers"] == ["u1", "u2"]
    assert only(events, "attack")[0].text == "U1 and U2 attack The Drowned Bell."
    assert [event.data["attacker"] for event in only(events, "blocked")] == ["u1"]
    assert (body(state, "u1").exhaustion, body(state, "u2").exhaustion) == (1, 1)
    assert refused(state, "attack", units=["u1"], target="chimera") == "TABLE"


def test_attackers_of_one_name_are_counted() -> None:
    state = at([], [unit("Lancer"), unit("Giant"), unit("Lancer"), unit("Hound")])
    events = do(state, "attack", units=["u1", "u2", "u3", "u4"], target="chimera")
    assert only(events, "attack")[0].text == "2 × Lancer, Giant and Hound attack The Drowned Bell."
    events = do(at([], [unit("Lancer"), unit("Lancer")]), "attack", units=["u1", "u2"], target="chimera")
    assert only(events, "attack")[0].text == "2 × Lancer attack The Drowned Bell."


@rule("RR-BTL-08")
def test_what_waits_resolves_left_to_right_on_the_chimeras_side() -> None:
    near = {"id": "near", "attack": 1, "life": 4, "icon": "none", "blood": 1,
            "triggers": {"neighbour_attack": [{"do": "damage", "target": "phoenixborn", "n": 1}]}}  # fmt: skip
    far = {**near, "id": "far", "triggers": {"neighbour_attack": [{"do": "damage", "target": "phoenixborn", "n": 2}]}}
    state = at(["near", "silt-maw", "far", "far"], chimera=pack(near, far))
    events = chimera_turn(state)
    assert [event.data["damage"] for event in only(events, "damaged")] == [1, 2, 4]


# --- information -----------------------------------------------------------------------------------------


@rule("RR-INFO-01")
def test_a_search_may_find_nothing_and_a_hidden_pile_keeps_its_secret() -> None:
    state = at()
    assert do(state, "search", pile="draw")[0].rules == ("RR-INFO-01",)
    event = do(state, "search", pile="draw", found="Hammer Knight")[0]
    assert "Hammer Knight" not in event.seen_by(None).text
    assert "Hammer Knight" in event.seen_by("p1").text


@rule("RR-INFO-02")
def test_what_is_taken_from_a_public_pile_is_shown_to_all() -> None:
    event = do(at(), "search", pile="discard", found="Hammer Knight")[0]
    assert event.rules == ("RR-INFO-02",)
    assert event.seen_by(None).data["found"] == "Hammer Knight"


@rule("RR-INFO-03")
def test_cards_that_were_public_before_may_be_looked_at() -> None:
    state = at([], [unit("Mount"), unit("Other")])
    do(state, "tuck", card="Hammer Knight", under="u1", public=True)
    do(state, "tuck", card="Secret", under="u2", public=False)
    assert do(state, "examine", card="u1")[0].data["found"] == ["Hammer Knight"]
    assert refused(state, "examine", card="u2") == "RR-INFO-03"
    assert state.view(None)["seats"]["p1"]["units"][1]["under"] == [""]


@rule("RR-INFO-04")
def test_what_a_card_in_play_can_conjure_may_be_seen() -> None:
    caller = {"id": "caller", "attack": 1, "life": 2, "icon": "jaw",
              "enter": [{"do": "summon", "card": "drop", "n": 1}]}  # fmt: skip
    drop = {"id": "drop", "name": "Drop", "kind": "aspect", "copies": 3, "attack": 1, "life": 1, "icon": "jaw"}
    state = at(["caller", "silt-maw"], chimera=pack(caller, conjured=[drop]))
    event = do(state, "examine", card="a1")[0]
    assert event.rules == ("RR-INFO-04",)
    assert "attack 1, life 1, 3 copies" in event.text
    assert refused(state, "examine", card="a2") == "RR-INFO-03"


# --- dice ------------------------------------------------------------------------------------------------


DICE = {"power": 2, "class": 1, "basic": 1, "exhausted": 0}


@rule("RR-DICE-01", "RR-DICE-02")
def test_dice_on_a_card_are_in_no_pool_and_exhaust_when_it_leaves() -> None:
    state = at([], [unit("U")], p1={"dice": DICE})
    do(state, "place-die", on="u1", dice=2)
    dice = table(state).seats_of["p1"].dice
    assert dice == {"power": 0, "class": 1, "basic": 1, "exhausted": 0}
    do(state, "effect", what="discard", on="u1")
    assert table(state).seats_of["p1"].dice == {"power": 0, "class": 1, "basic": 1, "exhausted": 2}


@rule("RR-DICE-03")
def test_as_many_dice_as_there_are_up_to_the_number_are_taken() -> None:
    state = at([], [unit("U")], p1={"dice": DICE})
    do(state, "place-die", on="u1", dice=9)
    assert body(state, "u1").dice_count == 4
    assert refused(state, "place-die", on="u1") == "TABLE"


@rule("RR-DICE-04")
def test_meditation_is_legal_with_an_empty_active_pool() -> None:
    state = at([], p1={"dice": {"power": 0, "class": 0, "basic": 0, "exhausted": 10}})
    do(state, "meditate", dice=2)
    assert table(state).seats_of["p1"].dice == {"power": 0, "class": 0, "basic": 0, "exhausted": 10}
    assert refused(state, "meditate") == "TABLE"
    state = at([], p1={"dice": DICE})
    do(state, "meditate", dice=2)
    assert table(state).seats_of["p1"].dice == {"power": 4, "class": 0, "basic": 0, "exhausted": 0}


# --- timing ----------------------------------------------------------------------------------------------


def ending(**more: Any) -> State:
    """The end of a round, where p1 is asked."""
    stack = [{"at": "round", "phase": "end", "next": 1}, {"at": "end-of-round", "seat": "p1"}]
    return at(["silt-maw"], [unit("U")], stack=stack, options=ALWAYS, **more)


@rule("RR-TIME-01", "RR-TIME-02", "RR-TIME-03")
def test_reactions_and_what_is_limited_to_a_turn_stay_within_the_turns() -> None:
    state = ending()
    assert refused(state, "effect", what="damage", on="a1", timing="reaction") == "RR-TIME-01"
    assert refused(state, "effect", what="damage", on="a1", timing="once-a-turn") == "RR-TIME-02"
    do(state, "effect", what="add-status", on="u1", n=1)
    assert body(state, "u1").status == 1
    turn = at(["silt-maw"])
    do(turn, "effect", what="damage", on="a1", timing="reaction")


@rule("RR-TIME-04", "RR-TIME-05", "RR-TIME-06", "RR-TIME-07")
def test_outside_the_turns_one_player_after_another_resolves_and_who_is_done_is_done() -> None:
    stack = [{"at": "round", "phase": "end", "next": 1}, {"at": "end-of-round", "seat": "p1"}]
    at_gate = {"id": "gate", "attack": 1, "life": 2, "icon": "none", "blood": 1,
               "triggers": {"round_end": [{"do": "damage", "target": "phoenixborn", "n": 1}]}}  # fmt: skip
    state = at(["gate"], [unit("U")], partner=([], [unit("V")]), stack=stack, options=ALWAYS, chimera=pack(at_gate))
    assert list(state.deciders()) == ["p1"]
    assert refused(state, "effect", "p2", what="heal", on="u51") == "TABLE"
    do(state, "effect", what="damage", on="u1", n=1)
    do(state, "effect", what="damage", on="u1", n=1)
    do(state, "go-on")
    assert list(state.deciders()) == ["p2"]
    assert refused(state, "effect", what="damage", on="u1") == "TABLE"
    assert body(state, "p1").wounds == 0
    do(state, "go-on", "p2")
    assert body(state, "p1").wounds == 1  # the Chimera's come after the players'


@rule("RR-TIME-05")
def test_a_chimera_with_the_first_player_token_resolves_its_effects_first() -> None:
    gate = {"id": "gate", "attack": 1, "life": 2, "icon": "none", "blood": 1,
            "triggers": {"round_end": [{"do": "damage", "target": "phoenixborn", "n": 1}]}}  # fmt: skip
    state = at(["gate"], first="chimera", options=ALWAYS, chimera=pack(gate))
    pass_turn(state)
    assert asked(state) == "end-of-round"
    assert body(state, "p1").wounds == 1


# --- odds and ends ---------------------------------------------------------------------------------------


@rule("RR-MISC-02", "RR-MISC-03", "RR-MISC-04")
def test_a_unit_that_returns_is_the_same_without_tokens_and_out_of_the_battle() -> None:
    tired = unit("U1", life=5, wounds=2, status=1, spells={"Fear": "p1"})
    state = declared(at(["silt-maw"], [tired, unit("U2")], options=ALWAYS), "u1")
    do(state, "effect", what="attack", on="u1", n=2)
    do(state, "effect", what="return", on="u1")
    do(state, "enter", name="U1", again="u1")
    back = body(state, "u1")
    assert (back.wounds, back.status, back.spells) == (0, 0, {})
    assert back.lasting["attack"] == 2  # what applied to it still does
    events = do(state, "go-on")
    assert body(state, "u1").wounds == 0  # it no longer blocks
    assert body(state, "p1").wounds == 4
    assert only(events, "guard-gone")
    assert refused(state, "enter", name="U1", again="u1") == "RR-MISC-04"


@rule("RR-MISC-04")
def test_one_that_went_to_a_pile_is_not_the_same_unit() -> None:
    state = at([], [unit("U1")])
    do(state, "effect", what="discard", on="u1")
    assert refused(state, "enter", name="U1", again="u1") == "RR-MISC-04"


@rule("RR-MISC-05")
def test_no_main_or_side_action_in_anothers_turn() -> None:
    state = at(["silt-maw"], [unit("U1")], partner=([], [unit("V")]))
    assert refused(state, "attack", "p2", units=["u51"], target="chimera") == "RR-MISC-05"
    assert refused(state, "meditate", "p2") == "RR-MISC-05"
    state = at(["silt-maw"], [unit("U1")])
    chimera_turn(state)
    assert asked(state) == "block"
    assert refused(state, "attack", units=["u1"], target="chimera") == "RR-MISC-05"
    assert refused(state, "meditate") == "RR-MISC-05"


@rule("RR-MISC-06")
def test_a_conjuration_on_its_way_out_cannot_be_summoned_again_yet() -> None:
    drop = {"id": "drop", "kind": "aspect", "copies": 1, "attack": 1, "life": 1, "icon": "jaw", "blood": 0,
            "triggers": {"on_destroyed": [{"do": "summon", "card": "drop", "n": 1}]}}  # fmt: skip
    state = at([aspect("drop")], chimera=pack(conjured=[drop]))
    do(state, "effect", what="destroy", on="a1")
    assert gone(state, "a1")
    assert state.view(None)["seats"]["p1"]["facing"] == []
    two = at([aspect("drop")], chimera=pack(conjured=[{**drop, "copies": 2}]))
    do(two, "effect", what="destroy", on="a1")
    assert len(two.view(None)["seats"]["p1"]["facing"]) == 1


@rule("RR-ATK-06", "RR-BLK-01")
def test_only_whole_options_are_offered() -> None:
    state = at(["silt-maw", down(1)], [unit("U1", text="cannot block")], chimera=pack(rows={"main": []}))
    chimera_turn(state)
    assert options_of(state) == []
