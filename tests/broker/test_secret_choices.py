"""A choice made in secret changes nothing that anybody else can hear, on any topic, until all is turned over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from immolation.broker import topics
from immolation.broker.publisher import Publisher
from immolation.games import Action
from immolation.table.records import Player

from tests.broker.conftest import Game, Site, playing, running, to_people
from tests.broker.waiting import Listener

PEOPLE = {seat: Player("person", name, asked="always") for seat, name in (("p1", "Ada"), ("p2", "Bob"), ("p3", "Cleo"))}
TOLD_WHEN = ("now", "running_since", "left_ms")
"""What the time of day decides."""

BY_LOT = ("id",)
"""Keys that tell one announcement from the same one delivered twice: drawn at random, whatever was chosen."""

AT_ANY_TIME = {"cheat"}
"""What may be done beside a choice and is no answer to it."""


class Choice(NamedTuple):
    """A choice that all make at once, and of which nobody hears before the last has chosen."""

    ruleset: str
    kind: str
    config: dict[str, Any]
    seed: int


CHOICES = (
    Choice("kimera", "prepare", {}, 7),
    Choice("chimera-con", "build", {}, 7),
    Choice("chimera-con", "greedy", {}, 3),
)


@asynccontextmanager
async def begun(choice: Choice, folder: Path) -> AsyncIterator[tuple[Game, Listener]]:
    """A table of three people at that choice, and somebody who listens to everything."""
    async with (
        running("embedded", folder) as site,
        at_choice(site, choice, folder) as game,
        site.joined("watch", "#") as bystander,
    ):
        publisher = Publisher(game.table, game.connection)
        await publisher.start()
        await all_told(game, bystander)
        yield game, bystander
        await publisher.stop()


async def all_told(game: Game, bystander: Listener) -> None:
    """Wait until a bystander has heard all of the newest change; what each seat may know of it comes last."""
    for seat in game.table.players:
        await bystander.hear(topics.table("main", "seat", seat), lambda told: told["n"] == game.table.n)
    await game.connection.drained()
    await bystander.settled()


@asynccontextmanager
async def at_choice(site: Site, choice: Choice, folder: Path) -> AsyncIterator[Game]:
    """Played by any legal actions, the same each time, until everybody is asked that choice."""
    config = {"seats": 3, **choice.config}
    settings = {"game": choice.ruleset, "seed": choice.seed, "players": PEOPLE, "config": config}
    rng = Random(choice.seed)
    async with playing(site, folder, **settings) as game:
        for _ in range(3000):
            asked = {seat: each.kind for seat, each in game.table.history.state.deciders().items()}
            if list(asked.values()) == [choice.kind] * 3:
                break
            seat = next(iter(asked))
            await game.table.decide(rng.choice(game.table.history.state.legal_actions(seat)))
            await to_people(game.table)
        else:
            pytest.fail(f"{choice.kind} was never asked of everybody")
        yield game


def timeless(value: Any) -> Any:
    """``value`` without what depends on the time of day or on a random name."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key not in (*TOLD_WHEN, *BY_LOT)}
    return [timeless(each) for each in value] if isinstance(value, list) else value


def heard(bystander: Listener, but: str) -> dict[str, list[Any]]:
    """All events in order, and the newest of every other topic, but for what is a seat's own."""
    found: dict[str, list[Any]] = {}
    for message in bystander.heard:
        if message.topic == topics.table("main", "seat", but) or not message.payload:
            continue
        told = message.payload.decode()
        plain = timeless(msgspec.json.decode(told)) if told[:1] in "{[" else told
        before = found.get(message.topic, [])
        found[message.topic] = [*before, plain] if message.topic.endswith("/events") else [plain]
    return found


async def told_after(
    choice: Choice, folder: Path, pick: Callable[[list[Action]], Action]
) -> list[dict[str, list[Any]]]:
    """What a bystander has heard once p1 has chosen, once p2 has chosen as well, and once everybody has."""
    found = []
    async with begun(choice, folder) as (game, bystander):
        for seat in ("p1", "p2", "p3"):
            legal = game.table.history.state.legal_actions(seat)
            actions = [one for one in legal if game.table.game.record(one)["do"] not in AT_ANY_TIME]
            await game.table.decide(pick(actions) if seat == "p1" else actions[0])
            await all_told(game, bystander)
            if seat == "p3":
                await to_people(game.table)
                await all_told(game, bystander)
            found.append(heard(bystander, "p1"))
    return found


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.ruleset}-{choice.kind}")
async def test_nobody_hears_what_was_chosen_before_all_is_turned_over(choice: Choice, tmp_path: Path) -> None:
    for game in ("first", "other"):
        (tmp_path / game).mkdir()
    first = await told_after(choice, tmp_path / "first", lambda actions: actions[0])
    other = await told_after(choice, tmp_path / "other", lambda actions: actions[-1])
    table = topics.table("main")
    assert {table, f"{table}/events", f"{table}/seat/p2", f"{table}/clock"} <= set(first[0])
    for mine, theirs in zip(first[:2], other[:2], strict=True):
        assert mine.keys() == theirs.keys()
        for topic in mine:
            assert mine[topic] == theirs[topic], topic
    assert first[2] != other[2]
