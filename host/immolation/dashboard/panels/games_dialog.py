"""The dialog with the host's games: each may be saved as a file or gone on with, and a file opened."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import partial
from typing import Any

from nicegui.events import GenericEventArguments

from immolation.dashboard import seats
from immolation.dashboard.elements import box, button, dialog, text
from immolation.dashboard.saved_games import (
    FILE_TYPE,
    LARGEST_FILE,
    GameEnd,
    GameFileRefused,
    SavedGame,
    SavedGames,
    game_url,
)
from immolation.dashboard.translation import _, in_game

CHOOSE = "(e) => e.target.parentNode.querySelector('input').click()"

SEND = f"""async (e) => {{
  const file = e.target.files[0];
  if (!file) return;
  if (file.size > {LARGEST_FILE}) {{ emit([false, '']); e.target.value = ''; return; }}
  emit([null, file.name]);
  let told = [false, ''];
  try {{
    const headers = {{ 'Content-Type': '{FILE_TYPE}' }};
    const answer = await fetch(e.target.dataset.to, {{ method: 'POST', body: file, headers }});
    told = [answer.ok, await answer.text()];
  }} catch (error) {{ told = [null, null]; }}
  e.target.value = '';
  emit(told);
}}"""
"""Sends a file to this page's own address: what is said is shown by `GamesDialog._show_answer`."""

IN_PLAY = ("playing", "paused", "astray")
"""States of a table whose game another would displace."""

LONGEST_SAID = 600
"""Characters of what is shown of an answer."""


def save_link(url: str, classes: str = "im-action im-quiet") -> None:
    """A button that saves the game at ``url`` as a file."""
    link = text("Save as a file", f"im-button {classes} im-save", tag="a")
    link._props.update({"href": url, "download": True})
    link._props["title"] = _("The whole game, with what every player has in hand")


def opens(finished: GameEnd | None) -> str:
    """Return what the button says that puts a game of a list on its table."""
    return "Go on with it" if finished is None else "Look back"


async def put_on(
    table: str, in_play: str, finished: GameEnd | None, put: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    """Put a game of a list on its ``table`` by ``put``; asks first if a game called ``in_play`` goes on there."""
    if not in_play:
        await put()
        return
    with dialog("Another game is in play") as window:
        said = "{game} is in play at {table}. It is kept, and can be gone on with."
        text(_(said, game=in_play, table=table), "im-copy")

        async def send() -> None:
            window.close()
            await put()

        with box("im-row im-end"):
            button("Cancel", window.close, "im-action im-quiet im-short")
            button(opens(finished), send, "im-action im-short")


def build_end(finished: GameEnd | None, ruleset: str) -> None:
    """Say of a game in a list who won it and why, if it is over."""
    if finished is None:
        return
    names = seats.several([in_game(name, ruleset) for name in finished.winners])
    won = _("{names} won.", names=names) if names else _("Nobody won.")
    text(f"{won} {in_game(finished.reason, ruleset)}", "im-hint im-game-end")


class GamesDialog:
    """The dialog of one browser, the host's."""

    def __init__(
        self,
        saved: SavedGames,
        titles: dict[str, str],
        is_here: Callable[[], bool],
        in_play: Callable[[], str],
        table: str = "",
    ) -> None:
        """``titles``: ruleset -> what people call it. ``is_here``: whether this browser is still the host's.

        ``in_play``: what people call the game that goes on at the table; empty where none does.
        ``table``: empty for the first of its host.
        """
        self._saved, self._titles, self._is_here, self._table = saved, titles, is_here, table
        self._in_play = in_play

    def open(self, games: list[SavedGame]) -> None:
        """Show it with these games."""
        with dialog("Games", "im-games") as self._window:
            with box("im-row"):
                opener = button("Open a file", lambda: None, "im-action im-short im-opener")
                opener._event_listeners.clear()  # the browser opens its own window
                opener.on("click", js_handler=CHOOSE)
                chosen = box("im-file", tag="input", type="file", accept=".journal", aria_label="A file with a game")
                chosen._props["data-to"] = game_url(table=self._table)
                chosen.on("change", self._show_answer, js_handler=SEND)
                text("A game that somebody has saved; it joins this list once everything in it is checked.", "im-hint")
            self._said = text("", "im-copy")
            self._said._props["role"] = "status"
            self._rows = box("im-column", role="list", aria_label="Games")
            self._show(games)
            with box("im-row im-end"):
                button("Close", self._window.close, "im-action im-quiet im-short")

    def _show(self, games: list[SavedGame]) -> None:
        self._rows.clear()
        with self._rows:
            for game in games:
                with box("im-game-row", role="listitem", aria_label=game.name):
                    with box("im-seat-lines"):
                        text(self._titles.get(game.ruleset, game.ruleset), "im-small-title")
                        begun = datetime.fromtimestamp(game.begun_ms / 1000).strftime("%Y-%m-%d %H:%M")
                        text(" · ".join([begun, *seats.who_played(game.players, game.bots)]), "im-hint")
                        text(game.name, "im-hint")
                        build_end(game.finished, game.ruleset)
                    if game.running:
                        text("at the table now", "im-tag", tag="span")
                    else:
                        hint = "The game of now stops and stays in this list"
                        button(opens(game.finished), partial(self._ask, game), "im-action im-short", hint=hint)
                    name = None if game.running else game.name
                    save_link(game_url(name, self._table), "im-action im-quiet im-short")

    async def _show_answer(self, event: GenericEventArguments) -> None:
        """Show what became of a file. What comes from the browser is shown to that browser alone."""
        done, said = event.args if isinstance(event.args, list) and len(event.args) == 2 else (None, None)
        said = str(said)[:LONGEST_SAID] if said is not None else None
        if done is None:
            sending = _("Checking {name} …", name=said) if said is not None else _("The file did not arrive.")
            self._said.set_text(sending)
        elif done is True:
            self._said.set_text(_("The game is in the list as {name}.", name=said))
            games = await self._saved.games()
            if self._is_here() and not self._rows.is_deleted:
                self._show(games)
        else:
            large = _("The file has more than {count} MB, which no game needs.", count=LARGEST_FILE >> 20)
            self._said.set_text(_(said) if said else large)

    async def _ask(self, game: SavedGame) -> None:
        await put_on(_("this table"), self._in_play(), game.finished, partial(self._resume, game.name))

    async def _resume(self, name: str) -> None:
        if not self._is_here():
            return
        try:
            await self._saved.resume(name)
        except GameFileRefused as refused:
            if not self._said.is_deleted:
                self._said.set_text(_(str(refused)))
            return
        self._window.close()
