"""Carries out what players declare of printed cards: units that enter, effects on cards.

The host checks what it can know: that the card is in play, may be chosen, that the moment allows it.
"""

from __future__ import annotations

import re
from typing import Final

from ...contract import Refusal
from ...engine import report
from ...house_rules import shown
from ..actions import Area, Effect, Enter
from ..battle import damage, lasting, stats
from ..chimera import battlefield
from ..effects import targeting
from ..facts.card_in_play import REDIRECT, SPELL, TOLD, VALUES, named
from ..facts.situation import CHIMERA, CardInPlay, Log, Situation
from ..frames import Turn
from ..rounds.dice_payment import forbidden
from . import decks

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
    "alert",
    "overkill",
    "fleeting",
    "fade",
)
"""Every keyword of a card that the host plays; any other is text on the card (RR-ABIL-11)."""

LONGEST_TOLD: Final = 30
"""Characters of a keyword that the host does not play."""

MOST_TOLD: Final = 3
"""Its words; what is longer is a sentence."""

MOST_EXHAUSTION: Final = 12
"""Exhaustion tokens on one card; nobody has more to hand."""


def words(text: str) -> tuple[dict[str, int], tuple[str, ...], str]:
    """Keywords with their numbers, definition lines, and what can be none. Keywords that the host does not play begin
    with `TOLD` (RR-ABIL-11).

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
            key = " ".join(name)
            if len(key) > LONGEST_TOLD or len(name) > MOST_TOLD or not re.fullmatch(r"[^\W\d_][\w' ]*", key):
                return found, tuple(notes), part[:40]
            key = TOLD + key
        found[key] = number
        if inexhaustible:
            found[f"inexhaustible:{key}"] = 0
    return found, tuple(notes), ""


VALUE: Final = re.compile(r"(?P<sign>[+-]|minus )? ?(?P<n>\d+) ?(?P<more>more |less )?(?P<value>attack|recover|life)")
"""A value that is raised or lowered: ``+2 attack``, ``1 less recover``, ``-1 life``."""


def gifts(text: str) -> tuple[dict[str, int], str]:
    """What a text gives a card, keywords and raised or lowered values, with their numbers; and what can be neither."""
    found: dict[str, int] = {}
    for part in (each.strip() for each in re.split(r",| and ", text)):
        value = VALUE.fullmatch(part.lower())
        if value is None:
            more, notes, wrong = words(part)
            if wrong or notes:
                return found, part[:40]
            found |= more
        elif int(value["n"][:4]) > 20:
            return found, part[:40]
        else:
            less = (value["sign"] in ("-", "minus ")) != (value["more"] == "less ")
            found[value["value"] + "_less" * less] = int(value["n"])
    return found, ""


def in_turns(s: Situation) -> bool:
    """Whether the player turns phase is running and somebody's turn is under way."""
    return any(isinstance(frame, Turn) for frame in s.stack)


# --- units entering --------------------------------------------------------------------------------------


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
    if what in CHANGES:
        return _possible_change(s, body, action)
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


CHANGES: Final = ("grant", "lose", *VALUES, *(f"{value}-less" for value in VALUES))
"""What gives or takes a keyword or a value for a while."""

MOST_GIVEN: Final = 30
"""Things that one card is given for longer than a turn."""


def _possible_change(s: Situation, body: CardInPlay, action: Effect) -> Refusal | None:
    if action.until not in ("turn", "round"):
        source = s.body(action.until)
        if source is None or not source.up:
            return Refusal("RR-ABIL-10", "While which card is in play does that last?")
    if len(body.given) >= MOST_GIVEN:
        return Refusal("TABLE", f"{named(body)} has been given {MOST_GIVEN} things already.")
    if action.what not in ("grant", "lose"):
        return None
    found, wrong = gifts(action.word)
    if wrong or not found:
        return Refusal("TABLE", f"{shown(action.word)} can be no keyword.")
    if action.what == "lose":
        missing = [word for word in found if not body.has(word)]
        if missing:
            name = lasting.words_of(missing[0], 0)
            return Refusal("TABLE", f"{named(body)} does not have {name}.")
    return None


def do_effect(s: Situation, seat: str, action: Effect, log: Log) -> None:
    """Carry out what a printed card does; its price first, and then completely (RR-ABIL-05)."""
    body = s.body(action.on)
    assert body is not None
    if action.cost:
        source = s.body(action.by)
        assert source is not None
        damage.exhaust(s, source, 1, log, "RR-ABIL-05")
    what, n = action.what, action.n
    rule = "RR-LAW-14" if body.kind == "chimera" else "RR-LAW-13" if body.kind == "aspect" else "TABLE"
    if what == "damage":
        damage.deal(s, body, n, log, rule)
    elif what == "wound":
        damage.place_wounds(s, body, n, log, rule)
    elif what == "heal":
        damage.heal(s, body, n, log, rule)
    elif what == "exhaust":
        damage.exhaust(s, body, n, log, rule)
    elif what == "ready":
        damage.ready(s, body, n, log, rule)
    elif what == "destroy":
        damage.destroy(s, body, log, rule)
    elif what == "discard":
        damage.discard(s, body, log, rule)
    elif what == "remove":
        _remove(s, body, log)
    elif what == "return":
        _set_aside(s, body, log)
    elif what == "to-hand":
        _to_hand(s, body, log)
    elif what == "take-status":
        damage.remove_status_tokens(s, body, n, log, rule)
    elif what == "add-status":
        body.status = min(99, body.status + n)
        report(log, "status-tokens", "RR-TIME-03", f"{named(body)} has {body.status} status tokens.",
               card=body.ref, tokens=body.status)  # fmt: skip
    else:
        _change(s, seat, body, action, log)


def _change(s: Situation, seat: str, body: CardInPlay, action: Effect, log: Log) -> None:
    if action.what in CHANGES:
        _give(s, seat, body, action, log)
    elif action.what == "attach":
        body.spells = {**body.spells, action.word: seat}
        report(log, "attached", "TABLE", f"{action.word} is put on {named(body)}.", card=body.ref, by=seat)
        found, _ = gifts(action.gives) if action.gives.strip() else ({}, "")
        if found:
            lasting.give(body, found, SPELL, action.word)
            text = f"{named(body)} is given by {action.word}: {_in_words(found)}."
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
        other = s.body(action.to)
        assert other is not None
        body.last({REDIRECT + action.to: action.n})
        text = f"{action.n} of the next damage to {named(body)} goes to {named(other)} this turn."
        report(log, "redirects", "RR-DMG-02", text, card=body.ref, to=other.ref, damage=action.n)
    else:
        body.last({"left_battle": 0})
        report(log, "left-battle", "RR-BTL-01", f"{named(body)} is removed from battle.", card=body.ref)


def _give(s: Situation, seat: str, body: CardInPlay, action: Effect, log: Log) -> None:
    """Keywords and values that are given or taken until the turn or the round ends, or while a card is in play."""
    until = action.until
    rule = "RR-ABIL-09" if until == lasting.TURN else "RR-ABIL-10"
    source = s.body(until) if until not in ("turn", "round") else None
    by = "" if source is None else named(source)[:40]
    if action.what == "lose":
        found, _ = gifts(action.word)
        for word in found:
            lasting.take(body, word, until, by)
        text = f"{named(body)} loses: {_in_words(found)}{_until(until, by)}."
        report(log, "lost", (rule, "RR-ABIL-02"), text, card=body.ref, words=list(found))
        return
    value = action.what.replace("-", "_")
    found = gifts(action.word)[0] if action.what == "grant" else {value: min(action.n, 20)}
    lasting.give(body, found, until, by)
    if action.what == "grant":
        text = f"{named(body)} is given: {_in_words(found)}{_until(until, by)}."
        report(log, "granted", (rule, "RR-ABIL-06"), text, card=body.ref, words=list(found))
    else:
        now = {"attack": stats.attack, "life": stats.life, "recover": stats.recover}[value.removesuffix("_less")](
            s, body
        )
        text = f"{named(body)} has {value.removesuffix('_less')} {now}{_until(until, by) or ' this turn'}."
        report(log, f"{value.removesuffix('_less')}-value", rule, text, card=body.ref, attack=stats.attack(s, body))
    damage.check_all_destroyed(s, log)


def _in_words(found: dict[str, int]) -> str:
    return ", ".join(lasting.words_of(word, n) for word, n in found.items() if not word.startswith("inexhaustible:"))


def _until(until: str, by: str) -> str:
    if until == "turn":
        return ""
    return " until the round ends" if until == "round" else f" while {by} is in play"


def _remove(s: Situation, body: CardInPlay, log: Log) -> None:
    """An aspect is removed from the game: its blood does not count, for it is neither destroyed nor discarded."""
    s.battlefield_of(body).remove(body)
    damage.remove_attachments(s, body, log)
    assert body.card is not None
    if body.card.id in s.pack.aspects:
        s.removed[body.card.id] = s.removed.get(body.card.id, 0) + 1
    report(log, "removed", "RR-LAW-23", f"{named(body)} is removed from the game.", card=body.ref)


def _set_aside(s: Situation, body: CardInPlay, log: Log) -> None:
    """A unit leaves play and may return as the same this turn (RR-MISC-04); tokens and alterations go (RR-MISC-02)."""
    s.battlefield_of(body).remove(body)
    damage.remove_attachments(s, body, log)
    s.aside.append(body)
    text = f"{named(body)} leaves play and is set aside."
    report(log, "set-aside", ("RR-MISC-02", "RR-MISC-04"), text, card=body.ref)


def _to_hand(s: Situation, body: CardInPlay, log: Log) -> None:
    """A unit goes to its owner's hand, a conjuration to its pile; it is neither destroyed nor discarded."""
    s.battlefield_of(body).remove(body)
    damage.remove_attachments(s, body, log)
    where = "conjuration pile" if stats.is_conjuration(body) else "hand"
    text = f"{named(body)} goes to the {where} of {damage.owner_name(s, body.owner)}."
    report(log, "left", "TABLE", text, card=body.ref, owner=body.owner)


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
        if action.what == "damage":
            damage.deal(s, body, action.n, log, rule)
        elif action.what == "wound":
            damage.place_wounds(s, body, action.n, log, rule)
        elif action.what == "destroy":
            damage.destroy(s, body, log, rule)
        elif action.what == "exhaust" or not stats.exhausted(s, body):
            damage.exhaust(s, body, min(action.n, MOST_EXHAUSTION), log, rule)
