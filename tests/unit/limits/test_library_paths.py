"""What was opened lately, and names of versions, as they may stand in a person's files: none of it empties a list."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from helpers.formats import write_bundle

from studio.engine.errors import CannotWrite
from studio.engine.files import new_directory
from studio.ui.services.library import Library, next_version_dir

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, and names of 255 bytes")


def test_one_path_that_leads_nowhere_hides_no_other_workflow(tmp_path: Path) -> None:
    here, elsewhere = write_bundle(tmp_path / "lib" / "workflows" / "a" / "v1"), write_bundle(tmp_path / "elsewhere")
    for loop in (tmp_path / "loop", tmp_path / "lib" / "workflows" / "loop"):
        loop.symlink_to(loop.name)
    wrong = (str(tmp_path / "loop"), "a\0b", "/" + "x" * 5000, "x" * 300, "")
    found = Library(tmp_path / "lib").workflows((*wrong, str(elsewhere)))
    assert {entry.newest for entry in found} == {here, elsewhere}


@pytest.mark.parametrize("root", ["a\0b", "loop", "x" * 300, "file"])
def test_a_library_that_cannot_be_is_an_empty_one(root: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("")
    library = Library(tmp_path / root)
    assert (library.workflows(), library.recordings()) == ((), ())


@pytest.mark.parametrize("name", ["v" + "9" * 254, "x" * 255, "x" * 252 + "-v9"], ids=["number", "name", "both"])
def test_a_next_version_whose_name_is_too_long_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    target = next_version_dir(write_bundle(tmp_path / "short").rename(tmp_path / name))
    with pytest.raises(CannotWrite, match="the name is too long; choose a shorter one"), new_directory(target):
        pass
