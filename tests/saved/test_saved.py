"""What people saved with an earlier edition goes on: positions, journals, and the names that both are written in."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.table.journal import replay
from immolation.table.store import read

from tests.saved import names

FOLDER = Path(__file__).parent / "edition_1"
RULESETS = ("ascended-kings", "chimera-con", "cinders", "kimera", "red-rains")


@pytest.fixture(scope="module")
def then() -> dict[str, Any]:
    return msgspec.json.decode((FOLDER / "names.json").read_bytes())


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    return names.said(with_events=False)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.positions.jsonl.xz")), ids=lambda file: file.name.split(".")[0])
def test_a_saved_position_is_read_with_its_digest(file: Path) -> None:
    saved = [msgspec.json.decode(line) for line in lzma.decompress(file.read_bytes()).splitlines()]
    assert len(saved) == 200
    for one in saved:
        state = games.load(one["position"]["ruleset"], **one["settings"]).from_position(one["position"])
        assert state.digest() == one["digest"]
        assert state.position() == one["position"]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.journal.xz")), ids=lambda file: file.name.split(".")[0])
def test_a_saved_journal_replays_to_its_digest(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "saved.journal"
    path.write_bytes(lzma.decompress(file.read_bytes()))
    _, entries = read(path)
    assert replay(path).digest == entries[-1].digest


def test_no_saved_file_is_missing() -> None:
    assert len(list(FOLDER.glob("*.positions.jsonl.xz"))) == 6
    for name in RULESETS:
        assert len(list(FOLDER.glob(f"{name}-*.journal.xz"))) == 3


@pytest.mark.parametrize("name", RULESETS)
def test_tags_and_keys_of_records_stay(name: str, then: dict[str, Any], now: dict[str, Any]) -> None:
    for tag, fields in then["rulesets"][name]["tags"].items():
        assert set(fields) <= set(now["rulesets"][name]["tags"].get(tag, ())), f"{name}: {tag}"


@pytest.mark.parametrize("name", RULESETS)
def test_options_and_config_keys_stay(name: str, then: dict[str, Any], now: dict[str, Any]) -> None:
    for key in ("options", "config"):
        assert not set(then["rulesets"][name][key]) - set(now["rulesets"][name][key])


@pytest.mark.parametrize("name", RULESETS)
def test_kinds_of_events_stay(name: str, then: dict[str, Any]) -> None:
    assert then["rulesets"][name]["events"]
    assert not set(then["rulesets"][name]["events"]) - names.literals(name)


@pytest.mark.parametrize("what", ["topics", "commands", "journal", "entry_points"])
def test_names_of_the_table_stay(what: str, then: dict[str, Any], now: dict[str, Any]) -> None:
    assert then[what]
    assert not set(then[what]) - set(now[what])
