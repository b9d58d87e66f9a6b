"""Edits of a compiled workflow: pure functions from workflow to workflow, each refused with a sentence where it would
leave a workflow that lies or breaks. Nothing here reads or writes files.

::

    CannotEdit (BadInput)            the edit is refused; `str()` says why and what to do instead
"""

from studio.engine.editing.checking import (
    drop_check,
    expect_text,
    insert_wait,
    set_patience,
)
from studio.engine.editing.differences import Difference, Speech, differences
from studio.engine.editing.identity import drop_proof, prove_row
from studio.engine.editing.naming import place_of
from studio.engine.editing.order import delete, disable, enable, move
from studio.engine.editing.plain import comment, rename, set_risk
from studio.engine.editing.redacting import Painted, redact
from studio.engine.editing.refusal import CannotEdit
from studio.engine.editing.rerecord import Rerecorded, splice
from studio.engine.editing.stages import merge_stage, rename_stage, split_stage
from studio.engine.editing.surgery import is_linear
from studio.engine.editing.targets import (
    Retargeted,
    add_landmark,
    drop_label,
    drop_landmark,
    read_text,
    set_label,
    set_target,
)
from studio.engine.editing.typed_values import (
    drop_param,
    free_name,
    make_constant,
    make_entry,
    make_param,
    make_secret,
    name_secret,
    still_open,
)
from studio.engine.editing.words import check_words

__all__ = [
    "CannotEdit",
    "Difference",
    "Painted",
    "Rerecorded",
    "Retargeted",
    "Speech",
    "add_landmark",
    "check_words",
    "comment",
    "delete",
    "differences",
    "disable",
    "drop_check",
    "drop_label",
    "drop_landmark",
    "drop_param",
    "drop_proof",
    "enable",
    "expect_text",
    "free_name",
    "insert_wait",
    "is_linear",
    "make_constant",
    "make_entry",
    "make_param",
    "make_secret",
    "merge_stage",
    "move",
    "name_secret",
    "place_of",
    "prove_row",
    "read_text",
    "redact",
    "rename",
    "rename_stage",
    "set_label",
    "set_patience",
    "set_risk",
    "set_target",
    "splice",
    "split_stage",
    "still_open",
]
