"""The undisturbed twin: the same game with the same choices on a quiet table, to compare with after each fault."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from immolation.table.records import Player, SeatState
from immolation.table.table import Table

RULESET = "ascended-kings"
CONFIG: dict[str, Any] = {"seats": 2}
PERSON = "p1"
PLAYERS = {PERSON: Player("person", "Ada"), "p2": Player("bot", "", "random")}


class Offered(msgspec.Struct):
    """One legal action, as a client reads it."""

    action: dict[str, Any]


class Asked(msgspec.Struct):
    """A `SeatState` as a client reads it, which knows no ruleset's records."""

    view: dict[str, Any]
    decision: dict[str, Any] | None
    actions: tuple[Offered, ...]


def choice(record: SeatState | Asked, seed: int) -> dict[str, Any]:
    """What the person does: one of its legal actions, the same wherever the same is asked."""
    asked = msgspec.json.encode([seed, record.view, [one.action for one in record.actions]], order="sorted")
    draw = random.Random(hashlib.blake2b(asked, digest_size=8).hexdigest())
    actions = [one.action for one in record.actions]
    return draw.choice(actions)


async def undisturbed(folder: Path, seed: int) -> Sequence[str]:
    """Play the game of this seed to its end without a board; the digest after each action."""
    table = await Table.open(
        folder / "twin.journal",
        game=RULESET,
        config=CONFIG,
        players=PLAYERS,
        seed=seed,
        bot_pace_ms=0,
    )
    running = asyncio.create_task(table.run())
    try:
        with closing(table.subscribe()) as updates:
            async for _ in updates:
                if table.phase == "over":
                    break
                if PERSON in table.history.state.deciders():
                    record = table.seat_record(PERSON)
                    await table.decide(table.game.action(choice(record, seed)), by=PERSON)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await table.close()
    return [entry.digest for entry in table.history.entries]
