"""Which way of following actions a ruleset's evaluation offers for a decision."""

from __future__ import annotations

from immolation.bots.evaluation import Evaluation, evaluation
from immolation.games import Decision

from .follow import Follow, one_action, random_games, rollouts
from .replies import replies
from .turn_planner import plan


def way(ruleset: str, bot: str, depth: int, decision: Decision) -> tuple[Evaluation | None, Follow]:
    """Return the evaluation of a ``bot``, and how it follows a world: ``depth`` rounds, or one action for 0."""
    weighed = evaluation(ruleset, bot)
    if weighed is None:
        return weighed, random_games
    if depth and weighed.playing is not None:
        return weighed, replies
    if depth and weighed.policy is not None:
        return weighed, rollouts
    if depth and weighed.plans and decision.clock != "window":
        return weighed, plan
    return weighed, one_action
