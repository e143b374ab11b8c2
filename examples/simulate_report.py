"""Play many games by bots on every core, print the win rates, and write the report as one page.

    python examples/simulate_report.py chimera-con 40 report.html

`immolation simulate` does the same with a progress bar, and goes on after a kill.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from immolation.simulate import report, worker_pool
from immolation.simulate.plan import plan
from immolation.simulate.summary import Summary, summary


def simulate(ruleset: str, games: int, page: Path, players: tuple[str, ...] = (), seed: int = 1) -> Summary:
    """Play the games and write ``page``; the same seed gives the same figures on any number of cores."""
    made = plan(ruleset, {}, {}, players, seed, None, 20_000)
    counted = summary(made, worker_pool.play_all(made, range(games), os.cpu_count() or 1))
    report.write(page, counted)
    return counted


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    found = simulate(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
    for seat, rate in found.by_seat.items():
        print(f"{seat}: {rate.wins:g} of {rate.games} games, {rate.low:.0%} to {rate.high:.0%}")
