"""What real servers ask, as the host's window gets it: the very questions that the gallery draws."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.gallery import real
from tests.gallery.real import CALLS

DONE_TO: Final = {
    "time": "",
    "file-read": "notes.md",
    "file-overwrite": "notes.md",
    "file-new": "plan.md",
    "file-move": "notes.md",
    "git-commit": "repo",
    "fetch": "https://example.com/news?page=2",
    "memory-delete": "Ana",
    "sqlite-write": "orders",
}
"""How what each of these is done to ends, as the headline names it."""


@pytest.mark.full
@pytest.mark.npm
async def test_every_installed_server_asks_with_its_own_definition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")  # what the host takes for a display
    found = await real.questions(tmp_path / "ana")
    installed = real.installed()
    assert set(found) == {call.name for call in CALLS if call.server in installed}
    for call in (call for call in CALLS if call.server in installed):
        request = found[call.name][0].request
        assert request.definition.value["name"] == call.tool
        assert request.definition.value["inputSchema"]
    for name, ends in DONE_TO.items():
        if name in found:
            action = found[name][0].action
            assert action.object.endswith(ends) if ends else action.object == "", name
    assert not [reading for reading in found["time"][0].readings if reading.kind == "path"]
    assert [file.text for file in found["file-overwrite"][1].files] == ["# Notes\n\nCall Tom.\nBuy seeds.\n"]
    assert [file.missing for file in found["file-new"][1].files] == [True]
