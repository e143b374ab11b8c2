"""The sample of rules without their code is complete and fresh, and its machinery tells caught from uncaught.

All of the sample takes minutes and is `scripts/mutations`; here a few stand for it.
"""

from __future__ import annotations

import ast
import tomllib

import pytest

from tests.mutation.mutants import GAMES, LOTS, ROOT, Copy, Mutation, Stale, Table, drawn, drawn_of, mutated, tables

TABLES = tables()
WALL = Mutation(
    "AK-FIRE-02", "", "ascended_kings/board/fire.py", "arena.walls.moved(edge, line)", "arena.walls.moved(edge, 5)"
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("mutated"))


def test_every_ruleset_has_a_table() -> None:
    assert [found.ruleset for found in TABLES] == [
        "ascended-kings",
        "chimera-con",
        "chimera-hunt",
        "kimera",
        "red-rains",
    ]


@pytest.mark.parametrize("sample", TABLES, ids=lambda each: each.ruleset)
def test_every_rule_that_was_drawn_has_a_mutation_and_no_other(sample: Table) -> None:
    rules = {*sample.later, *(rule for seed in sample.seeds for rule in drawn(sample.ruleset, seed, sample.later))}
    things: set[str] = set()
    for lot in sample.lot:
        (rules if lot.of == "levels" else things).update(
            each for seed in sample.seeds for each in drawn_of(sample.ruleset, lot, seed)
        )
    assert {mutation.rule for mutation in sample.mutation if not mutation.of} == rules
    assert {mutation.of for mutation in sample.mutation if mutation.of} == things
    assert len(rules) >= 19


def test_the_lots_are_whole() -> None:
    assert len(LOTS["levels"]("kimera")) == 95
    assert len(LOTS["aspects"]("red-rains")) == 72
    assert len(set(LOTS["rows"]("red-rains"))) == len(LOTS["rows"]("red-rains")) > 90


EVERY = [mutation for sample in TABLES for mutation in sample.mutation]


@pytest.mark.parametrize("mutation", EVERY, ids=lambda each: f"{each.rule}: {each.without}")
def test_a_mutation_still_fits_the_code(mutation: Mutation) -> None:
    text = mutated(mutation, (ROOT / GAMES / mutation.file).read_text())
    assert tomllib.loads(text) if mutation.file.endswith(".toml") else ast.parse(text)


def test_every_mutation_changes_something_of_its_own() -> None:
    assert all(mutation.find != mutation.replace for mutation in EVERY)
    assert len(set(EVERY)) == len(EVERY)


def test_a_mutation_of_code_that_is_not_there_is_stale() -> None:
    with pytest.raises(Stale, match="0 times"):
        mutated(Mutation("AK-FIRE-02", "", "fire.py", "no such text", ""), "some text")
    with pytest.raises(Stale, match="2 times"):
        mutated(Mutation("AK-FIRE-02", "", "fire.py", "me", ""), "some meat")


def test_a_rule_without_its_code_is_caught_and_the_copy_is_whole_again(copy: Copy) -> None:
    before = (copy.folder / GAMES / WALL.file).read_text()
    here = (ROOT / GAMES / WALL.file).read_text()
    copy.prove(["AK-FIRE-02"])
    verdict, test = copy.verdict(WALL)
    assert verdict == "caught"
    assert test.startswith("tests/games/")
    assert (copy.folder / GAMES / WALL.file).read_text() == before == here
    assert (ROOT / GAMES / WALL.file).read_text() == here


@pytest.mark.parametrize("rule", ["KM-HEAL-07", "AK-COMP-07"])
def test_rules_whose_tests_read_a_page_are_proven_in_the_copy(copy: Copy, rule: str) -> None:
    copy.prove([rule])


def test_what_nobody_would_notice_survives(copy: Copy) -> None:
    words = Mutation(
        "AK-FIRE-02", "", "ascended_kings/board/fire.py", "def advance(arena: Arena", "def advance(arena : Arena"
    )
    assert copy.verdict(words)[0] == "survived"


@pytest.mark.parametrize(
    ("mutation", "said"),
    [
        (Mutation("AK-FIRE-02", "", "ascended_kings/board/fire.py", "def advance(", "def advance(("), "broken"),
        (Mutation("AK-NONE-01", "", "ascended_kings/board/fire.py", "def advance(", "def advance("), "untested"),
    ],
)
def test_code_that_does_not_run_and_rules_without_tests_prove_nothing(
    copy: Copy, mutation: Mutation, said: str
) -> None:
    assert copy.verdict(mutation)[0] == said
