"""Positions, packs, secrets, corrections and the board: what somebody outside relies on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from immolation import games
from immolation.games import BadConfig, BadData, BadPosition, Correct
from immolation.games.kimera import frames
from immolation.games.kimera.cards import components

from tests.games.kimera.table import GAME, INITIATE, Table, at, new, rider
from tests.games.pages import blocks, chapter, packs, page
from tests.games.playouts import FIERCE, pick, through_json

POSITION = chapter(page("kimera"), "A position, key by key")

# --- positions --------------------------------------------------------------------------------------------


def test_the_examples_of_the_page_can_be_set_up_and_played_on() -> None:
    found = blocks(POSITION, "json")
    assert len(found) == 1
    found += re.findall(r"The shortest one:\s`(.*)`", POSITION)
    assert len(found) == 2
    rng = Random(1)
    for example in found:
        state = GAME.from_position(json.loads(example))
        for _ in range(30):
            assert GAME.from_position(through_json(state.position())).digest() == state.digest()
            state.apply(pick(state, rng))


def test_every_key_of_a_position_is_on_the_page() -> None:
    position = new(seats=2).state.position()
    for key in (*position, *position["seats"]["p1"]):
        assert f"`{key}`" in POSITION, key


def test_every_entry_of_a_stack_has_every_key() -> None:
    kinds = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(frames.AnyFrame)}
    met: set[str] = set()
    for seed in range(12):
        rng = Random(seed)
        state = GAME.new({"seats": 4, "teams": {"a": ["p1", "p2"], "b": ["p3", "p4"]}, "riders": FIERCE, "rounds": 3})
        while state.deciders():
            for entry in state.position()["stack"]:
                assert set(entry) == {"at", *kinds[entry["at"]]}
                met.add(entry["at"])
            state.apply(pick(state, rng))
    assert {"recovery", "battle", "turn", "attack", "defend", "hits"} <= met


def test_a_minimal_position_fills_in_the_rest() -> None:
    table = at({"traits": {"armor": 4, "heavy_melee": 2}, "initiative": 2}, {"wounds": ["crush-1"], "type": "drako"})
    assert table.asked == ["p1"]
    assert table.balance("p1") == 6
    assert table.seat("p2")["balance"] == 0
    assert table.view["deck"] == 53
    assert table.view["round"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seats": {"p1": {}}}, "seats: a table of 2 to 6"),
        ({"seats": {"p1": {}, "p3": {}}}, "there is no 'p3'"),
        ({"seats": {"p1": {"type": "dragon"}, "p2": {}}}, r"seats\.p1\.type"),
        ({"seats": {"p1": {"traits": {"armor": 7}}, "p2": {}}}, r"seats\.p1\.traits"),
        ({"seats": {"p1": {"runes": {"fire": 1}}, "p2": {}}}, r"seats\.p1: runes\.fire"),
        ({"seats": {"p1": {"gems": {"heroic": 6}}, "p2": {}}}, r"seats\.p1: gems\.heroic"),
        ({"seats": {"p1": {"hand": ["joker"]}, "p2": {}}}, "no card 'joker'"),
        ({"seats": {"p1": {"hand": ["scar-5"]}, "p2": {"hand": ["scar-5"]}}}, "scar-5 is in 2 places"),
        ({"seats": {"p1": {"off": True, "balance": 2}, "p2": {}}}, "KM-DMG-03"),
        ({"seats": {"p1": {"wounds": ["rend-1", "rend-2", "rend-3", "rend-4"]}, "p2": {}}}, "KM-POT-03"),
        ({"seats": {"p1": {"holds": "p2", "initiative": 1}, "p2": {}}}, "KM-GRP-03"),
        ({"seats": {"p1": {"holds": "p1"}, "p2": {}}}, "same side"),
        ({"seats": {"p1": {"team": "red"}, "p2": {"team": "red"}}}, "two sides"),
        ({"seats": {"p1": {"defeated": True}, "p2": {}}}, "KM-POT-03"),
        ({"seats": {"p1": {"defeated": True, "hand": ["rend-1"]}, "p2": {}, "p3": {}}}, "defeated Kimera has no hand"),
        ({"seats": {"p1": {"wounds": [{"card": "crush-1", "pick": "heroic"}]}, "p2": {}}}, "has no 'heroic'"),
        ({"seats": {"p1": {"edges": ["rend-1"]}, "p2": {}}}, "no gem left that grants it"),
        ({"seats": {"p1": {"prepared": 2, "balance": 3}, "p2": {}}}, "KM-INIT-04"),
        ({"stack": [{"at": "prepare"}], "seats": {"p1": {"prepared": 4, "balance": 3}, "p2": {}}}, "KM-INIT-03"),
        ({"stack": [{"at": "recovery"}], "seats": {"p1": {"initiative": 4}, "p2": {}}}, "before it is revealed"),
        ({"stack": []}, "stack: 1 to 8"),
        ({"stack": [{"at": "lunch"}]}, "stack"),
        ({"stack": [{"at": "turn", "seat": "p1"}]}, "KM-TURN-05"),
        ({"stack": [{"at": "defend", "seat": "p1"}]}, "lowest decision point"),
        ({"stack": [{"at": "over"}]}, "result"),
        ({"stack": [{"at": "breakout", "seat": "p1"}]}, "nobody holds p1"),
        ({"stack": [{"at": "recovery", "order": ["p1", "p1"]}]}, "named twice"),
        ({"stack": [{"at": "attack", "attacker": "p1", "target": "p2", "how": "bolt"}]}, "KM-ATK-07"),
        ({"stack": [{"at": "attack", "attacker": "p1", "target": "p2", "how": "heavy-melee"}]}, "KM-CARD-01"),
        ({"leaders": {"p1": "p2"}}, "KM-TAC-06"),
        ({"deck": [], "discard": []}, "is nowhere"),
        ({"pool": ["rend-1"]}, "KM-TAC-07"),
        ({"round": 0}, "round"),
        ({"options": {"defeat_wounds": 0}}, "options: defeat_wounds"),
        ({"options": {"luck": 1}}, "no option 'luck'"),
        ({"weather": 1}, "no key 'weather'"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"cards": [{"id": "a", "value": 9, "symbols": ["bolt"], "effect": "crack"}]}, "card a: value"),
    ],
)  # fmt: skip
def test_what_no_battle_could_show_is_refused_with_its_key(change: dict[str, Any], said: str) -> None:
    position: dict[str, Any] = {"seats": {"p1": {}, "p2": {}}, **change}
    with pytest.raises(BadPosition, match=said):
        GAME.from_position(position)


def test_a_deck_written_for_the_occasion_with_copies() -> None:
    cards = [
        {"id": "ram", "value": 6, "symbols": ["initiate", "grapple"], "effect": "sever", "count": 3},
        {"id": "wall", "value": 2, "symbols": ["intercept"], "effect": "crack"},
    ]
    one = rider(hand=["ram", "ram"], initiative=5, heavy_melee=5)
    table = at(one, rider("kiron", ["wall"], balance=0, off=True, armor=6), cards=cards)
    table.attack("p1", "heavy-melee", "p2", ("ram",), ("ram",))
    assert table.value == 5
    table.defend("p2")
    weights = [(outcome.action, outcome.weight) for outcome in table.state.deciders()["chance"].outcomes]
    assert [weight for _, weight in weights] == [1]  # the third copy; the played ones are not discarded yet
    again = GAME.from_position(through_json(table.state.position()))
    assert again.digest() == table.state.digest()
    fresh = Table(GAME.new({"seats": 2, "cards": cards}))
    assert fresh.view["deck"] == 4


def test_a_correction_merges_and_keeps_secrets() -> None:
    table = at(rider(hand=["rend-1"], initiative=3), rider())
    table.events = table.state.apply(Correct("table", ("seats", "p1"), {"initiative": 5, "balance": 2}))
    assert (table.initiative("p1"), table.balance("p1")) == (5, 2)
    table.events = table.state.apply(Correct("table", ("seats", "p1", "hand"), ["rend-2"]))
    assert "rend-2" not in json.dumps([event.text for event in table.events])
    assert table.events[0].data == {"path": ["seats", "p1", "hand"]}
    table.events = table.state.apply(Correct("table", ("seats", "p1"), {"hand": ["rend-3"]}))
    assert "rend-3" not in str([table.events[0].seen_by("p2")])
    assert table.state.check(Correct("p1", ("round",), 2)) is not None
    refusal = table.state.check(Correct("table", ("seats", "p1", "hand"), ["joker"]))
    assert refusal is not None
    assert "joker" in refusal.reason


# --- packs ------------------------------------------------------------------------------------------------

CARD = '{ id = "a", value = 1, symbols = ["bolt"], effect = "crack" }'


PACK = packs("Kimera: decks and riders")


def test_the_example_of_the_page_is_a_pack_that_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "kay.toml"
    path.write_text(blocks(PACK, "toml")[0])
    state = games.load("kimera", pack=path).new({"seats": 2, "riders": {"p1": "kay", "p2": "kay"}})
    assert state.view(None)["seats"]["p1"]["name"] == "Kay (Player 1)"
    assert set(state.view(None)["cards"]) == {"ember-1", "ember-4"}
    rng = Random(1)
    while state.deciders():
        state.apply(pick(state, rng))


def test_the_page_names_every_key_and_every_word_of_a_pack() -> None:
    keys = (*components.Card.__struct_fields__, *components.Rider.__struct_fields__)
    words = [word for kind in (components.Symbol, components.Effect, components.Type) for word in get_args(kind)]
    words += components.TRAITS
    for word in (*keys, *words, *components.RUNES, *components.GEMS):
        assert f"`{word}`" in PACK, word


def test_a_pack_replaces_cards_and_riders(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'cards = [{CARD}]\n[rider.kay]\nname = "Kay"\ntype = "siroko"\ntraits = {{ evade = 3 }}\n')
    state = games.load("kimera", pack=path).new({"seats": 2, "riders": {"p1": "kay"}})
    assert state.view(None)["seats"]["p1"]["name"] == "Kay (Player 1)"
    assert state.view(None)["deck"] == 1
    path.write_text(f"cards = [{CARD}]\n")
    assert games.load("kimera", pack=str(path)).new({"seats": 2}).view(None)["seats"]["p1"]["name"] == "Ashkar"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards = [", "mine.toml is not TOML: "),
        ("cards = []", "mine.toml: cards: a deck has 1"),
        (f"cards = [{CARD}, {CARD}]", "mine.toml: card a: id: is used twice"),
        (f"cards = [{CARD.replace('bolt', 'zap')}]", "mine.toml: card a: symbols.*zap"),
        (f"cards = [{CARD.replace('crack', 'melt')}]", "mine.toml: card a: effect: .*melt"),
        (f"cards = [{CARD.replace('value = 1', 'value = 7')}]", "mine.toml: card a: value"),
        (f"cards = [{CARD.replace('effect', 'effects')}]", "mine.toml: card a: .*effect"),
        (CARD.join(("cards = [", "]")).replace('["bolt"]', '["bolt", "bolt"]'), "card a: symbols: one symbol"),
        ("[rider.kay]\nname = 'Kay'", "mine.toml: rider kay: .*type"),
        ("[rider.kay]\ntype = 'siroko'\ngems = { ruby = 1 }", r"mine.toml: rider kay: gems.ruby.*KM-COST-03"),
        ("[weather]\nsun = 1", "mine.toml: .*weather"),
    ],
)
def test_a_pack_with_a_mistake_is_refused_with_file_key_and_reason(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(BadData, match=said):
        games.load("kimera", pack=path)


def test_settings_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="no setting 'deck'"):
        games.load("kimera", deck=1)
    with pytest.raises(BadConfig, match="pack"):
        games.load("kimera", pack=3)
    with pytest.raises(BadData, match="cannot be read"):
        games.load("kimera", pack=tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"seats": 7}, "seats: .*2 to 6"),
        ({"seats": True}, "seats"),
        ({"riders": {"p1": "nobody"}}, "no rider 'nobody'"),
        ({"riders": {"p9": "ashkar"}}, "no seat 'p9'"),
        ({"teams": {"red": ["p1", "p2", "p3"]}}, "two sides"),
        ({"teams": {"red": ["p1"], "blue": ["p1", "p2", "p3"]}}, "already with red"),
        ({"teams": {"red": ["p1"], "blue": ["p2"]}}, "p3 is on no side"),
        ({"rounds": -1}, "rounds"),
        ({"cards": [{}]}, "cards|card 1"),
        ({"options": {"decline": "run"}}, "options: decline"),
        ({"weather": 1}, "no setting 'weather'"),
    ],
)
def test_a_config_with_a_mistake_is_refused_with_its_key(config: dict[str, Any], said: str) -> None:
    with pytest.raises(BadConfig, match=said):
        GAME.new(config)


# --- secrets ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-INIT-04", "KM-END-02", "KM-HEAL-07")
def test_states_that_differ_in_secrets_alone_look_alike() -> None:
    secrets = [
        ({"hand": ["rend-1"], "prepared": 1}, [{"at": "prepare"}]),
        ({"hand": ["rend-2"], "prepared": 3}, [{"at": "prepare"}]),
    ]
    seen = [at(rider(), rider(**facts), rider(), stack=stack) for facts, stack in secrets]
    for who in ("p1", "p3", None):
        assert seen[0].state.view(who) == seen[1].state.view(who)
    assert seen[0].state.deciders() == seen[1].state.deciders()
    heals = [at(rider(initiative=2), rider(lingering=[{"by": "p2", "cards": [card]}])) for card in ("rend-1", "rend-2")]
    assert heals[0].state.view("p1") == heals[1].state.view("p1")
    bids = [
        at(
            rider(holds="p2"),
            rider(),
            rider(),
            stack=[{"at": "bid", "seat": "p2", "grapplers": ["p1"], "bids": {"p1": n}}],
        )
        for n in (1, 5)
    ]
    assert bids[0].state.view("p2") == bids[1].state.view("p2")
    assert bids[0].state.view("p1") != bids[1].state.view("p1")


def test_an_imagined_attacker_can_make_the_attack_it_declared() -> None:
    one = rider("drako", ["scar-5", "rend-1"], initiative=4)
    table = at(one, rider(hand=["sever-3"]), options={"charge_who": "declarer_and_target"})
    table.do("p1", "attack", how="heavy-melee", target="p2")
    for seed in range(30):
        state = table.state.sample("p2", Random(seed))
        assert GAME.from_position(through_json(state.position())).digest() == state.digest()
        rng = Random(seed)
        for _ in range(8):
            state.apply(pick(state, rng))


def test_imagined_states_vary_what_is_hidden_and_keep_what_is_known() -> None:
    table = at(
        rider(hand=["rend-1"], initiative=0), rider(hand=["rend-2", "rend-3"], prepared=2), stack=[{"at": "prepare"}]
    )
    rng = Random(1)
    imagined = [table.state.sample("p1", rng) for _ in range(30)]
    assert len({tuple(state.facts.mounts["p2"].hand) for state in imagined}) > 10
    assert len({state.facts.mounts["p2"].prepared for state in imagined}) > 3
    assert {tuple(state.facts.mounts["p1"].hand) for state in imagined} == {("rend-1",)}


# --- the board --------------------------------------------------------------------------------------------


def test_the_column_is_initiative_and_balance_is_a_bar() -> None:
    table = at(rider(hand=[INITIATE], initiative=4, balance=7), rider("drako", initiative=1, off=True, balance=0))
    picture = GAME.picture(table.state.view("p1"), table.state.legal_actions("p1"))
    tiles = {(piece.kind, piece.owner): piece.tile for piece in picture.pieces}
    assert tiles == {("marker", "p1"): 4, ("balance", "p1"): 17, ("marker", "p2"): 21, ("balance", "p2"): 30}
    bars = [layer.tiles for layer in picture.layers if layer.effect == "solid" and layer.priority == 60]
    assert (10, 11, 12, 13, 14, 15, 16) in bars
    targets = next(layer for layer in picture.layers if layer.effect == "target")
    assert targets.tiles == (21,)
    holds = next(gesture for gesture in picture.gestures if GAME.record(gesture.action)["do"] == "hold")
    assert (holds.off, holds.on) == ((4,), (3,))
    free = next(g for g in picture.gestures if GAME.record(g.action).get("how") == "free-melee")
    assert (set(free.off), set(free.on)) == ({4, 17}, {3, 16})


def test_six_riders_share_the_board() -> None:
    table = new(seats=6)
    picture = GAME.picture(table.view)
    assert len(picture.pieces) == 6
    assert len(picture.layers) <= 16


@pytest.mark.parametrize(("do", "kind"), [("recover", "recovery"), ("defend", "defend")])
def test_balance_markers_are_read_for_a_free_recovery_and_an_evade(do: str, kind: str) -> None:
    if kind == "recovery":
        table = at(rider("kiron", balance=4), rider(), stack=[{"at": "recovery"}])
        who, off, on = "p1", (14,), (15,)
    else:
        table = at(rider(hand=["rend-1"], initiative=5), rider("kiron", ["rend-2"], balance=4))
        table.attack("p1", "free-melee", "p2", values=("rend-1",))
        who, off, on = "p2", (34,), (33,)
    picture = GAME.picture(table.state.view(who), table.state.legal_actions(who))
    assert [(g.off, g.on) for g in picture.gestures if GAME.record(g.action)["do"] == do] == [(off, on)]


# --- the edges of what can be -----------------------------------------------------------------------------


def test_a_battle_in_which_everybody_is_held_for_ever_is_broken_off() -> None:
    bare = {"traits": {"heavy_melee": 1}, "type": "kiron", "balance": 0}
    stuck = at(
        {**bare, "holds": "p2"},
        {**bare, "wounds": ["stagger-1"]},
        stack=[{"at": "end"}],
        rounds=0,
        options={"grapple_none_played": "tie"},
    )
    result = stuck.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1",), "TABLE")


def test_a_drako_with_a_huge_hand_is_offered_each_number_of_grapple_cards() -> None:
    hand = [f"{effect}-{value}" for value in (1, 2) for effect in ("crack", "sever", "rend", "bash", "scar", "expose")]
    table = at(rider("drako", hand, holds="p2"), rider(), rider(), stack=[{"at": "end"}])
    offered = table.listed("p1", "commit")
    assert [len(record["cards"]) for record in offered] == list(range(13))
    table.do("p1", "commit", cards=["rend-2"])  # any other choice is accepted all the same


def test_a_full_recovery_that_is_under_way_has_given_up_the_attacks() -> None:
    table = at(rider(hand=["rend-1"]), rider(), stack=[{"at": "full-recovery", "seat": "p1"}])
    assert table.seat("p1")["full_recovery"]
    assert table.do("p1", "discard", card="rend-1").moment == "prepare"


@pytest.mark.parametrize("name", ["", " ", "x" * 41])
def test_a_name_has_letters(name: str) -> None:
    with pytest.raises(BadConfig, match="name"):
        GAME.new({"riders": {"p1": {"type": "drako", "name": name}}})
    with pytest.raises(BadPosition, match="name"):
        at({"name": name}, {})


def test_a_charge_after_the_checks_may_take_the_last_balance_of_an_attacker() -> None:
    one = {"gems": {"eldritch": 4}, "balance": 0, "initiative": 2, "hand": ["scar-1", "crack-4"]}
    attack = {"at": "attack", "attacker": "p1", "target": "p2", "how": "bolt", "queue": ["p2"]}
    position = {"seats": {"p1": one, "p2": {}}, "stack": [attack]}
    with pytest.raises(BadPosition, match="KM-BAL-02"):
        GAME.from_position(position)
    state = GAME.from_position({**position, "options": {"charge_window": "after_checks"}})
    assert list(state.deciders()) == ["p1"]
    assert GAME.from_position(state.position()).digest() == state.digest()
