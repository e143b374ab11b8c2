"""Tests that what packages bring by entry points is found by the ruleset's name, and named where it is broken."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from immolation import bots, games
from immolation.bots.evaluation import evaluation, lead
from immolation.cli.game_options import playable
from immolation.games import BadData, plugins
from immolation.simulate import measures
from immolation.simulate.plan import plan

MODULE = """
from immolation.bots import Evaluation, SearchLevel
from immolation.simulate.measures import Measures

class Counts(Measures):
    pass

GOOD = Evaluation(lambda state, seat: 0.0, 1.0)
ODD = Evaluation(lambda state, seat: 0.0, 1.0, levels={"search:harder": SearchLevel(1)})
FLAT = Evaluation(lambda state, seat: 0.0, 0.0)
LOOSE = Evaluation(lambda state, seat: 0.0, 1.0, levels={"search:hard": {"depth": 1}})
BARE = Evaluation(lambda state, seat: 0.0, 1.0, by_level={"search:hard": len})
MUTE = Evaluation(lambda state, seat: 0.0, 1.0, words={"room": "keeps room"})
COUNTING = Counts.__new__(Counts)
LOST = Evaluation(lambda state, seat: float("nan"), 1.0)
"""

GAMES = {
    "whole": """
from immolation.games.cinders import Cinders

class Whole(Cinders):
    name = "whole"

load = Whole
""",
    "misnamed": "from immolation.games.cinders import Cinders as load\n",
    "untitled": """
from immolation.games.cinders import Cinders

class Untitled(Cinders):
    name = "untitled"

    @property
    def title(self):
        raise AttributeError

load = Untitled
""",
    "empty": "",
    "failing": "def load():\n    return [][1]\n",
    "unfinished": "from immolation.games import Game\n\nclass Unfinished(Game):\n    pass\n\nload = Unfinished\n",
    "three": "def load():\n    return 3\n",
    "leaving": "raise SystemExit('no cards')\n",
}
"""Ruleset -> the module of it that a package brings."""


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A package is installed that brings along much for rulesets of its own, some of it broken."""
    (tmp_path / "brought.py").write_text(MODULE)
    (tmp_path / "brought_broken.py").write_text("TILES = 10 * None\n")
    for name, text in GAMES.items():
        (tmp_path / f"brought_{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = {
        plugins.RULESETS: {
            "broken": "brought_broken", "odd": "brought:GOOD", **{name: f"brought_{name}" for name in GAMES},
        },
        plugins.EVALUATIONS: {
            "whole": "brought:GOOD", "leveled": "brought:ODD", "missing": "brought:EVALUATION",
            "cinders": "brought:GOOD", "cracked": "brought_broken:EVALUATION", "counted": "brought:Counts",
            "flat": "brought:FLAT", "loose": "brought:LOOSE", "bare": "brought:BARE", "mute": "brought:MUTE",
        },
        plugins.MEASURES: {"whole": "brought:Counts", "leveled": "brought:GOOD", "cinders": "brought:Counts",
                           "counting": "brought:COUNTING"},
    }  # fmt: skip
    points = {
        group: {name: [EntryPoint(name, value, group)] for name, value in named.items()}
        for group, named in found.items()
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
        ("flat", "flat: its evaluation has a scale of 0.0; it must be a number above 0"),
        ("loose", "says for level 'search:hard' what is no SearchLevel"),
        ("bare", "says for level 'search:hard' what is no Evaluation"),
        ("mute", "has words for 'room' that are not two: what makes it better, and what makes it worse"),
    ],
)
@pytest.mark.usefixtures("bring")
def test_a_broken_evaluation_is_named(ruleset: str, said: str) -> None:
    with pytest.raises(BadData, match=said):
        bots.names(ruleset)


@pytest.mark.usefixtures("bring")
def test_an_evaluation_that_says_nan_is_named_instead_of_choosing_anything() -> None:
    from brought import LOST  # type: ignore[import-not-found]

    with pytest.raises(BadData, match="kimera: its evaluation says NaN for p1"):
        lead(games.load("kimera").new({"seats": 2}), "p1", LOST)


@pytest.mark.usefixtures("bring")
def test_broken_measures_are_named_before_a_series_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    of = measures.of
    monkeypatch.setattr(measures, "of", lambda ruleset: of("leveled"))
    with pytest.raises(BadData, match="is no subclass of Measures"):
        plan("kimera", {}, {}, ("random",), 1, None, 100)


@pytest.mark.usefixtures("bring")
def test_broken_measures_are_named() -> None:
    with pytest.raises(BadData, match=r"leveled: brought:GOOD, .* is no subclass of Measures"):
        measures.of("leveled")
    with pytest.raises(BadData, match=r"counting: brought:COUNTING, .* is no subclass of Measures"):
        measures.of("counting")  # an instance counts the games of a series as one


@pytest.mark.usefixtures("bring")
def test_what_is_broken_keeps_nobody_from_the_other_rulesets() -> None:
    said: list[str] = []
    found = playable(said.append)
    assert found["whole"] == "Cinders"
    assert found["kimera"].startswith("Kimera")
    broken = ["broken", "odd", *(name for name in GAMES if name != "whole")]
    assert not found.keys() & {*broken}
    told = [line.split(" cannot be played")[0] for line in said if " cannot be played" in line]
    assert told == [f"The ruleset {name}" for name in sorted(broken)]


@pytest.mark.usefixtures("bring")
def test_what_is_brought_for_no_ruleset_of_a_package_is_told() -> None:
    said: list[str] = []
    playable(said.append)
    assert "brought:Counts is not used: no other package brings a ruleset 'cinders' (immolation.simulate)." in said
    assert "brought:ODD is not used: no other package brings a ruleset 'leveled' (immolation.bots)." in said
    assert not [line for line in said if "'whole'" in line]


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("broken", r"brought_broken, .* cannot be imported: TypeError: .* \(brought_broken.py, line 1\)"),
        ("odd", "brought:GOOD, .* is no module"),
        ("misnamed", "its Game is named 'cinders'; let its entry point have the same name"),
        ("untitled", "its Game has no 'title'"),
        ("empty", "brought_empty has no function 'load' that returns its Game"),
        ("failing", r"brought_failing.load makes no Game: IndexError: .* \(brought_failing.py, line 2\)"),
        ("unfinished", "brought_unfinished.load makes no Game: TypeError: .* abstract methods? "),
        ("three", "brought_three.load returns no Game, but int"),
        ("leaving", r"brought_leaving, .* cannot be imported: SystemExit: no cards \(brought_leaving.py, line 1\)"),
    ],
)
@pytest.mark.usefixtures("bring")
def test_a_broken_ruleset_is_told_in_a_sentence_that_says_where(ruleset: str, said: str) -> None:
    with pytest.raises(BadData, match=f"^{ruleset}: {said}"):
        games.load(ruleset)


def test_two_packages_with_one_ruleset_are_named_and_nobody_shares_the_name_of_one_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for package in ("old-moths", "new-moths"):
        folder = tmp_path / f"{package.replace('-', '_')}-1.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        named = f"moths = {package[:3]}moths\ncinders = zinders\n"
        (folder / "entry_points.txt").write_text(f"[{plugins.RULESETS}]\n{named}")
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins.installed.cache_clear()
    try:
        with pytest.raises(BadData, match="moths: new-moths and old-moths all bring it"):
            games.load("moths")
        assert [point.value for point in plugins.installed(plugins.RULESETS)["cinders"]] == ["immolation.games.cinders"]
    finally:
        plugins.installed.cache_clear()
