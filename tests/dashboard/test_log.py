"""The log on the page, without a browser: what stands in it and what does not."""

from __future__ import annotations

from immolation.dashboard import rulesets
from immolation.dashboard.messages import EntryJson, EventJson
from immolation.dashboard.panels.event_log import EventLog, undone
from immolation.dashboard.panels.moments import Moments
from nicegui import Client
from nicegui.elements.mixins.text_element import TextElement
from nicegui.page import page


def lines(log: EventLog) -> list[str]:
    """The texts of the rows that are shown, newest first."""
    found = (each for row in log.element.default_slot.children for each in row.descendants(include_self=True))
    return [each.text for each in found if isinstance(each, TextElement) and each.visible and each.text]


def entry(n: int, text: str, *, quiet: bool = False) -> EntryJson:
    return EntryJson(n, [EventJson("passed" if quiet else "moved", text)], quiet=quiet)


async def test_a_pass_that_came_by_itself_is_no_line_beside_what_followed_from_it() -> None:
    """Ada was not asked, so nothing says that she let a chance go by."""
    with Client(page("/")):
        log = EventLog(lambda *rules: None)
        events = [EventJson("passed", "Ada lets it pass."), EventJson("hit", "Bob is hit.")]
        log.show([EntryJson(1, events, courtesy=True), EntryJson(2, events)])
        assert lines(log) == ["2", "Ada lets it pass.", "Bob is hit.", "1", "Bob is hit."]


async def test_what_was_taken_back_is_struck_out_and_nothing_else() -> None:
    back = EntryJson(4, [EventJson("undo", "Ada took back: Bob moves.", data={"to": 1})])
    told = [entry(1, "Ada moves."), entry(2, "Bob moves."), entry(3, "Bob waits."), back, entry(5, "On.")]
    assert undone(told) == {2, 3}


async def test_a_pass_that_the_table_took_for_somebody_is_no_line_of_the_log() -> None:
    with Client(page("/")):
        log = EventLog(lambda *rules: None)
        log.show([entry(1, "Ada lets it pass.", quiet=True)])
        assert lines(log) == ["Nothing has happened yet."]
        log.show([entry(1, "Ada lets it pass.", quiet=True), entry(2, "Bob moves."), entry(3, "Bob waits.")])
        assert lines(log) == ["3", "Bob waits.", "2", "Bob moves."]
        log.show([entry(2, "Bob moves."), entry(3, "Bob waits.", quiet=True)])
        assert lines(log) == ["2", "Bob moves."]


def passed(n: int, seat: str, *more: EventJson) -> EntryJson:
    text = f"Player {seat[1:]} lets the moment pass."
    return EntryJson(n, [EventJson("passed", text, ["CC-CHEAT-01"], {"seat": seat}), *more])


async def test_passes_one_after_the_other_are_one_line() -> None:
    names = {seat: f"Player {seat[1:]}" for seat in ("p1", "p2", "p3", "p4")}
    begins = EventJson("turn-begins", "The turn of Player 3 begins.")
    told = [entry(1, "Bob moves."), passed(2, "p3"), passed(3, "p1"), passed(4, "p3"), passed(5, "p4", begins)]
    folded = ["2–5", "Player 3, Player 1 and Player 4 let the moment pass.", "why?", "1", "Bob moves."]
    with Client(page("/")):
        log = EventLog(lambda *rules: None)
        log.show(told[:2], ["passed"], names)
        assert lines(log) == ["2", "Player 3 lets the moment pass.", "why?", "1", "Bob moves."]
        log.show(told, ["passed"], names)
        assert lines(log) == ["5", "The turn of Player 3 begins.", *folded]
        # After something else it is another line, and so are passes that were taken back.
        log.show([*told, passed(6, "p2"), passed(7, "p2")], ["passed"], names)
        assert lines(log)[:3] == ["6–7", "Player 2 lets the moment pass.", "why?"]
        back = EntryJson(8, [EventJson("undo", "Ada took back: a pass.", data={"to": 6})])
        log.show([*told, passed(6, "p2"), passed(7, "p2"), back], ["passed"], names)
        assert lines(log)[2:6] == ["7", "Player 2 lets the moment pass.", "why?", "6"]
        log.show(told)
        assert lines(log).count("Player 3 lets the moment pass.") == 2, "elsewhere a pass is a move of its own"


def test_chimera_con_tells_of_passes_in_one_line() -> None:
    assert rulesets.of("chimera-con").folded == ("passed",)
    assert rulesets.of("red-rains").folded == ()


async def test_what_nobody_should_miss_comes_as_a_card_and_ones_own_death_stands_out() -> None:
    titles = {"died": "A death", "wall-advanced": "A Fire Wall moves"}
    first = EntryJson(1, [EventJson("died", "Bob dies.", data={"seat": "p2"})])
    wall = EventJson("wall-advanced", "The top Fire Wall advances.", data={"edge": "top"})
    death = EventJson("died", "Ada dies.", data={"seat": "p1"})
    with Client(page("/")):
        moments = Moments()
        moments.show([first], titles, ["p1"])
        assert told(moments) == [], "what happened before this browser came is no news to it"
        moments.show([first, EntryJson(2, [EventJson("moved", "Ada moves."), wall])], titles, ["p1"])
        assert told(moments) == [(False, "A Fire Wall moves", "The top Fire Wall advances.")]
        # A long turn is told step by step: the entry grows, and only what is new of it is told.
        grown = EntryJson(2, [EventJson("moved", "Ada moves."), wall, death])
        moments.show([first, grown], titles, ["p1"])
        moments.show([first, grown], titles, ["p1"])
        assert told(moments)[1:] == [(True, "A death", "Ada dies.")]
        moments.show([first, grown, EntryJson(3, [wall])], titles, ["p1"])
        assert len(told(moments)) == 2, "the oldest gives way: more would hide the board"
        moments.show([first, grown, EntryJson(3, [wall]), EntryJson(4, [wall])], titles, ["p1"])
        assert told(moments) == [
            (True, "A death", "Ada dies."),
            (False, "A Fire Wall moves", "The top Fire Wall advances."),
        ], "what happens again is not said twice at once"


def told(moments: Moments) -> list[tuple[bool, str, str]]:
    """Each card: whether it is about oneself, its title, its text."""
    found = []
    for card in moments.element.default_slot.children:
        words = [each.text for each in card.descendants() if isinstance(each, TextElement)]
        found.append(("own" in card.classes, words[0], words[1]))
    return found
