"""Write the reference from the code, and take in documents of other folders, while MkDocs builds the site."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from tablescribe.cli.main import GROUPS, cli
from tablescribe.cli.terminal.help import walk
from tablescribe.domain.games import GAMES, game

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parent.parent

INCLUDED = {
    "cli/TOURNAMENT.md": "tutorials/tournament.md",
    "cli/SEASON.md": "how-to/season.md",
    "cli/RECORD.md": "reference/record.md",
    "domain/games/README.md": "reference/games.md",
    "ledger/proofs/README.md": "reference/proofs.md",
    "ledger/proofs/verifiers/BUNDLE.md": "reference/bundle.md",
    "ledger/proofs/verifiers/TOURNAMENT.md": "reference/tournament-bundle.md",
    "replays/web/OPERATING.md": "reference/operating.md",
    "replays/web/access/README.md": "reference/access.md",
    "VERSIONING.md": "reference/versioning.md",
    "SECURITY.md": "reference/security.md",
    "CONTRIBUTING.md": "reference/contributing.md",
    "CHANGELOG.md": "reference/changelog.md",
    **{f"domain/games/{key}/README.md": f"reference/rules/{key}.md" for key in GAMES},
    "replays/web/API.md": "reference/api.md",
}
"""Documents that stay beside their code, and where the site has them."""

NAV: list[Any] = [
    {"Home": "index.md"},
    {"Tutorials": [
        "tutorials/catan.md", "tutorials/expeditions.md", "tutorials/tournament.md", "tutorials/dispute.md",
        "tutorials/prove.md", "tutorials/club.md", "tutorials/add-a-game.md",
    ]},
    {"How-to": [
        "how-to/index.md", "how-to/install.md", "how-to/play.md", "how-to/clock.md",
        "how-to/result.md", "how-to/find.md", "how-to/correct.md",
        "how-to/send.md", "how-to/browser.md", "how-to/site.md", "how-to/hooks.md", "how-to/client.md",
        "how-to/tournaments.md", "how-to/import.md", "how-to/people.md", "how-to/care.md", "how-to/season.md",
    ]},
    {"Reference": [
        {"Commands": ["reference/commands/index.md"]},
        {"Rules": []},
        "reference/api.md", "reference/access.md", "reference/events.md", "reference/errors.md", "reference/pages.md",
        {"Formats": ["reference/record.md", "reference/bundle.md", "reference/tournament-bundle.md"]},
        {"Operating": ["reference/operating.md", "reference/proofs.md", "reference/security.md"]},
        {"Project": [
            "reference/versioning.md", "reference/changelog.md", "reference/contributing.md", "reference/games.md",
        ]},
    ]},
    {"Explanations": [
        "explanation/events.md", "explanation/promises.md", "explanation/secrets.md", "explanation/editions.md",
        "explanation/measured.md", "explanation/scale.md",
    ]},
]  # fmt: skip
"""The navigation; pages of commands and games are added."""


# --- what MkDocs calls ---------------------------------------------------------------------------


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the navigation."""
    commands = [f"reference/commands/{name}.md" for group in GROUPS.values() for name in group]
    rules = [f"reference/rules/{key}.md" for key in GAMES]
    nav = json.loads(json.dumps(NAV))
    reference = nav[3]["Reference"]
    reference[0]["Commands"] += commands
    reference[1]["Rules"] = rules
    config.nav = nav
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the written pages and the pictures."""
    from mkdocs.structure.files import File

    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    for picture in sorted((ROOT / "tests" / "pictures").iterdir()):
        files.append(File.generated(config, f"pictures/{picture.name}", abs_src_path=str(picture)))
    return files


UNTOLD = {
    "file.unreadable": "A file cannot be read or written.",
    "request.form": "The request's fields are missing or malformed; the text names each.",
    "request.method": "The address exists, but not with this method.",
    "request.unknown": "The address does not exist.",
    "report.result": "The result is not one that a table can have.",
}
"""Meanings of codes that belong to no class of ours."""


def pages() -> dict[str, str]:
    """Return every page that is not written by hand, by its path."""
    found = {path: included(source) for source, path in INCLUDED.items()}
    found |= dict(command_pages())
    for key in GAMES:
        found[f"reference/rules/{key}.md"] += rules(key)
    found["reference/api.md"] += endpoints()
    writers: dict[str, Callable[[], str]] = {"events": events, "errors": errors, "pages": web_pages}
    return found | {f"reference/{name}.md": write() for name, write in writers.items()}


# --- documents of other folders ------------------------------------------------------------------


def included(source: str) -> str:
    """Return a document of the repository; its links lead to pages of the site, or are no links any more."""
    here, folder = INCLUDED[source], posixpath.dirname(source)

    def link(found: re.Match[str]) -> str:
        mark, text, target = found[1], found[2], found[3]
        if target.startswith(("http", "#")):
            return found[0]
        path, _, anchor = target.partition("#")
        there = posixpath.normpath(posixpath.join(folder, path))
        if there.startswith("tests/pictures/"):
            there = f"pictures/{posixpath.basename(there)}"
        elif there.startswith("docs/pages/"):
            there = there.removeprefix("docs/pages/")
        elif there in INCLUDED or posixpath.join(there, "README.md") in INCLUDED:
            there = INCLUDED.get(there) or INCLUDED[posixpath.join(there, "README.md")]
        else:
            return text if text.startswith("`") else f"{text} (`{there}`)"
        where = posixpath.relpath(there, posixpath.dirname(here)) + (f"#{anchor}" if anchor else "")
        return f"{mark}[{text}]({where})"

    return re.sub(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", link, (ROOT / source).read_text("utf-8"))


# --- commands ------------------------------------------------------------------------------------


def command_pages() -> Iterator[tuple[str, str]]:
    """Yield a page for each command with all that are below it, and one that lists them."""
    yield "reference/commands/index.md", _all_commands()
    for name in (name for group in GROUPS.values() for name in group):
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        above = click.Context(cli, info_name="tablescribe")
        parts = [_command(ctx) for ctx in walk(command, name, above)]
        yield f"reference/commands/{name}.md", "\n".join(parts)


def _all_commands() -> str:
    ctx = next(iter(walk(cli, "tablescribe")))
    lines = ["# Commands", "", "```text", ctx.command.get_usage(ctx), "```", "", *_options(ctx)]
    for heading, group in GROUPS.items():
        lines += ["", f"## {heading}", "", "| command | |", "|---|---|"]
        lines += [f"| [`{name}`]({name}.md) | {text} |" for name, (_, text) in group.items()]
    return "\n".join([*lines, "", "## Exit codes", "", *_exit_codes()]) + "\n"


def _exit_codes() -> list[str]:
    codes = re.findall(r"^  (\d)  (.*)$", cli.epilog or "", re.M)
    return ["| code | meaning |", "|---|---|", *(f"| {code} | {meaning} |" for code, meaning in codes)]


def _command(ctx: click.Context) -> str:
    command, depth = ctx.command, ctx.command_path.count(" ")
    lines = ["#" * depth + f" {ctx.command_path.removeprefix('tablescribe ')}", ""]
    lines += ["```text", ctx.command_path + " " + " ".join(command.collect_usage_pieces(ctx)), "```", ""]
    for paragraph in (command.help or "").split("\n\n"):
        lines += [" ".join(paragraph.split()).replace("<", "&lt;"), ""]
    lines += [*_options(ctx), ""]
    if epilog := (command.epilog or "").replace("\b\n", ""):
        lines += ["```text", epilog.rstrip(), "```", ""]
    return "\n".join(lines)


def _options(ctx: click.Context) -> list[str]:
    rows = [param.get_help_record(ctx) for param in ctx.command.get_params(ctx) if isinstance(param, click.Option)]
    cells = [(one[0], one[1]) for one in rows if one is not None]
    return [
        "| option | |", "|---|---|", *(f"| `{_cell(names)}` | {_cell(about)} |" for names, about in cells)
    ]  # fmt: skip


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


# --- the API, its events, errors and pages -------------------------------------------------------


def _app() -> Any:
    """Return the service's application; nothing is opened before the first request."""
    from tablescribe.replays.web.app import make_app

    return make_app("documentation.db")


def endpoints() -> str:
    """Return a table of all endpoints of the API."""
    lines = ["", "## Endpoints", "", "| method | path | |", "|---|---|---|"]
    for path, ways in _app().openapi()["paths"].items():
        lines += [f"| {way.upper()} | `{path}` | {_cell(one.get('summary', ''))} |" for way, one in ways.items()]
    return "\n".join(lines) + "\n"


def web_pages() -> str:
    """Return a table of all pages of the service."""
    lines = ["# Pages of the service", "", "What each address shows. `{match_id}` and `{tournament_id}` are ids."]
    lines += ["", "| address | |", "|---|---|"]
    for route in sorted(_app().routes, key=lambda one: str(one.path)):
        if "GET" in (getattr(route, "methods", None) or ()) and not route.path.startswith("/api/"):
            about = (route.endpoint.__doc__ or "").partition("\n")[0]
            lines.append(f"| `{route.path}` | {_cell(about)} |")
    return "\n".join(lines) + "\n"


def events() -> str:
    """Return all events of matches and tournaments with their fields and JSON Schema."""
    from tablescribe.domain.match.events import EVENTS
    from tablescribe.domain.tournament.model.events import TOURNAMENT_EVENTS

    lines = ["# Events", "", "Events are stored as JSON arrays: the name of the event, then its fields in this order.",
             "What is stored is never re-encoded; new fields are added at the end.", ""]  # fmt: skip
    for heading, kinds in (("Matches", EVENTS), ("Tournaments", TOURNAMENT_EVENTS)):
        _, schemas = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
        lines += [f"## {heading}", ""]
        for kind in kinds:
            lines += [f"### {kind.__name__}", "", " ".join((kind.__doc__ or "").split()), ""]
            fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__)
            lines += [f"Fields: {fields}.", "", *_schema(schemas.pop(kind.__name__))]
        lines += [f"### Parts of events ({heading.lower()})", "", "What `$ref` names.", ""]
        for name, schema in sorted(schemas.items()):
            lines += [f"**{name}**", "", *_schema(schema)]
    return "\n".join(lines)


def _schema(schema: dict[str, Any]) -> list[str]:
    text = json.dumps(schema, indent=1, ensure_ascii=False)
    return ['??? note "JSON Schema"', "", "    ```json", *(f"    {line}" for line in text.splitlines()), "    ```", ""]


def errors() -> str:
    """Return all error codes: what each means, its exit code and its HTTP status."""
    from tablescribe.cli.terminal.errors import EXIT_CODES, hint
    from tablescribe.replays.reading.reader import Reader
    from tablescribe.replays.web.api.problem_details import HINTS, STATUS

    meanings = error_meanings() | UNTOLD
    lines = ["# Error codes", "", "Codes are stable. The command line prints them with `--json`, as",
             '`{"error": {"code", "message", …}}`; the API as problem details (RFC 9457).', "",
             "| code | meaning | exit code | HTTP | what to do |", "|---|---|---|---|---|"]  # fmt: skip
    for code in sorted(EXIT_CODES.keys() | STATUS.keys() | meanings.keys()):
        way_out = hint(code) or HINTS.get(code)
        told = Reader().tell(way_out) if way_out is not None else ""
        numbers = f"{EXIT_CODES.get(code, '')} | {STATUS.get(code, '')}"
        lines.append(f"| `{code}` | {_cell(meanings.get(code, ''))} | {numbers} | {_cell(told)} |")
    return "\n".join([*lines, "", "## Exit codes", "", *_exit_codes()]) + "\n"


def error_meanings() -> dict[str, str]:
    """Return for each error code the first sentence of the class that has it."""
    import importlib
    import pkgutil

    import tablescribe.domain
    import tablescribe.ledger
    import tablescribe.replays

    for room in (tablescribe.domain, tablescribe.ledger, tablescribe.replays):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if ".migrations" not in found.name and ".verifiers" not in found.name:
                importlib.import_module(found.name)
    meanings, left = dict[str, str](), [Exception]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        code = vars(kind).get("code")
        if kind.__module__.startswith("tablescribe.") and isinstance(code, str):
            meanings[code] = (kind.__doc__ or "").strip().partition("\n")[0]
    return meanings


# --- rules ---------------------------------------------------------------------------------------


def rules(key: str) -> str:
    """Return the numbered rules of a game, chapter by chapter."""
    lines, chapter = ["", "## Numbered rules", ""], None
    for rule in game(key).rulebook.rules:
        if rule.chapter != chapter:
            chapter = rule.chapter
            lines += ["", f"### {chapter}", "", "| rule | | kept by | source |", "|---|---|---|---|"]
        kept = "the program" if rule.kind == "enforced" else "the judge"
        lines.append(f"| `{rule.number}` | {_cell(rule.text)} | {kept} | {_cell(str(rule.source))} |")
    return "\n".join(lines) + "\n"
