"""Buttons of a board: what they mean now, and how they shine, one for each seat, and the host's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from immolation.board.scene import BUTTON_LIGHTS
from immolation.games import Action, Layer, State

HOST_BUTTON = 6
"""The button of the table that pauses and resumes; those before it are the seats'."""

ENDING = ("end-turn", "pass", "done", "go-on", "hand-done", "be-satisfied", "stand-down")
"""Types of actions that end something or let it be: what a seat's button does where one of them is legal."""

PAUSED_COLOUR = 0xFF9030
SEAT_COLOUR = 0xFFFFFF
"""For a seat whose view has no colour."""

PRIORITY = 100


def ending(state: State, seat: str) -> Action | None:
    """The action by which ``seat`` ends something or lets it be; None if there is none, or it is not clear which."""
    decision = state.deciders().get(seat)
    if decision is None:
        return None
    found = [action for action in state.legal_actions(seat) if type(action).__struct_config__.tag in ENDING]
    if decision.default in found:  # of passing and ending the turn, what silence would do
        return decision.default
    return found[0] if len(found) == 1 else None


def agreeing(seats: Sequence[str], missing: Collection[str]) -> tuple[Layer, ...]:
    """The buttons of the seats that are asked to agree to something: pressing one says yes."""
    spots = tuple(BUTTON_LIGHTS[place] for place, seat in enumerate(seats[:HOST_BUTTON]) if seat in missing)
    return (Layer("blink", SEAT_COLOUR, spots, PRIORITY, speed=50),) if spots else ()


def lights(
    state: State, view: Mapping[str, Any], seats: Sequence[str], persons: Collection[str], *, paused: bool
) -> tuple[Layer, ...]:
    """The buttons that would do something now: a seat's in its own colour, the host's while the table is paused.

    Reaction windows light nothing: who may pass there holds a card that nobody else should know of.
    """
    if paused:
        return (Layer("pulse", PAUSED_COLOUR, (BUTTON_LIGHTS[HOST_BUTTON],), PRIORITY),)
    found = []
    for seat, decision in state.deciders().items():
        if seat in persons and state.game.is_open(decision) and seat in seats[:HOST_BUTTON] and ending(state, seat):
            colour = view.get("seats", {}).get(seat, {}).get("colour", SEAT_COLOUR)
            spot = BUTTON_LIGHTS[seats.index(seat)]
            found.append(Layer("pulse", colour if type(colour) is int else SEAT_COLOUR, (spot,), PRIORITY, speed=50))
    return tuple(found)
