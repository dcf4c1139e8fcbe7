"""What ships beside the code: schemas, icons, translations, the demo.

Owns: how such a file is found, in a source tree and in an installed package alike.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from host.model import JsonObject

FOLDER: Final = Path(__file__).parent
"""Of this package, which is installed as files: ``importlib.resources`` would take some milliseconds of every start."""
GUIDES: Final = ("users", "administrators")


def schema_file(name: str) -> Path:
    """Where the schema called ``name`` is."""
    return FOLDER / "schemas" / f"{name}.schema.json"


def schema(name: str) -> JsonObject:
    """The JSON Schema (2020-12) called ``name``, such as ``servers``, parsed anew for each caller."""
    loaded: JsonObject = json.loads(schema_file(name).read_bytes())
    return loaded


def document(name: str) -> str:
    """A page of the documentation that the window shows, such as ``findings.md``: as in docs/reference."""
    return FOLDER.joinpath("docs", name).read_text("utf-8")


def guides() -> dict[str, Path]:
    """The guides for people on this machine, by name: of a source tree, or as an installed package has them."""
    places = FOLDER.parent / "docs", Path(sys.prefix, "share", "doc", "assent")
    found = {name: next((p for place in places if (p := place / f"{name}.md").is_file()), None) for name in GUIDES}
    return {name: path for name, path in found.items() if path is not None}


def example(name: str) -> Path:
    """A documented example, such as ``managed.json``."""
    return FOLDER / "examples" / name


def text(name: str) -> str:
    """A text file by its path in this package, such as ``inspect/verbs.toml``."""
    return FOLDER.joinpath(*name.split("/")).read_text("utf-8")
