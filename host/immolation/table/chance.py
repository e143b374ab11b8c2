"""The host's dice: draws the outcome of a chance decision from the game's seed.

An outcome depends on the seed, on how many actions the game has seen and on what is rolled; on nothing else. So a
replay, a host that was killed and people who undo and do again all see the same roll.
"""

from __future__ import annotations

from random import Random

from immolation.games import Action, Decision


def rng_for(seed: int, number: int, name: str) -> Random:
    """The randomness for the ``number``-th action (from 1) of a game, for ``name``: a seat or a decision's kind.

    ``Random`` hashes text seeds with SHA-512, so every machine and Python version draws alike.
    """
    return Random(f"{seed}:{number}:{name}")


def draw(decision: Decision, seed: int, number: int) -> Action:
    """Draw the outcome of ``decision`` for the ``number``-th action. Raises ValueError as `Decision.drawn` does."""
    return decision.drawn(rng_for(seed, number, decision.kind))
