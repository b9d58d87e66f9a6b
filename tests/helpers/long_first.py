"""Which worker runs which test file: the longest files first, and nothing is lost or waited for when a worker dies.

pytest-xdist begins with the files of most tests, which leaves a long file of few tests for the end; and when a worker
dies it hands out files that are done and the test that killed it: a worker that gets nothing else waits for ever.
"""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

LONG: tuple[str, ...] = (
    *("test_matrix_vision", "test_desktop_programs", "test_web_recording", "test_matrix_structure"),
    *("test_replay_process", "test_first_ten_minutes", "test_two_saves", "test_mockdesk_workflow"),
    *("test_apps_sqladmin", "test_mockmed_drift", "test_every_control", "test_apps_piccolo"),
    *("test_desktop_recording", "test_house_rules", "test_desktop_backend", "test_apps_django"),
    *("test_mistakes", "test_hazards", "test_killed_works", "test_web_echoed_secrets"),
    *("test_mockdesk", "test_mockmed_pages", "test_window_by_keyboard", "test_drift_bench"),
    *("test_compiler_openemr", "test_command_line", "test_web_backend", "test_web_structure"),
    *("test_secrets_in_runs", "test_version_one"),
)
"""Test files, longest first, without their ending; `./dev test --durations=0` tells how long a test takes. Those that
only reckon and those that wait for programs take turns."""
WHOLE_PROGRAMS = "tests/e2e/"


def turn(scope: str) -> tuple[int, bool]:
    """Sorts test files: the long ones as they are listed, then what starts whole programs, then the rest."""
    stem = scope.rpartition("/")[2].removesuffix(".py")
    return LONG.index(stem) if stem in LONG else len(LONG), not scope.startswith(WHOLE_PROGRAMS)


class LongFirst(LoadFileScheduling):
    """Hands out whole files."""

    def remove_node(self, node: WorkerController) -> str | None:
        """What a worker that is gone had not done goes to others, but for the test that it died of, which is returned.

        Raises KeyError for a worker that was not here.
        """
        left = [name for unit in self.assigned_work.pop(node).values() for name, done in unit.items() if not done]
        for name in left[1:]:
            self.workqueue.setdefault(self._split_scope(name), {})[name] = False
        for other in self.nodes:
            self._reschedule(other)
        return left[0] if left else None

    def _assign_work_unit(self, node: WorkerController) -> None:
        self.workqueue.move_to_end(min(self.workqueue, key=turn), last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: WorkerController) -> None:
        """A worker begins with a test only when it has a second one or knows that none will come."""
        super()._reschedule(node)
        while not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            super()._reschedule(node)
