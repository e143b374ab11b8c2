"""No bot sees what its seat may not see: states that a seat cannot tell apart get the same choice from it."""

from __future__ import annotations

from random import Random
from typing import Any, NoReturn

import pytest
from immolation import bots, games
from immolation.bots import Bot, Budget
from immolation.games import CHANCE, Decision, Game, State
from immolation.games.contract import Json

from tests.games.playouts import names, new, walk

EVERY = [(ruleset, bot) for ruleset in names() for bot in (*bots.quick_bots(ruleset), "search")]
HASTE = Budget(nodes=12)


class Curtain(State):
    """What a bot may ask about the true state: nothing but `sample`, and that for its own seat alone."""

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self._seat = seat
        self.imagined = 0

    def sample(self, seat: str, rng: Random) -> State:  # type: ignore[override]
        assert seat == self._seat, "it imagined what somebody else knows"
        self.imagined += 1
        return self._state.sample(seat, rng)

    def view(self, seat: str | None) -> dict[str, Json]:
        assert seat == self._seat, "it looked at somebody else's view"
        return self._state.view(seat)

    def deciders(self) -> dict[str, Decision]:
        return {self._seat: self._state.deciders()[self._seat]}

    def legal_actions(self, seat: str) -> Any:
        assert seat == self._seat, "it asked what somebody else may do"
        return self._state.legal_actions(seat)

    def _forbidden(self, *_: object) -> NoReturn:
        raise AssertionError("it touched the true state")

    seats = property(_forbidden)  # type: ignore[assignment]
    check = apply = outcome = position = copy = digest = declarations = _forbidden

    def __getattr__(self, name: str) -> NoReturn:
        raise AssertionError(f"it reached for {name} of the true state")


def choices_in(name: str, seed: int, most: int) -> list[tuple[State, str]]:
    """Situations of one random game in which a seat has a choice, spread over it."""
    state, rng = new(name, seed), Random(seed)
    found: list[tuple[State, str]] = []
    for _ in walk(state, rng):
        asked = [seat for seat in state.deciders() if seat != CHANCE]
        found += [(state.copy(), seat) for seat in asked if len(state.legal_actions(seat)) > 1]
    return found[:: max(1, len(found) // most)][:most]


def make(bot: str, game: Game, seat: str) -> Bot:
    return bots.make(bot, game, seat, HASTE)


@pytest.mark.parametrize(("ruleset", "bot"), EVERY)
def test_states_that_differ_in_what_is_hidden_get_the_same_choice(ruleset: str, bot: str) -> None:
    hidden = 0
    for seed in range(3):
        for number, (state, seat) in enumerate(choices_in(ruleset, seed, 8)):
            others = [state.sample(seat, Random(f"{seed}:{number}:{n}")) for n in range(3)]
            hidden += any(other.digest() != state.digest() for other in others)
            player = make(bot, state.game, seat)
            said = {bots.choose(player, other, seat, Random(number)) for other in (state, *others)}
            assert len(said) == 1, (seed, number, seat)
    assert hidden or ruleset not in SECRETIVE, "nothing was hidden in these games"


SECRETIVE = {"toy-race", "kimera", "chimera-con"}
"""Rulesets with hidden hands in every game."""


@pytest.mark.parametrize(("ruleset", "bot"), EVERY)
def test_a_bot_touches_nothing_of_the_true_state_but_what_its_seat_may_imagine(ruleset: str, bot: str) -> None:
    unthought = bots.level(ruleset, bots.full_name("search")).unthought
    for state, seat in choices_in(ruleset, 5, 6):
        curtain = Curtain(state, seat)
        curtain.game = state.game
        digest = state.digest()
        action = bots.choose(make(bot, state.game, seat), curtain, seat, Random(1))
        assert action in state.legal_actions(seat)
        assert state.digest() == digest
        looks = bot == "greedy" or (bot == "search" and state.deciders()[seat].kind not in unthought)
        assert curtain.imagined == 0 if bot == "random" else curtain.imagined > 0 or not looks


def test_the_curtain_catches_a_bot_that_peeks() -> None:
    state, seat = choices_in("toy-race", 1, 1)[0]

    class Peeping:
        name = "peeping"

        def choose(self, view: Any, decision: Any, actions: Any, rng: Any, imagine: Any = None) -> Any:
            imagine.func.__self__.position()

    with pytest.raises(AssertionError, match="touched the true state"):
        bots.choose(Peeping(), Curtain(state, seat), seat, Random(1))


WHOLE: dict[str, dict[str, Any]] = {
    "ascended-kings": {"seats": 2, "track": "full", "rounds": 6},
    "chimera-con": {"seats": 2, "options": {"points_to_win": 2}},
    "kimera": {"seats": 2},
}
"""Rulesets with hidden hands -> a game of theirs."""

LONG = 250
"""Choices after which a game is long enough."""


@pytest.mark.parametrize("ruleset", WHOLE)
@pytest.mark.parametrize("bot", ["random", "greedy", "search:easy", "search:medium", "search:hard"])
def test_over_a_whole_game_no_bot_sees_through_cards(bot: str, ruleset: str) -> None:
    """Every choice of a game is made in the true state and again in one that differs from it in hidden cards alone."""
    state, rng = games.load(ruleset).new(WHOLE[ruleset]), Random(8)
    hidden = asked = 0
    while (deciders := state.deciders()) and asked < LONG:
        seat, decision = next(iter(deciders.items()))
        if seat == CHANCE:
            state.apply(rng.choice(decision.outcomes).action)
            continue
        other = state.sample(seat, Random(asked))
        hidden += other.digest() != state.digest()
        asked += 1
        player = make(bot, state.game, seat)
        said = [bots.choose(player, each, seat, Random(asked)) for each in (state, other)]
        assert said[0] == said[1], (asked, seat, decision.kind)
        state.apply(said[0])
    assert asked > 50
    assert hidden > asked / 2
