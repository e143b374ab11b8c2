"""Power-on of the chip, as its supervisor does it: set up the stand-ins, then run one file of the drive.

Started by the board process as ``power_on.py SOCKET OPTIONS``; see `virtual_hardware` for both.
"""

import gc
import json
import sys
from collections import namedtuple

try:
    from collections.abc import Callable
    from typing import Any
except ImportError:  # MicroPython has no typing; annotations are not evaluated there
    pass

MICROPYTHON = sys.implementation.name == "micropython"
if MICROPYTHON:
    import tls as machine_ssl  # type: ignore[import-not-found]
else:
    import socket  # noqa: F401  loaded before the stand-ins' folder comes first on the path
    import ssl as machine_ssl
    import traceback  # noqa: F401

HERE = sys.argv[0].rsplit("/", 1)[0]
sys.path.insert(0, HERE)

import virtual_hardware as hw  # type: ignore[import-not-found]  # noqa: E402

MODULES = (
    "watchdog microcontroller board digitalio keypad neopixel_write usb_cdc usb_hid usb_midi supervisor storage "
    "wifi socketpool ssl busio"
)
ROOTED = ("listdir", "stat", "remove", "unlink", "mkdir", "rmdir", "statvfs")
"""Functions of `os` that take a path first."""

KEPT_BYTES = 4000
"""How much of a traceback is kept for `supervisor.get_previous_traceback`."""


Machine = namedtuple("Machine", ("sysname", "nodename", "release", "version", "machine"))
"""What `os.uname` tells."""


class Overlay:
    """A module of the interpreter with some names as CircuitPython has them."""

    def __init__(self, module: "Any", names: "dict[str, Any]") -> None:
        self._module = module
        for name in names:
            setattr(self, name, names[name])

    def __getattr__(self, name: str) -> "Any":
        return getattr(self._module, name)


class Names:
    """A module of nothing but names for annotations."""

    TYPE_CHECKING = False

    def __getattr__(self, name: str) -> "Any":
        return object


def rooted(path: "Any") -> "Any":
    """A path on the drive, whose root is "/" on the chip."""
    inside = isinstance(path, str) and path.startswith("/") and not path.startswith(hw.options["folder"])
    return hw.options["drive"] + path if inside else path


def lay_over() -> None:
    """Replace `time.sleep`, `time.monotonic`, `os.getenv`, `open` and what else differs."""
    import builtins
    import os
    import time

    def sleep(seconds: float) -> None:
        hw.sleep_us(int(seconds * 1_000_000))

    def monotonic_ns() -> int:
        return int(hw.now_us() - hw.options["power_on_us"]) * 1000

    def monotonic() -> float:
        return monotonic_ns() / 1_000_000_000

    machine = Machine("rp2040", "rp2040", "10.0.0", "virtual", "Raspberry Pi Pico W with rp2040")

    def getenv(key: str, default: "str | None" = None) -> "str | None":
        value = hw.settings().get(key)
        return default if value is None else str(value)

    def on_drive(function: "Any") -> "Callable[..., Any]":
        return lambda path=".", *rest: function(rooted(path), *rest)

    files = {name: on_drive(getattr(os, name)) for name in ROOTED if hasattr(os, name)}
    files["getenv"] = getenv
    files["uname"] = lambda: machine
    clock = {"sleep": sleep, "monotonic": monotonic, "monotonic_ns": monotonic_ns}
    modules: dict[str, Any] = sys.modules
    modules["os"] = Overlay(os, files)
    modules["time"] = Overlay(time, clock)
    heap: dict[str, Any] = {"mem_free": lambda: hw.options["heap"], "mem_alloc": lambda: 0, "threshold": lambda *_: -1}
    if MICROPYTHON:
        mem_free: Any = getattr(gc, "mem_free")  # noqa: B009  the big Python's gc has none
        words = hw.word_bytes() // 4
        heap = {"mem_free": lambda: mem_free() // words}  # as a chip counts, whose words have four bytes
    modules["gc"] = Overlay(gc, heap)
    machine_open: Any = open
    changed: Any = builtins
    changed.open = lambda path, *rest, **named: machine_open(rooted(path), *rest, **named)


def take_modules() -> None:
    """Load every stand-in now, so that none is charged to the firmware's heap later."""
    hw.options["machine_ssl"] = machine_ssl
    sys.modules.pop("ssl", None)
    for name in MODULES.split():
        __import__(name)
    __import__("traceback" if MICROPYTHON else "micropython")
    # Adafruit's libraries leave these out where the interpreter calls itself "circuitpython"; this one cannot.
    names = Names()
    modules: dict[str, Any] = sys.modules
    for name in ("circuitpython_typing", "circuitpython_typing.socket") + (("typing",) if MICROPYTHON else ()):
        modules[name] = names
    sys.path.remove(HERE)
    sys.path[:0] = [hw.options["drive"], hw.options["drive"] + "/lib"]


def fill_up() -> "Any":
    """Take what the heap has beyond the chip's; keep the result alive.

    The firmware then finds exactly the chip's free memory, in one piece as on the chip: the holes that loading the
    stand-ins has left are filled too.
    """
    gc.collect()
    room: Any = bytearray(hw.options["heap"] * hw.word_bytes() // 4)
    filling: Any = None
    for size in (8192, 1024, 256, 0):
        try:
            while True:
                filling = (bytearray(size), filling) if size else (filling,)
        except MemoryError:
            pass
    del room
    gc.collect()
    return filling


def run(name: str) -> "str | None":
    """Run a file of the drive as __main__; None, or the traceback it ended with."""
    try:
        with open("/" + name) as file:
            code = compile(file.read(), name, "exec")
    except OSError:
        return "%s is not on the drive\n" % name
    except SyntaxError as error:
        return told(error)
    try:
        exec(code, {"__name__": "__main__", "__file__": name})
    except SystemExit:
        return None
    except BaseException as error:  # as CircuitPython does: any end of code.py is told on the console
        return told(error)
    return None


def told(error: BaseException) -> str:
    """A traceback as text."""
    from traceback import format_exception

    return "".join(format_exception(error))


def main() -> None:
    """Power on, then boot.py or code.py as the options say."""
    with open(sys.argv[2]) as file:  # a file, because MicroPython takes no argument longer than 255 bytes
        hw.connect(int(sys.argv[1]), json.load(file))
    lay_over()
    take_modules()
    hw.options["filling"] = fill_up() if MICROPYTHON else None
    if hw.options["booting"]:
        failed = run("boot.py")
        if failed:
            print(failed)
        hw.send(b"b", json.dumps({"usb": hw.options["usb"], "usb_drive": hw.options["usb_drive"]}).encode())
        return
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    hw.send(b"s", (sys.implementation.name + " " + version).encode())
    failed = run(hw.options["code"])
    if failed:
        print(failed)
        hw.send(b"t", failed[-KEPT_BYTES:].encode())
    if hw.options["next_code"].get("reload_on_error" if failed else "reload_on_success"):
        hw.ask_board(b"r")
    print("Code done running.")
    while True:  # as on the chip: the lights stay, the code is over
        hw.sleep_us(100_000)


main()
