"""Facts of Ascended Kings: the board, the moment of a game on either track, a Character Mat."""
