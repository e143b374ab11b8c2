"""State machine of the hunt: who is asked what, and what each answer does."""

from __future__ import annotations

from typing import Any, Final

from ..contract import CHANCE, Action, Decision, Outcome, Refusal
from ..engine import DecisionPoint, Handler, chance_alone
from ..engine.decision_points import Handlers, stay
from . import actions as act
from . import chimera, effects, hunters, moving, nights, rounds, wounds
from .facts import EDGES
from .frames import (
    Acting,
    AnyFrame,
    Attacking,
    Behaving,
    Burning,
    Choosing,
    Gathering,
    Hitting,
    Nightfall,
    Over,
    Placing,
    Raging,
    Running,
    Rushing,
    Sowing,
    Stepping,
    Working,
    Wounding,
)
from .table import HuntTable


def owner(s: HuntTable, frame: Acting | Running | Rushing | Hitting | Wounding) -> tuple[str, ...]:
    """The seat of the hunter it is about."""
    return (s.owner(frame.hunter),)


def choosers(s: HuntTable, frame: Choosing) -> tuple[str, ...]:
    """Everybody who still has a turn (HUNT-TURN-01)."""
    return tuple(dict.fromkeys(s.owner(number) for number in moving.waiting(s)))


def ask_move(s: HuntTable, frame: Choosing, seat: str) -> Decision:
    """Ask whose turn it is, and where to."""
    mine = [number for number in moving.waiting(s) if s.owner(number) == seat]
    number = mine[0]
    near, far = moving.walks(s, number)
    tile = s.hunter(number).tile
    goal = tile if tile is not None and near >> tile & 1 else (near | far).bit_length() - 1
    prompt = f"Move hunter {' or '.join(map(str, mine))}, or let it stand."
    if len(choosers(s, frame)) > 1:
        prompt = "Whoever likes goes next: move your hunter, or let it stand."
    return Decision("move", prompt, "HUNT-TURN-01", act.Move(seat, number, goal))


def ask_deed(s: HuntTable, frame: Acting, seat: str) -> Decision:
    """Ask what the hunter who has moved does."""
    free = " First, a free act if you like." * bool(hunters.free_acts(s, frame, seat))
    prompt = f"Hunter {frame.hunter}: strike, draw or rest." if s.hunt.seats == 1 else "Strike, draw or rest."
    return Decision("deed", prompt + free, "HUNT-TURN-02", act.Rest(seat))


def ask_run(s: HuntTable, frame: Running | Rushing, seat: str) -> Decision:
    """Move the body."""
    goal = chimera.way_of(s, frame)[-1]
    rule = "HUNT-GEM-01" if isinstance(frame, Rushing) else "HUNT-CHARGE-01"
    prompt = f"{s.chimera.name} runs to {goal:02d}: move it there."
    return Decision("run", prompt, rule, act.Run(seat), "window")


def ask_hit(s: HuntTable, frame: Hitting, seat: str) -> Decision:
    """Leap, Egis, or take it: what of these can be done."""
    can_leap, has_egis = bool(chimera.leaps(s, frame)), "egis" in s.hunter(frame.hunter).gems
    choices = "Leap, break an Egis" if can_leap and has_egis else "Leap" if can_leap else "Break an Egis"
    wounds_to_come = chimera.strength(s, frame)
    prompt = f"{frame.aspect} is about to hit hunter {frame.hunter} for {wounds_to_come}. {choices}, or take it?"
    return Decision("hit", prompt, "HUNT-CHARGE-03", act.Take(seat), "window")


def ask_wound(s: HuntTable, frame: Wounding, seat: str) -> Decision:
    """Egis, or take it."""
    rule, words = wounds.CAUSES[frame.cause]
    prompt = f"Hunter {frame.hunter} is about to take {frame.wounds} from {words}. Break an Egis, or take it?"
    return Decision("wound", prompt, rule, act.Take(seat), "window")


def ask_boon(s: HuntTable, frame: Nightfall, seat: str) -> Decision:
    """Ask for a boon; after a loss there is nothing to choose."""
    first = nights.offered(s, frame, seat)[0]
    won = frame.rule == "HUNT-WIN-01"
    prompt = "Choose a boon for the next night." if won else "This night is hunted again, with a soul more."
    return Decision("boon", prompt, "HUNT-CAMP-02", first)


RAGE_DIE: Final = tuple(Outcome(act.Roll(CHANCE, face), 1) for face in (0, 1))
D12: Final = tuple(Outcome(act.Roll(CHANCE, face), 1) for face in range(1, 13))
D8: Final = tuple(Outcome(act.Roll(CHANCE, face), 1) for face in range(1, 9))
IMMOLATION_DIE: Final = tuple(Outcome(act.Ablaze(CHANCE, edge), 1) for edge in EDGES)


def chances(s: HuntTable, frame: AnyFrame) -> tuple[Outcome, ...]:
    """Return what dice and the pile may bring, with its weight."""
    match frame:
        case Raging():
            return RAGE_DIE
        case Behaving():
            return D12
        case Placing():
            return D8
        case Burning():
            return IMMOLATION_DIE
        case Gathering():
            return tuple(Outcome(act.Gather(CHANCE, name), count) for name, count in rounds.pile(s).items())
        case _:
            return tuple(Outcome(act.Sow(CHANCE, tile), 1) for tile in rounds.fields(s))


DICE: Final[dict[type[Any], tuple[str, str, str]]] = {
    Raging: ("rage", "Throw the rage die.", "HUNT-CHIM-01"),
    Behaving: ("behave", "Throw the d12 for the Chimera.", "HUNT-CHIM-02"),
    Placing: ("place", "Roll a d8 for the place along the wall.", "HUNT-SET-05"),
    Burning: ("burn", "Throw the Immolation Die.", "HUNT-END-03"),
    Gathering: ("gather", "Draw an aspect from the pile.", "HUNT-SET-05"),
    Sowing: ("sow", "Roll the tile on which a seed falls.", "HUNT-EFF-04"),
}
"""Kind of frame -> name, prompt and rule of what chance is asked."""


def ask_chance(s: HuntTable, frame: AnyFrame, seat: str) -> Decision:
    """Ask for a die, or for what lies on a pile."""
    kind, prompt, rule = DICE[type(frame)]
    return Decision(kind, prompt, rule, None, "none", chances(s, frame))


def _of_table(s: HuntTable, frame: AnyFrame, action: Action) -> Refusal | None:
    """Only what the die or the pile can bring."""
    if any(outcome.action == action for outcome in chances(s, frame)):
        return None
    return Refusal(DICE[type(frame)][2], f"That cannot come here. {DICE[type(frame)][1]}")


def _chance(do: Any, kind: type[Action], settle: Any = stay) -> DecisionPoint[Any, Any]:
    """A decision point of dice or draws."""
    handlers = {kind: Handler(do, _of_table)}
    return DecisionPoint(settle=settle, seats=chance_alone, ask=ask_chance, outcomes=chances, chance=handlers)


def reactions(s: HuntTable, frame: Hitting | Wounding, seat: str) -> list[Action]:
    """Every answer to wounds that are about to come."""
    found: list[Action] = [act.Take(seat)]
    if "egis" in s.hunter(frame.hunter).gems:
        found.append(act.Egis(seat))
    if isinstance(frame, Hitting):
        found += [act.Leap(seat, tile) for tile in chimera.leaps(s, frame)]
    return found


_RUN: Final[Handlers] = {act.Run: Handler(chimera.do_run)}
_STOP: Final[Handlers] = {act.Take: Handler(chimera.do_take), act.Egis: Handler(chimera.do_egis, chimera.check_egis)}

POINTS: Final[dict[type[Any], DecisionPoint[Any, Any]]] = {
    Choosing: DecisionPoint(
        settle=rounds.settle_choice,
        seats=choosers,
        ask=ask_move,
        actions=moving.moves,
        handlers={act.Move: Handler(moving.do_move, moving.check_move)},
    ),
    Acting: DecisionPoint(
        seats=owner,
        ask=ask_deed,
        actions=hunters.deeds,
        handlers={
            act.Strike: Handler(hunters.do_strike, hunters.check_strike),
            act.DrawGem: Handler(hunters.do_draw, hunters.check_draw),
            act.Rest: Handler(hunters.do_rest),
            act.Bank: Handler(hunters.do_bank, hunters.check_bank),
            act.Lay: Handler(hunters.do_lay, hunters.check_lay),
            act.Give: Handler(hunters.do_give, hunters.check_give),
        },
    ),
    Running: DecisionPoint(seats=owner, ask=ask_run, actions=lambda s, frame, seat: [act.Run(seat)], handlers=_RUN),
    Rushing: DecisionPoint(seats=owner, ask=ask_run, actions=lambda s, frame, seat: [act.Run(seat)], handlers=_RUN),
    Hitting: DecisionPoint(
        settle=chimera.settle_hit,
        seats=owner,
        ask=ask_hit,
        actions=reactions,
        handlers={**_STOP, act.Leap: Handler(chimera.do_leap, chimera.check_leap)},
    ),
    Wounding: DecisionPoint(settle=wounds.settle_wound, seats=owner, ask=ask_wound, actions=reactions, handlers=_STOP),
    Attacking: DecisionPoint(settle=chimera.settle_attack),
    Working: DecisionPoint(settle=effects.settle_effect),
    Stepping: DecisionPoint(settle=rounds.settle_step),
    Raging: _chance(chimera.do_rage, act.Roll),
    Behaving: _chance(chimera.do_behave, act.Roll),
    Placing: _chance(rounds.do_place, act.Roll),
    Burning: _chance(rounds.do_ablaze, act.Ablaze, rounds.settle_burning),
    Gathering: _chance(rounds.do_gather, act.Gather, rounds.settle_gathering),
    Sowing: _chance(rounds.do_sow, act.Sow, rounds.settle_sowing),
    Nightfall: DecisionPoint(
        seats=lambda s, frame: s.seats,
        ask=ask_boon,
        actions=nights.offered,
        handlers={act.Choose: Handler(nights.do_boon, nights.check_boon)},
    ),
    Over: DecisionPoint(),
}
"""Kind of frame -> its decision point."""
