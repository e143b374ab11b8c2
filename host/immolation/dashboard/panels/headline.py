"""Finds the one big sentence: whose turn it is and what everybody waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from immolation.dashboard import rulesets, seats
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import TableJson
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _


@dataclass(frozen=True)
class Headline:
    """The text on top of the page, with its colour and mood."""

    title: str
    text: str = ""
    note: str = ""
    colour: str = seats.NEUTRAL
    mood: str = "calm"
    """``calm``, ``you`` (this viewer is asked), ``warn`` (something is to be put right), ``lost``, or ``step``: a long
    turn is shown step by step."""


PHONE_LINES = 4.6
"""Lines of text above the board of a phone 360 pixels wide; a line of a title is as high as `TITLE_LINE` of them."""

TITLE_LINE = 1.24

PHONE_TITLE, PHONE_TEXT = 25, 40
"""Characters of a title and of a text that surely fit a line there."""


def is_long(title: str, *texts: str) -> bool:
    """Whether a headline, in the reader's language, does not fit a phone in type of the usual size."""
    lines = len(wrap(title, PHONE_TITLE)) * TITLE_LINE + sum(len(wrap(said, PHONE_TEXT)) for said in texts)
    return lines > PHONE_LINES


def headline(feed: Feed, viewer: Viewer) -> Headline:
    """The sentence for this viewer."""
    table = feed.table
    if not feed.connected:
        return Headline("Looking for the table…", "The page reconnects by itself; nothing is lost.", mood="lost")
    if table is None:
        return Headline("No game on this table yet", "It appears here as soon as the host has set it up.")
    if feed.host_online is False:
        return Headline("The host is away", "The game is kept on its disk and goes on when it is back.", mood="lost")
    note = table.note
    board = table.board
    if table.step is not None:
        return Headline(table.step.text, mood="step")
    if table.phase == "over":
        return _over(feed)
    if board.choices or board.state == "asking":
        return Headline("Which did you mean?", board.text or "Touch a marked tile, or choose below.", note, mood="warn")
    if table.consent:
        asked_for = seats.names(table, table.consent, begin=False)
        asks_me = any(viewer.sees(seat) for seat in table.consent)
        said = table.consent_to or _("A card that was seen would be taken back.")
        said = _("{undone} Still asked: {names}.", undone=said, names=asked_for)
        return Headline(
            "Do you agree?" if asks_me else "Does everybody agree?", said, note, mood="you" if asks_me else "calm"
        )
    if table.phase == "astray" or board.state == "astray":
        return Headline("Put the board right", board.text or "Board and game differ.", note, mood="warn")
    if table.phase == "paused":
        return Headline("Paused", "The clocks stand still.", note)
    deciders = [seat for seat in table.deciders if seat != "chance" and not passes_by_itself(table, seat)]
    # Whom the game waits for; who could also do something out of turn is named only where nobody else is.
    deciders = [seat for seat in deciders if not table.deciders[seat].courtesy] or deciders
    # What helping hands are about to do by themselves is nothing to wait for, and would flicker by.
    waiting = "" if table.hands and board.pairs else board.text
    owed = to_put_right(table) and not _bots_move(table)
    if owed:
        next_up = seats.names(table, deciders, begin=False)
        then = _("Then {names} may act; the clocks wait.", names=next_up) if next_up else "The clocks wait."
        return Headline("Move the miniatures", board.text, then, mood="warn")
    if "chance" in table.deciders:
        prompt = table.deciders["chance"].prompt
        if table.dice == "typed":
            return Headline(prompt, "Do it at the table, then enter here what came.", note, mood="you")
        return Headline(prompt, waiting or "The host rolls.", note)
    mine = [state.seat for state in seats.asked(feed, viewer)]
    if not deciders and not mine:
        turn = table.view.get("turn")
        whose = _("{name}’s turn", name=seats.name(table, turn)) if isinstance(turn, str) else ""
        return Headline(whose or table.title or "The table is moving on", waiting, note)
    first = mine[0] if mine else deciders[0]
    prompt = table.deciders[first].prompt
    colour = seats.colour(table, first)
    if viewer.role == "seat" and viewer.seat in mine:
        return Headline("Your turn", prompt, waiting or note, colour, "you")
    if len(deciders) > 1 and not (viewer.role == "host" and len(mine) == 1):
        names = seats.names(table, deciders)
        if not mine and all(seats.player(table, seat).kind == "bot" for seat in deciders):
            return Headline(_("{names} are thinking", names=names), waiting, note, colour)
        asked = prompts(table, deciders, named=names)
        title = _("{names} may act", names=names)
        if is_long(title, asked) and len({table.deciders[seat].prompt for seat in deciders}) > 1:
            title = _("{count} players may act", count=len(deciders))  # their names stand before what each is asked
        return Headline(title, asked, waiting or note, colour, "you" if mine else "calm")
    name = seats.name(table, first)
    turn = table.view.get("turn") == first
    title = _("{name}’s turn", name=name) if turn else _("{name} decides", name=name)
    if seats.player(table, first).kind == "bot":
        moving = _("{name} moves.", name=name) if table.hands and board.pairs else _("{name} is thinking.", name=name)
        return Headline(title, waiting or moving, note, colour)
    if not mine:
        return Headline(title, prompts(table, [first]), waiting or note, colour)
    return Headline(title, prompt, waiting or note, colour, "you")


def passes_by_itself(table: TableJson, seat: str) -> bool:
    """Whether the table lets pass for this seat what it is asked: nobody has to wait for it, or to answer."""
    who = seats.player(table, seat)
    return table.deciders[seat].courtesy and who.kind == "person" and who.asked == "concerned"


def prompts(table: TableJson, asked: Sequence[str], named: str = "") -> str:
    """Return what seats are asked, each prompt with the names of those it is meant for, for people who are not
    asked; without them where they stand above it anyway, as ``named``.
    """
    same: dict[str, list[str]] = {}
    for seat in asked:
        same.setdefault(table.deciders[seat].prompt, []).append(seat)
    told = {seats.names(table, alike): _(prompt) for prompt, alike in same.items()}
    return " ".join(prompt if names == named else f"{names}: {prompt}" for names, prompt in told.items())


def to_put_right(table: TableJson) -> bool:
    """Whether people may have to say which of board and game is right: they differ, and no hands mend it."""
    if table.phase == "astray" or table.board.state == "astray":
        return True
    return bool(table.board.pairs) and not table.hands and table.phase == "playing"


def _bots_move(table: TableJson) -> bool:
    """Whether what is to be moved is a bot's own move, most likely: it is that bot's turn to decide."""
    return any(seat != "chance" and seats.player(table, seat).kind == "bot" for seat in table.deciders)


def _over(feed: Feed) -> Headline:
    table = feed.table
    assert table is not None
    result = table.outcome
    if result is None:
        return Headline("The game is over", "", table.note)
    title = (_("{names} wins") if len(result.winners) == 1 else _("{names} share the victory")).format(
        names=seats.names(table, result.winners)
    )
    title = title if result.winners else rulesets.of(table.ruleset).lost
    colour = seats.colour(table, result.winners[0] if result.winners else None)
    return Headline(title, result.reason, table.note, colour)
