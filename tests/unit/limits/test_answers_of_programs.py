"""Whatever a program answers on the accessibility bus, of any type, it is a value or nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Ref
from studio.engine.model.structure_json import MAX_COORDINATE

plain = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=5)
values = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
)
replies = st.none() | st.lists(values, max_size=5).map(tuple)


@given(replies)
def test_every_answer_is_a_value_or_nothing(reply: Any) -> None:
    assert isinstance(atspi.text_of(reply), str)
    assert abs(atspi.whole_of(reply) or 0) <= MAX_COORDINATE
    for refs in (atspi.refs_of(reply), atspi.labels_of(reply), [atspi.ref_of(reply) or Ref("", "")]):
        assert all(isinstance(part, str) for ref in refs for part in ref)
    assert all(isinstance(word, int) for word in atspi.words_of(reply))
    region = atspi.region_of(reply)
    assert region is None or json.dumps(region)


def test_what_is_meant_is_read() -> None:
    assert atspi.refs_of(([("a", "/b"), ("c",), "d"],)) == [
        Ref("a", "/b"),
        Ref("", atspi.NOTHING),
        Ref("", atspi.NOTHING),
    ]
    assert atspi.labels_of(([(2, [("a", "/b")]), (3, [("c", "/d")]), (2,), 5],)) == [Ref("a", "/b")]
    assert atspi.words_of(([1, "x", 2],)) == (1, 2)
    assert atspi.whole_of((("i", 7),)) == 7


@pytest.mark.parametrize("reply", [None, (), (None,), ("x",), (7,), ([],)])
def test_no_object_is_nothing(reply: Any) -> None:
    assert atspi.ref_of(reply) is None
