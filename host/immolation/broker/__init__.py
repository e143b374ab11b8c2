"""MQTT: topics, publisher, commands, the embedded broker, Mosquitto for the network, Home Assistant discovery."""
