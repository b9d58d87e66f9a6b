"""The settings of what is kept: secrets in the keyring, texts that are hidden, and how long runs stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCheckBox, QComboBox, QPlainTextEdit, QSpinBox, QWidget

from studio.engine.errors import BadInput, CannotWrite
from studio.engine.privacy.own import keep_patterns, own_patterns
from studio.engine.privacy.patterns import KINDS, OWN
from studio.engine.secrets import KeyringLocked, KeyringUnable, SecretStore
from studio.ui.health.row import SettingRow
from studio.ui.services.background import Background
from studio.ui.services.settings import Settings
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, column, row
from studio.ui.words import tr

_WAIT_S = 4.0
_ASKING_S = 30.0
"""The window closes only once nothing is waited for; a person types a password meanwhile."""

Names: TypeAlias = tuple[tuple[str, str | None], ...]


class KeptSecretsRow(SettingRow):
    """Names of the secrets in the keyring, and forgetting one."""

    def __init__(self, studio: Studio, store: SecretStore | None = None) -> None:
        self._studio, self._store = studio, store or SecretStore(environment={}, limit_s=_WAIT_S, patient_s=_ASKING_S)
        self._owner = QObject(studio)
        self._looking: Background[Names] = Background(self._owner)
        self._gone: Background[bool] = Background(self._owner)
        self._box = QComboBox()
        self._button = Button(tr("Forget"), "trash", run=self._forget)
        self._unlock = Button(tr("Unlock"), "lock", run=lambda: self._ask_for(unlock=True))
        self._unlock.hide()
        super().__init__(
            "secrets",
            tr("Secrets"),
            tr("Kept in this computer's keyring; a run asks for what is missing. Values are never shown."),
            row(self._box, self._unlock, self._button),
            show=lambda: None,
            named=self._box,
        )
        self._button.setAccessibleName(tr("Forget the chosen secret"))
        self._told((), tr("not looked at yet"))

    def look(self) -> None:
        """Look at the keyring, beside the window: one that is locked is said to be, with a button to unlock it."""
        self._ask_for(unlock=False)

    def _ask_for(self, *, unlock: bool) -> None:
        self._looking.start(lambda: self._store.names(ask=unlock), self._found, self._failed)

    def _found(self, names: Names) -> None:
        self.complain("")
        self._told(names, tr("none"))

    def _told(self, names: Names, nothing: str) -> None:
        self._box.clear()
        for name, workflow in names:
            said = tr("{name}, only for {workflow}", name=name, workflow=workflow) if workflow else name
            self._box.addItem(said, (name, workflow))
        if not names:
            self._box.addItem(nothing)
        self._box.setEnabled(bool(names))
        self._button.setEnabled(bool(names))
        self._unlock.hide()

    def _failed(self, error: Exception) -> None:
        locked = isinstance(error, KeyringLocked)
        self._told((), tr("locked") if locked else tr("none"))
        self._unlock.setVisible(locked)
        self.complain(told(str(error)) if isinstance(error, KeyringUnable) else type(error).__name__)

    def _forget(self) -> None:
        name, workflow = self._box.currentData()
        choices = (tr("Keep it"), tr("Forget it"))
        sentence = tr("“{name}” goes from the keyring. Runs that need it ask for it.", name=self._box.currentText())
        if self._studio.ask(tr("Forget a secret"), sentence, choices) == 1:
            self._gone.start(lambda: self._store.forget(name, workflow), lambda _: self.look(), self._failed)


class HiddenTextsRow(SettingRow):
    """Text patterns, one a line, that no recording and no run keeps from now on."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._edit = QPlainTextEdit()
        self._edit.setTabChangesFocus(True)
        self._edit.setFixedHeight(theme.px(84))
        self._use = Button(tr("Hide these"), "check", run=self._apply)
        super().__init__(
            "hide",
            tr("Hidden texts"),
            tr(
                "One a line: {kinds}, or {own} and a pattern. They are painted over in recordings and runs from now"
                " on, and left out of their texts; what you type yourself is kept.",
                kinds=", ".join(KINDS),
                own=OWN,
            ),
            column(self._edit, row(self._use, None), spacing=6),
            show=self._show,
            named=self._edit,
        )

    def _show(self) -> None:
        try:
            self._edit.setPlainText("\n".join(own_patterns().names))
        except BadInput as broken:
            self._why.setText(told(str(broken)))
            self._problem.show()

    def _apply(self) -> None:
        lines = [line.strip() for line in self._edit.toPlainText().splitlines() if line.strip()]
        try:
            kept = keep_patterns(lines)
        except (BadInput, CannotWrite) as problem:
            self.complain(told(str(problem)))
            return
        self.complain("")
        said = tr("{n} patterns are hidden from now on.", n=len(kept.names)) if kept else tr("Nothing is hidden.")
        self._studio.say(said, Tone.PASSED)


def purge_row(studio: Studio, change: Callable[..., None]) -> SettingRow:
    """Whether old runs go when the window starts, and what of them."""
    on, days, what = QCheckBox(tr("When Waymark starts")), QSpinBox(), QComboBox()
    days.setRange(0, 3650)
    days.setSuffix(tr(" days"))
    days.setSpecialValueText(tr("however old"))
    days.setAccessibleName(tr("Days that every run is kept"))
    what.addItem(tr("whole runs"), False)
    what.addItem(tr("pictures only"), True)
    what.setAccessibleName(tr("What of old runs is removed"))

    def now() -> Settings:
        return studio.settings.value

    def show() -> None:
        on.setChecked(now().purge_at_start)
        days.setValue(now().purge_days)
        what.setCurrentIndex(int(now().purge_frames_only))

    on.toggled.connect(lambda is_on: change(purge_at_start=is_on) if is_on != now().purge_at_start else None)
    days.valueChanged.connect(lambda n: change(purge_days=n) if n != now().purge_days else None)
    what.activated.connect(lambda _: change(purge_frames_only=bool(what.currentData())))
    parts: tuple[QWidget, ...] = (on, row(days, what, None))
    return SettingRow(
        "purge_at_start",
        tr("Remove by itself"),
        tr(
            "Runs beyond those to keep that are older than so many days. Each is written to purge.jsonl in the library."
            " What waits for a person stays."
        ),
        column(*parts, spacing=6),
        show=show,
        named=on,
    )
