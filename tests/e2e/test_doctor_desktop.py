"""`studio doctor` on a real desktop: everything can be done, programs are seen, and keys that are held are told."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from helpers.virtual_desktop import VirtualDesktop, virtual_desktop

ROOT = Path(__file__).resolve().parents[2]

HOLD = """
from studio.recorder.desktop.hot_key_check import hot_keys
from studio.recorder.desktop.hot_keys import hot_keys as usual
from studio.recorder.desktop.key_grabs import KeyGrabs
held = KeyGrabs(usual().chords.values())
found = hot_keys()
print(found.state, found.sentence)
"""


def doctor(desktop: VirtualDesktop) -> tuple[dict[str, Any], dict[str, Any]]:
    """Findings and abilities by name."""
    command = [sys.executable, "-m", "studio", "doctor", "--json"]
    done = subprocess.run(command, env=desktop.env, capture_output=True, text=True, cwd=ROOT, check=True)
    told = json.loads(done.stdout)
    return {f["name"]: f for f in told["findings"]}, {a["name"]: a for a in told["abilities"]}


def test_a_whole_desktop_can_do_everything() -> None:
    with virtual_desktop((1024, 700)) as desktop:
        desktop.start("mousepad", title="Mousepad")
        findings, able = doctor(desktop)
        assert [f for f in findings.values() if f["state"] != "ok"] == []
        assert {a["able"] for a in able.values()} == {"yes"}
        assert "1024×700 at 0,0" in findings["screen"]["sentence"]
        assert "mousepad" in findings["accessibility"]["sentence"].lower()
        told = subprocess.run([sys.executable, "-c", HOLD], env=desktop.env, capture_output=True, cwd=ROOT, check=True)
        assert told.stdout.decode().startswith("warning Another program holds Control+Alt+P,")


def test_a_desktop_without_accessibility_is_limited() -> None:
    with virtual_desktop(accessible=False, manager=None) as desktop:
        desktop.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere/bus"
        findings, able = doctor(desktop)
        assert findings["accessibility"]["state"] == "warning"
        assert findings["display"]["state"] == "ok"
        assert (able["record_desktop"]["able"], able["replay_desktop"]["able"]) == ("limited", "limited")
