"""Tablescribe is a single import package: it works beside other packages called `cli` or `domain`, and shadows none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tablescribe.cli.main import cli
from tablescribe.cli.terminal.manual import files
from tests.depth import a_few

ROOT = Path(__file__).parent.parent
FOLDERS = ("domain", "ledger", "replays", "cli")
NOT_PACKED = shutil.ignore_patterns("__pycache__", "*.pyc")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository, because building writes beside the sources."""
    copy = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=NOT_PACKED)
    for file in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, copy)
    return copy


def pip(*words: str | Path) -> None:
    of_the_commit = {**os.environ, "SOURCE_DATE_EPOCH": "1764000000"}
    pip = [sys.executable, "-m", "pip", *words]
    done = subprocess.run(pip, capture_output=True, text=True, timeout=600, env=of_the_commit)
    assert done.returncode == 0, done.stdout + done.stderr


def built(source: Path, folder: Path) -> Path:
    """Build the wheel with the time of a commit, and return it."""
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source)
    return next(folder.glob("tablescribe-*.whl"))


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module", params=a_few(["wheel", "editable"], 1))
def environment(
    request: pytest.FixtureRequest, source: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return an environment with Tablescribe, our dependencies, and third-party packages `cli` and `domain`."""
    folder = tmp_path_factory.mktemp("installed") / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=600)
    site = next(folder.glob("[Ll]ib/**/site-packages"))
    # The dependencies of this environment are available, but nothing installed in editable form.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    for name in ("cli", "domain"):
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("WHOSE = 'a stranger'", "utf-8")
    what = [wheel] if request.param == "wheel" else ["--no-build-isolation", "--editable", source]
    pip("--python", folder, "install", "--no-deps", "--no-index", "--no-compile", *what)  # few modules are used
    return folder


def run(environment: Path, at: Path, *words: str, code: int = 0) -> str:
    program = next(one for one in (environment / "bin", environment / "Scripts") if one.is_dir()) / words[0]
    done = subprocess.run([program, *words[1:]], cwd=at, capture_output=True, text=True, timeout=600)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_it_runs_beside_strangers_of_the_same_names(environment: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    for name in FOLDERS:
        (project / name).mkdir(parents=True)
        (project / name / "__init__.py").write_text("raise RuntimeError('another project')", "utf-8")
    games = run(environment, project, "tablescribe", "games")
    assert "Root" in games
    assert run(environment, project, "python", "-m", "tablescribe.cli", "games") == games


def test_it_hides_no_package_of_others(environment: Path, tmp_path: Path) -> None:
    whose = "import cli, domain; print(cli.WHOSE, domain.WHOSE)"
    assert run(environment, tmp_path, "python", "-c", whose) == "a stranger a stranger\n"


def test_the_wheel_holds_all_files_and_no_others(source: Path, wheel: Path) -> None:
    unpacked = wheel.parent / "unpacked"
    shutil.unpack_archive(wheel, unpacked, "zip")
    packed = {file.relative_to(unpacked) for file in unpacked.rglob("*") if not file.is_dir()}
    shipped = {
        "tablescribe" / file.relative_to(source)
        for folder in FOLDERS
        for file in (source / folder).rglob("*")
        if not file.is_dir() and "__pycache__" not in file.parts
    }
    ours = {file for file in packed if ".dist-info" not in file.parts[0] and ".data" not in file.parts[0]}
    assert ours == shipped
    beside = {file.as_posix().partition(".data/data/")[2] for file in packed if ".data" in file.parts[0]}
    assert beside == set(files(cli, ""))


def test_the_installed_man_page_is_that_of_the_command(environment: Path) -> None:
    pages = environment / "share" / "man" / "man1"
    if pages.is_dir():  # an editable install has none
        assert "\\-\\-winner" in (pages / "tablescribe-tournament-report.1").read_text("utf-8")
        assert (environment / "share/bash-completion/completions/tablescribe").is_file()


@pytest.mark.deep
def test_the_same_tree_gives_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    """Neither the folder nor the times of the files matter, if the time of the commit is given."""
    again = shutil.copytree(source, tmp_path / "again", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    for file in again.rglob("*"):
        os.utime(file, (1_600_000_000, 1_600_000_000))
    assert built(again, tmp_path / "wheel").read_bytes() == wheel.read_bytes()


ONLY_THE_BASE = """
import sys
from importlib.abc import MetaPathFinder
from importlib.metadata import packages_distributions, requires
import re

def base(name, seen):
    seen.add(name)
    for line in requires(name) or ():
        other = re.match(r"[\\w.-]+", line)[0].lower().replace("_", "-")
        if "extra ==" not in line and other not in seen:
            try:
                base(other, seen)
            except ModuleNotFoundError:  # for other systems or versions
                pass
    return seen

NEEDED = base("tablescribe", set())
WHOSE = packages_distributions()

class OnlyTheBase(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        whose = {one.lower().replace("_", "-") for one in WHOSE.get(name.partition(".")[0], ())}
        if whose and not whose & NEEDED:
            raise ModuleNotFoundError(f"{name} is not in the base install", name=name)

sys.meta_path.insert(0, OnlyTheBase())
"""


def test_the_first_evening_needs_no_extra(environment: Path, tmp_path: Path) -> None:
    """With only the base dependencies, a demo is recorded, audited, reported and verified."""
    (next(environment.glob("[Ll]ib/**/site-packages")) / "sitecustomize.py").write_text(ONLY_THE_BASE, "utf-8")
    whether = "try:\n import babel\nexcept ModuleNotFoundError as error:\n print(error)"
    assert run(environment, tmp_path, "python", "-c", whether) == "babel is not in the base install\n"
    ledger = ("tablescribe", "--ledger", str(tmp_path / "evening.db"))
    run(environment, tmp_path, *ledger, "demo", "morris")
    match = json.loads(run(environment, tmp_path, *ledger, "matches", "--json"))[0]["id"]
    report = tmp_path / "report.html"
    assert "BREACH" in run(environment, tmp_path, *ledger, "audit", match, "--html", str(report), code=1)
    assert report.is_file()
    assert "Ada (Weiß) setzt einen Stein" in run(environment, tmp_path, *ledger, "log", match, "--language", "de")
    run(environment, tmp_path, *ledger, "verify")
