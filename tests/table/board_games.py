"""What tests of a table with a board share: a table set out, miniatures moved, lights read."""

from __future__ import annotations

from typing import Any

from immolation.table.board_coordinator import BoardCoordinator
from immolation.table.board_reconciler import BoardReconciler
from immolation.table.table import Table

from tests.games.toy import Deal, Roll

from .conftest import OpenTable
from .fake_board import FakeBoard
from .waiting import until

TYPED: dict[str, Any] = {"dice": "typed", "running": True}
START = (2, 5)
"""Where Ada's and Bob's miniatures begin."""


async def set_out(open_table: OpenTable, board: FakeBoard, **given: Any) -> Table:
    """A table with people, where Ada may run up to two rows."""
    table = await open_table(board=board.as_board, **{**TYPED, **given})
    board.rest()
    for action in (Deal("chance", "blank"), Deal("chance", "trip"), Roll("chance", 2)):
        await table.decide(action)
    return table


def board_of(table: Table) -> BoardCoordinator:
    """The board beside the table."""
    assert table.coordinator is not None
    return table.coordinator


def at(table: Table) -> BoardReconciler:
    """What the table makes of its board."""
    return board_of(table).reconciler


async def moved(table: Table, board: FakeBoard, **hands: Any) -> None:
    """Somebody moves miniatures, and the table has taken notice."""
    updates = table.subscribe()
    await anext(updates)
    board.place(**hands)
    await until(table, lambda: not at(table).is_unjudged)
    updates.close()


def lit(board: FakeBoard, effect: str) -> set[int]:
    return {tile for layer in board.scenes[-1] if layer.effect == effect for tile in layer.tiles}


def legal(table: Table) -> list[Any]:
    """What may be done by anybody."""
    state = table.history.state
    return [action for seat in state.deciders() for action in state.legal_actions(seat)]
