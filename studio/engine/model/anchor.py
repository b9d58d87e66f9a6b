"""Redundant evidence by which one target is found again."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.base import Value
from studio.engine.model.geometry import Point, Region
from studio.engine.model.identity import HashedCell, IdentityCell, IdentityTemplate


class TargetKind(StrEnum):
    """What kind of thing is under the point; it decides which evidence can name it."""

    TEXT = "text"  # a control that carries its own label: button, link, tab
    INPUT = "input"  # a field; its label stands above or left of it
    BOX = "box"  # a check box or radio button; its label stands beside it
    ICON = "icon"  # a picture without words


class Landmark(Value):
    """A text near the target. `dx_px`, `dy_px` lead from its centre to the click point."""

    ocr_text: str
    relation: str = ""
    distance_px: int = 0
    dx_px: int | None = None
    dy_px: int | None = None


class StructuralLocator(Value):
    """Traits of the recorded element, stable ones first. Matching weighs them all; see runtime/structural.py.

    `count` is how many visible elements shared role and name when it was recorded. `before` is what came before it in
    the document, the nearest first. `order` is its number (from 0) among the `among` elements of its role, name, frame
    and section; `among` is 0 where that was not known. `guessed`: the program gives it no name, `name` and `label` are
    a text that stood near.
    """

    role: str = ""
    name: str = ""
    label: str = ""
    test_id: str = ""
    element_id: str = ""
    name_attr: str = ""
    tag: str = ""
    input_type: str = ""
    placeholder: str = ""
    href: str = ""
    section: str = ""
    column: str = ""
    row: tuple[str, ...] = ()
    frame: tuple[str, ...] = ()
    selector: str = ""
    count: int = 1
    before: tuple[str, ...] = ()
    order: int = 0
    among: int = 0
    guessed: bool = False


class Anchor(Value):
    """All that is known of one target. Regions and points are physical px of the recorded frame.

    `template` is the crop at `region`. `control` is the tight rectangle of the control under the click
    point. `ocr_text` is its label, found at `label_region`; the label occurred `label_count` times and
    the crop `template_count` times in the recorded frame. `context_text` is the identity band: the text of
    the target's row without its own label. `identity_cells` are those texts of the row that must be read again before
    anything is done in it, or `identity_template` their hashes. `nearby_texts` are other texts that stood around it.
    `extent` is all of the control where a part of it was out of sight. `pointed_text` is the text under the click point
    and `pointed_region` its place, where the control shows several.
    """

    template: str | None = None
    structural: StructuralLocator | None = None
    region: Region
    click_point: Point
    ocr_text: str | None = None
    context_text: str | None = None
    structured_identity: dict[str, str] | None = None
    identity_cells: tuple[IdentityCell, ...] = ()
    identity_template: IdentityTemplate | None = None
    identifier_crop: str | None = None
    identifier_region: Region | None = None
    landmarks: tuple[Landmark, ...] = ()
    search_pad: int = 80
    kind: TargetKind = TargetKind.TEXT
    control: Region | None = None
    label_region: Region | None = None
    label_count: int = 1
    template_count: int = 1
    row_texts: tuple[str, ...] = ()
    nearby_texts: tuple[str, ...] = ()
    extent: Region | None = None
    pointed_text: str | None = None
    pointed_region: Region | None = None

    @property
    def says_who(self) -> bool:
        """Whether its label names the record (a parameter's value): then nothing else may stand there."""
        return "label" in (self.structured_identity or {}) or self.hashed_label is not None

    @property
    def hashed_label(self) -> HashedCell | None:
        """The target's own text where it names the record and is only known by its hashes."""
        return self.identity_template.label if self.identity_template else None

    @property
    def target(self) -> Region:
        """The control where it is known, else the crop's rectangle."""
        return self.control or self.region
