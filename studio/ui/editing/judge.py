"""What is found in the open workflow by the chosen policy; certifying and signing its open version."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import timedelta

from PySide6.QtCore import QObject, Signal

from studio.engine.bundle import Bundle, load_bundle
from studio.engine.bundle.dates import today
from studio.engine.errors import BadInput, CannotWrite
from studio.engine.policy import Finding, Policy, Severity, certify, find_policy, findings
from studio.engine.policy.bundle_findings import bundle_findings
from studio.ui.document import Document
from studio.ui.editing.policy_bar import PolicyBar
from studio.ui.editing.trust_chip import TrustChip
from studio.ui.services.background import Background
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.words import tr

USUAL = "standard"


class Judge(QObject):
    """`changed`: other findings may hold. `said` carries a sentence and its tone."""

    changed = Signal()
    said = Signal(str, object)

    def __init__(self, studio: Studio, bar: PolicyBar, chip: TrustChip) -> None:
        super().__init__(bar)
        self._studio, self._bar, self._chip = studio, bar, chip
        self._policy: Policy | None = None
        self._found: tuple[Finding, ...] = ()
        self._work: Background[Bundle] = Background(self)
        bar.chosen.connect(self.choose)
        bar.certify_asked.connect(self.certify)

    @property
    def policy(self) -> Policy:
        """The policy that weighs; the usual one where the chosen one cannot be read."""
        if self._policy is None:
            self._take(self._studio.settings.value.policy, quietly=True)
        assert self._policy is not None
        return self._policy

    def choose(self, name: str) -> None:
        """Weigh by another policy, from now on."""
        if self._take(name):
            self._studio.settings.change(policy=name)
            self.changed.emit()

    def findings(
        self, document: Document, pictures: Collection[str], not_found: Mapping[str, str]
    ) -> tuple[Finding, ...]:
        """What to know of the draft; of the whole bundle only where nothing is edited, since saving makes another."""
        found = findings(document.workflow, pictures, not_found=not_found, policy=self.policy)
        if _is_as_saved(document):
            found = (*found, *bundle_findings(document.bundle, self.policy))
        self._found = found
        self._show(document)
        return found

    def certify(self) -> None:
        """Ask whether, and until when; then add a person's word to the open version."""
        document = self._studio.document
        if document is None or self._work.busy or not self._possible(document):
            return
        sentence = tr(
            "You, {name}, stand for it that this version keeps to the policy “{policy}”. Any change ends that.",
            name=self._studio.person,
            policy=self.policy.policy,
        )
        choices = (tr("Certify for a year"), tr("Certify without a date"), tr("Cancel"))
        answer = self._studio.ask(tr("Certify"), sentence, choices, safe=2)
        if answer not in (0, 1):
            return
        until = today() + timedelta(days=365) if answer == 0 else None
        folder, policy, person = document.bundle.dir, self.policy, self._studio.person

        def work() -> Bundle:
            certify(folder, policy, by=person, expires=until)
            return load_bundle(folder)

        self._start(work, document, tr("Certified by the policy {policy}.", policy=policy.policy))

    def sign(self) -> None:
        """Sign the open version with this person's key."""
        document = self._studio.document
        if document is None or self._work.busy:
            return
        if not _is_as_saved(document):
            self.said.emit(tr("Save the edits first: a signature is of what is saved."), Tone.HALTED)
            return
        folder, person = document.bundle.dir, self._studio.person

        def work() -> Bundle:
            from studio.engine.bundle.signing import sign_bundle
            from studio.engine.bundle.trust import BadKey, own_key

            key = own_key()
            if key is None:
                raise BadKey(tr("You have no signing key on this computer: make one with studio keys --new NAME."))
            return sign_bundle(folder, key, person)

        self._start(work, document, tr("Signed."))

    def _start(self, work: Callable[[], Bundle], document: Document, done: str) -> None:
        self._work.start(work, lambda bundle: self._done(document, bundle, done), self._failed)

    def _done(self, document: Document, bundle: Bundle, said: str) -> None:
        if document.take_beside(bundle):
            self._studio.say(said, Tone.PASSED)
            self.changed.emit()

    def _failed(self, problem: Exception) -> None:
        from studio.engine.backends.protocols import EnvironmentUnable

        known = isinstance(problem, BadInput | CannotWrite | EnvironmentUnable)
        said = told(str(problem))
        said = said if known else tr("This could not be done: {problem}", problem=said)
        self.said.emit(said, Tone.FAILED)

    def _take(self, name: str, *, quietly: bool = False) -> bool:
        try:
            self._policy = find_policy(name)
        except (BadInput, OSError) as problem:
            if not quietly:
                self.said.emit(told(str(problem)), Tone.FAILED)
            self._policy = self._policy or find_policy(USUAL)
            self._bar.show_policy(self._policy.policy, self._policy)
            return False
        self._bar.show_policy(name, self._policy)
        return True

    def _show(self, document: Document) -> None:
        self._chip.show_bundle(document.bundle)
        told = [c for c in document.bundle.certifications if c.policy_digest == self.policy.digest]
        valid = next((c for c in told if not c.expired(today())), None) if _is_as_saved(document) else None
        who = tr("By {name}, {day}", name=valid.by, day=valid.at[:10]) if valid else ""
        self._bar.show_certified(already=valid is not None, possible=self._possible(document), who=who)

    def _possible(self, document: Document) -> bool:
        errors = any(finding.severity is Severity.ERROR for finding in self._found)
        return document.bundle.sealed and _is_as_saved(document) and not errors


def _is_as_saved(document: Document) -> bool:
    """Whether the draft is what the bundle holds. (The undo stack counts an edit only after the draft has changed.)"""
    return document.workflow is document.bundle.workflow and not document.pictures
