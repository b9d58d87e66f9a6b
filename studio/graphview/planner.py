"""Lays graphs out off the GUI thread. Only the newest wish counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from studio.graphview.background import Background
from studio.graphview.layout.compose import planned
from studio.graphview.layout.graph import GraphModel
from studio.graphview.layout.plan import Plan


class Planner(QObject):
    """`ask` for a plan; `ready` brings it, or `failed` the reason. Plans that were overtaken are dropped."""

    ready = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._wish = 0

    def ask(self, model: Callable[[], GraphModel]) -> None:
        """Build the model and lay it out; both happen off the GUI thread."""
        self._wish += 1
        wish = self._wish
        self._background.run(
            partial(_plan, model), lambda plan: self._tell(wish, plan), lambda error: self._fail(wish, error)
        )

    def close(self) -> None:
        """Wait for what runs; nothing comes any more."""
        self._background.close()

    def _tell(self, wish: int, plan: Plan) -> None:
        if wish == self._wish:
            self.ready.emit(plan)

    def _fail(self, wish: int, error: Exception) -> None:
        if wish == self._wish:
            self.failed.emit(error)


def _plan(model: Callable[[], GraphModel]) -> Plan:
    plan = planned(model())
    _ = plan.place, plan.model.by_id, plan.model.outgoing, plan.model.incoming, plan.model.of_step
    return plan
