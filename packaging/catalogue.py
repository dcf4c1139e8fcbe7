"""Collects the texts of the window for translators: ``make catalogue``.

Owns: ``resources/translations/assent.ts``, the catalogue from which every translation starts. Qt's ``lupdate`` cannot
find these texts: they are in calls of our own functions, in schemas and in tables.

Invariants:
    Each text for ``ui.tr``, and each text of ``host.words``, is in it once, with the first file that uses it.
    Nothing is fetched.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import resources
from host.inspect import tables
from host.settings import DECLARATIONS
from host.words import escaped, fields, small

ROOT: Final = Path(__file__).parents[1]
CATALOGUE: Final = ROOT / "resources" / "translations" / "assent.ts"
_SAY_FUNCTIONS: Final = ("say", "say_n", "clause")
TABLES: Final = ROOT / "resources" / "inspect"
SHOWN: Final = ("says", "what", "phrase", "runs")
"""Columns of the tables of findings that are parts of sentences."""
_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" sourcelanguage="en">\n'


@dataclass(frozen=True, order=True)
class Source:
    """One text to be translated. ``file``: the first file that uses it."""

    text: str
    plural: bool
    file: str


def main() -> int:
    """Write the catalogue; with ``--check`` return 1 unless it is up to date."""
    content = document(sources())
    if "--check" in sys.argv[1:]:
        return 0 if CATALOGUE.is_file() and CATALOGUE.read_text("utf-8") == content else 1
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    CATALOGUE.write_text(content, "utf-8")
    return 0


def sources() -> list[Source]:
    """Return everything to translate, sorted by text. Raises ValueError for a text that is no literal."""
    found: dict[tuple[str, bool], Source] = {}
    for directory, texts_of in (("ui", _window_texts), ("host", _host_texts)):
        for file in sorted((ROOT / directory).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            for text, plural in texts_of(ast.parse(file.read_text("utf-8")), name):
                found.setdefault((text, plural), Source(text, plural, name))
    for name in ("policy", "servers"):
        for text in _descriptions(resources.schema(name)):
            found.setdefault((text, False), Source(text, plural=False, file=f"resources/schemas/{name}.schema.json"))
    for file in sorted(TABLES.glob("*.toml")):
        for text in _table_texts(file.stem):
            found.setdefault((text, False), Source(text, plural=False, file=file.relative_to(ROOT).as_posix()))
    for declared in DECLARATIONS:
        for text in (declared.title, declared.doc, declared.group):
            found.setdefault((text, False), Source(text, plural=False, file="host/settings.py"))
    return sorted(found.values())


def _window_texts(tree: ast.Module, file: str) -> Iterator[tuple[str, bool]]:
    """The texts in calls of ``tr``, ``tr_n`` and ``mark``, and whether each has plural forms."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="tr" | "mark" as which), args=[first, *_]):
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value, False
                elif which == "mark" or not isinstance(first, ast.Name | ast.Attribute | ast.Subscript):
                    raise ValueError(f"{file}:{node.lineno}: {which}() wants a literal, or a constant made by mark()")
            case ast.Call(func=ast.Name(id="tr_n"), args=[one, many, *_]):
                if not all(isinstance(form, ast.Constant) and isinstance(form.value, str) for form in (one, many)):
                    raise ValueError(f"{file}:{node.lineno}: tr_n() wants two literals")
                assert isinstance(many, ast.Constant)
                yield str(many.value), True


def _descriptions(part: object) -> Iterator[str]:
    """The descriptions in a schema, which complaints about a file contain (``host.conform``)."""
    if isinstance(part, dict):
        if isinstance(text := part.get("description"), str):
            yield escaped(text)
        for inner in part.values():
            yield from _descriptions(inner)
    for inner in part if isinstance(part, list) else ():
        yield from _descriptions(inner)


def _table_texts(table: str) -> Iterator[str]:
    """The texts in a table that findings show. A column of single words holds kinds, and no texts."""
    for column in SHOWN:
        texts = [row[column] for row in tables.rows(table)]
        if any(" " in text for text in texts):
            yield from (escaped(text) for text in texts if text)


def _host_texts(tree: ast.Module, file: str) -> Iterator[tuple[str, bool]]:
    """The texts in calls of functions of ``host.words``, and whether each has plural forms."""
    nodes = list(ast.walk(tree))
    imported = {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "host.words"
        for alias in node.names
    }
    imported |= set(_SAY_FUNCTIONS) if file == "host/words.py" else set()
    for node in nodes if imported else ():
        match node:
            case ast.Call(func=ast.Name(id="say" | "clause" as which), args=[first, *_]) if which in imported:
                text = _template(first, node, file)
                yield text, False
                if which == "clause":
                    yield small(text), False
            case ast.Call(func=ast.Name(id="say_n"), args=[one, many, *_]) if "say_n" in imported:
                _template(one, node, file)
                yield _template(many, node, file), True


def _template(node: ast.expr, call: ast.Call, file: str) -> str:
    """The text of a literal that names each value once. Raises ValueError for anything else."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        raise ValueError(f"{file}:{call.lineno}: what is said wants to be a literal")
    names = fields(node.value)
    given = {keyword.arg for keyword in call.keywords} | ({"n"} if ast.unparse(call.func) == "say_n" else set())
    if names is None or len(set(names)) != len(names) or given - {"n"} != {*names} - {"n"}:
        raise ValueError(f"{file}:{call.lineno}: the template and its values do not fit")
    return node.value


def document(found: list[Source]) -> str:
    """Make an untranslated catalogue in Qt's format (Qt Linguist, TS File Format)."""
    messages = "".join(_message(source) for source in found)
    return f"{_HEAD}<context>\n    <name>assent</name>\n{messages}</context>\n</TS>\n"


def _message(source: Source) -> str:
    numerus = ' numerus="yes"' if source.plural else ""
    inside = "<numerusform></numerusform>" if source.plural else ""
    return (
        f"    <message{numerus}>\n"
        f'        <location filename="../../{source.file}"/>\n'
        f"        <source>{escape(source.text)}</source>\n"
        f'        <translation type="unfinished">{inside}</translation>\n'
        "    </message>\n"
    )


if __name__ == "__main__":
    sys.exit(main())
