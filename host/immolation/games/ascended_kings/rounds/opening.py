"""The setup: Kings, the first starting player, the event dial, the first Ylem."""

from __future__ import annotations

from ...contract import Refusal
from ...house_rules import shown
from ..actions import ChooseKing, DrawStart, RollPercentile, TurnEventDial
from ..board import omega_index
from ..board.items import spawn, stand
from ..components import king, king_keys
from ..facts.arena import seat_id, tile_of_roll
from ..facts.reporting import Log, report
from ..facts.situation import Situation
from ..frames import ChoosingKing, DrawingStart, TurningEventDial
from .turn import begin_turn


def open_game(s: Situation) -> None:
    """Put the Kings on their starting tiles (AK-SETUP-07) and begin with what is still open."""
    for seat, tile in enumerate(s.settings.start_tiles):
        stand(s.arena, seat, tile)
    s.stack[:] = [ChoosingKing()] if None in s.arena.kings else []
    _next(s)


def _next(s: Situation) -> None:
    if s.stack:
        return
    s.stack.append(DrawingStart() if s.settings.rules.setup_start_player == "random" else TurningEventDial())


def chooser(s: Situation) -> int:
    """The seat that chooses its King next: the last player first, or by house rule the first (AK-SETUP-03)."""
    open_seats = [seat for seat, chosen in enumerate(s.arena.kings) if chosen is None]
    return open_seats[-1] if s.settings.rules.setup_king_choice_order == "reverse" else open_seats[0]


def free_kings(s: Situation) -> list[str]:
    """The Kings that may still be taken (AK-COMP-02)."""
    taken = {chosen.key for chosen in s.arena.kings if chosen is not None}
    return [key for key in king_keys() if key not in taken or not s.settings.rules.setup_unique_kings]


def check_choose_king(s: Situation, seat: int, action: ChooseKing) -> Refusal | None:
    """None if that King is free."""
    if action.king not in king_keys():
        return Refusal("AK-COMP-02", f"There is no King {shown(action.king)}; there are {', '.join(king_keys())}.")
    if action.king not in free_kings(s):
        return Refusal("AK-COMP-02", f"{king(action.king).name} is taken; choose one of {', '.join(free_kings(s))}.")
    return None


def do_choose_king(s: Situation, seat: int, action: ChooseKing, log: Log) -> None:
    """Take mat and miniatures of a King, King side up (AK-SETUP-03)."""
    kings = list(s.arena.kings)
    kings[seat] = king(action.king)
    s.arena.kings = tuple(kings)
    s.arena.rename()
    text = f"{seat_id(seat).upper()} plays {s.arena.names[seat]}."
    report(log, "king-chosen", ("AK-SETUP-03", "AK-COMP-02"), text, {"seat": seat_id(seat), "king": action.king})
    if None not in kings:
        s.stack.pop()
        _next(s)


def check_draw_start(s: Situation, action: DrawStart) -> Refusal | None:
    """None if the lot names a seat."""
    if action.who not in s.settings.seats:
        return Refusal("TABLE", f"There is no seat {shown(action.who)}; there are {', '.join(s.settings.seats)}.")
    return None


def do_draw_start(s: Situation, action: DrawStart, log: Log) -> None:
    """The first starting player is found (AK-SETUP-02)."""
    s.start = s.numbers[action.who]
    text = f"{s.arena.heads[s.start]} is the first starting player."
    report(log, "starting-player", ("AK-SETUP-02",), text, {"seat": action.who})
    s.stack[:] = [TurningEventDial()]


def check_turn_event_dial(s: Situation, action: TurnEventDial) -> Refusal | None:
    """None if that icon is a blue flame of the side in use (AK-OMEGA-07)."""
    if action.index not in omega_index.flames(s.arena):
        places = ", ".join(str(index) for index in omega_index.flames(s.arena))
        return Refusal("AK-OMEGA-07", f"Icon {action.index} is no blue flame; those are {places}.")
    return None


def do_turn_event_dial(s: Situation, action: TurnEventDial, log: Log) -> None:
    """Set the event dial (AK-OMEGA-07); the first Roll for Ylem follows."""
    s.arena.event_dial = action.index
    text = "The event dial is turned to a blue flame."
    rules = ("AK-OMEGA-07", "AK-OMEGA-04")
    report(log, "event-dial-set", rules, text, {"index": action.index, "side": omega_index.side(s.arena)})
    s.set_up()


def do_first_ylem(s: Situation, action: RollPercentile, log: Log) -> None:
    """The Roll for Ylem of the setup, repeated while a miniature stands there (AK-SETUP-09)."""
    tile = tile_of_roll(s.arena.rules.board_orientation)[action.value]
    if s.arena.occupant(tile) is not None:
        text = f"A miniature stands on {s.arena.number(tile)}; the first Ylem is rolled again."
        report(log, "ylem-rolled-again", ("AK-SETUP-09",), text, {"tile": tile})
        return
    spawn(s.arena, tile, {"ylem": 1}, log, "AK-SETUP-09")
    begin_turn(s, s.start, log)
