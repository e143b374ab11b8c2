"""Cheat cards: who may play one when, whom a table waits for, and what they do."""
