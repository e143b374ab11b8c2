"""The dialog that teaches a game: its cards one by one with the board beside them, its words, its lights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from immolation.dashboard.elements import box, button, dialog, drawing, text
from immolation.dashboard.rulesets.how_to_play import Lesson
from immolation.dashboard.translation import _

SIDE = 10


def board_svg(tiles: Sequence[int]) -> str:
    """A small board with these tiles lit."""
    lit = set(tiles)
    squares = [
        f'<rect x="{tile % SIDE * 10 + 0.6}" y="{tile // SIDE * 10 + 0.6}" width="8.8" height="8.8" rx="1.4" '
        f'fill="{"#ff9a4d" if tile in lit else "#2a201b"}"/>'
        for tile in range(SIDE * SIDE)
    ]
    return f'<svg viewBox="0 0 100 100" width="150" height="150">{"".join(squares)}</svg>'


def open_lesson(
    told: Lesson, title: str, read_on: Callable[[str], Any], guide: Callable[[], None] | None = None
) -> None:
    """Show it; ``read_on`` opens the rulebook at a rule, ``guide`` begins a guided round."""
    shown = 0
    with dialog(_("How to play {title}", title=title), "im-lesson") as window:
        page = box("im-lesson-page", role="region", aria_label="Lesson", aria_live="polite")

        def show(number: int) -> None:
            nonlocal shown
            shown = max(0, min(len(told.card), number))
            page.clear()
            with page:
                if shown < len(told.card):
                    build_card(shown)
                else:
                    build_words()
            for way, possible in ((back, shown > 0), (further, shown < len(told.card))):
                way._props.pop("disabled", None)
                if not possible:
                    way._props["disabled"] = True
                way.update()

        def build_card(number: int) -> None:
            card = told.card[number]
            text(_("{page} of {pages}", page=number + 1, pages=len(told.card)), "im-hint")
            with box("im-lesson-row"):
                if card.tiles:
                    lit = ", ".join(f"{tile:02d}" for tile in card.tiles)
                    drawing(board_svg(card.tiles), "im-lesson-board", _("The board, lit: {lit}", lit=lit))
                with box("im-lesson-words"):
                    text(card.title, "im-rule-section", tag="h3")
                    text(card.text, "im-copy im-rule-text")

            def read_rule() -> None:
                window.close()
                read_on(card.rule)

            button("Read the rule", read_rule, "im-link")

        def build_words() -> None:
            for heading, pairs in (
                ("Words", [(word.name, word.means) for word in told.word]),
                ("Lights on the board", [(light.effect.capitalize(), light.means) for light in told.light]),
            ):
                text(heading, "im-rule-section", tag="h3")
                with box("im-facts", tag="dl"):
                    for name, means in pairs:
                        text(name, tag="dt")
                        text(means, tag="dd")

        def begin() -> None:
            window.close()
            if guide is not None:
                guide()

        if guide is not None:
            button("Guide me through this round", begin, "im-link")
        with box("im-row im-end"):
            button("Words and lights", lambda: show(len(told.card)), "im-action im-quiet im-short")
            back = button("Back", lambda: show(shown - 1), "im-action im-quiet im-short")
            further = button("Next", lambda: show(shown + 1), "im-action im-short")
            button("Close", window.close, "im-action im-quiet im-short")
        show(0)
