"""Packs of cards as data, and the decks made of them."""
