"""The twin of a tortured game tells a person's late command from a game that went otherwise."""

from __future__ import annotations

from immolation import games
from immolation.cli.torture.twin import CONFIG, PERSON, PLAYERS, RULESET, Twin, choice
from immolation.games import CHANCE, Action
from immolation.table import public_records
from immolation.table.chance import draw
from immolation.table.history import ActionHistory, HistoryEntry
from immolation.table.journal.journal_records import Entry
from immolation.table.players import choose

SEED = 2000


class Tortured:
    """A game in which the person's moves on the board may come before their command."""

    def __init__(self) -> None:
        self.game = games.load(RULESET)
        self.history = ActionHistory(self.game, CONFIG)
        self.entries: list[Entry] = []

    def expected(self) -> Action:
        """Return the action that the person would send now."""
        state = self.history.state
        number = self.history.number + 1
        record = public_records.seat_state(state, number, PERSON, state.deciders(), PLAYERS[PERSON])
        return self.game.action(choice(record, SEED))

    def take(self, action: Action, by: str) -> None:
        state, events, digest = self.history.attempt(action)
        number = self.history.number + 1
        self.history.extend(HistoryEntry(number, action, by, events, digest), state)
        record = {"action": self.game.record(action), "by": by}
        self.entries.append(Entry(number, "action", record, digest, 0))

    async def until_the_person_steps(self) -> None:
        """Play on as without faults until it is the person's to step."""
        while True:
            number = self.history.number + 1
            ((seat, decision), *_) = self.history.state.deciders().items()
            if seat == PERSON and len(self.steps()) > 3:
                return
            if seat == CHANCE:
                action = draw(decision, SEED, number)
            elif seat == PERSON:
                action = self.expected()
            else:
                action = await choose(self.history.state, seat, PLAYERS[seat].bot, SEED, number)
            self.take(action, "bot" if seat != PERSON else "host")

    def steps(self) -> list[Action]:
        legal = self.history.state.legal_actions(PERSON)
        return [action for action in legal if self.game.record(action)["do"] == "step"]

    async def overtaken(self) -> tuple[Action, Action]:
        """Two steps on the board while a command is on its way: that command, and a step that nobody has sent."""
        while True:
            await self.until_the_person_steps()
            late, begun = self.expected(), self.history.number
            for first in self.steps():
                self.take(first, "board")
                for second in self.steps():
                    sent = (late, self.expected())
                    self.take(second, "board")
                    never = [step for step in self.steps() if step not in (*sent, self.expected())]
                    if self.expected() != late and late in self.steps() and never:
                        return late, never[0]
                    self.forget(begun + 1)
                self.forget(begun)
            self.take(late, "host")

    def forget(self, number: int) -> None:
        self.history.cut(number)
        del self.entries[number:]


async def test_a_command_that_two_moves_on_the_board_overtook_is_no_difference() -> None:
    game = Tortured()
    late, _ = await game.overtaken()
    game.take(late, "host")
    assert await Twin(SEED).follow(game.entries) is None


async def test_a_step_that_nobody_sent_is_one() -> None:
    game = Tortured()
    _, never = await game.overtaken()
    game.take(never, "host")
    said = await Twin(SEED).follow(game.entries)
    assert said is not None
    assert said.startswith(f"action {game.history.number} is ")
