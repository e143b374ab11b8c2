"""The games of the lobby: every one that the host keeps, to go on with or to save as a file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

import msgspec

from immolation.dashboard import seats
from immolation.dashboard.elements import box, button, text
from immolation.dashboard.panels.games_dialog import build_end, opens, save_link
from immolation.dashboard.saved_games import GAME, GameEnd
from immolation.dashboard.translation import _


class KeptGameJson(msgspec.Struct):
    """A game in the folder of a host."""

    name: str
    table: str = ""
    table_name: str = ""
    ruleset: str = ""
    begun_ms: int = 0
    players: list[str] = []
    bots: list[str] = []
    open: bool = False
    finished: GameEnd | None = None


def build_games(
    games: list[KeptGameJson], titles: dict[str, str], first: str, resume: Callable[[KeptGameJson], Awaitable[None]]
) -> None:
    """Build the list. ``titles``: ruleset -> what people call it. ``first``: the table of the command line."""
    text("Games", "im-title", tag="h2")
    if not games:
        text("No game is kept yet.", "im-copy im-hint")
    for game in games:
        title = titles.get(game.ruleset, game.ruleset)
        with box("im-game-row", role="group", aria_label=game.name):
            with box("im-seat-lines"):
                text(title, "im-hall-name", tag="h3")
                begun = datetime.fromtimestamp(game.begun_ms / 1000).strftime("%Y-%m-%d %H:%M")
                table = game.table_name or (_("Main table") if game.table == first else game.table)
                text(" · ".join([table, begun, *seats.who_played(game.players, game.bots)]), "im-hint")
                build_end(game.finished, game.ruleset)
            if game.open:
                text("at the table now", "im-tag", tag="span")
            else:
                hint = "Under the name of its table; where another game is on that table, it stays in this list"
                button(opens(game.finished), partial(resume, game), "im-action im-short", hint=hint)
            save_link(f"{GAME}?any&{urlencode({'name': game.name})}", "im-action im-quiet im-short")
