"""With 3-axis sensors no move is ambiguous: patterns of whole games read with and without the kinds of their magnets.

What is left open then no sensor could tell: it leaves the same miniatures on the same tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest
from immolation.board.identities import Identities
from immolation.board.move_recognition import Ambiguous, OutOfSync, Recognized, Verdict, recognize
from immolation.games import CHANCE, Action, Picture, State
from immolation_board.board_messages import KINDS

from tests.games import playouts

GAMES = {"ascended-kings": (4, 6, 8), "chimera-hunt": (0, 2)}
"""The arena, where kings are enemies, and a hunt, where hunters come back onto one tile: seeds of random games."""

EACH = {"ascended-kings": 3, "chimera-hunt": 8}
"""Of so many situations of a game one is looked at; a king has few moves, four hunters have many."""

Standing = dict[tuple[str, str], int]
"""The tile of each miniature, by owner and name."""


class Case(msgspec.Struct, frozen=True):
    """A move by somebody's hand in a situation of a game, and what board and host know of it."""

    state: State
    candidates: list[Action]
    occupied: frozenset[int]
    touched: frozenset[int]
    standing: Standing
    """Where the miniatures stand after it."""
    moved: tuple[str, str] | None
    """The one that the move put down."""
    kinds: dict[tuple[str, str], int]
    identities: Identities

    def verdict(self, read: dict[int, int] | None) -> Verdict:
        """What the pattern means, the kinds of these tiles being read, or without 3-axis sensors."""
        return recognize(
            self.state.game,
            self.state,
            self.candidates,
            self.occupied,
            self.touched,
            fits=None if read is None else lambda picture, on: not self.identities.misplaced(picture, read, on),
        )

    def read(self) -> dict[int, int]:
        return {tile: self.kinds[key] for key, tile in self.standing.items() if key in self.kinds}

    def outcomes(self, verdict: Verdict) -> list[Standing]:
        """Where the miniatures stand after each meaning that is left."""
        found = []
        for choice in verdict.choices if isinstance(verdict, Ambiguous) else ():
            after = self.state.copy()
            for action in choice:
                after.apply(action)
            found.append(standing(after.game.picture(after.view(None))))
        return found


def standing(picture: Picture) -> Standing:
    return {(piece.owner, piece.label): piece.tile for piece in picture.pieces if piece.sensed}


@cache
def cases(name: str) -> tuple[Case, ...]:
    """Every visible move in some situations of random games; each miniature bears a kind of its own throughout."""
    return tuple(case for seed in GAMES[name] for case in of_game(name, seed))


def of_game(name: str, seed: int) -> Iterator[Case]:
    identities, kinds = Identities(), dict[tuple[str, str], int]()
    for number, state in enumerate(playouts.reached(name, seed)):
        if number > 160:
            return
        picture = state.game.picture(state.view(None))
        for key in standing(picture):
            kinds.setdefault(key, len(kinds))
        assert len(kinds) <= KINDS, "each miniature has a kind of its own"
        identities.learn(picture, {tile: kinds[key] for key, tile in standing(picture).items()})
        seats = [seat for seat in state.deciders() if seat != CHANCE]
        if seats and number % EACH[name] == EACH[name] - 1:
            yield from of_situation(state.copy(), picture, seats, kinds, identities)


def of_situation(
    state: State, picture: Picture, seats: list[str], kinds: dict[tuple[str, str], int], identities: Identities
) -> Iterator[Case]:
    candidates = [action for seat in seats for action in state.legal_actions(seat)]
    for seat in seats:
        own = [action for action in candidates if action.seat == seat]
        for gesture in state.game.picture(state.view(seat), own).gestures:
            if gesture.back or not gesture.on:
                continue
            after = state.copy()
            after.apply(gesture.action)
            stand = standing(after.game.picture(after.view(None)))
            occupied = (picture.occupied - frozenset(gesture.off)) | frozenset(gesture.on)
            moved = [key for key, tile in stand.items() if tile in gesture.on and standing(picture).get(key) != tile]
            one = moved[0] if len(moved) == 1 else None
            touched = occupied ^ picture.occupied
            yield Case(state, candidates, occupied, touched, stand, one, dict(kinds), identities)


def several(outcomes: list[Standing]) -> bool:
    return any(each != outcomes[0] for each in outcomes)


@pytest.mark.parametrize("name", GAMES)
def test_with_identities_no_move_is_ambiguous(name: str) -> None:
    """Each is taken, or asked about only where the same miniatures stand on the same tiles whatever is answered."""
    assert len(cases(name)) > 50
    for case in cases(name):
        verdict = case.verdict(case.read())
        assert isinstance(verdict, Recognized | Ambiguous), case
        assert not several(case.outcomes(verdict)), case


def test_in_a_hunt_patterns_alone_leave_open_whose_move_it_was() -> None:
    """Hunters who come back may all be put onto one tile: identities reduce these meanings to one."""
    unsure = [case for case in cases("chimera-hunt") if several(case.outcomes(case.verdict(None)))]
    assert unsure
    for case in unsure:
        verdict = case.verdict(case.read())
        assert isinstance(verdict, Recognized), case
        assert case.moved is not None
        assert verdict.actions[0].seat == case.moved[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_move_made_with_anothers_miniature_is_no_move(name: str) -> None:
    """The pattern is that of a legal move; two miniatures have changed places on it."""
    seen = 0
    for case in cases(name):
        others = [key for key in case.standing if key != case.moved and key in case.kinds]
        if case.moved not in case.kinds or not others:
            continue
        read = case.read()
        here, there = case.standing[case.moved], case.standing[others[0]]
        read[here], read[there] = read[there], read[here]
        if isinstance(case.verdict(None), Recognized):
            assert isinstance(case.verdict(read), OutOfSync), case
            seen += 1
    assert seen > 20
