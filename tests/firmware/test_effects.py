"""Fire looks like fire, and no two effects can be mistaken for each other, told in numbers."""

from __future__ import annotations

import colorsys
import itertools
from collections.abc import Callable
from statistics import correlation, fmean, pstdev
from typing import Any

import pytest
from immolation_board import effects, wire
from immolation_board.layers import Layer

ORANGE, BLUE = 0xFF5000, 0x2050FF
ALL = range(100)


def light(pixel: bytes) -> float:
    """How bright an LED looks, 0 to 1."""
    return ((0.3 * pixel[0] + 0.59 * pixel[1] + 0.11 * pixel[2]) / 255) ** (1 / 2.2)


def tile(frames: list[bytes], number: int) -> list[bytes]:
    return [frame[3 * number : 3 * number + 3] for frame in frames]


def film(desk: Callable[..., Any], *layers: Layer, frames: int = 250, ms: int = 20) -> list[bytes]:
    table = desk()
    table.show(*layers)
    got: list[bytes] = table.film(frames, ms)
    return got


def test_every_effect_of_the_wire_is_drawn() -> None:
    assert set(effects.LEVELS) == set(effects.RATE) == set(wire.EFFECTS)


def test_levels_stay_within_their_palettes() -> None:
    assert max(effects.FLICKER) + max(effects.SWELL_RING) < effects.LEVELS["fire"]
    assert max(effects.SWELL_RING) < effects.LEVELS["ember"]
    assert max(effects.GLITTER) < effects.LEVELS["gem"]
    assert max(map(effects.breath, range(effects.STEPS))) < effects.LEVELS["pulse"]
    assert max(map(effects.ping, range(effects.STEPS))) < effects.LEVELS["target"]


def shades_of(effect: str, colour: int) -> bytearray:
    table = bytearray(3 * effects.LEVELS[effect])
    for level in range(effects.LEVELS[effect]):
        effects.shade(effect, colour, table, level, level + 1)
    return table


class TestFire:
    def test_burns_from_deep_red_over_orange_to_nearly_white(self) -> None:
        shades = shades_of("fire", ORANGE)
        levels = [shades[at : at + 3] for at in range(0, len(shades), 3)]
        assert levels[0][0] > 0
        assert levels[0][1] == levels[0][2] == 0
        hues = [colorsys.rgb_to_hsv(*[c / 255 for c in level])[0] for level in levels]
        assert all(b > a - 0.01 for a, b in itertools.pairwise(hues)), "red goes to orange and to yellow, never back"
        assert levels[-1][0] == 255
        assert levels[-1][1] > 140
        assert 30 < levels[-1][2] < levels[-1][1]
        brightness = [light(level) for level in levels]
        assert brightness == sorted(brightness)

    def test_is_uneven_over_the_tiles_at_every_moment(self, desk: Callable[..., Any]) -> None:
        for frame in film(desk, Layer("fire", ORANGE, ALL), frames=100):
            lights = [light(frame[at : at + 3]) for at in range(0, 300, 3)]
            assert pstdev(lights) > 0.06
            assert max(lights) - min(lights) > 0.25

    def test_flickers_but_does_not_jump(self, desk: Callable[..., Any]) -> None:
        frames = film(desk, Layer("fire", ORANGE, ALL), frames=400, ms=16)
        for number in range(0, 100, 7):
            seen = [light(pixel) for pixel in tile(frames, number)]
            steps = [abs(b - a) for a, b in itertools.pairwise(seen)]
            assert max(seen) - min(seen) > 0.35, "it moves a great deal"
            assert fmean(steps) < 0.05, "but not between two frames"
            assert correlation(seen[:-1], seen[1:]) > 0.9
            assert abs(correlation(seen[:-60], seen[60:])) < 0.75, "and a second later it is another flame"

    def test_neighbours_burn_each_on_its_own(self, desk: Callable[..., Any]) -> None:
        frames = film(desk, Layer("fire", ORANGE, ALL), frames=500)
        pairs = [(one, one + 1) for one in range(99) if one % 10 != 9]
        together = [
            correlation([light(pixel) for pixel in tile(frames, one)], [light(pixel) for pixel in tile(frames, other)])
            for one, other in pairs[::5]
        ]
        assert fmean(together) < 0.5

    def test_looks_the_same_at_any_frame_rate(self, desk: Callable[..., Any]) -> None:
        fast = film(desk, Layer("fire", ORANGE, ALL), frames=200, ms=10)
        slow = film(desk, Layer("fire", ORANGE, ALL), frames=100, ms=20)
        assert fast[199] == slow[99]

    def test_of_another_colour_keeps_its_colour(self) -> None:
        shades = shades_of("fire", BLUE)
        assert all(shades[at + 2] >= max(shades[at], shades[at + 1]) for at in range(0, len(shades), 3))


class TestTheOthers:
    def test_solid_stands_still_in_the_gamma_of_its_colour(self, desk: Callable[..., Any]) -> None:
        frames = film(desk, Layer("solid", 0xFF8000, ALL), frames=50)
        assert len(set(frames)) == 1
        assert frames[0][:3] == bytes((255, effects.GAMMA[128], 0))

    def test_ember_is_dark_and_slow(self, desk: Callable[..., Any]) -> None:
        ember = film(desk, Layer("ember", ORANGE, ALL))
        fire = film(desk, Layer("fire", ORANGE, ALL))
        assert max(light(pixel) for pixel in tile(ember, 42)) < 0.4
        assert fmean(light(p) for p in tile(ember, 42)) < 0.6 * fmean(light(p) for p in tile(fire, 42))
        changes = sum(a != b for a, b in zip(tile(ember, 42), tile(ember, 42)[1:], strict=False))
        assert changes < 40
        assert len({bytes(frame) for frame in ember}) > 5

    def test_gem_breathes_and_rarely_glints_towards_white(self, desk: Callable[..., Any]) -> None:
        frames = film(desk, Layer("gem", 0xFF2010, [55]), frames=500)
        seen = tile(frames, 55)
        white = [pixel[1] / max(1, pixel[0]) for pixel in seen]
        glinting = sum(share > 0.15 for share in white)
        assert 5 < glinting < 100
        steps = [abs(light(b) - light(a)) for a, b in itertools.pairwise(seen)]
        assert sorted(steps)[int(0.9 * len(steps))] < 0.06
        assert min(light(pixel) for pixel in seen) > 0.15, "a gem never goes out"

    def test_pulse_moves_all_tiles_together_and_softly(self, desk: Callable[..., Any]) -> None:
        frames = film(desk, Layer("pulse", BLUE, ALL))
        assert all(frame == frame[:3] * 100 for frame in frames)
        seen = [light(frame[:3]) for frame in frames]
        assert max(seen) > 2.5 * min(seen) > 0
        assert max(abs(b - a) for a, b in itertools.pairwise(seen)) < 0.05

    def test_blink_is_on_or_off(self, desk: Callable[..., Any]) -> None:
        seen = [frame[:3] for frame in film(desk, Layer("blink", BLUE, ALL))]
        assert len(set(seen)) == 2
        assert bytes(3) in seen
        assert 0.4 < seen.count(bytes(3)) / len(seen) < 0.6

    def test_target_comes_suddenly_and_fades(self, desk: Callable[..., Any]) -> None:
        seen = [light(frame[:3]) for frame in film(desk, Layer("target", BLUE, ALL))]
        steps = [b - a for a, b in itertools.pairwise(seen)]
        assert max(steps) > 0.3
        assert min(steps) > -0.06
        assert min(seen) > 0, "a target can be found between two pings"

    def test_path_runs_along_its_way_in_order(self, desk: Callable[..., Any]) -> None:
        way = [44, 45, 46, 56, 66]
        frames = film(desk, Layer("path", BLUE, sorted(way), way=way), frames=100)
        brightest = [max(range(100), key=lambda n, f=frame: f[3 * n + 2]) for frame in frames]
        visited = [number for at, number in enumerate(brightest) if at == 0 or number != brightest[at - 1]]
        doubled = [*way, *way]
        assert any(visited[at : at + 5] == doubled[turn : turn + 5] for at in range(3) for turn in range(5))
        assert all(frames[-1][3 * number + 2] > 0 for number in way), "the whole way can be seen"

    def test_the_eight_that_move_or_stand_are_told_apart(self, desk: Callable[..., Any]) -> None:
        """Mean, spread, largest and usual step of a tile, and how tiles differ, place every effect somewhere else."""
        places = {}
        for name in wire.EFFECTS:
            if name in ("path", "clock"):
                continue
            frames = film(desk, Layer(name, BLUE, ALL), frames=500)
            seen = [light(pixel) for pixel in tile(frames, 38)]
            apart = pstdev([light(frames[250][at : at + 3]) for at in range(0, 300, 3)])
            steps = [b - a for a, b in itertools.pairwise(seen)]
            places[name] = (
                fmean(seen),
                2 * pstdev(seen),
                max(steps),
                20 * fmean(abs(step) for step in steps),
                2 * apart,
            )
        for one, here in places.items():
            for other, there in places.items():
                if one < other:
                    distance = sum((a - b) ** 2 for a, b in zip(here, there, strict=True)) ** 0.5
                    assert distance > 0.15, f"{one} and {other}"


class TestClock:
    EDGE = list(range(10))

    def lit(self, frame: bytes) -> int:
        return sum(frame[3 * number] > 20 for number in self.EDGE)

    def test_runs_down_by_itself_from_its_far_end(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("clock", 0xFFFFFF, self.EDGE, clock=(10_000, 10_000)))
        seen = []
        for _ in range(11):
            frame = table.film(1, 0)[0]
            seen.append(self.lit(frame))
            table.film(50, 20)
        assert seen == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

    def test_that_is_stopped_stands(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("clock", 0xFFFFFF, self.EDGE, speed=0, clock=(5_000, 10_000)))
        assert {self.lit(frame) for frame in table.film(100)} == {5}

    def test_breathes_before_it_ends(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("clock", 0xFFFFFF, self.EDGE, clock=(12_000, 100_000)))
        assert len({frame[0] for frame in table.film(60)}) > 5

    def test_of_days_neither_overflows_nor_stands_still(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("clock", 0xFFFFFF, ALL, clock=(wire.MAX_NUMBER, wire.MAX_NUMBER)))
        frames = table.film(3)
        assert self.lit(frames[-1]) == 10

    def test_takes_its_order_from_the_way(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("clock", 0xFFFFFF, [0, 1, 2, 3], way=[3, 2, 1, 0], speed=0, clock=(500, 1000)))
        frame = table.film(1)[0]
        assert frame[9] > 100
        assert frame[6] > 100
        assert frame[0] < 20


@pytest.mark.parametrize("name", [name for name in wire.EFFECTS if name not in ("solid", "clock")])
def test_speed_0_stands_still_and_speed_200_is_twice_as_fast(desk: Callable[..., Any], name: str) -> None:
    still = film(desk, Layer(name, BLUE, ALL, speed=0), frames=30)
    assert len(set(still)) == 1
    twice = film(desk, Layer(name, BLUE, ALL, speed=200), frames=50, ms=20)
    once = film(desk, Layer(name, BLUE, ALL), frames=50, ms=40)
    assert twice == once
