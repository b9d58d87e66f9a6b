"""What a program's labels hold reaches the terminal as text, never as a command to it."""

from __future__ import annotations

import json

import pytest

from studio.cli.output import complain, print_json, say


def test_a_terminal_is_told_no_commands(capsys: pytest.CaptureFixture[str]) -> None:
    label = "Save\x1b]0;owned\x07\r\x9b2J\x7f"
    say(f"1\t{label}\n2")
    complain(label)
    said = capsys.readouterr()
    assert said.out == "1\tSave\\u001b]0;owned\\u0007\\u000d\\u009b2J\\u007f\n2\n"
    assert said.err == "Save\\u001b]0;owned\\u0007\\u000d\\u009b2J\\u007f\n"
    say("certified by Ann\u202e\u2066 \u05d0\u200f")
    assert capsys.readouterr().out == "certified by Ann\\u202e\\u2066 \u05d0\u200f\n"
    print_json({"label": label})
    printed = capsys.readouterr().out
    assert printed.rstrip("\n").isprintable()
    assert json.loads(printed) == {"label": label}
