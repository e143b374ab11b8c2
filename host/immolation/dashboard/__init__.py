"""The web page: an MQTT client like any other, which sees topics and nothing else of the host."""
