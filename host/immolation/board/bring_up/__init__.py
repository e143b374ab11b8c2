"""``immolation board test``: tests a new board step by step and names what is wrong with it."""

from .finding import BringUp, Finding, table
from .person import Keys, Person
from .reported import RestartCounter, reported_findings
from .steps import Bench, Report, run
from .virtual_bench import VirtualBench

__all__ = [
    "Bench",
    "BringUp",
    "Finding",
    "Keys",
    "Person",
    "Report",
    "RestartCounter",
    "VirtualBench",
    "reported_findings",
    "run",
    "table",
]
