"""The phases of a round, from the opening to the end."""
