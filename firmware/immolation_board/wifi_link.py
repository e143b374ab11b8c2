"""Makes the link over Wi-Fi. Loaded only where the settings name a network, and unloaded when it is made."""

from . import hardware
from .configuration import BadSetting

try:
    from typing import Any
except ImportError:
    pass


def make(found: Any, meanwhile: Any) -> Any:
    """The link over Wi-Fi. Raises BadSetting if this board has no Wi-Fi, or no such certificate on it."""
    try:
        import socketpool  # only here: what is missing is said in the words of the settings
        import wifi
    except ImportError:
        raise BadSetting('settings.toml: WIFI_SSID is set and this board has no Wi-Fi; write WIFI_SSID = "".') from None
    try:
        from .mqtt_link import MqttLink  # only here: it needs libraries that may be missing
    except ImportError as error:
        raise BadSetting(
            "A library is missing in lib/ (%s); write the board again with: immolation board flash." % error
        ) from None
    tls = None
    if found["MQTT_TLS"]:
        import ssl  # only here: a board without TLS saves its memory

        tls = ssl.create_default_context()
        name = found["MQTT_CA"]
        if name:
            try:
                with open(name) as file:
                    tls.load_verify_locations(cadata=file.read())
            except OSError:
                raise BadSetting("settings.toml: MQTT_CA = %s is not a file on this drive." % name) from None
            except ValueError:
                raise BadSetting(
                    "settings.toml: MQTT_CA = %s holds no certificate; copy the authority's .pem again." % name
                ) from None
    return MqttLink(
        found, wifi.radio, socketpool.SocketPool(wifi.radio), tls, hardware.ticks_ms, meanwhile, hardware.watchdog
    )
