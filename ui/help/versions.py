"""Which versions are at work (pure but for what is installed).

Owns: the versions and licences of the program and of what it stands on, and the report of them.

Invariants: the report holds versions alone: no path, no name of a person, nothing of any call.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Final

import PySide6
from PySide6.QtCore import qVersion

from host.control.protocol import Welcome

DISTRIBUTION: Final = "assent"
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_LICENCE: Final = "License :: OSI Approved :: "


@dataclass(frozen=True, slots=True)
class Part:
    """Software of others. Attributes: name, version, licence: as it says itself (untrusted)."""

    name: str
    version: str
    licence: str


def versions(welcome: Welcome) -> dict[str, str]:
    """What runs here, by name."""
    return {
        "Assent": welcome.version,
        "MCP": ", ".join(reversed(welcome.revisions)),
        "Python": platform.python_version(),
        "Qt": qVersion(),
        "PySide": PySide6.__version__,
        "System": f"{platform.system()} {platform.release()} ({platform.machine()})",
    }


def report(welcome: Welcome) -> str:
    """The versions as text, for whoever reports something."""
    return "".join(f"{name}: {value}\n" for name, value in versions(welcome).items())


def parts() -> tuple[Part, ...]:
    """The packages that Assent needs, as far as they are installed; none where it is not installed itself."""
    return tuple(_parts())


def _parts() -> Iterator[Part]:
    try:
        required = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return
    names = {found[0].casefold() for line in required if "extra ==" not in line and (found := _NAME.match(line))}
    for name in sorted(names):
        try:
            about = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue
        yield Part(about["Name"], about["Version"], _licence(about))


def _licence(about: metadata.PackageMetadata) -> str:
    told = about.get_all("License-Expression") or about.get_all("License") or []
    classified = [line.removeprefix(_LICENCE) for line in about.get_all("Classifier") or [] if _LICENCE in line]
    first = next((line.strip() for line in (*told, *classified) if line.strip()), "")
    return first.partition("\n")[0]
