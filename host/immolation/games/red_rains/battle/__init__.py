"""Attacks, blocking and guarding, damage, and what a card is worth."""
