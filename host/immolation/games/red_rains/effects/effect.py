"""Reads and registers effects: how one is named, what it is given, how it waits. The verbs are in ``*_verbs.py``.

The contract for whoever writes a verb
--------------------------------------

A verb is a frozen record in one of the ``*_verbs.py``, named by its tag; its fields are the parameters a pack may give,
typed::

    class RaiseRage(Effect, frozen=True, tag="raise_rage"):
        n: Amount = 1

        def do(self, run: EffectContext) -> int:
            return run.under_way(Raising(n=run.amount(self.n)))

* A pack, a position and a frame on the stack all write an effect as ``{"do": "raise_rage", "n": 2}``; `effects_from`
  reads them and refuses what it does not know. Lists of effects inside an effect have the type `Effects`.
* ``do`` gets an `EffectContext`: the situation ``run.s``, the log, the source card, the side (the seat the Chimera
  faces), the nature (``status``, ``enter``, ``side``, ``main``, ``trigger``, ``ultimate``, ``fatigue``) and what came
  before (``run.result`` of the effect before, ``run.revealed``, ``run.attacker``).
* ``do`` returns how much was done: 0 means that it could not be done at all, and then the list ``else`` is done.
* To wait for a person or for chance it calls ``run.ask(...)`` or ``run.roll(...)``, which do not come back. It is then
  called again with ``run.answers`` one longer, so it must change nothing before it has all the answers it needs.
* To let a list or a frame run first it calls ``run.then(effects)`` or ``run.under_way(frame)``, which do not come back
  either; the effect is over when that is, with its result. ``run.s.queue(frame)`` queues what follows this effect
  without its waiting.
* Whatever destroys, damages, exhausts, reveals, attacks or places tokens goes through the engine's own functions
  (`damage`, `battlefield`, `rage_dice`, `red_rains_tokens`, `attack`), which say what happened and queue what it
  triggers.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import Meta, field

from ...contract import Json
from ...engine import Encoded, as_json, by_tag

Number = Annotated[int, Meta(ge=0, le=99)]
Amount = Number | Annotated[str, Meta(pattern=r"^(all|phase|attack|result|attached [a-z][a-z0-9-]{0,39})$")]
"""A number, ``all``, ``phase``, ``attack`` (of the source), ``result`` (of the effect before), ``attached CARD``."""

CardKey = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
"""The id of a card of a pack."""

Where = Literal[
    "phoenixborn",
    "chimera",
    "self",
    "attacker",
    "revealed",
    "leftmost",
    "rightmost",
    "unit",
    "all_units",
    "all_units_and_phoenixborn",
    "own_leftmost",
    "own_rightmost",
    "own_all",
    "ready_spell",
    "picked",
]


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards that an effect concerns; in a pack a bare word stands for a table with ``of`` alone."""

    of: Where
    only: Literal["", "wounded", "exhausted", "unexhausted", "status"] = ""
    """A condition every target must meet, others are skipped; ``status``: it has a status token."""

    being: Literal["", "wounded", "exhausted", "unexhausted", "status"] = ""
    """A condition that what was found must meet; what does not is left out, and nothing else is taken instead."""

    with_card: str = field(default="", name="with")
    """The key of a conjured card that must be attached to it."""

    without_card: str = field(default="", name="without")
    card: str = ""
    """For ``own_*``: only copies of this card."""

    count: Number = 1
    """For ``leftmost``, ``rightmost``, ``unit``, ``own_*`` and ``picked``: how many different ones."""

    among: tuple[Target | Where, ...] = ()
    """For ``picked``: among whom the opposing player picks."""


AnyTarget = Where | Target


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """True while an amount, or the number of targets found, lies from ``least`` to ``most``."""

    amount: Amount | None = None
    target: AnyTarget | None = None
    least: Number = 1
    most: Number = 99


class AnswerAwaited(Exception):
    """Leaves an effect until somebody has answered; then it is carried out from its start."""


class UnderWay(Exception):
    """Leaves an effect until the frame that it has laid on top is over, with the result of that."""


class Effect(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One small thing a card makes happen."""

    judges_itself: ClassVar[bool] = False
    """True for a verb that does its ``else`` itself, whatever its result."""

    otherwise: Effects = field(default_factory=lambda: Effects(), name="else")
    """Done when the effect itself could not be done at all."""

    when: Literal["each", "last"] = "each"
    """In a status ability: at each status token, or only as the last one leaves."""

    def do(self, run: Any) -> int:
        """Carry it out and return how much was done; ``run`` is an `effect_context.EffectContext`, see above."""
        raise NotImplementedError


class Effects(tuple[Effect, ...], Encoded):
    """A list of effects, read from JSON by `effects_from`."""

    __slots__ = ()

    def to_json(self) -> Json:
        """One table an effect."""
        return [as_json(step) for step in self]

    @classmethod
    def from_json(cls, value: Json) -> Effects:
        """See `effects_from`."""
        return effects_from(value)


NOTHING: Final = Effects()


@cache
def verbs() -> dict[str, type[Effect]]:
    """Every verb by its name."""
    return by_tag(Effect)


DEEPEST: Final = 8
"""How far effects may lie within effects: no card needs half of it, and hostile JSON needs an end."""


def effects_from(given: object, depth: int = 0) -> Effects:
    """The effects that a JSON list describes. Raises ValueError saying which one is wrong, and how."""
    if not isinstance(given, (list, tuple)):
        raise ValueError("a list of effects was expected")
    if depth > DEEPEST:
        raise ValueError(f"effects lie more than {DEEPEST} deep")
    steps: list[Effect] = []
    for number, table in enumerate(given):
        if isinstance(table, Effect):
            steps.append(table)
            continue
        name = table.get("do") if isinstance(table, dict) else None
        kind = verbs().get(name) if isinstance(name, str) else None
        if kind is None:
            raise ValueError(f"[{number}]: there is no effect {str(name)[:40]!r}")
        try:
            steps.append(msgspec.convert(table, kind, dec_hook=lambda _, value: effects_from(value, depth + 1)))
        except msgspec.ValidationError as error:
            raise ValueError(f"[{number}] {name}: {str(error)[:200]}") from None
    return Effects(steps)
