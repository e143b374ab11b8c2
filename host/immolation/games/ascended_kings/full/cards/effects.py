"""Carries out a card's effects, one function a word of `card`.

An effect does as much as it can: gems that are not there are not taken, the dead are passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....contract import Json
from ....engine import need
from ...board import fire, forced_moves
from ...board.items import spawn
from ...components import Focus
from ...facts.arena import seat_id
from ...facts.full_situation import HIDDEN, FullSituation
from ...facts.mat import ARIA, EGIS, KINDS, PYRE, UNKNOWN, YLEM
from ...facts.pools import gems
from ...facts.reporting import Log, report, report_secret, sentence
from ...frames import Driven
from ..battle.wounds import deal
from ..frames import Casting, Drawing, Dropping, RollingFocus
from ..mats import gem_flow, transmutations
from . import card as words
from . import piles, requirements
from .card import AnyEffect, Card

RESOLVED: Final = "AK-CARD-07"
"""Casting, step 4: the effects of the card are resolved."""


# --- carrying out ----------------------------------------------------------------------------------------


class Cause:
    """The caster, the card and its targets: what every effect is told."""

    __slots__ = ("about", "card", "choice", "log", "seat", "targets", "tile")

    def __init__(self, s: FullSituation, frame: Casting, card: Card, log: Log) -> None:
        """Seats as numbers, a tile of None where none was named."""
        self.card = card
        self.log = log
        self.seat = s.numbers[frame.seat]
        self.targets = [s.numbers[who] for who in frame.targets]
        self.about = self.targets[0] if self.targets else self.seat
        """Whom conditions and amounts mean by the target."""
        self.tile = None if frame.tile < 0 else frame.tile
        self.choice = frame.choice


def carry_out(s: FullSituation, frame: Casting, card: Card, effect: AnyEffect, log: Log) -> None:
    """Do one effect to everybody it is for and still on the board."""
    cause = Cause(s, frame, card, log)
    if type(effect) is words.Wound:
        _wound(s, cause, effect)
        return
    do = _EFFECTS[type(effect)]
    for who, about in _subjects(cause, effect):
        cause.about = about
        living = s.alive(who) and (s.alive(cause.seat) or not isinstance(effect, BOTH))
        if living and _meets(s, cause, effect) and not _spared(s, cause, who, effect):
            do(s, cause, who, effect)


def _subjects(cause: Cause, effect: AnyEffect) -> list[tuple[int, int]]:
    """Return who is affected, each with the opponent that the effect's conditions and amounts are about.

    What happens to the caster happens once, but once for each opponent where it asks about them.
    """
    if cause.targets and getattr(effect, "who", "target") == "target":
        return [(who, who) for who in cause.targets]
    asks = "target." in " ".join((*effect.when, getattr(effect, "per", "")))
    return [(cause.seat, who) for who in cause.targets] if asks else [(cause.seat, cause.about)]


def _times(s: FullSituation, cause: Cause, effect: words.Counting) -> int:
    """Return how often the amounts of an effect count."""
    if not effect.per:
        return 1
    counted = words.countable(effect.per)
    times = requirements.value(s, cause.seat if counted.who == "caster" else cause.about, counted.what)
    return min(times, effect.most) if effect.most else times


BOTH: Final = (words.Steal, words.Give, words.GiveDire, words.SwapPlaces, words.PushAway, words.PullNear)
"""Effects between two, which need the caster on the board as well."""


def _spared(s: FullSituation, cause: Cause, who: int, effect: AnyEffect) -> bool:
    """True if an effect on several does not fit this one of them, who has nothing to lose or no way to go."""
    assert cause.card.ability is not None
    return (
        cause.card.ability.several
        and who != cause.seat
        and requirements.refusal(s, cause.seat, who, effect) is not None
    )


def _meets(s: FullSituation, cause: Cause, effect: AnyEffect) -> bool:
    return all(requirements.holds(s, words.condition(text), cause.seat, cause.about) for text in effect.when)


def _wound(s: FullSituation, cause: Cause, effect: words.Wound) -> None:
    """One batch for all (AK-WOUND-05); Egis does not block it, kills earn their bonuses (AK-DEF-03, AK-KILL-04)."""
    wounds: dict[int, int] = {}
    for who, about in _subjects(cause, effect):
        cause.about = about
        if s.alive(who) and _meets(s, cause, effect):
            wounds[who] = wounds.get(who, 0) + effect.count * _times(s, cause, effect)
    ability = cause.card.ability
    heir = ability is not None and ability.inherit and s.alive(cause.seat)
    deal(s, wounds, "curse" if heir else "ability", cause.log, by=seat_id(cause.seat), heir=heir)


def _gain(s: FullSituation, cause: Cause, who: int, effect: words.Gain) -> None:
    times = _times(s, cause, effect)
    gem_flow.take_any(s, who, effect.core * times, cause.log, RESOLVED)
    amounts = (effect.aria * times, effect.egis * times, effect.pyre * times, effect.ylem * times)
    if any(amounts):
        gem_flow.gain(s, who, cause.log, RESOLVED, *amounts)


def _leaving(s: FullSituation, cause: Cause, who: int, effect: words.Amounts, times: int) -> tuple[int, int, int, int]:
    """Return what an effect takes out of the pools of ``who``: as many as there are (AK-INDEX-22)."""
    mat = s.mats[who]
    wanted = [effect.aria, effect.egis, effect.pyre, effect.ylem]
    if effect.core and cause.choice in requirements.COLOURS:
        wanted[requirements.COLOURS.index(cause.choice)] += effect.core
    aria, egis, pyre, ylem = (min(count * times, mat.of(kind)) for kind, count in enumerate(wanted))
    return aria, egis, pyre, ylem


def _lose(s: FullSituation, cause: Cause, who: int, effect: words.Lose) -> None:
    times = _times(s, cause, effect)
    gone = _leaving(s, cause, who, effect, times) if effect.chooses == "caster" else None
    if gone is None:
        gem_flow.lose_any(s, who, effect.core * times, cause.log, RESOLVED)
        plain = words.Lose(aria=effect.aria, egis=effect.egis, pyre=effect.pyre, ylem=effect.ylem)
        gone = _leaving(s, cause, who, plain, times)
    gem_flow.expend(s, who, *gone)
    name = s.arena.heads[who]
    data: dict[str, Json] = {kind: count for kind, count in zip(KINDS, gone, strict=False) if count}
    if any(gone) or effect.chooses == "caster":
        rules = (RESOLVED, "AK-INDEX-22")
        report(cause.log, "lost", rules, f"{name} loses {gems(*gone)}.", {"seat": seat_id(who), **data})


def _pass_on(s: FullSituation, cause: Cause, giver: int, taker: int, effect: words.Amounts) -> None:
    """Gems go from one to another; what the taker has no room for goes to the supply (AK-POOL-03, AK-POOL-04)."""
    gone = _leaving(s, cause, giver, effect, _times(s, cause, effect))
    gem_flow.expend(s, giver, *gone)
    text = f"{s.arena.heads[taker]} takes {gems(*gone)} from {s.arena.names[giver]}."
    data: dict[str, Json] = {kind: count for kind, count in zip(KINDS, gone, strict=False) if count}
    report(cause.log, "gems-passed", (RESOLVED,), text, {"seat": seat_id(taker), "of": seat_id(giver), **data})
    gem_flow.gain(s, taker, cause.log, RESOLVED, *gone, told=True)


def _convert(s: FullSituation, cause: Cause, who: int, effect: words.Convert) -> None:
    """As many come as went, as far as supply and Ylem Pool allow (AK-INDEX-05, AK-COMP-10)."""
    colour, _, number = cause.choice.rpartition(" ") if effect.up_to else (cause.choice, "", "")
    of = colour if effect.of == "core" else effect.of
    into = colour if effect.into == "core" else effect.into
    if of not in KINDS or into not in KINDS:
        return
    most = int(number) if number.isdecimal() else effect.count
    kind, other = KINDS.index(of), KINDS.index(into)
    count = min(most * _times(s, cause, effect), s.mats[who].of(kind))
    if not count:
        return
    gem_flow.expend(s, who, **{of: count})
    text = f"{count} {of.title()} of {s.arena.names[who]} becomes {into.title()}."
    data = {"seat": seat_id(who), "of": of, "into": into, "count": count}
    report(cause.log, "converted", ("AK-INDEX-05",), text, data)
    aria, egis, pyre, ylem = (count * (place == other) for place in (ARIA, EGIS, PYRE, YLEM))
    gem_flow.gain(s, who, cause.log, "AK-INDEX-05", aria, egis, pyre, ylem, told=True)


def _heal(s: FullSituation, cause: Cause, who: int, effect: words.Heal) -> None:
    healed = gem_flow.heal(s, who, effect.count * _times(s, cause, effect))
    text = f"{s.arena.heads[who]} loses {healed} Dire."
    report(cause.log, "healed", (RESOLVED, "AK-WOUND-04"), text, {"seat": seat_id(who), "count": healed})


def _give_dire(s: FullSituation, cause: Cause, who: int, effect: words.GiveDire) -> None:
    count = gem_flow.heal(s, cause.seat, effect.count)
    tile = cause.tile if not cause.targets else s.arena.tiles[who]
    if count and tile is not None:
        forced_moves.transfer_dire(s, cause.seat, tile, count, cause.log)


def _pull(s: FullSituation, cause: Cause, who: int, effect: words.PullNear) -> None:
    ends = forced_moves.pulls(s, cause.seat, who, None if effect.tiles == "all" else effect.tiles)
    way = ends.get(cause.tile if cause.tile is not None else -1) or next(iter(ends.values()), ())
    if way:
        forced_moves.pull_near(s, cause.seat, who, way, cause.log)


def _relocate(s: FullSituation, cause: Cause, who: int, effect: words.Relocate) -> None:
    if cause.tile is not None and cause.tile in requirements.places(s, who, effect):
        s.stack.append(Driven(seat_id(who), seat_id(cause.seat), (cause.tile,), "moved"))


def _take_inscription(s: FullSituation, cause: Cause, who: int, _: words.TakeInscription) -> None:
    """Into the caster's hand (AK-INDEX-13), or off to its own deck's pile if it is not the caster's (AK-INDEX-14).

    The gems of a Prismatic Inscription are discarded first. Only the two know a card that lay face down.
    """
    mat, own, other = s.mats[who], seat_id(cause.seat), seat_id(who)
    if not mat.inscribed:
        return
    if mat.filled:
        mat.filled = False
        gem_flow.give_back(s, (1, 1, 1, 0, 0))
    known = mat.known
    index = piles.clear_slot(s, who)
    one, two = s.arena.heads[cause.seat], s.arena.names[who]
    card = None if index == UNKNOWN else s.pack.cards[index]
    if s.arena.revenant[cause.seat] != s.arena.revenant[who]:
        if card is not None:
            piles.discard(s, index)
        name = card.name if card is not None else "the card"
        text = f"{one} takes the inscribed card of {two}; {name} is not of the same deck and is discarded."
        key = {} if card is None else {"card": card.key}
        rules = ("AK-INDEX-13", "AK-INDEX-14")
        report(cause.log, "inscription-taken", rules, text, {"seat": own, "of": other, "discarded": True, **key})
        return
    piles.hold(s, cause.seat, HIDDEN if card is None else index, seen=known)
    text = f"{one} takes the inscribed card of {two} in hand."
    data = {"seat": own, "of": other, "discarded": False}
    told = {} if card is None else {"card": card.key, "text": f"{one} takes {card.name} of {two} in hand."}
    if known:
        text, data = str(told.pop("text", text)), {**data, **told}
    secret = {} if known or card is None else {own: told, other: told}
    report_secret(cause.log, "inscription-taken", ("AK-INDEX-13",), text, secret, data)


def _discard_inscription(s: FullSituation, cause: Cause, who: int, _: words.DiscardInscription) -> None:
    mat = s.mats[who]
    if not mat.inscribed:
        return
    if mat.filled:
        transmutations.empty(s, who, "inscription", cause.log)
        return
    index = piles.discard_inscription(s, who)
    name = sentence(s.pack.cards[index].name) if index >= 0 else "The inscribed card"
    text = f"{name} of {s.arena.names[who]} is discarded from its slot."
    shown = {"card": s.pack.cards[index].key} if index >= 0 else {}
    report(cause.log, "discarded", (RESOLVED,), text, {"seat": seat_id(who), **shown})


def _break(s: FullSituation, cause: Cause, who: int, _: words.BreakTransmutation) -> None:
    """Core, Prismatic or Ylem; with a Prismatic Inscription's gems its card goes too (AK-INDEX-23)."""
    what = next((what for what in transmutations.completed(s.mats[who]) if what == cause.choice), None)
    if what is None:
        return
    text = f"{s.arena.heads[cause.seat]} breaks {transmutations.called(what)} of {s.arena.names[who]}."
    report(cause.log, "broken", ("AK-INDEX-23", "AK-TRANS-07"), text, {"seat": seat_id(who), "what": what})
    transmutations.empty(s, who, what, cause.log)


def _draw(s: FullSituation, cause: Cause, who: int, effect: words.DrawCards) -> None:
    count = effect.count * _times(s, cause, effect)
    if count:
        s.stack.append(Drawing(seat_id(who), count, RESOLVED))


def _discard(s: FullSituation, cause: Cause, who: int, effect: words.DiscardCards) -> None:
    count = min(effect.count * _times(s, cause, effect), len(s.hands[who]))
    if count:
        s.stack.append(Dropping(seat_id(who), count))


def _spawn(s: FullSituation, cause: Cause, _: int, effect: words.Spawn) -> None:
    if cause.tile is None:
        return
    wanted: dict[Focus, int] = {
        "ylem": effect.ylem,
        "aria": effect.aria,
        "egis": effect.egis,
        "pyre": effect.pyre,
        "dire": effect.dire,
    }
    spawn(s.arena, cause.tile, {kind: count for kind, count in wanted.items() if count}, cause.log, RESOLVED)


def _recede(s: FullSituation, cause: Cause, _: int, __: words.Recede) -> None:
    edge = next((edge for edge in requirements.receding(s) if edge == cause.choice), None)
    if edge is not None:
        fire.recede(s.arena, edge, cause.log)


_EFFECTS: Final[dict[type[AnyEffect], Callable[[FullSituation, Cause, int, Any], None]]] = {
    words.Gain: _gain,
    words.Lose: _lose,
    words.Steal: lambda s, cause, who, effect: _pass_on(s, cause, who, cause.seat, effect),
    words.Give: lambda s, cause, who, effect: _pass_on(s, cause, cause.seat, who, effect),
    words.Convert: _convert,
    words.Heal: _heal,
    words.GiveDire: _give_dire,
    words.SwapPlaces: lambda s, cause, who, _: forced_moves.swap_places(s, cause.seat, who, cause.log),
    words.PushAway: lambda s, cause, who, effect: forced_moves.push_away(s, cause.seat, who, effect.tiles, cause.log),
    words.PullNear: _pull,
    words.Relocate: _relocate,
    words.TakeInscription: _take_inscription,
    words.DiscardInscription: _discard_inscription,
    words.BreakTransmutation: _break,
    words.DrawCards: _draw,
    words.DiscardCards: _discard,
    words.RollDice: lambda s, cause, who, effect: s.stack.append(RollingFocus(seat_id(who), effect.dice, instant=True)),
    words.Spawn: _spawn,
    words.Recede: _recede,
}
"""Word -> what it does; `Wound` alone is for all targets at once."""


# --- positions -------------------------------------------------------------------------------------------

COMES_OF: Final = "that comes of actions of the Active State, of returns or of the End of Round (AK-WOUND-03)"


def validate_driven(s: FullSituation, frame: Driven, place: int) -> None:
    """A card moves somebody on the board over free tiles."""
    key = f"stack.{place}"
    validate_dropping(s, frame, place)
    if frame.way:
        s.need_alive(key, frame.seat)
    for tile in frame.way:
        need(not s.arena.occupied >> tile & 1, key, f"tile {tile:02d} is occupied")


def validate_dropping(s: FullSituation, frame: Driven | Dropping, place: int) -> None:
    """A card demands it, in the Active State or after its caster's death (AK-ACTIVE-08)."""
    base, cast = s.stack[0], len(s.stack) > 1 and isinstance(s.stack[1], Casting)
    need(base.may_wound if cast else base.acting, f"stack.{place}", COMES_OF)
