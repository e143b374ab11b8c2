"""Validate a position; raises BadPosition with the key and the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from ...engine import need
from ...house_rules import shown
from .. import frames
from ..actions import Build
from ..cards.pack import flesh, stone
from ..cheats import cheating, effects
from ..cheats.opportunities import moment_of
from ..decision_points import POINTS
from ..facts.chimera import HEAD_TO_REAR, PLACES, can_fly, fits, health
from ..facts.con_facts import NO_CARD, ConFacts
from ..rounds import attack, building, rounds

OPENING: Final = (frames.Dealing, frames.Building, frames.Searching, frames.DealingCheats, frames.Contest)
"""Decision points before the first turn of a round."""

PARTS_LAID: Final[dict[type[frames.Frame], tuple[tuple[int, ...], str]]] = {
    frames.Dealing: ((0,), "nobody has built yet"),
    frames.Building: ((0, 3), "nothing before building, then a whole Chimera"),
    frames.Searching: ((2, 3), "at least two parts are laid down by then (CC-BUILD-02)"),
}
"""Lowest decision point -> how many parts of a Chimera lie in play, where that need not be all three, and why."""


def elsewhere(s: ConFacts) -> Counter[str]:
    """How many of each card lie outside the decks. Raises BadPosition for an unknown card."""
    found = Counter(map(flesh, (*s.market, *s.discard)))
    for player in s.players.values():
        found.update(map(flesh, (*filter(None, player.parts), *player.hand)))
    for place, frame in enumerate(s.stack):
        for text in frame.aside:
            need(text in s.pack.number, f"stack.{place}", f"there is no creature card {shown(text)}")
        found.update(map(flesh, frame.aside))
        if frame.played is not None:
            need(frame.played in s.pack.cheat_number, f"stack.{place}.card", f"there is no cheat {shown(frame.played)}")
            found[frame.played] += 1
    return found


def validate_position(s: ConFacts) -> None:
    """Refuse what the seats and piles cannot be."""
    _copies(s)
    base, players = s.stack[0], s.players.values()
    for seat in s.players:
        _seat(s, seat)
    if isinstance(base, frames.Over):
        need(any(p.points >= s.rules.points_to_win for p in players), "seats", "nobody has the points that win")
        rounds.end_game(s)
        return
    for seat, player in s.players.items():
        key = f"seats.{seat}.points"
        need(player.points < s.rules.points_to_win, key, f"with {player.points} points the game is over (CC-WIN-02)")
    need(len(s.living()) >= 2, "seats", "with one Chimera left the round is over (CC-WIN-01)")
    if isinstance(base, OPENING):
        before = "before the first turn of a round"
        need(s.turn is None, "turn", f"null {before}")
        need(s.merchant is None, "merchant", f"null {before}")
        need(s.merchant_turns == 0, "merchant_turns", f"0 {before}")
        need(len(s.living()) == len(s.players), "seats", f"nobody is eliminated {before}")
        need(not any(p.damage for p in players), "seats", f"nobody has damage {before}")
        need(not any(p.airborne for p in players), "seats", f"nobody flies {before}")
        return
    need(s.turn is not None, "turn", "a seat, once turns are taken")
    need(s.merchant is not None and s.players[s.merchant].alive, "merchant", "a seat in the round (CC-MERCH-06)")
    ended = isinstance(base, (frames.TurnEnd, *frames.MARKETS))
    need(s.players[s.on_turn].alive or ended, "turn", f"{s.turn} is eliminated")
    need(s.merchant_turns < 2 or ended, "merchant_turns", "after 2 turns comes the Market Phase (CC-MKT-01)")


def _copies(s: ConFacts) -> None:
    out = elsewhere(s)
    for card, most in s.pack.copies.items():
        there = out[card] + sum(left.get(card, 0) for left in s.decks.values())
        need(there <= most, "seats", f"there are {there} of {card} on the table and in the deck, of {most} in the pack")
    need(not any(map(stone, s.discard)), "discard", "Petrify ends in the Discard Pile (CC-PETR-03)")


def _seat(s: ConFacts, seat: str) -> None:
    player, key, base = s.players[seat], f"seats.{seat}", s.stack[0]
    for place in HEAD_TO_REAR:
        card = player.parts[place]
        if card == NO_CARD:
            continue
        need(s.pack.place[card] == place, f"{key}.parts", f"{card} is no {PLACES[place]}")
        need(fits(s, card, player.parts), f"{key}.parts", f"{card} does not fit the other parts (CC-BUILD-02)")
    if not player.alive:
        need(not player.built, f"{key}.parts", "an eliminated Chimera has left the table (CC-WIN-04)")
        need(not player.hand, f"{key}.hand", "an eliminated player has no cards (CC-WIN-04)")
        need(not player.airborne, f"{key}.airborne", "an eliminated Chimera does not fly")
        return
    there = sum(card != NO_CARD for card in player.parts)
    if isinstance(base, frames.Over):
        return
    counts, why = PARTS_LAID.get(type(base), ((3,), "a head, a body and a rear (CC-BUILD-01)"))
    need(there in counts, f"{key}.parts", why)
    if isinstance(base, frames.Dealing):
        dealt = len(player.creatures) <= building.CREATURES_DEALT
        need(dealt, f"{key}.hand", "6 creature cards are dealt (CC-SETUP-01)")
    if not isinstance(base, OPENING):
        full = health(s, seat)
        why = f"{player.damage} damage eliminates a Chimera of {full} Health (CC-HP-02)"
        need(full > player.damage, f"{key}.damage", why)
    need(not player.airborne or can_fly(s, seat), f"{key}.airborne", "it cannot use an Airborne tag (CC-AIR-07)")


# --- decision points -------------------------------------------------------------------------------------


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
        asked = moment_of(ground) is not None and cheating.may_hold_one(s, seat) and seat not in deciding
        need(asked, "quiet", f"{seat} is not asked for a cheat now")
    need(len(set(s.quiet)) == len(s.quiet), "quiet", "a seat is named twice")


def _moment(below: frames.Frame) -> bool:
    return isinstance(below, frames.CheatRoll) or moment_of(below) is not None


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


def _cheat_roll(s: ConFacts, frame: frames.CheatRoll, key: str) -> None:
    _living(s, (frame.seat,), key)
    cheat = s.pack.cheat(frame.card)
    need(cheat.legality == "illegal", f"{key}.card", "a legal cheat needs no roll (CC-CHEAT-02)")
    grounded = not s.players[frame.seat].airborne
    need(grounded, f"{key}.seat", f"{frame.seat} is Airborne and plays no cheats (CC-AIR-04)")


def _draw_step(s: ConFacts, frame: frames.DrawStep, key: str) -> None:
    drawn = frame.creature + frame.cheat
    need(drawn <= 2 or frame.creature == drawn, key, "a third card follows two creature cards only (CC-DRAW-02)")


def _building(s: ConFacts, frame: frames.Building, key: str) -> None:
    _living(s, frame.chosen, key)
    for name, chosen in frame.chosen.items():
        need(not s.players[name].built, key, f"{name} has built already")
        refusal = building.check_build(s, frame, Build(name, *chosen))
        need(refusal is None, f"{key}.chosen.{name}", str(refusal and refusal.reason.rstrip(".")))


def _dealing_cheats(s: ConFacts, frame: frames.DealingCheats, key: str) -> None:
    need(frame.dealt <= len(s.players), f"{key}.dealt", f"there are {len(s.players)} seats")


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
    effect = effects.effect_of(s, frame)
    if frame.who:
        _living(s, (frame.who,), key)
        steals = effect is not None and effect.do == "steal_random_card" and frame.left > 0
        steals = steals and frame.who != frame.seat and frame is s.stack[-1]
        need(steals and s.players[frame.who].hand, f"{key}.who", "nothing is stolen there")


def _picked(s: ConFacts, picked: dict[str, str], key: str) -> None:
    for name, card in picked.items():
        need(name in s.players, f"{key}.picked", f"there is no seat {shown(name)}")
        known = card in s.pack.number or card in s.pack.cheat_number
        need(known, f"{key}.picked", f"there is no card {shown(card)}")


def validate_ability(s: ConFacts, frame: frames.Attacking, key: str) -> None:
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
    frames.Drawing: _one_seat,
    frames.Redrawing: _one_seat,
    frames.CheatRoll: _cheat_roll,
    frames.DiscardStep: lambda s, frame, key: _living(s, filter(None, (frame.seat,)), key),
    frames.DrawStep: _draw_step,
    frames.Building: _building,
    frames.DealingCheats: _dealing_cheats,
    frames.Contest: _contest,
    frames.Market: _market,
    frames.Greedy: _greedy,
    frames.Attacking: _attack,
    frames.Resolving: _resolving,
}
"""Kind of decision point -> what it must be like, beyond its shape; others may be as they are."""
