"""Record: choose what, see what is missing, start. While it records, only the floating bar is on the screen."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from studio.engine.model.workflow import Workflow
from studio.engine.rights import make_way
from studio.ui.pages.record_after import AfterCard
from studio.ui.pages.record_again import RecordAgain
from studio.ui.record.again import Again
from studio.ui.record.choices import ICONS, Choices, words_of
from studio.ui.record.details import PageDetail, TabDetail
from studio.ui.record.flow import RecordingFlow, Wanted
from studio.ui.record.preflight_panel import Examiner, PreflightPanel
from studio.ui.record.session import Ended
from studio.ui.record.targets import Kind, Target, missing
from studio.ui.record.window_picker import ScreenDetail, WindowDetail
from studio.ui.shell.actions import Action
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, column, look, text
from studio.ui.widgets.page import Page
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_MOST_PX = 16_777_215
_LEAST = {Kind.PAGE: 126, Kind.TAB: 200, Kind.WINDOW: 250, Kind.SCREEN: 250}
"""px that each kind needs at least to be chosen from."""


class RecordPage(Page):
    """Chooses, checks and starts; the flow does the rest."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Record"))
        self.kind = Kind.PAGE
        self._practises = False
        self.flow: RecordingFlow | None = None
        self.start_button = Button(tr("Start recording"), "record", kind="primary", run=self.start)
        self.start_button.setToolTip("Ctrl+Return")
        self.head.add_action(self.start_button)
        self.choices = Choices()
        self.page_detail, self.tab_detail = PageDetail(self.practise), TabDetail()
        self.window_detail, self.screen_detail = WindowDetail(partial(self.choose, Kind.PAGE)), ScreenDetail()
        self.name = QLineEdit()
        self.preflight = PreflightPanel(studio.settings, self.look_again)
        self.examiner = Examiner(self, self.refresh)
        self.clinic = studio.clinic
        self.after = AfterCard(studio)
        self.again = RecordAgain(self, studio)
        self._details = QStackedWidget()
        self.set_body(self._arranged())
        self._connect()
        self.actions_here = self._actions()
        self.choose(Kind.PAGE)

    def _connect(self) -> None:
        self.choices.chosen.connect(self._chosen)
        for detail in (self.page_detail, self.tab_detail, self.window_detail, self.screen_detail):
            detail.changed.connect(self.refresh)
        self.preflight.countdown.toggled.connect(lambda _: self.refresh())
        self.clinic.ready.connect(self._practice_ready)
        self.clinic.failed.connect(self.page_detail.say)
        self.again.changed.connect(self._again_changed)

    def _actions(self) -> list[Action]:
        kinds = [
            Action(
                f"record.{kind.value}",
                tr("Record: {what}", what=words_of(kind)[0]),
                partial(self.choose, kind),
                (str(n),),
                icon=ICONS[kind],
            )
            for n, kind in enumerate(Kind, start=1)
        ]
        start = Action(
            "record.start", tr("Start recording"), self.start, ("Ctrl+Return",), self._may_start, icon="record"
        )
        again = Action("record.look", tr("Look again"), self.look_again, ("F5",), icon="heals")
        practice = Action("record.practice", tr("Try the practice clinic"), self.practise, ("Ctrl+T",), icon="flag")
        return [*kinds, start, again, practice]

    # Page

    def enter(self, practice: bool | None = None, again: Again | None = None, **_asked: Any) -> None:
        """Look at the machine; `practice` starts the practice clinic as what is recorded, `again` names the step that
        is recorded again."""
        self.examiner.start(self.studio.library.root)
        if again is not None and self.flow is None and not self.again.busy:
            self._prefer(again.document.workflow)
            self.again.ask(again)
        self.refresh()
        if practice:
            self.practise()

    def close_down(self) -> None:
        """A recording that goes on is finished and kept; the practice clinic ends."""
        if self.flow is not None:
            self.flow.close_down()
        self.again.close_down()
        self.studio.stop_clinic()

    # What is chosen

    @property
    def target(self) -> Target:
        """What is chosen, as far as it was said."""
        if self.kind is Kind.PAGE:
            return self.page_detail.target
        if self.kind is Kind.TAB:
            return self.tab_detail.target
        return self.window_detail.target if self.kind is Kind.WINDOW else self.screen_detail.target

    def choose(self, kind: Kind) -> None:
        """Record that kind of thing."""
        self.choices.choose(kind)

    def practise(self) -> None:
        """Start the practice clinic and take its address."""
        self.choose(Kind.PAGE)
        self._practises = True
        self.page_detail.say(tr("The practice clinic starts…"))
        if not self.name.text():
            self.name.setText(tr("Practice"))
        self.clinic.start()

    def look_again(self) -> None:
        """Make all findings anew."""
        self.examiner.start(self.studio.library.root, again=True)
        self.refresh()

    def refresh(self) -> None:
        """Show the findings that matter now, and whether it can start."""
        self.preflight.show_found(self.kind, self.examiner.found)
        blocked = told(self.preflight.result.blocked) or missing(self.target)
        self.start_button.setEnabled(self._may_start())
        self._naming_card.setVisible(self.again.asked is None)
        self.head.explains.setText(blocked or self._promise())

    def _promise(self) -> str:
        seconds = self.studio.settings.value.countdown_s
        keys = "Ctrl+Alt+F" if self.kind.is_web else self.studio.settings.value.key_finish
        first = tr("Counts down from {n}, then records", n=seconds) if seconds else tr("Records at once")
        until = tr("until you press {keys} or Finish.", keys=keys)
        return f"{first} {until}\n" + tr("Waymark’s own windows are never in the pictures.")

    def _may_start(self) -> bool:
        free = self.flow is None and not self.again.busy and not self.again.on_its_way
        return free and not self.preflight.result.blocked and not missing(self.target)

    def _prefer(self, workflow: Workflow) -> None:
        """What the workflow was recorded on."""
        if workflow.backend == "web":
            self.page_detail.address.setText(workflow.app_url or "")
            self.choose(Kind.PAGE)
            return
        self.window_detail.wanted = workflow.window or ""
        self.choose(Kind.WINDOW if workflow.window else Kind.SCREEN)

    def _again_changed(self) -> None:
        """The browser of the run that brought the program there is what is recorded."""
        run = self.again.run_up
        if run is not None and run.is_open and self.tab_detail.endpoint.text() != run.endpoint:
            self.tab_detail.endpoint.setText(run.endpoint)
            self.tab_detail.refresh()
            self.choose(Kind.TAB)
        self.refresh()

    def _chosen(self, kind: Kind) -> None:
        self.kind = kind
        self._details.setCurrentIndex(list(Kind).index(kind))
        shown = self._details.currentWidget()
        for detail in (self.page_detail, self.tab_detail, self.window_detail, self.screen_detail):
            policy = QSizePolicy.Policy.Preferred if detail is shown else QSizePolicy.Policy.Ignored
            detail.setSizePolicy(QSizePolicy.Policy.Preferred, policy)  # as high as what is shown, not as the highest
        least = max(theme.px(_LEAST[kind]), self._details.minimumSizeHint().height())
        self._details.setMinimumHeight(least)
        self._details.setMaximumHeight(least if kind is Kind.PAGE else _MOST_PX)
        if kind is Kind.TAB and not self.tab_detail.list.count():
            self.tab_detail.refresh()
        self.refresh()

    def _practice_ready(self, address: str) -> None:
        if not self._practises:  # it was started for a run
            return
        self._practises = False
        self.page_detail.address.setText(address)
        said = tr("The practice clinic is ready. Sign in as nurse.sample, open a referral, write a note, save it.")
        self.page_detail.say(said)

    # Recording

    def start(self) -> None:
        """Record what is chosen, where nothing is in the way."""
        if not self._may_start():
            return
        target = self.target
        again = self.again.asked
        named = again.document.workflow.name if again else self.name.text().strip() or target.name
        chosen = self.window_detail.chosen if self.kind is Kind.WINDOW else None
        wanted = Wanted(
            target,
            self.studio.library.new_recording_dir(named),
            chosen.window.id if chosen else 0,
            self.tab_detail.tab if self.kind is Kind.TAB else "",
        )
        try:
            make_way(wanted.folder.parent)
        except OSError as problem:
            self.studio.ask(tr("This cannot be recorded"), str(problem), (tr("Close"),))
            return
        self.after.hide()
        self.flow = RecordingFlow(wanted, self.studio.settings.value, self.window(), self)
        self.flow.ended.connect(self._over)
        self.refresh()
        self.flow.start()

    def _over(self, ended: Ended | None) -> None:
        flow, self.flow = self.flow, None
        if flow is not None:
            flow.deleteLater()
        self.refresh()
        if ended is None:
            self.studio.say(tr("Nothing was recorded."))
        elif ended.whole and self.again.asked is not None:
            self.again.take(ended.folder)
        elif ended.whole:
            self.studio.library_changed.emit()
            self.studio.say(tr("The recording is kept in {folder}.", folder=ended.folder.name), Tone.PASSED)
            self.studio.go("cleanup", recording=ended.folder, name=self.name.text().strip())
        else:
            self.studio.library_changed.emit()
            self.after.show_ended(ended)

    # Form

    def _arranged(self) -> QWidget:
        body, left, scroll = QWidget(), QWidget(), QScrollArea()
        self._naming_card = self._naming()
        look(left, "clear")
        for detail in (self.page_detail, self.tab_detail, self.window_detail, self.screen_detail):
            self._details.addWidget(detail)
        inner = QVBoxLayout(left)
        inner.setContentsMargins(20, 16, 20, 16)
        inner.setSpacing(14)
        inner.addWidget(self.after)
        inner.addWidget(self.again.card)
        inner.addWidget(text(tr("What do you want to record?"), "section"))
        inner.addWidget(self.choices)
        inner.addWidget(self._details, 8)
        inner.addWidget(self._naming_card)
        inner.addStretch(1)
        scroll.setWidget(left)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QHBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.preflight)
        return body

    def _naming(self) -> QWidget:
        self.name.setAccessibleName(tr("Name of the workflow"))
        self.name.setPlaceholderText(tr("Such as: Send a patient message"))
        place = YieldingLabel(str(self.studio.library.recordings_dir), "second", least=60)
        place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        card = QFrame()
        look(card, "card")
        layout = QHBoxLayout(card)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(24)
        layout.addWidget(column(text(tr("Name of the workflow"), "strong"), self.name, None, spacing=6), 1)
        layout.addWidget(column(text(tr("The recording is kept in"), "strong"), place, None, spacing=6), 1)
        card.setMaximumHeight(theme.px(100))
        return card
