"""What the cards below the picture say of the chosen action, with what can be done about it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from studio.ui.record.cards import Card
from studio.ui.theme import Tone
from studio.ui.widgets.basics import Button
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.pages.cleanup import CleanupPage


def said_of(page: CleanupPage) -> list[Card]:
    """What can be said of the row that is chosen."""
    number, rows = page.list.currentIndex().row(), page.list.rows.rows
    if not 0 <= number < len(rows) or page.draft is None:
        return []
    row = rows[number]
    if row.place is None:
        again = tr("If it matters, record again from here, or do without it.")
        return [Card("problem", tr("Not recorded, {time}", time=row.time), f"{row.title} {again}", Tone.HEALED)]
    action = page.draft.edited.actions[row.place]
    made = []
    if any(tag.word == tr("no name") for tag in row.tags):
        name = Button(tr("Name it…"), "edit", run=page.tools.relabel)
        sentence = tr("Its picture and the texts near it are kept. A name from you makes it safer.")
        made.append(Card("problem", tr("I cannot read a name here"), sentence, Tone.HEALED, (name,)))
    if not action.event.settled:
        sentence = tr("The screen still changed when the picture after this action was taken.")
        made.append(Card("clock", tr("Still moving"), sentence, Tone.HEALED))
    for n, check in enumerate(action.event.checks):
        word = (
            tr("“{text}” must be there", text=check.text)
            if check.present
            else tr("“{text}” must be gone", text=check.text)
        )
        away = Button(tr("Take away"), "trash", run=partial(page.tools.drop_check, n))
        made.append(Card("check", tr("Check after this action"), word, Tone.PASSED, (away,)))
    if action.event.note is not None:
        made.append(_note(page, action.event.note))
    return made + _blacked(page)


def _note(page: CleanupPage, words: str) -> Card:
    if words:
        return Card("note", tr("Your note"), words, "accent", (Button(tr("Change it…"), "edit", run=page.tools.note),))
    sentence = tr("You marked this place while recording: say what should be known about it.")
    write = Button(tr("Write it…"), "edit", run=page.tools.note)
    return Card("note", tr("A note without words"), sentence, Tone.HEALED, (write,))


def _blacked(page: CleanupPage) -> list[Card]:
    """The last place that is black in this picture, which can be shown again."""
    seen, draft = page.picture.seen, page.draft
    found = [n for n, r in enumerate(draft.edited.redactions) if seen and r.covers(seen)] if draft else []
    if not found:
        return []
    again = Button(tr("Show the last one again"), "eye", run=partial(page.tools.show_again, found[-1]))
    sentence = tr("{n} of this picture. It becomes final when you compile.", n=len(found))
    return [Card("redact", tr("Blacked out"), sentence, "accent", (again,))]
