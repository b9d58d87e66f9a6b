"""The text patterns that a person has chosen on this computer: for all recordings, bundles and runs from then on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from studio.engine.config_folder import config_folder
from studio.engine.errors import BadInput
from studio.engine.files import explained, write_atomically
from studio.engine.model.base import Value
from studio.engine.privacy.patterns import TextPatterns
from studio.engine.rights import make_private
from studio.engine.untrusted import parse_object, read_given, read_value

_MOST_BYTES = 100_000
_VERSION = 1


class _File(Value):
    version: int = _VERSION
    hide: tuple[str, ...] = ()


def patterns_file() -> Path:
    """Where they are kept."""
    return config_folder() / "privacy.json"


def own_patterns(more: Sequence[str] | None = None) -> TextPatterns:
    """The patterns of this computer and, where given, those of a workflow. Raises BadInput with one sentence.

    A file that cannot be read is an error: going on would keep what should be hidden.
    """
    file = patterns_file()
    kept: tuple[str, ...] = ()
    if file.exists():
        where = f"{file} (what is hidden from recordings and runs)"
        data = parse_object(read_given(file, where, limit=_MOST_BYTES, error=BadInput), where, BadInput)
        kept = read_value(_File, data, where, BadInput)[0].hide
    return TextPatterns.of((*kept, *(more or ())))


def keep_patterns(given: Sequence[str]) -> TextPatterns:
    """Keep these from now on, instead of those before. Raises BadPattern, CannotWrite."""
    patterns = TextPatterns.of(given)
    file = patterns_file()
    with explained(file):
        make_private(file.parent)
    write_atomically(file, _File(hide=patterns.names).model_dump_json(indent=1).encode())
    return patterns
