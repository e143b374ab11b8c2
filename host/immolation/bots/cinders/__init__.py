"""Bots for Cinders: its evaluation."""
