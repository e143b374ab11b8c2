"""Which handlers hear a topic: the same as MQTT's own matching says, however many filters there are."""

from __future__ import annotations

import aiomqtt
from hypothesis import given
from hypothesis import strategies as st
from immolation.broker.connection import Received, Routes

LEVEL = st.sampled_from(["a", "b", "table", "$x", ""])
TOPIC = st.lists(LEVEL, min_size=1, max_size=4).map("/".join).filter(bool)
FILTER = st.builds(
    lambda levels, end: "/".join([*levels, *end]),
    st.lists(LEVEL | st.just("+"), min_size=1, max_size=4),
    st.sampled_from([(), ("#",)]),
).filter(bool)


@given(st.lists(FILTER, max_size=8), TOPIC)
def test_handlers_are_those_whose_filter_matches(filters: list[str], topic: str) -> None:
    routes, heard = Routes(), []
    handlers = [lambda message, one=one: heard.append(one) for one in range(len(filters))]
    for topic_filter, handler in zip(filters, handlers, strict=True):
        routes.add(topic_filter, handler)
    for handler in routes.of(topic):
        handler(Received(topic, b"", False))
    assert sorted(heard) == [number for number, one in enumerate(filters) if aiomqtt.Topic(topic).matches(one)]
    for topic_filter, handler in zip(filters, handlers, strict=True):
        routes.remove(topic_filter, handler)
    assert routes.of(topic) == []
