"""By which policy the problems are weighed, and a person's word that the workflow keeps to it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from studio.engine.policy import Policy, policy_names
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip, look
from studio.ui.words import tr


def policy_titles() -> dict[str, str]:
    """What the shipped policies are called; a person's own go by their names."""
    return {
        "permissive": tr("Permissive"),
        "standard": tr("Standard"),
        "clinical-write": tr("Clinical writing"),
    }


class PolicyBar(QWidget):
    """`chosen` carries the name of a policy, `certify_asked` nothing."""

    chosen = Signal(str)
    certify_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "clear")
        self.box = QComboBox()
        self.box.setAccessibleName(tr("Policy"))
        self.box.setMaximumHeight(theme.px(26))
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.box.setMinimumWidth(theme.px(80))
        self.box.activated.connect(lambda _: self.chosen.emit(str(self.box.currentData())))
        self.certify = Button(tr("Certify…"), kind="link", run=self.certify_asked.emit)
        self.certified = Chip(tr("Certified"), Tone.PASSED, "shield")
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(8)
        for part in (self.certified, self.certify, self.box):
            across.addWidget(part)
        self.certified.hide()
        self.certify.hide()

    @property
    def is_usual(self) -> bool:
        """Whether the policy weighs as the program does by itself: its errors are what stops a run."""
        return self.box.currentData() in (None, "standard")

    def show_policy(self, name: str, policy: Policy) -> None:
        """Another policy weighs now; the list is read anew."""
        titles = policy_titles()
        self.box.clear()
        for one in policy_names():
            self.box.addItem(titles.get(one, one), one)
        self.box.setCurrentIndex(max(self.box.findData(name), 0))
        about = told(policy.about)
        self.box.setToolTip(about)
        self.box.setItemData(self.box.currentIndex(), about, Qt.ItemDataRole.ToolTipRole)

    def show_certified(self, *, already: bool, possible: bool, who: str = "") -> None:
        """Whether the open version is certified by this policy, and whether it can be."""
        self.certified.setVisible(already)
        self.certified.setToolTip(who)
        self.certify.setVisible(possible and not already)
