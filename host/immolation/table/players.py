"""Seats players, names them, and asks bots for their actions."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from immolation import bots, plain_text
from immolation.games import Action, Game, Refusal, State

from .chance import rng_for
from .records import Player
from .refusal import TableRefusal, check_seat

log = logging.getLogger(__name__)

USUAL_S: Final = sys.getswitchinterval()
SHARE_S: Final = 0.0005
"""Seconds a thinking bot keeps the interpreter when the loop wants it: ten wake-ups for a move cost 5 ms, not 50."""

_thinking = 0
"""Bots that think in this process right now."""


def seated(
    game: Game, config: Mapping[str, Any], seats: Iterable[str], players: Mapping[str, Player] | None
) -> dict[str, Player]:
    """A player for each seat; people where nothing is said. Raises TableRefusal naming a seat or bot there is not."""
    seats = tuple(seats)
    given = dict(players or {})
    for seat in given:
        check_seat(seat, seats)
    return {seat: checked(game, config, seat, given.get(seat, Player())) for seat in seats}


def checked(game: Game, config: Mapping[str, Any], seat: str, player: Player) -> Player:
    """``player``, with `bots.default_bot` where none is named. Raises TableRefusal for who cannot play this game."""
    called = plain_text.name(player.name)
    if player.kind == "person":
        return Player("person", called, asked=player.asked, passes=player.passes)
    known = bots.names(game.name, config)
    name = bots.full_name(player.bot) or bots.default_bot(game.name, config)
    if name not in known:
        raise TableRefusal(f"Seat {seat}: there is no bot '{name}' for {game.title}; there are {', '.join(known)}.")
    return Player("bot", called, name)


def persons(players: Mapping[str, Player]) -> tuple[str, ...]:
    """The seats that people play."""
    return tuple(seat for seat, player in players.items() if player.kind == "person")


def name_of(seat: str, players: Mapping[str, Player], view: Mapping[str, Any]) -> str:
    """Return what people call the seat: the player's name, else the name in the game, else the seat."""
    player = players.get(seat)
    if player is not None and player.name:
        return player.name
    return seat_name(seat, view)


def seat_name(seat: str, view: Mapping[str, Any]) -> str:
    """Return what the game calls the seat: its character's name, say."""
    return str(view.get("seats", {}).get(seat, {}).get("name") or seat)


async def choose(
    state: State,
    seat: str,
    bot: str,
    seed: int,
    number: int,
    *,
    by_clock: bool = False,
    hurried: Callable[[], bool] | None = None,
) -> Action:
    """Choose what the bot in ``seat`` does as the game's ``number``-th action; the same whenever it is asked.

    ``by_clock``: people wait for it, so a bot that searches thinks for its level's seconds instead of counting nodes.
    Then it may find something else when it is asked again; the journal keeps what was done. It answers with what it
    has found as soon as ``hurried`` says so.

    Thinks in a thread of its own, on a copy, so that the game may go on meanwhile. A bot that fails, or answers what
    may not be done, is replaced for this one action by a legal one drawn from the same seed, so that nobody is left
    waiting.
    """
    actions = state.legal_actions(seat)
    if len(actions) == 1:
        return actions[0]
    asked = state.copy()

    def think() -> Action:
        player = bots.make(bot, asked.game, seat, by_clock=by_clock, hurried=hurried)
        return bots.choose(player, asked, seat, rng_for(seed, number, seat))

    try:
        with _sharing():
            action = await asyncio.to_thread(think)
        refusal = state.check(action) if action.seat == seat else Refusal("TABLE", f"{seat} acts for itself alone.")
        if refusal is None:
            return action
        log.error("Bot %s in seat %s chose what may not be done (%s): %s", bot, seat, refusal.rule, refusal.reason)
    except Exception:  # a broken bot must not stop people's game: dice move for it, and the log says so
        log.exception("Bot %s in seat %s failed", bot, seat)
    return rng_for(seed, number, f"{seat} instead of {bot}").choice(list(actions))


async def explain(state: State, seat: str, action: Action, seed: int) -> bots.Reasons:
    """Say why ``action`` is advised, in a thread as `choose` thinks; no reasons where that fails."""
    asked, rng = state.copy(), rng_for(seed, 0, f"why {seat}")
    try:
        with _sharing():
            return await asyncio.to_thread(bots.why, asked, seat, action, rng, partial(asked.sample, seat))
    except Exception:  # advice without a reason is better than none, and the log says so
        log.exception("No reason for an action of seat %s was found", seat)
        return bots.Reasons()


@contextmanager
def _sharing() -> Iterator[None]:
    """While this is open the event loop gets the interpreter within `SHARE_S` of asking a thinking bot for it."""
    global _thinking
    if _thinking == 0:
        sys.setswitchinterval(SHARE_S)
    _thinking += 1
    try:
        yield
    finally:
        _thinking -= 1
        if _thinking == 0:
            sys.setswitchinterval(USUAL_S)
