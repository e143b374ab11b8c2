"""Tells what happens as it happens and afterwards: dice, what came since one's turn, sounds, the timeline of a game."""
