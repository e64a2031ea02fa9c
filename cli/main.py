"""The entry point: a group that imports a command's module only when that command runs."""

from __future__ import annotations

import gc
import os
import re
import sys
from importlib import import_module

import click

from tablescribe.cli.terminal.errors import report
from tablescribe.cli.terminal.state import State, as_document, echo

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")  # or all that is installed is searched, at each command

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("table.demo", "Play a scripted match with a take-back and a broken rule, then audit it."),
    "games": ("reading.rules", "List the games."),
    "templates": ("reading.rules", "List the components that come with games, for any game without rules here."),
    "rules": ("reading.rules", "Show a game's numbered rules, or one of them."),
    "new": ("table.matches", "Open a match."),
    "contribute": ("table.contribute", "Add a part to the chance of a match that waits for it."),
    "play": ("table.play", "Record a match at the table, interactively."),
    "box": ("table.box", "Your own copies of games: what is printed on them, learnt once."),
    "matches": ("reading.lists", "List the matches, the latest first; find some."),
    "stats": (
        "reading.lists",
        "How much was played and won, by person, game and seat, and head to head.",
    ),
    "ratings": (
        "reading.ratings",
        "How strong people are, by all that they played, or by tournaments.",
    ),
    "describe": ("reading.lists", "Say by what a match is found: title, event, round, tags."),
    "move": ("table.moves", "Record one action."),
    "result": ("table.result", "Record a match that was played already, by its result."),
    "record": ("table.record", "Record a whole session from a file of actions."),
    "undo": ("table.moves", "Take moves back."),
    "redo": ("table.moves", "Let moves that were taken back count again."),
    "ruling": ("table.moves", "Record a judge's decision."),
    "missed": ("table.moves", "Record that moves were missed, and what stands there now."),
    "note": ("table.matches", "Add a remark."),
    "legal": ("table.matches", "List what a seat may do now."),
    "show": ("table.matches", "Show the table, now or after any move."),
    "log": ("table.matches", "Show everything that was recorded."),
    "replay": ("reading.replay", "Step through a match in the terminal."),
    "audit": ("judging.audit", "Decide every move again and report what breaks a rule."),
    "verify": ("proofs.verify", "Check that nothing was changed, in a file or in the ledger."),
    "compare": ("judging.reconcile", "Compare two logs of one match, each written by another person."),
    "reconcile": ("judging.reconcile", "Record what two logs of one match come to."),
    "tournament": (
        "tournament.tournament",
        "Hold a tournament whose standings anybody can compute again.",
    ),
    "season": ("judging.season", "Audit the matches of many ledgers at once, and ask about them."),
    "series": ("reading.series", "Show how a series of matches stands."),
    "close": ("table.matches", "Close a match with its result."),
    "correct": ("table.corrections", "Correct the result of a closed match."),
    "void": ("table.corrections", "Declare a closed match void, so that it does not count."),
    "reinstate": ("table.corrections", "Let a void match count again."),
    "sign": ("proofs.proofs", "Sign a result, for a seat or the judge."),
    "stamp": ("proofs.proofs", "Have the time of a result stamped by an authority."),
    "keys": ("proofs.keys", "Keys that sign: show, enrol, revoke, rotate."),
    "checkpoint": ("proofs.proofs", "Sign what the whole ledger is now."),
    "publish": ("proofs.witness", "Write the ledger's tree as files, for any web server."),
    "witness": ("proofs.witness", "Cosign other people's ledgers, and watch for forks."),
    "bundle": ("proofs.proofs", "Write matches to one file that proves itself."),
    "export": ("care.transfer", "Write a match to one file."),
    "import": ("care.transfer", "Take a match over from a file."),
    "doctor": ("care.care", "Look at everything that can be wrong with the ledger."),
    "backup": ("care.care", "Copy the whole ledger to a file, and verify it."),
    "upgrade": ("care.care", "Convert the ledger to this version's schema, and keep a copy."),
    "restore": ("care.care", "Make a new ledger from a backup."),
    "serve": ("care.serve", "Serve the live table, replays and judges in a browser."),
    "mcp": ("care.assistant", "Let an assistant look matches up and record, by MCP."),
    "people": ("care.people", "Names of people: list, rename, merge, erase."),
    "words": ("care.words", "Words that people wrote: list, erase."),
    "lists": ("reading.lists", "Make lists and statistics anew from the log."),
    "completion": ("reading.rules", "Print the shell completion script."),
}


READING = frozenset(
    {"matches", "stats", "ratings", "legal", "show", "log", "replay", "audit", "verify", "compare", "series", "export",
     "doctor", "backup"}
)  # fmt: skip
"""Commands that only read: they do not convert a ledger of an earlier schema."""


WHOLE, ANYWHERE = "--ledger", ("--json", "--language")
"""The option of the whole program, and those of every command: people write them anywhere on the line."""


def in_their_places(args: list[str]) -> list[str]:
    """Return the words of a line with `--ledger` before the command, and `--json` and `--language` behind it."""
    end = args.index("--") if "--" in args else len(args)
    words, rest = args[:end], args[end:]
    first, last, kept = list[str](), list[str](), list[str]()
    while words:
        word = words.pop(0)
        name, equals, _ = word.partition("=")
        value = [words.pop(0)] if not equals and name in (WHOLE, "--language") and words else []
        moved = first if name == WHOLE else last if name in ANYWHERE and not kept else kept
        moved.extend([word, *value])
    return [*first, *kept, *last, *rest] if kept else args


EXAMPLE = re.compile(r"Examples?:\s+(.+?)(?: · |\n|  |$)")
"""The first example in a command's help."""


def with_example(error: click.UsageError) -> click.UsageError:
    """Return an error about a missing word with the command's first example."""
    command = error.ctx.command if error.ctx is not None else None
    found = EXAMPLE.search(command.epilog or "") if command is not None else None
    if found is None or not isinstance(error, click.MissingParameter):
        return error
    return click.UsageError(f"{error.format_message()} Example: {found[1].strip()}", error.ctx)


class LazyGroup(click.Group):
    """Knows its commands by name and imports them when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing its module."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"tablescribe.cli.{COMMANDS[cmd_name][0]}")
        command = getattr(module, {"import": "import_", "rules": "rules_"}.get(cmd_name, cmd_name))
        assert isinstance(command, click.Command)
        from tablescribe.cli.terminal.completion import with_completion

        return with_completion(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; one that there is not is told with those that were perhaps meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=3)
            meant = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"There is no command {args[0]!r}.{meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line; refuse what is no text, before anything is recorded of it."""
        settings = (value for name, value in os.environ.items() if name.startswith("TABLESCRIBE_"))
        for word in (*args, *settings):
            try:
                word.encode()
            except UnicodeEncodeError:
                raise click.UsageError(f"{word!r} is no text in UTF-8: names, remarks and files are", ctx) from None
        return super().parse_args(ctx, in_their_places(args))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn every error that has a cause into words, or JSON, and an exit code."""
        try:
            return super().invoke(ctx)
        except click.UsageError as fault_:
            error = with_example(fault_)
            if not getattr(ctx.obj, "json", False):  # it is not there yet if the command itself is not known
                raise error from None
            fault = {"code": "usage", "message": error.format_message()}
            echo(as_document({"error": fault}))
            ctx.exit(error.exit_code)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise  # click knows what to do with these
        except Exception as error:
            ctx.exit(report(ctx, error))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--ledger",
    "ledger",
    envvar="TABLESCRIBE_LEDGER",
    metavar="PATH-OR-URL",
    help="The ledger: a file, or postgresql://USER@HOST/DATABASE. Default: a file in your data folder. "
    "Also $TABLESCRIBE_LEDGER.",
)
@click.version_option(package_name="tablescribe", prog_name="tablescribe")
@click.pass_context
def cli(ctx: click.Context, ledger: str | None) -> None:
    """Record a tabletop match move by move, take moves back, replay it, and see which rule each move obeyed or broke.

    \b
    A first look:
      tablescribe demo
    A match of your own, at the table:
      tablescribe play --new ultime Ada Ben Cleo
      tablescribe play
      tablescribe audit MATCH

    Exit codes: 0 done, 1 the audit found something, 2 wrong use, 3 against the rules, 4 impossible, stale, or
    an outcome is missing, 5 a ledger, a file or a proof is damaged.
    """
    if os.environ.get("NO_COLOR"):  # see no-color.org; rich and prompt-toolkit look for themselves
        ctx.color = False
    ctx.obj = State(ledger, reads_only=ctx.invoked_subcommand in READING)
    ctx.call_on_close(ctx.obj.close)


def main() -> None:
    """Run the program."""
    # What is loaded stays: to look for garbage among it took a tenth of a short command, at its end as much again.
    gc.set_threshold(200_000, 20, 20)
    try:
        cli(prog_name="tablescribe")
    finally:
        if "duckdb" not in sys.modules:  # which would tell every one of its types that is left then
            gc.freeze()


if __name__ == "__main__":
    main()
