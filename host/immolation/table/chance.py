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
    """The outcome of ``decision``, each with the probability of its weight.

    Raises ValueError if the decision has no outcomes, which only a mistake in a ruleset can bring about.
    """
    total = sum(outcome.weight for outcome in decision.outcomes)
    if total < 1:
        raise ValueError(f"The decision '{decision.kind}' ({decision.rule}) is left to chance but names no outcomes.")
    left = rng_for(seed, number, decision.kind).randrange(total)
    for outcome in decision.outcomes:
        left -= outcome.weight
        if left < 0:
            return outcome.action
    raise AssertionError("weights are at least 1")
