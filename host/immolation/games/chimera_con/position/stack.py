"""Read the decision points of a position: what they leave out is filled in, what cannot be is refused with its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from ...contract import Json
from ...engine import need, read_record
from ...house_rules import shown
from .. import frames
from ..actions import Build
from ..cards.pack import CARRIED_OUT, stone
from ..cheats import cheating
from ..cheats.effects import effect_of
from ..decision_points import POINTS
from ..facts.chimera import PLACES, dice_for, total
from ..facts.con_facts import ConFacts
from ..rounds import attack, building, market, reading


def read_stack(given: Json) -> list[frames.Frame]:
    """The decision points as they were given, on the step of the turn that they lie on."""
    stack: list[frames.Frame] = [*read_record(given, list[frames.AnyFrame], "stack")]
    need(0 < len(stack) <= 40, "stack", f"1 to 40 decision points, not {len(stack)}")
    if isinstance(stack[0], frames.Attacking):
        stack.insert(0, frames.DiscardStep())
    elif not isinstance(stack[0], frames.LOWEST):
        stack.insert(0, frames.DrawStep())
    if [type(frame) for frame in stack[:2]] == [frames.ActionStep, frames.Attacking]:
        stack[0] = frames.DiscardStep()  # the attack is the turn's action
    return stack


# --- what is left out ------------------------------------------------------------------------------------


def resume(s: ConFacts, said: frozenset[str]) -> None:
    """Fill in what is left out; ``said`` holds the keys that were given of the lowest decision point.

    Raises BadPosition where an attack names an ability that is not there.
    """
    base = s.stack[0]
    if isinstance(base, frames.DiscardStep) and base.seat and base.seat != s.turn:
        s.stack.insert(0, frames.DrawStep())  # a failed cheat on another's turn
    if isinstance(base, frames.Market):
        if "order" not in said:
            s.stack[0] = replace(base, order=tuple(market.order(s)))
        elif not base.order:
            s.stack[0] = frames.Greedy(base.picked)  # all have decided
    for place, frame in enumerate(s.stack):
        complete = COMPLETED.get(type(frame))
        if complete is not None:
            s.stack[place] = complete(s, place, frame)


def _whole_attack(s: ConFacts, place: int, frame: frames.Attacking) -> frames.Attacking:
    """The card of an attack, and how many dice are due."""
    made = frame
    if not made.card and made.part not in ("open", ""):
        parts = s.players[made.seat].parts
        made = replace(made, card=parts[PLACES.index(made.part)])
    _validate_ability(s, made, f"stack.{place}")
    ability = attack.ability_of(s, made)
    if made.stage == "attack" and made.attack_need < 0:
        made = attack.begin_attack_roll(s, made, ability)
    elif made.stage != "declared" and made.attack_need < 0:
        made = replace(made, attack_need=len(made.attack))
    if made.stage == "defence" and made.defence_need < 0 and ability.defend:
        need = dice_for(s, total(s, made.target, ability.defend), made.defence_bonus)
        made = replace(made, defence_need=need)
    elif made.stage in ("defence-rolled", "petrify") and made.defence_need < 0:
        made = replace(made, defence_need=len(made.defence))
    proof = {seat: max(less, made.reduced.get(seat, 0)) for seat, less in made.reduced_elemental.items()}
    return replace(made, reduced={**made.reduced, **proof})  # what works on Elemental damage works on any


def _whole_contest(s: ConFacts, place: int, frame: frames.Contest) -> frames.Contest:
    """One die each for the lantern, the Magic of each for a swap (CC-MERCH-04, CC-GREED-04)."""
    seats = frame.seats
    if not set(seats) <= set(s.players):
        return frame
    magic = frame.about == "greedy"
    need = tuple(dice_for(s, total(s, seat, "magic")) if magic else 1 for seat in seats)
    return replace(frame, need=frame.need or need, dice=frame.dice or ((),) * len(seats))


def _begun(s: ConFacts, place: int, frame: frames.Resolving) -> frames.Resolving:
    """Whoever is stolen from was chosen for an effect that has begun."""
    begun = frame.who and not frame.left and effect_of(s, frame) is not None
    return replace(frame, left=1) if begun else frame


COMPLETED: Final[dict[type[frames.Frame], Callable[[ConFacts, int, Any], frames.Frame]]] = {
    frames.Attacking: _whole_attack,
    frames.Contest: _whole_contest,
    frames.Resolving: _begun,
    frames.CarryingOut: _begun,
}
"""Kind of frame -> what fills it in, given its place on the stack."""


# --- what cannot be ----------------------------------------------------------------------------------------


def validate_stack(s: ConFacts) -> None:
    """Refuse decision points that cannot lie on one another, or that name what is not there."""
    for place, frame in enumerate(s.stack):
        key = f"stack.{place}"
        if place:
            may_lie = LIES_ON.get(type(frame))
            lies = may_lie is not None and may_lie(s.stack[place - 1], frame)
            need(lies, key, "that cannot lie on the decision point below it")
        check = CHECKS.get(type(frame))
        if check is not None:
            check(s, frame, key)
    first = isinstance(s.stack[0], frames.DiscardStep) and s.stack[0].seat
    need(not first, "stack.0.seat", "the turn's own Discard step names no seat")
    top = s.stack[-1]
    deciding = POINTS[type(top)].seats(s, top) if s.quiet else ()
    for seat in s.quiet:
        ground = cheating.ground(s) if s.rules.cheat_windows == "where_it_matters" else top
        asked = ground.cheatable and cheating.could_act(s, seat) and seat not in deciding
        need(asked, "quiet", f"{seat} is not asked for a cheat now")
    need(len(set(s.quiet)) == len(s.quiet), "quiet", "a seat is named twice")


def _moment(below: frames.Frame) -> bool:
    return isinstance(below, frames.CheatRoll) or below.cheatable


LIES_ON: Final[dict[type[frames.Frame], Callable[[frames.Frame, Any], bool]]] = {
    frames.Drawing: lambda below, frame: isinstance(
        below, (frames.Dealing, frames.DealingCheats, frames.DrawStep, frames.Building)
    ),
    frames.Redrawing: lambda below, frame: isinstance(below, frames.Building),
    frames.Contest: lambda below, frame: frame.about == "greedy" and isinstance(below, frames.Greedy),
    frames.Attacking: lambda below, frame: isinstance(below, frames.DiscardStep) and not below.seat,
    frames.CheatRoll: lambda below, frame: _moment(below),
    frames.DiscardStep: lambda below, frame: bool(frame.seat) and _moment(below),
    frames.Resolving: lambda below, frame: _moment(below) or isinstance(below, (frames.Attacking, frames.Contest)),
    frames.CarryingOut: lambda below, frame: isinstance(below, frames.Telling),
    frames.Telling: lambda below, frame: (
        _moment(below) or isinstance(below, (frames.Attacking, frames.Contest, frames.Resolving))
    ),
}
"""Kind of decision point -> whether one may lie on what is below it; the others lie lowest."""


def _living(s: ConFacts, names: Iterable[str], key: str) -> None:
    named = tuple(names)
    for name in named:
        need(name in s.players, key, f"there is no seat {shown(name)}")
        need(s.players[name].alive, key, f"{name} is eliminated")
    need(len(set(named)) == len(named), key, "a seat is named twice")


def _one_seat(s: ConFacts, frame: frames.Drawing | frames.Redrawing, key: str) -> None:
    _living(s, (frame.seat,), key)


def _drawing(s: ConFacts, frame: frames.Drawing, key: str) -> None:
    """No more cards come than what lies below deals (CC-SETUP-01, CC-MERCH-01, CC-DRAW-01)."""
    _one_seat(s, frame, key)
    below = s.stack[s.stack.index(frame) - 1]
    most = 1
    if isinstance(below, frames.DealingCheats):
        most = building.CHEATS_DEALT
    elif isinstance(below, (frames.Dealing, frames.Building)):
        most = building.CREATURES_DEALT - len(s.players[frame.seat].creatures)
    need(frame.left <= most, f"{key}.left", f"cards to come: {most} at most")


def _cheat_roll(s: ConFacts, frame: frames.CheatRoll, key: str) -> None:
    _living(s, (frame.seat,), key)
    cheat = s.pack.cheat(frame.card)
    need(cheat.legality == "illegal", f"{key}.card", "a legal cheat needs no roll (CC-CHEAT-02)")
    grounded = not s.players[frame.seat].airborne
    need(grounded, f"{key}.seat", f"{frame.seat} is Airborne and plays no cheats (CC-AIR-04)")


def _draw_step(s: ConFacts, frame: frames.DrawStep, key: str) -> None:
    drawn = frame.creature + frame.cheat
    need(drawn <= 2 or frame.creature == drawn, key, "a third card follows two creature cards only (CC-DRAW-02)")


def _dealing(s: ConFacts, frame: frames.Dealing, key: str) -> None:
    for seat, player in s.players.items():
        dealt = len(player.creatures) <= building.CREATURES_DEALT
        need(dealt, f"seats.{seat}.hand", "6 creature cards are dealt (CC-SETUP-01)")


def _building(s: ConFacts, frame: frames.Building, key: str) -> None:
    _living(s, frame.chosen, key)
    for name, chosen in frame.chosen.items():
        need(not s.players[name].built, key, f"{name} has built already")
        refusal = building.check_build(s, frame, Build(name, *chosen))
        need(refusal is None, f"{key}.chosen.{name}", str(refusal and refusal.reason.rstrip(".")))


def _contest(s: ConFacts, frame: frames.Contest, key: str) -> None:
    _living(s, frame.seats, key)
    aligned = 1 <= len(frame.seats) == len(frame.need) == len(frame.dice)
    need(aligned, key, "seats, need and dice have one entry for each seat")
    fewer = all(len(dice) <= most for dice, most in zip(frame.dice, frame.need, strict=True))
    need(fewer, f"{key}.dice", "more dice than need")
    if frame.about == "greedy":
        below = s.stack[s.stack.index(frame) - 1]
        wants = [name for name, want in below.said.items() if want] if isinstance(below, frames.Greedy) else []
        need(set(frame.seats) <= set(wants), f"{key}.seats", "only those who said so roll to get greedy")
        need(frame is not s.stack[0], key, "it lies on the question who gets greedy")
    else:
        need(frame is s.stack[0], key, "the first Merchant is found before the first turn")


def _market(s: ConFacts, frame: frames.Market, key: str) -> None:
    _living(s, frame.order, key)
    _picked(s, frame.picked, key)


def _greedy(s: ConFacts, frame: frames.Greedy, key: str) -> None:
    _picked(s, frame.picked, key)
    _living(s, frame.said, key)
    for name in (*frame.used, *frame.out):
        need(name in s.players, key, f"there is no seat {shown(name)}")


def _resolving(s: ConFacts, frame: frames.Resolving, key: str) -> None:
    _living(s, (frame.seat,), key)
    if isinstance(frame, frames.CarryingOut):
        need(frame.does.do in CARRIED_OUT, f"{key}.does", "a verb that the host carries out")
        need(frame.card in s.pack.order, f"{key}.card", f"there is no card {shown(frame.card)}")
    effect = effect_of(s, frame)
    if frame.who:
        _living(s, (frame.who,), key)
        steals = effect is not None and effect.do == "steal_random_card" and frame.left > 0
        steals = steals and frame.who != frame.seat and frame is s.stack[-1]
        need(steals and s.players[frame.who].hand, f"{key}.who", "nothing is stolen there")


def _telling(s: ConFacts, frame: frames.Telling, key: str) -> None:
    _living(s, (frame.seat,), key)
    need(frame.card in s.pack.order, f"{key}.card", f"there is no card {shown(frame.card)}")
    need(bool(reading.words(s, frame.card)), f"{key}.card", "a card with words to be read aloud")


def _picked(s: ConFacts, picked: dict[str, str], key: str) -> None:
    for name, card in picked.items():
        need(name in s.players, f"{key}.picked", f"there is no seat {shown(name)}")
        known = card in s.pack.number or card in s.pack.cheat_number
        need(known, f"{key}.picked", f"there is no card {shown(card)}")


def _validate_ability(s: ConFacts, frame: frames.Attacking, key: str) -> None:
    """Refuse an attack by nobody, or with a card that grants none."""
    seat = frame.seat
    need(seat in s.players and s.players[seat].alive, f"{key}.seat", f"{shown(frame.seat)} is no seat in the round")
    need(frame.part == "open" or bool(frame.card), f"{key}.card", "names the card whose action is used")
    if frame.card:
        need(frame.card in s.pack.number, f"{key}.card", f"there is no card {shown(frame.card)}")
        need(s.pack.creature(frame.card).action is not None, f"{key}.card", "that card has no action")
        need(frame.part != "open", f"{key}.part", "the part that the action is printed on, or empty")
        need(not stone(frame.card), f"{key}.card", "a petrified part uses no action (CC-PETR-02)")


def _attack(s: ConFacts, frame: frames.Attacking, key: str) -> None:
    need(frame.seat == s.turn, f"{key}.seat", "only the player whose turn it is attacks (CC-ACT-01)")
    ability = attack.ability_of(s, frame)
    target = frame.target
    if ability.attack is None:
        need(not frame.target, f"{key}.target", f"{ability.name} is no attack")
        need(frame.stage in ("declared", "attack", "attack-rolled"), f"{key}.stage", f"{ability.name} is no attack")
    else:
        aimed = target in s.players and s.players[target].alive and frame.target != frame.seat
        need(aimed, f"{key}.target", f"{shown(frame.target)} is no other seat in the round")
        high = s.players[s.on_turn].airborne or (target in s.players and s.players[target].airborne)
        need(
            "aerial" in ability.tags or not high,
            f"{key}.target",
            f"{ability.name} is not Aerial (CC-AIR-02, CC-AIR-03)",
        )
    for name in (*frame.reduced, *frame.reduced_elemental):
        need(name in s.players, f"{key}.reduced", f"there is no seat {shown(name)}")
    if frame.stage == "declared":
        need(not frame.attack and frame.attack_need < 0, f"{key}.attack", "no dice before the attack is rolled")
    if frame.stage in ("declared", "attack", "attack-rolled") and frame.defence_need < 0:
        need(not frame.defence, f"{key}.defence", "no dice before the defence is rolled")
    for dice, most, what in (
        (frame.attack, frame.attack_need, "attack"),
        (frame.defence, frame.defence_need, "defence"),
    ):
        need(most < 0 or len(dice) <= most, f"{key}.{what}", f"{len(dice)} dice, of {most}")
    rolled = frame.stage not in ("declared", "attack")
    need(not rolled or len(frame.attack) == frame.attack_need, f"{key}.attack", "dice are still to be rolled")
    done = frame.stage in ("defence-rolled", "petrify")
    need(not done or len(frame.defence) == frame.defence_need, f"{key}.defence", "dice are still to be rolled")
    if frame.stage == "petrify":
        need("petrify" in ability.tags, f"{key}.stage", f"{ability.name} does not petrify")


CHECKS: Final[dict[type[frames.Frame], Callable[[ConFacts, Any, str], None]]] = {
    frames.Dealing: _dealing,
    frames.Drawing: _drawing,
    frames.Redrawing: _one_seat,
    frames.CheatRoll: _cheat_roll,
    frames.DiscardStep: lambda s, frame, key: _living(s, filter(None, (frame.seat,)), key),
    frames.DrawStep: _draw_step,
    frames.Building: _building,
    frames.DealingCheats: lambda s, frame, key: need(
        frame.dealt <= len(s.players), f"{key}.dealt", f"there are {len(s.players)} seats"
    ),
    frames.Contest: _contest,
    frames.Market: _market,
    frames.Greedy: _greedy,
    frames.Attacking: _attack,
    frames.Resolving: _resolving,
    frames.CarryingOut: _resolving,
    frames.Telling: _telling,
}
"""Kind of decision point -> what it must be like, beyond its shape; others may be as they are."""
