"""One seat of a ruleset as a Gymnasium environment: bots play the others, chance falls by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import gymnasium
import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from immolation import bots, games
from immolation.games import Action, BadConfig, State
from immolation.games.contract import Json

from .encoding import ACTIONS, FEATURES, Encoder
from .episode import MAX_CYCLES, check_begun, check_render_mode, draw_chance, own_config, result_rewards, whole


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """One seat against bots. Observations and masks as in PettingZoo; the mask is in ``info["action_mask"]`` too.

    The reward is 1, 0 or -1 at the end. An action outside the mask loses the game at once, and ``info["illegal"]``
    says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        ruleset: str,
        config: Mapping[str, Json] | None = None,
        *,
        seat: str = "p1",
        opponents: str | Sequence[str] = "random",
        max_cycles: int = MAX_CYCLES,
        actions: int = ACTIONS,
        features: int = FEATURES,
        render_mode: str | None = None,
    ) -> None:
        """``opponents``: a bot's name, or names for the other seats in turn order, the last one for all that are left.

        Raises GameError for a ruleset, seat, bot, key or value that does not exist.
        """
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._config = own_config(config)
        self._game = games.load_for(ruleset, self._config)
        self._encoder = Encoder(actions, features)
        self._state: State = self._game.new(self._config)
        if seat not in self._state.seats:
            raise BadConfig(f"seat: there is no {seat}; there are {', '.join(self._state.seats)}.")
        opponents = (opponents,) if isinstance(opponents, str) else opponents
        if not isinstance(opponents, Sequence) or not opponents:
            raise BadConfig("opponents: name at least one bot.")
        self.seat, self._max_cycles, self._cycles = seat, whole("max_cycles", max_cycles, 1), 0
        others = [other for other in self._state.seats if other != seat] or [seat]  # alone: a bot that is never asked
        if len(opponents) > len(others):
            raise BadConfig(f"opponents: name at most {len(others)} here, not {len(opponents)}.")
        named = [*opponents, *[opponents[-1]] * len(others)]
        self._bots = {other: bots.make(name, self._game, other) for other, name in zip(others, named, strict=False)}
        self._rng = Random()
        self._legal: dict[int, Action] = {}
        self._playing = False
        self.observation_space = self._encoder.observation_space(seat)
        self.action_space = spaces.Discrete(self._encoder.size)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game and play it up to the seat's first decision; equal seeds, from 0, give equal games.

        A game that ends or is cut off before that has an empty mask; the next `step` returns how it ended.
        """
        if seed is not None:
            seed = whole("seed", seed, 0)
            self._rng = Random(seed)
        super().reset(seed=seed)
        self._state, self._cycles = self._game.new(self._config), 0
        self._play_others()
        self._playing = True
        return self._observed(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action by its number and play on to the seat's next decision.

        Raises ResetNeeded where no game is going on.
        """
        check_begun(self._playing)
        number = whole("action", action)
        if self._legal:
            taken = self._legal.get(number)
            if taken is None:
                self._legal, self._playing = {}, False
                return self._observed(), -1.0, True, False, {**self._info(), "illegal": True}
            self._state.apply(taken)
            self._cycles += 1
            self._play_others()
        over = self._state.outcome() is not None
        self._playing = bool(self._legal)
        reward = result_rewards(self._state)[self.seat]
        return self._observed(), reward, over, not (over or self._playing), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask as Stable-Baselines3's `MaskablePPO` asks for it."""
        return self._encoder.mask(self._legal, self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """With ``render_mode="ansi"``: what the seat may see, as JSON."""
        return msgspec.json.encode(self._state.view(self.seat)).decode() if self.render_mode else None

    def _play_others(self) -> None:
        """Let chance fall and the bots act until the seat is asked before all others; note what it may do then."""
        self._legal = {}
        draw_chance(self._state, self._rng)
        while self._cycles < self._max_cycles and (asked := next(iter(self._state.deciders()), None)):
            if asked == self.seat:
                self._legal = self._encoder.actions(self._state, asked)
                return
            self._state.apply(bots.choose(self._bots[asked], self._state, asked, self._rng))
            self._cycles += 1
            draw_chance(self._state, self._rng)

    def _observed(self) -> dict[str, Any]:
        return {
            "observation": self._encoder.observation(self._state, self.seat),
            "action_mask": self._encoder.mask(self._legal, self.seat),
        }

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._encoder.mask(self._legal, self.seat),
            "decision": self._state.deciders()[self.seat].kind if self._legal else "",
        }
