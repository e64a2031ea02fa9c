"""The entry point: a group that imports a command's module only when that command runs."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module

import click

from cli.faults import report
from cli.state import State, as_document, echo

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")  # or all that is installed is searched, at each command

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("cli.demo", "Play a scripted match with a take-back and a broken rule, then audit it."),
    "games": ("cli.rules", "List the games."),
    "rules": ("cli.rules", "Show a game's numbered rules, or one of them."),
    "new": ("cli.matches", "Open a match."),
    "contribute": ("cli.contribute", "Add a part to the chance of a match that waits for it."),
    "play": ("cli.sitting", "Record a match at the table, interactively."),
    "box": ("cli.box", "Your own copies of games: what is printed on them, learnt once."),
    "matches": ("cli.lists", "List the matches, the latest first; find some."),
    "stats": ("cli.lists", "How much was played and won, by person, game and seat, and head to head."),
    "ratings": ("cli.ratings", "How strong people are, by all that they played, or by tournaments."),
    "describe": ("cli.lists", "Say by what a match is found: title, event, round, tags."),
    "move": ("cli.moves", "Record one action."),
    "result": ("cli.result", "Record a match that was played already, by its result."),
    "record": ("cli.record", "Record a whole session from a file of actions."),
    "undo": ("cli.moves", "Take moves back."),
    "redo": ("cli.moves", "Let moves that were taken back count again."),
    "ruling": ("cli.moves", "Record a judge's decision."),
    "missed": ("cli.moves", "Record that moves were missed, and what stands there now."),
    "note": ("cli.matches", "Add a remark."),
    "legal": ("cli.matches", "List what a seat may do now."),
    "show": ("cli.matches", "Show the table, now or after any move."),
    "log": ("cli.matches", "Show everything that was recorded."),
    "replay": ("cli.replay", "Step through a match in the terminal."),
    "audit": ("cli.checks", "Decide every move again and report what breaks a rule."),
    "verify": ("cli.checks", "Check that nothing was changed, in a file or in the ledger."),
    "compare": ("cli.reconcile", "Compare two logs of one match, each written by another person."),
    "reconcile": ("cli.reconcile", "Record what two logs of one match come to."),
    "tournament": ("cli.tournament", "Hold a tournament whose standings anybody can compute again."),
    "season": ("cli.season", "Audit the matches of many ledgers at once, and ask about them."),
    "series": ("cli.series", "Show how a series of matches stands."),
    "close": ("cli.matches", "Close a match with its result."),
    "sign": ("cli.proofs", "Sign a result, for a seat or the judge."),
    "stamp": ("cli.proofs", "Have the time of a result stamped by an authority."),
    "keys": ("cli.keys", "Keys that sign: show, enrol, revoke, rotate."),
    "checkpoint": ("cli.proofs", "Sign what the whole ledger is now."),
    "publish": ("cli.witness", "Write the ledger's tree as files, for any web server."),
    "witness": ("cli.witness", "Cosign other people's ledgers, and watch for forks."),
    "bundle": ("cli.proofs", "Write matches to one file that proves itself."),
    "export": ("cli.checks", "Write a match to one file."),
    "import": ("cli.checks", "Take a match over from a file."),
    "doctor": ("cli.care", "Look at everything that can be wrong with the ledger."),
    "backup": ("cli.care", "Copy the whole ledger to a file, and verify it."),
    "restore": ("cli.care", "Make a new ledger from a backup."),
    "serve": ("cli.serve", "Serve the live table, replays and judges in a browser."),
    "people": ("cli.people", "Names of people: list, rename, merge, erase."),
    "lists": ("cli.lists", "Make lists and statistics anew from the log."),
    "completion": ("cli.rules", "Print the shell completion script."),
}


class LazyGroup(click.Group):
    """Knows its commands by name and imports them when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing its module."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(COMMANDS[cmd_name][0])
        command = getattr(module, {"import": "import_", "rules": "rules_"}.get(cmd_name, cmd_name))
        assert isinstance(command, click.Command)
        from cli.completing import with_completion

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
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn every error that has a cause into words, or JSON, and an exit code."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if not getattr(ctx.obj, "json", False):  # it is not there yet if the command itself is not known
                raise
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
    ctx.obj = State(ledger)
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
