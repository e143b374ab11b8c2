"""Builds what a table shows: the public state, and what one seat sees.

Hidden parts are cut here and in `game_log.events_for`, on their way out of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from immolation.games import CHANCE, Action, Decision, State, Step

from .consent import SettleRequest
from .display.table_display import TableDisplay
from .journaled_game import JournaledGame
from .passing import ahead, tiles
from .records import BoardState, LegalAction, Player, SeatState, Shown, TableState
from .table_board import TableBoard


def table_state(game: JournaledGame, display: TableDisplay, board: TableBoard) -> TableState:
    """Return what everybody may know; while a long turn is shown step by step, as the table stood at that step."""
    step, seen = display.playback.now, board.record()
    view = game.view if step is None else step.view
    missing, asked, number = _consent(game, seen, board.request)
    return TableState(
        game.n,
        game.header.table,
        game.ruleset.name,
        game.ruleset.title,
        display.phase,
        view,
        game.ruleset.picture(view),
        public_deciders(game.state.deciders()) if step is None else {},
        {seat: msgspec.structs.replace(one, passes=game.passes_of(one)) for seat, one in game.players.items()},
        game.header.dice,
        seen,
        game.state.outcome() if step is None else None,
        game.history.number > 0,
        game.note,
        board.moves_pieces,
        tuple(seat for seat in game.players if seat in missing),
        shown(step),
        display.playback.pace_ms,
        asked,
        game.rights,
        display.scene.distinct,
        number,
    )


def _consent(game: JournaledGame, board: BoardState, request: SettleRequest | None) -> tuple[frozenset[str], str, int]:
    """Return who is asked to agree, to what, and under which number."""
    if request is not None and board.settlement is not None:
        effect = getattr(board.settlement, request.which)
        return (
            request.missing,
            f"{game.name_of(request.by)} says that the {request.which} is right: {effect}.",
            request.id,
        )
    if game.request is not None:
        return game.request.missing, game.request.text, game.request.id
    return frozenset(), "", 0


def shown(step: Step | None) -> Shown | None:
    """A step of a long turn as everybody hears of it."""
    return Shown(step.text, step.events) if step is not None else None


def public_deciders(deciders: Mapping[str, Decision]) -> dict[str, Decision]:
    """Leave out what a hidden hand could be read from: defaults, and what chance may bring."""
    return {seat: msgspec.structs.replace(one, default=None, outcomes=()) for seat, one in deciders.items()}


def seat_state(state: State, n: int, seat: str, deciders: Mapping[str, Decision], player: Player | None) -> SeatState:
    """Return what ``seat`` may know and do. A bot's seat is not asked; ``chance`` is asked where people roll."""
    game = state.game
    view = state.view(None if seat == CHANCE else seat)
    decision = deciders.get(seat)
    drawn = decision is not None and decision.face_down  # by the host, and nobody looks on
    asked = (player is None or player.kind == "person") and not drawn
    decision = decision if asked else None
    actions: Sequence[Action] = state.legal_actions(seat) if asked else ()
    picture = game.picture(view, actions)
    return SeatState(
        n,
        seat,
        view,
        decision,
        tuple(LegalAction(game.record(one), game.label(one, view), tiles(one, picture)) for one in actions),
        tuple(state.declarations(seat)) if asked and seat != CHANCE else (),
        picture,
        tuple(ahead(state, seat, decision)) if decision is not None and seat != CHANCE else (),
    )
