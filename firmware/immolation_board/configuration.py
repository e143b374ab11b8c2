"""Holds the settings once they have been read, apart from their file and checks, so that those can be unloaded."""

try:
    from typing import Any
except ImportError:
    pass


class BadSetting(ValueError):
    """A key has a value that is not allowed. ``str()`` is one line: key, value, what is allowed."""


class Settings:
    """One attribute a key of settings.toml, in lower case, as the firmware wants it. See ``settings.load``."""

    board_id: str
    sensor_kind: str
    sensor_rows: list[str]
    sensor_columns: list[str]
    sensor_diodes: str
    sensor_clock: list[str]
    sensor_latch: list[str]
    sensor_data: list[str]
    sensor_bits: list[int]
    sensor_active: str
    sensor_ma: int
    sensor_map: str
    buttons: list[int]
    """The number of each button in the order in which they are wired: 0 to 5 the seats', 6 the host's."""
    button_column: list[str]
    button_bit: int
    scan_ms: int
    lift_ms: int
    place_ms: int
    led_pin: list[str]
    led_order: str
    led_lines: str
    led_wiring: str
    led_first: int
    leds_per_tile: int
    touch_glow: int
    supply_ma: int
    brightness: int
    wifi_ssid: str
    wifi_password: str
    mqtt_host: str
    mqtt_port: int
    mqtt_user: str
    mqtt_password: str
    mqtt_tls: bool
    mqtt_ca: str
    sensor_tiles: bytes
    """The tile of each sensor bit, from ``sensor_map``."""
    idle_ma: int
    """What everything but light draws, in mA."""


def unload_module(name: str) -> None:
    """Forget a module of this package that is not needed any more; its memory is free at the next collection."""
    import sys

    modules: Any = sys.modules
    package = __name__.rsplit(".", 1)[0]
    if modules.pop(package + "." + name, None) is not None and hasattr(modules[package], name):
        delattr(modules[package], name)
