"""What actions lead to on the pages of the corpus: each story is a few actions, and what the program shows after them.

An act that stores something also tells what is seen where it is refused. `{name}` stands for a typed value: the
recorded one, that of another run (under drift), or that of somebody else's record.
"""

from __future__ import annotations

from dataclasses import replace

from tests.bench.drift.acts import Act, Story, field, type_into
from tests.bench.drift.corpus import FRAMEWORKS, Look, recorded
from tests.bench.drift.more_stories import MORE
from tests.bench.drift.quiet_stories import QUIET

STORIES = (
    Story(
        "settings",
        "settings",
        (
            Act("mail", (("tick", "mail"),)),
            Act(
                "apply",
                (("say", "Your changes were saved."),),
                refused=(("fail", "Your changes could not be saved: the server did not answer."),),
                left=(("say", "Your changes were saved."),),
            ),
            Act("security", (("page", "Security", "<h2>Sign-in</h2><p>Two steps are asked for.</p>", "/security"),)),
        ),
    ),
    Story(
        "memo",
        "tabs",
        (
            *type_into("memo", "memo"),
            Act(
                "savememo",
                (("toast", "Memo saved"),),
                refused=(("fail", "Memo not saved: somebody else has changed it."),),
                left=(("toast", "Memo saved"),),
                late=(("hush",), ("toast", "Memo not saved: there is no connection")),
            ),
            Act(
                "letters",
                (("tab", "letters"), ("panel", "<h2>Letters</h2><p>Three letters were sent to this member.</p>")),
            ),
        ),
        (("memo", ("Wants a call back", "Prefers mail", "Moved to Ulm")),),
    ),
    Story(
        "claims",
        "table",
        (
            Act("refresh", (("say", "The list is up to date."),)),
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
                (("say", "The claim was approved."), ("drop", "#approve")),
                refused=(("fail", "The claim was not approved: a second signature is missing."),),
                left=(("say", "The claim was approved."),),
            ),
        ),
    ),
    Story(
        "folder",
        "files",
        (
            Act(
                "newdir",
                (
                    (
                        "modal",
                        "New folder",
                        field("dir", "Name of the folder") + '<button id="make">Create folder</button>',
                    ),
                ),
            ),
            *type_into("#dir", "folder"),
            Act(
                "#make",
                (("close",), ("row", "{folder}", "0 kB", "today")),
                refused=(("fail", "There is a folder of that name already."),),
                left=(("row", "{folder}", "0 kB", "today"),),
            ),
        ),
        (("folder", ("Minutes 2026", "Drawings", "Old rotas")),),
    ),
    Story(
        "delete",
        "files",
        (
            Act(
                "del",
                (
                    (
                        "modal",
                        "Delete a file",
                        "<p>This cannot be undone.</p>"
                        '<button id="yes">Delete file</button> <button id="no" class="second">Keep it</button>',
                    ),
                ),
            ),
            Act(
                "#yes",
                (("close",), ("drop", "del"), ("say", "The file was deleted.")),
                refused=(("close",), ("fail", "The file could not be deleted: it is in use.")),
                left=(("say", "The file was deleted."),),
            ),
        ),
    ),
    Story(
        "login",
        "login",
        (
            *type_into("user", "user"),
            *type_into("code", "code"),
            Act("signin", (("page", "Ward list", "<h2>Your wards</h2><p>East and North are open.</p>", "/wards"),)),
        ),
        (("user", ("a.winter", "m.okafor", "n.voss")), ("code", ("E-17", "N-04", "W-22"))),
    ),
    Story(
        "wizard",
        "wizard",
        (
            *type_into("serial", "serial"),
            Act("cable", (("tick", "cable"),)),
            Act(
                "next",
                (
                    (
                        "page",
                        "Set up a device",
                        "<h2>Confirm the device</h2><p>Device {serial} was found.</p>"
                        '<button id="reg">Register device</button>',
                        "/confirm",
                    ),
                ),
            ),
            Act(
                "#reg",
                (("page", "Set up a device", "<h2>All is done</h2><p>Device {serial} was registered.</p>", "/done"),),
                refused=(("fail", "The device was not registered: it belongs to another ward."),),
                left=(("say", "Device {serial} was registered."),),
            ),
        ),
        (("serial", ("QX-88123", "QX-90417", "QX-11706")),),
    ),
    Story(
        "release",
        "dialog",
        (
            *type_into("note", "note"),
            Act("copy", (("tick", "copy"),)),
            Act(
                "release",
                (("close",), ("say", "Order 7715 was released to the store.")),
                refused=(("fail", "The order was not released: the store is closed today."),),
                left=(("say", "Order 6120 was released to the store."),),
            ),
        ),
        (("note", ("Leave it at the gate", "Ring twice", "Call the porter")),),
    ),
    Story(
        "chat",
        "chat",
        (
            Act("pharmacy", (("rename", "header h1", "Pharmacy talk"),)),
            *type_into("message", "words"),
            Act(
                "send",
                (("add", "main section > div", "<p><b>Ada</b> {words}</p>"), ("clear", "message")),
                refused=(("fail", "Your message was not sent: there is no connection."),),
                left=(("add", "main section > div", "<p><b>Jon</b> {words}</p>"),),
                late=(("add", "main section > div", "<p class='note bad'>Not sent. Try again</p>"),),
            ),
        ),
        (("words", ("The insulin has arrived", "Please bring two more gloves", "The lift is stuck")),),
    ),
    Story(
        "card",
        "kanban",
        (
            Act(
                "addcard",
                (("modal", "New card", field("what", "What is broken") + '<button id="put">Save card</button>'),),
            ),
            *type_into("#what", "what"),
            Act(
                "#put",
                (
                    ("close",),
                    ("add", "main .week section", "<article class='card'><b>{what}</b><p>House 4</p></article>"),
                    ("toast", "Card saved: {what}"),
                ),
                refused=(("fail", "The card was not saved: say in which house."),),
                left=(("toast", "Card saved: {what}"),),
                late=(("add", "main .week section article:last-child", "<p class='bad'>Saving failed</p>"),),
            ),
        ),
        (("what", ("Kitchen window", "Stair lamp", "Garden gate")),),
    ),
    Story(
        "search",
        "search",
        (
            *type_into("words", "words"),
            Act("go", (("rename", "main > p", "Best matches first"), ("drop", "hit2"))),
            Act("hit1", (("page", "Discharge letter", "<h2>How it is used</h2><p>Print two copies.</p>", "/form"),)),
        ),
        (("words", ("letter", "discharge", "diet")),),
    ),
    Story(
        "archive",
        "tree",
        (
            Act(
                "west",
                (("panel", "<h2>Ward West wing</h2><p>All its folders are closed.</p>"),),
            ),
            Act("y25", (("panel", "<h2>Records of that year</h2><p>They are kept in the cellar.</p>"),)),
        ),
    ),
    Story(
        "referral",
        "longform",
        (
            *type_into("first", "first"),
            *type_into("last", "last"),
            Act("urgent", (("tick", "urgent"),)),
            Act(
                "send",
                (
                    (
                        "page",
                        "Referrals",
                        "<p class='note' role='status'>The referral of {first} {last} was sent.</p>"
                        "<h2>Sent today</h2><p>{last}, {first}</p>",
                        "/referrals",
                    ),
                ),
                refused=(("fail", "The referral was not sent: the date of birth is missing."),),
                left=(("say", "The referral of {first} {last} was sent."),),
            ),
        ),
        (("first", ("Hanna", "Oskar", "Tilda")), ("last", ("Jonsen", "Brehm", "Ivarsen"))),
    ),
    Story(
        "note",
        "record",
        (
            *type_into("pulse", "pulse"),
            Act(
                "addnote",
                (
                    ("add", "main", "<h3>Entries</h3><p>Pulse {pulse}, entered by Ada Winter</p>"),
                    ("say", "The entry was added to the chart."),
                ),
                refused=(("fail", "The entry was not added: the chart is locked."),),
                left=(("say", "The entry was added to the chart."),),
                late=(("fail", "The entry could not be stored. Try again."),),
            ),
            Act("lab", (("page", "Lab results", "<h2>Blood</h2><p>All values are in range.</p>", "/lab"),)),
        ),
        (("pulse", ("71", "88", "64")),),
    ),
    Story(
        "visit",
        "calendar",
        (
            Act(
                "newapp",
                (
                    (
                        "modal",
                        "New appointment",
                        field("who", "Patient") + '<button id="book">Book appointment</button>',
                    ),
                ),
            ),
            *type_into("#who", "who"),
            Act(
                "#book",
                (
                    ("close",),
                    ("add", ".week > div:last-child", "<a class='card' href='#n'>16:00 {who}</a>"),
                    ("say", "The appointment was booked."),
                ),
                refused=(("fail", "The appointment was not booked: that hour is taken."),),
                left=(("say", "The appointment was booked."),),
            ),
        ),
        (("who", ("Hanna Jonsen", "Oskar Brehm", "Tilda Ivarsen")),),
    ),
    Story(
        "alarms",
        "dashboard",
        (
            *type_into("handover", "line"),
            Act(
                "alarms",
                (("rename", "article:nth-child(2) .big", "0 open"), ("toast", "All alarms were acknowledged")),
                refused=(("fail", "The alarms were not acknowledged: one has just come in."),),
                left=(("toast", "All alarms were acknowledged"),),
            ),
        ),
        (("line", ("Room 12 is empty", "Watch bed nine", "Keys are at the desk")),),
    ),
    Story(
        "menu",
        "menubar",
        (
            Act("file", (("popup", "file", "<a role='menuitem' id='prop' href='#prop'>Document properties</a>"),)),
            Act("#prop", (("close",), ("modal", "Properties", "<p>Four pages, written by Ada Winter.</p>"))),
        ),
    ),
    *MORE,
    *QUIET,
)


HIDES_DIALOGS = ("bootstrap", "spectre")
"""Frameworks that show no element of the class `modal` before their own script does."""


def looks_of(story: Story) -> tuple[Look, ...]:
    """How a story is drawn, the recorded look first; in all but that one a run's own values are typed."""
    base = recorded(story.page)
    others = [f for f in FRAMEWORKS if f != base.framework and not (story.page == "dialog" and f in HIDES_DIALOGS)]
    turn = [s.name for s in STORIES].index(story.name)
    chosen = [others[(turn + 3 * i) % len(others)] for i in range(3)]
    return (
        base,
        replace(base, kind="values", change="ids"),
        *(replace(base, kind="restyle", framework=f) for f in chosen[:2]),
        replace(base, kind="dark", dark=True),
        replace(base, kind="dark restyle", framework=chosen[2], dark=True),
        *(replace(base, kind="zoom", zoom=z) for z in (0.8, 1.25, 1.5)),
        replace(base, kind="device ratio", ratio=1.5),
        replace(base, kind="text size", text=1.2),
        replace(base, kind="width", width=1040),
        replace(base, kind="font", font="Liberation Serif"),
        replace(base, kind="banner", change="banner"),
        replace(base, kind="rows_added", change="rows_added"),
        replace(base, kind="jpeg", remote="jpeg 60"),
    )
