"""Checks a Chimera pack; raises BadData with file, key and reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Set
from typing import Any, Final, NoReturn

from ...contract import BadData
from ..battle.attack import PLACES
from ..effects.battle_verbs import Discard
from ..effects.chimera_verbs import Attach, Attacks, Summon
from ..effects.effect import Condition, Effect, Effects, Target
from .card_records import LEVELS, Aspect, Conjured, Level, Modifier, PackFile
from .card_text import KEYWORDS
from .printed_abilities import keyword, lists_of, nested_parts, of_set, sets, setup

MOST_NAME: Final = 60
"""Characters of a name: three of them must find room in one question."""

MOST_DECK: Final = 200
"""Cards of a deck; a Chimera's has 18."""

NUMBERED: Final = ("terrifying", "gigantic", "armored", "constrict", "tame")
"""Keywords that say nothing without a number; the others have none."""

OF_CARD: Final = ("attack", "life", "recover", "damage_taken_max", "no_damage", "damage_not_preventable")
"""Modifiers of the card itself, of an alteration's bearer, or (first three) of every aspect of a fatigued Chimera."""

OF_OTHERS: Final = ("counts_as_exhausted", "cannot_guard")
"""Modifiers that an aspect lays on cards of the player opposite; on an alteration, on its bearer."""

OF_FATIGUE: Final = ("no_draw", "wound_per_discard")
"""Modifiers of the fatigued card alone."""

REACHED: Final = ("leftmost", "rightmost", "unit", "phoenixborn", "all_units", "all_units_and_phoenixborn")
"""On whom an aspect's modifier can lie."""

SIDED: Final = ("leftmost", "rightmost", "unit", "own_leftmost", "own_rightmost", "picked")
"""Targets that may be several, by ``count``."""


def refuse(file: str, key: str, reason: str) -> NoReturn:
    """Say what is wrong."""
    raise BadData(f"{file}: {key}: {reason}.")


def _insist(holds: bool, file: str, key: str, reason: str) -> None:
    if not holds:
        refuse(file, key, reason)


def explained(error: Exception, given: object) -> str:
    """``aspects[2] (kelp-ward).life: Expected int, got str``, of what could not even be read."""
    said = str(error).replace("`", "")
    what, at, where = said.rpartition(" - at ")
    what, where = (what, where.removeprefix("key in ").lstrip("$.")) if at else (said, "")
    what = what.replace(" - at $.", " at ")
    match = re.match(r"(aspects|conjured)\[(\d+)\]", where)
    if match and isinstance(given, Mapping):
        cards = given.get(match[1])
        number = int(match[2])
        table = cards[number] if isinstance(cards, (list, tuple)) and number < len(cards) else None
        card = table.get("id") if isinstance(table, Mapping) else None
        if isinstance(card, str):
            where = f"{match[0]} ({card[:40]}){where[match.end() :]}"
    said = f"{where or 'pack'}: {what}"
    return said if len(said) <= 300 else said[:200] + " ... " + said[-90:]


# --- decks -----------------------------------------------------------------------------------------------


def _bloods(file: PackFile, aspects: str) -> Counter[int]:
    """Blood value -> cards of the deck that have it."""
    return Counter(card.blood for card in of_set(file, aspects) for _ in range(card.copies))


def _fills(file: PackFile, aspects: str, name: str) -> None:
    """Every set-up can be laid out from the deck, once for each player the pack is for."""
    chimera = file.chimera
    times, have = chimera.players or 1, _bloods(file, aspects)
    total, size = sum(have.values()), chimera.battlefield_size
    deck = f"the deck of {aspects}" if aspects else "the deck"
    _insist(total > 0, name, "aspects", f"{deck} has no cards")
    for level in LEVELS:
        laid = setup(chimera, level)
        where = f"chimera.setups.{level}" if level in chimera.setups else "chimera.setup"
        _insist(len(laid) <= size, name, where, f"{len(laid)} aspects on a battlefield of {size}")
        _insist(len(laid) * times <= total, name, where, f"{deck} has {total} cards only")
        known = [blood for blood in laid if blood]
        _insist(laid[: len(known)] == tuple(known), name, where, "0, for any aspect, stands at the right end only")
        for blood, count in Counter(known).items():
            enough = count * times <= have[blood]
            _insist(enough, name, where, f"{count} aspects with blood {blood}, but {deck} has {have[blood]}")
    _insist((chimera.threat or 0) <= size, name, "chimera.threat", f"more than the battlefield of {size} holds")


def too_few(file: PackFile, aspects: str, level: Level, players: int) -> str:
    """Say why a set-up cannot be laid out for so many players; "" if it can."""
    have = _bloods(file, aspects)
    laid = setup(file.chimera, level)
    if len(laid) * players > sum(have.values()):
        return f"{len(laid) * players} aspects are laid out, and the deck has {sum(have.values())} cards"
    for blood, count in Counter(blood for blood in laid if blood).items():
        if count * players > have[blood]:
            return f"{count * players} aspects with blood {blood} are laid out, and the deck has {have[blood]}"
    return ""


def highest(file: PackFile) -> int:
    """The highest face of the behaviour cards, as two of the three have it: the die where nobody names another."""
    return sorted(max((face for row in card.rows for face in row.faces), default=1) for card in file.behaviour)[1]


def rows(file: PackFile, die: int, name: str) -> None:
    """Every face of the behaviour die is covered once by each behaviour card (RR-TURN-06)."""
    faces = range(1, die + 1)
    for card in file.behaviour:
        where = f"behaviour.phase {card.phase}"
        for number, row in enumerate(card.rows):
            _insist(bool(row.faces), name, f"{where}.rows[{number}].faces", "a row names at least one face")
        covered = Counter(face for row in card.rows for face in row.faces)
        for face in faces:
            _insist(face in covered, name, where, f"no row for face {face} of the d{die}")
        for face, times in covered.items():
            _insist(times == 1, name, where, f"face {face} is covered twice")
            _insist(face in faces, name, where, f"a d{die} has no face {face}")


# --- cards -----------------------------------------------------------------------------------------------


def cards(file: PackFile) -> tuple[Aspect, ...]:
    """Every card with a name of its own."""
    return (*file.aspects, *file.conjured)


def check(file: PackFile, name: str) -> None:
    """Check what types alone cannot say. Raises BadData."""
    _insist(bool(file.name.strip()), name, "name", "a Chimera has a name")
    for key, said in (("name", file.name), *((f"{each.id}.name", each.name) for each in cards(file))):
        _insist(len(said) <= MOST_NAME, name, key, f"at most {MOST_NAME} characters")
    _insist(bool(file.aspects), name, "aspects", "a Chimera needs aspects")
    counted = Counter([each.id for each in file.aspects] + [each.id for each in file.conjured])
    for card, times in counted.items():
        _insist(times == 1, name, card, "two cards have this id")
    _insist(sum(each.copies for each in file.aspects) <= MOST_DECK, name, "aspects", f"at most {MOST_DECK} cards")
    for aspect in file.aspects:
        _insist(not file.sets or not aspect.set or aspect.set in file.sets, name, f"{aspect.id}.set", "is not in sets")
    for made in (*file.aspects, *file.conjured):
        _card(made, name)
    for conjured in file.conjured:
        _conjured(conjured, name)
    known = {each.id: each for each in file.conjured}
    everything = {*counted}
    for where, effects in lists_of(file):
        check_effects(effects, known, everything, name, where)
        if not where.endswith(".status"):
            for part in nested_parts(effects):
                late = isinstance(part, Effect) and part.when == "last"
                _insist(not late, name, where, 'when = "last" is for a status ability')
    _fatigued(file, name)
    for kind, cards_of in (("behaviour", file.behaviour), ("ultimate", file.ultimate)):
        phases = sorted(card.phase for card in cards_of)
        _insist(phases == [1, 2, 3], name, kind, f"phases 1, 2 and 3 once each, not {phases}")
    for aspects in sets(file):
        _fills(file, aspects, name)
    rows(file, file.behaviour_die or highest(file), name)


def _card(made: Aspect, name: str) -> None:
    where = f"{made.id}.keywords"
    for each in made.keywords:
        word = keyword(each)
        _insist(word.name in KEYWORDS, name, where, f"there is no {word.name[:40]!r}; {', '.join(KEYWORDS)}")
        if word.name in NUMBERED:
            _insist(word.n > 0, name, where, f'{word.name} needs a number: "{word.name} 2"')
        else:
            _insist(word.n == 0, name, where, f"{word.name} has no number")
    _insist(not made.status or made.status_pips > 0, name, f"{made.id}.status_pips", "a status ability needs pips")
    if not (isinstance(made, Conjured) and made.kind == "alteration"):
        for modifier in made.ongoing:
            _ongoing(modifier, name, f"{made.id}.ongoing")


def _ongoing(modifier: Modifier, name: str, where: str) -> None:
    """Check what an aspect says of itself, of the cards opposite, of the player opposite. Raises BadData."""
    word, target = modifier.do, modifier.target
    if word in OF_OTHERS:
        _insist(target is not None, name, where, f"{word} needs a target, e.g. leftmost or phoenixborn")
        plain = isinstance(target, str) or target == Target(target.of) if target is not None else True
        of = target if isinstance(target, str) or target is None else target.of
        _insist(of in REACHED and plain, name, where, f"{word} lies on {', '.join(REACHED)}, without a filter")
    elif word in OF_FATIGUE:
        refuse(name, where, f"{word} is for the fatigued card")
    else:
        _insist(target is None, name, where, f"{word} has no target")


def _conjured(card: Conjured, name: str) -> None:
    if card.kind == "aspect":
        _insist(
            not card.modifiers, name, f"{card.id}.modifiers", "an aspect has ongoing; modifiers are an alteration's"
        )
        _insist(card.discard_by is None, name, f"{card.id}.discard_by", "only an alteration is discarded that way")
        _insist(card.limit == 0, name, f"{card.id}.limit", "only an alteration has a limit on one card")
        return
    for word, given in (("status", card.status), ("enter", card.enter), ("keywords", card.keywords)):
        _insist(not given, name, f"{card.id}.{word}", "an alteration has modifiers, triggers and discard_by only")
    _insist(not card.ongoing, name, f"{card.id}.ongoing", "what an alteration does to its bearer is modifiers")
    for modifier in card.modifiers:
        where = f"{card.id}.modifiers"
        usual = modifier.do in (*OF_CARD, *OF_OTHERS)
        _insist(usual, name, where, f"{modifier.do} is nothing that an alteration does to its bearer")
        _insist(modifier.target is None, name, where, "it concerns the bearer and has no target")


def _fatigued(file: PackFile, name: str) -> None:
    for each in file.fatigued.ongoing:
        word, target = (each, None) if isinstance(each, str) else (each.do, each.target)
        usual = word in (*OF_FATIGUE, *OF_CARD[:3]) and target is None
        _insist(usual, name, "fatigued.ongoing", f"{', '.join((*OF_FATIGUE, *OF_CARD[:3]))}, not {word}")


# --- effects ---------------------------------------------------------------------------------------------


def check_effects(effects: Effects, conjured: Mapping[str, Conjured], cards: Set[str], name: str, where: str) -> None:
    """Every card that a list of effects names is there and of the right kind, every target can be. Raises BadData."""
    for part in nested_parts(effects):
        _part(part, conjured, cards, name, where)


def _part(part: Any, conjured: Mapping[str, Conjured], cards: Set[str], name: str, where: str) -> None:
    """One effect, target, condition or amount."""
    if isinstance(part, Summon):
        _named(part.card, conjured, "aspect", name, where)
    elif isinstance(part, (Attach, Discard)) and part.card:
        _named(part.card, conjured, "alteration", name, where)
    elif isinstance(part, Attacks) and part.unit not in (*PLACES, "revealed", "self"):
        _insist(part.unit in cards, name, where, f"there is no aspect {part.unit!r} that could attack")
    elif isinstance(part, Target):
        _target(part, conjured, cards, name, where)
    elif isinstance(part, Condition):
        both = part.amount is not None and part.target is not None
        _insist(not both, name, where, "a condition is on an amount or on a target, not on both")
        _insist(part.least <= part.most, name, where, "a condition's least is more than its most")
    elif isinstance(part, str) and part.startswith("attached "):
        _named(part.removeprefix("attached "), conjured, "alteration", name, where)


def _named(card: str, conjured: Mapping[str, Conjured], kind: str, name: str, where: str) -> None:
    _insist(card in conjured, name, where, f"there is no conjured card {card[:40]!r}")
    verb = "summoned" if kind == "aspect" else "attached"
    _insist(conjured[card].kind == kind, name, where, f"{card} is no {kind} and cannot be {verb}")


def _target(target: Target, conjured: Mapping[str, Conjured], cards: Set[str], name: str, where: str) -> None:
    for alteration in (target.with_card, target.without_card):
        if alteration:
            _named(alteration, conjured, "alteration", name, where)
    if target.card:
        _insist(target.of.startswith("own_"), name, where, f"card names one of the Chimera's own, not of {target.of}")
        _insist(target.card in cards, name, where, f"there is no card {target.card!r}")
    _insist(target.count == 1 or target.of in SIDED, name, where, f"count is not for {target.of}")
    _insist(target.count > 0, name, where, "count is at least 1")
    _insist(not target.among or target.of == "picked", name, where, f"among is for picked, not for {target.of}")
