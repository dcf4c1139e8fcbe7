"""The story itself."""

from __future__ import annotations

import base64
import subprocess
import sys

from host.assistant import script
from host.assistant.script import APP, Proposal
from host.demo import WORKSPACE, demo_profile
from resources.demo import tools
from ui.assistant.conversation import APP as WINDOWS_APP


def test_the_first_words_say_that_it_is_a_script_without_a_model() -> None:
    assert "script" in script.OPENING[0]
    assert "no AI model is involved" in script.OPENING[0]


def test_chapters_can_be_told_apart_and_found() -> None:
    ids = [chapter.id for chapter in script.CHAPTERS]
    assert len(set(ids)) == len(ids)
    assert [script.chapter(step) for step in ids] == list(script.CHAPTERS)
    assert script.chapter("no such") is None


def asked_at_most(proposal: Proposal) -> int:
    """Questions, where everything is approved or the tool reports an error."""
    following = [asked_at_most(each) for each in (proposal.instead, proposal.then) if each is not None]
    return 1 + len(proposal.also) + max(following, default=0)


def words_of(proposal: Proposal) -> int:
    """Words that are said if all goes well: before it, after it, and of what follows."""
    after = proposal.following("succeeded") or proposal.following("tool error")
    said = proposal.before.split() + proposal.reaction("succeeded" if after is proposal.then else "tool error").split()
    return len(said) + (0 if after is None else words_of(after))


def test_the_story_is_short_and_the_rest_is_told_on_demand() -> None:
    assert len(script.STORY) == 5
    assert script.CHAPTERS[:5] == script.STORY
    assert sum(asked_at_most(chapter.proposal) for chapter in script.STORY) <= 8
    assert max(words_of(chapter.proposal) for chapter in script.STORY) <= 100
    assert sum(len(words.split()) for words in (*script.OPENING, script.CLOSING)) <= 70


def test_only_the_note_and_the_page_are_proposed_differently_after_an_error() -> None:
    corrected = {chapter.id: chapter.proposal.instead for chapter in script.CHAPTERS if chapter.proposal.instead}
    assert list(corrected) == ["note", "failing"]
    note, page = corrected.values()
    assert note.arguments["overwrite"] is True
    assert page.arguments["url"] == "https://example.com/about"  # of the same site: a pattern grant can cover it
    assert (note.instead, page.instead) == (None, None)


def test_what_would_slip_out_is_what_is_in_the_file_and_the_page_is_one_that_is_there() -> None:
    with demo_profile() as paths:
        door = (paths.data / WORKSPACE / "private" / "door.txt").read_bytes()
    leak, page = script.chapter("leak"), script.chapter("page")
    assert leak is not None
    assert page is not None
    assert leak.proposal.then is not None
    assert leak.proposal.then.then is not None
    assert page.proposal.then is not None
    assert base64.b64decode(str(leak.proposal.then.then.arguments["text"])) == door
    assert page.proposal.arguments["url"] == leak.proposal.arguments["url"] == tools.ADDRESS
    assert str(page.proposal.then.arguments["content"]).strip() == tools.TIP


def test_of_several_alike_each_is_a_call_of_its_own_for_the_same_tool() -> None:
    (several,) = [chapter.proposal for chapter in script.CHAPTERS if chapter.proposal.also]
    addresses = [str(arguments["to"]) for arguments in (several.arguments, *several.also)]
    assert len(set(addresses)) == 4
    assert [address.isascii() for address in addresses] == [True, True, True, False]
    assert several.mixed


def test_host_and_window_mean_the_same_app() -> None:
    assert WINDOWS_APP == APP


def test_the_process_imports_nothing_heavy() -> None:
    program = "import sys, host.assistant.__main__; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    heavy = {"mcp", "mcp_types", "pydantic", "jsonschema", "keyring", "psutil", "PySide6", "click", "sqlite3"}
    assert not heavy & {name.partition(".")[0] for name in run.stdout.split()}
