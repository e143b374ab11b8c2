"""A journal that somebody made by hand, sealed as a host would seal it: refused in a sentence, whatever is in it."""

from __future__ import annotations

import os
import sqlite3
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation.games import GameError
from immolation.table.journal.journal_file import APPLICATION_ID, LARGEST, SCHEMA, read, seal_of
from immolation.table.journal.journal_records import JournalDamaged, JournalError
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table

from .conftest import PEOPLE


def seal(path: Path, rows: list[Any]) -> Path:
    """A journal of these rows, the header first, with good seals."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(f"PRAGMA application_id={APPLICATION_ID}")
        for statement in SCHEMA:
            file.execute(statement)
        mark = ""
        for number, row in enumerate(rows):
            text = msgspec.json.encode(row)
            mark = seal_of(mark, text)
            place = ("header", (text.decode(), mark)) if not number else ("entry", (number, text.decode(), mark))
            file.execute(f"INSERT INTO {place[0]} VALUES ({', '.join('?' * len(place[1]))})", place[1])
        file.execute(f"PRAGMA user_version={len(rows)}")
    return path


@pytest.fixture
async def rows(tmp_path: Path) -> list[Any]:
    """Header and entries of a game with one entry of several kinds."""
    table = await Table.open(tmp_path / "good.journal", game="toy-race", seed=1, players=PEOPLE)
    await table.pause()
    await table.resume()
    await table.close()
    header, entries = read(table.path)
    made: list[Any] = msgspec.to_builtins([header, *entries])
    return made


def entry(rows: list[Any], kind: str, record: Any, **more: Any) -> list[Any]:
    return [*rows, {**rows[-1], "n": len(rows), "kind": kind, "record": record, **more}]


RECORDS: list[tuple[str, Any]] = [
    ("action", {}),
    ("action", {"action": {"do": "deal", "seat": "chance"}}),
    ("action", {"by": "host"}),
    ("action", {"action": [], "by": "host"}),
    ("action", {"action": None, "by": 7}),
    ("undo", {"by": "host"}),
    ("undo", {"to": "1", "by": "host"}),
    ("undo", {"to": -1, "by": "host"}),
    ("undo", {"to": [], "by": "host"}),
    ("pause", {}),
    ("resume", {"by": 4}),
    ("player", {"seat": "p1"}),
    ("player", {"seat": "p1", "player": {"kind": 3}}),
    ("player", {"seat": "p9", "player": {"kind": "person"}}),
    ("player", {"seat": ["p1"], "player": {}}),
    ("put-right", {}),
    ("put-right", {"which": "both"}),
    ("begun", {}),
    ("begun", {"events": [{"kind": 1}]}),
    ("begun", {"events": "all"}),
]


@pytest.mark.parametrize(("kind", "record"), RECORDS)
async def test_a_record_that_is_not_of_its_kind_is_refused(
    rows: list[Any], tmp_path: Path, kind: str, record: Any
) -> None:
    path = seal(tmp_path / "bad.journal", entry(rows, kind, record))
    with pytest.raises(JournalError) as refused:
        await Table.open(path)
    assert "Error" not in str(refused.value)
    if not isinstance(refused.value, JournalDamaged):
        return
    assert refused.value.last == len(rows) - 1  # what came before can be repaired to


@pytest.mark.parametrize(
    "header",
    [
        {"table": "a/b"},
        {"table": "#"},
        {"table": ""},
        {"created_ms": 1 << 62},
        {"created_ms": -1},
        {"players": {}},
        {"players": {"p1": {}, "p2": {}, "p3": {}}},
        {"clocks": {"mode": "turn", "turn_ms": 1 << 70}},
        {"settings": {"no-such": 1}},
        {"settings": {"": None}},
        {"ruleset": "../../etc"},
        {"config": {"seats": 10**9}},
        {"config": {"seats": [2]}},
        {"position": {}},
    ],
    ids=str,
)
async def test_a_header_that_no_table_wrote_is_refused(rows: list[Any], tmp_path: Path, header: dict[str, Any]) -> None:
    path = seal(tmp_path / "bad.journal", [{**rows[0], **header}, *rows[1:]])
    with pytest.raises((JournalError, GameError, TableRefusal)):
        await Table.open(path)


async def test_clocks_that_no_clock_shows_are_refused(rows: list[Any], tmp_path: Path) -> None:
    path = seal(tmp_path / "bad.journal", entry(rows, "pause", {"by": "host"}, clocks={"turn": {"p1": 10**400}}))
    with pytest.raises(JournalError):
        await Table.open(path)


@pytest.mark.parametrize("ruleset", ["ascended-kings", "chimera-con", "kimera", "red-rains"])
@pytest.mark.parametrize("endless", ["device", "pipe", "long"])
async def test_a_pack_without_an_end_is_not_read(rows: list[Any], tmp_path: Path, ruleset: str, endless: str) -> None:
    pack = tmp_path / "pack.toml"
    if endless == "device":
        pack = Path("/dev/zero")
    elif endless == "pipe":
        os.mkfifo(pack)
    else:
        pack.touch()
        os.truncate(pack, 1 << 40)  # a hole: as long as a whole disk, and takes none of it
    header = {**rows[0], "ruleset": ruleset, "settings": {"pack": str(pack)}, "config": {}}
    path = seal(tmp_path / "bad.journal", [header, *rows[1:]])
    with pytest.raises(GameError, match=r"no file|cannot be read|too long"):
        await Table.open(path)


def _page(kind: int, start: int, cells: list[bytes], right: int = 0) -> bytes:
    """One page of 512 bytes of a table's tree, its header ``start`` bytes after its beginning."""
    data = bytearray(512)
    at, places = 512, []
    for cell in cells:
        at -= len(cell)
        data[at : at + len(cell)] = cell
        places.append(at)
    head = bytes((kind, 0, 0)) + len(cells).to_bytes(2, "big") + at.to_bytes(2, "big") + b"\0"
    head += right.to_bytes(4, "big") if kind == 5 else b""
    head += b"".join(place.to_bytes(2, "big") for place in places)
    data[start : start + len(head)] = head
    return bytes(data)


def _row(number: int, *values: str | int) -> bytes:
    """A row of a schema: short texts and numbers below 128."""
    kinds = bytes(13 + 2 * len(value) if isinstance(value, str) else 1 for value in values)
    body = bytes((1 + len(kinds),)) + kinds
    body += b"".join(value.encode() if isinstance(value, str) else bytes((value,)) for value in values)
    return bytes((len(body), number)) + body


def bomb(path: Path) -> Path:
    """A journal of ten kilobytes in whose schema each page leads twenty times to the next one: 20^17 rows."""
    table = _row(1, "table", "a", "a", 2, "CREATE TABLE a(b UNIQUE)")
    index = _row(2, "index", "sqlite_autoindex_a_1", "a", 2, "")
    depth = 17
    pages = [b""]
    pages.append(_page(13, 0, [table]))
    for number in range(3, 3 + depth):
        cells = [(number + 1).to_bytes(4, "big") + b"\x02"] * 20
        pages.append(_page(5, 0, cells, number + 1))
    pages.append(_page(13, 0, [index]))
    first = bytearray(_page(5, 100, [(2).to_bytes(4, "big") + b"\x01"], 3))
    first[:16] = b"SQLite format 3\0"
    first[16:24] = bytes((2, 0, 1, 1, 0, 64, 32, 32))
    for at, value in (
        (24, 1),
        (28, len(pages)),
        (40, 1),
        (44, 4),
        (56, 1),
        (68, APPLICATION_ID),
        (92, 1),
        (96, 3040000),
    ):
        first[at : at + 4] = value.to_bytes(4, "big")
    path.write_bytes(b"".join([bytes(first), *pages[1:]]))
    return path


def test_a_file_whose_pages_lead_to_each_other_without_end_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("immolation.table.journal.journal_file.STEPS", 1000)
    monkeypatch.setattr("immolation.table.journal.journal_file.MOST_STEPS", 100_000)
    with pytest.raises(JournalDamaged, match="interrupted"):
        read(bomb(tmp_path / "bomb.journal"))


async def test_a_file_that_says_it_is_larger_takes_no_memory(rows: list[Any], tmp_path: Path) -> None:
    path = seal(tmp_path / "short.journal", rows)
    data = bytearray(path.read_bytes())
    data[28:32] = (LARGEST // int.from_bytes(data[16:18], "big")).to_bytes(4, "big")
    path.write_bytes(data)
    tracemalloc.start()
    try:
        with pytest.raises(JournalDamaged):
            read(path)
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()
