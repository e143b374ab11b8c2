"""An attack of either side, from its declaration to the exhaustion of its attackers.

The Chimera's attacks are answered by people (RR-BLK-*, RR-GRD-*); attacks on the Chimera are answered by its laws,
in `chimera_defence`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from ...engine import UNHEARD, report
from ..effects import targeting
from ..facts.card_in_play import CardInPlay, named
from ..facts.situation import Log, Situation
from ..frames import Attack
from . import chimera_defence, defence, fighting, triggers

PLACES: Final = ("leftmost", "rightmost", "rightmost-aspect")
"""How an instruction names an attacker by its place."""

# --- declaring -------------------------------------------------------------------------------------------


def ordered_attack(s: Situation, side: str, unit: str, log: Log, revealed: str = "", source: str = "") -> Attack | None:
    """The attack that an instruction orders, or None where its unit cannot attack (RR-ATK-02, RR-ATK-03)."""
    able = targeting.attackers(s, side)
    if unit == "rightmost-aspect":
        able = [body for body in able if body.kind == "aspect"]
    if unit in ("revealed", "self"):
        ref = revealed if unit == "revealed" else source
        body = s.body(ref) if ref else None
        if body is None or body not in able:
            who = named(body) if body is not None else "The specified unit"
            report(log, "no-attack", "RR-ATK-03", f"{who} cannot attack.", card=ref)
            if s.settings.rules.specified_attacker_unable != "leftmost_instead" or not able:
                return None
            body = able[0]
    elif able:
        named_so = [body for body in able if body.card is not None and body.card.id == unit]
        if unit not in PLACES and not named_so:
            report(log, "no-attack", "RR-ATK-03", f"No {unit.replace('-', ' ').title()} can attack.", side=side)
            if s.settings.rules.specified_attacker_unable != "leftmost_instead":
                return None
        body = able[-1] if unit.startswith("rightmost") else named_so[0] if named_so else able[0]
    else:
        return None
    return declare_attacker(s, body, log)


def declare_attacker(s: Situation, body: CardInPlay, log: Log) -> Attack:
    """One attacker is declared, and its target found (RR-ATK-01)."""
    target, fallen_back = targeting.attack_target(s, body)
    if log is not UNHEARD:
        rules = ["RR-ATK-01"]
        if fallen_back:
            rules += ["RR-TGT-02", "RR-TGT-03"]
            text = f"{named(body)} attacks {named(target)}, for it can target no unit."
        else:
            rules.append(_rule_of(body))
            text = f"{named(body)} attacks {named(target)}."
        report(log, "attack", tuple(rules), text, attackers=[body.ref], target=target.ref, side=body.side)
    return Attack(side=body.side, attackers=(body.ref,), target=target.ref)  # type: ignore[arg-type]


def _rule_of(body: CardInPlay) -> str:
    if body.kind != "aspect" or body.card is None:
        return "RR-TGT-04"
    return {"claw_left": "RR-ATK-04", "claw_right": "RR-ATK-05"}.get(body.card.icon, "RR-ATK-06")


# --- step by step ----------------------------------------------------------------------------------------


def step_attack(s: Situation, frame: Attack, log: Log) -> None:
    """One step of an attack."""
    _STEPS[frame.step](s, frame, log)


def _reaction(s: Situation, frame: Attack, log: Log) -> None:
    s.stack[-1] = replace(frame, step="fight")
    if s.settings.windows:
        s.ask_reaction(frame.side, "battle", frame.attackers[0])


def _declared(s: Situation, frame: Attack) -> None:
    """A declaration step is over: what waited for it resolves, now or after both steps (RR-BTL-07).

    The Chimera's effects come first in its own turn; by the option the attacked player's do where the players hold the
    first player token (RR-BTL-08), and are asked for before them.
    """
    first = frame.step == "declare"
    if first and not frame.heard:
        for body in s.units():  # whoever left an earlier battle of this turn is in this one
            if body.lasting and "left_battle" in body.lasting:
                body.take_away("left_battle")
    due = first == (s.settings.rules.declaration_triggers == "after_each_step")
    players_first = s.settings.rules.simultaneous_order == "first_player_first" and s.first == "players"
    if due and players_first and frame.by == "chimera" and s.settings.windows and not frame.heard:
        s.stack[-1] = replace(frame, heard=True)
        s.ask_reaction(frame.side, "declared", frame.attackers[0])
        return
    after = "defend" if first else "reaction" if due or not s.settings.uninterrupted else "fight"
    s.stack[-1] = replace(frame, step=after, answers=())
    if due:
        _declaration_triggers(s, frame.attackers)


def _declaration_triggers(s: Situation, attackers: Sequence[str]) -> None:
    """Trigger what attackers and their neighbours do when declared (RR-BTL-07), from left to right (RR-BTL-08)."""
    if s.pack.occasions.isdisjoint(("on_attack", "neighbour_attack")):
        return
    for seat in s.seats_of.values():
        for body in [each for each in seat.facing if each.ref in attackers]:
            triggers.trigger(s, body, "on_attack", attacker=body.ref)
            triggers.trigger_those(s, triggers.neighbours(s, body), "neighbour_attack", body.ref)


def _defend(s: Situation, frame: Attack, log: Log) -> None:
    """The blockers or guards of all attackers are declared in one step of their own (RR-BTL-06)."""
    if frame.by == "player":
        chimera_defence.defend(s, frame, log)
        return
    if not frame.guards and not frame.answers:
        joined = _horde(s, frame, log)  # whoever the declaration brought along
        if joined is not frame:
            s.stack[-1] = joined
            if s.settings.rules.declaration_triggers == "after_each_step":
                _declaration_triggers(s, joined.attackers[len(frame.attackers) :])
                return
            frame = joined
    guards = list(frame.guards)
    if frame.answers:
        guards.append(str(frame.answers[0]) if frame.answers[0] != "no" else "")
        if guards[-1] and log is not UNHEARD:
            defence.report_defender(s, frame, guards[-1], frame.attackers[len(guards) - 1], log)
    while len(guards) < len(frame.attackers):
        attacker = defence.in_battle(s, frame, frame.attackers[len(guards)])
        able = defence.defenders(s, frame, attacker, guards) if attacker is not None else []
        if able:
            s.stack[-1] = replace(frame, guards=tuple(guards), answers=())
            s.push(defence.question(s, frame, attacker, able))  # type: ignore[arg-type]
            return
        guards.append("")
    _defended(s, frame, tuple(guards))


def _defended(s: Situation, frame: Attack, guards: tuple[str, ...]) -> None:
    """Who blocks or guards is settled for each attacker."""
    done = replace(frame, step="defended", guards=guards, answers=())
    if s.settings.uninterrupted and not s.due:
        _declared(s, done)
    else:
        s.stack[-1] = done


def _horde(s: Situation, frame: Attack, log: Log) -> Attack:
    """All other unexhausted Horde units join a Horde attack of the Chimera's, on the same target."""
    if frame.by == "player":
        return frame
    first = s.body(frame.attackers[0])
    if first is None or targeting.keyword(s, first, "horde") is None:
        return frame
    others = [
        body.ref
        for body in targeting.attackers(s, frame.side)
        if body.ref not in frame.attackers and targeting.keyword(s, body, "horde") is not None
    ]
    if not others:
        return frame
    names = ", ".join(named(s.body(ref)) for ref in others)  # type: ignore[arg-type]
    report(log, "horde", "RR-ATK-02", f"The horde joins the attack: {names}.", attackers=others, side=frame.side)
    return replace(frame, attackers=(*frame.attackers, *others))


def _over(s: Situation, frame: Attack, log: Log) -> None:
    s.pop(result=1)


_STEPS: Final[dict[str, Callable[[Situation, Attack, Log], None]]] = {
    "declare": lambda s, frame, log: _declared(s, _horde(s, frame, log)),
    "defend": _defend,
    "defended": lambda s, frame, log: _declared(s, frame),
    "reaction": _reaction,
    "fight": fighting.fight,
    "damage": fighting.deal_damage,
    "counter": fighting.after,
    "over": _over,
}
