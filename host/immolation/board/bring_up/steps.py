"""Runs the bring-up of the assembly guide, step by step, on any board.

A person or the virtual board's own wires look, lay things on tiles and read the meter, see `Bench`; everything else is
the same for both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from immolation.board.board_client import BoardClient, BoardEvent, BoardStatus, ButtonPress
from immolation.games import Layer

from ..link import Link
from . import buttons, ghosts, lights
from .colour_readings import COLOURS, SIDE, TILES, Sight, column, row, sight
from .diagnosis import Observed, diagnose
from .finding import BringUp, named
from .lights import LedReadings
from .sensors import SensorReadings

CONNECT_S = 10.0
"""Wait for a board: it greets within a frame or two, a reset takes two seconds."""

STATUS_S = 8.0
"""Wait for a ``status``, which boards send every 5 seconds."""

SHOWN_S = 30.0
"""Wait for a scene to be shown; a clean line takes a tenth of a second. A board that has gone is known sooner."""

REST_S = 1.5
"""Time in which an empty board is watched: a loose joint shows itself, and ``tiles`` are repeated within it."""

LOOSE = 2
"""A tile that changes more often than this while nothing moves is a loose joint."""

LIVES = 3
"""How often a scene is shown to a board that starts anew under it."""

STARVED = ("power", "unknown")
"""Reset reasons of ``hello`` that a supply which gives way leaves; a crash, the watchdog or the button say so."""

STABLE_MS = 30
"""Nothing slides here: a short wait, so that a test of 100 tiles does not take minutes."""

BRIGHT = 128
DIM = 64
"""Brightness of the test; after a restart under light a fifth of it, which eyes and pixels still tell from dark."""

TARGET, FELT, PUT, WRONG = 0xFFFFFF, 0x00C040, 0x2040FF, 0xFF0000

ALL = frozenset(range(TILES))

Report = Callable[[str], object]


class Gone(Exception):
    """The test cannot go on; the text says why."""


class Bench(Protocol):
    """Whoever stands at the board: looks at it, lays things on its tiles, reads the meter."""

    async def clear(self) -> None:
        """Take everything off. Raises Gone."""

    async def look(self, wanted: Sight, what: str) -> Sight | None:
        """Return what is seen while ``wanted`` should be; ``what`` says it in words. None if nobody looks."""

    async def lay(self, tiles: frozenset[int]) -> None:
        """Have something on exactly these tiles, as far as whoever does it gets round to it."""

    async def press(self, button: int, what: str) -> None:
        """Have a finger on this button, 0 to 6; ``what`` is its name in words."""

    async def let_go(self, button: int) -> None:
        """Take the finger off again."""

    async def sees_button(self, button: int, what: str) -> bool | None:
        """Whether the button's light shines; None if nobody looks."""

    async def nothing(self) -> None:
        """Return when whoever does it says that no more will be felt. Raises Gone if nobody is there any more."""

    async def wait_until_still(self) -> None:
        """Return when the sensors have answered to what lies there now: a scan of all tiles and its debounce later."""

    async def meter(self, reckoned: float) -> float | None:
        """Milliamperes drawn now; None if there is no meter."""


async def run(link: Link, bench: Bench, report: Report, *, rows: int = SIDE, miniatures: int = 20) -> BringUp:
    """Bring up the board at ``link``: the first ``rows`` rows of it, with up to ``miniatures`` things to lay on it.

    ``report`` is called with one line for a person at a time. Never raises for what a board or a bench does; a test
    that could not go on is told in the result.
    """
    if not 1 <= rows <= SIDE:
        raise ValueError(f"A board has 1 to {SIDE} rows, not {rows}.")
    patterns = ghosts.staircases(miniatures)
    board = BoardClient(link, stable_ms=STABLE_MS)
    running = asyncio.create_task(board.run())
    steps = _Steps(board, bench, report, rows)
    try:
        await steps.connect()
        await steps.status()
        await steps.rest()
        await steps.lights()
        await steps.current()
        await steps.walk()
        if board.hello.get("sensor") == "matrix" and rows == SIDE:
            await steps.ghosts(patterns)
        await steps.buttons()
        await steps.end()
        steps.result.finished = True
    except Gone as gone:
        steps.result.unchecked.append(str(gone))
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return steps.conclude()


class _Steps:
    """One test under way."""

    def __init__(self, board: BoardClient, bench: Bench, report: Report, rows: int) -> None:
        self.result = BringUp()
        self._board, self._bench, self._report, self._rows = board, bench, report, rows
        self._tiles = tuple(range(SIDE * rows))
        self._seen = Observed(LedReadings(), SensorReadings("virtual"))
        self._verdict = lights.LedVerdict()
        self._status: BoardStatus | None = None
        self._arrived = asyncio.Event()
        self._held: set[int] = set()
        self._pressed: set[int] = set()
        self._life: int | None = None
        self._restarted = False
        self._showing = "nothing"
        self._layers: tuple[Layer, ...] = ()
        self._brightness = BRIGHT
        board.listeners.append(self._on_board_event)

    # -- the steps

    async def connect(self) -> None:
        """The board answers."""
        if not await self._until(lambda: self._board.online and bool(self._board.hello), CONNECT_S):
            raise Gone(self._board.problem or "The board has not answered.")
        hello = self._board.hello
        self._life = hello.get("s")
        self.result.board = {key: value for key, value in hello.items() if key != "k"}
        self._seen.felt.kind = str(hello.get("sensor", "virtual"))
        self._print(f"{self._board.link.name} answers: board '{hello.get('id', '?')}', firmware {hello.get('fw', '?')}")
        sensor, tiles, reset = (hello.get(key, "?") for key in ("sensor", "tiles", "reset"))
        self._print(f"sensors: {sensor}, {tiles} tiles; last reset: {reset}")

    async def status(self) -> None:
        """It says how it is."""
        # The first one comes with the hello, before a second of frames was counted.
        await self._until(lambda: bool(self._board.status.get("fps")), STATUS_S)
        if self._status is None:
            raise Gone(f"The board has sent no status within {STATUS_S:g} s.")
        status = self._board.status
        self._print(
            f"{status['fps']} frames a second, {status['free']} bytes free, about {status['ma']} mA, "
            f"{status['bad']} bad lines, {status['lost']} events lost"
        )

    async def rest(self) -> None:
        """Nothing on the board: what reads occupied, what flickers."""
        await self._bench.clear()
        if not await self._until(lambda: self._board.occupied is not None, REST_S):
            raise Gone("The board has not said what lies on it.")
        await self._wait_until_still()
        first = self._board.occupied or frozenset()
        changed: dict[int, int] = {}

        def note(_: BoardEvent) -> None:
            nonlocal first
            now = self._board.occupied or frozenset()
            for tile in now ^ first:
                changed[tile] = changed.get(tile, 0) + 1
            first = now

        self._board.listeners.append(note)
        doubtful: dict[int, int] | None = None
        while doubtful is None or doubtful:  # a tile that has changed is watched on, until it rests or is known loose
            before = dict(changed)
            await asyncio.sleep(REST_S)
            doubtful = {tile: times for tile, times in changed.items() if before.get(tile, 0) != times <= LOOSE}
        self._board.listeners.remove(note)
        felt = self._seen.felt
        stuck = frozenset(self._board.status.get("stuck", ())) & ALL
        loose = frozenset(tile for tile, times in changed.items() if times > LOOSE)
        felt.flickering = loose | ((self._board.doubtful & ALL) - stuck)
        felt.rest = first | stuck
        self._report_tiles("the empty board reads empty", felt.rest | felt.flickering, "{} without anything on it")

    async def lights(self) -> None:
        """Rows, columns, colours."""
        seen = self._seen.lights
        for number in range(self._rows):
            looked = await self._look(row(number), "white", f"row {number} alone: {named(row(number))}")
            if looked is not None:
                seen.rows[number] = looked
        if seen.rows:
            self._report_lines("each row lights alone", seen.rows, row)
        for number in range(SIDE if seen.rows else 0):
            what = [tile for tile in column(number) if tile in self._tiles]
            looked = await self._look(what, "white", f"column {number} alone: {named(what)}")
            if looked is not None:
                seen.columns[number] = looked
        if seen.columns:
            self._report_lines("each column lights alone", seen.columns, column)
        for name in COLOURS:
            looked = await self._look(self._tiles, name, f"all tiles {name}")
            if looked is not None:
                seen.colours[name] = looked
                wrong = [tile for tile in self._tiles if looked[tile] != name]
                self._report_tiles(f"all tiles {name}", wrong, "{} of another colour or dark")
        if not (seen.complete() and seen.colours):
            self.result.unchecked.append("Nobody looked at the lights.")
        self._verdict = lights.judge_leds(seen, self._seen.felt.kind)

    async def current(self) -> None:
        """White shines: what the board reckons with, what a meter shows."""
        for _ in range(2):
            await self._show([(self._tiles, COLOURS["white"])], "white on all tiles")
            self._status = None
            await self._until(lambda: self._restarted or self._status is not None, STATUS_S)
            if not self._restarted:
                break
            await self._recover()
        if self._restarted or self._status is None:
            return
        reckoned = self._seen.reckoned_ma = float(self._board.status["ma"])
        measured = self._seen.measured_ma = await self._bench.meter(reckoned)
        shown = "no meter" if measured is None else f"the meter shows {measured:.0f} mA"
        self._print(f"in white the board reckons with {reckoned:.0f} mA, {shown}")

    async def walk(self) -> None:
        """A thing on each tile alone: it and no other must answer."""
        felt = self._seen.felt
        self._report("        Now each tile by itself: the white one waits for a miniature, green ones have answered.")
        for tile in self._tiles:
            done = [other for other in felt.answers if felt.answers[other] == {other}]
            wrong = [other for other in felt.answers if other not in done]
            self._light([(done, FELT), (wrong, WRONG), ([tile], TARGET)], f"tile {tile:02d}")
            before = self._occupied()
            await self._bench.lay(frozenset({tile}))
            felt.answers[tile] = await self._answer(before)
        await self._bench.lay(frozenset())
        wrong = [tile for tile in felt.answers if felt.answers[tile] != {tile}]
        count = len(felt.answers)
        self._report_tiles(f"all {count} sensors answer, each on its own tile", wrong, "not so: {}")

    async def ghosts(self, patterns: Iterable[frozenset[int]]) -> None:
        """Staircases of things: a missing diode makes tiles answer on which nothing lies."""
        felt = self._seen.felt
        if not any(felt.answers.values()):
            self.result.unchecked.append("The diodes: no sensor answers.")
            return
        extra: set[int] = set()
        for pattern in patterns:
            self._light([(sorted(pattern), PUT)], f"{len(pattern)} tiles")
            await self._bench.lay(pattern)
            lines = await self._gathered(pattern)
            felt.patterns.append((pattern, lines))
            extra |= lines - pattern - felt.flickering
        await self._bench.lay(frozenset())
        self._report_tiles("no tile answers for three others", extra, "with many miniatures {} answered too")

    async def buttons(self) -> None:
        """Each button by itself: its light, and whether it says that it is pressed."""
        there = buttons.buttons_in(self._board.hello.get("btn", 0))
        if not there:
            return
        seen = self._seen.pressed
        seen.rest = frozenset(self._held) | {
            spot - TILES for spot in self._board.status.get("stuck", ()) if spot >= TILES
        }
        dark: set[int] = set()
        self._report("        Now each button by itself: press the one that shines.")
        for button in there:
            await self._show([((TILES + button,), TARGET)], buttons.name(button))
            if await self._bench.sees_button(button, buttons.name(button)) is False:
                dark.add(button)
            self._pressed.clear()
            await self._bench.press(button, buttons.name(button))
            await self._wait_for_sensors(lambda: bool(self._pressed))
            await self._bench.let_go(button)
            await self._wait_until_still()
            seen.answers[button] = frozenset(self._pressed)
        seen.dark = frozenset(dark)
        wrong = {finding.what for finding in buttons.judge_buttons(seen)}
        good = f"all {len(there)} buttons shine and answer"
        if not wrong:
            self._print(good)
        else:
            self.result.steps.append(f"{good}: {' '.join(sorted(wrong))}")
            self._report(f"FAILED  {good}: {' '.join(sorted(wrong))}")

    async def end(self) -> None:
        """Everything taken off again: the board must read as before."""
        await self._bench.clear()
        felt = self._seen.felt
        await self._until(lambda: not self._occupied(), REST_S)
        await self._wait_until_still()
        felt.left = self._occupied()
        await self._show([], "nothing")

    def conclude(self) -> BringUp:
        """Name what was found."""
        result = self.result
        result.faults, untested = diagnose(self._seen)
        if untested:
            result.unchecked.append(f"Diodes of {named(untested)}: their neighbours do not answer.")
        result.sound = result.finished and not result.faults
        for found in result.faults:
            self._report(f"FAULT   {found.fault}: {found.what}")
            self._report(f"          likely cause: {found.cause}")
            self._report(f"          cure: {found.cure}")
        for line in result.unchecked:
            self._report(f"NOT CHECKED  {line}")
        if result.faults:
            self._report("The board has faults; see above.")
        elif not result.finished:
            self._report("The test has not come to its end.")
        elif result.unchecked:
            self._report("No fault was found in what was checked.")
        else:
            self._report("The board is in order.")
        return result

    # -- hearing and saying

    def _on_board_event(self, news: BoardEvent) -> None:
        if isinstance(news, BoardStatus):
            self._status = news
        if isinstance(news, ButtonPress):
            (self._held.discard if news.up else self._held.add)(news.button)
            if not news.up:
                self._pressed.add(news.button)
        self._notice_restart()
        self._arrived.set()

    def _notice_restart(self) -> None:
        """A board that has started anew says so itself: its ``hello`` has another ``s``, and why in ``reset``.

        A link that was lost and found again, as on a busy machine, has the ``s`` of before.
        """
        life = self._board.hello.get("s")
        if self._life in (None, life):
            return
        self._life = life
        self._restarted = True
        reason = self._board.hello.get("reset", "unknown")
        if reason in STARVED:
            self._seen.restarts.append(self._showing)
        else:
            note = f"The board started anew by itself ({reason}) while it showed {self._showing}; this was repeated."
            self.result.steps.append(note)
            self._report(f"NOTE    {note}")

    async def _until(self, true: Callable[[], bool], seconds: float) -> bool:
        """Wait until ``true``; False if that takes longer than ``seconds``."""
        try:
            async with asyncio.timeout(seconds):
                while not true():
                    self._arrived.clear()
                    await self._arrived.wait()
        except TimeoutError:
            return true()
        return True

    def _print(self, text: str) -> None:
        self.result.steps.append(text)
        self._report(f"ok      {text}")

    def _report_tiles(self, good: str, wrong: Iterable[int], bad: str) -> None:
        tiles = sorted(wrong)
        if not tiles:
            self._print(good)
            return
        text = bad.format(named(tiles))
        self.result.steps.append(f"{good}: {text}")
        self._report(f"FAILED  {good}: {text}")

    def _report_lines(self, good: str, seen: dict[int, Sight], line: Callable[[int], tuple[int, ...]]) -> None:
        wrong = set()
        for number, looked in seen.items():
            wanted = frozenset(line(number)) & frozenset(self._tiles)
            wrong |= {tile for tile in self._tiles if (looked[tile] != "dark") != (tile in wanted)}
        self._report_tiles(good, wrong, "{} do not" if len(wrong) != 1 else "{} does not")

    # -- lights and answers

    def _light(self, parts: list[tuple[Iterable[int], int]], what: str) -> int:
        """Ask for tiles in colours, each where it really appears; returns the scene's number."""
        self._showing = what
        layers = []
        for tiles, colour in parts:
            asked = sorted({self._verdict.lamp(tile) if tile < TILES else tile for tile in tiles})
            if asked:
                layers.append(Layer("solid", colour, tuple(asked)))
        self._layers = tuple(layers)
        return self._again()

    def _again(self) -> int:
        """The newest scene under a new number."""
        return self._board.show(self._layers, brightness=self._brightness)

    async def _show(self, parts: list[tuple[Iterable[int], int]], what: str) -> None:
        """The same, and wait until it shines. Raises Gone if it does not."""
        self._restarted = False
        await self._shown(self._light(parts, what))
        if self._restarted:
            await self._recover()

    async def _shown(self, number: int) -> None:
        """Wait until scene ``number`` shines or the board has started anew. Raises Gone if neither comes."""
        shown = asyncio.create_task(self._board.shown(number))
        try:
            async with asyncio.timeout(SHOWN_S):
                while not shown.done() and not self._restarted:
                    self._arrived.clear()
                    waiting = asyncio.create_task(self._arrived.wait())
                    await asyncio.wait({shown, waiting}, return_when=asyncio.FIRST_COMPLETED)
                    waiting.cancel()
        except TimeoutError:
            raise Gone(self._board.problem or f"The board has not shown a scene within {SHOWN_S:g} s.") from None
        finally:
            shown.cancel()
        self._notice_restart()

    async def _wait_until_heard(self) -> None:
        """Wait until everything is heard that the board has said so far, a restart included. Raises Gone.

        The board is asked who it is and then given its scene once more: it answers in order, and what it acknowledges
        is not older than the question.
        """
        self._board.ask()
        await self._shown(self._again())

    async def _recover(self) -> None:
        """Go on with the board after a restart: with little light, if the supply could not bear more."""
        if self._seen.restarts:
            self._brightness = DIM
        self._layers = ()
        self._again()
        await self._until(lambda: self._board.online, CONNECT_S)

    async def _look(self, tiles: Iterable[int], colour: str, what: str) -> Sight | None:
        """Show and look; again if the board started anew meanwhile, for what was seen then says nothing."""
        wanted = sight(tiles, colour)
        for _ in range(LIVES):
            await self._show([(tuple(tiles), COLOURS[colour])], what)
            if not self._restarted:
                looked = await self._bench.look(wanted, what)
                await self._wait_until_heard()
                if not self._restarted:
                    return looked
                await self._recover()
        return None

    def _occupied(self) -> frozenset[int]:
        """Return what reads occupied beyond what does so at rest."""
        return (self._board.occupied or frozenset()) - self._seen.felt.rest - self._seen.felt.flickering

    async def _wait_for_sensors(self, true: Callable[[], bool]) -> None:
        """Wait until ``true``, or until whoever lays things says that no more will come. Raises Gone."""
        nothing = asyncio.ensure_future(self._bench.nothing())
        try:
            while not true() and not nothing.done():
                if not self._board.online:
                    await self._until(lambda: self._board.online, CONNECT_S)
                    if not self._board.online:
                        raise Gone(self._board.problem)
                self._arrived.clear()
                waiting = asyncio.create_task(self._arrived.wait())
                await asyncio.wait({nothing, waiting}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
            if nothing.done():
                nothing.result()
        finally:
            nothing.cancel()

    async def _wait_until_still(self) -> None:
        """Wait until everything that will be felt of what lies there now has been felt, and was heard."""
        for _ in range(LIVES):
            await self._bench.wait_until_still()
            self._restarted = False
            await self._wait_until_heard()
            if not self._restarted and self._board.occupied is not None:
                return
            await self._until(lambda: self._board.online and self._board.occupied is not None, CONNECT_S)

    async def _answer(self, before: frozenset[int]) -> frozenset[int]:
        """The tiles that newly read occupied, once they have settled."""
        await self._wait_for_sensors(lambda: bool(self._occupied() - before))
        await self._wait_until_still()
        return self._occupied() - before

    async def _gathered(self, pattern: frozenset[int]) -> frozenset[int]:
        """Return what reads occupied while things lie on ``pattern``."""
        full = self._verdict_of(pattern)
        await self._wait_for_sensors(lambda: self._occupied() >= full)
        await self._wait_until_still()
        return self._occupied()

    def _verdict_of(self, pattern: frozenset[int]) -> frozenset[int]:
        """The tiles that these tiles have answered with so far."""
        answers = self._seen.felt.answers
        return frozenset().union(*(answers.get(tile, frozenset()) for tile in pattern))
