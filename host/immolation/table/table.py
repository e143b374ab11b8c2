"""Owns one game at one table: everybody acts through it, in order, and it alone says what holds.

Knows who may ask for what and in which order it is done; what then changes is `standing`'s. Must never know a ruleset,
MQTT or a page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from immolation.board.board_client import Board
from immolation.games import CHANCE, TABLE, Action, Event, Game

from .action_queue import Desk
from .auto_player import Steward
from .clocks import ClockSettings
from .game_setup import archive, header_for, open_journal
from .journal_replay import Journal
from .players import checked, persons
from .records import Player
from .refusal import TableRefusal
from .standing import Standing
from .step_playback import LONGEST_MS
from .undo import UndoRequest, last_of_a_person, reveals
from .virtual_piece_mover import Control

__all__ = ["Table", "TableRefusal"]


class Table(Standing):
    """One table. `open` makes one, `run` brings it to life, `close` ends it.

    Every method that changes something waits its turn, and what it changed is in the journal when it returns.
    """

    def __init__(self, path: Path, board: Board | None, control: Control | None, bot_pace_ms: int) -> None:
        """For `open` only."""
        super().__init__(path, board, control, pace_ms=bot_pace_ms)
        self.desk = Desk()
        self._steward = Steward(self, bot_pace_ms)
        self.on_change.append(self._steward.stir)

    # --- its life ------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        table_id: str = "main",
        game: Game | str | None = None,
        settings: Mapping[str, Any] | None = None,
        config: Mapping[str, Any] | None = None,
        seed: int | None = None,
        players: Mapping[str, Player] | None = None,
        dice: Literal["host", "typed"] = "host",
        clocks: ClockSettings | None = None,
        board: Board | None = None,
        control: Control | None = None,
        bot_pace_ms: int = 800,
        now: Callable[[], int] | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> Table:
        """The table whose journal is at ``path``: a new game, or the one that is there, exactly as it was.

        A journal that exists decides everything about its game; ``game`` must then be None or its ruleset.
        A new game begins by its ``config``, or goes on from a ``position``, and not both.
        ``settings`` are those of ``games.load``. ``board`` must be kept running by the caller; ``control`` gives
        helping hands at a virtual one. ``now`` replaces the monotonic milliseconds of the clocks.

        Raises JournalError and its kinds, GameError, TableRefusal; then nothing was left behind.
        """
        journal = open_journal(
            path, lambda: header_for(table_id, game, settings, config, seed, players, dice, clocks, position)[0]
        )
        table = cls(path, board, control, bot_pace_ms)
        table._now = now
        try:
            table._adopt(journal, game if isinstance(game, Game) else None, game if isinstance(game, str) else None)
        except BaseException:
            table._let_go()
            await journal.close()
            raise
        return table

    async def run(self) -> None:
        """Let dice, bots, clocks and the board have their way until the table is closed.

        Raises what cannot be put right here, such as a JournalError on a full disk.
        """
        jobs = [asyncio.create_task(self._steward.run()), asyncio.create_task(self._ended.wait())]
        if self.hands is not None:
            jobs.append(asyncio.create_task(self.hands.run()))
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
            if self._fatal is not None:
                raise self._fatal
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    async def close(self) -> None:
        """Finish what is being done and let go of the journal. Harmless when closed already."""
        self._ended.set()
        self.replay.stop()
        await self.desk.close()
        self._subscribers.close()
        self._let_go()
        await self._journal.close()

    # --- what people do ------------------------------------------------------------------------------

    async def decide(self, action: Action, *, by: str = "host") -> tuple[Event, ...]:
        """Take an action; its events, uncut. ``by``: the seat that sent it, or ``host`` for who may act for all people.

        Raises IllegalAction or TableRefusal; then nothing has changed and nothing was journaled.
        """

        async def work() -> tuple[Event, ...]:
            self._allow(action, by)
            return await self.take(action, by=by)

        return await self.desk.do(work)

    def _allow(self, action: Action, by: str) -> None:
        seats = self.line.state.seats
        if action.seat not in (*seats, CHANCE, TABLE):
            raise TableRefusal(f"There is no seat '{action.seat}' at this table; there are {', '.join(seats)}.")
        if by in seats and action.seat in seats and by != action.seat:
            raise TableRefusal(f"{by} may not act for {action.seat}.")
        if action.seat == CHANCE and self.header.dice == "host":
            raise TableRefusal("The host rolls and draws at this table; nobody types it in.")
        due = self.line.state.deciders().get(CHANCE) if action.seat == CHANCE else None
        if due is not None and due.face_down:
            raise TableRefusal("What only some may see is drawn by the host; nobody types it in.")
        player = self.players.get(action.seat)
        if player is not None and player.kind == "bot":
            raise TableRefusal(f"{action.seat} is played by the bot '{player.bot}'; give the seat to a person first.")
        if self._paused and action.seat != TABLE:
            raise TableRefusal("The table is paused; resume it first.")

    async def undo(self, to: int | None = None, *, by: str = "host") -> bool:
        """Go back to just after journal entry ``to`` (0: the start), or before the last thing a person did.

        True if it is done. False if a hidden card would be taken back: then every other person must `consent` first.
        Raises TableRefusal where there is nothing to take back.
        """

        async def work() -> bool:
            number = last_of_a_person(self.line, self.players) if to is None else self.line.reaching(to)
            if number >= self.line.number or (to is not None and to < 0):
                raise TableRefusal("There is nothing to take back.")
            asked = {seat for seat in persons(self.players) if seat != by}
            if asked and reveals(self.game, self.line.undone_by(number)):
                self._request = UndoRequest(number, by, frozenset(asked))
                self._say(f"{self.name_of(by)} asks to go back over a card that was seen: does everybody agree?")
                return False
            await self._cut(number, by)
            return True

        return await self.desk.do(work)

    async def consent(self, seat: str, yes: bool) -> bool:
        """Answer an undo that waits for everybody. True once it is done. Raises TableRefusal for a seat not asked."""

        async def work() -> bool:
            request = self._request
            if request is None or seat not in request.missing:
                raise TableRefusal(f"{seat} is not asked to agree to anything.")
            if not yes:
                self._request = None
                self._say(f"{self.name_of(seat)} does not agree; the game stays as it is.")
                return False
            request = request.agreed(seat)
            self._request = request
            if request.missing:
                self._say(f"{self.name_of(seat)} agrees to go back; {len(request.missing)} still to ask.")
                return False
            await self._cut(request.number, request.by)
            return True

        return await self.desk.do(work)

    async def pause(self, *, by: str = "host") -> None:
        """Stop clocks and bots until `resume`. Raises TableRefusal if that is so already."""
        await self.desk.do(lambda: self._set_paused(True, by))

    async def resume(self, *, by: str = "host") -> None:
        """Go on after `pause`. Raises TableRefusal if the table is not paused."""
        await self.desk.do(lambda: self._set_paused(False, by))

    async def put_right(self, which: Literal["board", "game"]) -> None:
        """Say which of the two is right where they differ.

        ``board``: the game is corrected to what the sensors read; ``game``: what differs now is not looked at until it
        reads differently, and a bot's move that waits for its miniature is taken as made. Raises TableRefusal.
        """

        async def work() -> None:
            watch = self.watch
            if watch is None or self.board is None or not self.board.online:
                raise TableRefusal("There is no board that could be put right.")
            meant = watch.intention
            if which == "game":
                await self._write("put-right", {"which": which}, self._clocks)
                if meant is not None and not watch.astray and not watch.owes:
                    await self.take(meant.action, by="bot")
                else:
                    watch.waive()
                self._look_again()
                return
            corrections = watch.right_board()
            if corrections is None:
                raise TableRefusal(
                    "It is not clear what stands where; correct it on the page, or move it as it is lit."
                )
            if not corrections:
                raise TableRefusal("Board and game agree already.")
            await self._write("put-right", {"which": which}, self._clocks)
            await self.take_all(corrections, by="board")

        if which not in ("board", "game"):
            raise TableRefusal(f"Either the board or the game is right, not '{which}'.")
        await self.desk.do(work)

    async def choose(self, index: int) -> tuple[Event, ...]:
        """Say which of `BoardState.choices` was meant, counted from 0. Raises TableRefusal for any other."""

        async def work() -> tuple[Event, ...]:
            choices = self.watch.choices if self.watch is not None else ()
            if not 0 <= index < len(choices):
                raise TableRefusal("There is nothing to choose." if not choices else f"There is no choice {index}.")
            return await self.take_all(choices[index], by="board")

        return await self.desk.do(work)

    async def set_player(self, seat: str, player: Player) -> None:
        """Give a seat to a person or a bot from now on. Raises TableRefusal naming a seat or bot there is not."""

        async def work() -> None:
            if seat not in self.players:
                raise TableRefusal(f"There is no seat '{seat}' at this table; there are {', '.join(self.players)}.")
            new = checked(self.game, self.header.config, seat, player)
            players = {**self.players, seat: new}
            clocks = self._clocks_for(self.line.state, players)
            record = {"seat": seat, "name": self.seat_name(seat), "player": msgspec.to_builtins(new)}
            await self._write("player", record, clocks)
            self.players, self._clocks = players, clocks
            self._request = None
            self._look_again()

        await self.desk.do(work)

    async def set_asked(self, seat: str, always: bool) -> None:
        """Ask the person in a seat at every opportunity, or only what concerns them. Raises TableRefusal.

        What is asked out of courtesy is answered with its default at once for who does not want to be asked, whatever
        the hand holds, so that silence tells nobody anything.
        """

        async def work() -> None:
            player = self.players.get(seat)
            if player is None or player.kind != "person":
                raise TableRefusal(f"Nobody at seat '{seat}' is asked anything.")
            new = msgspec.structs.replace(player, asked="always" if always else "concerned")
            if new == player:
                return
            record = {"seat": seat, "player": msgspec.to_builtins(new), "asked": new.asked}
            await self._write("player", {**record, "name": self.name_of(seat)}, self._clocks)
            self.players = {**self.players, seat: new}
            self._look_again()

        await self.desk.do(work)

    async def new_game(
        self,
        ruleset: Game | str,
        config: Mapping[str, Any] | None = None,
        players: Mapping[str, Player] | None = None,
        *,
        settings: Mapping[str, Any] | None = None,
        seed: int | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        """Start another game at this table; the journal of the one before is kept beside it, under its date.

        Dice and clocks stay as they were. Raises GameError or TableRefusal; then the old game goes on.
        """

        async def work() -> None:
            old = self._journal
            kept = (old.header.dice, old.header.clocks)
            header, game = header_for(old.header.table, ruleset, settings, config, seed, players, *kept, position)
            await old.close()
            aside = archive(self.path, old.header)
            try:
                journal = Journal.create(self.path, header)
            except OSError:
                aside.rename(self.path)
                self._journal = Journal.open(self.path)
                raise
            self._subscribers.start_over()
            self._note = ""
            self._adopt(journal, game)

        await self.desk.do(work)

    async def set_hands(self, auto: bool) -> None:
        """Let the helping hands of a virtual board work by themselves, or not. Raises TableRefusal without them."""
        if self.hands is None:
            raise TableRefusal("Only a virtual board has helping hands.")
        self.hands.auto = auto
        self._tell()

    async def set_pace(self, ms: int) -> None:
        """How long a bot thinks and a step of a long turn stays, in milliseconds; 0 shows what is left at once.

        Raises TableRefusal above 10 seconds or below 0.
        """
        if not 0 <= ms <= LONGEST_MS:
            raise TableRefusal(f"A step stays 0 to {LONGEST_MS} milliseconds.")

        async def work() -> None:
            self.replay.pace_ms = self._steward.bot_pace_ms = ms
            if not ms:
                self.replay.stop()
            self._step_on()

        await self.desk.do(work)

    async def skip(self) -> None:
        """Show what is left of a long turn at once. Harmless where nothing is being shown."""

        async def work() -> None:
            self._show_all()

        await self.desk.do(work)

    def _show_all(self) -> None:
        if self.replay.stop():
            self._step_on()

    def identify(self) -> None:
        """Let the board blink. Raises TableRefusal without a board."""
        if self.board is None:
            raise TableRefusal("There is no board at this table.")
        self.board.identify()

    async def _set_paused(self, paused: bool, by: str) -> None:
        if self._paused == paused:
            raise TableRefusal("The table is paused already." if paused else "The table is not paused.")
        await self._write("pause" if paused else "resume", {"by": by}, self._clocks)
        self._paused = paused
        self._look_again()
