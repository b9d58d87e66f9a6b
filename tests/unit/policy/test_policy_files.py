"""Policies are readable files; what they cannot say is refused in one sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.formats import PROJECT

from studio.engine.errors import BadInput, NewerVersion
from studio.engine.policy import (
    CODES,
    RULES,
    RUN_RULES,
    BadPolicy,
    Severity,
    Weight,
    find_policy,
    parse_policy,
    policy_names,
)
from studio.engine.policy.finding import Finding
from studio.engine.policy.policy_files import MAX_POLICY_BYTES, shipped
from studio.resource_files import resource

GOOD = """
policy: mine
about: For our ward.
rules:
  identity_armed: {severity: error, reason: No wrong patient.}
  signed:
    severity: off     # a text here, no truth value
    reason: We all know each other.
  ways_to_find: {severity: warning, reason: Two at least., at_least: 3}
"""


def weighed(code: str, text: str = GOOD) -> Severity | None:
    policy = parse_policy(text.encode(), "mine.yaml")
    found = policy.weigh(Finding(code, CODES[code].severity or Severity.NOTE, None, "x"))
    return found.severity if found else None


def test_a_policy_weighs_what_it_names_and_leaves_the_rest() -> None:
    assert weighed("identity_unarmed") is Severity.ERROR
    assert weighed("look_alikes") is Severity.ERROR
    assert weighed("unsigned") is None
    assert weighed("no_expiry") is None
    assert weighed("no_target") is Severity.ERROR
    assert weighed("no_check") is Severity.NOTE
    found = parse_policy(GOOD.encode(), "x").weigh(Finding("identity_unarmed", Severity.NOTE, "a", "x"))
    assert found is not None
    assert found.reason == "No wrong patient."


def test_the_shipped_policies_name_every_rule_that_is_looked_for_with_a_reason() -> None:
    for name in shipped():
        policy = find_policy(name)
        assert policy.policy == name
        assert policy.about
        assert all(len(setting.reason) > 20 for setting in policy.rules.values())
    assert set(find_policy("clinical-write").rules) == {*RULES, *RUN_RULES}
    standard = find_policy("standard")
    assert set(standard.rules) == set(find_policy("permissive").rules) == set(RULES)
    for code in CODES.values():
        weight = standard.rules[code.rule].severity
        assert (code.severity.value if code.severity else Weight.OFF) == weight, code.name


def test_every_stricter_policy_weighs_nothing_less() -> None:
    order = [Weight.OFF, Weight.NOTE, Weight.WARNING, Weight.ERROR]
    mild, middle, strict = (find_policy(name) for name in shipped())
    for lower, higher in ((mild, middle), (middle, strict)):
        for rule, setting in lower.rules.items():
            assert order.index(setting.severity) <= order.index(higher.rules[rule].severity), rule


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no policy: it must name its policy"),
        ("- a", "is no policy"),
        ("a", "is no policy"),
        ("rules: {}", "p.yaml: policy: field required"),
        ("policy: Ä", "policy: string should match"),
        ("policy: x\nrule: {}", "nothing is called 'rule' there"),
        ("policy: x\nrules: {no_such: {severity: error, reason: r}}", "there is no rule 'no_such'; the rules are "),
        ("policy: x\nrules: {signed: {severity: fatal, reason: r}}", r"rules\.signed\.severity: "),
        ("policy: x\nrules: {signed: {severity: error}}", r"rules\.signed\.reason: field required"),
        ("policy: x\nrules: {signed: {severity: error, reason: ''}}", r"rules\.signed\.reason: "),
        (
            "policy: x\nrules: {signed: {severity: error, reason: r, at_least: 2}}",
            "knows no at_least, which belongs to",
        ),
        ("policy: x\nrules: {ways_to_find: {severity: error, reason: r, at_least: many}}", "at_least: "),
        ("policy: x\nrules: {signed: {severity: error, reason: r, why: w}}", "nothing is called 'rules.signed.why'"),
        ("policy: x\npolicy: y", "'policy' stands there twice, or is no name .line 2"),
        ("policy: &a x\nabout: *a", "anchors, aliases and tags are not used in policies .line 1"),
        ("policy: !!python/object/apply:os.system [ls]", "anchors, aliases and tags"),
        ("policy: x\n---\npolicy: y", "more than one document"),
        ("policy: [" + "a," * 30_000 + "]", "too long"),
        ("policy: [[[[[[[[]]]]]]]]", "nested too deeply"),
        ("policy: [" * 5000, "nested too deeply|broken YAML"),
        ("policy: {", "is broken YAML .line 1"),
        ("policy: x\nversion: soon", "version: "),
        ("? [a]\n: b", "is no name"),
        ("policy: \x00", "is broken YAML"),
    ],
)
def test_what_is_no_policy_is_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadPolicy, match=words) as refusal:
        parse_policy(text.encode(), "p.yaml")
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 600


def test_files_are_read_with_limits(tmp_path: Path) -> None:
    file = tmp_path / "big.yaml"
    file.write_bytes(b"#" * (MAX_POLICY_BYTES + 1))
    with pytest.raises(BadPolicy, match=r"big\.yaml is larger than the 64 kB"):
        find_policy(str(file))
    file.write_bytes(b"policy: \xff")
    with pytest.raises(BadPolicy, match="not UTF-8"):
        find_policy(str(file))
    file.write_bytes(b"policy: x\nversion: 2")
    with pytest.raises(NewerVersion, match="update Waymark Studio"):
        find_policy(str(file))
    for name in (
        str(tmp_path / "none.yaml"),
        str(tmp_path / "no" / "x.yaml"),
        "nothing",
        "../standard",
        "",
        "a\0.yaml",
    ):
        with pytest.raises(BadInput):
            find_policy(name)


def test_a_person_has_policies_of_their_own_and_none_takes_a_shipped_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path))
    assert policy_names() == shipped()
    (tmp_path / "policies").mkdir()
    for name in ("ours", "standard"):
        (tmp_path / "policies" / f"{name}.yaml").write_text(GOOD)
    assert policy_names() == (*shipped(), "ours")
    assert find_policy("ours").policy == "mine"
    assert find_policy("standard").policy == "standard"


def test_a_file_that_calls_itself_a_shipped_policy_must_be_that_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path))
    (tmp_path / "policies").mkdir()
    milder = GOOD.replace("policy: mine", "policy: clinical-write")
    assert milder != GOOD
    for file, name in ((tmp_path / "mild.yaml", None), (tmp_path / "policies" / "ours.yaml", "ours")):
        file.write_text(milder)
        with pytest.raises(BadPolicy, match="calls itself 'clinical-write' and says something else"):
            find_policy(name or str(file))
        file.write_bytes(resource("policies/clinical-write.yaml").read_bytes())
        assert find_policy(name or str(file)).digest == find_policy("clinical-write").digest


def test_the_digest_is_of_what_it_says_not_of_its_layout() -> None:
    one = parse_policy(GOOD.encode(), "a")
    assert parse_policy((GOOD + "# a comment\n").encode(), "b").digest == one.digest
    assert parse_policy(GOOD.replace("No wrong", "Not a wrong").encode(), "b").digest != one.digest


def test_the_document_of_policies_names_every_rule_and_code_as_it_weighs() -> None:
    text = (PROJECT / "docs" / "policies.md").read_text("utf-8")
    rows = {cells[0]: cells for line in text.splitlines() if (cells := [c.strip(" `") for c in line.split("|")[1:-1]])}
    policies = [find_policy(name) for name in shipped()]
    for rule in RULES:
        told = [policy.rules[rule].severity.value for policy in policies]
        assert rows[rule][1:4] == told, rule
    assert [code for code in (*CODES, *RUN_RULES) if f"`{code}`" not in text] == []
    (example,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert parse_policy(example.encode(), "example").rules["expiry_set"].within_days == 90
