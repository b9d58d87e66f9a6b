"""How test files are handed out to workers, also when one of them dies."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import long_first
from helpers.long_first import LONG, LongFirst, turn

TESTS = Path(__file__).resolve().parents[2]
FILES = {
    "tests/unit/test_many.py": 5,
    "tests/unit/test_a.py": 1,
    "tests/e2e/test_two.py": 2,
    "tests/gui/test_x.py": 1,
}
ALL = [f"{file}::test_{number}" for file, count in FILES.items() for number in range(count)]


@dataclass(eq=False)
class Worker:
    """Holds what it was given, as a real one does: a test is begun only when another follows or none will come."""

    shutting_down: bool = False
    given: list[int] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    gateway: Any = field(default_factory=lambda: SimpleNamespace(id="gw"))

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += indices

    def shutdown(self) -> None:
        self.shutting_down = True

    def next(self) -> int | None:
        """The test that it begins now; None while it waits."""
        return self.given[0] if self.given and (self.shutting_down or len(self.given) > 1) else None

    def run(self, scheduler: LongFirst) -> bool:
        """One test; False where it has none that it may begin."""
        number = self.next()
        if number is None:
            return False
        self.given.remove(number)
        self.ran.append(ALL[number])
        scheduler.mark_test_complete(self, number)  # type: ignore[arg-type]
        return True


def begun(*workers: Worker) -> LongFirst:
    option = SimpleNamespace(tx=["popen"] * len(workers), loadscopereorder=True)
    config: Any = SimpleNamespace(getvalue=vars(option).__getitem__, option=option)
    scheduler = LongFirst(config)
    for worker in workers:
        joined(scheduler, worker)
    scheduler.schedule()
    return scheduler


def joined(scheduler: LongFirst, worker: Any) -> None:
    scheduler.add_node(worker)
    scheduler.add_node_collection(worker, ALL)


def done(scheduler: LongFirst, *workers: Worker) -> None:
    """Let all work until nobody can go on."""
    while [worker for worker in workers if worker.run(scheduler)]:
        pass


def test_long_files_come_first_then_whole_programs_then_those_of_most_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_first, "LONG", ("test_x",))
    alone = Worker()
    done(begun(alone), alone)
    assert list(dict.fromkeys(name.partition("::")[0] for name in alone.ran)) == [
        *("tests/gui/test_x.py", "tests/e2e/test_two.py", "tests/unit/test_many.py", "tests/unit/test_a.py"),
    ]
    assert sorted(alone.ran) == sorted(ALL)


@pytest.mark.parametrize("before", range(len(ALL)))
@pytest.mark.parametrize("early", [True, False], ids=["another goes on", "another is done"])
def test_when_a_worker_dies_all_other_tests_are_run_once(before: int, early: bool) -> None:
    dies, stays, comes = Worker(), Worker(), Worker()
    scheduler = begun(dies, stays)
    for _ in range(before):
        dies.run(scheduler)
    if not early:
        done(scheduler, stays)
    crashed = ALL[number] if (number := dies.next()) is not None else None
    told = scheduler.remove_node(dies)  # type: ignore[arg-type]
    assert crashed in (told, None)
    joined(scheduler, comes)
    scheduler.schedule()
    done(scheduler, stays, comes)
    assert sorted([*dies.ran, *stays.ran, *comes.ran, *([told] if told else [])]) == sorted(ALL)
    assert scheduler.tests_finished
    assert not scheduler.has_pending


def test_the_long_ones_are_named_as_they_are() -> None:
    names = [path.stem for path in TESTS.rglob("test_*.py")]
    assert [name for name in LONG if names.count(name) != 1] == []
    assert len(set(LONG)) == len(LONG) > 20
    assert turn(f"tests/gui/{LONG[0]}.py") < turn(f"tests/unit/{LONG[1]}.py") < turn("tests/e2e/test_new.py")
