"""What people install with: locked versions, the service, the container, the add-on; each read, and its steps done."""

from __future__ import annotations

import configparser
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from immolation import games

VERSION = version("immolation")
ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ADDON = DEPLOY / "homeassistant" / "immolation"


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_dependency_is_locked() -> None:
    locked = {
        plain(line.partition("==")[0]) for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    names = {plain(match[0]) for line in asked if (match := re.match(r"[A-Za-z0-9_.-]+", line))}
    assert names <= locked
    assert "--constraint constraints.txt" in (ROOT / "scripts" / "venv").read_text()


def unit() -> configparser.SectionProxy:
    read = configparser.RawConfigParser(strict=True)
    read.optionxform = str  # type: ignore[assignment]
    read.read(DEPLOY / "systemd" / "immolation.service")
    return read["Service"]


def test_the_service_starts_a_host_and_starts_it_again(tmp_path: Path) -> None:
    service = unit()
    assert service["Restart"] == "always"
    program, *words = service["ExecStart"].split()
    assert program.endswith("/immolation")
    shown = subprocess.run([sys.executable, "-m", "immolation", words[0], "--help"], capture_output=True, text=True)
    plainly = re.sub(r"\x1b\[[0-9;]*m", "", shown.stdout)
    assert all(word in plainly or word.replace("--no-", "--") in plainly for word in words[1:])
    if shutil.which("systemd-analyze") is None:
        return
    text = (DEPLOY / "systemd" / "immolation.service").read_text().replace(program, "/bin/true")
    (tmp_path / "immolation.service").write_text(text)
    said = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "immolation.service")], capture_output=True, text=True
    )
    assert "immolation.service:" not in said.stderr, said.stderr


def instructions() -> list[tuple[str, str]]:
    text = (DEPLOY / "container" / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def test_the_container_and_its_compose_file_fit_each_other() -> None:
    compose = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text())
    service = compose["services"]["immolation"]
    context = (DEPLOY / "container" / service["build"]["context"]).resolve()
    assert context == ROOT
    assert (context / service["build"]["dockerfile"]).is_file()
    found = dict(instructions())
    volume, _, place = service["volumes"][0].partition(":")
    assert volume in compose["volumes"]
    assert found["VOLUME"] == place
    assert f"XDG_DATA_HOME={place}" in found["ENV"]
    assert json.loads(found["ENTRYPOINT"]) == ["immolation"]
    assert json.loads(found["CMD"])[0] == "host"
    assert "/src/constraints.txt" in " ".join(rest for word, rest in instructions() if word == "RUN")


def test_the_container_may_write_where_its_games_lie() -> None:
    found = dict(instructions())
    steps = [(word, rest) for word, rest in instructions() if word in ("RUN", "USER", "VOLUME")]
    made = next(at for at, (word, rest) in enumerate(steps) if word == "RUN" and rest.endswith(found["VOLUME"]))
    assert f"install --directory --owner {found['USER']} " in steps[made][1]
    assert made < steps.index(("USER", found["USER"])) < steps.index(("VOLUME", found["VOLUME"]))


def built_from() -> list[str]:
    """Return the files that `.dockerignore` lets into the container's image."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    return [line.removeprefix("!") for line in lines if line.startswith("!")]


def addon() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ADDON / "config.yaml").read_text())
    return found


def test_the_add_on_offers_what_there_is() -> None:
    told = addon()
    assert told["version"] == VERSION
    assert set(told["options"]) == set(told["schema"])
    offered = told["schema"]["ruleset"].removeprefix("list(").removesuffix(")").split("|")
    shipped = [name for name in games.names() if games.module(name).__name__.startswith("immolation.games.")]
    assert offered == shipped
    assert yaml.safe_load((ADDON / "build.yaml").read_text())["build_from"].keys() == set(told["arch"])


def test_the_add_on_starts_what_was_chosen(tmp_path: Path) -> None:
    (tmp_path / "options.json").write_text(json.dumps({**addon()["options"], "ruleset": "kimera"}))
    program = tmp_path / "immolation"
    program.write_text('#!/bin/sh\necho "$XDG_DATA_HOME" "$@"\n')
    program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "OPTIONS_FILE": str(tmp_path / "options.json"),
        "XDG_DATA_HOME": "/data",
    }
    done = subprocess.run(["sh", str(ADDON / "run.sh")], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split() == ["/data", "host", "--lan", "--no-browser", "--ruleset", "kimera", "--board", "auto"]


def pythons() -> list[str]:
    """A working Python of each version that is supported and here."""
    found = {}
    for minor in (11, 12, 13):
        places = [*Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")]
        known = shutil.which(f"python3.{minor}")
        for place in (*map(str, places), *([known] if known else [])):
            asked = subprocess.run([place, "-c", "import sys, venv; print(*sys.version_info[:2])"], capture_output=True)
            if asked.stdout.split() == [b"3", str(minor).encode()]:
                found.setdefault(minor, place)
    return [*found.values()]


def run(*words: object, **given: Any) -> str:
    """Run a program, which must end well, and return what it said."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from what the container is built from: one for all workers of a test run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with (folder / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "wheel").is_dir():
            for name in built_from():
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
                (folder / "src").mkdir(exist_ok=True)
                copy(ROOT / name, folder / "src" / name)
            run(*PIP, "wheel", "--no-deps", "--wheel-dir", folder / "wheel", folder / "src")
    (found,) = (folder / "wheel").glob("immolation-*.whl")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("python", pythons(), ids=lambda place: Path(place).parents[1].name)
def test_the_wheel_installs_in_a_clean_environment_as_pipx_and_the_container_do(
    wheel: Path, tmp_path: Path, python: str
) -> None:
    own = tmp_path / "clean" / "bin"
    run(python, "-m", "venv", "--without-pip", tmp_path / "clean")
    # As pipx does: with a pip that is not the environment's own. What is not run is not compiled.
    constraints = ("--constraint", ROOT / "constraints.txt")
    run(*PIP, "--python", own / "python", "install", "--no-compile", *constraints, wheel)
    alone = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    assert run(own / "immolation", "--version", env=alone, cwd=tmp_path) == f"immolation {VERSION}\n"
    words = ("demo", "--headless", "--bots", "--ruleset", "cinders", "--json", "--journal", tmp_path / "a.journal")
    report = json.loads(run(own / "immolation", *words, env=alone, cwd=tmp_path))
    assert report["outcome"]
    assert report["board"]["frames"] > 0, "its firmware files came along"
    assert "whole" in run(own / "immolation", "journal", "check", tmp_path / "a.journal", env=alone, cwd=tmp_path)
