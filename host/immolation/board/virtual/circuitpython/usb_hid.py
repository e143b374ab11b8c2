"""Stand-in for CircuitPython's `usb_hid`, of which boards only switch off the endpoints."""


def disable() -> None:
    """No keyboard and mouse."""


def enable(devices: "tuple[object, ...]" = ()) -> None:
    """Nothing to enable on a pseudo-terminal."""
