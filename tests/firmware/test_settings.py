"""What a maker writes in settings.toml is taken whole or refused in one line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation_board.configuration import BadSetting
from immolation_board.settings import KEYS, load

SETTINGS = Path(__file__).parents[2] / "firmware/settings.toml"


def read(**written: object) -> dict[str, Any]:
    return load(lambda key, default: written.get(key, default))


def test_the_file_that_ships_is_accepted_and_says_the_defaults() -> None:
    shipped: Mapping[str, Any] = tomllib.loads(SETTINGS.read_text())
    assert read(**shipped) == read()


def test_every_key_stands_in_the_file_and_no_other() -> None:
    assert set(tomllib.loads(SETTINGS.read_text())) == {key for key, _, _ in KEYS}


def test_the_file_uses_only_what_the_boards_own_reader_knows() -> None:
    for line in SETTINGS.read_text().splitlines():
        assert line.isascii()
        assert not line.startswith("["), "CircuitPython reads the root table only"
        assert not line.rstrip().endswith("\\")


def test_the_default_supply_is_that_of_a_usb_port() -> None:
    assert read()["SUPPLY_MA"] == 500


@pytest.mark.parametrize(
    ("written", "key", "allowed"),
    [
        ({"SUPPLY_MA": 99}, "SUPPLY_MA = 99", "100 to 6000"),
        ({"SUPPLY_MA": 6001}, "SUPPLY_MA = 6001", "100 to 6000"),
        ({"SUPPLY_MA": "lots"}, "SUPPLY_MA = lots", "100 to 6000"),
        ({"SUPPLY_MA": True}, "SUPPLY_MA = True", "100 to 6000"),
        ({"BRIGHTNESS": 0}, "BRIGHTNESS = 0", "1 to 255"),
        ({"BOARD_ID": "Our Board"}, "BOARD_ID = Our Board", "a-z"),
        ({"BOARD_ID": ""}, "BOARD_ID = ", "1 to 24"),
        ({"SENSOR_KIND": "hall"}, "SENSOR_KIND = hall", "matrix, shift"),
        ({"SENSOR_ROWS": "GP0 GP1"}, "SENSOR_ROWS", "10 different pins"),
        ({"SENSOR_ROWS": "GP0 " * 10}, "SENSOR_ROWS", "10 different pins"),
        ({"LED_PIN": "GP1 GP2"}, "LED_PIN", "1 different pin "),
        ({"LED_PIN": "GP0"}, "GP0", "LED_PIN has that pin already"),
        ({"LED_ORDER": "RGBW"}, "LED_ORDER = RGBW", "GRB"),
        ({"LED_FIRST": 1}, "LED_FIRST = 1", "0, 9, 90, 99"),
        ({"LED_WIRING": "zigzag"}, "LED_WIRING", "serpentine"),
        ({"SCAN_MS": 4}, "SCAN_MS = 4", "5 to 100"),
        ({"LIFT_MS": -1}, "LIFT_MS = -1", "0 to 500"),
        ({"SENSOR_MAP": "0 1 2"}, "SENSOR_MAP", "tile 3 is missing"),
        ({"SENSOR_KIND": "shift", "SENSOR_BITS": "64"}, "SENSOR_BITS = 64", "100 to 200 in all"),
        ({"SENSOR_KIND": "shift", "SENSOR_BITS": "56 48"}, "SENSOR_BITS names 2", "one of both"),
        (
            {"SENSOR_KIND": "shift", "SENSOR_BITS": "48 56", "SENSOR_DATA": "GP15 GP16"},
            "chains of different lengths",
            "write 56 56",
        ),
        (
            {"SENSOR_KIND": "shift", "SENSOR_BITS": "56 48", "SENSOR_DATA": "GP15 GP16"},
            "chains of different lengths",
            "write 56 56",
        ),
        ({"WIFI_SSID": "den"}, "MQTT_HOST", "empty"),
        ({"MQTT_HOST": "10.0.0.2"}, "WIFI_SSID", "empty"),
        ({"MQTT_TLS": "yes"}, "MQTT_TLS = yes", "true or false"),
        ({"MQTT_PORT": 0}, "MQTT_PORT = 0", "1 to 65535"),
    ],
)
def test_a_wrong_value_names_key_value_and_what_is_allowed(written: dict[str, Any], key: str, allowed: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read(**written)
    line = str(refused.value)
    assert key in line
    assert allowed in line
    assert "\n" not in line


def test_a_password_is_never_shown() -> None:
    with pytest.raises(BadSetting) as refused:
        read(WIFI_PASSWORD="s3cret" * 20)
    assert "s3cret" not in str(refused.value)


def test_a_file_that_cannot_be_read_names_the_key() -> None:
    def get(key: str, default: object) -> object:
        if key == "LED_PIN":
            raise ValueError("invalid syntax")
        return default

    with pytest.raises(BadSetting, match="LED_PIN cannot be read; text needs double quotes"):
        load(get)


def test_numbers_may_come_as_text() -> None:
    settings = read(SUPPLY_MA="2000", LED_FIRST="99", MQTT_TLS="true")
    assert (settings["SUPPLY_MA"], settings["LED_FIRST"], settings["MQTT_TLS"]) == (2000, 99, True)


def test_pins_of_the_other_sensor_kind_do_not_matter() -> None:
    assert read(SENSOR_KIND="shift", LED_PIN="GP0")["LED_PIN"] == ["GP0"]


def test_sensors_and_radio_are_taken_off_the_light() -> None:
    assert read(SENSOR_MA=450)["STEADY_CURRENT_MA"] == read()["STEADY_CURRENT_MA"] + 450
    assert read(WIFI_SSID="den", MQTT_HOST="pi")["STEADY_CURRENT_MA"] > read()["STEADY_CURRENT_MA"]


@given(
    st.sampled_from([key for key, _, _ in KEYS]), st.none() | st.booleans() | st.integers() | st.text() | st.floats()
)
def test_any_value_is_accepted_or_refused_in_one_line(key: str, value: object) -> None:
    try:
        read(**{key: value})
    except BadSetting as refused:
        line = str(refused)
    else:
        line = key
    assert key in line or "already" in line or "empty" in line
    assert "\n" not in line.replace(str(value)[:24], "")
