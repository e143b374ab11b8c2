"""Every verb a pack may use; importing this registers them all."""

from __future__ import annotations

from typing import Literal

from . import attack, battlefield, harm, rage, tokens
from .effect import Amount, AnyTarget, Done, Effect, Wait, verb
from .frames import PlacingTokens
from .resolving import Run


@verb("reveal")
class Reveal(Effect, frozen=True, tag="reveal"):
    """Turns the leftmost face-down aspect face up (RR-REV-01); nothing where there is none (RR-REV-05)."""

    def do(self, run: Run) -> Done:
        """1, or 0 where nothing is face down; the aspect is ``revealed`` for what follows."""
        frame = battlefield.revealing(run.s, run.side, run.log)
        return run.under_way(frame) if frame is not None else 0


@verb("attack")
class Attacks(Effect, frozen=True, tag="attack"):
    """One attack (RR-ATK-01)."""

    unit: Literal["leftmost", "rightmost", "revealed", "self"] = "leftmost"

    def do(self, run: Run) -> Done:
        """1, or 0 where the unit cannot attack (RR-ATK-03)."""
        frame = attack.ordered(run.s, run.side, self.unit, run.frame, run.log)
        return run.under_way(frame) if frame is not None else 0


@verb("raise_rage")
class RaiseRage(Effect, frozen=True, tag="raise_rage"):
    """Turns basic rage dice to power (RR-RAGE-03)."""

    n: Amount = 1

    def do(self, run: Run) -> Done:
        """How many were raised."""
        return rage.raise_dice(run.s, run.amount(self.n), run.log)


@verb("place_red_rains")
class PlaceRedRains(Effect, frozen=True, tag="place_red_rains"):
    """Places Red Rains tokens (RR-TOK-02)."""

    n: Amount = 1

    def do(self, run: Run) -> Done:
        """How many were placed; the Ultimates they trigger come first (RR-TOK-04)."""
        n = run.amount(self.n)
        return run.under_way(PlacingTokens(n=n)) if n else 0


@verb("damage")
class Damage(Effect, frozen=True, tag="damage"):
    """Deals damage, which may be prevented."""

    target: AnyTarget
    n: Amount = 1

    def do(self, run: Run) -> Done:
        """How many cards were damaged."""
        n = run.amount(self.n)
        hit = run.choose(self.target, f"Choose who takes {n} damage.")
        if isinstance(hit, Wait):
            return hit
        for body in hit:
            harm.damage(run.s, body, n, run.log, run.rule, by=run.source)
        return len(hit) if n else 0


__all__ = ["Attacks", "Damage", "PlaceRedRains", "RaiseRage", "Reveal", "Wait", "tokens"]
