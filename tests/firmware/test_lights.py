"""Scenes on the LEDs: layers over each other, any wiring, and never more current than the supply gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation_board import effects, lights, wire, wiring
from immolation_board.layers import Layer
from immolation_board.lights import Lights, milliamps

ALL = range(100)
IDLE = lights.DARK_MA + lights.MCU_MA
G = effects.GAMMA


def pixel(frame: bytes, tile: int) -> tuple[int, ...]:
    return tuple(frame[3 * tile : 3 * tile + 3])


class TestLayers:
    def test_the_higher_priority_lies_on_top_whatever_the_order(self, desk: Callable[..., Any]) -> None:
        red, blue = Layer("solid", 0xFF0000, [5], priority=10), Layer("solid", 0x0000FF, [5, 6], priority=9)
        for scene in ((red, blue), (blue, red)):
            table = desk()
            table.show(*scene)
            frame = table.film(1)[0]
            assert pixel(frame, 5) == (255, 0, 0)
            assert pixel(frame, 6) == (0, 0, 255)

    def test_of_equal_priority_the_later_one_lies_on_top(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("solid", 0xFF0000, [5]), Layer("solid", 0x00FF00, [5]))
        assert pixel(table.film(1)[0], 5) == (0, 255, 0)

    def test_half_opacity_mixes_light_half_and_half(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("solid", 0xFF0000, [5]), Layer("solid", 0x0000FF, [5], priority=200, opacity=128))
        red, green, blue = pixel(table.film(1)[0], 5)
        assert green == 0
        assert 124 <= red <= 128
        assert 126 <= blue <= 129

    def test_opacity_over_nothing_dims(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("solid", 0xFFFFFF, [5], opacity=64))
        assert all(62 <= channel <= 64 for channel in pixel(table.film(1)[0], 5))

    def test_opacity_0_is_not_there(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("solid", 0x00FF00, [5]), Layer("solid", 0xFF0000, [5], priority=200, opacity=0))
        assert pixel(table.film(1)[0], 5) == (0, 255, 0)

    def test_a_still_layer_under_a_moving_one_stays(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("solid", 0xFF0000, [5]), Layer("blink", 0x0000FF, [5], priority=200, opacity=128))
        assert {pixel(frame, 5)[0] for frame in table.film(100)} <= set(range(124, 129))

    def test_sixteen_layers_on_one_tile_never_overflow_a_byte(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(*[Layer("fire", 0xFFFFFF, ALL, priority=at, opacity=200 + at) for at in range(16)])
        assert max(max(frame) for frame in table.film(100)) <= 255

    def test_tiles_of_no_layer_are_dark(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("fire", 0xFF5000, ALL))
        table.film(10)
        table.show(Layer("solid", 0xFF0000, [1]))
        assert sum(table.film(1)[0]) == 255

    def test_an_empty_scene_is_dark(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("fire", 0xFF5000, ALL))
        table.film(3)
        table.show()
        assert table.film(1)[0] == bytes(300)


class TestSwitching:
    def test_the_old_scene_burns_on_until_the_new_one_is_whole(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("solid", 0xFF0000, ALL))
        table.film(2)
        table.lights.show([Layer("solid", 0x00FF00, range(50)), Layer("solid", 0x0000FF, range(50, 100))])
        table.frames.clear()
        while table.lights.busy:
            table.lights.work()
            assert table.lights.busy, "until it has been drawn"
            table.lights.draw(20)
        frames = table.frames
        assert len(frames) > 3
        assert set(frames[:-1]) == {bytes((255, 0, 0)) * 100}
        assert frames[-1] == bytes((0, 255, 0)) * 50 + bytes((0, 0, 255)) * 50

    def test_flames_go_on_where_they_were(self, desk: Callable[..., Any]) -> None:
        table, other = desk(), desk()
        for one in (table, other):
            one.show(Layer("fire", 0xFF5000, ALL))
            one.film(40)
        table.show(Layer("fire", 0xFF5000, ALL), Layer("gem", 0x2050FF, [3], priority=200))
        assert table.film(1)[0][12:] == other.film(1)[0][12:]

    def test_the_newest_of_many_wins(self, desk: Callable[..., Any]) -> None:
        table = desk()
        for colour in (0xFF0000, 0x00FF00, 0x0000FF):
            table.lights.show([Layer("solid", colour, ALL)])
            table.lights.work()
        table.lights.finish()
        assert table.film(1)[0] == bytes((0, 0, 255)) * 100

    def test_a_palette_that_stays_on_the_lights_is_not_built_again(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.show(Layer("fire", 0xFF5000, [1]))
        kept = table.lights._renderers[0].palette
        table.show(Layer("gem", 0x2050FF, [3]), Layer("fire", 0xFF5000, [2]), Layer("fire", 0xFF5000, [7]))
        assert [renderer.palette is kept for renderer in table.lights._renderers] == [False, True, True]

    def test_no_step_of_the_preparation_is_a_large_part_of_it(self, desk: Callable[..., Any]) -> None:
        table = desk()
        table.lights.show([Layer("fire", 0xFF5000 + at, ALL, opacity=200) for at in range(4)])
        steps = 0
        while table.lights.work():
            steps += 1
        assert steps > 60


class TestWiring:
    @pytest.mark.parametrize("order", lights.ORDERS)
    def test_bytes_go_out_in_the_leds_own_order_of_colours(self, desk: Callable[..., Any], order: str) -> None:
        table = desk(order=order)
        table.show(Layer("solid", 0xFF8040, [0]), Layer("solid", 0xFF8040, [1], opacity=254))
        frame = table.film(1)[0]
        wanted = {"R": 255, "G": G[0x80], "B": G[0x40]}
        assert list(frame[:3]) == [wanted[letter] for letter in order]
        assert all(abs(have - wanted[letter]) < 3 for have, letter in zip(frame[3:6], order, strict=True))

    def test_every_tile_lights_the_led_under_it(self) -> None:
        chain = wiring.led_chain("columns", "serpentine", 99)
        frames: list[bytes] = []
        board = Lights(lambda f: frames.append(bytes(f)), chain, "RGB", 6000, IDLE, 255)
        for tile in (0, 17, 53, 99):
            board.show([Layer("solid", 0xFFFFFF, [tile])])
            board.finish()
            board.draw(20)
            lit = [led for led in range(100) if frames[-1][3 * led]]
            assert [chain[led] for led in lit] == [tile]


layer = st.builds(
    Layer,
    st.sampled_from(wire.EFFECTS),
    st.integers(0, 0xFFFFFF) | st.just(0xFFFFFF),
    st.sets(st.integers(0, 99), max_size=100) | st.just(set(ALL)),
    st.integers(0, 255),
    st.integers(0, 1000),
    st.integers(0, 255) | st.just(255),
    clock=st.none() | st.tuples(st.integers(0, 100_000), st.integers(0, 100_000)),
)
scene = st.tuples(st.lists(layer, max_size=16), st.integers(0, 255) | st.just(255))
unhurried = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


class TestSupply:
    @unhurried
    @given(
        scenes=st.lists(scene, min_size=1, max_size=4),
        supply=st.integers(100, 6000),
        order=st.sampled_from(lights.ORDERS),
    )
    def test_no_frame_ever_draws_more_than_the_supply_gives(
        self, desk: Callable[..., Any], scenes: list[Any], supply: int, order: str
    ) -> None:
        table = desk(supply_ma=supply, order=order)
        for layers, brightness in scenes:
            table.lights.show(layers, brightness)
            for frame in table.film(30):
                assert milliamps(frame, order, 0) <= max(0, supply - IDLE)

    @unhurried
    @given(one=scene, first=st.integers(100, 6000), then=st.integers(100, 6000))
    def test_a_limit_changed_by_the_host_holds_from_the_next_frame(
        self, desk: Callable[..., Any], one: Any, first: int, then: int
    ) -> None:
        table = desk(supply_ma=first)
        table.show(*one[0], brightness=one[1])
        table.film(20)
        table.lights.supply(then)
        for frame in table.film(20):
            assert milliamps(frame, "RGB", 0) <= max(0, then - IDLE)

    def test_a_hundred_burning_tiles_fit_a_usb_port_and_use_most_of_it(self, desk: Callable[..., Any]) -> None:
        table = desk(supply_ma=500)
        table.show(Layer("fire", 0xFF5000, ALL))
        table.settle()
        drawn = [milliamps(frame, "RGB", IDLE) for frame in table.film(200)]
        assert max(drawn) <= 500
        assert sum(drawn) / len(drawn) > 420

    def test_dimming_keeps_the_colours_of_the_flames(self, desk: Callable[..., Any]) -> None:
        bright, dim = desk(supply_ma=6000), desk(supply_ma=500)
        for table in (bright, dim):
            table.show(Layer("fire", 0xFF5000, ALL))
            table.settle()
        one, other = bright.film(1)[0], dim.film(1)[0]
        sums = [[sum(frame[channel::3]) for channel in range(3)] for frame in (one, other)]
        assert abs(sums[0][1] / sums[0][0] - sums[1][1] / sums[1][0]) < 0.05

    def test_once_settled_frames_fit_by_themselves(self, desk: Callable[..., Any]) -> None:
        table = desk(supply_ma=500)
        table.show(Layer("fire", 0xFF5000, ALL))
        table.settle()
        held = []
        table.lights._hold = lambda total, hold=table.lights._hold: held.append(total) or hold(total)
        table.film(500)
        assert len(held) < 10

    def test_light_comes_back_when_the_scene_needs_less(self, desk: Callable[..., Any]) -> None:
        table = desk(supply_ma=300)
        table.show(Layer("solid", 0xFFFFFF, ALL))
        table.settle()
        table.show(Layer("solid", 0xFFFFFF, [7]))
        frames = table.film(50)
        assert pixel(frames[-1], 7) == (255, 255, 255)

    def test_what_is_reported_is_what_is_drawn(self, desk: Callable[..., Any]) -> None:
        table = desk(supply_ma=2000)
        table.show(Layer("fire", 0xFF5000, range(40)), Layer("gem", 0xFFFFFF, range(40, 60)))
        frame = table.film(1)[0]
        assert 0 <= table.lights.ma - milliamps(frame, "RGB", IDLE) <= 1

    def test_a_supply_that_feeds_only_the_board_leaves_it_dark_and_says_so(self, desk: Callable[..., Any]) -> None:
        table = desk(supply_ma=100)
        table.show(Layer("solid", 0xFFFFFF, ALL))
        assert table.film(1)[0] == bytes(300)
        assert table.lights.starved

    @pytest.mark.parametrize("brightness", [0, 1, 64, 128, 255])
    def test_brightness_dims_as_eyes_see_it(self, desk: Callable[..., Any], brightness: int) -> None:
        table = desk()
        table.show(Layer("solid", 0xFFFFFF, [0]), brightness=brightness)
        table.film(300)
        assert abs(table.film(1)[0][0] - G[brightness]) <= 1

    def test_the_makers_own_brightness_and_the_hosts_multiply(self, desk: Callable[..., Any]) -> None:
        table = desk(brightness=128)
        table.show(Layer("solid", 0xFFFFFF, [0]), brightness=128)
        assert abs(table.film(1)[0][0] - G[128] * G[128] // 255) <= 1


@pytest.mark.needs("micropython")
class TestInMicroPython:
    SCENES = """
        from immolation_board import lights, wiring, ticks
        from immolation_board.layers import Layer
        ALL = range(100)
        def board(supply):
            return lights.Lights(lambda frame: None, wiring.led_chain("rows", "serpentine", 0), "GRB", supply, 150, 255)
        fire = (Layer("fire", 0xFF5000, ALL),)
        game = (Layer("fire", 0xFF5000, range(36)), Layer("ember", 0xFF4000, range(36, 50)),
            Layer("gem", 0x2050FF, range(50, 60)), Layer("gem", 0xFF2010, range(60, 70)),
            Layer("pulse", 0x8040FF, [70, 71], 150), Layer("target", 0xFFFFFF, range(30, 45), 200, 100, 160),
            Layer("path", 0x00FFFF, [80, 81, 82], 210, way=[80, 81, 82]), Layer("blink", 0xFF0000, [83]),
            Layer("clock", 0xFFC040, range(90, 100), clock=(60000, 60000)), Layer("solid", 0x4060FF, [74]))
    """

    def test_500_frames_allocate_nothing(self, micropython: Callable[..., str]) -> None:
        out = micropython(
            self.SCENES
            + """
        import gc
        for supply in (500, 6000):
            for scene in (fire, game):
                one = board(supply)
                one.show(scene)
                one.finish()
                for _ in range(800):
                    one.draw(16)
                    one.work()
                gc.collect()
                before = gc.mem_alloc()
                for _ in range(500):
                    one.draw(16)
                    one.work()
                print(gc.mem_alloc() - before)
        """
        )
        assert all(int(line) < 100 for line in out.split()), out

    def test_draws_the_same_bytes_as_on_the_desk(
        self, micropython: Callable[..., str], desk: Callable[..., Any]
    ) -> None:
        out = micropython(
            self.SCENES
            + """
        import binascii
        sink = bytearray()
        one = lights.Lights(sink.extend, bytes(range(100)), "RGB", 500, 150, 255)
        one.show(game)
        one.finish()
        for _ in range(100):
            one.draw(20)
            one.finish()
        print(binascii.crc32(sink))
        """
        )
        scope: dict[str, Any] = {}
        import binascii
        import textwrap

        exec(textwrap.dedent(self.SCENES), scope)
        table = desk(supply_ma=500)
        table.show(*scope["game"])
        assert int(out) == binascii.crc32(b"".join(table.film(100)))
