"""The fake patients of the practice clinic, several of them near-identical on purpose."""

from __future__ import annotations

from typing import NamedTuple


class Patient(NamedTuple):
    """One row of the worklist; `born` is an ISO date."""

    id: str
    name: str
    born: str
    mrn: str
    reason: str
    priority: str


_USUAL = """
p01|Jane Sample|1961-03-14|MM-104827|Knee pain after a fall|Routine
p02|Jane Samples|1961-03-19|MM-104872|Knee pain, follow-up imaging|Routine
p03|Alex Testcase|1984-07-02|MM-220316|Persistent cough|Urgent
p04|Maria Placeholder|1975-11-23|MM-331905|Blood pressure review|Routine
p05|Alex Testcase|1948-02-07|MM-220361|Hearing check|Routine
p06|Otto Dummy|1990-05-30|MM-415530|Rash on left forearm|Soon
p07|Fiona Fixture|1969-09-09|MM-507714|Medication review|Routine
p08|Jane Sampel|1961-04-13|MM-108427|Knee pain after a fall|Soon
p09|Victor Void|1957-12-01|MM-612248|Chest tightness on effort|Urgent
p10|Nora Nullable|1993-08-17|MM-618820|Migraine, new pattern|Soon
p11|Lorem Ipsum|1942-01-28|MM-700151|Cataract assessment|Routine
p12|Dolores Sitamet|1980-06-06|MM-700511|Shoulder stiffness|Routine
p13|Mocky Mockingham|2001-10-12|MM-812094|Sports clearance|Routine
p14|Sam Specimen|1966-04-25|MM-830477|Sleep study results|Soon
p15|Sam Specimann|1966-04-26|MM-830747|Sleep study results|Soon
p16|Polly Prototype|1978-02-19|MM-845562|Thyroid nodule|Urgent
p17|Bob Example|1953-03-31|MM-846019|Diabetes annual review|Routine
p18|Rob Example|1953-03-13|MM-846091|Diabetes annual review|Routine
p19|Greta Generic|1988-12-24|MM-901337|Low back pain|Routine
p20|Demo McDemoface|1999-01-01|MM-902218|Travel vaccination|Routine
p21|Ursula Unittest|1971-07-15|MM-913406|Gallstones, second opinion|Soon
p22|Ignatz Integration|1963-05-05|MM-913460|Heart murmur|Urgent
p23|Pia Pretend|2005-09-28|MM-920185|Acne, treatment options|Routine
p24|Quentin Quux|1959-10-10|MM-921770|Prostate screening|Routine
p25|Foo Barbaz|1982-03-03|MM-933012|Carpal tunnel symptoms|Routine
p26|Foo Bazbar|1982-03-03|MM-933021|Carpal tunnel symptoms|Routine
p27|Ima Fake|1974-06-18|MM-940623|Iron deficiency|Soon
p28|Norman Notreal|1946-11-11|MM-941158|Memory concerns|Soon
p29|Stella Stub|1995-02-02|MM-952704|Pregnancy, first visit|Soon
p30|Stella Stubb|1995-02-20|MM-952740|Pregnancy, first visit|Soon
p31|Harry Harness|1968-08-08|MM-960339|Plantar fasciitis|Routine
p32|Zelda Zero|1987-04-04|MM-961905|Palpitations|Urgent
p33|Terry Template|1951-12-30|MM-970488|Joint swelling|Routine
p34|Terri Template|1951-12-03|MM-970848|Joint swelling|Routine
p35|Wanda Wireframe|1977-01-16|MM-981226|Asthma review|Routine
p36|Beta Tester|1992-05-21|MM-982650|Ankle sprain|Routine
p37|Cora Canned|1965-03-27|MM-990174|Dizziness when standing|Soon
p38|Max Mustermann|1970-02-14|MM-990741|Kidney stone, follow-up|Soon
p39|Erika Mustermann|1970-02-15|MM-993108|Vitamin D deficiency|Routine
p40|John Q. Sample|1961-03-14|MM-998002|Wart removal|Routine
"""

_ADDED = """
n01|Jane Sample|1961-08-14|MM-104287|Knee pain, physiotherapy|Routine
n02|Hugo Hypothetical|1983-09-01|MM-150446|Tonsillitis, recurrent|Soon
n03|Alex Testcase|1984-02-07|MM-223016|Persistent cough|Urgent
n04|Mira Madeup|1998-06-29|MM-335190|Allergy testing|Routine
n05|Bob Exemple|1953-03-31|MM-864019|Diabetes annual review|Routine
n06|Paul Phantom|1944-10-05|MM-871203|Hip pain|Soon
n07|Otto Dumny|1990-05-03|MM-415503|Rash on left forearm|Soon
"""


def _parse(text: str) -> tuple[Patient, ...]:
    return tuple(Patient(*line.split("|")) for line in text.strip().splitlines())


USUAL = _parse(_USUAL)
ADDED = _parse(_ADDED)
BY_ID = {patient.id: patient for patient in ADDED + USUAL}


def worklist(with_added: bool = False) -> tuple[Patient, ...]:
    """The rows of the worklist from top to bottom; drift `rows` puts the added ones first."""
    return ADDED + USUAL if with_added else USUAL
