"""What all commands share: the open ledger, output in words or as JSON, and errors with their context."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

import click

from tablescribe.cli.terminal.language import language, told
from tablescribe.domain.words.escaping import UNSEEN, visible

if TYPE_CHECKING:
    from rich.console import Console

    from tablescribe.domain.match.events import AnyEvent
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.words.text import Text
    from tablescribe.ledger.log.database import Migration
    from tablescribe.ledger.matches.ledger import Ledger
    from tablescribe.ledger.matches.scribe import Scribe
    from tablescribe.replays.reading.reader import Reader

Function = TypeVar("Function", bound=Callable[..., Any])


class State:
    """The options of the running command, and the ledger that it opens on demand."""

    def __init__(self, ledger: str | None, *, reads_only: bool = False) -> None:
        self.target = ledger
        self.reads_only = reads_only
        self.json = False
        self.language: str | None = None
        self._scribe: Scribe | None = None
        self._people: dict[str, tuple[str, ...]] = {}

    def scribe(self, *, create: bool = False) -> Scribe:
        """Return the scribe of the ledger, opened on first use."""
        if self._scribe is None:
            from tablescribe.ledger.matches.ledger import open_ledger
            from tablescribe.ledger.matches.scribe import Scribe

            target = self.target or default_ledger()
            convert = not self.reads_only and keeps_a_copy(target)
            ledger = open_ledger(target, create=create, convert=convert, converted=say_converted)
            self._scribe = Scribe(ledger, closed=self._tell)
        return self._scribe

    def reading(self) -> Scribe:
        """Return the scribe for reading. A ledger that was named must exist, so that a typo is noticed."""
        return self.scribe(create=self.target is None)

    def look(self, beginning: str) -> Match:
        """Return a match for reading, by its id or a prefix of it.

        Raises:
            LedgerError, NoSuchMatch: see `open_ledger` and `Ledger.find`.
        """
        return self.look_closely(beginning)[0]

    def look_closely(self, beginning: str) -> tuple[Match, list[AnyEvent]]:
        """Return a match for reading and all its events, including undone moves and notes; see `look`."""
        if self._scribe is None:
            from tablescribe.ledger.matches.quick_read import read_quickly

            if (seen := read_quickly(self.target or default_ledger(), beginning)) is not None:
                self._people[seen.match.id] = seen.people
                return seen.match, seen.events
        scribe = self.scribe()
        match = scribe.match(beginning)
        return match, scribe.ledger.events_of(match.id)

    def people(self, match: Match) -> tuple[str, ...]:
        """Return the people's names by seat, for a match of the ledger; empty for an unknown or erased person."""
        if match.id not in self._people:
            known = self.scribe().ledger.called(seat.ref for seat in match.opened.seats)
            self._people[match.id] = tuple(known.get(seat.ref, "") for seat in match.opened.seats)
        return self._people[match.id]

    def names(self, match: Match) -> tuple[str, ...]:
        """Return the people's names by seat, as `Scribe.names` does; `seat 2` for an unknown or erased person."""
        return tuple(name or f"seat {k}" for k, name in enumerate(self.people(match), start=1))

    def _tell(self, match_id: str) -> None:
        """Report the result of a closed match to its tournament, if it belongs to one."""
        if self._scribe is not None and self._scribe.ledger.tournament_ids():
            from tablescribe.ledger.tournaments.commands import TournamentCommands

            TournamentCommands(self._scribe).closed(match_id)

    @property
    def opened(self) -> Ledger | None:
        """The ledger, if this command has opened it."""
        return self._scribe.ledger if self._scribe is not None else None

    def close(self) -> None:
        """Close the ledger."""
        if self._scribe is not None:
            self._scribe.ledger.close()


GRANT = "tablescribe doctor --rights ROLE"
"""Prints the rights of a role that records in a PostgreSQL ledger."""


def say_converted(migration: Migration) -> None:
    """Say on standard error that a ledger was migrated, and where the copy of the old one is."""
    from tablescribe.domain.words.text import say

    text = say(
        "Converted {where} from schema {before} to {after}.",
        where=migration.where, before=migration.before, after=migration.after,
    )  # fmt: skip
    echo(told(text), err=True)
    if migration.copy:
        kept = say("A copy from before is {copy}. Delete it when you no longer need it.", copy=migration.copy)
        echo(told(kept), err=True)
    else:
        rights = say("Roles that only record need rights to new tables: {command}", command=GRANT)
        echo(told(rights), err=True)


def keeps_a_copy(target: str) -> bool:
    """Return whether an upgrade keeps a copy, so that recording may upgrade: not of a database on a server."""
    return not target.startswith("postgres")


def default_ledger() -> str:
    """Return the path of the ledger in the user's data folder."""
    from platformdirs import user_data_path

    return str(user_data_path("tablescribe") / "ledger.db")


def is_a_file(word: str) -> bool:
    """Return whether a word is an existing file. If not, it may be a match or a tournament."""
    return os.path.isfile(word)  # noqa: PTH113  # Path.is_file raises an error if no file can be called so


def is_a_ledger(word: str) -> bool:
    """Return whether a word is a ledger's file, a backup, or a database address."""
    if word.startswith("postgres"):
        return "://" in word
    if not is_a_file(word):
        return False
    with open(word, "rb") as file:  # noqa: PTH123  # as in `is_a_file`
        return file.read(6) == b"SQLite"


def state() -> State:
    """Return the state of the running command."""
    found = click.get_current_context().find_root().obj
    assert isinstance(found, State)
    return found


def reader_of(match: Match) -> Reader:
    """Return a reader for a match of the ledger, who sees people's names in sentences.

    With `--json` people's names are used only if the game has no names for its seats.
    """
    from tablescribe.replays.reading.reader import Reader

    people = state().people(match) if match.opening.game.seats_by_name or not state().json else ()
    return Reader(match.opening, language(), people)


def as_json(function: Function) -> Function:
    """Add the option `--json` to a command."""

    def remember(ctx: click.Context, _param: click.Parameter, value: bool) -> bool:
        ctx.find_root().obj.json = value
        return value

    option = click.option("--json", "json_", is_flag=True, expose_value=False, is_eager=True, callback=remember,
                          help="Print JSON.")  # fmt: skip
    return option(function)


def out(words: str | Text | Callable[[], object], data: Any, opening: Opening | None = None) -> None:
    """Print the words, or with `--json` the data. Both may be functions, called only if needed.

    A `Text` is printed in the command's language, with the names that things have in the match.
    """
    if state().json:
        echo(as_document(data() if callable(data) else data))
    elif callable(words):
        words()
    else:
        echo(visible(words) if isinstance(words, str) else told(words, opening))


def reason(error: Exception) -> str:
    """Return why a file cannot be read, without the system's error number and the file name."""
    return str(getattr(error, "strerror", None) or error)


def as_document(data: Any) -> str:
    """Return data as JSON, with control characters escaped, so that it cannot control a terminal."""
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    return UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], text.replace("\x7f", "\\u007f"))


_COLOURS = re.compile(r"(\x1b\[[0-9;]*m)")


def safe(words: str) -> str:
    """Return words without control characters, except our own colour codes.

    All output passes through here. Colour codes in other people's text are removed earlier (`printable`, `visible`).
    """
    parts = _COLOURS.split(words)
    return "".join(part if number % 2 else visible(part) for number, part in enumerate(parts))


def echo(words: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Print words as `click.echo` does, without control characters."""
    click.echo(safe(words), nl=nl, err=err)


def echo_long(lines: Iterable[str]) -> None:
    """Print lines; on a terminal that is too small for them, through `$PAGER`."""
    from shutil import get_terminal_size

    told = safe("\n".join(lines))
    if sys.stdin.isatty() and sys.stdout.isatty() and told.count("\n") >= get_terminal_size().lines:
        click.echo_via_pager(told)
    else:
        click.echo(told)


class _Safe:
    """Standard output that passes through `safe`."""

    encoding = property(lambda self: sys.stdout.encoding)

    def write(self, words: str) -> int:
        return sys.stdout.write(safe(words))

    def flush(self) -> None:
        sys.stdout.flush()

    def isatty(self) -> bool:
        return sys.stdout.isatty()

    def fileno(self) -> int:
        return sys.stdout.fileno()


def console() -> Console:
    """Return a console for tables and colours; plain if the output is no terminal."""
    from rich.console import Console

    file = cast("IO[str]", _Safe())
    return Console(file=file, highlight=False, soft_wrap=not sys.stdout.isatty(), emoji=False, markup=False)


@contextmanager
def progress(label: str, *, lines: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that shows the progress of long work.

    If standard error is no terminal it shows nothing, or with `lines` a line for each tenth.
    """
    if state().json or not (lines or sys.stderr.isatty()):
        yield lambda done, total: None
        return
    if not sys.stderr.isatty():
        yield _tenths(label)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _tenths(label: str) -> Callable[[int, int], None]:
    """Return a function that prints a line each time another tenth of the work is done."""
    printed = -1

    def show(done: int, total: int) -> None:
        nonlocal printed
        if total and (tenth := 10 * done // total) > printed:
            printed = tenth
            echo(f"{label}: {done:,} of {total:,} ({100 * done // total} %)", err=True)

    return show


class Explained(Exception):
    """An error with what the command knows about it: match, move, rule, legal actions.

    Attributes:
        error: the error.
        opening: names the things in the message, if the error happened in a match.
        people: the names of the people in the seats, for sentences.
        details: the context, as plain data.
    """

    def __init__(
        self, error: Exception, opening: Opening | None = None, people: Iterable[str] = (), **details: Any
    ) -> None:
        super().__init__(str(error))
        self.error = error
        self.opening = opening
        self.people = tuple(people)
        self.details = {key: value for key, value in details.items() if value is not None and value not in ("", [])}


@contextmanager
def explaining(match: Match | None, attempt: Mapping[str, Any] | None = None) -> Iterator[None]:
    """Add context to an error in a match: where it happened, the rule's text, similar legal actions."""
    try:
        yield
    except Explained:
        raise
    except Exception as error:
        if match is None or not hasattr(error, "code"):
            raise
        now = state().scribe().match(match.id) if getattr(error, "recorded", ()) else match
        reads = reader_of(match)
        raise Explained(error, match.opening, reads.people, **details(now, error, reads, attempt)) from error


def check_dealt(match: Match) -> None:
    """Refuse to show or continue a match whose chance still lacks contributions."""
    with explaining(match):
        match.check_dealt()


def details(match: Match, error: Exception, reader: Reader, attempt: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the context of an error in a match; `match` includes what was recorded before the refusal."""
    from tablescribe.cli.terminal.messages import kept_data
    from tablescribe.domain.rules.chance import NeedsOutcome
    from tablescribe.domain.rules.play import Illegal

    found: dict[str, Any] = {"match": match.id, "move": match.head + 1, "version": match.version}
    if getattr(error, "recorded", ()):
        found["kept"] = kept_data(reader, match, error)
    if isinstance(error, Illegal):
        texts = match.opening.game.rulebook.texts(reader.language)
        found["rule"] = error.rule
        found["rule_text"] = texts.get(error.rule, "")
        found["legal"] = some_legal(match, reader, attempt or {})
    if isinstance(error, NeedsOutcome):
        found["question"] = reader.tell(error.question.text())
        found["possible"] = [str(outcome) for outcome in error.question.among]
    return found


def some_legal(match: Match, reader: Reader, attempt: Mapping[str, Any]) -> list[str]:
    """Return a few legal actions of the seats to act, in words, those most similar to the attempt first."""
    from tablescribe.domain.rules.alternatives import nearest
    from tablescribe.domain.table.names import seat as seat_name

    found = nearest(match.opening, match.table, match.to_act, attempt)
    return [f"{reader.name(seat_name(seat))} {reader.tell(action.deed(seat))}" for seat, action in found]
