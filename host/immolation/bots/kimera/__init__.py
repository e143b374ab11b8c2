"""Evaluation of Kimera for the searching bots."""
