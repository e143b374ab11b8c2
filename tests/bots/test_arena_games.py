"""Tests the program that plays for `make learn`: its games are games of the rules engine, seen as bots see them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from struct import pack

import pytest
from immolation import games
from immolation.bots.ascended_kings.arena_bot import LEVEL_WEIGHTS
from immolation.bots.ascended_kings.arena_network import NAMES, Choice, Outlook, learned
from immolation.bots.ascended_kings.features import read_features
from immolation.games import Action, State
from immolation.games.ascended_kings.board.geometry import EDGES

pytestmark = pytest.mark.needs("g++")

SOURCE = Path(__file__).parents[2] / "scripts" / "arena_games.cpp"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The program, and what bots learned, as it reads it."""
    folder = tmp_path_factory.mktemp("arena_games")
    subprocess.run(["g++", "-std=c++17", "-O1", "-pthread", SOURCE, "-o", folder / "arena_games"], check=True)
    network = learned()
    numbers = [
        *chain.from_iterable(zip(*network.hidden, strict=True)),
        *network.bias,
        *chain.from_iterable(zip(*network.second, strict=True)),
        *(*network.second_bias, *network.out, *network.direct, 0.0),
    ]
    counts = pack("3i", len(NAMES), len(network.bias), len(network.second_bias))
    (folder / "policy").write_bytes(counts + pack(f"{len(numbers)}f", *numbers))
    return folder / "arena_games", folder / "policy"


def action(seat: str, kind: str, what: Sequence[int]) -> Action:
    """The engine's action for a line of a told game."""
    number = what[0]
    facts: dict[str, object] = {}
    match kind:
        case "roll-percentile" | "roll-immolation":
            facts = {"value": number}
        case "turn-event-dial":
            facts = {"index": number}
        case "choose-state":
            facts = {"state": ("latent", "active")[number]}
        case "step" | "bridge" | "place":
            facts = {"tile": number}
        case "pyrokinesis":
            facts = {"edge": EDGES[number]}
        case "kill":
            facts = {"who": f"p{number + 1}", "means": "attack"}
        case "score":
            facts = {"transmutations": what[0], "ylem": what[1]}
        case "cards":
            facts = {"level3": what[0], "level2": what[1], "level1": what[2]}
    return games.load("ascended-kings").action({"do": kind, "seat": seat, **facts})


def settled(state: State) -> State:
    """The state once everybody has lived or died as the tally says."""
    while any(decision.kind == "survive" for decision in state.deciders().values()):
        decision = next(iter(state.deciders().values()))
        assert decision.default is not None
        state.apply(decision.default)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_its_games_are_games_of_the_engine_and_its_facts_are_those_of_bots(
    program: tuple[Path, Path], seats: int
) -> None:
    compared = set()
    for seed in range(6):
        command = [program[0], "trace", program[1], str(seats), str(seed)]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        state = games.load("ascended-kings").new({"seats": seats, "track": "arena"})
        won: dict[str, float] = {}
        for line in lines:
            kind, seat, *words = line.split()
            if kind == "won":
                won[seat] = float(words[0])
            elif kind == "facts":
                settled(state)
                tag, what, most, *numbers = words
                facts = list(map(float, numbers))
                choice = action(seat, tag, [int(what)])
                assert isinstance(choice, Choice)
                assert choice in state.legal_actions(seat)
                view = state.view(seat)
                outlook = Outlook(view, read_features(view, seat), LEVEL_WEIGHTS["search:hard"])
                seen = outlook.after(choice, most == "1")
                wrong = {
                    name: (mine, its)
                    for name, mine, its in zip(NAMES, seen, facts[:-1], strict=True)
                    if mine != pytest.approx(its, abs=1e-4)
                }
                assert not wrong, f"{line[:40]}: (a bot's, the program's)"
                assert learned().preference(seen) == pytest.approx(facts[-1], abs=1e-2, rel=1e-3)
                compared.add(type(choice).__name__)
            else:
                settled(state).apply(action(seat, kind, list(map(int, words))))
        outcome = settled(state).outcome()
        assert outcome is not None
        assert {seat: share for seat, share in won.items() if share} == dict.fromkeys(
            outcome.winners, pytest.approx(1 / len(outcome.winners), abs=1e-4)
        )
    assert {"EndTurn", "Step", "Place", "Kill", "Bridge", "Pyrokinesis"} <= compared


def test_it_counts_what_seats_with_the_network_win(program: tuple[Path, Path]) -> None:
    command = [*program[:1], "compare", program[1], "100", "1"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    won = {line.split(":")[0]: float(line.split()[-7]) for line in lines}
    tables = [f"{seats} seats, {which}" for seats in (3, 4) for which in ("half of them", "alone among greedy")]
    assert list(won) == ["2 seats, half of them", *tables]
    assert all(0 <= share <= 1 for share in won.values())
    assert won["2 seats, half of them"] > 0.6, "with what was learned they win more than greedy ones"


def test_it_follows_choices_and_counts_what_others_would_win(program: tuple[Path, Path]) -> None:
    command = [program[0], "room", program[1], "4", "1", "48"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = [
        list(map(float, re.findall(r"[+-]?\d[\d.]*", line)))
        for line in told.splitlines()
        if re.fullmatch(
            r"\d seats: \d+ decisions followed, another choice in \d+, "
            r"which wins [+-][\d.]+ of a game, standard error [\d.]+",
            line,
        )
    ]
    assert [seats for seats, *_ in lines] == [2, 3, 4], told
    for _, followed, other, more, error in lines:
        assert followed > other, "two standard errors better are few"
        assert (error > 0) == (other > 0), "what is not another choice wins nothing"
        assert abs(more) <= 8 * other / 4, "of four games, for one decision of eight"
    assert sum(other for _, _, other, *_ in lines) > 0
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == told


@pytest.mark.parametrize("units", [0, 33, 288])
def test_a_network_of_other_layers_is_refused(program: tuple[Path, Path], tmp_path: Path, units: int) -> None:
    (tmp_path / "other").write_bytes(pack("3i", len(NAMES), units, 32))
    done = subprocess.run([program[0], "compare", tmp_path / "other", "1", "1"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert "with layers of 32, 64 ... 256 units" in done.stderr


def test_a_network_of_other_numbers_is_refused(program: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(pack("3i", 3, 1, 1))
    done = subprocess.run([program[0], "compare", tmp_path / "other", "1", "1"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"is not a network of {len(NAMES)} numbers" in done.stderr
