"""`studio scan`: each way in which a file may hold a value, told by file and place and never by the value."""

from __future__ import annotations

import base64
import bz2
import gzip
import html
import io
import json
import lzma
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, quote_plus

import cv2
import pytest
from helpers.drawing import Canvas
from hypothesis import given
from hypothesis import strategies as st

from studio.__main__ import main
from studio.engine.privacy import scan_parts
from studio.engine.privacy.scan import Scanner
from studio.engine.privacy.scan_bytes import ByteSearch
from studio.engine.vision.ocr import ocr_stats

VALUE = 'Hush/9 "wörd"'


def _png_with(kind: bytes, body: bytes) -> bytes:
    plain = Canvas((20, 20)).frame.png
    chunk = len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
    return plain[:33] + chunk + plain[33:]


def _zip(name: str, data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(name, data)
    return file.getvalue()


def _jpeg(said: bytes) -> bytes:
    _, data = cv2.imencode(".jpg", Canvas((20, 20)).pixels)
    plain = bytes(data)
    return plain[:2] + b"\xff\xfe" + (len(said) + 2).to_bytes(2, "big") + said + plain[2:]


WAYS: dict[str, Callable[[str], bytes]] = {
    "plain": lambda v: f"a {v} b".encode(),
    "capitals": lambda v: v.upper().encode(),
    "utf-16": lambda v: v.encode("utf-16"),
    "utf-16-be": lambda v: v.encode("utf-16-be"),
    "cp1252": lambda v: v.encode("cp1252"),
    "json": lambda v: json.dumps({"a": v}).encode(),
    "json in json": lambda v: json.dumps(json.dumps({"a": v})).encode(),
    "json unescaped": lambda v: json.dumps({"a": v}, ensure_ascii=False).encode(),
    "html": lambda v: html.escape(v).encode(),
    "address": lambda v: f"?q={quote(v, safe='')}&x".encode(),
    "form": lambda v: f"q={quote_plus(v).lower()}".encode(),
    "base64": lambda v: base64.b64encode(f"nurse:{v}".encode()),
    "base64 of an address": lambda v: base64.urlsafe_b64encode(f"xx{v}yy".encode()),
    "all of it coded for an address": lambda v: "".join(f"%{b:02X}" for b in v.encode()).encode(),
    "HTML by numbers": lambda v: "".join(f"&#x{ord(c):X};" for c in v).encode(),
    "accents apart": lambda v: unicodedata.normalize("NFD", v).encode(),
    "gzip": lambda v: gzip.compress(f"a {v} b".encode()),
    "bzip2": lambda v: bz2.compress(f"a {v} b".encode()),
    "xz": lambda v: lzma.compress(f"a {v} b".encode(), preset=0),
    "zip in gzip": lambda v: gzip.compress(_zip("a.txt", v.encode())),
    "hex": lambda v: v.encode().hex().upper().encode(),
    "across parts": lambda v: b"." * (8_000_000 - 5) + v.encode(),
    "zip": lambda v: _zip("a.txt", v.encode()),
    "zip in zip": lambda v: _zip("b.zip", _zip("a.txt", v.encode())),
    "name in a zip": lambda v: _zip(f"{v.replace('/', '')[:3]}/{v}", b"x"),
    "PNG text": lambda v: _png_with(b"tEXt", b"k\0" + v.encode("cp1252")),
    "PNG packed text": lambda v: _png_with(b"zTXt", b"k\0\0" + zlib.compress(v.encode())),
    "after a PNG": lambda v: Canvas((20, 20)).frame.png + v.encode(),
    "JPEG comment": lambda v: _jpeg(v.encode()),
}


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_write_a_value_is_found(way: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(WAYS[way](VALUE))
    told = Scanner(["something else", VALUE], pictures=0).search([tmp_path])
    assert {(find.file, find.value) for find in told.finds} == {(str(tmp_path / "file"), 2)}
    assert VALUE not in str(told)
    (tmp_path / "file").write_bytes(WAYS[way]("a harmless text"))
    clean = Scanner([VALUE], pictures=0).search([tmp_path])
    assert clean.finds == []


@given(st.binary(max_size=40), st.text(st.characters(codec="utf-8"), min_size=4, max_size=12), st.binary(max_size=40))
def test_a_value_is_found_between_any_bytes(before: bytes, value: str, after: bytes) -> None:
    assert (0, len(before)) in ByteSearch([value]).found(before + value.encode() + after)


def test_short_values_count_as_whole_words(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("421 142 x42 42_ and 42.")
    assert [find.place for find in Scanner(["42"]).search([tmp_path]).finds] == ["byte 20"]


def test_a_value_in_a_files_name_is_found_and_not_told(tmp_path: Path) -> None:
    (tmp_path / "of zebra4711.txt").write_text("")
    (find,) = Scanner(["Zebra4711"]).search([tmp_path]).finds
    assert (Path(find.file).name, find.place) == ("of •••.txt", "its name")


def test_pictures_are_read_once_and_only_where_they_differ(tmp_path: Path) -> None:
    canvas = Canvas((480, 200))
    canvas.write("Welcome to the clinic", 20, 30, size=0.7)
    (tmp_path / "a.png").write_bytes(canvas.frame.png)
    (tmp_path / "b.png").write_bytes(canvas.frame.png)
    canvas.write("key zebra4711", 20, 120, size=0.7)
    (tmp_path / "c.png").write_bytes(canvas.frame.png)
    page = f'<img src="data:image/png;base64,{base64.b64encode(canvas.frame.png).decode()}">'
    (tmp_path / "page.html").write_text(page)
    before = ocr_stats()
    told = Scanner(["zebra4711"]).search([tmp_path])
    spent = ocr_stats() - before
    assert [Path(find.file).name for find in told.finds] == ["c.png", "page.html"]
    assert all("shown at " in find.place for find in told.finds)
    assert (told.pictures, spent.full_frames) == (2, 1)
    assert Scanner(["zebra4711"], pictures=1).search([tmp_path]).pictures_left == 2


def test_letters_of_a_picture_in_a_page_are_no_find(tmp_path: Path) -> None:
    coded = base64.b64encode(Canvas((60, 60)).frame.png).decode()
    value = coded[200:205]
    (tmp_path / "page.html").write_text(f'<img src="data:image/png;base64,{coded}"><p>{value}</p>')
    (find,) = Scanner([value], pictures=0).search([tmp_path]).finds
    assert find.place == f"byte {len(coded) + 37}"


def test_what_cannot_be_searched_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.zip").write_bytes(_zip("x", b"x" * 4000)[:-30])
    (tmp_path / "b.png").write_bytes(
        b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (99_999).to_bytes(4, "big") * 2 + b"\0" * 9
    )
    (tmp_path / "c.zip").write_bytes(_zip("bomb", b"\0" * 3_000_000))
    (tmp_path / "link").symlink_to(tmp_path / "a.zip")
    monkeypatch.setattr(scan_parts, "MAX_RATIO", 10)
    (tmp_path / "d.gz").write_bytes(gzip.compress(b"x" * 4000)[:-10])
    told = Scanner(["zebra4711"]).search([tmp_path])
    assert [Path(file.split(",")[0]).name for file, _ in told.skipped] == ["a.zip", "b.png", "c.zip", "d.gz"]
    assert told.files == 4


def test_of_a_picture_that_moves_and_of_a_huge_packed_text_it_is_told_that_not_all_was_searched(tmp_path: Path) -> None:
    plain = Canvas((20, 20)).frame.png
    more = b"\0\0\0\1" + plain[41:-16]
    moving = _png_with(b"fdAT", more)
    (tmp_path / "a.png").write_bytes(moving)
    (tmp_path / "b.html").write_text(f'<img src="data:image/png;base64,{base64.b64encode(moving).decode()}">')
    (tmp_path / "c.png").write_bytes(_png_with(b"zTXt", b"k\0\0" + zlib.compress(b"." * 9_000_000 + b"zebra4711")))
    (tmp_path / "d.png").write_bytes(_png_with(b"zTXt", b"k\0\0" + zlib.compress(b"." * 3_000_000)))
    told = Scanner(["zebra4711"], pictures=0).search([tmp_path])
    assert [(Path(file.split(",")[0]).name, why.split()[-1]) for file, why in told.skipped] == [
        ("a.png", "read"),
        ("b.html", "read"),
        ("c.png", "unpacked"),
    ]


def test_the_command_tells_file_and_place_and_never_the_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("one zebra4711 two")

    def scan(typed: str, *more: str) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return main(["scan", str(tmp_path), *more])

    assert scan("nothing\nzebra4711\n") == 1
    said = capsys.readouterr()
    assert f"value 2: {tmp_path / 'notes.txt'}, byte 4" in said.out
    assert "zebra" not in said.out + said.err
    assert scan("zebra4711\n", "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert told["finds"] == [{"file": str(tmp_path / "notes.txt"), "place": "byte 4", "value": 1}]
    assert scan("nowhere-to-be-found\n") == 0
    assert scan("\n") == 2
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 cut")
    assert scan("nowhere-to-be-found\n") == 3
