"""The bots: players of seats without people. A bot sees its seat's view, its decision and its legal actions.

To look ahead it imagines states: `choose` hands it ``State.sample`` of the seat, which makes full states that the
seat's knowledge allows, never the true one. A bot keeps nothing between two choices and draws from the generator it is
handed, so a host that was killed goes on with the same choices: same view, same generator, same action. Only a search
with a budget of seconds may choose otherwise when it is asked again.

`evaluation` says how to teach ``greedy`` and ``search`` a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Final

from immolation.games import Action, BadConfig, Game, State
from immolation.games.contract import Json

from .ascended_kings.arena_bot import ArenaBot, ByTrack
from .ascended_kings.arena_mat import ArenaLimits
from .bot import Bot, Budget, Imagine, LazyView
from .chimera_hunt.greedy import HuntGreedy
from .chimera_hunt.habits import HABITS
from .evaluation import Evaluation, Policy, evaluation, level
from .levels import LEVELS, SearchLevel, budget, full_name
from .random_bot import UniformBot
from .reasons import WINS, Reasons, chance, decisive, why
from .search.search_bot import SearchBot
from .search.second_core import second_core

WORLDS: Final = 3
"""Imagined states in which ``greedy`` tries each action."""


def _greedy(game: Game, seat: str) -> Bot:
    """Return the bot that tries each action once in each of `WORLDS` imagined worlds."""
    return SearchBot(game, seat, Budget(), "greedy", SearchLevel(0, worlds=WORLDS))


def _limited_greedy(game: Game, seat: str) -> Bot:
    """Return ``greedy``, which on the arena track chooses within `ArenaLimits`."""
    return ArenaLimits(_greedy(game, seat), seat)


def _veteran(game: Game, seat: str) -> Bot:
    """Return `search:hard` with its number of imagined actions as the budget, at a table too."""
    hard = level(game.name, "search:hard")
    return SearchBot(game, seat, Budget(nodes=hard.nodes), "veteran", hard)


_OWN: Final[Mapping[str, dict[str, Callable[[Game, str], Bot]]]] = {
    "ascended-kings": {"greedy": _limited_greedy, "arena": ArenaBot},
    "chimera-hunt": {"greedy": HuntGreedy},
    "red-rains": {"veteran": _veteran},
}
"""Ruleset -> the bots made for it, the better ones last; its ``greedy`` plays in place of the general one."""


def names(ruleset: str, config: Mapping[str, Json] | None = None) -> list[str]:
    """Return the bots that can play a ruleset, the better ones last. Every ruleset has ``random`` and ``search``.

    Those that are not made for a game of this ``config`` are left out. The ruleset need not be one of
    `games.names`: a program may bring its own to `make`.
    """
    own = _own(ruleset, config)
    return [*(name for name in quick_bots(ruleset, config) if name not in own), *LEVELS, *own]


def default_bot(ruleset: str, config: Mapping[str, Json] | None = None) -> str:
    """Return the bot that plays where none is named: the one made for this game, else one that thinks for a second."""
    own = _own(ruleset, config)
    return own[-1] if own else full_name("search")


_HABITS: Final[Mapping[str, Mapping[str, Callable[[Game, str], Bot]]]] = {"chimera-hunt": HABITS}
"""Ruleset -> bots with one habit each, which are compared with ``greedy`` and offered to nobody."""

LOOKAHEAD: Final = "lookahead"
"""The bot that ``simulate --lookahead`` compares with ``greedy``; it is offered to nobody."""

LOOKAHEAD_BREADTH: Final = 3
"""Actions that `lookahead` follows."""


def _lookahead(game: Game, seat: str) -> Bot:
    """Return the bot that follows the few best-looking actions in one world for a round: about what people do."""
    return SearchBot(game, seat, Budget(), LOOKAHEAD, SearchLevel(1, worlds=1, breadth=LOOKAHEAD_BREADTH))


def habits(ruleset: str) -> tuple[str, ...]:
    """Return the names of bots with one habit each, for `make`."""
    return tuple(_HABITS.get(ruleset, {}))


def quick_bots(ruleset: str, config: Mapping[str, Json] | None = None) -> list[str]:
    """Return the bots that answer at once, for tables in a hurry and long series of games; the best one last."""
    return ["random", *(["greedy"] if evaluation(ruleset) else []), *_own(ruleset, config)]


def _own(ruleset: str, config: Mapping[str, Json] | None) -> list[str]:
    track = (config or {}).get("track", "arena")
    own = [name for name in _OWN.get(ruleset, {}) if name != "greedy"]
    return [name for name in own if name != "arena" or track == "arena"]


def title(name: str) -> str:
    """Return what people call a bot in a sentence.

    >>> title("search:medium"), title("random"), title("veteran")
    ('the medium bot', 'the random bot', 'the veteran bot')
    """
    return f"the {full_name(name).rpartition(':')[2]} bot"


def make(
    name: str,
    game: Game,
    seat: str,
    thinks: Budget | None = None,
    *,
    by_clock: bool = False,
    hurried: Callable[[], bool] | None = None,
) -> Bot:
    """Return the bot called ``name`` for one seat of ``game``. Raises BadConfig naming the bots there are.

    ``thinks`` replaces what a searching bot's level may spend on one choice. Without it that is a number of nodes,
    which gives the same choice on every machine, or ``by_clock`` a time, in which it uses a second core. It answers as
    soon as ``hurried`` returns True.
    """
    name = full_name(name)
    known = names(game.name)
    if name == LOOKAHEAD:
        return _lookahead(game, seat)
    if name in _HABITS.get(game.name, {}):
        return _HABITS[game.name][name](game, seat)
    if name not in known:
        raise BadConfig(f"{game.title} has no bot '{name}'; there are {', '.join(known)}.")
    if name in LEVELS:
        chosen = level(game.name, name)
        more = chosen.depth > 0 and chosen.worlds != 1  # a second core follows further worlds
        ahead = SearchBot(
            game,
            seat,
            thinks or budget(chosen, by_clock=by_clock),
            name,
            chosen,
            hurried=hurried,
            second=second_core() if by_clock and more else None,
        )
        return ByTrack(ahead, game, seat) if game.name == "ascended-kings" else ahead
    makers: dict[str, Callable[[Game, str], Bot]] = {
        "random": UniformBot,
        "greedy": _greedy,
        **_OWN.get(game.name, {}),
    }
    return makers[name](game, seat)


def choose(bot: Bot, state: State, seat: str, rng: Random) -> Action:
    """Let ``bot`` choose for ``seat``, which must be asked now. It is handed only what the seat may know."""
    decision = state.deciders()[seat]
    actions = state.legal_actions(seat)
    if len(actions) == 1:
        return actions[0]
    return bot.choose(LazyView(state, seat), decision, actions, rng, partial(state.sample, seat))


__all__ = [
    "LEVELS",
    "LOOKAHEAD",
    "WINS",
    "Bot",
    "Budget",
    "Evaluation",
    "Imagine",
    "Policy",
    "Reasons",
    "SearchLevel",
    "chance",
    "choose",
    "decisive",
    "default_bot",
    "evaluation",
    "full_name",
    "habits",
    "level",
    "make",
    "names",
    "quick_bots",
    "title",
    "why",
]
