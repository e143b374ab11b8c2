"""A whole game as a page people can read: each action with what followed from it in words, rule by rule.

Lines that begin with ``>`` are actions and the only input; every other line follows from them and from the header.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from immolation import bots
from immolation.games import CHANCE, Event, State
from immolation.games.contract import digest_of

from tests.games.playouts import load

FOLDER = Path(__file__).parent


class Golden(NamedTuple):
    """One playthrough: who plays what, from which seed it was drawn when it was first written."""

    file: str
    ruleset: str
    config: dict[str, Any]
    seed: int

    @property
    def path(self) -> Path:
        return FOLDER / self.file


GOLDENS = (
    Golden("ascended-kings-arena.txt", "ascended-kings", {"seats": 3, "track": "arena", "rounds": 6}, 7),
    Golden("ascended-kings-full.txt", "ascended-kings", {"seats": 3, "track": "full", "rounds": 4}, 18),
    Golden("chimera-con.txt", "chimera-con", {"seats": 3, "options": {"points_to_win": 1}}, 7),
    Golden("chimera-hunt.txt", "chimera-hunt", {"seats": 2, "chimera": "viros"}, 7),
    Golden(
        "kimera.txt",
        "kimera",
        {
            "seats": 4,
            "teams": {"red": ["p1", "p3"], "blue": ["p2", "p4"]},
            "rounds": 20,
            "options": {"defeat_wounds": 1},
        },
        10,
    ),
    Golden("red-rains.txt", "red-rains", {"players": "sample"}, 7),
    Golden("toy-race.txt", "toy-race", {"seats": 3}, 7),
)


def standing(state: State) -> str:
    """The digest of a position without its options, so that a new option changes no golden game."""
    return digest_of({key: value for key, value in state.position().items() if key != "options"})


def header(golden: Golden) -> list[str]:
    return [
        f"{load(golden.ruleset).title}: a game by bots, seed {golden.seed}.",
        f"ruleset {golden.ruleset}",
        f"config {json.dumps(golden.config, sort_keys=True)}",
        "",
    ]


def told(state: State, record: dict[str, Any], events: list[Event]) -> list[str]:
    """One action and what followed, with the rules in brackets and secrets in the words of who may know them."""
    lines = [f"> {json.dumps(record)}"]
    for event in events:
        lines.append(f"    {event.text} [{', '.join(event.rules)}]")
        for seat in event.secret:
            own = event.seen_by(seat)
            lines.append(f"    ({seat} alone: {own.text})")
    return lines


def ending(state: State) -> list[str]:
    result = state.outcome()
    if result is None:
        return ["", f"not over; digest {standing(state)}"]
    lines = ["", f"{' and '.join(result.winners) or 'nobody'} won: {result.reason} [{result.rule}]"]
    lines += [f"    {seat}: {json.dumps(sheet)}" for seat, sheet in result.scores.items()]
    return [*lines, f"digest {standing(state)}"]


def replayed(golden: Golden, text: str) -> str:
    """The page that the actions in ``text`` make today. Raises GameError if one of them is no longer allowed."""
    game = load(golden.ruleset)
    state = game.new(golden.config)
    lines = header(golden)
    for line in text.splitlines():
        if line.startswith("> "):
            record = json.loads(line[2:])
            lines += told(state, record, state.apply(game.action(record)))
    return "\n".join([*lines, *ending(state)]) + "\n"


def played(golden: Golden) -> str:
    """A new page: the bots play the game of this seed."""
    game = load(golden.ruleset)
    state = game.new(golden.config)
    best = bots.quick_bots(golden.ruleset)[-1]
    rng = Random(golden.seed)
    lines = header(golden)
    while deciders := state.deciders():
        seat, decision = next(iter(deciders.items()))
        if seat == CHANCE:
            outcomes = decision.outcomes
            action = rng.choices([each.action for each in outcomes], [each.weight for each in outcomes])[0]
        else:
            action = bots.choose(bots.make(best, game, seat), state, seat, rng)
        lines += told(state, game.record(action), state.apply(action))
    return "\n".join([*lines, *ending(state)]) + "\n"
