"""Packs and positions: what is refused and why, defaults, the exact inverse, and whatever hypothesis makes of them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation import games
from immolation.games import BadConfig, BadData, BadPosition, rulebook
from immolation.games.chimera_con import frames

from tests.games.chimera_con.table import GAME, attack, cheat, creature, family, parts, place, special
from tests.games.pages import blocks, chapter, page
from tests.games.playouts import explained, pick, through_json, walk

HOUSE = Path(games.__file__).parent / "chimera_con" / "cards.toml"


def toml(table: dict[str, Any]) -> str:
    """A table as TOML, one key a line."""

    def said(value: Any) -> str:
        if isinstance(value, dict):
            return "{ " + ", ".join(f"{key} = {said(each)}" for key, each in value.items()) + " }"
        if isinstance(value, list):
            return "[" + ", ".join(map(said, value)) + "]"
        return msgspec.json.encode(value).decode()

    return "\n".join(f"{key} = {said(value)}" for key, value in table.items())


def spoiled(tmp_path: Path, old: str, new: str) -> str:
    """The house pack with one thing wrong, and what is said of it."""
    text = HOUSE.read_text()
    assert old in text
    path = tmp_path / "cards.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(BadData) as caught:
        games.load("chimera-con", pack=path)
    explained(caught.value)
    assert str(caught.value).startswith("cards.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('keywords = ["airborne"]', 'keywords = ["amphibious"]', "cinderdrake-body: keywords"),
        ('tags = ["elemental"]', 'tags = ["fiery"]', "cinderdrake-head: action.tags"),
        ('size = "large"', 'size = "huge"', "cinderdrake-head: size"),
        ("health = 6", "health = -1", "cinderdrake-head: health"),
        ("might = 2", 'might = "two"', "cinderdrake-head: might"),
        ('part = "head"', 'part = "tail"', "cinderdrake-head: part"),
        ('id = "cinderdrake-body"', 'id = "cinderdrake-head"', "cinderdrake-head: id: is used twice"),
        ('type = "dragon", tags', "tags", "cinderdrake-head: action: type"),
        ('kind = "standard", attack', 'kind = "standard", type = "dragon", attack', "cinderdrake-rear: action: type"),
        ('attack = "magic", defend = "speed"', 'attack = "magic"', "cinderdrake-head: action: defend"),
        ('requires = { stat = "might"', 'requires = { stat = "magic"', "gravelhide-rear: action: requires"),
        ('do = "heal"', 'do = "bless"', "herbal-poultice: effects"),
        ('do = "heal", n = 3', 'do = "cancel_attack", n = 3', "herbal-poultice: effects[0]: n"),
        (
            'do = "end_condition", condition = "poisonous"',
            'do = "end_condition"',
            "bitter-antidote: effects[0]: condition",
        ),
        ('timing = "any time"', 'timing = "at noon"', "herbal-poultice: timing"),
        ('legality = "legal"', 'legality = "shady"', "weighted-pebble: legality"),
        ('family = "mirefang", types', 'fits = ["unicorn"], family = "mirefang", types', "mirefang-head: fits"),
        ("copies = { creature = 2", "copies = { creature = 0", "copies"),
        ("creatures = [", "creatures = 5\nmonsters = [", "monsters"),
        ("creatures = [", "creatures = [[", "cards.toml"),
    ],
)
def test_a_pack_with_a_mistake_is_refused_with_file_card_key_and_reason(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert said in spoiled(tmp_path, old, new)


def test_a_pack_must_be_playable(tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    path.write_text("")
    with pytest.raises(BadData, match="there is no head"):
        games.load("chimera-con", pack=path)
    with pytest.raises(BadData, match="cannot be read"):
        games.load("chimera-con", pack=tmp_path / "none.toml")
    with pytest.raises(BadConfig, match="pack"):
        games.load("chimera-con", pack=7)
    with pytest.raises(BadConfig, match="there is pack"):
        games.load("chimera-con", packs=path)
    path.write_text(toml({"creatures": family("a"), "cheats": [cheat("c", {"do": "heal"})]}))
    with pytest.raises(BadConfig, match="12 creature cards"):
        games.load("chimera-con", pack=path).new({"seats": 2})
    misfits = [{**card, "fits": ["x"], "types": ["x"] if card["part"] == "head" else ["y"]} for card in family("a")]
    path.write_text(toml({"creatures": misfits, "cheats": [cheat("c", {"do": "heal"})]}))
    with pytest.raises(BadData, match="fit one another"):
        games.load("chimera-con", pack=path)


def test_another_pack_is_played_to_the_end(tmp_path: Path) -> None:
    cards = [
        {**card, "copies": 9, "action": special("Spit", "magic", "speed")} for card in (*family("a"), *family("b"))
    ]
    pack = {
        "creatures": cards,
        "cheats": [{**cheat("c", {"do": "heal", "n": 2}, legality="illegal"), "copies": 20}],
    }
    path = tmp_path / "own.toml"
    path.write_text(toml(pack))
    state = games.load("chimera-con", pack=str(path)).new({"seats": 2, "options": {"points_to_win": 1}})
    for _ in walk(state, Random(3)):
        pass
    assert state.outcome() is not None


# --- the house pack --------------------------------------------------------------------------------------


def test_the_house_pack_has_cards_for_six() -> None:
    pack = msgspec.toml.decode(HOUSE.read_bytes())
    assert len({card["family"] for card in pack["creatures"]}) == 18
    assert len(pack["cheats"]) == 14
    assert GAME.new({"seats": 6}).deciders()
    assert {effect["do"] for card in pack["cheats"] for effect in card["effects"]} >= {"heal", "cancel_attack"}


def test_every_rule_is_proved_by_a_test_of_this_folder() -> None:
    marked = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for marks in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text()):
            marked |= set(re.findall(r"CC-[A-Z]+-\d\d", marks))
    assert marked == set(rulebook.load("chimera-con"))


# --- positions -------------------------------------------------------------------------------------------


def test_every_entry_of_a_stack_has_every_key() -> None:
    kinds = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(frames.AnyFrame)}
    met: set[str] = set()
    for seed in range(3):
        rng = Random(seed)
        state = GAME.new({"seats": 2, "options": {"points_to_win": 1}})
        for _ in range(400):
            if not state.deciders():
                break
            for entry in state.position()["stack"]:
                assert set(entry) == {"at", *kinds[entry["at"]]}
                met.add(entry["at"])
            state.apply(pick(state, rng))
    assert {"build", "draw", "action", "discard", "attack", "cheat-roll", "market"} <= met


def test_the_readme_has_a_complete_example_that_is_its_own_inverse() -> None:
    section = chapter(page("chimera-con"), "A position, key by key")
    examples = [msgspec.json.decode(text) for text in blocks(section, "json")]
    full = examples[0]
    state = GAME.from_position(full)
    written = state.position()
    assert written["options"]["hand_limit"] == full["options"]["hand_limit"]
    assert written | {"options": full["options"]} == full
    assert list(written) == list(full)
    assert GAME.from_position(written).position() == written
    assert list(state.deciders()) == ["p2"]
    short = msgspec.json.decode(re.findall(r"The shortest one: `(.*?)`", section)[0])
    assert GAME.from_position(short).deciders()


def test_a_position_needs_seats_only() -> None:
    table = place({}, {}, at="draw")
    assert table.deciders() == ["p1"]
    assert table.parts("p1") == ["cinderdrake-head", "cinderdrake-body", "cinderdrake-rear"]
    assert table.parts("p2")[0] == "mirefang-head"
    assert table.view["decks"] == {"creature": 108 - 6, "cheat": 54}
    assert table.view["merchant"] == "p1"


def test_an_attack_may_be_set_up_alone_or_with_dice_on_the_table() -> None:
    table = place({}, {}, at={"at": "attack", "seat": "p1", "target": "p2", "part": "head"})
    assert table.view["attack"]["name"] == "Furnace Breath"
    assert table.moment == "attack"
    assert table.need("attack") == 4 + 2
    table = place({}, {}, at={"at": "attack", "seat": "p1", "target": "p2", "stage": "defence", "attack": [6, 6]})
    assert table.need("defence") == 8
    cheats = {"hand": ["weighted-pebble"]}
    table = place({}, cheats, at={"at": "attack", "seat": "p1", "target": "p2", "stage": "defence-rolled",
                                  "attack": [6, 6], "defence": [1, 2]})  # fmt: skip
    assert table.may("p2", "cheat", card="weighted-pebble")
    table.quietly()
    assert table.damage("p2") == 9
    cheats = {"hand": ["weighted-pebble"]}
    table = place(
        {}, cheats, at={"at": "cheat-roll", "seat": "p2", "card": "false-bottom", "die": 1}, market=["dune-worm-head"]
    )
    table.do("p2", "cheat", card="weighted-pebble").do("p2", "choose-die", value=1).roll(2)
    assert table.may("p2", "choose-card", card="dune-worm-head")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seats": {"p1": {}}}, "seats: a table of 2 to 6"),
        ({"seats": {"p1": {}, "p9": {}}}, "seats: 2 seats are p1, p2"),
        ({"seats": []}, "seats"),
        ({"colour": 1}, "no key 'colour'"),
        ({"ruleset": "kimera"}, "ruleset"),
        ({"options": {"hand_limit": -1}}, "hand_limit"),
        ({"options": {"luck": 1}}, "no option 'luck'"),
        ({"seats": {"p1": {"hand": ["unicorn"]}, "p2": {}}}, "seats.p1.hand: there is no card 'unicorn'"),
        ({"seats": {"p1": {"parts": {"head": "mirefang-rear"}}, "p2": {}}}, "mirefang-rear is no head"),
        ({"seats": {"p1": {"parts": {"tail": "mirefang-rear"}}, "p2": {}}}, "seats.p1"),
        ({"seats": {"p1": {"parts": {"head": "mirefang-head"}}, "p2": {}}}, "a head, a body and a rear"),
        ({"seats": {"p1": {"damage": 20}, "p2": {}}}, "seats.p1.damage: 20 damage eliminates"),
        ({"seats": {"p1": {"airborne": True}, "p2": {}, "p3": {}}}, None),
        ({"seats": {"p1": {}, "p2": {"airborne": True}}}, "seats.p2.airborne"),
        ({"seats": {"p1": {"hand": 3 * ["mirefang-head"]}, "p2": {}}}, "mirefang-head on the table"),
        ({"seats": {"p1": {"hand": 5 * ["trapdoor"]}, "p2": {}}}, "5 of trapdoor"),
        ({"seats": {"p1": {"points": 3}, "p2": {}}}, "seats.p1.points"),
        ({"seats": {"p1": {}, "p2": {"eliminated": True}}}, "with one Chimera left"),
        ({"seats": {"p1": {}, "p2": {}, "p3": {"eliminated": True, "hand": ["trapdoor"]}}}, "seats.p3.hand"),
        ({"turn": "p3"}, "turn: there is no seat 'p3'"),
        ({"turn": None}, "turn"),
        ({"merchant": None}, "merchant"),
        ({"merchant_turns": 2}, "merchant_turns"),
        ({"discard": ["mirefang-head+petrified"]}, "discard: Petrify ends"),
        ({"decks": {"creature": {"mirefang-head": 2}}}, "mirefang-head"),
        ({"decks": {"cheat": {"mirefang-head": 1}}}, "decks.cheat"),
        ({"stack": []}, "stack"),
        ({"stack": [{"at": "nap"}]}, "stack"),
        ({"stack": [{"at": "draw", "creature": 2, "cheat": 1}]}, "stack.0"),
        ({"stack": [{"at": "draw"}, {"at": "action"}]}, "stack.1"),
        ({"stack": [{"at": "draw"}, {"at": "draw-cards", "seat": "p1", "deck": "cheat", "left": 2}]}, "stack.1.left: "),
        ({"stack": [{"at": "discard", "seat": "p1"}]}, "stack.0.seat"),
        ({"stack": [{"at": "attack", "seat": "p2", "target": "p1"}]}, "only the player whose turn"),
        ({"stack": [{"at": "attack", "seat": "p1", "target": "p1"}]}, "target"),
        ({"stack": [{"at": "attack", "seat": "p1", "target": "p2", "part": "body"}]}, "that card has no action"),
        ({"stack": [{"at": "attack", "seat": "p1", "target": "p2", "attack": [1]}]}, "no dice before"),
        ({"stack": [{"at": "attack", "seat": "p1", "target": "p2", "stage": "petrify"}]}, "does not petrify"),
        ({"stack": [{"at": "attack", "seat": "p1", "target": "p2", "stage": "attack", "attack": [7]}]}, "stack"),
        ({"stack": [{"at": "cheat-roll", "seat": "p1", "card": "joke"}]}, "no cheat 'joke'"),
        ({"stack": [{"at": "market", "order": ["p1", "p1"]}]}, "a seat is named twice"),
        ({"stack": [{"at": "build", "chosen": {"p1": ["a", "b", "c"]}}]}, "not in your hand"),
        ({"stack": [{"at": "over"}]}, "nobody has the points"),
        ({"stack": [{"at": "contest", "about": "greedy", "seats": ["p1"], "need": [1], "dice": [[]]}]}, "greedy"),
        ({"quiet": ["p2"]}, "quiet"),
        ({"cards": {"creatures": [{"id": "x"}]}}, "cards: card x"),
        ({"cards": {"creatures": [creature("x", "head", action=attack("A", "luck"))]}}, "cards: card x: action.attack"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_key(change: dict[str, Any], said: str | None) -> None:
    position = {"seats": {"p1": {}, "p2": {}}, **change}
    if said is None:
        GAME.from_position(position)
        return
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(position)
    explained(caught.value)
    assert said in str(caught.value)


@pytest.mark.rule("CC-SETUP-01", "CC-MERCH-01")
def test_no_more_cards_are_to_come_than_are_dealt() -> None:
    """Else a hand would grow that no position may have, and a game in progress could not be read again."""
    nothing = {"parts": {"head": "", "body": "", "rear": ""}}
    start = {"seats": {"p1": {**nothing, "hand": ["mirefang-head"]}, "p2": nothing}, "turn": None, "merchant": None}
    for below, deck, left in (("deal", "creature", 5), ("deal-cheats", "cheat", 3)):
        drawing = {"at": "draw-cards", "seat": "p1", "deck": deck, "left": left}
        seats = start if below == "deal" else {**start, "seats": {"p1": {}, "p2": {}}}
        state = GAME.from_position({**seats, "stack": [{"at": below}, drawing]})
        assert list(state.deciders()) == ["chance"]
        with pytest.raises(BadPosition, match=rf"stack.1.left: cards to come: {left} at most"):
            GAME.from_position({**seats, "stack": [{"at": below}, {**drawing, "left": left + 1}]})


def test_a_card_written_for_a_position_has_as_many_copies_as_it_shows() -> None:
    table = place(*3 * [{"parts": parts("a")}], cards=family("a"))
    again = GAME.from_position(through_json(table.state.position()))
    assert again.digest() == table.state.digest()
    with pytest.raises(BadPosition, match="of 2 in the pack"):
        place(*3 * [{"parts": parts("a")}], cards=family("a", copies=2))


def test_a_correction_sets_one_thing_right_and_tells_no_hand() -> None:
    table = place({}, {})
    table.do("table", "correct", path=["seats", "p2", "damage"], value=4)
    assert table.damage("p2") == 4
    assert "4" in table.events[0].text
    table.do("table", "correct", path=["seats", "p2", "hand"], value=["trapdoor"])
    assert table.state.position()["decks"]["cheat"]["trapdoor"] == 3  # it came off the deck
    table.do("table", "correct", path=[], value={"decks": {"cheat": {}}})
    assert "trapdoor" not in str(table.events)
    assert table.refusal("table", "correct", path=["seats", "p2", "damage"], value=400).rule == "TABLE"
    assert table.refusal("p1", "correct", path=["round"], value=2).rule == "TABLE"


# --- hypothesis ------------------------------------------------------------------------------------------

SOME = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
STAT = st.sampled_from(["might", "speed", "magic"])
NUMBER = st.integers(0, 5)
TAGS = st.lists(st.sampled_from(["poisonous", "negative", "elemental", "petrify", "aerial"]), unique=True, max_size=3)


@st.composite
def abilities(draw: st.DrawFn) -> dict[str, Any]:
    stat = draw(STAT)
    made: dict[str, Any] = {"name": "Act", "kind": "special", "type": "beast", "attack": stat, "defend": draw(STAT),
                            "tags": draw(TAGS)}  # fmt: skip
    if draw(st.booleans()):
        made["requires"] = {"stat": stat, "at_least": draw(st.integers(1, 12))}
    return made


EFFECT = st.one_of(
    st.builds(lambda do, n: {"do": do, "n": n}, st.sampled_from(
        ["reroll_own_die", "add_attack_dice", "add_defence_dice", "remove_attack_dice", "heal", "steal_random_card",
         "take_from_market", "reduce_damage"]), st.integers(1, 3)),
    st.sampled_from([{"do": "cancel_attack"}, {"do": "use_other_action"}, {"do": "become_merchant"},
                     {"do": "end_petrify", "parts": 2}, {"do": "replace_part", "any_family": True},
                     {"do": "end_condition", "condition": "negative"}]),
)  # fmt: skip


@SOME
@given(data=st.data())
def test_any_pack_of_the_form_is_played_without_a_fault(data: st.DataObject) -> None:
    cards: list[dict[str, Any]] = []
    for name in ("a", "b", "c"):
        for part in ("head", "body", "rear"):
            stats = data.draw(st.tuples(st.integers(1, 6), NUMBER, NUMBER, NUMBER))
            more: dict[str, Any] = {"copies": 6, "size": data.draw(st.sampled_from(["normal", "large"]))}
            more["keywords"] = data.draw(st.sampled_from([[], ["airborne"]]))
            if data.draw(st.booleans()):
                more["action"] = data.draw(abilities())
            cards.append(creature(f"{name}-{part}", part, stats, **{"family": name, **more}))
    timings = [
        "any time",
        "after any roll of your own",
        "before you take damage of an attack",
        "at the end of any turn",
    ]
    cheats = []
    for number in range(3):
        done = data.draw(st.lists(EFFECT, min_size=1, max_size=3))
        how = {
            "timing": data.draw(st.sampled_from(timings)),
            "legality": data.draw(st.sampled_from(["legal", "illegal"])),
        }
        cheats.append({**cheat(f"c{number}", *done), **how, "copies": 9})
    position = {
        "cards": {"creatures": cards, "cheats": cheats},
        "seats": {
            f"p{seat}": {"parts": parts("abc"[seat - 1]), "hand": ["a-head", "b-body", "c0", "c1", "c2"]}
            for seat in (1, 2, 3)
        },
    }
    state = GAME.from_position(position)
    total = sum(state.position()["decks"]["creature"].values())
    for (_action, _), _ in zip(walk(state, Random(data.draw(st.integers(0, 9)))), range(80), strict=False):
        assert GAME.from_position(through_json(state.position())).digest() == state.digest()
        for seat in state.seats:
            assert state.sample(seat, Random(1)).view(seat) == state.view(seat)
    assert total > 0
