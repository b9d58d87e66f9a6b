"""The words on buttons, fields and tabs, and their renamed form. An `&` stands before the accelerator."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Words:
    """What is written where."""

    patients: str = "Patients"
    referrals: str = "Referrals"
    settings: str = "Settings"
    search: str = "Search:"
    new: str = "New referral"
    remove: str = "Remove patient…"
    reason: str = "&Reason:"
    department: str = "&Department:"
    date: str = "Da&te:"
    visits: str = "V&isits:"
    agreed: str = "Patient a&grees"
    priority: str = "Priority"
    note: str = "&Note:"
    attachment: str = "Attach&ment:"
    save: str = "&Save"
    cancel: str = "&Cancel"
    delete: str = "De&lete record…"
    saved: str = "Saved referrals"


USUAL = Words()
RENAMED = replace(
    USUAL,
    patients="People",
    referrals="Letters",
    new="Create letter",
    reason="Ca&use:",
    visits="Appo&intments:",
    agreed="Consent &given",
    note="&Remarks:",
    save="&Store",
    cancel="&Discard",
    department="Clini&c:",
    delete="Er&ase letter…",
    saved="Stored letters",
)


def plain(text: str) -> str:
    """`text` as it is read: without accelerators, colon and ellipsis."""
    return text.replace("&", "").rstrip(":…")
