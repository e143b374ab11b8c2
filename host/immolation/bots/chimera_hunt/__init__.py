"""Bots of Chimera Hunt: what a move and a deed are worth, a greedy hunter, and the evaluation for search."""
