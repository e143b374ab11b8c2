"""Checks what the maker wrote in settings.toml.

Every key, what is allowed and its default stands in `KEYS`; the comments in ``settings.toml`` say the same to people.

A board keeps each name for ever, also of modules that are unloaded, so the checks bear names that others have too.
"""

from . import lights, wiring
from .configuration import BadSetting
from .ticks import const

try:
    from typing import Any
except ImportError:
    pass


def _number(low: int, high: int) -> Any:
    def check(value: Any) -> Any:
        if isinstance(value, str) and value.isdigit() and len(value) < 8:
            value = int(value)
        if type(value) is int and low <= value <= high:
            return value
        raise ValueError("a whole number from %d to %d" % (low, high))

    return check


def one_of(*values: Any) -> Any:
    def check(value: Any) -> Any:
        for allowed in values:
            if value == allowed or (isinstance(allowed, int) and value == str(allowed)):
                return allowed
        raise ValueError("one of " + ", ".join([str(allowed) for allowed in values]))

    return check


def text(longest: int) -> Any:
    def check(value: Any) -> Any:
        if isinstance(value, str) and len(value) <= longest:
            return value
        raise ValueError("text of at most %d characters" % longest)

    return check


def name(value: Any) -> Any:
    if isinstance(value, str) and 1 <= len(value) <= 24:
        for letter in value:
            if letter not in "abcdefghijklmnopqrstuvwxyz0123456789-":
                break
        else:
            return value
    raise ValueError("1 to 24 of a-z, 0-9 and -")


def pins(least: int, most: int) -> Any:
    def check(value: Any) -> Any:
        names = value.split() if isinstance(value, str) else []
        distinct = len(set(names)) == len(names)
        if least <= len(names) <= most and distinct:
            return names
        count = "%d" % least if least == most else "%d to %d" % (least, most)
        raise ValueError("%s different pin%s with blanks between" % (count, "" if most == 1 else "s"))

    return check


def buttons(value: Any) -> Any:
    """The numbers of the buttons named. Raises ValueError with what is allowed."""
    words = value.split() if isinstance(value, str) else []
    numbers = [wiring.BUTTON_NAMES.index(word) for word in words if word in wiring.BUTTON_NAMES]
    if value == "" or (len(numbers) == len(words) and len(set(numbers)) == len(numbers) and numbers):
        return numbers
    raise ValueError("different ones of %s with blanks between, or nothing" % " ".join(wiring.BUTTON_NAMES))


def fields(value: Any) -> Any:
    words = value.split() if isinstance(value, str) else []
    found = [int(word) for word in words if word.isdigit() and len(word) < 6]
    if len(found) == len(words) == 4 and found[0] >= 500 and found[3] <= 30000:
        for at in range(3):
            if found[at + 1] * 10 < found[at] * 11:
                break
        else:
            return found
    raise ValueError("four fields of 500 to 30000 with blanks between, each at least a tenth over the one before")


def _yes(value: Any) -> Any:
    if value is True or value is False:
        return value
    if value in ("true", "false"):
        return value == "true"
    raise ValueError("true or false")


GAINS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""Of a 3-axis sensor, from 87 % in steps of half a percent: a field is multiplied by it."""


AXES = ("+x +y", "-x +y", "+x -y", "-x -y", "+y +x", "-y +x", "+y -x", "-y -x")
"""Which axis of a 3-axis sensor looks to the right and which towards the player.

The number of each: 1 where the right one is turned round, 2 where the front one is, 4 where they are exchanged.
"""


def _axes(value: Any) -> Any:
    if value == "":
        return -1
    if value in AXES:
        return AXES.index(value)
    raise ValueError("one of %s, as a board says it when it has found out, or nothing" % ", ".join(AXES))


def _bits(value: Any) -> Any:
    counts = []
    for word in str(value).split():
        if not word.isdigit() or len(word) > 3 or not 1 <= int(word) <= 200:
            break
        counts.append(int(word))
    else:
        if 1 <= len(counts) <= 4 and wiring.TILES <= sum(counts) <= 200:
            return counts
    raise ValueError("the bits of each chain with blanks between, 100 to 200 in all")


def _gains(value: Any) -> Any:
    text = str(value)
    if text and (len(text) != wiring.TILES or [letter for letter in text if letter not in GAINS]):
        raise ValueError("a letter for each of the 100 tiles, as a board says them when it has measured, or nothing")
    return text


KEYS = (
    ("BOARD_ID", "immolation", name),
    ("SENSOR_KIND", "matrix", one_of("matrix", "shift")),
    ("SENSOR_ROWS", "GP0 GP1 GP2 GP3 GP4 GP5 GP6 GP7 GP8 GP9", pins(10, 10)),
    ("SENSOR_COLUMNS", "GP10 GP11 GP12 GP13 GP14 GP15 GP16 GP17 GP18 GP19", pins(10, 10)),
    ("SENSOR_DIODES", "anodes", one_of("anodes", "cathodes")),
    ("SENSOR_CLOCK", "GP18", pins(1, 1)),
    ("SENSOR_LATCH", "GP17", pins(1, 1)),
    ("SENSOR_DATA", "GP16", pins(1, 4)),
    ("SENSOR_BITS", "104", _bits),
    ("SENSOR_ACTIVE", "low", one_of("low", "high")),
    ("SENSOR_MA", 0, _number(0, 1000)),
    ("SENSOR_MAP", "straight", text(1000)),
    ("BUTTONS", "", buttons),
    ("BUTTON_COLUMN", "GP20", pins(1, 1)),
    ("BUTTON_FIRST_BIT", 104, _number(0, 199)),
    ("IDENTITY_PINS", "", pins(0, 2)),
    ("IDENTITY_FIELDS", "7150 9863 13276 17910", fields),
    ("IDENTITY_HEIGHT", 191, _number(100, 300)),
    ("IDENTITY_PITCH", 450, _number(350, 600)),
    ("IDENTITY_ASIDE", 20, _number(0, 40)),
    ("IDENTITY_AXES", "", _axes),
    ("IDENTITY_GAINS", "", _gains),
    ("SCAN_MS", 5, _number(5, 100)),
    ("LIFT_MS", 15, _number(0, 500)),
    ("PLACE_MS", 10, _number(0, 500)),
    ("LED_PIN", "GP22", pins(1, 1)),
    ("LED_ORDER", "GRB", one_of(*lights.ORDERS)),
    ("LED_LINES", "rows", one_of("rows", "columns")),
    ("LED_WIRING", "serpentine", one_of("straight", "serpentine")),
    ("LED_FIRST", 0, one_of(0, 9, 90, 99)),
    ("LEDS_PER_TILE", 1, one_of(1, 4)),
    ("TOUCH_BRIGHTNESS", 200, _number(0, 255)),
    ("SUPPLY_MA", 500, _number(100, 6000)),
    ("BRIGHTNESS", 255, _number(1, 255)),
    ("WIFI_SSID", "", text(32)),
    ("WIFI_PASSWORD", "", text(64)),
    ("MQTT_HOST", "", text(128)),
    ("MQTT_PORT", 1883, _number(1, 65535)),
    ("MQTT_USER", "", text(64)),
    ("MQTT_PASSWORD", "", text(128)),
    ("MQTT_TLS", False, _yes),
    ("MQTT_CA", "", text(64)),
)
"""Key, default and check; a check returns the value as the firmware wants it or raises ValueError(what is allowed)."""

USED_PINS = {
    "matrix": ("SENSOR_ROWS", "SENSOR_COLUMNS"),
    "shift": ("SENSOR_CLOCK", "SENSOR_LATCH", "SENSOR_DATA"),
}
"""The pins that a kind of sensor takes; those of the other kind may name anything."""

_IDENTITY_MA = const(50)
"""Draw of a hundred TMAG5273 in standby, one of them measuring, and of their multiplexers."""

SECRET = ("WIFI_PASSWORD", "MQTT_PASSWORD")


def load(get: Any) -> dict[str, Any]:
    """The settings by key, all of them or none.

    With SENSOR_TILES, the tile of each sensor bit, and STEADY_CURRENT_MA, what everything but light draws.

    ``get`` is ``supervisor.get_setting`` or anything that is called alike: ``get(key, default)``. Raises BadSetting.
    """
    settings: dict[str, Any] = {}
    for key, default, check in KEYS:
        try:
            value = get(key, default)
        except ValueError:
            raise BadSetting("settings.toml: %s cannot be read; text needs double quotes around it." % key) from None
        try:
            settings[key] = check(value)
        except ValueError as allowed:
            shown = "..." if key in SECRET else str(value)[:24]
            raise BadSetting("settings.toml: %s = %s is not allowed; it must be %s." % (key, shown, allowed)) from None
    if len(settings["IDENTITY_PINS"]) == 1:
        raise BadSetting("settings.toml: IDENTITY_PINS names one pin; it must be two, SDA and SCL, or nothing.")
    _check_sensors(settings)
    _check_pins(settings)
    _check_network(settings)
    dark = lights.DARK_MA * settings["LEDS_PER_TILE"] + len(settings["BUTTONS"])
    radio = lights.WIFI_MA if settings["WIFI_SSID"] else 0
    identity = _IDENTITY_MA if settings["IDENTITY_PINS"] else 0
    settings["STEADY_CURRENT_MA"] = dark + lights.MCU_MA + settings["SENSOR_MA"] + radio + identity
    return settings


def _check_sensors(settings: dict[str, Any]) -> None:
    bits = wiring.TILES if settings["SENSOR_KIND"] == "matrix" else sum(settings["SENSOR_BITS"])
    try:
        settings["SENSOR_TILES"] = wiring.sensor_bits(settings["SENSOR_MAP"], bits)
    except ValueError as wrong:
        raise BadSetting("settings.toml: SENSOR_MAP is not allowed: %s." % wrong) from None
    if settings["BUTTONS"]:
        first = -1 if settings["SENSOR_KIND"] == "matrix" else settings["BUTTON_FIRST_BIT"]
        try:
            settings["SENSOR_TILES"] = wiring.with_buttons(settings["SENSOR_TILES"], settings["BUTTONS"], first)
        except ValueError as wrong:
            raise BadSetting("settings.toml: BUTTON_FIRST_BIT = %d is not allowed: %s." % (first, wrong)) from None
    if settings["SENSOR_KIND"] == "shift" and len(settings["SENSOR_BITS"]) != len(settings["SENSOR_DATA"]):
        raise BadSetting(
            "settings.toml: SENSOR_BITS names %d chains and SENSOR_DATA %d pins; give each chain one of both."
            % (len(settings["SENSOR_BITS"]), len(settings["SENSOR_DATA"]))
        )
    if settings["SENSOR_KIND"] == "shift" and min(settings["SENSOR_BITS"]) != max(settings["SENSOR_BITS"]):
        longest = " ".join([str(max(settings["SENSOR_BITS"]))] * len(settings["SENSOR_BITS"]))
        raise BadSetting(
            "settings.toml: SENSOR_BITS names chains of different lengths, which CircuitPython reads wrongly; write %s "
            "and - in SENSOR_MAP for the bits that are not there." % longest
        )


def _check_pins(settings: dict[str, Any]) -> None:
    owner = {}
    keys = ("LED_PIN", "IDENTITY_PINS") + USED_PINS[settings["SENSOR_KIND"]]
    if settings["BUTTONS"] and settings["SENSOR_KIND"] == "matrix":
        keys += ("BUTTON_COLUMN",)
    for key in keys:
        for pin in settings[key]:
            if pin in owner:
                raise BadSetting(
                    "settings.toml: %s = %s is not allowed; %s has that pin already." % (key, pin, owner[pin])
                )
            owner[pin] = key


def _check_network(settings: dict[str, Any]) -> None:
    if bool(settings["WIFI_SSID"]) != bool(settings["MQTT_HOST"]):
        key = "MQTT_HOST" if settings["WIFI_SSID"] else "WIFI_SSID"
        raise BadSetting("settings.toml: %s is empty; Wi-Fi needs WIFI_SSID and MQTT_HOST, or neither." % key)
    if settings["MQTT_PASSWORD"] and not settings["MQTT_USER"]:
        raise BadSetting("settings.toml: MQTT_USER is empty; a MQTT_PASSWORD needs it.")
