"""The web page: an MQTT client like any other. Knows topics; knows no game and no table."""
