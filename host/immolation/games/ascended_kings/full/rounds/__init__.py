"""Dealing, the steps of a turn and its actions, the count at the end."""
