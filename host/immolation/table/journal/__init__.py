"""The journal of a game: its records, the file, the writer, the guard of its tail, replay and repair."""
