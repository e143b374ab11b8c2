"""Measures of the games of each ruleset, one module a ruleset."""
