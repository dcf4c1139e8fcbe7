"""Code: its language by its name, by the inputs beside it, or by its first line (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from host import naming
from ui.inputs.highlight import Language
from ui.inputs.kinds.kind import Explanation, InputValue, Kind, host_facts, text_beside

_LANGUAGE_BY_NAME: Final[Mapping[str, Language]] = {
    "command": "shell", "cmd": "shell", "commands": "shell", "shell": "shell", "bash": "shell", "script": "shell",
    "javascript": "js", "js": "js", "expression": "js", "python": "python", "code": "python", "html": "html",
    "json": "json", "sql": "sql",
}  # fmt: skip
_NAMES_OF_ANY_LANGUAGE: Final = frozenset(("code", "script", "expression"))
"""Names of code in any language, which an input beside it may tell."""
_FILE_CONTENT: Final = naming.CONTENT | frozenset("source string new old oldtext oldstr newstring oldstring".split())
"""Names of the content of a file, whose name is an input beside it."""
_LANGUAGE_FIELDS: Final = ("language", "lang", "runtime", "interpreter", "kind")
_FILE_FIELDS: Final = ("path", "file_path", "filePath", "filepath", "file", "filename", "file_name", "name", "key")
_LANGUAGE_BY_WORD: Final[Mapping[str, Language]] = {
    "shell": "shell", "bash": "shell", "sh": "shell", "zsh": "shell", "python": "python", "python3": "python",
    "py": "python", "javascript": "js", "js": "js", "typescript": "js", "ts": "js", "node": "js", "json": "json",
    "sql": "sql", "html": "html",
}  # fmt: skip
_LANGUAGE_BY_ENDING: Final[Mapping[str, Language]] = {
    "sh": "shell", "bash": "shell", "zsh": "shell", "py": "python", "pyi": "python", "js": "js", "mjs": "js",
    "cjs": "js", "ts": "js", "jsx": "js", "tsx": "js", "java": "js", "c": "js", "h": "js", "cpp": "js", "go": "js",
    "rs": "js", "css": "js", "json": "json", "sql": "sql", "html": "html", "htm": "html", "xml": "html", "svg": "html",
}  # fmt: skip
"""Languages that look much alike share a grammar."""


def explain(value: InputValue) -> Explanation:
    """Explain code by its language and the host's readings."""
    return Explanation(host_facts(value.readings), language=language_of(value))


def language_of(value: InputValue) -> Language:
    """The language of code; empty for anything else."""
    for name, language in _LANGUAGE_BY_NAME.items():
        if name in value.words:
            language_word = text_beside(value, _LANGUAGE_FIELDS).lower() if name in _NAMES_OF_ANY_LANGUAGE else ""
            return _LANGUAGE_BY_WORD.get(language_word, language)
    if value.words & _FILE_CONTENT:
        file = text_beside(value, _FILE_FIELDS).lower()
        by_file = _LANGUAGE_BY_ENDING.get(file.rpartition(".")[2]) if "." in file else None
        return by_file or _language_of_first_line(value.text)
    return ""


def _language_of_first_line(text: str) -> Language:
    start = text[:200].lstrip().lower()
    if start.startswith("#!"):
        return "python" if "python" in start.split("\n", 1)[0] else "js" if "node" in start else "shell"
    return "html" if start.startswith(("<!doctype html", "<html")) else ""


KIND: Final = Kind("code", explain, by_name=lambda value: bool(language_of(value)))
