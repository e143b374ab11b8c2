"""Verbs about the opposing player's dice and cards, as far as the host counts them; else people are told and say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal, NoReturn

from msgspec import Meta

from ..battle import damage
from ..facts.card_in_play import Seat
from ..rounds.dice_payment import lower, relies, uncounted
from .effect import Amount, AnyTarget, Effect, Number
from .effect_context import EffectContext

ABOVE = ("power", "class")
ACTIVE = ("power", "class", "basic")
MOST = 10
"""Dice or cards that a person is asked about at once."""


def seat(run: EffectContext) -> Seat:
    """The opposing player."""
    return run.s.seats_of[run.side]


def dice_words(n: int, one: str, many: str) -> str:
    """``1 die is exhausted.``, ``2 dice are exhausted.``"""
    return f"1 die {one}." if n == 1 else f"{n} dice {many}."


def counts(run: EffectContext) -> dict[str, int] | None:
    """The player's dice, where the host counts them; a count that was declared is used where the player says that it
    still holds (RR-DICE-05)."""
    own = seat(run)
    if own.dice is None or relies(run.s, own):
        return own.dice
    if not run.answers:
        shown = ", ".join(f"{own.dice[level]} {level}" for level in ACTIVE)
        prompt = f"Your active dice as you said them last: {shown}. Are they still so?"
        return run.ask("dice", prompt, ("yes", "no"), "RR-DICE-05")
    return own.dice if run.answers[0] == "yes" else None


def answers(run: EffectContext) -> tuple[int | str, ...]:
    """Return what was answered, apart from whether the dice are still as declared."""
    own = seat(run)
    return run.answers if own.dice is None or relies(run.s, own) else run.answers[1:]


def told_dice(run: EffectContext, what: str, n: int, whole: bool = False) -> int:
    """As `told`, of dice; a count that does not hold is forgotten."""
    done = told(run, what, n, whole)
    if seat(run).dice is not None:
        uncounted(seat(run), run.log)
    return done


def told(run: EffectContext, what: str, n: int, whole: bool = False) -> int:
    """Tell the player what to do with things the host does not see, and ask how many could be done.

    ``whole``: all or none.
    """
    n = min(n, MOST)
    if not n:
        return 0
    said = str(run.answers[-1]) if run.answers else ""
    if not said.isdecimal():
        return run.ask(
            "told", f"{what} How many did you?", [str(each) for each in range(n, -1, -n if whole else -1)], run.rule
        )
    done = int(said)
    run.report("told", f"{what} {done} were done.", seat=run.side, done=done)
    return done


def levels(run: EffectContext, n: int, among: Sequence[str], prompt: str) -> list[str]:
    """Pick the player's own dice, as many as there are up to ``n`` (RR-DICE-03): return their levels."""
    dice = seat(run).dice or {}
    have = {level: dice.get(level, 0) for level in among}
    if n >= sum(have.values()):
        return [level for level in among for _ in range(have[level])]
    return picked(have, n, answers(run), lambda options: run.ask("die", prompt, options[::-1], "RR-DICE-03"))


def picked(left: dict[str, int], n: int, said: Sequence[int | str], ask: Callable[[list[str]], NoReturn]) -> list[str]:
    """Pick up to ``n`` of what is ``left``, by what was ``said`` so far; ``ask`` where it says no more."""
    chosen: list[str] = []
    answers = [str(answer) for answer in said]
    while len(chosen) < n and (options := [each for each in left if left[each] > 0]):
        if len(options) > 1 and not answers:
            ask(options)
        pick = answers.pop(0) if len(options) > 1 else options[0]
        chosen.append(pick if pick in options else options[0])
        left[chosen[-1]] -= 1
    return chosen


class LowerDie(Effect, frozen=True, tag="lower_die"):
    """The opposing player lowers own active dice above basic, one level each."""

    n: Amount = 1
    exact: bool = False
    """All of them or none at all."""

    def do(self, run: EffectContext) -> int:
        """Lower dice above basic by one level; return how many."""
        n, own = run.amount(self.n), seat(run)
        dice = counts(run) if n else {}
        if dice is None:
            many = "all" if n >= MOST else f"exactly {n}" if self.exact else str(n)
            return told_dice(run, f"Lower {many} of your active dice above basic by one level.", n, self.exact)
        if self.exact and own.above_basic < n:
            return 0
        chosen = levels(run, n, ABOVE, "Which die is lowered?")
        for level in sorted(chosen):  # class before power, so that no die drops twice
            lower(own, level)
        if chosen:
            text = dice_words(len(chosen), "drops one level", "drop one level")
            run.report("dice-lowered", text, "RR-DICE-03", seat=run.side, dice=len(chosen))
        return len(chosen)


class RerollDie(Effect, frozen=True, tag="reroll_die"):
    """The opposing player re-rolls own active dice above basic."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Re-roll active dice above basic; return how many."""
        n = run.amount(self.n)
        dice = counts(run) if n else {}
        if dice is None:
            return told_dice(run, f"Re-roll {n if n < MOST else 'all'} of your active dice above basic.", n)
        rolled = str(answers(run)[-1]).split() if answers(run) else []
        chosen = levels(run, n, ABOVE, "Which die is re-rolled?")
        if not chosen:
            return 0
        if len(rolled) != 2:
            return run.roll("dice", len(chosen))
        power, classes = int(rolled[0]), int(rolled[1])
        for level in chosen:
            dice[level] -= 1
        dice["power"] += power
        dice["class"] += classes
        dice["basic"] += len(chosen) - power - classes
        text = f"{dice_words(len(chosen), 'is re-rolled', 'are re-rolled')[:-1]}: {power} power, {classes} class."
        run.report("dice-rolled", text, seat=run.side, dice=len(chosen), power=power, classes=classes)
        return len(chosen)


class ExhaustDie(Effect, frozen=True, tag="exhaust_die"):
    """The opposing player moves active dice to the exhausted pool."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Exhaust active dice; return how many."""
        n = run.amount(self.n)
        dice = counts(run) if n else {}
        if dice is None:
            return told_dice(run, f"Exhaust {n} of your active dice.", n)
        chosen = levels(run, n, ACTIVE, "Which die is exhausted?")
        for level in chosen:
            dice[level] -= 1
            dice["exhausted"] += 1
        if chosen:
            text = dice_words(len(chosen), "is exhausted", "are exhausted")
            run.report("dice-exhausted", text, "RR-DICE-03", seat=run.side, dice=len(chosen))
        return len(chosen)


class RemoveDie(Effect, frozen=True, tag="remove_die"):
    """The opposing player takes own dice out of the game, active ones first."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Remove dice from the game, active ones first; return how many."""
        n = run.amount(self.n)
        dice = counts(run) if n else {}
        if dice is None:
            return told_dice(run, f"Remove {n} of your dice from the game, active ones first.", n)
        chosen = levels(run, n, ACTIVE, "Which die is removed from the game?")
        for level in chosen:
            dice[level] -= 1
        resting = min(n - len(chosen), dice["exhausted"])
        dice["exhausted"] -= resting
        removed = len(chosen) + resting
        if removed:
            text = dice_words(removed, "leaves the game", "leave the game")
            run.report("dice-removed", text, "RR-DICE-03", seat=run.side, dice=removed)
        return removed


# --- cards -----------------------------------------------------------------------------------------------


class DiscardCards(Effect, frozen=True, tag="discard_cards", rename={"places": "from"}):
    """The opposing player discards cards; picks among the places named, takes those of the deck unseen."""

    places: Annotated[tuple[Literal["hand", "spellboard", "deck_top"], ...], Meta(min_length=1, max_length=3)]
    n: Amount = 1
    missing: Number = 0
    """Damage to the Phoenixborn for each card that there is not (RR-BASE-10)."""

    def do(self, run: EffectContext) -> int:
        """Discard cards, with damage for each that is missing; return how many."""
        done = self._discard(run)
        if self.missing:
            short = min(MOST, run.amount(self.n)) - done
            damage.deal(run.s, seat(run), self.missing * short, run.log, "RR-BASE-10", by=run.source)
        return done

    def _discard(self, run: EffectContext) -> int:
        n, own = min(MOST, run.amount(self.n)), seat(run)
        where = " or ".join(plain_place(place) for place in self.places)
        if own.cards is None:
            noun = "card" if n == 1 else "cards"
            return told(run, f"Discard {n} {noun} from {where}.", n)
        prompt = "Which card of the sample deck is discarded?"
        left = dict(sorted(own.cards.items()))
        chosen = picked(left, n, run.answers, lambda options: run.ask("discard", prompt, options, run.rule))
        for card in chosen:
            own.cards[card] -= 1
            run.report("card-discarded", f"{card} is discarded.", seat=run.side)
        return len(chosen)


def plain_place(place: str) -> str:
    """A place of cards in words."""
    return {"hand": "your hand", "spellboard": "your spellboard"}.get(place, "the top of your deck")


class Draw(Effect, frozen=True, tag="draw"):
    """The opposing player draws."""

    n: Amount = 1

    def do(self, run: EffectContext) -> int:
        """Tell the player to draw and return how many cards; the sample deck has no hand to draw to."""
        n = run.amount(self.n)
        noun = "card" if n == 1 else "cards"
        run.report("told", f"Draw {n} {noun}.", seat=run.side)
        return n


class ReturnToHand(Effect, frozen=True, tag="return_to_hand"):
    """The opposing player takes a ready spell back; the sample deck has none."""

    target: AnyTarget

    def do(self, run: EffectContext) -> int:
        """1 if one was taken back."""
        if seat(run).cards is not None:
            return 0
        return told(run, "Return one of your unexhausted ready spells to your hand.", 1)
