"""Settings of a person on this machine: one JSON file with a version, written atomically, checked when read."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from studio.engine.config_folder import config_folder
from studio.engine.errors import BadInput, CannotWrite
from studio.engine.files import write_atomically
from studio.engine.limits import MAX_SMALL_BYTES
from studio.engine.model.base import Value
from studio.engine.rights import make_private
from studio.engine.untrusted import read_given
from studio.ui.told import told
from studio.ui.words import tr

SETTINGS_VERSION = 1
_MOST_ASIDE = 20


class Settings(Value):
    """Every setting with its default. Window state is kept beside (`window`), recents newest first."""

    version: int = SETTINGS_VERSION
    theme: Literal["system", "light", "dark"] = "system"
    language: str = "en"
    library: str = ""
    recents: tuple[str, ...] = ()
    hidden_tips: tuple[str, ...] = ()
    reviewer: str = ""
    countdown_s: int = Field(default=3, ge=0, le=10)
    key_pause: str = "Ctrl+Alt+P"
    key_finish: str = "Ctrl+Alt+F"
    policy: str = "standard"
    required_policy: str = ""
    keep_runs: int = Field(default=50, ge=1, le=10_000)
    purge_at_start: bool = False
    purge_days: int = Field(default=0, ge=0, le=3650)
    purge_frames_only: bool = False
    reduced_motion: bool = False
    window: dict[str, str] = {}


def settings_file() -> Path:
    """Where they are kept; STUDIO_CONFIG names another folder (tests, shared machines)."""
    return config_folder() / "settings.json"


class SettingsStore:
    """Reads and writes the settings. A broken file is set aside (`settings.json.broken`), never overwritten."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or settings_file()
        self._warns: Callable[[], str] = str
        self.value = self._read()

    @property
    def warning(self) -> str:
        """What went wrong with the file, if anything, said in the language of the moment."""
        return self._warns()

    def change(self, **fields: Any) -> Settings:
        """Other values for some settings; kept on disk at once. Raises ValueError for a value that cannot be."""
        self.value = Settings.model_validate({**self.value.model_dump(), **fields})
        try:
            make_private(self.file.parent)
            write_atomically(self.file, self.value.model_dump_json(indent=1).encode(), durable=False)
        except (OSError, CannotWrite) as problem:
            said = str(problem)
            self._warns = lambda: tr("Settings could not be saved: {problem}", problem=told(said))
            logging.getLogger(__name__).info(self.warning)
        return self.value

    def remember(self, path: Path) -> None:
        """Put a bundle, recording or run to the front of the recents."""
        said = str(path)
        self.change(recents=(said, *(r for r in self.value.recents if r != said))[:40])

    def _read(self) -> Settings:
        try:
            found = Settings.model_validate_json(self._bytes())
        except FileNotFoundError:
            return Settings()
        except (OSError, BadInput, ValidationError) as problem:
            return self._set_aside(str(problem).splitlines()[0])
        if found.version > SETTINGS_VERSION:
            self._warns = lambda: tr(
                "The settings were written by a newer version; the usual ones are used, nothing is changed."
            )
            self.file = self.file.with_name(f"settings-{SETTINGS_VERSION}.json")
            return Settings()
        return found

    def _bytes(self) -> bytes:
        if not self.file.exists():
            raise FileNotFoundError(self.file)
        return read_given(self.file, "a file of settings", limit=MAX_SMALL_BYTES, error=BadInput)

    def _set_aside(self, why: str) -> Settings:
        aside = self._aside()
        try:
            self.file.replace(aside)
            self._warns = lambda: tr(
                "The settings could not be read ({why}). They are kept as {name}; the usual are used.",
                why=told(why),
                name=aside.name,
            )
        except OSError:
            self._warns = lambda: tr("The settings could not be read ({why}). The usual ones are used.", why=told(why))
        return Settings()

    def _aside(self) -> Path:
        """A free name: what was set aside before stays."""
        names = (f"{self.file.name}.broken{number}" for number in ("", *(f"-{n}" for n in range(2, _MOST_ASIDE + 1))))
        files = [self.file.with_name(name) for name in names]
        return next((file for file in files if not os.path.lexists(file)), files[-1])
