"""A `State` whose situation is a stack of frames: deciders, legal actions, check and apply from a table of points."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self, Union

from ..contract import CHANCE, Action, Correct, Decision, Event, IllegalAction, Json, Refusal, Result, State, Step
from ..correcting import why
from ..house_rules import shown
from .decision_points import DecisionPoint, Handler, Handlers, stay
from .events import UNHEARD, EventLog, Recorder

HOOKS: Final = ("before", "acted", "holds", "settled", "bystanders", "interrupt_actions")
"""What is called with every action, step or look, where a ruleset gives it."""


class _Table:
    """The tables and hooks of a ruleset, None for a hook it does not give; looked up once, read with every action."""

    __slots__ = ("answers", "interrupts", "plain", "points", "seats", "settles", "watched", *HOOKS)
    before: Any
    acted: Any
    holds: Any
    settled: Any
    bystanders: Any
    interrupt_actions: Any

    points: Mapping[type[Any], DecisionPoint[Any, Any]]
    interrupts: Handlers
    settles: Mapping[type[Any], Any]
    """Kind of frame -> what settles it; None where somebody must always decide."""

    seats: Mapping[type[Any], Any]
    """Kind of frame -> whose answer is awaited."""

    answers: Mapping[type[Any], Handlers]
    """Kind of frame -> what does an answer of who is asked; without those of which more must be known than the kind."""

    watched: bool
    """True where a ruleset gives hooks around the settling of a frame."""

    plain: bool
    """True where it adds nothing to how an action is carried out, so that `StackState.apply` does it without a call."""

    def __init__(self, kind: type[StackState]) -> None:
        self.points = points = getattr(kind, "points", {})
        self.interrupts = kind.interrupts
        self.settles = {frame: None if point.settle is stay else point.settle for frame, point in points.items()}
        self.seats = {frame: point.seats for frame, point in points.items()}
        self.answers = {frame: _answers(point, kind) for frame, point in points.items()}
        for name in HOOKS:
            own = getattr(kind, name)
            setattr(self, name, None if own is getattr(StackState, name) else own)
        self.watched = any(hook is not None for hook in (self.holds, self.before, self.settled))
        self.plain = kind.carry_out is StackState.carry_out and self.before is self.acted is self.bystanders is None


def _answers(point: DecisionPoint[Any, Any], kind: type[StackState]) -> Handlers:
    if point.chance and point.handlers:
        return {}  # whether a seat or chance gives one makes a difference
    own = {each: handler for each, handler in (point.chance or point.handlers).items() if each not in kind.interrupts}
    freely = not point.chance and kind.may_interrupt is StackState.may_interrupt
    return {**own, **kind.interrupts} if freely else own


_Asking = tuple[tuple[str, ...], Any, DecisionPoint[Any, Any]]
"""Whose answer is awaited, the frame on top that asks for it, and its decision point."""


class StackState(State):
    """The newest frame lies on top and says, by its `DecisionPoint`, who is asked and what each answer does.

    A ruleset gives `points`, `check_correct` and `do_correct`; the hooks below are for what may be done out of turn.
    Who is awaited is computed once a step, so facts may change only while an action is applied.
    """

    points: ClassVar[Mapping[type[Any], DecisionPoint[Any, Any]]]
    """Kind of frame -> its decision point."""

    interrupts: ClassVar[Handlers] = {}
    """Actions that a seat may take without being awaited: Instant Powers, cheats, giving up."""

    over: ClassVar[str] = "The game is over."
    """What an action is told after the end."""

    recorder: ClassVar[type[Recorder] | None] = None
    """The log with which `unfold` shows what is worth being seen slowly; None where nothing ever is."""

    facts: Any
    """What the functions of decision points are given first, with the ``stack`` of frames, the newest the last, and
    the ``result`` of the game. In a `FactsState` a record; a state that holds its facts itself gives itself."""

    _asking: _Asking | None
    """The deciders and the frame that awaits them, kept until the next action; None where nobody has asked since."""

    _also_asked: Mapping[str, Decision] | None
    """The same of `bystanders`."""

    _tables: ClassVar[_Table]
    _table: _Table
    """The same on every state, where it is found faster than on its class."""

    def __init_subclass__(cls) -> None:
        """Note which hooks a ruleset gives: those that it does not are not even called."""
        super().__init_subclass__()
        cls._tables = _Table(cls)

    def __new__(cls, *args: object, **named: object) -> Self:
        """A state of which nobody has asked anything. Defaults of the class would make every look slower."""
        state = object.__new__(cls)
        state._asking = state._also_asked = None
        state._table = cls._tables
        return state

    # --- what a ruleset adds ---------------------------------------------------------------------------

    @abstractmethod
    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be."""

    @abstractmethod
    def do_correct(self, action: Correct, log: EventLog) -> None:
        """Set one thing right."""

    def may_interrupt(self, action: Action) -> bool:
        """Whether this action, of a kind among `interrupts`, is taken out of turn by its handler there."""
        return True

    def interrupt_actions(self, seat: str) -> Sequence[Action]:
        """List what a seat may do now without being awaited; nobody is asked it while chance is due."""
        return ()

    def bystanders(self) -> Mapping[str, Decision]:
        """Return who else is asked, out of turn; after those who are awaited."""
        return {}

    def holds(self, frame: Any) -> bool:
        """True while the frame on top must wait, as somebody may still interrupt."""
        return False

    def before(self) -> Any:
        """Note what `acted` and `settled` need to know of how things stood before; called each time."""
        return None

    def acted(self, frame: Any, action: Action, before: Any) -> None:
        """Called after an action was carried out on ``frame`` and before anything is settled."""

    def settled(self, log: EventLog, before: Any) -> bool:
        """Called after a frame settled something; True ends the settling."""
        return False

    def name_of(self, seat: str) -> str:
        """Return what people call a seat."""
        return seat

    def no_such_seat(self, action: Action) -> Refusal:
        """Refuse an action of a seat that the game has not."""
        return Refusal("TABLE", f"There is no seat {shown(action.seat)}; there are {', '.join(self.seats)}.")

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """Refuse an action of a seat that may not act now at all."""
        if CHANCE in awaited:
            return Refusal("TABLE", f"Dice and draws come first: {self.deciders()[CHANCE].prompt}")
        names = " and ".join(self.name_of(seat) for seat in (*awaited, *self.also_asked()))
        return Refusal("TABLE", f"The table waits for {names}.")

    def out_of_place(self, frame: Any, action: Action) -> Refusal:
        """Refuse an action of a kind that is no answer to what its seat is asked."""
        say = self.points[type(frame)].refusals.get(type(action))
        why = None if say is None else say(self.facts, frame)
        return why or Refusal("TABLE", f"That is not what is asked. {self.deciders()[action.seat].prompt}")

    # --- the contract ----------------------------------------------------------------------------------

    def awaited(self) -> tuple[str, ...]:
        """Return whose answer the game waits for, the most urgent first; ``(CHANCE,)`` for dice and draws."""
        return (self._asking or self._look())[0]

    def _look(self) -> _Asking:
        """Find out who is awaited, and by which frame."""
        facts = self.facts
        frame = facts.stack[-1]
        found = self._asking = (self._table.seats[type(frame)](facts, frame), frame, self._table.points[type(frame)])
        return found

    def also_asked(self) -> Mapping[str, Decision]:
        """Return who else is asked, out of turn: `bystanders`, computed once a step; nobody while chance is due."""
        found = self._also_asked
        if found is None:
            bystanders = self._table.bystanders
            found = self._also_asked = {} if bystanders is None or CHANCE in self.awaited() else bystanders(self)
        return found

    def deciders(self) -> dict[str, Decision]:
        """Return who may act now, with the reason and the default."""
        asking = self._asking
        if asking is None:
            asking = self._look()
        awaited, frame, point = asking
        facts = self.facts
        ask = point.ask
        found = {}
        if ask is not None:
            for seat in awaited:
                found[seat] = ask(facts, frame, seat)
        if self._table.bystanders is not None and CHANCE not in awaited:
            found.update(self.also_asked())
        return found

    def legal_actions(self, seat: str) -> Sequence[Action]:
        """Every concrete action of ``seat`` now, those out of turn included."""
        asking = self._asking
        if asking is None:
            asking = self._look()
        awaited, frame, point = asking
        facts = self.facts
        if CHANCE in awaited:
            return [outcome.action for outcome in point.outcomes(facts, frame)] if seat == CHANCE else ()
        found: Sequence[Action] = ()
        if seat in awaited:
            actions = point.actions
            found = actions(facts, frame, seat)
        if point.filtered:
            found = [each for each in found if _refusal(point.handlers[type(each)], facts, frame, each) is None]
        interrupts = self._table.interrupt_actions
        if interrupts is None or seat == CHANCE:
            return found
        more = interrupts(self, seat)
        return [*found, *more] if more else found

    def check(self, action: Action) -> Refusal | None:
        """None if `apply` would accept the action now, else the rule and the reason."""
        found = self._handler(action)
        return found if type(found) is Refusal else None

    def _handler(self, action: Action) -> Handler[Any, Any, Any] | Refusal | None:
        """Return what does a legal action, or why another may not be taken; None for a correction that fits."""
        kind, seat = type(action), action.seat
        if type(action) is Correct:
            return self.check_correct(action)
        table, facts = self._table, self.facts
        if facts.result is not None:
            return Refusal("TABLE", self.over)
        frame = facts.stack[-1]
        handler = table.interrupts.get(kind)
        if handler is not None and self.may_interrupt(action):
            if seat not in self.seats:
                return self.no_such_seat(action)
        elif seat in self.awaited():
            point = table.points[type(frame)]
            handler = (point.chance if seat == CHANCE else point.handlers).get(kind)
        else:
            handler = None
        if handler is not None:
            return _refusal(handler, facts, frame, action) or handler
        if seat not in self.seats and seat != CHANCE:
            return self.no_such_seat(action)
        if seat in self.awaited() or seat in self.also_asked():
            return self.out_of_place(frame, action)
        return self.not_awaited(action, self.awaited())

    def insist(self, action: Action) -> None:
        """Raise IllegalAction where `check` refuses."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)

    def apply(self, action: Action) -> list[Event]:
        """Take the action and everything that follows by itself. Raises IllegalAction, and then nothing has changed."""
        asking = self._asking
        if asking is None:
            asking = self._look()
        frame = whose = asking[1]
        table = self._table
        facts = self.facts
        found: Any = None
        if action.seat in asking[0]:
            # what nearly every action is, an answer of who is asked, is looked up without a further call
            found = table.answers[type(frame)].get(type(action))
            if found is not None:
                if found.by_seat:
                    whose = facts.numbers[action.seat]
                check = found.check
                if check is not None and check(facts, whose, action) is not None:
                    found = None
        if found is None:
            found = self._handler(action)
            if type(found) is Refusal:
                raise IllegalAction(found)
            if found is not None and found.by_seat:
                whose = facts.numbers[action.seat]
        log: EventLog = []
        if found is None or not table.plain:
            self.carry_out(action, log, found)
            return log
        self._asking = self._also_asked = None
        do = found.do
        do(facts, whose, action, log)
        awaited = self.settle(log)
        if awaited is not None:
            frame = facts.stack[-1]
            self._asking = (awaited, frame, table.points[type(frame)])
        return log

    def advance(self, action: Action) -> None:
        """Take an action that is known to be legal, without a check and without events."""
        self.carry_out(action, UNHEARD)

    def unfold(self, action: Action) -> Sequence[Step]:
        """Show what the action would bring about step by step, as `recorder` keeps it. Raises IllegalAction."""
        if self.recorder is None:
            return ()
        self.insist(action)
        twin = self.copy()
        log = self.recorder(twin.look)
        twin.carry_out(action, log)
        return log.steps

    def look(self) -> dict[str, Json]:
        """The public view, also in the middle of an action."""
        self._forget()
        return self.view(None)

    def carry_out(self, action: Action, log: EventLog, handler: Handler[Any, Any, Any] | None = None) -> None:
        """Do a legal action and settle what follows; `apply` has checked it, and found its handler as it did."""
        if handler is None:
            if type(action) is Correct:
                self._forget()
                log += why(self, action)
                self.do_correct(action, log)
                self.settle(log)
                self._forget()
                return
            handler = self._handler_of(action)
        table = self._table
        facts = self.facts
        asking = self._asking
        frame = facts.stack[-1] if asking is None else asking[1]
        earlier = None if table.before is None else table.before(self)
        self._asking = self._also_asked = None
        do = handler.do
        do(facts, facts.numbers[action.seat] if handler.by_seat else frame, action, log)
        if table.acted is not None:
            table.acted(self, frame, action, earlier)
        awaited = self.settle(log)
        self._also_asked = None
        if awaited is None:
            self._asking = None
        else:
            frame = facts.stack[-1]
            self._asking = (awaited, frame, table.points[type(frame)])

    def _handler_of(self, action: Action) -> Handler[Any, Any, Any]:
        """Return what does an action that is known to be legal."""
        kind = type(action)
        handler = self._table.interrupts.get(kind)
        if handler is None or not self.may_interrupt(action):
            point = self._table.points[type(self.facts.stack[-1])]
            handler = (point.chance if action.seat == CHANCE else point.handlers)[kind]
        return handler

    def _forget(self) -> None:
        """Forget what was computed for this step, as facts change."""
        self._asking = self._also_asked = None

    def settle(self, log: EventLog) -> tuple[str, ...] | None:
        """Carry out whatever needs no decision, frame by frame, until somebody must decide.

        Returns whose answer is awaited, where that is known by then.
        """
        facts = self.facts
        table = self._table
        settles = table.settles
        watched = table.watched
        earlier = None
        while True:
            frame = facts.stack[-1]
            if watched:
                if table.holds is not None and table.holds(self, frame):
                    return None
                if table.before is not None:
                    earlier = table.before(self)
            settle = settles[type(frame)]
            if settle is None:
                break
            waits = settle(facts, frame, log)
            if waits is True or waits is None:
                if watched and table.settled is not None and table.settled(self, log, earlier):
                    return None
            elif waits is False:
                break
            else:
                return waits  # type: ignore[no-any-return]
        return table.seats[type(frame)](facts, frame)  # type: ignore[no-any-return]

    def outcome(self) -> Result | None:
        """None while the game goes on."""
        return self.facts.result  # type: ignore[no-any-return]


def _refusal(handler: Handler[Any, Any, Any], s: Any, frame: Any, action: Action) -> Refusal | None:
    check = handler.check
    return None if check is None else check(s, s.numbers[action.seat] if handler.by_seat else frame, action)


def actions_of(*states: type[StackState]) -> Any:
    """The union of all actions that the decision points of these states take, as `Game.actions` has it."""
    tables = [state.interrupts for state in states]
    tables += [table for state in states for point in state.points.values() for table in (point.handlers, point.chance)]
    return Union[(Correct, *(kind for table in tables for kind in table))]
