"""Entries of a menu bar that are read as one line are found one by one."""

from __future__ import annotations

from helpers.drawing import Canvas

from studio.engine.runtime.label import hits_of
from studio.engine.runtime.observation import Effort, Observation, TextReader
from studio.engine.runtime.searching import Search
from studio.engine.vision.frame import Frame


def bar() -> Frame:
    canvas = Canvas((640, 120))
    x = 20
    for word in ("File", "Edit", "Search", "Help"):
        x = canvas.write(word, x, 20, size=0.5).right + 14
    return canvas.frame


def test_an_entry_of_a_menu_bar_is_found_though_the_bar_reads_as_one_line() -> None:
    observation = Observation(bar())
    search = Search(observation, TextReader(observation), Effort.FULL)
    hits = hits_of(search, None, "Search")
    assert [hit.part for hit in hits] == [False]
    assert 90 <= hits[0].region.x <= 105
    assert hits[0].region.right <= 150
