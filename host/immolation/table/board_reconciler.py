"""Owns what the table makes of the physical board: agreeing, moving, asking, astray. Takes no action itself.

Must never know the journal, the clocks or who waits for whom: it is told which state holds and which actions are
possible, and it says which of them the pattern means.

Differences are of three kinds. *Owed*: the game changed and nobody has moved the miniatures yet (a death, a push, a
move made on the page); people are guided and everything else goes on. *Waived*: people said that the game is right;
those tiles are not looked at until they read differently. Everything else that no legal action explains is *astray*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from immolation.board.board_client import Board
from immolation.board.guidance import Guidance, corrections, guide
from immolation.board.messages import (
    Moving,
    News,
    Online,
    Said,
    Stable,
    StatusNews,
)
from immolation.board.move_recognition import (
    Acts,
    Agrees,
    Asks,
    Astray,
    InHand,
    Verdict,
    judge,
)
from immolation.games import Action, Correct, Game, Gesture, Picture, State

from .records import BoardState, Choice

Tiles = frozenset[int]


class Intention(msgspec.Struct, frozen=True):
    """A bot's action that somebody, or the hands, must carry out on the board."""

    action: Action
    before: Tiles
    after: Tiles
    picture: Picture
    """The pieces as they stand afterwards, for the guidance."""


def intention(game: Game, state: State, action: Action) -> Intention | None:
    """What must be moved for ``action``; None if nobody can see it on the board."""
    picture = game.picture(state.view(action.seat), (action,))
    for gesture in picture.gestures:
        after = (picture.occupied - frozenset(gesture.off)) | frozenset(gesture.on)
        if gesture.action == action and after != picture.occupied:
            return Intention(action, picture.occupied, after, _moved(picture, gesture))
    return None


def _moved(picture: Picture, gesture: Gesture) -> Picture:
    goals = dict(zip(sorted(gesture.off), sorted(gesture.on), strict=False))
    pieces = tuple(
        msgspec.structs.replace(piece, tile=goals.get(piece.tile, piece.tile)) if piece.sensed else piece
        for piece in picture.pieces
        if not (piece.sensed and piece.tile in gesture.off and piece.tile not in goals)
    )
    return Picture(pieces, picture.layers)


class BoardWatch:
    """One board beside one game."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.fresh = True
        """Something was read or changed that has not been judged yet."""

        self.lifted: int | None = None
        self.astray = False
        self.choices: tuple[tuple[Action, ...], ...] = ()
        self.choice_tiles: tuple[int | None, ...] = ()
        self.guidance: Guidance | None = None
        self.intention: Intention | None = None
        self.said = ""
        self.following = False
        """Several actions of one pattern are being taken; nothing is to be moved before the last."""

        self._state: State | None = None
        self._picture = Picture((), ())
        self.stable: Tiles | None = None
        """The last stable pattern; None until one was heard."""

        self._touched: Tiles = frozenset()
        self._moving = False
        self._begun = False
        self._owed: dict[int, bool] = {}
        self._waived: dict[int, bool] = {}

    # --- what it is told -----------------------------------------------------------------------------

    def hear(self, news: News) -> bool:
        """News from the board; True if it may mean an action or must be shown."""
        match news:
            case Stable(occupied, touched):
                self.stable, self._moving = occupied, False
                self._touched |= touched
                self.lifted = None
                self.fresh = True
            case Moving(lifted, placed):
                self._moving = bool(lifted or placed)
                self.lifted = next(iter(lifted)) if len(lifted) == 1 and not placed else None
            case Online():
                self._moving = False
                self.lifted = None
                self.fresh = True
            case Said(text):
                self.said = text
            case StatusNews():
                pass
        return True

    def expect(self, state: State, picture: Picture, *, anew: bool = False) -> None:
        """``state`` holds from now on. What the board does not show of it yet is owed, unless it was astray before.

        ``anew``: another game or an undo; all differences are owed.
        """
        before = self._picture.occupied
        self._state, self._picture = state, picture
        self.intention = None
        self.choices, self.choice_tiles = (), ()
        self.said = ""
        self.fresh = True
        if self.stable is not None and self._begun:
            self._owe(before, anew=anew)
        self.guidance = self._guide()

    def _owe(self, before: Tiles, *, anew: bool) -> None:
        assert self.stable is not None
        picture = self._picture
        different = self.stable ^ picture.occupied
        if not anew and self.astray:
            different -= (self.stable ^ before) - self._owed.keys()
        if not anew and self.lifted is not None:
            different -= {self.lifted}
        self._owed = {tile: tile in self.stable for tile in different - self._waived.keys()}

    def intend(self, meant: Intention | None) -> None:
        """What a bot wants done on the board; None: nothing any more."""
        if meant != self.intention:
            self.intention = meant
            self.guidance = self._guide()
            self.fresh = True

    def waive(self) -> None:
        """The game is right: what differs now is not looked at until it reads differently."""
        if self.stable is not None:
            for tile in self.stable ^ self._picture.occupied:
                self._waived[tile] = tile in self.stable
        self._owed.clear()
        self.astray = False
        self.choices, self.choice_tiles = (), ()
        self.fresh = True

    # --- what it makes of it -------------------------------------------------------------------------

    @property
    def owes(self) -> bool:
        """People (or the hands) have not moved yet what the game changed."""
        return bool(self._owed) and self.board.online

    @property
    def ignored(self) -> Tiles:
        """Tiles whose sensors say nothing now: waived by people, or doubtful to the board itself."""
        return frozenset(self._waived) | self.board.doubtful

    @property
    def agrees(self) -> bool:
        """The sensors read exactly what the game says."""
        return self.stable == self._picture.occupied

    def meaning(
        self, candidates: Sequence[Action], *, transient: bool = False, laid: Mapping[int, bool] = MappingProxyType({})
    ) -> tuple[Action, ...]:
        """The actions that the last stable pattern means, to be taken in order; empty if none is due.

        ``candidates``: what may be done now. ``transient``: the hands are at work, so only a pattern that is right
        counts. ``laid``: how the hands left tiles; where the game has gone on meanwhile that is owed, not astray.
        Otherwise settles which of agreeing, asking, in hand and astray it is.
        """
        self.fresh = False
        stable, state = self.stable, self._state
        touched, self._touched = self._touched, frozenset()
        if stable is None or state is None or not self.board.online:
            self.astray = False
            return ()
        self._forget_settled(stable)
        for tile in (stable ^ self._picture.occupied) - self._waived.keys():
            if laid.get(tile) == (tile in stable):
                self._owed[tile] = tile in stable
        ignored = self.ignored
        if self.intention is not None and self.intention.after - ignored == stable - ignored:
            return (self.intention.action,)
        chosen = self._chosen_by_touch(touched)
        if chosen:
            return chosen
        verdict = self._judge(state, candidates, stable, touched, ignored)
        if isinstance(verdict, Acts):
            return verdict.actions
        if transient and not isinstance(verdict, Agrees):
            self._touched = touched
            self._settle(state, Agrees())
        else:
            self._settle(state, verdict)
        return ()

    def _judge(
        self, state: State, candidates: Sequence[Action], stable: Tiles, touched: Tiles, ignored: Tiles
    ) -> Verdict:
        owed = frozenset(self._owed)
        verdict = judge(state.game, state, candidates, stable, touched, ignore=ignored | owed)
        if isinstance(verdict, Astray) and owed:
            # Somebody may have gone on from where the game has the miniature, not from where it still stood.
            other = judge(state.game, state, candidates, stable, touched, ignore=ignored)
            if isinstance(other, Acts):
                verdict = other
        if not self._begun:
            self._begun = True
            if isinstance(verdict, Astray | Asks):
                # The first look: the board is not set up yet, or was left while the host was away.
                self._owed = {tile: tile in stable for tile in (stable ^ self._picture.occupied) - ignored}
                return Agrees()
        return verdict

    def _settle(self, state: State, verdict: Verdict) -> None:
        self.astray = isinstance(verdict, Astray)
        self.lifted = verdict.tile if isinstance(verdict, InHand) else None
        self.choices = verdict.choices if isinstance(verdict, Asks) else ()
        self.choice_tiles = _lit(state, self.choices, self._picture.occupied)
        self.guidance = self._guide()

    def _guide(self) -> Guidance | None:
        if self.stable is None or self.choices:
            return None
        if self.astray or self._owed:
            in_hand = frozenset() if self.lifted is None else frozenset({self.lifted})
            return guide(self._picture, self.stable, before=self.guidance, ignore=self.ignored | in_hand)
        if self.intention is not None:
            return guide(self.intention.picture, self.stable, before=self.guidance, ignore=self.ignored)
        return None

    def _forget_settled(self, stable: Tiles) -> None:
        for tiles in (self._owed, self._waived):
            for tile, read in list(tiles.items()):
                if (tile in stable) != read or (tile in stable) == (tile in self._picture.occupied):
                    del tiles[tile]

    def _chosen_by_touch(self, touched: Tiles) -> tuple[Action, ...]:
        answers = [index for index, tile in enumerate(self.choice_tiles) if tile in touched]
        return self.choices[answers[0]] if len(answers) == 1 else ()

    def right_board(self) -> tuple[Correct, ...] | None:
        """Corrections after which the game is as the board; None if the ruleset cannot follow, or nothing was read."""
        if self.stable is None or self._state is None:
            return None
        return corrections(self._state.game, self._state, self.stable, ignore=self.ignored)

    def wanted(self, lying: Tiles, *, patient: bool) -> Tiles | None:
        """What helping hands should make of ``lying``; None: nothing.

        ``patient``: people play too, so what is astray, or in somebody's hand, is left to them.
        """
        if self.stable is None or self.following:
            return None
        if self.astray:
            return None if patient else self._picture.occupied
        if self._owed:
            return (lying - self._owed.keys()) | (self._picture.occupied & self._owed.keys())
        if self.intention is not None:
            before, after = self.intention.before, self.intention.after
            return (lying - (before - after)) | (after - before) if patient else after
        return None

    # --- what it shows -------------------------------------------------------------------------------

    def record(self) -> BoardState:
        """The board as the table sees it, for everybody."""
        occupied = self.stable if self.stable is not None else self.board.occupied
        state = self._kind()
        guidance = self.guidance if state in ("agrees", "moving", "astray") else None
        return BoardState(
            self.board.board_id,
            self.board.online,
            state,
            self._sentence(state, guidance),
            guidance.pairs if guidance is not None else (),
            self._choice_records(),
            tuple(sorted(occupied)) if occupied is not None else None,
            dict(self.board.status),
        )

    def _kind(self) -> Literal["offline", "agrees", "moving", "asking", "astray"]:
        if not self.board.online:
            return "offline"
        if self.choices:
            return "asking"
        if self.astray:
            return "astray"
        return "moving" if self._moving or self.stable is None or self.guidance is not None else "agrees"

    def _sentence(self, state: str, guidance: Guidance | None) -> str:
        if state == "offline":
            return str(getattr(self.board, "problem", "")) or "The board is not connected."
        if state == "asking":
            return "Several moves look like this. Which one was it? Touch a lit tile, or choose here."
        if guidance is not None:
            return guidance.sentence
        if self.lifted is not None:
            return f"The miniature from {self.lifted:02d} is in hand."
        return self.said if state == "agrees" else ""

    def _choice_records(self) -> tuple[Choice, ...]:
        state = self._state
        if state is None:
            return ()
        view = state.view(None)
        records: list[Choice] = []
        for actions, tile in zip(self.choices, self.choice_tiles, strict=True):
            label = ", then ".join(state.game.label(action, view) for action in actions)
            record: dict[str, Any] = state.game.record(actions[0])
            records.append(Choice(label, record, tile))
        return tuple(records)


def _lit(state: State, choices: Sequence[Sequence[Action]], occupied: Tiles) -> tuple[int | None, ...]:
    """A tile for each choice that can be touched for it: one that no other choice has, best where a miniature is."""
    tiles: list[set[int]] = []
    for actions in choices:
        picture = state.game.picture(state.view(actions[0].seat), (actions[0],))
        about = {tile for gesture in picture.gestures for tile in (*gesture.on, *gesture.off)}
        about |= {value for field in ("tile", "to", "target") if type(value := getattr(actions[0], field, None)) is int}
        tiles.append(about)
    chosen: list[int | None] = []
    for index, about in enumerate(tiles):
        others = set().union(*(other for at, other in enumerate(tiles) if at != index))
        own = sorted(tile for tile in about - others if 0 <= tile < 100)
        chosen.append(next((tile for tile in own if tile in occupied), own[0] if own else None))
    return tuple(chosen)
