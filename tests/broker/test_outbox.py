"""What waits for a broker: order, newest state only, bounded, and everything retained again after a restart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from immolation.broker.outbox import Outbox, Outgoing


def take_all(outbox: Outbox) -> list[Outgoing]:
    taken = []
    while (waiting := outbox.next()) is not None:
        number, message = waiting
        taken.append(message)
        outbox.sent(number)
    return taken


def event(number: int) -> Outgoing:
    return Outgoing("events", b"%d" % number, 1)


def state(number: int, topic: str = "state") -> Outgoing:
    return Outgoing(topic, b"%d" % number, 1, True)


def test_events_wait_in_order_and_only_the_newest_state_waits_behind_them():
    outbox = Outbox()
    for number in range(3):
        outbox.put(event(number))
        outbox.put(state(number))
    assert take_all(outbox) == [event(0), event(1), event(2), state(2)]
    assert len(outbox) == 0


def test_a_message_stays_until_the_broker_has_it():
    outbox = Outbox()
    outbox.put(event(1))
    outbox.put(event(2))
    first = outbox.next()
    outbox.start_over()
    assert outbox.next() == first
    assert len(outbox) == 2


def test_what_was_on_its_way_when_the_broker_went_is_sent_again_unless_newer_state_waits():
    outbox = Outbox()
    for message in (event(1), state(1), state(1, "seat"), event(2)):
        outbox.put(message)
        outbox.next()
    outbox.put(state(2))
    outbox.start_over()
    assert take_all(outbox) == [event(1), state(1, "seat"), event(2), state(2)]


def test_state_that_changes_while_it_is_being_sent_is_sent_again():
    outbox = Outbox()
    outbox.put(state(1))
    number, _ = outbox.next() or (0, None)
    outbox.put(state(2))
    outbox.sent(number)
    assert take_all(outbox) == [state(2)]


def test_of_events_nobody_takes_the_newest_are_kept_and_the_others_counted():
    outbox = Outbox(capacity=3)
    outbox.put(state(7))
    for number in range(5):
        outbox.put(event(number))
    assert take_all(outbox) == [state(7), event(2), event(3), event(4)]
    assert outbox.dropped == 2


def test_after_a_restart_every_retained_topic_is_said_again_and_removed_ones_are_not():
    outbox = Outbox()
    outbox.put(state(1, "a"))
    outbox.put(state(1, "b"))
    outbox.put(event(1))
    take_all(outbox)
    outbox.put(Outgoing("b", b"", 1, True))
    outbox.put(event(2))
    outbox.start_over()
    assert take_all(outbox) == [Outgoing("b", b"", 1, True), event(2), state(1, "a")]


OPERATIONS = st.lists(
    st.tuples(st.sampled_from(["event", "state", "seat", "send", "arrive", "restart"]), st.integers(0, 2)), max_size=60
)


@given(OPERATIONS)
def test_whatever_happens_events_arrive_once_in_order_and_state_ends_up_newest(operations):
    outbox = Outbox()
    sent, on_way, events, newest = [], [], [], {}
    for number, (kind, which) in enumerate(operations):
        topic = f"{kind}{which}"
        match kind:
            case "event":
                events.append(b"%d" % number)
                outbox.put(Outgoing("event", b"%d" % number, 1))
            case "state" | "seat":
                newest[topic] = b"%d" % number
                outbox.put(Outgoing(topic, b"%d" % number, 0, kind == "state"), latest=True)
            case "send" if (waiting := outbox.next()) is not None:
                on_way.append(waiting)
            case "arrive" if on_way:  # a broker acknowledges in order
                arrived, message = on_way.pop(0)
                sent.append(message)
                outbox.sent(arrived)
            case "restart":
                on_way.clear()
                outbox.start_over()
        assert len(outbox) <= outbox.capacity + len(newest)
    outbox.start_over()  # what never arrived comes again
    sent += take_all(outbox)
    assert [message.payload for message in sent if message.topic == "event"] == events
    for topic, payload in newest.items():
        assert [message.payload for message in sent if message.topic == topic][-1] == payload
