"""The window of the referral desk: three pages, menus, tool bar, status bar, and what their commands do."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import astuple, fields
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QStyle, QTabWidget, QVBoxLayout, QWidget

from studio.demo.mockdesk import dialogs
from studio.demo.mockdesk.menus import Entry, add_menu, add_tool_bar
from studio.demo.mockdesk.options import Options
from studio.demo.mockdesk.pace import Pace
from studio.demo.mockdesk.parts import named
from studio.demo.mockdesk.patients_page import PatientsPage
from studio.demo.mockdesk.people import Patient
from studio.demo.mockdesk.referrals_page import ReferralsPage
from studio.demo.mockdesk.settings_page import SettingsPage
from studio.demo.mockdesk.store import Referral, Store
from studio.demo.mockdesk.words import RENAMED, USUAL, plain

TITLE = "Referral desk (MockDesk)"
_BANNER = "Referral desk – practice program, all people are invented"
_ICONS = QStyle.StandardPixmap


class Desk(QMainWindow):
    """The window. `shown` is sent once, when it has been shown for the first time."""

    shown = Signal()

    def __init__(self, store: Store, options: Options) -> None:
        super().__init__()
        self.setObjectName("desk")
        self.store, self.options = store, options
        self.words = RENAMED if "renamed" in options.drift else USUAL
        self._pace = Pace(slow=options.slow, busy=self._busy)
        self.patients = PatientsPage(store, options, self.words)
        self.referrals = ReferralsPage(store, options, self.words)
        self.settings = SettingsPage(store)
        self.setWindowTitle(TITLE)
        self.resize(*options.size)
        self._build_pages()
        self._build_menus()
        self._connect()
        self.say("Ready.")

    def showEvent(self, event: QShowEvent) -> None:
        """As Qt calls it."""
        super().showEvent(event)
        self.shown.emit()

    def say(self, sentence: str) -> None:
        """What has happened, in the status bar."""
        self.statusBar().showMessage(sentence)

    def _build_pages(self) -> None:
        self.tabs = named(QTabWidget(), "pages", "Pages")
        self.tabs.addTab(self.patients, self.words.patients)
        self.tabs.addTab(self.referrals, self.words.referrals)
        self.tabs.addTab(self.settings, self.words.settings)
        self._whole = QWidget()
        column = QVBoxLayout(self._whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(named(QLabel(_BANNER), "banner"))
        column.addWidget(self.tabs, 1)
        self.setCentralWidget(self._whole)
        self.statusBar().setObjectName("status")

    def _build_menus(self) -> None:
        save: list[Entry | None] = [(self.words.save, "Ctrl+S", "save_action", self.save)]
        file = add_menu(
            self,
            "&File",
            [
                (self.words.new, "Ctrl+N", "new", self.patients.open_chosen),
                *([] if "deleted" in self.options.drift else save),
                ("&Export referrals…", "Ctrl+Shift+E", "export", self.export),
                None,
                ("&Quit", "Ctrl+Q", "quit", self.close),
            ],
        )
        edit = add_menu(
            self,
            "&Edit",
            [
                ("&Find patient", "Ctrl+F", "find", self.go_find),
                ("&Mark as urgent", "Ctrl+Shift+U", "urgent", self.patients.mark_urgent),
                (self.words.remove, "Ctrl+R", "remove", self.patients.ask_to_remove),
                None,
                (self.words.delete, "Ctrl+Shift+D", "delete", self.referrals.ask_to_delete),
            ],
        )
        pages = (self.words.patients, self.words.referrals, self.words.settings)
        add_menu(
            self,
            "&View",
            [(f"&{p}", f"Ctrl+{n + 1}", f"view_{n}", self._turner(n)) for n, p in enumerate(pages)],
        )
        add_menu(self, "&Help", [("&About", "F1", "about", self.about)])
        tools = [
            (file["new"], plain(self.words.new), _ICONS.SP_FileIcon),
            (edit["find"], "Find patient", _ICONS.SP_FileDialogContentsView),
            (file["export"], "Export", _ICONS.SP_DialogSaveButton),
        ]
        add_tool_bar(self, tools, moved="moved" in self.options.drift)

    def _connect(self) -> None:
        for page in (self.patients, self.referrals, self.settings):
            page.told.connect(self.say)
        self.patients.opened.connect(lambda patient: self._pace.do(lambda: self._open(patient)))
        self.patients.remove_asked.connect(self.remove)
        self.referrals.save_asked.connect(self.save)
        self.referrals.cancel_asked.connect(self.cancel)
        self.referrals.delete_asked.connect(self.delete)
        self.referrals.form.browse_asked.connect(self.browse)

    def _turner(self, page: int) -> Callable[[], None]:
        return lambda: self.tabs.setCurrentIndex(page)

    def _busy(self, busy: bool) -> None:
        self._whole.setEnabled(not busy)
        self.menuBar().setEnabled(not busy)
        if busy:
            self.say("Please wait…")

    def _open(self, patient: Patient) -> None:
        self.referrals.begin(patient)
        self.referrals.form.department.setCurrentText(self.settings.usual_department())
        self.tabs.setCurrentWidget(self.referrals)
        self.referrals.form.reason.setFocus()
        self.say(f"New referral for {patient.name}, {patient.number}.")

    def go_find(self) -> None:
        """Go to the search field."""
        self.tabs.setCurrentWidget(self.patients)
        self.patients.search.setFocus()
        self.patients.search.selectAll()

    def save(self, kind: str = "referral") -> None:
        """Save what the form holds, or say what is missing."""
        self.tabs.setCurrentWidget(self.referrals)
        missing = self.referrals.form.missing()
        if missing is not None:
            self.say(missing[0])
            missing[1].setFocus()
            return
        self._pace.do(lambda: self._save(self.referrals.form.referral(), kind))

    def _save(self, referral: Referral, kind: str) -> None:
        record = self.store.save(referral, self.referrals.record, kind)
        self.referrals.clear()
        self.referrals.refresh()
        what = "Referral" if kind == "referral" else "Draft"
        self.say(f"{what} {record} saved for {referral.patient}, {referral.number}.")
        if self.settings.shows_message():
            dialogs.tell(self, "Saved", f"{what} {record} for {referral.patient} is saved.")

    def cancel(self) -> None:
        """Throw away what the form holds."""
        self.referrals.clear()
        self.say("Nothing was saved.")

    def delete(self, record: int) -> None:
        """Delete a record, after a question where that is set."""
        question = f"Record {record} will be gone for good."
        if self.settings.asks_first() and not dialogs.confirmed(self, "Delete record", question, "&Delete"):
            self.say(f"Record {record} is kept.")
            return
        self.store.delete(record)
        if self.referrals.record == record:
            self.referrals.clear()
        self.referrals.refresh()
        self.say(f"Record {record} is deleted.")

    def remove(self, patient: Patient) -> None:
        """Take a patient off the list, after a question where that is set."""
        question = f"{patient.name}, {patient.number}, will be taken off the list."
        if self.settings.asks_first() and not dialogs.confirmed(self, "Remove patient", question, "&Remove"):
            self.say(f"{patient.name} stays on the list.")
            return
        self.store.remove(patient.number)
        self.patients.refresh()
        self.say(f"{patient.name}, {patient.number}, is off the list.")

    def browse(self) -> None:
        """Choose a file to attach."""
        if path := dialogs.file_to_attach(self):
            self.referrals.form.attachment.setText(path)
            self.say(f"{Path(path).name} is attached.")

    def export(self) -> None:
        """Write all saved referrals to a CSV file."""
        if not (path := dialogs.file_to_export(self)):
            return
        try:
            self._write(Path(path))
        except OSError as error:
            dialogs.tell(self, "Export", f"{path} cannot be written: {error.strerror}.")
            return
        self.say(f"Referrals are in {Path(path).name}.")

    def _write(self, path: Path) -> None:
        with path.open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(["id", *(field.name for field in fields(Referral)), "kind"])
            table.writerows([record, *astuple(r), kind] for record, r, kind in self.store.referrals())

    def about(self) -> None:
        """Say what this is."""
        dialogs.tell(self, "About", f"{TITLE}. It exists to practise on; nothing in it is real.")
