"""Shared by all tests: which real parts there are, and that CI has them all."""

from __future__ import annotations

import os
import shutil
import signal
import sysconfig
from pathlib import Path

import pytest

from tests.chromium import chromium
from tests.rule_outcomes import RuleOutcomes

PARTS = {
    "micropython": lambda: shutil.which("micropython", path=_path()),
    "mosquitto": lambda: shutil.which("mosquitto", path=_path()),
    "chromium": chromium,
    "compiler": lambda: shutil.which("cc") if Path(sysconfig.get_path("include"), "Python.h").is_file() else None,
    "g++": lambda: shutil.which("g++"),
}


def _path() -> str:
    venv = Path(__file__).parent.parent / ".venv" / "bin"
    return os.pathsep.join([str(venv), os.environ.get("PATH", ""), "/usr/sbin", "/usr/bin"])


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Games and logs of tests lie apart from a person's, and those of one worker apart from another's."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(tmp_path_factory.mktemp(name.lower()))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for part in mark.args:
            if PARTS[part]() is None:
                if os.environ.get("CI") == "true":
                    pytest.fail(f"{part} is missing; CI must have every real part")
                pytest.skip(f"{part} is not installed")


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Before a module with properties is imported: its examples are never judged by how long a busy machine takes."""
    if "hypothesis" in module_path.read_text():
        from hypothesis import HealthCheck, settings  # half a second that the other modules need not pay

        settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
        settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("immolation")
    group.addoption("--rules-json", metavar="PATH", help="write what the tests marked with rules say to PATH")
    group.addoption("--rules-of", metavar="AK-", action="append", help="run only tests marked with such rules")
    group.addoption("--accept-golden", action="store_true", help="write golden playthroughs anew instead of comparing")


def pytest_configure(config: pytest.Config) -> None:
    # Started with a shell's `&`, the run ignores Ctrl-C, and so would all it starts: those who test Ctrl-C need it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(RuleOutcomes(config), "rule-outcomes")
