"""The page for those without a key: it shows nothing of the table."""

from __future__ import annotations

from immolation.dashboard.elements import box, drawing, text

from .assets import FAVICON, add_assets


def build_access_denied(had_key: bool) -> None:
    """What somebody without a valid key sees: nothing of the table."""
    add_assets()
    with box("im-door"):
        drawing(FAVICON, "im-door-mark")
        text("Immolation", "im-door-title")
        said = "This link is not valid any more." if had_key else "This table is private."
        text(said, "im-copy")
        text("Ask the host for a link", "im-door-ask")
