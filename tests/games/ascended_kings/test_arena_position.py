"""Positions in and out, corrections, the picture and the words: what others build on."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from immolation import games
from immolation.games import BadConfig, BadPosition, Correct
from immolation.games.ascended_kings import options

from tests.games.ascended_kings.table import GAME, Table, at, new, round_end, started
from tests.games.pages import blocks, chapter, page

PACKAGE = Path(games.__file__).parent / "ascended_kings"


# --- the lists -------------------------------------------------------------------------------------------


def test_every_rule_is_carried_or_left_for_a_reason_once() -> None:
    rules = {rule["id"] for rule in tomllib.loads((PACKAGE / "rules.toml").read_text())["rule"]}
    tracks = tomllib.loads((PACKAGE / "arena_rules.toml").read_text())
    carried = [rule for group in tracks["arena"].values() for rule in group]
    left = [rule for group in tracks["full"].values() for rule in group["rules"]]
    assert len(carried + left) == len(set(carried + left))
    assert set(carried) | set(left) == rules
    assert all(group["reason"].endswith(".") for group in tracks["full"].values())


def test_every_option_has_its_rule_and_its_default_plays() -> None:
    listed = {option.key: option for option in GAME.options()}
    assert set(listed) == set(options.DEFAULTS.values())
    state = GAME.new({"options": {key: option.default for key, option in listed.items()}})
    assert state.digest() == GAME.new().digest()


@pytest.mark.parametrize("option", GAME.options(), ids=lambda option: option.key)
def test_every_choice_of_an_option_starts_a_game_and_nonsense_names_the_key(option: games.Option) -> None:
    for choice in option.choices:
        GAME.new({"options": {option.key: choice}})
    with pytest.raises(BadConfig, match=option.key.replace(".", r"\.")):
        GAME.new({"options": {option.key: {"no": ["such", "thing"]}}})


@pytest.mark.parametrize(
    ("config", "key"),
    [
        ({"track": 2}, "track"),
        ({"track": "nowhere"}, "track"),
        ({"colour": "red"}, "colour"),
        ({"kings": {"p9": "vara"}}, "p9"),
        ({"kings": {"p1": "nobody"}}, "nobody"),
        ({"kings": 3}, "kings"),
        ({"countdown": "no"}, "countdown"),
        ({"options": {"fire.cold": True}}, "fire.cold"),
        ({"options": []}, "options"),
    ],
)
def test_a_bad_setting_is_named(config: dict[str, Any], key: str) -> None:
    with pytest.raises(BadConfig, match=key):
        GAME.new(config)


def test_there_are_two_tracks_and_a_game_may_name_its_own() -> None:
    assert GAME.new({"track": "full"}).view(None)["track"] == "full"
    assert games.load("ascended-kings", track="full").new().view(None)["track"] == "full"
    assert games.load("ascended-kings", track="full").new({"track": "arena"}).view(None)["track"] == "arena"
    with pytest.raises(BadConfig, match="arena"):
        games.load("ascended-kings", track="half")
    with pytest.raises(BadConfig, match="colour"):
        games.load("ascended-kings", colour="red")


# --- positions -------------------------------------------------------------------------------------------


def test_a_few_keys_are_enough_and_the_rest_is_filled_in() -> None:
    state = GAME.from_position({"seats": {"p1": {}, "p2": {"tile": 44}}})
    position = state.position()
    assert position["seats"]["p1"]["tile"] == 14
    assert position["bloodstones_aside"] == 2
    assert position["stack"] == [{"at": "choose-state"}]
    assert position["turn"] == "p1"
    assert GAME.from_position(json.loads(json.dumps(position))).position() == position


MOMENTS = {
    "choosing kings": lambda: new(seats=3, kings="choose").do("p3", "choose-king", king="vara"),
    "the lot": lambda: new(seats=3, options={"setup.start_player": "random"}),
    "the event dial": lambda: new(seats=2),
    "the first Ylem": lambda: new(seats=2).do("chance", "turn-event-dial", index=3),
    "a turn begins": lambda: started(seats=4),
    "absorbing": lambda: at(44, 45, who={"p1": {"form": "revenant"}}, state="absorb", ascended_die="p2"),
    "in a turn": lambda: at(44, 45).do("p1", "step", tile=34),
    "a survive window in a turn": lambda: at(44, 66, items={"45": {"dire": 1}}).do("p1", "step", tile=45),
    "a forced move under way": lambda: at(44, 48, items={"47": {"dire": 1}}).do("p1", "pull", who="p2", tiles=3),
    "a return rolled": lambda: at(44, 45).do("p1", "kill", who="p2").do("p1", "end-turn"),
    "a return chosen": lambda: at(44, 45).do("p1", "kill", who="p2").do("p1", "end-turn").roll(20),
    "the Immolation Die": lambda: round_end(44, 45),
    "explosions half answered": lambda: round_end(
        33, 35, die=1, shows="FIRE", walls={"top": 1}, items={"24": {"pyre": 1}}
    ).die(1).do("p2", "die"),
    "the event with a death pending": lambda: round_end(14, 45, die=1, shows="YLEM", walls={"top": 1}).die(1),
    "a return in the End of Round": lambda: round_end(14, 45, die=1, shows="YLEM", walls={"top": 1}).die(1).roll(88),
    "the Omega Stone": lambda: at(44, 45, stack=[{"at": "omega-stone"}], war=True),
    "the war": lambda: at(44, 45, war=True, omega_stone=5),
    "scoring": lambda: at(4, 45, war=True, omega_stone=5)
    .do("p1", "step", tile=5)
    .do("p2", "score", transmutations=1, ylem=2),
    "a tie": lambda: tie(),
    "the end after a tie": lambda: tie().do("p1", "cards", level1=1).do("p2", "cards", other=1),
    "an outright end": lambda: at(
        4, 45, war=True, omega_stone=5, who={"p1": {"bloodstones": 4, "form": "revenant"}}
    ).do("p1", "step", tile=5),
}  # fmt: skip


def tie() -> Table:
    who = {"p1": {"bloodstones": 1}, "p2": {"bloodstones": 2}, "p3": {"bloodstones": 0}}
    table = at(4, 66, 88, who=who, war=True, omega_stone=5).do("p1", "step", tile=5)
    table.do("p1", "score", transmutations=0, ylem=0).do("p2", "score", transmutations=1, ylem=5)
    return table.do("p3", "score", transmutations=0, ylem=0)


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_of_a_game_can_be_written_down_and_set_up_again(moment: str) -> None:
    state = MOMENTS[moment]().state
    again = GAME.from_position(json.loads(json.dumps(state.position())))
    assert again.position() == state.position()
    assert again.digest() == state.digest()
    assert again.deciders() == state.deciders()
    assert again.outcome() == state.outcome()
    for seat in ("chance", *state.seats):
        assert list(again.legal_actions(seat)) == list(state.legal_actions(seat))
        assert again.declarations(seat) == state.declarations(seat)
    assert again.view(None) == state.view(None)


NOBODY_ASKED = {"at": "survive", "wounds": {}, "cause": "fire-step"}
TWO: dict[str, Any] = {"p1": {"tile": 44}, "p2": {"tile": 66}}


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ({}, "seats"),
        ({"seats": {"p1": {}}}, "seats"),
        ({"seats": {"p1": {}, "p3": {}}}, "p3"),
        ({"seats": {**TWO, "p2": {"tile": 44}}}, r"seats\.p2\.tile"),
        ({"seats": {**TWO, "p2": {"tile": 100}}}, r"seats\.p2\.tile"),
        ({"seats": {**TWO, "p2": {"tile": 66, "level": 4}}}, r"seats\.p2\.level"),
        ({"seats": {**TWO, "p2": {"tile": 66, "wounds": 3}}}, r"seats\.p2\.wounds"),
        ({"seats": {**TWO, "p2": {"tile": 66, "king": "bob"}}}, r"seats\.p2\.king"),
        ({"seats": {"p1": {"king": "vara"}, "p2": {"king": "vara"}}}, "seats"),
        ({"seats": {**TWO, "p2": {"tile": 66, "hat": 1}}}, "hat"),
        ({"seats": {**TWO, "p1": {"tile": 44, "bloodstones": 3}, "p2": {"tile": 66, "bloodstones": 3}}}, "Bloodstones"),
        ({"seats": {**TWO, "p2": {"tile": None}}}, "turn|dead|stack"),
        ({"seats": TWO, "walls": {"top": 10}}, r"walls\.top"),
        ({"seats": TWO, "walls": {"top": 5}}, r"seats\.p1\.tile"),
        ({"seats": TWO, "walls": {"north": 1}}, "walls"),
        ({"seats": TWO, "items": {"xx": {"ylem": 1}}}, "items"),
        ({"seats": TWO, "items": {"20": {"gold": 1}}}, r"items\.20"),
        ({"seats": TWO, "items": {"20": {"ylem": 36}}}, "items"),
        ({"seats": TWO, "items": {"20": {"ylem": -1}}}, r"items\.20"),
        ({"seats": TWO, "items": {"44": {"pyre": 1}}}, r"items\.44"),
        ({"seats": TWO, "items": {"5": {"ylem": 1}, "05": {"ylem": 1}}}, "items"),
        ({"seats": TWO, "items": {"04": {"ylem": 1}}, "walls": {"top": 1}}, r"items\.04"),
        ({"seats": TWO, "items": {"04": {"bloodstones": 1}}, "walls": {"top": 1}}, r"items\.04"),
        ({"seats": TWO, "items": {"20": {"die": 1}}, "ascended_die": "p1"}, "ascended_die"),
        ({"seats": TWO, "ascended_die": "tile"}, "ascended_die"),
        ({"seats": TWO, "dials": {"round": 21}}, r"dials\.round"),
        ({"seats": TWO, "dials": {"round": 0}}, r"dials\.round"),
        ({"seats": TWO, "rounds": 5, "dials": {"round": 6}}, r"dials\.round"),
        ({"seats": TWO, "countdown": False, "dials": {"round": 9}}, r"dials\.round"),
        ({"seats": TWO, "dials": {"event": 12}}, r"dials\.event"),
        ({"seats": TWO, "omega_stone": 5}, "omega_stone"),
        ({"seats": TWO, "war": True}, "omega_stone"),
        ({"seats": TWO, "war": True, "omega_stone": 44}, "omega_stone"),
        ({"seats": TWO, "war": True, "omega_stone": 5, "walls": {"top": 0}}, "walls"),
        ({"seats": TWO, "turn": "p3"}, "turn"),
        ({"seats": TWO, "turn": None}, "turn"),
        ({"seats": TWO, "start": None}, "start"),
        ({"seats": TWO, "stack": []}, "stack"),
        ({"seats": TWO, "stack": [{"at": "nowhere"}]}, "stack"),
        ({"seats": TWO, "stack": [{"at": "turn-over"}]}, "stack"),
        ({"seats": TWO, "stack": [{"at": "active"}, {"at": "active"}]}, r"stack\.1"),
        ({"seats": TWO, "stack": [{"at": "active"}, NOBODY_ASKED]}, r"stack\.1"),
        ({"seats": TWO, "stack": [{"at": "absorb"}]}, r"stack\.0"),
        ({"seats": TWO, "stack": [{"at": "score", "omega": "p1"}]}, "stack|war"),
        ({"seats": TWO, "stack": [{"at": "end-of-round", "next": "event"}]}, "stack"),
        ({"seats": TWO, "dead": [{"seat": "p2"}]}, "tile"),
        ({"seats": TWO, "sheets": {"p1": {"transmutations": 0, "ylem": 0}}}, "sheets"),
        ({"seats": TWO, "hands": {"p1": {}}}, "hands"),
        ({"seats": TWO, "track": "half"}, "track"),
        ({"seats": TWO, "ruleset": "kimera"}, "ruleset"),
        ({"seats": TWO, "options": {"nope": 1}}, "nope"),
        ({"seats": TWO, "weather": "fine"}, "weather"),
        ({"seats": TWO, "bloodstones_aside": 3}, "bloodstones_aside"),
        ({"seats": TWO, "exhausted": ["gold"]}, "exhausted"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_by_its_key(position: dict[str, Any], key: str) -> None:
    with pytest.raises(BadPosition, match=key):
        GAME.from_position(position)


# --- corrections -----------------------------------------------------------------------------------------


def correct(table: Table, value: Any, *path: str) -> list[Any]:
    return table.state.apply(Correct("table", path, value))


def test_the_table_sets_a_miniature_right_and_it_takes_what_lies_there() -> None:
    table = at(44, 66, items={"20": {"pyre": 1, "ylem": 1}})
    events = correct(table, 20, "seats", "p2", "tile")
    assert table.tile("p2") == 20
    assert table.on(20) == {}
    assert [event.kind for event in events] == ["corrected", "gem-taken", "gem-taken"]


def test_two_facts_can_be_set_right_at_once() -> None:
    table = at(44, 66)
    action = Correct("table", ("seats", "p1", "bloodstones"), 2)
    assert table.state.check(action) is not None, "that alone would make five"
    correct(table, {"p1": {"bloodstones": 0}, "p2": {"bloodstones": 2}}, "seats")
    assert (table.seat("p1")["bloodstones"], table.seat("p2")["bloodstones"]) == (0, 2)
    correct(table, {"walls": {"top": 1}, "items": {"55": {"ylem": 2}}})
    assert table.walls == {"top": 1}
    assert table.on(55) == {"ylem": 2}
    correct(table, {"ylem": 0}, "items", "55")
    assert table.on(55) == {}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("seats", "p1", "tile"), 66),
        (("seats", "p9", "tile"), 1),
        (("seats", "p1", "tile", "deeper"), 1),
        (("stack", "7"), {"at": "active"}),
        (("walls", "top"), 5),
        ((), [1, 2]),
        (("dials", "round"), 99),
    ],
)
def test_an_impossible_correction_changes_nothing(path: tuple[str, ...], value: Any) -> None:
    table = at(44, 66)
    before = table.state.digest()
    refusal = table.state.check(Correct("table", path, value))
    assert refusal is not None
    assert refusal.rule == "TABLE"
    with pytest.raises(games.IllegalAction):
        table.state.apply(Correct("table", path, value))
    assert table.state.digest() == before


def test_only_the_table_corrects() -> None:
    assert at(44, 66).state.check(Correct("p1", ("round",), 3)) is not None


# --- picture and words -----------------------------------------------------------------------------------


def busy() -> Table:
    items = {"20": {"ylem": 1, "dire": 1}, "30": {"aria": 1}, "31": {"egis": 1}, "33": {"pyre": 2}, "41": {"die": 1}}
    who = {"p1": {"form": "revenant"}}
    items["42"] = {"bloodstones": 1}
    return at(46, 45, 55, 66, who=who, items=items, walls={"right": 7, "top": 0})


def test_the_picture_has_a_sensed_miniature_each_and_never_too_many_layers() -> None:
    table = busy()
    picture = GAME.picture(table.view, table.state.legal_actions("p1"))
    assert picture.occupied == {46, 45, 55, 66}
    assert len(picture.layers) <= 16
    assert {piece.kind for piece in picture.pieces} == {"king", "revenant", "gem", "bloodstone", "die"}
    assert next(piece.count for piece in picture.pieces if piece.label == "Pyre") == 2
    effects = {layer.effect for layer in picture.layers}
    assert {"fire", "ember", "gem", "pulse", "target"} <= effects
    ember = next(layer for layer in picture.layers if layer.effect == "ember")
    assert set(ember.tiles) == {tile for tile in range(100) if tile % 10 > 7 and tile > 9}
    omega = GAME.picture(at(44, 66, war=True, omega_stone=5).view)
    assert any(piece.kind == "omega" and piece.tile == 5 for piece in omega.pieces)
    assert any(layer.tiles == (5,) for layer in omega.layers)


def test_gestures_say_what_the_sensors_will_see() -> None:
    table = busy()
    before = GAME.picture(table.view)
    gestures = GAME.picture(table.view, table.state.legal_actions("p1")).gestures
    touches = {type(gesture.action).__name__ for gesture in gestures if gesture.back}
    assert touches == {"EndTurn", "Pyrokinesis"}
    moves = [gesture for gesture in gestures if not gesture.back]
    assert {type(gesture.action).__name__ for gesture in moves} == {"Step", "Kill", "Bridge"}
    for gesture in moves:
        other = table.state.copy()
        other.apply(gesture.action)
        after = GAME.picture(other.view(None))
        assert before.occupied - set(gesture.off) | set(gesture.on) == after.occupied
    place = at(44, 45).do("p1", "kill", who="p2").do("p1", "end-turn").roll(20)
    gestures = GAME.picture(place.view, place.state.legal_actions("p2")).gestures
    assert all(gesture.off == () and len(gesture.on) == 1 for gesture in gestures)
    moved = GAME.action({"do": "displace", "seat": "p1", "who": "p2", "tile": 0})
    (gesture,) = GAME.picture(busy().view, [moved]).gestures
    assert (gesture.off, gesture.on) == ((45,), (0,))


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_action_has_words_and_every_prompt_ends(moment: str) -> None:
    state = MOMENTS[moment]().state
    for seat, decision in state.deciders().items():
        assert decision.prompt.rstrip()[-1] in ".?"
        for action in state.legal_actions(seat):
            label = GAME.label(action, state.view(None))
            assert (label and label[0].isupper()) or label[0].isdigit()
        if decision.default is not None:
            assert state.check(decision.default) is None


def test_every_declaration_can_be_made_and_has_words() -> None:
    table = busy()
    choices = {"seat": lambda field: field.choices[0], "choice": lambda field: field.choices[0]}
    kinds = set()
    for seat in table.state.seats:
        for declaration in table.state.declarations(seat):
            record: dict[str, Any] = {"do": declaration.do, "seat": seat}
            for field in declaration.fields:
                record[field.name] = choices.get(field.type, lambda field: field.low)(field)
            action = GAME.action(record)
            assert GAME.label(action, table.view)
            refusal = table.state.check(action)
            assert refusal is None or refusal.rule != "TABLE", (record, refusal)
            kinds.add(declaration.do)
    assert {"kill", "swap", "push", "pull", "displace", "place-dire", "wounds", "level", "supply"} <= kinds


def test_events_read_like_sentences() -> None:
    table = at(44, 45, 88, items={"46": {"ylem": 1}}).do("p1", "kill", who="p2")
    assert [event.text for event in table.events] == [
        "Kynazarr dies on 45 by the hand of Vara.",
        "1 Bloodstone of Kynazarr drops on 45.",
    ]
    table.do("p1", "step", tile=45)
    assert [event.text for event in table.events] == [
        "Vara steps from 44 to 45.",
        "Vara claims 1 Bloodstone on 45.",
    ]
    table = at(44, 45, 88, who={"p2": {"bloodstones": 3}}).do("p1", "kill", who="p2")
    assert table.events[-1].text == "3 Bloodstones of Kynazarr drop on 45."


def test_the_example_of_the_page_plays_as_the_page_says() -> None:
    text = chapter(page("ascended-kings"), "A position of the arena track, key by key")
    example = json.loads(blocks(text, "json")[0])
    state = GAME.from_position(example)
    written = state.position()
    assert set(written) == set(example), "the example shows every key"
    assert {key: written[key] for key in example if key != "options"} == {
        key: value for key, value in example.items() if key != "options"
    }
    table = Table(state)
    assert table.asked == {"p1": "survive", "p3": "survive"}
    table.do("p1", "survive").do("p3", "die")
    assert table.view["dead"] == ["p2", "p3"]
    for key in written:
        assert f"`{key}`" in text


@pytest.mark.parametrize("track", ["arena", "full"])
def test_seats_of_a_position_may_come_in_any_order(track: str) -> None:
    seats = {"p2": {"tile": 66}, "p1": {"tile": 44, "bloodstones": 3}}
    found = GAME.from_position({"track": track, "seats": seats}).position()["seats"]
    assert [(found[seat]["tile"], found[seat]["bloodstones"]) for seat in ("p1", "p2")] == [(44, 3), (66, 1)]
