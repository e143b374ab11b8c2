"""Deaths, returns, and on the arena track the question who survives."""
