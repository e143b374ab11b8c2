"""No identifier reaches people: whole games of every ruleset are read with the eyes of somebody who plays them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from immolation import bots, games
from immolation.dashboard import seats as page_seats
from immolation.dashboard.panels import new_game, score_sheets
from immolation.games import CHANCE, TABLE, Action, Correct, State
from immolation.games.contract import Option
from immolation.games.correcting import place_in_words, value_in_words
from immolation.games.spoken_corrections import TECHNICAL, _places

GAMES = (
    ("ascended-kings", {"track": "arena"}),
    ("ascended-kings", {"track": "full"}),
    ("ascended-kings", {"track": "arena", "kings": "choose"}),
    ("kimera", {}),
    ("kimera", {"riders": {"p1": "ashkar", "p2": "ashkar"}}),
    ("chimera-hunt", {}),
    ("cinders", {}),
    ("chimera-con", {}),
    ("red-rains", {}),
    ("red-rains", {"players": "printed"}),
)
LONGEST = 700
"""Actions: a game of the longest ruleset takes some five hundred."""

TITLES = ("False Bottom",)
"""Names of cards that look like what they are not."""

IDENTIFIERS = {
    "a seat": r"\bp[1-6]\b",
    "a path": r"\b(?:seats?|stack|options?|config)\.\w",
    "a configuration": r"\[config",
    "a numbered key": r"\b[a-z]+(?:[-_][a-z0-9]+)*[-_]\d+\b",
    "a snake": r"\b[a-z]+_[a-z_]+\b",
    "a setting": r"\b[a-z]+[:=][a-z]+\b",
    "a rule alone": r"\b(?:AK|KM|CC|RR)-[A-Z]+-\d+",
    "a word of Python": r"\b(?:None|True|False|NoneType|dict|int|str)\b",
    "code": r"[{}<>`]|\w+\.\w+\.\w+|==",
}
LOOKED_FOR = {what: re.compile(pattern) for what, pattern in IDENTIFIERS.items()}


def identifiers(text: str) -> list[str]:
    """What of a text no person should have to read."""
    for title in TITLES:
        text = text.replace(title, "")
    return [f"{what}: {found[0]}" for what, looked in LOOKED_FOR.items() if (found := looked.search(text))]


def option_texts(option: Option) -> Iterator[str]:
    """What the form of a new game says of an option, as the page makes it."""
    field = msgspec.convert(msgspec.to_builtins(option), new_game.GameOption)
    if new_game.offered([field]):
        yield from (field.meaning, field.reading, *new_game.titles(field))


def standing(state: State) -> Iterator[str]:
    """What people read while nothing happens: prompts, buttons, forms, pieces."""
    game, public = state.game, state.view(None)
    for decision in state.deciders().values():
        yield decision.prompt
        yield from (game.label(one.action, public) for one in decision.outcomes[:20])
    for seat in state.seats:
        view = state.view(seat)
        yield from (game.label(action, view) for action in state.legal_actions(seat))
        for declared in state.declarations(seat):
            yield declared.label
            for field in declared.fields:
                yield field.meaning or field.name
                if field.type == "choice":
                    yield from (choice.replace("-", " ") for choice in field.choices if choice not in state.seats)
    yield from (piece.label for piece in game.picture(public).pieces)


def refused(state: State, past: list[Action], rng: Random) -> Iterator[str]:
    """Why what was done before, or is another's to do, may not be done now."""
    others = [action for seat in state.seats for action in state.legal_actions(seat)[:4]]
    moved = [msgspec.structs.replace(action, seat=rng.choice(state.seats)) for action in others]
    for action in (*rng.sample(past, min(8, len(past))), *moved):
        refusal = state.check(action)
        if refusal is not None:
            yield refusal.reason


def set_right(state: State, rng: Random) -> Iterator[str]:
    """What is said of something that is set right: by who may propose it, by the host, and on a button."""
    public = state.view(None)
    for place in rng.sample(found := [*_places(state, state.seats[0])], min(6, len(found))):
        for value in (place.value, state.seats[-1], 4, -1, 999, True, None, {"gems": [state.seats[0], "aria_bound-2"]}):
            action = Correct(TABLE, place.path, value, "mine", state.seats[0])
            yield state.game.label(action, public)
            yield f"{place_in_words(place.path, public)} is set to {value_in_words(value, public)}."
            flaw = state.check(action)
            if flaw is None:
                yield from (event.text for event in state.copy().apply(action))
            elif place.path[0] not in TECHNICAL:
                yield flaw.reason
    for key in state.position():
        refusal = state.may_propose(state.seats[0], Correct(TABLE, (key,), "aria"))
        if refusal is not None:
            yield refusal.reason


def told(name: str, config: dict[str, Any], seed: int) -> Iterator[str]:
    """Everything that people read in a game of random moves."""
    game = games.load_for(name, config)
    for option in (*game.config_keys(), *game.options()):
        yield from option_texts(option)
    state, rng, past = game.new(config), Random(seed), []
    for number in range(LONGEST):
        if state.outcome() is not None:
            break
        if number % 3 == 0:
            yield from standing(state)
            yield from refused(state, past, rng)
        deciders = state.deciders()
        able = [seat for seat in deciders if seat == CHANCE or state.legal_actions(seat)]
        if not able:  # with printed cards only people can say what is next
            break
        seat = rng.choice(able)
        if seat == CHANCE:
            due = deciders[seat].outcomes
            action = rng.choices([one.action for one in due], [one.weight for one in due])[0]
        else:
            action = rng.choice(state.legal_actions(seat))
        past.append(action)
        if number % 20 == 0:
            yield from set_right(state, rng)
        if number % 11 == 0:
            yield from (step.text for step in state.unfold(action))
        for event in state.apply(action):
            yield event.text
            yield from (event.seen_by(viewer).text for viewer in state.seats)
    result = state.outcome()
    if result is not None:
        yield result.reason
        for sheet in result.scores.values():
            yield from map(score_sheets.line_title, sheet)


@pytest.mark.parametrize(("name", "config"), GAMES, ids=lambda value: value if isinstance(value, str) else None)
def test_no_identifier_reaches_people(name: str, config: dict[str, Any]) -> None:
    texts = Counter(text for seed in (1, 2) for text in told(name, config, seed))
    assert {found: text for text in texts for found in identifiers(text)} == {}
    assert texts.total() > 300


def test_bots_have_names_in_sentences_and_where_there_is_little_room() -> None:
    for name in {bot for game in games.names() for bot in bots.names(game)}:
        assert identifiers(bots.title(name)) == identifiers(page_seats.bot_title(name)) == []
        assert bots.title(name) == f"the {page_seats.bot_title(name)}"


@pytest.mark.parametrize(
    "text",
    [
        "seats.p1.tile: 44 is taken by p1.",
        "You draw stagger-3.",
        "Search:medium",
        "[config: fire.crossing]",
        "tens=row from top",
        "AK-WAR-11",
        "off_balance",
        "p3 is not asked now.",
    ],
)
def test_what_is_looked_for_is_found(text: str) -> None:
    assert identifiers(text.lower() if text != "AK-WAR-11" else text)


def test_people_read_these_without_trouble() -> None:
    for text in ("Step to 34: 2 Ylem", "Round 3 of 20, 45-60 minutes", "You draw Stagger 3.", "Full: 9/9"):
        assert identifiers(text) == []
