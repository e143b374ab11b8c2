"""Codes and sessions: who is let in, once, for how long, and who is sent away."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from immolation.dashboard.sessions import (
    CODE_SECONDS,
    MOST_DEVICES,
    OLD_LINK_SECONDS,
    SESSION_SECONDS,
    WRONG_CODES,
    WRONG_SECONDS,
    Device,
    JoinRefused,
    SessionStore,
    device_label,
)
from immolation.dashboard.settings import PageError, Viewer

ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0"


class Clock:
    """Unix seconds that a test moves."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def join(sessions: SessionStore, role: str, address: str = "10.0.0.9") -> tuple[Device, str]:
    return sessions.join(sessions.code(role).text, address, ANDROID)


def test_a_code_lets_one_device_in_and_no_second(clock: Clock) -> None:
    sessions = SessionStore(None, clock)
    code = sessions.code("p1")
    assert sessions.code("p1") == code  # shown again, it is the same
    device, secret = sessions.join(code.text, "10.0.0.9", ANDROID)
    assert (device.role, device.label, device.viewer) == ("p1", "Firefox on Android", Viewer("seat", "p1"))
    assert sessions.device(secret) is device
    assert (sessions.is_open(code), sessions.used_by(code)) == (False, device)
    with pytest.raises(JoinRefused, match="not valid any more"):
        sessions.join(code.text, "10.0.0.10", ANDROID)
    assert sessions.devices() == [device]


def test_a_code_is_read_as_people_type_it(clock: Clock) -> None:
    sessions = SessionStore(None, clock)
    typed = sessions.code("p2").text.upper().replace("-", " ")
    assert sessions.join(f" {typed} ", "10.0.0.9", ANDROID)[0].role == "p2"


def test_a_code_expires_and_another_takes_its_place(clock: Clock) -> None:
    sessions = SessionStore(None, clock)
    late, renewed = sessions.code("p1"), sessions.code("p2")
    sessions.new_code("p2")
    clock.now += CODE_SECONDS
    for code in (late, renewed):
        with pytest.raises(JoinRefused):
            sessions.join(code.text, "10.0.0.9", ANDROID)
    assert sessions.code("p1") != late
    assert join(sessions, "p1")[0].role == "p1"
    assert sessions.used_by(late) is None


def test_codes_are_not_guessed(clock: Clock) -> None:
    sessions = SessionStore(None, clock)
    right = sessions.code("p1").text
    for number in range(WRONG_CODES):
        with pytest.raises(JoinRefused, match="not valid"):
            sessions.join(f"wrong-{number}", "10.0.0.9", ANDROID)
    for follow in (sessions.join, sessions.follow):
        with pytest.raises(JoinRefused, match="Too many"):
            follow(right, "10.0.0.9", ANDROID)
    for host in range(1, 300):  # one subscriber's IPv6 network is one visitor, however many addresses it has
        with pytest.raises(JoinRefused, match="not valid" if host <= WRONG_CODES else "Too many"):
            sessions.join("wrong", f"2001:db8:0:1::{host:x}", ANDROID)
    for _ in range(WRONG_CODES + 1):  # a page that listens on "::" sees everybody who comes by IPv4 in one network
        with pytest.raises(JoinRefused):
            sessions.join("wrong", "::ffff:10.0.0.7", ANDROID)
    assert sessions.join(right, "::ffff:10.0.0.8", ANDROID)[0].role == "p1"  # others do not suffer
    clock.now += WRONG_SECONDS + 1
    assert sessions.join(sessions.code("p1").text, "10.0.0.9", ANDROID)[0].role == "p1"


def test_a_device_that_is_sent_away_needs_a_new_code(clock: Clock) -> None:
    sessions = SessionStore(None, clock)
    told: list[Device] = []
    sessions.on_move.append(told.append)
    (gone, secret), (stays, other) = join(sessions, "p1"), join(sessions, "p1")
    sessions.kick(gone.id)
    assert told == [gone]
    assert (sessions.device(secret), sessions.device(other)) == (None, stays)
    sessions.kick(gone.id)
    assert told == [gone]


def test_nobody_joins_a_locked_seat_and_who_is_there_stays(clock: Clock) -> None:
    sessions = SessionStore(None, clock)
    _, secret = join(sessions, "p1")
    code = sessions.code("p1")
    sessions.lock("p1", True)
    for text in (code.text, sessions.code("p1").text):
        with pytest.raises(JoinRefused):
            sessions.join(text, "10.0.0.7", ANDROID)
    assert sessions.device(secret) is not None
    assert join(sessions, "p2")[0].role == "p2"
    sessions.lock("p1", False)
    assert join(sessions, "p1", "10.0.0.6")[0].role == "p1"


def test_sessions_outlive_a_host_and_their_file_opens_nothing(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "sessions.json"
    sessions = SessionStore(path, clock)
    assert not sessions.kept
    _, secret = join(sessions, "p1")
    code = sessions.code("p2").text
    sessions.lock("p3", True)
    sessions.remember_name("p1", "Ann")
    again = SessionStore(path, clock)
    assert again.kept
    found = again.device(secret)
    assert found is not None
    assert (found.role, again.cookie, again.locked, again.names) == ("p1", sessions.cookie, ["p3"], {"p1": "Ann"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for known in (secret, code):
        assert known not in path.read_text()
    for key in (found.mark, found.id, "", None):
        assert again.device(key) is None


def test_a_session_ends_when_its_device_was_not_seen_for_a_month(clock: Clock) -> None:
    sessions = SessionStore(None, clock)
    _, secret = join(sessions, "p1")
    clock.now += SESSION_SECONDS - 1
    assert sessions.device(secret) is not None
    clock.now += SESSION_SECONDS - 1
    assert sessions.device(secret) is not None
    clock.now += SESSION_SECONDS
    assert sessions.device(secret) is None


def test_devices_do_not_pile_up(clock: Clock) -> None:
    sessions = SessionStore(None, clock)
    _, first = join(sessions, "watch")
    for _ in range(MOST_DEVICES):
        clock.now += 1
        join(sessions, "watch")
    assert len(sessions.devices()) == MOST_DEVICES
    assert sessions.device(first) is None


def test_a_link_of_an_earlier_version_lets_one_device_in(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "sessions.json"
    SessionStore(path, clock).adopt(
        {"old-password-of-p1": "p1", "old-password-of-p2": "p2", "old-password-of-p3": "p3"}
    )
    sessions = SessionStore(path, clock)
    device, secret = sessions.follow("old-password-of-p1", "10.0.0.9", ANDROID)
    assert (device.role, sessions.device(secret)) == ("p1", device)
    for key in ("old-password-of-p1", "never-was-one"):
        with pytest.raises(JoinRefused, match="not valid any more"):
            sessions.follow(key, "10.0.0.9", ANDROID)
    sessions.lock("p3", True)
    with pytest.raises(JoinRefused):
        sessions.follow("old-password-of-p3", "10.0.0.9", ANDROID)
    clock.now += OLD_LINK_SECONDS
    with pytest.raises(JoinRefused):
        SessionStore(path, clock).follow("old-password-of-p2", "10.0.0.9", ANDROID)
    assert "old-password" not in path.read_text()


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "sessions.json"
    path.write_text("{")
    with pytest.raises(PageError, match=r"sessions\.json is damaged; delete it"):
        SessionStore(path)


@pytest.mark.parametrize(
    ("agent", "called"),
    [
        (ANDROID, "Firefox on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        ("curl/8", "A browser"),
        ("", "A browser"),
    ],
)
def test_devices_are_called_as_people_call_them(agent: str, called: str) -> None:
    assert device_label(agent) == called
