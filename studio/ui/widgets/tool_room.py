"""The room of a tool bar: as wide as the page. A bar that is too wide even without its words scrolls sideways."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from studio.ui.theme import theme

_HEIGHT = 40


class ToolRoom(QScrollArea):
    """Gives the bar the page's width first, so that it can shorten itself; only then what it needs at least."""

    def __init__(self, tools: QWidget) -> None:
        super().__init__()
        self._tools = tools
        self._least = 0
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tools.setFixedHeight(theme.px(_HEIGHT))
        self.setFixedHeight(theme.px(_HEIGHT))
        self.setWidget(tools)
        tools.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page is wider or narrower."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The bar's words have changed, or it was hidden."""
        if watched is self._tools and event.type() is QEvent.Type.LayoutRequest and self._needs() != self._least:
            QTimer.singleShot(0, self, self._fit)
        if watched is self._tools and event.type() in (QEvent.Type.HideToParent, QEvent.Type.ShowToParent):
            self.setVisible(not self._tools.isHidden())
        return super().eventFilter(watched, event)

    def _needs(self) -> int:
        layout = self._tools.layout()
        return layout.minimumSize().width() if layout is not None else 0

    def _fit(self) -> None:
        room = self.viewport().width()
        self._tools.resize(room, self._tools.height())
        self._least = self._needs()
        if self._least > room:
            self._tools.resize(self._least, self._tools.height())
        bar = self.horizontalScrollBar().sizeHint().height() if self._least > room else 0
        self.setFixedHeight(theme.px(_HEIGHT) + bar)
