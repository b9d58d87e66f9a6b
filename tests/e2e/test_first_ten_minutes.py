"""The commands of README's first ten minutes, as they stand there, one after the other in an empty folder."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from studio.demo.mockmed import MockMed

README = Path(__file__).resolve().parent.parent.parent / "README.md"
LINES = re.findall(r"^\./dev run studio (?!demo mockmed)(.+)$", README.read_text(encoding="utf-8"), re.MULTILINE)


def test_each_command_ends_as_it_says(mockmed: MockMed, tmp_path: Path) -> None:
    for line in LINES:
        words = shlex.split(line.replace("http://127.0.0.1:8123/", mockmed.url), comments=True)
        more = ["--headless"] if words[0] == "demo" else []
        done = subprocess.run(
            [sys.executable, "-m", "studio", *words, *more], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        expected = 1 if "exit code 1" in line else 0
        assert done.returncode == expected, f"{line}\n{done.stdout}{done.stderr}"
    assert (tmp_path / "runs/first/runs/drift/report.html").is_file()
    assert "ambiguous" in (tmp_path / "runs/4/report.html").read_text(encoding="utf-8")
    assert (tmp_path / "runs/mine-2/workflow.json").is_file()
