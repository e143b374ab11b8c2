"""Carries out what players declare of printed cards: units that enter, effects on cards.

The host checks what it can know: that the card is in play, may be chosen, that the moment allows it.
"""

from __future__ import annotations

from typing import Final

from ...contract import Refusal
from ...house_rules import shown
from ..actions import Area, Effect, Enter
from ..battle import damage, stats
from ..chimera import battlefield
from ..effects import targeting
from ..facts.card_in_play import named
from ..facts.situation import CHIMERA, CardInPlay, Log, Situation, report
from ..frames import Turn
from ..rounds.dice_payment import forbidden

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
    return any(isinstance(frame, Turn) for frame in s.stack)


# --- units entering --------------------------------------------------------------------------------------


def check_enter(s: Situation, seat: str, action: Enter) -> Refusal | None:
    """The keywords are known; a unit that returns did leave this turn."""
    _, _, wrong = words(action.text)
    if wrong:
        return Refusal("TABLE", f"{shown(wrong)} is no keyword; there are {', '.join(WORDS[:8])} and others.")
    if action.again and not any(body.ref == action.again for body in s.aside):
        return Refusal("RR-MISC-04", f"{shown(action.again)} did not leave play this turn, or went to a pile or hand.")
    return None


def do_enter(s: Situation, seat: str, action: Enter, log: Log) -> None:
    """A unit comes into play, or back into it; onto a full battlefield it is discarded instead (RR-MISC-01), the
    Chimera's excepted for a unit that is no aspect (RR-LAW-15)."""
    body = next((each for each in s.aside if each.ref == action.again), None)
    returns = body is not None
    if body is None:
        body = CardInPlay(kind="unit", ref=s.new_ref("u"), side=seat, owner=seat, home=seat)
        body.name, body.attack, body.life, body.recover = action.name, action.attack, action.life, action.recover
        body.keywords, body.notes, _ = words(action.text)
    else:
        s.aside.remove(body)
    aspect = body.kind == "aspect"
    if not aspect:
        body.side = seat
    onto_chimera = aspect or action.onto == "chimera"
    body.home = CHIMERA if onto_chimera else seat
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
        text = f"{body.name} comes into play{where}: attack {body.attack}, life {body.life}."
    body.exhaustion = int(action.exhausted)
    line = s.battlefield_of(body)
    place = action.at - 1 if 0 < action.at <= len(line) and not onto_chimera else len(line)
    line.insert(place, body)
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
    if great and what in ("destroy", "discard", "remove", "return", "remove-from-battle"):
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
    if what in ("grant", "lose"):
        found, _, wrong = words(action.word)
        if wrong or not found:
            return Refusal("TABLE", f"{shown(action.word)} is no keyword.")
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
    elif what == "take-status":
        damage.remove_status_tokens(s, body, n, log, rule)
    elif what == "add-status":
        body.status = min(99, body.status + n)
        report(log, "status-tokens", "RR-TIME-03", f"{named(body)} has {body.status} status tokens.",
               card=body.ref, tokens=body.status)  # fmt: skip
    else:
        _change(s, seat, body, action, log)


def _change(s: Situation, seat: str, body: CardInPlay, action: Effect, log: Log) -> None:
    found, _, _ = words(action.word) if action.what in ("grant", "lose") else ({}, (), "")
    if action.what == "attach":
        body.spells = {**body.spells, action.word: seat}
        report(log, "attached", "TABLE", f"{action.word} is put on {named(body)}.", card=body.ref, by=seat)
    elif action.what == "detach":
        if action.word in body.spells:
            body.spells = {word: whose for word, whose in body.spells.items() if word != action.word}
            report(log, "detached", "TABLE", f"{action.word} leaves {named(body)}.", card=body.ref, by=seat)
        else:
            battlefield.detach(s, action.word, body, 1, log, "TABLE")
    elif action.what == "grant":
        body.last(found)
        said = ", ".join(word for word in found if ":" not in word)
        report(
            log,
            "granted",
            ("RR-ABIL-09", "RR-ABIL-06"),
            f"{named(body)} is given: {said}.",
            card=body.ref,
            words=list(found),
        )
    elif action.what == "lose":
        for word in found:
            body.lose(word)
        said = ", ".join(found)
        report(
            log, "lost", ("RR-ABIL-09", "RR-ABIL-02"), f"{named(body)} loses: {said}.", card=body.ref, words=list(found)
        )
    elif action.what in ("attack", "attack-less"):
        word = action.what.replace("-", "_")
        body.last({word: min(20, body.lasting.get(word, 0) + action.n)})
        report(log, "attack-value", "TABLE", f"{named(body)} has attack {stats.attack(s, body)} this turn.",
               card=body.ref, attack=stats.attack(s, body))  # fmt: skip
    else:
        body.last({"left_battle": 0})
        report(log, "left-battle", "RR-BTL-01", f"{named(body)} is removed from battle.", card=body.ref)


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


def check_area(s: Situation, seat: str, action: Area) -> Refusal | None:
    """Nothing to refuse: an effect on all of nothing does nothing."""
    return None


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
        if action.what == "damage":
            damage.deal(s, body, action.n, log, rule)
        elif action.what == "wound":
            damage.place_wounds(s, body, action.n, log, rule)
        elif action.what == "destroy":
            damage.destroy(s, body, log, rule)
        elif action.what == "exhaust" or not stats.exhausted(s, body):
            damage.exhaust(s, body, min(action.n, MOST_EXHAUSTION), log, rule)
