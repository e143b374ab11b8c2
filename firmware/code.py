"""Starts the board, and starts it again if it ever crashes."""

import microcontroller
import supervisor

supervisor.runtime.autoreload = False  # saving one file of several must not start the board in between

if microcontroller.watchdog is not None:
    microcontroller.watchdog.feed()

from immolation_board import board as machine  # noqa: E402

try:
    machine.run()
except Exception as error:
    machine.fail(error)
