"""The JSON answers of the practice clinic: a read-only part for judges, and what its own page needs."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from studio.demo.mockmed.encounter import BadRequest, known_patient, parse_encounter, parse_fault
from studio.demo.mockmed.patients import BY_ID, worklist
from studio.demo.mockmed.store import Store

Json = dict[str, Any] | list[dict[str, Any]]
_API = "/api/"


def read(store: Store, target: str) -> Json:
    """Answer of GET `target` (path and query); raises BadRequest."""
    url = urlsplit(target)
    match url.path.removeprefix(_API).split("/"):
        case ["encounters"]:
            return store.encounters()
        case ["patients"]:
            rows = worklist(with_added=parse_qs(url.query).get("rows") == ["1"])
            return [patient._asdict() for patient in rows]
        case ["patients", patient_id]:
            return _chart(store, known_patient(patient_id))
    raise BadRequest("There is nothing at this address.", status=404)


def write(store: Store, target: str, body: dict[str, Any]) -> Json:
    """Answer of POST `target`; raises BadRequest. A refused save is answered as if all was well."""
    match urlsplit(target).path.removeprefix(_API).split("/"):
        case ["encounters"]:
            return _save(store, body)
        case ["patients", patient_id, "leave"]:
            store.clear_banner(known_patient(patient_id))
            return {"ok": True}
    raise BadRequest("There is nothing at this address.", status=404)


def _save(store: Store, body: dict[str, Any]) -> Json:
    encounter, fault = parse_encounter(body), parse_fault(body)
    if fault == "error":
        raise BadRequest("The server failed, as it was asked to.", status=500)
    store.save(encounter, refuse=fault == "refuse", refuse_second=fault == "refuse_second")
    return {"ok": True}


def _chart(store: Store, patient_id: str) -> Json:
    newest_first = store.encounters(patient_id)[::-1]
    patient = BY_ID[patient_id]._asdict()
    return {"patient": patient, "encounters": newest_first, "banner": store.banner(patient_id)}
