"""The rules that `make compiled` compiles: mypyc takes them as they are, and they play the same games."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.compile_rules import modules

ROOT = Path(__file__).parents[2]
PLAY = """
import json, sys
from hashlib import blake2b
from random import Random
from immolation import games

def told(track, seed):
    state = games.load("ascended-kings", track=track).new({"track": track, "seats": 2 + seed})
    rng, heard = Random(seed), blake2b()
    while deciders := state.deciders():
        seat, decision = next(iter(deciders.items()))
        legal = [one.action for one in decision.outcomes] or state.legal_actions(seat)
        heard.update(repr((legal, state.apply(rng.choice(legal)), state.view(seat))).encode())
    return heard.hexdigest(), state.digest()

played = [told(track, seed) for track in ("arena", "full") for seed in range(3)]
own = [module for name, module in sys.modules.items() if name.startswith("immolation.")]
native = sorted(module.__name__ for module in own if not module.__file__.endswith(".py"))
print(json.dumps([played, native]))
"""


def python(folder: Path, *words: str) -> str:
    """Run Python on the `immolation` in a folder, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_compiled_rules_play_the_same_games(tmp_path: Path) -> None:
    for package in ("host/immolation", "firmware/immolation_board"):
        copied = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tmp_path / Path(package).name, ignore=copied)
    plain, none = json.loads(python(tmp_path, "-c", PLAY))
    assert none == []
    python(tmp_path, str(ROOT / "scripts" / "compile_rules.py"), str(tmp_path), "0")  # soon done
    played, native = json.loads(python(tmp_path, "-c", PLAY))
    assert played == plain
    assert native == [path.removesuffix(".py").replace("/", ".") for path in modules()]
