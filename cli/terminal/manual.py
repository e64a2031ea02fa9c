"""Write man pages and completion scripts from the commands. The build puts them into the wheel."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from tablescribe.cli.terminal.help import examples, summary, walk

PROGRAM = "tablescribe"

SCRIPTS: dict[str, type[ShellComplete]] = {
    "share/bash-completion/completions/tablescribe": BashComplete,
    "share/zsh/site-functions/_tablescribe": ZshComplete,
    "share/fish/vendor_completions.d/tablescribe.fish": FishComplete,
}
"""The path of each shell's completion script, below a prefix such as /usr/local."""


def files(root: click.Command, version: str) -> dict[str, str]:
    """Return all man pages and completion scripts by their paths below a prefix."""
    found = {f"share/man/man1/{name}.1": text for name, text in man_pages(root, version)}
    return found | {path: script(shell, root) for path, shell in SCRIPTS.items()}


def script(shell: type[ShellComplete], root: click.Command) -> str:
    """Return a shell's completion script, whether or not this machine has that shell."""
    made = shell(root, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE")
    return made.source_template % made.source_vars() + "\n"


def man_pages(root: click.Command, version: str) -> Iterator[tuple[str, str]]:
    """Yield the name and text of a page for each command, such as `tablescribe-tournament-pair`."""
    for ctx in walk(root, PROGRAM):
        yield ctx.command_path.replace(" ", "-"), man_page(ctx, version)


def man_page(ctx: click.Context, version: str) -> str:
    """Return a command's page in troff's man macros."""
    command, name = ctx.command, ctx.command_path.replace(" ", "-")
    lines = [f'.TH "{name.upper()}" 1 "" "Tablescribe {version}" "Tablescribe"', ".SH NAME"]
    lines.append(f"{_plain(name)} \\- {_plain(summary(command).rstrip('.'))}")
    lines += [".SH SYNOPSIS", f".B {_plain(ctx.command_path)}", _plain(" ".join(command.collect_usage_pieces(ctx)))]
    lines += [".SH DESCRIPTION", *_paragraphs(command.help or "")]
    if isinstance(command, click.Group):
        lines.append(".SH COMMANDS")
        for below in command.list_commands(ctx):
            found = command.get_command(ctx, below)
            assert found is not None
            lines += [".TP", f".BR {_plain(f'{name}-{below}')} (1)", _plain(summary(found))]
    lines.append(".SH OPTIONS")
    for param in command.get_params(ctx):
        if isinstance(param, click.Option) and (record := param.get_help_record(ctx)) is not None:
            lines += [".TP", f".B {_plain(record[0])}", _plain(record[1])]
    if shown := examples(command):
        lines += [".SH EXAMPLES", ".nf", *(_plain(example.removeprefix("  ")) for example in shown), ".fi"]
    if ctx.parent is None:
        lines += [".SH EXIT STATUS", ".nf", *(_plain(line) for line in _exit_codes(command)), ".fi"]
    else:
        lines += [".SH SEE ALSO", f".BR {_plain(ctx.parent.command_path.replace(' ', '-'))} (1)"]
    return "\n".join(lines) + "\n"


def _exit_codes(root: click.Command) -> list[str]:
    return [line.strip() for line in re.findall(r"^  \d  .*$", root.epilog or "", re.M)]


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the lines of a help text. A paragraph with click's no-wrap mark keeps its line breaks."""
    for paragraph in text.strip().split("\n\n"):
        lines = [line.strip() for line in paragraph.splitlines()]
        if lines[0] == "\b":
            yield from (".PP", ".nf", *(_plain(line) for line in lines[1:]), ".fi")
        else:
            yield from (".PP", _plain(" ".join(lines)))


def _plain(text: str) -> str:
    """Return a text escaped for troff: leading dots and quotes, backslashes, hyphens."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
