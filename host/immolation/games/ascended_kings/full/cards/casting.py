"""Casts cards and activates inscriptions: what it costs, what is announced, and step by step what follows.

`targeting` says whom a card may be aimed at, `effects` what its effects do.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ....contract import Action, Refusal
from ....engine import need
from ....house_rules import shown
from ...actions import Activate, Cast
from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.mat import NONE, UNKNOWN, YLEM
from ...facts.reporting import Log, report
from ...facts.situation import NOBODY
from ..frames import Casting
from ..mats import gem_flow
from . import effects, inscriptions, piles, targeting
from .card import Ability, Card
from .targeting import Named, affected, plans, settled

# --- casting from hand -----------------------------------------------------------------------------------


_cast = lru_cache(200_000)(Cast)
_activate = lru_cache(50_000)(Activate)
"""Return the one action of these values, made once."""


def actions(s: FullSituation, seat: int) -> list[Action]:
    """Every card that can be cast now with every target, and every way to activate the inscription.

    No price is asked of an inscription (AK-INSC-08) nor a limit of casting from hand (AK-CARD-10). What only people
    can know, printed cards, is declared instead.
    """
    found: list[Action] = []
    mat, seats, cards = s.mats[seat], s.settings.seats, s.pack.cards
    own, ylem = seats[seat], mat.ylem
    for index in () if s.printed else dict.fromkeys(s.hands[seat]):
        card = cards[index]
        ability = card.ability
        if ability is not None and card.price <= ylem:
            key = card.key
            for who, tile, choice in plans(s, seat, ability):
                found.append(_cast(own, key, None if who is None else seats[who], tile, choice))
    inscribed = mat.inscription
    if inscribed >= 0 and not s.inscription_used:
        ability = cards[inscribed].ability
        if ability is not None:
            ways = plans(s, seat, ability) if inscriptions.fits(s, seat, inscribed) else []
            for who, tile, choice in ways:
                found.append(_activate(own, None if who is None else seats[who], tile, choice))
            if not ways and not s.mats[seat].known:
                found.append(_activate(own, None, None, None))
    return found


def _without_ability(card: Card) -> Refusal:
    rule = "AK-INST-10" if card.instant is not None and card.focus is None else "AK-CARD-01"
    return Refusal(rule, f"{card.name} has no Focus Ability to cast.")


def check_cast(s: FullSituation, seat: int, action: Cast) -> Refusal | None:
    """None for a card in hand whose price is there and whose target is legal (AK-CARD-07, AK-CARD-09)."""
    card = piles.named(s, seat, action.card, "AK-CARD-07")
    if type(card) is Refusal:
        return card
    if card.ability is None:
        return _without_ability(card)
    have = s.mats[seat].of(YLEM)
    if have < card.price:
        return Refusal(
            "AK-CARD-07", f"{card.name} costs {card.price} Ylem; there is {have or 'none'} in your Ylem Pool."
        )
    named = settled(s, seat, card.ability, action)
    return named if type(named) is Refusal else None


def do_cast(s: FullSituation, seat: int, action: Cast, log: Log) -> None:
    """Play the card, announce the target, pay its price (AK-CARD-07); Special Cards cost nothing (AK-CARD-11)."""
    card = s.pack.by_key[action.card]
    assert card.ability is not None
    named = settled(s, seat, card.ability, action)
    assert isinstance(named, Named)
    hit = _hit(s, seat, card.ability, named)
    piles.lose(s, seat, card.index)
    gem_flow.expend(s, seat, ylem=card.price)
    rules = ("AK-CARD-07",) if card.focus is not None else ("AK-CARD-11",)
    _announce(s, seat, card, named, hit, False, rules, log)


def _hit(s: FullSituation, seat: int, ability: Ability, named: Named) -> list[int]:
    """Return whom the card affects, as long as nothing is paid: the caster and a bare tile are nobody."""
    if ability.several:
        return affected(s, seat, ability)
    return [] if named.who is None else [named.who]


def _announce(
    s: FullSituation,
    seat: int,
    card: Card,
    named: Named,
    hit: list[int],
    inscribed: bool,
    rules: tuple[str, ...],
    log: Log,
) -> None:
    """The card lies face up and everybody knows its target; they may react before it is resolved (AK-INST-06)."""
    assert card.ability is not None
    targets = tuple(seat_id(who) for who in hit)
    arena = s.arena
    at = " and ".join(arena.names[who] for who in hit) or (
        arena.number(named.tile) if named.tile is not None and card.ability.tile != "no" else ""
    )
    aimed = f" at {at}" if at else ""
    verb, price = ("activates", "from the mat") if inscribed else ("casts", f"({card.price} Ylem)")
    text = f"{arena.heads[seat]} {verb} {card.name}{aimed} {price}."
    data = {
        "seat": seat_id(seat),
        "card": card.key,
        "title": card.title,
        "level": card.level,
        "ylem": 0 if inscribed else card.price,
        "targets": list(targets),
        "tile": named.tile,
        "choice": named.choice,
    }
    report(log, "activated" if inscribed else "cast", rules, text, data)
    tile = -1 if named.tile is None else named.tile
    s.stack.append(Casting(seat_id(seat), card.key, inscribed, targets, tile, named.choice or ""))
    s.offer("target")


# --- activating an inscription ---------------------------------------------------------------------------


def _inscribed(s: FullSituation, seat: int, action: Activate) -> Card | Refusal:
    """The card in the slot; a printed one that nobody else has seen must be named."""
    index = s.mats[seat].inscription
    if index == NONE:
        return Refusal("AK-INSC-09", f"No card is inscribed on the mat of {s.arena.names[seat]}.")
    if index != UNKNOWN:
        card = s.pack.cards[index]
        if action.card is not None and action.card != card.key:
            return Refusal("AK-INSC-09", f"The inscribed card is {card.name}, not {shown(action.card)}.")
        return card
    if action.card is None:
        return Refusal("AK-INSC-09", "Say which card is inscribed.")
    named = s.pack.by_key.get(action.card)
    if named is None:
        return Refusal("TABLE", f"There is no card {shown(action.card)} in this pack.")
    return piles.impossible(s, seat, named.index, in_slot=True) or inscriptions.misfit(s, seat, named) or named


def check_activate(s: FullSituation, seat: int, action: Activate) -> Refusal | None:
    """None for an inscribed card not yet activated this turn (AK-INSC-08) whose target is legal (AK-INSC-09).

    Naming nothing where no target can be met turns the card up and down again, once (AK-INSC-10).
    """
    card = _inscribed(s, seat, action)
    if type(card) is Refusal:
        return card
    if s.inscription_used:
        return Refusal("AK-INSC-08", f"{s.arena.names[seat]} has activated an inscription this turn already.")
    if card.ability is None:
        return _without_ability(card)
    if inscriptions.misfit(s, seat, card) is not None or _cancelled(s, seat, card.ability, action):
        return None
    named = settled(s, seat, card.ability, action)
    return named if type(named) is Refusal else None


def _cancelled(s: FullSituation, seat: int, ability: Ability, action: Activate) -> bool:
    """True if the activation only shows that no target can be met; a card that all know shows nothing new."""
    silent = action.who is None and action.tile is None and action.choice is None
    return silent and not s.mats[seat].known and not plans(s, seat, ability)


def do_activate(s: FullSituation, seat: int, action: Activate, log: Log) -> None:
    """Turn the inscribed card up and resolve it without a price, once a turn (AK-INSC-08, AK-INSC-09)."""
    card = _inscribed(s, seat, action)
    assert isinstance(card, Card)
    assert card.ability is not None
    mat, own = s.mats[seat], seat_id(seat)
    if mat.inscription == UNKNOWN:
        piles.unsee(s, card.index, -1)
        mat.inscription = card.index
    if inscriptions.misfit(s, seat, card) is not None:
        s.inscription_used = True
        inscriptions.found_out(s, seat, log)
    elif _cancelled(s, seat, card.ability, action):
        mat.known = True
        s.inscription_used = s.rules.inscription_cancel_consumes_use
        text = f"{s.arena.heads[seat]} turns up {card.name}, finds no target and turns it down again."
        report(log, "activation-cancelled", ("AK-INSC-10",), text, {"seat": own, "card": card.key})
    else:
        named = settled(s, seat, card.ability, action)
        assert isinstance(named, Named)
        hit = _hit(s, seat, card.ability, named)
        s.inscription_used = True
        piles.clear_slot(s, seat)
        _announce(s, seat, card, named, hit, True, ("AK-INSC-08", "AK-INSC-09"), log)


# --- resolving -------------------------------------------------------------------------------------------


def settle_casting(s: FullSituation, frame: Casting, log: Log) -> bool:
    """Carry out the card's next effect; after the last it goes to the pile of its deck (AK-CARD-07, AK-INSC-09)."""
    card = s.pack.by_key[frame.card]
    assert card.ability is not None
    todo = card.ability.effects
    if frame.step >= len(todo):
        s.stack.pop()
        piles.discard(s, card.index)
        return True
    s.stack[-1] = msgspec.structs.replace(frame, step=frame.step + 1)
    effects.carry_out(s, frame, card, todo[frame.step], log)
    return True


def discard_card_in_play(s: FullSituation) -> None:
    """A card whose effect ends the game goes to its pile all the same (AK-WAR-11, AK-CARD-07)."""
    for frame in s.stack:
        if type(frame) is Casting:
            piles.discard(s, s.pack.by_key[frame.card].index)


# --- positions -------------------------------------------------------------------------------------------


def validate(s: FullSituation, frame: Casting, place: int) -> None:
    """A card of the player on turn, aimed at what it may be aimed at (AK-CARD-07, AK-CARD-12).

    A card whose caster has died of it, which ended the turn, is resolved to its end (AK-ACTIVE-08).
    """
    key, below = f"stack.{place}", s.stack[place - 1]
    outlived = below.phase == "turn" and below.brings_back and frame.step > 0 and not s.alive(s.numbers[frame.seat])
    need(below.acting or outlived, key, "that is done in the Active State (AK-ACTIVE-07)")
    if not frame.step:
        s.need_alive(key, frame.seat, *frame.targets)
    _aimed(s, frame, key)
    on_turn = s.turn == NOBODY or frame.seat == s.settings.seats[s.turn]
    need(on_turn, key, "that is for the player on turn (AK-ACTIVE-07)")


def _aimed(s: FullSituation, frame: Casting, key: str) -> None:
    """The card is aimed at what it may be aimed at; until its first effect nobody has moved since (AK-CARD-12)."""
    card = s.pack.by_key[frame.card]
    ability = card.ability
    assert ability is not None
    seat, hit = s.numbers[frame.seat], [s.numbers[who] for who in frame.targets]
    need(seat not in hit and len(set(hit)) == len(hit), f"{key}.targets", "opponents, each once (AK-CARD-12)")
    if ability.target == "self":
        fits = not hit
    elif ability.several:
        fits = True
    else:
        fits = len(hit) == (0 if ability.tile == "only" or (ability.tile == "too" and frame.tile >= 0) else 1)
    need(fits, f"{key}.targets", f"{card.name} is not aimed like that (AK-CARD-12)")
    fits = frame.choice in targeting.nameable(s, ability)
    need(fits, f"{key}.choice", f"{card.name} leaves no such choice as {shown(frame.choice)} (AK-CARD-12)")
    if frame.step or not s.alive(seat):
        return
    for who in hit:
        missed = targeting.missed(s, seat, ability, who)
        need(missed is None, f"{key}.targets", f"{missed.reason.rstrip('.')} ({missed.rule})" if missed else "")
    target = hit[0] if hit and not ability.several else None
    tile = None if frame.tile < 0 else frame.tile
    astray = targeting.tile_refusal(s, seat, ability, target, tile)
    need(astray is None, f"{key}.tile", f"{astray.reason.rstrip('.')} ({astray.rule})" if astray else "")
