"""Home's lists: recent runs and recordings, each row opens what it names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout

from studio.ui.pages.home_cards import Thumbnail
from studio.ui.services.library import RunEntry
from studio.ui.services.overview import RecordingCard
from studio.ui.services.when import clock, duration, when
from studio.ui.shell.opening import open_path
from studio.ui.shell.sharing import share
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, Chip, column, line, look, text
from studio.ui.widgets.outcome import outcome_chip
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_LEFT = Qt.AlignmentFlag(0)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def runs_card(runs: Sequence[RunEntry], studio: Studio) -> QFrame:
    """The last runs of all workflows."""
    card = QFrame()
    look(card, "card")
    grid = QGridLayout(card)
    grid.setContentsMargins(12, 6, 12, 6)
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(4)
    for place, word in enumerate((tr("Workflow"), tr("Outcome"), tr("Time"), tr("When"))):
        grid.addWidget(text(word, "note"), 0, place, _RIGHT if place in (2, 3) else _LEFT)
    grid.addWidget(line(), 1, 0, 1, 5)
    for number, run in enumerate(runs, start=1):
        opener = Button(tr("Result"), kind="link", run=partial(open_path, studio, run.dir))
        opener.setAccessibleName(tr("Result of {name}, {when}", name=run.workflow, when=when(run.started_at)))
        parts = (
            YieldingLabel(run.workflow, least=50),
            outcome_chip(run.outcome, run.heals),
            text(duration(run.total_ms / 1000)),
            text(when(run.started_at), "second"),
            opener,
        )
        for place, part in enumerate(parts):
            grid.addWidget(part, number * 2, place, _RIGHT if place in (2, 3) else _LEFT)
        if number < len(runs):
            grid.addWidget(line(), number * 2 + 1, 0, 1, len(parts))
    grid.setColumnStretch(0, 1)
    return card


def recordings_card(recordings: Sequence[RecordingCard], studio: Studio) -> QFrame:
    """The last recordings; one that was cut short is offered for recovery."""
    card = QFrame()
    look(card, "card")
    rows = QVBoxLayout(card)
    rows.setContentsMargins(12, 8, 12, 8)
    for number, each in enumerate(recordings):
        if number:
            rows.addWidget(line())
        rows.addLayout(_recording_row(each, studio))
    return card


def _recording_row(each: RecordingCard, studio: Studio) -> QHBoxLayout:
    picture = Thumbnail(each.picture, 38)
    picture.setFixedWidth(theme.px(62))
    actions = tr("1 action") if each.actions == 1 else tr("{n} actions", n=each.actions)
    words = column(
        text(tr("Recording of {when}", when=when(each.created_at) or each.dir.name), "strong"),
        text(f"{actions} · {clock(each.seconds)}", "note"),
        spacing=2,
    )
    word = tr("Clean up") if each.finished else tr("Recover")
    opener = Button(word, "edit" if each.finished else "history", run=lambda: open_path(studio, each.dir))
    opener.setAccessibleName(f"{word}: {each.dir.name}")
    line_up = QHBoxLayout()
    line_up.setSpacing(12)
    line_up.addWidget(picture)
    line_up.addWidget(words, 1)
    if not each.finished:
        line_up.addWidget(Chip(tr("Cut short"), Tone.HEALED))
    if each.finished:
        sharing = Button(
            "", "export", kind="flat", run=lambda: share(studio, each.dir, each.dir.name), tip=tr("Share…")
        )
        sharing.setAccessibleName(tr("Share {name}", name=each.dir.name))
        line_up.addWidget(sharing)
    line_up.addWidget(opener)
    return line_up
