"""The plan of a series of games: everything that decides how each of them goes."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from immolation import bots, games
from immolation.bots import Budget
from immolation.games import BadConfig, Game

from . import measures

MOST_ACTIONS: Final = 20_000
"""Actions after which a game counts as unfinished, unless the plan says otherwise."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A series of games; two games of equal plans and numbers are the same game."""

    ruleset: str
    settings: dict[str, Any]
    """For `games.load`."""

    config: dict[str, Any]
    """For `Game.new`."""

    bots: tuple[str, ...]
    """In the order of the seats of game 0; they move one seat on with each game."""

    seed: int
    nodes: int | None = None
    """What searching bots may spend on a choice; None for what their level says."""

    most_actions: int = MOST_ACTIONS

    pack: str = ""
    """Digest of the file that ``settings`` name as pack; empty without one. A file of games may leave it out."""

    def load(self) -> Game:
        """The ruleset, loaded. Raises GameError."""
        return games.load(self.ruleset, **self.settings)

    def seated(self, number: int, seats: tuple[str, ...]) -> dict[str, str]:
        """Seat -> bot in the ``number``-th game, from 0."""
        count = len(self.bots)
        return {seat: self.bots[(place - number) % count] for place, seat in enumerate(seats)}

    def config_of(self, number: int, seats: tuple[str, ...]) -> dict[str, Any]:
        """The config of the ``number``-th game: what the plan leaves open and would favour a seat is drawn.

        Where bots are compared it is drawn alike for all seats, once for each turn of the seats.
        """
        compared = len({*self.bots}) > 1
        rng = Random(f"{self.seed}:{number // len(self.bots) if compared else number}:config")
        return {**self.config, **measures.vary(self.ruleset, self.config, seats, rng, even=compared)}

    @property
    def budget(self) -> Budget | None:
        """The budget of searching bots, where the plan says one."""
        return None if self.nodes is None else Budget(nodes=self.nodes)


def plan(
    ruleset: str,
    settings: dict[str, Any],
    config: dict[str, Any],
    names: tuple[str, ...],
    seed: int,
    nodes: int | None,
    most_actions: int,
) -> Plan:
    """A plan that can be played: bots for every seat, one name standing for all of them. Raises GameError."""
    game = games.load(ruleset, **settings)
    known = bots.names(ruleset, config)
    measures.of(ruleset)  # those of somebody else may be broken
    chosen = tuple(bots.full_name(name) for name in names) or (bots.quick_bots(ruleset, config)[-1],)
    for name in chosen:
        if name not in known:
            raise BadConfig(f"{game.title} has no bot '{name}'; there are {', '.join(known)}.")
    given = dict(config)
    if "seats" not in given and len(chosen) > 1:
        given["seats"] = len(chosen)
    seats = game.new(given).seats
    if len(chosen) == 1:
        chosen *= len(seats)
    if len(chosen) != len(seats):
        raise BadConfig(f"{len(chosen)} bots for {len(seats)} seats; name one for each seat, or one for all.")
    return Plan(ruleset, settings, given, chosen, seed, nodes, most_actions, _digest(settings.get("pack")))


def _digest(pack: object) -> str:
    """Return what tells one content of a pack's file from another."""
    return hashlib.blake2b(Path(pack).read_bytes(), digest_size=8).hexdigest() if isinstance(pack, str) else ""
