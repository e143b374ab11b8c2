"""The log on the page, without a browser: what stands in it and what does not."""

from __future__ import annotations

from immolation.dashboard.messages import EntryJson, EventJson
from immolation.dashboard.panels.event_log import EventLog, undone
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
