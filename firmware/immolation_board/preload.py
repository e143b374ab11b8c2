"""Imports what a board needs in an order that fits its memory; needed where the modules are not compiled yet.

The largest come first, while memory is empty, and garbage is collected before each, so that what stays lies side by
side and the next one finds room.
"""

import gc

from . import hardware

try:
    from typing import Any
except ImportError:
    pass


def load(get: Any) -> None:
    """Import everything; ``get`` is ``supervisor.get_setting``. A library that is missing is said when it is needed."""
    package = __name__.rsplit(".", 1)[0]
    modules = ("wire", "settings", "layers", "lights", "sensors", "session", "usb_link", "board", "startup")
    names = [package + "." + name for name in modules]
    try:
        if get("WIFI_SSID", ""):
            names.insert(0, package + ".mqtt_link")
            names.insert(0, "adafruit_minimqtt.adafruit_minimqtt")
    except ValueError:
        pass  # said in plain words when all settings are checked
    for name in names:
        gc.collect()
        hardware.watchdog.feed()
        try:
            __import__(name)
        except ImportError:
            if not name.startswith("adafruit"):
                raise
    gc.collect()
