"""The press guard where a document does not answer: without the one that is meant nothing is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error

from studio.engine.backends.protocols import Deflected
from studio.engine.backends.web.guard import Call, guarding, nothing_in
from studio.engine.backends.web.world import World

Answer = Callable[[str], Any]
GONE = ["Target closed", "Cannot find context with specified id"]


class Session:
    """A debugging session whose document answers `tells` to each call."""

    def __init__(self, tells: Answer) -> None:
        self.tells, self.calls = tells, list[str]()

    def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        if method == "Page.createIsolatedWorld":
            return {"executionContextId": 1}
        expression = (params or {})["expression"]
        called = expression.partition("?.")[2] if expression.startswith("globalThis") else ""
        if "??=" in expression or not called:
            return {"result": {"value": True}}
        self.calls.append(called)
        return {"result": {"value": self.tells(called)}}


def answering(call: str) -> str:
    return "true" if call.startswith("guard") else '{"arrived": 1, "passed": 1, "refused": null}'


def gone(reason: str, times: int = 99) -> Answer:
    left = [reason] * times

    def tells(call: str) -> str:
        if left:
            raise Error(left.pop())
        return answering(call)

    return tells


def meant_in(session: Session) -> Call:
    return Call(World(session, "frame"), "guardNode", (0, "Save", [], True), True)


@pytest.mark.parametrize("reason", GONE)
def test_where_the_document_that_is_meant_cannot_be_armed_nothing_is_sent(reason: str) -> None:
    sent = []
    with pytest.raises(Deflected) as away, guarding([meant_in(Session(gone(reason)))]):
        sent.append("press")
    assert (sent, away.value.begun, away.value.now) == ([], False, "")


@pytest.mark.parametrize("reason", GONE)
def test_another_document_that_is_gone_stops_no_press(reason: str) -> None:
    sent, other = [], nothing_in(World(Session(gone(reason)), "ad"))
    with guarding([meant_in(Session(answering)), other]):
        sent.append("press")
    assert sent == ["press"]


@pytest.mark.parametrize("by_key", [False, True])
def test_another_document_that_came_meanwhile_is_armed_for_the_same(by_key: bool) -> None:
    session = Session(gone(GONE[1], times=1))
    with guarding([meant_in(Session(answering)), nothing_in(World(session, "ad"), by_key)]):
        pass
    armed = f'guardNode(-1, "", [], {str(by_key).lower()})'
    assert session.calls == [armed, armed, "disarm()"]
