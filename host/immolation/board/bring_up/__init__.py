"""``immolation board test``: the bring-up of a board, step by step, and what its faults are called. Knows no game."""

from .finding import BringUp, Finding, table
from .person import Keys, Person
from .steps import Bench, Report, run
from .virtual_bench import VirtualBench

__all__ = ["Bench", "BringUp", "Finding", "Keys", "Person", "Report", "VirtualBench", "run", "table"]
