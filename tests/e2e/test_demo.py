"""``make run`` on a machine without a display: the demonstration goes through all of its chapters by itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.desktop.display import SIZE
from tests.desktop.tour import ACTS, ADA, TOMAS, Tour

pytestmark = pytest.mark.full


async def test_the_tour_leaves_numbered_pictures_and_a_log_that_tells_the_same(tmp_path: Path) -> None:
    said: list[str] = []
    await Tour(tmp_path / "demo", said.append).take()
    pictures = sorted(path.name for path in (tmp_path / "demo").glob("*.png"))
    assert [int(name[:2]) for name in pictures] == list(range(1, len(pictures) + 1))
    assert len(pictures) > len(ACTS)
    picture = QImage(str(tmp_path / "demo" / pictures[0]))
    assert (picture.width(), picture.height()) == SIZE
    bodies = [json.loads(json.loads(line)["body"]) for line in _records(tmp_path / "demo" / "log.jsonl")]
    every = [body["fields"] for body in bodies if body["kind"] == "call.decided"]
    decided = [(fields["tool"], fields["decision"]) for fields in every if fields["by"] == "approver"]
    assert [fields["tool"] for fields in every if fields["by"] == "grant"] == ["fetch_page"]
    denied = [tool for tool, decision in decided if decision == "deny"]
    proposed = [act.tool for act in ACTS for _ in range(act.calls)]
    assert [tool for tool, _ in decided][: len(proposed)] == proposed
    assert [body["fields"]["approver"] for body in bodies if body["kind"] == "call.signed"] == [ADA[0], TOMAS[0]]
    assert [body["fields"]["decision"] for body in bodies if body["kind"] == "result.reviewed"] == ["release"]
    assert denied == ["write_file", "delete_everything", "send_message", "send_message"]
    (edited,) = [body["fields"]["who"] for body in bodies if body["kind"] == "call.edited"]
    assert edited
    assert "stop.pressed" in [body["kind"] for body in bodies]
    assert any("The chain holds" in line for line in said)


def _records(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if '"body"' in line]
