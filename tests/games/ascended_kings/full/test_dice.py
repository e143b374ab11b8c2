"""Focus Dice: every result of a roll, against a search that shares no code with the engine's."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.games.ascended_kings.full.mats.dice import CHART, Chart, Gained, allocations, mirrors, rolls, witness

OTHER: Chart = ("aria", "egis", "egis", "pyre", "pyre", "any_core")


def partitions(dice: list[int]) -> list[list[list[int]]]:
    """Every way to put dice in groups, the slow way: a die alone, or with some of the others."""
    if not dice:
        return [[]]
    first, rest = dice[0], dice[1:]
    found = []
    for size in range(len(rest) + 1):
        for chosen in combinations(range(len(rest)), size):
            group = [first, *(rest[place] for place in chosen)]
            others = [die for place, die in enumerate(rest) if place not in chosen]
            found += [[group, *more] for more in partitions(others)]
    return found


def by_hand(dice: tuple[int, ...], threshold: int, room: int, chart: Chart = CHART) -> set[tuple[int, ...]]:
    """Every result, group by group with every choice of gem, an unused group among them."""
    results = set()
    for groups in partitions(list(dice)):
        choices = []
        for group in groups:
            total = sum(group)
            gems = {"nothing"}
            if total <= 6:
                face = chart[total - 1]
                gems |= {"aria", "egis", "pyre"} if face == "any_core" else {face}
            if total >= threshold:
                gems.add("ylem")
            choices.append(sorted(gems))
        for taken in product(*choices):
            count = Counter(taken)
            if count["ylem"] <= room:
                results.add((count["aria"], count["egis"], count["pyre"], count["ylem"]))
    return results


def rolled(*dice: int) -> tuple[int, ...]:
    return tuple(sorted(dice))


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=5),
    st.integers(3, 7),
    st.integers(0, 5),
    st.sampled_from([CHART, OTHER]),
)
def test_every_result_of_a_roll_and_no_other(dice: list[int], threshold: int, room: int, chart: Chart) -> None:
    roll = rolled(*dice)
    found = allocations(roll, threshold, room, chart)
    assert len(set(found)) == len(found)
    assert {tuple(gained) for gained in found} == by_hand(roll, threshold, room, chart)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.integers(3, 7), st.data())
def test_a_witness_uses_each_die_once_and_gives_exactly_the_result(
    dice: list[int], threshold: int, data: st.DataObject
) -> None:
    roll = rolled(*dice)
    gained = data.draw(st.sampled_from(allocations(roll, threshold, 5)))
    groups = witness(roll, gained, threshold)
    assert groups is not None
    used = Counter(die for group in groups for die in group.dice)
    assert not used - Counter(roll)
    assert Counter(group.gem for group in groups) == +Counter(
        aria=gained.aria, egis=gained.egis, pyre=gained.pyre, ylem=gained.ylem
    )
    for group in groups:
        total = sum(group.dice)
        if group.gem == "ylem":
            assert total >= threshold
        else:
            assert CHART[total - 1] in (group.gem, "any_core")


@pytest.mark.parametrize("impossible", [Gained(ylem=2), Gained(aria=3), Gained(pyre=-1), Gained(99, 99, 99, 99)])
def test_what_the_dice_cannot_give_has_no_witness(impossible: Gained) -> None:
    assert witness((3, 4), impossible, 7) is None


def test_the_printed_examples_of_combining() -> None:
    assert Gained(egis=1, pyre=1) in allocations((3, 4), 7, 5)
    assert Gained(pyre=1) in allocations((2, 3), 7, 5)
    one_three_five = allocations((1, 3, 5), 7, 5)
    assert {Gained(1, 1, 1), Gained(pyre=2), Gained(aria=1, ylem=1)} <= set(one_three_five)
    assert Gained(2, 0, 0) not in one_three_five
    assert Gained(ylem=2) in allocations((4, 5, 5), 5, 5)
    assert Gained(ylem=3) not in allocations((4, 5, 5), 5, 5)
    assert Gained(ylem=1) in allocations((3, 4), 5, 5)
    assert Gained(aria=1, ylem=1) not in allocations((3, 4), 5, 5)


def test_twelve_dice_are_looked_through_at_once_and_exactly_for_all_alike() -> None:
    found = allocations((1,) * 12, 7, 5)
    # n ones buy an Aria each, an Egis for 3, a Pyre for 4, any Core for 6, an Ylem for 7
    assert {tuple(gained) for gained in found} == {
        (aria, egis, pyre, ylem)
        for aria, egis, pyre, ylem in product(range(13), range(5), range(4), range(2))
        if aria + 3 * egis + 4 * pyre + 7 * ylem <= 12
    }


def test_a_mirror_needs_two_dice_that_are_alike() -> None:
    assert mirrors((4, 4))
    assert mirrors((2, 2, 2, 2))
    assert not mirrors((4,))
    assert mirrors((4,), least=1)
    assert not mirrors((4, 4, 5))
    assert not mirrors(())


@pytest.mark.parametrize("focus", [1, 2, 3, 4, 6])
def test_rolls_weigh_what_single_dice_weigh(focus: int) -> None:
    counted = Counter(rolled(*dice) for dice in product(range(1, 7), repeat=focus))
    assert dict(rolls(focus)) == counted
    assert sum(weight for _, weight in rolls(focus)) == 6**focus


@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5, 6), (6, 6, 6), (1, 2, 3, 4, 5, 6, 6, 6)])
def test_the_ascended_die_weighs_by_its_own_faces(faces: tuple[int, ...]) -> None:
    counted = Counter(rolled(*dice, face) for dice in product(range(1, 7), repeat=3) for face in faces)
    assert dict(rolls(3, faces)) == counted
