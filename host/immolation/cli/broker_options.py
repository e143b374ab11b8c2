"""Options of every command that goes to somebody's MQTT broker."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Authority = Annotated[
    Path | None, typer.Option(help="Certificate of the authority behind an mqtts broker.", exists=True)
]
Guest = Annotated[
    str | None,
    typer.Option(metavar="USER:PASSWORD", help="A login of that broker that may only look, to try what it could do."),
]
Unprotected = Annotated[
    bool, typer.Option("--unprotected", help="Use a broker that protects nothing, for what everybody may know.")
]
