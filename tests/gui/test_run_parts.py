"""The pure parts of Run and Result: fields and command line, the model of a run, honest words, what waits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.keyrings import MemoryKeyring
from helpers.notes_run import Notes
from helpers.steps import step, workflow
from pytestqt.qtbot import QtBot

from studio.engine.model.halts import Choice, Halt, HaltCode
from studio.engine.model.params import ParamSpec
from studio.engine.model.results import CheckResult, CheckVerdict, Outcome, RunReport, StepResult
from studio.engine.model.workflow import ActionKind, Workflow
from studio.engine.runtime import observation
from studio.engine.secrets import SecretStore, owner_of
from studio.engine.secrets.keyrings import NoKeyring
from studio.engine.secrets.locks import Lock
from studio.ui.pages.run_form import RunForm
from studio.ui.run.form import Kind, Speed, Wanted, Where, arguments_of, environment_of, fields_of, problems_of
from studio.ui.run.model import Phase, RunModel, Stage, State
from studio.ui.run.result_data import read_result
from studio.ui.run.words import HALT_TITLES, offers_of, outcome_words

FLOW: Workflow = workflow(
    step("step_000", ActionKind.TYPE, param="born"),
    step("step_001", ActionKind.TYPE, param="pin", secret=True),
    step("step_002"),
    params={"born": "1972-02-09", "size": "12.5", "visit": "Video", "who": "Phil"},
    param_specs={
        "size": ParamSpec(name="size", type="number", example="12.5"),
        "visit": ParamSpec(name="visit", example="Video", choices=("Video", "Phone")),
        "who": ParamSpec(name="who", example="Phil", required=True),
    },
    secret_params=("pin",),
    app_url="http://clinic.example",
)
FINE = Wanted({"who": "Ann"}, {"pin": "1234"}, Where("web"))


def test_each_value_is_asked_for_as_what_it_is() -> None:
    fields = {f.name: f for f in fields_of(FLOW, {})}
    kinds = {name: f.kind for name, f in fields.items()}
    assert kinds == {
        "born": Kind.DATE,
        "size": Kind.NUMBER,
        "visit": Kind.CHOICE,
        "who": Kind.TEXT,
        "pin": Kind.SECRET,
    }
    assert [n for n, f in fields.items() if f.required] == ["who", "pin"]
    assert fields["born"].example == "1972-02-09"
    assert {f.name for f in fields_of(FLOW, {"STUDIO_SECRET_PIN": "1"}) if f.held} == {"pin"}


@pytest.mark.parametrize(
    ("values", "secrets", "wrong"),
    [
        ({"who": ""}, {"pin": "1"}, "who"),
        ({"who": "Ann"}, {}, "pin"),
        ({"who": "Ann", "size": "large"}, {"pin": "1"}, "size"),
        ({"who": "Ann", "born": "yesterday"}, {"pin": "1"}, "born"),
        ({"who": "Ann", "visit": "Fax"}, {"pin": "1"}, "visit"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(values: dict[str, str], secrets: dict[str, str], wrong: str) -> None:
    assert list(problems_of(FLOW, fields_of(FLOW, {}), Wanted(values, secrets, Where("web")))) == [wrong]


def test_a_web_run_without_an_address_is_refused_before_it_starts() -> None:
    nowhere = FLOW.model_copy(update={"app_url": None})
    assert list(problems_of(nowhere, fields_of(nowhere, {}), FINE)) == [""]
    there = replace(FINE, where=Where("web", url="http://here.example"))
    assert problems_of(nowhere, fields_of(nowhere, {}), there) == {}


def test_a_secret_goes_by_the_environment_and_never_on_the_command_line() -> None:
    wanted = replace(
        FINE,
        where=Where("web", url="http://x", shown=True, structure=False),
        start_at="step_001",
        pause_at=frozenset({"step_002"}),
        speed=Speed.SLOW,
    )
    assert problems_of(FLOW, fields_of(FLOW, {}), wanted) == {}
    line = arguments_of(Path("b"), Path("r"), FLOW, wanted)
    assert line[:5] == ["replay", "b", "--run-dir", "r", "--events"]
    assert line[5:7] == ["--param", "who=Ann"]
    assert line[7:] == [
        *("--url", "http://x", "--headed", "--no-structure", "--from", "step_001"),
        *("--pause-at", "step_002", "--delay", "1.0"),
    ]
    assert "1234" not in " ".join(line)
    assert environment_of(wanted) == {"STUDIO_SECRET_PIN": "1234"}
    each = arguments_of(Path("b"), Path("r"), FLOW, replace(FINE, speed=Speed.EACH))
    assert each.count("--pause-at") == 3


def test_the_model_follows_the_stream_of_a_real_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observation, "ocr", lambda *_, **__: [])
    notes, form = Notes(tmp_path), DrawnForm()
    report = notes.run(form)
    model = RunModel(notes.steps)
    seen: list[tuple[Stage, Phase | None, int]] = []
    for event in notes.events:
        assert model.take(event.model_dump(mode="json"))
        seen.append((model.stage, model.phase, model.done))
    assert {s for s, _, _ in seen} == {Stage.RUNNING, Stage.ENDED}
    assert [p for _, p, _ in seen if p is Phase.WAIT]
    assert [d for _, _, d in seen] == sorted(d for _, _, d in seen)
    assert (model.outcome, model.done) == ("passed", 3)
    first = model.steps["step_000"]
    assert (first.state, first.region, first.point) == (State.PASSED, report.steps[0].region, report.steps[0].point)
    assert not model.take({"type": "of another time"})
    lost = RunModel(notes.steps)
    for event in notes.events[:3]:
        lost.take(event.model_dump(mode="json"))
    lost.end("The browser is gone.")
    assert (lost.stage, lost.steps["step_000"].state) == (Stage.LOST, State.FAILED)

    data = read_result(tmp_path / "run")
    assert (data.number, data.former, data.report.outcome) == (1, None, Outcome.PASSED)
    assert data.bundle is None
    assert dict(data.ways)["Structure"] == 2
    assert data.times.total == pytest.approx(sum(s.times.total for s in report.steps))


def report_of(outcome: Outcome, *steps: StepResult) -> RunReport:
    return RunReport(run_id="r", workflow="w", outcome=outcome, started_at="", finished_at="", steps=steps)


def test_the_outcome_is_told_in_words_that_promise_nothing() -> None:
    good = StepResult(step_id="a", intent="save", action="click", ok=True)
    unknown = good.model_copy(update={"checks": (CheckResult(kind="state", verdict=CheckVerdict.UNKNOWN),)})
    left_out = good.model_copy(update={"skipped": True, "note": "the run began at a later step"})
    assert outcome_words(report_of(Outcome.PASSED, good))[0] == "Passed on screen, not checked in the record."
    assert "not proven" in outcome_words(report_of(Outcome.PASSED, unknown))[1]
    assert "1 steps were left out" in outcome_words(report_of(Outcome.PASSED, left_out, good))[1]
    assert "Nothing was done" in outcome_words(report_of(Outcome.STOPPED))[1]


def test_every_halt_has_a_title_and_offers_only_what_it_allows() -> None:
    assert set(HALT_TITLES) == set(HaltCode)
    halt = Halt(id="h", code=HaltCode.AMBIGUOUS, step_id="step_002", sentence="Two.", choices=tuple(Choice))
    assert [o.id for o in offers_of(halt, None, 3)] == [c.value for c in Choice]
    after = halt.model_copy(update={"choices": (Choice.RETRY, Choice.STOP)})
    offers = offers_of(after, None, 3)
    assert [o.id for o in offers] == ["retry", "stop"]
    assert "not done twice" in offers[0].explains
    keys = [o.key for o in offers_of(halt, None, 3)]
    assert len(set(keys)) == len(keys)


def test_a_secret_of_the_keyring_need_not_be_typed_and_what_is_ticked_is_kept(qtbot: QtBot) -> None:
    ring = type("Keyring", (MemoryKeyring,), {"__module__": "keyring.backends.SecretService"})()
    store = SecretStore(lambda: ring, {}, lock=lambda _ring: Lock.OPEN)
    form = RunForm({}, store)
    qtbot.addWidget(form)
    form.show_workflow(FLOW, [])
    pin = next(row for row in form.rows if row.field.name == "pin")
    qtbot.waitUntil(lambda: pin._keyring)
    assert "pin" in problems_of(FLOW, tuple(r.field for r in form.rows), form.wanted(frozenset(), Speed.FULL))
    assert not pin._remember.isVisibleTo(form)
    pin.set_value("4711")
    assert pin._remember.isVisibleTo(form)
    assert form.wanted(frozenset(), Speed.FULL).remembered == frozenset()
    pin._remember.setChecked(True)
    wanted = form.wanted(frozenset(), Speed.FULL)
    form.remember(wanted)
    form.forget_secrets()
    qtbot.waitUntil(lambda: store.read("pin", owner_of(FLOW)) == "4711")
    assert store.read("pin", "another workflow") is None
    form.show_workflow(FLOW, [])
    pin = next(row for row in form.rows if row.field.name == "pin")
    qtbot.waitUntil(lambda: pin.field.kept)
    assert pin.value == ""
    assert "keyring" in pin._note.text()
    assert "pin" not in problems_of(FLOW, tuple(r.field for r in form.rows), form.wanted(frozenset(), Speed.FULL))


def test_a_locked_keyring_is_said_and_asked_only_by_its_button(qtbot: QtBot) -> None:
    ring = type("Keyring", (MemoryKeyring,), {"__module__": "keyring.backends.SecretService"})()
    store = SecretStore(lambda: ring, {}, lock=lambda _ring: Lock.LOCKED)
    store.store("pin", "4711", owner_of(FLOW))
    form = RunForm({}, store)
    qtbot.addWidget(form)
    form.show_workflow(FLOW, [])
    pin = next(row for row in form.rows if row.field.name == "pin")
    qtbot.waitUntil(lambda: "locked: unlock it or type" in pin._note.text())
    assert not pin.field.held
    pin._unlock.click()
    qtbot.waitUntil(lambda: pin.field.kept)
    assert not pin._unlock.isVisibleTo(form)


def test_without_a_keyring_nothing_is_offered_and_the_secret_is_asked_for(qtbot: QtBot) -> None:
    def none() -> MemoryKeyring:
        raise NoKeyring("No keyring runs here.")

    form = RunForm({}, SecretStore(none, {}))
    qtbot.addWidget(form)
    told: list[object] = []
    form.secrets.known.connect(told.append)
    form.show_workflow(FLOW, [])
    qtbot.waitUntil(lambda: bool(told))
    pin = next(row for row in form.rows if row.field.name == "pin")
    pin.set_value("4711")
    assert not pin._remember.isVisibleTo(form)
    said: list[str] = []
    form.secrets.failed.connect(said.append)
    form.secrets.keep({"pin": "4711"}, owner_of(FLOW))
    qtbot.waitUntil(lambda: bool(said))
    assert "No keyring runs here." in said[0]
