"""The right side of the ladder page: the answer, how robust the step is, what would make it stronger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.engine.whatif import COUNTED, Kind, Offer, Outcome, Robustness, Way
from studio.ui.editing.section import Section, shrinking
from studio.ui.ladder.seen import KINDS
from studio.ui.services.when import when
from studio.ui.theme import Tone, theme
from studio.ui.theme.colours import TONE_ICONS
from studio.ui.widgets.basics import Button, Icon, row, text
from studio.ui.words import inside, tr


class Banner(QWidget):
    """What a run would do there: a title and a sentence on the tint of their tone."""

    def __init__(self) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)
        self._tone = Tone.NEUTRAL
        self._icon = Icon("target", Tone.NEUTRAL, 20)
        self.title = shrinking(text("", "section", wrap=True))
        self.sentence = shrinking(text("", wrap=True))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.sentence)
        across = QHBoxLayout(self)
        across.setContentsMargins(16, 12, 14, 12)
        across.setSpacing(10)
        across.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        across.addLayout(words, 1)
        theme.changed.connect(self._recolour)

    def show_words(self, tone: Tone, title: str, sentence: str, icon_name: str = "") -> None:
        """Other words."""
        self._tone = tone
        self._icon.show_icon(icon_name or TONE_ICONS[tone], tone)
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.setAccessibleName(f"{title}. {sentence}")
        self._recolour()

    def _recolour(self) -> None:
        self.setStyleSheet(f"Banner {{ background: {theme.colours.tint(self._tone)}; }}")


class _Shares(QWidget):
    """How many screens ended how, as one bar; the words below tell the same."""

    def __init__(self, shares: Sequence[tuple[int, Tone | None]]) -> None:
        super().__init__()
        self._shares = shares
        self.setFixedHeight(theme.px(10))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """One part after the other, with a gap between them."""
        painter, left = QPainter(self), 0.0
        painter.fillRect(self.rect(), QColor(theme.colours.sunken))
        whole = max(sum(n for n, _ in self._shares), 1)
        for number, tone in self._shares:
            width = self.width() * number / whole
            if number and tone is not None:
                painter.fillRect(QRectF(left, 0, width - 1, self.height()), QColor(theme.colours.tone(tone)))
            left += width


class Dots(QWidget):
    """So many full dots of so many, as on the cards of the graph."""

    def __init__(self, full: int, of: int) -> None:
        super().__init__()
        self._full, self._of = full, of
        self.setFixedSize(theme.px(13 * of), theme.px(12))
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Full ones first."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = theme.px(9)
        for n in range(self._of):
            box = QRectF(theme.px(13) * n + 1, (self.height() - size) / 2, size, size)
            painter.setPen(QColor(theme.colours.accent if n < self._full else theme.colours.strong))
            painter.setBrush(QColor(theme.colours.accent) if n < self._full else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(box)


class RobustnessPanel(Section):
    """The dots and what they count. `again` asks to try all screens anew, `stopped` to stop trying."""

    again = Signal()
    stopped = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Robustness"))

    def show_known(self, known: Robustness, trying: Kind | None, *, structure: bool) -> None:
        """What is known, and the screen that is being tried now."""
        beside = self._dots(known) if known.is_counted else None
        if trying is not None:
            self.begin((tr("Stop"), self.stopped.emit), beside=beside)
            said = tr("Trying {n} of {all}: {name}…", n=len(known.outcomes) + 1, all=len(Kind), name=name_of(trying))
            self.say(said, "second", icon="clock")
        else:
            self.begin((tr("Try again") if known.outcomes else tr("Try now"), self.again.emit), beside=beside)
        if known.outcomes:
            self._counts(known)
        self.say(
            tr(
                "The dots count the right places among: as recorded, dark theme, moved, zoom, row added. Stopping is "
                "safe; a wrong place never is."
            ),
            "note",
        )
        if structure:
            self.say(tr("Tried by picture only. In a run, structure adds to it."), "note", icon="structure")
        if trying is None and known.at:
            self.say(tr("Tried {when}", when=when(known.at)), "note", icon="history")

    def say_impossible(self) -> None:
        """There is nothing to try on."""
        self.begin()
        self.say(tr("There is no recorded picture of this step to alter."), "second")

    def _dots(self, known: Robustness) -> QWidget:
        said = tr("{right} of {of}", right=known.right, of=known.of)
        made = row(Dots(known.right, known.of), text(said), spacing=6)
        made.setAccessibleName(said)
        return made

    def _counts(self, known: Robustness) -> None:
        shares = counts_of(known)
        self.add(_Shares([(n, tone) for n, tone, _ in shares]))
        holder = QWidget()
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 2, 0, 2)
        across.setSpacing(12)
        for number, tone, word in shares:
            if number or tone is Tone.FAILED:
                label = text(word, "strong" if tone is not None else "second")
                if tone is not None:
                    label.setStyleSheet(f"color: {theme.colours.tone(tone)}; font-size: {theme.px(12)}px;")
                across.addWidget(label)
        across.addStretch(1)
        self.add(holder)


def counts_of(known: Robustness) -> list[tuple[int, Tone | None, str]]:
    """How many screens ended how, in words: right (found, or stopped where that is right), without need, wrong."""
    ends: Counter[str] = Counter()
    for kind, outcome in known.outcomes.items():
        right_stop = outcome is Outcome.STOPS and kind not in COUNTED
        ends["right" if right_stop else outcome.value] += 1
    stops = ends[Outcome.STOPS.value]
    return [
        (ends["right"], Tone.PASSED, tr("{n} right", n=ends["right"])),
        (ends["new_name"], Tone.HEALED, tr("{n} to review", n=ends["new_name"])),
        (stops, Tone.HALTED, tr("{n} stops without need", n=stops) if stops == 1 else tr("{n} stop", n=stops)),
        (ends["wrong"], Tone.FAILED, tr("{n} wrong place", n=ends["wrong"])),
        (ends["no_effect"], None, tr("{n} no effect", n=ends["no_effect"])),
    ]


@dataclass(frozen=True)
class Tried:
    """An offer that was tried: what the step would do with it."""

    offer: Offer
    known: Robustness

    def gains(self, before: Robustness) -> tuple[Kind, ...]:
        """Screens on which the target is found only with it."""
        right = [k for k in COUNTED if self.known.outcomes.get(k) is Outcome.RIGHT]
        return tuple(k for k in right if before.outcomes.get(k) is not Outcome.RIGHT)

    def helps(self, before: Robustness) -> bool:
        """Whether it is found on more screens and on none at a wrong place."""
        return self.known.right > before.right and Outcome.WRONG not in self.known.outcomes.values()


class StrongerPanel(Section):
    """Edits that were tried and help. `used` carries the offer that a person takes."""

    used = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Make it stronger"))
        self.offers: list[Tried] = []

    def show_offers(self, before: Robustness, tried: Sequence[Tried], *, trying: bool) -> None:
        """What helps of what was tried so far."""
        self.offers = [t for t in tried if t.helps(before)]
        self.begin()
        for each in self.offers:
            self._offer(before, each)
        if trying:
            self.say(tr("Trying what can be read near it…"), "second", icon="clock")
        elif not self.offers:
            whole = before.right >= before.of
            self.say(tr("Nothing needed: it is found on all of them.") if whole else _nothing(bool(tried)), "second")

    def _offer(self, before: Robustness, tried: Tried) -> None:
        holder = QWidget()
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(10)
        said = shrinking(text(words_of(tried.offer), wrap=True))
        use = Button(tr("Use it"), "plus", run=lambda: self.used.emit(tried.offer))
        use.setAccessibleName(tr("Use it: {what}", what=words_of(tried.offer)))
        across.addWidget(said, 1)
        across.addWidget(use)
        self.add(holder)
        gains = ", ".join(inside(name_of(kind)) for kind in tried.gains(before))
        with_it = tr(
            "With it: {right} of {of}. Found too: {gains}.", right=tried.known.right, of=before.of, gains=gains
        )
        self.say(with_it, "note", icon="info")
        if tried.offer.way in (Way.LANDMARK, Way.INSTEAD):
            self.say(tr("Only where these words always stand there and are no data."), "note", icon="problem")


def _nothing(tried: bool) -> str:
    if tried:
        return tr("Nothing that was tried helps: landmarks that can be read near it, its label, a larger picture.")
    return tr("There is nothing to offer: it is found by its row, or nothing near it can be read.")


def words_of(offer: Offer) -> str:
    """What an offer does."""
    if offer.way is Way.LANDMARK:
        return tr("Measure its place from “{text}” as well.", text=offer.text)
    if offer.way is Way.INSTEAD:
        return tr("Measure its place from “{text}” instead of the landmarks that it has.", text=offer.text)
    if offer.way is Way.LABEL:
        return tr("Call it “{text}”, as it reads on the picture.", text=offer.text)
    return tr("Use a larger picture of it: that one is the only one of its look.")


def name_of(kind: Kind) -> str:
    """How people call an altered screen."""
    return tr(KINDS[kind][0])
