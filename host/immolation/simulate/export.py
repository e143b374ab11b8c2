"""Writes a finished series to files: JSON lines for everybody, Parquet for who counts further."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from .one_game import Played
from .plan import Plan
from .results_file import ResultsFileError, decoded, encoded
from .shares import shares
from .whole_files import write_whole

CLONE: Final = Path(__file__).parents[3]
"""Where a clone of the project has its root; any other folder where it was installed as a package."""


def extra(root: Path = CLONE) -> str:
    """The command that brings the libraries for Parquet and plots, as it works where this program came from."""
    if (root / "pyproject.toml").is_file() and (root / "Makefile").is_file():
        return ".venv/bin/pip install -e '.[simulate]'"
    return "pip install 'immolation[simulate]'"


PLAN: Final = b"immolation.plan"
"""Key of the plan in a Parquet file's metadata."""


class MissingPart(ValueError):
    """A library that not everybody installs is needed; ``str()`` says which command brings it."""


def need(module: str, for_what: str) -> Any:
    """Import a library of the extra ``simulate``. Raises MissingPart."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingPart(f"{for_what} needs {package}, which is not installed; `{extra()}` brings it.") from None


def check(path: Path) -> None:
    """Refuse a kind of file nobody here can write before any game is played. Raises ValueError."""
    if path.suffix == ".parquet":
        need("pyarrow", "Parquet")
    elif path.suffix != ".jsonl":
        raise ValueError(f"{path}: name a file that ends in .jsonl or .parquet.")


def write(path: Path, plan: Plan, games: Sequence[Played]) -> None:
    """Put the finished series in its place, in the order of the games' numbers, whole or not at all."""
    write_lines = _write_parquet if path.suffix == ".parquet" else _write_lines
    write_whole(path, lambda fresh: write_lines(fresh, plan, games))


def read(path: Path, plan: Plan) -> dict[int, Played]:
    """The games of a finished file by number. Raises ResultsFileError if it is no such file or of another plan."""
    try:
        lines = _parquet_lines(path) if path.suffix == ".parquet" else path.read_bytes().splitlines()
    except (KeyError, AttributeError):  # of another program
        raise ResultsFileError(f"{path} is no file of games that were simulated.") from None
    return decoded(path, lines, plan)


def _write_lines(path: Path, plan: Plan, games: Sequence[Played]) -> None:
    with path.open("wb") as file:
        file.writelines(encoded(record) + b"\n" for record in (plan, *games))
        file.flush()
        os.fsync(file.fileno())


def _write_parquet(path: Path, plan: Plan, games: Sequence[Played]) -> None:
    """One row a game; what is told seat by seat is a list of records, and ``record`` is the whole game as JSON."""
    arrow = need("pyarrow", "Parquet")
    parquet = need("pyarrow.parquet", "Parquet")
    text, whole = arrow.string(), arrow.int64()
    seat = arrow.struct(
        {"seat": text, "bot": text, "won": arrow.float64(), "score": whole, "groups": arrow.map_(text, text)}
    )
    schema = arrow.schema(
        {
            "game": whole,
            "status": text,
            "rounds": whole,
            "actions": whole,
            "winners": arrow.list_(text),
            "rule": text,
            "seats": arrow.list_(seat),
            "numbers": arrow.map_(text, arrow.float64()),
            "counts": arrow.map_(text, arrow.map_(text, whole)),
            "tiles": arrow.map_(text, arrow.list_(whole)),
            "digest": text,
            "record": text,
        },
        metadata={PLAN: msgspec.json.encode(plan)},
    )
    ruleset = plan.load()
    rows = [_row(game, shares(ruleset, game)) for game in games]
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), path, compression="zstd")


def _row(game: Played, won: Mapping[str, float]) -> dict[str, Any]:
    seats = [
        {
            "seat": seat,
            "bot": bot,
            "won": won[seat],
            "score": game.scores.get(seat),
            "groups": list(game.groups.get(seat, {}).items()),
        }
        for seat, bot in game.bots.items()
    ]
    return {
        "game": game.number,
        "status": game.status,
        "rounds": game.rounds,
        "actions": game.actions,
        "winners": list(game.winners),
        "rule": game.rule,
        "seats": seats,
        "numbers": list(game.numbers.items()),
        "counts": [(chart, list(items.items())) for chart, items in game.counts.items()],
        "tiles": list(game.tiles.items()),
        "digest": game.digest,
        "record": msgspec.json.encode(game).decode(),
    }


def _parquet_lines(path: Path) -> list[bytes]:
    parquet = need("pyarrow.parquet", "Parquet")
    arrow = need("pyarrow", "Parquet")
    try:
        table = parquet.read_table(path)
    except (OSError, arrow.ArrowInvalid) as error:
        raise ResultsFileError(f"{path} cannot be read: {error}.") from None
    plan = (table.schema.metadata or {})[PLAN]
    return [plan, *(record.encode() for record in table.column("record").to_pylist())]
