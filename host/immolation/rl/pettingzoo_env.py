"""A ruleset as a PettingZoo AEC environment: seats take turns, illegal actions are masked.

>>> from immolation.rl.pettingzoo_env import env
>>> cinders = env("cinders", {"seats": 2})
>>> cinders.reset(seed=7)
>>> observation, reward, terminated, truncated, info = cinders.last()
>>> cinders.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('p1', (512,), 27)
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import msgspec
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from immolation import games
from immolation.games import CHANCE, Action, State
from immolation.games.contract import Json

from .encoding import ACTIONS, FEATURES, Encoder
from .episode import MAX_CYCLES, check_begun, check_render_mode, draw_chance, own_config, result_rewards, whole


class RulesetEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """Every seat of one ruleset, without the wrappers that `env` puts around it.

    Observations are dicts of ``observation`` (`Encoder.observation`) and ``action_mask``, which is empty for seats that
    are not asked. Rewards come at the end: 1, 0 or -1. ``infos[seat]`` has ``decision``, its kind in the rules' words.
    """

    def __init__(
        self,
        ruleset: str,
        config: Mapping[str, Json] | None = None,
        *,
        chance: Literal["inside", "outside"] = "inside",
        max_cycles: int = MAX_CYCLES,
        actions: int = ACTIONS,
        features: int = FEATURES,
        render_mode: str | None = None,
    ) -> None:
        """``config`` is that of `Game.new`. With ``chance`` outside, dice and draws are an agent called ``chance``.

        Its ``infos`` have ``weights``, the relative weight of each number in its mask; it has numbers below 131,072,
        whatever ``actions`` says. Raises GameError for a ruleset, key or value that does not exist.
        """
        super().__init__()
        if chance not in ("inside", "outside"):
            raise ValueError("chance: inside or outside.")
        check_render_mode(render_mode)
        self.metadata = {"name": f"immolation_{ruleset}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._config = own_config(config)
        self._game = games.load_for(ruleset, self._config)
        self._encoder = Encoder(actions, features)
        self._max_cycles, self._inside = whole("max_cycles", max_cycles, 1), chance == "inside"
        self._state: State = self._game.new(self._config)
        self._rng = Random()
        self._legal: dict[int, Action] = {}
        self._cycles = 0
        self.possible_agents = [*self._state.seats, *([] if self._inside else [CHANCE])]
        self.agents: list[str] = []
        self.agent_selection = ""
        self.observation_spaces = {agent: self._encoder.observation_space(agent) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._encoder.size_for(agent)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what ``agent`` sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Numbers of actions; which of them are legal is in the mask."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; equal seeds, from 0, and actions give equal games."""
        if seed is not None:
            self._rng = Random(whole("seed", seed, 0))
        self._state = self._game.new(self._config)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._ask()

    def step(self, action: int | None) -> None:
        """Take the action of the selected seat; None for one whose game is over.

        Raises ValueError if it is illegal, ResetNeeded where no game is going on; `last` does, too.
        """
        check_begun(self.agents)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        taken = None if action is None else self._legal.get(whole("action", action))
        if taken is None:
            raise ValueError(f"{action} is no legal action of {agent} now; see its action_mask.")
        self._cumulative_rewards[agent] = 0.0
        self._state.apply(taken)
        self._cycles += 1
        self._ask()
        self._accumulate_rewards()

    def _ask(self) -> None:
        """Let chance fall if it is inside, then select whoever is asked first."""
        if self._inside:
            draw_chance(self._state, self._rng)
        self._clear_rewards()
        self.infos = {agent: {} for agent in self.agents}
        asked = next(iter(self._state.deciders()), None)
        if asked is None or self._cycles >= self._max_cycles:
            self._legal = {}
            if asked is None:
                self.rewards = {**dict.fromkeys(self.agents, 0.0), **result_rewards(self._state)}
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = asked
        self._legal = self._encoder.actions(self._state, asked)
        decision = self._state.deciders()[asked]
        self.infos[asked] = {"decision": decision.kind}
        if asked == CHANCE:
            weights = {each.action: each.weight for each in decision.outcomes}
            self.infos[asked]["weights"] = {number: weights[action] for number, action in self._legal.items()}

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return the selected seat's observation, reward, termination, truncation and info."""
        check_begun(self.agents)
        return super().last(observe)  # type: ignore[no-any-return]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what ``agent`` may know, and the mask of what it may do.

        Raises ValueError for an agent that does not exist, ResetNeeded before the first game.
        """
        check_begun(self.agent_selection)
        if agent not in self.possible_agents:
            raise ValueError(f"There is no agent {agent!r}; there are {', '.join(self.possible_agents)}.")
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)  # an illegal action ends it, too
        legal = self._legal if agent == self.agent_selection and not over else ()
        mask = self._encoder.mask(legal, agent)
        return {"observation": self._encoder.observation(self._state, agent), "action_mask": mask}

    def render(self) -> str | None:
        """With ``render_mode="ansi"``: whose turn it is and what everybody may see, as JSON."""
        if self.render_mode is None:
            return None
        return msgspec.json.encode(self._state.view(None)).decode()

    def close(self) -> None:
        """Nothing to close."""


def env(ruleset: str, config: Mapping[str, Json] | None = None, **settings: Any) -> AECEnv[str, dict[str, Any], int]:
    """A ruleset with PettingZoo's usual wrappers: an illegal action loses the game, a wrong order is refused.

    ``settings`` are those of `RulesetEnv`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(RulesetEnv(ruleset, config, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(ruleset: str, config: Mapping[str, Json] | None = None, **settings: Any) -> Any:
    """The same as a parallel environment: at each step only the action of the seat that is asked counts."""
    return turn_based_aec_to_parallel(env(ruleset, config, **settings))
