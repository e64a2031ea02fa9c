"""The documentation site: complete, without broken links, and readable offline."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from types import ModuleType

import click
import pytest

from tablescribe.cli.main import cli
from tablescribe.cli.terminal.errors import EXIT_CODES
from tablescribe.cli.terminal.help import walk
from tablescribe.domain.games import GAMES, game
from tablescribe.domain.match.events import EVENTS
from tablescribe.domain.tournament.model.events import TOURNAMENT_EVENTS
from tablescribe.replays.web.api.problem_details import STATUS
from tablescribe.replays.web.app import make_app

ROOT = Path(__file__).parent.parent


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("documentation", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    pages: dict[str, str] = generator().pages()
    return pages


def missing_options(written: dict[str, str]) -> list[str]:
    """Return the commands without a section, and the options missing from their command's section."""
    found: list[str] = []
    for ctx in walk(cli, "tablescribe"):
        path = ctx.command_path.split()
        page = written[f"reference/commands/{path[1] if len(path) > 1 else 'index'}.md"]
        if len(path) > 1:
            sections = re.split(r"^(#+ .+)$", page, flags=re.M)
            headings = [heading.lstrip("# ") for heading in sections[1::2]]
            if (name := " ".join(path[1:])) not in headings:
                found.append(name)
                continue
            page = sections[2 * headings.index(name) + 2]
        told = set(re.findall(r"(?<![\w-])--?[\w-]+", "\n".join(re.findall(r"^\| `(.*?)` \|", page, re.M))))
        options = [one for one in ctx.command.params if isinstance(one, click.Option) and not one.hidden]
        found += [f"{ctx.command_path} {opt}" for one in options for opt in one.opts if opt not in told]
    return found


def test_every_command_and_option_has_an_entry(written: dict[str, str]) -> None:
    assert missing_options(written) == []


def test_an_option_that_only_another_command_tells_is_missed(written: dict[str, str]) -> None:
    page = written["reference/commands/tournament.md"]
    less = re.sub(r"(# tournament pair\n.*?)\| `--seed.*?\n", r"\1", page, count=1, flags=re.S)
    assert less != page
    pages = {**written, "reference/commands/tournament.md": less}
    assert missing_options(pages) == ["tablescribe tournament pair --seed"]
    gone = page.replace("# tournament pair\n", "# tournament pear\n")
    assert missing_options({**written, "reference/commands/tournament.md": gone}) == ["tournament pair"]


def declared_codes() -> set[str]:
    """Return the error codes that classes declare, found in the source text, so that no list can omit one."""
    files = (file for room in ("domain", "ledger", "replays", "cli") for file in (ROOT / room).rglob("*.py"))
    return {code for file in files for code in re.findall(r'^    code = "([\w.]+)"$', file.read_text("utf-8"), re.M)}


def test_every_error_code_has_an_entry_with_its_numbers_and_meaning(written: dict[str, str]) -> None:
    rows = dict(re.findall(r"^\| `([\w.]+)` \| (.*) \|$", written["reference/errors.md"], re.M))
    assert rows.keys() >= EXIT_CODES.keys() | STATUS.keys() | declared_codes()
    for code, row in rows.items():
        meaning, exits, status, _ = re.split(r"(?<!\\) \| ", row + " ", maxsplit=3)
        assert meaning.strip(), f"{code} has no meaning: give its class a docstring"
        assert (exits, status) == (str(EXIT_CODES.get(code, "")), str(STATUS.get(code, ""))), code


def test_every_page_and_endpoint_has_an_entry(written: dict[str, str]) -> None:
    app = make_app("nowhere.db")
    for path, ways in app.openapi()["paths"].items():
        for way in ways:
            assert f"| {way.upper()} | `{path}` |" in written["reference/api.md"]
    shown = [one for one in app.routes if "GET" in (getattr(one, "methods", None) or ())]
    for path in (str(getattr(one, "path", "")) for one in shown):
        if not path.startswith("/api/"):
            assert re.search(rf"^\| `{re.escape(path)}` \| \w", written["reference/pages.md"], re.M), path


def test_every_event_and_rule_has_an_entry(written: dict[str, str]) -> None:
    for event in (*EVENTS, *TOURNAMENT_EVENTS):
        assert f"### {event.__name__}\n" in written["reference/events.md"]
        assert f'"title": "{event.__name__}"' in written["reference/events.md"]
    for key in GAMES:
        page = written[f"reference/rules/{key}.md"]
        assert all(f"| `{rule.number}` |" in page for rule in game(key).rulebook.rules)


def test_the_site_is_built_without_a_warning_and_fetches_nothing(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", "docs/mkdocs.yml", "-d", str(tmp_path)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(program, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > len(GAMES) + len(cli.list_commands(click.Context(cli)))
    for page in pages:
        text = page.read_text("utf-8")
        fetched = re.findall(r"<(?:script|img|link|iframe)[^>]+(?:src|href)=\"?([^\"\s>]+)", text)
        assert [one for one in map(unescape, fetched) if re.match(r"(https?:)?//", one)] == [], page


def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    """The settings make MkDocs fail on a broken link, a broken anchor, and a page missing from the navigation."""
    settings = (ROOT / "docs" / "mkdocs.yml").read_text("utf-8")
    for kind in ("omitted_files", "absolute_links", "unrecognized_links", "anchors"):
        assert f"  {kind}: warn\n" in settings
