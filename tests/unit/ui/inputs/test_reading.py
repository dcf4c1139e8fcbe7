"""What was in view so far."""

from __future__ import annotations

from ui.inputs.reading import SeenInputs, SeenLines


def test_a_line_is_unread_until_it_is_seen_and_seen_for_good() -> None:
    marks = SeenLines(5)
    marks.see(1, 3)
    marks.see(2, 3)
    assert (marks.read, marks.unread) == (2, 3)


def test_what_is_out_of_bounds_is_not_seen() -> None:
    marks = SeenLines(2)
    marks.see(1, 9)
    marks.see(5, 9)
    marks.see(1, 0)
    assert marks.unread == 1


def test_a_name_is_counted_apart_from_its_value() -> None:
    reading = SeenInputs(5)
    reading.marks(("a",), 2, of_name=True).see(0, 2)
    reading.marks(("a",), 3).see(0, 1)
    assert reading.unread == 2


def test_the_marks_of_a_value_outlive_its_widget() -> None:
    reading = SeenInputs(10)
    reading.marks(("a",), 4).see(0, 4)
    reading.marks(("b", 0), 2).see(0, 1)
    assert reading.marks(("a",), 4).unread == 0
    assert reading.unread == 5
