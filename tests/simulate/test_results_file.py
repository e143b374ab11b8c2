"""The file games are kept in: what a kill tore off is played again, what belongs elsewhere is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation.simulate import export, results_file
from immolation.simulate.one_game import Played
from immolation.simulate.plan import Plan, plan
from immolation.simulate.results_file import ResultsFile, ResultsFileError
from immolation.simulate.worker_pool import play_all

PACK = Path(__file__).parents[2] / "examples" / "chimera_pack.toml"
PLAN = Plan("ascended-kings", {}, {"seats": 2, "rounds": 1}, ("random", "random"), 5)


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return list(play_all(PLAN, range(3), 1))


def kept(path: Path, games: list[Played]) -> bytes:
    with ResultsFile.open(path, PLAN, resume=False) as ledger:
        for game in games:
            ledger.add(game)
    return path.read_bytes()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_wherever_a_kill_tears_the_file_the_whole_lines_are_kept(
    data: st.DataObject, tmp_path: Path, games: list[Played]
) -> None:
    path = tmp_path / "games.partial"
    path.unlink(missing_ok=True)
    whole = kept(path, games)
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    lines = whole[:cut].count(b"\n")
    with ResultsFile.open(path, PLAN, resume=True) as ledger:
        assert sorted(ledger.played) == list(range(max(0, lines - 1)))
        for game in games:
            if game.number not in ledger.played:
                ledger.add(game)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("seed", 6, "seed 5, not 6"),
        ("bots", ("random", "greedy"), 'bots \\["random","random"\\], not \\["random","greedy"\\]'),
        ("config", {"seats": 2, "rounds": 2}, "config"),
        ("nodes", 40, "budget of none, not 40"),
        ("most_actions", 7, "not 7"),
        ("ruleset", "toy-race", "toy-race"),
    ],
)
def test_games_of_another_plan_are_refused_with_what_differs(
    key: str, value: Any, said: str, tmp_path: Path, games: list[Played]
) -> None:
    path = tmp_path / "games.partial"
    before = kept(path, games)
    other = msgspec.structs.replace(PLAN, **{key: value})
    with pytest.raises(ResultsFileError, match=said):
        ResultsFile.open(path, other, resume=True)
    assert path.read_bytes() == before
    for name in ("games.jsonl", "games.parquet"):
        export.write(tmp_path / name, PLAN, games)
        with pytest.raises(ResultsFileError, match=said):
            export.read(tmp_path / name, other)


def test_games_are_never_written_over_and_foreign_files_never_touched(tmp_path: Path, games: list[Played]) -> None:
    path = tmp_path / "games.partial"
    kept(path, games)
    with pytest.raises(ResultsFileError, match="--resume"):
        ResultsFile.open(path, PLAN, resume=False)
    for text in ("shopping list\nbread\n", "a list without an end", '{"rulers":', ""):
        path.write_text(text)
        if text:
            with pytest.raises(ResultsFileError, match="no file of games"):
                ResultsFile.open(path, PLAN, resume=True)
            assert path.read_text() == text
        else:
            ResultsFile.open(path, PLAN, resume=True).close()


def test_a_line_that_is_damaged_in_the_middle_is_named(tmp_path: Path, games: list[Played]) -> None:
    path = tmp_path / "games.partial"
    lines = kept(path, games).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"number": "one"}\n', *lines[3:]]))
    with pytest.raises(ResultsFileError, match="line 3 is damaged"):
        ResultsFile.open(path, PLAN, resume=True)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (b'"winners":["p', b'"winners":["q'),
        (b'"finished"', b'"finishgd"'),
        (b'"random"', b'"sandom"'),
        (b'"digest":"', b'"digest":"\xff'),
        (b'"actions":', b'"actions":-'),
        (b'"bots":{"p1":"random","p2":"random"}', b'"bots":{}'),
        (b'"seats":2', b'"seats":3'),
    ],
)
def test_what_no_game_of_the_plan_can_be_is_named(was: bytes, now: bytes, tmp_path: Path, games: list[Played]) -> None:
    path = tmp_path / "games.jsonl"
    begun, first, *others = kept(path, games).splitlines(keepends=True)
    assert was in first
    path.write_bytes(b"".join([begun, first.replace(was, now, 1), *others]))
    for read in (results_file.check, export.read):
        with pytest.raises(ResultsFileError, match=r"games\.jsonl, line 2 is damaged.*played again"):
            read(path, PLAN)
    path.write_bytes(b"".join([begun, *others]))
    with ResultsFile.open(path, PLAN, resume=True) as again:
        assert sorted(again.played) == [1, 2]


def test_a_full_disk_is_told_with_the_file_that_did_not_fit(games: list[Played]) -> None:
    with (
        pytest.raises(ResultsFileError, match=r"/dev/full cannot be written: No space left on device\. The games"),
        ResultsFile(Path("/dev/full"), {}) as full,
    ):
        full.add(games[0])


def test_cards_that_changed_meanwhile_are_refused_and_an_old_file_goes_on(tmp_path: Path) -> None:
    pack, path = tmp_path / "pack.toml", tmp_path / "games.jsonl"
    pack.write_bytes(PACK.read_bytes())

    def made() -> Plan:
        return plan("red-rains", {"pack": str(pack)}, {}, ("random",), 1, None, 500)

    ResultsFile.open(path, made(), resume=False).close()
    results_file.check(path, made())
    text = pack.read_text()
    assert "life = 24" in text
    pack.write_text(text.replace("life = 24", "life = 90"))
    with pytest.raises(ResultsFileError, match=r"other cards than .*pack\.toml holds now"):
        results_file.check(path, made())
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(made(), pack="")) + b"\n")
    results_file.check(path, made())


@pytest.mark.parametrize("name", ["games.jsonl", "games.parquet"])
def test_a_finished_file_gives_back_every_game(name: str, tmp_path: Path, games: list[Played]) -> None:
    export.write(tmp_path / name, PLAN, games)
    assert list(export.read(tmp_path / name, PLAN).values()) == games
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_parquet_has_columns_that_others_can_count(tmp_path: Path, games: list[Played]) -> None:
    import pyarrow.parquet

    export.write(tmp_path / "games.parquet", PLAN, games)
    rows = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["game"] for row in rows] == [0, 1, 2]
    for row, game in zip(rows, games, strict=True):
        assert row["rounds"] == game.rounds
        assert {seat["seat"]: seat["bot"] for seat in row["seats"]} == game.bots
        assert sum(seat["won"] for seat in row["seats"]) == pytest.approx(1.0 if game.winners else 0.0)
        assert dict(row["tiles"])["fire"] == game.tiles["fire"]
        assert {chart: dict(items) for chart, items in row["counts"]} == game.counts


@pytest.mark.parametrize(("name", "said"), [("games.csv", "jsonl or .parquet"), ("games", "jsonl or .parquet")])
def test_other_kinds_of_files_are_refused_before_anything_is_played(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        export.check(Path(name))


def test_without_the_extra_a_sentence_says_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(export, "import_module", missing)
    with pytest.raises(export.MissingPart, match=r"Parquet needs pyarrow.*pip install .*\[simulate\]'"):
        export.check(Path("games.parquet"))
    export.check(Path("games.jsonl"))
