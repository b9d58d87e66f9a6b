"""Home's right column: what needs a person, oldest first. It goes away when there is nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from studio.engine.errors import BadInput
from studio.ui.pages.home_cards import Thumbnail
from studio.ui.services.library import bundle_of_run
from studio.ui.services.overview import Need
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip, Icon, column, emptied, line, look, row, text
from studio.ui.widgets.outcome import halt_chip
from studio.ui.widgets.top_column import TopColumn
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_WIDE, _NARROW = 390, 272
_GROUPS = (
    ("halt", "Halts", "hand", Tone.HALTED),
    ("heals", "Heals", "heals", Tone.HEALED),
    ("parameters", "Parameters", "parameter", "accent"),
    ("recording", "Recordings", "record", "accent"),
)


class NeedsColumn(QFrame):
    """Halts to answer, heals to review, parameters to decide, recordings to recover."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        look(self, "surface")
        self._narrow = False
        self._needs: tuple[Need, ...] = ()
        self.setFixedWidth(theme.px(_WIDE))
        self._list = TopColumn()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        holder, scroll = QWidget(), QScrollArea()
        look(holder, "surface")
        holder.setLayout(self._list)
        scroll.setWidget(holder)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._head = text(tr("Needs you"), "section")
        self._count = text("", "note")
        layout.addWidget(row(self._head, self._count, None, margins=(14, 12, 12, 8)))
        layout.addWidget(scroll, 1)
        self.hide()

    def give_way(self, *, narrow: bool) -> None:
        """Narrower in a small window: the buttons then stand below the words."""
        if narrow != self._narrow:
            self._narrow = narrow
            self.setFixedWidth(theme.px(_NARROW if narrow else _WIDE))
            self.show_needs(self._needs)

    def show_needs(self, needs: Sequence[Need]) -> None:
        """Other needs."""
        self._needs = tuple(needs)
        emptied(self._list)
        self.setVisible(bool(needs))
        self._count.setText(tr("1 thing") if len(needs) == 1 else tr("{n} things, oldest first", n=len(needs)))
        for kind, word, icon_name, tone in _GROUPS:
            group = [n for n in needs if n.kind == kind]
            if group:
                self._list.addWidget(self._group_head(tr(word), icon_name, tone))
                for need in group:
                    self._list.addWidget(self._row(need))
                    self._list.addWidget(line())

    def _group_head(self, word: str, icon_name: str, tone: str | Tone) -> QWidget:
        head = row(Icon(icon_name, tone), text(word, "strong"), None, margins=(14, 5, 12, 5))
        look(head, "sunken")
        return head

    def _row(self, need: Need) -> QWidget:
        picture = Thumbnail(need.picture, 58)
        picture.setFixedWidth(theme.px(64 if self._narrow else 92))
        word, go = self._offer(need)
        opener = Button(word, run=go)
        opener.setAccessibleName(f"{word}: {told(need.title)}")
        below = (row(opener, None),) if self._narrow else ()
        said = text(told(need.title), "strong", wrap=True), YieldingLabel(need.detail, "note")
        words = column(row(_chip(need), None), *said, *below, spacing=3)
        holder = QWidget()
        inner = QHBoxLayout(holder)
        inner.setContentsMargins(14, 10, 12, 10)
        inner.setSpacing(12)
        inner.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        inner.addWidget(words, 1)
        if not self._narrow:
            inner.addWidget(opener, 0, Qt.AlignmentFlag.AlignTop)
        return holder

    def _offer(self, need: Need) -> tuple[str, Callable[[], object]]:
        offers: dict[str, tuple[str, Callable[[], object]]] = {
            "halt": (tr("Look"), lambda: self._studio.go("needs", run=need.where)),
            "heals": (tr("Review"), lambda: self._review(need)),
            "parameters": (tr("Decide"), lambda: self._decide(need)),
            "recording": (tr("Recover"), lambda: self._studio.go("cleanup", recording=need.where)),
        }
        return offers[need.kind]

    def _review(self, need: Need) -> None:
        bundle = bundle_of_run(need.where)
        if bundle is None:
            self._studio.ask(
                tr("The workflow is gone"), tr("What this run replayed is not where it was."), (tr("Close"),)
            )
            return
        self._studio.go("heals", run=need.where)

    def _decide(self, need: Need) -> None:
        try:
            self._studio.open_bundle(need.where)
        except BadInput as problem:
            self._studio.ask(tr("This cannot be opened"), str(problem), (tr("Close"),))
            return
        self._studio.go("parameters")


def _chip(need: Need) -> Chip:
    if need.kind == "halt":
        return halt_chip(need.code)
    words = {"heals": tr("To review"), "parameters": tr("Not decided"), "recording": tr("Cut short")}
    tones = {"heals": Tone.HEALED, "parameters": Tone.UNKNOWN, "recording": Tone.HEALED}
    return Chip(words[need.kind], tones[need.kind])
