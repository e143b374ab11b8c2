"""Shows the score sheets when a game is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from immolation.dashboard import seats
from immolation.dashboard.elements import Panel, box, button, text
from immolation.dashboard.messages import ResultJson, TableJson

from .games_dialog import save_link

TOTAL = "total"


class ScoreSheets:
    """The sheets of a game that is over, and for the host what may be played next."""

    def __init__(
        self,
        play_again: Callable[[], Any],
        open_new_game: Callable[[], Any],
        *,
        host: bool,
        save_url: str = "",
        look_back: Callable[[], Any] | None = None,
    ) -> None:
        """``save_url``: where the game is had as a file; empty where it is not.

        ``look_back`` opens the timeline, which shows what decided the game; None where nothing is to be touched.
        """
        self._play_again, self._open_new_game, self._host, self._save_url = play_again, open_new_game, host, save_url
        self._look_back = look_back
        self._panel = Panel("im-score-panel", label="Score sheets")

    def show(self, table: TableJson | None) -> None:
        """Show them once there is an outcome."""
        result = table.outcome if table is not None else None
        self._panel.hide(result is None or not (result.scores or self._host or self._look_back))

        def build() -> None:
            if table is not None and result is not None and result.scores:
                build_scores(table, result)
            if result is not None and (self._host or self._look_back is not None):
                with box("im-buttons im-pair"):
                    if self._host:
                        hint = "The same game, seats, bots and options"
                        button("Play again", self._play_again, "im-action", hint=hint)
                    if self._look_back is not None:
                        hint = "Look back at this game"
                        button("What decided it", self._look_back, "im-action im-quiet im-look-back", hint=hint)
                    if self._host:
                        button("Another game", self._open_new_game, "im-action im-quiet")
                    if self._host and self._save_url:
                        save_link(self._save_url)

        self._panel.show(msgspec.to_builtins(result), build)


def lines_of(result: ResultJson) -> list[str]:
    """The lines of all sheets in their order, the total after those it sums up, what only settles a tie after it."""
    lines = list(dict.fromkeys(line for sheet in result.scores.values() for line in sheet))
    return [line for line in lines if line != "tiebreak"] + [line for line in lines if line == "tiebreak"]


def line_title(line: str) -> str:
    """Return what people call a line of a sheet.

    >>> line_title("never_killed"), line_title("wounds on the Chimera")
    ('Never killed', 'Wounds on the Chimera')
    """
    return line[:1].upper() + line[1:].replace("_", " ")


def in_order(table: TableJson, result: ResultJson) -> list[str]:
    """The seats with a sheet, winners first, then by their totals; who is equal stays in turn order."""
    scored = [seat for seat in seats.facts(table) if seat in result.scores]
    return sorted(scored, key=lambda seat: (seat not in result.winners, -result.scores[seat].get(TOTAL, 0)))


def build_scores(table: TableJson, result: ResultJson) -> None:
    """A sheet a seat, one below the other so that six of them fit a phone, the winner's first and marked."""
    lines = lines_of(result)
    with box("im-scores", tag="ol"):
        for seat in in_order(table, result):
            sheet, won = result.scores[seat], seat in result.winners
            row = box("im-score" + (" won" if won else ""), tag="li").style(f"--seat: {seats.colour(table, seat)}")
            with row:
                with box("im-score-head"):
                    text(seats.name(table, seat).removeprefix("The "), "im-score-name", tag="span")
                    if won:
                        text("wins", "im-tag", tag="span")
                    if TOTAL in sheet:
                        text(str(sheet[TOTAL]), "im-score-total", tag="span")
                with box("im-score-lines", tag="dl"):
                    for line in lines:
                        if line != TOTAL and line in sheet:
                            with box("im-score-line"):
                                text(line_title(line), tag="dt")
                                text(str(sheet[line]), tag="dd")
