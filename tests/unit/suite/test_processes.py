"""What a test leaves behind is seen, by either way of asking."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from helpers import processes
from helpers.virtual_desktop import wait_for

CODE = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
Ask = Callable[[int, frozenset[int]], dict[int, str]]


@pytest.mark.parametrize("ask", [processes.descendants, processes._by_parents])
def test_children_and_theirs_are_seen_until_they_end(ask: Ask) -> None:
    started = subprocess.Popen([sys.executable, "-c", CODE], stdin=subprocess.PIPE)
    try:
        both = wait_for(lambda: found if len(found := ask(os.getpid(), frozenset())) == 2 else None, "a grandchild")
        assert all(name.startswith("python") for name in both.values())
        assert ask(os.getpid(), frozenset({started.pid})) == {}
    finally:
        started.communicate()
    assert ask(os.getpid(), frozenset()) == {}
