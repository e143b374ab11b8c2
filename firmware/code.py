"""Starts the board, and starts it again if it ever crashes."""

import gc
import time

import supervisor

supervisor.runtime.autoreload = False  # saving one file of several must not start the board in between

began = time.monotonic()
try:
    from immolation_board import preload

    preload.load(supervisor.get_setting)
    from immolation_board import startup

    machine = startup.start()
    del preload, startup
    gc.collect()
    machine.run()
except Exception as error:  # never a silent board: whatever it was is said, blinked, and started again
    gc.collect()
    from immolation_board import distress

    distress.crash(error, time.monotonic() - began)
