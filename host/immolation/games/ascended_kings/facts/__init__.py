"""What lies on the table: the board, the moment of a game on either track, a Character Mat."""
