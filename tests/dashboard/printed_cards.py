"""A game of Red Rains with printed cards on the page: one player, and the table waits for their turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from immolation.table.records import Player
from playwright.async_api import BrowserContext, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess
from tests.dashboard.game_stage import GameStage


async def begin(stage: GameStage) -> None:
    """Another game of Red Rains with printed cards, at the turn of its one player."""
    stage.config = {"seats": 1, "players": "printed"}
    stage.begin_again()
    stage.players = {"p1": Player("person", "Ada")}
    while "turn" not in {decision.kind for decision in stage.state.deciders().values()}:
        stage.play(1)
    await stage.show()


async def opened(context: BrowserContext, url: str) -> Page:
    window = await context.new_page()
    await window.goto(url)
    await expect(window.get_by_role("button", name="A unit enters …")).to_be_visible()
    return window


@asynccontextmanager
async def begun(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> AsyncIterator[tuple[GameStage, Page]]:
    """Begin a game and open its page; yields both."""
    async with GameStage(broker.url, "red-rains") as stage:
        await begin(stage)
        yield stage, await opened(context, page_process.url)
