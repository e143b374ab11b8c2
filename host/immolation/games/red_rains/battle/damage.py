"""Deals damage, places wounds and exhaustion, destroys and discards (RR-BASE-03, RR-BASE-04)."""

from __future__ import annotations

from typing import Final

from ...engine import UNHEARD, report
from ..effects import targeting
from ..facts.card_in_play import CHIMERA, REDIRECT, SPELL, CardInPlay, named
from ..facts.situation import Log, Situation
from ..frames import Dying
from . import stats, triggers


def owner_name(s: Situation, owner: str) -> str:
    """Return what people call the owner of a card: the name of a Phoenixborn, or "the Chimera"."""
    body = s.body(owner)
    return "the Chimera" if body is None or owner == CHIMERA else named(body)


def _s(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


MOST_WOUNDS: Final = {"aspect": 99, "unit": 99, "phoenixborn": 99, "chimera": 999}
"""Wounds on a card; whoever has so many has fallen, and nobody counts further."""

MOST_EXHAUSTION: Final = 48
"""Exhaustion tokens on a card that anybody counts."""

# --- wounds ----------------------------------------------------------------------------------------------


def reduced_damage(s: Situation, body: CardInPlay, n: int, by: CardInPlay | None) -> int:
    """Return how much of ``n`` damage a card takes: Armored and the like prevent some, unless nothing may."""
    modified = s.pack.modified
    if by is not None and "damage_not_preventable" in modified:
        for _ in stats.own_modifiers(s, by, "damage_not_preventable"):
            return n
    if not (body.keywords or body.lasting or body.given or body.attached) and (
        body.card is None or not body.card.ongoing
    ):
        return n
    if "no_damage" in modified:
        for _ in stats.own_modifiers(s, body, "no_damage"):
            return 0
    if "prevent" in body.lasting:
        n = max(0, n - body.lasting["prevent"])
        body.take_away("prevent")
    armored = targeting.keyword(s, body, "armored")
    if armored:
        n = max(0, n - armored)
    if "damage_taken_max" in modified:
        for modifier in stats.own_modifiers(s, body, "damage_taken_max"):
            n = min(n, modifier.n)
    return n


def deal(
    s: Situation, body: CardInPlay, n: int, log: Log, rule: str, by: CardInPlay | None = None, *, judge: bool = True
) -> int:
    """Deal damage, some of which may be prevented; returns what was taken.

    Destroys what has wounds enough (RR-BASE-03), unless the caller calls `check_destroyed` later.
    """
    if n <= 0 or not body.up:
        return 0
    taken = reduced_damage(s, body, n, by)
    if body.lasting:
        taken = _redirected(s, body, taken, log, rule, by)
    if log is not UNHEARD:  # a search takes most of its time here, and nobody reads the words
        less = f", {n - taken} of it prevented" if taken < n else ""
        source = f" by {named(by)}" if by is not None else ""
        text = f"{named(body)} is dealt {n} damage{source}{less}."
        report(log, "damaged", rule, text, card=body.ref, damage=n, wounds=taken)
    body.wounds = min(body.wounds + taken, MOST_WOUNDS[body.kind])
    if judge and body.wounds >= stats.life(s, body):
        check_destroyed(s, body, log, by)
    return taken


def _redirected(s: Situation, body: CardInPlay, n: int, log: Log, rule: str, by: CardInPlay | None) -> int:
    """Deal to another card what a player said that it takes of this damage; returns what is left (RR-DMG-02)."""
    for word in [each for each in body.lasting if each.startswith(REDIRECT)]:
        other, moved = s.body(word.removeprefix(REDIRECT)), min(n, body.lasting[word])
        if not moved:
            break
        body.take_away(word)
        if other is None or not other.up:
            continue
        n -= moved
        text = f"{moved} damage to {named(body)} goes to {named(other)} instead."
        report(log, "redirected", "RR-DMG-02", text, card=body.ref, to=other.ref, damage=moved)
        deal(s, other, moved, log, rule, by)
    return n


def place_wounds(s: Situation, body: CardInPlay, n: int, log: Log, rule: str) -> int:
    """Place wound tokens: placed, not dealt, so nothing that answers damage applies."""
    if n <= 0 or not body.up:
        return 0
    if log is not UNHEARD:
        text = f"{_s(n, 'wound token')} {'is' if n == 1 else 'are'} placed on {named(body)}."
        report(log, "wound-tokens", rule, text, card=body.ref, wounds=n)
    body.wounds = min(body.wounds + n, MOST_WOUNDS[body.kind])
    check_destroyed(s, body, log)
    return n


def check_destroyed(s: Situation, body: CardInPlay, log: Log, by: CardInPlay | None = None) -> None:
    """Destroy a card whose wounds reach its life; if a Phoenixborn or the Chimera falls, the game ends (RR-BASE-03)."""
    if body.wounds >= stats.life(s, body):
        if body.kind in ("phoenixborn", "chimera"):
            end_with_fall(s, body, log)
        elif not has_left_play(s, body):
            destroy(s, body, log, "RR-BASE-03", by)


def heal(s: Situation, body: CardInPlay, n: int, log: Log, rule: str) -> int:
    """Take wound tokens off; returns how many."""
    healed = min(n, body.wounds)
    if healed:
        body.wounds -= healed
        if log is not UNHEARD:
            text = f"{_s(healed, 'wound')} leave{'s' if healed == 1 else ''} {named(body)}."
            report(log, "healed", rule, text, card=body.ref, wounds=healed)
    return healed


def check_all_destroyed(s: Situation, log: Log) -> None:
    """Whatever has wounds equal to its life by now is destroyed, as when a life bonus goes (RR-BASE-03)."""
    for body in s.units():
        if body.wounds and body.up and body.wounds >= stats.life(s, body) and not has_left_play(s, body):
            destroy(s, body, log, "RR-BASE-03")


def end_with_fall(s: Situation, body: CardInPlay, log: Log) -> None:
    """A Phoenixborn or the Chimera falls: the game is decided (RR-BASE-03)."""
    if s.ending is not None:
        return
    won = body.kind == "chimera"
    reason = f"{named(body)} has fallen: {'the players win' if won else 'the Chimera wins'}."
    report(log, "fallen", "RR-BASE-03", reason, card=body.ref)
    s.decide(won, "RR-BASE-03", reason)


# --- exhaustion ------------------------------------------------------------------------------------------


def exhaust(s: Situation, body: CardInPlay, n: int, log: Log, rule: str) -> int:
    """Place exhaustion tokens; an Ephemeral card is destroyed by it. Returns how many were placed."""
    if n <= 0 or not body.up:
        return 0
    ephemeral = targeting.keyword(s, body, "ephemeral") is not None
    body.exhaustion = min(body.exhaustion + n, MOST_EXHAUSTION)
    if log is not UNHEARD:
        text = f"{_s(n, 'exhaustion token')} {'is' if n == 1 else 'are'} placed on {named(body)}."
        report(log, "exhausted", rule, text, card=body.ref, tokens=n)
    if ephemeral and body.kind not in ("phoenixborn", "chimera"):
        destroy(s, body, log, rule)
    return n


def ready(s: Situation, body: CardInPlay, n: int, log: Log, rule: str) -> int:
    """Take exhaustion tokens off; returns how many."""
    taken = min(n, body.exhaustion)
    if taken:
        body.exhaustion -= taken
        if log is not UNHEARD:
            text = f"{_s(taken, 'exhaustion token')} leave{'s' if taken == 1 else ''} {named(body)}."
            report(log, "readied", rule, text, card=body.ref, tokens=taken)
    return taken


def remove_status_tokens(s: Situation, body: CardInPlay, n: int, log: Log, rule: str) -> int:
    """Take status tokens off an aspect; every loss is one that others may answer. Returns how many."""
    taken = min(n, body.status)
    for _ in range(taken):
        body.status -= 1
        if log is not UNHEARD:
            text = f"A status token leaves {named(body)}: {body.status} left."
            report(log, "status-token", rule, text, card=body.ref, left=body.status)
        if body.home == CHIMERA:
            triggers.trigger_all(s, body.side, "status_lost")
    return taken


# --- leaving play ----------------------------------------------------------------------------------------


def has_left_play(s: Situation, body: CardInPlay) -> bool:
    """No longer on a battlefield."""
    if body.kind in ("phoenixborn", "chimera"):
        return False
    return body not in s.battlefield_of(body)


def destroy(s: Situation, body: CardInPlay, log: Log, rule: str, by: CardInPlay | None = None) -> bool:
    """Destroy a card, whatever its wounds. It leaves play when what its end triggers is done (RR-MISC-06)."""
    if body.kind in ("phoenixborn", "chimera") or has_left_play(s, body) or not body.up:
        return False
    if log is not UNHEARD:
        text = f"{named(body)} is destroyed."
        report(log, "destroyed", (rule,), text, card=body.ref, name=body.name, by=by.ref if by is not None else "")
    _blood(s, body, log)
    triggers.trigger(s, body, "on_destroyed")
    s.battlefield_of(body).remove(body)
    s.dying.append(body)
    s.queue(Dying(ref=body.ref))
    return True


def discard(s: Situation, body: CardInPlay, log: Log, rule: str) -> bool:
    """Discard a card from play: it is not destroyed, but an aspect's blood counts (RR-BASE-04)."""
    if body.kind in ("phoenixborn", "chimera") or has_left_play(s, body):
        return False
    report(log, "discarded", rule, f"{named(body)} is discarded from play.", card=body.ref, name=body.name)
    _blood(s, body, log)
    s.battlefield_of(body).remove(body)
    go_to_pile(s, body, log)
    return True


def discard_without_room(s: Situation, body: CardInPlay, log: Log) -> None:
    """A unit that would come into play onto a full battlefield is discarded instead (RR-MISC-01).

    It was not in play, so no blood counts and it is not destroyed.
    """
    text = f"{named(body)} finds a full battlefield."
    report(log, "full", "RR-MISC-01", text, card=body.ref, name=body.name, seat=body.side)
    text = f"{named(body)} is discarded instead of coming into play."
    report(log, "discarded", "RR-MISC-01", text, card=body.ref, name=body.name)
    go_to_pile(s, body, log)


def _blood(s: Situation, body: CardInPlay, log: Log) -> None:
    """As many wound tokens as its blood are put on the Chimera; placed, not dealt (RR-BASE-04)."""
    if body.kind != "aspect" or not body.blood or s.settings.rules.aspect_destroyed != "discard_and_blood":
        return
    place_wounds(s, s.chimera, body.blood, log, "RR-BASE-04")


def go_to_pile(s: Situation, body: CardInPlay, log: Log) -> None:
    """A card that has left its battlefield goes where it belongs: piles, dice, spells on it."""
    remove_attachments(s, body, log)
    if body.kind == "aspect":
        if body.card is None:  # face down and never seen: chance says what it was only when it is needed
            return
        if body.card.id in s.pack.aspects:
            s.to_discard(body.card.id)
        return
    if log is UNHEARD:
        return
    pile = "conjuration pile" if stats.is_conjuration(body) else "discard pile"
    text = f"{named(body)} goes to the {pile} of {owner_name(s, body.owner)}."
    report(log, "left", ("RR-BASE-04",), text, card=body.ref, owner=body.owner)


def remove_attachments(s: Situation, body: CardInPlay, log: Log) -> None:
    """Tokens, alterations and dice leave a card that leaves play (RR-MISC-02, RR-DICE-01)."""
    return_dice(s, body, log, "RR-DICE-01")
    if body.spells:
        for spell, whose in sorted(body.spells.items()):
            text = f"{spell} goes to the discard pile of {owner_name(s, whose)}."
            report(log, "left", "RR-BASE-04", text, card=body.ref, owner=whose)
    body.wounds = body.exhaustion = body.status = 0
    if body.given:
        body.end([each for each in body.given if each.until == SPELL])
    body.attached = {}
    body.spells = {}
    body.under = {}


def return_dice(s: Situation, body: CardInPlay, log: Log, rule: str) -> None:
    """Dice on a card go to the exhausted pool of whose dice they are (RR-DICE-01)."""
    if body.dice_on == 0:
        return
    for seat, n in sorted(body.dice_of.items()):
        pool = s.seats_of[seat].dice
        if pool is not None:
            pool["exhausted"] += n
        what = "1 die on {} goes" if n == 1 else f"{n} dice on {{}} go"
        text = f"{what.format(named(body))} to the exhausted pool of {owner_name(s, seat)}."
        report(log, "dice-returned", rule, text, card=body.ref, dice=n, seat=seat)
    body.dice_of = {}


def step_dying(s: Situation, frame: Dying, log: Log) -> None:
    """Put a destroyed card where it belongs, once all that it triggered is done, unless it came back meanwhile."""
    s.pop()
    for body in s.dying:
        if body.ref == frame.ref:
            s.dying.remove(body)
            go_to_pile(s, body, log)
            return
