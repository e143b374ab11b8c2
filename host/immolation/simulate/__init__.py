"""Many games by bots, counted: played on all cores, kept as they end, told in numbers and on one page.

`plan` says what is played, `one_game` plays one, `worker_pool` many at once, `measures` counts in each, `results_file`
keeps them, `summary` counts over all, `export`, `report` and `plots` write. `ladder` compares levels of difficulty,
`tournament` and `ratings` bots. What a game does depends on its plan and number.
"""
