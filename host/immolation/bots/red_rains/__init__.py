"""Evaluation and rollout policy of Red Rains."""
