"""Code: its language, by what it is called, by what stands beside it, or by its first line (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from host import naming
from ui.inputs.highlight import Language
from ui.inputs.kinds.kind import Explanation, InputValue, Kind, host_facts, text_beside

_BY_NAME: Final[Mapping[str, Language]] = {
    "command": "shell", "cmd": "shell", "commands": "shell", "shell": "shell", "bash": "shell", "script": "shell",
    "javascript": "js", "js": "js", "expression": "js", "python": "python", "code": "python", "html": "html",
    "json": "json", "sql": "sql",
}  # fmt: skip
_ANY_LANGUAGE: Final = frozenset(("code", "script", "expression"))
"""Such code may be in another language, which then is said beside it."""
_CONTENT: Final = naming.CONTENT | frozenset("source string new old oldtext oldstr newstring oldstring".split())
"""What may become a file, whose name then stands beside it."""
_LANGUAGE_SAID: Final = ("language", "lang", "runtime", "interpreter", "kind")
_FILE_SAID: Final = ("path", "file_path", "filePath", "filepath", "file", "filename", "file_name", "name", "key")
_LANGUAGES: Final[Mapping[str, Language]] = {
    "shell": "shell", "bash": "shell", "sh": "shell", "zsh": "shell", "python": "python", "python3": "python",
    "py": "python", "javascript": "js", "js": "js", "typescript": "js", "ts": "js", "node": "js", "json": "json",
    "sql": "sql", "html": "html",
}  # fmt: skip
_ENDINGS: Final[Mapping[str, Language]] = {
    "sh": "shell", "bash": "shell", "zsh": "shell", "py": "python", "pyi": "python", "js": "js", "mjs": "js",
    "cjs": "js", "ts": "js", "jsx": "js", "tsx": "js", "java": "js", "c": "js", "h": "js", "cpp": "js", "go": "js",
    "rs": "js", "css": "js", "json": "json", "sql": "sql", "html": "html", "htm": "html", "xml": "html", "svg": "html",
}  # fmt: skip
"""Languages that look much alike are told apart no further."""


def explain(value: InputValue) -> Explanation:
    """Its language alone, and what the host read in it."""
    return Explanation(host_facts(value.readings), language=language_of(value))


def language_of(value: InputValue) -> Language:
    """The language of code; empty for what is none."""
    for name, language in _BY_NAME.items():
        if name in value.words:
            said = text_beside(value, _LANGUAGE_SAID).lower() if name in _ANY_LANGUAGE else ""
            return _LANGUAGES.get(said, language)
    if value.words & _CONTENT:
        file = text_beside(value, _FILE_SAID).lower()
        by_file = _ENDINGS.get(file.rpartition(".")[2]) if "." in file else None
        return by_file or _by_beginning(value.text)
    return ""


def _by_beginning(text: str) -> Language:
    start = text[:200].lstrip().lower()
    if start.startswith("#!"):
        return "python" if "python" in start.split("\n", 1)[0] else "js" if "node" in start else "shell"
    return "html" if start.startswith(("<!doctype html", "<html")) else ""


KIND: Final = Kind("code", explain, by_name=lambda value: bool(language_of(value)))
