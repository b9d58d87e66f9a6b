"""What other programs get of this process's environment: everything but secrets and the product's own keys.

A program that a replay starts goes on for days, and whoever looks into it reads what it was given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from studio.engine.secrets.names import SECRET_PREFIX

_OWN, _KEY = "STUDIO_", "_KEY"


def without_secrets(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """`environ` (of this process, where it is left out) without `STUDIO_SECRET_…` and `STUDIO_…_KEY`."""
    given = os.environ if environ is None else environ
    return {name: value for name, value in given.items() if not _is_secret(name.upper())}


def _is_secret(name: str) -> bool:
    return name.startswith(SECRET_PREFIX) or (name.startswith(_OWN) and name.endswith(_KEY))
