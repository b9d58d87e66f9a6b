"""What programs tell of themselves on a real desktop: some that we did not write, and one with one of everything."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import helpers.accessible_probe as probe
import pytest
from helpers.virtual_desktop import VirtualDesktop, joined, virtual_desktop, wait_for

from studio.engine.backends.desktop.accessibility import (
    Accessibility,
    AccessibilityEvent,
    AccessibleStructure,
    FocusChanged,
    TextCommitted,
    open_accessibility,
    why_not,
)
from studio.engine.backends.desktop.grab import ScreenGrabber
from studio.engine.compiler import draft_anchor
from studio.engine.model.geometry import Point
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation
from tests.bench.drift.desktop_truth import told_places

_PROBE = (sys.executable, probe.__file__)


@pytest.fixture
def told(desktop: VirtualDesktop) -> Iterator[Accessibility]:
    opened = open_accessibility()
    assert opened is not None, why_not()
    yield opened
    opened.close()


@contextmanager
def running(desktop: VirtualDesktop, *command: str, title: str, **more: str) -> Iterator[int]:
    with desktop.running(*command, title=title, **more) as program:
        yield program.pid


def named(taken: StructureSnapshot, role: str, name: str) -> Element | None:
    return next((e for e in taken.elements if (e.role, e.name) == (role, name)), None)


def seen(told: Accessibility, pid: int, role: str, name: str) -> Element:
    """The element, once its program shows it."""
    return wait_for(lambda: named(told.snapshot(pids={pid}), role, name), f"{role} {name}")


def placed(told: Accessibility, pid: int, role: str, name: str) -> Element:
    """The element, once its program shows it and the window manager no longer moves its window."""

    def rests() -> Element | None:
        first = seen(told, pid, role, name)
        time.sleep(1)
        return first if first.region == seen(told, pid, role, name).region else None

    return wait_for(rests, f"{role} {name} at rest")


def still(told: Accessibility, pid: int) -> StructureSnapshot:
    """A snapshot that did not change any more."""

    def twice() -> StructureSnapshot | None:
        first = told.snapshot(pids={pid})
        return first if first.elements and first == told.snapshot(pids={pid}) else None

    return wait_for(twice, "a program at rest")


def click(desktop: VirtualDesktop, element: Element) -> None:
    x, y = element.region.center
    desktop.xdo("mousemove", str(x), str(y), "click", "1")


def test_of_a_program_that_tells_nothing_the_title_says_whether_its_document_is_saved(
    desktop: VirtualDesktop, told: Accessibility, tmp_path: Path
) -> None:
    note = tmp_path / "mute.txt"
    note.write_text("old\n")
    with running(desktop, "mousepad", "--disable-server", str(note), title="mute.txt", NO_AT_BRIDGE="1") as pid:

        def shown(*unsaved: str) -> bool:
            taken = told.snapshot(pids={pid})
            return (taken.elements, taken.mute, taken.unsaved) == ((), ("Mousepad",), unsaved)

        wait_for(lambda: shown(), "the saved document")
        desktop.xdo("type", "new")
        wait_for(lambda: shown("Mousepad"), "its mark of unsaved changes")
        desktop.xdo("key", "ctrl+s")
        wait_for(lambda: shown(), "the saved document again")
        assert told.snapshot(pids=set()).mute == ()
    assert note.read_text().startswith("new")


@pytest.mark.parametrize("program", ["mousepad", "galculator", "featherpad"])
def test_programs_that_we_did_not_write(desktop: VirtualDesktop, told: Accessibility, program: str) -> None:
    note = desktop.home / "note.txt"
    note.write_text("first line\nsecond line\n")
    command, title, role, name = {
        "mousepad": (("mousepad", str(note)), "note.txt", "menuitem", "Edit"),
        "galculator": (("galculator",), "galculator", "button", "AC"),
        "featherpad": (("featherpad", str(note)), "note.txt", "button", "Side-Pane"),
    }[program]
    with running(desktop, *command, title=title) as pid:
        element = seen(told, pid, role, name)
        taken = still(told, pid)
        assert element.frame[0].casefold() == program
        assert taken.url.casefold() == f"desktop:{program}"
        assert element.in_view
        assert not element.covered_by
        assert not element.disabled
        texts = {run.text for run in taken.texts}
        assert ("AC" in texts) if program == "galculator" else ("Edit" in texts)
        if program == "galculator":
            assert [e.value for e in taken.elements if e.role == "document"] == ["0"]
        else:
            focused = told.focused()
            assert focused is not None
            assert focused.value == "first line\nsecond line\n"
            assert taken.focused is not None
            assert replace(focused, index=taken.focused.index) == taken.focused
        for e in taken.elements:
            at = told.element_at(e.region.center)
            assert at is not None
            assert (at.role, at.name) == (e.role, e.name) or at.selector.startswith(e.selector)


@pytest.fixture(scope="module")
def probed(desktop: VirtualDesktop) -> Iterator[int]:
    with running(desktop, *_PROBE, title="visit 12") as pid:
        yield pid


def test_fields_boxes_rows_and_lists(desktop: VirtualDesktop, told: Accessibility, probed: int) -> None:
    seen(told, probed, "button", "Save")
    taken = still(told, probed)
    name, code = named(taken, "textbox", "Name"), named(taken, "textbox", "Access code")
    assert name
    assert (name.value, name.element_id, name.label, name.editable) == ("Ann", "patient", "Name", True)
    assert code
    assert (code.value, code.text, code.secret, code.input_type) == (None, "", True, "password")
    assert "hunter2" not in repr(taken)
    assert "●" not in repr(taken)
    priority, count = named(taken, "combobox", "Priority"), named(taken, "spinbutton", "Count")
    assert priority
    assert count
    assert (priority.value, count.value) == ("low", "4")
    urgent, volume = named(taken, "checkbox", "Urgent"), named(taken, "slider", "Volume")
    assert urgent
    assert (urgent.checked, urgent.element_id, urgent.section) == (False, "urgent", "Options")
    assert volume
    assert volume.value == "0"
    refused, many = named(taken, "button", "Refused"), named(taken, "tab", "Many")
    assert refused
    assert refused.disabled
    assert many
    assert many.selected
    born = named(taken, "gridcell", "1990-03-04")
    assert born
    assert (born.row, born.column) == (("Bob Beech", "open"), "Born")
    assert {(entry.name, entry.rows) for entry in taken.lists} == {("visits", 3), ("probe", 600)}
    entries = [e.name for e in taken.elements if e.role == "listitem"]
    assert entries == [f"entry {n}" for n in range(len(entries))]
    assert 0 < len(entries) < 40
    assert {"Name", "a remark", "Options", "Cy Cedar", "Save"} <= {run.text for run in taken.texts}
    assert all(e.frame == ("probe", "probe") for e in taken.elements)
    assert (taken.title, taken.dialogs, taken.truncated) == ("probe", (), False)
    for e in taken.elements:
        at = told.element_at(e.region.center)
        assert at is not None
        # what comes before an element is known after a whole walk only
        assert replace(at, index=e.index, focused=e.focused, before=e.before) == e
    part = told.snapshot(name.region, pids={probed})
    assert [e.name for e in part.elements] == ["Name"]
    assert part.elements[0].index == 0


def test_the_drift_bench_s_own_reader_tells_of_the_same_places(
    desktop: VirtualDesktop, told: Accessibility, probed: int
) -> None:
    seen(told, probed, "button", "Save")
    ours = {f"{e.role} {said}": e.region for e in still(told, probed).elements for said in (e.name, e.label) if said}
    theirs = told_places((1280, 800))
    wanted = {"button Save", "button Print", "textbox Name", "tab Tree", "menuitem View", "gridcell Bob Beech"}
    assert wanted | {"checkbox Urgent", "columnheader Born"} <= theirs.keys()
    assert theirs.keys().isdisjoint({"button Refused", "button OK"})
    assert {name: ours[name] for name in theirs} == theirs


def test_menus_and_questions(desktop: VirtualDesktop, told: Accessibility, probed: int) -> None:
    structure = AccessibleStructure(told, lambda: {probed})
    before = structure.snapshot()
    view = named(before, "menuitem", "View")
    assert view
    assert structure.reaches(view.region.center, view)
    click(desktop, view)
    grid = seen(told, probed, "menuitemcheckbox", "Show grid")
    assert (grid.checked, grid.section, grid.covered_by) == (False, "View", "")
    at = told.element_at(grid.region.center)
    assert at is not None
    assert at.name == "Show grid"
    assert _said(told.snapshot(pids={probed}), "Name") == 0  # it lies under the menu
    click(desktop, grid)
    save = seen(told, probed, "button", "Save")
    wait_for(lambda: structure.snapshot() == before or None, "the menu to close")
    click(desktop, save)
    yes = seen(told, probed, "button", "Yes")
    now = structure.snapshot()
    assert now.dialogs == ("Keep it?",)
    assert yes.section == "Keep it?"
    blocked = named(now, "textbox", "Name")
    assert blocked
    assert blocked.covered_by
    assert not structure.reaches(blocked.region.center, blocked)
    free = named(now, "button", "Yes")
    assert free
    assert structure.reaches(free.region.center, free)
    desktop.xdo("key", "Escape")
    wait_for(lambda: not structure.snapshot().dialogs or None, "the question to close")


def test_logical_px_are_converted(desktop: VirtualDesktop, told: Accessibility) -> None:
    """A click in the middle of what is told must work it: the proof that its place is right."""
    with running(desktop, *_PROBE, title="visit 12", QT_SCALE_FACTOR="1.25") as pid:
        urgent = placed(told, pid, "checkbox", "Urgent")
        assert told.snapshot(pids={pid}).scale == 1.25
        click(desktop, urgent)
        wait_for(lambda: seen(told, pid, "checkbox", "Urgent").checked or None, "a tick")
    with running(desktop, "galculator", title="galculator", GDK_SCALE="2") as pid:
        click(desktop, placed(told, pid, "button", "7"))
        wait_for(lambda: _said(told.snapshot(pids={pid}), "7") == 2 or None, "a 7 in the display, beside the key")


def _texts(heard: list[AccessibilityEvent]) -> str:
    return "".join(e.text for e in heard if isinstance(e, TextCommitted))


def _said(taken: StructureSnapshot, text: str) -> int:
    return sum(run.text == text for run in taken.texts)


def test_what_goes_into_a_field_is_heard_but_never_a_secret(
    desktop: VirtualDesktop, told: Accessibility, probed: int
) -> None:
    heard: list[AccessibilityEvent] = []
    end = told.watch(heard.append)
    try:
        with running(desktop, "zenity", "--forms", "--title=Entry", "--add-entry=Street", "--add-password=Secret",
                     title="Entry") as pid:  # fmt: skip
            seen(told, pid, "textbox", "Secret")
            still(told, pid)  # the window stands where it stays
            for label in ("Secret", "Street"):  # the first field may have the focus before it has its name
                click(desktop, seen(told, pid, "textbox", label))
                wait_for(lambda name=label: any(_went(e, name) for e in heard) or None, f"the focus on {label}")
                desktop.xdo("type", "--delay", "30", "Zyx")
                wait_for(lambda name=label: sum(_put(e, name) for e in heard) >= 3 or None, f"text in {label}")
        assert _texts(heard) == "Zyx"  # once: that of the secret field is not among it
        hidden = [e for e in heard if isinstance(e, TextCommitted) and e.element and e.element.name == "Secret"]
        assert hidden
        assert all(e.text == "" and e.element and e.element.secret for e in hidden)
        assert [e.t for e in heard] == sorted(e.t for e in heard)
    finally:
        end()


def _went(event: AccessibilityEvent, name: str) -> bool:
    return isinstance(event, FocusChanged) and event.element.name == name


def _put(event: AccessibilityEvent, name: str) -> bool:
    return isinstance(event, TextCommitted) and event.element is not None and event.element.name == name


def test_a_target_is_found_again_on_a_fresh_start(desktop: VirtualDesktop, told: Accessibility) -> None:
    """The whole chain: frame and snapshot, anchor, another start at another place, resolution as an element."""
    note = desktop.home / "again.txt"
    note.write_text("some text\n")
    structure = AccessibleStructure(told)
    with running(desktop, "mousepad", str(note), title="again.txt") as pid:
        seen(told, pid, "menuitem", "Help")
        still(told, pid)
        recorded, frame = structure.snapshot(), grabbed()
        targets = [e for e in recorded.elements if e.frame[0] == "mousepad" and not e.covered_by]
        assert len(targets) >= 7
        anchors = [
            draft_anchor(
                frame, e.region.center, step_id="s", snapshot=recorded, element=structure.element_at(e.region.center)
            )
            for e in targets
        ]
    with running(desktop, "mousepad", str(note), title="again.txt") as pid:
        seen(told, pid, "menuitem", "Help")
        desktop.xdo("windowmove", desktop.window("again.txt"), "40", "50")
        still(told, pid)
        live, frame = structure.snapshot(), grabbed()
        for target, draft in zip(targets, anchors, strict=True):
            found = resolve(draft.anchor, Observation(frame, live))
            assert isinstance(found, Resolution), target
            assert found.rung is Rung.STRUCTURAL, target
            element = live.elements[found.element or 0]
            assert (element.role, element.name) == (target.role, target.name)
            assert structure.reaches(found.point, element)


def grabbed():  # type: ignore[no-untyped-def]
    grabber = ScreenGrabber()
    try:
        return grabber.grab()
    finally:
        grabber.close()


def test_a_program_that_hangs_or_dies_takes_nothing_with_it(
    desktop: VirtualDesktop, told: Accessibility, probed: int
) -> None:
    calculator = desktop.start("galculator", title="galculator")
    seen(told, calculator.pid, "button", "AC")
    calculator.send_signal(signal.SIGSTOP)
    stopped = told.snapshot()
    assert stopped.truncated
    assert named(stopped, "button", "Save")
    assert not named(stopped, "button", "AC")
    field = named(stopped, "textbox", "Name")
    assert field is not None
    calculator.send_signal(signal.SIGCONT)
    back = wait_for(lambda: (s := told.snapshot()) and named(s, "button", "AC") and s, "the program to be back")
    assert not back.truncated
    calculator.kill()
    calculator.wait()
    wait_for(lambda: not named(told.snapshot(), "button", "AC") or None, "the dead program to be gone")
    with running(desktop, "galculator", title="galculator") as pid:
        assert seen(told, pid, "button", "AC")


def test_a_bus_that_is_restarted_is_found_again() -> None:
    with virtual_desktop() as own, joined(own):
        told = open_accessibility()
        assert told is not None, why_not()
        heard: list[AccessibilityEvent] = []
        told.watch(heard.append)
        try:
            own.stop(own.started[0])  # the launcher takes the accessibility bus with it; who asks wakes another
            assert told.snapshot().elements == ()
            assert told.element_at(Point(5, 5)) is None
            assert told.focused() is None
            with running(own, "zenity", "--entry", "--title=Later", "--text=Street", title="Later") as pid:
                assert seen(told, pid, "textbox", "Street")
                wait_for(lambda: (own.xdo("type", "a"), _texts(heard))[1] or None, "text to be heard")
        finally:
            told.close()


def test_without_a_bus_it_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'none'}")
    assert open_accessibility() is None
    assert "session bus" in why_not()
