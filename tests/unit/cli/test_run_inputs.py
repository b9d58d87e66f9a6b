"""What a person gives a run and a compilation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.formats import PROPOSALS, workflow
from keyring.backends import null

from studio.cli import compile_inputs, run_inputs
from studio.cli.parsing import WrongUsage
from studio.engine.errors import BadInput, BadParams
from studio.engine.model.params import ParamProposal


def test_pairs_keep_what_follows_the_first_equals_sign() -> None:
    assert run_inputs.params(["note=a=b", "empty="], workflow()) == {"note": "a=b", "empty": ""}


@pytest.mark.parametrize("given", ["note", "=x"])
def test_a_pair_needs_a_name_and_a_value(given: str) -> None:
    with pytest.raises(WrongUsage, match="NAME=VALUE"):
        run_inputs.params([given], workflow())


def test_a_parameter_has_one_value() -> None:
    with pytest.raises(WrongUsage, match="note is given twice"):
        run_inputs.params(["note=a", "note=b"], workflow())


def test_a_secret_is_not_taken_from_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = workflow(secret_params=("pin",))
    monkeypatch.setattr("keyring.get_keyring", null.Keyring)  # not the one of whoever runs the tests
    with pytest.raises(BadParams, match="STUDIO_SECRET_PIN"):
        run_inputs.params(["pin=1234"], secret)
    monkeypatch.setenv("STUDIO_SECRET_PIN", "1234")
    assert run_inputs.secrets(secret) == {"pin": "1234"}
    monkeypatch.delenv("STUDIO_SECRET_PIN")
    assert run_inputs.secrets(secret) == {}


def test_only_steps_can_be_confirmed() -> None:
    assert run_inputs.step_ids(["c", "c"], workflow()) == {"c"}
    with pytest.raises(BadParams, match=r"'x'.*a, b, c"):
        run_inputs.step_ids(["x"], workflow())


def test_decisions_are_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    file.write_text(
        '{"proposal": "note", "decision": "parameter"}\n\n'
        '{"proposal": "step_002", "decision": "secret", "name": "pin"}\n'
    )
    assert compile_inputs.read_decisions(file) == {
        "note": {"decision": "parameter"},
        "step_002": {"decision": "secret", "name": "pin"},
    }


@pytest.mark.parametrize("line", ["{", "[]", '{"proposal": "a"}', '{"proposal": "a", "decision": "maybe"}'])
def test_a_decision_that_cannot_be_understood_is_named_by_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "d.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(WrongUsage, match="line 2"):
        compile_inputs.read_decisions(tmp_path / "d.jsonl")


def test_a_missing_file_of_decisions_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        compile_inputs.read_decisions(tmp_path / "none")


def answers(*said: str) -> Callable[[str], str]:
    waiting = iter(said)
    return lambda _question: next(waiting)


def proposals(number: int) -> list[ParamProposal]:
    return [PROPOSALS[0].model_copy(update={"step_id": f"s{n}", "name": f"name{n}"}) for n in range(number)]


def test_enter_keeps_a_value_as_it_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert compile_inputs.ask(proposals(2), answers("", "k")) == {}
    assert "1 of 2" in capsys.readouterr().out


def test_a_person_confirms_renames_and_marks_secrets() -> None:
    said = compile_inputs.ask(proposals(2), answers("what?", "p", "", "S", "pin"))
    assert said == {"s0": {"decision": "parameter", "name": "name0"}, "s1": {"decision": "secret", "name": "pin"}}
