"""The page for those who have not joined: it takes a code, shows nothing of the table, and needs nothing from the host.

A link to join has its code behind a ``#``: that part never leaves the browser by itself, so nobody who looks at a link
before it is followed, such as a messenger, uses its code up, and no log has it.
"""

from __future__ import annotations

from html import escape
from urllib.parse import quote

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
form {{ display: flex; flex-wrap: wrap; gap: 10px; justify-content: center; margin: 8px 24px; }}
input, button {{ font: 600 20px/1 ui-monospace, monospace; min-height: 48px; border-radius: 9px; padding: 0 16px; }}
input {{ width: 11em; text-align: center; color: #f4eadf; background: #15100e; border: 1px solid #7a5b4a; }}
button {{ font-family: inherit; color: #210d03; background: #f47f3c; border: 0; }}
.hint {{ font-size: 15px; color: #b9a899; }}
</style></head><body>{mark}<h1>Immolation</h1><p role="status">{said}</p><p class="ask">Ask the host for a code</p>
<form method="post" action="{base}/join{table}"><input name="code" aria-label="Code" placeholder="code"
autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="40"><button>Join</button></form>
<p class="hint">It is on the host’s page under Seats, as a picture to scan and as letters to type.</p>
<script>
const code = location.hash.slice(1);
if (code) {{
  history.replaceState(null, "", location.pathname);
  document.querySelector("input").value = code;
  document.querySelector("form").submit();
}}
</script></body></html>
"""


def access_denied(said: str, base: str = "", table: str | None = None) -> str:
    """The page as HTML, with one sentence of why; ``base`` is the path of the page behind a proxy.

    ``table``: the one whose code is asked for; None: any of the host's.
    """
    query = "" if table is None else f"?table={quote(table, safe='')}"
    return PAGE.format(mark=FAVICON, said=escape(said), base=escape(base), table=escape(query))
