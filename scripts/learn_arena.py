"""Learns from games which choices of the arena to prefer: `make learn`.

In rounds: `arena_games.cpp` plays learners and greedy bots, each with chance one half in a seat. A learner draws what
it does by the network's preferences; then these are moved towards what came out better than a second network, that of
values, had expected (proximal policy optimization, Schulman and others 2017). At first it does mostly what the weights
of the hard level say.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import msgspec
import numpy
import torch
from immolation.bots.ascended_kings import arena_network
from immolation.bots.ascended_kings.arena_network import NAMES, Network

UNITS = 48
"""Hidden units of each network."""

ADHERENCE = 4.0
"""The preference for what weighs most, to begin with."""

STEP = 5e-3
"""How far one step of learning goes at first; in the end a tenth of it."""

EPOCHS = 3
BATCH = 4_096
CLIP = 0.2
"""The chance of a choice is moved by this share at most in a round."""

ENTROPY = 5e-4
"""Rewards trying different things, in units of the advantage."""

KEPT = 0.25
"""Share of decisions that are learned from."""

COMPARED = 20_000
"""Games in which the result is compared with greedy bots."""

HEAD = 5
"""Numbers before the facts of a row (`Row` in arena_games.cpp): choices, chosen, log chance, advantage, came to."""


class Layers(torch.nn.Module):
    """One hidden layer of rectified units beside a direct one, as `Network` has them."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = torch.nn.Linear(len(NAMES), UNITS)
        self.out = torch.nn.Linear(UNITS, 1, bias=False)
        self.direct = torch.nn.Linear(len(NAMES), 1)
        for part in (self.out.weight, self.direct.weight, self.direct.bias):
            torch.nn.init.zeros_(part)

    def forward(self, facts: torch.Tensor) -> torch.Tensor:
        """Return one value for each row of facts."""
        found: torch.Tensor = self.out(torch.relu(self.hidden(facts))) + self.direct(facts)
        return found[:, 0]


class Scale:
    """Brings facts to about one in size, and the layers that were fitted so back to facts as they are."""

    def __init__(self, facts: numpy.ndarray) -> None:
        self.mean, self.spread = facts.mean(0), facts.std(0) + 0.01

    def __call__(self, facts: numpy.ndarray) -> torch.Tensor:
        """Return facts in that size."""
        return torch.from_numpy((facts - self.mean) / self.spread)

    def network(self, layers: Layers) -> tuple[numpy.ndarray, ...]:
        """Return hidden weights (a row for each unit), biases, outputs, direct weights and the direct bias."""
        hidden, direct = layers.hidden.weight.detach().numpy(), layers.direct.weight.detach().numpy()[0]
        hidden, direct = hidden / self.spread, direct / self.spread
        bias = layers.hidden.bias.detach().numpy() - hidden @ self.mean
        last = layers.direct.bias.detach().numpy() - direct @ self.mean
        return hidden, bias, layers.out.weight.detach().numpy()[0], direct, last


def write(parts: tuple[numpy.ndarray, ...], path: Path) -> None:
    """Write a network as arena_games.cpp reads it: two counts, then weights by name, as 32-bit numbers."""
    hidden, *rest = parts
    counts = numpy.array([len(NAMES), UNITS], numpy.int32).tobytes()
    path.write_bytes(counts + b"".join(part.astype(numpy.float32).tobytes() for part in (hidden.T, *rest)))


def read(path: Path) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return heads and facts of what arena_games.cpp has written: a row a decision, and a row a choice."""
    numbers = numpy.fromfile(path, numpy.float32)
    heads, facts, at = [], [], 0
    while at < len(numbers):
        end = at + HEAD + int(numbers[at]) * len(NAMES)
        heads.append(numbers[at : at + HEAD])
        facts.append(numbers[at + HEAD : end])
        at = end
    return numpy.array(heads), numpy.concatenate(facts).reshape(-1, len(NAMES))


class Learner:
    """The two networks, and what moves them."""

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self.policy, self.values = Layers(), Layers()
        most = NAMES.index("weighs most")
        with torch.no_grad():
            self.policy.direct.weight[0, most] = ADHERENCE * float(scale.spread[most])
        self._moves = [torch.optim.Adam(part.parameters(), lr=STEP) for part in (self.policy, self.values)]

    def learn(self, heads: numpy.ndarray, facts: numpy.ndarray, step: float) -> None:
        """Learn from one round of games; ``step`` is how far."""
        self._moves[0].param_groups[0]["lr"], self._moves[1].param_groups[0]["lr"] = step, 1.5e-3
        seen, (chosen, before, advantage, came_to) = self.scale(facts), torch.from_numpy(heads[:, 1:].T.copy())
        counts = torch.from_numpy(heads[:, 0]).long()
        first = counts.cumsum(0) - counts
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        for _ in range(EPOCHS):
            for batch in torch.randperm(len(counts)).split(BATCH):
                many = counts[batch]
                at = many.cumsum(0) - many
                row = torch.repeat_interleave(torch.arange(len(batch)), many)
                likes = self.policy(seen[first[batch][row] + torch.arange(len(row)) - at[row]])
                most = torch.full((len(batch),), -torch.inf).scatter_reduce(0, row, likes.detach(), "amax")
                total = torch.zeros(len(batch)).index_add(0, row, torch.exp(likes - most[row]))
                logs = likes - most[row] - torch.log(total)[row]
                ratio = torch.exp(logs[at + chosen[batch].long()] - before[batch])
                gain = torch.min(ratio * advantage[batch], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[batch]).mean()
                entropy = -torch.zeros(len(batch)).index_add(0, row, torch.exp(logs) * logs).mean()
                missed = (self.values(seen[first[batch]]) - came_to[batch]).square().mean()
                for move, loss, part in zip(
                    self._moves, (-gain - ENTROPY * entropy, missed), (self.policy, self.values), strict=True
                ):
                    move.zero_grad()
                    loss.backward()
                    torch.nn.utils.clip_grad_norm_(part.parameters(), 1.0)
                    move.step()


def told(parts: tuple[numpy.ndarray, ...]) -> Network:
    """Turn a fitted network into the form that bots read."""
    hidden, bias, out, direct, _ = (
        [[float(f"{number:.5g}") for number in row] for row in numpy.atleast_2d(part)] for part in parts
    )
    return Network(NAMES, tuple(map(tuple, hidden)), tuple(bias[0]), tuple(out[0]), tuple(direct[0]))


def main() -> None:
    """Learn, and tell after each round how much the learners won over their share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--games", type=int, default=16_000, help="in each round")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=Path(arena_network.__file__).with_suffix(".json"))
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        program, policy, values, rows = (Path(folder, name) for name in ("arena_games", "policy", "values", "rows"))
        source = Path(__file__).with_name("arena_games.cpp")
        subprocess.run(["g++", "-std=c++17", "-O3", "-march=native", "-pthread", source, "-o", program], check=True)
        begun = time.monotonic()
        parts = Scale(numpy.zeros((1, len(NAMES)), numpy.float32)).network(Layers())
        learner: Learner | None = None
        for nth in range(asked.rounds + 1):  # the games of round 0 only tell how large the facts are
            write(parts, policy)
            write(parts if learner is None else learner.scale.network(learner.values), values)
            games = asked.games if nth else asked.games // 4
            play = [program, "learn", policy, values, str(games), str(asked.seed * 10_000 + nth), str(KEPT), rows]
            won = subprocess.run(play, check=True, capture_output=True, text=True).stdout.strip()
            heads, facts = read(rows)
            if learner is None:
                learner = Learner(Scale(facts))
            else:
                learner.learn(heads, facts, STEP * (1 - 0.9 * nth / asked.rounds))
                after = f"after {time.monotonic() - begun:.0f} s"
                print(f"round {nth}, {after}: of 2, 3, 4 seats learners won {won} over their share", flush=True)
            parts = learner.scale.network(learner.policy)
        asked.out.write_bytes(msgspec.json.encode(told(parts)))
        write(parts, policy)
        subprocess.run([program, "compare", policy, str(COMPARED), str(asked.seed)], check=True)


if __name__ == "__main__":
    main()
