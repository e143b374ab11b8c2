"""Every decision point of the arena track: who is asked, in which words, what may be answered, what each answer does.

The points of dice, and what asks the same on both tracks, serve the full track as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final

from ..contract import CHANCE, Action, Decision, Outcome, Refusal
from ..engine import DecisionPoint, Handler
from ..engine.chance import chance_point
from ..engine.decision_points import Handlers, chance_alone
from . import actions as act
from . import frames
from .battle import death, survival
from .board import fire, forced_moves, movement, omega_index
from .board.geometry import tiles
from .facts.arena import OFF, seat_id
from .facts.reporting import Log
from .facts.situation import ArenaSituation, Situation
from .rounds import declared_cards, end_of_round, opening, tally, turn, war

Point = DecisionPoint[Any, Any]

# --- handlers --------------------------------------------------------------------------------------------


def by_seat(do: Callable[[Any, int, Any, Log], object], check: Any = None) -> Handler[Any, Any, Any]:
    """A handler whose functions take the number of the seat in place of the frame."""
    return Handler(do, check, by_seat=True)


def on_board(do: Callable[[Any, int, Any, Log], object], check: Any) -> Handler[Any, Any, Any]:
    """The same for what needs the own miniature on the board (AK-ACTIVE-08)."""

    def allowed(s: Situation, seat: int, action: Action) -> Refusal | None:
        if s.arena.tiles[seat] == OFF:
            return Refusal("AK-ACTIVE-08", f"{s.arena.names[seat]} is not on the board and can only end the turn.")
        return check(s, seat, action)  # type: ignore[no-any-return]

    return by_seat(do, allowed)


def of_chance(do: Callable[[Any, Any, Log], object], check: Any = None) -> Handler[Any, Any, Any]:
    """A handler of dice, lots and dials; what dice can show at all the actions themselves say."""

    def carry_out(s: Situation, frame: Any, action: Action, log: Log) -> None:
        do(s, action, log)

    def allowed(s: Situation, frame: Any, action: Action) -> Refusal | None:
        return check(s, action)  # type: ignore[no-any-return]

    return Handler(carry_out, None if check is None else allowed)


# --- dice ------------------------------------------------------------------------------------------------


@cache
def starts(seats: int) -> tuple[Outcome, ...]:
    """The lot falls on any seat (AK-SETUP-02)."""
    return tuple(Outcome(act.DrawStart(CHANCE, seat_id(seat)), 1) for seat in range(seats))


def _percentile(s: Situation, frame: frames.Frame) -> tuple[Outcome, ...]:
    return act.PERCENTILE


def _end_of_round(s: Situation, frame: frames.EndOfRound) -> tuple[Outcome, ...]:
    return act.IMMOLATION if frame.next == "roll" else act.PERCENTILE


def _ask_end_of_round(s: Situation, frame: frames.EndOfRound, seat: str) -> Decision:
    due = _end_of_round(s, frame)
    if frame.next == "roll":
        return Decision("roll-immolation", "Roll the Immolation Die.", "AK-ROUND-04", None, "none", due)
    gems = omega_index.ICON_NAMES[omega_index.event(s.arena)]
    return Decision("roll-percentile", f"Roll the percentile dice for {gems}.", "AK-EVENT-03", None, "none", due)


def percentile(rule: str, prompt: str, do: Callable[[Any, act.RollPercentile, Log], object]) -> Point:
    """A roll of the percentile dice."""
    return chance_point("roll-percentile", prompt, rule, _percentile, {act.RollPercentile: of_chance(do)})


def _where_to(s: Situation, frame: frames.RollingReturn) -> str:
    return f"Roll the percentile dice for where {s.arena.names[s.numbers[frame.seat]]} returns."


def _check_end_of_round(s: Any, frame: frames.EndOfRound, action: Action) -> Refusal | None:
    if type(action) is not type(_end_of_round(s, frame)[0].action):
        return Refusal("TABLE", f"That is not what is asked. {_ask_end_of_round(s, frame, CHANCE).prompt}")
    return None


def _do_end_of_round(s: Any, frame: frames.EndOfRound, action: Any, log: Log) -> None:
    do = end_of_round.do_roll_immolation if frame.next == "roll" else end_of_round.do_roll_event
    do(s, action, log)


_ROUND: Final = Handler(_do_end_of_round, _check_end_of_round)

DICE: Final[dict[type[frames.Frame], Point]] = {
    frames.DrawingStart: chance_point(
        "draw-start", "Draw lots for the first starting player.", "AK-SETUP-02",
        lambda s, frame: starts(len(s.settings.seats)),
        {act.DrawStart: of_chance(opening.do_draw_start, opening.check_draw_start)},
    ),
    frames.TurningEventDial: chance_point(
        "turn-event-dial", "Turn the event dial to a random blue flame.", "AK-OMEGA-07",
        lambda s, frame: tuple(act.EVENT_DIAL[place] for place in omega_index.flames(s.arena)),
        {act.TurnEventDial: of_chance(opening.do_turn_event_dial, opening.check_turn_event_dial)},
    ),
    frames.RollingFirstYlem: percentile(
        "AK-SETUP-09", "Roll the percentile dice for the first Ylem.", opening.do_first_ylem
    ),
    frames.RollingYlem: percentile("AK-ACTIVE-01", "Roll the percentile dice for Ylem.", turn.do_roll_ylem),
    frames.PlacingOmega: percentile(
        "AK-WAR-05", "Roll the percentile dice for the Omega Stone.", end_of_round.do_place_omega
    ),
    frames.RollingReturn: chance_point(
        "roll-percentile", _where_to, "AK-REV-08", _percentile,
        {act.RollPercentile: of_chance(death.do_roll_return)}, validate=death.validate_arena_return,
    ),
    frames.EndOfRound: DecisionPoint(
        end_of_round.settle_round, chance_alone, _ask_end_of_round, outcomes=_end_of_round,
        validate=end_of_round.validate,
        chance={act.RollImmolation: _ROUND, act.RollPercentile: _ROUND},
    ),
}  # fmt: skip
"""Decision points of chance."""

# --- seats -----------------------------------------------------------------------------------------------


def on_turn(s: Situation, frame: frames.Frame) -> tuple[str, ...]:
    """The player on turn."""
    return (s.settings.seats[s.turn],)


def of_frame(s: Situation, frame: Any) -> tuple[str, ...]:
    """The seat that the frame names."""
    return (frame.seat,)


def holder(s: Situation, frame: frames.Absorbing) -> tuple[str, ...]:
    """Return the seat that holds the Ascended Die."""
    return (s.settings.seats[s.arena.die],)


def chooser(s: Situation, frame: frames.ChoosingKing) -> tuple[str, ...]:
    """Return the seat whose turn it is to choose a King."""
    return (s.settings.seats[opening.chooser(s)],)


def hidden_hands(s: Situation, frame: frames.BreakingTie) -> tuple[str, ...]:
    """Return the seats that have not shown their hand yet."""
    return tuple(seat for seat in frame.seats if s.numbers[seat] not in s.shown)


# --- questions -------------------------------------------------------------------------------------------


def ask_to_act(s: Any, frame: frames.Acting, seat: str) -> Decision:
    """The Active State."""
    return _to_act(s.arena.names[s.turn], seat)


@lru_cache(1_000)
def _to_act(name: str, seat: str) -> Decision:
    return Decision("active", f"Act with {name}, or end the turn.", "AK-ACTIVE-03", act.EndTurn(seat))


def choosing_state(s: Any, frame: frames.ChoosingState, seat: str) -> Decision:
    """Latent or Active."""
    return _to_choose(s.arena.names[s.turn], seat)


@lru_cache(1_000)
def _to_choose(name: str, seat: str) -> Decision:
    prompt = f"Choose the state of {name} for this turn."
    return Decision("choose-state", prompt, "AK-TURN-05", act.ChooseState(seat, "latent"))


def _resting(s: ArenaSituation, frame: frames.Resting, seat: str) -> Decision:
    prompt = "Draw a card, roll your Focus Dice, take your gems, transmute and inscribe; then end the turn."
    return Decision("latent", prompt, "AK-LATENT-01", s.catalogue[s.numbers[seat]].end_turn)


def _surviving(s: ArenaSituation, frame: frames.Surviving, seat: str) -> Decision:
    own = s.numbers[seat]
    made, name = s.catalogue[own], s.arena.names[own]
    wounds = frame.wounds[seat]
    total = s.wounds[own] + wounds
    fatal = total >= s.lethal(own)
    noun = "wound" if wounds == 1 else "wounds"
    prompt = f"{wounds} {noun} for {name}: {total} in all, and {s.lethal(own)} kill. Does {name} live?"
    default = made.die if fatal else made.survive  # where the tally is clear of death, only who wishes it is asked
    rule = death.CAUSES[frame.cause][0][0]
    return Decision("survive", prompt, rule, default, "window", courtesy=not fatal, observed=True)


def placing(s: Any, frame: frames.Placing, seat: str) -> Decision:
    """Ask where somebody returns."""
    own = s.numbers[seat]
    free = death.placing_choices(s, frame)
    tile = frame.tile if free >> frame.tile & 1 else tiles(free)[0]
    prompt = f"Choose where {s.arena.names[own]} returns."
    return Decision("place", prompt, "AK-PROX-07", s.catalogue[own].places[tile])


def absorbing(s: Any, frame: frames.Absorbing, seat: str) -> Decision:
    """Whether the Ascended Die is absorbed."""
    own = s.numbers[seat]
    prompt = f"{s.arena.names[own]} holds the Ascended Die: absorb it now, or keep it?"
    return Decision("absorb", prompt, "AK-LAST-03", s.catalogue[own].keep_die, "window")


def choosing_king(s: Any, frame: frames.ChoosingKing, seat: str) -> Decision:
    """Ask for a King."""
    return Decision("choose-king", "Choose your King.", "AK-SETUP-03", act.ChooseKing(seat, opening.free_kings(s)[0]))


def breaking_tie(s: Any, frame: frames.BreakingTie, seat: str) -> Decision:
    """Ask what the hand holds."""
    prompt = f"Show the hand of {s.arena.names[s.numbers[seat]]}: cards by Power Level."
    return Decision("tie-break", prompt, "AK-SCORE-03", None, "none", observed=True)


def _scoring(s: ArenaSituation, frame: frames.Scoring, seat: str) -> Decision:
    own = s.numbers[seat]
    name = s.arena.names[own]
    if s.alive(own):
        prompt = f"Count the completed Transmutations and the Ylem of {name}."
        return Decision("score", prompt, "AK-SCORE-01", None, "none", observed=True)
    prompt = f"{name} is dead: {_of_the_dead(s, own)}."
    return Decision("score", prompt, "AK-SCORE-08", None, "none", observed=True)


def _of_the_dead(s: ArenaSituation, seat: int) -> str:
    """Say what counts on the mat of one who has not come back (AK-SCORE-08)."""
    if s.arena.rules.score_dead == "ylem_only":
        return "count the Ylem as it lies, and no Transmutation"
    if not war.stripped(s, seat):
        return "count the completed Transmutations and the Ylem as they lie, before the return"
    if s.arena.rules.score_dead == "as_returned":
        return "count the Ylem after steps 1 to 5 of the return, 5 at most; no Transmutation is left"
    return "count the Ylem as it lies; no Transmutation is left after the early return"


# --- answers ---------------------------------------------------------------------------------------------


def _turn_actions(s: ArenaSituation, frame: frames.Acting, seat: str) -> Sequence[Action]:
    own, made = s.turn, s.catalogue[s.turn]
    found: list[Action] = []
    if s.alive(own):
        found += act.steps(own, movement.steps(s.arena, own))
        others, bridges, edges = turn.targets(s, own), movement.bridges(s.arena, own), fire.recedable(s.arena, own)
        if others:
            found += [made.kills[other] for other in others]
        if bridges:
            found += [made.bridges[tile] for tile in tiles(bridges)]
        if edges:
            found += [made.pyrokinesis[edge] for edge in edges]
    found.append(made.end_turn)
    return found


def places(s: Any, frame: frames.Placing, seat: str) -> Sequence[Action]:
    """Every tile that the dead may return to."""
    made = s.catalogue[s.numbers[seat]]
    return [made.places[tile] for tile in tiles(death.placing_choices(s, frame))]


def kings(s: Any, frame: frames.ChoosingKing, seat: str) -> Sequence[Action]:
    """Every King that nobody has."""
    return [act.ChooseKing(seat, key) for key in opening.free_kings(s)]


def of_catalogue(*names: str) -> Callable[[Any, Any, str], Sequence[Action]]:
    """Actions that are the same in every situation, made once for each seat."""

    made: Callable[[Any], Any] = attrgetter(*names)  # of one name it returns the action itself

    def action(s: Any, frame: Any, seat: str) -> Sequence[Action]:
        return (made(s.catalogue[s.numbers[seat]]),)

    def actions(s: Any, frame: Any, seat: str) -> Sequence[Action]:
        return made(s.catalogue[s.numbers[seat]])  # type: ignore[no-any-return]

    return action if len(names) == 1 else actions


def _sheets(s: ArenaSituation, frame: frames.Scoring, seat: str) -> Sequence[Action]:
    own = s.numbers[seat]
    most = war.most_transmutations(s, own, s.levels[own])
    return [sheet for sheet in s.catalogue[own].scores if sheet.transmutations <= most]


# --- the points ------------------------------------------------------------------------------------------

END_TURN: Final = by_seat(turn.do_end_turn)

SHARED: Final[dict[type[frames.Frame], Point]] = {
    **DICE,
    frames.Over: DecisionPoint(),
    frames.TurnOver: DecisionPoint(end_of_round.settle_turn),
    frames.Driven: DecisionPoint(forced_moves.settle_driven, validate=survival.validate_driven),
    frames.ChoosingKing: DecisionPoint(
        seats=chooser, ask=choosing_king, actions=kings,
        handlers={act.ChooseKing: by_seat(opening.do_choose_king, opening.check_choose_king)},
    ),
    frames.Absorbing: DecisionPoint(
        seats=holder, ask=absorbing, actions=of_catalogue("absorb", "keep_die"),
        handlers={act.Absorb: by_seat(turn.do_absorb), act.KeepDie: by_seat(turn.do_keep_die)},
        validate=turn.validate_absorbing,
    ),
    frames.ChoosingState: DecisionPoint(
        seats=on_turn, ask=choosing_state, actions=of_catalogue("latent", "active"),
        handlers={act.ChooseState: by_seat(turn.do_choose_state)},
    ),
    frames.Placing: DecisionPoint(
        seats=of_frame, ask=placing, actions=places, handlers={act.Place: by_seat(death.do_place, death.check_place)},
        validate=death.validate_arena_return,
    ),
    frames.BreakingTie: DecisionPoint(
        seats=hidden_hands, ask=breaking_tie,
        actions=lambda s, frame, seat: s.catalogue[s.numbers[seat]].hands,
        handlers={act.Cards: by_seat(war.do_cards)},
    ),
}  # fmt: skip
"""Decision points that both tracks have."""

ACTIVE: Final[Handlers] = {
    act.Step: on_board(turn.do_step, turn.check_step),
    act.Bridge: on_board(turn.do_bridge, turn.check_bridge),
    act.Pyrokinesis: on_board(turn.do_pyrokinesis, turn.check_pyrokinesis),
    act.Kill: on_board(turn.do_kill, turn.check_kill),
    act.Displace: on_board(declared_cards.do_displace, declared_cards.check_displace),
    act.Swap: on_board(declared_cards.do_swap, declared_cards.check_swap),
    act.Push: on_board(declared_cards.do_push, declared_cards.check_push),
    act.Pull: on_board(declared_cards.do_pull, declared_cards.check_pull),
    act.PlaceDire: on_board(declared_cards.do_place_dire, declared_cards.check_place_dire),
}
"""What only the Active State allows (AK-LATENT-05)."""


def _in_latent(s: ArenaSituation, frame: frames.Resting) -> Refusal:
    return Refusal("AK-LATENT-05", "In the Latent State nothing of the Active State can be done.")


POINTS: Final[dict[type[frames.Frame], Point]] = {
    **SHARED,
    frames.Acting: DecisionPoint(
        seats=on_turn, ask=ask_to_act, actions=_turn_actions,
        handlers={**ACTIVE, act.EndTurn: END_TURN},
    ),
    frames.Resting: DecisionPoint(
        seats=on_turn, ask=_resting, actions=of_catalogue("end_turn"), handlers={act.EndTurn: END_TURN},
        refusals=dict.fromkeys(ACTIVE, _in_latent),
    ),
    frames.Surviving: DecisionPoint(
        seats=lambda s, frame: tuple(frame.wounds), ask=_surviving, actions=of_catalogue("survive", "die"),
        handlers={
            act.Survive: by_seat(survival.do_survive, survival.check_survive),
            act.Die: by_seat(survival.do_die),
        },
        validate=survival.validate,
    ),
    frames.Scoring: DecisionPoint(
        seats=lambda s, frame: tuple(seat for number, seat in enumerate(s.settings.seats) if number not in s.sheets),
        ask=_scoring, actions=_sheets, handlers={act.Score: by_seat(war.do_score, war.check_score)},
    ),
}  # fmt: skip
"""Every kind of frame of the arena track."""

INTERRUPTS: Final[Handlers] = {
    act.ReturnEarly: by_seat(death.do_return_early, death.check_return_early),
    act.Wounds: by_seat(tally.do_wounds, tally.check_wounds),
    act.Level: by_seat(tally.do_level, tally.check_level),
    act.LeaveYlem: by_seat(tally.do_leave_ylem, tally.check_leave_ylem),
    act.TakeYlem: by_seat(tally.do_take_ylem, tally.check_take_ylem),
    act.Supply: by_seat(tally.do_supply, tally.check_supply),
}
"""What people say at any time, also while the table waits for somebody else."""
