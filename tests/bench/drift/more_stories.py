"""More stories: messages in another language, drafts, what moves, what resets, what is told before it is stored."""

from __future__ import annotations

from tests.bench.drift.acts import Act, Story, field, type_into

MORE = (
    Story(
        "draft",
        "longform",
        (
            *type_into("reason", "reason"),
            Act(
                "draft",
                (("say", "The draft was saved."),),
                refused=(("fail", "The draft was not saved: you are signed out."),),
                left=(("say", "The draft was saved."),),
                late=(("fail", "The draft could not be saved. Try again."),),
            ),
        ),
        (("reason", ("Chest pain", "Dizzy for days", "Cough at night")),),
    ),
    Story(
        "finish",
        "kanban",
        (
            Act(
                "finish",
                (("move", "finish", "main .week section:last-child"), ("toast", "The repair was finished")),
                refused=(("fail", "The repair was not finished: a part is missing."),),
                left=(("toast", "The repair was finished"),),
            ),
            Act("filter", (("modal", "Filter cards", "<p>Choose a house below.</p>" + field("house", "House")),)),
        ),
    ),
    Story(
        "drawer",
        "tree",
        (
            Act(
                "newfolder",
                (("modal", "New folder", field("title", "Title of the folder") + '<button id="put">Save</button>'),),
            ),
            *type_into("#title", "title"),
            Act(
                "#put",
                (("close",), ("row", "{title}", "0"), ("say", "The folder {title} was created.")),
                refused=(("fail", "The folder was not created: that title is taken."),),
                left=(("say", "The folder {title} was created."),),
                late=(("fail", "The folder could not be created: the archive did not answer."),),
            ),
        ),
        (("title", ("Consents", "Night rota", "Old letters")),),
    ),
    Story(
        "bett",
        "dashboard",
        (
            Act(
                "beds",
                (("modal", "Bett planen", field("bed", "Welches Bett") + '<button id="buchen">Bett buchen</button>'),),
            ),
            *type_into("#bed", "bed"),
            Act(
                "#buchen",
                (("close",), ("say", "Das Bett {bed} wurde gebucht.")),
                refused=(("fail", "Das Bett wurde nicht gebucht: es ist schon belegt."),),
                left=(("say", "Das Bett {bed} wurde gebucht."),),
                late=(("fail", "Das Bett konnte nicht gebucht werden."),),
            ),
        ),
        (("bed", ("Ost 12", "Nord 40", "West 31")),),
    ),
    Story(
        "plan",
        "tabs",
        (
            Act(
                "plans",
                (
                    ("tab", "plans"),
                    ("panel", "<h2>Plans of this member</h2><p>Basic Plus</p><button id='up'>Upgrade plan</button>"),
                ),
            ),
            Act(
                "#up",
                (
                    (
                        "modal",
                        "Upgrade the plan",
                        "<p>It begins at once and cannot be undone.</p>"
                        '<button id="sure">Confirm upgrade</button> <button id="stay" class="second">Stay</button>',
                    ),
                ),
            ),
            Act(
                "#sure",
                (("close",), ("rename", "main section p", "Gold"), ("say", "The plan was changed.")),
                refused=(("close",), ("fail", "The plan was not changed: a payment is open.")),
                left=(("say", "The plan was changed."),),
            ),
        ),
    ),
    Story(
        "invoice",
        "settings",
        (
            Act("sms", (("tick", "sms"),)),
            Act(
                "billing",
                (
                    (
                        "page",
                        "Billing",
                        "<h2>Your invoices</h2><p>One of them is open.</p><button id='pay'>Pay invoice</button>",
                        "/billing",
                    ),
                ),
            ),
            Act(
                "#pay",
                (("say", "The invoice was paid."), ("rename", "main h2 + p", "None of them is open.")),
                refused=(("fail", "The invoice was not paid: your bank does not answer."),),
                left=(("say", "The invoice was paid."),),
            ),
        ),
    ),
)
