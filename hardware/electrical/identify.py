"""Which magnet stands on a tile, from the three components of its field: decoder, and a Monte Carlo of how sure it is.

A 3-axis sensor under the tile's middle feels a dipole whose axis is upright but for a tilt. The angle between the
field's vertical and sideways part gives how far off centre it stands, whatever its strength; its strength at that place
gives its moment, the sign of the vertical part its pole. Millitesla, millimetres, ampere square metres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .sensing import Magnet, figures, height_over, judge, recommended
from .source import Board

Floats = NDArray[np.float64]

TRIALS = 40_000
"""For each kind of magnet."""

SEED = 29


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


@dataclass(frozen=True)
class Read:
    """What the decoder makes of fields, one entry a reading."""

    moment: Floats
    x: Floats
    y: Floats


def kinds(board: Board) -> tuple[Magnet, ...]:
    """The magnets that are to be told apart, weakest first; each with either pole up."""
    grades = figures()["grades"]
    return tuple(
        Magnet(float(diameter), float(height), grade, grades[grade])
        for diameter, height, grade in board.raw["identity"]["magnets"]
    )


def field(moment: Floats, place: Floats, axis: Floats) -> Floats:
    """The field in mT at the origin of dipoles at ``place`` (mm) along unit vectors ``axis``."""
    way = -place
    distance = np.linalg.norm(way, axis=1, keepdims=True)
    unit = way / distance
    along = np.sum(axis * unit, axis=1, keepdims=True)
    return np.asarray(1e-4 * moment[:, None] * (3 * along * unit - axis) / (distance * 1e-3) ** 3)


def decode(felt: Floats, above: float) -> Read:
    """Moment (negative with the other pole up) and place of an upright dipole ``above`` mm over the sensor.

    The ratio of sideways to vertical field of a dipole at the angle t from the axis is 3 tan t / (2 - tan2 t); it is
    solved for tan t, which is the distance aside over the height.
    """
    aside, up = np.hypot(felt[:, 0], felt[:, 1]), felt[:, 2]
    ratio = aside / np.maximum(np.abs(up), 1e-9)
    # ratio (2 - t2) = 3 t
    tangent = (-3 + np.sqrt(9 + 8 * ratio * ratio)) / np.maximum(2 * ratio, 1e-9)
    distance = above * np.sqrt(1 + tangent * tangent)
    cosine = above / distance
    strength = np.hypot(aside, up)
    moment = strength * (distance * 1e-3) ** 3 / (1e-4 * np.sqrt(1 + 3 * cosine * cosine))
    sign = np.sign(up)
    scale = sign * tangent * above / np.maximum(aside, 1e-12)
    return Read(moment * sign, felt[:, 0] * scale, felt[:, 1] * scale)


def classify(read: Read, magnets: tuple[Magnet, ...]) -> NDArray[np.int64]:
    """The kind of each reading: twice the number of the magnet with the nearest logarithm of moment, plus its pole."""
    logs = np.log([magnet.moment for magnet in magnets])
    nearest = np.argmin(np.abs(np.log(np.abs(read.moment))[:, None] - logs), axis=1)
    return np.asarray(2 * nearest + (read.moment < 0), dtype=np.int64)


def trial(
    board: Board, magnets: tuple[Magnet, ...], spread: Spread, off: float, trials: int = TRIALS, seed: int = SEED
) -> tuple[Floats, Floats]:
    """The confusion matrix (true kind by row, share of what it was taken for) and the errors of place in mm.

    Every kind stands ``trials`` times anywhere within ``off`` mm of the middle.
    """
    chance = np.random.default_rng(seed)
    matrix, errors = np.zeros((2 * len(magnets), 2 * len(magnets))), []
    believed = float(np.mean([height_over(board, magnet) for magnet in magnets]))  # it does not know which one stands
    for at, magnet in enumerate(magnets):
        above = height_over(board, magnet)
        for pole in (0, 1):
            radius, turn = off * np.sqrt(chance.random(trials)), 2 * math.pi * chance.random(trials)
            high = above + spread.height * chance.uniform(-1, 1, trials)
            place = np.column_stack((radius * np.cos(turn), radius * np.sin(turn), high))
            lean, where = np.radians(spread.tilt) * chance.random(trials), 2 * math.pi * chance.random(trials)
            axis = np.column_stack((np.sin(lean) * np.cos(where), np.sin(lean) * np.sin(where), np.cos(lean)))
            moment = magnet.moment * (1 + spread.moment * chance.uniform(-1, 1, trials)) * (1 - 2 * pole)
            felt = field(moment, place, axis) * (1 + spread.gain * chance.uniform(-1, 1, (trials, 3)))
            felt += spread.stray * chance.uniform(-1, 1, (trials, 3))
            read = decode(felt, believed)
            matrix[2 * at + pole] = np.bincount(classify(read, magnets), minlength=2 * len(magnets)) / trials
            errors.append(np.hypot(read.x - place[:, 0], read.y - place[:, 1]))
    return matrix, np.concatenate(errors)


LEAST_RIGHT = 0.999
"""Of the kind that is told worst."""

NEAR_MM = (0.4, 1.0)
"""Errors of place that half and 99 of 100 readings stay under."""


def shown(board: Board) -> Iterator[tuple[str, tuple[Magnet, ...]]]:
    """The sets of magnets that the page compares."""
    grades = figures()["grades"]

    def some(*rows: tuple[float, float, str]) -> tuple[Magnet, ...]:
        return tuple(Magnet(diameter, height, grade, grades[grade]) for diameter, height, grade in rows)

    yield "three that the presence sensor takes", kinds(board)
    yield "four that it takes", some((10, 3, "N52"), (12, 3, "N35"), (12, 3, "N52"), (15, 3, "N35"))
    yield "four of one height", some((8, 3, "N42"), (10, 3, "N42"), (12, 3, "N52"), (15, 3, "N52"))


def findings(board: Board) -> Iterator[str]:
    """What of the recognition is out of its bounds."""
    magnets, off = kinds(board), board.raw["tile"]["off_centre"]
    for magnet in magnets:
        verdict = judge(board, magnet, recommended()[1], board.pitch)
        if not verdict.felt or not verdict.released:
            yield f"board.toml: identity.magnets has {magnet.name}; {recommended()[1]}: {verdict.word}."
    matrix, errors = trial(board, magnets, Spread(), off)
    worst = float(matrix.diagonal().min())
    if worst < LEAST_RIGHT:
        yield f"identity.magnets: the worst kind is told right in {worst:.4f} of all cases, not {LEAST_RIGHT:g}."
    for share, most in zip((0.5, 0.99), NEAR_MM, strict=True):
        if (error := float(np.quantile(errors, share))) > most:
            yield f"identity.magnets: {100 * share:g} % of the places are within {error:.2f} mm only, not {most:g}."


def names(magnets: tuple[Magnet, ...]) -> list[str]:
    """Each kind for a table: magnet and the pole that looks up."""
    return [f"{magnet.name} {pole}" for magnet in magnets for pole in ("N", "S")]


def page(board: Board) -> str:
    """Who is it: the confusion matrix as a page."""
    spread, off = Spread(), board.raw["tile"]["off_centre"]
    out = [
        "# Who is it?",
        "",
        "Computed only: no board carries a 3-axis sensor, no firmware decodes one, and nothing was measured. "
        f"{TRIALS} times each kind of magnet stands anywhere within {off:g} mm of a tile's middle; its moment is off "
        f"by up to {100 * spread.moment:g} %, its height by {spread.height:g} mm, each axis' gain by "
        f"{100 * spread.gain:g} %, it leans by up to {spread.tilt:g} degrees, and {spread.stray:g} mT of the "
        "neighbours are left in each component after they are subtracted. [The decoder](../electrical/identify.py) "
        "knows none of this.",
        "",
        "| magnets | kinds with their poles | worst kind told right | half of the places within | 99 of 100 within |",
        "|---|---|---|---|---|",
    ]
    for words, magnets in shown(board):
        matrix, errors = trial(board, magnets, spread, off)
        listed = ", ".join(magnet.name for magnet in magnets)
        out.append(
            f"| {words}: {listed} | {2 * len(magnets)} | {_share(matrix.diagonal().min())} | "
            f"{np.quantile(errors, 0.5):.1f} mm | {np.quantile(errors, 0.99):.1f} mm |"
        )
    magnets = kinds(board)
    matrix, _ = trial(board, magnets, spread, off)
    out += [
        "",
        f"The presence sensor {recommended()[1]} must feel each of them {off:g} mm off centre and let go beside a "
        "neighbour: that leaves little room between the weakest and the strongest, enough for three sizes and not for "
        "four. Of the last four the two weakest are not felt by it at the edge, and the strongest holds it.",
        "",
        "## What each is taken for",
        "",
        "| stands there | " + " | ".join(names(magnets)) + " |",
        "|---|" + "---|" * len(names(magnets)),
    ]
    for name, row in zip(names(magnets), matrix, strict=True):
        out.append(f"| {name} | " + " | ".join(_share(each) if each else "" for each in row) + " |")
    return "\n".join(out) + "\n"


def _share(value: float) -> str:
    return f"{value:.4f}"
