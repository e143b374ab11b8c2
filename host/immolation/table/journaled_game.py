"""Keeps one game with its players and clocks, and journals every change before anybody sees it.

Methods that change something run in the table's `ActionQueue`. A method that raises has changed nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from immolation import bots, plain_text
from immolation.games import CHANCE, TABLE, Action, Correct, Decision, Event, Game, IllegalAction, State, Step
from immolation.games.correcting import place_in_words, value_in_words

from .clocks import Clocks, turn_of
from .consent import GameRequest, Proposal, answered
from .game_log import LogEntry, events_of
from .game_setup import GameSetup, archive, move
from .history import HistoryEntry
from .journal.journal_records import (
    Entry,
    Header,
    JournalError,
    Kind,
)
from .journal.journal_writer import Journal
from .passing import MOST_PASSES, Plans, in_force, is_remembered, kinds_of, only_answer
from .players import checked, name_of, persons, seat_name
from .records import Planned, Player, Rights
from .refusal import TableRefusal, check_seat
from .seat_buttons import HOST_BUTTON, ending
from .undo import BY_THEMSELVES, UndoRequest, last_of_a_person, reveals


class JournaledGame:
    """One game as it stands, and the journal it can be brought back from."""

    def __init__(self, path: Path, setup: GameSetup) -> None:
        """``path`` is the journal's; ``setup`` what `set_up` made of it."""
        self.path = path
        self.version = 0
        """Rises whenever somebody else may be asked, or something else."""

        self.note = ""
        """One sentence for everybody."""

        self.on_change: Callable[[Sequence[Step], bool], None] = lambda steps, anew: None
        """Called after each change with the steps to show it in, and whether the board has to be set up anew."""

        self.on_note: Callable[[], None] = lambda: None
        """Called after everybody was told a sentence."""

        self.on_fault: Callable[[Exception], None] = lambda error: None
        """Called with what ends the game: a journal that cannot be written."""

        self.shows_steps: Callable[[], bool] = lambda: False
        """Whether a long turn is to be unfolded into steps."""

        self._requests = 0
        """The number of the newest request to agree to something."""

        self._take_over(setup)

    def _take_over(self, setup: GameSetup) -> None:
        self.journal, self.history = setup.journal, setup.history
        self.rights = setup.rights
        self.players, self.paused, self.log = setup.players, setup.paused, setup.log
        self._clocks_at_start, self.clocks = setup.clocks_at_start, setup.clocks
        self.now = setup.now
        self.request: GameRequest | None = None
        """The undo or correction that people are asked to agree to."""

        self.plans = Plans()
        self._turn_since = self.n
        """Journal number when this turn began, as far as this host has seen it."""

        self._asked_kinds: set[str] = set()
        """Kinds of questions asked so far, as this host has seen it: what may be let pass from now on."""

        self._note_kinds()
        self.view: dict[str, Any] = self.state.view(None)

    # --- what it says --------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        """The beginning of the game."""
        return self.journal.header

    @property
    def ruleset(self) -> Game:
        """The ruleset."""
        return self.history.game

    @property
    def state(self) -> State:
        """The state that holds; not to be changed by the caller."""
        return self.history.state

    @property
    def n(self) -> int:
        """Journal number of the newest entry whose effect may be seen."""
        return self.log[-1].entry.n if self.log else 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view["over"])

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats that people play."""
        return persons(self.players)

    def name_of(self, seat: str) -> str:
        """Return what people call a seat, or the host, who may act for all people."""
        return "The host" if seat == "host" else name_of(seat, self.players, self.view)

    def seat_name(self, seat: str) -> str:
        """Return what the game calls a seat, whoever plays it."""
        return seat_name(seat, self.view)

    def check_sender(self, action: Action, by: str) -> None:
        """Raise TableRefusal if ``by``, a seat or ``host``, may not bring this action now."""
        seats = self.state.seats
        if action.seat not in (CHANCE, TABLE):
            check_seat(action.seat, seats)
        if by in seats and action.seat in seats and by != action.seat:
            raise TableRefusal(f"{self.name_of(by)} may not act for {self.name_of(action.seat)}.")
        if action.seat == CHANCE and self.header.dice == "host":
            raise TableRefusal("The host rolls and draws at this table; nobody types it in.")
        due = self.state.deciders().get(CHANCE) if action.seat == CHANCE else None
        if due is not None and due.face_down:
            raise TableRefusal("What only some may see is drawn by the host; nobody types it in.")
        player = self.players.get(action.seat)
        if player is not None and player.kind == "bot":
            whose = self.seat_name(action.seat)
            raise TableRefusal(f"{whose} is played by {bots.title(player.bot)}; give the seat to a person first.")
        if self.paused and action.seat != TABLE:
            raise TableRefusal("The table is paused; resume it first.")

    # --- what changes it -----------------------------------------------------------------------------

    async def take_action(self, action: Action, *, by: str, note: str = "") -> tuple[Event, ...]:
        """Apply an action, journal it, then let everybody see it; returns its events. Raises IllegalAction."""
        state, events, digest = self.history.attempt(action)
        steps = self.state.unfold(action) if self.shows_steps() else ()
        clocks = self._clocks_for(state, self.players, acted=action.seat)
        entry = await self.write("action", {"action": Game.record(action), "by": by}, clocks, digest, action, events)
        self.history.extend(HistoryEntry(entry.n, action, by, events, digest), state)
        self.clocks = clocks
        self.plans.on_action(action)
        if note or by not in BY_THEMSELVES or not self.persons:
            self.note = note  # what dice and bots do at once must not wipe away what people have yet to read
        if by not in BY_THEMSELVES:
            self.request = None
        self.changed(steps)
        return events

    async def decide(self, action: Action, by: str, then: Sequence[Planned]) -> tuple[Event, ...]:
        """Take the action of a seat that ``by`` may act for, and keep what the seat does ``then``; its events.

        Raises IllegalAction or TableRefusal.
        """
        for each in (action, *(one.action for one in then)):
            self.check_sender(each, by)
        if any(one.action.seat != action.seat for one in then):
            raise TableRefusal("What comes next is of the same seat.")
        events = await self.take_action(action, by=by)
        self.plans.make(action.seat, then, by)
        return events

    async def request_undo(self, to: int | None, by: str) -> bool:
        """Go back to just after entry ``to``, or before the last thing a person did; False if others must agree.

        Raises TableRefusal where there is nothing to take back.
        """
        number = last_of_a_person(self.history) if to is None else self.history.reaching(to)
        if number >= self.history.number or (to is not None and to < 0):
            raise TableRefusal("There is nothing to take back.")
        asked = self._others(by)
        if asked and reveals(self.ruleset, self.history.undone_by(number)):
            what = "A card that was seen would be taken back."
            request = UndoRequest(by, asked, self.next_request(), what, number)
            text = f"{self.name_of(by)} asks to go back over a card that was seen: does everybody agree?"
            self._ask_others(request, text)
            return False
        await self._undo_to(number, by)
        return True

    def _others(self, by: str) -> frozenset[str]:
        """The people whom ``by`` must ask; nobody where the host plays alone."""
        alone = by == "host" and len(self.persons) == 1  # who plays alone is the host too
        return frozenset() if alone else frozenset(seat for seat in self.persons if seat != by)

    async def propose(self, action: Correct, by: str) -> bool:
        """Set one thing right for a reason once all other people agree; False while they are asked.

        Raises TableRefusal without a reason, IllegalAction for what cannot be; then nothing is asked.
        """
        if by != "host" and by not in self.persons:
            raise TableRefusal("Only who plays here proposes something.")
        reason = plain_text.line(action.reason)
        if not reason:
            raise TableRefusal("Say why: the others agree to a reason, such as what a card says.")
        action = msgspec.structs.replace(action, seat=TABLE, reason=reason, by=by)
        refusal = (self.state.may_propose(by, action) if by != "host" else None) or self.state.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        asked = self._others(by)
        if not asked:
            await self.take_action(action, by=by)
            return True
        what = f"{place_in_words(action.path, self.view)} is set to {value_in_words(action.value, self.view)}"
        text = f"{self.name_of(by)} proposes that {what}: {reason.rstrip('.')}."
        self._ask_others(Proposal(by, asked, self.next_request(), text, action), f"{text} Does everybody agree?")
        return False

    def next_request(self) -> int:
        """Return the number of a new request to agree to something; no other has had it since the table was opened."""
        self._requests += 1
        return self._requests

    def _ask_others(self, request: GameRequest, text: str) -> None:
        """Ask the others to agree, instead of what the same person asked them before.

        Raises TableRefusal while they are asked about somebody else's.
        """
        if self.request is not None:
            if self.request.by != request.by:
                raise TableRefusal(f"The others are asked something else first: {self.request.text}")
            text = f"{self.name_of(request.by)} takes back what the others were asked. {text}"
        self.request = request
        self.say(text)

    async def consent(self, seat: str, yes: bool, to: int | None = None) -> bool:
        """Answer what waits for everybody to agree; True once it is done. ``to``: the number of what is answered.

        Raises TableRefusal for a seat not asked, or asked something else by now, IllegalAction where a proposal cannot
        be any more.
        """
        self.request, said = answered(self.request, self.players, seat, self.name_of(seat), yes, to)
        if self.request is None or said:
            self.say(said)
            return False
        request, self.request = self.request, None
        match request:
            case UndoRequest():
                await self._undo_to(request.number, request.by)
            case Proposal():
                await self.take_action(request.action, by=request.by)
        return True

    async def _undo_to(self, number: int, by: str) -> None:
        """Take back everything after the first ``number`` actions."""
        n = self.history.entries[number - 1].n if number else 0
        clocks = self._clocks_at_start.copy()
        if number:
            clocks.restore(self.log[n - 1].entry.clocks)
        state = self.history.at(number)
        clocks.update_deciders(turn_of(state.view(None)), state.deciders(), self.persons)
        digest = self.history.entries[number - 1].digest if number else self.history.start_digest
        text = self._undo_text(number, by)
        await self.write("undo", {"to": n, "by": by, "text": text}, clocks, digest)
        self.history.cut(number)
        self.clocks, self.request = clocks, None
        self.plans.clear()
        self.note = text
        self.changed(anew=True)

    def _undo_text(self, number: int, by: str) -> str:
        """Tell what goes with everything after the first ``number`` actions, by the first thing that all saw."""
        undone = self.history.undone_by(number)
        seen = [event.seen_by(None).text for entry in undone for event in entry.events]
        first = next((text for text in seen if text), "")
        more = " and what followed" if len(seen) > 1 else ""
        return (
            f"{self.name_of(by)} took back: {first.rstrip('.')}{more}." if first else f"{self.name_of(by)} went back."
        )

    async def press(self, button: int) -> tuple[Event, ...]:
        """Do what a button of the table means now: 6 pauses or resumes, 0 to 5 end or pass for the seat at that place.

        Where that seat is asked to agree to something, it says yes.

        Raises TableRefusal where it means nothing.
        """
        if button == HOST_BUTTON:
            await self.set_paused(not self.paused, "host")
            return ()
        seats = tuple(self.players)
        if button >= len(seats) or seats[button] not in self.persons:
            raise TableRefusal("No person sits at this button.")
        if self.paused or self.is_over:
            raise TableRefusal("The table is paused." if self.paused else "The game is over.")
        seat = seats[button]
        if self.request is not None and seat in self.request.missing:
            await self.consent(seat, True)
            return ()
        action = ending(self.state, seat)
        if action is None:
            raise TableRefusal(f"{self.name_of(seat)} has nothing to end or to pass now.")
        return await self.take_action(action, by="board")

    async def set_paused(self, paused: bool, by: str) -> None:
        """Pause or resume. Raises TableRefusal if that is so already."""
        if self.paused == paused:
            raise TableRefusal("The table is paused already." if paused else "The table is not paused.")
        clocks = self.clocks.copy()
        if paused:
            clocks.pause()  # what the journal says is what is shown, however long writing it takes
        text = f"{self.name_of(by)} {'paused the table' if paused else 'let the game go on'}."
        await self.write("pause" if paused else "resume", {"by": by, "text": text}, clocks)
        self.paused, self.clocks = paused, clocks
        self.changed()

    async def set_rights(self, rights: Rights) -> None:
        """Say who may do what concerns everybody, from now on."""
        if rights != self.rights:
            await self.write("rights", msgspec.to_builtins(rights))
            self.rights = rights
            self.changed()

    async def set_player(self, seat: str, player: Player) -> None:
        """Give a seat to a person or a bot; nothing happens where they play it already.

        Raises TableRefusal naming a seat or bot there is not.
        """
        check_seat(seat, self.players)
        new = checked(self.ruleset, self.header.config, seat, player)
        if new == self.players[seat]:
            return
        players = {**self.players, seat: new}
        clocks = self._clocks_for(self.state, players)
        record = {"seat": seat, "name": self.seat_name(seat), "player": msgspec.to_builtins(new)}
        await self.write("player", record, clocks)
        self.players, self.clocks = players, clocks
        self.request = None
        self.plans.clear()
        self.changed()

    def lets_pass(self, seat: str, decision: Decision) -> bool:
        """Whether the person in ``seat`` said before that this be answered by its default, whatever the hand holds."""
        player, default = self.players[seat], decision.default
        if player.kind != "person" or default is None:
            return False
        if decision.courtesy and player.asked == "concerned":
            return True
        return is_remembered(decision, self.passes_of(player))

    def only_answer(self, seat: str) -> Action | None:
        """Return the action of a person who has one alone and does not want to be asked each time; else None."""
        player = self.players[seat]
        return only_answer(self.state, seat) if player.kind == "person" and player.asked == "concerned" else None

    def passes_of(self, player: Player) -> dict[str, str]:
        """Return what a person lets pass now; what was said in an earlier turn for that turn alone is over."""
        return in_force(player.passes, self._turn_since)

    async def set_asked(self, seat: str, always: bool, kind: str = "", this_turn: bool = False) -> None:
        """Ask the person in a seat at every opportunity, or only what concerns them.

        ``kind``: let windows of this kind pass from now on, or in ``this_turn`` alone; without one every kind is asked
        again that was let pass. Raises TableRefusal, also for a kind that nobody was asked in this game.
        """
        player = self.players.get(seat)
        if player is None or player.kind != "person":
            name = self.seat_name(seat) if player is not None else f"'{seat}'"
            raise TableRefusal(f"{name} is no person here, and so is not asked anything.")
        passes = self._passing(player, kind, this_turn) if kind else {}
        new = msgspec.structs.replace(player, asked="always" if always else "concerned", passes=passes)
        if new == player:
            return
        record = {"seat": seat, "player": msgspec.to_builtins(new), "asked": new.asked}
        await self.write("player", {**record, "name": self.name_of(seat)})
        self.players = {**self.players, seat: new}
        self.changed()

    def _passing(self, player: Player, kind: str, this_turn: bool) -> dict[str, str]:
        """Return what a person lets pass once ``kind`` is among it; the same where it was. Raises TableRefusal."""
        passes = self.passes_of(player)
        if this_turn and passes.get(kind):
            return passes
        if kind not in passes:
            if kind not in self._asked_kinds:
                raise TableRefusal("Nobody was asked that in this game; a question can be let pass once it was asked.")
            if len(passes) >= MOST_PASSES:
                raise TableRefusal(f"{MOST_PASSES} kinds of questions pass already; ask to be asked again first.")
        return {**passes, kind: str(self.n) if this_turn else ""}

    async def replace_journal(self, header: Header) -> Journal:
        """Keep the journal aside, under its date, and begin a new one; the new one. Raises OSError."""
        old = self.header
        await self.journal.close()
        aside = archive(self.path, old)
        try:
            return Journal.create(self.path, header)
        except OSError:
            aside.rename(self.path)
            self.journal = Journal.open(self.path)
            raise

    async def exchange_journal(self, kept: Path, known: list[Entry]) -> Journal:
        """Keep the journal aside, under its date, and go on with the one at ``kept``, which takes its place; that one.

        ``known``: its entries. Raises OSError, also where it has others by now; then everything is where it was.
        """
        old = self.header
        await self.journal.close()
        aside = archive(self.path, old)
        try:
            move(kept, self.path)
            try:
                found = Journal.open(self.path)
                if found.entries() != known:
                    await found.close()
                    raise JournalError("Somebody has played that game just now; open it again.")
                return found
            except OSError:
                move(self.path, kept)
                raise
        except OSError:
            move(aside, self.path)
            self.journal = Journal.open(self.path)
            raise

    def start_over(self, setup: GameSetup) -> None:
        """Go on with another game."""
        self.note = ""
        self._take_over(setup)
        self.changed(anew=True)

    async def begin_with(self, events: tuple[Event, ...]) -> None:
        """Write down what happened by itself before the first decision of a game that begins from a position."""
        if events:
            await self.write("begun", {"events": msgspec.to_builtins(events)})
            self.on_note()

    async def write(
        self,
        kind: Kind,
        record: Mapping[str, Any],
        clocks: Clocks | None = None,
        digest: str | None = None,
        action: Action | None = None,
        events: tuple[Event, ...] = (),
    ) -> Entry:
        """Append an entry to the journal and the log. Raises JournalError, after `on_fault` was called with it."""
        wall_ms = time.time_ns() // 1_000_000
        snapshot = (clocks or self.clocks).snapshot()
        entry = Entry(self.n + 1, kind, dict(record), digest or self.history.digest, wall_ms, snapshot)
        try:
            await self.journal.append(entry)
        except JournalError as error:
            self.on_fault(error)
            raise
        self.log.append(LogEntry(entry, action, events or events_of(entry)))
        return entry

    def say(self, note: str) -> None:
        """Tell everybody one sentence, until the next one."""
        self.note = note
        self.on_note()

    def changed(self, steps: Sequence[Step] = (), *, anew: bool = False) -> None:
        """Tell the table that something holds that did not hold before."""
        self.version += 1
        before, self.view = self.view, self.state.view(None)
        if anew or self.view.get("turn") != before.get("turn"):
            self._turn_since = self.n
        self._note_kinds()
        self.on_change(steps, anew)

    def _note_kinds(self) -> None:
        for seat, decision in self.state.deciders().items():
            if seat != CHANCE:
                self._asked_kinds.update(kinds_of(decision))

    def _clocks_for(self, state: State, players: Mapping[str, Player], acted: str | None = None) -> Clocks:
        """The clocks once ``state`` holds; those that run now are not touched before that is journaled."""
        clocks = self.clocks.copy()
        clocks.end_pace()
        clocks.update_deciders(turn_of(state.view(None)), state.deciders(), persons(players), acted=acted)
        return clocks
