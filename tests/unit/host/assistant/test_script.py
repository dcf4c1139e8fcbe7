"""The story itself."""

from __future__ import annotations

import subprocess
import sys

from host.assistant import script
from host.assistant.story import APP
from ui.assistant.model import APP as WINDOWS_APP


def test_the_first_words_say_that_it_is_a_script_without_a_model() -> None:
    assert "script" in script.OPENING[0]
    assert "no AI model is involved" in script.OPENING[0]


def test_chapters_can_be_told_apart_and_found() -> None:
    ids = [chapter.id for chapter in script.CHAPTERS]
    assert len(set(ids)) == len(ids)
    assert [script.chapter(step) for step in ids] == list(script.CHAPTERS)
    assert script.chapter("no such") is None


def test_only_the_note_and_the_page_are_proposed_differently_after_an_error() -> None:
    corrected = {chapter.id: chapter.proposal.instead for chapter in script.CHAPTERS if chapter.proposal.instead}
    assert list(corrected) == ["note", "failing"]
    note, page = corrected.values()
    assert note.arguments["overwrite"] is True
    assert page.arguments["url"] == "https://example.com/about"  # of the same site: a pattern grant can cover it
    assert (note.instead, page.instead) == (None, None)


def test_host_and_window_mean_the_same_app() -> None:
    assert WINDOWS_APP == APP


def test_the_process_imports_nothing_heavy() -> None:
    program = "import sys, host.assistant.__main__; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    heavy = {"mcp", "mcp_types", "pydantic", "jsonschema", "keyring", "psutil", "PySide6", "click", "sqlite3"}
    assert not heavy & {name.partition(".")[0] for name in run.stdout.split()}
