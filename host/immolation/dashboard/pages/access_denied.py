"""The page for those without a key: it shows nothing of the table, and needs nothing else from the host."""

from __future__ import annotations

from html import escape

from .assets import FAVICON

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Immolation</title><style>
body {{ margin: 0; min-height: 100dvh; display: flex; flex-direction: column; gap: 12px; align-items: center;
  justify-content: center; text-align: center; color: #ffd9b8; font: 18px/1.4 Georgia, serif;
  background: radial-gradient(90% 60% at 50% 110%, #331208, #0b0908 70%); }}
svg {{ width: 64px; height: 64px; }}
h1 {{ font-size: 26px; letter-spacing: .2em; text-transform: uppercase; margin: 0; }}
p {{ margin: 0; padding: 0 24px; }} .ask {{ font-size: 22px; font-weight: 600; }}
</style></head><body>{mark}<h1>Immolation</h1><p>{said}</p><p class="ask">Ask the host for a link</p></body></html>
"""


def access_denied(said: str) -> str:
    """The page as HTML, with one sentence of why."""
    return PAGE.format(mark=FAVICON, said=escape(said))
