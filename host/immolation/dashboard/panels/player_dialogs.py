"""The dialogs about who plays a seat and why a rule says so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.element import Element

from immolation.dashboard import seats
from immolation.dashboard.elements import box, button, dialog, press, text
from immolation.dashboard.messages import TableJson
from immolation.dashboard.translation import _, of_rules, shown_rules
from immolation.plain_text import without_keys

Command = Callable[..., Awaitable[dict[str, Any] | None]]
"""Sends a command; its reply, or None if it was refused and the person has been told."""

PERSON = "person"

PACES = {0: "at once", 400: "fast", 800: "normal", 1600: "slow", 3000: "very slow"}
"""Milliseconds a bot thinks and a step stays -> how it is called."""

RULE_PARTS = {"example": "For example", "gap": "Where the printed rules are silent"}
"""What a rule's reply may hold besides its text, with the heading over it."""

MOST_FOUND = 40
"""Rules that a search shows at most; the table tells no more at once."""


def _show_rule(rule: str, reply: dict[str, Any], parts: Iterable[str] = ()) -> None:
    """Show a rule: heading, id, text, and the parts that are wanted; it says so where all that is in English only."""
    with box("im-rule", tag="section"):
        section = str(reply.get("section") or "Rule")
        with box("im-rule-head"):
            text(of_rules(section) or section, "im-rule-section", tag="h3")
            text(rule, "im-rule-id")
        said = {key: without_keys(str(reply.get(key) or "")) for key in ("text", *parts)}
        shown = {key: of_rules(one, rule) for key, one in said.items()}
        if not said["text"]:
            text("The table has no text for this rule.", "im-copy im-rule-text")
        for key, one in said.items():
            if not one:
                continue
            if key in RULE_PARTS:
                text(RULE_PARTS[key], "im-small-title")
            english = {} if shown[key] else {"lang": "en"}
            with box("im-copy im-hint" if key in RULE_PARTS else "im-copy im-rule-text", **english):
                text(shown[key] or one, tag="span")
        if None in shown.values():
            text("This is in English only.", "im-hint")


def open_rules(found: Sequence[tuple[str, dict[str, Any]]], search: Callable[[str], None] | None = None) -> None:
    """The text of the rules behind something, in the order in which they applied.

    ``search`` opens the rulebook at the rules whose ids begin like that of the first.
    """
    with dialog("Why", name=_("Why: {names}", names=", ".join((rule for rule, reply in found)))) as window:
        for rule, reply in found:
            _show_rule(rule, reply, RULE_PARTS)
        with box("im-row im-end"):
            if search is not None:

                def look_further() -> None:
                    window.close()
                    search(found[0][0].rpartition("-")[0])

                button("All about this", look_further, "im-action im-quiet im-short")
            button("Close", window.close, "im-action im-quiet im-short")


def open_rulebook(command: Command, words: str = "") -> None:
    """The rules of this game, to be searched by words or by id."""
    with dialog("Rules", "im-rulebook") as window:
        typed = ui.input(value=words, placeholder=_("Words, or an id")).props("outlined dense clearable")
        typed.classes("im-entry")
        typed._props["aria-label"] = _("Words to look for")
        found = box("im-column im-found", role="region", aria_label="What was found")

        async def look() -> None:
            wanted = str(typed.value or "")[:100]
            rules = shown_rules()
            ids = rules.search(wanted) if rules is not None else []
            reply = await command(table="rules", words=wanted, **({"ids": ids[:MOST_FOUND]} if ids else {}))
            if reply is None or found.is_deleted:
                return
            found.clear()
            with found:
                for rule in reply.get("rules", []):
                    _show_rule(str(rule.get("rule")), rule)
                if not reply.get("rules"):
                    text("No rule holds all of these words.", "im-hint")
                if reply.get("more") or len(ids) > MOST_FOUND:
                    text("There are more; add a word.", "im-hint")

        typed.on_value_change(look)
        ui.timer(0, look, once=True)
        with box("im-row im-end"):
            button("Close", window.close, "im-action im-quiet im-short")


def _one(bot: str) -> str:
    """A bot as a choice in a sentence.

    >>> _one("search:medium"), _one("search:easy"), _one("arena")
    ('a medium bot', 'an easy bot', 'an arena bot')
    """
    title = seats.bot_title(bot)
    return _("an {bot}" if title[0] in "aeiou" else "a {bot}", bot=title)


def choose_player(label: str, bots: tuple[str, ...], chosen: str) -> ui.select:
    """A field that says who plays: a person or one of the bots."""
    options = {PERSON: _("a person"), **{bot: _one(bot) for bot in bots}}
    if chosen not in options:
        options[chosen] = _one(chosen)
    return ui.select(options, value=chosen, label=label).props("outlined dense options-dense").classes("im-entry")


def player_record(chosen: str, name: str) -> dict[str, Any]:
    """Return what was chosen there, as the table reads it; ``name``: of the person, or the bot."""
    kind, bot = ("person", "") if chosen == PERSON else ("bot", chosen)
    return {"kind": kind, "name": name, "bot": bot}


def open_players(table: TableJson, bots: tuple[str, ...], command: Command) -> None:
    """Open a dialog in which people say who plays which seat from now on, and how fast bots do."""
    with dialog("Who plays") as window:
        rows: list[tuple[str, str, ui.select, ui.input]] = []
        for seat in seats.facts(table):
            player = seats.player(table, seat)
            before = PERSON if player.kind == "person" else player.bot
            with box("im-row"):
                who = choose_player(seats.name(table, seat), bots, before)
                called = ui.input(_("Name"), value=player.name).props("outlined dense maxlength=24").classes("im-entry")
            rows.append((seat, before, who, called))

        async def send() -> None:
            for seat, before, who, called in rows:
                wanted = str(called.value or "").strip()
                was = seats.player(table, seat).name
                if who.value == before and wanted == was:
                    continue
                if who.value != before and wanted == was:
                    wanted = ""  # somebody else sits down there: the name of who sat there goes with them
                if await command(table="player", seat=seat, player=player_record(who.value, wanted)) is None:
                    return
            window.close()

        _choose_pace(table.pace_ms, command)
        with box("im-row im-end"):
            button("Cancel", window.close, "im-action im-quiet im-short")
            button("So be it", send, "im-action im-short")


def _choose_pace(now: int, command: Command) -> None:
    """Offer how long a bot thinks; what is chosen holds at once."""
    text("Pace", "im-small-title", tag="h3")
    text("How long a bot thinks, and each step of a turn that plays itself is shown", "im-copy im-hint")
    shown: dict[int, Element] = {}

    async def choose(pace: int) -> None:
        if await command(table="pace", ms=pace) is not None:
            for ms, element in shown.items():
                press(element, ms == pace)

    with box("im-segments", role="group", aria_label="Pace"):
        for ms, label in PACES.items():
            shown[ms] = button(label, partial(choose, ms), "im-segment")
            press(shown[ms], ms == min(PACES, key=lambda pace: abs(pace - now)))
