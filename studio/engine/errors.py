"""What the engine raises about what it was given, and about what it cannot write.

::

    BadInput (ValueError)            the CLI prints str(error) and exits 2
    ├── AlreadyThere                 the place to write to holds something
    ├── BadParams                    a parameter is missing, unknown or wrong
    ├── BadRecording                 not a recording, or a broken one
    ├── BadBundle                    not a bundle, or a broken one
    │   ├── TamperedBundle           it changed after it was sealed
    │   ├── UnsealedBundle           it must be sealed before it replays
    │   ├── UnreviewedBundle         its heals must be decided before it replays
    │   ├── ExpiredBundle            the date after which it is not to be used has passed
    │   └── UncertifiedBundle        the policy that a run requires has not been met
    └── NewerVersion                 written by a newer program
    CannotWrite (OSError)            disk full, read-only, no permission; the CLI exits 3

`str()` of each is one sentence that says what is wrong, where, and what to do; where several things are wrong
(TamperedBundle, an invalid workflow) one line for each follows.
"""

from __future__ import annotations


class BadInput(ValueError):
    """Something given to us is not as it must be. `str()` is the sentence for a person."""


class AlreadyThere(BadInput):
    """The target exists and is not empty: nothing is ever overwritten."""


class BadParams(BadInput):
    """A run's parameters do not fit the workflow."""


class BadRecording(BadInput):
    """The folder is not a recording, or is a broken one."""


class BadBundle(BadInput):
    """The folder is not a bundle, or is a broken one."""


class TamperedBundle(BadBundle):
    """Files of a sealed bundle changed. `problems` has one sentence for each."""

    def __init__(self, sentence: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__("\n".join((sentence, *problems)))
        self.problems = problems


class UnsealedBundle(BadBundle):
    """The bundle opens, but a person has to seal it before it replays."""


class UnreviewedBundle(BadBundle):
    """The bundle carries heals that no person has decided yet."""


class ExpiredBundle(BadBundle):
    """The bundle opens, and is not replayed any more: its date has passed."""


class UncertifiedBundle(BadBundle):
    """A run requires a policy by which this very bundle is not certified."""


class NewerVersion(BadInput):
    """A format's version is newer than this program knows."""


class CannotWrite(OSError):
    """A file could not be written; what stood there before is untouched. `str()` is the sentence for a person."""
