"""Evaluation of Chimera Con for the searching bots."""
