"""Decides who must agree before somebody says which of board and game is right, or sets something right."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from immolation.games import Correct

from .records import Which
from .refusal import TableRefusal
from .undo import UndoRequest


class SettleRequest(msgspec.Struct, frozen=True):
    """Somebody says which of board and game is right; the owners of the miniatures must agree."""

    which: Which
    by: str
    missing: frozenset[str]
    """The seats that have not agreed yet."""

    id: int = 0
    """Counts the requests of a table."""

    def agreed(self, seat: str) -> SettleRequest:
        """The request once ``seat`` has agreed."""
        return msgspec.structs.replace(self, missing=self.missing - {seat})


class Proposal(msgspec.Struct, frozen=True):
    """Somebody wants to set one thing right for a reason; all other people must agree."""

    action: Correct
    by: str
    missing: frozenset[str]
    """The seats that have not agreed yet."""

    text: str
    """To what they are asked to agree."""

    id: int = 0
    """Counts the requests of a table."""

    def agreed(self, seat: str) -> Proposal:
        """The proposal once ``seat`` has agreed."""
        return msgspec.structs.replace(self, missing=self.missing - {seat})


def check_answer(
    request: SettleRequest | Proposal | UndoRequest | None, seats: Collection[str], seat: str, name: str, to: int | None
) -> None:
    """Raise TableRefusal where ``seat``, called ``name``, is asked nothing, or something else than it answers.

    ``to``: the number of what it means; None: whatever is asked.
    """
    if seat not in seats:
        raise TableRefusal(f"There is no seat '{seat}' at this table; there are {', '.join(seats)}.")
    if request is None or seat not in request.missing:
        raise TableRefusal(f"{name} is not asked to agree to anything.")
    if to is not None and to != request.id:
        raise TableRefusal("That is not what is asked any more; look at what the table asks now, and answer that.")


def owners_to_ask(owners: Iterable[str], persons: Iterable[str], by: str) -> frozenset[str]:
    """Return who must agree when ``by`` says which is right; nobody if it is the host, or the owner of it all."""
    if by == "host":
        return frozenset()
    people = set(persons)
    return frozenset(seat for seat in owners if seat in people and seat != by)
