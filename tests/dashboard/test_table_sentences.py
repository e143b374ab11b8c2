"""Sentences of the table, of its commands and of the engine in German: nothing that they say bypasses the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import immolation
import msgspec
import pytest
from babel.messages.pofile import read_po
from immolation import bots, games
from immolation.dashboard import game_sentences, rulesets, translation
from immolation.dashboard import seats as page_seats
from immolation.games import CHANCE, TABLE, Correct, State
from immolation.games.correcting import RULE, place_in_words
from immolation.games.spoken_corrections import TECHNICAL, _places
from immolation.table.game_log import _WHO, RIGHTS
from immolation.table.records import Rights

from tests.dashboard.translated_games import DRAWN, TRANSLATED, Translated, entries, skeletons

HOST = Path(immolation.__file__).parent
CATALOGUE = translation.FOLDER / "table" / "de.po"
SAYS = (
    *sorted((HOST / "table").glob("*.py")),
    *sorted((HOST / "table" / "display").glob("*.py")),
    HOST / "table" / "collection" / "tables.py",
    *sorted((HOST / "broker" / "lobby").glob("*.py")),
    *(HOST / "broker" / f"{name}.py" for name in ("commands", "command_handler", "command_listener", "reply_cache")),
    *(HOST / "games" / "engine" / f"{name}.py" for name in ("stack_state", "facts_state", "labels")),
    *(HOST / "games" / f"{name}.py" for name in ("correcting", "spoken", "spoken_corrections")),
    HOST / "games" / "contract" / "game.py",
    HOST / "cli" / "page" / "saved_games.py",
)
"""What speaks to people whatever is played; journals and brokers speak to whoever starts the host."""

NOT_SAID = {
    **dict.fromkeys(
        (
            "Button %s: %s",
            "The board was read as what may not be done (%s): %s",
            "Bot %s in seat %s chose what may not be done (%s): %s",
            "Bot %s in seat %s failed",
            "No reason for an action of seat %s was found",
            "What decided a game of %s was not found",
            "Table %s is served no more: %s",
            "Table %s could not be opened.",
            "The lobby could not be told.",
            "A touch was passed over: %s",
            "The touch of tile %d did nothing: %s",
            "A command was dropped: %s.",
            "A command could not be done.",
            "A file with a game could not be checked.",
        ),
        "the host's log, for whoever started it",
    ),
    **dict.fromkeys(
        (
            "weights are at least 1",
            "The decision '' () is left to chance but names no outcomes.",
        ),
        "a broken promise within the program",
    ),
    **dict.fromkeys(
        (
            *(
                "TableRefusal",
                "CommandHandler",
                "Permissions",
                "PieceControl",
                "Kind",
                "gauge-",
                "table-.journal",
                ".journal",
            ),
            *("-tail", "--opened", "--opened-"),
            "touches from mqtt",
        ),
        "a name in the program",
    ),
    **dict.fromkeys(
        (
            *("yes agree", "all right", "no do not agree", "no reaction", "no reactions", "no one", "nothing happens"),
            "let it be",
            r"Nobody\b|Nothing\b|No\b|Go on\b|Pass\b|Let it pass\b|Be satisfied\b|Done\b|Enough\b",
            "(?:set )?(?P<what>.+?) (?:is|are|becomes?|to|should be|must be) (?P<value>.+)",
        ),
        "what people say, which is English",
    ),
}
"""Texts that read like words -> why nobody is shown them on a page."""


def table_entries() -> dict[str, str]:
    with CATALOGUE.open("rb") as file:
        read = read_po(file, locale="de", abort_invalid=True)
    return {str(one.id): str(one.string) for one in read if one.id}


def test_the_catalogue_of_the_table_is_complete_and_fills_the_same_holes() -> None:
    for said, shown in table_entries().items():
        assert shown, said
        assert set(re.findall(r"\{(\w+)", said)) == set(re.findall(r"\{(\w+)", shown)), said
        assert not re.search(r"\{\w+[:!]", shown), said


def test_nothing_that_the_table_says_bypasses_the_catalogue() -> None:
    page = {str(one.id) for one in read_po((translation.FOLDER / "de.po").open("rb")) if one.id}
    known = {re.sub(r"\{(\w+)(:d)?\}", "{}", said) for said in {*table_entries(), *page}}
    missing = [
        f"{path.relative_to(HOST)}: {words}"
        for path in SAYS
        for words, fits in skeletons(path, "Player")
        if words not in NOT_SAID and not DRAWN.match(words)
        if not any(re.fullmatch(fits, said, re.I) for said in known)
    ]
    assert not missing, "\n".join(missing)


def german(said: str, ruleset: str) -> bool:
    return translation._said(said, "de", ruleset) != said


SENTENCES = (
    "{} took back: {}.",
    "{} took back: {} and what followed.",
    "{} paused the table.",
    "{} let the game go on.",
    "{} asks to go back over a card that was seen: does everybody agree?",
    "{} agrees; 1 still to ask.",
    "{} does not agree; the game stays as it is.",
    "{} is not asked to agree to anything.",
    "{}'s clock ran out: {}.",
    "{}: a bot would do this: {}.",
    "{} says that the board is right: {} stands on 44.",
)


@pytest.mark.parametrize("of", TRANSLATED, ids=lambda of: of.ruleset)
def test_the_table_speaks_german_whatever_is_played_and_whoever_acts(of: Translated) -> None:
    state = games.load_for(of.ruleset, of.configs[0]).new(of.configs[0])
    told, labels = happenings(state)
    first = told[0].removesuffix(".")
    for who in ("The host", "Ada", "sister of the night", str(state.view(None)["seats"]["p1"]["name"])):
        for sentence in SENTENCES:
            what = labels[0] if "bot" in sentence or "clock" in sentence else who if "stands" in sentence else first
            assert german(sentence.format(who, what), of.ruleset), sentence.format(who, what)
    for said in (
        "The table is paused; resume it first.",
        "You do not play this seat.",
        "There is nothing to take back.",
    ):
        assert german(said, of.ruleset)
    for bot in bots.names(of.ruleset):
        said = translation._said(f"Ada is played by {bots.title(bot)} from now on.", "de", of.ruleset)
        assert " the " not in said
        said = translation._said(f"Ada is played by Hal ({bots.title(bot)}) from now on.", "de", of.ruleset)
        assert said.startswith("Ada wird ab jetzt gespielt von Hal (dem ")
    assert (
        translation._said("The host paused the table.", "de", of.ruleset) == "Der Gastgeber hat den Tisch angehalten."
    )


def happenings(state: State) -> tuple[list[str], list[str]]:
    """What happens at the beginning of a game, and what its buttons say."""
    told, labels, rng = [], [], Random(1)
    for _ in range(40):
        for seat, decision in state.deciders().items():
            due = [one.action for one in decision.outcomes]
            actions = due or state.legal_actions(seat)
            labels += [state.game.label(one, state.view(None)) for one in actions if seat != CHANCE]
            told += [event.text for event in state.apply(rng.choice(actions)) if event.text]
            break
    return told, labels


@pytest.mark.parametrize("of", TRANSLATED, ids=lambda of: of.ruleset)
def test_what_passes_by_itself_is_named_in_german(of: Translated) -> None:
    """Every kind of question that may be let pass, and the line of the log that tells so."""
    asked = set(rulesets.of(of.ruleset).left_out)
    for config in of.configs:
        game, rng = games.load_for(of.ruleset, config), Random(3)
        state = game.new(config)
        while len(asked) < 99 and state.outcome() is None and any(map(state.legal_actions, state.deciders())):
            for decision in state.deciders().values():
                if decision.default is not None and game.record(decision.default)["do"] in page_seats.REMEMBERED:
                    asked.add(decision.kind)
            seat, decision = rng.choice([*state.deciders().items()])
            state.apply(rng.choice([one.action for one in decision.outcomes] or [*state.legal_actions(seat)]))
            if state.view(None).get("round", 0) > 4:
                break
    named = translation.table_words("de")["window"]
    assert [kind for kind in asked if kind.replace("-", " ") not in named] == []
    said = ", ".join(kind.replace("-", " ") for kind in sorted(asked))
    shown = ", ".join(named[kind.replace("-", " ")] for kind in sorted(asked))
    if asked:
        told = translation._said(f"Ada lets pass: {said}.", "de", of.ruleset)
        assert told == f"Ada lässt vorübergehen: {shown}."


def test_rights_are_told_in_german() -> None:
    said = "; ".join(f"{RIGHTS[what]}: {_WHO[who]}" for what, who in msgspec.to_builtins(Rights()).items()) + "."
    assert german(said, "kimera")


def refused(of: Translated, config: dict[str, Any]) -> Iterator[str]:
    """Why what others may do, or what was done before, is refused in a random game; and what comes of a proposal."""
    game = games.load_for(of.ruleset, config)
    state, rng, past = game.new(config), Random(5), []
    for number in range(250):
        deciders = state.deciders()
        able = [seat for seat in deciders if seat == CHANCE or state.legal_actions(seat)]
        if not able:
            return
        for action in rng.sample(past, min(5, len(past))):
            for seat in state.seats:
                refusal = state.check(msgspec.structs.replace(action, seat=seat))
                if refusal is not None:
                    yield refusal.reason
        if number % 25 == 0:
            yield from proposed(state, rng)
        seat = rng.choice(able)
        due = [one.action for one in deciders[seat].outcomes]
        action = rng.choice(due or state.legal_actions(seat))
        past += [action] if seat != CHANCE else []
        state.apply(action)


def proposed(state: State, rng: Random) -> Iterator[str]:
    """What everybody is asked about what may be set right, and is told."""
    public = state.view(None)
    for place in _places(state, state.seats[0]):
        if place.path[0] not in TECHNICAL:
            where = place_in_words(place.path, public)
            yield f"Ada proposes that {where} is set to 4: mine. Does everybody agree?"
            yield f"The table sets {where} right: yes."
            yield state.game.label(Correct(TABLE, place.path, 1), public)


VALIDATES = sorted(
    path
    for pattern in ("*/position/*.py", "*/position.py", "*/facts/*.py", "engine/placed.py", "engine/position_json.py")
    for path in (HOST / "games").glob(pattern)
    if path.name not in ("stack.py", "stack_validation.py", "validation_battle.py")
)
"""What says why a position cannot be; of what is under way people are told without a reason, see `correcting`."""

ONLY_IN_FILES = re.compile(
    r"decision point|on the stack|see the ruleset's page|in a position|^position|^ruleset|seats are|game is over or|"
    r"A position is|a table of|lies below|nothing goes on|nobody decides|lies on|is no outcome|nobody of|can follow|"
    r"who returns|comes of|has won outright|has scored|that lies at|a record with|in 'by'|cannot act|by then|"
    r"position of another|^this is \{|^ruleset|printed cards lie|neither carried|set aside \(|^\{\} \(\{\}\)"
)
"""Flaws of a whole position, as a file gives it, and sentences made of two."""

UNDER_WAY = """{} has no Focus Ability to cast. night falls in a campaign alone. a hunter acts on its own turn alone.
nothing is left to do when the hunt is over. a campaign goes on until it is won or lost. hunters 1 to {}.
that hunter has had its turn. a place is rolled while aspects gather. nothing comes before it.
nobody charges at who has fallen. the body stands there already. a free tile next to the body.
a tie has two riders at least. the tied have the same Initiative. the leader chooses among riders of one side.
no attack could follow. members of the leader's side alone. nobody holds {}. somebody holds on. {} leads no side.
{} is not tied. {} is not in this grapple. {} lays Grapple cards out of the own hand. {} does not hold {}.
{} has no {} Balance. {} does not lie on {}."""
"""Flaws of what is under way, of which people are told without a reason."""


def flaws(path: Path) -> Iterator[tuple[str, str]]:
    """Yield why positions cannot be, and a pattern for each that its sentence in a catalogue fits."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        said: ast.expr | None = None
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            said = node.args[2] if name == "need" and len(node.args) > 2 else None
            said = node.args[0] if name == "BadPosition" else said
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("reason", "why"):
            said = node.value
        parts = said.values if isinstance(said, ast.JoinedStr) else [said]
        words = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts if part)
        if re.search("[a-z]{2}", words):
            words = RULE.sub("", words).rstrip(".") + "."
            if said and isinstance(node, ast.Call) and len(node.args) == 1:
                words = re.sub(r"^[a-z_{}.]+(, [a-z]+)*: ", "", words)
            yield words, re.sub(r"\\{\\}|[0-9]+", ".*", re.escape(words)).replace("null", "nothing")


def test_why_a_position_cannot_be_is_in_the_catalogue() -> None:
    known = {re.sub(r"\{\w+(:d)?\}", "{}", said) for said in table_entries()}
    left_out = {f"{said.strip()}." for said in UNDER_WAY.replace("\n", " ").split(".")}
    told = (one for path in VALIDATES for one in flaws(path) if one[0] not in left_out)
    found = {words: fits for words, fits in told if not ONLY_IN_FILES.search(words)}
    assert len(found) > 100
    assert [words for words, fits in found.items() if not any(re.fullmatch(fits, said) for said in known)] == []


@pytest.mark.parametrize("of", TRANSLATED, ids=lambda of: of.ruleset)
def test_why_something_cannot_be_set_right_is_german(of: Translated) -> None:
    found = set()
    for config in of.configs:
        game, rng = games.load_for(of.ruleset, config), Random(2)
        state = game.new(config)
        for number in range(80):
            if number in (0, 79):
                places = [place.path for place in _places(state, state.seats[0]) if place.path[0] not in TECHNICAL]
                places = rng.sample(places, min(40, len(places)))
                for path in [*places, ("seats", "p1", "round"), ("round", "below")]:
                    values = (-1, 0, 1, 3, 20, 99, 999, "x", True, False, None, [], {"x": 1}, *state.seats[::2])
                    tried = [state.check(Correct(TABLE, path, value)) for value in values]
                    found |= {one.reason for one in tried if one is not None}
            deciders = state.deciders()
            able = [seat for seat in deciders if seat == CHANCE or state.legal_actions(seat)]
            if not able:
                break
            seat = rng.choice(able)
            state.apply(rng.choice([one.action for one in deciders[seat].outcomes] or [*state.legal_actions(seat)]))
    assert len(found) > 10
    assert sorted(said for said in found if not german(said, of.ruleset)) == []


@pytest.mark.parametrize("of", TRANSLATED, ids=lambda of: of.ruleset)
def test_what_is_refused_and_what_is_proposed_is_german(of: Translated) -> None:
    said = {said for config in of.configs for said in refused(of, config)}
    assert len(said) > 20
    assert sorted(one for one in said if not german(one, of.ruleset)) == []


def test_holes_that_only_the_table_has_are_in_no_game() -> None:
    own = game_sentences.TOLD | game_sentences.REASONS | game_sentences.PLACES
    for of in TRANSLATED:
        assert not own & {hole for said in entries(of.path) for hole in re.findall(r"\{(\w+)", said)}
