"""Bots for Ascended Kings: the evaluation of both tracks, and the bot of the arena track."""
