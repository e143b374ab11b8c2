"""What changed since the first edition in the options and positions; see `..editions`."""

from __future__ import annotations

from typing import Final

from ..editions import Edition

EDITION: Final = Edition(
    added={},
)
