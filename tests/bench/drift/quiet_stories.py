"""Stories of programs that say little: a record only goes, a time only changes, a button says it itself."""

from __future__ import annotations

from tests.bench.drift.acts import Act, Story, type_into

QUIET = (
    Story(
        "remove",
        "files",
        (
            Act(
                "del",
                (
                    (
                        "modal",
                        "Delete a file",
                        "<p>It will be gone for good.</p>"
                        '<button id="yes">Delete file</button> <button id="no" class="second">Keep it</button>',
                    ),
                ),
            ),
            Act("#yes", (("close",), ("drop", "del")), refused=(("close",), ("fail", "That file is in use."))),
        ),
    ),
    Story(
        "stamp",
        "record",
        (
            Act("pulse", (("focus", "pulse"), ("add", "main", "<p id='stamp'>Saved at {then}</p>"))),
            Act("pulse", (("type", "pulse", "{pulse}"),), types="pulse"),
            Act(
                "addnote",
                (("rename", "#stamp", "Saved at {now}"),),
                refused=(("fail", "The chart is locked by Jon Reyes."),),
            ),
        ),
        (
            ("pulse", ("71", "88", "64")),
            ("then", ("09:14", "13:05", "13:40")),
            ("now", ("10:02", "14:31", "15:10")),
        ),
    ),
    Story(
        "label",
        "table",
        (
            Act(
                "review",
                (
                    (
                        "page",
                        "Claim",
                        "<h2>Review of the claim</h2><p>Nothing is missing.</p>"
                        '<button id="approve">Approve claim</button> <button id="leave" class="second">Leave</button>',
                        "/claim",
                    ),
                ),
            ),
            Act(
                "#approve",
                (("rename", "#approve", "Approved"),),
                refused=(("rename", "#approve", "Approve again"),),
            ),
        ),
    ),
    Story(
        "status",
        "settings",
        (
            Act(
                "billing",
                (
                    (
                        "page",
                        "Billing",
                        "<h2>Invoice of March</h2><p>State: <b id='state'>open</b></p>"
                        "<button id='pay'>Pay invoice</button>",
                        "/billing",
                    ),
                ),
            ),
            Act("#pay", (("rename", "#state", "paid"),), refused=(("fail", "Your bank does not answer."),)),
        ),
    ),
    Story(
        "chart",
        "record",
        (
            *type_into("weight", "weight"),
            Act(
                "addnote",
                (("add", "main", "<p>Weight {weight}, entered by Ada Winter</p>"), ("clear", "weight")),
                refused=(("fail", "The chart is locked by Jon Reyes."),),
                late=(("drop", "main > p:last-child"), ("toast", "There is no connection")),
            ),
        ),
        (("weight", ("71.5", "88.2", "64.9")),),
    ),
)
