"""The virtual board: the unchanged firmware in a real interpreter, for people without a board.

Its light and its tiles are for pages and tests; a host plays on it through its serial port or its broker, exactly as
on a board of wood.
"""

from immolation.board.virtual.command import broker_settings, run
from immolation.board.virtual.control import VirtualControl, VirtualGone
from immolation.board.virtual.lasting_control import LastingControl

from .process import VirtualBoard, VirtualBoardError

__all__ = [
    "LastingControl",
    "VirtualBoard",
    "VirtualBoardError",
    "VirtualControl",
    "VirtualGone",
    "broker_settings",
    "run",
]
