"""What a Linux desktop is told of the program fits the program."""

from __future__ import annotations

import configparser
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parents[2]
ID = "dev.assent.Assent"
ENTRY = ROOT / "packaging" / "linux" / f"{ID}.desktop"
METAINFO = ROOT / "packaging" / "linux" / f"{ID}.metainfo.xml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def _entry() -> configparser.ConfigParser:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # keys are case-sensitive in desktop entries
    entry.read(ENTRY)
    return entry


def test_the_desktop_entry_starts_the_command_that_the_wheel_installs() -> None:
    entry = _entry()
    commands = {entry[section]["Exec"].split()[0] for section in entry.sections()}
    assert commands <= set(PROJECT["project"]["scripts"])
    assert entry["Desktop Entry"]["Icon"] == ID
    assert [f"Desktop Action {name}" for name in entry["Desktop Entry"]["Actions"].strip(";").split(";")] == [
        section for section in entry.sections() if section != "Desktop Entry"
    ]


def test_the_metainfo_names_the_same_program_version_and_licence() -> None:
    component = ET.parse(METAINFO).getroot()  # noqa: S314  # a file of our own
    assert component.findtext("id") == ID
    assert component.findtext("launchable") == ENTRY.name
    assert component.findtext("project_license") == PROJECT["project"]["license"]
    release = component.find("releases/release")
    assert release is not None
    assert release.get("version") == PROJECT["project"]["version"]
    assert component.findtext("summary") == _entry()["Desktop Entry"]["Comment"]


def test_the_wheel_puts_all_three_and_the_guides_where_a_desktop_looks() -> None:
    shared = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert sorted(shared.values()) == [
        f"share/applications/{ID}.desktop",
        "share/doc/assent/administrators.md",
        "share/doc/assent/users.md",
        f"share/icons/hicolor/scalable/apps/{ID}.svg",
        f"share/metainfo/{ID}.metainfo.xml",
    ]
    assert all((ROOT / source).is_file() for source in shared)
