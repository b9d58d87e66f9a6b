"""Findings on a bundle as a whole: its seal, its signature, its dates. Pure, but for the keys that are trusted here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from studio.engine.bundle import Bundle
from studio.engine.bundle.dates import today
from studio.engine.bundle.layout import READABLE
from studio.engine.bundle.trust import Signed, Standing, standing_of
from studio.engine.policy.codes import found
from studio.engine.policy.finding import Finding, Mend
from studio.engine.policy.policy import NO_POLICY, Policy


def bundle_findings(
    bundle: Bundle, policy: Policy = NO_POLICY, *, on: date | None = None, until: date | None = None
) -> tuple[Finding, ...]:
    """What concerns the whole bundle on the day `on` (today), as severe as `policy` takes it.

    `until` is the last day of a certification that is about to be given: it counts as the bundle's own.
    """
    day = on or today()
    all_found = (*_of_seal(bundle, day), *_of_date(bundle, policy, day, until), *_of_signature(bundle, policy))
    weighed = (policy.weigh(finding) for finding in all_found)
    return tuple(finding for finding in weighed if finding is not None)


def _of_seal(bundle: Bundle, day: date) -> Iterator[Finding]:
    if not bundle.sealed:
        sentence = "It is not sealed: a person has to look through it and seal it before it runs."
        yield found("unsealed", None, sentence, Mend.SEAL)
    if bundle.sealed and not bundle.reads_as_it_does:
        sentence = f"Its {READABLE} is not what it does, or another version wrote it: seal it anew, and read that."
        yield found("readable_differs", None, sentence, Mend.SEAL)
    until = bundle.sealed_until
    if until is not None and until < day:
        sentence = f"It was to be used until {until}: look through it, and seal a new version."
        yield found("expired", None, sentence, Mend.SEAL)


def _of_date(bundle: Bundle, policy: Policy, day: date, until: date | None) -> Iterator[Finding]:
    setting = policy.setting("expiry_set")
    most = day + timedelta(days=setting.within_days) if setting is not None and setting.within_days else None
    ends = min((one for one in (bundle.sealed_until, until or bundle.expires) if one is not None), default=None)
    if ends is None:
        sentence = "It says no date after which it is not to be used: give one when it is sealed or certified."
        yield found("no_expiry", None, sentence)
    elif most is not None and ends > most:
        sentence = f"It may be used until {ends}, and {most} is the last day that the policy allows."
        yield found("no_expiry", None, sentence)


def _of_signature(bundle: Bundle, policy: Policy) -> Iterator[Finding]:
    setting = policy.setting("signed")
    told: Signed = standing_of(bundle.signature)
    if told.standing is Standing.NONE:
        yield found("unsigned", None, "Nobody has signed it: nothing says who made it.", Mend.SIGN)
    elif told.standing is Standing.UNKNOWN and (setting is None or setting.trusted is not False):
        sentence = f"It is signed with the key {told.key}, which is not trusted here (it calls itself “{told.name}”)."
        yield found("signed_by_unknown", None, sentence)
