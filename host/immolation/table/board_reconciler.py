"""Compares the board with the game and infers which actions the last stable pattern of tiles means.

A difference between sensors and game is one of three. *Pending*: the game changed and nobody has moved the miniatures
yet (a death, a push, a move made on the page); people are guided and everything else goes on. *Ignored*: people said
that the game is right; those tiles are not looked at until they read differently. Everything else that no legal action
explains is *out of sync*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from immolation.board.board_client import BoardClient
from immolation.board.guidance import Guidance, Pair, corrections, guide
from immolation.board.identities import Identities, Misplaced, guide_home
from immolation.board.messages import (
    BoardEvent,
    BoardMessage,
    BoardOnline,
    BoardStatus,
    MagnetsRead,
    PatternLanded,
    PatternMoving,
    StablePattern,
)
from immolation.board.move_recognition import (
    Ambiguous,
    Fits,
    InHand,
    InSync,
    OutOfSync,
    Recognized,
    Verdict,
    recognize,
    why_not,
)
from immolation.games import Action, Correct, Game, Gesture, Picture, Refusal, State

from .records import BoardState, Choice, Settlement

Tiles = frozenset[int]


class IntendedMove(msgspec.Struct, frozen=True):
    """A bot's action that somebody, or the virtual piece mover, must carry out on the board."""

    action: Action
    before: Tiles
    after: Tiles
    picture: Picture
    """The pieces as they stand afterwards, for the guidance."""


def intended_move(game: Game, state: State, action: Action) -> IntendedMove | None:
    """Return what must be moved for ``action``; None if nobody can see it on the board."""
    picture = game.picture(state.view(action.seat), (action,))
    for gesture in picture.gestures:
        after = (picture.occupied - frozenset(gesture.off)) | frozenset(gesture.on)
        if gesture.action == action and after != picture.occupied and not gesture.back:
            return IntendedMove(action, picture.occupied, after, _moved(picture, gesture))
    return None


def _moved(picture: Picture, gesture: Gesture) -> Picture:
    goals = dict(zip(sorted(gesture.off), sorted(gesture.on), strict=False))
    pieces = tuple(
        msgspec.structs.replace(piece, tile=goals.get(piece.tile, piece.tile)) if piece.sensed else piece
        for piece in picture.pieces
        if not (piece.sensed and piece.tile in gesture.off and piece.tile not in goals)
    )
    return Picture(pieces, picture.layers)


class BoardReconciler:
    """Compares what one board says with what one game wants of it."""

    def __init__(self, board: BoardClient) -> None:
        self.board = board
        self.is_unjudged = True
        """Something was read or changed since `infer_actions` looked."""

        self.lifted: int | None = None
        """Where the one miniature that is in hand was lifted."""

        self.out_of_sync = False
        """No legal action explains the last stable pattern, and none of what differs is pending or ignored."""

        self.choices: tuple[tuple[Action, ...], ...] = ()
        """What the pattern could mean, where people must say which."""

        self.choice_tiles: tuple[int | None, ...] = ()
        """The tile that is lit for each choice, if any."""

        self.guidance: Guidance | None = None
        self.intended_move: IntendedMove | None = None
        """The bot's move that waits to be carried out on the board."""

        self.message = ""
        """The last sentence from the board or about it."""

        self.refusal: Refusal | None = None
        """Why the one miniature that is out of sync may not stand where it was put, where the rules say so."""

        self.mid_sequence = False
        """Several actions of one pattern are being taken; nothing is to be moved before the last."""

        self._state: State | None = None
        self._picture = Picture((), ())
        self._heard: Tiles | None = None
        """The last stable pattern of the sensors that are heard; None until one was."""

        self._supposed: dict[int, bool] = {}
        """Tile whose sensor is switched off -> whether it was occupied when all the others agreed with the game."""

        self._switched_on: Tiles = frozenset()
        """Tiles whose sensors are heard again: that they read what they read is nobody's move."""

        self._touched: Tiles = frozenset()
        self._asked_about: Tiles = frozenset()
        """Tiles touched when people were asked to choose."""

        self._in_hand: Tiles = frozenset()
        """What was touched to lift what is in hand: it belongs to where that is put."""

        self._twice: Tiles = frozenset()
        self._kinds: Mapping[int, int] = board.kinds
        self._identities = Identities()
        self._misplaced: tuple[Misplaced, ...] = ()
        """Miniatures that stand where the game has others."""
        self._moving = False
        self._begun = False
        self.pending_moves: dict[int, bool] = {}
        """Tile -> how it reads (True: occupied), where the game changed and nobody has moved the miniature yet."""

        self._ignored: dict[int, bool] = {}
        """Tile -> how it reads, where people said that the game is right."""

    # --- what it is told -----------------------------------------------------------------------------

    def on_event(self, event: BoardEvent) -> None:
        """Take in what the board reports."""
        match event:
            case StablePattern(occupied, touched, twice):
                self._heard, self._moving = occupied, False
                self._suppose()
                self._touched |= touched - self.board.switched_off - self._switched_on
                self._switched_on = frozenset()
                self._twice = twice
                self.lifted = None
                self.is_unjudged = True
            case PatternMoving(lifted, placed):
                self._moving = bool(lifted or placed)
                self.lifted = next(iter(lifted)) if len(lifted) == 1 and not placed else None
            case BoardOnline():
                self._moving = False
                self.lifted = None
                self.is_unjudged = True
            case MagnetsRead(kinds):
                self._kinds = kinds
                if not self._moving and self.stable is not None:
                    self._in_hand |= self._asked_about
                    self.is_unjudged = True
            case BoardMessage(text):
                self.message = text
            case BoardStatus():
                pass

    def expect(self, state: State, picture: Picture, *, anew: bool = False) -> None:
        """Compare the board with ``state`` from now on.

        What the board does not show of it yet is pending, unless it was out of sync.

        ``anew``: another game or an undo; all differences are pending.
        """
        before = self._picture.occupied
        self._state, self._picture = state, picture
        self._suppose()
        self.intended_move = None
        self._in_hand = frozenset()
        self.choices, self.choice_tiles = (), ()
        self.message = ""
        self.is_unjudged = True
        if self.stable is not None and self._begun:
            self._mark_pending(before, anew=anew)
        self.guidance = self._guide()

    def _mark_pending(self, before: Tiles, *, anew: bool) -> None:
        assert self.stable is not None
        picture = self._picture
        different = self.stable ^ picture.occupied
        if not anew and self.out_of_sync:
            different -= (self.stable ^ before) - self.pending_moves.keys()
        if not anew and self.lifted is not None:
            different -= {self.lifted}
        self.pending_moves = {tile: tile in self.stable for tile in different - self._ignored.keys()}

    def switch_sensor(self, tile: int, on: bool) -> None:
        """The sensor of a tile is heard no more, or again; what it reads then is owed to the board, and no move."""
        self._supposed.pop(tile, None)
        self.pending_moves.pop(tile, None)
        self._ignored.pop(tile, None)
        if on and self._heard is not None:
            felt = tile in (self.board.occupied or ())
            self._heard = self._heard | {tile} if felt else self._heard - {tile}
            self._switched_on |= {tile}
            if felt != (tile in self._picture.occupied):
                self.pending_moves[tile] = felt
        self._suppose()
        self.is_unjudged = True

    def _suppose(self) -> None:
        """Where all that is heard agrees with the game, what is not heard is as the game has it."""
        off = self.board.switched_off
        if self._heard is not None and self._heard - off == self._picture.occupied - off:
            self._supposed = {tile: tile in self._picture.occupied for tile in off}

    def after_test(self) -> None:
        """Miniatures were moved for a test of the sensors: where they are now is owed to the game, and no move."""
        self._touched = self._in_hand = frozenset()
        if self.stable is not None and self._begun:
            self._mark_pending(self._picture.occupied, anew=True)
        self.guidance = self._guide()
        self.is_unjudged = True

    def intend(self, move: IntendedMove | None) -> None:
        """Set what a bot wants done on the board; None: nothing any more."""
        if move != self.intended_move:
            self.intended_move = move
            self.guidance = self._guide()
            self.is_unjudged = True

    def ignore_differences(self) -> None:
        """The game is right: what differs now is not looked at until it reads differently."""
        if self.stable is not None:
            for tile in self.stable ^ self._picture.occupied:
                self._ignored[tile] = tile in self.stable
            self._identities.learn(self._picture, self._kinds, anew=True)
        self._misplaced = ()
        self.pending_moves.clear()
        self.out_of_sync = False
        self.choices, self.choice_tiles = (), ()
        self.is_unjudged = True

    # --- what it makes of it -------------------------------------------------------------------------

    @property
    def stable(self) -> Tiles | None:
        """The last stable pattern, with what stands on the tiles that are not heard; None until one was heard."""
        off = self.board.switched_off
        if self._heard is None or not off:
            return self._heard
        standing = {tile for tile in off if self._supposed.get(tile, tile in self._picture.occupied)}
        return self._heard - off | standing

    @property
    def has_pending_moves(self) -> bool:
        """People, or the virtual piece mover, have not moved yet what the game changed."""
        return bool(self.pending_moves) and self.board.online

    @property
    def ignored(self) -> Tiles:
        """Tiles whose sensors say nothing now: ignored by people, doubtful to the board itself, or switched off."""
        return frozenset(self._ignored) | self.board.doubtful | self.board.switched_off

    @property
    def agrees(self) -> bool:
        """The sensors read exactly what the game says."""
        return self.stable == self._picture.occupied

    def infer_actions(
        self,
        candidates: Sequence[Action],
        *,
        transient: bool = False,
        placed: Mapping[int, bool] = MappingProxyType({}),
    ) -> tuple[Action, ...]:
        """The actions that the last stable pattern means, to be taken in order; empty if none is due.

        ``candidates``: what may be done now. ``transient``: pieces are being moved by the program, so only a pattern
        that is right counts. ``placed``: how it left tiles; where the game has gone on meanwhile that is pending, not
        out of sync. Otherwise decides which of agreeing, asking, in hand and out of sync it is.
        """
        self.is_unjudged = False
        stable, state = self.stable, self._state
        fresh, self._touched = self._touched, frozenset()
        touched, self._in_hand = fresh | self._in_hand, frozenset()
        if stable is None or state is None or not self.board.online:
            self.out_of_sync = False
            return ()
        settling = bool(self.pending_moves) or self.out_of_sync
        self._forget_resolved(stable)
        for tile in (stable ^ self._picture.occupied) - self._ignored.keys():
            if placed.get(tile) == (tile in stable):
                self.pending_moves[tile] = tile in stable
        ignored = self.ignored
        if self.intended_move is not None and self.intended_move.after - ignored == stable - ignored:
            return (self.intended_move.action,)
        chosen = self._chosen_by_touch(fresh)
        if chosen:
            return chosen
        came_back = stable == self._picture.occupied
        felt = frozenset() if came_back and (settling or transient) else touched  # put right, not done on purpose
        verdict = self._judge(state, candidates, stable, felt, ignored)
        self.refusal = self._why_not(state, candidates, verdict)
        if isinstance(verdict, Recognized):
            return verdict.actions
        if transient and not isinstance(verdict, InSync):
            self._touched = touched
            self._apply_verdict(state, InSync())
        else:
            self._apply_verdict(state, verdict)
            self._asked_about = touched if self.choices else frozenset()
            if stable < self._picture.occupied and not self.out_of_sync:
                self._in_hand = touched
        return ()

    def only_reading(self, candidates: Sequence[Action], landed: PatternLanded) -> Action | None:
        """The one action that what was put down from the air can mean, before it is sure that it stays.

        None where anything else is under way, where it touched more than the action does, or where the same miniature,
        slid on, could mean something else: a hand that rests beside its goal has not let go.
        """
        state = self._state
        busy = self.pending_moves or self.out_of_sync or self.choices or self.intended_move or self.ignored
        if state is None or busy or not self._begun or self.is_unjudged or not self.board.online:
            return None
        touched = landed.touched | self._in_hand
        verdict = recognize(state.game, state, candidates, landed.occupied, touched, depth=1, fits=self._fits())
        if not isinstance(verdict, Recognized) or len(verdict.actions) != 1:
            return None
        (action,) = verdict.actions
        gestures = state.game.picture(state.view(action.seat), candidates).gestures
        own = next(gesture for gesture in gestures if gesture.action == action)
        if {*own.off, *own.on} != touched or not own.on:
            return None
        slid_on = any(one.off == own.off and one.on != own.on and not one.twice for one in gestures)
        return None if slid_on else action

    def _judge(
        self, state: State, candidates: Sequence[Action], stable: Tiles, touched: Tiles, ignored: Tiles
    ) -> Verdict:
        pending = frozenset(self.pending_moves)
        twice = self._twice & touched
        unseen, fits = ignored | pending, self._fits()
        verdict = recognize(state.game, state, candidates, stable, touched, twice=twice, ignore=unseen, fits=fits)
        if isinstance(verdict, OutOfSync) and pending:
            # Somebody may have gone on from where the game has the miniature, not from where it still stood.
            other = recognize(state.game, state, candidates, stable, touched, ignore=ignored, fits=fits)
            if isinstance(other, Recognized):
                verdict = other
        if not self._begun:
            self._begun = True
            if isinstance(verdict, OutOfSync | Ambiguous):
                # The first look: the board is not set up yet, or was left while the host was away.
                self.pending_moves = {tile: tile in stable for tile in (stable ^ self._picture.occupied) - ignored}
                return InSync()
        return verdict

    @staticmethod
    def _why_not(state: State, candidates: Sequence[Action], verdict: Verdict) -> Refusal | None:
        if not isinstance(verdict, OutOfSync) or len(verdict.missing) != 1 or len(verdict.extra) != 1:
            return None
        return why_not(state.game, state, candidates, next(iter(verdict.missing)), next(iter(verdict.extra)))

    def _fits(self) -> Fits | None:
        """Return the test of the 3-axis sensors for a picture; None where there are none, or nothing is read."""
        if not self._kinds:
            return None
        return lambda picture, tiles: not self._identities.misplaced(picture, self._kinds, tiles)

    def _identify(self, stable: Tiles) -> None:
        """Learn who is who while all agrees; else find who stands on another's tile."""
        picture, known = self._picture, stable & self._picture.occupied - self.ignored - self.pending_moves.keys()
        self._misplaced = self._identities.misplaced(picture, self._kinds, known)
        if self.agrees and not self.pending_moves and not self._misplaced:
            self._identities.learn(picture, self._kinds)

    def _apply_verdict(self, state: State, verdict: Verdict) -> None:
        if self.stable is not None:
            self._identify(self.stable)
        self.out_of_sync = isinstance(verdict, OutOfSync)
        self.lifted = verdict.tile if isinstance(verdict, InHand) else None
        self.choices = verdict.choices if isinstance(verdict, Ambiguous) else ()
        self.choice_tiles = _lit(state, self.choices, self._picture.occupied)
        self.guidance = self._guide()

    def _guide(self) -> Guidance | None:
        if self.stable is None or self.choices:
            return None
        if self._misplaced and self.agrees:
            return guide_home(self._misplaced)
        unsure = self.ignored - self.board.switched_off
        if self.out_of_sync or self.pending_moves:
            in_hand = frozenset() if self.lifted is None else frozenset({self.lifted})
            return guide(self._picture, self.stable, before=self.guidance, ignore=unsure | in_hand)
        if self.intended_move is not None:
            return guide(self.intended_move.picture, self.stable, before=self.guidance, ignore=unsure)
        return None

    def _forget_resolved(self, stable: Tiles) -> None:
        for tiles in (self.pending_moves, self._ignored):
            for tile, read in list(tiles.items()):
                if (tile in stable) != read or (tile in stable) == (tile in self._picture.occupied):
                    del tiles[tile]

    def _chosen_by_touch(self, touched: Tiles) -> tuple[Action, ...]:
        answers = [index for index, tile in enumerate(self.choice_tiles) if tile in touched]
        return self.choices[answers[0]] if len(answers) == 1 else ()

    def corrections_to_board(self) -> tuple[Correct, ...] | None:
        """Corrections after which the game is as the board; None if the ruleset cannot follow, or nothing was read."""
        if self.stable is None or self._state is None or (self._misplaced and self.agrees):
            return None
        return corrections(self._state.game, self._state, self.stable, ignore=self.ignored)

    def target_tiles(self, occupied: Tiles, *, patient: bool) -> Tiles | None:
        """Return how to lay a virtual board with ``occupied`` tiles; None: leave it.

        ``patient``: people play too, so what is out of sync, or in somebody's hand, is left to them.
        """
        if self.stable is None or self.mid_sequence:
            return None
        if self.out_of_sync:
            return None if patient else self._picture.occupied
        if self.pending_moves:
            return (occupied - self.pending_moves.keys()) | (self._picture.occupied & self.pending_moves.keys())
        if self.intended_move is not None:
            before, after = self.intended_move.before, self.intended_move.after
            return (occupied - (before - after)) | (after - before) if patient else after
        off = self.board.switched_off
        return (occupied - off) | (self._picture.occupied & off) if off and self.agrees else None

    def put_back_text(self) -> str:
        """Tell people what was out of sync and is put back for them."""
        names = {piece.tile: piece.label for piece in self._picture.pieces if piece.sensed}
        back = [f"{names[tile]} was put back on {tile:02d}." for _, tile in self._differences() if tile in names]
        return " ".join([*back, self.refusal.reason if self.refusal is not None else ""]).strip()

    def _differences(self) -> tuple[Pair, ...]:
        return self.guidance.pairs if self.guidance is not None else ()

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
            self.settlement(),
            self.board.limit_ma,
            tuple(sorted(self.board.switched_off)),
        )

    def settlement(self) -> Settlement | None:
        """Tell what follows if somebody says which of the two is right; None while nothing differs."""
        if not self.board.online or self.stable is None or not (self.out_of_sync or self.pending_moves):
            return None
        pieces = {piece.tile: piece for piece in self._picture.pieces if piece.sensed}
        by_board, by_game, owners = [], [], []
        for stands, belongs in self._differences():
            piece = pieces.get(belongs) if belongs is not None else None
            name = piece.label if piece is not None else "What stands there"
            owners += [piece.owner] if piece is not None and piece.owner else []
            by_board.append(f"{name} stands on {stands:02d}" if stands is not None else f"{name} is off the board")
            by_game.append(f"{name} stays on {belongs:02d}" if belongs is not None else f"{stands:02d} is empty")
        return Settlement("; ".join(by_board), "; ".join(by_game), tuple(dict.fromkeys(owners)))

    def _kind(self) -> Literal["offline", "agrees", "moving", "asking", "astray"]:
        if not self.board.online:
            return "offline"
        if self.choices:
            return "asking"
        if self.out_of_sync:
            return "astray"
        return "moving" if self._moving or self.stable is None or self.guidance is not None else "agrees"

    def _sentence(self, state: str, guidance: Guidance | None) -> str:
        if state == "offline":
            return str(getattr(self.board, "problem", "")) or "The board is not connected."
        if state == "asking":
            lit = sum(tile is not None for tile in self.choice_tiles)
            how = "Touch a lit tile, or choose here." if lit == len(self.choices) else "Choose here."
            if 0 < lit < len(self.choices):
                how = "Touch a lit tile, or choose here what has none."
            several = "Several moves look like this. Which one was it?"
            return f"{several if len(self.choices) > 1 else 'Is this what happened?'} {how}"
        if guidance is not None:
            refusal = self.refusal if state == "astray" else None
            return f"{refusal.reason} {guidance.sentence}" if refusal is not None else guidance.sentence
        if self.lifted is not None:
            return f"The miniature from {self.lifted:02d} is in hand."
        return self.message if state == "agrees" else ""

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


def _free_beside(tile: int, occupied: Tiles) -> list[int]:
    """The nearest tile that nothing stands on."""
    free = [other for other in range(100) if other not in occupied and other != tile]
    row, column = divmod(tile, 10)
    return sorted(free, key=lambda other: (max(abs(other // 10 - row), abs(other % 10 - column)), other))[:1]


def _lit(state: State, choices: Sequence[Sequence[Action]], occupied: Tiles) -> tuple[int | None, ...]:
    """A tile for each choice that can be touched for it: one that no other choice has, best where a miniature is."""
    tiles: list[set[int]] = []
    for actions in choices:
        picture = state.game.picture(state.view(actions[0].seat), (actions[0],))
        about = {tile for gesture in picture.gestures for tile in (*gesture.on, *gesture.off)}
        about |= {value for field in ("tile", "to", "target") if type(value := getattr(actions[0], field, None)) is int}
        gone = {tile for gesture in picture.gestures if not gesture.on for tile in gesture.off}
        if gone and about <= gone:  # putting it back takes it back, and is no yes
            about = set(_free_beside(min(gone), occupied))
        tiles.append(about - gone)
    chosen: list[int | None] = []
    for index, about in enumerate(tiles):
        others = set().union(*(other for at, other in enumerate(tiles) if at != index))
        own = sorted(tile for tile in about - others if 0 <= tile < 100)
        chosen.append(next((tile for tile in own if tile in occupied), own[0] if own else None))
    for index, tile in enumerate(chosen):
        if tile is None and tiles[index]:
            closed = occupied | {other for other in chosen if other is not None} | set().union(*tiles)
            chosen[index] = next(iter(_free_beside(min(tiles[index]), closed)), None)
    return tuple(chosen)
