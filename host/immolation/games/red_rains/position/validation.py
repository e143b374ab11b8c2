"""Validates a position: counts, cards, piles, and the stack; raises BadPosition with the key and the reason."""

from __future__ import annotations

from ...engine import need
from ...house_rules import shown
from ..battle import damage, stats
from ..cards import sample_deck
from ..chimera import battlefield, piles, red_rains_tokens
from ..decision_points import POINTS
from ..facts.card_in_play import CardInPlay
from ..facts.situation import Situation
from ..frames import Handling
from .stack_validation import check_stack


def validate_position(s: Situation) -> None:
    """Raise BadPosition naming the key if the situation cannot be; sets the result of a game that is over."""
    _cards(s)
    _counts(s)
    _piles(s)
    check_stack(s, POINTS)


# --- cards -----------------------------------------------------------------------------------------------


def _cards(s: Situation) -> None:
    over = s.ended
    for name, seat in s.seats_of.items():
        key = f"seats.{name}"
        need(len(seat.units) <= seat.battlefield, f"{key}.units", f"the battlefield holds {seat.battlefield} units")
        aspects = sum(1 for body in s.seats_of[name].facing if body.kind == "aspect")
        size = s.pack.file.chimera.battlefield_size
        need(aspects <= size, f"{key}.facing", f"the battlefield holds {size} aspects")
        need(len(s.seats_of[name].facing) <= 30, f"{key}.facing", "more than 30 cards lie nowhere")
        for where, line in (("units", seat.units), ("facing", s.seats_of[name].facing)):
            for number, body in enumerate(line):
                _card(s, body, f"{key}.{where}.{number}")
        need(over or seat.wounds < stats.life(s, seat), f"{key}.wounds", "who has fallen lost (RR-BASE-03)")
        _attached(s, seat, key)
        if seat.cards is not None:
            for card in seat.cards:
                need(card in sample_deck.DECK, f"{key}.cards", f"the sample deck has no {shown(card)}")
            need(seat.dice is not None, f"{key}.dice", "the sample deck counts its dice")
            need(s.settings.players != "printed", f"{key}.cards", "printed cards are not counted")
        need(
            s.settings.players == "printed" or seat.cards is not None,
            f"{key}.cards",
            "the sample deck counts its cards",
        )
        if seat.dice is not None:
            need(sum(seat.dice.values()) <= 30, f"{key}.dice", "more than 30 dice nobody has")
    need(over or s.chimera.wounds < s.chimera.life, "chimera_card.wounds", "a Chimera that has fallen lost")
    _attached(s, s.chimera, "chimera_card")
    for where, bodies in (("aside", s.aside), ("dying", s.dying)):
        for number, body in enumerate(bodies):
            _attached(s, body, f"{where}.{number}")
            need(body.kind != "aspect" or body.card is not None, f"{where}.{number}", "nobody has seen that card")


def _card(s: Situation, body: CardInPlay, key: str) -> None:
    if not body.up:
        fresh = not (body.wounds or body.exhaustion or body.status or body.dice_on or body.attached or body.spells)
        need(
            fresh and not body.under and not body.lasting and not body.given,
            key,
            "a face-down aspect carries nothing (RR-BASE-05)",
        )
        if body.card is not None:
            need(body.card.id in s.pack.deck, f"{key}.card", "only cards of the deck lie face down")
        return
    need(body.wounds < stats.life(s, body), f"{key}.wounds", "wounds equal to its life destroy it (RR-BASE-03)")
    most = damage.MOST_EXHAUSTION
    need(body.exhaustion <= most, f"{key}.exhaustion", f"at most {most} tokens")
    _attached(s, body, key)


def _attached(s: Situation, body: CardInPlay, key: str) -> None:
    for card, copies in body.attached.items():
        record = stats.alteration(s, card)
        need(record is not None, f"{key}.attached", f"{s.pack.name[:40]} conjures no alteration {shown(card)}")
        assert record is not None
        need(not record.limit or copies <= record.limit, f"{key}.attached.{card}", f"at most {record.limit} on a card")
    for spell, owner in body.spells.items():
        need(owner in s.seats_of, f"{key}.spells.{spell[:40]}", f"there is no seat {shown(owner)}")


def _counts(s: Situation) -> None:
    dice = s.settings.rules.rage_dice
    need(s.rage <= dice, "rage", f"there are {dice} rage dice")
    if s.settings.rules.rage_token_rule == "all_power_reset" and s.settings.rules.no_basic_rage_die == "skip":
        need(s.rage < dice, "rage", "when all show power they turn back to basic at once (RR-RAGE-04)")
    for record in s.pack.conjured.values():
        need(battlefield.supply(s, record) >= 0, "seats", f"there are only {record.copies} copies of {record.id}")
    need(s.round <= s.settings.rules.most_rounds or s.ended, "round", "that round is never played")
    need(s.passes <= 2 * len(s.seats_of), "passes", "more than everybody cannot pass")
    need(set(s.stuck) <= set(s.seats_of), "stuck", "there is no such side")
    need(int(s.settings.level[1]) <= s.stage, "stage", "a campaign climbs")
    need(s.settings.campaign or int(s.settings.level[1]) == s.stage, "stage", "without a campaign the level stays")
    need(
        s.ended or not red_rains_tokens.ultimate_overdue(s),
        "red_rains",
        "that many bring the Ultimate at once (RR-TOK-03)",
    )


def _piles(s: Situation) -> None:
    down = piles.face_down_by_blood(s)
    have = piles.by_blood(s, s.pool)
    for blood, count in down.items():
        reason = f"{count} unseen aspects with blood {blood}, but only {have.get(blood, 0)} are left"
        need(count <= have.get(blood, 0), "seats", reason)
    need(s.out <= sum(s.pool.values()) - s.face_down, "out", "more than are unseen")
    for card, copies in s.top.items():
        need(copies <= s.pool.get(card, 0), f"top.{card}", "more than are unseen")
    need(sum(s.top.values()) <= s.pile, "top", "more than the pile holds")
    backs = piles.by_blood(s, s.top)
    for blood, count in backs.items():
        need(count + down.get(blood, 0) <= have.get(blood, 0), "top", "some of these lie face down")
    handling = any(isinstance(frame, Handling) for frame in s.stack)
    need((s.hand is not None) == handling, "hand", "cards are set aside while an effect on the hand is under way")
