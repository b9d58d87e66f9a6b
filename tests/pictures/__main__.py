"""Draw every page, light and dark, at 100 % and 150 %: `./dev pictures [--out DIR] [PAGE …]`. Other scales, a smaller
window and another language where they are asked for: `./dev pictures --scale 2 --size 1024x640 --language de`.

Each scale and theme is drawn in a process of its own, offscreen. The library is made by `studio demo` once and kept in
the folder, beside the pictures; the demonstration that others recorded is added where its folder is given.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

THEMES, SCALES = ["light", "dark"], ["1", "1.5"]


def main(argv: list[str]) -> int:
    """Make the library where it is not there yet, then all pictures."""
    parser = argparse.ArgumentParser(prog="./dev pictures", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="only these pages (default: all)")
    parser.add_argument("--out", type=Path, default=Path("runs") / "pictures", help="where they go")
    parser.add_argument("--recording", type=Path, help="another recording to show among the recordings")
    parser.add_argument("--theme", action="append", choices=THEMES, help="only this theme")
    parser.add_argument("--scale", action="append", help="this scale (2 is 200 %%), instead of 1 and 1.5")
    parser.add_argument("--size", default="1440x900", help="of the window, in px that are not scaled")
    parser.add_argument("--language", default="en", help="what the window speaks")
    options = parser.parse_args(argv)
    library = options.out / "library"
    if not library.is_dir():
        make_library(library, options.recording)
    for theme in options.theme or THEMES:
        for scale in options.scale or SCALES:
            asked = [theme, scale, options.size, options.language, str(options.out), *options.pages]
            command = [sys.executable, "-m", "tests.pictures.draw", *asked]
            environ = os.environ | {
                "QT_QPA_PLATFORM": "offscreen",
                "QT_SCALE_FACTOR": scale,
                "STUDIO_LIBRARY": str(library.resolve()),
                "STUDIO_CONFIG": str((options.out / "config").resolve()),
            }
            subprocess.run(command, env=environ, check=True)
    sys.stdout.write(f"The pictures are in {options.out}.\n")
    return 0


def make_library(library: Path, recording: Path | None) -> None:
    """A library with the demonstration: two versions, four runs, one of them with heals."""
    demo = library.with_name("demo")
    shutil.rmtree(demo, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "studio", "demo", "--headless", "--out", str(demo)], check=True)
    workflow = library / "workflows" / "triage-a-referral"
    workflow.mkdir(parents=True)
    shutil.copytree(demo / "bundle", workflow / "v1")
    shutil.copytree(demo / "recording", library / "recordings" / "20261130-090000-triage-a-referral")
    for number, run in enumerate(("baseline", "other-note", "drift", "healed")):
        target = library / "runs" / "triage-a-referral" / f"20261130-09{number:02}00"
        shutil.copytree(demo / "runs" / run, target)
        (target / "source.json").write_text(f'{{"v": 1, "bundle": "{workflow.resolve() / "v1"}"}}')
    if recording is not None:
        shutil.copytree(recording, library / "recordings" / f"20261129-090000-{recording.name}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
