"""Stand-in for CircuitPython's `usb_midi`, of which boards only switch off the endpoints."""


def disable() -> None:
    """No MIDI."""


def enable() -> None:
    """Nothing to enable on a pseudo-terminal."""
