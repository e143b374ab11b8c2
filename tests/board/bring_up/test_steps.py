"""The bring-up over a real pseudo-terminal with a small board at its end: what is asked, said and concluded."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from immolation.board.bring_up import BringUp, Keys, Person, run
from immolation.board.bring_up.colour_readings import DARK, Sight, lit, sight
from immolation.board.bring_up.person import read_sight
from immolation.board.bring_up.steps import Gone
from immolation.board.serial_link import SerialLink
from immolation_board import wire

from tests.board.fake_board import FakeBoard
from tests.broker.waiting import happens

STATUS: dict[str, Any] = {"k": "status", "fps": 55, "free": 110_000, "ma": 180, "bad": 0, "lost": 0}
NAMES = {0xFF0000: "red", 0x00FF00: "green", 0x0000FF: "blue", 0xFFFFFF: "white"}


class Desk(FakeBoard):
    """A board with somebody at it who sees what is on the lights and lays things where they are asked to."""

    def __init__(
        self,
        crossed: dict[int, int] | None = None,
        deaf: frozenset[int] = frozenset(),
        dark: frozenset[int] = frozenset(),
        ma: float | None = None,
        **status: Any,
    ) -> None:
        super().__init__(beat_s=0.1)
        self.crossed, self.deaf, self.dark, self.ma = crossed or {}, deaf, dark, ma
        self.status = STATUS | status
        self.laid: frozenset[int] = frozenset()
        self.asked: list[str] = []

    def _hear(self, message: dict[str, Any]) -> None:
        super()._hear(message)
        if message["k"] == "hello":
            self.say(self.status)

    def say_tiles(self) -> None:
        """Say how it is as well: whoever has begun to wait for that need not wait for 5 seconds."""
        super().say_tiles()
        self.say(self.status)

    async def clear(self) -> None:
        await self.lay(frozenset())

    async def look(self, wanted: Sight, what: str) -> Sight | None:
        self.asked.append(what)
        seen = [DARK] * 100
        for layer in self.shown:
            for tile in wire.hex_to_tiles(layer["on"]):
                if tile not in self.dark:
                    seen[tile] = NAMES[layer["c"]]
        return tuple(seen)

    async def lay(self, tiles: frozenset[int]) -> None:
        for tile in sorted(self.laid - tiles - self.deaf):
            self.lift(self.crossed.get(tile, tile))
        for tile in sorted(tiles - self.laid - self.deaf):
            self.place(self.crossed.get(tile, tile))
        self.laid = tiles

    async def nothing(self) -> None:
        await asyncio.sleep(0.2)

    async def wait_until_still(self) -> None:
        """It answers at once."""

    async def meter(self, reckoned: float) -> float | None:
        return self.ma


async def test_board(desk: Desk, **more: Any) -> tuple[BringUp, str]:
    lines: list[str] = []
    async with desk:
        result = await run(SerialLink(desk.path), desk, lines.append, **more)
    return result, "\n".join(lines)


test_board.__test__ = False  # type: ignore[attr-defined]


async def test_a_sound_board_passes_every_step() -> None:
    desk = Desk(ma=190)
    result, text = await test_board(desk)
    assert result.sound, text
    assert result.faults == []
    assert result.unchecked == []
    assert "firmware 1.0 fake" in text
    assert "55 frames a second, 110000 bytes free, about 180 mA" in text
    assert "the board reckons with 180 mA, the meter shows 190 mA" in text
    assert "all 100 sensors answer, each on its own tile" in text
    assert text.endswith("The board is in order.")
    assert len(desk.asked) == 10 + 10 + 4, "rows, columns, colours"
    assert desk.shown == (), "it leaves the lights off"
    assert desk.occupied == set()


async def test_crossed_wires_dead_sensors_and_dark_leds_are_named_with_cause_and_cure() -> None:
    result, text = await test_board(Desk(crossed={12: 21, 21: 12}, deaf=frozenset({50}), dark=frozenset({34})))
    assert [(found.fault, found.tiles) for found in result.faults] == [
        ("dead-led", (34,)),
        ("swapped-tile", (12, 21)),
        ("dead-sensor", (50,)),
    ]
    assert not result.sound
    assert result.finished
    for found in result.faults:
        assert f"FAULT   {found.fault}: {found.what}" in text
        assert found.cause in text
        assert found.cure in text


async def test_what_the_board_itself_reports_is_a_fault() -> None:
    result, _ = await test_board(Desk(stuck=[3], noisy=[77]))
    assert [(found.fault, found.tiles) for found in result.faults] == [("stuck-tile", (3,)), ("flickering-tile", (77,))]


async def test_more_current_than_reckoned_names_the_leds() -> None:
    result, _ = await test_board(Desk(ma=290))
    assert [found.fault for found in result.faults] == ["hungry-leds"]


class Starved(Desk):
    """Its supply gives way under full light while somebody looks: they see it dark, and no word of it comes."""

    async def look(self, wanted: Sight, what: str) -> Sight | None:
        if self.brightness > 100 and what.startswith("all tiles"):
            self.power_on()
        return await super().look(wanted, what)


async def test_a_restart_while_somebody_looks_is_a_weak_supply_and_nothing_that_they_saw() -> None:
    result, text = await test_board(Starved(), rows=1)
    assert [(found.fault, found.tiles) for found in result.faults] == [("weak-supply", ())], text
    assert "while it showed all tiles red" in result.faults[0].what


class Mute(Desk):
    """So busy that it says nothing for longer than the host has patience: the link is opened anew."""

    async def look(self, wanted: Sight, what: str) -> Sight | None:
        seen = await super().look(wanted, what)
        if what == "all tiles green":
            self.speaks = False
            self.loop.call_later(0.8, setattr, self, "speaks", True)
        return seen


async def test_a_link_that_was_lost_and_found_again_is_no_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("immolation.board.board_client.SILENCE_S", 0.4)
    result, text = await test_board(Mute(), rows=1)
    assert result.sound, text


class Crashing(Desk):
    """Its watchdog bites once: the board says so."""

    crashed = False

    async def look(self, wanted: Sight, what: str) -> Sight | None:
        if what == "all tiles blue" and not self.crashed:
            self.crashed = True
            self.power_on()
        return await super().look(wanted, what)

    def _say_hello(self, reset: str = "power") -> None:
        super()._say_hello("watchdog" if self.crashed else reset)


async def test_a_restart_that_the_supply_did_not_cause_is_told_and_what_was_seen_is_looked_at_again() -> None:
    desk = Crashing()
    result, text = await test_board(desk, rows=1)
    assert result.sound, text
    assert "NOTE    The board started anew by itself (watchdog) while it showed all tiles blue" in text
    assert desk.asked.count("all tiles blue") == 2


async def test_a_sensor_that_answers_late_is_not_dead() -> None:
    """The answer comes only while the bench waits for its last word, as on a machine ten times slower."""

    class Late(Desk):
        async def lay(self, tiles: frozenset[int]) -> None:
            self.coming = tiles

        async def wait_until_still(self) -> None:
            await super().lay(getattr(self, "coming", frozenset()))

        async def nothing(self) -> None:
            await asyncio.sleep(0.01)

    result, text = await test_board(Late(), rows=1)
    assert result.sound, text


async def test_a_first_row_is_tested_alone() -> None:
    result, text = await test_board(Desk(), rows=1)
    assert result.sound, text
    assert "all 10 sensors answer" in text


async def test_no_board_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("immolation.board.bring_up.steps.CONNECT_S", 0.3)
    lines: list[str] = []
    result = await run(SerialLink(str(tmp_path / "tty")), Desk(), lines.append)
    assert not result.finished
    assert not result.sound
    why = f"{tmp_path / 'tty'} does not exist; is the board plugged in?"
    assert lines == [f"NOT CHECKED  {why}", "The test has not come to its end."]


async def test_a_board_that_is_unplugged_half_way_ends_the_test_with_what_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Unplugged(Desk):
        async def lay(self, tiles: frozenset[int]) -> None:
            if tiles == {40}:
                monkeypatch.setattr("immolation.board.bring_up.steps.CONNECT_S", 0.5)  # it comes back in no time
                self.unplug()
            else:
                await super().lay(tiles)

        async def nothing(self) -> None:
            await asyncio.sleep(20)

    result, text = await test_board(Unplugged(dark=frozenset({7})))
    assert not result.finished
    assert [found.fault for found in result.faults] == ["dead-led"]
    assert "NOT CHECKED" in text


@pytest.mark.parametrize("rows", [0, 11])
async def test_a_number_of_rows_that_no_board_has_is_refused(rows: int) -> None:
    with pytest.raises(ValueError, match="1 to 10 rows"):
        await run(SerialLink("nowhere"), Desk(), print, rows=rows)


# A person at a terminal


class Typed:
    """Lines that somebody types."""

    def __init__(self, *lines: str | None) -> None:
        self.lines = list(lines)

    async def line(self) -> str | None:
        if self.lines:
            return self.lines.pop(0)
        await asyncio.sleep(3600)
        return None


def person(*lines: str | None) -> tuple[Person, list[str]]:
    said: list[str] = []
    return Person(said.append, Typed(*lines), patience_s=0.2), said  # type: ignore[arg-type]


async def test_a_person_says_in_short_what_they_see() -> None:
    wanted = sight(range(30, 40), "white")
    somebody, said = person("", "34 35 +44", "no idea", "34=cyan", "red", None)
    assert await somebody.look(wanted, "row 3") == wanted
    seen = await somebody.look(wanted, "row 3")
    assert seen is not None
    assert lit(seen) == frozenset(range(30, 40)) - {34, 35} | {44}
    seen = await somebody.look(wanted, "row 3")
    assert any("'no' is no tile" in line for line in said), "asked again"
    assert seen is not None
    assert seen[34] == "cyan"
    assert set(await somebody.look(wanted, "row 3") or ()) == {"red", DARK}
    assert await somebody.look(wanted, "row 3") is None


@pytest.mark.parametrize("text", ["100", "-3", "34=pink", "+", "٣", "9" * 5000, "34 maybe"])
def test_an_answer_that_cannot_be_read_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is no "):
        read_sight(text, sight([34], "red"))


async def test_lines_typed_too_early_are_no_answers_and_an_end_of_typing_is_remembered() -> None:
    read, write = os.pipe()
    with os.fdopen(read) as source, os.fdopen(write, "w") as typed:
        keys = Keys(source)
        typed.write("first\nsecond\nthird\n")
        typed.flush()
        assert await asyncio.wait_for(keys.line(), 60) == "first"
        await happens(lambda: keys._lines.qsize() == 2)
        keys.forget()
        typed.write("asked\n")
        typed.flush()
        assert await asyncio.wait_for(keys.line(), 60) == "asked"
        typed.close()
        assert await asyncio.wait_for(keys.line(), 60) is None
        assert await asyncio.wait_for(keys.line(), 60) is None


async def test_a_board_without_any_sensor_is_named_and_its_diodes_are_not_called_sound() -> None:
    class Matrix(Desk):
        def say(self, message: dict[str, Any]) -> None:
            super().say(message | {"sensor": "matrix"} if message["k"] == "hello" else message)

        async def nothing(self) -> None:
            await asyncio.sleep(0.01)

    result, text = await test_board(Matrix(deaf=frozenset(range(100))))
    assert [found.fault for found in result.faults] == ["no-sensor"]
    assert "NOT CHECKED  The diodes: no sensor answers." in text


async def test_a_person_reads_the_meter_or_has_none() -> None:
    somebody, said = person("much", "1520 mA", "")
    assert await somebody.meter(1500) == 1520
    assert any("no number of milliamperes" in line for line in said)
    assert await somebody.meter(1500) is None


async def test_a_person_who_has_gone_ends_the_test() -> None:
    somebody, _ = person(None)
    with pytest.raises(Gone, match="nobody answered"):
        await somebody.nothing()


async def test_a_person_follows_the_light_and_says_what_is_not_felt() -> None:
    """Everything is looked at and walked by typed answers alone; the hand is a task beside them."""
    desk = Desk(deaf=frozenset({5}))
    keys: asyncio.Queue[str] = asyncio.Queue()
    said: list[str] = []

    class Typist:
        async def line(self) -> str | None:
            return await keys.get()

        def forget(self) -> None:
            while not keys.empty():
                keys.get_nowait()

    class Walker(Person):
        async def clear(self) -> None:
            keys.put_nowait("")
            await super().clear()

        async def lay(self, tiles: frozenset[int]) -> None:
            await super().lay(tiles)
            await desk.lay(tiles)
            if tiles == {5}:
                keys.put_nowait("")

        async def look(self, wanted: Sight, what: str) -> Sight | None:
            keys.put_nowait("03" if what == "row 0 alone: tiles 00 to 09" else "")
            return await super().look(wanted, what)

        async def meter(self, reckoned: float) -> float | None:
            keys.put_nowait("190")
            return await super().meter(reckoned)

    async with desk:
        walker = Walker(said.append, Typist())  # type: ignore[arg-type]
        result = await run(SerialLink(desk.path), walker, said.append, rows=1)
    assert result.finished
    assert ("dead-sensor", (5,)) in [(found.fault, found.tiles) for found in result.faults], said
    assert any("Take everything off" in line for line in said)
    assert any("tile 05?" in line for line in said)


class ButtonDesk(Desk):
    """A desk whose board has the buttons of three seats and the host's, wired as ``answers`` says."""

    def __init__(self, answers: dict[int, int | None] | None = None, dark: int | None = None, **status: Any) -> None:
        super().__init__(ma=190, **status)
        self.answers = {button: button for button in (0, 1, 2, 6)} | (answers or {})
        self.dark_button = dark
        self.presses = 0

    def say(self, message: dict[str, Any]) -> None:
        super().say(message | {"btn": 0x47} if message["k"] == "hello" else message)

    def _press(self, button: int, up: int) -> None:
        if (heard := self.answers[button]) is not None:
            self.presses += 1
            self.say({"k": "press", "c": self.presses, "ms": 5, "b": heard, "up": up})

    async def press(self, button: int, what: str) -> None:
        self.asked.append(what)
        self._press(button, 0)

    async def let_go(self, button: int) -> None:
        self._press(button, 1)

    async def sees_button(self, button: int, what: str) -> bool | None:
        lit = any(layer.get("btn", 0) >> button & 1 for layer in self.shown)
        return lit and button != self.dark_button


async def test_every_button_shines_and_answers() -> None:
    desk = ButtonDesk()
    result, text = await test_board(desk)
    assert result.sound, text
    assert "all 4 buttons shine and answer" in text
    assert desk.asked[-4:] == ["button 1", "button 2", "button 3", "the host's button"]


async def test_buttons_that_are_dead_swapped_dark_or_stuck_are_named() -> None:
    result, text = await test_board(ButtonDesk({0: 1, 1: 0, 2: None}, dark=6))
    assert [(found.fault, found.what) for found in result.faults] == [
        ("swapped-button", "Button 1 and button 2 answer in each other's place."),
        ("dead-button", "Button 3 does not answer."),
        ("dark-button", "The host's button stays dark."),
    ]
    assert "FAILED  all 4 buttons shine and answer" in text
    stuck, _ = await test_board(ButtonDesk({1: None}, stuck=[101]))
    assert [(found.fault, found.what) for found in stuck.faults] == [
        ("stuck-button", "Button 2 reads pressed with no finger on it.")
    ]
