"""Stand-in for CircuitPython's `wifi`: one network in the air, this machine's own. Knows no broker."""

import virtual_hardware as hw  # type: ignore[import-not-found]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

if hw.MICROPYTHON:
    import builtins

    # A builtin and an OSError on CircuitPython; MicroPython does not have the name.
    builtins.ConnectionError = OSError  # type: ignore[assignment, misc]

_JOIN_US = 100_000  # a real access point takes seconds; long enough that code which does not wait fails here too


class Radio:
    """Use `wifi.radio`. Joins any network with a name while the virtual air is up."""

    def __init__(self) -> None:
        self.enabled = True
        self.hostname = "cpy-virtual"
        self.mac_address = bytes.fromhex(hw.options["uid"])[:6]
        self.tx_power = 20.0
        self._joined = ""

    def connect(
        self, ssid: Any, password: Any = b"", *, channel: int = 0, bssid: Any = b"", timeout: Any = None
    ) -> None:
        """Join a network; ConnectionError if it is not there."""
        name = ssid.decode() if isinstance(ssid, bytes) else ssid
        if not 1 <= len(name) <= 32:
            raise ValueError("SSID must be 1-32 characters")
        if password and not 8 <= len(password) <= 64:
            raise ValueError("password length must be 8-64")
        hw.sleep_us(_JOIN_US)
        if not hw.air or not self.enabled:
            raise ConnectionError("No network with that ssid")
        self._joined = name

    def stop_station(self) -> None:
        self._joined = ""

    @property
    def connected(self) -> bool:
        hw.background()
        return bool(self._joined) and hw.air and self.enabled

    @property
    def ipv4_address(self) -> Any:
        return "127.0.0.1" if self.connected else None


radio = Radio()
if hw.options["ssid"] and hw.air:
    radio._joined = hw.options["ssid"]  # CIRCUITPY_WIFI_SSID joins before boot.py
