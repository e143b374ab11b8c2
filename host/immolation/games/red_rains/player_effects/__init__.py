"""Effects of printed cards that players declare."""
