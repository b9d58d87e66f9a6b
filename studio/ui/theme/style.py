"""The style sheet, made from the palette. Widgets ask for a look by the property `look`, never by colours."""

from __future__ import annotations

from string import Template

from studio.ui.theme.colours import Colours
from studio.ui.words import resource_folder

_SHEET = Template(
    """
* { outline: none; }
QWidget { color: $text; font-size: ${f13}px; }
QMainWindow, QDialog, QWidget[look="page"] { background: $bg; }
QWidget[look="surface"] { background: $surface; }
QWidget[look="sunken"] { background: $sunken; }
QWidget[look="canvas"] { background: $canvas; }
QWidget[look="rail"] { background: $rail; border-right: 1px solid $border; }
QWidget[look="status"] { background: $rail; border-top: 1px solid $border; }
QWidget[look="head"] { background: $surface; border-bottom: 1px solid $border; }
QWidget[look="tools"] { background: $surface; border-bottom: 1px solid $border; }
QWidget[look="panel-head"] { background: $surface; border-bottom: 1px solid $border; }
QFrame[look="card"] { background: $surface; border: 1px solid $border; border-radius: 8px; }
QFrame[look="card"][current="true"] { border: 2px solid $accent; }
QFrame[look="line"] { background: $border; max-height: 1px; min-height: 1px; border: none; }
QLabel[look="title"] { font-size: ${f20}px; font-weight: 600; }
QLabel[look="section"] { font-size: ${f15}px; font-weight: 600; }
QLabel[look="strong"] { font-weight: 600; }
QLabel[look="note"] { font-size: ${f12}px; color: $text2; }
QLabel[look="second"] { color: $text2; }
QLabel[look="key"] { font-size: ${f12}px; color: $text2; border: 1px solid $border; border-radius: 4px;
  padding: 0 4px; background: $surface; }
QPushButton, QToolButton { background: $surface; border: 1px solid $border; border-radius: 5px;
  padding: ${s5}px ${s12}px; }
QPushButton:hover, QToolButton:hover { background: $sunken; }
QPushButton:pressed, QToolButton:pressed { background: $accent_bg; }
QPushButton:disabled, QToolButton:disabled { color: $strong; background: $sunken; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: ${s4}px ${s11}px; }
QPushButton[look="primary"] { background: $accent; color: $on_accent; border: 1px solid $accent; font-weight: 600; }
QPushButton[look="primary"]:hover { border-color: $text; }
QPushButton[look="primary"]:focus { border: 2px solid $text; }
QPushButton[look="primary"]:disabled { background: $sunken; color: $text2; border: 1px solid $border; }
QPushButton[look="flat"], QToolButton[look="flat"] { background: transparent; border: 1px solid transparent; }
QPushButton[look="flat"]:hover, QToolButton[look="flat"]:hover { background: $sunken; }
QPushButton[look="flat"]:focus, QToolButton[look="flat"]:focus { border: 2px solid $accent; }
QPushButton[look="flat"]:checked, QToolButton[look="flat"]:checked { background: $accent_bg; color: $accent; }
QPushButton[look="link"] { background: transparent; border: 1px solid transparent; color: $accent; padding: 0 2px; }
QPushButton[look="link"]:focus { border: 2px solid $accent; }
QPushButton[look="segment"] { border-radius: 0; margin: 0; }
QPushButton[look="segment"]:checked { background: $accent_bg; color: $accent; }
QPushButton[look="accept"] { border: 1px solid $passed; color: $passed; font-weight: 600; }
QPushButton[look="rail"] { background: transparent; border: none; border-left: 3px solid transparent;
  border-radius: 0; padding: 0; }
QPushButton[look="rail"]:hover { background: $sunken; }
QPushButton[look="rail"]:checked { background: $surface; border-left: 3px solid $accent; }
QPushButton[look="rail"]:focus { border: 2px solid $accent; }
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox, QDoubleSpinBox, QDateEdit, QKeySequenceEdit {
  background: $surface; border: 1px solid $strong; border-radius: 5px; padding: ${s4}px ${s8}px;
  selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QDateEdit:focus { border: 2px solid $accent; padding: ${s3}px ${s7}px; }
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled { background: $sunken; color: $strong; }
QAbstractSpinBox QLineEdit { border: none; padding: 0 ${s8}px; background: transparent; }
QComboBox QLineEdit { border: none; padding: 0; background: transparent; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QLineEdit[wrong="true"] { border: 2px solid $failed; }
QComboBox::drop-down { border: none; width: ${s20}px; }
QComboBox::down-arrow { image: url("$down"); width: ${s12}px; height: ${s12}px; }
QComboBox QAbstractItemView { background: $surface; border: 1px solid $strong; selection-background-color: $select;
  selection-color: $text; }
QCheckBox, QRadioButton { spacing: ${s8}px; padding: 2px; border: 2px solid transparent; border-radius: 4px; }
QCheckBox::indicator, QRadioButton::indicator { width: ${s14}px; height: ${s14}px; background: $surface;
  border: 1px solid $strong; border-radius: 3px; }
QRadioButton::indicator { border-radius: ${s8}px; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$tick"); }
QRadioButton::indicator:checked { border-color: $accent; background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5,
  fx: 0.5, fy: 0.5, stop: 0 $accent, stop: 0.6 $accent, stop: 0.7 $surface, stop: 1 $surface); }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $border; background: $sunken; }
QCheckBox:focus, QRadioButton:focus { border: 2px solid $accent; }
QAbstractItemView { background: $surface; border: none; selection-background-color: $select; selection-color: $text;
  alternate-background-color: $bg; }
QAbstractItemView:focus { border: 2px solid $accent; }
QHeaderView::section { background: $surface; border: none; border-bottom: 1px solid $border; color: $text2;
  padding: ${s4}px ${s3}px; font-size: ${f12}px; font-weight: 600; }
QTableView { gridline-color: $border; }
QScrollArea { border: none; background: transparent; }
QScrollArea > QWidget > QWidget[look="clear"] { background: transparent; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QTabBar::tab { background: transparent; padding: ${s8}px ${s12}px; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { border-bottom: 2px solid $accent; font-weight: 600; }
QTabBar::tab:focus { border: 2px solid $accent; }
QTabWidget::pane { border: none; border-top: 1px solid $border; }
QProgressBar { background: $sunken; border: none; border-radius: 4px; max-height: ${s8}px; min-height: ${s8}px;
  text-align: center; }
QProgressBar::chunk { background: $running; border-radius: 4px; }
QToolTip { background: $surface; color: $text; border: 1px solid $strong; padding: 4px; }
QMenu { background: $surface; border: 1px solid $strong; padding: 4px; }
QMenu::item { padding: ${s5}px ${s20}px; border-radius: 4px; }
QMenu::item:selected { background: $select; }
QScrollBar:vertical { background: transparent; width: ${s12}px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: ${s12}px; margin: 0; }
QScrollBar::handle { background: $strong; border-radius: 4px; margin: 2px; min-height: ${s20}px; min-width: ${s20}px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
)


def style_sheet(colours: Colours, unit: float = 1.0) -> str:
    """The sheet for one palette; `unit` scales type and padding with the system font."""
    names = {name: value for name, value in vars(colours).items() if isinstance(value, str)}
    tones = {tone.value: pair[0] for tone, pair in colours.tones.items()}
    sizes = {f"f{n}": round(n * unit) for n in (12, 13, 15, 20)} | {f"s{n}": round(n * unit) for n in range(3, 21)}
    kind = "dark" if colours.dark else "light"
    pictures = {name: (resource_folder() / "style" / f"{name}-{kind}.svg").as_posix() for name in ("down", "tick")}
    return _SHEET.substitute({**pictures, **names, **tones, **sizes})
