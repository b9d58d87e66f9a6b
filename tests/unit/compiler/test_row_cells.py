"""Which texts of a row name its record."""

from __future__ import annotations

import pytest

from studio.engine.compiler.row_cells import identifying, is_number, is_relative_time


@pytest.mark.parametrize(
    "text", ["1951-12-03", "3.3.26", "March 3, 2026", "MM-970848", "A-123", "RD12", "101", "10:30", "12 Mar 51"]
)
def test_numbers_and_dates_name_a_record(text: str) -> None:
    assert is_number(text)


@pytest.mark.parametrize(
    "text", ["64", "64 years", "$ 1,200.00", "1,234.50", "24.00", "24,10", "12 %", "Routine", "3 visits", "34 of 40"]
)
def test_counts_ages_and_amounts_do_not(text: str) -> None:
    assert not is_number(text)


ROW = ("Jane Sample", "1951-12-03", "MM-970848", "Knee pain", "Routine")


@pytest.mark.parametrize(
    ("cells", "shared", "chosen"),
    [
        (ROW, [{0}, {4}], (0, 1, 2)),
        (ROW, [{1}, {1, 4}], (0, 2)),  # a date that every row shows is that of today
        (ROW, [{1}], (0, 1, 2)),  # of two rows nobody can tell
        (ROW, [{2}, {2}], (0, 1, 2)),  # the number of the one patient whose visits these are
        (("Sample", "Jane", "1951-12-03"), [{0, 2}], (0, 1, 2)),  # a family name and the given name beside it
        (("Sample", "Routine", "1951-12-03"), [], (0, 1, 2)),
        (("Open", "Jane Sample", "1951-12-03"), [{0}], (1, 2)),
        (("Copy it", "Jane Sample", "1951-12-03"), [{0}, {0}, set()], (1, 2)),  # one row is covered by a tooltip
        (("Emil 0'Brien", "1961-10-25"), [], (0, 1)),  # a reader takes an O for a 0
        (("Jane Sample", "Knee pain", "7"), [{0, 1}], (0, 1, 2)),  # only the count tells them apart
        (("Beds", "34 of 40"), [], (0,)),  # the tile of a count that changes by the hour
        (("Alarms", "2 open"), [], (0,)),
        (("Ada", "4 West"), [], (0, 1)),  # a ward has a name
        (("Jane Sample", "1951-12-03"), [{0, 1}], None),
    ],
)
def test_a_record_is_known_by_name_and_numbers_and_by_more_where_that_is_not_enough(
    cells: tuple[str, ...], shared: list[set[int]], chosen: tuple[int, ...] | None
) -> None:
    assert identifying(cells, shared) == chosen


@pytest.mark.parametrize("text", ["26 minutes ago", "a day ago", "Yesterday", "just now"])
def test_a_time_from_now_on_tells_no_row_apart(text: str) -> None:
    assert is_relative_time(text)


@pytest.mark.parametrize("text", ["100 mg daily", "4 west wing", "Today's patients", "2026-10-02", "Santiago"])
def test_what_stays_as_it_is_may_tell_a_row_apart(text: str) -> None:
    assert not is_relative_time(text)
