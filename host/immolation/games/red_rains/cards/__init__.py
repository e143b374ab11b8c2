"""Chimera packs and the sample deck: records of cards, their checks, their text."""
