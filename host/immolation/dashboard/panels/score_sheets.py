"""Shows the score sheets when a game is over."""

from __future__ import annotations

from immolation.dashboard import seats
from immolation.dashboard.elements import box, text
from immolation.dashboard.messages import ResultJson, TableJson

TOTAL = "total"


def lines_of(result: ResultJson) -> list[str]:
    """The lines of all sheets in their order, the total after those it sums up, what only settles a tie after it."""
    lines = list(dict.fromkeys(line for sheet in result.scores.values() for line in sheet))
    return [line for line in lines if line != "tiebreak"] + [line for line in lines if line == "tiebreak"]


def build_scores(table: TableJson, result: ResultJson) -> None:
    """A column a seat, the winner's marked."""
    scored = [seat for seat in seats.facts(table) if seat in result.scores]
    with box("im-scores", tag="table"):
        with box("", tag="thead"), box("", tag="tr"):
            text("", tag="td")
            for seat in scored:
                won = " won" if seat in result.winners else ""
                head = text(seats.name(table, seat).removeprefix("The "), f"im-score-name{won}", tag="th")
                head.style(f"--seat: {seats.colour(table, seat)}")
                head._props["scope"] = "col"
        with box("", tag="tbody"):
            for line in lines_of(result):
                with box("total" if line == TOTAL else "", tag="tr"):
                    text(line.replace("_", " ").capitalize(), tag="th")._props["scope"] = "row"
                    for seat in scored:
                        value = result.scores[seat].get(line)
                        text("" if value is None else str(value), tag="td")
