"""The page on API clients: its code is the tested example, and the example does what the page says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.replays.web.browser import running
from tests.replays.web.documented import document

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs/examples/client"
PAGE = (ROOT / "docs/pages/how-to/client.md").read_text("utf-8")
SHELL = PAGE.replace("\\\n    ", "")
COMMANDS = re.findall(r"^(openapi-python-client .*|python record_move.py .*)$", SHELL, re.M)
BASE = "http://127.0.0.1:8765"


def blocks(kind: str) -> list[str]:
    """Return the page's code blocks of a language."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)


def run(command: str, folder: Path) -> str:
    """Run a command of the page with the programs of this environment; return its output."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command.split(), cwd=folder, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


def test_the_page_shows_the_whole_example() -> None:
    assert "\n\n".join(blocks("python")) == (EXAMPLE / "record_move.py").read_text("utf-8")
    assert blocks("yaml") == [(EXAMPLE / "client.yaml").read_text("utf-8")]
    readme = (EXAMPLE / "README.md").read_text("utf-8").replace("\\\n    ", "")
    assert len(COMMANDS) == 2
    assert all(command in readme for command in COMMANDS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("client.yaml", "record_move.py"):
        shutil.copy(EXAMPLE / name, tmp_path / name)
    return tmp_path


def test_a_client_is_generated_from_every_operation_and_does_what_the_page_says(folder: Path) -> None:
    ledger = open_ledger(folder / "ledger.db")
    Scribe(ledger).new("chess", ["Ada", "Ben"])
    token = Access(ledger).grant(ORGANISER)[1]
    generate, record = COMMANDS
    with running(make_app(ledger, keys=folder / "keys")) as base:
        said = run(generate.replace(BASE, base), folder)
        assert said == "Generating tablescribe_client\n"  # and no warning
        for ways in document()["paths"].values():
            for operation in ways.values():
                made = folder / "tablescribe_client/api" / operation["tags"][0] / f"{operation['operationId']}.py"
                assert made.is_file(), made
        shown = run(record.replace(BASE, base).replace("TOKEN", token), folder)
    ledger.close()
    pattern = re.escape(blocks("text")[0]).replace("…", ".*?")
    assert re.fullmatch(pattern, shown), shown
