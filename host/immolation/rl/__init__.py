"""Rulesets as environments for reinforcement learning: PettingZoo, Gymnasium and OpenSpiel.

`encoding` turns actions into numbers and a seat's view into a vector; `pettingzoo_env` (`env`, all seats),
`gymnasium_env` (`SeatEnv`, one seat against bots) and `openspiel_game` (`load_game`) fit them to the three libraries.
Needs ``pip install "immolation[rl]"``.
"""
