"""The searching bot for any ruleset, and how it follows an action: one action, a turn, rollouts, answers."""
