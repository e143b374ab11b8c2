"""Verbs about the Chimera's own side: reveals, attacks, rage dice, Red Rains tokens, aspects coming and going."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..battle import attack, damage
from ..chimera import battlefield, chimera_turn, rage_dice
from ..frames import Adding, PlacingTokens, Raising
from .effect import Amount, AnyTarget, CardKey, Effect
from .effect_context import EffectContext


class Reveal(Effect, frozen=True, tag="reveal"):
    """Turns the leftmost face-down aspect face up (RR-REV-01); nothing where there is none (RR-REV-05)."""

    def do(self, run: EffectContext) -> int:
        """1, or 0 where nothing is face down; the aspect is ``revealed`` for what follows."""
        frame = battlefield.reveal_frame(run.s, run.side, run.log)
        return run.under_way(frame) if frame is not None else 0


class Attacks(Effect, frozen=True, tag="attack"):
    """One attack (RR-ATK-01)."""

    unit: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}$")] = "leftmost"
    """``leftmost``, ``rightmost``, ``rightmost-aspect``, ``revealed``, ``self``, or an aspect's id: its leftmost copy
    that can attack."""

    def do(self, run: EffectContext) -> int:
        """1, or 0 where the unit cannot attack (RR-ATK-03)."""
        frame = attack.ordered_attack(run.s, run.side, self.unit, run.log, run.frame.revealed, run.frame.source)
        return run.under_way(frame) if frame is not None else 0


class RaiseRage(Effect, frozen=True, tag="raise_rage"):
    """Turns basic rage dice to power (RR-RAGE-03)."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Turn rage dice to power and return how many; ``all`` are those that show basic now."""
        left = rage_dice.basic_dice(run.s)
        n = left if self.n == "all" else run.amount(self.n)
        return run.under_way(Raising(n=n)) if n and left else 0


class RerollRage(Effect, frozen=True, tag="reroll_rage"):
    """Re-rolls up to so many basic rage dice (RR-RAGE-01)."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Re-roll rage dice that show basic; return how many stayed so."""
        n = min(run.amount(self.n), rage_dice.basic_dice(run.s))
        if not n:
            return 0
        if not run.answers:
            return run.roll("rage", n)
        power = int(run.answers[-1])
        what = f"{n} rage dice are" if n != 1 else "1 rage die is"
        turn = "turn" if power != 1 else "turns"
        text = f"{what} re-rolled: {power} {turn} to power."
        run.report("rage-rerolled", text, "RR-RAGE-01", dice=n, power=power)
        rage_dice.turn_to_power(run.s, power, run.log)
        return n - power


class PlaceRedRains(Effect, frozen=True, tag="place_red_rains"):
    """Places Red Rains tokens (RR-TOK-02)."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Place Red Rains tokens and return how many; the Ultimates they trigger come first (RR-TOK-04)."""
        n = run.amount(self.n)
        return run.under_way(PlacingTokens(n=n)) if n else 0


class RemoveStatus(Effect, frozen=True, tag="remove_status"):
    """Takes status tokens off the aspect itself."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Take status tokens off the source; return how many."""
        source = run.source
        return (
            damage.remove_status_tokens(run.s, source, run.amount(self.n), run.log, run.rule)
            if source is not None
            else 0
        )


class UseStatus(Effect, frozen=True, tag="use_status"):
    """An aspect with a status token takes one off and resolves its status ability."""

    unit: AnyTarget

    def do(self, run: EffectContext) -> int:
        """Use the status abilities of aspects with a status token; return how many did."""
        used = [body for body in run.targets(self.unit) if body.status and body.card is not None]
        for body in used:
            chimera_turn.use_status(run.s, body, run.log, run.rule)
        return len(used)


class AddAspects(Effect, frozen=True, tag="add_aspects"):
    """Adds face-down aspects from the draw pile at the right end."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Add aspects from the draw pile; return how many."""
        n = min(20, run.amount(self.n))
        return run.under_way(Adding(side=run.frame.side, n=n)) if n else 0


class AddAspect(Effect, frozen=True, tag="add_aspect"):
    """Adds one face-down aspect."""

    def do(self, run: EffectContext) -> int:
        """Add one aspect; return how many were added."""
        return run.under_way(Adding(side=run.frame.side, n=1))


class Summon(Effect, frozen=True, tag="summon"):
    """Puts conjured aspects into play at one end of the battlefield."""

    card: CardKey
    n: Amount = 1
    end: Literal["right", "left"] = "right"

    def do(self, run: EffectContext) -> int:
        """Bring conjured cards onto the battlefield; return how many came."""
        return battlefield.summon(run.s, run.side, self.card, run.amount(self.n), run.log, run.rule, self.end)


class Attach(Effect, frozen=True, tag="attach"):
    """Puts conjured alterations on cards, within their limit."""

    card: CardKey
    target: AnyTarget
    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Put an alteration on cards; return how many were attached."""
        found = run.choose(self.target, "Choose the card that it is put on.")
        n = run.amount(self.n)
        return sum(battlefield.attach(run.s, self.card, body, n, run.log, run.rule) for body in found)


class TurnDown(Effect, frozen=True, tag="turn_down"):
    """An aspect goes face down again and loses its tokens and attachments."""

    target: AnyTarget = "self"

    def do(self, run: EffectContext) -> int:
        """Turn aspects face down; return how many."""
        return sum(battlefield.turn_down(run.s, body, run.log, run.rule) for body in run.targets(self.target))


class ReEnter(Effect, frozen=True, tag="re_enter"):
    """A destroyed aspect comes back into play after its blood has counted."""

    exhausted: bool = False

    def do(self, run: EffectContext) -> int:
        """1 if it did."""
        source = run.source
        return int(source is not None and battlefield.re_enter(run.s, source, run.log, run.rule, self.exhausted))
