"""A picture that may show another moment than its structure is not kept with it: no secret stands in it unpainted."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.privacy.masking import MASK_BGR, Mask
from studio.engine.vision.frame import Frame
from studio.recorder.web.evidence import Eyes, Look
from studio.recorder.web.pairing import LAG_S, Pairing, SecretPlaces
from studio.recorder.web.protocol import Connection, DebugSession
from studio.recorder.web.ring import Shot
from studio.recorder.web.signals import Moment
from studio.recorder.web.storing import Store
from studio.recorder.web.targets import Target, Targets

CODE = Region(4, 4, 20, 8)
FIELD = Element(0, "input", "textbox", "Card number", CODE, label="Card number", editable=True)
SIGN_IN = StructureSnapshot("http://x/login", "Sign in", (FIELD,))
HOME = StructureSnapshot("http://x/home", "Home", (), (TextRun("Welcome", Region(2, 2, 30, 8)),))


def png(grey: int) -> bytes:
    return Frame(bgr=np.full((30, 40, 3), grey, np.uint8)).png


def payload(structure: StructureSnapshot) -> dict[str, Any]:
    texts = [[run.text, list(run.region)] for run in structure.texts]
    empty: dict[str, Any] = {"elements": [], "lists": [], "dialogs": [], "foreign": [], "truncated": False}
    return {"url": structure.url, "title": structure.title, "scale": 1, "texts": texts, "scroll": [0, 0], **empty}


class NoBrowser(Connection):
    def __init__(self) -> None:
        """Nothing is asked of it but pictures."""

    def send(self, method: str, params: Any = None, session: str = "", wait_s: float = 1) -> dict[str, Any]:
        assert method == "Page.captureScreenshot"
        return {"data": base64.b64encode(png(9)).decode()}


class Watched(Eyes):
    """Eyes on one page, whose screencast and words are given by the test. Times are seconds of the recording."""

    def __init__(self, mask: Mask) -> None:
        self.page = Target(DebugSession(NoBrowser(), "s"), "page", "page", "http://x/login")
        super().__init__(Targets(), 0.0, SecretPlaces(mask))

    def shown(self, t: float, grey: int) -> None:
        self.page.ring.add(Shot(t, png(grey)))

    def tells(self, t: float, structure: StructureSnapshot) -> None:
        self._pairing.told(t, "page", structure)

    @property
    def looks(self) -> list[Look]:
        return list(self._looks)


@pytest.fixture
def mask() -> Mask:
    return Mask()


@pytest.fixture
def eyes(mask: Mask) -> Watched:
    return Watched(mask)


def test_the_page_after_a_sign_in_is_not_paired_with_the_picture_of_the_sign_in(eyes: Watched) -> None:
    eyes.tells(1.0, SIGN_IN)
    eyes.shown(1.5, 200)  # late: it still shows the card's number
    eyes.rested(Moment(1.6, entered=1.4, evidence=payload(HOME)), eyes.page, settled=True)
    assert eyes.looks == []


def test_a_press_soon_after_a_sign_in_keeps_no_picture_that_may_show_it(eyes: Watched, mask: Mask) -> None:
    eyes.tells(1.0, SIGN_IN)
    eyes.shown(1.5, 200)
    look = eyes.moment(Moment(1.7, evidence=payload(HOME)), eyes.page)
    assert look is not None
    kept = picture(look, mask)
    assert (kept.bgr == MASK_BGR).all()
    assert look.structure == HOME


def picture(look: Look, mask: Mask) -> Frame:
    store = Store.__new__(Store)
    store.mask = mask
    store._places = SecretPlaces(mask)
    store._emit = lambda _: None
    return store._picture(look)


def test_a_picture_of_long_after_is_kept_as_it_is(eyes: Watched, mask: Mask) -> None:
    eyes.tells(1.0, SIGN_IN)
    eyes.tells(1.4, HOME)
    eyes.shown(1.5 + LAG_S, 200)
    look = eyes.moment(Moment(1.7 + LAG_S, evidence=payload(HOME)), eyes.page)
    assert look is not None
    assert picture(look, mask).bgr[0, 0, 0] == 200


def test_fields_that_stay_where_they_are_are_painted_over_and_the_rest_is_kept(mask: Mask) -> None:
    look = Look(2.0, "page", Frame(png=png(200)), SIGN_IN, settled=False, others=(replace(SIGN_IN, title="Wrong"),))
    mask.add("", FIELD)
    kept = picture(look, mask)
    assert (kept.bgr[5, 10] == MASK_BGR).all()
    assert kept.bgr[20, 30, 0] == 200
    moved = replace(FIELD, region=Region(4, 16, 20, 8))
    unsure = replace(look, others=(replace(SIGN_IN, elements=(moved,)),))
    assert (picture(unsure, mask).bgr == MASK_BGR).all(), "it stood elsewhere a moment before"


def test_a_picture_that_is_older_than_the_last_change_is_not_of_that_moment(eyes: Watched) -> None:
    eyes.shown(1.5, 200)
    eyes.rested(Moment(1.9, entered=1.6, evidence=payload(HOME)), eyes.page, settled=True)
    assert eyes.looks == []
    eyes.shown(1.7, 200)
    eyes.rested(Moment(1.9, entered=1.6, evidence=payload(HOME)), eyes.page, settled=True)
    assert len(eyes.looks) == 1


def test_what_was_proven_to_be_of_one_moment_ends_the_doubt() -> None:
    pairing = Pairing()
    pairing.told(1.0, "page", SIGN_IN)
    pairing.told(1.5, "page", HOME)
    assert SIGN_IN in pairing.others("page", 1.9, 2.0)
    pairing.proven(1.5, "page")
    assert pairing.others("page", 1.9, 2.0) == (HOME,)
    assert SIGN_IN in pairing.others("page", 1.2, 2.0), "a picture from before the proof"
    assert pairing.others("another", 1.9, 2.0) == ()


def test_an_echo_of_a_secret_elsewhere_counts_as_a_place_of_it(mask: Mask) -> None:
    places = SecretPlaces(mask)
    told = StructureSnapshot("http://x", "", (), (TextRun("code 778812", Region(1, 1, 9, 9)),))
    assert places.are_certain(HOME, (told,))
    mask.add("778812", None)
    assert not places.are_certain(HOME, (told,))
