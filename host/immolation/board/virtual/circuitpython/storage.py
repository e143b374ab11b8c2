"""Stand-in for CircuitPython's `storage`: the CIRCUITPY drive, which the computer may write. Knows no firmware."""

import virtual_hardware as hw  # type: ignore[import-not-found]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass


class VfsFat:
    """The drive."""

    def __init__(self, block_device: Any = None) -> None:
        self.label = "CIRCUITPY"
        self.readonly = not hw.options["booting"]


_drive = VfsFat()


def getmount(mount_path: str) -> VfsFat:
    if mount_path != "/":
        raise OSError(2, "No such file/directory")
    return _drive


def remount(mount_path: str, readonly: bool = False, *, disable_concurrent_write_protection: bool = False) -> None:
    """boot.py always may; later only when the computer does not hold the drive."""
    if not hw.options["booting"] and hw.options["usb_drive"]:
        raise RuntimeError("Cannot remount path when visible via USB.")
    getmount(mount_path).readonly = readonly


def disable_usb_drive() -> None:
    _only_at_boot()
    hw.options["usb_drive"] = False


def enable_usb_drive() -> None:
    _only_at_boot()
    hw.options["usb_drive"] = True


def _only_at_boot() -> None:
    if not hw.options["booting"]:
        raise RuntimeError("Cannot change USB devices now")
