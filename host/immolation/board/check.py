"""``immolation board test``: whether a board answers, shines and feels every tile. Knows no game.

The same steps for a board of wood, where a person moves a miniature over the tiles, and for a virtual one, where
``hand`` does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from immolation_board import wire

from immolation.games import Layer

from .board import Board, Moving, News, Stable, StatusNews
from .link import Link

CONNECT_S = 10.0
"""Wait for a board: it greets within a frame or two, a reset takes two seconds."""

STATUS_S = 8.0
"""Wait for a ``status``, which boards send every 5 seconds."""

SHOWN_S = 5.0
"""Wait for a scene to be shown; a clean line takes a tenth of a second."""

FELT_S = 3.0
"""Wait for one tile to answer a hand: debounce, scan and one repetition of ``tiles``."""

PATIENCE_S = 60.0
"""Without any new tile for so long, whoever moves the miniature has gone."""

STABLE_MS = 30
"""Nothing slides here: a short wait, so that a test of 100 tiles does not take minutes."""

LOOK_S = 1.5
"""For a person to look at a colour."""

ALL = tuple(range(wire.TILES))
COLOURS = (("red", 0xFF0000), ("green", 0x00FF00), ("blue", 0x0000FF), ("white", 0xFFFFFF))
WAITING, FELT = 0x402000, 0x00C040

Report = Callable[[str], object]
Hand = Callable[[int, bool], Awaitable[None]]
"""Does to a tile what a person would: (tile, True) lifts what lies on it, (tile, False) puts something there."""


class _Failed(Exception):
    """A step that makes the following ones senseless; the text says why."""


async def run_test(link: Link, report: Report, *, hand: Hand | None = None, patience_s: float = PATIENCE_S) -> bool:
    """Test the board at ``link`` step by step; True if nothing was found wrong.

    ``report`` is called with one line for a person at a time. Without ``hand`` a person is asked to move a miniature
    over all tiles, and the test ends when nothing new was felt for ``patience_s`` seconds.
    """
    board = Board(link, stable_ms=STABLE_MS)
    news = _News(board)
    running = asyncio.create_task(board.run())
    try:
        await _connect(board, news, report)
        sound = await _status(board, news, report)
        await _lights(board, report, pause_s=LOOK_S if hand is None else 0)
        if hand is None:
            sound &= await _walk(board, news, report, patience_s)
        else:
            sound &= await _press(board, news, report, hand)
        await _show(board, ())
    except _Failed as failed:
        report(f"FAILED  {failed}")
        return False
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    report("The board is in order." if sound else "The board has faults; see above.")
    return sound


class _News:
    """Lets a test wait for what the board says."""

    def __init__(self, board: Board) -> None:
        self.status: StatusNews | None = None
        self._arrived = asyncio.Event()
        board.listeners.append(self._hear)

    def _hear(self, news: News) -> None:
        if isinstance(news, StatusNews):
            self.status = news
        self._arrived.set()

    async def until(self, true: Callable[[], bool], seconds: float) -> bool:
        """Wait until ``true``; False if that takes longer than ``seconds``."""
        try:
            async with asyncio.timeout(seconds):
                while not true():
                    self._arrived.clear()
                    await self._arrived.wait()
        except TimeoutError:
            return true()
        return True


async def _connect(board: Board, news: _News, report: Report) -> None:
    if not await news.until(lambda: board.online and bool(board.hello), CONNECT_S):
        raise _Failed(board.problem or "The board has not answered.")
    hello = board.hello
    report(f"ok      {board.link.name} answers: board '{hello.get('id', '?')}', firmware {hello.get('fw', '?')}")
    sensor, tiles, reset = (hello.get(key, "?") for key in ("sensor", "tiles", "reset"))
    report(f"ok      sensors: {sensor}, {tiles} tiles; last reset: {reset}")


async def _status(board: Board, news: _News, report: Report) -> bool:
    # The first one comes with the hello, before a second of frames was counted.
    await news.until(lambda: bool(board.status.get("fps")), STATUS_S)
    if news.status is None:
        report(f"FAILED  no status within {STATUS_S:g} s")
        return False
    status = board.status
    report(
        f"ok      {status['fps']} frames a second, {status['free']} bytes free, about {status['ma']} mA, "
        f"{status['bad']} bad lines, {status['lost']} events lost"
    )
    for key, meaning in (("stuck", "never change"), ("noisy", "flicker")):
        if status.get(key):
            report(f"FAILED  tiles that {meaning}: {_named(status[key])}")
    return not (status.get("stuck") or status.get("noisy"))


async def _lights(board: Board, report: Report, pause_s: float) -> None:
    for name, colour in COLOURS:
        await _show(board, (Layer("solid", colour, ALL),))
        report(f"ok      all tiles {name}" + ("; is one dark or of another colour?" if pause_s else ""))
        await asyncio.sleep(pause_s)


async def _show(board: Board, layers: tuple[Layer, ...]) -> None:
    try:
        async with asyncio.timeout(SHOWN_S):
            await board.shown(board.show(layers, brightness=128))
    except TimeoutError:
        raise _Failed(board.problem or f"The board has not shown a scene within {SHOWN_S:g} s.") from None


async def _press(board: Board, news: _News, report: Report, hand: Hand) -> bool:
    """Each tile alone: it and no other must answer."""
    if not await news.until(lambda: board.occupied is not None, FELT_S):
        raise _Failed("The board has not said what lies on it.")
    at_rest = board.occupied or frozenset()
    faults = 0
    for tile in ALL:
        wrong = ""
        for up in (True, False) if tile in at_rest else (False, True):
            wanted = at_rest - {tile} if up else at_rest | {tile}
            await hand(tile, up)
            if not await news.until(lambda wanted=wanted: board.occupied == wanted, FELT_S):  # type: ignore[misc]
                others = ((board.occupied or frozenset()) ^ wanted) - {tile}
                what = f"{_named(others)} answered instead" if others else "did not answer"
                wrong = wrong or f"FAILED  tile {tile:02d} {'lifted' if up else 'placed'}: {what}"
        if not board.online:
            raise _Failed(board.problem)
        if wrong:
            faults += 1
            report(wrong)
    if not faults:
        report("ok      all 100 sensors answer, each on its own tile")
    return not faults


async def _walk(board: Board, news: _News, report: Report, patience_s: float) -> bool:
    """A person moves a miniature; what was felt turns green."""
    felt: set[int] = set()
    occupied: list[frozenset[int]] = []

    def note(piece: News) -> None:
        if isinstance(piece, Moving):
            felt.update(piece.placed)
        elif isinstance(piece, Stable):
            felt.update(piece.touched)
            if occupied:
                felt.update(piece.occupied ^ occupied[-1])
            occupied[:] = [piece.occupied]

    board.listeners.append(note)
    report("        Move a miniature over every tile; each turns green when it is felt.")
    while len(felt) < wire.TILES:
        known = len(felt)
        rest = tuple(tile for tile in ALL if tile not in felt)
        await _show(board, (Layer("solid", WAITING, rest), Layer("solid", FELT, tuple(sorted(felt))))[: 1 + bool(felt)])
        if not await news.until(lambda known=known: len(felt) > known or not board.online, patience_s):  # type: ignore[misc]
            break
        if not board.online:
            raise _Failed(board.problem)
    missing = [tile for tile in ALL if tile not in felt]
    if missing:
        report(f"FAILED  {len(missing)} tiles were not felt: {_named(missing)}")
        return False
    report("ok      all 100 sensors answer")
    return True


def _named(tiles: Iterable[int]) -> str:
    return ", ".join(f"{tile:02d}" for tile in sorted(tiles))
