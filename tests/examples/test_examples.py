"""Every example runs, and does what its first line says."""

from __future__ import annotations

import ast
import asyncio
import re
import runpy
import subprocess
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
import msgspec
import pytest
import yaml
from immolation import games
from immolation.broker import homeassistant, topics
from immolation.broker.announcements import Announcement

from tests.end_to_end.command import IMMOLATION
from tests.end_to_end.hosting import hosting

PATIENCE_S = 240
"""For a game of some twenty actions."""

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["mqtt_client", "simulate_report"])
def test_what_needs_words_says_which_where_there_are_none(name: str) -> None:
    ran = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py"], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert ran.returncode == 1
    assert f"python examples/{name}.py " in ran.stderr
    assert "Traceback" not in ran.stderr


async def test_the_mqtt_client_plays_a_game_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the two commands that it prints; only the broker's port is the one that was free."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    printed = str(ast.get_docstring(ast.parse((EXAMPLES / "mqtt_client.py").read_text())))
    served, played = (line.split() for line in printed.splitlines() if line.startswith("    "))
    assert (served[:2], played[:3]) == (["immolation", "host"], ["python", "examples/mqtt_client.py", "1883"])
    async with hosting(*served[1:]) as host, asyncio.timeout(PATIENCE_S):
        process = await asyncio.create_subprocess_exec(
            sys.executable, played[1], str(host.mqtt_port), *played[3:], cwd=EXAMPLES.parent, stdout=PIPE, stderr=STDOUT
        )
        try:
            said = (await process.communicate())[0].decode()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert process.returncode == 0, said
    assert re.search(r"^Runner [12] runs to \d\d\.$", said, re.MULTILINE)
    assert "Refused" not in said


def test_the_mqtt_client_is_short() -> None:
    code = (EXAMPLES / "mqtt_client.py").read_text().split('"""', 2)[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 40


def test_the_bot_beats_one_that_chooses_blindly() -> None:
    wins = runpy.run_path(str(EXAMPLES / "bot.py"))["wins"]
    assert wins(60) >= 40


def test_the_pack_is_played() -> None:
    game = games.load("red-rains", pack=EXAMPLES / "chimera_pack.toml")
    assert "The Drowned Bell" in str(game.new({"players": "sample"}).view(None))
    command = [IMMOLATION, "simulate", "red-rains", "--pack", EXAMPLES / "chimera_pack.toml", "--games", "2"]
    done = subprocess.run([*command, "--bots", "random", "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"finished":2' in done.stdout


def test_the_simulation_writes_its_report(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    command = [sys.executable, EXAMPLES / "simulate_report.py", "cinders", "10", page]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("p1: ")
    assert "<svg" in page.read_text()


def test_what_was_learned_beats_random() -> None:
    example = runpy.run_path(str(EXAMPLES / "reinforcement_learning.py"))
    wins = example["win_rate"](example["train"](2000, seed=1), 1000, seed=10**6)
    assert wins > 0.54  # random play wins 0.500, give or take 0.016


def test_home_assistant_finds_what_its_dashboard_shows() -> None:
    folder = EXAMPLES / "home-assistant"
    view = yaml.safe_load((folder / "dashboard.yaml").read_text())
    known = set()
    for device in (homeassistant.table_device("main"), homeassistant.board_device("immolation", "main")):
        for component in device["components"].values():
            name = f"{device['device']['name']} {component['name']}".lower()
            known.add(f"{component['platform']}.{re.sub('[^a-z0-9]+', '_', name)}")
    shown = set(re.findall(r"\b(?:sensor|switch|button|light|binary_sensor)\.immolation_\w+", yaml.dump(view)))
    assert len(shown) > 12
    assert shown <= known


def test_home_assistants_automations_read_what_is_published() -> None:
    lamp, speaker = yaml.safe_load((EXAMPLES / "home-assistant" / "automations.yaml").read_text())
    layers = [
        {"effect": "fire", "tiles": [1, 2, 3]},
        {"effect": "glow", "tiles": [4]},
        {"effect": "fire", "tiles": [5]},
    ]
    burning = _rendered(lamp["variables"]["burning"], {"layers": layers})
    assert burning == "4"
    data = lamp["actions"][0]["data"]
    assert _rendered(data["brightness_pct"], {}, burning=burning) == "24"
    assert _rendered(data["rgb_color"], {}, burning=burning) == "[255, 146, 20]"
    said = msgspec.to_builtins(Announcement(3, "turn", "Ada, it is your turn.", "normal"))
    assert speaker["triggers"][0]["topic"] == topics.table("main", "announce")
    assert _rendered(speaker["conditions"][0]["value_template"], said) == "True"
    assert _rendered(speaker["actions"][0]["data"]["message"], said) == "Ada, it is your turn."
    assert _rendered(speaker["actions"][0]["data"]["language"], said) == "en"


def _rendered(template: str, payload: dict[str, Any], **given: Any) -> str:
    trigger = SimpleNamespace(payload_json=payload)
    return jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(template).render(trigger=trigger, **given)


def test_every_example_is_tested_here() -> None:
    tested = "".join(file.read_text() for file in Path(__file__).parent.glob("*.py"))
    for file in EXAMPLES.iterdir():
        assert file.name in tested or file.suffix == ".md", f"{file.name} has no test"
