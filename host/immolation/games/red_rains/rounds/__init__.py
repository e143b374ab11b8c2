"""Rounds and phases, how a game begins, what a player does in a turn."""
