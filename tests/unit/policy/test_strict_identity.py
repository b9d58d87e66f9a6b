"""A policy may demand that a record that cannot be read halts every step, not the writing ones alone."""

from __future__ import annotations

import pytest
from helpers.steps import resolution, save_anchor, step

from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityCell, IdentityVerdict
from studio.engine.model.resolution import Refusal
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime.identity_gate import prove

ROW = save_anchor(identity_cells=(IdentityCell(text="Ann Doe"),))


@pytest.mark.parametrize(
    ("opening", "strict", "halts"),
    [
        (step(anchor=ROW), False, False),
        (step(anchor=ROW), True, True),
        (step(anchor=ROW, risk=Risk.IRREVERSIBLE), False, True),
        (step(anchor=ROW, identity_param="who"), False, True),
    ],
)
def test_a_strict_policy_halts_every_step_whose_record_is_not_read_for_certain(
    opening: Step, strict: bool, halts: bool
) -> None:
    read = resolution(identity=IdentityVerdict.UNREADABLE)
    answer = prove(opening, read, strict=strict)
    assert isinstance(answer, Refusal) is halts
    if isinstance(answer, Refusal):
        assert answer.code is HaltCode.UNREADABLE
    assert prove(opening, read, strict=strict, shown=True) == read
    certain = resolution(identity=IdentityVerdict.MATCH)
    assert prove(opening, certain, strict=strict) == certain
