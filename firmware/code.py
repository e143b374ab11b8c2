"""Starts the board, and starts it again if it ever crashes."""

import gc

import microcontroller
import supervisor

supervisor.runtime.autoreload = False  # saving one file of several must not start the board in between

# Pages are compiled here, on the board. The largest come first, while memory is empty, and garbage is collected before
# each, so that what stays lies side by side and the next one finds room.
pages = ["settings", "wire", "hardware", "layers", "lights", "sensors", "session", "usb_link", "board"]
names = ["immolation_board." + page for page in pages]
try:
    if supervisor.get_setting("WIFI_SSID", ""):
        names.insert(3, "immolation_board.mqtt_link")
        names.insert(0, "adafruit_minimqtt.adafruit_minimqtt")
except ValueError:
    pass  # said in plain words when all settings are checked
for name in names:
    gc.collect()
    if microcontroller.watchdog is not None:
        microcontroller.watchdog.feed()
    try:
        __import__(name)
    except ImportError:
        pass  # said in plain words when it is needed
gc.collect()

from immolation_board import board as machine  # noqa: E402

try:
    machine.run()
except Exception as error:  # never a silent board: whatever it was is said, blinked, and started again
    machine.fail(error)
