"""Reads binary STL and measures it: closed or not, size, volume, walls, overlaps."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Triangles = NDArray[np.float64]
"""Shape (n, 3, 3): triangle, corner, coordinate."""


@dataclass(frozen=True)
class Placed:
    """A part where it belongs in the board, in CAD coordinates: y counts away from the player."""

    name: str
    group: str
    count: int
    printed: Triangles
    placed: Triangles


def read(path: Path) -> Triangles:
    """Triangles of a binary STL. Raises ValueError for anything else."""
    data = path.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    if len(data) != 84 + 50 * count or not count:
        raise ValueError(f"{path.name} is no binary STL: {len(data)} bytes for {count} triangles.")
    rows = np.frombuffer(data, dtype=np.uint8, offset=84).reshape(count, 50)
    corners = rows[:, 12:48].copy().view("<f4").reshape(count, 3, 3)
    return corners.astype(np.float64)


def place(triangles: Triangles, pose: str, offset: list[float]) -> Triangles:
    """From the printer's bed to its place in the board."""
    x, y, z = np.moveaxis(triangles + np.array(offset), 2, 0)
    turned = {"standing": (x, y, z), "turned over": (x, -y, -z), "laid on its face": (x, z, -y)}[pose]
    return np.stack(turned, axis=2)


def load_all(out: Path) -> list[Placed]:
    """Every part of parts.json."""
    made = []
    for row in json.loads((out / "parts.json").read_text(encoding="utf-8")):
        printed = read(out / "stl" / f"{row['name']}.stl")
        made.append(
            Placed(row["name"], row["group"], row["count"], printed, place(printed, row["pose"], row["offset"]))
        )
    return made


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Triangles:
    """Return the twelve triangles of a box between two corners, its faces outwards."""
    corner = np.array([[(low, high)[bit >> axis & 1][axis] for axis in range(3)] for bit in range(8)])
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return np.array([corner[[a, *pair]] for a, b, c, e in faces for pair in ((b, c), (c, e))], dtype=np.float64)


def size(triangles: Triangles) -> tuple[float, float, float]:
    """Width, depth and height."""
    span = triangles.max(axis=(0, 1)) - triangles.min(axis=(0, 1))
    return float(span[0]), float(span[1]), float(span[2])


def volume(triangles: Triangles) -> float:
    """Cubic millimetres; negative when the faces look inwards."""
    return float(np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6)


def open_edges(triangles: Triangles) -> int:
    """Edges that do not have exactly one partner running the other way: none in a closed surface."""
    corners = np.round(triangles.reshape(-1, 3), 4)
    _, index = np.unique(corners, axis=0, return_inverse=True)
    face = index.reshape(-1, 3)
    face = face[(face[:, 0] != face[:, 1]) & (face[:, 1] != face[:, 2]) & (face[:, 2] != face[:, 0])]
    edges = np.concatenate([face[:, [0, 1]], face[:, [1, 2]], face[:, [2, 0]]])
    top = int(index.max()) + 1
    forth = edges[:, 0].astype(np.int64) * top + edges[:, 1]
    back = edges[:, 1].astype(np.int64) * top + edges[:, 0]
    there, times = np.unique(forth, return_counts=True)
    other, partner = np.unique(back, return_counts=True)
    wrong = int(np.setxor1d(there, other).size)
    both, at, to = np.intersect1d(there, other, return_indices=True)
    return wrong + int((times[at] != partner[to]).sum()) + 0 * both.size


def thinnest(triangles: Triangles, most: int = 500, engraved: float = 0.0) -> tuple[float, NDArray[np.float64]]:
    """The least way through the material, straight in from the middle of the largest faces, and where that is.

    Only faces with a parallel face opposite count: a ray that leaves through a slanting face measures an edge, no wall.
    Upright faces within ``engraved`` mm of the bed are sides of numerals, no walls either.
    """
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    normal = np.cross(b - a, c - a)
    area = np.linalg.norm(normal, axis=1)
    unit = normal / np.maximum(area, 1e-12)[:, None]
    chosen = np.argsort(area)[::-1][:most]
    middle = triangles[:, :, 2].mean(axis=1)
    side_of_numeral = (middle < engraved) & (np.abs(unit[:, 2]) < 0.5)
    chosen = chosen[(area[chosen] > 1.0) & ~side_of_numeral[chosen]]
    least, where = np.inf, np.zeros(3)
    for part in np.array_split(chosen, max(1, len(chosen) // 100)):
        start = triangles[part].mean(axis=1) - 1e-4 * unit[part]
        ray = -unit[part]
        cosine = ray @ unit.T
        facing = cosine > 0.98
        distance = np.einsum("rtk,tk->rt", a[None, :, :] - start[:, None, :], unit) / np.where(facing, cosine, 1.0)
        hit = start[:, None, :] + distance[:, :, None] * ray[:, None, :]
        inside = facing & (distance > 0)
        for p, q in ((a, b), (b, c), (c, a)):
            side = np.einsum("rtk,tk->rt", np.cross(np.broadcast_to(q - p, hit.shape), hit - p[None]), unit)
            inside &= side > -1e-9
        reach = np.where(inside, distance, np.inf)
        best = np.unravel_index(int(reach.argmin()), reach.shape)
        if reach[best] < least:
            least, where = float(reach[best]), start[best[0]]
    return least, where


def columns(
    triangles: Triangles, axis: int, lines: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> dict[int, list[float]]:
    """Where straight lines along ``axis`` enter and leave a part: sorted places by number of the line.

    ``lines`` are the places of the lines in the two other coordinates, as the axes of a lattice.
    """
    u, v = [k for k in range(3) if k != axis]
    us, vs = lines
    found: dict[int, list[float]] = {}
    low, high = triangles.min(axis=1), triangles.max(axis=1)
    u0, u1 = np.searchsorted(us, low[:, u]), np.searchsorted(us, high[:, u])
    v0, v1 = np.searchsorted(vs, low[:, v]), np.searchsorted(vs, high[:, v])
    for k in np.flatnonzero((u1 > u0) & (v1 > v0)):
        (ax, ay), (bx, by), (cx, cy) = triangles[k][:, [u, v]]
        det = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
        if abs(det) < 1e-9:
            continue
        x, y = us[u0[k] : u1[k], None], vs[None, v0[k] : v1[k]]
        one = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / det
        two = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / det
        three = 1 - one - two
        za, zb, zc = triangles[k][:, axis]
        for i, j in np.argwhere((one >= 0) & (two >= 0) & (three >= 0)):
            line = int((u0[k] + i) * len(vs) + v0[k] + j)
            found.setdefault(line, []).append(float(one[i, j] * za + two[i, j] * zb + three[i, j] * zc))
    return {line: sorted(places) for line, places in found.items() if len(places) % 2 == 0}
