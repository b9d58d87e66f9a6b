"""What a person's patterns name is in no frame and no snapshot: of a recording, of a clean copy, of a bundle."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.elements import element
from helpers.shown_secrets import searched

from studio.__main__ import main
from studio.engine.bundle import load_bundle
from studio.engine.compiler import compile_recording
from studio.engine.model.geometry import Region
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.privacy.own import keep_patterns, own_patterns
from studio.engine.privacy.recordings import without_blots
from studio.engine.recording import load_recording
from studio.engine.recording.edit import EditedRecording
from studio.engine.runtime import Replayer
from studio.recorder.driven import DrivenRecorder
from studio.recorder.edited_copy import write_edited

RECORD = "MRN zebra4711"


@pytest.fixture(autouse=True)
def own_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "config"))


def _recorded(folder: Path, surface: object, form: DrawnForm) -> Path:
    with DrivenRecorder(surface, folder, app_url="http://notes.example/") as recorder:  # type: ignore[arg-type]
        recorder.click(form.note.place.center)
        recorder.type_text("hello")
        recorder.click(form.save.place.center)
        recorder.finish()
    return folder


def _form() -> DrawnForm:
    return DrawnForm(saved=[RECORD])


def _found(folder: Path) -> set[str]:
    return {Path(find.file).relative_to(folder).parts[0] for find in searched("zebra4711", folder).finds}


def test_it_is_nowhere_in_a_recording_and_what_it_hides_is_no_evidence(tmp_path: Path) -> None:
    form = _form()
    keep_patterns(["regex:zebra\\d+"])
    _recorded(tmp_path / "rec", form, form)
    assert form.saved == [RECORD, "hello"]
    assert _found(tmp_path / "rec") == set()
    workflow = compile_recording(tmp_path / "rec", tmp_path / "bundle", name="notes")
    assert _found(tmp_path / "bundle") == set()
    assert "•••" not in workflow.model_dump_json()
    assert load_bundle(tmp_path / "bundle").sealed


def test_what_was_recorded_before_is_hidden_when_it_is_compiled_or_copied(tmp_path: Path) -> None:
    form = _form()
    _recorded(tmp_path / "rec", form, form)
    assert _found(tmp_path / "rec") == {"frames", "structure"}
    keep_patterns(["regex:zebra\\d+"])
    compile_recording(tmp_path / "rec", tmp_path / "bundle", name="notes")
    assert _found(tmp_path / "bundle") == set()
    recording = load_recording(tmp_path / "rec")
    write_edited(recording, EditedRecording.of(recording.events), tmp_path / "copy")
    assert _found(tmp_path / "copy") == set()
    assert load_recording(tmp_path / "copy").events[1].text == "hello"


def test_without_structure_pictures_are_read_for_it(tmp_path: Path) -> None:
    form = _form()
    _recorded(tmp_path / "rec", form, form)
    for path in (tmp_path / "rec" / "structure").iterdir():
        path.unlink()
    keep_patterns(["regex:zebra\\d+"])
    compile_recording(tmp_path / "rec", tmp_path / "bundle", name="notes")
    assert _found(tmp_path / "bundle") == set()


def test_a_workflow_carries_patterns_of_its_own_into_each_run(tmp_path: Path) -> None:
    form = _form()
    _recorded(tmp_path / "rec", form, form)
    workflow = compile_recording(tmp_path / "rec", tmp_path / "bundle", name="notes", hide=("regex:zebra\\d+",))
    assert workflow.hide == ("regex:zebra\\d+",)
    assert _found(tmp_path / "bundle") == set()
    again = _form()
    run = Replayer(again, confirmed=frozenset(step.id for step in workflow.steps))
    report = run.run(bundle_dir=tmp_path / "bundle", run_dir=tmp_path / "run")
    assert (again.saved, report.error, report.halt) == ([RECORD, "hello"], None, None)
    assert _found(tmp_path / "run") == set()


def test_the_command_tells_and_changes_what_is_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hide", "date", "regex:zebra\\d+"]) == 0
    assert capsys.readouterr().out.split() == ["date", "regex:zebra\\d+"]
    assert main(["hide", "regex:("]) == 2
    assert main(["hide", "--nothing", "date"]) == 2
    assert own_patterns().names == ("date", "regex:zebra\\d+")
    assert main(["hide", "--nothing"]) == 0
    assert "Nothing is hidden. Kinds: date," in capsys.readouterr().out
    assert not own_patterns()


def test_a_blot_is_no_evidence() -> None:
    row = element("Open", row=("Phil", "•••"), section="of •••", value="•••")
    runs = (TextRun("Born •••", Region(0, 0, 9, 9)), TextRun("Phil", Region(0, 9, 9, 9)))
    kept = without_blots(StructureSnapshot("u", "t", (row,), runs))
    assert [run.text for run in kept.texts] == ["Phil"]
    assert (kept.elements[0].row, kept.elements[0].section, kept.elements[0].value) == (("Phil", ""), "", None)
    assert kept.elements[0].name == "Open"


def test_patterns_are_kept_joined_with_those_of_a_workflow_and_refused_when_wrong() -> None:
    assert not own_patterns()
    keep_patterns(["date"])
    assert own_patterns(("email", "date")).names == ("date", "email")
    with pytest.raises(ValueError, match="no kind of text"):
        keep_patterns(["birthday"])
    assert own_patterns().names == ("date",)
