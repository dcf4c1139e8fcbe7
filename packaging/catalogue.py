"""Collects the words of the window for translators: ``make catalogue``.

Owns: ``resources/translations/assent.ts``, the catalogue that every language starts from. Qt's ``lupdate`` would not
find them: they stand in calls of our own, in schemas and in tables as well.

Invariants:
    Each text that ``ui.tr`` can be asked for, and each that ``host.words`` says, stands in it once, with the file that
    uses it first. Nothing is fetched.
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
_SAYING: Final = ("say", "say_n", "clause")
TABLES: Final = ROOT / "resources" / "inspect"
SHOWN: Final = ("says", "what", "phrase", "runs")
"""Columns of the tables of findings that stand in sentences."""
_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" sourcelanguage="en">\n'


@dataclass(frozen=True, order=True)
class Source:
    """One text to be translated.

    Attributes:
        text: in English.
        plural: whether it has forms by number.
        file: that uses it first.
    """

    text: str
    plural: bool
    file: str


def main() -> int:
    """Write the catalogue, or say with ``--check`` whether it is up to date."""
    made = document(sources())
    if "--check" in sys.argv[1:]:
        return 0 if CATALOGUE.is_file() and CATALOGUE.read_text("utf-8") == made else 1
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    CATALOGUE.write_text(made, "utf-8")
    return 0


def sources() -> list[Source]:
    """Everything that is to be translated, by its text; raises ValueError for what is no literal."""
    found: dict[tuple[str, bool], Source] = {}
    for directory, of in (("ui", _of), ("host", _said)):
        for file in sorted((ROOT / directory).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            for text, plural in of(ast.parse(file.read_text("utf-8")), name):
                found.setdefault((text, plural), Source(text, plural, name))
    for name in ("policy", "servers"):
        for text in _described(resources.schema(name)):
            found.setdefault((text, False), Source(text, plural=False, file=f"resources/schemas/{name}.schema.json"))
    for file in sorted(TABLES.glob("*.toml")):
        for text in _in_table(file.stem):
            found.setdefault((text, False), Source(text, plural=False, file=file.relative_to(ROOT).as_posix()))
    for declared in DECLARATIONS:
        for text in (declared.title, declared.doc, declared.group):
            found.setdefault((text, False), Source(text, plural=False, file="host/settings.py"))
    return sorted(found.values())


def _of(tree: ast.Module, file: str) -> Iterator[tuple[str, bool]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="tr" | "mark" as which), args=[first, *_]):
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value, False
                elif which == "mark" or not isinstance(first, ast.Name | ast.Attribute | ast.Subscript):
                    raise ValueError(f"{file}:{node.lineno}: {which}() wants a literal, or a constant made by mark()")
            case ast.Call(func=ast.Name(id="tr_n"), args=[one, many, *_]):
                if not all(isinstance(it, ast.Constant) and isinstance(it.value, str) for it in (one, many)):
                    raise ValueError(f"{file}:{node.lineno}: tr_n() wants two literals")
                assert isinstance(many, ast.Constant)
                yield str(many.value), True


def _described(part: object) -> Iterator[str]:
    """What a schema says of its members: what is wrong with a file is said with it (``host.conform``)."""
    if isinstance(part, dict):
        if isinstance(text := part.get("description"), str):
            yield escaped(text)
        for inside in part.values():
            yield from _described(inside)
    for inside in part if isinstance(part, list) else ():
        yield from _described(inside)


def _in_table(table: str) -> Iterator[str]:
    """The words in a table that findings show; a column of single words tells sorts apart, and is no sentence."""
    for column in SHOWN:
        texts = [row[column] for row in tables.rows(table)]
        if any(" " in text for text in texts):
            yield from (escaped(text) for text in texts if text)


def _said(tree: ast.Module, file: str) -> Iterator[tuple[str, bool]]:
    """What a module of the host says in words that it has from ``host.words``."""
    ours = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "host.words"
        for alias in node.names
    }
    ours |= set(_SAYING) if file == "host/words.py" else set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="say" | "clause" as which), args=[first, *_]) if which in ours:
                text = _template(first, node, file)
                yield from ((it, False) for it in ((text, small(text)) if which == "clause" else (text,)))
            case ast.Call(func=ast.Name(id="say_n"), args=[one, many, *_]) if "say_n" in ours:
                _template(one, node, file)
                yield _template(many, node, file), True


def _template(node: ast.expr, call: ast.Call, file: str) -> str:
    """A literal that names each of its values once; raises ValueError for anything else."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        raise ValueError(f"{file}:{call.lineno}: what is said wants to be a literal")
    names = fields(node.value)
    given = {keyword.arg for keyword in call.keywords} | ({"n"} if ast.unparse(call.func) == "say_n" else set())
    if names is None or len(set(names)) != len(names) or given - {"n"} != {*names} - {"n"}:
        raise ValueError(f"{file}:{call.lineno}: the template and its values do not fit")
    return node.value


def document(found: list[Source]) -> str:
    """A catalogue in Qt's form (Qt Linguist, TS File Format), not translated yet."""
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
