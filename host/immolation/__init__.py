"""Immolation: the host of a smart 10x10 game board."""
