"""A table that shows a real game of any ruleset, at whatever moment a test wants to look at."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from immolation import games
from immolation.broker.command_handler import MAX_RULES, options_of
from immolation.games import CHANCE, Action, Layer, Result, State, rulebook
from immolation.table.game_log import LogEntry, turn_times
from immolation.table.history import ActionHistory, HistoryEntry
from immolation.table.journal.journal_records import Entry
from immolation.table.past_positions import PastPositions
from immolation.table.public_records import public_deciders, seat_state
from immolation.table.records import BoardState, NumberedEvents, Player, SeatState, TableState

from tests.dashboard.stage import Stage

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "arena": ("ascended-kings", {"track": "arena"}),
    "full": ("ascended-kings", {"track": "full"}),
    "kimera": ("kimera", {}),
    "chimera-con": ("chimera-con", {}),
    "red-rains": ("red-rains", {}),
    "chimera-hunt": ("chimera-hunt", {}),
    "cinders": ("cinders", {}),
}
"""Short name -> ruleset and config: everything that people play."""

MOST = 3_000

SECOND_MS = 1_000
"""Each action of a staged game takes so long."""


class GameStage(Stage):
    """A stage whose table is a game that `play` brings on; p1 is a person, the others are bots."""

    def __init__(self, url: str, short: str, seed: int = 5, *, config: dict[str, Any] | None = None) -> None:
        """``config``: other settings than the usual ones."""
        super().__init__(url)
        self.config: dict[str, Any]
        name, self.config = GAMES[short]
        self.config = self.config if config is None else config
        self.game = games.load_for(name, self.config)
        self.rng = Random(seed)
        self.begin_again()
        others = {seat: Player("bot", "", "search:medium") for seat in self.state.seats[1:]}
        self.players = {self.state.seats[0]: Player("person", "Ada"), **others}

    def begin_again(self) -> None:
        """Forget the game that was, and begin another."""
        self.history = ActionHistory(self.game, self.config)
        self.n = 0
        self.told: list[NumberedEvents] = []

    async def begin(self) -> None:
        """Tell nothing before a test has played: what was before a page asks once, when it hears of a table first."""

    def name_person(self, name: str) -> None:
        """Call the person otherwise: a page that shows the name has heard everything up to here."""
        self.players[self.state.seats[0]] = Player("person", name)

    @property
    def state(self) -> State:
        """The state that holds."""
        return self.history.state

    def play(self, actions: int) -> int:
        """Take so many random actions, or fewer if the game ends; how many were taken."""
        for taken in range(actions):
            if self.state.outcome() is not None:
                return taken
            deciders = self.state.deciders()
            seat = self.rng.choice(list(deciders))
            if seat == CHANCE:
                due = deciders[seat].outcomes
                action = self.rng.choices([one.action for one in due], [one.weight for one in due])[0]
            else:
                action = self.rng.choice(self.state.legal_actions(seat))
            self.take(action)
        return actions

    def take(self, action: Action) -> None:
        """Take this action."""
        state, events, digest = self.history.attempt(action)
        self.n += 1
        self.history.extend(HistoryEntry(self.n, action, action.seat, events, digest), state)
        self.told.append(NumberedEvents(self.n, None, tuple(one.seen_by(None) for one in events)))

    def play_until_asked(self, least: int) -> None:
        """Take at least so many actions, and on until the person has to choose among several."""
        self.play(least)
        for _ in range(MOST):
            own = self.state.seats[0]
            waited = own in self.state.deciders() and len(self.state.legal_actions(own)) > 1
            if waited or not self.play(1):
                return

    async def _answer(self, command: dict[str, Any]) -> None:
        past, entries = PastPositions(self.history), self.history.entries
        if command.get("table") == "course":
            course = past.course(entries, [tuple(path.split(".")) for path in command["numbers"]])
            log = [
                LogEntry(Entry(one.n, "action", {}, one.digest, SECOND_MS * one.n), one.action, ()) for one in entries
            ]
            times = turn_times(log, 0, [one.n for one in entries], course)
            course = msgspec.structs.replace(course, turn_times=times)
            await self.reply(command, msgspec.structs.asdict(course))
        elif command.get("table") == "moment":
            moment = past.moment(entries, command["number"])
            told = {**msgspec.structs.asdict(moment), "picture": self.game.picture(moment.view)}
            await self.reply(command, told)
        elif command.get("table") == "options":
            told = options_of(command["ruleset"], command.get("config", {}))
            await self.reply(command, dict(told))
        elif command.get("table") in ("rules", "why"):
            await self.reply(command, self._of_rules(command))
        else:
            await super()._answer(command)

    def _of_rules(self, command: dict[str, Any]) -> dict[str, Any]:
        """What the rulebook says: one rule whole, or those that are looked for."""
        rules = rulebook.load(self.game.name)
        if command["table"] == "why":
            told: dict[str, Any] = msgspec.to_builtins(rules[command["rule"]])
            return {"rule": told.pop("id"), **told}
        named = {*command.get("ids", ()), *(one.id for one in rulebook.search(rules, command["words"]))}
        found = [one for one in rules.values() if one.id in named]
        told = {"rules": [{"rule": one.id, "section": one.section, "text": one.text} for one in found[:MAX_RULES]]}
        return {**told, "more": len(found) > MAX_RULES}

    def end(self) -> None:
        """Bring the game to its end; where random actions do not, the others give up."""
        self.play(2 * MOST)
        if self.state.outcome() is None:
            self.outcome = Result(self.state.seats[:1], "Nobody else wants to go on.", "TABLE")

    def table_state(self) -> TableState:
        view = self.state.view(None)
        result = self.outcome or self.state.outcome()
        return TableState(
            n=self.n,
            table=self.table,
            ruleset=self.game.name,
            title=self.game.title,
            phase="over" if result is not None else "playing",
            view=view,
            picture=self.game.picture(view),
            deciders=public_deciders(self.state.deciders()),
            players=self.players,
            dice="host",
            board=BoardState(),
            note=self.note,
            outcome=result,
            can_undo=self.n > 0,
        )

    def seat_state(self, seat: str) -> SeatState:
        return seat_state(self.state, self.n, seat, self.state.deciders(), self.players.get(seat))

    def lights(self) -> tuple[Layer, ...]:
        return tuple(self.game.picture(self.state.view(None)).layers)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.state.seats

    def past(self, since: int) -> list[NumberedEvents]:
        return [one for one in self.told if one.n > since]
