"""A compiled workflow: steps with their anchors, checks, risk and parameters."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.base import Value
from studio.engine.model.dialogs import DialogAnswer
from studio.engine.model.effects import ApiBinding, Effect
from studio.engine.model.geometry import Point, Region
from studio.engine.model.params import ParamSpec
from studio.engine.model.program import Guard, ProgramGraph

SCHEMA_VERSION = 4
"""Version of workflow.json that this program writes. 1 and 2 are the lineage's; see bundle/upgrade.py."""


class ActionKind(StrEnum):
    """What a step does."""

    CLICK = "click"
    DOUBLE_CLICK = "double_click"
    RIGHT_CLICK = "right_click"
    DRAG = "drag"
    HOVER = "hover"
    TYPE = "type"
    KEY = "key"
    SCROLL = "scroll"
    SELECT = "select"
    UPLOAD = "upload"
    WAIT = "wait"
    SWITCH_SURFACE = "switch_surface"


POINTED = frozenset(
    {
        ActionKind.CLICK,
        ActionKind.DOUBLE_CLICK,
        ActionKind.RIGHT_CLICK,
        ActionKind.DRAG,
        ActionKind.HOVER,
        ActionKind.SELECT,
    }
)
"""Actions that need a target on the screen."""


Modifier = Literal["Alt", "Control", "Meta", "Shift"]
_Offset = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
_Ms = Annotated[int, Field(ge=0, le=3_600_000)]
PathPoint = Annotated[tuple[_Offset, _Offset, _Ms], Field(strict=False)]
"""One point of the path of a drag: dx, dy in physical px from where the button went down, ms since it went down."""
DragPath = Annotated[tuple[PathPoint, ...], Field(strict=False, max_length=20_000)]


class Risk(StrEnum):
    """Whether the step can be undone in the program that it acts on."""

    REVERSIBLE = "reversible"
    IRREVERSIBLE = "irreversible"


class CheckKind(StrEnum):
    """Kinds of postconditions.

    `text_present`, `text_absent`: a text on the screen. `text_added`: it stands there at least `by` times
    more than after step `since` (or than just before this step). `rows_added`: the list named `text` has `by`
    more rows than after step `since`. `state`: the control `locator` has attribute `attribute` at `value`
    (checked, pressed, selected, expanded, focused). `region_stable`: the region looks as recorded, or, where
    colours or layout changed, at least reacted. `saved`: the window `text` (of a desktop) does not mark unsaved changes
    in its title any more. `unknowable`: success and refusal look alike on this screen.
    `param`: the text is this run's value of that parameter, and `text` the recorded one.
    """

    TEXT_PRESENT = "text_present"
    TEXT_ABSENT = "text_absent"
    TEXT_ADDED = "text_added"
    ROWS_ADDED = "rows_added"
    STATE = "state"
    REGION_STABLE = "region_stable"
    SAVED = "saved"
    UNKNOWABLE = "unknowable"


class Postcondition(Value):
    """What the screen must show after a step, or before it begins (`Step.wait_until`).

    Of what a step waits for, `pause_s` is the time in which the program may not have reacted to the step before yet, so
    that what stands there may be out of date; where it is `optional`, a run goes on if it does not come.
    A text that is a `whole` line stands there alone, and `⟨name⟩` in it is this run's value of that parameter.
    """

    kind: CheckKind
    text: str | None = None
    region: Region | None = None
    phash: str | None = None
    phash_tolerance: int = 8
    timeout_s: float = Field(default=5.0, ge=0, le=600)
    template: str | None = None
    since: str | None = None
    by: int = 1
    locator: StructuralLocator | None = None
    attribute: str | None = None
    value: str | None = None
    param: str | None = None
    pause_s: float = Field(default=0.0, ge=0, le=600)
    optional: bool = False
    whole: bool = False


class FieldTells(StrEnum):
    """What the program tells of the field that is typed into: what it holds, only that it has the focus (an editor
    that draws its text elsewhere), or nothing (a canvas, a cell). What it does not tell is judged by what appears."""

    VALUE = "value"
    FOCUS = "focus"
    NOTHING = "nothing"


class WantedState(Value):
    """The state that a click brings its control into: where it is in it already, there is nothing to do.

    `attribute`: a box or switch is checked, a button stays pressed, a section is expanded, an entry is selected.
    """

    attribute: Literal["checked", "pressed", "expanded", "selected"]
    value: bool


class RiskWord(Value):
    """A person's word on the risk of a step: who gave it, and when (UTC, ISO 8601)."""

    by: str
    at: str


class Step(Value):
    """One action and all that is needed to find its target, perform it and prove that it worked.

    `text` is the literal to type, or the option's label of a select. `typed_as` is the strptime form in which
    a date field takes its digits (text is then the ISO date). `appends`: the field already held text. `field_label`
    names the field that a type step goes into, `field_tells` what the program tells of it. `kept`: the field or box was
    still so when the recording came to a step that `rechecks`: before it, what was kept is read once more.
    `entry` is the entry of a list or menu that the key took, which must be the marked one before it, or that an arrow
    key led to, which must be the marked one after it; with `identity_param` each run says which.
    `scroll_at` is where the wheel turned: it scrolls what lies there.
    `end_anchor` is where a drag ends, `path` the way the pointer took and its pace (empty: straight there). `modifiers`
    are held while it is clicked. `pasted`: the text goes in at once, not by keys. `wanted_state` is what a click brings
    its control into. `answers` is what is said to dialogs of scripts that the step brings up.
    `risk_asked` is what could not be told of its risk: until a person says, it is not done on weak evidence either.
    `risk_word` is who said what the risk is; `risk_reason` then holds their reason.
    `heeds_failure`: a message near by that says that something was not done halts the run, since the recording showed
    none.
    `page` is the number of the page of a browser that it is done in, from 1 in the order in which they opened: nothing
    is done in a page that opened unasked. None: in the page of the step before; where no step names one, in the page
    that opened last.
    A `disabled` step is passed over by every run. `comment` is a person's note, for people only.
    """

    id: str
    intent: str
    action: ActionKind
    anchor: Anchor | None = None
    end_anchor: Anchor | None = None
    path: DragPath = ()
    modifiers: tuple[Modifier, ...] = ()
    pasted: bool = False
    wanted_state: WantedState | None = None
    text: str | None = None
    param: str | None = None
    secret: bool = False
    key: str | None = None
    entry: str | None = None
    scroll_dx: int | None = None
    scroll_dy: int | None = None
    scroll_at: Point | None = None
    typed_as: str | None = None
    appends: bool = False
    field_label: str | None = None
    field_tells: FieldTells = FieldTells.VALUE
    kept: bool = False
    rechecks: bool = False
    expect: tuple[Postcondition, ...] = ()
    heeds_failure: bool = False
    effects: tuple[Effect, ...] = ()
    api_binding: ApiBinding | None = None
    risk: Risk = Risk.REVERSIBLE
    risk_reason: str | None = None
    risk_asked: str | None = None
    risk_word: RiskWord | None = None
    wait_until: Postcondition | None = None
    guard: Guard | None = None
    timeout_s: float = Field(default=10.0, ge=0, le=600)
    identity_armed: bool | None = None
    identity_unarmed_reason: str | None = None
    identity_param: str | None = None
    before_frame: str | None = None
    answers: tuple[DialogAnswer, ...] | None = None
    page: int | None = Field(default=None, ge=1, le=1000)
    disabled: bool = False
    comment: str | None = None


class Stage(Value):
    """A group of steps that belong together for people: it begins at the state `first` of the program (of a linear
    workflow: at that step) and ends where the next one begins."""

    first: str
    title: str = ""


class Workflow(Value):
    """A whole compiled workflow, as `workflow.json` holds it.

    `params` maps each parameter to its recorded value (kept beside `param_specs` for the lineage's readers).
    `backend` is the surface that it was recorded on. Of the desktop: `window` is the title of the only window that was
    recorded, `place` where it stood (px of the frame).
    `hide` are text patterns that no run keeps (None: only those of the computer that runs it).
    `stages` are as a person has set them; None lets them be suggested.
    `structure` tells whether structure was there at compile time. `unreviewed` lists steps whose heals no
    person has decided yet: such a bundle does not replay.
    """

    schema_version: int = SCHEMA_VERSION
    name: str
    recording_id: str = ""
    contains_phi: bool = False
    phi_scrubbed: bool = False
    encrypted: bool = False
    created_at: str = ""
    viewport: tuple[int, int]
    scale: float = 1.0
    app_url: str | None = None
    backend: str = "web"
    window: str | None = None
    place: Region | None = None
    params: dict[str, str] = {}
    param_specs: dict[str, ParamSpec] = {}
    secret_params: tuple[str, ...] = ()
    steps: tuple[Step, ...]
    program: ProgramGraph | None = None
    subflows: dict[str, ProgramGraph] = {}
    data_sources: dict[str, Any] = {}
    hide: tuple[str, ...] | None = None
    stages: tuple[Stage, ...] | None = None
    structure: bool = False
    parent_digest: str | None = None
    unreviewed: tuple[str, ...] = ()
    compiler_version: str = ""
    manifest: dict[str, Any] | None = None

    def step(self, step_id: str) -> Step:
        """The step of that id. Raises KeyError where there is none."""
        return next((s for s in self.steps if s.id == step_id), None) or _no_step(step_id)


def _no_step(step_id: str) -> Step:
    raise KeyError(step_id)
