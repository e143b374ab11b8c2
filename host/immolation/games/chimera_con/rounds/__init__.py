"""Building, turns, attacks, the Market Phase, the end of a round."""
