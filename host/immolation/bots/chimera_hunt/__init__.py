"""Bots of Chimera Hunt: weights of moves and deeds, a greedy hunter, and the evaluation for search."""
