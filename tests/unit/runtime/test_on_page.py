"""Which page of a browser a step is done in: the recorded one, never one that opened unasked."""

from __future__ import annotations

from typing import Any

import pytest

from studio.engine.backends.web.pages import Pages
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.on_page import follow_page, go_to_page


class Page:
    """Stands for a page of the driver."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.url = "about:blank"
        self.closed = False
        self.raised = 0

    def on(self, *_: object) -> None: ...

    def is_closed(self) -> bool:
        return self.closed

    def bring_to_front(self) -> None:
        self.raised += 1


class Context:
    """Stands for a session of the driver; `open` opens a page by itself."""

    def __init__(self) -> None:
        self.heard: dict[str, Any] = {}

    def on(self, event: str, act: Any) -> None:
        self.heard[event] = act

    def open(self) -> Page:
        page = Page(self)
        self.heard["page"](page)
        return page


class Clock:
    """Counts a second with each question."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


class Surface:
    """A surface of those pages; `opens` opens one more at the next look."""

    def __init__(self, pages: Pages, opens: Context | None = None) -> None:
        self.backend = pages
        self.opens = opens

    def look(self) -> None:
        if self.opens is not None:
            self.opens.open()
            self.opens = None


class Control:
    def wait(self, seconds: float) -> None: ...


@pytest.fixture
def context() -> Context:
    return Context()


@pytest.fixture
def pages(context: Context) -> Pages:
    return Pages(Page(context))  # type: ignore[arg-type]


def number(pages: Pages) -> int:
    return pages._numbered.index(pages.front) + 1


def step(page: int | None, action: ActionKind = ActionKind.CLICK) -> Step:
    return Step(id=f"s{page}", intent="click Save", action=action, page=page, timeout_s=3)


def test_a_page_that_opens_unasked_does_not_come_to_the_front(pages: Pages, context: Context) -> None:
    assert pages.keep_to(1)
    context.open()
    assert number(pages) == 1
    assert pages.keep_to(1)
    assert number(pages) == 1
    assert pages.front.page.raised == 1  # type: ignore[attr-defined]


def test_a_page_that_was_recorded_does(pages: Pages, context: Context) -> None:
    assert pages.keep_to(1)
    assert not pages.keep_to(2)
    context.open()
    assert pages.keep_to(2)
    assert number(pages) == 2
    assert pages.keep_to(1)
    assert number(pages) == 1


def test_of_more_pages_than_expected_none_is_taken_for_the_recorded_one(pages: Pages, context: Context) -> None:
    assert pages.keep_to(1)
    context.open()
    context.open()
    assert not pages.keep_to(2)
    assert number(pages) == 1


def test_without_a_number_the_last_one_is_in_front_as_ever(pages: Pages, context: Context) -> None:
    context.open()
    assert go_to_page(step(None), Surface(pages), Control(), Clock()) is None  # type: ignore[arg-type]
    assert number(pages) == 2


def test_a_step_that_names_no_page_stays_where_the_one_before_was_done(pages: Pages, context: Context) -> None:
    assert go_to_page(step(1), Surface(pages), Control(), Clock()) is None  # type: ignore[arg-type]
    context.open()
    assert go_to_page(step(None), Surface(pages), Control(), Clock()) is None  # type: ignore[arg-type]
    assert number(pages) == 1


def test_when_the_page_closes_another_one_is_in_front(pages: Pages, context: Context) -> None:
    opened = context.open()
    assert pages.keep_to(2)
    opened.closed = True
    assert number(pages) == 1
    assert not pages.keep_to(2)


def test_a_step_waits_for_its_page_and_halts_without_it(pages: Pages, context: Context) -> None:
    def gone(surface: Surface) -> str | None:
        refusal = go_to_page(step(2), surface, Control(), Clock())  # type: ignore[arg-type]
        return refusal.sentence if refusal else None

    assert "page 2" in (gone(Surface(pages)) or "")
    assert gone(Surface(pages, context)) is None
    assert number(pages) == 2


def test_what_a_step_led_to_is_looked_at_where_the_next_one_is_done(pages: Pages, context: Context) -> None:
    pages.keep_to(1)
    first, second = step(1), step(2)
    for steps, after in (((first, step(1)), 1), ((first,), 1), ((first, second), 2)):
        surface = Surface(pages, context if after == 2 else None)
        follow_page(first, steps, surface, Control(), Clock())  # type: ignore[arg-type]
        assert number(pages) == after
