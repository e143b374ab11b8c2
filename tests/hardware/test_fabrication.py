"""The archive for a fabricator: whole, fresh, with a line and a place for each part, the same bytes each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.electrical import check, source
from hardware.electrical.fabrication import packing
from hardware.electrical.netlists import rules

CIRCUIT = rules.read_folder(source.OUT / "netlists")["row_board"]


@pytest.mark.parametrize(("name", "size"), [("row_board", b"448 x 38 mm"), ("controller_pico", b"160 x 100 mm")])
def test_an_archive_holds_what_a_fabricator_needs(name: str, size: bytes) -> None:
    packed = packing.unpack(packing.FOLDER / f"{name}.zip")
    assert {f"gerbers/{name}-{end}" for end in packing.WANTED} < packed.keys()
    assert {"positions.csv", "bill.csv", "README.txt"} < packed.keys()
    assert size in packed["README.txt"]


def test_the_same_files_make_the_same_bytes_in_any_order() -> None:
    files = check.archive("row_board")
    assert packing.pack(files) == packing.pack(dict(reversed(list(files.items()))))


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("gerbers/row_board-F_Cu.gtl", None, "is missing"),
        ("gerbers/row_board-PTH.drl", b"M48\n", "is stale"),
        ("notes.txt", b"", "belongs to no board"),
        ("bill.csv", lambda text: text.replace(b"HS4,", b""), "HS4 is missing from its bill"),
        ("positions.csv", lambda text: text.replace(b"LED7,", b"LED77,"), "LED7 is missing"),
        ("positions.csv", lambda text: text.replace(b",top,", b",bottom,"), "upper side"),
    ],
)
def test_what_is_wrong_with_an_archive_is_named(tmp_path: Path, name: str, change: object, said: str) -> None:
    files = check.archive("row_board")
    current = dict(files)
    if change is None:
        del files[name]
    else:
        files[name] = change(files[name]) if callable(change) else change  # type: ignore[assignment]
    assert files != current
    path = tmp_path / "row_board.zip"
    path.write_bytes(packing.pack(files))
    assert any(said in line for line in packing.findings(path, current, CIRCUIT))


def test_a_missing_archive_is_named(tmp_path: Path) -> None:
    assert "missing" in next(iter(packing.findings(tmp_path / "row_board.zip", {}, CIRCUIT)))
