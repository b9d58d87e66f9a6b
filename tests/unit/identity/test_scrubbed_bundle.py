"""A bundle without readable identities: nothing in it names the record, and the wrong record is refused as ever."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from helpers.patients import Patient, observed, recorded, row_of
from helpers.steps import save_anchor, step, workflow
from keyring.backends import null

from studio.engine.bundle import Bundle, load_bundle, save_bundle
from studio.engine.editing import CannotEdit
from studio.engine.editing.scrub_words import naming_of
from studio.engine.editing.scrubbing import _after_host, scrub
from studio.engine.identity.hashing import fingerprint
from studio.engine.identity.keys import ENVIRONMENT, NoIdentityKey, held_key, keys_for
from studio.engine.identity.scrubbed_bundle import scrub_bundle
from studio.engine.model.anchor import IdentityCell, Landmark, StructuralLocator
from studio.engine.model.effects import Effect, EffectKind, ValueExpr
from studio.engine.model.halts import HaltCode
from studio.engine.model.params import ParamSpec
from studio.engine.model.resolution import Refusal
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.row_parameter import anchored_to
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr

JANE: Patient = ("Jane Sample", "1951-12-03", "MM-100234")
OMAR: Patient = ("Omar Example", "1960-01-17", "MM-200111")
WRONG: Patient = ("Jane Sample", "1951-12-08", "MM-100234")
KEY = b"k" * 32
DIGEST = re.compile(r"\b[0-9a-f]{32,}\b|\.\d{6}\+")  # and microseconds: four figures of a year stand there some day
NAMES = ("Jane", "Sample", "1951", "12-03", "100234", "Omar", "200111")


SAVE = save_anchor(nearby_texts=("Open", "Omar Example"), landmarks=(Landmark(ocr_text="Omar Example"),))


def compiled(folder: Path, *, structure: bool, **more: object) -> Bundle:
    """A bundle with one step in Jane's row, one that expects her name, and the frame before."""
    draft = recorded(JANE, OMAR, at=0, structure=structure)
    paths = {"template": draft.anchor.template, "identifier": draft.anchor.identifier_crop}
    assets: dict[str, Frame | bytes] = {path: draft.crops[name] for name, path in paths.items() if path}
    assets["frames/a_before.png"] = observed(JANE, OMAR).frame
    opened = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Jane Sample", param="who")
    titled = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Chart of Jane Sample")
    steps = (
        step("a", intent="click ‘Open’ in the row of ‘Jane Sample’", anchor=draft.anchor, identity_armed=True),
        step("b", anchor=SAVE, expect=(opened, titled), comment="For Jane"),
    )
    steps = (steps[0].model_copy(update={"before_frame": "frames/a_before.png"}), steps[1])
    specs = {"who": ParamSpec(name="who", example="Jane Sample"), "note": ParamSpec(name="note", example="Fine")}
    flow = workflow(*steps, params={"who": "Jane Sample", "note": "Fine"}, param_specs=specs)
    save_bundle(flow.model_copy(update=more), assets, folder)
    return load_bundle(folder)


@pytest.fixture(scope="module", params=[True, False], ids=["structure", "pixels"])
def scrubbed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    folder = tmp_path_factory.mktemp("scrubbed")
    scrub_bundle(compiled(folder / "readable", structure=request.param), folder / "b", secret=KEY)
    return load_bundle(folder / "b")


def everything(folder: Path) -> Iterator[str]:
    """All that can be read in a bundle: the text of its files, and its pictures by OCR."""
    for path in (p for p in folder.rglob("*") if p.is_file()):
        read = [line.text for line in ocr(path)] if path.suffix == ".png" else [DIGEST.sub("", path.read_text())]
        yield from (f"{path.name}: {text}" for text in read)


def test_nothing_in_it_can_be_read_as_the_record(scrubbed: Bundle, tmp_path: Path) -> None:
    said = list(everything(scrubbed.dir))
    assert not [(name, text[:80]) for text in said for name in NAMES if name.casefold() in text.casefold()]
    before = list(everything(compiled(tmp_path / "b", structure=True).dir))  # the search would have found them
    assert all(any(name.casefold() in text.casefold() for text in before) for name in NAMES)
    flow = scrubbed.workflow
    assert (flow.phi_scrubbed, flow.params, flow.param_specs["who"].required) == (
        True,
        {"who": "", "note": "Fine"},
        True,
    )
    assert [check.param for check in flow.step("b").expect] == ["who"]
    assert flow.step("b").anchor.nearby_texts == ("Open",)  # type: ignore[union-attr]
    assert not [path for path in scrubbed.asset_paths if path.startswith("frames/") or "identifier" in path]


def test_of_a_picture_that_stays_only_what_it_shows_stays(tmp_path: Path) -> None:
    """Files of other tools carry texts and further frames, which no reader of pictures sees."""
    readable = compiled(tmp_path / "a", structure=True)
    kept = scrub_bundle(readable, tmp_path / "b", secret=KEY).workflow.step("a").anchor
    assert kept is not None
    assert kept.template is not None
    plain = readable.asset_bytes(kept.template)
    told = b"Patient\0Jane Sample"
    chunk = len(told).to_bytes(4, "big") + b"tEXt" + told + zlib.crc32(b"tEXt" + told).to_bytes(4, "big")
    pictures = {path: readable.asset_bytes(path) for path in readable.asset_paths}
    save_bundle(readable.workflow, pictures | {kept.template: plain[:33] + chunk + plain[33:]}, tmp_path / "c")
    assert b"Jane" in load_bundle(tmp_path / "c").asset_bytes(kept.template)
    scrub_bundle(load_bundle(tmp_path / "c"), tmp_path / "d", secret=KEY)
    scrubbed = load_bundle(tmp_path / "d")
    assert b"Jane" not in scrubbed.asset_bytes(kept.template)
    assert scrubbed.asset(kept.template).same_pixels(readable.asset(kept.template))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Li An", "Save Li An"),  # no word of it is long enough to tell anybody
        ("Jo Smith-Jones", "Mrs Smith"),
        ("Pat O'Brien", "OBrien, Pat"),
        ("Pat Müller", "Muller"),
        ("Jane Sample", "Sample’s chart"),
        ("Jane Sample", "jane.sample@example.org"),
        ("Jane Sample", "janesample1"),
        ("王小明", "为王小明保存"),
        ("born 1951-12-03", "3 Dec 1951"),
    ],
)
def test_a_name_is_known_in_other_forms_and_inside_of_words(name: str, said: str) -> None:
    row = save_anchor(identity_cells=(IdentityCell(text=name),))
    naming = naming_of(workflow(step("a", anchor=row)))
    assert naming.names(said)
    assert not naming.is_program(said)
    others = ("Save", "Save as", "Analysis of samples", "Smithy", "12/04/1951", "王明")
    assert [text for text in others if naming.names(text)] == []


def test_identifiers_hold_short_names_too() -> None:
    row = save_anchor(identity_cells=(IdentityCell(text="Bo Lee"), IdentityCell(text="Li An")))
    naming = naming_of(workflow(step("a", anchor=row)))
    assert [one for one in ("#open_lee", "open-li-an", "sleep", "open-line") if naming.inside(one)] == [
        "#open_lee",
        "open-li-an",
    ]


ROW = StructuralLocator(
    role="button",
    name="Open",
    element_id="openlee",
    test_id="open-p34",
    name_attr="open",
    href="/p/34",
    selector="#open-p34",
    row=("Bo Lee",),
)
"""What the program calls the target in the row of Bo Lee."""


def scrubbed_locators(*others: StructuralLocator, **more: object) -> list[StructuralLocator]:
    """Those of a workflow that acts in Bo Lee's row, then on `others`, as they are in the copy."""
    row = save_anchor(structural=ROW, identity_cells=(IdentityCell(text="Bo Lee"),))
    acts = [step(f"s{n}", anchor=save_anchor(structural=one)) for n, one in enumerate(others)]
    flow = workflow(step("row", anchor=row), *acts, **more)
    told = scrub(flow, secret=None, reads=lambda _: ()).workflow
    return [one.anchor.structural for one in told.steps if one.anchor and one.anchor.structural]


def test_nothing_that_a_row_is_called_by_is_kept() -> None:
    (row,) = scrubbed_locators()
    assert (row.role, row.name) == ("button", "Open")
    assert (row.element_id, row.test_id, row.name_attr, row.href, row.selector, row.row) == ("", "", "", "", "", ())


@pytest.mark.parametrize(
    ("trait", "given", "kept"),
    [
        ("element_id", "note-p34", False),  # the same part as in what the row is called by
        ("element_id", "notelee", False),  # his name, too short to be sure
        ("test_id", "note-4711", False),  # some number
        ("selector", "#note_p34 > button", False),
        ("href", "/notes/2026", False),
        ("element_id", "save-note", True),
        ("test_id", "tab1", True),
        ("selector", "form > h2:nth-child(12) > button:nth-of-type(34)", True),
        ("selector", "frame[34]/panel[12]", True),
        ("href", "/notes", True),
    ],
)
def test_elsewhere_what_may_be_made_of_a_record_is_left_out(trait: str, given: str, kept: bool) -> None:
    other = StructuralLocator(role="button", name="Save", **{trait: given})
    assert getattr(scrubbed_locators(other)[1], trait) == (given if kept else "")


@pytest.mark.parametrize(
    ("told", "stays"),
    [
        (StructuralLocator(role="checkbox", label="Agree", element_id="agree-p34"), True),
        (StructuralLocator(role="checkbox", element_id="agree-p34"), False),
        (StructuralLocator(role="checkbox", element_id="agree"), True),
    ],
)
def test_a_check_on_an_element_keeps_nothing_of_a_record(told: StructuralLocator, stays: bool) -> None:
    row = save_anchor(structural=ROW, identity_cells=(IdentityCell(text="Bo Lee"),))
    check = Postcondition(kind=CheckKind.STATE, locator=told, attribute="checked", value="true")
    found = scrub(workflow(step("a", anchor=row, expect=(check,))), secret=None, reads=lambda _: ())
    checks = found.workflow.step("a").expect
    assert (len(checks) == 1, bool(found.notes)) == (stays, not stays)
    assert not [c for c in checks if c.locator and "p34" in c.locator.element_id]


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({"app_url": "http://x:3400/p/p34"}, True),
        ({"window": "Chart p34"}, True),
        ({"app_url": "http://p34.example/start"}, False),  # a host is no record
        ({"app_url": "http://127.0.0.1:3400/start"}, False),
    ],
)
def test_an_address_or_a_title_that_names_the_row_is_refused(more: dict[str, object], refused: bool) -> None:
    with pytest.raises(CannotEdit, match="still names a record") if refused else nullcontext():
        scrubbed_locators(**more)


def answered(bundle: Bundle, *patients: Patient, structure: bool, key: bytes | None = KEY) -> object:
    anchor = bundle.workflow.step("a").anchor
    assert anchor is not None
    crops = {path: bundle.asset(path) for path in bundle.asset_paths}
    keys = {fingerprint(key): key} if key else {}
    return resolve(anchor, observed(*patients, structure=structure), ResolveOptions(crops=crops, keys=keys))


def test_it_refuses_the_wrong_record_and_finds_the_right_one(scrubbed: Bundle) -> None:
    for structure in (True, False):
        right = answered(scrubbed, OMAR, JANE, structure=structure)
        assert row_of(right) == 1  # type: ignore[arg-type]
        wrong = answered(scrubbed, OMAR, WRONG, structure=structure)
        assert isinstance(wrong, Refusal)
        assert (wrong.code, "Jane" in wrong.sentence) == (HaltCode.IDENTITY_MISMATCH, False)


def test_without_the_key_no_record_is_the_right_one(scrubbed: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in (None, b"another key of 32 bytes, or less"):
        assert isinstance(answered(scrubbed, JANE, OMAR, structure=True, key=key), Refusal)
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setattr("keyring.get_keyring", null.Keyring)  # not the one of whoever runs the tests
    with pytest.raises(NoIdentityKey, match="hashed under the key"):
        keys_for(scrubbed.workflow, {})
    with pytest.raises(NoIdentityKey):
        keys_for(scrubbed.workflow, {ENVIRONMENT: "some other long secret"})
    assert keys_for(workflow(step(anchor=save_anchor())), {}) == {}


def test_a_key_comes_from_the_environment_and_must_be_long() -> None:
    assert held_key({ENVIRONMENT: "a secret that nobody guesses"}) is not None
    with pytest.raises(ValueError, match="too short"):
        held_key({ENVIRONMENT: "short"})


def test_with_a_salt_alone_it_works_everywhere(tmp_path: Path) -> None:
    scrub_bundle(compiled(tmp_path / "readable", structure=True), tmp_path / "b", secret=None)
    bundle = load_bundle(tmp_path / "b")
    assert row_of(answered(bundle, OMAR, JANE, structure=True, key=None)) == 1  # type: ignore[arg-type]
    assert isinstance(answered(bundle, OMAR, WRONG, structure=True, key=None), Refusal)


def test_a_parameter_still_chooses_the_row(tmp_path: Path) -> None:
    readable = compiled(tmp_path / "readable", structure=True)
    chosen = readable.workflow.step("a").model_copy(update={"identity_param": "who"})
    flow = readable.workflow.model_copy(update={"steps": (chosen, readable.workflow.step("b"))})
    pictures = {path: readable.asset_bytes(path) for path in readable.asset_paths}
    save_bundle(flow, pictures, tmp_path / "chosen")
    scrub_bundle(load_bundle(tmp_path / "chosen"), tmp_path / "b", secret=None)
    bundle = load_bundle(tmp_path / "b")
    anchor = bundle.workflow.step("a").anchor
    assert anchor is not None
    found = anchored_to(anchor, bundle.workflow.params, {"who": "Omar Example", "note": ""})
    assert row_of(resolve(found, observed(JANE, OMAR))) == 1
    gone = anchored_to(anchor, bundle.workflow.params, {"who": "Omar Examples", "note": ""})
    assert row_of(resolve(gone, observed(JANE, OMAR))) is None


TYPED = step("c", ActionKind.TYPE, text="jane sample")
PROVEN = step("c", risk=Risk.IRREVERSIBLE, expect=(Postcondition(kind=CheckKind.TEXT_PRESENT, text="Jane Sample"),))
WRITTEN = step(
    "c", effects=(Effect(kind=EffectKind.RECORD_WRITTEN, record="x", fields={"n": ValueExpr(literal="Sample")}),)
)


@pytest.mark.parametrize(
    ("last", "more", "why"),
    [
        (TYPED, {}, "types “jane sample”"),
        (PROVEN, {}, "what proves it names a record"),
        (WRITTEN, {}, "still names a record"),
        (step("c"), {"name": "Chart of Jane Sample"}, "still names a record"),
        (step("c"), {"app_url": "http://x/patient/MM100234"}, "still names a record"),
    ],
)
def test_what_a_run_needs_and_names_the_record_is_refused_with_its_place(
    last: Step, more: dict[str, object], why: str, tmp_path: Path
) -> None:
    readable = compiled(tmp_path / "readable", structure=True, **more)
    flow: Workflow = readable.workflow.model_copy(update={"steps": (*readable.workflow.steps, last)})
    pictures = {path: readable.asset_bytes(path) for path in readable.asset_paths}
    save_bundle(flow, pictures, tmp_path / "full")
    with pytest.raises(CannotEdit, match=why):
        scrub_bundle(load_bundle(tmp_path / "full"), tmp_path / "b", secret=None)
    assert not (tmp_path / "b").exists()


def test_what_is_no_address_is_looked_at_whole() -> None:
    assert _after_host("http://[::1/Jane") == "http://[::1/Jane"
    assert _after_host("http://clinic/p/Jane?a=1#b") == "/p/Jane a=1 b"
