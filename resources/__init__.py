"""What ships beside the code: schemas, icons, translations, the demo.

Owns: how such a file is found, in a source tree and in an installed package alike.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from host.model import JsonObject


def schema_file(name: str) -> Path:
    """Where the schema called ``name`` is."""
    return Path(str(files(__package__).joinpath("schemas", f"{name}.schema.json")))


def schema(name: str) -> JsonObject:
    """The JSON Schema (2020-12) called ``name``, such as ``servers``, parsed anew for each caller."""
    loaded: JsonObject = json.loads(files(__package__).joinpath("schemas", f"{name}.schema.json").read_bytes())
    return loaded


def document(name: str) -> str:
    """A page of the documentation that the window shows, such as ``findings.md``: as in docs/reference."""
    return files(__package__).joinpath("docs", name).read_text("utf-8")


def example(name: str) -> Traversable:
    """A documented example, such as ``managed.json``."""
    return files(__package__).joinpath("examples", name)


def text(name: str) -> str:
    """A text file by its path in this package, such as ``inspect/verbs.toml``."""
    return files(__package__).joinpath(*name.split("/")).read_text("utf-8")
