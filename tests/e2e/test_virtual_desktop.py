"""The tests' own desktop: a program that we did not write runs on it, is seen, and is gone afterwards."""

from __future__ import annotations

from pathlib import Path

from helpers.virtual_desktop import virtual_desktop, wait_for


def test_an_editor_takes_real_input_and_saves_a_file() -> None:
    with virtual_desktop() as desktop:
        file = desktop.home / "note.txt"
        editor = desktop.start("mousepad", str(file), title="note.txt")
        desktop.xdo("type", "--delay", "20", "hello there")
        desktop.xdo("key", "ctrl+s")
        wait_for(lambda: file.exists() and "hello there" in file.read_text(), "the saved file")
        display = desktop.display
        assert editor.poll() is None
    assert editor.poll() is not None
    assert not Path(f"/tmp/.X11-unix/X{display[1:]}").exists()
