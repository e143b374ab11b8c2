"""Lets units that players declare enter, or come back."""

from __future__ import annotations

from ...contract import Refusal
from ...engine import report
from ...house_rules import shown
from ..actions import Enter
from ..battle import damage
from ..chimera import battlefield
from ..facts.card_in_play import CHIMERA, CardInPlay, named
from ..facts.keywords import WORDS, words
from ..facts.situation import Log, Situation
from . import decks


def check_enter(s: Situation, seat: str, action: Enter) -> Refusal | None:
    """The keywords are known; a unit that returns did leave this turn."""
    _, _, wrong = words(action.text)
    if wrong:
        return Refusal("TABLE", f"{shown(wrong)} can be no keyword; there are {', '.join(WORDS[:8])} and others.")
    if action.onto.startswith("partner") and len(s.seats_of) < 2:
        return Refusal("TABLE", "There is no partner at this table.")
    if action.again and not any(body.ref == action.again for body in s.aside):
        return Refusal("RR-MISC-04", f"{shown(action.again)} did not leave play this turn, or went to a pile or hand.")
    return None


def do_enter(s: Situation, seat: str, action: Enter, log: Log) -> None:
    """A unit comes into play, or back into it; onto a full battlefield it is discarded instead (RR-MISC-01), the
    Chimera's excepted for a unit that is no aspect (RR-LAW-15)."""
    body = next((each for each in s.aside if each.ref == action.again), None)
    returns = body is not None
    side = next(each for each in s.seats_of if each != seat) if action.onto.startswith("partner") else seat
    if body is None:
        body = CardInPlay(kind="unit", ref=s.new_ref("u"), side=seat, owner=seat, home=seat)
        body.name, body.attack, body.life, body.recover = action.name, action.attack, action.life, action.recover
        body.keywords, body.notes, _ = words(action.text)
    else:
        s.aside.remove(body)
    aspect = body.kind == "aspect"
    if not aspect:
        body.side = side
    onto_chimera = aspect or action.onto in ("chimera", "partners-chimera")
    body.home = CHIMERA if onto_chimera else side
    if not battlefield.has_room(s, body):
        damage.discard_without_room(s, body, log)
        return
    if returns:
        body.up = True
        body.last({"left_battle": 0})
        rules: tuple[str, ...] = ("RR-MISC-02", "RR-MISC-03", "RR-MISC-04")
        text = f"{body.name} returns: the same unit, without tokens and alterations, in no battle."
    else:
        rules = ("RR-LAW-15",) if onto_chimera else ("TABLE",)
        where = " onto the Chimera's battlefield" if onto_chimera else ""
        if side != seat:
            where += f" at {named(s.seats_of[side])}'s side"
        decks.remember(s.seats_of[seat], action)
        text = f"{body.name} comes into play{where}: attack {body.attack}, life {body.life}."
    body.exhaustion = int(action.exhausted)
    there = len(s.battlefield_of(body))
    s.enter(body, action.at - 1 if 0 < action.at <= there and not onto_chimera else None)
    report(log, "entered", rules, text, card=body.ref, name=body.name, seat=body.side)
    if aspect:
        battlefield.queue_enter_effects(s, body)
