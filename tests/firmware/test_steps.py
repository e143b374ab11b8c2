"""What each step of a turn takes: no longer than a few milliseconds of a chip, and nothing from the heap while idle.

The steps run in MicroPython. Time is counted in turns of a plain loop that runs in the same process between them, so a
slow or busy machine changes nothing: an RP2040 at 125 MHz makes about 115 of those turns in a millisecond. Moving bytes
takes up to twice as many turns on some processors, so the step that does little else is measured beside a plain loop
that moves as many.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

pytestmark = pytest.mark.needs("micropython")

TURNS_A_MS = 115
"""Turns of the reference loop below in a millisecond, on an emulated RP2040 with CircuitPython 10.2.1."""

KNOWN: dict[str, tuple[float, int]] = {
    "sensors, idle": (0.2, 0),
    "usb, idle": (0.1, 0),
    "session, idle": (0.2, 0),
    "100 tiles of fire, a part of a frame": (1.6, 0),
    "the same over the supply, a part": (2.2, 0),
    "the gain follows, one step": (0.4, 0),
    "100 tiles of gems, a part of a frame": (1.8, 0),
    "a path over 100 tiles, a part of a frame": (2.1, 0),
    "two layers on 100 tiles, a part of a frame": (2.2, 0),
    "400 LEDs of fire, a part of a frame": (1.6, 0),
    "400 LEDs of gems, a part of a frame": (1.7, 0),
    "4 events of waiting tiles": (0.3, 0),
    "the line of waiting tiles is closed up": (1.1, 0),
    "4 edges are told": (1.1, 0),
    "a line is read": (0.6, 864),
    "a line is decoded": (4.5, 640),
    "a long line is decoded": (3.0, 832),
    "a long line is checked": (2.8, 256),
    "a scene is taken": (0.9, 1152),
    "40 edges go into one line": (2.0, 1536),
    "preparing 100 tiles of fire": (3.4, 4672),
    "preparing 400 LEDs of fire": (4.9, 7200),
    "preparing 400 LEDs of gems": (4.0, 5280),
    "preparing what a game shows": (4.1, 5504),
}
"""Each step -> its milliseconds by the loop, best of some runs, which are 1 to 2.2 for one on the chip, where no step
may take more than 4; and what it takes from the heap, in bytes, where pointers are twice a chip's."""

SCRIPT = """
    import gc, json, time
    from array import array
    from immolation_board import lights, wire, wiring, ticks
    from immolation_board.layers import Layer
    from immolation_board.sensors import Sensors
    from immolation_board.session import Session
    from immolation_board.usb_link import UsbLink

    class Port:
        timeout = write_timeout = 1
        connected = True
        def __init__(self):
            self.bytes = b""
        @property
        def in_waiting(self):
            return len(self.bytes)
        def read(self, size):
            taken, self.bytes = self.bytes[:size], self.bytes[size:]
            return taken
        def write(self, data):
            return len(data)
        def reset_output_buffer(self):
            pass

    class Event:
        key_number, pressed, timestamp = 0, True, 0

    class Events:
        overflowed = False
        def __init__(self):
            self.left = self.key = self.when = 0
        def clear(self):
            pass
        def get_into(self, event):
            if not self.left:
                return False
            self.left -= 1
            self.key = (self.key + 7) % 100
            event.key_number, event.pressed, event.timestamp = self.key, not felt.occupied[self.key], self.when
            return True

    class Scanner:
        def __init__(self):
            self.events = Events()
        def reset(self):
            pass

    table = bytes(range(64))

    def reference():
        total = 0
        for n in range(500):
            total += table[n & 63]

    MOVED = 104  # places that are looked at when the line of waiting tiles is closed up
    TURNS_OF_MOVING = 126  # what as many took by the reference loop where every step was measured first
    row, places = bytearray(range(MOVED)), array("h", range(MOVED))

    class Line:
        def __init__(self):
            self.places = places

        def move(self):
            kept = 0
            for at in range(0, MOVED):
                tile = row[at]
                if tile != MOVED:
                    row[kept] = tile
                    self.places[tile] = kept
                    kept += 1

    def measure(action, prepare=None, reference=reference, turns=500):
        '''Best of some runs: (turns of the reference loop, bytes from the heap of the worst run).'''
        best, plain, most = 1e9, 1e9, 0
        for _ in range(RUNS):
            began = time.ticks_us()
            reference()
            plain = min(plain, time.ticks_diff(time.ticks_us(), began))
            if prepare:
                prepare()
            before = gc.mem_alloc()
            began = time.ticks_us()
            action()
            best = min(best, time.ticks_diff(time.ticks_us(), began))
            most = max(most, gc.mem_alloc() - before)
        return best * turns / plain, most

    scanner = Scanner()
    felt = Sensors(scanner, Event(), wiring.sensor_bits("straight", 100), 5, 15, 10)
    shown = lights.Lights(lambda frame: None, wiring.led_chain("rows", "serpentine", 0), "GRB", 6000, 150, 255)
    port = Port()
    usb = UsbLink(port)
    hello = {"s": 1, "id": "immolation", "fw": "2.0.0 test", "sensor": "matrix", "tiles": 100, "reset": "power"}
    session = Session(hello, shown, felt, usb.send, None, None)
    felt.changed = session.edge
    def status():
        return {"fps": 100, "free": 100000, "ma": 400, "bad": 0, "lost": 0, "up": 9}
    now = 100
    usb.poll(now)
    session.opened(now)
    felt.poll(now)
    felt.resync(now)
    felt.poll(now + 50)
    session.take({"k": "hello", "v": [1, 1], "s": 5}, now)
    for _ in range(5):
        session.poll(now, status)
        usb.flush()
    RUNS = 30
    RUNS_OF_A_SCENE = 25
    found = {}
    def note(name, action, *more):
        gc.collect()
        found[name] = measure(action, *more)
    note("sensors, idle", lambda: felt.poll(now))
    note("usb, idle", lambda: usb.poll(now))
    note("session, idle", lambda: session.poll(now, status))

    def scene(n, colour=0xFF6000, on="f" * 25, effect="fire", part=0, of=1, opacity=255):
        return {"k": "scene", "n": n, "i": part, "of": of, "b": 255, "e": effect, "c": colour, "on": on, "p": part,
            "t": 100, "a": opacity}
    sent = wire.line(scene(2))
    reader = wire.LineReader(bytes)
    note("a line is read", lambda: reader.feed(sent, len(sent)))
    payload = wire.pack(scene(2))
    note("a line is decoded", lambda: wire.decode(payload))
    long = dict(scene(2, effect="path"), w="0011223344" * 4, btn=127, m=[60000, 60000])
    payload = wire.pack(long)
    note("a long line is decoded", lambda: wire.parse(payload))
    note("a long line is checked", lambda: wire.checked(long))
    fresh = [2]
    def take():
        fresh[0] += 1
        session.take(scene(fresh[0]), now)
    note("a scene is taken", take)

    def worst_step(name, layers):
        # Each step of the same preparation, run several times: its best time; then the worst of the steps.
        times, plain, most = [], 1e9, 0
        for run in range(RUNS_OF_A_SCENE):
            shown.show([])  # so that no palette is there already
            shown.finish()
            shown.show(layers(run))
            at = 0
            while True:
                before = gc.mem_alloc()
                began = time.ticks_us()
                more = shown.work()
                took = time.ticks_diff(time.ticks_us(), began)
                most = max(most, gc.mem_alloc() - before)
                if at == len(times):
                    times.append(took)
                times[at] = min(times[at], took)
                at += 1
                began = time.ticks_us()
                reference()
                plain = min(plain, time.ticks_diff(time.ticks_us(), began))
                if not more:
                    break
            gc.collect()
        found[name] = max(times) * 500 / plain, most

    ALL = range(100)
    worst_step("preparing 100 tiles of fire", lambda run: [Layer("fire", 0xFF5000 + run, ALL)])
    worst_step("preparing what a game shows", lambda run: [
        Layer("fire", 0xFF5000 + run, range(36)), Layer("ember", 0xFF4000 + run, range(36, 50)),
        Layer("gem", 0x2050FF, range(50, 60)), Layer("pulse", 0x8040FF, ALL, 150, opacity=120),
        Layer("path", 0x00FFFF, ALL, 210, opacity=200, way=range(20)),
        Layer("clock", 0xFFC040, ALL, 220, opacity=99, clock=(60000, 60000))])

    def worst_part(name):
        # Each part of a frame, drawn several times: its best time; then the worst of the parts.
        times, plain, most = [], 1e9, 0
        gc.collect()
        for run in range(RUNS):
            shown.start(16)
            at = 0
            done = False
            while not done:
                before = gc.mem_alloc()
                began = time.ticks_us()
                done = shown.step()
                took = time.ticks_diff(time.ticks_us(), began)
                most = max(most, gc.mem_alloc() - before)
                if at == len(times):
                    times.append(took)
                times[at] = min(times[at], took)
                at += 1
            began = time.ticks_us()
            reference()
            plain = min(plain, time.ticks_diff(time.ticks_us(), began))
        found[name] = max(times) * 500 / plain, most
        parts[name] = [time * 500 / plain for time in times]

    parts = {}
    shown.show([Layer("fire", 0xFF5000, ALL)])
    shown.finish()
    shown.draw(10)
    worst_part("100 tiles of fire, a part of a frame")
    shown.supply(400)
    worst_part("the same over the supply, a part")
    def regain():
        shown.draw(16)
        while shown.work():
            pass
    regain()
    held = [100]
    def another():
        held[0] ^= 1
        shown.held = held[0]
        while shown.work():
            pass
        shown.held ^= 1
    note("the gain follows, one step", lambda: shown.work(), another)
    shown.supply(6000)
    for name, layers in (
        ("100 tiles of gems", [Layer("gem", 0x2050FF, ALL)]),
        ("a path over 100 tiles", [Layer("path", 0x2050FF, ALL)]),
        ("two layers on 100 tiles", [Layer("fire", 0xFF5000, ALL), Layer("gem", 0x8040FF, ALL, 150, opacity=120)]),
    ):
        shown.show(layers)
        shown.finish()
        shown.draw(10)
        for tile in range(10):
            shown.touch(tile)
        worst_part(name + ", a part of a frame")
        shown.draw(999)
        shown.draw(999)

    one_led = shown
    shown = lights.Lights(
        lambda frame: None, wiring.led_chain("rows", "serpentine", 0), "GRB", 6000, 450, 255, 4, range(7))
    worst_step("preparing 400 LEDs of fire", lambda run: [Layer("fire", 0xFF5000 + run, ALL)])
    worst_step("preparing 400 LEDs of gems", lambda run: [Layer("gem", 0xFF5000 + run, ALL)])
    shown.draw(14)
    worst_part("400 LEDs of gems, a part of a frame")
    shown.show([Layer("fire", 0xFF5000, ALL)])
    shown.finish()
    shown.draw(14)
    worst_part("400 LEDs of fire, a part of a frame")
    shown = one_led

    def storm():
        felt.poll(now)
        scanner.events.left, scanner.events.when = 4, now
    for _ in range(26):
        storm()
        felt.poll(now)
    note("4 events of waiting tiles", lambda: felt.poll(now), storm)
    def fill():
        while felt._end <= 140:
            storm()
            felt.poll(now)
    note("the line of waiting tiles is closed up", lambda: felt.poll(now), fill, Line().move, TURNS_OF_MOVING)
    clock = [now + 20]
    def accept():
        felt.poll(clock[0])
        scanner.events.left, scanner.events.when = 4, clock[0]
        felt.poll(clock[0])
        clock[0] += 20
    while felt.waiting():
        felt.poll(clock[0])
    accept()
    felt.poll(clock[0])
    note("4 edges are told", lambda: felt.poll(clock[0]), accept)
    def edges():
        for n in range(40):
            session.edge(n, n & 1, 5 * n)
    def line():
        session.poll(now, status)
        usb.flush()
    note("40 edges go into one line", line, edges)
    print(json.dumps(found))
"""


def wrong_steps(found: dict[str, list[float]]) -> dict[str, str]:
    """The steps that take clearly longer, or more of the heap, than is known of them."""
    wrong = {}
    for name, (turns, taken) in found.items():
        ms, size = KNOWN[name]
        if turns / TURNS_A_MS > 1.4 * ms + 0.4:  # one microsecond is up to 0.4 of these milliseconds
            wrong[name] = f"{turns / TURNS_A_MS:.1f} ms instead of {ms}"
        if taken > 1.2 * size:
            wrong[name] = f"{taken} bytes instead of {size}"
    return wrong


def test_no_step_takes_longer_or_more_of_the_heap_than_is_known_of_it(micropython: Callable[..., str]) -> None:
    best: dict[str, list[float]] = {}
    for _ in range(8):  # a step that is slow is slow each time; a machine that is busy is so for some of them
        found = json.loads(micropython(SCRIPT, heap="1m"))
        assert sorted(found) == sorted(KNOWN)
        for name, (turns, taken) in found.items():
            known = best.get(name, [turns, taken])
            best[name] = [min(turns, known[0]), min(taken, known[1])]
        wrong = wrong_steps(best)
        if not wrong:
            break
    assert not wrong
