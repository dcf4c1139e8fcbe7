"""Words of ours in other languages: from the source to a catalogue of Qt's and back onto the screen."""

from __future__ import annotations

import functools
import importlib.util
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import PySide6
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication

from host.text import Untrusted
from host.words import Wording, say, say_n
from tests.support.pseudo import pseudo
from ui import text, tr
from ui.tr import tr as said
from ui.tr import tr_n, translated

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _english_again(qapp: QApplication) -> Iterator[None]:
    yield
    tr.install(None)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@functools.cache
def load_catalogue() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogue", ROOT / "packaging" / "catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["catalogue"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def sources() -> list[tuple[str, bool]]:
    """Every text of the catalogue as it is kept, and whether it has plural forms."""
    messages = ET.parse(load_catalogue().CATALOGUE).iter("message")  # noqa: S314  # a file of ours
    return [(message.findtext("source", ""), message.get("numerus") == "yes") for message in messages]


def test_english_is_the_key_and_values_are_put_in() -> None:
    assert said("Deny") == "Deny"
    assert said("{app} wants to call {route}", app="Claude", route="files") == "Claude wants to call files"


def test_braces_in_a_value_mean_nothing_and_a_strangers_text_is_escaped() -> None:
    assert said("{app} asks", app="{0} {route}") == "{0} {route} asks"
    assert said("{app} asks", app=Untrusted("a\u202eb")) == "a⟨U+202E⟩b asks"


@pytest.mark.parametrize(("number", "words"), [(0, "0 lines"), (1, "1 line"), (2, "2 lines"), (12000, "12,000 lines")])
def test_a_number_has_its_form(number: int, words: str) -> None:
    assert tr_n("{n} line", "{n} lines", number) == words


LEADS = "The input {input} leads to {place}."
GERMAN = {
    LEADS: "Nach {place} führt die Eingabe {input}.",
    "the managed policy": "die verwaltete Richtlinie",
    "{n} calls": "{n} Aufrufe",
}


def in_german(source: str, number: int) -> str:
    return "ein Aufruf" if (source, number) == ("{n} calls", 1) else GERMAN.get(source, source)


def test_a_sentence_of_the_hosts_is_told_in_the_persons_language() -> None:
    sentence = say(LEADS, input="path", place=say("the managed policy"))
    assert translated(sentence) is sentence  # in English it is what it is
    tr.install(in_german)
    assert translated(sentence) == "Nach die verwaltete Richtlinie führt die Eingabe path."
    assert [translated(say_n("{n} call", "{n} calls", n)) for n in (1, 2_000)] == ["ein Aufruf", "2,000 Aufrufe"]


def test_what_came_without_its_parts_is_told_in_english() -> None:
    tr.install(in_german)
    assert translated("The input path leads to /etc.") == "The input path leads to /etc."


def test_what_no_catalogue_knows_is_english_with_its_parts_told() -> None:
    tr.install(in_german)
    assert translated(say("{rule}: {file}", rule="R", file=say("the managed policy"))) == "R: die verwaltete Richtlinie"
    assert translated(say_n("{n} key of {app}", "{n} keys of {app}", 1, app="x")) == "1 key of x"


def test_braces_in_what_a_stranger_wrote_mean_nothing_in_a_translation() -> None:
    tr.install(in_german)
    sentence = say(LEADS, input="{place.__class__}", place="{0}{input}")
    assert translated(sentence) == "Nach {0}{input} führt die Eingabe {place.__class__}."


@pytest.mark.parametrize(
    "translation",
    ["{input}.", "{input} {place} {other}", "{input.__class__} {place}", "{input!r} {place}", "{input:>99} {place}",
     "{input} {0}", "{input} {place", "", "Nichts."],
)  # fmt: skip
def test_a_translation_that_does_not_fit_is_not_told(translation: str) -> None:
    tr.install(lambda _source, _number: translation)
    assert translated(say(LEADS, input="path", place="/etc")) == "The input path leads to /etc."


def test_every_language_speaks_of_all_values_of_all_that_is_said() -> None:
    tr.install(pseudo)
    inner = say_n("{n} file", "{n} files", 3)
    assert isinstance(inner, Wording)
    shown = translated(say("It reads {what} of {whose}.", what=inner, whose="Ann"))
    assert shown.count("⟦") == 2
    assert "3" in shown
    assert "Ann" in shown


def test_the_catalogue_holds_every_word_that_the_window_can_say() -> None:
    catalogue = load_catalogue()
    assert catalogue.CATALOGUE.read_text("utf-8") == catalogue.document(catalogue.sources()), "run make catalogue"


@pytest.mark.parametrize(
    "line",
    ["say(text)", "say(f'{name}')", "say('{a}')", "say('{a} {a}', a=a)", "say('a', a=a)", "say('{a.b}', a=a)",
     "clause(text)", "say_n('{n} call', text, 2)", "say_n('{n} call', '{n} calls of {app}', 2)"],
)  # fmt: skip
def test_what_could_not_be_told_in_other_languages_is_refused(line: str) -> None:
    import ast

    catalogue = load_catalogue()
    tree = ast.parse(f"from host.words import clause, say, say_n\n{line}")
    with pytest.raises(ValueError, match=r"host/a\.py:2"):
        list(catalogue._host_texts(tree, "host/a.py"))  # noqa: SLF001  # what the script makes of one module


def test_what_the_host_says_is_in_the_catalogue_a_clause_in_both_forms() -> None:
    texts = set(sources())
    assert ("No rule matches, so a person is asked.", False) in texts
    assert {("With a PIN", False), ("with a PIN", False)} <= texts
    assert ("a file of {n} bytes", True) in texts


def test_what_findings_show_of_a_table_is_in_the_catalogue() -> None:
    texts = {source for source, _ in sources()}
    assert "private keys" in texts  # places: what
    assert "gives somebody rights" in texts  # scope: says
    assert "runs what was just downloaded" in texts  # commands: phrase
    assert "every new shell runs it" in texts  # autorun: runs
    assert texts.isdisjoint({"placeholder", "installs"})  # sorts of rows, which nobody is shown


def test_findings_show_no_column_of_a_table_that_is_not_collected() -> None:
    shown = re.compile(r"""(?:as_is|make_wording)\([^()]*\[["'](\w+)["']\]""")
    code = "".join(file.read_text() for file in (ROOT / "host" / "inspect").glob("*.py"))
    assert set(shown.findall(code)) <= set(load_catalogue().SHOWN)


def test_a_translated_catalogue_speaks(tmp_path: Path, qapp: QApplication) -> None:
    """Through Qt's own compiler and loader, plural forms included."""
    tree = ET.parse(load_catalogue().CATALOGUE).getroot()  # noqa: S314  # a file of ours
    tree.set("language", "ar_EG")
    for message in tree.iter("message"):
        source, translation = message.findtext("source"), message.find("translation")
        assert source is not None
        assert translation is not None
        translation.attrib.pop("type")
        for form in list(translation):
            translation.remove(form)
        if message.get("numerus"):
            for number in range(6):  # Arabic has six
                ET.SubElement(translation, "numerusform").text = f"<{number}> {pseudo(source)}"
        else:
            translation.text = pseudo(source)
    (tmp_path / "assent_ar.ts").write_text(ET.tostring(tree, "unicode"), "utf-8")
    release = Path(PySide6.__file__).parent / "lrelease"
    subprocess.run([release, "-silent", tmp_path / "assent_ar.ts", "-qm", tmp_path / "assent_ar.qm"], check=True)
    assert text.install_language(qapp, QLocale("ar_EG"), tmp_path)
    assert qapp.layoutDirection() is Qt.LayoutDirection.RightToLeft
    plain = next(source for source, has_forms in sources() if not has_forms and "{" not in source)
    assert tr.tr(plain) == pseudo(plain)
    plural = next(source for source, has_forms in sources() if has_forms)
    values = dict.fromkeys(("app", "kind", "tool", "server", "total", "thing", "what", "ago"), "x")
    forms = {tr.tr_n(plural, plural, number, **values).partition(">")[0] for number in (0, 1, 2, 5, 11, 100)}
    assert len(forms) == 6


def test_without_a_catalogue_the_window_speaks_english(tmp_path: Path, qapp: QApplication) -> None:
    (tmp_path / "assent_de.qm").write_bytes(b"no catalogue")
    assert not text.install_language(qapp, QLocale("de_DE"), tmp_path)
    assert said("Deny") == "Deny"
