"""Chooses how first actions are followed: by answers, rollouts, plans, one action, or random games."""

from __future__ import annotations

from immolation.bots.evaluation import Evaluation
from immolation.games import Decision

from .follow import Follow, one_action, random_games, rollouts
from .replies import replies
from .turn_planner import plan


def follow_for(weighed: Evaluation | None, depth: int, decision: Decision) -> Follow:
    """Return how the actions of a decision are followed in a world: ``depth`` rounds, or one action for 0."""
    if weighed is None:
        return random_games
    if depth and weighed.playing is not None:
        return replies
    if depth and weighed.policy is not None and weighed.policy.rested is not None:
        return rollouts
    if depth and weighed.plans and decision.clock != "window":
        return plan
    return one_action
