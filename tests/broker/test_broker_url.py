"""URLs of brokers: what is accepted, what is refused with which sentence, and that no password is ever shown."""

from __future__ import annotations

import pytest
from immolation.broker import broker_url
from immolation.broker.broker_url import Address, BadAddress


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("mqtt://127.0.0.1", Address("127.0.0.1", 1883, False)),
        ("mqtts://club.example", Address("club.example", 8883, True)),
        ("mqtt://[::1]:1900/", Address("::1", 1900, False)),
        ("mqtt://ada:p%40ss@pi.local:1", Address("pi.local", 1, False, "ada", "p@ss")),
    ],
)
def test_urls_that_name_a_broker(url, expected):
    assert broker_url.read(url) == expected


def test_a_login_given_apart_wins_over_the_urls():
    found = broker_url.read("mqtt://ada:one@pi.local", "bob", "two")
    assert (found.username, found.password) == ("bob", "two")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://pi.local", "must begin with mqtt:// or mqtts://"),
        ("pi.local:1883", "must begin with mqtt:// or mqtts://"),
        ("", "must begin with mqtt:// or mqtts://"),
        ("mqtt://", "names no host"),
        ("mqtt://pi.local:0", "names no host"),
        ("mqtt://pi.local:99999", "port"),
        ("mqtt://ada:secret@pi.local:x", "port"),
        ("mqtt://ada:secret@pi.local/topic", "ends after host and port"),
    ],
)
def test_urls_that_do_not(url, sentence):
    with pytest.raises(BadAddress, match=sentence) as refused:
        broker_url.read(url)
    assert "secret" not in str(refused.value)


def test_a_password_is_never_shown():
    found = broker_url.read("mqtts://ada:secret@pi.local")
    assert "secret" not in repr(found)
    assert found.shown == "mqtts://pi.local:8883"


@pytest.mark.parametrize(
    ("host", "loopback"), [("127.0.0.1", True), ("127.9.9.9", True), ("localhost", True), ("192.168.1.2", False)]
)
def test_what_is_this_machine_alone(host, loopback):
    assert broker_url.read(f"mqtt://{host}").loopback is loopback
