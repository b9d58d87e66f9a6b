"""The practice clinic's server, asked over real HTTP."""

from __future__ import annotations

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from studio.demo.mockmed import MockMed, main, serve
from studio.resource_files import resource

ENCOUNTER = {
    "patient_id": "p01",
    "type": "Triage",
    "visit": "Home visit",
    "date": "2026-03-02",
    "note": "Walks without a stick; next check in two weeks.",
    "agreed": True,
}
COMMAND = [sys.executable, "-c", "import sys; from studio.demo import mockmed; sys.exit(mockmed.main(sys.argv[1:]))"]


@pytest.fixture
def clinic() -> Iterator[MockMed]:
    with serve() as running:
        yield running


def get(clinic: MockMed, path: str) -> Any:
    with urlopen(clinic.url + path) as answer:
        return json.load(answer)


def post(clinic: MockMed, path: str, body: Any) -> Any:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    with urlopen(Request(clinic.url + path, data=content)) as answer:
        return json.load(answer)


def save(clinic: MockMed, **changes: Any) -> Any:
    return post(clinic, "api/encounters", {**ENCOUNTER, **changes})


def refusal(status: int, clinic: MockMed, path: str, body: Any = None) -> str:
    with pytest.raises(HTTPError) as caught:
        get(clinic, path) if body is None else post(clinic, path, body)
    with caught.value as error:
        assert error.code == status
        return str(json.load(error)["error"])


def test_worklist_has_forty_distinct_patients_and_seven_more_above(clinic: MockMed) -> None:
    usual, more = get(clinic, "api/patients"), get(clinic, "api/patients?rows=1")
    assert len(usual) == 40
    assert more[7:] == usual
    assert set(usual[0]) == {"id", "name", "born", "mrn", "reason", "priority"}
    assert len({p["id"] for p in more}) == len({p["mrn"] for p in more}) == 47
    assert [p["name"] for p in usual].count("Alex Testcase") == 2


def test_saved_encounters_are_listed_in_order_of_saving(clinic: MockMed) -> None:
    save(clinic)
    save(clinic, patient_id="p02", note="Second", visit="", date="", agreed=False)
    first, second = get(clinic, "api/encounters")
    assert first.pop("saved_at") < second.pop("saved_at")
    assert first == {**ENCOUNTER, "id": 1, "patient": "Jane Sample", "mrn": "MM-104827"}
    assert (second["patient"], second["note"], second["agreed"], second["date"]) == (
        "Jane Samples",
        "Second",
        False,
        "",
    )


def test_chart_lists_newest_first_with_the_banner(clinic: MockMed) -> None:
    save(clinic, note="Older")
    save(clinic, note="x" * 60)
    save(clinic, patient_id="p02")
    chart = get(clinic, "api/patients/p01")
    assert [e["note"] for e in chart["encounters"]] == ["x" * 60, "Older"]
    assert chart["banner"] == "Encounter saved — " + "x" * 40
    assert chart["patient"]["mrn"] == "MM-104827"


def test_banner_stays_until_the_patient_is_left(clinic: MockMed) -> None:
    save(clinic)
    save(clinic, patient_id="p02", note="Other")
    post(clinic, "api/patients/p01/leave", {})
    assert get(clinic, "api/patients/p01")["banner"] is None
    assert get(clinic, "api/patients/p02")["banner"] == "Encounter saved — Other"


@pytest.mark.parametrize(
    "change",
    [
        {"type": ""},
        {"type": "triage"},
        {"visit": "Office!"},
        {"date": "02.03.2026"},
        {"date": "2026-02-30"},
        {"note": " \n"},
        {"note": 7},
        {"note": "x" * 4001},
        {"agreed": "yes"},
        {"fault": "unheard-of"},
    ],
)
def test_wrong_encounter_is_refused_and_not_stored(clinic: MockMed, change: dict[str, Any]) -> None:
    assert next(iter(change)) in refusal(400, clinic, "api/encounters", {**ENCOUNTER, **change})
    assert get(clinic, "api/encounters") == []


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"[" + b"1," * 40_000 + b"1]"])
def test_body_that_is_no_small_json_object_is_refused(clinic: MockMed, body: bytes) -> None:
    assert "body" in refusal(400, clinic, "api/encounters", body)


def test_post_without_length_is_refused(clinic: MockMed) -> None:
    connection = HTTPConnection(clinic.url.removeprefix("http://").rstrip("/"))
    connection.putrequest("POST", "/api/encounters")
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 400
    connection.close()


@pytest.mark.parametrize("path", ["api/nothing", "api/patients/p99", "api/patients/p01/x", "api/", "missing.html"])
def test_unknown_address_answers_404_json(clinic: MockMed, path: str) -> None:
    assert refusal(404, clinic, path)


def test_unknown_patient_answers_404_to_a_post(clinic: MockMed) -> None:
    assert refusal(404, clinic, "api/encounters", {**ENCOUNTER, "patient_id": "p99"})
    assert refusal(404, clinic, "api/patients/p99/leave", {})
    assert refusal(404, clinic, "api/patients", {})


@pytest.mark.parametrize(
    "path", ["/../../pyproject.toml", "/%2e%2e/%2e%2e/pyproject.toml", "/frames", "/%00", "//etc/x"]
)
def test_only_files_of_the_page_are_served(clinic: MockMed, path: str) -> None:
    connection = HTTPConnection(clinic.url.removeprefix("http://").rstrip("/"))
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 404
    connection.close()


@pytest.mark.parametrize(
    "path", ["", "app.js", "styles.css", "frames.html", "frames/inner.html", "shadow.html", "?drift=theme"]
)
def test_pages_are_served_and_never_cached(clinic: MockMed, path: str) -> None:
    with urlopen(clinic.url + path) as answer:
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.read()


def test_refused_save_is_answered_as_if_all_was_well(clinic: MockMed) -> None:
    good = save(clinic, patient_id="p02")
    assert save(clinic, fault="refuse") == good
    assert [e["patient_id"] for e in get(clinic, "api/encounters")] == ["p02"]
    assert get(clinic, "api/patients/p01")["banner"] is None


def test_only_a_second_save_of_the_same_patient_is_refused(clinic: MockMed) -> None:
    for patient, note in [("p01", "First"), ("p02", "Other"), ("p01", "Second")]:
        post(clinic, f"api/patients/{patient}/leave", {})
        assert save(clinic, patient_id=patient, note=note, fault="refuse_second") == {"ok": True}
    assert [e["note"] for e in get(clinic, "api/encounters")] == ["First", "Other"]
    assert get(clinic, "api/patients/p01")["banner"] == "Encounter saved — First"


def test_error_fault_answers_500_and_stores_nothing(clinic: MockMed) -> None:
    assert refusal(500, clinic, "api/encounters", {**ENCOUNTER, "fault": "error"})
    assert get(clinic, "api/encounters") == []


def test_saves_at_once_are_all_stored(clinic: MockMed) -> None:
    notes = {f"Note {number}" for number in range(60)}
    with ThreadPoolExecutor(12) as pool:
        list(pool.map(lambda note: save(clinic, note=note), notes))
    stored = get(clinic, "api/encounters")
    assert {e["note"] for e in stored} == notes
    assert [e["id"] for e in stored] == list(range(1, 61))


def test_listens_on_loopback_only(clinic: MockMed) -> None:
    assert clinic.url.startswith("http://127.0.0.1:")
    port = int(clinic.url.rstrip("/").rsplit(":", 1)[1])
    with socket.socket() as probe:
        # Another loopback address: refused unless the server listens on all of them.
        assert probe.connect_ex(("127.0.0.2", port)) != 0


def raw(clinic: MockMed, request: bytes) -> bytes:
    """The first line of the answer to a request as it stands."""
    address = clinic.url.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((address[0], int(address[1])), timeout=20) as connection:
        connection.sendall(request)
        return connection.makefile("rb").readline().strip()


OWN = b"Host: 127.0.0.1\r\n"
STRANGE = {
    b"GET //[ HTTP/1.0\r\n" + OWN: b"404",
    b"GET http://[ HTTP/1.0\r\n" + OWN: b"404",
    b"GET /" + b"a" * 5000 + b".html HTTP/1.0\r\n" + OWN: b"404",
    b"GET /%00.html HTTP/1.0\r\n" + OWN: b"404",
    b"GET /../../api.html HTTP/1.0\r\n" + OWN: b"404",
    b"POST /api/encounters HTTP/1.0\r\n" + OWN + b"Content-Length: " + b"9" * 5000 + b"\r\n": b"400",
    b"GET /index.html HTTP/1.0\r\n" + OWN: b"200",
    b"GET /index.html HTTP/1.0\r\nHost: localhost:80\r\nOrigin: http://localhost:80\r\n": b"200",
    b"GET /index.html HTTP/1.0\r\nHost: evil.example\r\n": b"403",
    b"GET /api/encounters HTTP/1.0\r\nHost: evil.example:80\r\n": b"403",
    b"GET /api/encounters HTTP/1.0\r\n": b"403",
    b"POST /api/encounters HTTP/1.0\r\nContent-Length: 2\r\nOrigin: http://evil.example\r\n" + OWN: b"403",
    b"POST /api/encounters HTTP/1.0\r\nContent-Length: 2\r\nOrigin: null\r\n" + OWN: b"403",
}


@pytest.mark.parametrize("request_head", STRANGE, ids=range(len(STRANGE)))
def test_strange_requests_and_those_of_other_sites_are_refused_and_end_nothing(
    request_head: bytes, clinic: MockMed, capfd: pytest.CaptureFixture[str]
) -> None:
    assert raw(clinic, request_head + b"\r\n{}").split()[1] == STRANGE[request_head]
    assert "Traceback" not in capfd.readouterr().err
    assert len(get(clinic, "api/patients")) == 40


def test_a_body_that_is_nested_without_end_is_no_json(clinic: MockMed) -> None:
    assert "JSON" in refusal(400, clinic, "api/encounters", b"[" * 60_000)


def test_closing_removes_its_own_database_and_keeps_a_given_one(tmp_path: Path) -> None:
    with serve() as clinic:
        own = clinic.db_path
        assert own.exists()
    assert not own.parent.exists()
    given = tmp_path / "clinic.db"
    with serve(db=given) as clinic:
        save(clinic)
    with serve(db=given) as clinic:
        assert len(get(clinic, "api/encounters")) == 1


def test_closing_ends_idle_connections_and_threads() -> None:
    before = set(threading.enumerate())
    clinic = serve()
    with socket.create_connection(("127.0.0.1", int(clinic.url.rstrip("/").rsplit(":", 1)[1]))):
        get(clinic, "api/patients")
        clinic.close()
        clinic.close()
    assert set(threading.enumerate()) == before


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_command_prints_the_address_first_and_ends_cleanly(number: signal.Signals) -> None:
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        with urlopen(address + "api/patients") as answer:
            assert len(json.load(answer)) == 40
        process.send_signal(number)
        assert process.communicate(timeout=10) == ("", "")
    assert process.returncode == 0


def test_taken_port_is_said_in_one_sentence(clinic: MockMed, capsys: pytest.CaptureFixture[str]) -> None:
    port = clinic.url.rstrip("/").rsplit(":", 1)[1]
    assert main(["--port", port]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"Port {port} is in use by another program: choose another one with --port.\n"


def test_unusable_database_file_is_wrong_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "text.db"
    file.write_text("This is no database, and never was one." * 100)
    assert main(["--db", str(file)]) == 2
    assert "cannot be used as a database" in capsys.readouterr().err
    with pytest.raises(sqlite3.Error):
        serve(db=tmp_path / "missing" / "x.db")


@pytest.mark.parametrize("port", ["70000", "-1", "eighty"])
def test_impossible_port_is_wrong_usage(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--port", port])
    assert caught.value.code == 2
    assert "--port" in capsys.readouterr().err


def test_imports_nothing_of_the_product_nor_of_third_parties() -> None:
    code = "import sys, studio.demo.mockmed; print('\\n'.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.split(".")[0] == "studio"}
    assert {n for n in ours if not n.startswith("studio.demo")} <= {"studio", "studio.resource_files"}
    assert not {"pydantic", "numpy", "playwright", "PySide6"} & set(loaded)


def test_styles_have_no_motion_and_no_small_text() -> None:
    sheets = list(resource("mockmed").rglob("*.css"))
    assert sheets
    for sheet in sheets:
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"transition|animation|@keyframes|url\(", rules), sheet.name
        sizes = [int(size) for size in re.findall(r"(?:font-size:|font:|--text:)\s*(\d+)px", rules)]
        assert sizes == [] or min(sizes) >= 14, sheet.name
