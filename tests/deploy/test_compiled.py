"""The rules that `make compiled` compiles: mypyc takes them as they are, and they play the same games."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"][
    "mypyc"
]

COMPILE = """
import json, sys
from mypyc.build import mypycify
from setuptools import setup
files, arguments, options = map(json.loads, sys.argv[1:4])
sys.argv[1:] = ["--quiet", "build_ext", "--inplace"]
setup(name="compiled", packages=[], py_modules=[], ext_modules=mypycify([*arguments, *files], **options))
"""

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


def compiled() -> list[str]:
    """The modules that the hook names, relative to `host`."""
    host = ROOT / "host"
    named = [host.parent / name for name in HOOK["include"]]
    found = {path for name in named for path in ([name] if name.suffix else name.glob("*.py"))}
    return sorted(str(path.relative_to(host)) for path in found if path.name not in HOOK["exclude"])


def python(folder: Path, *words: str) -> str:
    """What Python says that finds `immolation` in a folder, and nowhere else."""
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
    options = {**HOOK["options"], "opt_level": "0"}  # four times as soon done
    python(tmp_path, "-c", COMPILE, *map(json.dumps, (compiled(), HOOK["mypy-args"], options)))
    played, native = json.loads(python(tmp_path, "-c", PLAY))
    assert played == plain
    assert native == [path.removesuffix(".py").replace("/", ".") for path in compiled()]
