"""Every string that the window says, and what a language lacks: `python -m tests.helpers.translations --missing [de]`.

A literal in `tr("…")`, and in the graph in `say("…")`, is found by reading the source. Where one is
given a word of a table, the table is named in `TABLES`, beside the file that does so.
"""

from __future__ import annotations

import ast
import string
import sys
from collections.abc import Iterator, Mapping
from enum import Enum, EnumType
from importlib import import_module
from pathlib import Path

from tests.helpers import word_tables

ROOT = Path(__file__).resolve().parents[2]
UI = ROOT / "studio" / "ui"
GRAPH = ROOT / "studio" / "graphview"
THAT_SAY = ("engine/editing/differences.py",)
"""Other files whose `say` is `tr` in the window."""
TABLES: Mapping[str, tuple[str, ...]] = {
    "engine/editing/differences.py": ("studio.engine.model.workflow:ActionKind",),
    "graphview/layout/cards.py": ("studio.engine.model.workflow:ActionKind",),
    "graphview/layout/describing.py": (
        "studio.graphview.layout.graph:BADGE_WORDS",
        "studio.graphview.layout.graph:NodeKind",
    ),
    "graphview/layout/states.py": ("studio.graphview.layout.states:ENDS",),
    "graphview/layout/words.py": ("studio.engine.model.halts:HaltCode",),
    "graphview/legend.py": ("studio.graphview.layout.graph:BADGE_WORDS",),
    "graphview/marks.py": ("studio.graphview.layout.live:WORDS",),
    "ladder/cards.py": ("studio.ui.ladder.seen:KINDS",),
    "ladder/panels.py": ("studio.ui.ladder.seen:KINDS",),
    "ladder/rungs.py": ("studio.ui.widgets.ladder_rows:RUNG_WORDS", "studio.ui.widgets.ladder_rows:_VERDICTS"),
    "ladder/seen.py": ("studio.ui.widgets.outcome:HALT_WORDS", "studio.ui.widgets.outcome:OUTCOMES"),
    "pages/heals_words.py": ("studio.ui.review.modes:MODE_WORDS",),
    "pages/home_needs.py": ("studio.ui.pages.home_needs:_GROUPS",),
    "pages/result.py": ("studio.ui.run.result_data:PHASES",),
    "pages/run_tools.py": ("studio.ui.pages.run_tools:_SPEEDS",),
    "pages/workflow.py": ("studio.ui.widgets.outcome:OUTCOMES",),
    "review/evidence.py": ("studio.ui.review.evidence:_CHECKS",),
    "review/evidence_panel.py": ("studio.ui.review.evidence_panel:_VERBS",),
    "review/heal_list.py": ("studio.ui.review.heal_list:_STATES",),
    "review/tools.py": ("studio.ui.review.modes:MODE_WORDS",),
    "run/charts.py": ("studio.ui.widgets.outcome:OUTCOMES",),
    "run/phases.py": ("studio.ui.run.phases:_WORDS",),
    "run/result_table.py": ("studio.ui.run.result_table:_COLUMNS",),
    "run/steps_list.py": ("studio.ui.run.steps_list:STATES",),
    "run/words.py": ("studio.ui.run.words:HALT_TITLES",),
    "shell/window.py": ("studio.ui.pages:PAGES",),
    "widgets/ladder_rows.py": ("studio.ui.widgets.ladder_rows:RUNG_WORDS", "studio.ui.widgets.ladder_rows:_VERDICTS"),
    "widgets/outcome.py": ("studio.ui.widgets.outcome:HALT_WORDS", "studio.ui.widgets.outcome:OUTCOMES"),
}
"""Files (below studio/ui, and of the graph) that give `tr` or `say` words of tables, and those tables."""

MORE = ("Unknown", "Stops", "Halted", "Stopped", "Failed", "Not needed", "Healed", "Done")
"""Words that such files fall back to, and those of how a step ended (studio.engine.report.words.step_state)."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Each file of the window, and of the graph in it, with its syntax tree."""
    for path in sorted(UI.rglob("*.py")):
        yield path.relative_to(UI).as_posix(), ast.parse(path.read_text("utf-8"))
    for path in (*sorted(GRAPH.rglob("*.py")), *(GRAPH.parent / name for name in THAT_SAY)):
        yield path.relative_to(GRAPH.parent).as_posix(), ast.parse(path.read_text("utf-8"))


def calls(name: str, tree: ast.Module) -> Iterator[ast.Call]:
    """Each call of `tr`, and in the graph and other files of `say`, which is `tr` in the window."""
    says = name.startswith("graphview/") or name in THAT_SAY
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            own = isinstance(node.func, ast.Attribute) and node.func.attr == "say"
            plain = isinstance(node.func, ast.Name) and node.func.id == ("say" if says else "tr")
            if plain or (says and own):
                yield node


def literals() -> dict[str, str]:
    """Each literal with the file in which it stands first."""
    found: dict[str, str] = {}
    for name, tree in sources():
        for call in calls(name, tree):
            if isinstance(call.args[0], ast.Constant):
                found.setdefault(str(call.args[0].value), name)
    return found


def files_with_tables() -> set[str]:
    """Files that give `tr` something else than a literal."""
    return {name for name, tree in sources() for c in calls(name, tree) if not isinstance(c.args[0], ast.Constant)}


def table_words() -> dict[str, str]:
    """The words of all tables with the file that uses them."""
    found: dict[str, str] = dict.fromkeys(MORE, "")
    icons = {p.stem for p in (ROOT / "resources" / "icons").glob("*.svg")}
    for name, tables in TABLES.items():
        for table in tables:
            module, _, attribute = table.partition(":")
            for word in _texts(getattr(import_module(module), attribute)):
                said = name.startswith(("graphview/", "engine/")) or not (word in icons or _is_colour(word))
                if word and said:
                    found.setdefault(word, name)
    return found


def _is_colour(word: str) -> bool:
    from studio.ui.theme import LIGHT

    return word.startswith("#") or hasattr(LIGHT, word)


def _texts(value: object) -> Iterator[str]:
    """The strings in a table; neither keys nor members of an enumeration."""
    if isinstance(value, EnumType):
        members: Mapping[str, Enum] = value.__members__
        yield from (str(word).replace("_", " ") for word in members.values())
    if isinstance(value, Enum | type):
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _texts(each)
    elif hasattr(value, "word"):
        yield value.word


def wanted() -> dict[str, str]:
    """Everything that is said, with a file that says it."""
    return {**table_words(), **literals()}


def fields(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def language(code: str) -> dict[str, str]:
    """The words of a language as they stand in its file."""
    return word_tables.table(word_tables.TRANSLATIONS / f"{code}.json")


if __name__ == "__main__":
    word_tables.answer(sys.argv[1:], language, wanted())
