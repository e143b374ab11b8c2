"""What every ruleset shares: decision points on a stack, facts whose JSON is the position, events, bad positions.

`stack_state` is the base of a ruleset's State, `decision_points` the records it is told by, `facts` the base of what
lies on the table, `position_json` reads and refuses positions. docs/writing-a-ruleset.md builds a game with them.
"""

from .decision_points import DecisionPoint, Handler, answered, chance_alone, nobody
from .events import EventLog, Recorder, report
from .facts import Facts
from .position_json import need, read_record
from .stack_state import StackState

__all__ = [
    "DecisionPoint",
    "EventLog",
    "Facts",
    "Handler",
    "Recorder",
    "StackState",
    "answered",
    "chance_alone",
    "need",
    "nobody",
    "read_record",
    "report",
]
