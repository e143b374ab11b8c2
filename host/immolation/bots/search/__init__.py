"""Searching bots for any ruleset: one-ply, tree search, planning of a turn, and the rollouts they share."""
