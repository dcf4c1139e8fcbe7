"""Where packages are named (pure).

Owns: the commands, inputs and files in which a name is that of a package. What stays true: each pattern is bounded.
"""

from __future__ import annotations

import re
from typing import Final

from host.patterns import regex

PACKAGE: Final = regex(r"@?[\w.-]{1,64}(?:/[\w.-]{1,64}){0,3}")
INSTALL: Final = regex(
    r"\b(?:pip3?|uv|npm|pnpm|yarn|gem|cargo|poetry|conda|bun|pipx|composer)\s{1,8}(?:install|add|i|require)\s([^\n;&|]{1,400})"
    r"|\b(?:npx|uvx|pipx\s{1,8}run|docker\s{1,8}pull)\s([^\n;&|]{1,100})"
)
INSTALLERS: Final = ("install", " add ", "npm i ", "npx ", "uvx ")
PACKAGE_KEYS: Final = frozenset(
    "package dependency library module crate gem pkg requirement image plugin chart provider extension orb".split()
)
LISTS: Final = (
    "requirements.txt",
    "package.json",
    "Pipfile",
    "Cargo.toml",
    "pyproject.toml",
    "Gemfile",
    "environment.yml",
)
LISTED: Final = regex(
    r"^[ \t]{0,16}(?:gem |- )?[\"']?(@?[A-Za-z][\w./-]{1,60})[\"']?[ \t]{0,4}(?:$|[=<>~!:,\[;@])", re.MULTILINE
)
IN_JSON: Final = regex(
    r"\"(@?[A-Za-z][\w./-]{1,60})\"[ \t]{0,4}:[ \t]{0,4}\"(?:[\^~<>=*v]{0,2}\d|[*^~]|latest|git|https?:|npm:|file:)"
)
INSTALLS: Final = frozenset(
    "install package npm pypi pip cargo gem crate dependency docker image terraform module helm go".split()
)
