"""Chooses how the page looks for each ruleset.

`of` gives a ruleset's own look, or the general one, which shows any ruleset in words.
"""

from __future__ import annotations

from typing import Final

from immolation.dashboard.messages import LegalActionJson, SeatJson

from .ascended_kings.look import AscendedKingsLook
from .chimera_con.look import ChimeraConLook
from .chimera_hunt.look import ChimeraHuntLook
from .kimera.look import KimeraLook
from .look import Act, Look, Why
from .red_rains.look import RedRainsLook

_LOOKS: Final[dict[str, Look]] = {
    "ascended-kings": AscendedKingsLook(),
    "chimera-con": ChimeraConLook(),
    "chimera-hunt": ChimeraHuntLook(),
    "kimera": KimeraLook(),
    "red-rains": RedRainsLook(),
}
_GENERAL: Final = Look()


def of(ruleset: str) -> Look:
    """The look of a ruleset."""
    return _LOOKS.get(ruleset, _GENERAL)


def remaining_actions(ruleset: str, state: SeatJson) -> list[LegalActionJson]:
    """The actions of a seat that its look does not show with its cards: those for the buttons and the board."""
    presented = of(ruleset).presented(state)
    return [action for action in state.actions if action not in presented]


__all__ = ["Act", "Look", "Why", "of", "remaining_actions"]
