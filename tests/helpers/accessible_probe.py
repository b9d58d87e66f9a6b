"""A Qt program with one of everything, for a process of its own: fields, boxes, a table, lists, a menu, a question."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

ROWS = (("Ann Amber", "1980-01-02", "open"), ("Bob Beech", "1990-03-04", "open"), ("Cy Cedar", "1970-05-06", "done"))


def window() -> QMainWindow:
    """The window; its title tells of a document."""
    main = QMainWindow()
    main.setObjectName("main")
    main.setWindowTitle("*visit 12 - probe")
    page = QWidget()
    main.setCentralWidget(page)
    column = QVBoxLayout(page)
    _menu(main)
    column.addLayout(_form())
    column.addWidget(_boxes())
    column.addWidget(_table())
    column.addWidget(_tabs())
    buttons = QHBoxLayout()
    save = QPushButton("&Save")
    save.setObjectName("save")
    save.clicked.connect(lambda: QMessageBox.question(main, "Keep it?", "Keep this visit?"))
    refused = QPushButton("Refused")
    refused.setEnabled(False)
    tool = QToolButton()
    tool.setAccessibleName("Print")
    for button in (save, refused, tool):
        buttons.addWidget(button)
    column.addLayout(buttons)
    main.resize(560, 640)
    return main


def _menu(main: QMainWindow) -> None:
    view = main.menuBar().addMenu("&View")
    grid = view.addAction("Show &grid")
    grid.setCheckable(True)
    view.addAction("Full size")


def _form() -> QFormLayout:
    form = QFormLayout()
    name = QLineEdit("Ann")
    name.setObjectName("patient")
    secret = QLineEdit("hunter2hunter2")
    secret.setEchoMode(QLineEdit.EchoMode.Password)
    secret.setObjectName("code")
    kind = QComboBox()
    kind.addItems(["low", "high"])
    count = QSpinBox()
    count.setValue(4)
    for label, widget in (("&Name", name), ("Access code", secret), ("Priority", kind), ("Count", count)):
        form.addRow(label, widget)
    return form


def _boxes() -> QGroupBox:
    group = QGroupBox("Options")
    row = QHBoxLayout(group)
    urgent = QCheckBox("Urgent")
    urgent.setObjectName("urgent")
    slider = QSlider()
    slider.setAccessibleName("Volume")
    for widget in (urgent, QRadioButton("Left"), QLabel("a remark"), slider):
        row.addWidget(widget)
    return group


def _table() -> QTableWidget:
    table = QTableWidget(len(ROWS), 3)
    table.setObjectName("visits")
    table.setHorizontalHeaderLabels(["Patient", "Born", "State"])
    for number, row in enumerate(ROWS):
        for place, text in enumerate(row):
            table.setItem(number, place, QTableWidgetItem(text))
    return table


def _tabs() -> QTabWidget:
    tabs = QTabWidget()
    many = QListWidget()
    many.addItems([f"entry {number}" for number in range(600)])
    tree = QTreeWidget()
    tree.setHeaderLabels(["Item", "Number"])
    root = QTreeWidgetItem(tree, ["root", "1"])
    QTreeWidgetItem(root, ["leaf", "2"])
    tabs.addTab(many, "Many")
    tabs.addTab(tree, "Tree")
    return tabs


if __name__ == "__main__":
    app = QApplication(sys.argv)
    app.setApplicationName("probe")
    main = window()
    main.show()
    app.exec()
