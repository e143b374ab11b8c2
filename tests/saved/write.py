"""Write what people may have saved with this code: positions with their digests, and journals of whole games.

``PYTHONPATH=examples/ruleset python -m tests.saved.write EDITION RULESET...`` writes ``tests/saved/EDITION``; run it
once for each edition, before its code changes, with the rulesets that came with it. What is there is never written
again: it stands for files that lie on people's disks.
"""

from __future__ import annotations

import asyncio
import lzma
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from immolation import games
from immolation.table.records import Player
from immolation.table.table import Table

from tests.games.playouts import FIERCE, SETUPS, pick
from tests.saved import names

FOLDER = Path(__file__).parent
POSITIONS = 200
"""Positions a ruleset, and a track of Ascended Kings."""

LONGEST_GAME = 1200
"""Actions after which a recorded game is left, in the middle, as people do leave games."""


class Recording(NamedTuple):
    """One game that is played by bots at a real table, with an undo, a pause and a change of player on the way."""

    ruleset: str
    config: dict[str, Any]
    seed: int
    bot: str = "greedy"


HARD = {"surround": "opposite", "held_wounds": 0, "rush": 3, "rounds": 12}
"""Options of Chimera Hunt away from their defaults."""

RECORDINGS = (
    Recording("ascended-kings", {"seats": 3, "rounds": 8}, 3, "random"),
    Recording("ascended-kings", {"seats": 2, "rounds": 3, "track": "full"}, 4, "random"),
    Recording("ascended-kings", {"seats": 3, "rounds": 4, "track": "full"}, 5),
    Recording("chimera-con", {"seats": 2, "options": {"points_to_win": 1}}, 3),
    Recording("chimera-con", {"seats": 3, "options": {"points_to_win": 1}}, 4, "random"),
    Recording("chimera-con", {"seats": 4, "options": {"points_to_win": 1}}, 5),
    Recording("chimera-hunt", {"seats": 2}, 3),
    Recording("chimera-hunt", {"seats": 1, "campaign": "standard"}, 4, "random"),
    Recording("chimera-hunt", {"seats": 4, "chimera": "lordswall", "level": "H1", "options": HARD}, 5),
    Recording("kimera", {"seats": 2, "rounds": 20}, 3),
    Recording("kimera", {"seats": 3, "rounds": 8, "riders": {p: FIERCE[p] for p in ("p1", "p2", "p3")}}, 4, "random"),
    Recording("kimera", {"seats": 4, "rounds": 10, "teams": {"red": ["p1", "p3"], "blue": ["p2", "p4"]}}, 5),
    Recording("red-rains", {"players": "sample"}, 3),
    Recording("red-rains", {"chimera": "frostwild", "level": "S2", "players": "printed"}, 4, "random"),
    Recording("red-rains", {"chimera": "lordswall", "seats": 2, "aspects": "death", "players": "sample"}, 5, "random"),
    Recording("cinders", {}, 3, "random"),
    Recording("cinders", {}, 4, "random"),
    Recording("cinders", {}, 5, "random"),
)


def setups(name: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The files of a ruleset's positions, each with the configurations they come from."""
    if name == "ascended-kings":
        for track in ("arena", "full"):
            yield f"{name}-{track}", [setup for setup in SETUPS[name] if setup.get("track", "arena") == track]
    else:
        yield name, list(SETUPS.get(name, ({},)))


def turned(name: str, config: dict[str, Any], rng: Random) -> dict[str, Any]:
    """``config`` with some options away from their defaults."""
    chosen = config
    game = games.load_for(name, config)
    for option in game.options():
        if option.choices and rng.random() < 0.3:
            tried = {**chosen, "options": {**chosen.get("options", {}), option.key: rng.choice(option.choices)}}
            try:
                game.new(tried)
            except games.BadConfig:
                continue  # a choice that does not go with the ones before it
            chosen = tried
    return chosen


def positions(name: str, configs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Positions of random games, most of them some way into the game, half of the games with options turned."""
    found, seed = 0, 0
    while found < POSITIONS:
        rng = Random(f"saved:{name}:{seed}")
        config = configs[seed % len(configs)]
        if seed // len(configs) % 2:
            config = turned(name, config, rng)
        state = games.load_for(name, config).new(config)
        for step in range(400):
            if found == POSITIONS or not state.deciders():
                break
            if step % 16 == seed % 16:
                settings = {"track": config["track"]} if "track" in config else {}
                yield {"settings": settings, "position": state.position(), "digest": state.digest()}
                found += 1
            state.apply(pick(state, rng))
        seed += 1


async def record(recording: Recording, path: Path) -> None:
    """Play one game at a table and leave its journal at ``path``."""
    seats = recording.config.get("seats", 2 if recording.ruleset != "red-rains" else 1)
    names = [f"p{number}" for number in range(1, seats + 1)]
    bots = {seat: Player("bot", "", recording.bot) for seat in names}
    settings = {"track": recording.config["track"]} if "track" in recording.config else {}
    table = await Table.open(
        path,
        game=recording.ruleset,
        settings=settings,
        config=recording.config,
        seed=recording.seed,
        players=bots,
        bot_pace_ms=0,
    )
    updates = table.subscribe()
    running = asyncio.create_task(table.run())
    disturbed = False
    async for update in updates:
        if update.n >= 12 and not disturbed:
            disturbed = True
            await table.pause()
            await table.undo(table.history.number - 5)
            await table.set_player("p1", Player("bot", "Ada", recording.bot))
            await table.resume()
        if table.phase == "over" or update.n >= LONGEST_GAME:
            break
    await table.close()
    await running


def main(edition: str, rulesets: Sequence[str]) -> None:
    """Write the folder of an edition: all that is said of ``rulesets``."""
    folder = FOLDER / edition
    folder.mkdir()
    said = names.said(rulesets)
    (folder / "names.json").write_bytes(msgspec.json.format(msgspec.json.encode(said), indent=1) + b"\n")
    for name in rulesets:
        for file, configs in setups(name):
            lines = b"\n".join(msgspec.json.encode(saved) for saved in positions(name, configs))
            (folder / f"{file}.positions.jsonl.xz").write_bytes(lzma.compress(lines, preset=9))
    with tempfile.TemporaryDirectory() as place:
        for recording in (one for one in RECORDINGS if one.ruleset in rulesets):
            path = Path(place) / f"{recording.ruleset}-{recording.seed}.journal"
            asyncio.run(record(recording, path))
            (folder / f"{path.name}.xz").write_bytes(lzma.compress(path.read_bytes(), preset=9))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:] or games.names())
