"""Scenes on the LEDs: layers over each other, any wiring, and never more current than the supply gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation_board import effects, lights, wire, wiring
from immolation_board.layers import MA_BLUE, MA_GREEN, MA_RED, Layer
from immolation_board.lights import Lights

ALL = range(100)
IDLE = lights.DARK_MA + lights.MCU_MA
G = effects.GAMMA


def milliamps(frame: bytes, order: str, idle_ma: int) -> float:
    """What a written frame draws, computed from its bytes alone."""
    red_at, green_at, blue_at = order.index("R"), order.index("G"), order.index("B")
    total = 0
    for at in range(0, len(frame), 3):
        total += frame[at + red_at] * MA_RED + frame[at + green_at] * MA_GREEN + frame[at + blue_at] * MA_BLUE
    return idle_ma + total / 255


def pixel(frame: bytes, tile: int) -> tuple[int, ...]:
    return tuple(frame[3 * tile : 3 * tile + 3])


class BusyWire:
    """Lights that have drawn one frame of a colour; the wire is busy with it, and the next frame waits."""

    def __init__(self, supply_ma: int, colour: int) -> None:
        self.sent: list[bytes] = []
        self.busy = False
        self.lights = Lights(
            lambda frame: self.sent.append(bytes(frame)),
            bytes(range(100)),
            "RGB",
            supply_ma,
            IDLE,
            255,
            ready=lambda: not self.busy,
        )
        self.lights.show([Layer("solid", colour, ALL)])
        self.lights.finish()
        self.lights.draw(10)
        self.busy = True
        self.lights.start(10)
        while self.lights.step() is not None:
            pass


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
            assert milliamps(frame, "RGB", 0) <= max(0, min(first, then) - IDLE)

    def test_a_host_may_lower_what_the_maker_set_and_never_raise_it(self, desk: Callable[..., Any]) -> None:
        table = desk(supply_ma=500)
        table.show(Layer("solid", 0xFFFFFF, ALL))
        for told, drawn in ((6000, 500), (300, 300), (6000, 500)):
            table.lights.supply(told)
            table.film(200)
            assert max(milliamps(frame, "RGB", IDLE) for frame in table.film(200)) <= drawn
            assert table.lights.budget == (drawn - IDLE) * 255

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

    @pytest.mark.parametrize("brightness", [0, 64, 128, 255])
    def test_brightness_dims_as_eyes_see_it(self, desk: Callable[..., Any], brightness: int) -> None:
        table = desk()
        table.show(Layer("solid", 0xFFFFFF, [0]), brightness=brightness)
        table.film(300)
        assert abs(table.film(1)[0][0] - G[brightness]) <= 1

    @pytest.mark.parametrize(("maker", "host"), [(255, 1), (255, 40), (1, 255), (110, 40), (1, 1)])
    def test_however_dim_a_flame_has_steps_and_more_than_red(
        self, desk: Callable[..., Any], maker: int, host: int
    ) -> None:
        table = desk(brightness=maker)
        table.show(Layer("fire", 0xFF6000, [0]), brightness=host)
        seen = {frame[:3] for frame in table.film(200)}
        assert len(seen) >= 5
        assert any(green for _, green, _ in seen)
        table.show(Layer("fire", 0xFF6000, [0]), brightness=0)
        assert table.film(1)[0] == bytes(300)

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


class TestParts:
    def test_a_frame_is_drawn_in_parts_and_goes_out_once_and_whole(self, desk: Callable[..., Any]) -> None:
        one, other = desk(), desk()
        scene = (Layer("fire", 0xFF5000, ALL), Layer("gem", 0x2050FF, range(30), priority=200, opacity=120))
        for table in (one, other):
            table.show(*scene)
            table.film(5)
            table.frames.clear()
        one.lights.draw(20)
        other.lights.start(20)
        parts = 1
        while not other.lights.step():
            assert other.frames == []
            parts += 1
        assert parts > 2
        assert other.frames == one.frames

    def test_a_frame_waits_until_the_one_before_has_left(self) -> None:
        wire = BusyWire(6000, 0xFF0000)
        shown, sent = wire.lights, wire.sent
        shown.show([Layer("fire", 0x0000FF, ALL)])
        for _ in range(500):  # the next scene is prepared meanwhile, and this frame stays as it is
            assert shown.step() is None
            assert shown.work()
        assert len(sent) == 1
        wire.busy = False
        assert shown.step()
        assert sent == [bytes([255, 0, 0] * 100)] * 2
        shown.work()
        shown.draw(10)
        assert not any(sent[2][0::3][:1])
        assert len(set(sent[2][2::3])) > 10

    def test_the_gain_of_a_frame_that_waits_for_the_wire_stays(self) -> None:
        wire = BusyWire(1000, 0xFFFFFF)  # over the supply, so the palettes are to be built at a lower gain
        assert not wire.lights.work()
        wire.busy = False
        while not wire.lights.step():
            pass
        assert wire.lights.work()


def table_of(
    per_tile: int = 1, buttons: tuple[int, ...] = (), glow: int = 0, supply: int = 6000
) -> tuple[Lights, list[bytes]]:
    sent: list[bytes] = []
    chain = wiring.led_chain("rows", "serpentine", 0)
    idle = lights.DARK_MA * per_tile + lights.MCU_MA
    return Lights(
        lambda frame: sent.append(bytes(frame)), chain, "GRB", supply, idle, 255, per_tile, buttons, glow
    ), sent


def played(shown: Lights, sent: list[bytes], frames: int, ms: int = 10) -> list[bytes]:
    sent.clear()
    shown.finish()
    for _ in range(frames):
        shown.draw(ms)
        shown.finish()
    return list(sent)


class TestFourLeds:
    def test_all_four_show_the_tile_and_each_tile_where_the_chain_has_it(self) -> None:
        shown, sent = table_of(4)
        shown.show([Layer("solid", 0x00FF00, [0, 10])])
        frame = played(shown, sent, 1)[0]
        lit = {at // 12 for at in range(0, 1200, 3) if frame[at : at + 3] == b"\xff\0\0"}
        assert lit == {0, 19}
        assert sum(frame) == 8 * 255

    def test_flames_lean_to_one_side_and_to_the_other(self) -> None:
        shown, sent = table_of(4)
        shown.show([Layer("fire", 0xFF5000, ALL)])
        leans = set()
        for frame in played(shown, sent, 300, 20):
            left_back, right_back, right_front, left_front = (frame[at + 1] for at in (0, 3, 6, 9))
            assert left_back == left_front
            assert right_back == right_front
            leans.add((left_back > right_back) - (left_back < right_back))
        assert {-1, 1} <= leans

    @pytest.mark.parametrize("effect", sorted(effects.LEVELS))
    def test_no_frame_draws_more_than_the_supply_gives_or_other_than_was_summed(self, effect: str) -> None:
        shown, sent = table_of(4, supply=900)
        shown.show([Layer(effect, 0xFFFFFF, ALL), Layer("fire", 0xFF5000, range(30), 200, opacity=99)])
        for _ in range(60):
            frame = played(shown, sent, 1, 50)[0]
            drawn = milliamps(frame, "GRB", lights.DARK_MA * 4 + lights.MCU_MA)
            assert drawn <= shown.ma <= 900

    @pytest.mark.parametrize("effect", sorted(effects.LEVELS))
    def test_a_new_scene_fits_the_supply_from_its_first_frame_and_uses_it(self, effect: str) -> None:
        shown, sent = table_of(4, supply=4000)
        played(shown, sent, 1)
        shown.show([Layer(effect, 0xFFFFFF, ALL, way=ALL)])
        shown.finish()
        most = 0
        for _ in range(70):  # a second; of one LED a tile a frame would have to be scaled here
            shown.start(14)
            parts = 1
            while not shown.step():
                parts += 1
            assert parts <= 3
            most = max(most, shown.ma)
        if effect not in ("ember", "path"):  # which need less
            assert most > 2500

    def test_scenes_that_are_never_shown_do_not_dim_it_again_and_again(self) -> None:
        shown, sent = table_of(4, supply=4000)
        shown.show([Layer("solid", 0xFFFFFF, range(10))])
        played(shown, sent, 1)
        held = [shown.held]
        for steps in range(20):
            shown.show([Layer("solid", 0xFFFFFF, ALL)])
            for _ in range(steps):
                shown.work()
            held.append(shown.held)
        assert sorted(set(held)) == [52, 256]

    def test_a_tile_of_two_layers_mixes_on_all_four(self) -> None:
        shown, sent = table_of(4)
        shown.show([Layer("solid", 0xFF0000, [5]), Layer("solid", 0x0000FF, [5], 200, opacity=128)])
        frame = played(shown, sent, 1)[0]
        assert frame[60:72] == frame[60:63] * 4
        assert frame[61] > 100 < frame[62]


class TestButtonLights:
    def test_stand_behind_the_tiles_in_the_order_of_the_wires(self) -> None:
        for per_tile in (1, 4):
            shown, sent = table_of(per_tile, (6, 0))
            shown.show([Layer("solid", 0xFF0000, [], buttons=1), Layer("solid", 0x0000FF, [106])])
            frame = played(shown, sent, 1)[0]
            assert len(frame) == 300 * per_tile + 6
            assert sum(frame[: 300 * per_tile]) == 0
            host, seat = frame[-6:-3], frame[-3:]
            assert host[2] > 250
            assert seat[1] > 250

    def test_a_button_that_is_not_there_lights_nothing(self) -> None:
        shown, sent = table_of(1, (0,))
        shown.show([Layer("solid", 0xFFFFFF, [1], buttons=0b1111110)])
        assert sum(played(shown, sent, 1)[0]) == 3 * 255

    def test_count_in_the_current(self) -> None:
        shown, sent = table_of(1, tuple(range(7)), supply=160)
        shown.show([Layer("solid", 0xFFFFFF, [], buttons=127)])
        for frame in played(shown, sent, 50):
            assert milliamps(frame, "GRB", IDLE) <= 160


class TestGlow:
    def test_a_touched_tile_glows_in_the_next_frame_and_fades(self) -> None:
        shown, sent = table_of(glow=200)
        shown.show([Layer("ember", 0x200000, ALL)])
        before = played(shown, sent, 1)[0]
        shown.touch(15)  # the second row runs back: LED 14
        light = [max(frame[42:45]) for frame in played(shown, sent, 60)]
        assert light[0] > 100
        assert light[:40] == sorted(light[:40], reverse=True)
        assert light[-1] < 30
        after = played(shown, sent, 1)[0]
        assert len(after) == len(before)

    def test_the_scene_under_it_comes_back(self) -> None:
        shown, sent = table_of(glow=255)
        shown.show([Layer("solid", 0x00FF00, ALL)])
        still = played(shown, sent, 1)[0]
        shown.touch(3)
        assert played(shown, sent, 1)[0] != still
        assert played(shown, sent, 60)[-1] == still

    @pytest.mark.parametrize("colour", [0x000000, 0x808080, 0x00FF00])
    @pytest.mark.parametrize("per_tile", [1, 4])
    def test_never_draws_more_than_the_supply_gives_and_dims_nothing_else(self, per_tile: int, colour: int) -> None:
        supply = lights.DARK_MA * per_tile + lights.MCU_MA + 150
        shown, sent = table_of(per_tile, glow=255, supply=supply)
        shown.show([Layer("solid", colour, ALL)])
        still = played(shown, sent, 200)[-1]
        for tile in range(20):
            shown.touch(tile)
        for _ in range(50):
            frame = played(shown, sent, 1)[0]
            assert milliamps(frame, "GRB", supply - 150) <= shown.ma <= supply
            assert all(lit >= plain for lit, plain in zip(frame, still, strict=True))

    def test_0_is_none(self) -> None:
        shown, sent = table_of(glow=0)
        shown.show([])
        shown.touch(3)
        assert sum(played(shown, sent, 1)[0]) == 0
