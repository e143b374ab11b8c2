"""What packages bring along by entry points: found by the ruleset's name, and named where it is broken."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from immolation import bots
from immolation.bots.evaluation import evaluation
from immolation.cli.game_options import playable
from immolation.games import BadData, plugins
from immolation.simulate import measures

MODULE = """
from immolation.bots import Evaluation, SearchLevel
from immolation.simulate.measures import Measures

class Counts(Measures):
    pass

GOOD = Evaluation(lambda state, seat: 0.0, 1.0)
ODD = Evaluation(lambda state, seat: 0.0, 1.0, levels={"search:harder": SearchLevel(1)})
"""


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A package is installed that brings along much for rulesets of its own, some of it broken."""
    (tmp_path / "brought.py").write_text(MODULE)
    (tmp_path / "brought_broken.py").write_text("TILES = 10 * None\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = {
        plugins.RULESETS: {"whole": "immolation.games.cinders", "broken": "brought_broken", "odd": "brought:GOOD"},
        plugins.EVALUATIONS: {
            "whole": "brought:GOOD", "leveled": "brought:ODD", "missing": "brought:EVALUATION",
            "cinders": "brought:GOOD", "cracked": "brought_broken:EVALUATION", "counted": "brought:Counts",
        },
        plugins.MEASURES: {"whole": "brought:Counts", "leveled": "brought:GOOD", "cinders": "brought:Counts"},
    }  # fmt: skip
    points = {
        group: {name: EntryPoint(name, value, group) for name, value in named.items()} for group, named in found.items()
    }
    monkeypatch.setattr(plugins, "installed", lambda group: points[group])


@pytest.mark.usefixtures("bring")
def test_an_evaluation_teaches_greedy_and_measures_count() -> None:
    assert bots.names("whole")[:2] == ["random", "greedy"]
    assert measures.of("whole").__name__ == "Counts"
    assert bots.names("unheard of")[0] == "random"
    assert "greedy" not in bots.names("unheard of")
    assert measures.of("unheard of") is measures.Measures


@pytest.mark.usefixtures("bring")
def test_nobody_replaces_what_a_ruleset_of_ours_has() -> None:
    from immolation.bots.cinders.evaluation import EVALUATION  # the one of this package, whatever is installed

    evaluation.cache_clear()
    assert evaluation("cinders") is EVALUATION
    assert measures.of("cinders").__name__ == "CindersMeasures"


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("leveled", "no level 'search:harder'"),
        ("missing", r"missing: brought:EVALUATION, .* cannot be imported: AttributeError"),
        ("cracked", r"cracked: brought_broken:EVALUATION, .* cannot be imported: TypeError"),
        ("counted", "brought:Counts, .* is no Evaluation"),
    ],
)
@pytest.mark.usefixtures("bring")
def test_a_broken_evaluation_is_named(ruleset: str, said: str) -> None:
    with pytest.raises(BadData, match=said):
        bots.names(ruleset)


@pytest.mark.usefixtures("bring")
def test_broken_measures_are_named() -> None:
    with pytest.raises(BadData, match=r"leveled: brought:GOOD, .* is no Measures"):
        measures.of("leveled")


@pytest.mark.usefixtures("bring")
def test_what_is_broken_keeps_nobody_from_the_other_rulesets() -> None:
    said: list[str] = []
    found = playable(said.append)
    assert found["whole"] == "Cinders"
    assert found["kimera"].startswith("Kimera")
    assert not found.keys() & {"broken", "odd"}
    assert [line.split(" cannot be played")[0] for line in said] == ["The ruleset broken", "The ruleset odd"]
    assert "is no module" in said[1]
