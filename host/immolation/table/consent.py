"""Records what people are asked to agree to, and decides who is asked and whose answer counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Self, TypeVar

import msgspec

from immolation.games import Correct, spoken
from immolation.games.contract import Understood

from .records import Which
from .refusal import TableRefusal, check_seat


class Request(msgspec.Struct, frozen=True):
    """Somebody asks others to agree to something."""

    by: str
    missing: frozenset[str]
    """The seats that have not agreed yet."""

    id: int
    """Counts the requests of a table."""

    def agreed(self, seat: str) -> Self:
        """The request once ``seat`` has agreed."""
        return msgspec.structs.replace(self, missing=self.missing - {seat})


Asked = TypeVar("Asked", bound=Request)


class SettleRequest(Request, frozen=True):
    """Somebody says which of board and game is right; the owners of the miniatures must agree."""

    which: Which


class GameRequest(Request, frozen=True):
    """Somebody wants to change the game; all other people must agree."""

    text: str
    """To what they are asked to agree."""


class Proposal(GameRequest, frozen=True):
    """Somebody wants to set one thing right for a reason."""

    action: Correct


def answered(
    request: Asked | None, seats: Collection[str], seat: str, name: str, yes: bool, to: int | None
) -> tuple[Asked | None, str]:
    """Return the request after the answer of ``seat``, called ``name``, and what to say of it.

    It is None where the seat does not agree; nothing is said once all agree. ``to``: the number of what it answers;
    None: whatever is asked. Raises TableRefusal where the seat is asked nothing, or something else than it answers.
    """
    check_seat(seat, seats)
    if request is None or seat not in request.missing:
        raise TableRefusal(f"{name} is not asked to agree to anything.")
    if to is not None and to != request.id:
        raise TableRefusal("That is not what is asked any more; look at what the table asks now, and answer that.")
    if not yes:
        return None, f"{name} does not agree; the game stays as it is."
    request = request.agreed(seat)
    left = len(request.missing)
    return request, f"{name} agrees; {left} still to ask." if left else ""


def understood_answer(request: Request | None, seat: str, sentence: str) -> Understood | None:
    """Understand a sentence as the seat's answer to a request; None where it is none, or the seat is not asked."""
    answer = spoken.answer(sentence) if request is not None and seat in request.missing else None
    if answer is None:
        return None
    return Understood(None, "You agree." if answer else "You do not agree.", answer)


def owners_to_ask(owners: Iterable[str], persons: Iterable[str], by: str) -> frozenset[str]:
    """Return who must agree when ``by`` says which is right; nobody if it is the host, or the owner of it all."""
    if by == "host":
        return frozenset()
    people = set(persons)
    return frozenset(seat for seat in owners if seat in people and seat != by)
