"""Kimera: what each of the 95 levels of runes and gems costs, counts and does, from the lists of the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games.kimera.cards import rider_builder

from tests.games.outsider.battle import TRAITS, Battle, rider

SIX = ("rend-6", "bash-6", "scar-6", "crack-6", "sunder-6", "expose-6")
"""Cards of value 6, played for value or by skill."""

HALF = ("+1", "s1", "+2", "s2", "+3")
"""Bonus, skill, bonus, skill, bonus: the five levels of a rune for attack or defence."""

FULL = ("+1", "+2", "+3", "+4", "+5")

RUNES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "KM-RUNE-06": ("rending", "heavy_melee", HALF),
    "KM-RUNE-07": ("savagery", "free_melee", HALF),
    "KM-RUNE-08": ("power", "intensity", FULL),
    "KM-RUNE-09": ("deflection", "intercept", HALF),
    "KM-RUNE-10": ("celeric", "evade", HALF),
    "KM-RUNE-11": ("insightful", "acuity", HALF),
    "KM-RUNE-12": ("focus", "discipline", FULL),
    "KM-RUNE-13": ("adamant", "armor", FULL),
    "KM-RUNE-14": ("endurance", "recovery", FULL),
    "KM-RUNE-15": ("sovereign", "", ("b1", "c1", "b3", "c2", "b5")),
}

GEMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "KM-GEM-04": ("pyrrhic", ("wrack", "bolt", "trial", "edge", "area bolt")),
    "KM-GEM-05": ("abyssal", ("shield", "suppression wrack", "weapon", "suppression bolt", "edge")),
    "KM-GEM-06": ("phoebian", ("suppression wrack", "edge", "suppression bolt", "weapon", "area suppression bolt")),
    "KM-GEM-07": ("thundering", ("suppression bolt", "weapon", "bolt", "edge", "area suppression bolt")),
    "KM-GEM-08": ("eldritch", ("shield", "wrack", "trial", "bolt", "area wrack")),
    "KM-GEM-09": ("zealous", ("edge", "resist", "shield", "weapon", "heal")),
    "KM-GEM-10": ("heroic", ("weapon", "shield", "heal", "edge", "trial")),
    "KM-GEM-11": ("sanative", ("heal", "shield", "lingering heal", "area heal", "suppression trial")),
    "KM-GEM-12": ("etheric", ("shield", "trial", "suppression wrack", "gem grapple", "bolt")),
}

LEVELS = range(1, 6)


def each_level(lists: dict[str, Any]) -> list[Any]:
    """One case a level, marked with the id of the list and with that of the level."""
    return [
        pytest.param(rule, level, id=f"{rule}-L{level}", marks=pytest.mark.rule(rule, f"{rule}-L{level}"))
        for rule in lists
        for level in LEVELS
    ]


def best(steps: tuple[str, ...], level: int, sign: str) -> int:
    """The best of what is reached, of one kind."""
    return max((int(step[1:]) for step in steps[:level] if step[0] == sign), default=0)


@pytest.mark.rule("KM-COST-02", "KM-POT-01")
@pytest.mark.parametrize("kind", ["runes", "gems"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_costs_twice_its_number_and_counts_once(kind: str, level: int) -> None:
    names = [name for name, *_ in (RUNES if kind == "runes" else GEMS).values()]
    for name in names:
        checked = rider_builder.check({"type": "kolossus", kind: {name: level}})
        assert checked.cost == 2 * sum(range(1, level + 1))
        assert checked.potence == level
        assert not checked.faults


def test_there_are_95_levels() -> None:
    assert 5 * len(RUNES) + 5 * len(GEMS) == 95


@pytest.mark.parametrize(("rule", "level"), each_level(RUNES))
def test_a_rune_raises_what_its_list_says_and_nothing_else(rule: str, level: int) -> None:
    rune, trait, steps = RUNES[rule]
    plain = Battle(rider(initiative=1), rider()).seat("p1")
    facts = Battle(rider(initiative=1, runes={rune: level}), rider()).seat("p1")
    changed = {one: facts["traits"][one] - plain["traits"][one] for one in TRAITS}
    gained = best(steps, level, "+")
    assert {one: up for one, up in changed.items() if up} == ({trait: gained} if gained else {})
    skilled = best(steps, level, "s")
    assert facts["skills"] == ({trait: skilled} if skilled else {})
    assert facts["full_balance"] - plain["full_balance"] == best(steps, level, "b")
    assert facts["card_values"] == best(steps, level, "c")
    assert facts["potence"] - plain["potence"] == level


def attack_value(how: str, symbols: tuple[str, ...], values: tuple[str, ...], skill: int, **facts: Any) -> int:
    """What an attack comes to with these cards for value and as many skill cards as the rider may play."""
    battle = Battle(rider("kolossus", *symbols, *values, *SIX[:3], initiative=3, **facts), rider())
    battle.do("p1", "attack", how=how, target="p2")
    if symbols:
        battle.play("p1", *symbols)
    battle.play("p1", *values)
    if skill:
        battle.refused("p1", "play", cards=list(SIX[: skill + 1]))
        battle.play("p1", *SIX[:skill])
    value = battle.view["attack"]["value"]
    assert battle.asked == {"p2": "defend"}, "no skill card more"
    return int(value)


@pytest.mark.rule("KM-RUNE-02", "KM-RUNE-03", "KM-RUNE-04")
@pytest.mark.parametrize("level", LEVELS)
def test_an_attack_is_worth_what_its_rune_makes_of_it(level: int) -> None:
    bonus, skill = best(HALF, level, "+"), best(HALF, level, "s")
    worth = 2 * (1 + bonus) + 2 * skill
    sixes = ("stagger-6", "sever-6")
    assert attack_value("heavy-melee", ("crack-5",), sixes, skill, heavy_melee=1, runes={"rending": level}) == worth
    assert attack_value("free-melee", (), sixes, skill, free_melee=1, runes={"savagery": level}) == worth
    bolt = {"acuity": 1, "gems": {"eldritch": 4}, "runes": {"insightful": level}}
    assert attack_value("bolt", ("rend-5", "crack-5"), sixes, skill, **bolt) == worth


@pytest.mark.rule("KM-RUNE-05")
@pytest.mark.parametrize("rune", ["savagery", "deflection", "celeric", "insightful", "power", "sovereign"])
def test_a_skill_helps_its_own_trait_alone(rune: str) -> None:
    values = ("stagger-2", "sever-2")
    extra = 4 if rune == "sovereign" else 0
    assert attack_value("heavy-melee", ("crack-5",), values, 0, heavy_melee=6, runes={rune: 5}) == 4 + extra


@pytest.mark.rule("KM-RUNE-02", "KM-RUNE-04", "KM-RES-05", "KM-RES-06")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("how", ["intercept", "evade"])
def test_a_defence_is_worth_what_its_rune_makes_of_it(how: str, level: int) -> None:
    rune = {"intercept": "deflection", "evade": "celeric"}[how]
    bonus, skill = best(HALF, level, "+"), best(HALF, level, "s")
    hand = ("sunder-5", "stagger-6", "sever-6", *SIX[:3])
    target = rider("kiron", *hand, runes={rune: level}, evade=1, intercept=1)
    battle = Battle(rider("kolossus", "crack-5", initiative=3), target)
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",))
    battle.do("p2", "defend", how=how, **({"card": "sunder-5"} if how == "intercept" else {}))
    battle.play("p2", "stagger-6", "sever-6")
    if skill:
        battle.refused("p2", "play", cards=list(SIX[: skill + 1]))
        battle.play("p2", *SIX[:skill])
    (missed,) = [event for event in battle.log if event.kind == "attack-fails"]
    assert missed.data["defence"] == 2 * (1 + bonus) + 2 * skill


@pytest.mark.rule("KM-RUNE-08")
@pytest.mark.parametrize("level", LEVELS)
def test_power_is_balance_lost(level: int) -> None:
    battle = Battle(rider("kolossus", "crack-5", "rend-6", initiative=3, intensity=0, runes={"power": level}), rider())
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-6",)).do("p2", "defend", how="none")
    assert battle.stands("p2") == (9 - level, 0, False)


@pytest.mark.rule("KM-RUNE-12", "KM-TAC-02")
@pytest.mark.parametrize("level", LEVELS)
def test_focus_is_hand_size(level: int) -> None:
    battle = Battle(
        rider("kolossus", prepared=0, discipline=1, runes={"focus": level}), rider(prepared=0, discipline=0),
        stack=[{"at": "resource"}],
    )  # fmt: skip
    drawn = 0
    while "chance" in battle.asked:
        battle.do("chance", "draw", card=SIX[drawn])
        drawn += 1
    assert drawn == battle.seat("p1")["hand_count"] == 1 + level


@pytest.mark.rule("KM-RUNE-13", "KM-DMG-05", "KM-DMG-06")
@pytest.mark.parametrize("level", LEVELS)
def test_adamant_is_armor_against_hits(level: int) -> None:
    """Ground against Ground: the defender picks with as many hits as Armor, the attacker with one more."""
    for hits, picker in ((level, "p2"), (level + 1, "p1")):
        struck = rider("kolossus", armor=0, runes={"adamant": level}, balance=0, off=True)
        battle = Battle(rider("kolossus", "crack-5", "rend-6", initiative=3, intensity=hits), struck)
        battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-6",))
        battle.draws(*("bash-1", "bash-2", "bash-3", "bash-4", "bash-5", "bash-6")[:hits])
        if hits > 1:
            assert battle.asked == {picker: "pick-damage"}


@pytest.mark.rule("KM-RUNE-14", "KM-REC-05")
@pytest.mark.parametrize("level", LEVELS)
def test_endurance_is_recovery(level: int) -> None:
    battle = Battle(
        rider("kiron", "rend-6", balance=0, recovery=0, runes={"endurance": level}), rider(),
        stack=[{"at": "recovery"}],
    )  # fmt: skip
    battle.do("p1", "recover", how="partial", card="rend-6")
    assert battle.stands("p1") == (level, 0, False)


@pytest.mark.rule("KM-RUNE-15", "KM-CARD-05")
@pytest.mark.parametrize("level", LEVELS)
def test_sovereign_raises_own_value_cards_before_the_cap(level: int) -> None:
    raised = best(RUNES["KM-RUNE-15"][2], level, "c")
    runes = {"sovereign": level}
    values = ("stagger-2", "sever-3")
    assert attack_value("heavy-melee", ("crack-5",), values, 0, heavy_melee=6, runes=runes) == 5 + 2 * raised
    assert attack_value("heavy-melee", ("crack-5",), values, 0, heavy_melee=2, runes=runes) == 4
    assert attack_value("heavy-melee", ("crack-5",), ("sever-6",), 0, heavy_melee=6, runes=runes) == 6


@pytest.mark.rule("KM-RUNE-02")
def test_a_card_can_count_seven() -> None:
    runes = {"rending": 1, "sovereign": 2}
    assert attack_value("heavy-melee", ("crack-5",), ("stagger-6",), 0, heavy_melee=6, runes=runes) == 7


@pytest.mark.rule("KM-RUNE-04")
def test_the_worked_case_of_a_skill() -> None:
    facts: dict[str, Any] = {"heavy_melee": 4, "runes": {"rending": 2}}
    assert attack_value("heavy-melee", ("stagger-6",), ("crack-5", "stagger-3"), 1, **facts) == 5 + 3 + 2


ALL_SYMBOLS = (
    "crush-1",
    "sever-1",
    "crack-1",
    "stagger-1",
    "rend-1",
    "bash-1",
    "scar-1",
    "crack-2",
    "rend-2",
    "bash-3",
)
"""A hand with which nothing fails for want of a card."""


def powers_in_play(gem: str, level: int) -> set[str]:
    """All that this gem makes possible and that the same rider cannot do without it."""
    found: set[str] = set()
    for gems in ({gem: level}, {}):
        mine: dict[str, Any] = {"gems": gems, "wounds": ["crack-6"], "acuity": 6}
        battle = Battle(rider("kolossus", *ALL_SYMBOLS, initiative=5, **mine), rider(wounds=["bash-6"]))
        offers: set[str] = set()
        for one in battle.offers("p1", "attack"):
            words = ["area"] * one["area"] + ["suppression"] * one["suppression"] + ["gem"] * one["gem"]
            offers.add(" ".join([*words, one["how"]]))
        for one in battle.offers("p1", "heal"):
            offers.add(" ".join(["area"] * one["area"] + ["lingering"] * one["lingering"] + ["heal"]))
        seats = (rider("kolossus", *ALL_SYMBOLS, initiative=5, **mine), rider())
        maneuver = Battle(*seats, stack=[{"at": "maneuver"}])
        offers |= {one["what"] for one in maneuver.offers("p1", "activate")}
        found = found - offers if found else offers
        if not gems:
            return found
    return found


@pytest.mark.rule("KM-GEM-01", "KM-GEM-02", "KM-ATK-07")
@pytest.mark.parametrize(("rule", "level"), each_level(GEMS))
def test_a_gem_grants_its_powers_up_to_its_level_and_no_others(rule: str, level: int) -> None:
    gem, powers = GEMS[rule]
    expected = set(powers[:level]) - {"resist"}
    assert powers_in_play(gem, level) == expected


@pytest.mark.rule("KM-GEM-02")
@pytest.mark.parametrize(("rule", "level"), each_level(GEMS))
def test_with_top_only_a_gem_grants_the_last_one_alone(rule: str, level: int) -> None:
    gem, powers = GEMS[rule]
    options = {"gem_levels": "top_only"}
    facts = Battle(rider(initiative=1, gems={gem: level}), rider(), options=options).seat("p1")
    (power,) = facts["powers"]
    words = ["area"] * power["area"] + ["suppression"] * power["suppression"] + ["lingering"] * power["lingering"]
    name = {"resist_suppression": "resist", "grapple": "gem grapple"}.get(power["power"], power["power"])
    assert " ".join([*words, name]) == powers[level - 1]


@pytest.mark.rule("KM-GEM-09-L2", "KM-GEM-09")
@pytest.mark.parametrize(("level", "left"), [(1, 1), (2, 3), (5, 3)])
def test_resist_suppression_takes_two_away(level: int, left: int) -> None:
    battle = Battle(
        rider("kolossus", "crush-1", "crack-5", "rend-6", initiative=6, intensity=3, gems={"phoebian": 1}),
        rider("kolossus", initiative=4, gems={"zealous": level}),
    )
    battle.attack("p1", "wrack", "p2", ("crush-1", "crack-5"), ("rend-6",), suppression=True)
    battle.do("p2", "defend", how="none")
    assert battle.stands("p2") == (9, left, False)


@pytest.mark.rule("KM-RUNE-03")
@pytest.mark.parametrize(("level", "bonus", "skill"), [(1, 1, 0), (2, 1, 1), (3, 3, 1), (4, 3, 3), (5, 6, 3)])
def test_with_sum_all_the_levels_of_a_rune_add_up(level: int, bonus: int, skill: int) -> None:
    options = {"rune_stack": "sum_all"}
    facts = Battle(rider(initiative=1, runes={"rending": level}), rider(), options=options).seat("p1")
    assert facts["traits"]["heavy_melee"] == 3 + bonus
    assert facts["skills"].get("heavy_melee", 0) == skill


@pytest.mark.rule("KM-RUNE-04")
@pytest.mark.parametrize(("level", "each"), [(2, 1), (4, 2)])
def test_with_min_of_2_and_bonus_a_skill_card_adds_the_bonus_at_most(level: int, each: int) -> None:
    skill = level // 2
    battle = Battle(
        rider("kolossus", "crack-5", "stagger-6", *SIX, initiative=3, heavy_melee=1, runes={"rending": level}), rider(),
        options={"skill_card_value": "min_of_2_and_bonus"},
    )  # fmt: skip
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("stagger-6", "rend-6"), SIX[1 : 1 + skill])
    assert battle.view["attack"]["value"] == 2 * (1 + level // 2) + each * skill
