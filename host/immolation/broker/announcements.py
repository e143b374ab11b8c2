"""Says in short sentences what people at a board should know without looking at a screen.

Published on ``immolation/table/<t>/announce`` as it happens and not retained. What is said is public, and nothing is
said twice in a row.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from immolation.table.records import TableState

LANGUAGE: Final = "en"
"""The language of every sentence, as BCP 47 has it."""


class Announcement(msgspec.Struct, frozen=True):
    """One sentence to be said aloud."""

    n: int
    """Journal number of the last accepted action."""

    kind: Literal["over", "board", "paused", "resumed", "turn", "asked", "note"]
    text: str
    priority: Literal["high", "normal", "low"]
    """``high``: interrupts what is being said (the end, a miniature that stands wrong). ``low``: may be left out."""

    lang: str = LANGUAGE
    id: str = ""
    """Names this one, for listeners who are given a message twice, as MQTT may do; empty until it is published."""


class Announcer:
    """Says what to announce of one table, from one public state to the next."""

    def __init__(self) -> None:
        self._before: TableState | None = None

    def on_state(self, state: TableState) -> list[Announcement]:
        """Announce what is new in ``state``, the most urgent first; of the first state whose turn it is."""
        before, self._before = self._before, state
        if state.step is not None:  # a long turn is being shown; its sentences are on the page and on the board
            self._before = before
            return []
        if before is None or state.n < before.n or state.ruleset != before.ruleset:
            return self._turn(state)
        if state.phase == "over":
            return self._over(state) if before.phase != "over" else []
        said: list[Announcement] = []
        if state.board.state == "astray" and state.board.text != before.board.text:
            said.append(Announcement(state.n, "board", state.board.text, "high"))
        if state.board.state == "asking" and state.board.choices != before.board.choices:
            said.append(Announcement(state.n, "board", _which(state), "high"))
        if state.phase != before.phase and "paused" in (state.phase, before.phase):
            paused = state.phase == "paused"
            text = "The game is paused." if paused else "The game goes on."
            said.append(Announcement(state.n, "paused" if paused else "resumed", text, "normal"))
        if state.consent and state.consent_to != before.consent_to:
            asked = ", ".join(name_of(state, seat) for seat in state.consent)
            said.append(Announcement(state.n, "asked", f"{asked}: {state.consent_to} Do you agree?", "normal"))
        elif state.note and state.note != before.note:
            said.append(Announcement(state.n, "note", state.note, "low"))
        if state.view.get("turn") != before.view.get("turn"):
            said += self._turn(state)
        else:
            said += self._asked(state, before)
        return said

    def _over(self, state: TableState) -> list[Announcement]:
        reason = state.outcome.reason if state.outcome is not None else "The game is over."
        return [Announcement(state.n, "over", reason, "high")]

    def _turn(self, state: TableState) -> list[Announcement]:
        """Announce whose turn it is, and what it begins with; bots are named alone."""
        seat = state.view.get("turn")
        if seat not in state.players:
            return self._asked(state, None)
        if state.players[seat].kind == "bot":
            return [Announcement(state.n, "turn", f"It is {name_of(state, seat)}'s turn.", "low")]
        prompt = state.deciders[seat].prompt if seat in state.deciders else ""
        return [Announcement(state.n, "turn", f"{name_of(state, seat)}, it is your turn. {prompt}".rstrip(), "normal")]

    def _asked(self, state: TableState, before: TableState | None) -> list[Announcement]:
        """People who are asked now, were not before, and whose turn it is not; nothing that is a mere courtesy.

        Who are asked the same are named in one sentence.
        """
        asked: dict[str, list[str]] = {}
        for seat, decision in state.deciders.items():
            player = state.players.get(seat)
            if player is None or player.kind == "bot" or decision.courtesy or seat == state.view.get("turn"):
                continue
            if before is None or before.deciders.get(seat) is None or before.deciders[seat].prompt != decision.prompt:
                asked.setdefault(decision.prompt, []).append(name_of(state, seat))
        return [
            Announcement(state.n, "asked", f"{', '.join(names)}: {prompt}", "normal") for prompt, names in asked.items()
        ]


def _which(state: TableState) -> str:
    """The question that the board asks, with the tile that answers each way."""
    answers = [f"tile {choice.tile:02d}: {choice.label}" for choice in state.board.choices if choice.tile is not None]
    question = state.board.text.split("? ")[0] + "?"
    return f"{question} Touch {'; '.join(answers)}." if answers else state.board.text


def name_of(state: TableState, seat: str) -> str:
    """Return what people call a seat: the name of who plays it, else the seat's own in the game."""
    return state.players[seat].name or str(state.view["seats"].get(seat, {}).get("name", seat))
