"""One tortured game: faults from the seed, and after each the comparison with the undisturbed twin."""

from __future__ import annotations

import asyncio
import random
import time
import urllib.request
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from immolation.board.board_client import BoardClient
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl, VirtualGone
from immolation.games import Layer
from immolation.table.journal.journal_records import Entry
from immolation.table.journal.journal_replay import read
from immolation.task_cancellation import ended

from .faults import FAULTS, NotHere, Site, Unmet
from .mqtt_proxy import Proxy
from .player import MqttPlayer
from .processes import Broker, Host
from .twin import PERSON, Twin

SUPPLY_MA = 4000
"""As the host's own virtual board has."""

GOES_ON_S = 120.0
"""A game that has not gone on by then stands still."""

GOES_ON_ACTIONS = 3
"""So many more actions say that it goes on."""

LIGHTS_S = 300.0
"""For so long the lights may take to be those of the scene: on a busy machine two boards draw a few frames a second,
and it takes hundreds to see every effect."""

CLOCK_MS = 100
"""A clock may be off by so much after a fault."""

BANK_MS = 6 * 60 * 60 * 1000


class Tortured(msgspec.Struct):
    """The report of ``immolation torture``."""

    seed: int
    seconds: float = 0.0
    games: int = 0
    actions: int = 0
    acknowledged: int = 0
    """Commands answered with ok."""

    faults: dict[str, int] = {}
    skipped: dict[str, str] = {}
    """Faults that cannot be planted on this machine, and why."""

    checks: int = 0
    lost_actions: int = 0
    digest_differences: int = 0
    clock_differences: int = 0
    light_differences: int = 0
    host_starts: int = 0
    doubled_messages: int = 0
    """On their way through MQTT."""

    overtaken_messages: int = 0
    failures: list[str] = []
    """One sentence each, with the fault after which it was seen."""


class _Done(Exception):
    """The game is over."""


class TorturedGame:
    """One game of `Tortured`, in a folder of its own."""

    def __init__(
        self, folder: Path, seed: int, rng: random.Random, report: Tortured, seconds: float, say: Callable[[str], None]
    ) -> None:
        """``seconds``: how long faults are planted, from when the game has begun."""
        self._folder, self._seed, self._rng = folder, seed, rng
        self._report, self.left, self._say = report, seconds, say
        self._journal = folder / "game.journal"
        self._last = "nothing"

    async def play(self) -> None:
        """Torture one game until it is over or the time is."""
        self._folder.mkdir(parents=True)
        broker = Broker(self._folder)
        proxy = Proxy(broker.port, random.Random(self._seed))
        await proxy.start()
        words = ("--seats", "2", "--person", f"{PERSON}=Ada", "--bot", "p2=random", "--board", "virtual")
        clock = ("--clock", f"bank:{BANK_MS // 1000}", "--window", "0", "--pace", "0", "--no-browser", "--port", "0")
        kept = ("--seed", str(self._seed), "--journal", str(self._journal), "--broker", proxy.url)
        host = Host(self._folder, (*words, *clock, *kept))
        player = MqttPlayer(proxy.url, self._seed, host.board / "control")
        board = VirtualBoard(self._folder / "twin-board", settings={"SUPPLY_MA": SUPPLY_MA})
        site = Site(broker, proxy, host, player, self._journal, self._rng)
        try:
            await broker.start()
            await board.start()
            await host.start()
            await player.start()
            await self._torture(site, board, Twin(self._seed))
        finally:
            await player.stop()
            await host.stop()
            await board.stop()
            await proxy.stop()
            await broker.stop()
            self._report.doubled_messages += proxy.doubled
            self._report.overtaken_messages += proxy.overtaken
            self._report.host_starts += host.starts
            self._report.acknowledged += len(player.acknowledged)
            self._report.games += 1
            self._report.actions += len(self._actions())
        if "Traceback" in (said := host.log.read_text(errors="replace")):
            self._fail(f"the host printed a traceback: {said[said.rindex('Traceback') :][-600:]}")

    async def _torture(self, site: Site, board: VirtualBoard, twin: Twin) -> None:
        names: list[str] = []
        with suppress(_Done):
            await self._goes_on(site)
            until = time.monotonic() + self.left
            while (left := until - time.monotonic()) > 0:
                self.left = left
                if not names:  # every fault once before any comes again
                    names = list(FAULTS)
                    self._rng.shuffle(names)
                self._last = name = names.pop()
                self._say(f"{name} after {len(self._actions())} actions")
                try:
                    await FAULTS[name](site)
                except NotHere as why:
                    self._report.skipped[name] = str(why)
                    continue
                except Unmet as unmet:
                    self._fail(str(unmet))
                self._report.faults = dict(Counter(self._report.faults) + Counter([name]))
                await self._goes_on(site)
                await self._compare(site, board, twin)
            self.left = 0.0
        self._last = "the end"
        await self._compare(site, board, twin)

    def _fail(self, why: str) -> None:
        self._report.failures.append(f"After {self._last}: {why}")
        self._say(f"FAILED after {self._last}: {why}")

    def _entries(self) -> list[Entry]:
        with suppress(OSError):
            return read(self._journal)[1]
        return []

    def _actions(self) -> list[Entry]:
        return [entry for entry in self._entries() if entry.kind == "action"]

    async def _goes_on(self, site: Site) -> None:
        """Wait until more actions are taken and the page answers. Raises _Done once the game is over."""
        before = len(self._actions())
        try:
            async with asyncio.timeout(GOES_ON_S):
                await site.host.up.wait()
                while len(self._actions()) < before + GOES_ON_ACTIONS:
                    if site.player.state is not None and site.player.state.phase == "over":
                        raise _Done
                    site.player.check()
                    site.player.news.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(site.player.news.wait(), 0.5)
                await self._page(site)
        except TimeoutError:
            state = site.player.state
            told = (state.phase, state.board.state, state.board.text, state.note) if state is not None else "nothing"
            self._fail(f"the game stands still: {told}")
            raise _Done from None

    async def _page(self, site: Site) -> None:
        def get() -> int:
            with urllib.request.urlopen(site.host.page, timeout=10) as page:
                return int(page.status)

        while True:
            try:
                await asyncio.to_thread(get)
            except OSError:
                await asyncio.sleep(0.2)
            else:
                return

    # --- the comparison ------------------------------------------------------------------------------

    async def _compare(self, site: Site, board: VirtualBoard, twin: Twin) -> None:
        report = self._report
        report.checks += 1
        if site.player.state is None:
            self._fail("the table was never heard")
            return
        over = site.player.state.phase == "over"
        if not over:
            await site.player.command(table="pause")
        entries = self._entries()
        actions = [entry for entry in entries if entry.kind == "action"]
        otherwise = await twin.follow(entries)
        if otherwise is not None:
            report.digest_differences += 1
            self._fail(otherwise)
        by_number = {entry.n: entry for entry in actions}
        for n, action in site.player.acknowledged.items():
            found = by_number.get(n)
            if found is None or found.record["action"] != action:
                report.lost_actions += 1
                self._fail(f"the acknowledged action of entry {n} is not in the journal")
        await self._compare_clocks(site, entries)
        await self._compare_lights(site, board)
        if not over:
            await site.player.command(table="resume")

    async def _compare_clocks(self, site: Site, entries: list[Entry]) -> None:
        """Check that a paused table shows what the journal says, and that no clock ever ran backwards."""
        bank = BANK_MS
        for entry in entries:
            left = entry.clocks.turn.get(PERSON, bank)
            if left > bank + CLOCK_MS:
                self._report.clock_differences += 1
                self._fail(f"the clock gained {left - bank} ms at entry {entry.n}")
            bank = left
        try:
            async with asyncio.timeout(GOES_ON_S):
                while abs(self._shown_ms(site.player) - bank) > CLOCK_MS:
                    site.player.news.clear()
                    await site.player.news.wait()
        except TimeoutError:
            self._report.clock_differences += 1
            self._fail(f"the clock shows {self._shown_ms(site.player)} ms, the journal {bank} ms")

    def _shown_ms(self, player: MqttPlayer) -> int:
        for clock in player.clocks.get("clocks", ()):
            if clock["owner"] == PERSON and clock["kind"] == "turn":
                return int(clock["left_ms"])
        return -1

    async def _compare_lights(self, site: Site, twin: VirtualBoard) -> None:
        """The board shows what an undisturbed board shows of the same scene."""
        scene: dict[str, Any] = {}
        other = BoardClient(SerialLink(str(twin.tty)))
        running = asyncio.create_task(other.run())
        windows: list[deque[set[int]]] = [deque(maxlen=WINDOWS), deque(maxlen=WINDOWS)]
        seen: list[set[int]] = [set(), set()]
        same = False
        try:
            async with asyncio.timeout(LIGHTS_S):
                while not same:
                    if site.player.scene != scene:
                        scene = site.player.scene
                        layers = msgspec.convert(scene["layers"], list[Layer])
                        await other.shown(other.show(layers, scene["brightness"]))
                    for window, control in zip(windows, (site.host.board / "control", twin.control), strict=True):
                        with suppress(VirtualGone):
                            window.append(await _lit(control))
                    seen = [set().union(*window) for window in windows]
                    same = bool(seen[1]) and seen[0] == seen[1]
        except TimeoutError:
            self._report.light_differences += 1
            self._fail(f"lit are {sorted(seen[0])}, on an undisturbed board {sorted(seen[1])}")
        finally:
            await ended(running)


FRAMES = 40
"""Looked at of each board at a time: most of a second."""

WINDOWS = 4
"""So many looks are taken together: every effect shows all its tiles in that time, and an old scene is forgotten."""


async def _lit(place: Path) -> set[int]:
    """The tiles that are lit in any of the next frames."""
    control = await VirtualControl.connect(place)
    found: set[int] = set()
    try:
        for _ in range(FRAMES):
            frame = await control.next_frame()
            found |= {tile for tile in range(100) if any(frame[3 * tile : 3 * tile + 3])}
    finally:
        await control.close()
    return found
