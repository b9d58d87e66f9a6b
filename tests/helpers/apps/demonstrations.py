"""What a clerk does: sign in, admit a new patient, then find one among many and change the record."""

from __future__ import annotations

from helpers.apps.hand import Hand
from helpers.apps.seed import PASSWORD, USER, Patient
from playwright.sync_api import Locator

NEW = Patient("Jonsen", "Hana", "P-50211", "Neurology", "2026-12-02", True, "Came by ambulance, awake.")
OTHER = Patient("Hansem", "Anni", "P-48137", "Neurology", "2026-12-04", True, "Walked in with her son.")
"""Admitted in the demonstration, and by the parameters of a replay: its row stands elsewhere in the list."""

FOUND, REMARK, OTHER_REMARK = "P-48136", "Wants a room with a window.", "Asked for a quiet room."
"""The number of the patient whose record is changed, and what is noted there."""


def admit_with_django(hand: Hand) -> None:
    """Add a patient, then open the row that was just added and note a remark."""
    page = hand.page
    _sign_in(hand, page.locator("#id_username"), page.locator("#id_password"), page.get_by_text("Log in", exact=True))
    hand.click(page.locator(".model-patient .addlink"))
    for name in ("family", "given", "number"):
        _fill(hand, page.locator(f"#id_{name}"), getattr(NEW, name), name)
    hand.choose(page.locator("#id_ward"), NEW.ward)
    _fill(hand, page.locator("#id_admitted"), NEW.admitted, "admitted")
    hand.click(page.locator("#id_insured"))
    _fill(hand, page.locator("#id_remarks"), NEW.remarks, "remarks")
    hand.click(page.get_by_text("Save", exact=True))
    hand.click(page.locator("tr", has_text=NEW.number).locator("a"))
    hand.click(page.locator("#id_insured"))
    hand.click(page.get_by_text("Save", exact=True))


def admit_with_sqladmin(hand: Hand) -> None:
    """Add a patient, then change another one whose name many have."""
    page = hand.page
    _sign_in(
        hand, page.locator("[name=username]"), page.locator("[name=password]"), page.get_by_text("Login", exact=True)
    )
    hand.click(page.get_by_role("link", name="Patients"))
    hand.click(page.get_by_role("link", name="New Patient"))
    for name in ("family", "given", "number"):
        _fill(hand, page.locator(f"#{name}"), getattr(NEW, name), name)
    hand.choose(page.locator("#ward"), NEW.ward)
    _fill(hand, page.locator("#admitted"), NEW.admitted, "admitted")
    hand.press("Tab")
    hand.click(page.locator("#insured"))
    _fill(hand, page.locator("#remarks"), NEW.remarks, "remarks")
    hand.click(page.get_by_role("button", name="Save", exact=True))
    hand.click(page.locator("tr", has_text=FOUND).locator("a[title=Edit], a[data-bs-original-title=Edit]").first)
    _fill(hand, page.locator("#remarks"), REMARK, "remark")
    hand.click(page.get_by_role("button", name="Save", exact=True))


def admit_with_piccolo(hand: Hand) -> None:
    """Add a patient, then change another one whose name many have."""
    page = hand.page
    _sign_in(hand, page.locator("input").nth(0), page.locator("input[type=password]"), page.get_by_text("Login"))
    hand.click(page.locator("a", has_text="Patient"))
    hand.click(page.get_by_text("Add row"))
    for name in ("family", "given", "number"):
        _fill(hand, page.locator(f"[name={name}]"), getattr(NEW, name), name)
    hand.choose(page.locator("[name=ward]"), NEW.ward)
    hand.click(page.locator("[name=admitted]"))
    hand.type(NEW.admitted, param="admitted", typed_as="%m%d%Y")
    hand.choose(page.locator("[name=insured]"), "True")
    _fill(hand, page.locator("[name=remarks]").first, NEW.remarks, "remarks")
    hand.click(page.get_by_text("Create"))
    page.get_by_text("Successfully added row").wait_for()
    hand.click(page.get_by_text("Back"))
    page.get_by_text("Successfully added row").wait_for(state="hidden")
    hand.click(page.locator("tr", has_text=FOUND).locator("a").first)
    _fill(hand, page.locator("[name=remarks]").first, REMARK, "remark")
    hand.click(page.get_by_text("Save", exact=True))


def _sign_in(hand: Hand, user: Locator, password: Locator, button: Locator) -> None:
    hand.click(user)
    hand.type(USER)
    hand.click(password)
    hand.type(PASSWORD)
    hand.click(button)


def _fill(hand: Hand, field: Locator, text: str, param: str) -> None:
    hand.click(field)
    hand.type(text, param=param)
