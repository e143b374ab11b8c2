"""What of the emulator needs no CircuitPython: its drive, its soldering, its reading of a UF2 and its report.

Booting the firmware needs a UF2 that its user downloads: make emulator UF2=PATH.
"""

from __future__ import annotations

import json
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation.board.virtual.drive import make_drive
from immolation.board.virtual.emulator import fat12
from immolation.board.virtual.emulator.__main__ import LIBRARY, Progress, contacts, main, pins, verdict, wiring
from immolation.board.virtual.emulator.cases import Measurement
from immolation.board.virtual.emulator.fast_chip import image
from immolation.board.virtual.emulator.radio import BROKER, Radio
from immolation.board.virtual.emulator.uf2 import RP2040, NotCircuitPython, board_of
from immolation.board.virtual.emulator.wires import PulseClock, ReedMatrix
from immolation.board.virtual.interpreter import find_micropython
from rp2040py.external.cyw43 import net
from rp2040py.external.cyw43.bus import DATA_HEADER
from rp2040py.external.cyw43.nat import GATEWAY_IP, GATEWAY_MAC, GUEST_IP

ROOT = Path(__file__).parents[2]

READ_DRIVE = """
import json, os, sys
class Flash:
    def __init__(self, path):
        self.data = bytearray(open(path, "rb").read())
    def readblocks(self, n, buf, off=0):
        buf[:] = self.data[n * 512 + off : n * 512 + off + len(buf)]
    def writeblocks(self, n, buf, off=0):
        self.data[n * 512 + off : n * 512 + off + len(buf)] = buf
    def ioctl(self, op, arg):
        return len(self.data) // 512 if op == 4 else 512 if op == 5 else 0
fat = os.VfsFat(Flash(sys.argv[1]))
found = {}
def walk(folder):
    for entry in fat.ilistdir(folder or "/"):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            walk(path)
        else:
            with fat.open(path, "rb") as file:
                found[path[1:]] = file.read().hex()
walk("")
with fat.open("/written by the chip.txt", "w") as file:
    file.write("x" * 3000)
found["free"] = fat.statvfs("/")[3] * 512
print(json.dumps(found))
"""


def read_back(image: bytes, folder: Path) -> dict[str, Any]:
    """What MicroPython's FAT driver, the one CircuitPython has too, finds on an image."""
    (folder / "drive.img").write_bytes(image)
    (folder / "read.py").write_text(READ_DRIVE)
    done = subprocess.run(
        [str(find_micropython()), "-X", "heapsize=16M", str(folder / "read.py"), str(folder / "drive.img")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# --- the drive ------------------------------------------------------------------------------------------------


@pytest.mark.needs("micropython")
def test_the_firmware_lies_on_the_drive_as_it_is(tmp_path: Path) -> None:
    make_drive(tmp_path / "CIRCUITPY", {})
    files = {
        str(path.relative_to(tmp_path / "CIRCUITPY")): path.read_bytes()
        for path in (tmp_path / "CIRCUITPY").rglob("*")
        if path.is_file()
    }
    assert "immolation_board/wire.py" in files
    found = read_back(fat12.build(files, 1024 * 1024), tmp_path)
    free = found.pop("free")
    assert {name: bytes.fromhex(content) for name, content in found.items()} == files
    assert free > 512 * 1024


NAMES = st.text(st.sampled_from("abcXYZ019_-. "), min_size=1, max_size=30).filter(
    lambda name: name.strip(" .") == name and ".." not in name
)


@pytest.mark.needs("micropython")
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    files=st.dictionaries(st.lists(NAMES, min_size=1, max_size=3).map("/".join), st.binary(max_size=2000), max_size=12)
)
def test_any_names_and_sizes_come_back(files: dict[str, bytes], tmp_path: Path) -> None:
    seen: set[str] = set()
    kept = {}
    for path, content in files.items():  # a FAT cannot tell a from A, and a file is no folder
        ways = {path.lower()[:at] for at in range(len(path) + 1) if at == len(path) or path[at] == "/"}
        if path.lower() in seen or any(
            other.lower() in ways or other.lower().startswith(path.lower() + "/") for other in kept
        ):
            continue
        kept[path] = content
        seen |= ways
    folders = [path.rsplit("/", 1)[0] for path in kept if "/" in path]
    if len({folder.lower() for folder in folders}) != len(set(folders)):
        return
    found = read_back(fat12.build(kept, 256 * 1024), tmp_path)
    found.pop("free")
    assert {name: bytes.fromhex(content) for name, content in found.items()} == kept


def test_files_that_do_not_fit_are_refused_with_what_is_missing() -> None:
    with pytest.raises(fat12.DriveFull, match="bytes too much"):
        fat12.build({"a.bin": bytes(70_000)}, 64 * 1024)
    with pytest.raises(ValueError, match="not possible"):
        fat12.build({}, 100)
    with pytest.raises(ValueError, match="not the path"):
        fat12.build({"../x": b""}, 64 * 1024)


def test_the_same_files_make_the_same_image() -> None:
    files = {"code.py": b"1", "lib/long name.py": b"2"}
    assert fat12.build(files, 64 * 1024) == fat12.build(dict(reversed(files.items())), 64 * 1024)


# --- the UF2 --------------------------------------------------------------------------------------------------


def uf2(payload: bytes, family: int = RP2040) -> bytes:
    blocks = b""
    parts = [payload[at : at + 256] for at in range(0, len(payload), 256)]
    for number, part in enumerate(parts):
        head = struct.pack(
            "<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + number * 256, 256, number, len(parts), family
        )
        blocks += head + part.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)
    return blocks


def test_the_board_of_a_uf2_is_read_from_it(tmp_path: Path) -> None:
    path = tmp_path / "circuitpython.uf2"
    path.write_bytes(uf2(b"x" * 250 + b"Adafruit CircuitPython 10.0.3 ... raspberry_pi_pico"))
    assert board_of(path) == "pico"
    path.write_bytes(uf2(b"Adafruit CircuitPython 10.0.3" + b"x" * 300 + b"raspberry_pi_pico_w"))
    assert board_of(path) == "pico_w"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "length"),
        (b"x" * 700, "length"),
        (b"x" * 512, "block 0 is damaged"),
        (uf2(b"CircuitPython" + b"y" * 600)[:512] + b"\0" * 512, "block 1 is damaged"),
        (uf2(b"MicroPython"), "not CircuitPython"),
        (uf2(b"CircuitPython", family=0xE48BFF59), "another chip"),
    ],
)
def test_anything_else_is_refused_and_told_where_to_get_one(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "file.uf2"
    path.write_bytes(content)
    with pytest.raises(NotCircuitPython, match=said) as refused:
        board_of(path)
    assert "circuitpython.org" in str(refused.value)


@pytest.mark.parametrize("arguments", [[], [""], ["/no/such/file.uf2"]])
def test_without_a_uf2_it_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "circuitpython.org" in capsys.readouterr().err


def test_the_script_says_the_same() -> None:
    done = subprocess.run([ROOT / "scripts/emulator"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "make emulator UF2=PATH" in done.stderr


def test_a_missed_goal_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    good = [Measurement("frames", "frames/s", 60, 61.0), Measurement("edge", "ms", 40, 22.5, most=True)]
    assert verdict(good) == 0
    assert verdict([*good, Measurement("free", "bytes", 102_400, 99_999)]) == 1
    assert verdict([*good, Measurement("gap", "ms", 40, 41.5, most=True)]) == 1
    said = capsys.readouterr().out
    assert said.count("MISSED") == 2
    assert "41.5" in said


def test_a_run_that_is_cut_keeps_the_rows_that_had_come(capsys: pytest.CaptureFixture[str]) -> None:
    def rows() -> Iterator[Measurement]:
        yield Measurement("free", "bytes", 102_400, 104_000)
        assert "104,000" in capsys.readouterr().out
        yield Measurement("gap", "ms", 40, 23, most=True)
        raise TimeoutError

    with pytest.raises(TimeoutError):
        verdict(rows())
    assert "23.0" in capsys.readouterr().out


def test_it_says_how_far_it_is_and_how_long_it_will_take(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter((100.0, 101.0, 160.0, 220.0))
    progress = Progress(120_000, clock=lambda: next(times))
    progress.say("booting", 0)
    progress.tick("scenes", 30_000)
    progress.tick("scenes", 40_000)
    progress.tick("scenes", 60_000)
    progress.say("the end", 130_000)
    assert capsys.readouterr().out.splitlines() == [
        "[   1 s] booting",
        "[  60 s, about 2 min left] scenes",
        "[ 120 s, about 0 min left] the end",
    ]


def test_a_chip_that_cannot_be_run_is_a_sentence_and_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, library, programs = tmp_path / "circuitpython.uf2", tmp_path / "rp2040js", tmp_path / "bin"
    path.write_bytes(uf2(b"Adafruit CircuitPython 10.2.1 raspberry_pi_pico"))
    (library / "dist/esm").mkdir(parents=True)
    (library / "dist/esm/rp2040.js").touch()
    programs.mkdir()
    monkeypatch.setenv(LIBRARY, str(library))
    monkeypatch.setenv("PATH", str(programs))
    assert main([str(path)]) == 2
    assert "it needs Node.js" in capsys.readouterr().err
    (programs / "node").write_text("#!/bin/sh\nexit 1\n")
    (programs / "node").chmod(0o755)
    assert main([str(path)]) == 1
    assert "The firmware did not pass: The emulator (node) has ended" in capsys.readouterr().err


def test_a_uf2_becomes_the_flash_it_describes(tmp_path: Path) -> None:
    uf2 = tmp_path / "gap.uf2"
    blocks = [(0x10000000, b"a" * 256), (0x10000200, b"b" * 256)]
    uf2.write_bytes(
        b"".join(
            struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, address, 256, at, 2, RP2040)
            + data.ljust(476, b"\0")
            + struct.pack("<I", 0x0AB16F30)
            for at, (address, data) in enumerate(blocks)
        )
    )
    assert image(uf2) == b"a" * 256 + b"\xff" * 256 + b"b" * 256


def test_the_soldering_follows_the_settings(tmp_path: Path) -> None:
    matrix = wiring(make_drive(tmp_path / "a", {}))
    leds = {"led": 22, "bytes": 300}
    assert matrix == {"kind": "matrix", **leds, "rows": list(range(10)), "columns": list(range(10, 20))}
    chain = wiring(make_drive(tmp_path / "b", {"SENSOR_KIND": "shift", "SENSOR_DATA": "GP12"}))
    assert chain == {"kind": "shift", **leds, "clock": 18, "latch": 17, "data": 12}


def test_buttons_are_the_last_column_or_the_last_register(tmp_path: Path) -> None:
    given: dict[str, str | int] = {"BUTTONS": "1 host", "LEDS_PER_TILE": 4}
    settings = make_drive(tmp_path / "a", given)
    assert wiring(settings)["columns"] == list(range(10, 21))
    assert wiring(settings)["bytes"] == 1206
    assert contacts(settings)[9:11] == [9, 11]
    assert contacts(settings)[-2:] == [10, 21]
    chain = make_drive(tmp_path / "b", {**given, "SENSOR_KIND": "shift", "SENSOR_BITS": "112"})
    assert contacts(chain) == [*range(100), 104, 105]


# --- the soldering --------------------------------------------------------------------------------------------


class FakePin:
    """A pin that hears its row and is read by nobody."""

    def __init__(self) -> None:
        self.value = 2
        self.outside: bool | None = None
        self._listeners: list[Callable[[Any, Any], None]] = []

    def add_listener(self, callback: Callable[[Any, Any], None]) -> Callable[[], None]:
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    def set_input_value(self, value: bool) -> None:
        self.outside = value

    def release_input(self) -> None:
        self.outside = None

    def drive(self, state: int) -> None:
        old, self.value = self.value, state
        for listener in self._listeners:
            listener(state, old)


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=60))
def test_a_scan_reads_exactly_the_reeds_that_are_closed(closed: set[tuple[int, int]]) -> None:
    rows, columns = [FakePin() for _ in range(10)], [FakePin() for _ in range(10)]
    matrix = ReedMatrix(list(rows), list(columns))
    for row, column in closed:
        matrix.press(row, column)
    found = set()
    for number, row in enumerate(rows):
        row.drive(0)
        found |= {(number, other) for other, column in enumerate(columns) if column.outside is False}
        row.drive(2)
    assert found == closed, "With a diode at every reed there are no ghosts."
    for row, column in closed:
        matrix.lift(row, column)
    for row in rows:
        row.drive(0)
        assert all(column.outside is None for column in columns)
        row.drive(2)


def test_pins_are_those_of_the_settings(tmp_path: Path) -> None:
    found = pins(make_drive(tmp_path / "drive", {"LED_PIN": "GP27", "LED_ORDER": "RGB"}))
    assert found["rows"] == list(range(10))
    assert found["columns"] == list(range(10, 20))
    assert (found["led"], found["order"]) == (27, "RGB")


SIO, IO_BANK, PADS = 0xD0000000, 0x40014000, 0x4001C000


@pytest.fixture
def chip() -> Any:
    """An emulated RP2040 without firmware, its registers written by hand."""
    rp2040 = pytest.importorskip("rp2040py.rp2040", reason="the extra 'emulator' is not installed")
    return rp2040.RP2040()


def test_an_emulated_pin_sees_the_reed_through_its_pull_up(chip: Any) -> None:
    matrix = ReedMatrix([chip.gpio[3]], [chip.gpio[13]])
    chip.write_uint32(IO_BANK + 3 * 8 + 4, 5)
    chip.write_uint32(PADS + 4 + 13 * 4, 0x48)  # input with pull-up
    matrix.press(0, 0)
    assert chip.gpio[13].input_value is True
    chip.write_uint32(SIO + 0x18, 1 << 3)
    chip.write_uint32(SIO + 0x24, 1 << 3)  # the row is driven low
    assert chip.gpio[13].input_value is False
    chip.write_uint32(SIO + 0x28, 1 << 3)  # and let go
    assert chip.gpio[13].input_value is True


def test_pulses_on_an_emulated_pin_are_read_as_100_pixels(chip: Any) -> None:
    ws2812 = pytest.importorskip("rp2040py.external.ws2812")
    frames: list[list[tuple[int, int, int]]] = []
    ws2812.Ws2812(gpio=22, color_order="GRB", on_pixels=frames.append).attach(chip)
    chip.write_uint32(IO_BANK + 22 * 8 + 4, 5)
    chip.write_uint32(SIO + 0x18, 1 << 22)
    chip.write_uint32(SIO + 0x24, 1 << 22)
    wanted = [(number, 255 - number, number * 7 % 256) for number in range(100)]
    for red, green, blue in wanted:
        for byte in (green, red, blue):
            for bit in range(7, -1, -1):
                high = 703 if byte >> bit & 1 else 312
                chip.write_uint32(SIO + 0x14, 1 << 22)
                chip.clock.tick(high)
                chip.write_uint32(SIO + 0x18, 1 << 22)
                chip.clock.tick(1250 - high)
    chip.clock.tick(300_000)
    assert frames == [wanted]


PIO, CTRL, TX, CLKDIV, EXECCTRL, SHIFTCTRL, INSTR, PINCTRL = 0x50200000, 0, 0x10, 0xC8, 0xCC, 0xD0, 0xD8, 0xDC
LEDS_PROGRAM = (0x6621, 0x1323, 0x1400, 0xA442)


def test_what_a_state_machine_says_is_read_as_it_is_while_the_core_sleeps(chip: Any) -> None:
    ws2812 = pytest.importorskip("rp2040py.external.ws2812")
    simulator = pytest.importorskip("rp2040py.simulator").Simulator(rp2040=chip)
    frames: list[list[tuple[int, int, int]]] = []
    ws2812.Ws2812(gpio=22, color_order="GRB", on_pixels=frames.append).attach(chip)
    PulseClock(chip.clock, chip.gpio[22])

    def end() -> None:
        simulator.stopped = True

    chip.write_uint32(IO_BANK + 22 * 8 + 4, 6)  # the pin is the state machine's
    for at, word in enumerate(LEDS_PROGRAM):
        chip.write_uint32(PIO + 0x48 + 4 * at, word)
    chip.write_uint32(PIO + CLKDIV, 9 << 16 | 196 << 8)
    chip.write_uint32(PIO + EXECCTRL, 3 << 12)  # the program has four instructions
    chip.write_uint32(PIO + SHIFTCTRL, 8 << 25 | 1 << 17)
    chip.write_uint32(PIO + PINCTRL, 1 << 29 | 1 << 26 | 22 << 10 | 22 << 5)
    chip.write_uint32(PIO + INSTR, 0xE081)  # set pindirs, 1
    chip.write_uint32(PIO + CTRL, 1)
    for shift in range(7):
        for byte in (0, 0x81, 0x7E) if shift else ():
            chip.write_uint32(PIO + TX, byte << 24)
        chip.core.waiting = True
        for at in range(40):  # whatever else wakes the emulator
            chip.clock.create_alarm(lambda: None).schedule(700 * at + 100 * shift)
        chip.clock.create_alarm(end).schedule(200_000)
        simulator.stopped = False
        while not simulator.stopped:
            simulator._execute_batch()
    assert frames[-6:] == [[(0x81, 0, 0x7E)]] * 6


def test_the_last_serial_channel_is_the_one_for_data() -> None:
    pytest.importorskip("rp2040py", reason="the extra 'emulator' is not installed")
    from immolation.board.virtual.emulator.chip import data_interface

    def interface(number: int, kind: int) -> list[int]:
        return [9, 4, number, 0, 1, kind, 0, 0, 0]

    configuration = [9, 2, 0, 0, 5, 1, 0, 128, 50]
    two = [*configuration, *interface(0, 2), *interface(1, 10), *interface(2, 2), *interface(3, 10), *interface(4, 8)]
    assert data_interface(two) == 2
    with pytest.raises(ValueError, match=r"boot\.py"):
        data_interface([*configuration, *interface(0, 2), *interface(1, 10)])


# --- the radio ------------------------------------------------------------------------------------------------

GUEST_MAC = bytes(range(6))


@pytest.fixture
def radio() -> Iterator[Radio]:
    made = Radio()
    yield made
    made.close()


def packet(number: int, frame: bytes) -> bytes:
    """An Ethernet frame as the driver hands it to the radio."""
    size = 18 + len(frame)
    sizes = size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little")
    return sizes + bytes([number & 255, DATA_HEADER, 0, 14, 0, 0, 0, 0]) + bytes(6) + frame


def packets(radio: Radio) -> list[bytes]:
    """What the radio has for the driver."""
    found = []
    while radio.waiting:
        found.append(radio._bus._rx_packet)
        radio._bus._read_wlan(2048)
    return found


def test_the_radio_answers_the_drivers_first_question(radio: Radio) -> None:
    assert radio.exchange("off") == {"answer": [], "more": 0, "waiting": False}
    assert radio.exchange([0xA0044000]) == {"answer": [0xBEADFEED], "more": 0, "waiting": False}
    assert radio.exchange([0x0004C000]) == {"answer": [], "more": 1, "waiting": False}
    assert radio.exchange([0x04B30002]) == {"answer": [], "more": 0, "waiting": False}


def test_the_radio_grants_packets_for_ever(radio: Radio) -> None:
    request = net.pack_arp(net.ARP_OP_REQUEST, GUEST_MAC, GUEST_IP, bytes(6), GATEWAY_IP)
    asks = net.pack_ethernet(GATEWAY_MAC, GUEST_MAC, net.ETHERTYPE_ARP, request)
    for number in range(600):
        radio._bus._write_wlan(packet(number, asks))
        came = packets(radio)
        assert len(came) == 2, "A grant, and the answer."
        for one in came:
            assert 0 < (one[9] - number - 1) % 256 <= 20, "The driver sends on, and takes the number for newer."


@pytest.mark.parametrize("answers", [True, False])
def test_every_name_leads_to_the_broker_unless_the_server_is_silent(radio: Radio, answers: bool) -> None:
    radio.answers_names = answers
    query = b"\x12\x34\1\0\0\1\0\0\0\0\0\0" + b"\6broker\4test\0" + b"\0\1\0\1"
    datagram = net.pack_udp(GUEST_IP, GATEWAY_IP, 50_000, 53, query)
    frame = net.pack_ipv4(GUEST_IP, GATEWAY_IP, net.IP_PROTO_UDP, datagram)
    radio._bus._write_wlan(packet(0, net.pack_ethernet(GATEWAY_MAC, GUEST_MAC, net.ETHERTYPE_IPV4, frame)))
    told = [one for one in packets(radio) if BROKER in one]
    assert radio.asked == 1
    assert len(told) == answers
    for one in told:
        assert b"\x12\x34\x81\x80\0\1\0\1" in one
        assert one.endswith(b"\0\4" + BROKER)
