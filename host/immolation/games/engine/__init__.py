"""Engine that every ruleset shares: decision points on a stack, facts whose JSON is the position, events, bad
positions.

`facts` is the base of what lies on the table, `placed` of what lies elsewhere in the JSON than in its record,
`position_json` reads and refuses positions, `decision_points` has the records that say who is asked and what each
answer does; `chance` asks the dice, `kinds` finds a record by its word, `labels` and `forms` say what a button and a
form say, `wording` puts sentences together. `facts_state.FactsState` is a ruleset's State made of these two,
`house_game.HouseGame` its Game; `stack_state.StackState` is a State that holds its facts itself.
docs/writing-a-ruleset.md builds a game with them.
"""

from .decision_points import DecisionPoint, Handler, answered, chance_alone, nobody
from .events import UNHEARD, EventLog, Recorder, report
from .facts import Encoded, Facts, Mark, as_json, derived, fields_json, marked
from .facts_state import FactsState, may_add
from .house_game import HouseGame, known_keys
from .kinds import any_of, by_tag
from .placed import Codec, PlacedFacts, fill
from .position_json import current, decode_hook, need, ordered_seats, read_facts, read_record, without_null
from .stack_state import StackState, actions_of

__all__ = [
    "UNHEARD",
    "Codec",
    "DecisionPoint",
    "Encoded",
    "EventLog",
    "Facts",
    "FactsState",
    "Handler",
    "HouseGame",
    "Mark",
    "PlacedFacts",
    "Recorder",
    "StackState",
    "actions_of",
    "answered",
    "any_of",
    "as_json",
    "by_tag",
    "chance_alone",
    "current",
    "decode_hook",
    "derived",
    "fields_json",
    "fill",
    "known_keys",
    "marked",
    "may_add",
    "need",
    "nobody",
    "ordered_seats",
    "read_facts",
    "read_record",
    "report",
    "without_null",
]
