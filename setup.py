"""Install the four folders as one import package, with man pages and shell completions made from its commands."""

import sys
import tomllib
from pathlib import Path
from types import ModuleType

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

ROOMS = ("domain", "ledger", "replays", "cli")
HERE = Path(__file__).parent
MADE = Path("build") / "manual"


def manual() -> list[tuple[str, list[str]]]:
    """Write man pages and completions below `build/`, and return where each is installed."""
    package = ModuleType("tablescribe")
    package.__path__ = [str(HERE)]
    before = sys.modules.setdefault("tablescribe", package)
    sys.path.insert(0, str(HERE))
    try:
        from tablescribe.cli.main import cli
        from tablescribe.cli.terminal.manual import files

        version = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
        found = files(cli, version)
    finally:
        sys.path.remove(str(HERE))
        if before is package:
            for name in [name for name in sys.modules if name.partition(".")[0] == "tablescribe"]:
                del sys.modules[name]
    for path, text in found.items():
        (HERE / MADE / path).parent.mkdir(parents=True, exist_ok=True)
        (HERE / MADE / path).write_text(text, "utf-8")
    folders = sorted({str(Path(path).parent) for path in found})
    return [(one, sorted(str(MADE / path) for path in found if str(Path(path).parent) == one)) for one in folders]


class BuildWithManual(build_py):
    """Makes the man pages before the files of the wheel are collected."""

    def run(self) -> None:
        """Build the package."""
        if not self.editable_mode:
            self.distribution.data_files = [*(self.distribution.data_files or []), *manual()]
        super().run()


setup(
    package_dir={f"tablescribe.{room}": room for room in ROOMS},
    packages=[
        f"tablescribe.{package}" for room in ROOMS for package in (room, *(f"{room}.{p}" for p in find_packages(room)))
    ],
    package_data={"": ["**/*"]},
    cmdclass={"build_py": BuildWithManual},
)
