"""The records of the rules: what may be done, who is asked, why not, what happened, how a game ends.

All of them are frozen and survive a round trip through JSON. A ruleset derives its own kinds of `Action`; the others it
makes as they are. None of them says how anything looks; that is `display`. None holds itself, so that those made by the
thousand need not be looked through for garbage (``gc=False``).
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, final

import msgspec

CHANCE = "chance"
"""The seat that rolls dice and draws from face-down decks."""

TABLE = "table"
"""The seat that corrects what people or sensors got wrong; the whole table sees it."""

Json = Any
"""Anything JSON can say: null, booleans, numbers, text, lists and objects of those."""


# --- what may be done ------------------------------------------------------------------------------------


class Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, gc=False):
    """Something a seat does: the one encoding of an intent, everywhere.

    Each ruleset has its own subclasses, one a kind, tagged by ``do``:
    ``{"do": "step", "seat": "p1", "tile": 34}``. ``Game.action`` reads one from JSON.
    """

    seat: str
    """Who does it: a seat of the game, ``chance`` or ``table``."""


class Correct(Action, frozen=True, tag="correct", omit_defaults=True):
    """Set one thing right because people or sensors got it wrong; journaled and seen by all.

    ``path`` names a place in ``State.position()``, e.g. ``["seats", "p1", "tile"]``; the result must be a
    position that ``Game.from_position`` accepts.
    """

    path: tuple[str, ...]
    value: Any
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """Why, in the words of who proposed it: "Ember Gift heals twice". Empty where the host or a board sets it right."""

    by: Annotated[str, msgspec.Meta(max_length=32)] = ""
    """The seat that proposed it, or ``host``."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """One way chance may fall."""

    action: Action
    weight: int
    """Relative, at least 1. Equal weights are equally likely."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The question to a seat, and what happens if it stays silent."""

    kind: str
    """Short name of the decision point, e.g. ``turn``, ``roll-percentile``, ``survive``."""

    prompt: str
    """One sentence for the person asked: "Choose your state for this turn."."""

    rule: str
    """The rule that asks, e.g. ``AK-TURN-05``."""

    default: Action | None = None
    """Taken when the seat's clock runs out; None where nothing may be assumed."""

    clock: str = "turn"
    """Which clock runs: ``turn`` (the seat's own), ``window`` (a short reaction countdown) or ``none``."""

    outcomes: tuple[Outcome, ...] = ()
    """For the seat ``chance`` alone: every outcome with its weight."""

    face_down: bool = False
    """For the seat ``chance`` alone: True where only some may see what comes, such as a draw from a face-down pile. The
    host draws then, also where people roll their own dice, and shows the outcomes to nobody: what is left in a pile
    tells what the hands hold."""

    courtesy: bool = False
    """True where a seat is asked only because it might do something out of turn, as anybody might; most people let it
    pass. A table may answer with ``default`` for those who said so. Never depends on what a hand hides."""

    about: str = ""
    """The title of the card, open to all, that a window is about: somebody may want to let pass whatever it does."""

    for_all: bool = False
    """True where the first answer counts for the whole table: a bot leaves it to people who are asked as well."""

    observed: bool = False
    """True where the answer is a fact that only people see, as what lies on their mats: there is no advice to give."""

    def drawn(self, rng: Random) -> Action:
        """Draw one of the outcomes, each with the probability of its weight; a single one needs no randomness.

        Raises ValueError if there are none, which only a mistake in a ruleset can bring about.
        """
        if len(self.outcomes) == 1:
            return self.outcomes[0].action
        total = sum(outcome.weight for outcome in self.outcomes)
        if total < 1:
            raise ValueError(f"The decision '{self.kind}' ({self.rule}) is left to chance but names no outcomes.")
        left = rng.randrange(total)
        for outcome in self.outcomes:
            left -= outcome.weight
            if left < 0:
                return outcome.action
        raise AssertionError("weights are at least 1")


class Understood(msgspec.Struct, frozen=True):
    """The reading of a sentence that somebody said (`immolation.games.spoken`)."""

    action: Action | None
    """What was meant; None where something must be asked back."""

    said: str
    """The action in words, to be read back before it counts; without one the question back, or why it cannot be."""

    agrees: bool | None = None
    """The seat's answer to something that the table asked it to agree to; None where it was not asked."""


@final
class Refusal(msgspec.Struct, frozen=True):
    """Why an action may not be taken in this position."""

    rule: str
    """Id in rules.toml, e.g. ``AK-FIRE-10``; ``TABLE`` where the game's own order refuses, not a printed rule."""

    reason: str
    """One sentence for the person who tried it, with the tile, gem or seat in it."""


class Field(msgspec.Struct, frozen=True):
    """One field of a declaration."""

    name: str
    type: str
    """``seat``, ``tile``, ``number``, ``choice``, ``text``, or ``flag`` for true and false."""

    meaning: str
    choices: tuple[str, ...] = ()
    """For ``choice`` and ``seat``: what may be chosen."""

    low: int = 0
    high: int = 0
    """For ``number``: the range, both ends included."""

    optional: bool = False
    """True if the field may be left out of the action."""


class Declaration(msgspec.Struct, frozen=True):
    """A kind of action that people declare because only they can see it (printed cards, their own mats)."""

    do: str
    """The tag of the action."""

    label: str
    """What a button says: "A card moved a miniature"."""

    fields: tuple[Field, ...] = ()
    rule: str = "TABLE"


# --- what happened ---------------------------------------------------------------------------------------


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened, with the rules that made it happen."""

    kind: str
    """Short name, e.g. ``wall-advanced``."""

    rules: tuple[str, ...]
    """At least one id in rules.toml."""

    text: str
    """One sentence for the log, public facts only: "The top Fire Wall advances to line 2."."""

    data: dict[str, Json] = {}
    """The public facts, JSON-ready: edge, line, tile, seat..."""

    secret: dict[str, dict[str, Json]] = {}
    """Seat -> the facts only that seat may see, with ``text`` replacing the public sentence. Cut from all others."""

    def seen_by(self, seat: str | None) -> Event:
        """This event as ``seat`` may see it; None is the public table."""
        if not self.secret:
            return self
        own = self.secret.get(seat) if seat is not None else None
        if own is None:
            return Event(self.kind, self.rules, self.text, self.data)
        facts = {key: value for key, value in own.items() if key != "text"}
        return Event(self.kind, self.rules, str(own.get("text", self.text)), {**self.data, **facts})


class Result(msgspec.Struct, frozen=True):
    """The end of a game: who won, why, and the scores."""

    winners: tuple[str, ...]
    """One seat, or several in a draw; empty if nobody won (a Chimera's win, say)."""

    reason: str
    rule: str
    scores: dict[str, dict[str, int]] = {}
    """Seat -> the score sheet, line by line, with its ``total``."""


# --- what may be chosen before a game ----------------------------------------------------------------------


class Option(msgspec.Struct, frozen=True):
    """One option of a ruleset, for the page and the command line."""

    key: str
    """As rules.toml names it, e.g. ``fire.crossing_wounds``."""

    meaning: str
    default: Json
    choices: tuple[Json, ...] = ()
    """Empty where any value of the default's type may stand."""

    low: int | None = None
    high: int | None = None
    rule: str = "TABLE"

    reading: str = ""
    """Where the default departs from a sentence of the source: what the source says, what the default does, and why."""

    literal: Json = None
    """The value that follows that sentence to the letter; of meaning only where there is a `reading`."""

    titles: tuple[str, ...] = ()
    """What people call each of ``choices``; empty where the values are the words themselves."""
