"""Attacks, wounds, reaction windows and Instant Powers, the steps of a return."""
