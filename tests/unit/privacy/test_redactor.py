"""What a run leaves: no secret in any text, value or picture, and the names of things stay."""

from __future__ import annotations

import pytest
from helpers.drawing import Canvas
from helpers.elements import element

from studio.engine.model.events import Acted, Halted, StepFinished
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Halt, HaltCode
from studio.engine.model.heals import HealChange
from studio.engine.model.results import CheckResult, CheckVerdict, RunReport, StepResult
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.privacy.masking import MASK_BGR
from studio.engine.privacy.patterns import TextPatterns
from studio.engine.privacy.pixels import reads_secret
from studio.engine.privacy.redactor import Redactor
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr
from studio.engine.vision.ocr_models import OcrUnavailable

SECRET = "Hush/9 wörd"
FORMS = (SECRET, SECRET.upper(), "Hush%2F9%20w%C3%B6rd", "Hush%2f9+w%c3%b6rd", "dXNlcjpIdXNoLzkgd8O2cmQ=")


def _masked(frame: Frame, region: Region) -> bool:
    return tuple(frame.bgr[region.center.y, region.center.x]) == MASK_BGR


def test_every_form_of_a_secret_goes_from_every_text() -> None:
    clean = Redactor([SECRET])
    for form in FORMS:
        assert "hush" not in clean.text(f"before {form} after").lower()
        assert "SHVz" not in clean.text(form)
        assert "LzkgdzDD" not in clean.text(form)
    assert clean.text("nothing of it") == "nothing of it"


def test_a_short_secret_goes_as_a_whole_word_only() -> None:
    clean = Redactor(["42"])
    assert clean.text("PIN 42, room 421, 142 and 42.") == "PIN •••, room 421, 142 and •••."


def test_values_lose_it_wherever_it_stands_and_keep_what_code_decides_on() -> None:
    check = CheckResult(kind="text_present", verdict=CheckVerdict.FAILED, expected="save", seen="saw hunter22 there")
    step = StepResult(step_id="save", intent="type hunter22", action="save", ok=False, note="hunter22", checks=(check,))
    clean = Redactor(["hunter22", "save", "steps"])
    halt = Halt(id="save-1", code=HaltCode.UNEXPECTED_DIALOG, step_id="save", sentence="It said “hunter22”.")
    told = clean.value(StepFinished(result=step.model_copy(update={"before": "steps/save_before.png"})))
    assert "hunter22" not in told.model_dump_json()
    assert (told.result.step_id, told.result.action, told.result.before) == ("save", "save", "steps/save_before.png")
    assert (told.result.checks[0].kind, told.result.checks[0].expected) == ("text_present", "•••")
    assert clean.value(Halted(halt=halt)).halt.sentence == "It said “•••”."
    assert clean.value(Halted(halt=halt)).halt.id == "save-1"
    assert clean.value(HealChange(what="label", before="hunter22", after="x")).before == "•••"
    given = {"run_id": "r", "workflow": "w", "outcome": "halted", "started_at": "", "finished_at": ""}
    report = clean.value(RunReport(**given, params={"who": "hunter22"}, halt=halt, error="hunter22"))
    assert "hunter22" not in report.model_dump_json()
    assert "who" in report.params
    untouched = Acted(step_id="save", action="click", point=Point(1, 2))
    assert clean.value(untouched) is untouched


def test_structure_tells_where_a_picture_shows_it() -> None:
    canvas = Canvas()
    echo = canvas.write("Welcome hunter22", 400, 300)
    plain = canvas.write("Nothing here", 400, 400)
    password = element("Password", (60, 120), tag="input", role="textbox", secret=True)
    snapshot = StructureSnapshot(
        "u", "t", (password,), (TextRun("Welcome hunter22", echo), TextRun("Nothing here", plain))
    )
    clean = Redactor(["hunter22"])
    frame = clean.frame(canvas.frame, snapshot)
    assert [_masked(frame, r) for r in (echo, password.region, plain)] == [True, True, False]
    assert clean.structure(snapshot).texts[0].text == "Welcome •••"
    bare = StructureSnapshot("u", "t", (), (TextRun("Nothing here", plain),))
    gone = Canvas()
    gone.write("Nothing here", 400, 400)
    shown = gone.frame
    assert clean.frame(shown, bare) is shown


def test_without_structure_pictures_are_read_and_only_what_changed_is_read_again() -> None:
    canvas = Canvas()
    first = canvas.write("Token hunter22", 60, 80, size=0.7)
    clean = Redactor(["hunter22"])
    assert _masked(clean.frame(canvas.frame, None), first)
    canvas.write("Something else", 60, 300, size=0.7)
    later = canvas.write("again hunter22", 60, 400, size=0.7)
    frame = clean.frame(canvas.frame, None)
    assert [_masked(frame, first), _masked(frame, later)] == [True, True]
    assert "else" in " ".join(line.text for line in ocr(frame))


def test_where_pictures_cannot_be_read_nothing_of_them_is_kept() -> None:
    def unable(*_: object) -> list[Region]:
        raise OcrUnavailable("no models")

    clean = Redactor(["hunter22"])
    assert clean._reader is not None
    clean._reader.regions = unable  # type: ignore[method-assign]
    frame = clean.frame(Canvas().frame, None)
    assert (frame.bgr == MASK_BGR[0]).all()


def test_the_field_of_a_secret_is_hidden_while_it_looks_so() -> None:
    dots = Canvas()
    field = dots.field("Word", 60, 120, "********")
    clean = Redactor(["qzxv"], pixels=False)
    clean.typed_secret(dots.frame, field, None)
    assert _masked(clean.frame(dots.frame, None), field)
    dark = Canvas().inverted
    assert not _masked(clean.frame(dark, None), field)
    assert _masked(clean.frame(dots.frame, None), field)


def test_a_field_that_the_structure_tells_of_covers_no_other_field_at_its_place() -> None:
    dots, other, shown = Canvas(), Canvas(), StructureSnapshot("u", "t")
    field = dots.field("Word", 60, 120, "********")
    other.field("Street", 60, 120, "12 Mill Lane")
    clean = Redactor(["qzxv"], pixels=False)
    clean.typed_secret(dots.frame, field, element(role="textbox", name="Word", region=field, secret=True))
    assert not _masked(clean.frame(other.frame, shown), field)
    assert _masked(clean.frame(dots.frame, shown), field), "a picture that is older than what was told with it"


def test_what_stood_in_the_picture_before_and_is_still_seen_is_hidden_whatever_is_told_by_now() -> None:
    canvas, after = Canvas(), Canvas()
    echo = canvas.write("Your code is 778812", 60, 80, size=0.7)
    after.write("Welcome back, Ann", 60, 80, size=0.7)
    clean = Redactor(["778812"], pixels=False)
    told = StructureSnapshot("u", "t", (), (TextRun("Your code is 778812", echo),))
    assert _masked(clean.frame(canvas.frame, told), echo)
    home = StructureSnapshot("u", "Home")
    late = Frame(bgr=canvas.frame.bgr.copy())
    assert _masked(clean.frame(late, home), echo), "late: the structure is of the next page already"
    assert not _masked(clean.frame(after.frame, home), echo)
    assert not _masked(clean.frame(Frame(bgr=after.frame.bgr.copy()), home), echo)


def test_patterns_of_a_person_are_hidden_too() -> None:
    canvas = Canvas()
    born = canvas.write("Born 1984-03-12", 60, 80, size=0.7)
    snapshot = StructureSnapshot("u", "t", (), (TextRun("Born 1984-03-12", born),))
    by_structure = Redactor(patterns=TextPatterns.of(["date"]))
    assert _masked(by_structure.frame(canvas.frame, snapshot), born)
    assert by_structure.text("seen 12.03.1984") == "seen •••"
    assert _masked(Redactor(patterns=TextPatterns.of(["date"])).frame(canvas.frame, None), born)
    assert not _masked(Redactor().frame(canvas.frame, snapshot), born)


@pytest.mark.parametrize(
    ("said", "secret", "shown"),
    [
        ("Password : Ej Sq -Xb66_02=", "EjSq-Xb66_O2=", True),
        ("V.U6aWtS+2lz", "V.U6aWt$+2Iz", True),
        ("1+0@i+", "1+O@i+", True),
        ("room 421", "42", False),
        ("room 42.", "42", True),
        ("some other words", "Otter", False),
        ("a quick brown fox", "hunter22", False),
    ],
)
def test_a_reading_shows_a_secret_up_to_glyphs_and_a_letter_in_five(said: str, secret: str, shown: bool) -> None:
    assert reads_secret(said, secret) is shown
