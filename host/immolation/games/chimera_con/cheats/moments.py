"""Ask whether somebody cheats: in which words, and whom a table waits for (CC-CHEAT-07).

It waits for whom a card that it may hold could still serve, by what lies open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from ..cards.pack import Cheat, Effect, stone
from ..facts.chimera import health
from ..facts.con_facts import ConFacts, name_of
from ..frames import Attacking, CheatRoll, Contest, DiscardStep, Frame, TurnEnd
from ..rounds import attack, market
from .effects import does_something
from .timings import TIMINGS

BEFORE_DICE: Final = (
    "before you roll to attack",
    "before another player rolls to attack",
    "after an attack on you is declared, before dice",
)
"""Timings that end with the declaration of an attack."""

DEFENCE_STATS: Final = ("might", "speed")
"""Stats that Poisonous halves (CC-POIS-01)."""


Matters = Callable[[ConFacts, str, Any, str, Effect], bool]
"""Whether this is the last chance for an effect of a timing to change what is going on for a seat."""


def _after_turn(s: ConFacts, frame: TurnEnd) -> list[str]:
    """The seats that a card for this moment could serve, or one that a Market Phase that comes next forbids."""
    return [seat for seat in s.in_order(s.turn) if _served(s, seat, frame, _at_turn_end)]


def _in_attack(s: ConFacts, frame: Attacking) -> list[str]:
    """Return the seats that a card could serve at its last chance in this stage.

    Before the dice everybody; then one of attacker and target: whom the dice speak against, else the other. Whoever
    has let it pass is in the list all the same.
    """
    matters = STAGES.get(frame.stage, _before_damage)
    if frame.stage == "declared":
        return [seat for seat in s.in_order(s.turn) if _served(s, seat, frame, matters)]
    attacker, target = frame.seat, frame.target
    hits = frame.stage == "defence-rolled" and frame.hits
    pair = (target, attacker) if hits or frame.stage == "attack-rolled" else (attacker, target)
    return [seat for seat in pair if seat and _served(s, seat, frame, matters)][:1]


def _in_contest(s: ConFacts, frame: Contest) -> list[str]:
    """Whoever does not lead alone and could roll again."""
    return [seat for seat in frame.seats if not _ahead(seat, frame) and _served(s, seat, frame, _rolls_again)]


def _in_cheat_roll(s: ConFacts, frame: CheatRoll) -> list[str]:
    """Return the seat whose cheat has failed, as long as its die could be rolled again."""
    seat = frame.seat
    return [seat] if _served(s, seat, frame, _rolls_again) else []


def at_stake(s: ConFacts, seat: str) -> bool:
    """True for whoever takes damage next if the dice stay as they are."""
    top = attack.on_top(s)
    if top is None or top.stage != "defence-rolled":
        return False
    victim, points = attack.damage_due(s, top, attack.ability_of(s, top))
    return victim == seat and points > 0


def _served(s: ConFacts, seat: str, frame: Any, matters: Matters) -> bool:
    player = s.players[seat]
    if player.eliminated or player.airborne or not player.hand.cheats:
        return False
    return any(
        TIMINGS[cheat.timing](s, seat)
        and any(matters(s, seat, frame, cheat.timing, effect) for effect in cheat.effects)
        and _may_be_held(s, cheat)
        for cheat in s.pack.cheats
    )


def _may_be_held(s: ConFacts, cheat: Cheat) -> bool:
    """True if a copy of a card lies nowhere in the open: a hand might hold it."""
    card = cheat.id
    playing = sum(frame.played == card for frame in s.stack)
    return s.discard.cheats.count(card) + s.market.cheats.count(card) + playing < s.pack.copies[card]


def _rolls_again(s: ConFacts, seat: str, frame: CheatRoll | Contest, timing: str, effect: Effect) -> bool:
    return effect.do == "reroll_own_die"


def _at_turn_end(s: ConFacts, seat: str, frame: TurnEnd, timing: str, effect: Effect) -> bool:
    """Cards for this moment, and those that the Market Phase forbids when it comes next."""
    closes = s.merchant == s.turn and s.merchant_turns >= market.MERCHANT_TURNS
    if timing != "at the end of any turn" and not (closes and timing == "any time but the Market Phase"):
        return False
    return _could_act(s, seat, effect)


def _could_act(s: ConFacts, seat: str, effect: Effect) -> bool:
    """True if an effect could change anything for a seat, as far as all can see."""
    player = s.players[seat]
    match effect.do:
        case "become_merchant" | "heal" | "end_condition":
            return does_something(s, seat, effect)
        case "end_petrify":
            return any(map(stone, player.parts))
        case "replace_part":
            return bool(player.creatures)
        case "take_from_market":
            return bool(s.market)
        case "steal_random_card":
            others = (s.players[other] for other in s.living() if other != seat)
            return any(other.hand for other in others)
        case _:
            return True


def _ahead(seat: str, frame: Contest) -> bool:
    """True for the one who has rolled more than everybody else."""
    sums = frame.sums()
    own = sums.pop(seat)
    return all(own > other for other in sums.values())


def _before_dice(s: ConFacts, seat: str, frame: Attacking, timing: str, effect: Effect) -> bool:
    """An attack is declared: dice of the attacker, and cards that are for this moment alone."""
    if effect.do in ("add_attack_dice", "remove_attack_dice"):
        return (frame.seat == seat) == (effect.do == "add_attack_dice")
    return timing in BEFORE_DICE and _could_act(s, seat, effect)


def _before_defence(s: ConFacts, seat: str, frame: Attacking, timing: str, effect: Effect) -> bool:
    """The attack is rolled: the attacker's own dice, and what changes those of the defence."""
    ability = attack.ability_of(s, frame)
    if ability.requires is not None and sum(frame.attack) < ability.requires.at_least:
        return frame.seat == seat and effect.do == "reroll_own_die"
    if ability.attack is None or frame.defence_need >= 0:
        return False
    if frame.target != seat:
        return effect.do == "reroll_own_die" and min(frame.attack, default=6) < 6
    if effect.do == "end_condition":
        return effect.condition == "poisonous" and s.players[seat].poisonous and ability.defend in DEFENCE_STATS
    last = timing == "before you roll in defence" or effect.do in ("add_defence_dice", "replace_part")
    return last and _could_act(s, seat, effect)


def _before_damage(s: ConFacts, seat: str, frame: Attacking, timing: str, effect: Effect) -> bool:
    """Both have rolled: what changes the dice, the damage, or whether its victim survives it."""
    ability = attack.ability_of(s, frame)
    victim, points = attack.damage_due(s, frame, ability)
    behind = (frame.target == seat) == frame.hits
    if effect.do == "reroll_own_die":
        own = frame.attack if frame.seat == seat else frame.defence
        gains = victim and points < health(s, victim) - s.players[victim].damage and min(own, default=6) < 6
        return bool(own) and (behind or bool(gains))
    if victim != seat:
        return False
    if effect.do in ("cancel_attack", "reduce_damage"):
        proof = effect.do == "cancel_attack" or effect.elemental or not frame.hits or "elemental" not in ability.tags
        return points > 0 and proof
    doomed = points >= health(s, seat) - s.players[seat].damage
    return doomed and effect.do in ("heal", "replace_part") and _could_act(s, seat, effect)


STAGES: Final[dict[str, Matters]] = {"declared": _before_dice, "attack-rolled": _before_defence}
"""Stage of an attack -> what is a last chance there; later ones are before the damage."""


# --- the dice speak against a seat -----------------------------------------------------------------------


def _contest_lost(s: ConFacts, frame: Contest, seat: str) -> bool:
    sums = frame.sums()
    return sums.get(seat, max(sums.values())) < max(sums.values())


def _attack_lost(s: ConFacts, frame: Attacking, seat: str) -> bool:
    if frame.stage == "attack-rolled":
        needed = attack.ability_of(s, frame).requires
        return frame.seat == seat and needed is not None and sum(frame.attack) < needed.at_least
    return frame.stage == "defence-rolled" and (frame.target if frame.hits else frame.seat) == seat


# --- in which words --------------------------------------------------------------------------------------


def words(s: ConFacts, frame: Frame) -> str:
    """Say what is going on, for those who are asked whether they cheat."""
    moment = MOMENTS.get(type(frame))
    own = "" if moment is None else moment.words(s, frame)
    return own or frame.doing.format(turn=name_of(s.turn))


def closed(s: ConFacts, frame: Frame) -> bool:
    """True where only those who are waited for are asked, since nobody else decides anything."""
    moment = MOMENTS.get(type(frame))
    return moment is not None and moment.closed(s, frame)


def _attack_goes(s: ConFacts, frame: Attacking) -> str:
    at = f" against {name_of(frame.target)}" if frame.target else ""
    ours, theirs = sum(frame.attack), sum(frame.defence)
    dice = {
        "declared": "",
        "attack-rolled": f" and rolls {ours}",
        "defence-rolled": f", {ours} against {theirs}: " + (f"a hit by {ours - theirs}" if frame.hits else "a miss"),
        "petrify": " and hits",
    }
    return f"{name_of(frame.seat)} uses {attack.ability_of(s, frame).name}{at}{dice[frame.stage]}."


def _rolls(s: ConFacts, frame: Contest) -> str:
    rolls = ", ".join(f"{name_of(name)} {rolled}" for name, rolled in frame.sums().items())
    return f"The rolls are {rolls}."


# --- whom it concerns ------------------------------------------------------------------------------------


def _both(s: ConFacts, frame: Attacking) -> Sequence[str]:
    if frame.stage == "petrify":
        return ()
    if frame.stage == "declared":
        return s.in_order(s.turn)
    return [seat for seat in (frame.seat, frame.target) if seat in s.players]


def _waits_little(s: ConFacts, frame: Frame) -> bool:
    return s.rules.cheat_windows == "where_it_matters"


class Moment(NamedTuple):
    """A kind of decision point at which cheats are more than a courtesy."""

    words: Callable[[ConFacts, Any], str] = lambda s, frame: ""
    """What is going on, where its frame does not say it."""

    concerned: Callable[[ConFacts, Any], Sequence[str]] = lambda s, frame: ()
    """Whom it concerns, whatever could still change it; with opt:cheat_windows ``every_stage`` all are waited for."""

    served: Callable[[ConFacts, Any], Sequence[str]] = lambda s, frame: ()
    """Whom a card that it may hold could still serve, at its last chance to do so (CC-CHEAT-07)."""

    closed: Callable[[ConFacts, Any], bool] = lambda s, frame: False
    """True where only those who are waited for are asked, since nobody else decides anything."""

    against: Callable[[ConFacts, Any, str], bool] = lambda s, frame, seat: False
    """Whether the dice on the table speak against a seat."""


MOMENTS: Final[dict[type[Frame], Moment]] = {
    DiscardStep: Moment(lambda s, frame: f"{name_of(frame.seat)} discards." if frame.seat else ""),
    TurnEnd: Moment(concerned=lambda s, frame: s.in_order(s.turn), served=_after_turn, closed=_waits_little),
    Attacking: Moment(
        _attack_goes,
        concerned=_both,
        served=_in_attack,
        closed=lambda s, frame: frame.stage != "petrify" and _waits_little(s, frame),
        against=_attack_lost,
    ),
    Contest: Moment(
        _rolls,
        concerned=lambda s, frame: frame.seats,
        served=_in_contest,
        closed=_waits_little,
        against=_contest_lost,
    ),
    CheatRoll: Moment(
        lambda s, frame: f"{s.pack.title(frame.card)} fails with a 1.",
        concerned=lambda s, frame: [frame.seat],
        served=_in_cheat_roll,
        closed=lambda s, frame: True,
        against=lambda s, frame, seat: frame.seat == seat,
    ),
}
"""Kind of frame -> what it is for those who may cheat; at others that are `Frame.cheatable` nobody is waited for."""
