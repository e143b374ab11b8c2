"""What teaches a newcomer: the cards on how to play, and the guided first round."""
