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

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, NoReturn
from urllib.parse import quote, unquote

import msgspec
import numpy as np
import pyspiel
from numpy.typing import NDArray

from immolation import games
from immolation.games import CHANCE, BadConfig
from immolation.games.contract import Json

from .encoding import ACTIONS, FEATURES, OUTCOMES, Encoder
from .episode import MAX_CYCLES, own_config, result_rewards, whole

MOST_PLAYERS: Final = 6
MAX_GAME_LENGTH: Final = MAX_CYCLES
"""Actions, chance's included, after which a game ends unless told otherwise."""

LARGEST: Final = 2**31 - 1
"""No parameter of an OpenSpiel game is larger."""

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


def _no_information_state(*_: object) -> NoReturn:
    """Refuse: a seat's past is not kept. Raises ValueError."""
    raise ValueError("This game has no information states: ask observation_string() or observation_tensor().")


class ImmolationGame(pyspiel.Game):  # type: ignore[misc]
    """One ruleset with one configuration."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """``config`` is the rest of what `Game.new` takes, as JSON, percent-encoded or not; ``seats`` in it go before
        ``players``.

        Raises GameError for what does not exist.
        """
        given = {**_PARAMETERS, **(params or {})}
        more = _config(given["config"])
        self.config = {"seats": given["players"], **more}
        self.rules = games.load_for(given["ruleset"], self.config)
        self.encoder = Encoder(given["actions"], given["features"])
        self.longest = whole("max_game_length", given["max_game_length"], 1)
        players = len(self.rules.new(self.config).seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.size,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=self.longest,
        )
        config = {"config": _encoded(more)} if more else {}
        super().__init__(GAME_TYPE, info, {**(params or {}), **config, "players": players})

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    information_state_tensor_shape = information_state_tensor_size = _no_information_state

    def new_initial_state(self) -> ImmolationState:
        """The start of a game."""
        return ImmolationState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> ImmolationObserver | PrivateObserver | None:
        """Make what observes a state: as a seat, as everybody, or what a seat sees beyond that.

        Return None, as OpenSpiel wants it, for any other kind: a seat's past is not kept, and nobody sees what all
        seats do.
        """
        if params:
            raise ValueError(f"Observations have no parameters; given were {params}.")
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if asked.perfect_recall or asked.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        alone = asked.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if asked.public_info:
            return ImmolationObserver(self.encoder, public=not alone)
        return PrivateObserver() if alone else None


def _config(text: str) -> dict[str, Json]:
    """Read a config; `load_game` percent-encodes it, for OpenSpiel separates the parameters of a game by commas."""
    plain = text if text.lstrip().startswith("{") else unquote(text)
    try:
        return msgspec.json.decode(plain or "{}", type=dict[str, Json])
    except msgspec.MsgspecError as error:
        raise BadConfig(f"config must be an object in JSON: {error}.") from None


def _encoded(config: Mapping[str, Json]) -> str:
    """Write a config so that it can stand in a game's string. Raises BadConfig if JSON has no such values."""
    try:
        return quote(msgspec.json.encode(config), safe="")
    except TypeError as error:
        raise BadConfig(f"config must be JSON: {error}.") from None


class _Situation:
    """A state of the rules, with its legal actions by number; OpenSpiel copies and pickles what a state holds."""

    def __init__(self, state: games.State, encoder: Encoder) -> None:
        self.state, self.encoder = state, encoder
        self.asked = next(iter(state.deciders()), None)
        self.legal = encoder.actions(state, self.asked) if self.asked else {}

    def __deepcopy__(self, memo: object) -> _Situation:
        return _Situation(self.state.copy(), self.encoder)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Situation, (self.state, self.encoder)


class ImmolationState(pyspiel.State):  # type: ignore[misc]
    """One situation of a game; the first seat that is asked is to act."""

    def __init__(self, game: ImmolationGame) -> None:
        super().__init__(game)
        self._longest = game.longest
        self._taken = 0
        self.at = _Situation(game.rules.new(game.config), game.encoder)

    def current_player(self) -> int:
        """The number of the seat to act, chance or terminal."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.at.asked == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.at.state.seats.index(self.at.asked or "")

    def seat(self, player: int) -> str:
        """Return the seat of a number. Raises ValueError for chance and for whoever does not play."""
        seats = self.at.state.seats
        if not 0 <= player < len(seats):
            raise ValueError(f"There is no player {player}; there are 0 to {len(seats) - 1}.")
        return seats[player]

    def legal_actions(self, *player: int) -> list[int]:
        """Return the numbers of what ``player`` may do now, else of what whoever is asked may do.

        OpenSpiel's own tells every seat the outcomes of chance, and writes them beyond the end of its mask.
        """
        return [] if self._seat_waits_for_chance(*player) else super().legal_actions(*player)

    def legal_actions_mask(self, *player: int) -> list[int]:
        """Return 1 at each number of `legal_actions`, 0 elsewhere."""
        if self._seat_waits_for_chance(*player):
            return [0] * self.num_distinct_actions()
        return super().legal_actions_mask(*player)  # type: ignore[no-any-return]

    def _seat_waits_for_chance(self, *player: int) -> bool:
        return self.at.asked == CHANCE and any(seat >= 0 for seat in player)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.at.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every outcome that is due, with its probability. Raises ValueError where none is."""
        if self.at.asked != CHANCE or self.is_terminal():
            raise ValueError("No chance is due: ask is_chance_node() first.")
        outcomes = self.at.state.deciders()[CHANCE].outcomes
        total = sum(outcome.weight for outcome in outcomes)
        weights = {outcome.action: outcome.weight / total for outcome in outcomes}
        return [(number, weights[self.at.legal[number]]) for number in sorted(self.at.legal)]

    def _apply_action(self, action: int) -> None:
        self.at.state.apply(self._numbered(action))
        self._taken += 1
        self.at = _Situation(self.at.state, self.at.encoder)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{games.Game.record(self._numbered(action))}"

    def _numbered(self, number: int) -> games.Action:
        """Return the action with this number. Raises ValueError if it may not be taken now."""
        if self.is_terminal():
            raise ValueError("The game is over: no action may be taken.")
        action = self.at.legal.get(number)
        if action is None:
            raise ValueError(f"{number} is no legal action of {self.at.asked} now; see legal_actions().")
        return action

    def is_terminal(self) -> bool:
        """True when the rules end the game, or after its longest length."""
        return self.at.asked is None or self._taken >= self._longest

    def returns(self) -> list[float]:
        """1, 0 or -1 for each seat; zeros while the game goes on."""
        rewards = result_rewards(self.at.state)
        return [rewards[seat] for seat in self.at.state.seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ImmolationState:
        """Return a state that looks the same to ``player``, with what lies hidden from it imagined."""
        other, imagined = self.clone(), self.at.state.sample(self.seat(player), Random(sampler()))
        other.at = _Situation(imagined, self.at.encoder)
        return other  # type: ignore[no-any-return]

    information_state_string = information_state_tensor = _no_information_state

    def __str__(self) -> str:
        return f"{self._taken} {self.at.asked or 'over'} {self.at.state.digest()}"


class ImmolationObserver:
    """Fills a tensor with what a seat may know, or with the public table."""

    def __init__(self, encoder: Encoder, *, public: bool = False) -> None:
        self._encoder, self._public = encoder, public
        self.tensor = np.zeros(encoder.features, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: ImmolationState, player: int) -> None:
        """Observe ``state`` as ``player``."""
        self.tensor[:] = self._encoder.observation(state.at.state, self._looking(state, player))

    def string_from(self, state: ImmolationState, player: int) -> str:
        """Return what ``player`` may know, as JSON."""
        return msgspec.json.encode(state.at.state.view(self._looking(state, player)), order="sorted").decode()

    def _looking(self, state: ImmolationState, player: int) -> str | None:
        return None if self._public else state.seat(player)


class PrivateObserver:
    """Says what a seat sees that not everybody does; as a tensor there is only the whole of what it sees."""

    tensor: None = None

    def __init__(self) -> None:
        self.dict: dict[str, NDArray[np.float32]] = {}

    def set_from(self, state: ImmolationState, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: ImmolationState, player: int) -> str:
        """Return what only ``player`` may know, as JSON."""
        rules = state.at.state
        return msgspec.json.encode(_beyond(rules.view(None), rules.view(state.seat(player))), order="sorted").decode()


def _beyond(public: Mapping[str, Any], seen: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of ``seen`` is not in ``public``."""
    return {
        key: _beyond(public[key], value) if isinstance(value, dict) and isinstance(public.get(key), dict) else value
        for key, value in seen.items()
        if key not in public or public[key] != value
    }


def load_game(ruleset: str, players: int = 2, config: Mapping[str, Json] | None = None, **settings: int) -> Any:
    """The OpenSpiel game of a ruleset; ``settings``: ``max_game_length``, ``actions``, ``features``."""
    numbers = {name: whole(name, number, most=LARGEST) for name, number in {"players": players, **settings}.items()}
    given = {"ruleset": ruleset, "config": _encoded(own_config(config)), **numbers}
    return pyspiel.load_game("python_immolation", given)


pyspiel.register_game(GAME_TYPE, ImmolationGame)
