"""Learns from games which choices of the arena to prefer: `make learn`.

In rounds: `arena_games.cpp` plays learners beside greedy bots, and some that go by the weights of the hard level alone.
A learner draws what it does by the network's preferences; then these are moved towards what came out better than a
second network, that of values, had expected (proximal policy optimization, Schulman and others 2017). At first it does
mostly what those weights say.
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

UNITS, DEEP = (96, 128), 32
"""Units of the first hidden layer, of what prefers and of what values, and of the second: 32, 64 ... 256."""

ADHERENCE = 4.0
"""The preference for what weighs most, to begin with."""

STEP = 3e-3
"""How far one step of learning goes at first; in the end a tenth of it."""

EPOCHS = 2
BATCH = 4_096
CLIP = 0.2
"""The chance of a choice is moved by this share at most in a round."""

ENTROPY = 5e-4
"""Rewards trying different things, in units of the advantage."""

COMPARED = 20_000
"""Games in which the result is compared with greedy bots."""

HEAD = 6
"""Numbers of a row (`Row` in arena_games.cpp): choices, chosen, log chance, weight, advantage, came to."""


class Layers(torch.nn.Module):
    """Two hidden layers of rectified units beside a direct one, as `Network` has them."""

    def __init__(self, units: int) -> None:
        super().__init__()
        self.hidden = torch.nn.Linear(len(NAMES), units)
        self.second = torch.nn.Linear(units, DEEP)
        self.out = torch.nn.Linear(DEEP, 1, bias=False)
        self.direct = torch.nn.Linear(len(NAMES), 1)
        for part in (self.out.weight, self.direct.weight, self.direct.bias):
            torch.nn.init.zeros_(part)

    def forward(self, facts: torch.Tensor) -> torch.Tensor:
        """Return one value for each row of facts."""
        second = torch.relu(self.second(torch.relu(self.hidden(facts))))
        found: torch.Tensor = self.out(second) + self.direct(facts)
        return found[:, 0]


class Scale:
    """Brings facts to about one in size, and the layers that were fitted so back to facts as they are."""

    def __init__(self, facts: numpy.ndarray) -> None:
        self.mean, self.spread = facts.mean(0), facts.std(0) + 0.1  # what is rare must not grow large

    def __call__(self, facts: numpy.ndarray) -> torch.Tensor:
        """Return facts in that size."""
        return torch.from_numpy(facts).sub_(torch.from_numpy(self.mean)).div_(torch.from_numpy(self.spread))

    def network(self, layers: Layers) -> tuple[numpy.ndarray, ...]:
        """Return the weights of the first layer (a row for each unit), its biases, those of the second, of what comes
        out, the direct ones and their bias.
        """
        hidden, bias, second, second_bias, out, direct, last = (
            part.detach().numpy()
            for layer in (layers.hidden, layers.second, layers.out, layers.direct)
            for part in layer.parameters()
        )
        hidden, direct = hidden / self.spread, direct[0] / self.spread
        return hidden, bias - hidden @ self.mean, second, second_bias, out[0], direct, last - direct @ self.mean


def write(parts: tuple[numpy.ndarray, ...], path: Path) -> None:
    """Write a network as arena_games.cpp reads it: three counts, then weights by what comes in, as 32-bit numbers."""
    counts = numpy.array([len(NAMES), *map(len, parts[1:4:2])], numpy.int32).tobytes()
    path.write_bytes(counts + b"".join(part.T.astype(numpy.float32).tobytes() for part in parts))


def read(rows: Path, facts: Path) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return what arena_games.cpp has written: a row a decision, and facts of each of its choices."""
    heads, choices = (numpy.fromfile(path, numpy.float32) for path in (rows, facts))
    return heads.reshape(-1, HEAD), choices.reshape(-1, len(NAMES))


class Learner:
    """The two networks, and what moves them."""

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self.policy, self.values = map(Layers, UNITS)
        most = NAMES.index("weighs most")
        with torch.no_grad():
            self.policy.direct.weight[0, most] = ADHERENCE * float(scale.spread[most])
        self._moves = [torch.optim.Adam(part.parameters(), lr=STEP) for part in (self.policy, self.values)]

    def learn(self, heads: numpy.ndarray, facts: numpy.ndarray, step: float) -> None:
        """Learn from one round of games; ``step`` is how far."""
        self._moves[0].param_groups[0]["lr"], self._moves[1].param_groups[0]["lr"] = step, 1.5e-3
        seen = self.scale(facts)
        chosen, before, weight, advantage, came_to = torch.from_numpy(heads[:, 1:].T.copy())
        counts = torch.from_numpy(heads[:, 0]).long()
        first = counts.cumsum(0) - counts
        weight = weight / weight.mean()
        advantage = advantage - (weight * advantage).mean()
        advantage = weight * advantage / (weight * advantage.square()).mean().sqrt()
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
                entropy = -(weight[batch] * torch.zeros(len(batch)).index_add(0, row, torch.exp(logs) * logs)).mean()
                missed = (weight[batch] * (self.values(seen[first[batch]]) - came_to[batch]).square()).mean()
                for move, loss, part in zip(
                    self._moves, (-gain - ENTROPY * entropy, missed), (self.policy, self.values), strict=True
                ):
                    move.zero_grad()
                    loss.backward()
                    torch.nn.utils.clip_grad_norm_(part.parameters(), 1.0)
                    move.step()


def told(parts: tuple[numpy.ndarray, ...]) -> Network:
    """Turn a fitted network into the form that bots read."""
    rows = [[tuple(float(f"{number:.5g}") for number in row) for row in numpy.atleast_2d(part)] for part in parts]
    (hidden, (bias,), second, (second_bias,), (out,), (direct,), _) = map(tuple, rows)
    return Network(NAMES, hidden, bias, second, second_bias, out, direct)


def main() -> None:
    """Learn, and tell after each round how much the learners won over their share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=540)
    parser.add_argument("--games", type=int, default=16_000, help="in each round")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=Path(arena_network.__file__).with_suffix(".json"))
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        names = ("arena_games", "policy", "values", "rows", "facts")
        program, policy, values, rows, facts_of_rows = (Path(folder, name) for name in names)
        source = Path(__file__).with_name("arena_games.cpp")
        subprocess.run(["g++", "-std=c++17", "-O3", "-march=native", "-pthread", source, "-o", program], check=True)
        begun = time.monotonic()
        parts = Scale(numpy.zeros((1, len(NAMES)), numpy.float32)).network(Layers(UNITS[0]))
        learner: Learner | None = None
        for nth in range(asked.rounds + 1):  # the games of round 0 only tell how large the facts are
            write(parts, policy)
            write(parts if learner is None else learner.scale.network(learner.values), values)
            games = asked.games if nth else asked.games // 4
            play = [program, "learn", policy, values, str(games), str(asked.seed * 10_000 + nth), rows, facts_of_rows]
            won = subprocess.run(play, check=True, capture_output=True, text=True).stdout.strip()
            heads, facts = read(rows, facts_of_rows)
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
