"""When parameters choose the target, the run's values are what must match, not the recorded ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from studio.engine.compiler.words import is_own_verb
from studio.engine.identity.hashing import with_values
from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.identity import IdentityCell
from studio.engine.model.workflow import Step
from studio.engine.vision.reading import readable
from studio.engine.vision.text import holds, normalise, squash, tokens

_FIGURES = 4


@dataclass(frozen=True)
class Rewriting:
    """Puts values of this run in place of recorded ones; by parameter both."""

    recorded: Mapping[str, str]
    values: Mapping[str, str]

    def told(self, text: str) -> str:
        """`text` as it reads for this run's values. What two parameters could mean must show both."""
        words = text.split()
        bare = [tokens(word) for word in words]
        for recorded, value in self._longest_first():
            wanted = [(word,) for word in tokens(recorded)]
            if squash(text) == squash(recorded):
                return value
            for at in range(len(words) - len(wanted) + 1):
                if wanted and bare[at : at + len(wanted)] == wanted:
                    words[at : at + len(wanted)] = [_in_place_of(" ".join(words[at : at + len(wanted)]), value)]
                    bare[at : at + len(wanted)] = [()]  # what was put in is not read again
        return " ".join(words)

    def concerns(self, text: str) -> bool:
        """Whether a recorded value stands in `text`."""
        return any(holds(text, recorded) for recorded, _ in self._longest_first())

    def dates(self, text: str) -> bool:
        """Whether `text` shows a recorded date, which is another one in this run, in some form of writing."""
        return any(
            shows_date(text, recorded)
            for recorded, value in self._longest_first()
            if normalise(recorded) != normalise(value)
        )

    def _longest_first(self) -> list[tuple[str, str]]:
        found: dict[str, list[str]] = {}
        for name, recorded in self.recorded.items():
            if readable(recorded) and name in self.values:
                found.setdefault(recorded, []).append(self.values[name])
        pairs = [(recorded, " ".join(dict.fromkeys(values))) for recorded, values in found.items()]
        return sorted(pairs, key=lambda pair: -len(tokens(pair[0])))


def anchored_to(
    anchor: Anchor, recorded: Mapping[str, str], values: Mapping[str, str], keys: Mapping[str, bytes] | None = None
) -> Anchor:
    """`anchor` for the row, or the label, that shows this run's `values` where the `recorded` ones stood.

    All that belongs to the recorded row alone goes: its other cells, its picture, the identifiers of its control, and
    where the target is itself a cell of a row that a number or a date chooses, what that cell said: its column is left.
    `keys` are those of hashed identities.
    """
    if anchor.identity_template is not None:
        template = with_values(anchor.identity_template, values, keys or {})
        return anchor.model_copy(update={"identity_template": template})
    rewriting, cells = Rewriting(recorded, values), _cells(anchor)
    label = anchor.ocr_text or ""
    said = label if is_own_verb(label) else rewriting.told(label)
    told = tuple(rewriting.told(cell) for cell in cells if rewriting.concerns(cell))
    was = tuple(cell for cell in cells if rewriting.concerns(cell))
    renamed = normalise(said) != normalise(label)
    if not renamed and [*map(normalise, told)] == [*map(normalise, was)] and not any(map(rewriting.dates, cells)):
        return anchor
    row = told or (() if renamed else tuple(cell for cell in cells if not rewriting.dates(cell)))
    update: dict[str, object] = {"row_texts": row, "context_text": " ".join(row) or None, "identifier_crop": None}
    update["identity_cells"] = _identity(anchor, was, row if told else (), row)
    if anchor.pointed_text and rewriting.concerns(anchor.pointed_text):
        update |= {"pointed_text": None, "pointed_region": None}
    if renamed:
        update |= {"ocr_text": said, "template": None, "structured_identity": {"label": said}}
    locator = _locator(anchor.structural, row, rewriting, renamed)
    if locator is not None and not renamed and _is_cell(locator, label) and any(map(_numbers, was)):
        update |= {"ocr_text": None, "template": None}
        locator = locator.model_copy(update={"name": "", "label": "", "count": 1})
    return anchor.model_copy(update={**update, "structural": locator})


def at_target(step: Step, anchor: Anchor) -> Step:
    """`step` with the target `anchor` of this run's values; the states that are checked of the recorded target are
    checked of that one."""
    recorded, now = step.anchor.structural if step.anchor else None, anchor.structural
    update: dict[str, object] = {"anchor": anchor}
    if recorded is not None and now is not None and now != recorded:
        own = [check.locator is not None and _same_element(check.locator, recorded) for check in step.expect]
        moved = (check.model_copy(update={"locator": now}) for check in step.expect)
        update["expect"] = tuple(
            new if is_own else old for old, new, is_own in zip(step.expect, moved, own, strict=True)
        )
    return step.model_copy(update=update)


def _same_element(one: StructuralLocator, other: StructuralLocator) -> bool:
    """Whether both name one element of a recorded page; what is only true of one moment of it is left out."""
    return all(
        getattr(one, name) == getattr(other, name) for name in ("role", "name", "row", "column", "frame", "label")
    )


def _identity(
    anchor: Anchor, was: tuple[str, ...], told: tuple[str, ...], row: tuple[str, ...]
) -> tuple[IdentityCell, ...]:
    """The texts of `row` as its proof; those that were `told` anew stand where the recorded ones stood."""
    places = {cell.text: cell.region for cell in anchor.identity_cells}
    recorded = dict(zip(told, was, strict=False))
    return tuple(IdentityCell(text=text, region=places.get(recorded.get(text, text))) for text in row)


def shows_date(text: str, iso: str) -> bool:
    """Whether `text` shows the date `iso` (2026-11-30) in figures or with the month's English name."""
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return False
    parts = list(tokens("".join(c if c.isalnum() else " " for c in text)))
    named = {f"{day:%B}".casefold(), f"{day:%b}".casefold()} | ({"sept"} if day.month == 9 else set())
    month = named if named.intersection(parts) else {f"{day.month}", f"{day.month:02d}"}
    for forms in (month, {f"{day.year}", f"{day:%y}"}, {f"{day.day}", f"{day.day:02d}"}):
        if not forms.intersection(parts):
            return False
        parts.remove(next(part for part in parts if part in forms))  # each part of a date is written once
    return True


def _cells(anchor: Anchor) -> tuple[str, ...]:
    return anchor.row_texts or (anchor.structural.row if anchor.structural else ())


def _locator(
    locator: StructuralLocator | None, row: tuple[str, ...], rewriting: Rewriting, renamed: bool
) -> StructuralLocator | None:
    if locator is None:
        return None
    update: dict[str, object] = {
        "element_id": "",
        "test_id": "",
        "name_attr": "",
        "href": "",
        "selector": "",
        "before": (),
        "among": 0,
        "row": row,
    }
    if renamed:
        update |= {"name": rewriting.told(locator.name), "label": rewriting.told(locator.label), "count": 1}
    return locator.model_copy(update=update)


def _is_cell(locator: StructuralLocator, label: str) -> bool:
    """Whether the target is one of the row's own texts, in a column that is called by name."""
    return locator.role == "gridcell" and bool(locator.column) and not is_own_verb(label)


def _numbers(text: str) -> bool:
    """Whether `text` has the figures of a number that names one record, or of a date."""
    return sum(c.isdigit() for c in text) >= _FIGURES


def _in_place_of(recorded: str, value: str) -> str:
    """`value` between the punctuation that stood around the recorded words."""
    start = len(recorded) - len(recorded.lstrip(".,:;'\"“”‘’()[]"))
    end = len(recorded.rstrip(".,:;'\"“”‘’()[]"))
    return recorded[:start] + value + recorded[end:]
