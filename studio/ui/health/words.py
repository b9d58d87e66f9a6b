"""What is looked at, in people's words: a title, an icon, and what it means where it is not as it should be. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.health import Ability, Finding
from studio.ui.theme import Tone
from studio.ui.words import tr

FINDING_TONES = {"ok": Tone.PASSED, "warning": Tone.HEALED, "missing": Tone.FAILED}
FINDING_ICONS = {"ok": "check", "warning": "problem", "missing": "cross"}
ABILITY_TONES = {"yes": Tone.PASSED, "limited": Tone.HEALED, "no": Tone.UNKNOWN}
ABILITY_ICONS = {
    "record_web": "record",
    "replay_web": "web",
    "record_desktop": "window",
    "replay_desktop": "run",
    "read_text": "label",
}


@dataclass(frozen=True)
class About:
    """A kind of finding in words."""

    title: str
    icon: str
    means: str


def about(finding: Finding) -> About:
    """The words for a finding; one that is new here shows its own name."""
    return _known().get(finding.name) or About(finding.name, "info", tr("Looked at by studio doctor."))


def ability_words(ability: Ability) -> tuple[str, str]:
    """What can be done, and how far."""
    titles = {
        "record_web": tr("Record a web page"),
        "replay_web": tr("Replay on a web page"),
        "record_desktop": tr("Record programs"),
        "replay_desktop": tr("Replay on programs"),
        "read_text": tr("Read text in pictures"),
    }
    answers = {"yes": tr("yes"), "limited": tr("in part"), "no": tr("not here")}
    return titles.get(ability.name, ability.title), answers[ability.able]


def _known() -> dict[str, About]:
    return {**_of_the_machine(), **_of_the_desktop()}


def _of_the_machine() -> dict[str, About]:
    return {
        "python": About(tr("Python"), "gear", tr("Waymark runs on Python 3.11 and 3.12. Others are not tested.")),
        "disk": About(
            tr("Disk"),
            "save",
            tr(
                "Recordings and runs keep pictures. Where the disk is full a recording ends, and nothing of it is lost."
            ),
        ),
        "fonts": About(
            tr("Fonts"), "type", tr("Without fonts programs show boxes in place of letters, which nobody can read.")
        ),
        "reading": About(
            tr("Reading text in pictures"),
            "label",
            tr("Targets are found by their words, too. The models that read come with Waymark; nothing is sent away."),
        ),
        "browser": About(
            tr("Browser"), "web", tr("Web pages are recorded and replayed in Chromium or Chrome of this computer.")
        ),
        "keyring": About(
            tr("Keyring"),
            "lock",
            tr(
                "Passwords of workflows can be kept there. Without one they are typed for each run, or given in the"
                " environment."
            ),
        ),
        "privacy": About(
            tr("Privacy"), "shield", tr("What is recorded shows records and what was typed: it should be yours alone.")
        ),
        "window": About(tr("This window"), "window", tr("What the window needs of this computer to be shown.")),
    }


def _of_the_desktop() -> dict[str, About]:
    return {
        "session": About(
            tr("Session"), "screen", tr("Without a display only web pages can be replayed, without being seen.")
        ),
        "display": About(
            tr("Display"),
            "screen",
            tr("Programs can be watched and worked on X11. Wayland lets no program see or work another one."),
        ),
        "screen": About(
            tr("Pictures of the screen"), "template", tr("Everything that is recorded and found rests on pictures.")
        ),
        "hooks": About(tr("Mouse and keyboard, heard"), "keyboard", tr("Recording hears what you click and type.")),
        "sending": About(tr("Mouse and keyboard, sent"), "click", tr("Replaying clicks and types as you did.")),
        "damage": About(
            tr("Hearing what is drawn"), "eye", tr("Without it pictures are taken all the time, which is slower.")
        ),
        "accessibility": About(
            tr("Names in other programs"),
            "structure",
            tr(
                "Programs can tell what their buttons are called. Without that, targets are found by picture and text"
                " only, and password fields are known only where you say so. Web pages are not affected."
            ),
        ),
        "hot_keys": About(
            tr("Keys while recording"), "key", tr("A key that another program holds does not reach the recorder.")
        ),
    }
