"""The lobby of a host on its broker: what it tells and what it is asked."""
