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
    """Add a patient, then open the row that was just added and take the tick away."""
    page = hand.page
    _sign_in(hand, page.locator("#id_username"), page.locator("#id_password"), page.get_by_text("Log in", exact=True))
    hand.click(page.locator(".model-patient .addlink"))
    for name in ("family", "given", "number"):
        hand.fill(page.locator(f"#id_{name}"), getattr(NEW, name))
    hand.choose(page.locator("#id_ward"), NEW.ward)
    hand.fill(page.locator("#id_admitted"), NEW.admitted)
    hand.click(page.locator("#id_insured"))
    hand.fill(page.locator("#id_remarks"), NEW.remarks)
    hand.click(page.get_by_text("Save", exact=True))
    hand.read("was added successfully")
    hand.click(page.locator("tr", has_text=NEW.number).locator("a"))
    hand.click(page.locator("#id_insured"))
    hand.click(page.get_by_text("Save", exact=True))
    hand.read("was changed successfully")


def admit_with_sqladmin(hand: Hand) -> None:
    """Add a patient, then change another one whose name many have."""
    page = hand.page
    login = page.get_by_text("Login", exact=True)
    _sign_in(hand, page.locator("[name=username]"), page.locator("[name=password]"), login)
    hand.click(page.get_by_role("link", name="Patients"))
    hand.click(page.get_by_role("link", name="New Patient"))
    for name in ("family", "given", "number"):
        hand.fill(page.locator(f"#{name}"), getattr(NEW, name))
    hand.choose(page.locator("#ward"), NEW.ward)
    hand.fill(page.locator("#admitted"), NEW.admitted)
    hand.press("Tab")  # the calendar closes
    hand.click(page.locator("#insured"))
    hand.fill(page.locator("#remarks"), NEW.remarks)
    hand.click(page.get_by_role("button", name="Save", exact=True))
    hand.read("P-48100")
    hand.click(page.locator("tr", has_text=FOUND).locator("a[title=Edit], a[data-bs-original-title=Edit]").first)
    hand.fill(page.locator("#remarks"), REMARK)
    hand.click(page.get_by_role("button", name="Save", exact=True))
    hand.read(REMARK)


def admit_with_piccolo(hand: Hand) -> None:
    """Add a patient, then change another one whose name many have; each time the message goes away by itself."""
    page = hand.page
    _sign_in(hand, page.locator("input").nth(0), page.locator("input[type=password]"), page.get_by_text("Login"))
    hand.click(page.locator("a", has_text="Patient"))
    hand.click(page.get_by_text("Add row"))
    for name in ("family", "given", "number"):
        hand.fill(page.locator(f"[name={name}]"), getattr(NEW, name))
    hand.choose(page.locator("[name=ward]"), NEW.ward)
    hand.click(page.locator("[name=admitted]"))
    hand.type(f"{NEW.admitted[5:7]}{NEW.admitted[8:]}{NEW.admitted[:4]}")
    hand.choose(page.locator("[name=insured]"), "True")
    hand.fill(page.locator("[name=remarks]").first, NEW.remarks)
    hand.click(page.get_by_text("Create"))
    hand.read("Successfully added row")
    hand.click(page.get_by_text("Back"))
    page.get_by_text("Successfully added row").wait_for(state="hidden")
    hand.click(page.locator("tr", has_text=FOUND).locator("a").first)
    hand.fill(page.locator("[name=remarks]").first, REMARK)
    hand.click(page.get_by_text("Save", exact=True))
    hand.read("Successfully saved row")


def _sign_in(hand: Hand, user: Locator, password: Locator, button: Locator) -> None:
    hand.fill(user, USER)
    hand.fill(password, PASSWORD)
    hand.click(button)
