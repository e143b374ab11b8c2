"""What the end-to-end tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright

from tests.chromium import launching
from tests.end_to_end.command import Command


@pytest.fixture(scope="session")
def immolation() -> Command:
    return Command()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(**launching())
        yield found
        await found.close()
