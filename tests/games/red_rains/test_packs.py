"""Chimera packs that people write: played from a file, and every mistake refused with file, key and reason."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from immolation import games
from immolation.games import BadConfig, BadData, BadPosition, State
from immolation.games.red_rains.cards import card_records
from immolation.games.red_rains.cards.card_text import KEYWORDS
from immolation.games.red_rains.cards.pack_reading import DATA
from immolation.games.red_rains.effects import effect

from tests.games.pages import blocks, packs
from tests.games.red_rains.table import BELL, GAME, aspect, at, chimera_turn, down, pack, refs, unit

rule = pytest.mark.rule


def saved(folder: Path, table: dict[str, Any], name: str = "bell.toml") -> Path:
    path = folder / name
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in table.items()), encoding="utf-8")
    return path


def toml(value: Any) -> str:
    """A value as TOML has it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


# --- a pack from a file ----------------------------------------------------------------------------------


@rule("RR-TURN-06", "RR-BASE-07")
def test_a_pack_in_a_file_is_played_where_nothing_else_is_named(tmp_path: Path) -> None:
    game = games.load("red-rains", pack=str(saved(tmp_path, BELL)))
    state = game.new({})
    chimera = state.view(None)["chimera"]
    assert (chimera["name"], chimera["life"], chimera["ultimate"], chimera["threat"]) == ("The Drowned Bell", 24, 5, 3)
    assert game.from_position({"seats": {"p1": {}}}).view(None)["chimera"]["name"] == "The Drowned Bell"
    assert game.new({"chimera": "viros"}).view(None)["chimera"]["name"] == "Corpse of Viros"
    assert game.new({"chimera": "The Drowned Bell"}).view(None)["chimera"]["name"] == "The Drowned Bell"
    shown = next(key for key in game.config_keys() if key.key == "chimera")
    assert shown.default == "The Drowned Bell"
    assert "viros" in shown.choices


def test_a_pack_may_be_a_path_or_a_table(tmp_path: Path) -> None:
    path = saved(tmp_path, BELL)
    states = [games.load("red-rains", pack=each).new({}) for each in (path, str(path), BELL)]
    assert len({state.digest() for state in states}) == 1


def test_a_position_of_a_pack_needs_no_file(tmp_path: Path) -> None:
    state = games.load("red-rains", pack=saved(tmp_path, BELL)).new({})
    (tmp_path / "bell.toml").unlink()
    again = GAME.from_position(state.position())
    assert again.digest() == state.digest()
    assert again.view(None) == state.view(None)


def played(state: State, rng: Random, most: int) -> State:
    for _ in range(most):
        deciders = state.deciders()
        if not deciders:
            break
        seat, decision = next(iter(deciders.items()))
        choices = [outcome.action for outcome in decision.outcomes] or state.legal_actions(seat)
        state.apply(rng.choice(choices))
    return state


@pytest.mark.parametrize("name", sorted(path.stem for path in DATA.glob("*.toml")))
def test_every_shipped_chimera_is_a_pack_like_any_other(name: str, tmp_path: Path) -> None:
    path = saved(tmp_path, tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8")))
    mine, theirs = games.load("red-rains", pack=path).new({}), GAME.new({"chimera": name})
    for state in (mine, theirs):
        played(state, Random(3), 150)
    left, right = mine.view(None), theirs.view(None)
    assert left["chimera"].pop("key") == ""
    assert right["chimera"].pop("key") == name
    assert left == right


def test_a_pack_of_one_deck_has_no_aspect_sets() -> None:
    with pytest.raises(BadConfig, match=r"aspects: The Drowned Bell has no aspect set 'fury'; it has one deck only"):
        GAME.new({"chimera": BELL, "aspects": "fury"})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"pack": 7}, "pack: the path of a TOML file"),
        ({"pack": ""}, "pack: the path of a TOML file"),
        ({"pack": "nowhere/at-all.toml"}, "at-all.toml cannot be read"),
        ({"pack": "."}, "is no file"),
        ({"pack": "a\0b"}, "cannot be read"),
        ({"pack": ["x"]}, "pack: the path of a TOML file"),
    ],
)
def test_what_is_no_pack_at_all(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadData, match=said):
        games.load("red-rains", **given)


def test_there_is_no_other_setting() -> None:
    with pytest.raises(BadConfig, match="Red Rains has no setting 'track'; there is pack"):
        games.load("red-rains", track="full")


def test_a_file_that_is_no_toml_or_too_long(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("name = = 3", encoding="utf-8")
    with pytest.raises(BadData, match=r"broken\.toml is not TOML"):
        games.load("red-rains", pack=broken)
    broken.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match=r"broken\.toml is not TOML"):
        games.load("red-rains", pack=broken)
    broken.write_text("#" * 1_000_001, encoding="utf-8")
    with pytest.raises(BadData, match=r"broken\.toml cannot be read: it is too long"):
        games.load("red-rains", pack=broken)


# --- mistakes --------------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


def first(table: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = table["aspects"][0]
    return found


def row(table: dict[str, Any], number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = table["behaviour"][0]["rows"][number]
    return found


def conjure(table: dict[str, Any], **card: Any) -> object:
    table["conjured"] = [{"id": "ghost", "kind": "aspect", "copies": 2, **card}]
    return table


def chain(n: int) -> list[dict[str, Any]]:
    effects: list[dict[str, Any]] = [{"do": "reveal"}]
    for _ in range(n):
        effects = [{"do": "repeat", "times": 1, "effects": effects}]
    return effects


MISTAKES: dict[str, tuple[Change, str]] = {
    "an unknown effect": (
        lambda t: row(t).update(main=[{"do": "explode"}]),
        r"behaviour\[0\]\.rows\[0\]\.main: \[0\]: there is no effect 'explode'",
    ),
    "an effect without a name": (lambda t: first(t).update(enter=[{"n": 1}]), r"\(bell-tongue\)\.enter.*no effect"),
    "a parameter that an effect has not": (
        lambda t: first(t).update(enter=[{"do": "reveal", "twice": True}]),
        r"\(bell-tongue\)\.enter: \[0\] reveal: .*unknown field twice",
    ),
    "a parameter that is missing": (
        lambda t: first(t).update(enter=[{"do": "damage", "n": 1}]),
        r"damage: .*missing required field target",
    ),
    "a target that there is not": (
        lambda t: first(t).update(enter=[{"do": "damage", "target": "everybody"}]),
        r"aspects\[0\] \(bell-tongue\)\.enter: \[0\] damage: .*everybody",
    ),
    "an amount below nothing": (lambda t: first(t).update(enter=[{"do": "raise_rage", "n": -1}]), r"enter: .*>= 0"),
    "an amount beyond all measure": (lambda t: first(t).update(enter=[{"do": "raise_rage", "n": 100}]), r"enter: .*99"),
    "an amount in words nobody knows": (
        lambda t: first(t).update(enter=[{"do": "raise_rage", "n": "lots"}]),
        r"enter: \[0\] raise_rage: ",
    ),
    "half an amount": (lambda t: first(t).update(enter=[{"do": "raise_rage", "n": 0.5}]), r"enter: .*raise_rage"),
    "an amount of a card that there is not": (
        lambda t: first(t).update(enter=[{"do": "raise_rage", "n": "attached mud"}]),
        r"bell-tongue\.enter: there is no conjured card 'mud'",
    ),
    "effects deeper than any card needs": (lambda t: first(t).update(enter=chain(12)), r"effects lie more than 8 deep"),
    "a summoned card that there is not": (
        lambda t: first(t).update(enter=[{"do": "summon", "card": "ghost"}]),
        r"bell-tongue\.enter: there is no conjured card 'ghost'",
    ),
    "an attached card that there is not, within a choice": (
        lambda t: row(t).update(
            side=[{"do": "choose", "options": [[{"do": "attach", "card": "mud", "target": "leftmost"}]]}]
        ),
        r"behaviour\.phase 1, faces \[1, 2, 3, 4\]\.side: there is no conjured card 'mud'",
    ),
    "an aspect that is attached": (
        lambda t: (conjure(t), first(t).update(enter=[{"do": "attach", "card": "ghost", "target": "leftmost"}])),
        r"bell-tongue\.enter: ghost is no alteration and cannot be attached",
    ),
    "an alteration that is summoned": (
        lambda t: (conjure(t, kind="alteration"), t["ultimate"][0].update(effects=[{"do": "summon", "card": "ghost"}])),
        r"ultimate\.phase 1: ghost is no aspect and cannot be summoned",
    ),
    "a filter by a card that there is not": (
        lambda t: first(t).update(enter=[{"do": "destroy", "target": {"of": "leftmost", "with": "mud"}}]),
        r"bell-tongue\.enter: there is no conjured card 'mud'",
    ),
    "an own card that there is not": (
        lambda t: first(t).update(enter=[{"do": "destroy", "target": {"of": "own_leftmost", "card": "mud"}}]),
        r"bell-tongue\.enter: there is no card 'mud'",
    ),
    "a player's unit by the id of a card": (
        lambda t: first(t).update(enter=[{"do": "destroy", "target": {"of": "leftmost", "card": "silt-maw"}}]),
        r"bell-tongue\.enter: card names one of the Chimera's own",
    ),
    "several Phoenixborn": (
        lambda t: first(t).update(enter=[{"do": "damage", "target": {"of": "phoenixborn", "count": 2}}]),
        r"bell-tongue\.enter: count is not for phoenixborn",
    ),
    "none of them": (
        lambda t: first(t).update(enter=[{"do": "damage", "target": {"of": "leftmost", "count": 0}}]),
        r"bell-tongue\.enter: count is at least 1",
    ),
    "a choice among targets that nobody picks": (
        lambda t: first(t).update(enter=[{"do": "damage", "target": {"of": "leftmost", "among": ["phoenixborn"]}}]),
        r"bell-tongue\.enter: among is for picked, not for leftmost",
    ),
    "an attacker that there is not": (
        lambda t: row(t).update(main=[{"do": "attack", "unit": "kraken"}]),
        r"faces \[1, 2, 3, 4\]\.main: there is no aspect 'kraken' that could attack",
    ),
    "a condition on two things": (
        lambda t: first(t).update(enter=[{"do": "if", "condition": {"amount": "phase", "target": "leftmost"}}]),
        r"bell-tongue\.enter: a condition is on an amount or on a target",
    ),
    "a condition that never holds": (
        lambda t: first(t).update(enter=[{"do": "if", "condition": {"amount": "phase", "least": 3, "most": 2}}]),
        r"bell-tongue\.enter: a condition's least is more than its most",
    ),
    "a last token outside a status ability": (
        lambda t: first(t).update(enter=[{"do": "raise_rage", "when": "last"}]),
        r'bell-tongue\.enter: when = "last" is for a status ability',
    ),
    "a trigger that there is not": (
        lambda t: first(t).update(triggers={"on_sneeze": []}),
        r"aspects\[0\] \(bell-tongue\)\.triggers.*on_sneeze",
    ),
    "an effect in a trigger that there is not": (
        lambda t: first(t).update(triggers={"on_kill": [{"do": "dance"}]}),
        r"aspects\[0\] \(bell-tongue\)\.triggers.*there is no effect 'dance'",
    ),
    "a keyword that there is not": (
        lambda t: first(t).update(keywords=["shiny"]),
        r"bell-tongue\.keywords: there is no 'shiny'; defender",
    ),
    "a keyword without its number": (
        lambda t: first(t).update(keywords=["terrifying"]),
        r'bell-tongue\.keywords: terrifying needs a number: "terrifying 2"',
    ),
    "a keyword with a number too many": (
        lambda t: first(t).update(keywords=["defender 3"]),
        r"bell-tongue\.keywords: defender has no number",
    ),
    "a modifier that there is not": (
        lambda t: first(t).update(ongoing=[{"do": "fly"}]),
        r"aspects\[0\] \(bell-tongue\)\.ongoing\[0\]\.do: .*fly",
    ),
    "a modifier on nobody": (
        lambda t: first(t).update(ongoing=[{"do": "cannot_guard"}]),
        r"bell-tongue\.ongoing: cannot_guard needs a target",
    ),
    "a modifier with a filter": (
        lambda t: first(t).update(
            ongoing=[{"do": "counts_as_exhausted", "target": {"of": "leftmost", "only": "wounded"}}]
        ),
        r"bell-tongue\.ongoing: counts_as_exhausted lies on leftmost, .*without a filter",
    ),
    "a modifier that is the card's own on another": (
        lambda t: first(t).update(ongoing=[{"do": "attack", "n": 1, "target": "leftmost"}]),
        r"bell-tongue\.ongoing: attack has no target",
    ),
    "what only the fatigued card says": (
        lambda t: first(t).update(ongoing=[{"do": "no_draw"}]),
        r"bell-tongue\.ongoing: no_draw is for the fatigued card",
    ),
    "what no fatigued card says": (
        lambda t: t["fatigued"].update(ongoing=["no_basic_dice"]),
        r"fatigued\.ongoing: no_draw, wound_per_discard, .*not no_basic_dice",
    ),
    "an alteration with a status ability": (
        lambda t: conjure(t, kind="alteration", status_pips=1, status=[{"do": "reveal"}]),
        r"ghost\.status: an alteration has modifiers, triggers and discard_by only",
    ),
    "an alteration with an aspect's modifiers": (
        lambda t: conjure(t, kind="alteration", ongoing=[{"do": "attack", "n": 1}]),
        r"ghost\.ongoing: what an alteration does to its bearer is modifiers",
    ),
    "an alteration that concerns others": (
        lambda t: conjure(t, kind="alteration", modifiers=[{"do": "attack", "n": 1, "target": "leftmost"}]),
        r"ghost\.modifiers: it concerns the bearer",
    ),
    "an alteration that forbids dice": (
        lambda t: conjure(t, kind="alteration", modifiers=[{"do": "no_basic_dice"}]),
        r"ghost\.modifiers: no_basic_dice is nothing that an alteration does",
    ),
    "a conjured aspect with modifiers": (
        lambda t: conjure(t, modifiers=[{"do": "attack", "n": 1}]),
        r"ghost\.modifiers: an aspect has ongoing",
    ),
    "a conjured aspect that is shaken off": (
        lambda t: conjure(t, discard_by={"lower_die": 1}),
        r"ghost\.discard_by: only an alteration",
    ),
    "a conjured aspect with a limit": (lambda t: conjure(t, limit=1), r"ghost\.limit: only an alteration"),
    "a conjured card of no kind": (lambda t: t.update(conjured=[{"id": "ghost"}]), r"\(ghost\): .*kind"),
    "a card twice": (lambda t: t["aspects"].append(first(t)), r"bell-tongue: two cards have this id"),
    "an id that is none": (lambda t: first(t).update(id="Bell Tongue"), r"aspects\[0\] \(Bell Tongue\)\.id"),
    "an aspect without life": (lambda t: first(t).update(life=0), r"aspects\[0\] \(bell-tongue\)\.life: .*>= 1"),
    "an icon that there is not": (lambda t: first(t).update(icon="fang"), r"\(bell-tongue\)\.icon: .*fang"),
    "a status ability without pips": (
        lambda t: first(t).update(status=[{"do": "reveal"}], status_pips=0),
        r"bell-tongue\.status_pips: a status ability needs pips",
    ),
    "a set that there is not": (
        lambda t: (t.update(sets=["deep"]), first(t).update(set="high")),
        r"bell-tongue\.set: is not in sets",
    ),
    "a set without cards": (
        lambda t: (t.update(sets=["deep", "high"]), [each.update(set="deep") for each in t["aspects"]]),
        r"aspects: the deck of high has no cards",
    ),
    "no aspects": (lambda t: t.update(aspects=[]), r"aspects: a Chimera needs aspects"),
    "a deck without end": (
        lambda t: (
            [each.update(copies=20) for each in t["aspects"] * 2]
            and t.update(aspects=[{**first(t), "id": f"a{n}", "copies": 20} for n in range(11)])
        ),
        r"aspects: at most 200 cards",
    ),
    "a face without a row": (lambda t: row(t).update(faces=[1, 2, 3]), r"behaviour\.phase 1: no row for face 4"),
    "a face covered twice": (lambda t: row(t).update(faces=[1, 2, 3, 4, 5]), r"phase 1: face 5 is covered twice"),
    "a face that the die has not": (lambda t: row(t).update(faces=[1, 2, 3, 4, 13]), r"phase 1: a d12 has no face 13"),
    "a row for no face": (
        lambda t: t["behaviour"][0]["rows"].append({"faces": []}),
        r"behaviour\.phase 1\.rows\[4\]\.faces: a row names at least one face",
    ),
    "a smaller die": (lambda t: t.update(behaviour_die=6), r"phase 1: a d6 has no face 7"),
    "a larger die": (lambda t: t.update(behaviour_die=20), r"phase 1: no row for face 13 of the d20"),
    "a phase without a table": (
        lambda t: t["behaviour"].pop(),
        r"behaviour: phases 1, 2 and 3 once each, not \[1, 2\]",
    ),
    "a phase with two Ultimates": (
        lambda t: t["ultimate"][2].update(phase=2),
        r"ultimate: phases 1, 2 and 3 once each, not \[1, 2, 2\]",
    ),
    "a fourth phase": (lambda t: t["ultimate"][2].update(phase=4), r"ultimate\[2\]\.phase: "),
    "a set-up beyond the deck": (
        lambda t: t["chimera"].update(setups={"S2": [3] * 7}),
        r"chimera\.setups\.S2: 7 aspects on a battlefield of 6",
    ),
    "a set-up that the deck cannot fill": (
        lambda t: (t["chimera"].update(setups={"H3": [9]}),),
        r"chimera\.setups\.H3: 1 aspects with blood 9, but the deck has 0",
    ),
    "a set-up that fills one battlefield and not two": (
        lambda t: (
            t["chimera"].update(players=2, setup=[3, 3, 3, 3]),
            [each.update(copies=3 if each["blood"] == 3 else 1) for each in t["aspects"]],
        ),
        r"chimera\.setup: 4 aspects with blood 3, but the deck has 6",
    ),
    "any aspect to the left of one with blood": (
        lambda t: t["chimera"].update(setup=[0, 2]),
        r"chimera\.setup: 0, for any aspect, stands at the right end only",
    ),
    "a level that there is not": (lambda t: t["chimera"].update(setups={"S9": [1]}), r"chimera\.setups.*S9"),
    "a threat beyond the battlefield": (
        lambda t: t["chimera"].update(threat=7, setup=[1]),
        r"chimera\.threat: more than the battlefield of 6 holds",
    ),
    "no life": (lambda t: t["chimera"].update(life=0), r"chimera\.life: .*"),
    "life in words": (lambda t: t["chimera"].update(life="much"), r"chimera\.life: .*str"),
    "no Ultimate value": (lambda t: t["chimera"].pop("ultimate_value"), r"chimera: .*missing .*ultimate_value"),
    "no name": (lambda t: t.pop("name"), r"pack: .*missing .*name"),
    "an empty name": (lambda t: t.update(name="  "), r"name: a Chimera has a name"),
    "a key that there is not": (lambda t: t.update(colour="red"), r"pack: .*unknown field colour"),
    "three players": (lambda t: t["chimera"].update(players=3), r"chimera\.players: "),
    "a list where a table stands": (lambda t: t.update(chimera=[]), r"chimera: Expected object, got array"),
}


@rule("RR-TURN-06", "RR-BASE-07")
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_file_key_and_reason(mistake: str, tmp_path: Path) -> None:
    change, said = MISTAKES[mistake]
    table = deepcopy(BELL)
    change(table)
    with pytest.raises(BadData, match=rf"^bell\.toml: .*?{said}"):
        games.load("red-rains", pack=saved(tmp_path, table)).new({})
    with pytest.raises(BadData, match=rf"^pack: .*?{said}"):
        GAME.new({"chimera": table})
    with pytest.raises(BadPosition, match=said):
        GAME.from_position({"chimera": table, "seats": {"p1": {}}})


@pytest.mark.parametrize("value", [None, 1, float("nan"), [], "x", {"name": "x"}, {"aspects": 10**400}, {1: 2}])
def test_anything_else_is_refused_too(value: Any) -> None:
    with pytest.raises((BadData, BadConfig)):
        games.load("red-rains", pack=value if value is not None else 0).new({})


@rule("RR-TURN-06")
def test_a_position_names_no_card_that_its_pack_has_not() -> None:
    for step, said in (
        ({"do": "summon", "card": "ghost"}, "stack.1: effects: there is no conjured card 'ghost'"),
        ({"do": "attack", "unit": "kraken"}, "stack.1: effects: there is no aspect 'kraken'"),
    ):
        stack = [
            {"at": "round"},
            {"at": "resolving", "side": "p1", "effects": [{"do": "damage", "target": {"of": "picked"}}, step]},
            {"at": "ask", "seat": "p1", "kind": "pick", "prompt": "Who?", "options": ["u1"], "rule": "RR-LAW-01"},
        ]
        with pytest.raises(BadPosition, match=said):
            at((), [unit("U")], stack=stack)


# --- what packs may say beyond the shipped ones ----------------------------------------------------------


@rule("RR-ATK-02", "RR-ATK-03")
def test_a_row_may_name_the_aspect_that_attacks() -> None:
    named = pack(rows={"main": [{"do": "attack", "unit": "silt-maw"}]})
    state = at(["brine-jaw", "silt-maw", "silt-maw", down(1)], chimera=named)
    struck = [event.data["attackers"] for event in chimera_turn(state) if event.kind == "attack"]
    assert struck == [["a2"]]
    state = at(["brine-jaw", aspect("silt-maw", exhaustion=1), down(1)], chimera=named)
    events = chimera_turn(state)
    assert [event.rules for event in events if event.kind == "no-attack"] == [("RR-ATK-03",)]
    assert not [event for event in events if event.kind == "attack"]
    state = at(["brine-jaw", down(1)], chimera=named, options={"specified_attacker_unable": "leftmost_instead"})
    assert [event.data["attackers"] for event in chimera_turn(state) if event.kind == "attack"] == [["a1"]]


@rule("RR-BASE-07")
def test_one_aspect_may_be_added_by_its_short_name() -> None:
    state = at([down(1)], chimera=pack(rows={"main": [{"do": "add_aspect"}]}))
    chimera_turn(state)
    assert len(refs(state)) == 2


@rule("RR-ULT-08")
def test_an_effect_may_take_an_alteration_off_again() -> None:
    mud = {"id": "mud", "kind": "alteration", "copies": 3, "modifiers": [{"do": "attack", "n": -1}]}
    made = pack(
        rows={"main": [{"do": "discard", "card": "mud", "target": "leftmost", "else": [{"do": "raise_rage"}]}]},
        conjured=[mud],
    )
    state = at([down(1)], [unit("U", attack=2, attached={"mud": 2})], chimera=made)
    chimera_turn(state)
    left = state.view(None)["seats"]["p1"]["units"][0]
    assert (left["attached"], left["attack"], state.view(None)["chimera"]["rage"]["power"]) == ({"mud": 1}, 1, 0)
    state = at([down(1)], [unit("U")], chimera=made)
    chimera_turn(state)
    assert state.view(None)["chimera"]["rage"]["power"] == 1


@rule("RR-TURN-12", "RR-BASE-07")
@pytest.mark.parametrize(("setup", "said"), [
    ([2, 2], "seats: The Drowned Bell at S1: 4 aspects with blood 2 are laid out, and the deck has 3"),
    ([], "seats: The Drowned Bell at S1: 6 aspects are laid out, and the deck has 3 cards"),
])  # fmt: skip
def test_a_deck_for_one_player_is_not_dealt_to_two(setup: list[int], said: str) -> None:
    small = deepcopy(BELL)
    small["aspects"] = small["aspects"][: 2 if setup else 1]
    small["aspects"][-1].update(blood=2 if not setup else 1)
    small["chimera"]["setup"] = setup
    assert GAME.new({"chimera": small}).deciders()
    with pytest.raises(BadConfig, match=said):
        GAME.new({"chimera": small, "seats": 2})


def test_a_campaign_looks_at_the_levels_to_come() -> None:
    small = deepcopy(BELL)
    small["aspects"] = small["aspects"][:1]
    small["chimera"].update(setup=[2], setups={"S3": [2, 2]})
    assert GAME.new({"chimera": small, "seats": 2, "level": "S2"}).deciders()
    with pytest.raises(
        BadConfig, match="seats: The Drowned Bell at S3: 4 aspects are laid out, and the deck has 3 cards"
    ):
        GAME.new({"chimera": small, "seats": 2, "level": "S2", "campaign": True})


# --- the page that explains it ---------------------------------------------------------------------------

PAGE = packs("Red Rains: Chimera packs")


def test_the_page_names_every_key_verb_keyword_trigger_modifier_and_target() -> None:
    words = {
        *card_records.PackFile.__struct_fields__,
        *card_records.Chimera.__struct_fields__,
        *card_records.Conjured.__struct_fields__,
        *card_records.Row.__struct_fields__,
        *card_records.DiscardBy.__struct_fields__,
        *card_records.Fatigued.__struct_fields__,
        *effect.Condition.__struct_fields__,
        *effect.Target.__struct_encode_fields__,
        *(field for verb in effect.verbs().values() for field in verb.__struct_encode_fields__),
        *effect.verbs(),
        *KEYWORDS,
        *get_args(card_records.Trigger),
        *get_args(card_records.ModifierName),
        *get_args(effect.Where),
    }
    missing = sorted(word for word in words if not re.search(rf"[`({{, \"]{word}[`)}}:, \d\"=]", PAGE))
    assert not missing


def test_its_example_is_a_pack_that_can_be_played() -> None:
    table = tomllib.loads(blocks(PAGE, "toml")[0])
    for key in ("behaviour", "ultimate"):
        table[key] = [{**table[key][0], "phase": phase} for phase in (1, 2, 3)]
    state = played(games.load("red-rains", pack=table).new({}), Random(1), 60)
    assert state.view(None)["chimera"]["name"] == "The Drowned Bell"
    table["chimera"]["setups"] = {"S2": [2, 2, 2, 2]}
    with pytest.raises(BadData, match=r"chimera\.setups\.S2: 4 aspects with blood 2|the deck has 3 cards only"):
        games.load("red-rains", pack=table)
