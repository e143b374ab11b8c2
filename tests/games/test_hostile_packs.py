"""A pack that somebody made to break its reader: every ruleset refuses it in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from immolation import games
from immolation.games import BadConfig, BadData, GameError
from immolation.games.pack_files import LARGEST, LONGEST_KEY

PACKED = ("ascended-kings", "chimera-con", "chimera-hunt", "kimera", "red-rains")

HOSTILE = {
    "a number of thousands of digits": b"a = " + b"9" * 6000,
    "lists in lists without end": b"a = " + b"[" * 100_000 + b"]" * 100_000,
    "tables in tables without end": b"a = " + b"{b=" * 5000 + b"1" + b"}" * 5000,
    "a key of many parts": b"a" + b" . a" * (LONGEST_KEY + 2) + b" = 1",
    "a table of many parts": b"[" + b".".join([b'"a"'] * (LONGEST_KEY + 2)) + b"]",
    "no text": b"\xff\xfe",
    "half a sign": b"a = '\xed\xa0\x80'",
    "a day": b"a = 1979-05-27T07:32:00Z",
}


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_it_is_refused_in_a_sentence(tmp_path: Path, name: str, content: bytes) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_bytes(content)
    with pytest.raises(GameError) as refused:
        games.load(name, pack=str(pack))
    said = str(refused.value)
    assert said.endswith(".")
    assert "Error" not in said
    assert len(said) < 400


@pytest.mark.parametrize("name", PACKED)
def test_what_is_no_file_is_refused_in_the_same_words_by_every_ruleset(tmp_path: Path, name: str) -> None:
    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * (LARGEST + 1))
    refused = {
        tmp_path / "none.toml": "none.toml cannot be read: No such file or directory.",
        tmp_path: f"{tmp_path.name} cannot be read: it is no file; a pack is one TOML file.",
        "/dev/zero": "zero cannot be read: it is no file; a pack is one TOML file.",
        "a\0b": r"'a\x00b' cannot be read: no file has such a name.",
        long: f"long.toml cannot be read: it is too long for a pack, more than {LARGEST} bytes.",
    }
    for path, said in refused.items():
        with pytest.raises(BadData) as caught:
            games.load(name, pack=path)
        assert str(caught.value) == said
    for value in (7, "", ["pack.toml"]):
        with pytest.raises(BadConfig, match="pack: the path of a TOML file, not"):
            games.load(name, pack=value)
    with pytest.raises(BadConfig, match=r"has no setting 'deck'; there (is|are) (track, )?pack\."):
        games.load(name, deck=1)
