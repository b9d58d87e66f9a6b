"""A workflow that names no record: identities as salted hashes, and nothing else that shows one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from studio.engine.editing.naming import called
from studio.engine.editing.refusal import CannotEdit
from studio.engine.editing.scrub_anchor import Hashing, bare_locator, scrubbed
from studio.engine.editing.scrub_words import Naming, naming_of
from studio.engine.identity.hashing import fingerprint, mixed_key
from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.params import ParamSpec
from studio.engine.model.workflow import CheckKind, Postcondition, Risk, Step, Workflow

SALT_BYTES = 16


@dataclass(frozen=True)
class Scrubbed:
    """The workflow without readable identities, what was left out (sentences), and the texts that named records."""

    workflow: Workflow
    notes: tuple[str, ...]
    hidden: tuple[str, ...] = ()


def scrub(
    workflow: Workflow,
    *,
    secret: bytes | None,
    reads: Callable[[str], Iterable[str]],
    known: Iterable[str] = (),
    salt: str | None = None,
) -> Scrubbed:
    """Take every readable identity out. Under `secret`, where given, nobody can try identities without it.

    `reads(path)` gives the texts that a picture of the bundle shows. `known` are texts of rows that the maker has seen.
    Frames are left out. Raises CannotEdit where something that a run needs names the record.
    """
    naming = naming_of(workflow, known)
    salt = salt or secrets.token_hex(SALT_BYTES)
    key_id = fingerprint(secret) if secret is not None else ""
    hashing = Hashing(salt, key_id, mixed_key(salt, secret), workflow.params)
    scrubber = _Scrubber(workflow, naming, hashing, reads, [])
    steps = tuple(scrubber.step(step) for step in workflow.steps)
    found = workflow.model_copy(update={"steps": steps, **scrubber.head(), "contains_phi": False, "phi_scrubbed": True})
    _refuse_left(found, naming)
    return Scrubbed(found, tuple(dict.fromkeys(scrubber.notes)), naming.texts)


@dataclass
class _Scrubber:
    workflow: Workflow
    naming: Naming
    hashing: Hashing
    reads: Callable[[str], Iterable[str]]
    notes: list[str]

    def step(self, step: Step) -> Step:
        """One step. Raises CannotEdit."""
        if self.naming.names(step.text):
            raise CannotEdit(
                f"{self._called(step)} types “{step.text}”, which names a record: make it a parameter, then try again."
            )
        if self.naming.names(step.entry):
            raise CannotEdit(
                f"{self._called(step)} takes the entry “{step.entry}”, which names a record: leave that step out, or "
                "record it again with a click on the entry, then try again."
            )
        return step.model_copy(
            update={
                "intent": self.naming.without(step.intent),
                "anchor": self._anchor(step, step.anchor),
                "end_anchor": self._anchor(step, step.end_anchor),
                "field_label": None if self.naming.names(step.field_label) else step.field_label,
                "expect": self._checks(step),
                "wait_until": self._check(step.wait_until) if step.wait_until else None,
                "before_frame": None,
                "comment": None if self.naming.names(step.comment) else step.comment,
                "risk_reason": self.naming.without(step.risk_reason) if step.risk_reason else None,
            }
        )

    def head(self) -> dict[str, Any]:
        """The fields of the workflow itself that may show an identity: examples of parameters, titles."""
        named = {name for name, value in self.workflow.params.items() if self.naming.names(value)}
        named |= {step.identity_param for step in self.workflow.steps if step.identity_param}
        params = {name: "" if name in named else value for name, value in self.workflow.params.items()}
        specs = {
            name: self._spec(spec) if name in named or self.naming.names(spec.example) else spec
            for name, spec in {**{n: ParamSpec(name=n) for n in named}, **self.workflow.param_specs}.items()
        }
        stages = self.workflow.stages
        told = tuple(s.model_copy(update={"title": self.naming.without(s.title)}) for s in stages) if stages else stages
        return {"params": params, "param_specs": specs, "stages": told}

    def _spec(self, spec: ParamSpec) -> ParamSpec:
        """Each run must give a value: the recorded one is not kept."""
        self.notes.append(f"The recorded value of “{spec.name}” is not kept: each run has to give one.")
        return spec.model_copy(update={"example": None, "required": True, "choices": ()})

    def _anchor(self, step: Step, anchor: Anchor | None) -> Anchor | None:
        hashing = self.hashing if step.identity_param else replace(self.hashing, params={})
        return scrubbed(anchor, self.naming, hashing, self._shows) if anchor else None

    def _checks(self, step: Step) -> tuple[Postcondition, ...]:
        kept = tuple(found for check in step.expect if (found := self._check(check)) is not None)
        telling = [check for check in kept if check.kind is not CheckKind.UNKNOWABLE]
        if len(kept) < len(step.expect):
            if step.risk is Risk.IRREVERSIBLE and not telling:
                raise CannotEdit(
                    f"{self._called(step)} cannot be undone, and what proves it names a record: make that a "
                    "parameter or add another check first."
                )
            self.notes.append(f"{self._called(step)}: a check that names a record was taken out.")
        return kept

    def _check(self, check: Postcondition) -> Postcondition | None:
        """The check without what it shows; None where it is about the record itself."""
        if check.param is None and self.naming.names(check.text):
            return None
        if check.locator is not None and self.naming.names(check.locator.name or check.locator.label):
            return None
        update: dict[str, object] = {}
        if check.param is not None and self.naming.names(check.text):
            update["text"] = None
        if check.template and self._shows(check.template):
            update["template"] = None
        if check.locator is not None:
            update["locator"] = bare = bare_locator(check.locator, self.naming, bool(check.locator.row))
            if not _tells(bare) and _tells(check.locator):
                return None
        return check.model_copy(update=update)

    def _shows(self, path: str) -> bool:
        return not all(self.naming.is_program(text) for text in self.reads(path) if any(c.isalnum() for c in text))

    def _called(self, step: Step) -> str:
        return called(self.workflow, step.id).capitalize()


def _refuse_left(workflow: Workflow, naming: Naming) -> None:
    """Nothing that a run needs may still name a record."""
    called = [("the name of a parameter", name) for name in (*workflow.params, *workflow.param_specs)]
    for where, text in (*called, *_texts(workflow.model_dump(mode="json", exclude_none=True), "")):
        address = where.endswith(("app_url", "url"))
        row = naming.calls(_after_host(text), least=2) if address else naming.calls(text, least=3, mixed=True)
        if naming.names(text) or row or (address and naming.inside(text)):
            raise CannotEdit(f"The workflow still names a record where a run needs it ({where}): change that first.")


def _after_host(address: str) -> str:
    """The part of an address that the program gives a meaning."""
    try:
        parts = urlsplit(address)
    except ValueError:  # not an address: then all of it
        return address
    return f"{parts.path} {parts.query} {parts.fragment}"


def _tells(locator: StructuralLocator) -> bool:
    """Whether anything says which element is meant."""
    return any((locator.name, locator.label, locator.test_id, locator.element_id, locator.name_attr))


_HASHES = ("exact", "alike", "salt", "shape", "key_id", "phash", "id", "parent_digest", "recording_id")


def _texts(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        if where.rsplit(".", 1)[-1] not in _HASHES:
            yield where.removeprefix("."), value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, where)
