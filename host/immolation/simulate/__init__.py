"""Many games by bots, counted: played on all cores, kept as they end, told in numbers and on one page.

`plan` says what is played, `one_game` plays one, `crew` many at once, `ledger` keeps them, `figures` counts,
`export` and `report` write. Knows no table, no board and no clock: what a game does depends on its plan and number.
"""
