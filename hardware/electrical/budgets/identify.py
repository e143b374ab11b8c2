"""Simulates how surely the firmware's decoder tells which magnet stands on a tile: a Monte Carlo and its bounds.

The world here is a cylinder, magnetised along its axis, as two charged discs; the decoder, which is
``immolation_board/identity/decoder.py`` itself, takes it for a dipole. Millitesla, millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..netlists.rules import firmware
from ..source import Board
from .sensing import Magnet, figures, height_over, judge, on_axis, recommended

Floats = NDArray[np.float64]

TRIALS = 40_000
"""For each kind of magnet."""

SEED = 29
TILE = 44
"""The tile that is read; it has two rows of neighbours on every side."""

FIRST = 40
"""A tile of column 0, whose sensor stands aside: a plug of the row board hangs beside its middle."""

_RINGS = np.polynomial.legendre.leggauss(3)
_SPOKES = np.array([2 * math.pi * (at + 0.5) / 10 for at in range(10)])


@dataclass(frozen=True)
class Spread:
    """How far the world is from the sheet, each way; uniform between its ends."""

    moment: float = 0.04
    height: float = 0.3
    gain: float = 0.02
    tilt: float = 4.0
    """Degrees, in any direction."""

    stray: float = 0.25
    """mT that is left of the neighbours in each component after they are subtracted."""


def kinds(board: Board) -> tuple[Magnet, ...]:
    """The magnets that are to be told apart, weakest first; each with either pole up."""
    grades = figures()["grades"]
    return tuple(
        Magnet(float(diameter), float(height), grade, grades[grade])
        for diameter, height, grade in board.raw["identity"]["magnets"]
    )


def above(board: Board, magnet: Magnet) -> float:
    """The mm from the 3-axis sensor's Hall plates to the magnet's centre."""
    lower = board.section("tile")["sensing_element"] - board.raw["identity"]["element"]
    return height_over(board, magnet) + float(lower)


def settings(board: Board, magnets: tuple[Magnet, ...] | None = None) -> dict[str, str | int]:
    """Return the settings.toml of these magnets: fields over the middle in microtesla, height in tenths of a mm."""
    each = kinds(board) if magnets is None else magnets
    heights = [above(board, magnet) for magnet in each]
    fields = [1000 * on_axis(magnet, height) for magnet, height in zip(each, heights, strict=True)]
    return {
        "IDENTITY_FIELDS": " ".join(f"{field:.0f}" for field in fields),
        "IDENTITY_HEIGHT": round(10 * sum(heights) / len(heights)),
        "IDENTITY_PITCH": round(10 * board.pitch),
        "IDENTITY_ASIDE": round(10 * board.raw["identity"]["first_aside"]),
    }


def decoder(board: Board, magnets: tuple[Magnet, ...]) -> Any:
    """The firmware's own decoder, as the settings for these magnets make it."""
    told = settings(board, magnets)
    fields = [int(word) for word in str(told["IDENTITY_FIELDS"]).split()]
    return firmware("identity.decoder").Magnets(
        fields, *(told[f"IDENTITY_{word}"] for word in ("HEIGHT", "PITCH", "ASIDE"))
    )


def field(magnet: Magnet, place: Floats, axis: Floats) -> Floats:
    """The field in mT at the origin of such magnets centred at ``place`` (mm), along unit vectors ``axis``."""
    aside = np.where(np.abs(axis[:, [0]]) < 0.9, np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, 1.0, 0.0]]))
    first = np.cross(aside, axis)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(axis, first)
    own = np.stack([-np.sum(place * way, axis=1) for way in (first, second, axis)], axis=1)
    felt = np.zeros_like(own)
    radius = magnet.diameter / 2
    for charge, high in ((1, magnet.height / 2), (-1, -magnet.height / 2)):
        for node, weight in zip(*_RINGS, strict=True):
            ring = radius * math.sqrt((node + 1) / 2)  # nodes of equal area
            for turn in _SPOKES:
                way = own - np.array([ring * math.cos(turn), ring * math.sin(turn), high])
                share = charge * weight / 2 / len(_SPOKES)
                felt += share * way / np.linalg.norm(way, axis=1, keepdims=True) ** 3
    felt *= 1e3 * magnet.remanence * radius * radius / 4
    return np.asarray(felt[:, [0]] * first + felt[:, [1]] * second + felt[:, [2]] * axis)


def stand(
    chance: np.random.Generator, board: Board, magnet: Magnet, pole: int, spread: Spread, off: float, trials: int
) -> tuple[Floats, Floats, Floats]:
    """Draw where a magnet stands, along which axis, and how strong it is beside the sheet: one row a trial."""
    radius, turn = off * np.sqrt(chance.random(trials)), 2 * math.pi * chance.random(trials)
    high = above(board, magnet) + spread.height * chance.uniform(-1, 1, trials)
    place = np.column_stack((radius * np.cos(turn), radius * np.sin(turn), high))
    lean, where = np.radians(spread.tilt) * chance.random(trials), 2 * math.pi * chance.random(trials)
    axis = np.column_stack((np.sin(lean) * np.cos(where), np.sin(lean) * np.sin(where), np.cos(lean)))
    return place, (1 - 2 * pole) * axis, 1 + spread.moment * chance.uniform(-1, 1, (trials, 1))


def steps(felt: Floats) -> NDArray[np.int64]:
    """Fields as the sensor's result is handed to the decoder."""
    return np.asarray(np.round(felt * 1000 / firmware("identity.decoder").STEP_UT), dtype=np.int64)


def read(magnets: Any, tile: int, x: int, y: int, z: int) -> int:
    """Let the decoder take one reading; the kind it tells."""
    magnets.begin(tile, x, y, z)
    while not magnets.step():
        pass
    return int(magnets.kind[tile])


def trial(
    board: Board,
    magnets: tuple[Magnet, ...],
    spread: Spread,
    off: float,
    trials: int = TRIALS,
    seed: int = SEED,
    tile: int = TILE,
) -> tuple[Floats, Floats]:
    """The confusion matrix and the errors of place in mm.

    True kind by row; share of what it was taken for by column, the last two "unknown" and "nothing". Every kind stands
    ``trials`` times anywhere within ``off`` mm of the middle of ``tile``.
    """
    sensor = np.array([-board.raw["identity"]["first_aside"] if tile % 10 == 0 else 0.0, 0.0, 0.0])
    chance = np.random.default_rng(seed)
    count = 2 * len(magnets)
    reader = decoder(board, magnets)
    matrix, errors = np.zeros((count, count + 2)), []
    for kind in range(count):
        magnet = magnets[kind // 2]
        place, axis, strong = stand(chance, board, magnet, kind % 2, spread, off, trials)
        felt = field(magnet, place - sensor, axis) * strong
        felt *= 1 + spread.gain * chance.uniform(-1, 1, (trials, 3))
        felt += spread.stray * chance.uniform(-1, 1, (trials, 3))
        for (x, y, z), (right, front, _) in zip(steps(felt).tolist(), place.tolist(), strict=True):
            matrix[kind, read(reader, tile, x, y, z)] += 1 / trials
            errors.append(math.hypot(reader.x[tile] / 10 - right, reader.y[tile] / 10 - front))
    return matrix, np.array(errors)


def crowd(
    board: Board, spread: Spread, trials: int = 400, share: float = 0.4, seed: int = SEED, side: int = 1
) -> tuple[float, Floats]:
    """The share of magnets told right among neighbours, and what is left of the neighbours in mT.

    Each time ``share`` of the 25 tiles about one hold any kind, anywhere within the bound; every one is read three
    times in turn, so that each is decoded with its neighbours known. ``side`` -1: of sensors that lie turned round,
    and nobody has told the decoder.
    """
    chance = np.random.default_rng(seed)
    magnets, off = kinds(board), board.raw["tile"]["off_centre"]
    reader, right, count, left = decoder(board, magnets), 0, 0, []
    tiles = [10 * row + column for row in range(2, 7) for column in range(2, 7)]
    for _ in range(trials):
        held = [tile for tile in tiles if tile == TILE or chance.random() < share]
        truth, own = {}, {}
        total = {tile: np.zeros(3) for tile in held}
        for tile in held:
            kind = int(chance.integers(8))
            magnet = magnets[kind // 2]
            place, axis, strong = stand(chance, board, magnet, kind % 2, spread, off, 1)
            truth[tile] = kind
            away = np.array(
                [[board.pitch * (tile % 10 - at % 10), board.pitch * (tile // 10 - at // 10), 0.0] for at in held]
            )
            felt = field(magnet, place + away, np.repeat(axis, len(held), axis=0)) * strong
            for at, part in zip(held, felt, strict=True):
                total[at] = total[at] + part
            own[tile] = felt[held.index(tile)]
        for tile in range(100):
            reader.forget(tile)
        gain = {tile: (1 + spread.gain * chance.uniform(-1, 1, 3)) * np.array([side, side, 1]) for tile in held}
        for _ in range(3):
            told = {tile: read(reader, tile, *steps(total[tile] * gain[tile]).tolist()) for tile in held}
        right += told[TILE] == truth[TILE]
        count += 1
        reader.begin(TILE, *steps((total[TILE] - own[TILE]) * np.array([side, side, 1])).tolist())
        for _ in range(5):
            reader.step()
        left += [abs(each) * firmware("identity.decoder").STEP_UT / 1000 for each in reader.left()]
    return right / count, np.array(left)


LEAST_RIGHT = 0.9999
"""Of the kind that is told worst."""

FIRST_RIGHT = 0.999
"""The same in column 0, where a magnet may stand two millimetres further from its sensor."""

NEAR_MM = (0.7, 1.5)
"""Errors of place that half and 99 of 100 readings stay under."""

CROWD_RIGHT = 0.995
"""Of the magnets that stand among ten others."""


@dataclass(frozen=True)
class Study:
    """Results of the trials: `trial` and `crowd` with the usual spread."""

    matrix: Floats
    """Of a tile chosen by lot: one in ten is of column 0."""
    first: Floats
    """Of column 0."""
    errors: Floats
    crowd_right: float
    left: Floats
    turned_right: float
    """As ``crowd_right``, of sensors that lie turned round, before the board was asked how they lie."""


def study(board: Board, trials: int = TRIALS) -> Study:
    """Run all trials; ten seconds of one core."""
    off = board.raw["tile"]["off_centre"]
    matrix, errors = trial(board, kinds(board), Spread(), off, trials)
    first, further = trial(board, kinds(board), Spread(), off, trials // 4, tile=FIRST)
    few = np.random.default_rng(SEED).choice(further, len(errors) // 9)
    crowded, turned = crowd(board, Spread()), crowd(board, Spread(), side=-1)
    return Study(0.9 * matrix + 0.1 * first, first, np.concatenate((errors, few)), *crowded, turned[0])


def findings(board: Board, found: Study) -> Iterator[str]:
    """What of the recognition is out of its bounds."""
    magnets = kinds(board)
    usual = figures()["sensors"][recommended()[1]]["release"][1]
    for magnet in magnets:
        verdict = judge(board, magnet, recommended()[1], board.pitch)
        if not verdict.felt:
            yield f"board.toml: identity.magnets has {magnet.name}; {recommended()[1]}: {verdict.word}."
        if verdict.neighbour >= usual / 2:
            yield f"board.toml: identity.magnets has {magnet.name}, half of what holds a usual {recommended()[1]}."
    worst = float(found.matrix.diagonal().min())
    if worst < LEAST_RIGHT:
        yield f"identity.magnets: the worst kind is told right in {worst:.5f} of all cases, not {LEAST_RIGHT:g}."
    worst = float(found.first.diagonal().min())
    if worst < FIRST_RIGHT:
        yield f"identity.first_aside: in column 0 the worst kind is told right in {worst:.5f}, not {FIRST_RIGHT:g}."
    for share, most in zip((0.5, 0.99), NEAR_MM, strict=True):
        if (error := float(np.quantile(found.errors, share))) > most:
            yield f"identity.magnets: {100 * share:g} % of the places are within {error:.2f} mm only, not {most:g}."
    if found.crowd_right < CROWD_RIGHT:
        yield f"identity.magnets: among ten neighbours {found.crowd_right:.4f} are told right, not {CROWD_RIGHT:g}."
    if (rest := float(np.quantile(found.left, 0.95))) > Spread.stray:
        yield f"identity.magnets: {rest:.2f} mT are left of the neighbours, not {Spread.stray:g}."


def names(magnets: tuple[Magnet, ...]) -> list[str]:
    """Each kind for a table: magnet and the pole that looks up."""
    return [f"{magnet.name} {pole}" for magnet in magnets for pole in ("N", "S")]


def page(board: Board, found: Study) -> str:
    """Who is it: the confusion matrix as a page."""
    spread, off, magnets = Spread(), board.raw["tile"]["off_centre"], kinds(board)
    told = settings(board)
    matrix, errors, left = found.matrix, found.errors, found.left
    strongest = judge(board, magnets[-1], recommended()[1], board.pitch)
    least = figures()["sensors"][recommended()[1]]["release"]
    out = [
        "# Who is it?",
        "",
        "Computed only: no strip was built and nothing was measured. "
        f"{TRIALS} times each kind of magnet stands anywhere within {off:g} mm of a tile's middle; its moment is off "
        f"by up to {100 * spread.moment:g} %, its height by {spread.height:g} mm, each axis' gain by "
        f"{100 * spread.gain:g} %, it leans by up to {spread.tilt:g} degrees, and {spread.stray:g} mT of the "
        "neighbours are left in each component after they are subtracted. The magnets are cylinders here; "
        "[the decoder](../../firmware/immolation_board/identity/decoder.py), the very file that runs on the "
        "board, takes them for dipoles and knows none of this.",
        "",
        f"- Worst kind told right: **{matrix.diagonal().min():.5f}** on a tile chosen by lot; in column 0, whose "
        f"sensors stand {board.raw['identity']['first_aside']:g} mm to the left, {found.first.diagonal().min():.5f}.",
        f"- Place: half of the readings within {np.quantile(errors, 0.5):.1f} mm, 99 of 100 within "
        f"{np.quantile(errors, 0.99):.1f} mm.",
        f"- With neighbours in place of the {spread.stray:g} mT, any kinds anywhere on four of ten tiles around: "
        f"{found.crowd_right:.4f} told right; 95 of 100 components are within {np.quantile(left, 0.95):.2f} mT after "
        f"the subtraction, 99 within {np.quantile(left, 0.99):.2f}.",
        "- The same before the board has been asked which way the sensors' axes lie, and they lie turned round: "
        f"{found.turned_right:.4f} told right. Without neighbours a kind does not depend on it.",
        "",
        "| size | magnet | field over the sensor, mT | 8 mm off the middle, at the presence sensor, mT |",
        "|---|---|---|---|",
    ]
    for size, (magnet, microtesla) in enumerate(zip(magnets, str(told["IDENTITY_FIELDS"]).split(), strict=True)):
        edge = judge(board, magnet, recommended()[1], board.pitch).edge
        out.append(f"| {size} | {magnet.name} | {int(microtesla) / 1000:.2f} | {edge:.1f} |")
    out += [
        "",
        f"The presence sensor {recommended()[1]} must feel the weakest {off:g} mm off centre, and four sizes need "
        f"room above it: the strongest leaves {strongest.neighbour:.2f} mT on the next tile where it leans, more than "
        f"the {least[0]:g} mT at which the most sensitive presence sensor lets go, less than half of the usual one's "
        f"{least[1]:g}. A tile that is only held so reads empty on the 3-axis sensor, and the firmware believes that.",
        "",
        "In settings.toml: " + ", ".join(f"`{key} = {_toml(value)}`" for key, value in told.items()) + ".",
        "",
        "## What each is taken for",
        "",
        "| stands there | " + " | ".join([*names(magnets), "unknown", "nothing"]) + " |",
        "|---|" + "---|" * (len(names(magnets)) + 2),
    ]
    for name, row in zip(names(magnets), matrix, strict=True):
        out.append(f"| {name} | " + " | ".join(f"{each:.5f}" if each else "" for each in row) + " |")
    return "\n".join(out) + "\n"


def _toml(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
