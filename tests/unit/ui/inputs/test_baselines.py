"""What a call can be held against."""

from __future__ import annotations

from host.canonical import canonical
from host.control.views import Comparison, FileBefore
from host.model import JsonObject
from host.values import replace
from tests.support.window import asked
from ui.inputs.baselines import edit_baseline, file_baselines, last_baseline, value_at

NOW: JsonObject = {"path": "a", "edits": [{"new": "text"}]}


def test_files_come_first_and_each_is_named() -> None:
    one = FileBefore(("path",), ("edits", 0, "new"), "/a", "old", "", 3)
    two = replace(one, name="/b", text=None, why="it is too large")
    comparison = Comparison(canonical(NOW), 1.0, "app", "", (one, two))
    found = [*file_baselines(NOW, comparison), last_baseline(NOW, comparison)]
    assert [(each.kind, each.name, each.why) for each in found] == [
        ("file", "File 1 on disk", ""),
        ("file", "File 2 on disk", "it is too large"),
        ("last", "Last approved call", ""),
    ]
    assert found[0].changes is not None
    [change] = found[0].changes.changes
    assert (change.before, change.after) == ("old", "text")
    assert found[1].changes is None
    assert found[2].changes is not None
    assert found[2].changes.changes == ()


def test_a_path_that_an_input_says_is_not_said_again() -> None:
    file = FileBefore(("path",), ("edits", 0, "new"), "/home/ana/a", "old", "", 3)
    [resolved] = file_baselines(NOW, Comparison(None, 0.0, "", "none", (file,)))
    assert resolved.detail is not None
    [same] = file_baselines(NOW | {"path": "/home/ana/a"}, Comparison(None, 0.0, "", "none", (file,)))
    assert same.detail is None
    two = file_baselines(NOW | {"path": "/home/ana/a"}, Comparison(None, 0.0, "", "none", (file, file)))
    assert all(each.detail is not None for each in two)


def test_a_file_that_would_stay_as_it_is_has_no_changes() -> None:
    same = FileBefore(("path",), ("edits", 0, "new"), "/a", "text", "", 4)
    [file] = file_baselines(NOW, Comparison(None, 0.0, "", "none", (same,)))
    assert file.changes is not None
    assert file.changes.changes == ()


def test_what_cannot_be_read_is_said() -> None:
    last = last_baseline(NOW, Comparison(b"no json", 1.0, "app", ""))
    assert (last.changes, last.why) == (None, "The last approved call cannot be read.")
    request = asked(NOW).request
    assert edit_baseline(request) is None
    edit = edit_baseline(replace(request, edited=b"no json"))
    assert edit is not None
    assert (edit.changes, edit.why) == (None, "What was proposed cannot be read.")


def test_a_path_that_leads_nowhere_leads_to_nothing() -> None:
    assert value_at(NOW, ("edits", 0, "new")) == "text"
    assert value_at(NOW, ("edits", 7)) is None
    assert value_at(NOW, ("path", "x")) is None
