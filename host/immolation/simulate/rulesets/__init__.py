"""What is counted in the games of each ruleset, one module a ruleset."""
