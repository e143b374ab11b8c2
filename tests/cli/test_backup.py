"""A backup of a host that plays, restored elsewhere: the games go on; what was there is never lost."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import tracemalloc
from pathlib import Path

import pytest
from immolation.cli import backup
from immolation.cli.backup import BadBackup, unpack, write
from immolation.table.journal.journal_records import JournalBusy
from immolation.table.journal.journal_replay import read
from immolation.table.records import Player
from immolation.table.table import Table

from tests.end_to_end.command import Command


async def playing(path: Path) -> Table:
    path.parent.mkdir(parents=True, exist_ok=True)
    table = await Table.open(path, game="kimera", seed=3, players={"p1": Player("person", "Ada")})
    await table.pause()
    return table


async def test_a_game_that_is_played_is_kept_and_goes_on_elsewhere(tmp_path: Path) -> None:
    table = await playing(tmp_path / "data" / "kimera.journal")
    (tmp_path / "data" / "mosquitto").mkdir()
    secret = tmp_path / "data" / "mosquitto" / "logins.json"
    secret.write_text("{}")
    secret.chmod(0o600)
    file = tmp_path / "kept.tar.gz"
    assert write(tmp_path / "data", file) == (2, [])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "it holds passwords"
    before = read(table.path)
    await table.resume()  # after the backup
    await table.close()
    assert unpack(file, tmp_path / "elsewhere" / "data") == (2, None, [])
    place = tmp_path / "elsewhere" / "data"
    assert read(place / "kimera.journal") == before
    assert stat.S_IMODE((place / "mosquitto" / "logins.json").stat().st_mode) == 0o600
    again = await Table.open(place / "kimera.journal")
    assert again.phase == "paused"
    await again.resume()
    await again.close()


async def test_what_is_there_is_set_aside(tmp_path: Path) -> None:
    await (await playing(tmp_path / "data" / "kimera.journal")).close()
    file = tmp_path / "kept.tar.gz"
    write(tmp_path / "data", file)
    (tmp_path / "data" / "newer").write_text("mine")
    _, aside, _ = unpack(file, tmp_path / "data")
    assert aside is not None
    assert (aside / "newer").read_text() == "mine"
    assert not (tmp_path / "data" / "newer").exists()


async def test_nothing_is_restored_under_a_host_that_plays(tmp_path: Path) -> None:
    """What it acknowledges afterwards would be in the folder that was set aside."""
    table = await playing(tmp_path / "data" / "kimera.journal")
    write(tmp_path / "data", tmp_path / "kept.tar.gz")
    with pytest.raises(JournalBusy, match="stop it first"):
        unpack(tmp_path / "kept.tar.gz", tmp_path / "data")
    assert table.path.exists(), "nothing was set aside"
    await table.resume()
    await table.close()
    assert unpack(tmp_path / "kept.tar.gz", tmp_path / "data")[0] == 1


async def test_a_damaged_game_is_kept_as_it_is_and_said(tmp_path: Path) -> None:
    table = await playing(tmp_path / "data" / "kimera.journal")
    await table.close()
    content = table.path.read_bytes()
    table.path.write_bytes(content[: len(content) // 2])
    count, damaged = write(tmp_path / "data", tmp_path / "kept.tar.gz")
    assert count >= 1
    assert "damaged" in damaged[0]
    _, _, told = unpack(tmp_path / "kept.tar.gz", tmp_path / "elsewhere")
    assert "damaged" in told[0]
    assert (tmp_path / "elsewhere" / "kimera.journal").read_bytes() == content[: len(content) // 2]


@pytest.mark.parametrize("name", ["../outside", "/etc/outside", "a/../../outside", "link"])
def test_a_file_that_would_write_elsewhere_is_refused_and_nothing_changes(tmp_path: Path, name: str) -> None:
    file = tmp_path / "evil.tar.gz"
    with tarfile.open(file, "w:gz") as packed:
        member = tarfile.TarInfo(name)
        if name == "link":
            member.type, member.linkname = tarfile.SYMTYPE, "/etc"
        packed.addfile(member, io.BytesIO())
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine").write_text("here")
    with pytest.raises(BadBackup, match="no backup"):
        unpack(file, tmp_path / "data")
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["mine"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "evil.tar.gz"]


def refused(tmp_path: Path, *parts: bytes) -> str:
    """The sentence with which an archive of these blocks is refused; nothing may be left behind."""
    file = tmp_path / "evil.tar.gz"
    with gzip.open(file, "wb") as packed:
        for part in parts:
            packed.write(part)
    with pytest.raises(BadBackup, match=r"no backup|cannot be read") as why:
        unpack(file, tmp_path / "data")
    assert [path.name for path in tmp_path.iterdir()] == ["evil.tar.gz"]
    return str(why.value)


def member(name: str = "a", kind: bytes = tarfile.REGTYPE, size: int = 0, linkname: str = "") -> bytes:
    """The header of one member, as an attacker would write it."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, linkname
    block = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    block[124:136] = tarfile.itn(size, 12, tarfile.GNU_FORMAT)
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


@pytest.mark.parametrize("kind", [tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE])
def test_links_devices_and_pipes_are_refused(tmp_path: Path, kind: bytes) -> None:
    assert "may not be in one" in refused(tmp_path, member(kind=kind, linkname="/etc/passwd"))


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME], ids=["notes", "name"])
def test_a_name_without_an_end_takes_no_memory(tmp_path: Path, kind: bytes) -> None:
    """Such a name is read whole before anybody sees it: 200 kB would become 200 MB."""
    tracemalloc.start()
    try:
        assert "has no end" in refused(tmp_path, member(kind=kind, size=200 << 20), *[bytes(1 << 20)] * 200)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


def test_more_files_than_a_backup_has_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million empty files are some kilobytes, packed, and all of a small disk's places."""
    monkeypatch.setattr(backup, "MOST_FILES", 20)
    assert "more than" in refused(tmp_path, *(member(f"{number}") for number in range(21)))


@pytest.mark.parametrize("size", [2 << 30, 1 << 60, -(1 << 40)])
def test_more_bytes_than_a_backup_has_are_refused(tmp_path: Path, size: int) -> None:
    refused(tmp_path, member(size=size), bytes(1024))


def test_notes_upon_notes_upon_notes_are_refused(tmp_path: Path) -> None:
    refused(tmp_path, *[member(kind=tarfile.GNUTYPE_LONGNAME, size=2) + b"a".ljust(512, b"\0")] * 5000)


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"no archive")
    with pytest.raises(BadBackup, match="cannot be read"):
        unpack(tmp_path / "a", tmp_path / "data")
    with pytest.raises(BadBackup, match="nothing to keep"):
        write(tmp_path / "none", tmp_path / "b")


def test_one_command_each_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "immolation").mkdir()
    (tmp_path / "immolation" / "note").write_text("kept")
    run = Command()
    assert run("backup", str(tmp_path / "b.tar.gz")).returncode == 0
    (tmp_path / "immolation" / "note").write_text("changed")
    done = run("restore", str(tmp_path / "b.tar.gz"))
    assert done.returncode == 0, done.stderr
    assert "What was there before is in" in done.stdout
    assert (tmp_path / "immolation" / "note").read_text() == "kept"


@pytest.mark.parametrize("data", [b'{"', b"", b"\x1f\x8b\x08\x00"])
def test_why_a_file_is_no_backup_is_said_in_words(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "k.json"
    file.write_bytes(data)
    with pytest.raises(backup.BadBackup, match=r"k\.json cannot be read as a backup: it (is|breaks) ") as refused:
        backup.unpack(file, tmp_path / "data")
    assert "b'" not in str(refused.value)


def test_a_folder_is_no_name_for_a_backup(tmp_path: Path) -> None:
    for folder in (tmp_path, Path("/")):
        with pytest.raises(backup.BadBackup, match="is a folder; name a file"):
            backup.write(tmp_path, folder)
