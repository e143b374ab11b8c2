"""What people saved with an earlier edition goes on: positions, journals, and the names that both are written in."""

from __future__ import annotations

import asyncio
import lzma
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games.contract import digest_of
from immolation.table.journal.journal_file import read
from immolation.table.journal.journal_records import Entry, Header
from immolation.table.journal.journal_replay import replay
from immolation.table.journal.journal_writer import make
from immolation.table.table import Table

from tests.saved import names

FOLDER = Path(__file__).parent
"""A folder for each edition, with the rulesets as they were when they came."""

RULESETS = ("ascended-kings", "chimera-con", "chimera-hunt", "cinders", "kimera", "red-rains")


def of_every_edition(pattern: str) -> list[Any]:
    """The files of all editions, each named after what it holds."""
    files = sorted(FOLDER.glob(f"edition_*/{pattern}"))
    return [pytest.param(file, id=file.name.split(".")[0]) for file in files]


@pytest.fixture(scope="module")
def then() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for file in sorted(FOLDER.glob("edition_*/names.json")):
        said = msgspec.json.decode(file.read_bytes())
        found = {**said, **found, "rulesets": {**said["rulesets"], **found.get("rulesets", {})}}
    return found


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    return names.said(with_events=False)


@pytest.mark.parametrize("file", of_every_edition("*.positions.jsonl.xz"))
def test_a_saved_position_is_read_with_its_digest(file: Path) -> None:
    saved = [msgspec.json.decode(line) for line in lzma.decompress(file.read_bytes()).splitlines()]
    assert len(saved) == 200
    for one in saved:
        game = games.load(one["position"]["ruleset"], **one["settings"])
        state = game.from_position(one["position"])
        shown = game.edition(one["position"]).as_first(state.position())
        assert shown == one["position"]
        assert digest_of(shown) == one["digest"]


@pytest.mark.parametrize("file", of_every_edition("*.journal.xz"))
def test_a_saved_journal_replays_to_its_digest(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "saved.journal"
    path.write_bytes(lzma.decompress(file.read_bytes()))
    _, entries = read(path)
    assert replay(path).digest == entries[-1].digest


def saved_journal(file: Path, folder: Path) -> tuple[Header, list[Entry]]:
    """What a packed journal holds."""
    path = folder / "saved.journal"
    path.write_bytes(lzma.decompress(file.read_bytes()))
    return read(path)


@pytest.mark.parametrize("file", of_every_edition("*-3.journal.xz"))
async def test_a_saved_journal_is_played_on_with_digests_of_its_own_edition(file: Path, tmp_path: Path) -> None:
    header, entries = saved_journal(file, tmp_path)
    path, half = tmp_path / "half.journal", len(entries) // 2
    make(path, header, entries[:half])
    table = await Table.open(path, bot_pace_ms=0)
    if table.phase == "paused":
        await table.resume()
    updates = table.subscribe()
    running = asyncio.create_task(table.run())
    async with asyncio.timeout(60):
        async for update in updates:
            if table.phase == "over" or update.n >= half + 8:
                updates.close()
    await table.close()
    await running
    goes_on, played = read(path)
    assert goes_on.version == header.version
    assert len(played) > half
    assert replay(path).digest == played[-1].digest


def test_no_saved_file_is_missing() -> None:
    assert len(of_every_edition("*.positions.jsonl.xz")) == len(RULESETS) + 1  # the arena and the full track
    for name in RULESETS:
        before_standstill = name == "chimera-con"  # one of the second edition, from before CC-WIN-05
        assert len(of_every_edition(f"{name}-*.journal.xz")) == 3 + before_standstill


@pytest.mark.parametrize("name", RULESETS)
def test_tags_and_keys_of_records_stay(name: str, then: dict[str, Any], now: dict[str, Any]) -> None:
    today, renamed = now["rulesets"][name]["tags"], renames(name)
    for tag, fields in then["rulesets"][name]["tags"].items():
        known = {*today.get(tag, ()), *today.get(renamed.get(tag), ())}
        assert tag in today or tag in renamed, f"{name}: {tag}"
        assert set(fields) <= known, f"{name}: {tag}"


def renames(name: str) -> dict[str, str]:
    """First tag of an action or a decision point -> today's: ``do=fit`` -> ``do=keep-gems``."""
    game = games.load(name)
    frames = {**game.edition({}).frames, **game.edition({"track": "full"}).frames}
    found = {f"do={first}": f"do={now}" for first, now in game.renamed.items()}
    return found | {f"at={first}": f"at={now}" for first, now in frames.items()}


@pytest.mark.parametrize("name", RULESETS)
def test_options_and_config_keys_stay(name: str, then: dict[str, Any], now: dict[str, Any]) -> None:
    for key in ("options", "config"):
        gone = set(then["rulesets"][name][key]) - set(now["rulesets"][name][key])
        tracks: tuple[dict[str, str], ...] = ({}, {"track": "full"})
        assert gone <= {key for track in tracks for key in games.load(name).edition(track).dropped}


@pytest.mark.parametrize("name", RULESETS)
def test_kinds_of_events_stay(name: str, then: dict[str, Any]) -> None:
    assert then["rulesets"][name]["events"]
    assert not set(then["rulesets"][name]["events"]) - names.literals(name)


@pytest.mark.parametrize("what", ["topics", "commands", "journal", "entry_points"])
def test_names_of_the_table_stay(what: str, then: dict[str, Any], now: dict[str, Any]) -> None:
    assert then[what]
    assert not set(then[what]) - set(now[what])


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("track", [{}, {"track": "full"}], ids=["usual", "full"])
def test_an_option_that_is_no_more_is_read_with_its_value_and_refused_with_another(
    name: str, track: dict[str, str]
) -> None:
    config = track if name == "ascended-kings" else {}
    game = games.load(name)
    dropped = game.edition(config).dropped
    plain = game.new(config)
    if dropped:
        assert game.new({**config, "options": dict(dropped)}).digest() == plain.digest()
    position = plain.position()
    for key, value in dropped.items():
        stale = {**position, "options": {**position["options"], key: value}}
        assert game.from_position(stale).digest() == plain.digest()
        with pytest.raises(games.BadConfig, match=re.escape(key)):
            game.new({**config, "options": {key: "another"}})
