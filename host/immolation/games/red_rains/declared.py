"""What people declare because only they see it: units, effects of printed cards, searches, dice.

The host checks what it can know: that the card is in play, may be chosen, that the moment allows it.
"""

from __future__ import annotations

from typing import Final

from ..contract import Refusal
from . import battlefield, harm, stats, targeting
from .actions import (
    Area,
    CopyAbilities,
    Dice,
    Effect,
    Enter,
    Examine,
    ForChimera,
    HandDiscard,
    HandDone,
    Hinder,
    MakeDraw,
    MakeHand,
    PlaceDie,
    RemovePile,
    Search,
    Tuck,
)
from .frames import ChimeraTurn, Drawing, Handling, PlayerTurn
from .harm import named
from .options import shown
from .plays import forbidden
from .table import CHIMERA, Body, Log, Situation, report

WORDS: Final = (
    "unit_guard",
    "untargetable",
    "unattackable",
    "dice_protected",
    "terrifying",
    "gigantic",
    "stalk",
    "bypass",
    "threatening",
    "chooses_blocker",
    "quick_strike",
    "armored",
    "concealed",
    "conjuration",
    "ally",
    "inexhaustible",
    "must_attack",
    "cannot_attack",
    "cannot_block",
    "cannot_guard",
    "cannot_be_guarded",
    "left_battle",
    "tame",
    "horde",
    "feeble",
    "ephemeral",
    "defender",
    "retreat",
    "constrict",
)
"""Every keyword a card may have or be given."""

MOST_EXHAUSTION: Final = 12
"""Exhaustion tokens on one card; nobody has more to hand."""


def words(text: str) -> tuple[dict[str, int], tuple[str, ...], str]:
    """Keywords with their numbers, definition lines, and what was not understood.

    A line of the form ``X = ...`` is a definition and no ability (RR-ABIL-01); only what has a name counts as one
    (RR-ABIL-02).
    """
    found: dict[str, int] = {}
    notes: list[str] = []
    for part in (each.strip() for each in text.split(",")):
        if not part:
            continue
        if "=" in part:
            notes.append(part[:80])
            continue
        lowered = part.lower()
        inexhaustible = lowered.startswith("inexhaustible:")
        lowered = lowered.removeprefix("inexhaustible:").strip()
        *name, last = lowered.replace("-", " ").split()
        number = 0
        if last.isdecimal() and name:
            number = min(20, int(last[:3]))
        else:
            name.append(last)
        key = "_".join(name)
        if key not in WORDS:
            return found, tuple(notes), part[:40]
        found[key] = number
        if inexhaustible:
            found[f"inexhaustible:{key}"] = 0
    return found, tuple(notes), ""


def in_turns(s: Situation) -> bool:
    """Whether the player turns phase is running and somebody's turn is under way."""
    return any(isinstance(frame, (PlayerTurn, ChimeraTurn)) for frame in s.stack)


# --- units entering --------------------------------------------------------------------------------------


def check_enter(s: Situation, seat: str, action: Enter) -> Refusal | None:
    """The keywords are known, and a unit that returns did leave this turn."""
    _, _, wrong = words(action.text)
    if wrong:
        return Refusal("RR-ABIL-02", f"{shown(wrong)} is no keyword; there are {', '.join(WORDS[:8])} and others.")
    if action.again and not any(body.ref == action.again for body in s.aside):
        return Refusal("RR-MISC-04", f"{shown(action.again)} did not leave play this turn, or went to a pile or hand.")
    return None


def do_enter(s: Situation, seat: str, action: Enter, log: Log) -> None:
    """A unit comes into play; onto a full battlefield it is discarded (RR-MISC-01), the Chimera's excepted
    (RR-LAW-15)."""
    returning = next((body for body in s.aside if body.ref == action.again), None)
    aspect = returning is not None and returning.kind == "aspect"
    onto_chimera = action.onto == "chimera" or aspect
    if aspect and returning is not None:
        seat = returning.side
    line = s.fields[seat] if onto_chimera else s.seats_of[seat].units
    room = s.pack.file.chimera.battlefield_size if onto_chimera else s.seats_of[seat].battlefield
    again = next((body for body in s.aside if body.ref == action.again), None)
    name = again.name if again is not None else action.name
    full = len(line) >= room
    if full and not (onto_chimera and s.settings.rules.full_chimera_battlefield == "add_slot"):
        if again is not None:
            s.aside.remove(again)
        text = f"{name} finds a full battlefield and is discarded."
        report(log, "full", "RR-MISC-01", text, seat=seat)
        return
    home = CHIMERA if onto_chimera else seat
    if again is not None:
        s.aside.remove(again)
        body = again
        body.side, body.home = seat, home
        body.up = True
        rules: tuple[str, ...] = ("RR-MISC-02", "RR-MISC-03", "RR-MISC-04")
        text = f"{name} returns: the same unit, without tokens and alterations, in no battle."
        body.lasting["left_battle"] = 0
    else:
        body = Body(s.new_ref("u"), "unit", seat, seat, home)
        body.name, body.attack, body.life, body.recover = action.name, action.attack, action.life, action.recover
        body.keywords, body.notes, _ = words(action.text)
        rules = ("RR-LAW-15",) if onto_chimera else ("TABLE",)
        where = " onto the Chimera's battlefield" if onto_chimera else ""
        text = f"{name} comes into play{where}: attack {body.attack}, life {body.life}."
    body.exhaustion = int(action.exhausted)
    place = action.at - 1 if 0 < action.at <= len(line) else len(line)
    if onto_chimera:
        place = len(line)
    line.insert(place, body)
    report(log, "entered", rules, text, card=body.ref, name=name, seat=seat)


# --- effects ---------------------------------------------------------------------------------------------


def _timing(s: Situation, seat: str, timing: str) -> Refusal | None:
    """Reactions and effects limited to a turn belong to the player turns phase (RR-TIME-01, RR-TIME-02)."""
    if timing == "reaction" and not in_turns(s):
        return Refusal("RR-TIME-01", "Reactions are played in the player turns phase only.")
    if timing == "once-a-turn" and not in_turns(s):
        return Refusal("RR-TIME-02", "What is limited to a turn cannot be used outside a turn.")
    return None


def check_effect(s: Situation, seat: str, action: Effect) -> Refusal | None:
    """The card is in play, may be chosen, and the moment allows it."""
    refusal = _timing(s, seat, action.timing)
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
            return Refusal("RR-ABIL-03", f"While {named(glare)} is unexhausted no {kind} spells may be played.")
    if body.home == CHIMERA and body.kind != "chimera" and not targeting.may_choose(s, body, f"player-{action.source}"):
        return Refusal("RR-TGT-01", f"{named(body)} cannot be chosen now.")
    if action.by:
        source = s.body(action.by)
        if source is None or source.home != seat:
            return Refusal("TABLE", f"{seat} controls no {shown(action.by)}.")
        if stats.exhausted(s, source) and "inexhaustible" not in source.keywords:
            return Refusal("RR-ABIL-03", f"{named(source)} is exhausted: its text is inactive.")
    elif action.cost:
        return Refusal("RR-ABIL-05", "Name the card that exhausts as the price.")
    return _possible(s, body, action)


def _possible(s: Situation, body: Body, action: Effect) -> Refusal | None:
    what, great = action.what, body.kind in ("phoenixborn", "chimera")
    if great and what in ("destroy", "discard", "remove", "return", "remove-from-battle"):
        return Refusal("TABLE", f"{named(body)} cannot leave play.")
    if what == "exhaust" and body.exhaustion + action.n > MOST_EXHAUSTION:
        return Refusal("TABLE", f"{named(body)} would have more than {MOST_EXHAUSTION} exhaustion tokens.")
    if what == "ready" and not body.exhaustion:
        return Refusal("TABLE", f"{named(body)} has no exhaustion token.")
    if what == "heal" and not body.wounds:
        return Refusal("TABLE", f"{named(body)} has no wounds.")
    if what == "take-status" and not body.status:
        return Refusal("TABLE", f"{named(body)} has no status token.")
    if what == "remove" and body.kind != "aspect":
        return Refusal("RR-LAW-23", "Only aspects are removed from the game; units are discarded.")
    if what in ("grant", "lose"):
        found, _, wrong = words(action.word)
        if wrong or not found:
            return Refusal("RR-ABIL-02", f"{shown(action.word)} is no keyword.")
    if what == "attach" and not action.word.strip():
        return Refusal("TABLE", "Name the alteration spell.")
    if what == "detach" and action.word not in body.spells and action.word not in body.attached:
        return Refusal("TABLE", f"There is no {shown(action.word)} on {named(body)}.")
    return None


def do_effect(s: Situation, seat: str, action: Effect, log: Log) -> None:
    """Carry out what a printed card does; its price first, and then completely (RR-ABIL-05)."""
    body = s.body(action.on)
    assert body is not None
    if action.cost:
        source = s.body(action.by)
        assert source is not None
        harm.exhaust(s, source, 1, log, "RR-ABIL-05")
    what, n = action.what, action.n
    rule = "RR-LAW-14" if body.kind == "chimera" else "RR-LAW-13" if body.kind == "aspect" else "TABLE"
    if what == "damage":
        harm.damage(s, body, n, log, rule)
    elif what == "wound":
        harm.wound(s, body, n, log, rule)
    elif what == "heal":
        harm.heal(s, body, n, log, rule)
    elif what == "exhaust":
        harm.exhaust(s, body, n, log, rule)
    elif what == "ready":
        harm.ready(s, body, n, log, rule)
    elif what == "destroy":
        harm.destroy(s, body, log, rule)
    elif what == "discard":
        harm.discard(s, body, log, rule)
    elif what == "remove":
        _remove(s, body, log)
    elif what == "return":
        _set_aside(s, body, log)
    elif what == "take-status":
        harm.take_status(s, body, n, log, rule)
    elif what == "add-status":
        body.status = min(99, body.status + n)
        report(log, "status-tokens", "RR-TIME-03", f"{named(body)} has {body.status} status tokens.",
               card=body.ref, tokens=body.status)  # fmt: skip
    else:
        _change(s, seat, body, action, log)


def _change(s: Situation, seat: str, body: Body, action: Effect, log: Log) -> None:
    found, _, _ = words(action.word) if action.what in ("grant", "lose") else ({}, (), "")
    if action.what == "attach":
        body.spells[action.word] = seat
        report(log, "attached", "TABLE", f"{action.word} is put on {named(body)}.", card=body.ref, by=seat)
    elif action.what == "detach":
        if action.word in body.spells:
            del body.spells[action.word]
            report(log, "detached", "TABLE", f"{action.word} leaves {named(body)}.", card=body.ref, by=seat)
        else:
            battlefield.detach(s, action.word, body, 1, log, "TABLE")
    elif action.what == "grant":
        body.lasting.update(found)
        said = ", ".join(word for word in found if ":" not in word)
        report(log, "granted", "RR-ABIL-06", f"{named(body)} is given: {said}.", card=body.ref, words=list(found))
    elif action.what == "lose":
        for word in found:
            body.keywords.pop(word, None)
            body.lasting.pop(word, None)
        said = ", ".join(found)
        report(log, "lost", "RR-ABIL-02", f"{named(body)} loses: {said}.", card=body.ref, words=list(found))
    elif action.what == "attack":
        body.lasting["attack"] = min(20, body.lasting.get("attack", 0) + action.n)
        report(log, "attack-value", "TABLE", f"{named(body)} has attack {stats.attack(s, body)} this turn.",
               card=body.ref, attack=stats.attack(s, body))  # fmt: skip
    else:
        body.lasting["left_battle"] = 0
        report(log, "left-battle", "RR-BTL-01", f"{named(body)} is removed from battle.", card=body.ref)


def _remove(s: Situation, body: Body, log: Log) -> None:
    """An aspect is removed from the game: its blood does not count, for it is neither destroyed nor discarded."""
    s.line(body).remove(body)
    assert body.card is not None
    if body.card.id in s.pack.aspects:
        s.removed[body.card.id] = s.removed.get(body.card.id, 0) + 1
    report(log, "removed", "RR-LAW-23", f"{named(body)} is removed from the game.", card=body.ref)


def _set_aside(s: Situation, body: Body, log: Log) -> None:
    """A unit leaves play and may return as the same this turn (RR-MISC-04); tokens and alterations go (RR-MISC-02)."""
    s.line(body).remove(body)
    harm.stripped(s, body, log)
    s.aside.append(body)
    text = f"{named(body)} leaves play and is set aside."
    report(log, "set-aside", ("RR-MISC-02", "RR-MISC-04"), text, card=body.ref)


def check_area(s: Situation, seat: str, action: Area) -> Refusal | None:
    """Nothing to refuse: an effect on all of nothing does nothing."""
    return None


def do_area(s: Situation, seat: str, action: Area, log: Log) -> None:
    """All of something on the own battlefield and the one facing it, nothing beside a partner's (RR-LAW-18)."""
    rules = {"damage": "RR-LAW-19", "exhaust-unexhausted": "RR-LAW-20"}
    rule = "RR-LAW-22" if action.law else rules.get(action.what, "RR-LAW-18")
    found: list[Body] = []
    if action.units in ("both", "own"):
        found += s.seats_of[seat].units
    if action.units in ("both", "facing"):
        found += s.fields[seat]
    for body in found:
        if not body.up or harm.gone(s, body):
            continue
        if action.type == "conjuration" and not stats.is_conjuration(body):
            continue
        if action.type == "ally" and body.kind != "aspect" and stats.is_conjuration(body):
            continue
        if action.what == "damage":
            harm.damage(s, body, action.n, log, rule)
        elif action.what == "wound":
            harm.wound(s, body, action.n, log, rule)
        elif action.what == "destroy":
            harm.destroy(s, body, log, rule)
        elif action.what == "exhaust" or not stats.exhausted(s, body):
            harm.exhaust(s, body, min(action.n, MOST_EXHAUSTION), log, rule)


# --- the Chimera's piles ---------------------------------------------------------------------------------


def do_make_draw(s: Situation, seat: str, action: MakeDraw, log: Log) -> None:
    """The Chimera draws; with two players an instruction to all concerns it and the acting player (RR-LAW-21)."""
    text = f"The Chimera is to draw {action.n}."
    report(log, "make-draw", ("RR-LAW-03", "RR-LAW-21"), text, cards=action.n)
    s.later(Drawing(n=action.n, instead=action.instead))


def check_make_hand(s: Situation, seat: str, action: MakeHand) -> Refusal | None:
    """One made-up hand at a time."""
    return Refusal("RR-HAND-02", "The Chimera has a made-up hand already.") if s.hand is not None else None


def do_make_hand(s: Situation, seat: str, action: MakeHand, log: Log) -> None:
    """Set aside the top five cards, fatigued or not (RR-HAND-05)."""
    s.hand = {}
    report(log, "make-hand", ("RR-HAND-02", "RR-HAND-05"), "An effect concerns the Chimera's hand.", seat=seat)
    s.later(Handling(seat=seat))  # type: ignore[arg-type]


def check_hand_discard(s: Situation, seat: str, action: HandDiscard) -> Refusal | None:
    """The card is in the made-up hand."""
    if not s.hand or not s.hand.get(action.card):
        return Refusal("RR-HAND-04", f"{shown(action.card)} is not in the Chimera's hand.")
    return None


def do_hand_discard(s: Situation, seat: str, action: HandDiscard, log: Log) -> None:
    """What the effect discards is not returned (RR-HAND-04)."""
    from . import piles

    assert s.hand is not None
    s.hand[action.card] -= 1
    if not s.hand[action.card]:
        del s.hand[action.card]
    name = s.pack.cards[action.card].name or action.card
    report(log, "hand-discard", "RR-HAND-04", f"{name} is discarded from the Chimera's hand.", aspect=action.card)
    piles.discarded(s, action.card, log, from_pile=True)


def do_hand_done(s: Situation, seat: str, action: HandDone, log: Log) -> None:
    """The rest goes back on top in random order (RR-HAND-03); only now is the pile judged (RR-HAND-05)."""
    from . import piles

    assert s.hand is not None
    hand, s.hand = s.hand, None
    for card, copies in hand.items():
        s.pool[card] = s.pool.get(card, 0) + copies
    s.pool = dict(sorted(s.pool.items()))
    s.top = dict(sorted(hand.items()))
    count = sum(hand.values())
    text = f"{count} cards go back on top of the draw pile in random order."
    report(log, "hand-back", "RR-HAND-03", text, cards=count)
    s.pop()
    if not s.pile:
        piles.emptied(s, log)


def check_remove_pile(s: Situation, seat: str, action: RemovePile) -> Refusal | None:
    """The card is in the Chimera's discard pile."""
    if not s.discard.get(action.card):
        return Refusal("RR-LAW-23", f"{shown(action.card)} is not in the Chimera's discard pile.")
    return None


def do_remove_pile(s: Situation, seat: str, action: RemovePile, log: Log) -> None:
    """A card of the discard pile leaves the game."""
    s.discard[action.card] -= 1
    if not s.discard[action.card]:
        del s.discard[action.card]
    s.removed[action.card] = s.removed.get(action.card, 0) + 1
    name = s.pack.cards[action.card].name or action.card
    report(log, "removed", "RR-LAW-23", f"{name} is removed from the game.", aspect=action.card)


# --- the rest --------------------------------------------------------------------------------------------


def check_for_chimera(s: Situation, seat: str, action: ForChimera) -> Refusal | None:
    """The choice is one of the options."""
    if action.options and action.choice not in action.options:
        return Refusal("RR-LAW-01", f"{shown(action.choice)} is none of the options.")
    return None


def do_for_chimera(s: Situation, seat: str, action: ForChimera, log: Log) -> None:
    """The player whose effect it is chooses for the Chimera (RR-LAW-01)."""
    name = named(s.seats_of[seat].body)
    text = f"{name} chooses for the Chimera: {action.choice}."
    report(log, "chosen-for", "RR-LAW-01", text, seat=seat, choice=action.choice)


def check_copy(s: Situation, seat: str, action: CopyAbilities) -> Refusal | None:
    """Both cards are in play, face up."""
    for ref in (action.of, action.to):
        body = s.body(ref)
        if body is None or not body.up:
            return Refusal("RR-ABIL-04", f"Nothing face up is called {shown(ref)}.")
    return None


def do_copy(s: Situation, seat: str, action: CopyAbilities, log: Log) -> None:
    """Printed abilities are copied, of an exhausted card too (RR-ABIL-04); definitions are none (RR-ABIL-01)."""
    of, to = s.body(action.of), s.body(action.to)
    assert of is not None
    assert to is not None
    to.lasting.update(of.keywords)
    said = ", ".join(word for word in of.keywords if ":" not in word) or "nothing"
    text = f"{named(to)} has the printed abilities of {named(of)}: {said}."
    report(log, "copied", ("RR-ABIL-04", "RR-ABIL-01"), text, card=to.ref, of=of.ref)


def do_search(s: Situation, seat: str, action: Search, log: Log) -> None:
    """A search may find nothing (RR-INFO-01); what it takes from a public pile is shown (RR-INFO-02)."""
    from ..contract import Event

    name = named(s.seats_of[seat].body)
    pile = f"the {action.pile} pile"
    if not action.found:
        report(log, "searched", "RR-INFO-01", f"{name} searches {pile} and takes nothing.", seat=seat)
    elif action.pile == "draw":
        secret = {seat: {"text": f"You take {action.found} from {pile}.", "found": action.found}}
        log.append(Event("searched", ("RR-INFO-01",), f"{name} takes a card from {pile}.", {"seat": seat}, secret))
    else:
        text = f"{name} takes {action.found} from {pile} and shows it."
        report(log, "searched", "RR-INFO-02", text, seat=seat, found=action.found)


def check_on(s: Situation, seat: str, ref: str, rule: str) -> Refusal | None:
    """Something face up under this reference."""
    body = s.body(ref)
    if body is None or not body.up:
        return Refusal(rule, f"Nothing face up is called {shown(ref)}.")
    return None


def check_tuck(s: Situation, seat: str, action: Tuck) -> Refusal | None:
    """The card above is in play."""
    return check_on(s, seat, action.under, "RR-INFO-03")


def do_tuck(s: Situation, seat: str, action: Tuck, log: Log) -> None:
    """A card goes face down under another."""
    body = s.body(action.under)
    assert body is not None
    body.under[action.card] = action.public
    what = action.card if action.public else "A card"
    report(log, "tucked", "RR-INFO-03", f"{what} goes face down under {named(body)}.", card=body.ref)


def check_examine(s: Situation, seat: str, action: Examine) -> Refusal | None:
    """There is something to see that anybody may see."""
    refusal = check_on(s, seat, action.card, "RR-INFO-03")
    if refusal is not None:
        return refusal
    body = s.body(action.card)
    assert body is not None
    if not any(body.under.values()) and not conjures(s, body):
        return Refusal("RR-INFO-03", f"Nothing public lies under {named(body)}, and it conjures nothing.")
    return None


def conjures(s: Situation, body: Body) -> list[str]:
    """What conjured cards a card in play can bring (RR-INFO-04)."""
    if body.card is None:
        return []
    from .pack import named_cards

    return [card for card in named_cards(body.card) if card in s.pack.conjured]


def do_examine(s: Situation, seat: str, action: Examine, log: Log) -> None:
    """Show public cards that lie face down (RR-INFO-03), and copies of what the card can conjure (RR-INFO-04)."""
    body = s.body(action.card)
    assert body is not None
    public = [card for card, known in body.under.items() if known]
    if public:
        text = f"Under {named(body)} lies {', '.join(public)}."
        report(log, "examined", "RR-INFO-03", text, card=body.ref, found=public)
    for card in conjures(s, body):
        record = s.pack.conjured[card]
        said = f"attack {record.attack}, life {record.life}" if record.kind == "aspect" else "an alteration"
        text = f"{named(body)} can conjure {record.name or card}: {said}, {record.copies} copies."
        report(log, "examined", "RR-INFO-04", text, card=body.ref, conjures=card)


def check_place_die(s: Situation, seat: str, action: PlaceDie) -> Refusal | None:
    """Own dice onto a card in play."""
    refusal = check_on(s, seat, action.on, "RR-DICE-02")
    if refusal is not None:
        return refusal
    body, dice = s.body(action.on), s.seats_of[seat].dice
    assert body is not None
    if dice is not None and not dice["power"] + dice["class"] + dice["basic"]:
        return Refusal("RR-DICE-02", "There is no active die to place.")
    if body.owner != seat and body.dice:
        return Refusal("RR-DICE-02", "Another player's dice lie on that card.")
    return None


def do_place_die(s: Situation, seat: str, action: PlaceDie, log: Log) -> None:
    """Dice on a card belong to no pool (RR-DICE-02); as many as there are up to the number (RR-DICE-03)."""
    body, dice = s.body(action.on), s.seats_of[seat].dice
    assert body is not None
    n = action.dice
    if dice is not None:
        n = min(n, dice["power"] + dice["class"] + dice["basic"])
        left = n
        for level in ("power", "class", "basic"):
            taken = min(left, dice[level])
            dice[level] -= taken
            left -= taken
    body.dice += n
    report(log, "dice-placed", ("RR-DICE-02", "RR-DICE-03"), f"{n} dice lie on {named(body)}.", card=body.ref, dice=n)


def do_dice(s: Situation, seat: str, action: Dice, log: Log) -> None:
    """From now on the host counts these dice."""
    s.seats_of[seat].dice = {
        "power": action.power,
        "class": action.classes,
        "basic": action.basic,
        "exhausted": action.exhausted,
    }
    text = (
        f"{named(s.seats_of[seat].body)} has {action.power} power, {action.classes} class, {action.basic} basic dice."
    )
    report(log, "dice", "RR-DICE-02", text, seat=seat)


def check_hinder(s: Situation, seat: str, action: Hinder) -> Refusal | None:
    """The Ultimate card takes exhaustion tokens like any card."""
    if action.what == "exhaust-ultimate" and s.ultimate_exhaustion >= MOST_EXHAUSTION:
        return Refusal("RR-TOK-05", f"The Ultimate card has {MOST_EXHAUSTION} exhaustion tokens already.")
    return None


def do_hinder(s: Situation, seat: str, action: Hinder, log: Log) -> None:
    """Forbid the Chimera something until its next turn is over, or exhaust its Ultimate card (RR-TOK-05)."""
    if action.what == "exhaust-ultimate":
        s.ultimate_exhaustion += 1
        text = f"1 exhaustion token is placed on the Ultimate card: {s.ultimate_exhaustion} there."
        report(log, "exhausted", "RR-TOK-05", text, card="ultimate", tokens=1)
        return
    word = action.what.replace("-", "_")
    s.chimera.lasting[word] = 0
    rule = "RR-LAW-09" if word == "cannot_guard" else "RR-TURN-15"
    said = {"no_side_action": "take no side action", "no_dice_power": "use no dice power", "cannot_guard": "not guard"}
    report(log, "hindered", rule, f"The Chimera may {said[word]} until its next turn is over.", what=word)
