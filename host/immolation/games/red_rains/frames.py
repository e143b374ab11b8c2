"""Frames: what is waited for and what goes on by itself, one record a kind, stacked.

The lowest frame is always `Round`. Above it lies whose turn it is, above that what this turn has set going, down to
the roll or the question that is waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ..engine import any_of
from .effects.effect import Effects

Ref = Annotated[str, Meta(pattern=r"^([a-z][a-z0-9-]{0,19})?$")]
"""Something in play: ``a3`` on the Chimera's side, ``u2`` on a player's, ``p1`` a Phoenixborn, ``chimera``; or ""."""

Seat = Literal["p1", "p2"]
Answer = Annotated[int, Meta(ge=-99, le=99)] | Annotated[str, Meta(max_length=40)]
Few = Annotated[int, Meta(ge=0, le=99)]
Nature = Literal["status", "enter", "side", "main", "trigger", "ultimate", "fatigue", "player"]
"""What kind of effect is under way; ``side`` is a dice power effect (RR-TURN-07)."""


class Frame(
    msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False
):
    """One decision point, or what goes on when those above it are settled."""

    between_steps: ClassVar[bool] = False
    """Play may rest on it, between two steps that go on by themselves."""

    @property
    def subject(self) -> str | None:
        """The card it is about, "" for a card nobody has a name for; None where it is about none."""
        return None

    def after(self, result: int, revealed: str) -> Any:
        """This frame, once the frame above it came to a result, and maybe turned an aspect up."""
        return self


class Working(Frame, frozen=True, kw_only=True):
    """A frame that may wait for answers from above."""

    asks_again: ClassVar[bool] = True
    """A question on it is put again where facts changed; the dice of a turn hang on nothing."""

    answers: tuple[Answer, ...] = ()
    """What was answered or rolled so far, for this step."""

    @property
    def awaits(self) -> tuple[str, ...]:
        """Kinds of `Roll` and `Card` that it may wait for now."""
        return ()

    @property
    def resumes(self) -> bool:
        """Whether it goes on from the answers it has."""
        return False

    @property
    def may_destroy(self) -> bool:
        """Whether its step may destroy a card by itself; one that only lays frames on the stack, or waits, cannot."""
        return True


class Turn(Working, frozen=True, kw_only=True):
    """A turn of the player turns phase."""

    asks_again: ClassVar[bool] = False

    @property
    def whose(self) -> tuple[str, str]:
        """``player`` or ``chimera``, and the seat that plays or is played against."""
        raise NotImplementedError


class Process(Working, frozen=True, kw_only=True):
    """A process that a turn sets going; such frames may lie on one another in many ways."""


class Question(Frame, frozen=True, kw_only=True):
    """Waits for dice, a card or a person; what comes is an answer for the frame below."""


class Halt(Frame, frozen=True, kw_only=True):
    """Waits until a seat lets play go on."""

    seat: Seat


# --- the course of the game ------------------------------------------------------------------------------


class Round(Working, frozen=True, kw_only=True, tag="round"):
    """The round: the players prepare, turns are taken, the recovery phase runs, what ends with the round happens."""

    between_steps: ClassVar[bool] = True

    phase: Literal["setup", "prepare", "turns", "recovery", "end"] = "turns"
    next: Few = 0
    """In ``turns`` whose turn comes next, in ``recovery`` which step, elsewhere whose turn it is to be asked."""

    first: Literal["", "players", "chimera"] = ""
    """Who held the first player token as the order of this phase was made; "" for who holds it."""

    lead: Literal["", "p1", "p2"] = ""
    """Which player goes first in that order; "" for whom the number of the round says."""

    @property
    def may_destroy(self) -> bool:
        """Not while turns are begun."""
        return self.phase not in ("prepare", "turns")


class PlayerTurn(Turn, frozen=True, kw_only=True, tag="player-turn"):
    """A player's turn: one main action, one side action."""

    seat: Seat
    main: bool = True
    """The main action is still to come."""

    side: bool = True
    """The side action is still to come."""

    passed: bool = False

    @property
    def whose(self) -> tuple[str, str]:
        """The player's."""
        return "player", self.seat

    @property
    def may_destroy(self) -> bool:
        """Once both actions are done."""
        return not (self.main or self.side)


class ChimeraTurn(Turn, frozen=True, kw_only=True, tag="chimera-turn"):
    """The Chimera's turn against one player (RR-TURN-01)."""

    between_steps: ClassVar[bool] = True

    side: Seat
    step: Literal["status", "mode", "behaviour", "row", "end"] = "status"
    visited: tuple[Ref, ...] = ()
    """Aspects whose status ability has been looked at this turn."""

    left: tuple[Ref, ...] | None = None
    """With ``status_order = "snapshot"``: the aspects still to come."""

    mode: Literal["", "roll", "attack", "pass"] = ""

    @property
    def whose(self) -> tuple[str, str]:
        """The Chimera's, against one player."""
        return "chimera", self.side

    @property
    def awaits(self) -> tuple[str, ...]:
        """The rage die, then the behaviour die."""
        return {"behaviour": ("rage",), "row": ("behaviour",)}.get(self.step, ())

    @property
    def may_destroy(self) -> bool:
        """Where a rage die turns, and at its end."""
        return self.step in ("behaviour", "end")


class EndOfRound(Halt, frozen=True, kw_only=True, tag="end-of-round"):
    """One player resolves what happens outside the turns, one effect at a time (RR-TIME-04)."""


class Preparing(Working, frozen=True, kw_only=True, tag="preparing"):
    """A seat of the sample deck rolls its exhausted dice."""

    seat: Seat

    awaits = ("dice",)


# --- what a turn sets going ------------------------------------------------------------------------------


class Resolving(Process, frozen=True, kw_only=True, tag="resolving"):
    """A list of effects, the first of them under way."""

    effects: Effects
    side: Seat
    source: Ref = ""
    """The card whose effect it is, "" for a behaviour row, an Ultimate or the fatigued card."""

    nature: Nature = "trigger"
    rule: str = "RR-TURN-06"
    result: Annotated[int, Meta(ge=0, le=999)] = 0
    """Of the effect before."""

    revealed: Ref = ""
    attacker: Ref = ""
    waiting: bool = False
    """The first effect ends with the frame above it."""

    @property
    def subject(self) -> str:
        """The card whose effect it is."""
        return self.source

    @property
    def resumes(self) -> bool:
        """True for an effect that asked."""
        return not self.waiting

    def after(self, result: int, revealed: str) -> Resolving:
        """With the result, where the first effect waits for it."""
        if not self.waiting:
            return self
        return replace(self, result=result, revealed=revealed or self.revealed)

    awaits = ("rage", "behaviour", "dice", "draw")


class Revealing(Process, frozen=True, kw_only=True, tag="revealing"):
    """The leftmost face-down aspect is being turned up (RR-REV-04)."""

    side: Seat
    ref: Ref
    step: Literal["flip", "reaction", "enter", "over"] = "flip"

    @property
    def subject(self) -> str:
        """The aspect that is turned up."""
        return self.ref

    awaits = ("reveal",)


class Adding(Process, frozen=True, kw_only=True, tag="adding"):
    """Face-down aspects are being added (RR-BASE-07)."""

    side: Seat
    n: Few
    done: Few = 0
    from_removed: bool = False
    """Cards removed from the game had to be shuffled in (RR-LAW-23)."""

    awaits = ("blood",)


class Drawing(Process, frozen=True, kw_only=True, tag="drawing"):
    """The Chimera draws cards that are discarded at once (RR-HAND-01)."""

    n: Few
    instead: Few = 0
    """Damage for each card that cannot be drawn (RR-LAW-03)."""

    done: Few = 0
    discarding: bool = False
    """Cards are discarded from the pile, which a fatigued Chimera's suffers as well; nothing is drawn (RR-HAND-06)."""

    awaits = ("draw",)


class Handling(Process, frozen=True, kw_only=True, tag="handling"):
    """Cards of the draw pile serve as the Chimera's hand (RR-HAND-02)."""

    seat: Seat
    """Whose effect it is."""

    left: Few = 5
    """How many are still to be set aside."""

    awaits = ("set-aside",)


class Raising(Process, frozen=True, kw_only=True, tag="raising"):
    """Rage dice are being raised, one after another (RR-RAGE-03)."""

    n: Few
    """How many are still to be raised, as long as one shows basic."""

    done: Few = 0


class PlacingTokens(Process, frozen=True, kw_only=True, tag="placing-tokens"):
    """Red Rains tokens are being placed (RR-TOK-04)."""

    n: Few


class Ultimating(Process, frozen=True, kw_only=True, tag="ultimate"):
    """An Ultimate is under way (RR-ULT-01)."""

    step: Literal["remove", "discard", "effect", "advance"] = "remove"


class Attack(Process, frozen=True, kw_only=True, tag="attack"):
    """An attack of either side."""

    side: Seat
    by: Literal["chimera", "player"] = "chimera"
    attackers: tuple[Ref, ...]
    target: Ref
    """The unit, the Phoenixborn or the Chimera that was attacked first."""

    guards: tuple[Ref, ...] = ()
    """For each attacker its blocker or guard, or ""; shorter while they are being declared."""

    step: Literal["declare", "defend", "defended", "reaction", "fight", "damage", "counter", "over"] = "declare"
    now: Few = 0
    """Which attacker battles."""

    foe: Ref = ""
    """Whom it battles."""

    counters: bool = False
    killed: bool = False
    block: Ref = ""
    """The blocker that the attacking player named (RR-LAW-05)."""

    forced: bool = False
    """The Chimera must block (RR-LAW-04)."""

    heard: bool = False
    """The attacked player, who goes first, has been asked for effects of the declaration (RR-BTL-08)."""

    told: bool = False
    """People have been asked what keywords did in this battle that the host does not play (RR-ABIL-11)."""

    @property
    def awaits(self) -> tuple[str, ...]:
        """The guard roll, when the Chimera is attacked."""
        return ("guard",) if self.by == "player" and self.step == "defend" else ()

    @property
    def may_destroy(self) -> bool:
        """Once all is declared."""
        return self.step not in ("declare", "defend", "defended", "reaction")


class Dying(Process, frozen=True, kw_only=True, tag="dying"):
    """A destroyed card leaves when what its end triggers is done (RR-MISC-06)."""

    ref: Ref


class FatigueSets(Process, frozen=True, kw_only=True, tag="fatigue"):
    """The Chimera becomes fatigued (RR-FAT-03)."""


REVEALED = "RR-REV-01"
"""The rule of a card that is turned up, left out of positions."""

# --- what is waited for ----------------------------------------------------------------------------------


class Roll(Question, frozen=True, kw_only=True, tag="roll"):
    """Dice are due; the outcome is an answer for the frame below."""

    kind: Literal["rage", "behaviour", "guard", "dice"]
    n: Few = 1
    """How many dice; for ``behaviour`` and ``guard`` one."""

    seat: str = ""
    """For ``dice``: whose."""

    rule: str = "RR-TURN-05"


class Card(Question, frozen=True, kw_only=True, tag="card"):
    """A card of the Chimera's becomes known, or (``blood``) its back alone; an answer for the frame below."""

    kind: Literal["reveal", "draw", "blood", "set-aside"]
    ref: Ref = ""
    rule: str = REVEALED

    @property
    def subject(self) -> str:
        """The aspect that is turned up."""
        return self.ref


class Ask(Question, frozen=True, kw_only=True, tag="ask"):
    """A person chooses; the option is an answer for the frame below."""

    seat: Seat
    kind: Annotated[str, Meta(pattern=r"^[a-z][a-z-]{0,29}$")]
    prompt: Annotated[str, Meta(min_length=1, max_length=240)]
    options: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...], Meta(min_length=1, max_length=40)]
    rule: str
    about: Ref = ""
    """The attacker or card it is about, for the lights."""

    @property
    def subject(self) -> str:
        """See `about`."""
        return self.about


class Window(Halt, frozen=True, kw_only=True, tag="window"):
    """A player may declare a reaction before play goes on."""

    about: Literal["reveal", "declared", "battle", "text", "lethal"]
    ref: Ref = ""
    falling: tuple[Ref, ...] = ()
    """For ``lethal``: every card that the step below would destroy."""

    @property
    def subject(self) -> str:
        """The card that was revealed or does battle."""
        return self.ref


class Rest(Halt, frozen=True, kw_only=True, tag="rest"):
    """Play rests between two steps; a seat lets it go on."""


class Over(Frame, frozen=True, kw_only=True, tag="over"):
    """The game is over."""

    won: bool
    rule: str
    reason: Annotated[str, Meta(min_length=1, max_length=240)]


if TYPE_CHECKING:
    AnyFrame = Frame
else:
    AnyFrame = any_of(Frame)
"""For reading a stack from JSON."""
