"""A run whose child went away without a word: what is known, and what can be done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QVBoxLayout

from studio.ui.run.live import LiveRun
from studio.ui.run.model import State
from studio.ui.services.library import is_run
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Icon, look, row, text
from studio.ui.words import tr


class EndedCard(QFrame):
    """Says so and offers: see what is kept, run again."""

    def __init__(self, again: Callable[[], object], result: Callable[[], object]) -> None:
        super().__init__()
        look(self, "surface")
        self._title, self._why = text("", "strong"), text("", "second", wrap=True, selectable=True)
        self._see = Button(tr("See what is kept"), "report", run=result)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 10)
        layout.setSpacing(4)
        again_button = Button(tr("Run again"), "run", run=again)
        layout.addWidget(row(Icon("problem", Tone.FAILED, 18), self._title, None, self._see, again_button))
        layout.addWidget(self._why)
        self.hide()

    def show_end(self, live: LiveRun) -> None:
        """What is known of the end."""
        model = live.model
        said = told(model.warnings[-1].splitlines()[-1]) if model.warnings else ""
        began = any(s.state is not State.WAITING for s in model.steps.values())
        if not began:
            self._title.setText(tr("The run could not start. Nothing was done in the program."))
        else:
            self._title.setText(tr("The run broke off in the middle."))
        unknown = tr(
            "The step that was going on may or may not have taken effect: look in the program before you run it again."
        )
        kept = tr("{n} steps were done; they stay done in the program.", n=model.done)
        self._why.setText(" ".join(p for p in (said, *((kept, unknown) if began else ())) if p))
        self._see.setVisible(is_run(live.run_dir))
        self.setAccessibleName(f"{self._title.text()} {self._why.text()}")
        self.show()
