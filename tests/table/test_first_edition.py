"""A journal of version 1 is played on by later rules with the digests of its own, or says where it must end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation.cli.app import app
from immolation.games import Action, Refusal
from immolation.games.editions import Edition
from immolation.table.journal.journal_replay import (
    Journal,
    ReplayMismatch,
    read,
    replay,
    rescue,
)
from immolation.table.journal.journal_writer import make
from immolation.table.table import Table
from typer.testing import CliRunner

from tests.games.toy import Deal, Roll, Run, ToyRace, ToyState

from .conftest import OpenTable
from .test_from_position import in_the_middle
from .test_table import TYPED


def downgrade(position: dict[str, Any]) -> dict[str, Any]:
    del position["weather"]
    return position


class DryState(ToyState):
    """A later edition shows the weather in positions, and nobody runs to a tile whose column is 4."""

    def position(self) -> dict[str, Any]:
        return {**super().position(), "weather": "dry"}

    def copy(self) -> DryState:
        return DryState(self.game, msgspec.convert(super().position(), type(self.here)))

    def check(self, action: Action) -> Refusal | None:
        if isinstance(action, Run) and action.tile % 10 == 4:
            return Refusal("TOY-03", f"Tile {action.tile} is wet.")
        return super().check(action)


class DryRace(ToyRace):
    state = DryState

    def edition(self, given: Mapping[str, Any]) -> Edition:
        return Edition(downgrade=downgrade)


async def saved(open_table: OpenTable, folder: Path, *tiles: int) -> Path:
    """A journal of version 1 in which p1 and p2 ran to ``tiles`` in turn."""
    table = await open_table(path=folder / "today.journal", **TYPED)
    for card in ("blank", "blank"):
        await table.decide(Deal("chance", card))
    for number, tile in enumerate(tiles):
        await table.decide(Roll("chance", 1))
        await table.decide(Run(f"p{number % 2 + 1}", tile))
        for seat in list(table.history.state.deciders()):
            if seat != "chance":
                await table.decide(
                    next(one for one in table.history.state.legal_actions(seat) if "pass" in repr(one).lower())
                )
    await table.close()
    header, entries = read(table.path)
    path = folder / "first.journal"
    make(path, msgspec.structs.replace(header, version=1), entries)
    return path


async def test_it_replays_to_the_same_digests_and_goes_on_with_them(open_table: OpenTable, tmp_path: Path) -> None:
    path = await saved(open_table, tmp_path, 12, 15)
    before = read(path)[1][-1].digest
    assert replay(path, DryRace()).digest == before
    table = await Table.open(path, game=DryRace())
    await table.decide(Roll("chance", 1))
    await table.close()
    assert read(path)[0].version == 1
    assert replay(path, DryRace()).digest == replay(path, ToyRace()).digest != before


async def test_a_journal_of_today_is_of_version_2_and_has_todays_digests(open_table: OpenTable, tmp_path: Path) -> None:
    await saved(open_table, tmp_path, 12)
    assert read(tmp_path / "today.journal")[0].version == 2
    with pytest.raises(ReplayMismatch, match=r"begins with another position now .* version of the game that wrote it"):
        replay(tmp_path / "today.journal", DryRace())


async def test_an_action_that_corrected_rules_refuse_is_named_with_the_way_out(
    open_table: OpenTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await saved(open_table, tmp_path, 12, 14, 22)
    refused = next(entry.n for entry in read(path)[1] if entry.record["action"].get("tile") == 14)
    monkeypatch.setattr("tests.games.toy.ToyRace", DryRace)
    said = rf"Entry {refused} is refused now: Tile 14 is wet\. Entries 1 to {refused - 1} play as they did; .*--rescue"
    with pytest.raises(ReplayMismatch, match=said):
        replay(path)
    with pytest.raises(ReplayMismatch, match=said):
        await Table.open(path)
    ran = CliRunner().invoke(app, ["replay", str(path), "--rescue", str(tmp_path / "kept.journal")])
    assert ran.exit_code == 0, ran.output
    assert "Every digest agrees" in ran.output
    assert read(tmp_path / "kept.journal")[1] == read(path)[1][: refused - 1]
    table = await Table.open(tmp_path / "kept.journal")
    await table.decide(Run("p2", 15))
    await table.close()


async def test_an_action_that_plays_otherwise_is_named_with_the_way_out(open_table: OpenTable, tmp_path: Path) -> None:
    path = await saved(open_table, tmp_path, 12, 15)
    header, entries = read(path)
    changed = tmp_path / "changed.journal"
    make(changed, header, [*entries[:4], msgspec.structs.replace(entries[4], digest="f" * 16), *entries[5:]])
    with pytest.raises(ReplayMismatch, match=r"Entry 5 leads to another position now .* Entries 1 to 4 play"):
        replay(changed)
    assert rescue(changed, tmp_path / "kept.journal") == 4
    Journal.open(tmp_path / "kept.journal")
    assert replay(tmp_path / "kept.journal").digest == entries[3].digest


async def test_one_that_began_from_a_position_goes_on_as_well(open_table: OpenTable, tmp_path: Path) -> None:
    table = await open_table(path=tmp_path / "today.journal", position=in_the_middle(), **TYPED)
    await table.decide(Run("p1", 12))
    await table.close()
    header, entries = read(table.path)
    make(tmp_path / "first.journal", msgspec.structs.replace(header, version=1), entries)
    assert replay(tmp_path / "first.journal", DryRace()).digest == entries[-1].digest
