"""Shows every change of a table: clocks, lights, subscribers and background tasks follow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from immolation.games import Step

from ..board_coordinator import BoardCoordinator
from ..journaled_game import JournaledGame
from ..records import Clock, Phase
from ..refusal import TableRefusal
from ..seat_buttons import agreeing, lights
from .scene_composer import SceneComposer
from .step_playback import LONGEST_MS, StepPlayback
from .subscriptions import Subscribers


class TableDisplay:
    """Shows one table, and how it is to be shown. What raises TableRefusal has changed nothing."""

    def __init__(self, game: JournaledGame, pace_ms: int) -> None:
        """``pace_ms``: how long a step of a long turn stays."""
        self.playback = StepPlayback(pace_ms, self.on_step)
        self.scene = SceneComposer(None)
        self.subscribers = Subscribers()
        self.listeners: list[Callable[[], None]] = []
        """Called after every change, before subscribers read it."""

        self._game = game
        self._coordinator: BoardCoordinator | None = None
        self._clocks_before: tuple[Clock, ...] = ()

    def play_on(self, coordinator: BoardCoordinator | None) -> None:
        """Show the game on another board from the next change on, or on none."""
        self._coordinator = coordinator
        self.scene.put_on(coordinator.board if coordinator is not None else None)

    @property
    def phase(self) -> Phase:
        """The phase of the table: what it is doing."""
        if self._game.is_over and self.playback.now is None:
            return "over"
        if self._game.paused:
            return "paused"
        return "astray" if self._coordinator is not None and self._coordinator.reconciler.out_of_sync else "playing"

    # --- what follows a change -----------------------------------------------------------------------

    def on_game_change(self, steps: Sequence[Step], anew: bool) -> None:
        """The game changed: the board, the lights and everybody follow, step by step if there are any."""
        self.playback.begin(steps)
        game = self._game
        self.scene.advised = None
        picture = self.scene.picture_of(game.state, game.view, game.persons)
        self.scene.buttons = lights(game.state, game.view, tuple(game.players), game.persons, paused=game.paused)
        if self._coordinator is not None:
            self._coordinator.reconciler.expect(game.state, picture, anew=anew)
            self._coordinator.apply_pattern_soon()
        self.on_step()

    def on_step(self) -> None:
        """Another step of a long turn is shown, or none is."""
        self.scene.set_step(self._game.ruleset, self.playback.now)
        self.announce()

    def announce(self) -> None:
        """Bring clocks and lights up to date, and tell everybody."""
        coordinator, clocks = self._coordinator, self._game.clocks
        corrected = coordinator is not None and coordinator.is_being_corrected
        if self.phase == "playing" and not corrected and self.playback.now is None:
            clocks.resume()
        else:
            clocks.pause()
        reconciler = coordinator.reconciler if coordinator is not None else None
        request = self._game.request
        self.scene.agreeing = agreeing(tuple(self._game.players), request.missing) if request is not None else ()
        scene = self.scene.show(reconciler, clocks, self._game.view)
        before, self._clocks_before = self._clocks_before, clocks.records()
        self.subscribers.notify(self._game.n, state=True, clocks=before != self._clocks_before, scene=scene)
        for listener in self.listeners:
            listener()
        if coordinator is not None and coordinator.piece_mover is not None:
            coordinator.piece_mover.wake()

    # --- how it is shown -----------------------------------------------------------------------------

    async def set_pace(self, ms: int) -> None:
        """Set how long a bot thinks and a step of a long turn stays; 0 shows what is left at once."""
        if not 0 <= ms <= LONGEST_MS:
            raise TableRefusal(f"A step stays 0 to {LONGEST_MS} milliseconds.")
        self.playback.pace_ms = ms
        if not ms:
            self.playback.stop()
        self.on_step()

    async def skip(self) -> None:
        """Show what is left of a long turn at once. Harmless where nothing is being shown."""
        if self.playback.stop():
            self.on_step()

    async def set_brightness(self, level: int) -> None:
        """Set the brightness of the lights, 0 (dark) to 255."""
        if not 0 <= level <= 255:
            raise TableRefusal("The brightness is 0 (dark) to 255.")
        self.scene.brightness = level
        self.announce()

    async def set_distinct(self, distinct: bool) -> None:
        """Show colours that everybody tells apart, or those of the game."""
        self.scene.distinct = distinct
        self.announce()
