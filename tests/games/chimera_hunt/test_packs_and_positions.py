"""Packs with Chimeras of one's own, configurations, and positions that no hunt could reach."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, BadConfig, BadData, BadPosition
from immolation.games.chimera_hunt import picture
from immolation.games.chimera_hunt.nights import night
from immolation.games.chimera_hunt.pack import effect
from immolation.table.display.scene_composer import SceneComposer
from immolation_board import wire

from tests.games.chimera_hunt.table import APART, GAME, acting, at, doing, kinds, legal, on

OWN = """[ashes]
name = "Ashes of Vale"
colour = 0x404040
aspects = [
  {name = "Cinder", mark = "left", strength = 1, blood = 1, toughness = 1, wake = "lash all, rage 2"},
]
behaviour = ["1-6 wake; 7-12 hunt", "1-12 ambush", "1 rage 1 + wake; 2-12 hunt"]
ultimate = ["lash all", "drain, web all", "aspect"]
"""


def pack(folder: Path, text: str) -> Any:
    """The game with a pack of this text."""
    path = folder / "own.toml"
    path.write_text(text)
    return games.load("chimera-hunt", pack=path)


def test_a_pack_adds_a_chimera_that_can_be_hunted(tmp_path: Path) -> None:
    game = pack(tmp_path, OWN)
    assert [*game.pack.chimeras][-1] == "ashes"
    assert len(game.pack.chimeras) == 7
    position = {"chimera": "ashes", "aspects": [on("Cinder", "top", 2, "asleep")]}
    state = game.from_position({**position, "stack": [{"at": "choose"}, {"at": "step", "step": "wake"}]})
    assert kinds(state.begun) == ["woke", "wounded", "wounded"]
    assert state.hunt.rage == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"left"', '"tail"', "ashes: aspect Cinder: mark: 'tail' is none of what may stand there."),
        ("toughness = 1", "toughness = 9", "ashes: aspect Cinder: toughness: it must be a whole number of 4 at most."),
        (
            "lash all, rage 2",
            "lash everyone",
            "ashes: aspect Cinder: wake: 'lash everyone': lash wants leftmost, rightmost, jaws, all, target, or "
            "several with 'and'.",
        ),
        (
            "lash all, rage 2",
            "lash target",
            "ashes: aspect Cinder: wake: 'lash target': target is whom an attack is aimed at: in attack and hit alone.",
        ),
        ("1-12 ambush", "1-12 stun target + ambush", "ashes: behaviour 2: 'stun target': target is whom an attack"),
        ("strength = 1, ", "strength = 0, ", "ashes: aspect Cinder: strength: it must be a whole number of 1 or more."),
        ("lash all, rage 2", "lash all,", "ashes: aspect Cinder: wake: '' is no effect; there are rage, rain"),
        ("7-12 hunt", "7-13 hunt", "ashes: behaviour 1: '7-13 hunt': the next face is 7, and the last is 12."),
        ("rage 2", "rage lots", "ashes: aspect Cinder: wake: 'rage lots': rage wants a number from 1 to 4."),
        ("drain, web all", "dance", "ashes: ultimate 2: 'dance' is no effect; there are rage, rain, seed, heal, lash"),
        ("7-12 hunt", "8-12 hunt", "ashes: behaviour 1: '8-12 hunt': the next face is 7, and the last is 12."),
        ("1-12 ambush", "1-11 ambush", "ashes: behaviour 2: the faces end at 11, not at 12."),
        ("1-12 ambush", "all ambush", "ashes: behaviour 2: 'all ambush': write faces, perhaps an effect and +"),
        ("blood = 1, ", "", "ashes: aspect Cinder: the key 'blood' is missing."),
        ("[ashes]", "[viros]", "viros: there is a Chimera of that key already; choose another."),
        ("[ashes]", "[Ashes]", "Ashes: a Chimera's key is a word of small letters."),
        ("0x404040", '"grey"', "ashes: colour: it must be a whole number, not text."),
        ("[ashes]", "[ashes", "is not TOML"),
    ],
)
def test_a_mistake_in_a_pack_is_named_with_file_chimera_aspect_and_key(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in OWN
    with pytest.raises(BadData) as caught:
        pack(tmp_path, OWN.replace(old, new, 1))
    text = str(caught.value)
    assert text.startswith("own.toml: ") or said == "is not TOML"
    assert said in text


def test_a_pack_with_nothing_in_it_and_what_is_no_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"own\.toml: there is no Chimera in it"):
        pack(tmp_path, "# later\n")
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with pytest.raises(BadData, match="cannot be read: it is no file"):
        games.load("chimera-hunt", pack=pipe)


def test_an_aspect_named_twice_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    line = OWN.splitlines()[4]
    with pytest.raises(BadData, match="aspect Cinder: name: is used twice"):
        pack(tmp_path, OWN.replace(line, f"{line}\n{line}"))
    with pytest.raises(BadData, match="cannot be read"):
        games.load("chimera-hunt", pack=tmp_path / "none.toml")
    with pytest.raises(BadConfig, match="there is pack"):
        games.load("chimera-hunt", cards=1)


def test_effects_are_read_once_and_for_all() -> None:
    assert effect("lash leftmost and rightmost").who == ("leftmost", "rightmost")
    assert effect("heal 2").amount == 2


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"seats": 5}, "seats: choose 1, 2, 3, 4, not 5."),
        ({"seats": True}, "seats: choose 1, 2, 3, 4, not true."),
        ({"chimera": "dragon"}, "chimera: choose viros, frostwild, neverset, lordswall, shadowreck, mooncove, not"),
        ({"level": "S4"}, "level: choose S1, S2, S3, H1, H2, H3, not 'S4'."),
        ({"night": 2}, "There is no setting 'night'; there are seats, chimera, level, boon, campaign, options."),
        ({"options": {"rounds": 3}}, "options: rounds: it must be a whole number of 8 or more."),
        ([], "config: a table of settings and values, not []."),
    ],
)
def test_a_config_that_cannot_be_is_refused_in_words(config: Any, said: str) -> None:
    with pytest.raises(BadConfig) as caught:
        GAME.new(config)
    assert str(caught.value).startswith(said)


CHOOSE = {"at": "choose"}


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"hunters": [{"tile": 27}, {"tile": 27}]}, "hunters.1.tile"),
        ({"hunters": [{"tile": 44}, {"tile": 27}]}, "hunters.0.tile"),
        ({"hunters": [{"tile": 27}]}, "hunters"),
        ({"hunters": [{"tile": 27, "gems": ["aria", "aria", "aria"]}, {"tile": 72}]}, "hunters[0].gems"),
        ({"hunters": [{"wounds": 1}, {"tile": 72}]}, "hunters.0"),
        ({"hunters": [{"stunned": True}, {"tile": 72}]}, "hunters.0"),
        ({"hunters": [{"tile": 5}, {"tile": 72}], "walls": [1, 0, 0, 0]}, "hunters.0.tile"),
        ({"body": 4, "walls": [1, 0, 0, 0]}, "body"),
        ({"walls": [4, 0, 2, 0]}, "walls"),
        ({"bloodstones": [33]}, "bloodstones"),
        ({"bloodstones": [5, 33, 33, 33]}, "bloodstones"),
        ({"bloodstones": [27, 33, 33, 33]}, "hunters.0.tile"),
        ({"walkers": [27]}, "walkers"),
        ({"walkers": [33, 33]}, "walkers"),
        ({"walkers": [31, 32, 34, 35]}, "walkers"),
        ({"seeds": [5]}, "seeds"),
        ({"seeds": [27]}, "hunters.0.tile"),
        ({"aspects": [on("Cinder", "top", 1)]}, "aspects.0.name"),
        ({"aspects": [on("Rampage", "top", 1), on("Firebelly", "top", 1)]}, "aspects.0.place"),
        ({"aspects": [on("Rampage", "top", place) for place in (1, 2, 3, 4)]}, "aspects"),
        ({"pile": {"Cinder": 1}}, "pile"),
        ({"rains": 12}, "rains"),
        ({"round": 15}, "round"),
        ({"life": 0}, "life"),
        ({"souls": -1}, "souls"),
        ({"night": 2}, "night"),
        ({"campaign": "standard", "night": 2}, "chimera"),
        ({"seats": 0}, "seats"),
        ({"chimera": "dragon"}, "chimera"),
        ({"level": []}, "level"),
        ({"stack": []}, "stack"),
        ({"stack": [{"at": "rage"}]}, "stack.0"),
        ({"stack": [CHOOSE, CHOOSE]}, "stack.1"),
        ({"stack": [CHOOSE, {"at": "over", "rule": "HUNT-WIN-02"}]}, "stack.1"),
        ({"stack": [{"at": "nightfall", "rule": "HUNT-WIN-02"}]}, "stack"),
        ({"stack": [{"at": "over", "rule": "HUNT-WIN-02"}], "campaign": "standard"}, "stack.0"),
        ({"stack": [CHOOSE, {"at": "act", "hunter": 3}]}, "stack.1.hunter"),
        ({"stack": [CHOOSE, {"at": "act", "hunter": 1}, {"at": "rage"}]}, "stack.1"),
        ({"stack": [CHOOSE, {"at": "rage"}, {"at": "act", "hunter": 1}]}, "stack.2"),
        ({"stack": [CHOOSE, {"at": "hit", "hunter": 1, "aspect": "Cinder"}]}, "stack.1.aspect"),
        ({"stack": [CHOOSE, {"at": "place", "aspect": "Rampage"}]}, "stack.1"),
        ({"stack": [CHOOSE, {"at": "effect", "effect": "dance"}]}, "stack.1.effect"),
        ({"stack": [CHOOSE, {"at": "run", "hunter": 1}], "body": 36}, "stack.1"),
        ({"stack": [CHOOSE, {"at": "run", "hunter": 1}, {"at": "rage"}]}, "stack.1"),
        ({"stack": [CHOOSE, {"at": "rush", "hunter": 1, "goal": 27}], "body": 36}, "stack.1.goal"),
        ({"stack": [CHOOSE, {"at": "act", "hunter": 1}], "hunters": [{}, {"tile": 72}]}, "stack.1"),
    ],
)
def test_what_no_hunt_could_reach_is_refused_with_its_key(facts: dict[str, Any], key: str) -> None:
    position = {"hunters": [*APART], "bloodstones": [65, 65, 65, 65], **facts}
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(position)
    assert str(caught.value).split(": ")[0].lstrip(".") == key


def test_what_a_position_leaves_out_is_as_a_hunt_begins() -> None:
    state = GAME.from_position({"seats": 3, "level": "H2", "chimera": "mooncove"})
    begun = GAME.new({"seats": 3, "level": "H2", "chimera": "mooncove"}).position()
    assert {**state.position(), "stack": begun["stack"]} == begun
    assert at().position()["stack"] == [CHOOSE]


def test_every_moment_fits_into_the_layers_of_a_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the last rounds, in phase III and when the last blow is due, where random hunters seldom come."""
    monkeypatch.setattr(picture, "MOST", 99)
    most = 0
    for number in range(24):
        rng, chimera = Random(number), [*GAME.pack.chimeras][number % 6]
        state = GAME.new({"seats": 2 + number % 3, "chimera": chimera, "level": ("S1", "H3")[number % 2]})
        while state.outcome() is None:
            seat, asked = next(iter(state.deciders().items()))
            actions = [one.action for one in asked.outcomes] if seat == CHANCE else state.legal_actions(seat)
            if seat != CHANCE:
                view = {**state.view(None), "phase": 3, "round": 14, "life": rng.choice((1, 20))}
                most = max(most, len(GAME.picture(view, actions).layers))
            state.apply(rng.choice(actions))
    assert 12 < most <= wire.MAX_LAYERS


def test_whoever_is_about_to_be_hit_sees_at_the_board_where_to_leap_and_the_egis() -> None:
    hunters = [{"tile": 35, "gems": ["aria", "egis"]}, {"tile": 78}]
    frame = {"at": "hit", "hunter": 1, "aspect": "Iron Scales", "ran": True}
    state = doing(frame, hunters, body=36)
    shown = SceneComposer(None).picture_of(state, state.view(None), {"p1", "p2"})
    leaps = {move["tile"] for move in legal(state, "leap")}
    assert leaps
    assert {tile for layer in shown.layers if layer.effect == "target" for tile in layer.tiles} == leaps
    egis = [layer.tiles for layer in shown.layers if layer.colour == picture.GEM_LIGHT["right"]]
    assert (35,) in egis


def test_a_wall_whose_ends_are_both_stood_on_is_drawn_all_the_same() -> None:
    hunters = [{"tile": 15, "gems": ["ylem"]}, {"tile": 7}]
    state = acting(hunters, body=3, walls=[0, 2, 0, 3], bloodstones=[55])
    assert {"wall": "top"} in legal(state, "bank")
    gestures = GAME.picture(state.view(None), state.legal_actions("p1")).gestures
    assert "bank" not in {GAME.record(gesture.action)["do"] for gesture in gestures}


def test_the_count_has_a_gauge_on_each_edge_and_no_corner_is_of_two() -> None:
    full = at().view(None)["full_life"]
    view = {**at(life=full // 2, souls=3, rains=8, rage=4).view(None), "count": True}
    red, white, crimson, orange = (
        next(layer.tiles for layer in GAME.picture(view).layers if layer.colour == picture.GAUGES[edge])
        for edge in ("top", "right", "bottom", "left")
    )
    assert red == tuple(range(-(-10 * (full // 2) // full)))
    assert (white, crimson) == ((19, 29, 39), (90, 91, 92, 93))
    assert orange == tuple(range(10, 90, 10))
    everything = {**at(life=full, souls=7, rains=10, rage=4).view(None), "count": True}
    tiles = [tile for layer in GAME.picture(everything).layers if layer.effect == "solid" for tile in layer.tiles]
    assert len(tiles) == len({*tiles})


def test_how_a_hunt_begins_says_whether_it_has_todays_life_or_an_earlier_one() -> None:
    """A journal is played by the first game that begins as it does: it must not be another later on."""
    (earlier,) = GAME.earlier()
    told = 0
    for seats in (1, 2, 3, 4):
        hunts = [{"chimera": chimera, "level": level} for chimera in GAME.pack.chimeras for level in GAME.pack.levels]
        for campaign in ("standard", "heroic"):
            nights = [night(GAME.pack, campaign, number) for number in range(1, 7)]
            hunts.append({"campaign": campaign, "nights": [{"chimera": one, "level": level} for one, level in nights]})
        for config in hunts:
            to_come = config.pop("nights", [])
            begins = [game.new({"seats": seats, **config}).hunt.life for game in (GAME, earlier)]
            if begins[0] == begins[1]:
                later = [[game.new({"seats": seats, **each}).hunt.life for each in to_come] for game in (GAME, earlier)]
                assert later[0] == later[1], f"{seats} seats, {config}"
            told += begins[0] != begins[1]
    assert told
