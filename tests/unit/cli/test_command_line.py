"""Wrong usage and broken input: one sentence, the right exit code, never a stack trace."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.formats import write_bundle, write_recording

from studio.__main__ import main
from studio.cli import failures
from studio.cli.command_line import command_names
from studio.engine.backends.protocols import EnvironmentUnable


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "bundle")


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("replay", 2, "required: BUNDLE"),
        ("nothing", 2, "no command or path 'nothing'"),
        ("--strange", 2, "--strange"),
        ("replay nowhere", 2, "nowhere"),
        ("replay nowhere --events --json", 2, "only one of them"),
        ("replay nowhere --headless --headed", 2, "not allowed with"),
        ("compile nowhere --out made --name N", 2, "nowhere"),
        ("compile nowhere --out made", 2, "--name"),
        ("compile r --out b --name N --accept-params ,", 2, "at least one name"),
        ("validate nowhere", 2, "nowhere"),
        ("seal nowhere --out made", 2, "nowhere"),
        ("heals nowhere", 2, "not a run"),
        ("report nowhere", 2, "not a run"),
        ("record --recover nowhere", 2, "nowhere"),
        ("record", 2, "--backend"),
        ("record --backend web --out made", 2, "--url"),
        ("record --backend web --url http://u", 2, "--out"),
        ("record --backend web --url http://u --out made --window W", 2, "--window means nothing"),
        ("record --backend desktop --out made --cdp E", 2, "--cdp means nothing"),
        ("record --backend desktop --out made --events --json", 2, "only one of them"),
        ("record --backend desktop --recover r", 2, "not allowed with"),
        ("record --recover r --out made", 2, "--out means nothing"),
        ("record --from-raw raw.jsonl", 2, "--out"),
        ("demo --nonsense", 2, "nonsense"),
        (". .", 2, "opens on one path"),
    ],
)
def test_wrong_usage_is_one_sentence(
    line: str,
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == code
    out, err = capsys.readouterr()
    assert words in err
    assert err.count("\n") == 1
    assert err.endswith(".\n")
    assert out == "" or "--json" in line
    assert list(tmp_path.iterdir()) == []


def test_errors_are_json_too_where_json_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "nowhere", "--json"]) == 2
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    assert said["exit_code"] == 2
    assert "nowhere" in said["error"]


@pytest.mark.parametrize("argv", [[], ["."]])
def test_without_a_display_no_window_opens(
    argv: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main(argv) == 3
    err = capsys.readouterr().err
    assert "no display" in err
    assert err.count("\n") == 1


def test_the_window_opens_on_a_path_and_ends_when_it_is_interrupted(bundle: Path, tmp_path: Path) -> None:
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "STUDIO_CONFIG": str(tmp_path / "config")}
    environ["STUDIO_LIBRARY"] = str(tmp_path / "library")
    settings = tmp_path / "config" / "settings.json"
    child = subprocess.Popen([sys.executable, "-m", "studio", str(bundle)], env=environ, stderr=subprocess.PIPE)
    try:
        while child.poll() is None and not (settings.exists() and str(bundle) in settings.read_text()):
            time.sleep(0.05)
        assert child.poll() is None, child.stderr and child.stderr.read()
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
    finally:
        child.kill()
        child.wait()
    assert (child.returncode, said) == (0, b"")
    assert "geometry" in settings.read_text()


def test_the_doctor_looks_at_what_is_named_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--only", "disk,python", "--json"]) == 0
    assert [f["name"] for f in json.loads(capsys.readouterr().out)["findings"]] == ["disk", "python"]
    assert main(["doctor", "--only", "nonsense"]) == 2
    assert "python, disk" in capsys.readouterr().err


@pytest.mark.parametrize("name", command_names())
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    assert f"studio {name}" in capsys.readouterr().out


def _raising(error: BaseException) -> int:
    raise error


@pytest.mark.parametrize(
    ("error", "code"),
    [(EnvironmentUnable("No browser was found: install one."), 3), (KeyboardInterrupt(), 130)],
)
def test_what_is_raised_decides_the_exit_code(
    error: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert failures.guarded(lambda: _raising(error), as_json=False) == code
    assert capsys.readouterr().err.count("\n") == 1


def test_a_bug_is_one_sentence_and_a_file_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("STUDIO_SECRET_PASSWORD", "hunter2")
    assert failures.guarded(lambda: _raising(RuntimeError("typed hunter2 there")), as_json=False) == 3
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    trace = next((tmp_path / "waymark-studio").iterdir())
    assert str(trace) in err
    assert "typed •••• there" in trace.read_text()
    assert "hunter2" not in trace.read_text()


def test_validate_says_what_stands_there(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(bundle)]) == 0
    assert "Sealed" in capsys.readouterr().out
    assert main(["validate", str(bundle), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], said["sealed"], said["steps"]) == (True, True, 3)


def test_a_tampered_bundle_is_refused(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bundle / "templates" / "a.png").write_bytes((bundle / "templates" / "c.png").read_bytes())
    for line in (["validate"], ["replay"]):
        assert main([*line, str(bundle)]) == 2
        assert "templates/a.png" in capsys.readouterr().err


def test_seal_makes_a_bundle_that_may_replay(bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bundle / "manifest.json").unlink()
    data = json.loads((bundle / "workflow.json").read_text())
    del data["manifest"]
    (bundle / "workflow.json").write_text(json.dumps(data))
    assert main(["replay", str(bundle), "--url", "http://127.0.0.1:9/"]) == 2
    assert "seal" in capsys.readouterr().err
    assert main(["seal", str(bundle), "--out", str(tmp_path / "sealed"), "--json"]) == 0
    capsys.readouterr()
    assert main(["validate", str(tmp_path / "sealed"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sealed"] is True
    assert main(["seal", str(bundle), "--out", str(tmp_path / "sealed")]) == 2


def test_record_recover_counts_actions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording = write_recording(tmp_path / "rec")
    assert main(["record", "--recover", str(recording), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--step", "nope", "--frame", "f.png"], "no step 'nope'"),
        (["--step", "b", "--frame", "f.png"], "no target"),
        (["--step", "a", "--frame", "f.png"], "no picture"),
    ],
)
def test_resolve_refuses_what_it_cannot_look_at(
    bundle: Path, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resolve", str(bundle), *options]) == 2
    assert words in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_crash(bundle: Path) -> None:
    line = f"{sys.executable} -m studio validate {bundle} | true"
    assert subprocess.run(line, shell=True, capture_output=True, text=True, check=False).stderr == ""


def test_mockmed_is_served_until_told_to_stop() -> None:
    command = [sys.executable, "-m", "studio", "demo", "mockmed"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
