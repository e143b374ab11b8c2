"""The Inscription slot: which cards fit it, inscribing, taking back, the Prismatic Inscription."""

from __future__ import annotations

from functools import cache

from ....contract import Action, Refusal
from ... import actions as act
from ...facts.arena import seat_id
from ...facts.full_situation import ASCENDANT, HIDDEN, FullSituation
from ...facts.mat import NONE, UNKNOWN
from ...facts.pools import core_done, gems
from ...facts.reporting import Log, report, report_secret
from ..mats import gem_flow, transmutations
from . import draws, piles
from .card import Card

_inscribe = cache(act.Inscribe)
_uninscribe = cache(act.Uninscribe)
_cycle = cache(act.Cycle)
"""Return the one action of these values, made once."""


# --- which cards fit -------------------------------------------------------------------------------------


def belongs(s: FullSituation, seat: int, card: Card) -> bool:
    """True if a card belongs into the slot of that mat.

    A King's must bear the glyph of the mat (AK-INSC-02), a Revenant's the Omega glyph whatever its focus (AK-INSC-03);
    of Special Cards only the Prismatic Inscription fits, and only a King's mat (AK-CARD-06, AK-INSC-11).
    """
    if s.arena.revenant[seat]:
        return card.glyph
    king = s.arena.kings[seat]
    return card.deck == ASCENDANT and (card.inscribe == "prismatic" or (king is not None and card.focus == king.focus))


def misfit(s: FullSituation, seat: int, card: Card) -> Refusal | None:
    """Say why a card does not belong into the slot of that mat, None if it does; see `belongs`."""
    if belongs(s, seat, card):
        return None
    name = s.arena.names[seat]
    if s.arena.revenant[seat]:
        return Refusal("AK-INSC-03", f"{card.name} bears no Omega glyph; a Revenant inscribes only cards that do.")
    if card.focus is None:
        return Refusal("AK-CARD-06", f"{card.name} is a Special Card and bears no Focus Glyph to inscribe it by.")
    king = s.arena.kings[seat]
    own = "" if king is None else f" and the mat of {name} is of {king.focus.title()}"
    return Refusal("AK-INSC-02", f"{card.name} is of {card.focus.title()}{own}; the glyphs must match.")


def fits(s: FullSituation, seat: int, index: int) -> bool:
    """True if the card belongs into the slot of that mat."""
    return belongs(s, seat, s.pack.cards[index])


# --- inscribing ------------------------------------------------------------------------------------------


def actions(s: FullSituation, seat: int) -> list[Action]:
    """Every card that can be inscribed, taken back, or exchanged for another, in the Latent State (AK-LATENT-06)."""
    own, slot, cards = s.settings.seats[seat], s.mats[seat].inscription, s.pack.cards
    found: list[Action] = []
    enforced = s.rules.inscription_enforce_legality
    for index in () if s.printed else dict.fromkeys(s.hands[seat]):
        card = cards[index]
        fits_there = slot == NONE and (belongs(s, seat, card) or not enforced)
        if fits_there and (not card.inscribe or _refused(s, seat, card) is None):  # only a prismatic one takes gems
            found.append(_inscribe(own, card.key))
        if card.cycle:
            found.append(_cycle(own, card.key))
    if slot >= 0:
        found.append(_uninscribe(own))
    return found


def _refused(s: FullSituation, seat: int, card: Card) -> Refusal | None:
    """Say why a card in hand cannot be inscribed now, None if it can."""
    mat = s.mats[seat]
    refusal = _taken(s, seat)
    if refusal is not None:
        return refusal
    if s.rules.inscription_enforce_legality or card.inscribe == "prismatic":
        refusal = misfit(s, seat, card)
        if refusal is not None:
            return refusal
    if card.inscribe == "prismatic" and not (mat.aria and mat.egis and mat.pyre):
        have = gems(*mat.core)
        return Refusal("AK-INSC-11", f"{card.name} takes 1 Aria, 1 Egis and 1 Pyre; your pool has {have}.")
    limited = s.rules.transmute_prismatic_inscription_counts
    if card.inscribe == "prismatic" and limited and core_done(mat) >= mat.level:
        return Refusal(
            "AK-TRANS-09", f"At level {mat.level} a King holds {mat.level} completed Transmutations at most."
        )
    return None


def _taken(s: FullSituation, seat: int) -> Refusal | None:
    """Say why no card can be put into the slot: one lies there (AK-INSC-01)."""
    if not s.mats[seat].inscribed:
        return None
    name = s.arena.names[seat]
    return Refusal("AK-INSC-01", f"A card is inscribed on the mat of {name} already; take it back first.")


def check_inscribe(s: FullSituation, seat: int, action: act.Inscribe) -> Refusal | None:
    """None if the slot is empty (AK-INSC-01) and the card in hand belongs there.

    A printed card goes face down without a name; whether it belongs there comes out when it is turned up.
    """
    if s.printed and not action.card:
        return _taken(s, seat) or (None if s.hands[seat] else Refusal("AK-INSC-02", "There is no card in your hand."))
    card = piles.named(s, seat, action.card, "AK-INSC-02")
    return card if type(card) is Refusal else _refused(s, seat, card)


def do_inscribe(s: FullSituation, seat: int, action: act.Inscribe, log: Log) -> None:
    """Face down into the slot, for its owner's eyes (AK-INSC-04); out of the hand (AK-INSC-07).

    A Prismatic Inscription lies face up, and three gems move onto it at once (AK-INSC-11).
    """
    card, mat, own = s.pack.by_key.get(action.card), s.mats[seat], seat_id(seat)
    name = s.arena.heads[seat]
    if card is not None and card.inscribe == "prismatic":
        piles.lose(s, seat, card.index)
        mat.inscription, mat.known = card.index, True
        transmutations.fill(mat, "inscription")
        text = f"{name} inscribes {card.name} face up, with 1 Aria, 1 Egis and 1 Pyre on it."
        report(log, "inscribed", ("AK-INSC-11", "AK-INSC-12"), text, {"seat": own, "card": card.key})
        return
    hidden = s.printed or card is None
    piles.lose(s, seat, HIDDEN if hidden or card is None else card.index, face_down=True)
    mat.inscription = UNKNOWN if hidden or card is None else card.index
    mat.known = False
    text = f"{name} inscribes a card face down."
    rule = "AK-INSC-03" if s.arena.revenant[seat] else "AK-INSC-02"
    told: dict[str, dict[str, str]] = {}
    if card is not None:
        told[own] = {"card": card.key, "text": f"{name} inscribes {card.name} face down."}
    report_secret(log, "inscribed", (rule, "AK-INSC-04"), text, told, {"seat": own})


# --- taking back -----------------------------------------------------------------------------------------


def check_uninscribe(s: FullSituation, seat: int, action: act.Uninscribe) -> Refusal | None:
    """None if a card is inscribed; a printed one must be named, for it is shown to all (AK-INSC-05)."""
    index = s.mats[seat].inscription
    if index == NONE:
        return Refusal("AK-INSC-05", f"No card is inscribed on the mat of {s.arena.names[seat]}.")
    if index != UNKNOWN:
        key = s.pack.cards[index].key
        wrong = action.card is not None and action.card != key
        return Refusal("AK-INSC-05", f"The inscribed card is {s.pack.cards[index].name}.") if wrong else None
    card = s.pack.by_key.get(action.card or "")
    if card is None:
        return Refusal("AK-INSC-05", "Say which card is taken back; it is shown to all.")
    return piles.impossible(s, seat, card.index, in_slot=True)


def do_uninscribe(s: FullSituation, seat: int, action: act.Uninscribe, log: Log) -> None:
    """Shown to all and back in hand (AK-INSC-05); one that was never legal is discarded instead.

    A Prismatic Inscription is discarded, its gems return to the pool (AK-INSC-13).
    """
    mat, own, name = s.mats[seat], seat_id(seat), s.arena.heads[seat]
    if mat.inscription == UNKNOWN:
        mat.inscription = s.pack.by_key[action.card or ""].index
        piles.unsee(s, mat.inscription, -1)
    card = s.pack.cards[mat.inscription]
    if mat.filled:
        where = s.rules.inscription_prismatic_gems_on_uninscribe
        text = f"{name} takes {card.name} off; its gems go to the {where}."
        report(
            log, "uninscribed", ("AK-INSC-05", "AK-INSC-13"), text, {"seat": own, "card": card.key, "discarded": True}
        )
        transmutations.empty(s, seat, "inscription", log)
        if where == "pool":
            gem_flow.gain(s, seat, log, "AK-INSC-13", 1, 1, 1, told=True)
        return
    if misfit(s, seat, card) is not None:
        found_out(s, seat, log)
        return
    piles.hold(s, seat, piles.clear_slot(s, seat), seen=True)
    text = f"{name} shows {card.name}, which was inscribed, and takes it back in hand."
    report(log, "uninscribed", ("AK-INSC-05",), text, {"seat": own, "card": card.key, "discarded": False})


def found_out(s: FullSituation, seat: int, log: Log) -> None:
    """An inscription that was never legal is turned up and discarded (AK-INSC-05)."""
    card = s.pack.cards[piles.discard_inscription(s, seat)]
    text = f"{s.arena.heads[seat]} turns up {card.name}, which does not belong there; it is discarded."
    report(log, "uninscribed", ("AK-INSC-05",), text, {"seat": seat_id(seat), "card": card.key, "discarded": True})


# --- another card for a Prismatic Inscription ------------------------------------------------------------


def check_cycle(s: FullSituation, seat: int, action: act.Cycle) -> Refusal | None:
    """None for a Prismatic Inscription in hand (AK-INSC-14)."""
    card = piles.named(s, seat, action.card, "AK-INSC-14")
    if type(card) is Refusal:
        return card
    return None if card.cycle else Refusal("AK-INSC-14", f"{card.name} is not discarded to draw a card.")


def do_cycle(s: FullSituation, seat: int, action: act.Cycle, log: Log) -> None:
    """Discard it and draw from the own deck instead (AK-INSC-14)."""
    card = s.pack.by_key[action.card]
    piles.lose(s, seat, card.index)
    piles.discard(s, card.index)
    text = f"{s.arena.heads[seat]} discards {card.name} and draws a card."
    report(log, "cycled", ("AK-INSC-14",), text, {"seat": seat_id(seat), "card": card.key})
    draws.begin(s, seat, card.cycle, "AK-INSC-14")
