"""Sentences in which players say what their printed cards do."""
