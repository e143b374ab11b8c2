"""Owns how a table looks from outside: what everybody sees and what one seat sees. Changes nothing.

This is the one place where the hidden parts are cut on their way out of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from immolation.board.scene import ClockLight, clock_light
from immolation.games import CHANCE, Action, Decision, Event, Game, Picture, State, Step

from .journal_file import Entry
from .records import BoardState, Clock, LegalAction, NumberedEvents, Player, SeatState, Shown

PACE_COLOUR = 0x808080
"""Grey in light: a seat whose view has no colour."""


NO_BOARD = BoardState()
"""A table without a board."""


class Logged(msgspec.Struct, frozen=True):
    """One journal entry with what came of it."""

    entry: Entry
    action: Action | None
    events: tuple[Event, ...]


def told(logged: Logged, game: Game, seat: str | None) -> NumberedEvents:
    """What ``seat`` may know of one entry; None is everybody.

    An action that brought about anything secret is itself secret to all who are not in on it; ``chance`` is nobody.
    """
    action = logged.action
    if action is not None and (action.seat != seat or seat == CHANCE):
        for event in logged.events:
            if event.secret and seat not in event.secret:
                action = None
                break
    record = game.record(action) if action is not None else None
    return NumberedEvents(logged.entry.n, record, tuple(event.seen_by(seat) for event in logged.events))


def shown(step: Step | None) -> Shown | None:
    """A step of a long turn as everybody hears of it."""
    return Shown(step.text, step.events) if step is not None else None


def events_of(entry: Entry) -> tuple[Event, ...]:
    """What people read in the log of an entry that is no action."""
    record = entry.record
    match entry.kind:
        case "undo":
            text = f"Everything after entry {record['to']} was taken back."
        case "pause":
            text = "The table is paused."
        case "resume":
            text = "The game goes on."
        case "player":
            player = record["player"]
            if "asked" in record:
                wish = "wants to be asked at every opportunity" if record["asked"] == "always" else "lets things pass"
                return (Event(entry.kind, ("TABLE",), f"{record['name']} {wish}.", {"seat": record["seat"]}),)
            who = f"the bot '{player['bot']}'" if player.get("kind") == "bot" else player.get("name") or "a person"
            text = f"{record.get('name') or record['seat']} is played by {who} from now on."
        case "put-right":
            text = f"The {record['which']} is right."
        case "action":
            return ()
    return (Event(entry.kind, ("TABLE",), text, {k: v for k, v in record.items() if k != "by"}),)


def public_deciders(deciders: Mapping[str, Decision]) -> dict[str, Decision]:
    """Who is asked and why, without what a hidden hand could be read from: defaults, and what chance may bring."""
    return {seat: msgspec.structs.replace(one, default=None, outcomes=()) for seat, one in deciders.items()}


def seat_state(state: State, n: int, seat: str, deciders: Mapping[str, Decision], player: Player | None) -> SeatState:
    """What ``seat`` may know and do. A seat that a bot plays is not asked; ``chance`` is asked where people roll."""
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
        tuple(LegalAction(game.record(one), game.label(one, view), _tiles(one, picture)) for one in actions),
        tuple(state.declarations(seat)) if asked and seat != CHANCE else (),
        picture,
    )


def _tiles(action: Action, picture: Picture) -> tuple[int, ...]:
    """Where on the drawn board this action can be chosen: where it puts something, else where it takes it from."""
    for gesture in picture.gestures:
        if gesture.action == action:
            return gesture.on or gesture.off
    named = (getattr(action, name, None) for name in ("tile", "to", "target"))
    return tuple(value for value in named if type(value) is int and 0 <= value < 100)


def turn_of(view: Mapping[str, Any]) -> tuple[int, str]:
    """Round and owner of the turn, as the clocks tell turns apart."""
    return int(view.get("round") or 0), str(view.get("turn") or "")


def name_of(seat: str, players: Mapping[str, Player], view: Mapping[str, Any]) -> str:
    """What people call the seat: the player's name, else the name in the game, else the seat."""
    player = players.get(seat)
    if player is not None and player.name:
        return player.name
    return seat_name(seat, view)


def seat_name(seat: str, view: Mapping[str, Any]) -> str:
    """What the game calls the seat: its character's name, say."""
    return str(view.get("seats", {}).get(seat, {}).get("name") or seat)


def clock_lights(clocks: Sequence[Clock], view: Mapping[str, Any], left: Mapping[Clock, int]) -> tuple[ClockLight, ...]:
    """The clocks that run as light on the edge; ``left`` gives what each has now. A bot's pace is not shown."""
    seats = list(view.get("seats", {}))
    lights: list[ClockLight] = []
    for clock in clocks:
        if clock.kind == "pace" or clock.running_since is None:
            continue
        place = (seats.index(clock.owner), len(seats)) if clock.owner in seats else None
        colour = view["seats"][clock.owner].get("colour", PACE_COLOUR) if place is not None else PACE_COLOUR
        lights.append(clock_light(left[clock], max(1, clock.total_ms), int(colour), seat=place, kind=clock.kind))
    return tuple(lights)
