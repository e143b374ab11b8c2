"""A ruleset as an OpenSpiel Python game, registered as ``python_immolation``.

    >>> from immolation.rl import openspiel_game
    >>> game = openspiel_game.load_game("cinders", players=2)
    >>> state = game.new_initial_state()
    >>> state.current_player(), len(state.legal_actions())
    (0, 27)

Chance is explicit, information imperfect, rewards (1, 0 or -1 for each seat) come at the end. A game that has not ended
after ``max_game_length`` actions ends without a winner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from immolation import games
from immolation.games import CHANCE
from immolation.games.contract import Json

from .encoding import ACTIONS, FEATURES, Encoder
from .episode import result_rewards

MOST_PLAYERS: Final = 6
MAX_GAME_LENGTH: Final = 5000
"""Actions, chance's included, after which a game ends unless told otherwise."""

_PARAMETERS: Final[Mapping[str, Any]] = {
    "ruleset": "ascended-kings",
    "players": 2,
    "config": "",
    "max_game_length": MAX_GAME_LENGTH,
    "actions": ACTIONS,
    "features": FEATURES,
}

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_immolation",
    long_name="Immolation (Ascended Kings, Red Rains, Kimera, Chimera Con and others)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(_PARAMETERS),
)


class ImmolationGame(pyspiel.Game):  # type: ignore[misc]
    """One ruleset with one configuration."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """``config`` is the rest of what `Game.new` takes, as JSON. Raises GameError for what does not exist."""
        given = {**_PARAMETERS, **(params or {})}
        config: dict[str, Json] = msgspec.json.decode(given["config"]) if given["config"] else {}
        self.config = {"seats": given["players"], **config}
        self.rules = games.load_for(given["ruleset"], self.config)
        self.encoder = Encoder(given["actions"], given["features"])
        self.longest: int = given["max_game_length"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.size,
            max_chance_outcomes=self.encoder.size,
            num_players=len(self.rules.new(self.config).seats),
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=self.longest,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> ImmolationState:
        """The start of a game."""
        return ImmolationState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ImmolationObserver:
        """Make what turns a state into a tensor."""
        if params:
            raise ValueError(f"Observations have no parameters; given were {params}.")
        return ImmolationObserver(self.encoder)


class _Situation:
    """A state of the rules, with its legal actions by number; OpenSpiel copies and pickles what a state holds."""

    def __init__(self, state: games.State, encoder: Encoder, config: Mapping[str, Json]) -> None:
        self.state, self.encoder, self.config = state, encoder, config
        self.asked = next(iter(state.deciders()), None)
        self.legal = encoder.actions(state, self.asked) if self.asked else {}

    def __deepcopy__(self, memo: object) -> _Situation:
        return _Situation(self.state.copy(), self.encoder, self.config)

    def __reduce__(self) -> tuple[Any, ...]:
        return _read, (self.state.game.name, self.config, self.state.position(), self.encoder)


def _read(ruleset: str, config: Mapping[str, Json], position: Mapping[str, Json], encoder: Encoder) -> _Situation:
    return _Situation(games.load_for(ruleset, config).from_position(position), encoder, config)


class ImmolationState(pyspiel.State):  # type: ignore[misc]
    """One situation of a game; the first seat that is asked is to act."""

    def __init__(self, game: ImmolationGame) -> None:
        super().__init__(game)
        self._longest = game.longest
        self._taken = 0
        self.at = _Situation(game.rules.new(game.config), game.encoder, game.config)

    def current_player(self) -> int:
        """The number of the seat to act, chance or terminal."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.at.asked == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.at.state.seats.index(self.at.asked or "")

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.at.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome that is due, with its probability."""
        outcomes = self.at.state.deciders()[CHANCE].outcomes
        total = sum(outcome.weight for outcome in outcomes)
        weights = {outcome.action: outcome.weight / total for outcome in outcomes}
        return [(number, weights[self.at.legal[number]]) for number in sorted(self.at.legal)]

    def _apply_action(self, action: int) -> None:
        self.at.state.apply(self.at.legal[action])
        self._taken += 1
        self.at = _Situation(self.at.state, self.at.encoder, self.at.config)

    def _action_to_string(self, player: int, action: int) -> str:
        taken = self.at.legal[action]
        return f"{games.Game.record(taken)}"

    def is_terminal(self) -> bool:
        """True when the rules end the game, or after its longest length."""
        return self.at.asked is None or self._taken >= self._longest

    def returns(self) -> list[float]:
        """1, 0 or -1 for each seat; zeros while the game goes on."""
        rewards = result_rewards(self.at.state)
        return [rewards[seat] for seat in self.at.state.seats]

    def __str__(self) -> str:
        return f"{self._taken} {self.at.asked or 'over'} {self.at.state.digest()}"


class ImmolationObserver:
    """Fills a tensor with what a seat may know."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.tensor = np.zeros(encoder.features, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: ImmolationState, player: int) -> None:
        """Observe ``state`` as ``player``."""
        self.tensor[:] = self._encoder.observation(state.at.state, state.at.state.seats[player])

    def string_from(self, state: ImmolationState, player: int) -> str:
        """Return what ``player`` may know, as JSON."""
        view = state.at.state.view(state.at.state.seats[player])
        return msgspec.json.encode(view, order="sorted").decode()


def load_game(ruleset: str, players: int = 2, config: Mapping[str, Json] | None = None, **settings: int) -> Any:
    """The OpenSpiel game of a ruleset; ``settings``: ``max_game_length``, ``actions``, ``features``."""
    text = msgspec.json.encode(config).decode() if config else ""
    return pyspiel.load_game("python_immolation", {"ruleset": ruleset, "players": players, "config": text, **settings})


pyspiel.register_game(GAME_TYPE, ImmolationGame)
