"""The setting that lets this window run only what is certified by a policy."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox

from studio.engine.policy import policy_names
from studio.ui.editing.policy_bar import policy_titles
from studio.ui.health.row import SettingRow
from studio.ui.studio import Studio
from studio.ui.words import tr


def required_policy_row(studio: Studio, change: Callable[..., None]) -> SettingRow:
    """A choice among the policies, or none. `change` keeps the setting."""
    box = QComboBox()

    def show() -> None:
        chosen = studio.settings.value.required_policy
        titles = policy_titles()
        box.clear()
        box.addItem(tr("Whatever is sealed"), "")
        for name in dict.fromkeys((*policy_names(), *([chosen] if chosen else []))):
            box.addItem(titles.get(name, name), name)
        box.setCurrentIndex(max(box.findData(chosen), 0))

    box.activated.connect(lambda _: change(required_policy=box.currentData()))
    return SettingRow(
        "required_policy",
        tr("What may run"),
        tr("Only what somebody has certified by this policy runs from this window. Usually whatever is sealed."),
        box,
        show=show,
    )
