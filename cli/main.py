"""The entry point: a click group that imports a command's module only when the command runs."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

import click

from tablescribe.cli.terminal.errors import report
from tablescribe.cli.terminal.state import State, as_document, echo
from tablescribe.domain.box import packaged

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")  # or all that is installed is searched, at each command

PLUGINS = "pydantic.plugin._loader"
"""The module by which pydantic looks for plugins. Only to learn that none are wanted it loads `email` and `zipfile`."""

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "At the table": {
        "demo": ("table.demo", "Play a scripted match with an undo and a broken rule."),
        "play": ("table.play", "Record a match interactively, move by move."),
        "new": ("table.matches", "Open a match."),
        "move": ("table.moves", "Record one action."),
        "rematch": ("table.rematch", "Open another match like one before."),
        "undo": ("table.moves", "Take moves back."),
        "redo": ("table.moves", "Restore moves that were taken back."),
        "show": ("table.matches", "Show the table, now or after any move."),
        "legal": ("table.matches", "List the legal actions."),
        "close": ("table.matches", "Close a match and record its result."),
        "result": ("table.result", "Record a match you have already played."),
        "record": ("table.record", "Record a session from a file of actions."),
        "note": ("table.notes", "Add a note to a match, with photos."),
        "clock": ("table.clock", "Show, set, pause or correct the clock of a match."),
        "box": ("table.box", "Manage your own copies of games."),
        "contribute": ("table.contribute", "Contribute to the shuffle of a sealed match."),
    },
    "Read and find": {
        "matches": ("reading.lists", "List and search matches."),
        "log": ("table.matches", "Show everything recorded in a match."),
        "replay": ("reading.replay", "Step through a match, or export it as HTML or GIF."),
        "stats": ("reading.lists", "Show wins by person, game and seat."),
        "ratings": ("reading.ratings", "Rate people by their results."),
        "describe": ("reading.lists", "Edit a match's details: title, event, tags."),
        "games": ("reading.rules", "List the games with rules."),
        "rules": ("reading.rules", "Show the rules of a game, or one rule."),
        "templates": ("reading.rules", "List the templates for games without rules."),
    },
    "Judge": {
        "audit": ("judging.audit", "Check every move against the rules."),
        "ruling": ("table.rulings", "Record a judge's ruling."),
        "missed": ("table.rulings", "Record a gap: moves were missed."),
        "photos": ("judging.photos", "List and save the photos of a match."),
        "correct": ("table.corrections", "Correct the result of a closed match."),
        "void": ("table.corrections", "Void a closed match, so that it no longer counts."),
        "reinstate": ("table.corrections", "Reinstate a void match."),
        "compare": ("judging.reconcile", "Compare two logs of the same match, or two ledgers."),
        "reconcile": ("judging.reconcile", "Merge two logs of the same match."),
    },
    "Prove": {
        "verify": ("proofs.verify", "Check that a ledger or a file is unchanged."),
        "bundle": ("proofs.proofs", "Export matches to a file that proves itself."),
        "sign": ("proofs.proofs", "Sign a result."),
        "keys": ("proofs.keys", "Manage signing keys."),
        "stamp": ("proofs.proofs", "Add a trusted timestamp (RFC 3161) to a result."),
        "checkpoint": ("proofs.proofs", "Sign the current state of the ledger."),
        "witness": ("proofs.witness", "Cosign and watch other people's ledgers."),
        "publish": ("proofs.witness", "Publish the ledger's hash tree as files."),
    },
    "Tournaments": {
        "tournament": ("tournament.tournament", "Run a tournament: pair, report, standings."),
        "festival": ("tournament.festival", "Run several tournaments as sections of one event."),
        "team": ("tournament.team", "Run a tournament of teams: rosters, line-ups, boards."),
        "series": ("reading.series", "Show the score of a series of matches."),
        "season": ("judging.season", "Audit and query the matches of many ledgers."),
    },
    "Look after the ledger": {
        "serve": ("care.serve", "Start the web service."),
        "site": ("care.site", "Write a website of your matches and tournaments."),
        "hooks": ("care.hooks", "Notify other services of events (web hooks)."),
        "mcp": ("care.assistant", "Let an assistant look up matches and record."),
        "doctor": ("care.care", "Check the ledger for problems."),
        "backup": ("care.care", "Back up the ledger, and verify the copy."),
        "restore": ("care.care", "Restore a ledger from a backup."),
        "export": ("care.transfer", "Export a match to a file."),
        "import": ("care.transfer", "Import matches from a file."),
        "people": ("care.people", "List, rename, merge and erase people."),
        "words": ("care.words", "List and erase words that people wrote."),
        "lists": ("reading.lists", "Rebuild the lists and statistics."),
        "upgrade": ("care.care", "Upgrade the ledger to the current schema."),
        "completion": ("reading.rules", "Print the shell completion script."),
    },
}
"""The front page: for each group its commands, each with its module and its one-line help."""

COMMANDS: dict[str, tuple[str, str]] = {name: one for group in GROUPS.values() for name, one in group.items()}
"""All commands in the order of the front page."""


READING = frozenset(
    {"matches", "stats", "ratings", "legal", "show", "log", "replay", "audit", "photos", "verify", "compare", "series",
     "export",
     "doctor", "backup",
     "people list", "words list", "hooks list", "tournament show", "tournament standings", "tournament pairings"}
)  # fmt: skip
"""Commands that only read. They do not convert a ledger of an earlier schema."""


LINE = "tablescribe.line"
"""The key in a context's `meta` for the words of the command line, from the command on."""

WHOLE, ANYWHERE = "--ledger", ("--json", "--language")
"""The option of the whole program, and options of every command. People type both anywhere on the line."""


def in_their_places(args: list[str]) -> list[str]:
    """Return the arguments with `--ledger` moved before the command, and `--json` and `--language` moved to the end."""
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


NEAR_OPTIONS = re.compile(r" \(?Did you mean .*", re.S)
"""Click's own suggestion of an option, which is replaced by a whole line."""


BEHIND = ("void", "reinstate", "describe", "show", "close", "ruling")
"""Commands for which a word after `last` that is neither a game nor a person is probably the value of an option."""

NO_LIST = re.compile(r"\. [^.]*: tablescribe matches$")
"""The hint to list the matches. It is dropped if a better line is suggested."""

ASKS_FOR_HELP = ("-help", "-?", "/?")
"""How other programs are asked for help."""


def with_example(error: click.UsageError, words: Sequence[str]) -> click.UsageError:
    """Return an error with the line that was probably meant, in the reader's language.

    If no line is likely and a word is missing, the first example of the command's help is added instead.
    """
    from tablescribe.cli.terminal.click_messages import in_language, in_own_words
    from tablescribe.cli.terminal.language import told
    from tablescribe.cli.terminal.second_guess import line_meant
    from tablescribe.domain.words.text import say

    command = error.ctx.command if error.ctx is not None else None
    unsaid = "tablescribe " not in error.format_message() or (words[:1] and words[0] in BEHIND)
    if unsaid and (line := line_meant(words)):
        said = in_own_words(NO_LIST.sub("", NEAR_OPTIONS.sub("", error.format_message()))).rstrip(".")
        meant = told(say("Did you mean: {command}", command=line))
        return in_language(click.UsageError(f"{said}. {meant}", error.ctx))
    found = EXAMPLE.search(command.epilog or "") if command is not None else None
    if found is None or not isinstance(error, click.MissingParameter):
        return in_language(error)
    example = told(say("Example: {example}", example=found[1].strip()))
    return in_language(click.UsageError(f"{in_own_words(error.format_message())} {example}", error.ctx))


def below(args: Sequence[str]) -> str:
    """Return a suggestion for a line whose command belongs to `tournament` or `people`; empty for any other."""
    from shlex import join

    from tablescribe.cli.terminal.second_guess import line_meant

    for group in ("tournament", "people"):
        command = getattr(import_module(f"tablescribe.cli.{COMMANDS[group][0]}"), group)
        if args[0] in command.list_commands(click.Context(command)):
            return f" Did you mean: {line_meant([group, *args]) or join(['tablescribe', group, *args])}"
    return ""


def _remember(content: bytes, parse: packaged.Parse) -> object:
    """Cache what is parsed from a game's files, in the user's cache folder."""
    from tablescribe.replays.reading.parsed_files import cache_folder, remembered

    return remembered(cache_folder("games"), content, parse)


class LazyGroup(click.Group):
    """A group that imports its commands on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing its module."""
        if cmd_name not in COMMANDS:
            return None
        packaged.remember_by(_remember)
        module = import_module(f"tablescribe.cli.{COMMANDS[cmd_name][0]}")
        command = getattr(module, {"import": "import_", "rules": "rules_"}.get(cmd_name, cmd_name))
        assert isinstance(command, click.Command)
        from tablescribe.cli.terminal.completion import with_completion
        from tablescribe.cli.terminal.help import with_plain_values

        return with_plain_values(with_completion(command))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and suggest similar ones if there is none. `help` is the same as `--help`."""
        if args and args[0] == "help" and "help" not in COMMANDS:
            args = [*args[1:], "--help"] if args[1:] else ["--help"]
            if args == ["--help"]:
                echo(ctx.get_help())
                ctx.exit()
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from tablescribe.cli.terminal.help import meant
            from tablescribe.cli.terminal.second_guess import game_named

            remember(ctx, ctx.params.get("ledger"))
            about = {name: line for name, (_, line) in COMMANDS.items()}
            known = meant(args[0], list(COMMANDS), about)
            near = "" if game_named(args[0]) else known if args[0] == "list" else below(args) or known
            ctx.fail(f"There is no command {args[0]!r}.{near}")
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and "last" in rest[:-1]:
            from tablescribe.cli.terminal.match_words import with_last_of

            rest = with_last_of(command, rest)
        return name, command, rest

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, group by group, without importing any."""
        widest = max(map(len, COMMANDS))
        for heading, group in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(widest), text) for name, (_, text) in group.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments. Refuse those that are not UTF-8 before anything is recorded."""
        settings = (value for name, value in os.environ.items() if name.startswith("TABLESCRIBE_"))
        for word in (*args, *settings):
            try:
                word.encode()
            except UnicodeEncodeError:
                raise click.UsageError(f"{word!r} is no text in UTF-8: names, remarks and files are", ctx) from None
        placed = in_their_places(args)
        ctx.meta[LINE] = [word for word in placed[2 * (placed[:1] == [WHOLE]) :] if not word.startswith(f"{WHOLE}=")]
        if 0 < len(ctx.meta[LINE]) < 3 and placed[-1] in ASKS_FOR_HELP:
            placed = [*placed[:-1], "--help"]
        try:
            return super().parse_args(ctx, placed)
        except click.UsageError as error:
            from tablescribe.cli.terminal.click_messages import in_language

            raise in_language(error) from None

    def invoke(self, ctx: click.Context) -> object:
        """Run the command. Turn every error that has a code into a message (or JSON) and an exit code."""
        try:
            return super().invoke(ctx)
        except click.UsageError as fault_:
            error = with_example(fault_, ctx.meta.get(LINE, ()))
            if not getattr(ctx.obj, "json", False):
                raise error from None
            fault = {"code": "usage", "message": error.format_message()}
            echo(as_document({"error": fault}))
            ctx.exit(error.exit_code)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise  # handled by click
        except Exception as error:
            ctx.exit(report(ctx, error))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Exit codes:
  0  done
  1  the audit found something
  2  wrong usage, or no such match
  3  against the rules
  4  impossible or stale, or an outcome is missing
  5  a ledger, a file or a proof is damaged
  6  a part of the imported file was rejected""",
)
@click.option(
    "--ledger",
    "ledger",
    envvar="TABLESCRIBE_LEDGER",
    metavar="PATH-OR-URL",
    help="Ledger file, or postgresql://USER@HOST/DATABASE. Default: $TABLESCRIBE_LEDGER, else a file in your data "
    "folder.",
)
@click.version_option(package_name="tablescribe", prog_name="tablescribe")
@click.pass_context
def cli(ctx: click.Context, ledger: str | None) -> None:
    """Record tabletop matches move by move, check them against the rules, and prove the results.

    \b
    Start here:
      tablescribe demo                                   Watch a recorded match
      tablescribe play --new ultime Ada Ben Cleo         Record your own
      tablescribe result Catan Ann 10 Ben 7 --won Ann    Record a match you have played
      tablescribe COMMAND --help                         Options and examples

    MATCH is the start of a match's id, as `tablescribe matches` lists it, or `last`, `last chess`, `last Ben`. Add
    --json to any command for machine-readable output.
    """
    if os.environ.get("NO_COLOR"):  # see no-color.org; rich and prompt-toolkit read it themselves
        ctx.color = False
    remember(ctx, ledger)


def remember(ctx: click.Context, ledger: str | None) -> None:
    """Create the command's state with the ledger, output format and language of its line, before click parses it."""
    line = ctx.meta.get(LINE, [])
    ctx.obj = State(ledger, reads_only=bool(READING & {ctx.invoked_subcommand, " ".join(line[:2])}))
    ctx.obj.json = "--json" in line[: line.index("--") if "--" in line else None]
    if "--language" in " ".join(line):
        from tablescribe.cli.terminal.language import language_of_line

        ctx.obj.language = language_of_line(line)
    ctx.call_on_close(ctx.obj.close)


def without_plugins() -> None:
    """Put an empty list in the place of pydantic's search for plugins, where the environment turns them all off.

    Where a later pydantic searches elsewhere, this changes nothing; where it wants more of that module, it gets it.
    """
    if os.environ["PYDANTIC_DISABLE_PLUGINS"] in ("__all__", "1", "true") and PLUGINS not in sys.modules:
        found = ModuleType(PLUGINS)
        found.__dict__["get_plugins"] = tuple
        found.__dict__["__getattr__"] = _of_the_real_module
        sys.modules[PLUGINS] = found


def _of_the_real_module(name: str) -> object:
    if name.startswith("__"):  # what the import itself asks for
        raise AttributeError(name)
    del sys.modules[PLUGINS]
    return getattr(import_module(PLUGINS), name)


def main() -> None:
    """Run the program."""
    without_plugins()
    # What is loaded stays: to look for garbage among it took a tenth of a short command, at its end as much again.
    gc.set_threshold(200_000, 20, 20)
    try:
        cli(prog_name="tablescribe")
    finally:
        if "duckdb" not in sys.modules:  # DuckDB would report each of its remaining types
            gc.freeze()


if __name__ == "__main__":
    main()
