"""Buttons of the seats and of the host: debounced, told once, and found out when they are broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from immolation_board import ticks, wiring
from immolation_board.buttons import _STUCK_MS, Buttons
from immolation_board.configuration import BadSetting
from immolation_board.selftest import SelfTest
from immolation_board.sensors import Sensors
from immolation_board.settings import load

HOST = 6
FIRST, SECOND, THIRD = 10, 21, 32
"""Keys of the three buttons: the eleventh of each row."""


class Bench:
    """Buttons 1, 3 and the host's as an eleventh column, and tiles beside them."""

    def __init__(self, scanner: Any, event: Any) -> None:
        self.scanner = scanner
        keys = wiring.with_buttons(wiring.sensor_bits("straight", 100), [0, 2, HOST], -1)
        self.felt = Sensors(self.scanner, event, keys, 5, 15, 10)
        self.edges: list[tuple[int, int]] = []
        self.touched: list[int] = []
        self.presses: list[tuple[int, int, int]] = []
        self.felt.changed = lambda tile, up, tick: self.edges.append((tile, up))
        self.felt.touched = self.touched.append
        self.buttons = self.felt.buttons = Buttons([0, 2, HOST])
        self.buttons.changed = lambda button, up, tick, held: self.presses.append((button, up, held))
        self.now = ticks.PERIOD - 200
        self.felt.resync(self.now)
        self.pass_ms(100)

    def pass_ms(self, ms: int) -> None:
        for _ in range(0, ms, 5):
            self.now = ticks.add(self.now, 5)
            self.scanner.now = self.now
            self.scanner.scan()
            self.felt.poll(self.now)


class Heard:
    key_number, pressed, timestamp = 0, True, 0


@pytest.fixture
def bench(scanner: Callable[..., Any]) -> Callable[..., Bench]:
    return lambda *held: Bench(scanner(set(held), keys=110), Heard())


def test_a_press_and_its_release_are_told_once_each_with_how_long_it_was_held(bench: Callable[..., Bench]) -> None:
    table = bench()
    table.scanner.hold(SECOND)
    table.pass_ms(300)
    assert table.presses == [(2, 0, 0)]
    table.scanner.let_go(SECOND)
    table.pass_ms(100)
    assert [(button, up) for button, up, _ in table.presses] == [(2, 0), (2, 1)]
    assert 290 <= table.presses[1][2] <= 310
    assert table.edges == []
    assert not any(table.felt.occupied)


def test_a_bounce_is_no_press(bench: Callable[..., Bench]) -> None:
    table = bench()
    for _ in range(4):
        table.scanner.hold(FIRST)
        table.pass_ms(5)
        table.scanner.let_go(FIRST)
        table.pass_ms(5)
    table.pass_ms(100)
    assert table.presses == []


def test_tiles_beside_the_buttons_stay_where_they_are(bench: Callable[..., Bench]) -> None:
    table = bench()
    table.scanner.hold(11 * 3 + 4)
    table.pass_ms(5)
    assert table.touched == [34], "at once, before the edge is sure"
    table.pass_ms(50)
    assert table.edges == [(34, 0)]
    assert table.presses == []


def test_a_button_held_since_the_start_is_stuck_and_no_press(bench: Callable[..., Bench]) -> None:
    table = bench(THIRD)
    table.pass_ms(500)
    assert table.presses == []
    assert table.buttons.stuck == [106]
    table.scanner.let_go(THIRD)
    table.pass_ms(50)
    assert table.buttons.stuck == []
    table.scanner.hold(THIRD)
    table.pass_ms(50)
    assert table.presses[-1] == (HOST, 0, 0)


def test_a_button_held_for_a_minute_is_stuck_and_one_that_chatters_is_noisy(bench: Callable[..., Bench]) -> None:
    table = bench()
    table.scanner.hold(FIRST)
    table.pass_ms(_STUCK_MS + 1500)
    assert table.buttons.stuck == [100]
    assert len(table.presses) == 1, "a fresh look at the scanner tells nothing twice"
    for _ in range(30):
        table.scanner.hold(SECOND)
        table.pass_ms(20)
        table.scanner.let_go(SECOND)
        table.pass_ms(20)
    table.pass_ms(300)
    assert table.buttons.noisy == [102]
    told = len(table.presses)
    table.scanner.hold(SECOND)
    table.pass_ms(200)
    assert len(table.presses) == told, "it must hold still for longer now"
    table.scanner.let_go(SECOND)
    table.pass_ms(12_000)
    assert table.buttons.noisy == []


def test_the_self_test_names_buttons_that_do_not_answer(bench: Callable[..., Bench]) -> None:
    table = bench()
    said: list[str] = []
    shown: list[Any] = []
    test = SelfTest(shown.append, said.append, table.buttons)
    test.start(0)
    at = 0
    for _ in range(26):
        at += 900
        test.poll(at, table.felt.occupied)
    table.scanner.hold(*[11 * row + column for row in range(10) for column in range(10)], FIRST)
    table.pass_ms(300)
    test.poll(at + 10, table.felt.occupied)
    assert 100 in shown[-1][2].tiles
    assert 102 in shown[-1][0].tiles
    test.stop()
    assert said[-1] == "Self-test: 2 sensors did not answer: button-3 button-host"


def read(**written: object) -> dict[str, Any]:
    return load(lambda key, default: written.get(key, default))


class TestSettings:
    def test_a_matrix_has_them_as_its_eleventh_column(self) -> None:
        found = read(BUTTONS="2 host 1")
        assert found["BUTTONS"] == [1, 6, 0]
        tiles = found["SENSOR_TILES"]
        assert len(tiles) == 110
        assert list(tiles[10::11]) == [101, 106, 100] + [wiring.UNUSED] * 7
        assert [tile for key, tile in enumerate(tiles) if key % 11 != 10] == list(range(100))
        assert found["STEADY_CURRENT_MA"] == read()["STEADY_CURRENT_MA"] + 3

    def test_a_chain_has_them_as_one_register_more(self) -> None:
        found = read(BUTTONS="1 2 3 4 5 6 host", SENSOR_KIND="shift", SENSOR_BITS="112")
        assert list(found["SENSOR_TILES"][100:]) == [wiring.UNUSED] * 4 + list(range(100, 107)) + [wiring.UNUSED]

    @pytest.mark.parametrize(
        ("written", "says"),
        [
            ({"BUTTONS": "1 1"}, "BUTTONS = 1 1"),
            ({"BUTTONS": "7"}, "1 2 3 4 5 6 host"),
            ({"BUTTONS": "1", "BUTTON_COLUMN": "GP22"}, "LED_PIN has that pin already"),
            ({"BUTTONS": "1", "BUTTON_COLUMN": "GP3"}, "SENSOR_ROWS has that pin already"),
            ({"BUTTONS": "1 2", "SENSOR_KIND": "shift"}, "need more bits than there are"),
            ({"BUTTONS": "1", "SENSOR_KIND": "shift", "BUTTON_FIRST_BIT": 99}, "belongs to tile 99"),
        ],
    )
    def test_what_cannot_be_is_refused(self, written: dict[str, object], says: str) -> None:
        if written == {"BUTTONS": "1 2", "SENSOR_KIND": "shift"}:
            written = {**written, "BUTTON_FIRST_BIT": 103}
        with pytest.raises(BadSetting, match=says):
            read(**written)

    def test_a_board_without_buttons_may_use_their_pin(self) -> None:
        assert read(LED_PIN="GP20")["BUTTONS"] == []
