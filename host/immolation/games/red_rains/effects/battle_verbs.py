"""Verbs that strike, exhaust, destroy or move cards."""

from __future__ import annotations

from typing import Literal

from ..battle import damage
from ..chimera import battlefield
from .effect import Amount, AnyTarget, CardKey, Effect
from .effect_context import SPELL, EffectContext


class Damage(Effect, frozen=True, tag="damage"):
    """Deals damage, which may be prevented."""

    target: AnyTarget
    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Deal the damage; return how many cards it was dealt to."""
        n = run.amount(self.n)
        hit = run.choose(self.target, f"Choose who takes {n} damage.") if n else []
        for body in hit:
            damage.deal(run.s, body, n, run.log, run.rule, by=run.source)
        return len(hit)


class WoundToken(Effect, frozen=True, tag="wound_token"):
    """Places wound tokens: placed, not dealt, so nothing that answers damage applies."""

    target: AnyTarget
    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Place wound tokens; return how many cards got any."""
        n = run.amount(self.n)
        hit = run.choose(self.target, f"Choose who gets {n} wound token{'s' if n != 1 else ''}.") if n else []
        return sum(damage.place_wounds(run.s, body, n, run.log, run.rule) > 0 for body in hit)


class Heal(Effect, frozen=True, tag="heal"):
    """Takes wound tokens off, the Chimera's included."""

    target: AnyTarget
    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Take wound tokens off; return how many tokens left."""
        n = run.amount(self.n)
        return sum(damage.heal(run.s, body, n, run.log, run.rule) for body in run.targets(self.target))


class Exhaust(Effect, frozen=True, tag="exhaust"):
    """Places exhaustion tokens."""

    target: AnyTarget
    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Place exhaustion tokens; return how many cards got any."""
        n = run.amount(self.n)
        found = run.choose(self.target, "Choose the card to exhaust.") if n else []
        if SPELL in run.answers:
            run.report("told", "Place an exhaustion token on one of your ready spells.", seat=run.side)
            return 1
        return sum(damage.exhaust(run.s, body, n, run.log, run.rule) > 0 for body in found)


class Destroy(Effect, frozen=True, tag="destroy"):
    """Destroys units, whatever their wounds."""

    target: AnyTarget

    def do(self, run: EffectContext) -> int:
        """Destroy cards; return how many."""
        found = run.choose(self.target, "Choose the unit that is destroyed.")
        return sum(damage.destroy(run.s, body, run.log, run.rule, run.source) for body in found)


class Discard(Effect, frozen=True, tag="discard"):
    """Discards cards in play, the source itself, or (``card``) a conjured alteration that is on them."""

    target: AnyTarget
    card: CardKey | Literal[""] = ""
    n: Amount = 1
    """With ``card``: how many copies leave each."""

    def do(self, run: EffectContext) -> int:
        """Discard cards, or alterations from them; return how many."""
        found = run.choose(self.target, "Choose the card that is discarded.")
        if self.card:
            n = run.amount(self.n)
            return sum(battlefield.detach(run.s, self.card, body, n, run.log, run.rule) for body in found)
        return sum(damage.discard(run.s, body, run.log, run.rule) for body in found)


class Move(Effect, frozen=True, tag="move"):
    """Shifts a unit to one end of its battlefield."""

    target: AnyTarget
    to: Literal["leftmost", "rightmost"]

    def do(self, run: EffectContext) -> int:
        """Move units; return how many moved."""
        return sum(battlefield.move(run.s, body, self.to, run.log, run.rule) for body in run.targets(self.target))
