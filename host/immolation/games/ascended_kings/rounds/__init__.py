"""Setup, turns, the End of Round, the Omega War and what people declare on the arena track."""
