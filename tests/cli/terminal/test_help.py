"""The help: groups on the front page, full sentences in lists, and examples that the commands accept."""

from __future__ import annotations

import re
import shlex

import click

from tablescribe.cli.main import COMMANDS, GROUPS, cli
from tablescribe.cli.terminal.help import examples, summary, walk
from tablescribe.cli.terminal.state import State
from tests.cli.conftest import Run

ALL = {ctx.command_path: ctx for ctx in walk(cli, "tablescribe")}
FILE = re.compile(r"does not exist|No such file|is a directory")


def test_the_front_page_lists_every_command_once_in_its_group(run: Run) -> None:
    words = run("--help").output
    at = [words.index(f"\n{heading}:\n") for heading in GROUPS]
    assert at == sorted(at)
    for name, (_, text) in COMMANDS.items():
        assert len(re.findall(rf"^  {name} +{re.escape(text)}$", words, re.M)) == 1, name
    assert len(COMMANDS) == sum(map(len, GROUPS.values()))


def test_help_fits_the_terminal_and_cuts_nothing_off() -> None:
    """Examples may be longer than a line of the terminal: they are to be copied whole."""
    for path, ctx in ALL.items():
        words = ctx.command.get_help(ctx)
        assert "..." not in re.sub(r"[\w}\]]\.\.\.", "", words), f"{path}: a sentence is cut off"
        told = [line for line in words.splitlines() if not re.search(r"^ +tablescribe |\\\\$|^Usage|^ {7,}", line)]
        assert max(map(len, told)) <= 100, path
        if isinstance(ctx.command, click.Group):
            flat = " ".join(words.split())
            for name in ctx.command.list_commands(ctx):
                below = ctx.command.get_command(ctx, name)
                assert below is not None
                assert (COMMANDS[name][1] if ctx.parent is None else summary(below)) in flat, f"{path} {name}"


def refusal(example: str) -> str:
    """Return why the command line does not understand an example; empty if it does."""
    said = re.sub(r"\s{3,}\(.*\)$", "", example.partition("tablescribe ")[2])
    words = shlex.split(re.sub(r"\s[<>|] .*$", "", said))
    if words[0] == "--ledger":
        del words[:2]
    path = "tablescribe"
    while words and f"{path} {words[0]}" in ALL:
        path += f" {words.pop(0)}"
    root = click.Context(cli, info_name="tablescribe", obj=State(None))
    try:
        ALL[path].command.make_context(path, words, parent=root)
    except click.UsageError as error:
        return "" if FILE.search(error.format_message()) else f"{example}: {error.format_message()}"
    return ""


def test_every_command_has_two_examples_that_the_program_understands() -> None:
    for path, ctx in ALL.items():
        found = examples(ctx.command)
        assert ctx.parent is None or len(found) >= 2, path
        assert all("tablescribe " in example for example in found), path
        assert [refusal(example) for example in found] == [""] * len(found)


def test_an_example_with_an_option_that_there_is_not_is_found() -> None:
    assert "No such option" in refusal("  tablescribe show 7k2 --nonsense")


def test_every_option_is_described_by_a_sentence() -> None:
    for path, ctx in ALL.items():
        for param in ctx.command.params:
            if isinstance(param, click.Option):
                assert param.help, f"{path} {param.opts}"
                assert param.help[0].isupper(), f"{path} {param.opts}: {param.help}"
                assert param.help.endswith("."), f"{path} {param.opts}: {param.help}"
