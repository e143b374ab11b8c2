"""From a click to the changed page, and from an address to the first choice, beside a bare NiceGUI page.

The click of our page goes through broker, table, rules and journal, and comes back to the browser; the bare button
changes a label. Both are timed inside the same browser, from the click to the picture in which something has changed.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright

from tests.chromium import launching
from tests.end_to_end.hosting import hosting

ROOT = Path(__file__).parents[2]
PATIENCE_MS = 120_000
LIMIT_S = 600

GAME = ("--ruleset", "ascended-kings", "--option", "track=arena", "--seats", "2", "--person", "p1=Ann", "--person",
        "p2=Bob", "--board", "none", "--seed", "5")  # fmt: skip
"""Two people at one screen: a click is followed by the next choice, never by a bot."""

CLICK = """([button, changes]) => new Promise(done => {
    const began = performance.now();
    const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
    });
    for (const one of document.querySelectorAll(changes))
        watch.observe(one, {childList: true, characterData: true, subtree: true});
    document.querySelector(button).click();
})"""
"""Milliseconds from a click to the picture after the first change of what the second selector finds."""

FIRST = """wanted => {
    const watch = new MutationObserver(() => {
        if (!document.querySelector(wanted)) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => (window.useful = performance.now())));
    });
    watch.observe(document, {childList: true, subtree: true});
}"""
"""Notes when the first picture with what the selector finds was there, in milliseconds since the address was asked."""

OURS = (".im-decisions .im-action, .im-decisions .im-chip", ".im-decisions, .im-headline")
BARE = (".pressed", ".shown")


@asynccontextmanager
async def bare_page() -> AsyncIterator[str]:
    """The address of a page with one button."""
    # NiceGUI serves otherwise where it believes itself to be tested.
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    words = (sys.executable, "-m", "tests.bench.bare_page")
    quiet = subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE, stderr=quiet, cwd=ROOT, env=own)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(LIMIT_S):
            yield (await process.stdout.readline()).decode().strip()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def clicks(page: Page, url: str, selectors: tuple[str, str], count: int) -> list[float]:
    """Milliseconds from each of so many clicks to the changed page."""
    await page.goto(url)
    await page.bring_to_front()  # out of sight a browser draws once a second
    found = []
    for _ in range(count):
        await page.locator(selectors[0]).first.wait_for()
        found.append(float(await page.evaluate(CLICK, list(selectors))))
    return found


async def openings(browser: Browser, url: str, wanted: str, count: int) -> list[float]:
    """Milliseconds from asking for the page to its first useful picture, each time with nothing in the cache."""
    found = []
    for _ in range(count):
        context = await browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        await context.add_init_script(f"({FIRST})({wanted!r})")
        page = await context.new_page()
        await page.goto(url)
        found.append(float(await (await page.wait_for_function("window.useful")).json_value()))
        await context.close()
    return found


async def measure(folder: Path, count: int, opened: int) -> dict[str, list[float]]:
    """Our page and the bare one, turn by turn, so that both see the same machine."""
    found: dict[str, list[float]] = {}
    async with (
        asyncio.timeout(LIMIT_S),
        hosting("host", *GAME, "--journal", str(folder / "journal")) as host,
        bare_page() as bare,
        async_playwright() as play,
    ):
        browser = await play.chromium.launch(**launching())
        context = await browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        pages = {"our page": (host.page, OURS), "a bare NiceGUI page": (bare, BARE)}
        windows = {name: await context.new_page() for name in pages}
        for _ in range(opened):
            for name, (url, selectors) in pages.items():
                found.setdefault(f"{name}: opened", []).extend(await openings(browser, url, selectors[0], 1))
        left = count
        while left > 0:
            few = min(left, 20)
            for name, (url, selectors) in pages.items():
                found.setdefault(f"{name}: a click", []).extend(await clicks(windows[name], url, selectors, few))
            left -= few
        await browser.close()
    return found


@pytest.mark.needs("chromium")
@pytest.mark.benchmark(group="the page")
def test_from_a_click_to_the_changed_page(benchmark: Any, tmp_path: Path) -> None:
    count, opened = (200, 12) if benchmark.enabled else (2, 1)  # as a plain test it need only work
    found = benchmark.pedantic(lambda: asyncio.run(measure(tmp_path, count, opened)), rounds=1)
    assert all(value > 0 for values in found.values() for value in values)
    assert {len(values) for values in found.values()} == {count, opened}
    lines = []
    for name, values in sorted(found.items()):
        last = statistics.quantiles(values, n=100)[98] if len(values) >= 100 else max(values)
        worst = "p99" if len(values) >= 100 else "worst"
        lines.append(f"{name:<40} median {statistics.median(values):8.1f} ms   {worst} {last:8.1f} ms of {len(values)}")
    benchmark.extra_info["lines"] = lines
