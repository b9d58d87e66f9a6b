"""The typed streams between processes: JSON lines on stdout, commands on stdin. A version stands on each line.

A reader ignores types that it does not know. `docs/streams.schema.json` is generated from here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from studio.engine.model.geometry import Point
from studio.engine.model.halts import Choice, Halt
from studio.engine.model.heals import Heal
from studio.engine.model.resolution import RungAttempt
from studio.engine.model.results import CheckResult, StepResult

STREAM_VERSION = 1


class Event(BaseModel):
    """One line of a stream. `t` is seconds since the process began its work."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    v: int = STREAM_VERSION
    t: float = 0.0


class Ready(Event):
    """The recorder listens."""

    type: Literal["ready"] = "ready"
    viewport: tuple[int, int]


class ActionRecorded(Event):
    """One action, as it stands in events.jsonl."""

    type: Literal["action"] = "action"
    event: dict[str, Any]


class NotRecorded(Event):
    """Something happened that could not be followed."""

    type: Literal["not_recorded"] = "not_recorded"
    sentence: str


class Masked(Event):
    """A secret was left out."""

    type: Literal["masked"] = "masked"
    sentence: str


class Paused(Event):
    """Work pauses; of a run, before the step `step_id`."""

    type: Literal["paused"] = "paused"
    step_id: str | None = None


class Resumed(Event):
    """Work goes on."""

    type: Literal["resumed"] = "resumed"


class Undone(Event):
    """The last recorded action was taken back."""

    type: Literal["undone"] = "undone"
    index: int


class Warned(Event):
    """Something a person should know."""

    type: Literal["warning"] = "warning"
    sentence: str


class HotKeyPressed(Event):
    """A hot key was pressed whose command takes words: the words of a note, the name of a parameter.

    `asks`: whoever reads asks the person, and sends `command` with them (`record --asks`). Else the recorder has done
    what can be done without: the note is kept without words, the parameter is named after its field.
    """

    type: Literal["hot_key"] = "hot_key"
    command: Literal["note", "param_next"]
    asks: bool = False


class Finished(Event):
    """The recording is complete at `path`."""

    type: Literal["finished"] = "finished"
    path: str


class RunStarted(Event):
    """A run begins."""

    type: Literal["run_started"] = "run_started"
    run_id: str
    workflow: str
    steps: int
    run_dir: str


class StepStarted(Event):
    """A step begins."""

    type: Literal["step_started"] = "step_started"
    step_id: str
    index: int
    intent: str


class Resolving(Event):
    """One rung was tried for the step's target."""

    type: Literal["resolving"] = "resolving"
    step_id: str
    attempt: RungAttempt


class Pictured(Event):
    """A picture of the program is on disk: `picture` in the run directory, taken before or after the action."""

    type: Literal["pictured"] = "pictured"
    step_id: str
    picture: str
    moment: Literal["before", "after"]


class Acted(Event):
    """Input was sent."""

    type: Literal["acted"] = "acted"
    step_id: str
    action: str
    point: Point | None = None


class Verified(Event):
    """A check was made."""

    type: Literal["verified"] = "verified"
    step_id: str
    check: CheckResult


class StepFinished(Event):
    """A step ended, well or not."""

    type: Literal["step_finished"] = "step_finished"
    result: StepResult


class Halted(Event):
    """The run refuses to guess; an answer may be given on stdin."""

    type: Literal["halted"] = "halted"
    halt: Halt


class Answered(Event):
    """A person answered a halt."""

    type: Literal["answered"] = "answered"
    halt: str
    choice: Choice


class HealProposed(Event):
    """A heal for later review."""

    type: Literal["heal"] = "heal"
    heal: Heal


class Progress(Event):
    """How far the work is."""

    type: Literal["progress"] = "progress"
    done: int
    total: int


class RunFinished(Event):
    """A run ended."""

    type: Literal["run_finished"] = "run_finished"
    outcome: str
    report: str


RecorderEvent = Annotated[
    Ready | ActionRecorded | NotRecorded | Masked | Paused | Resumed | Undone | Warned | HotKeyPressed | Finished,
    Field(discriminator="type"),
]
RunnerEvent = Annotated[
    RunStarted
    | StepStarted
    | Resolving
    | Pictured
    | Acted
    | Verified
    | StepFinished
    | Halted
    | Answered
    | HealProposed
    | Progress
    | Paused
    | Resumed
    | Warned
    | RunFinished,
    Field(discriminator="type"),
]


class Command(BaseModel):
    """One line on stdin. `name` belongs to `param_next`, `text` to `note`, `halt` and `choice` to `answer`.

    Without a name the next text becomes a parameter named after its field; without a text the note is kept as a mark.

    `pause_at` names in `steps` all steps before which the run pauses from now on; `speed` says in `seconds` how long it
    waits before each step.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    command: Literal[
        "pause",
        "resume",
        "step",
        "stop",
        "finish",
        "undo_last",
        "secret_next",
        "param_next",
        "note",
        "answer",
        "pause_at",
        "speed",
    ]
    name: Annotated[str, Field(max_length=200)] | None = None
    text: Annotated[str, Field(max_length=10_000)] | None = None
    halt: str | None = None
    choice: Choice | None = None
    steps: tuple[str, ...] | None = None
    seconds: Annotated[float, Field(ge=0, le=60)] | None = None


runner_event: TypeAdapter[RunnerEvent] = TypeAdapter(RunnerEvent)
recorder_event: TypeAdapter[RecorderEvent] = TypeAdapter(RecorderEvent)
