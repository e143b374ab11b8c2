"""Every aspect of the six Chimeras: its numbers, written down a second time, as the table shows them face up."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadPosition

from .rains import GAME, solo

rule = pytest.mark.rule

ICONS = {"L": "claw_left", "R": "claw_right", "J": "jaw", "-": "none"}

CARDS = """\
viros fury rampage 2/2/1/R 2
viros fury hunting-instincts 4/3/2/L 0
viros fury firebelly 1/2/1/J 0
viros fury frozen-fear 3/3/2/J 0 terrifying=1
viros fury whiplash 2/1/1/R 0
viros fury iron-scales 3/2/2/L 0 defender
viros shadow lurk 4/1/2/L 0 concealed quick_strike
viros shadow glare 2/2/1/J 0
viros shadow dark-descent 3/3/2/J 0
viros shadow constrict 2/4/2/R 0 constrict=1 defender
viros shadow stormcall 1/2/1/R 2
viros shadow regenerate 2/1/1/R 0
frostwild storm storm-bolt 2/1/1/R 0
frostwild storm shockwave 3/3/2/J 0
frostwild storm bonechill-wind 2/2/1/L 2
frostwild storm galeforce 2/4/2/L 3
frostwild storm avalanche 4/3/2/J 0
frostwild storm frost-bulwark 1/2/1/R 0 armored=1 defender
frostwild mighty giants-might 1/3/2/J 0 gigantic=2
frostwild mighty warcry 1/4/2/J 0
frostwild mighty sweeping-strike 3/3/2/R 0
frostwild mighty wild-throw 3/1/1/L 0
frostwild mighty charge-fist 2/2/1/L 3
frostwild mighty crushing-grip 2/2/1/L 0 defender
neverset bloom proliferate 1/1/1/R 0 defender
neverset bloom sowing-strike 3/3/2/J 0
neverset bloom photosynthesize 2/3/2/J 3
neverset bloom allure 2/2/1/L 2
neverset bloom ballistic-seeds 1/2/1/- 0
neverset bloom soothing-scent 3/2/2/L 0 defender tame=1
neverset thorn vine-whip 2/1/1/R 0
neverset thorn horrific-gaze 2/2/1/R 0
neverset thorn overgrowth 4/3/2/J 0
neverset thorn vampiric-roots 4/3/2/R 0
neverset thorn explosive-pods 2/2/1/J 3
neverset thorn withering-rot 2/3/2/L 2
lordswall horde at-the-gates 2/2/1/L 0
lordswall horde carrion-call 1/2/1/R 2
lordswall horde charging-horde 3/3/2/J 0 horde
lordswall horde thunderclap 2/1/1/R 0
lordswall horde flanking-strike 3/3/2/R 0
lordswall horde heartpierce 3/3/2/J 0
lordswall death skeletal-wall 1/1/1/J 0 defender
lordswall death unending-forces 2/3/2/R 3
lordswall death convert 3/4/2/L 0
lordswall death torrential-sacrifice 2/1/1/J 0
lordswall death crimson-pyre 3/3/2/L 3
lordswall death death-knell 1/2/1/R 2
shadowreck lair silksteel 2/1/1/J 0
shadowreck lair weave 2/2/1/R 2
shadowreck lair neurotoxin 1/2/1/R 2
shadowreck lair broodmother 1/4/2/R 3
shadowreck lair unfathomable 4/3/2/J 0 terrifying=2
shadowreck lair unbreakable 3/3/2/L 0 defender
shadowreck horror erratic-strike 3/3/2/J 0
shadowreck horror panic 1/3/1/R 0 retreat
shadowreck horror paranoia 2/2/1/L 0
shadowreck horror torment 2/2/1/R 2
shadowreck horror devour 4/3/2/L 0
shadowreck horror lunge 2/4/2/L 0 retreat
moon_cove abyss capsize 3/3/2/R 0
moon_cove abyss whirlpool 2/2/1/J 3
moon_cove abyss undertow 2/1/1/L 0 retreat
moon_cove abyss drag-below 2/2/1/R 2
moon_cove abyss deep-end 5/3/2/L 0 concealed
moon_cove abyss from-the-depths 3/3/2/J 0
moon_cove wave insatiable 2/2/1/R 2
moon_cove wave tyranny 1/3/2/J 0
moon_cove wave stunning-impact 2/2/1/J 0
moon_cove wave shore-breaker 4/3/2/L 0
moon_cove wave deluge 2/1/1/J 0
moon_cove wave riptide 3/3/2/R 0 retreat
"""


def read(line: str) -> tuple[str, str, str, dict[str, Any], dict[str, int]]:
    who, aspects, card, numbers, pips, *words = line.split()
    attack, life, blood, icon = numbers.split("/")
    facts = {"attack": int(attack), "life": int(life), "blood": int(blood), "icon": ICONS[icon], "status": int(pips)}
    return who, aspects, card, facts, {word.split("=")[0]: int((word + "=0").split("=")[1]) for word in words}


def test_there_are_six_of_each_of_twelve_sets_with_as_much_blood() -> None:
    cards = [read(line) for line in CARDS.splitlines()]
    sets = {(who, aspects) for who, aspects, *_ in cards}
    assert len(cards) == 72
    assert len(sets) == 12
    for one in sets:
        assert sorted(facts["blood"] for who, aspects, _, facts, _ in cards if (who, aspects) == one) == [
            1,
            1,
            1,
            2,
            2,
            2,
        ]


@rule("RR-REV-02", "RR-ATK-04", "RR-ATK-05", "RR-ATK-06")
@pytest.mark.parametrize("line", CARDS.splitlines())
def test_an_aspect_shows_its_numbers_and_keywords(line: str) -> None:
    who, aspects, card, numbers, keywords = read(line)
    shown = solo(who, [card], aspects=aspects).card("a1")
    assert {key: shown[key] for key in numbers} == numbers
    assert shown["keywords"] == keywords
    assert shown["recover"] == 0
    assert shown["able"] == (numbers["icon"] != "none")


CONJURED = """\
lordswall rainwalker 1/1/0/J 0 ephemeral feeble horde
neverset scarlet-seed 0/1/0/- 3
"""


@rule("RR-REV-02")
@pytest.mark.parametrize("line", CONJURED.splitlines())
def test_a_conjured_aspect_does_too(line: str) -> None:
    who, card, numbers, *rest = line.split()
    _, _, _, facts, keywords = read(" ".join([who, "-", card, numbers, *rest]))
    shown = solo(who, [card]).card("a1")
    assert {key: shown[key] for key in facts} == facts
    assert shown["keywords"] == keywords


SETUPS = """\
viros 30/35 1222 12122 121212 12112 121112 1212112
frostwild 35/40 1222 12221 121221 12221 121121 1212121
neverset 30/35 1222 12221 121221 12221 121121 1212121
lordswall 30/35 1212 12122 121212 12121 121212 1212121
shadowreck 30/35 1222 12122 121212 12121 121212 1212121
moon_cove 35/40 1212 12122 121212 12121 121212 1212121
"""


@rule("RR-BASE-07", "RR-FAT-02")
@pytest.mark.parametrize("at", range(6), ids=["S1", "S2", "S3", "H1", "H2", "H3"])
@pytest.mark.parametrize("line", SETUPS.splitlines())
def test_a_level_sets_up_its_aspects_its_life_and_its_threat(line: str, at: int) -> None:
    who, lives, *rows = line.split()
    state = GAME.new({"chimera": who, "level": ("S1", "S2", "S3", "H1", "H2", "H3")[at], "players": "printed"})
    view = state.view(None)
    assert "".join(str(one["blood"]) for one in view["seats"]["p1"]["facing"]) == rows[at]
    assert not any(one["up"] for one in view["seats"]["p1"]["facing"])
    chimera = view["chimera"]
    assert chimera["life"] == int(lives.split("/")[at // 3])
    assert (chimera["threat"], chimera["ultimate"], chimera["phase"]) == (len(rows[at]), 3, 1)
    assert chimera["pile"] == 18 - len(rows[at])
    assert chimera["rage"] == {"power": 0, "basic": 5}


@rule("RR-MISC-06", "RR-BASE-04")
@pytest.mark.parametrize(
    ("who", "card", "copies"),
    [
        ("frostwild", "stun", 6),
        ("frostwild", "vigor", 6),
        ("neverset", "bleed", 3),
        ("neverset", "scarlet-seed", 6),
        ("lordswall", "rainwalker", 7),
        ("shadowreck", "webbed", 6),
        ("moon_cove", "drowning", 7),
    ],
)
def test_there_are_so_many_copies_and_no_more(who: str, card: str, copies: int) -> None:
    """As many lie on cards or stand there as there are; one more is no position."""

    def position(n: int) -> dict[str, Any]:
        if card in ("scarlet-seed", "rainwalker"):
            return {"chimera": who, "seats": {"p1": {"facing": [card] * n}}}
        if card == "drowning":
            return {"chimera": who, "seats": {"p1": {"attached": {card: n}}}}
        units = [{"name": f"Unit {at}", "attached": {card: 1}} for at in range(n)]
        return {"chimera": who, "seats": {"p1": {"battlefield": 10, "units": units}}}

    assert GAME.from_position(position(copies)).deciders()
    with pytest.raises(BadPosition, match=f"{copies} copies of {card}"):
        GAME.from_position(position(copies + 1))


@rule("RR-MISC-06")
@pytest.mark.parametrize(("who", "card"), [("frostwild", "stun"), ("shadowreck", "webbed")])
def test_one_of_these_is_enough_for_a_card(who: str, card: str) -> None:
    for n in (1, 2):
        given = {"chimera": who, "seats": {"p1": {"units": [{"name": "One", "attached": {card: n}}]}}}
        if n == 1:
            assert GAME.from_position(given)
        else:
            with pytest.raises(BadPosition, match=rf"attached\.{card}: at most 1"):
                GAME.from_position(given)
