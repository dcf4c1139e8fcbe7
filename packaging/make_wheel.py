"""Builds the wheel into ``dist/`` and tests it: ``make package``.

Owns: the requirements for the wheel. Two builds give the same bytes. It holds the complete packages and nothing else.
Installed with only the pinned dependencies of this environment, it runs. Nothing is fetched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("host", "ui", "resources")
DESKTOP: Final = (
    "share/doc/assent/administrators.md",
    "share/doc/assent/users.md",
    "share/applications/dev.assent.Assent.desktop",
    "share/icons/hicolor/scalable/apps/dev.assent.Assent.svg",
    "share/metainfo/dev.assent.Assent.metainfo.xml",
)
"""Files for Linux desktops, and the guides that the window links to."""
EPOCH: Final = "1580601600"
"""2020-02-02, for a tree without history. SOURCE_DATE_EPOCH is described at reproducible-builds.org."""


def main() -> None:
    """Build twice, compare, check the contents, install and run; a fault ends the program with a sentence."""
    with tempfile.TemporaryDirectory() as scratch:
        first, second = (build(Path(scratch) / name) for name in ("first", "second"))
        if first.read_bytes() != second.read_bytes():
            sys.exit(f"{first.name} is not reproducible: two builds differ")
        check_contents(first)
        check_runs(first, Path(scratch) / "venv")
        target = ROOT / "dist" / first.name
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(first, target)
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes, reproducible, installs and runs")


def build(into: Path) -> Path:
    """Build one wheel with the pinned build backend of this environment."""
    env = os.environ | {"SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or last_commit() or EPOCH}
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(into), str(ROOT)]
    built = subprocess.run(command, env=env, cwd=into.parent, capture_output=True, text=True, check=False)
    if built.returncode:
        sys.exit(f"the build failed:\n{built.stdout}{built.stderr}")
    (wheel,) = into.glob("*.whl")
    return wheel


def last_commit() -> str:
    """Unix time of the last commit; empty without git or a commit."""
    if (git := shutil.which("git")) is None:
        return ""
    command = [git, "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def check_contents(wheel: Path) -> None:
    """Check that the wheel holds all files of the packages, the metadata and the desktop's files, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    shared = {name.split(".data/data/")[1] for name in inside if ".data/data/" in name}
    if shared != set(DESKTOP):
        sys.exit(f"{wheel.name} lacks or should not have, beside the packages: {sorted(shared ^ set(DESKTOP))}")
    inside = {name for name in inside if ".data/" not in name}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    if not any(name.startswith("resources/schemas/") and name.endswith(".json") for name in inside):
        sys.exit(f"{wheel.name} lacks the schemas")
    if "resources/docs/findings.md" not in inside:
        sys.exit(f"{wheel.name} lacks the page about findings")
    if inside != wanted:
        sys.exit(f"{wheel.name} lacks or should not have: {sorted(inside ^ wanted)}")


def check_runs(wheel: Path, directory: Path) -> None:
    """Install the wheel into a new environment and start its command there."""
    venv.create(directory)
    python = directory / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-index", "--no-deps", "--no-compile", str(wheel)], check=True)
    # The dependencies of this environment. A path file adds only the directory: path files inside it, such as that of
    # the editable install, are ignored, so `host` can only come from the wheel.
    where = subprocess.run([python, "-c", SITE], check=True, capture_output=True, text=True).stdout.strip()
    (Path(where) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    for shared in DESKTOP:
        if not (directory / shared).is_file():
            sys.exit(f"{wheel.name} does not install {shared}")
    check_origin = f"import host, resources, ui; assert host.__file__.startswith({where!r}), host.__file__"
    subprocess.run([python, "-I", "-c", check_origin], check=True, cwd=directory)
    subprocess.run([directory / "bin" / "assent", "--help"], check=True, cwd=directory, stdout=subprocess.DEVNULL)


SITE: Final = "import sysconfig; print(sysconfig.get_path('purelib'))"


if __name__ == "__main__":
    main()
