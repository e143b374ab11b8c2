"""The rollout policy of Red Rains: what a seasoned player does without looking ahead.

It chooses who attacks whom, who blocks and what is played. Every action it returns is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from immolation.games import Action, Decision, State
from immolation.games.red_rains.actions import Answer, AttackWith, Bolt, EndTurn, Pass, Play
from immolation.games.red_rains.battle import stats
from immolation.games.red_rains.cards.sample_deck import BOLT, DECK
from immolation.games.red_rains.effects import targeting
from immolation.games.red_rains.facts.card_in_play import CHIMERA, CardInPlay
from immolation.games.red_rains.facts.situation import Situation
from immolation.games.red_rains.frames import Ask, PlayerTurn
from immolation.games.red_rains.rounds import player_turn, side_actions
from immolation.games.red_rains.state import RedRainsState

WOUND: Final = 2.2
"""Worth of a wound on a Phoenixborn, where a card's point of attack or life is 1."""

UNIT_WOUND: Final = 1.5
"""Worth of a wound kept from the attacked unit."""

BEATEN: Final = 1.6
"""Worth of each point of attack and life of an aspect that a blocker destroys."""

TIRED: Final = 0.4
"""The part of a unit's attack that is lost when it is exhausted."""

CHIMERA_WOUND: Final = 0.5
"""Worth of a wound on the Chimera; on one of its cards it may be more."""

FRESH: Final = 2.0
"""Worth of a new unit: less than to beat a weak aspect, more than a few wounds on the Chimera."""


ATTACKS: Final = 8
"""Attacks that are worth a look ahead; where there are more ways, those that look best at once."""


def act(state: State, seat: str, decision: Decision, rng: Random) -> Action:
    """Choose what a seat does; `evaluation.Policy` asks."""
    assert isinstance(state, RedRainsState)
    s = state.facts
    top = s.stack[-1]
    if type(top) is PlayerTurn:
        return turn(s, top)
    if type(top) is Ask:
        return Answer(seat, answer(s, top))
    return decision.default if decision.default is not None else state.legal_actions(seat)[0]


def rested(world: State, state: State, depth: int) -> bool:
    """Whether ``depth`` rounds are over and a player's turn begins. States within a round do not compare."""
    assert isinstance(state, RedRainsState)
    s = state.facts
    if type(s.stack[-1]) is not PlayerTurn:
        return False
    assert isinstance(world, RedRainsState)
    return s.round >= world.facts.round + depth


def worth_following(state: State, actions: Sequence[Action]) -> Sequence[Action]:
    """All but the attacks that look worst, in the order of ``actions``."""
    assert isinstance(state, RedRainsState)
    attacks = [action for action in actions if isinstance(action, AttackWith)]
    if len(attacks) <= ATTACKS:
        return actions
    best = sorted(attacks, key=lambda action: -struck(state.facts, action.units, action.target))[:ATTACKS]
    return [action for action in actions if not isinstance(action, AttackWith) or action in best]


# --- the own turn ----------------------------------------------------------------------------------------


def turn(s: Situation, frame: PlayerTurn) -> Action:
    """Choose the best of an attack, a new unit and a bolt that finishes an aspect; else end the turn."""
    seat = s.seats_of[frame.seat]
    best: Action = Pass(frame.seat) if frame.main else EndTurn(frame.seat)
    most = 0.0
    if frame.side:
        for body in side_actions.bolted(s, seat):
            if left(s, body) <= BOLT and (value := worth(s, body)) > most:
                best, most = Bolt(frame.seat, body.ref), value
    if not frame.main:
        return best
    units = player_turn.able(s, seat)
    if units:
        forces = [stats.attack(s, unit) for unit in units]
        for body in targeting.players_targets(s, seat.ref):
            for unit, value in zip(units, _struck(s, body, forces), strict=True):
                if value > most:
                    best, most = AttackWith(frame.seat, (unit.ref,), body.ref), value
        if (value := CHIMERA_WOUND * sum(forces)) > most:
            best, most = AttackWith(frame.seat, tuple([unit.ref for unit in units]), CHIMERA), value
    if most < FRESH:
        names = player_turn.affordable(s, seat)
        if names:
            best = Play(frame.seat, min(names, key=_cheapness))
    return best


def _cheapness(name: str) -> tuple[int, str]:
    """Return a sort key: the dearest card first, equal ones by name."""
    return -DECK[name].cost, name


def struck(s: Situation, units: Sequence[str], target: str) -> float:
    """Weigh an attack: what it destroys, less the surplus force and the units it exhausts."""
    body = s.body(target)
    force = sum(stats.attack(s, unit) for ref in units if (unit := s.body(ref)) is not None)
    return _struck(s, s.chimera if body is None else body, [force], len(units))[0]


def _struck(s: Situation, body: CardInPlay, forces: Sequence[int], units: int = 1) -> list[float]:
    """Weigh attacks of these ``forces``, each by so many ``units``; 0 for one that destroys nothing."""
    if body is s.chimera:
        return [CHIMERA_WOUND * force for force in forces]
    life, gained = left(s, body), worth(s, body)
    return [0.0 if force < life else gained - 0.5 * (force - life) - 0.5 * units for force in forces]


# --- what the Chimera asks -------------------------------------------------------------------------------


def answer(s: Situation, ask: Ask) -> str:
    """Return the option that saves and destroys most; the first where that cannot be told."""
    attacker = s.in_play_or_leaving(ask.about)
    if attacker is None or ask.kind not in ("block", "guard", "counter"):
        return ask.options[0]
    if ask.kind == "counter":
        return "yes"
    force = stats.attack(s, attacker)
    return max(ask.options, key=lambda option: _met(s, ask, attacker, force, option))


def _met(s: Situation, ask: Ask, attacker: CardInPlay, force: int, option: str) -> float:
    """Weigh meeting an attacker of so much ``force`` with the card of this option; 0 where none meets it."""
    body = None if option == "no" else s.body(option)
    if body is None:
        return 0.0
    saved = force * (WOUND if ask.kind == "block" else UNIT_WOUND)
    if body.kind == "phoenixborn":
        return saved - WOUND * force - 1.0
    lost = worth(s, body) if force >= left(s, body) else 0.5 * force
    back = stats.attack(s, body)
    if back >= left(s, attacker):
        saved += BEATEN * worth(s, attacker)
    return saved - lost - TIRED * back


# --- what a card is --------------------------------------------------------------------------------------


def left(s: Situation, body: CardInPlay) -> int:
    """Wounds that would destroy it."""
    return stats.life(s, body) - body.wounds


def worth(s: Situation, body: CardInPlay) -> float:
    """Attack, and life left."""
    return float(stats.attack(s, body) + stats.life(s, body) - body.wounds)
