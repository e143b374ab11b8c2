"""What every ruleset is to the rest of the host: records, errors, `Game` and `State`.

This module knows no ruleset, no board, no clock and no randomness. Everything that passes between the
rules and the world is one of the records below; all of them survive a round trip through JSON.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

import msgspec

from . import editions

CHANCE = "chance"
"""The seat that rolls dice and draws from face-down decks."""

TABLE = "table"
"""The seat that corrects what people or sensors got wrong; the whole table sees it."""

LONGEST_COMPLAINT = 240
"""Characters of somebody's bad input that an error may repeat; more would not be read."""

Json = Any
"""Anything JSON can say: null, booleans, numbers, text, lists and objects of those."""


# --- what may be done ------------------------------------------------------------------------------------


class Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something a seat does: the one encoding of an intent, everywhere.

    Each ruleset has its own subclasses, one a kind, tagged by ``do``:
    ``{"do": "step", "seat": "p1", "tile": 34}``. ``Game.action`` reads one from JSON.
    """

    seat: str
    """Who does it: a seat of the game, ``chance`` or ``table``."""


class Correct(Action, frozen=True, tag="correct"):
    """Set one thing right because people or sensors got it wrong; journaled and seen by all.

    ``path`` names a place in ``State.position()``, e.g. ``["seats", "p1", "tile"]``; the result must be a
    position that ``Game.from_position`` accepts.
    """

    path: tuple[str, ...]
    value: Any


class Outcome(msgspec.Struct, frozen=True):
    """One way chance may fall."""

    action: Action
    weight: int
    """Relative, at least 1. Equal weights are equally likely."""


class Decision(msgspec.Struct, frozen=True):
    """Why a seat is asked, and what happens if it stays silent."""

    kind: str
    """Short name of the decision point, e.g. ``turn``, ``roll-percentile``, ``survive``."""

    prompt: str
    """One sentence for the person asked: "Choose your state for this turn."."""

    rule: str
    """The rule that asks, e.g. ``AK-TURN-05``."""

    default: Action | None = None
    """Taken when the seat's clock runs out; None where nothing may be assumed."""

    clock: str = "turn"
    """Which clock runs: ``turn`` (the seat's own), ``window`` (a short reaction countdown) or ``none``."""

    outcomes: tuple[Outcome, ...] = ()
    """For the seat ``chance`` alone: every outcome with its weight."""

    face_down: bool = False
    """For the seat ``chance`` alone: True where only some may see what comes, such as a draw from a face-down pile. The
    host draws then, also where people roll their own dice, and shows the outcomes to nobody: what is left in a pile
    tells what the hands hold."""

    courtesy: bool = False
    """True where a seat is asked only because it might do something out of turn, as anybody might; most people let it
    pass. A table may answer with ``default`` for those who said so. Never depends on what a hand hides."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an action may not be taken in this position."""

    rule: str
    """Id in rules.toml, e.g. ``AK-FIRE-10``; ``TABLE`` where the game's own order refuses, not a printed rule."""

    reason: str
    """One sentence for the person who tried it, with the tile, gem or seat in it."""


class Field(msgspec.Struct, frozen=True):
    """One field of a declaration."""

    name: str
    type: str
    """``seat``, ``tile``, ``number``, ``choice``, ``text``, or ``flag`` for true and false."""

    meaning: str
    choices: tuple[str, ...] = ()
    """For ``choice`` and ``seat``: what may be chosen."""

    low: int = 0
    high: int = 0
    """For ``number``: the range, both ends included."""

    optional: bool = False
    """True if the field may be left out of the action."""


class Declaration(msgspec.Struct, frozen=True):
    """A kind of action that people declare because only they can see it (printed cards, their own mats)."""

    do: str
    """The tag of the action."""

    label: str
    """What a button says: "A card moved a miniature"."""

    fields: tuple[Field, ...] = ()
    rule: str = "TABLE"


# --- what happened ---------------------------------------------------------------------------------------


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, with the rules that made it happen."""

    kind: str
    """Short name, e.g. ``wall-advanced``."""

    rules: tuple[str, ...]
    """At least one id in rules.toml."""

    text: str
    """One sentence for the log, public facts only: "The top Fire Wall advances to line 2."."""

    data: dict[str, Json] = {}
    """The public facts, JSON-ready: edge, line, tile, seat..."""

    secret: dict[str, dict[str, Json]] = {}
    """Seat -> the facts only that seat may see, with ``text`` replacing the public sentence. Cut from all others."""

    def seen_by(self, seat: str | None) -> Event:
        """This event as ``seat`` may see it; None is the public table."""
        if not self.secret:
            return self
        own = self.secret.get(seat) if seat is not None else None
        if own is None:
            return Event(self.kind, self.rules, self.text, self.data)
        facts = {key: value for key, value in own.items() if key != "text"}
        return Event(self.kind, self.rules, str(own.get("text", self.text)), {**self.data, **facts})


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: tuple[str, ...]
    """One seat, or several in a draw; empty if nobody won (a Chimera's win, say)."""

    reason: str
    rule: str
    scores: dict[str, dict[str, int]] = {}
    """Seat -> the score sheet, line by line, with its ``total``."""


class Step(msgspec.Struct, frozen=True):
    """One step of an action that a table shows step by step: an event, and the table just after it."""

    events: int
    """How many events of the action have happened by then, this one included."""

    text: str
    """The event's public sentence."""

    view: dict[str, Json]
    """The public view just after it."""

    stays: int = 1
    """How many times as long as another step it stays, where there is much to read."""


# --- how it looks on the board ---------------------------------------------------------------------------


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that stands or lies on a tile."""

    tile: int
    kind: str
    """``king``, ``revenant``, ``gem``, ``bloodstone``, ``marker``..."""

    label: str
    """Its name for people: "Vara", "Ylem"."""

    colour: int
    """0xRRGGBB, for the page."""

    owner: str = ""
    """The seat it belongs to."""

    sensed: bool = False
    """True for a miniature with a magnet: the tile must read as occupied."""

    count: int = 1


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One layer of light. The board animates it by itself; see ``immolation_board.wire`` for the effects."""

    effect: str
    colour: int
    """0xRRGGBB at full light, before the board's gamma and limiter."""

    tiles: tuple[int, ...]
    priority: int = 100
    """0 to 255; higher lies on top."""

    speed: int = 100
    """Percent of the effect's usual speed; 0 stands still."""

    opacity: int = 255
    way: tuple[int, ...] = ()
    """For ``path``: at most 20 tiles in the order the light runs."""

    clock: tuple[int, int] | None = None
    """For ``clock``: milliseconds left and milliseconds in all when the scene was made."""


class Gesture(msgspec.Struct, frozen=True):
    """What an action looks like to the sensors: these miniatures leave, those appear."""

    action: Action
    off: tuple[int, ...]
    """Tiles that read occupied before and empty after."""

    on: tuple[int, ...]
    """Tiles that read empty before and occupied after."""


class Picture(msgspec.Struct, frozen=True):
    """How a view looks on the 10x10 board."""

    pieces: tuple[Piece, ...]
    layers: tuple[Layer, ...]
    gestures: tuple[Gesture, ...] = ()

    @property
    def occupied(self) -> frozenset[int]:
        """The tiles that must read as occupied."""
        return frozenset(piece.tile for piece in self.pieces if piece.sensed)


# --- errors ----------------------------------------------------------------------------------------------


class GameError(ValueError):
    """Anything wrong with what was asked of a game. ``str()`` is one sentence for a person."""


class BadConfig(GameError):
    """``Game.new`` was given seats or options it cannot use; names the key."""


class BadPosition(GameError):
    """``Game.from_position`` was given what no game could reach, or what is not a position; names the key."""


class BadAction(GameError):
    """JSON that is no action of this ruleset at all; names the field."""


class BadData(GameError):
    """A data file (rules, cards, dials) has a mistake; names file, key and reason."""


class IllegalAction(GameError):
    """The action is well formed but may not be taken here. The state is untouched."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


def json_flaw(value: object) -> str:
    """Why JSON cannot carry a value that came from outside, as part of a sentence; empty if it can.

    Python reads half of a surrogate pair from JSON and cannot write it. Types are judged where the value is read.
    """
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError:
        return "some of its text is half of a character"
    except RecursionError:
        return "it is nested too deeply"
    except (TypeError, ValueError, OverflowError):
        return ""
    return ""


def digest_of(position: Mapping[str, Json]) -> str:
    """16 hex digits that are equal exactly for equal positions, on every machine."""
    data = msgspec.json.encode(position, order="deterministic")
    return hashlib.blake2b(data, digest_size=8).hexdigest()


# --- a game and its state --------------------------------------------------------------------------------


class State(ABC):
    """One situation of one game. Mutable; only `apply` changes it. Holds no randomness and no time."""

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
        """Who may act now, the most urgent first. Empty exactly when the game is over.

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
        """What ``seat`` may declare now because only people can see it."""
        return ()

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
            immolation.games.contract.IllegalAction: ...
        """

    def unfold(self, action: Action) -> Sequence[Step]:
        """What `apply` would bring about, step by step, for people who watch a long turn that plays itself.

        This state is not touched; the action must be legal. Empty where nothing is worth showing slowly, which is what
        most rulesets say.
        """
        return ()

    @abstractmethod
    def view(self, seat: str | None) -> dict[str, Json]:
        """What ``seat`` may know, JSON-ready; None is the public table.

        Every view has ``ruleset``, ``seats`` (seat -> its public facts with ``name`` and ``colour``),
        ``turn`` (the seat whose turn it is, or null), ``round`` and ``over``.
        """

    @abstractmethod
    def outcome(self) -> Result | None:
        """None while the game goes on."""

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

    renamed: ClassVar[Mapping[str, str]] = {}
    """Earlier tag of an action -> today's. `action` reads both, so that journals and programs go on."""

    reveals: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that show everybody a card, or a secret choice, that was hidden from somebody. Like events with
    secrets they are taken back only if everybody agrees."""

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
            immolation.games.contract.BadPosition: seats.p2.tile: 44 is taken by p1.
        """

    @abstractmethod
    def picture(self, view: Mapping[str, Json], actions: Sequence[Action] = ()) -> Picture:
        """How a view looks on the board, a pure function.

        ``actions`` are those whose `Gesture` is wanted; actions that nobody sees on the board have none.
        """

    @abstractmethod
    def label(self, action: Action, view: Mapping[str, Json]) -> str:
        """What a button for this action says: "Step to 34", "Take the Active State"."""

    def options(self) -> Sequence[Option]:
        """What ``config["options"]`` may hold; nothing unless a ruleset says so."""
        return ()

    def config_keys(self) -> Sequence[Option]:
        """What else ``config`` may hold, ``seats`` first, for the page and the command line.

        A default of None stands for what the ruleset itself would choose.
        """
        return ()

    def edition(self, given: Mapping[str, Json]) -> editions.Edition:
        """What changed since the first edition in configs and positions such as ``given``."""
        return editions.FIRST

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


class Option(msgspec.Struct, frozen=True):
    """One option of a ruleset, for the page and the command line."""

    key: str
    """As rules.toml names it, e.g. ``fire.crossing_wounds``."""

    meaning: str
    default: Json
    choices: tuple[Json, ...] = ()
    """Empty where any value of the default's type may stand."""

    low: int | None = None
    high: int | None = None
    rule: str = "TABLE"

    reading: str = ""
    """Where the default departs from a sentence of the source: what the source says, what the default does, and why."""

    literal: Json = None
    """The value that follows that sentence to the letter; of meaning only where there is a `reading`."""
