"""`Game` and `State`: what every ruleset can do, in the order in which somebody who writes one meets it.

A `Game` is one ruleset with its tables, and never changes; a `State` is one situation of one game, and only `apply`
changes it. A ruleset derives both, usually the state from `engine.StackState`, which does most of what is asked here.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

import msgspec

from .. import editions
from .display import Picture, Step
from .errors import LONGEST_COMPLAINT, BadAction, json_flaw
from .records import Action, Correct, Decision, Declaration, Event, Json, Option, Refusal, Result, Understood


def digest_of(position: Mapping[str, Json]) -> str:
    """16 hex digits that are equal exactly for equal positions, on every machine."""
    data = msgspec.json.encode(position, order="deterministic")
    return hashlib.blake2b(data, digest_size=8).hexdigest()


class State(ABC):
    """One situation of one game. Mutable; only `apply` and `advance` change it. Holds no randomness and no time."""

    game: Game

    begun: tuple[Event, ...] = ()
    """What happened by itself while `Game.from_position` read this state, from a position that stands between two
    decisions to the next one. Known to that state alone, not to its copies."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """Seats in turn order of the first round: ``("p1", "p2", ...)``."""

    @abstractmethod
    def deciders(self) -> dict[str, Decision]:
        """Return who may act now, the most urgent first. Empty exactly when the game is over.

        If ``chance`` is due it is alone in it.
        """

    @abstractmethod
    def legal_actions(self, seat: str) -> Sequence[Action]:
        """Every concrete action `apply` accepts from ``seat`` now; empty if it may not act.

        `deciders` names only who is awaited: a seat that is not may have actions all the same where the rules let it
        act out of turn, but never while chance is due. Declared actions (`declarations`) and corrections come on top
        and are not listed.
        """

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """Return what ``seat`` may declare now because only people can see it."""
        return ()

    def understand(self, seat: str, words: str) -> Understood | None:
        """Understand a sentence of the ruleset's own, said by ``seat``; None for one that it does not know.

        ``words`` are as `spoken.normal` leaves them. Buttons are understood without it (`spoken.understand`).
        """
        return None

    def may_propose(self, seat: str, action: Correct) -> Refusal | None:
        """None if ``seat`` may propose a correction to the others, else why not.

        What lies hidden from it may neither be set nor be found out by what is refused.
        """
        return None

    @abstractmethod
    def check(self, action: Action) -> Refusal | None:
        """None if `apply` would accept the action now, else the rule and the reason.

        A taken tile is refused, a free one is not:

            >>> game = games.load("ascended-kings")
            >>> seats = {"p1": {"tile": 44}, "p2": {"tile": 45}}
            >>> state = game.from_position({"seats": seats, "stack": [{"at": "active"}]})
            >>> state.check(game.action({"do": "step", "seat": "p1", "tile": 45}))
            Refusal(rule='AK-MOVE-04', reason='Tile 45 is occupied by Kynazarr; choose a free tile.')
            >>> state.check(game.action({"do": "step", "seat": "p1", "tile": 34})) is None
            True
        """

    @abstractmethod
    def apply(self, action: Action) -> list[Event]:
        """Take the action and everything that follows until somebody must decide again.

        Raises IllegalAction, and then nothing has changed.

            >>> game = games.load("ascended-kings")
            >>> seats = {"p1": {"tile": 44}, "p2": {"tile": 79}}
            >>> state = game.from_position({"seats": seats, "stack": [{"at": "active"}]})
            >>> for event in state.apply(game.action({"do": "step", "seat": "p1", "tile": 34})):
            ...     print(event.kind, event.data)
            stepped {'seat': 'p1', 'from': 44, 'tile': 34, 'escape': []}
            >>> state.apply(game.action({"do": "step", "seat": "p1", "tile": 99}))
            Traceback (most recent call last):
            immolation.games.contract.errors.IllegalAction: ...
        """

    def advance(self, action: Action) -> None:
        """Take an action that is known to be legal, as `apply` does, and tell nobody what happens: for searches."""
        self.apply(action)

    def unfold(self, action: Action) -> Sequence[Step]:
        """Show what `apply` would bring about, step by step, to people who watch a long turn that plays itself.

        This state is not touched; the action must be legal. Empty where nothing is worth showing slowly, which is what
        most rulesets say.
        """
        return ()

    @abstractmethod
    def view(self, seat: str | None) -> dict[str, Json]:
        """Return what ``seat`` may know, JSON-ready; None is the public table.

        Every view has ``ruleset``, ``seats`` (seat -> its public facts with ``name`` and ``colour``),
        ``turn`` (the seat whose turn it is, or null), ``round`` and ``over``.
        """

    @abstractmethod
    def outcome(self) -> Result | None:
        """None while the game goes on."""

    def allies(self, seat: str) -> tuple[str, ...]:
        """The seats that win or lose with ``seat``, itself among them: all where all play together, else it alone."""
        return self.seats if self.game.cooperative else (seat,)

    def standings(self) -> Mapping[str, int]:
        """Seat -> what it would count if the game ended now, by what all know; empty where nothing can be counted."""
        return {}

    @abstractmethod
    def position(self) -> dict[str, Json]:
        """The whole situation as a plain dict; `Game.from_position` is its exact inverse."""

    def copy(self) -> Self:
        """An independent state. Where bots search, a ruleset makes its own, cheaper than by way of a position.

        What happens to the copy does not happen here:

            >>> state = games.load("cinders").new({"seats": 2})
            >>> tried = state.copy()
            >>> events = tried.apply(tried.legal_actions("p1")[0])
            >>> (len(tried.position()["burning"]) > 0, len(state.position()["burning"]) > 0)
            (True, False)
        """
        return self.game.from_position(self.position())  # type: ignore[return-value]

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game and the position: decisions hold functions, which cannot be pickled."""
        return self.game.from_position, (self.position(),)

    def sample(self, seat: str, rng: Random) -> Self:
        """A full state that ``seat``'s knowledge allows. Games without secrets return a copy."""
        return self.copy()

    def digest(self) -> str:
        """16 hex digits that are equal exactly for equal positions, on every machine.

        A position read again has the same one:

            >>> game = games.load("chimera-con")
            >>> state = game.new({"seats": 4})
            >>> game.from_position(state.position()).digest() == state.digest()
            True
        """
        return digest_of(self.position())


class Game(ABC):
    """One ruleset: immutable tables and options. ``games.load(name)`` makes one."""

    name: ClassVar[str]
    """As people type it: ``ascended-kings``."""

    title: ClassVar[str]
    """As people read it: ``Ascended Kings``."""

    actions: ClassVar[Any]
    """The union of this ruleset's action records, `Correct` included."""

    first_config: ClassVar[Mapping[str, Json]] = {}
    """What a newcomer's first game is begun with where nobody says otherwise, so that they can play it to its end
    knowing nothing more; keys of `config_keys`."""

    cooperative: ClassVar[bool] = False
    """Whether all seats win or lose together, against what the rules play."""

    renamed: ClassVar[Mapping[str, str]] = {}
    """Earlier tag of an action -> today's. `action` reads both, so that journals and programs go on."""

    reveals: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that show everybody a card, or a secret choice, that was hidden from somebody. Like events with
    secrets they are taken back only if everybody agrees."""

    steps: ClassVar[frozenset[str]] = frozenset()
    """Kinds of decisions of one turn between which nothing hidden comes to light: who leaves one out by its default
    knows already what the next one offers, and may answer that at once."""

    walks: ClassVar[frozenset[str]] = frozenset()
    """Tags of actions that carry a miniature one ``tile`` on: several in a row may be said at once."""

    followed: ClassVar[Mapping[str, frozenset[str]]] = {}
    """Kind of decision -> kinds that may come right after it for the same seat, and may be answered with it."""

    def __deepcopy__(self, memo: object) -> Self:
        return self  # it never changes

    @abstractmethod
    def new(self, config: Mapping[str, Json] | None = None) -> State:
        """The start of a game. ``config``: ``seats`` (number), ``options`` (key -> value), and what the ruleset adds.

        Raises BadConfig naming the key.
        """

    @abstractmethod
    def from_position(self, position: Mapping[str, Json]) -> State:
        """The state that a position describes. Raises BadPosition naming the key.

        A position that waits for nobody goes on by itself until somebody must decide; `State.begun` says how. What the
        position leaves out has a value that the ruleset's page names.

            >>> game = games.load("ascended-kings")
            >>> state = game.from_position({"seats": {"p1": {"tile": 44, "level": 2}, "p2": {}}, "walls": {"top": 1}})
            >>> state.deciders()["p1"].prompt
            'Choose the state of Vara for this turn.'
            >>> game.from_position({"seats": {"p1": {"tile": 44}, "p2": {"tile": 44}}})
            Traceback (most recent call last):
            immolation.games.contract.errors.BadPosition: seats.p2.tile: 44 is taken by p1.
        """

    @abstractmethod
    def picture(self, view: Mapping[str, Json], actions: Sequence[Action] = ()) -> Picture:
        """Draw a view for the board, a pure function.

        ``actions`` are those whose `Gesture` is wanted; actions that nobody sees on the board have none.
        """

    @abstractmethod
    def label(self, action: Action, view: Mapping[str, Json]) -> str:
        """Return the text of this action's button: "Step to 34", "Take the Active State"."""

    def is_open(self, decision: Decision) -> bool:
        """Whether a board may light what can be answered: nobody is asked because of a card that others do not know."""
        return decision.clock != "window"

    def options(self) -> Sequence[Option]:
        """List what ``config["options"]`` may hold; nothing unless a ruleset says so."""
        return ()

    def config_keys(self) -> Sequence[Option]:
        """List what else ``config`` may hold, ``seats`` first, for the page and the command line.

        A default of None stands for what the ruleset itself would choose.
        """
        return ()

    def edition(self, given: Mapping[str, Json]) -> editions.Edition:
        """Tell what changed since the first edition in configs and positions such as ``given``."""
        return editions.FIRST

    def earlier(self) -> Sequence[Game]:
        """This ruleset with numbers it had before, the newest first: games that were begun with them go on with them.

        A journal is played by the first of these that begins as it does, today's before all.
        """
        return ()

    def action(self, record: object) -> Action:
        """The action in a JSON-ready dict, by its tag of today or an earlier one (`renamed`).

        Raises BadAction naming the field.
        """
        flaw = json_flaw(record)
        if flaw:
            raise BadAction(f"Not an action of {self.title}: {flaw}.")
        if isinstance(record, Mapping) and isinstance(record.get("do"), str):
            record = {**record, "do": self.renamed.get(record["do"], record["do"])}
        try:
            return msgspec.convert(record, self.actions)  # type: ignore[no-any-return]
        except msgspec.ValidationError as error:
            said = str(error)
            if len(said) > LONGEST_COMPLAINT:  # it repeats a value, however long that is
                said = said[: LONGEST_COMPLAINT // 2] + " ... " + said[-LONGEST_COMPLAINT // 4 :]
            raise BadAction(f"Not an action of {self.title}: {said}.") from None

    @staticmethod
    def record(action: Action) -> dict[str, Json]:
        """The JSON-ready dict of an action; `action` is its inverse."""
        return msgspec.to_builtins(action)  # type: ignore[no-any-return]
