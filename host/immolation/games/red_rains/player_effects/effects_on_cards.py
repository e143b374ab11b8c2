"""Carries out what players declare that a printed card does to a card in play, or to all of a kind.

The host checks what it can know: that the card is in play, may be chosen, that the moment allows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...contract import Refusal
from ...engine import report
from ...house_rules import shown
from ..actions import Area, Effect
from ..battle import damage, lasting, stats
from ..chimera import battlefield
from ..effects import targeting
from ..facts.card_in_play import CHIMERA, REDIRECT, SPELL, CardInPlay, named
from ..facts.keywords import gifts
from ..facts.situation import Log, Situation
from ..rounds.dice_payment import forbidden
from . import lasting_changes

MOST_EXHAUSTION: Final = 12
"""Exhaustion tokens on one card; nobody has more to hand."""


COUNTED: Final[dict[str, Callable[[Situation, CardInPlay, int, Log, str], int]]] = {
    "damage": damage.deal,
    "wound": damage.place_wounds,
    "heal": damage.heal,
    "exhaust": damage.exhaust,
    "ready": damage.ready,
    "take-status": damage.remove_status_tokens,
}
"""What is done to a card so many times."""


def _timing(s: Situation, timing: str) -> Refusal | None:
    """Reactions and effects limited to a turn belong to the player turns phase (RR-TIME-01, RR-TIME-02)."""
    if timing == "reaction" and not s.in_turns:
        return Refusal("RR-TIME-01", "Reactions are played in the player turns phase only.")
    if timing == "once-a-turn" and not s.in_turns:
        return Refusal("RR-TIME-02", "What is limited to a turn cannot be used outside a turn.")
    return None


def check_effect(s: Situation, seat: str, action: Effect) -> Refusal | None:
    """The card is in play, may be chosen, and the moment allows it."""
    refusal = _timing(s, action.timing)
    if refusal is not None:
        return refusal
    body = s.body(action.on)
    if body is None:
        if any(dying.ref == action.on for dying in s.dying) and action.what == "return":
            return Refusal("RR-MISC-06", f"{action.on} is destroyed and on its way out.")
        return Refusal("TABLE", f"Nothing in play is called {shown(action.on)}.")
    if not body.up:
        return Refusal("RR-BASE-05", "A face-down aspect is not in play and cannot be targeted.")
    if action.source == "spell":
        kind = "reaction" if action.timing == "reaction" else "action"
        glare = forbidden(s, seat, "no_spells", kind)
        if glare is not None:
            return Refusal("RR-ABIL-07", f"While {named(glare)} is unexhausted no {kind} spells may be played.")
    if body.home == CHIMERA and body.kind != "chimera" and not targeting.may_choose(s, body, f"player-{action.source}"):
        return Refusal("RR-TGT-01", f"{named(body)} cannot be chosen now.")
    if action.by:
        source = s.body(action.by)
        if source is None or source.home != seat:
            return Refusal("TABLE", f"{named(s.seats_of[seat])} controls no {shown(action.by)}.")
        if stats.exhausted(s, source) and "inexhaustible" not in source.keywords:
            return Refusal("RR-ABIL-03", f"{named(source)} is exhausted: its text is inactive.")
    elif action.cost:
        return Refusal("RR-ABIL-05", "Name the card that exhausts as the price.")
    return _possible(s, body, action)


def _possible(s: Situation, body: CardInPlay, action: Effect) -> Refusal | None:
    what, great = action.what, body.kind in ("phoenixborn", "chimera")
    if great and what in ("destroy", "discard", "remove", "return", "to-hand", "remove-from-battle"):
        return Refusal("TABLE", f"{named(body)} cannot leave play.")
    if great and what == "add-status":
        return Refusal("TABLE", f"{named(body)} bears no status tokens; units do.")
    if what == "exhaust" and body.exhaustion + action.n > MOST_EXHAUSTION:
        return Refusal("TABLE", f"{named(body)} would have more than {MOST_EXHAUSTION} exhaustion tokens.")
    if what == "ready" and not body.exhaustion:
        return Refusal("TABLE", f"{named(body)} has no exhaustion token.")
    if what == "heal" and not body.wounds:
        return Refusal("TABLE", f"{named(body)} has no wounds.")
    if what == "take-status" and not body.status:
        return Refusal("TABLE", f"{named(body)} has no status token.")
    if what == "remove" and body.kind != "aspect":
        return Refusal("TABLE", "Only aspects are removed from the game; units are discarded.")
    if what == "to-hand" and body.kind == "aspect":
        return Refusal("TABLE", "The Chimera has no hand: an aspect is discarded, or removed from the game.")
    if what in lasting_changes.CHANGES:
        return lasting_changes.check_change(s, body, action)
    if what == "redirect":
        other = s.body(action.to)
        if other is None or not other.up or other is body:
            return Refusal("RR-DMG-02", "Name another card in play that takes the damage.")
    if what == "attach" and not 0 < len(action.word.strip()) <= 40:
        return Refusal("TABLE", "Name the alteration spell, in at most 40 characters.")
    if what == "attach":
        _, wrong = gifts(action.gives) if action.gives.strip() else ({}, "")
        if wrong:
            return Refusal("TABLE", f"{shown(wrong)} can be no keyword and no value.")
    if what == "detach" and action.word not in body.spells and action.word not in body.attached:
        return Refusal("TABLE", f"There is no {shown(action.word)} on {named(body)}.")
    return None


def do_effect(s: Situation, seat: str, action: Effect, log: Log) -> None:
    """Carry out what a printed card does; its price first, and then completely (RR-ABIL-05)."""
    body = s.in_play(action.on)
    if action.cost:
        damage.exhaust(s, s.in_play(action.by), 1, log, "RR-ABIL-05")
    what, n = action.what, action.n
    rule = "RR-LAW-14" if body.kind == "chimera" else "RR-LAW-13" if body.kind == "aspect" else "TABLE"
    if what in COUNTED:
        COUNTED[what](s, body, n, log, rule)
    elif what in ("destroy", "discard"):
        (damage.destroy if what == "destroy" else damage.discard)(s, body, log, rule)
    elif what in _LEAVES:
        s.battlefield_of(body).remove(body)
        damage.remove_attachments(s, body, log)
        _LEAVES[what](s, body, log)
    elif what == "add-status":
        body.status = min(99, body.status + n)
        report(log, "status-tokens", "RR-TIME-03", f"{named(body)} has {body.status} status tokens.",
               card=body.ref, tokens=body.status)  # fmt: skip
    else:
        _change(s, seat, body, action, log)


def _change(s: Situation, seat: str, body: CardInPlay, action: Effect, log: Log) -> None:
    if action.what in lasting_changes.CHANGES:
        lasting_changes.give(s, body, action, log)
    elif action.what == "attach":
        body.spells = {**body.spells, action.word: seat}
        report(log, "attached", "TABLE", f"{action.word} is put on {named(body)}.", card=body.ref, by=seat)
        found, _ = gifts(action.gives) if action.gives.strip() else ({}, "")
        if found:
            lasting.give(body, found, SPELL, action.word)
            text = f"{named(body)} is given by {action.word}: {lasting_changes.in_words(found)}."
            report(log, "granted", "RR-ABIL-10", text, card=body.ref, words=list(found))
    elif action.what == "detach":
        if action.word in body.spells:
            body.spells = {word: whose for word, whose in body.spells.items() if word != action.word}
            report(log, "detached", "TABLE", f"{action.word} leaves {named(body)}.", card=body.ref, by=seat)
        else:
            battlefield.detach(s, action.word, body, 1, log, "TABLE")
    elif action.what == "prevent":
        n = min(99, body.lasting.get("prevent", 0) + action.n)
        body.last({"prevent": n})
        text = f"{n} of the next damage to {named(body)} is prevented this turn."
        report(log, "prevents", "RR-DMG-01", text, card=body.ref, damage=n)
    elif action.what == "redirect":
        other = s.in_play(action.to)
        body.last({REDIRECT + action.to: action.n})
        text = f"{action.n} of the next damage to {named(body)} goes to {named(other)} this turn."
        report(log, "redirects", "RR-DMG-02", text, card=body.ref, to=other.ref, damage=action.n)
    else:
        body.last({"left_battle": 0})
        report(log, "left-battle", "RR-BTL-01", f"{named(body)} is removed from battle.", card=body.ref)


def _remove(s: Situation, body: CardInPlay, log: Log) -> None:
    """An aspect is removed from the game: its blood does not count, for it is neither destroyed nor discarded."""
    assert body.card is not None
    if body.card.id in s.pack.aspects:
        s.removed[body.card.id] = s.removed.get(body.card.id, 0) + 1
    report(log, "removed", "RR-LAW-23", f"{named(body)} is removed from the game.", card=body.ref)


def _set_aside(s: Situation, body: CardInPlay, log: Log) -> None:
    """A unit leaves play and may return as the same this turn (RR-MISC-04); tokens and alterations go (RR-MISC-02)."""
    s.aside.append(body)
    text = f"{named(body)} leaves play and is set aside."
    report(log, "set-aside", ("RR-MISC-02", "RR-MISC-04"), text, card=body.ref)


def _to_hand(s: Situation, body: CardInPlay, log: Log) -> None:
    """A unit goes to its owner's hand, a conjuration to its pile; it is neither destroyed nor discarded."""
    where = "conjuration pile" if stats.is_conjuration(body) else "hand"
    text = f"{named(body)} goes to the {where} of {damage.owner_name(s, body.owner)}."
    report(log, "left", "TABLE", text, card=body.ref, owner=body.owner)


_LEAVES: Final = {"remove": _remove, "return": _set_aside, "to-hand": _to_hand}
"""What becomes of a card that leaves its battlefield."""


def check_area(s: Situation, seat: str, action: Area) -> Refusal | None:
    """A range that has anything in it; an effect on all of nothing does nothing."""
    if action.least > action.most:
        return Refusal("TABLE", f"No {action.value or 'value'} is at least {action.least} and at most {action.most}.")
    return None


def _value(s: Situation, body: CardInPlay, value: str) -> int:
    """A value of a card as a Law names it."""
    now = {"attack": stats.attack, "life": stats.life, "recover": stats.recover}.get(value)
    return now(s, body) if now is not None else int(getattr(body, value))


def do_area(s: Situation, seat: str, action: Area, log: Log) -> None:
    """All of something on the own battlefield and the one facing it, nothing beside a partner's (RR-LAW-18)."""
    rules = {"damage": "RR-LAW-19", "exhaust-unexhausted": "RR-LAW-20"}
    rule = "RR-LAW-22" if action.law else rules.get(action.what, "RR-LAW-18")
    found: list[CardInPlay] = []
    if action.units in ("both", "own"):
        found += s.seats_of[seat].units
    if action.units in ("both", "facing"):
        found += s.seats_of[seat].facing
    for body in found:
        if not body.up or damage.has_left_play(s, body):
            continue
        if action.type == "conjuration" and not stats.is_conjuration(body):
            continue
        if action.type == "ally" and body.kind != "aspect" and stats.is_conjuration(body):
            continue
        if action.value and not action.least <= _value(s, body, action.value) <= action.most:
            continue
        if action.what in ("damage", "wound"):
            COUNTED[action.what](s, body, action.n, log, rule)
        elif action.what == "destroy":
            damage.destroy(s, body, log, rule)
        elif action.what == "exhaust" or not stats.exhausted(s, body):
            damage.exhaust(s, body, min(action.n, MOST_EXHAUSTION), log, rule)
