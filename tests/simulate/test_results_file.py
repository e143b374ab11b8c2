"""The file games are kept in: what a kill tore off is played again, what belongs elsewhere is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random
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


def test_a_flipped_bit_is_never_another_result(tmp_path: Path, games: list[Played]) -> None:
    path, rng = tmp_path / "games.jsonl", Random(1)
    whole = kept(path, games)
    first = whole.index(b"\n") + 1
    refused = 0
    for _ in range(300):
        at = rng.randrange(first, len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :])
        try:
            with ResultsFile.open(path, PLAN, resume=True) as results:
                assert results.played.items() <= {game.number: game for game in games}.items()
        except ResultsFileError:
            refused += 1
    assert refused > 200


def test_a_game_that_stands_twice_with_two_ends_is_refused(tmp_path: Path, games: list[Played]) -> None:
    path = tmp_path / "games.jsonl"
    other = msgspec.structs.replace(games[0], actions=games[0].actions + 1)
    whole = kept(path, games)
    path.write_bytes(whole + results_file.encoded(other) + b"\n")
    with pytest.raises(ResultsFileError, match="is damaged: game 0 stands above with another end"):
        ResultsFile.open(path, PLAN, resume=True)
    path.write_bytes(whole + results_file.encoded(games[0]) + b"\n")
    results_file.check(path, PLAN)


def test_games_of_an_earlier_version_have_no_checksums(tmp_path: Path, games: list[Played]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in (PLAN, *games[:-1])))
    with ResultsFile.open(path, PLAN, resume=True) as results:
        results.add(games[-1])
    assert export.read(path, PLAN) == {game.number: game for game in games}


def test_one_run_at_a_time_writes_a_file(tmp_path: Path, games: list[Played]) -> None:
    path = tmp_path / "games.jsonl"
    with ResultsFile.open(path, PLAN, resume=True) as results:
        for game in games:
            results.add(game)
            with pytest.raises(ResultsFileError, match=r"Another run is writing .*games\.jsonl: wait until it is done"):
                ResultsFile.open(path, PLAN, resume=True)
    with ResultsFile.open(path, PLAN, resume=True) as again:
        assert list(again.played.values()) == games


def test_a_full_disk_is_told_with_the_file_that_did_not_fit(games: list[Played]) -> None:
    path = Path("/dev/full")
    with (
        pytest.raises(ResultsFileError, match=r"/dev/full cannot be written: No space left on device\. The games"),
        ResultsFile(path, path.open("ab"), {}) as full,
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
