"""Names of secrets: what is a name, and how environment and keyring call it. Pure."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from studio.engine.errors import BadInput

if TYPE_CHECKING:
    from studio.engine.model.workflow import Workflow

SECRET_PREFIX = "STUDIO_SECRET_"
LONGEST_VALUE = 1200
"""Characters of a value: Windows keeps 2,560 bytes of a credential, in UTF-16."""

_ORIGIN = re.compile(r"https?://[\w.\-]+(:\d{1,5})?(?=[/?#]|$)", re.IGNORECASE | re.ASCII)
_NAME = re.compile(r"[^\W\d][\w.\-]{0,79}")


class BadSecret(BadInput):
    """The name or the value of a secret cannot be kept. `str()` is the sentence for a person, never with the value."""


def environment_name(name: str) -> str:
    """The environment variable that holds the secret `name`."""
    return SECRET_PREFIX + name.upper()


def is_name(name: str) -> bool:
    """Whether a keyring can keep a secret of that name."""
    return _NAME.fullmatch(name) is not None


def check_name(name: str) -> None:
    """Raise BadSecret where `name` is none."""
    if not is_name(name):
        raise BadSecret(f"{name[:80]!r} is no name of a secret: use a letter, then up to 79 letters, digits, - . or _.")


def account(name: str, workflow: str | None) -> str:
    """How the keyring calls the secret; `workflow` says which one alone may read it (`owner_of`). Raises BadSecret.

    Names that the environment does not tell apart (capitals) are one secret in the keyring as well.
    """
    check_name(name)
    return name.lower() if workflow is None else f"{name.lower()}@{workflow}"


def owner_of(workflow: Workflow) -> str:
    """Whose a secret is that is kept for one workflow: of that name, and in the place into which it types.

    A workflow of the same name that somebody else made types elsewhere, and is another one.
    """
    return f"{workflow.name} ({_place_of(workflow)})"


def _place_of(workflow: Workflow) -> str:
    """The desktop, or the origin of the page: scheme, host and port."""
    if workflow.backend != "web":
        return workflow.backend
    address = workflow.app_url or ""
    found = _ORIGIN.match(address)
    return found[0].casefold() if found else hashlib.sha256(address.encode()).hexdigest()[:12]


def parted(kept: str) -> tuple[str, str | None]:
    """The name and the workflow of an account; None where every workflow may read it."""
    name, at, workflow = kept.partition("@")
    return name, workflow if at else None


def checked_value(value: str) -> str:
    """`value`, if it can be kept and typed. Raises BadSecret."""
    if not value:
        raise BadSecret("The value of the secret is empty: give it in one line.")
    if len(value) > LONGEST_VALUE:
        raise BadSecret(f"The value of the secret has more than {LONGEST_VALUE} characters: it is not kept.")
    if "\n" in value or "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise BadSecret("The value of the secret is not one line of text: give it in one line of UTF-8.")
    return value
