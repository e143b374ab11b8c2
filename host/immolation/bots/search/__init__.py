"""The searching bot for any ruleset, and the ways in which it follows an action: one action, a turn, rollouts."""
