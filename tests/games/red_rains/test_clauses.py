"""Clauses of rules that no other test would miss, were their code not there; `tests/mutation` takes it out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.playouts import through_json
from tests.games.red_rains.table import (
    GAME,
    asked,
    aspect,
    at,
    body,
    chimera_turn,
    do,
    down,
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

ECHO = {"id": "echo", "kind": "aspect", "copies": 2, "attack": 1, "life": 2, "icon": "none", "status_pips": 1,
        "status": [{"do": "damage", "target": "phoenixborn", "n": 1}]}  # fmt: skip


@rule("RR-TURN-02")
@pytest.mark.parametrize(("end", "walked"), [("left", ["a1"]), ("right", ["a1", "a2"])])
def test_what_comes_into_play_left_of_the_walk_waits_for_the_next_turn(end: str, walked: list[str]) -> None:
    call = [{"do": "summon", "card": "echo", "end": end}]
    caller = {"id": "caller", "attack": 1, "life": 2, "icon": "none", "blood": 1, "status_pips": 2, "status": call}
    state = at(["caller"], chimera=pack(caller, conjured=[ECHO]))
    events = chimera_turn(state)
    assert len(only(events, "summoned")) == 1
    assert [event.data["card"] for event in only(events, "status")] == walked


# --- blocks and guards -----------------------------------------------------------------------------------


@rule("RR-BLK-01", "RR-BLK-02")
def test_a_partners_units_block_no_attack_on_another() -> None:
    state = at(["brine-jaw"], [unit("U1"), unit("U2", exhaustion=1)], partner=([], [unit("V1"), unit("V2")]))
    do(state, "end-turn")
    do(state, "end-turn", "p2")
    run(state)
    assert list(state.deciders()) == ["p1"]
    assert options_of(state) == ["no", "u1"]


@rule("RR-GRD-08")
@pytest.mark.parametrize("reset", ["round_start", "recovery_phase"])
def test_every_phoenixborn_guards_again_in_the_next_round(reset: str) -> None:
    tired = aspect("silt-maw", exhaustion=3)
    state = at([tired], partner=([tired], []), p1={"guard_used": True}, p2={"guard_used": True},
               options={"guard_reset": reset})  # fmt: skip
    do(state, "pass")
    do(state, "pass", "p2")
    run(state, until=lambda state: table(state).round == 2)
    seats = state.view(None)["seats"]
    assert [seats[seat]["guard_used"] for seat in ("p1", "p2")] == [False, False]


# --- fatigue ---------------------------------------------------------------------------------------------


@rule("RR-FAT-01", "RR-FAT-02")
def test_the_fatigued_card_lies_below_the_last_and_joins_no_pile() -> None:
    bell = pack(fatigued={"on_become": [], "ongoing": []})
    two = ("silt-maw", "foam-wing")
    removed = {each["id"]: 3 - (each["id"] in two) for each in bell["aspects"]}
    state = at(chimera=bell, removed=removed)
    for left, fatigued in ((1, False), (0, True)):
        assert not table(state).fatigued
        do(state, "make-draw", n=1)
        run(state)
        assert table(state).fatigued is fatigued
        assert table(state).pile == (left or 2)  # the two drawn are shuffled into a new pile
        facts = state.view(None)["chimera"]
        assert sum(facts["unseen"].values()) + sum(facts["discard"].values()) == 2
        assert {*facts["unseen"], *facts["discard"]} == set(two)


# --- Ultimates -------------------------------------------------------------------------------------------


@rule("RR-ULT-04", "RR-ULT-07")
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_the_ultimate_of_the_phase_it_has_reached_is_the_one_in_use(phase: int) -> None:
    effects = [{"phase": n, "effects": [{"do": "damage", "target": "phoenixborn", "n": 2 * n}]} for n in (1, 2, 3)]
    bell = pack(rows={"main": [{"do": "place_red_rains", "n": 1}]}, ultimate=effects)
    state = at([down(1)], chimera=bell, phase=phase, red_rains=bell["chimera"]["ultimate_value"] - 1)
    events = chimera_turn(state)
    assert len(only(events, "ultimate")) == 1
    assert body(state, "p1").wounds == 2 * phase


@rule("RR-ULT-03")
def test_the_spells_of_players_leave_the_chimera_and_its_aspects() -> None:
    bell = pack(rows={"main": [{"do": "place_red_rains", "n": 1}]})
    cursed = aspect("silt-maw", exhaustion=1, spells={"Fear": "p1"})
    value = bell["chimera"]["ultimate_value"]
    state = at([cursed, down(1)], chimera=bell, chimera_card={"spells": {"Doom": "p1"}}, red_rains=value - 1)
    events = chimera_turn(state)
    assert only(events, "ultimate")
    assert (body(state, "a1").spells, table(state).chimera.spells) == ({}, {})
    said = " ".join(event.text for event in only(events, "discarded"))
    assert "Fear" in said
    assert "Doom" in said


# --- what cards say --------------------------------------------------------------------------------------


@rule("RR-ABIL-01", "RR-ABIL-04")
def test_a_definition_stays_behind_where_abilities_are_copied() -> None:
    state = at([], [unit("Mage", text="unit guard, X = the phase"), unit("Copy")])
    do(state, "copy-abilities", of="u1", to="u2")
    mage, copy = state.position()["seats"]["p1"]["units"]
    assert (mage["notes"], copy["notes"]) == (["X = the phase"], [])
    assert copy["lasting"] == {"unit_guard": 0}


@rule("RR-LAW-14")
def test_where_a_card_may_name_a_player_the_chimera_is_offered() -> None:
    state = at(["silt-maw", down(1)], [unit("U")], partner=([], []))
    forms = {form.do: {field.name: field for field in form.fields} for form in state.declarations("p1")}
    assert tuple(forms["effect"]["on"].choices) == ("a1", "u1", "p1", "p2", "chimera")
    assert "chimera" in forms["place-die"]["on"].choices


@rule("RR-INFO-01")
@pytest.mark.parametrize("pile", ["draw", "discard", "conjuration"])
def test_who_searches_may_take_nothing_out_of_any_pile(pile: str) -> None:
    (event,) = do(at(), "search", pile=pile)
    assert event.rules == ("RR-INFO-01",)
    assert "takes nothing" in event.text
    assert "found" not in event.seen_by("p1").data


@rule("RR-INFO-03")
def test_what_was_never_public_stays_hidden_beside_what_was() -> None:
    state = at([], [unit("Mount")])
    do(state, "tuck", card="Hammer Knight", under="u1", public=True)
    do(state, "tuck", card="Secret", under="u1", public=False)
    (event,) = do(state, "examine", card="u1")
    assert event.data["found"] == ["Hammer Knight"]
    assert "Secret" not in event.text


# --- order -----------------------------------------------------------------------------------------------

ALWAYS = {"reaction_windows": "always"}


def gate(card: str, n: int) -> dict[str, object]:
    """An aspect that hurts the Phoenixborn as the round ends."""
    hurt = [{"do": "damage", "target": "phoenixborn", "n": n}]
    return {"id": card, "attack": 1, "life": 2, "icon": "none", "blood": 1, "triggers": {"round_end": hurt}}


@rule("RR-TIME-04", "RR-TIME-05", "RR-BTL-08")
def test_with_the_first_player_token_the_chimera_resolves_its_own_first_from_left_to_right() -> None:
    for first, waits in (("players", True), ("chimera", False)):
        bell = pack(gate("one", 1), gate("two", 2))
        state = at(["one", "two"], partner=([], []), chimera=bell, first=first, options=ALWAYS)
        do(state, "pass")
        do(state, "pass", "p2")
        events = run(state, until=lambda state: asked(state) == "end-of-round")
        assert (list(state.deciders()), asked(state)) == (["p1"], "end-of-round")
        assert body(state, "p1").wounds == (0 if waits else 3)
        for seat in ("p1", "p2"):
            events += do(state, "go-on", seat) + run(state, until=lambda state: asked(state) == "end-of-round")
        hits = [event for event in only(events, "damaged") if event.data["card"] == "p1"]
        assert [event.data["damage"] for event in hits] == [1, 2]


# --- battles ---------------------------------------------------------------------------------------------


@rule("RR-BASE-01")
def test_damage_of_a_players_attack_and_of_the_counter_is_dealt_at_the_same_time() -> None:
    state = at([aspect("silt-maw", wounds=1)], [unit("U", attack=9, life=1)])
    events = do(state, "attack", units=["u1"], target="a1") + run(state)
    assert {event.data["card"] for event in only(events, "destroyed")} == {"a1", "u1"}
    said = kinds(events)
    assert said.index("destroyed") > max(place for place, kind in enumerate(said) if kind == "damaged")


@rule("RR-MISC-03", "RR-BTL-02")
def test_an_attacker_that_left_and_returned_attacks_no_more() -> None:
    state = at(["silt-maw"], [unit("U1", attack=2, life=5)], options=ALWAYS)
    do(state, "attack", units=["u1"], target="a1")
    run(state)
    assert asked(state) == "reaction"
    do(state, "effect", what="return", on="u1")
    do(state, "enter", name="U1", again="u1")
    events = do(state, "go-on")
    assert only(events, "left-battle")
    assert (body(state, "a1").wounds, body(state, "u1").wounds) == (0, 0)


@rule("RR-MISC-03", "RR-BTL-02")
def test_an_aspect_that_was_destroyed_and_comes_back_attacks_no_more() -> None:
    back = {"on_destroyed": [{"do": "re_enter", "exhausted": False}]}
    hydra = {"id": "hydra", "attack": 3, "life": 2, "icon": "jaw", "blood": 1, "triggers": back}
    state = at(["hydra"], chimera=pack(hydra), options=ALWAYS)
    chimera_turn(state)
    assert asked(state) == "reaction"
    do(state, "effect", what="destroy", on="a1")
    events = do(state, "go-on") + run(state)
    assert body(state, "a1").exhaustion == 0
    assert only(events, "left-battle")
    assert body(state, "p1").wounds == 0


# --- recovery --------------------------------------------------------------------------------------------


@rule("RR-BASE-07")
@pytest.mark.parametrize("facing", [[], [down(1)], ["silt-maw", down(1)], [down(1), down(3)], ["silt-maw", "silt-maw"]])
def test_recovery_fills_up_to_the_threat_whichever_way_up_aspects_lie(facing: list[Any]) -> None:
    tired = [{"card": one, "exhaustion": 3} if isinstance(one, str) else one for one in facing]
    state = at(tired, first="chimera", passes=1, chimera=pack(chimera={"threat": 3}))
    events = pass_turn(state, until=lambda state: table(state).round == 2)
    lies = state.view(None)["seats"]["p1"]["facing"]
    assert [one["up"] for one in lies] == [isinstance(one, str) for one in facing] + [False] * (3 - len(facing))
    assert len(only(events, "aspect-added")) == 3 - len(facing)


# --- the packs -------------------------------------------------------------------------------------------


@rule("RR-BTL-07", "RR-MISC-01")
def test_sowing_strike_brings_a_token_where_no_seed_can_come() -> None:
    seeds = [aspect("scarlet-seed", exhaustion=1, status=0) for _ in range(6)]
    for more, tokens in (([], 0), (seeds, 1)):
        state = at(["sowing-strike", *more], chimera="neverset", aspects="bloom")
        events = chimera_turn(state)
        assert [event.data["attackers"] for event in only(events, "attack")] == [["a1"]]
        assert (len(only(events, "summoned")), table(state).red_rains) == (1 - tokens, tokens)


@rule("RR-INFO-02")
@pytest.mark.parametrize("pile", ["discard", "conjuration"])
def test_what_is_taken_out_of_a_public_pile_is_shown_to_all(pile: str) -> None:
    (event,) = do(at(partner=([], [])), "search", pile=pile, found="Hammer Knight")
    assert event.rules == ("RR-INFO-02",)
    for seat in ("p1", "p2", None):
        assert "Hammer Knight" in event.seen_by(seat).text
        assert event.seen_by(seat).data["found"] == "Hammer Knight"


@rule("RR-BASE-04")
@pytest.mark.parametrize(("text", "pile"), [("", "discard pile"), ("conjuration", "conjuration pile")])
def test_a_destroyed_unit_goes_to_the_pile_of_its_kind(text: str, pile: str) -> None:
    state = at([], [unit("U", text=text)])
    events = do(state, "effect", what="destroy", on="u1")
    (left,) = only(events, "left")
    assert left.data["owner"] == "p1"
    assert f"goes to the {pile} of Ashwarden" in left.text


@rule("RR-BASE-04")
@pytest.mark.parametrize("how", ["destroy", "discard"])
def test_blood_is_placed_on_the_chimera_and_not_dealt(how: str) -> None:
    state = at(["silt-maw"])
    events = do(state, "effect", what=how, on="a1")
    blood = table(state).pack.cards["silt-maw"].blood
    assert [(event.data["card"], event.data["wounds"]) for event in only(events, "wound-tokens")] == [
        ("chimera", blood)
    ]
    assert not only(events, "damaged")
    assert body(state, "chimera").wounds == blood
    assert state.position()["discard"] == {"silt-maw": 1}


@rule("RR-ABIL-07")
def test_glare_stops_spells_of_both_kinds_while_it_is_fresh() -> None:
    for exhaustion, stopped in ((0, True), (1, False)):
        state = at([aspect("glare", exhaustion=exhaustion)], [unit("U")], chimera="viros", aspects="shadow")
        for timing in ({}, {"timing": "reaction"}):
            fields: dict[str, Any] = {"what": "damage", "on": "chimera", "n": 1, "source": "spell", **timing}
            if stopped:
                assert refused(state, "effect", **fields) == "RR-ABIL-07"
            else:
                assert do(state, "effect", **fields)
        assert do(state, "effect", what="damage", on="chimera", n=1, source="ability", timing="reaction")


@rule("RR-TURN-06", "RR-DICE-03")
@pytest.mark.parametrize(("classes", "wounds"), [(1, 1), (2, 0)])
def test_the_frostwilds_third_card_lowers_two_levels_or_none(classes: int, wounds: int) -> None:
    dice = {"power": 0, "class": classes, "basic": 1, "exhausted": 0}
    state = at([down(2)], p1={"dice": dice}, chimera="frostwild", phase=3)
    chimera_turn(state, face=8)
    for _ in range(9):
        if not options_of(state):
            break
        do(state, "answer", option=options_of(state)[0])
        run(state)
    assert body(state, "p1").wounds == wounds
    left = state.view(None)["seats"]["p1"]["dice"]
    assert (left["class"], left["basic"]) == ((1, 1) if wounds else (0, 3))


@rule("RR-ABIL-08")
def test_the_chimeras_keywords_on_players_units_do_what_their_words_can() -> None:
    band = [unit("U1", life=9, text="horde, defender, feeble"), unit("U2", life=9, text="horde, defender")]
    state = at(["silt-maw"], band)
    events = do(state, "attack", units=["u1"], target="chimera")
    assert not only(events, "horde")  # U2 does not join
    assert body(state, "u2").exhaustion == 0
    chimera_turn(state)
    assert options_of(state) == ["no", "u2"]  # a defender is asked for like any other, and not made to block
    do(state, "answer", option="no")
    assert body(state, "p1").wounds == 4
    fading = at([], [unit("U1", text="ephemeral, retreat, constrict 1")])
    assert body(fading, "u1").up
    do(fading, "effect", what="exhaust", on="u1")
    assert fading.view(None)["seats"]["p1"]["units"] == []
    steady = at(["silt-maw"], [unit("U1", life=9, text="tame 2, armored 1")], p1={"guard_used": True})
    do(steady, "attack", units=["u1"], target="a1")
    run(steady, guard=1)
    assert body(steady, "u1").wounds == 1  # 4, less 2 by tame, less 1 by armored


@rule("RR-ABIL-08")
def test_retreat_leaves_a_players_unit_where_it_is() -> None:
    state = at([], [unit("U1", text="retreat, constrict 1")])
    pass_turn(state)
    assert table(state).round == 2
    assert body(state, "u1").up


@rule("RR-ABIL-09")
def test_a_keyword_that_is_lost_comes_back_when_the_turn_ends() -> None:
    state = at(["kelp-ward"], [unit("U1", text="unit guard, terrifying 2")])
    do(state, "effect", what="lose", on="u1", word="unit guard, terrifying")
    do(state, "effect", what="lose", on="a1", word="defender")
    lost = [body(state, ref).keywords for ref in ("u1", "a1")]
    again = GAME.from_position(through_json(state.position()))
    assert lost == [{}, {}]
    for each in (state, again):
        do(each, "end-turn")
        assert body(each, "u1").keywords == {"unit_guard": 0, "terrifying": 2}
        assert body(each, "a1").keywords == {"defender": 0}
    assert "text" not in state.position()["seats"]["p1"]["facing"][0]  # as printed again


@rule("RR-ABIL-09", "RR-MISC-04")
def test_a_keyword_stays_lost_on_a_unit_that_returns_within_the_turn_and_comes_back_after_it() -> None:
    state = at([], [unit("U1", text="untargetable")])
    do(state, "effect", what="lose", on="u1", word="untargetable")
    do(state, "effect", what="return", on="u1")
    do(state, "enter", again="u1")
    assert body(state, "u1").keywords == {}
    do(state, "effect", what="grant", on="u1", word="untargetable")
    do(state, "effect", what="lose", on="u1", word="untargetable")
    assert "untargetable" not in body(state, "u1").lasting
    do(state, "end-turn")
    assert body(state, "u1").keywords == {"untargetable": 0}


@rule("RR-ABIL-09")
def test_an_aspect_that_goes_face_down_has_its_lost_keyword_again() -> None:
    hide = {"id": "hide", "attack": 1, "life": 1, "icon": "none", "blood": 1,
            "triggers": {"on_destroyed": [{"do": "turn_down", "target": "own_leftmost"}]}}  # fmt: skip
    state = at(["kelp-ward", "hide"], chimera=pack(hide))
    do(state, "effect", what="lose", on="a1", word="defender")
    do(state, "effect", what="destroy", on="a2")
    assert (body(state, "a1").up, body(state, "a1").keywords, body(state, "a1").lasting) == (False, {"defender": 0}, {})
    assert GAME.from_position(through_json(state.position())).digest() == state.digest()


@rule("RR-BASE-10")
def test_each_card_that_cannot_be_discarded_deals_its_damage() -> None:
    cut = [{"do": "discard_cards", "from": ["hand"], "n": 3, "missing": 2}]
    eye = {"id": "eye", "attack": 0, "life": 2, "icon": "none", "blood": 1, "status_pips": 1, "status": cut}
    state = at(["eye"], chimera=pack(eye))
    chimera_turn(state)
    assert options_of(state) == ["3", "2", "1", "0"]
    events = do(state, "answer", option="1")
    assert only(events, "damaged")[0].rules == ("RR-BASE-10",)
    assert body(state, "p1").wounds == 4
