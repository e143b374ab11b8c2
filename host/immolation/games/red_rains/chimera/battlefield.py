"""Brings cards onto battlefields: reveals, added aspects, summons, attachments; and draws for the Chimera."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from ...engine import UNHEARD, report
from ..battle import attack as attacks
from ..battle import damage
from ..cards.card_records import Conjured
from ..effects.effect import effects_from
from ..effects.effect_context import resolve
from ..facts.card_in_play import CHIMERA, CardInPlay, named
from ..facts.situation import Log, Situation
from ..frames import Adding, Drawing, Handling, Revealing
from . import piles

# --- reveals ---------------------------------------------------------------------------------------------


def reveal_frame(s: Situation, side: str, log: Log) -> Revealing | None:
    """The frame that turns up the leftmost face-down aspect (RR-REV-01); None where there is none (RR-REV-05)."""
    for body in s.seats_of[side].facing:
        if not body.up:
            return Revealing(side=side, ref=body.ref)  # type: ignore[arg-type]
    report(log, "nothing-to-reveal", "RR-REV-05", "No aspect is face down: the Reveal does nothing.", side=side)
    if s.settings.rules.reveal_none == "attack_leftmost":
        begun = attacks.ordered_attack(s, side, "leftmost", log)
        if begun is not None:
            s.queue(begun)
    return None


def identify(s: Situation, body: CardInPlay, card: str) -> None:
    """From now on everybody knows which card this aspect is."""
    record = s.pack.cards[card]
    body.card, body.aspect = record, card
    body.name = record.name or record.id
    body.blood = record.blood
    body.keywords = s.pack.keywords[card]


def step_revealing(s: Situation, frame: Revealing, log: Log) -> None:
    """Flip, place status tokens, then enter-play abilities (RR-REV-04)."""
    body = s.body(frame.ref)
    if frame.step == "flip":
        if body is None or body.up:
            s.pop(result=0)
            return
        if body.card is None:
            if not frame.answers:
                s.ask_card("reveal", body.ref)
                return
            card = str(frame.answers[0])
            piles.remove_revealed(s, card)
            identify(s, body, card)
        body.up = True
        assert body.card is not None
        if log is not UNHEARD:
            slot = s.battlefield_of(body).index(body) + 1
            text = f"{body.name} is revealed in slot {slot}."
            report(log, "revealed", ("RR-REV-01",), text, card=body.ref, name=body.name, aspect=body.card.id, slot=slot)
        place_status_tokens(body, log, "RR-REV-02")
        if s.settings.uninterrupted:
            _revealed(s, frame, body)
            return
        s.stack[-1] = replace(frame, step="reaction", answers=())
        if s.settings.windows:
            s.ask_reaction(frame.side, "reveal", body.ref)
    elif frame.step == "reaction":
        _revealed(s, frame, body)
    else:
        _over(s, frame)


def _revealed(s: Situation, frame: Revealing, body: CardInPlay | None) -> None:
    """Enter-play abilities, where it is still there, come before what waits for the reveal."""
    if body is not None and body.up:
        queue_enter_effects(s, body)
    if s.settings.uninterrupted and not s.due:
        _over(s, frame)
    else:
        s.stack[-1] = replace(frame, step="enter", answers=())


def _over(s: Situation, frame: Revealing) -> None:
    s.pop(result=1, revealed=frame.ref)


def place_status_tokens(body: CardInPlay, log: Log, rule: str) -> None:
    """Status tokens up to the printed pips (RR-REV-02)."""
    pips = body.card.status_pips if body.card is not None else 0
    if pips > body.status:
        body.status = pips
        noun = "status token" if pips == 1 else "status tokens"
        report(log, "status-tokens", rule, f"{body.name} has {pips} {noun}.", card=body.ref, tokens=pips)


def queue_enter_effects(s: Situation, body: CardInPlay) -> None:
    """Queue the enter-play ability and what Constrict does; both concern the player opposite (RR-REV-03)."""
    if body.card is not None:
        if body.card.enter:
            resolve(s, body.card.enter, body.side, nature="enter", rule="RR-REV-03", source=body.ref)
        for _ in range(body.keywords.get("constrict", 0)):
            resolve(s, effects_from(CONSTRICT), body.side, nature="enter", rule="RR-REV-03", source=body.ref)


CONSTRICT: Final = (
    {
        "do": "exhaust",
        "target": {"of": "picked", "only": "unexhausted", "among": ["all_units", "phoenixborn"]},
    },
)
"""Constrict n, n times: the opposing player exhausts a card of their choice."""


def has_room(s: Situation, body: CardInPlay) -> bool:
    """Whether a unit may come into play where it belongs, or is discarded instead (RR-MISC-01).

    Units that are no aspects may be placed on any battlefield, and so always on the Chimera's (RR-LAW-15); they take
    no room from aspects (RR-LAW-17).
    """
    if body.home != CHIMERA:
        seat = s.seats_of[body.side]
        return len(seat.units) < seat.battlefield
    size = s.pack.file.chimera.battlefield_size
    if body.kind == "aspect":
        return aspects_on(s, body.side) < size
    return s.settings.rules.full_chimera_battlefield == "add_slot" or len(s.seats_of[body.side].facing) < size


def aspects_on(s: Situation, side: str) -> int:
    """Aspects on a battlefield of the Chimera's, face down and face up."""
    return [body.kind for body in s.seats_of[side].facing].count("aspect")


# --- added aspects ---------------------------------------------------------------------------------------


def lay_down(s: Situation, side: str, blood: int) -> CardInPlay:
    """Lay an aspect face down at the right end: its back alone is seen."""
    body = CardInPlay(kind="aspect", ref=s.new_ref("a"), side=side, owner=CHIMERA, home=CHIMERA, up=False, blood=blood)
    s.enter(body)
    return body


def add(s: Situation, side: str, n: int) -> None:
    """Queue the adding of face-down aspects."""
    s.queue(Adding(side=side, n=n))  # type: ignore[arg-type]


def step_adding(s: Situation, frame: Adding, log: Log) -> None:
    """Lay one more aspect face down into the next free slot to the right (RR-BASE-07)."""
    if frame.answers:
        blood = int(frame.answers[0])
        body = lay_down(s, frame.side, blood)
        s.top = {}  # which of the cards on top it was is no longer known
        if log is not UNHEARD:
            slot = len(s.seats_of[frame.side].facing)
            text = f"An aspect with blood {blood} is added face down in slot {slot}."
            report(log, "aspect-added", "RR-BASE-07", text, card=body.ref, blood=blood, slot=slot)
        s.stack[-1] = replace(frame, n=frame.n - 1, done=frame.done + 1, answers=())
        piles.check_empty(s, log)
        return
    full = aspects_on(s, frame.side) >= s.pack.file.chimera.battlefield_size
    was_removed = bool(s.removed or s.out) and not s.pile and not s.discard
    if frame.n <= 0 or full or not piles.refill_to_add(s, log):
        if frame.n > 0:
            reason = "the battlefield is full" if full else "there are no cards left"
            rule = "RR-MISC-01" if full else "RR-LAW-23"
            report(log, "none-added", rule, f"No more aspects are added: {reason}.", side=frame.side)
        if frame.from_removed and s.settings.rules.removed_leftover == "removed_again":
            s.out = s.pile  # what is left of the removed aspects is removed again; nobody has seen which (RR-LAW-23)
        s.pop(result=frame.done)
        return
    if was_removed:
        s.stack[-1] = replace(frame, from_removed=True)
    s.ask_card("blood", rule="RR-BASE-07")


def summon(
    s: Situation, side: str, card: str, n: int, log: Log, rule: str, end: Literal["left", "right"] = "right"
) -> int:
    """Put conjured aspects into play, as many as there are copies; returns how many came.

    Those that find the battlefield full are discarded, and are copies for the taking again (RR-MISC-01).
    """
    record = s.pack.conjured[card]
    summoned = 0
    for _ in range(min(n, supply(s, record))):
        body = CardInPlay(kind="aspect", ref=s.new_ref("a"), side=side, owner=CHIMERA, home=CHIMERA)
        identify(s, body, card)
        if not has_room(s, body):
            damage.discard_without_room(s, body, log)
            continue
        s.enter(body, 0 if end == "left" else None)
        summoned += 1
        if log is not UNHEARD:
            text = f"{body.name} comes into play at the {end} end."
            slot = s.seats_of[side].facing.index(body) + 1
            report(log, "summoned", rule, text, card=body.ref, name=body.name, aspect=card, slot=slot)
        place_status_tokens(body, log, "RR-REV-02")
        queue_enter_effects(s, body)
    return summoned


def supply(s: Situation, record: Conjured) -> int:
    """Copies that are neither in play, nor set aside to return (RR-MISC-04), nor destroyed and still on their way out
    (RR-MISC-06)."""
    used = s.chimera.attached.get(record.id, 0)
    for body in (*s.units(), *s.dying, *s.aside, *s.seats_of.values()):
        if body.card is record:
            used += 1
        if body.attached:
            used += body.attached.get(record.id, 0)
    return record.copies - used


def attach(s: Situation, card: str, body: CardInPlay, n: int, log: Log, rule: str) -> int:
    """Put conjured alterations on a card, within copies and limit; returns how many."""
    record = s.pack.conjured[card]
    put = min(n, supply(s, record))
    if record.limit:
        put = min(put, record.limit - body.attached.get(card, 0))
    if put <= 0 or not body.up:
        return 0
    body.attach(card, put)
    if log is not UNHEARD:
        name = record.name or card
        text = f"{name} is put on {named(body)}." if put == 1 else f"{put} {name} are put on {named(body)}."
        report(log, "attached", rule, text, card=body.ref, alteration=card, copies=put)
    damage.check_all_destroyed(s, log)
    return put


def detach(s: Situation, card: str, body: CardInPlay, n: int, log: Log, rule: str) -> int:
    """Take alterations off a card; returns how many."""
    taken = min(n, body.attached.get(card, 0))
    if taken:
        body.attach(card, -taken)
        name = s.pack.conjured[card].name or card
        text = f"{name} is discarded from {named(body)}."
        report(log, "detached", rule, text, card=body.ref, alteration=card, copies=taken)
        damage.check_all_destroyed(s, log)
    return taken


# --- moving about ----------------------------------------------------------------------------------------


def move(s: Situation, body: CardInPlay, to: Literal["leftmost", "rightmost"], log: Log, rule: str) -> bool:
    """Shift a unit to one end of its battlefield."""
    if body.kind in ("phoenixborn", "chimera") or damage.has_left_play(s, body):
        return False
    s.battlefield_of(body).remove(body)
    s.enter(body, 0 if to == "leftmost" else None)
    report(log, "moved", rule, f"{named(body)} is moved to the {to} place.", card=body.ref, to=to)
    return True


def turn_down(s: Situation, body: CardInPlay, log: Log, rule: str) -> bool:
    """An aspect goes face down again and loses its tokens and attachments; everybody knows which card it is."""
    if body.kind != "aspect" or not body.up or damage.has_left_play(s, body) or body.card is None:
        return False
    if body.card.id not in s.pack.aspects:
        return False
    report(log, "turned-down", rule, f"{body.name} goes face down again.", card=body.ref, name=body.name)
    damage.remove_attachments(s, body, log)
    body.forget()
    body.end(body.given)
    body.up = False
    return True


def re_enter(s: Situation, body: CardInPlay, log: Log, rule: str, exhausted: bool) -> bool:
    """A destroyed aspect comes back into play after its blood has counted, without any tokens (RR-MISC-02), unless its
    battlefield is full by now (RR-MISC-01)."""
    if body not in s.dying:
        return False
    s.dying.remove(body)
    if not has_room(s, body):
        damage.discard_without_room(s, body, log)
        return False
    damage.remove_attachments(s, body, log)
    s.enter(body)
    body.last({"left_battle": 0})  # it fights no more in a battle it left (RR-MISC-03)
    rules = (rule, "RR-MISC-02", "RR-MISC-03")
    report(log, "returned", rules, f"{body.name} comes back into play.", card=body.ref, name=body.name)
    if exhausted:
        damage.exhaust(s, body, 1, log, rule)
    queue_enter_effects(s, body)
    return True


# --- drawing and the made-up hand ------------------------------------------------------------------------


def step_drawing(s: Situation, frame: Drawing, log: Log) -> None:
    """The Chimera draws a card that is discarded at once, or cannot (RR-HAND-01, RR-LAW-03)."""
    if frame.answers:
        card = str(frame.answers[0])
        piles.remove_drawn(s, card)
        name = s.pack.cards[card].name or card
        if frame.discarding:
            report(log, "pile-discard", "RR-HAND-06", f"{name} is discarded from the draw pile.", aspect=card)
        else:
            text = f"The Chimera draws {name}, which is discarded at once."
            report(log, "drawn", ("RR-HAND-01", "RR-LAW-02"), text, aspect=card)
        piles.discard(s, card, log, from_pile=True)
        s.stack[-1] = replace(frame, n=frame.n - 1, done=frame.done + 1, answers=())
        piles.check_empty(s, log)
        return
    whole = s.settings.rules.partial_draw == "per_card" or frame.done or s.pile >= frame.n
    if frame.n and s.pile and (frame.discarding or (whole and piles.can_draw(s))):
        s.ask_card("draw", rule="RR-HAND-06" if frame.discarding else "RR-HAND-01")
        return
    s.pop(result=frame.done)
    if frame.n and not frame.discarding:
        rule = "RR-FAT-04" if s.fatigued else "RR-LAW-03"
        report(log, "cannot-draw", rule, f"The Chimera cannot draw {frame.n} of the cards.", cards=frame.n)
        if frame.instead:
            damage.deal(s, s.chimera, frame.instead * frame.n, log, "RR-LAW-03")


def step_handling(s: Situation, frame: Handling, log: Log) -> None:
    """Set aside one more card of the draw pile to serve as a hand (RR-HAND-02)."""
    assert s.hand is not None
    left = frame.left
    if frame.answers:
        card = str(frame.answers[0])
        piles.remove_drawn(s, card)
        s.hand[card] = s.hand.get(card, 0) + 1
        left -= 1
        if s.settings.rules.hand_triggers_fatigue:
            piles.check_empty(s, log)
    if left and s.pile:
        s.stack[-1] = replace(frame, left=left, answers=())
        s.ask_card("set-aside", rule="RR-HAND-02")
        return
    s.stack[-1] = replace(frame, left=0, answers=())
    names = ", ".join(s.pack.cards[card].name or card for card in sorted(s.hand) for _ in range(s.hand[card]))
    text = f"The Chimera's hand: {names or 'no cards'}."
    report(log, "hand", ("RR-HAND-02", "RR-LAW-02"), text, cards=sum(s.hand.values()))
