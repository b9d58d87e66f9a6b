"""What the open version says of itself: sealed, signed by whom, certified by what, until when."""

from __future__ import annotations

from collections.abc import Iterator

from studio.engine.bundle import Bundle
from studio.engine.bundle.dates import today
from studio.engine.bundle.trust import Signed, Standing, standing_of
from studio.ui.theme import Tone
from studio.ui.widgets.basics import Chip
from studio.ui.words import tr


class TrustChip(Chip):
    """One word, and all of it as a tool tip."""

    def __init__(self) -> None:
        super().__init__(tr("Sealed"), Tone.NEUTRAL, "shield")
        self.hide()

    def show_bundle(self, bundle: Bundle) -> None:
        """Another version, or the same after it was signed or certified."""
        signed = standing_of(bundle.signature)
        word, tone, icon = _word(bundle, signed)
        said = "\n".join(_lines(bundle, signed))
        self.show_state(word, tone, icon)
        self.setToolTip(said)
        self.setAccessibleDescription(said)
        self.show()


def _word(bundle: Bundle, signed: Signed) -> tuple[str, Tone, str]:
    if not bundle.sealed:
        return tr("Not sealed"), Tone.HALTED, "shield"
    if bundle.expires is not None and bundle.expires < today():
        return tr("Out of date"), Tone.HALTED, "clock"
    if signed.standing is Standing.TRUSTED:
        return tr("Signed: {name}", name=_short(signed.name)), Tone.PASSED, "key"
    if signed.standing is Standing.UNKNOWN:
        return tr("Signed, key unknown"), Tone.HEALED, "key"
    return tr("Sealed"), Tone.NEUTRAL, "shield"


def _short(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:19]}…"


def _lines(bundle: Bundle, signed: Signed) -> Iterator[str]:
    if bundle.sealed:
        yield tr("Sealed: nothing has changed since.")
    else:
        yield tr("Not sealed: a person has to look through it and seal it before it runs.")
    if signed.standing is Standing.TRUSTED:
        yield tr("Signed by {name}, whose key {key} is trusted here.", name=signed.name, key=signed.key)
    elif signed.standing is Standing.UNKNOWN:
        yield tr(
            "Signed with the key {key}, which is not trusted here; it calls itself “{name}”.",
            key=signed.key,
            name=signed.name,
        )
    else:
        yield tr("Nobody has signed it.")
    for told in bundle.certifications:
        yield tr("Certified by the policy {policy}, by {name}.", policy=told.policy, name=told.by)
    if bundle.expires is not None:
        yield tr("To be used until {day}.", day=bundle.expires.isoformat())
