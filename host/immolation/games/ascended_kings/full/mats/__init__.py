"""Gems on Character Mats: in and out of the pools, Focus Dice, Transmutations."""
