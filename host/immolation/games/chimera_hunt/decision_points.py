"""State machine of the hunt: who is asked what, and what each answer does."""

from __future__ import annotations

from typing import Any, Final

from ..contract import CHANCE, Action, Decision, Outcome, Refusal
from ..engine import DecisionPoint, Handler, answered
from ..engine.chance import Outcomes, among, chance_point
from ..engine.decision_points import Handlers, stay
from . import actions as act
from . import chimera, effects, frames, hunters, moving, nights, rounds, wounds
from .facts import EDGES
from .table import HuntTable


def owner(s: HuntTable, frame: Any) -> tuple[str, ...]:
    """The seat of the hunter it is about."""
    return (s.owner(frame.hunter),)


def choosers(s: HuntTable, frame: frames.Choosing) -> tuple[str, ...]:
    """Everybody who still has a turn (HUNT-TURN-01)."""
    return tuple(dict.fromkeys(s.owner(number) for number in moving.waiting(s)))


def ask_move(s: HuntTable, frame: frames.Choosing, seat: str) -> Decision:
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


def ask_deed(s: HuntTable, frame: frames.Acting, seat: str) -> Decision:
    """Ask what the hunter who has moved does."""
    free = " First, a free act if you like." * bool(hunters.free_acts(s, frame, seat))
    prompt = f"Hunter {frame.hunter}: strike, draw or rest." if s.hunt.seats == 1 else "Strike, draw or rest."
    return Decision("deed", prompt + free, "HUNT-TURN-02", act.Rest(seat))


def ask_run(s: HuntTable, frame: frames.Running | frames.Rushing, seat: str) -> Decision:
    """Move the body."""
    goal = chimera.way_of(s, frame)[-1]
    rule = "HUNT-GEM-01" if isinstance(frame, frames.Rushing) else "HUNT-CHARGE-01"
    prompt = f"{s.chimera.name} runs to {goal:02d}: move it there."
    return Decision("run", prompt, rule, act.Run(seat), "window")


def ask_hit(s: HuntTable, frame: frames.Hitting, seat: str) -> Decision:
    """Ask whether to leap, break an Egis or take the wounds, as far as each can be done."""
    can_leap, has_egis = bool(chimera.leaps(s, frame)), "egis" in s.hunter(frame.hunter).gems
    choices = "Leap, break an Egis" if can_leap and has_egis else "Leap" if can_leap else "Break an Egis"
    wounds_to_come = chimera.strength(s, frame)
    prompt = f"{frame.aspect} is about to hit hunter {frame.hunter} for {wounds_to_come}. {choices}, or take it?"
    return Decision("hit", prompt, "HUNT-CHARGE-03", act.Take(seat), "window")


def ask_wound(s: HuntTable, frame: frames.Wounding, seat: str) -> Decision:
    """Egis, or take it."""
    rule, words = wounds.CAUSES[frame.cause]
    prompt = f"Hunter {frame.hunter} is about to take {frame.wounds} from {words}. Break an Egis, or take it?"
    return Decision("wound", prompt, rule, act.Take(seat), "window")


def ask_boon(s: HuntTable, frame: frames.Nightfall, seat: str) -> Decision:
    """Ask for a boon; after a loss there is nothing to choose."""
    first = nights.offered(s, frame, seat)[0]
    won = frame.rule == "HUNT-WIN-01"
    prompt = "Choose a boon for the next night." if won else "This night is hunted again, with a soul more."
    return Decision("boon", prompt, "HUNT-CAMP-02", first, for_all=True)


RAGE_DIE: Final = tuple(Outcome(act.Roll(CHANCE, face), 1) for face in (0, 1))
D12: Final = tuple(Outcome(act.Roll(CHANCE, face), 1) for face in range(1, 13))
D8: Final = tuple(Outcome(act.Roll(CHANCE, face), 1) for face in range(1, 9))
IMMOLATION_DIE: Final = tuple(Outcome(act.Ablaze(CHANCE, edge), 1) for edge in EDGES)


def _chance(
    kind: str, prompt: str, rule: str, action: type[Action], do: Any, outcomes: Outcomes, settle: Any = stay
) -> DecisionPoint[Any, Any]:
    """A decision point of dice or draws."""

    def refuse(s: HuntTable, frame: frames.Frame, action: Action) -> Refusal:
        return Refusal(rule, f"That cannot come here. {prompt}")

    return chance_point(kind, prompt, rule, outcomes, answered(action, do, among(outcomes, refuse)), settle=settle)


def pile(s: HuntTable, frame: frames.Gathering) -> tuple[Outcome, ...]:
    """The aspects that may be drawn, each as often as it is there."""
    return tuple(Outcome(act.Gather(CHANCE, name), count) for name, count in rounds.pile(s).items())


def fields(s: HuntTable, frame: frames.Sowing) -> tuple[Outcome, ...]:
    """The tiles on which a seed may fall."""
    return tuple(Outcome(act.Sow(CHANCE, tile), 1) for tile in rounds.fields(s))


def reactions(s: HuntTable, frame: frames.Hitting | frames.Wounding, seat: str) -> list[Action]:
    """Every answer to wounds that are about to come."""
    found: list[Action] = [act.Take(seat)]
    if "egis" in s.hunter(frame.hunter).gems:
        found.append(act.Egis(seat))
    if isinstance(frame, frames.Hitting):
        found += [act.Leap(seat, tile) for tile in chimera.leaps(s, frame)]
    return found


_RUN: Final[DecisionPoint[Any, Any]] = DecisionPoint(
    seats=owner, ask=ask_run, actions=lambda s, frame, seat: [act.Run(seat)], handlers=answered(act.Run, chimera.do_run)
)
_STOP: Final[Handlers] = {act.Take: Handler(chimera.do_take), act.Egis: Handler(chimera.do_egis, chimera.check_egis)}

POINTS: Final[dict[type[Any], DecisionPoint[Any, Any]]] = {
    frames.Choosing: DecisionPoint(
        settle=rounds.settle_choice,
        seats=choosers,
        ask=ask_move,
        actions=moving.moves,
        handlers={act.Move: Handler(moving.do_move, moving.check_move)},
    ),
    frames.Acting: DecisionPoint(
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
    frames.Running: _RUN,
    frames.Rushing: _RUN,
    frames.Hitting: DecisionPoint(
        settle=chimera.settle_hit,
        seats=owner,
        ask=ask_hit,
        actions=reactions,
        handlers={**_STOP, act.Leap: Handler(chimera.do_leap, chimera.check_leap)},
    ),
    frames.Wounding: DecisionPoint(
        settle=wounds.settle_wound, seats=owner, ask=ask_wound, actions=reactions, handlers=_STOP
    ),
    frames.Attacking: DecisionPoint(settle=chimera.settle_attack),
    frames.Working: DecisionPoint(settle=effects.settle_effect),
    frames.Stepping: DecisionPoint(settle=rounds.settle_step),
    frames.Raging: _chance(
        "rage", "Throw the rage die.", "HUNT-CHIM-01", act.Roll, chimera.do_rage, lambda s, frame: RAGE_DIE
    ),
    frames.Behaving: _chance(
        "behave", "Throw the d12 for the Chimera.", "HUNT-CHIM-02", act.Roll, chimera.do_behave, lambda s, frame: D12
    ),
    frames.Placing: _chance(
        "place", "Roll a d8 for the place along the wall.", "HUNT-SET-05", act.Roll, rounds.do_place,
        lambda s, frame: D8,
    ),
    frames.Burning: _chance(
        "burn", "Throw the Immolation Die.", "HUNT-END-03", act.Ablaze, rounds.do_ablaze,
        lambda s, frame: IMMOLATION_DIE, rounds.settle_burning,
    ),
    frames.Gathering: _chance(
        "gather", "Draw an aspect from the pile.", "HUNT-SET-05", act.Gather, rounds.do_gather, pile,
        rounds.settle_gathering,
    ),
    frames.Sowing: _chance(
        "sow", "Roll the tile on which a seed falls.", "HUNT-EFF-04", act.Sow, rounds.do_sow, fields,
        rounds.settle_sowing,
    ),
    frames.Nightfall: DecisionPoint(
        seats=lambda s, frame: s.seats,
        ask=ask_boon,
        actions=nights.offered,
        handlers={act.Choose: Handler(nights.do_boon, nights.check_boon)},
    ),
    frames.Over: DecisionPoint(),
}  # fmt: skip
"""Kind of frame -> its decision point."""
