"""One table: a game, a board, clocks, seats and the journal."""
