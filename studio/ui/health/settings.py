"""The Settings tab: every setting with what it means and its usual value; a wrong value is refused beside its field."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QKeySequenceEdit,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from studio.engine.privacy.purge import Purged, purge
from studio.engine.privacy.retention import Plan
from studio.ui.health.own_keys import wrong_with
from studio.ui.health.privacy import HiddenTextsRow, KeptSecretsRow, purge_row
from studio.ui.health.required_policy import required_policy_row
from studio.ui.health.row import SettingRow
from studio.ui.services.background import Background
from studio.ui.services.library import default_root
from studio.ui.services.settings import Settings
from studio.ui.services.tidying import older_runs, purged_words, rule_of
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, look, row, text
from studio.ui.widgets.top_column import TopColumn
from studio.ui.words import languages, tr

_LANGUAGES = {"en": "English", "de": "Deutsch"}
_USUAL = Settings()


class SettingsTab(QScrollArea):
    """Every change is kept at once; there is nothing to confirm."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._old: Background[Plan] = Background(self)
        self._gone: Background[Purged] = Background(self)
        self._secrets = KeptSecretsRow(studio)
        holder = QWidget()
        look(holder, "clear")
        self._column = TopColumn(holder)
        self._column.setContentsMargins(20, 16, 20, 16)
        self._column.setSpacing(12)
        self.rows: dict[str, SettingRow] = {}
        self._groups()
        self.setWidget(holder)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def refresh(self) -> None:
        """Show the values as they are: some are changed on other pages, too."""
        for each in self.rows.values():
            each.refresh()

    def look_at_secrets(self) -> None:
        """Ask the keyring which secrets it holds."""
        self._secrets.look()

    @property
    def _now(self) -> Settings:
        return self._studio.settings.value

    def _groups(self) -> None:
        self._card(tr("Look and language"), self._theme(), self._language(), self._motion())
        self._card(tr("You and your work"), self._reviewer(), self._library(), self._required())
        purging = purge_row(self._studio, self._change)
        self._card(tr("What is kept"), self._secrets, HiddenTextsRow(self._studio), self._runs(), purging)
        self._card(tr("Recording"), self._countdown(), self._key("key_pause"), self._key("key_finish"), self._tips())

    def _required(self) -> SettingRow:
        return required_policy_row(self._studio, self._change)

    def _card(self, title: str, *rows: SettingRow) -> None:
        card = QFrame()
        look(card, "card")
        layout = QVBoxLayout(card)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(12)
        layout.addWidget(text(title, "section"))
        for each in rows:
            layout.addWidget(each)
            self.rows[each.name] = each
        self._column.addWidget(card)

    def _change(self, **fields: object) -> None:
        self._studio.settings.change(**fields)
        warning = self._studio.settings.warning
        if warning:
            self._studio.say(warning, Tone.FAILED)
        self.refresh()

    # Look and language

    def _theme(self) -> SettingRow:
        words = {"system": tr("As the system says"), "light": tr("Light"), "dark": tr("Dark")}
        box = _box(words)

        def chosen() -> None:
            self._change(theme=box.currentData())
            theme.choose(self._now.theme)

        box.activated.connect(lambda _: chosen())
        return SettingRow(
            "theme",
            tr("Theme"),
            tr("Pictures of your programs are never recoloured."),
            box,
            show=lambda: box.setCurrentIndex(max(box.findData(self._now.theme), 0)),
        )

    def _language(self) -> SettingRow:
        box = _box({code: _LANGUAGES.get(code, code) for code in languages()})
        row_ = SettingRow(
            "language",
            tr("Language"),
            tr("Of this window. It changes when Waymark is started next. Reports stay English."),
            box,
            show=lambda: box.setCurrentIndex(max(box.findData(self._now.language), 0)),
        )

        def chosen() -> None:
            self._change(language=box.currentData())
            self._studio.say(tr("The language changes when Waymark is started next."))

        box.activated.connect(lambda _: chosen())
        return row_

    def _motion(self) -> SettingRow:
        box = QCheckBox(tr("Nothing glides"))

        def toggled(on: bool) -> None:
            if on != self._now.reduced_motion:
                self._change(reduced_motion=on)
                theme.move(not on)

        box.toggled.connect(toggled)
        return SettingRow(
            "reduced_motion",
            tr("Motion"),
            tr("The graph jumps to a step instead of gliding there."),
            box,
            show=lambda: box.setChecked(self._now.reduced_motion),
        )

    # You and your work

    def _reviewer(self) -> SettingRow:
        field = QLineEdit()
        field.setMaxLength(80)
        field.editingFinished.connect(lambda: self._reviewer_typed(field))

        def show() -> None:
            field.setText(self._now.reviewer)
            field.setPlaceholderText(self._studio.person)

        return SettingRow(
            "reviewer",
            tr("Your name"),
            tr("Kept with each heal and halt that you decide. Usually the name of your account."),
            field,
            show=show,
        )

    def _reviewer_typed(self, field: QLineEdit) -> None:
        if field.text().strip() != self._now.reviewer:
            self._change(reviewer=field.text().strip())

    def _library(self) -> SettingRow:
        field = QLineEdit()
        field.editingFinished.connect(lambda: self._library_typed(field.text()))
        choose = Button(tr("Choose…"), "folder", run=self._choose_library)
        return SettingRow(
            "library",
            tr("Library"),
            tr("The folder for recordings, workflows and runs. Usually {path}.", path=default_root()),
            row(field, choose),
            show=lambda: field.setText(str(self._studio.library.root)),
            named=field,
        )

    def _choose_library(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, tr("Library"), str(self._studio.library.root))
        if chosen:
            self._library_typed(chosen)

    def _library_typed(self, typed: str) -> None:
        folder = Path(typed.strip()).expanduser() if typed.strip() else default_root()
        if folder == self._studio.library.root:
            self.rows["library"].complain("")
            return
        problem = _unfit(folder)
        self.rows["library"].complain(problem)
        if not problem:
            self._studio.settings.change(library="" if folder == default_root() else str(folder))
            self.rows["library"].refresh()
            self._studio.library_changed.emit()
            self._studio.say(tr("The library is now {path}. Nothing was moved there.", path=folder), Tone.PASSED)

    def _runs(self) -> SettingRow:
        box = _number()
        box.setRange(1, 10_000)
        box.valueChanged.connect(lambda n: self._change(keep_runs=n) if n != self._now.keep_runs else None)
        tidy = Button(tr("Remove older runs…"), "trash", run=self._look_for_old_runs)
        return SettingRow(
            "keep_runs",
            tr("Runs to keep"),
            tr("Of each workflow, when you remove older ones. Usually {n}. A halt that waits is kept.", n=50),
            row(box, tidy, None),
            show=lambda: box.setValue(self._now.keep_runs),
            named=box,
        )

    def _look_for_old_runs(self) -> None:
        library, rule = self._studio.library.root, rule_of(self._now)
        self._old.start(lambda: older_runs(library, rule), self._offer_removal)

    def _offer_removal(self, found: Plan) -> None:
        if not found.going:
            self._studio.say(tr("There are no older runs."))
            return
        only_pictures = self._now.purge_frames_only
        goes = tr("Their pictures go for good.") if only_pictures else tr("Their reports and pictures go for good.")
        sentence = tr(
            "{n} runs are older than the newest {keep} of their workflow. {goes}",
            n=len(found.going),
            keep=self._now.keep_runs,
            goes=goes,
        )
        if found.staying:
            sentence += " " + tr("{n} more stay, since they wait for a person.", n=len(found.staying))
        if self._studio.ask(tr("Remove older runs"), sentence, (tr("Keep them"), tr("Remove"))) == 1:
            library, rule, by = self._studio.library.root, rule_of(self._now), self._studio.person
            self._gone.start(lambda: purge(library, rule, by=by), self._told_removed, self._not_removed)

    def _told_removed(self, done: Purged) -> None:
        self._studio.say(purged_words(done), Tone.FAILED if done.failed else Tone.PASSED)
        self._studio.library_changed.emit()

    def _not_removed(self, error: Exception) -> None:
        self._studio.say(str(error), Tone.FAILED)

    # Recording

    def _countdown(self) -> SettingRow:
        box = _number()
        box.setRange(0, 10)
        box.setSuffix(" s")
        box.setSpecialValueText(tr("none"))
        box.valueChanged.connect(lambda n: self._change(countdown_s=n) if n != self._now.countdown_s else None)
        return SettingRow(
            "countdown_s",
            tr("Countdown"),
            tr("Time to get ready before a recording begins. Usually {n} s.", n=_USUAL.countdown_s),
            row(box, None),
            show=lambda: box.setValue(self._now.countdown_s),
            named=box,
        )

    def _key(self, name: str) -> SettingRow:
        words = {"key_pause": tr("Key to pause"), "key_finish": tr("Key to finish")}
        usual = getattr(_USUAL, name)
        field = QKeySequenceEdit()
        field.setMaximumSequenceLength(1)
        field.editingFinished.connect(lambda: self._key_typed(name, field))
        reset = Button(tr("Usual"), "undo", run=lambda: self._set_key(name, usual))
        reset.setAccessibleName(tr("{setting}: back to {keys}", setting=words[name], keys=usual))
        return SettingRow(
            name,
            words[name],
            tr("While a program or the screen is recorded; in a browser it is {keys}.", keys=usual),
            row(field, reset, None),
            show=lambda: field.setKeySequence(QKeySequence(getattr(self._now, name))),
            named=field,
        )

    def _key_typed(self, name: str, field: QKeySequenceEdit) -> None:
        self._set_key(name, field.keySequence().toString(QKeySequence.SequenceFormat.PortableText))

    def _set_key(self, name: str, keys: str) -> None:
        wanted = {"key_pause": self._now.key_pause, "key_finish": self._now.key_finish, name: keys}
        problem = wrong_with(wanted["key_pause"], wanted["key_finish"])
        self.rows[name].complain(problem)
        if not problem:
            self._change(**{name: keys})

    def _tips(self) -> SettingRow:
        again = Button(tr("Show tips again"), "flag", run=lambda: self._change(hidden_tips=()))
        return SettingRow(
            "hidden_tips",
            tr("Tips"),
            tr("Tips that you closed stay away until you ask for them."),
            row(again, None),
            show=lambda: again.setEnabled(bool(self._now.hidden_tips)),
            named=again,
        )


def _box(words: dict[str, str]) -> QComboBox:
    box = QComboBox()
    for value, word in words.items():
        box.addItem(word, value)
    return box


def _number() -> QSpinBox:
    box = QSpinBox()
    box.setFixedWidth(theme.px(72))
    return box


def _unfit(folder: Path) -> str:
    """Why a folder cannot hold the library; empty where it can. Nothing is written."""
    if not folder.is_absolute():
        return tr("Write the whole path of the folder.")
    if folder.exists() and not folder.is_dir():
        return tr("{path} is a file: choose a folder.", path=folder)
    nearest = next(p for p in (folder, *folder.parents) if p.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        return tr("Nothing may be written to {path}: choose another folder.", path=nearest)
    return ""
