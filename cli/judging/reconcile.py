"""`compare` and `reconcile`: two logs of one match, recorded by different people."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.table.moves import command_id as with_command_id
from tablescribe.cli.terminal.language import in_language, reader, told, wrong_use
from tablescribe.cli.terminal.state import (
    Explained,
    as_json,
    default_ledger,
    echo,
    echo_long,
    is_a_file,
    is_a_ledger,
    out,
    state,
)
from tablescribe.domain.words.text import plural, say

if TYPE_CHECKING:
    from tablescribe.domain.aligning.difference import Difference, Take
    from tablescribe.domain.aligning.settling import Undecided
    from tablescribe.domain.match.match import Match
    from tablescribe.replays.auditing.log_comparison import Comparison
    from tablescribe.replays.reading.discretion import Viewer


@click.command(
    epilog="""\b
Examples:
  tablescribe compare 7k2 9fq
  tablescribe compare 7k2 second-recorder.json --json
  tablescribe compare 7k2 9fq --spectator
  tablescribe compare monday.tablescribe              (this ledger with a backup)
  tablescribe compare club.db hall.db                 (two ledgers)
Exit code: 0 if nothing is left to decide, 1 if a person must decide, or if ledgers differ."""
)
@click.argument("first")
@click.argument("second", required=False)
@click.option("--seat", type=int, help="Show what this seat may see.")
@click.option("--spectator", is_flag=True, help="Show what spectators may see.")
@in_language
@as_json
@click.pass_context
def compare(ctx: click.Context, first: str, second: str | None, seat: int | None, spectator: bool) -> None:
    """Compare two logs of one match, or two ledgers: where they differ, and what the rules say about it.

    FIRST and SECOND are matches of the ledger, or files written by `tablescribe export`. Logs are aligned by content,
    not by position. Nothing is recorded.

    Two ledgers, or a ledger and its backup, are compared as a whole: which matches only one of them has, which logs go
    on in one, and which fork, at which event.
    """
    from tablescribe.cli.judging.ledger_difference import compare_ledgers

    if is_a_ledger(first) and (second is None or is_a_ledger(second)):
        here = state().target or default_ledger()
        ctx.exit(compare_ledgers(first, second) if second is not None else compare_ledgers(here, first))
    for name in filter(None, (first, second)):
        if PurePath(name).suffix and not is_a_file(name):
            raise wrong_use(say("there is no file {file}", file=name))
    if second is None:
        raise click.MissingParameter(ctx=ctx, param_hint="'SECOND'", param_type="argument")
    from tablescribe.domain.aligning.alignment import align
    from tablescribe.domain.match.refusals import check_seats
    from tablescribe.replays.auditing.log_comparison import Comparison
    from tablescribe.replays.reading.discretion import EVERYTHING

    ours, theirs = _log(first), _log(second)
    check_seats(ours.opening.seats, seat)
    viewer: Viewer = None if spectator else seat if seat is not None else EVERYTHING
    found = Comparison(ours, theirs, align(ours, theirs), viewer)
    out(lambda: echo_long(_lines(found)), found.data(reader(ours.opening)))
    ctx.exit(1 if found.alignment.questions else 0)


def _log(name: str) -> Match:
    """Return a match of the ledger, or the match in a file."""
    if is_a_file(name):
        from tablescribe.ledger.care.match_files import match_in, read_file, verify_with_words

        return match_in(*verify_with_words(read_file(Path(name)))[1:])
    return state().reading().match(name)


def _lines(found: Comparison) -> list[str]:
    reads = reader(found.first.opening)
    lines = [reads.tell(found.verdict())]
    for one in found.alignment.differences:
        where, *rest = found.lines(one)
        lines += ["", reads.sentence(where), *(f"   {reads.tell(line)}" for line in rest)]
    return lines


@click.command(
    epilog="""\b
Examples:
  tablescribe reconcile 7k2 9fq                       (asks what the rules cannot decide)
  tablescribe reconcile 7k2 second-recorder.json
  tablescribe reconcile 7k2 9fq --take 2=first --take 5=both --judge --reason "both seats agree" """
)
@click.argument("first")
@click.argument("second")
@click.option("--take", "takes", multiple=True, metavar="N=LOG",
    help="Decision on difference N (see `compare`): first, second, both or neither.")  # fmt: skip
@click.option("--judge", is_flag=True, help="The judge decides.")
@click.option("--reason", default="", help="Reason, without names of people.")
@with_command_id
@in_language
@as_json
def reconcile(first: str, second: str, takes: Sequence[str], judge: bool, reason: str, command_id: str | None) -> None:
    """Merge two logs of one match into a match of its own that names both.

    FIRST and SECOND are matches of the ledger, or exported files, which are imported. Both stay as they are. Rules
    settle what they can; you are asked about the rest, and your answers are recorded. `audit` checks that each move
    comes from one of the logs or from such an answer.
    """
    from tablescribe.domain.aligning.settling import Undecided
    from tablescribe.ledger.matches.reconciling import JUDGE, KEEPER
    from tablescribe.ledger.matches.reconciling import reconcile as record

    scribe = state().scribe(create=is_a_file(first))
    ours, theirs = _here(first), _here(second)
    answers = dict(map(_take, takes))
    if not state().json and sys.stdin.isatty():
        answers = _asked(ours, theirs, answers)
    reasons = dict.fromkeys(answers, reason)
    try:
        by = JUDGE if judge else KEEPER
        match = record(scribe, ours, theirs, answers, by=by, reasons=reasons, command_id=command_id)
    except Undecided as error:
        raise _open(error, scribe.match(ours), scribe.match(theirs), answers) from error
    settled = {how: sum(one.how == how for one in match.settled) for how in ("order", "rule", "person")}
    words = plural(
        match.head,
        "Match {match} merges both logs: 1 move. Differences settled by a rule: {rule}, by a person: "
            "{person}; only in order: {order}.",
        "Match {match} merges both logs: {n} moves. Differences settled by a rule: {rule}, by a person: "
            "{person}; only in order: {order}.",
        match=match.id, **settled,
    )  # fmt: skip
    data = {
        "match": match.id, "sources": [ours, theirs], "version": match.version, "move": match.head,
        "closed": match.closed is not None, "settled": settled,
    }  # fmt: skip
    out(words, data, match.opening)


def _open(error: Undecided, ours: Match, theirs: Match, answers: Mapping[int, Take]) -> Explained:
    """Return the error with the open questions, each with the readings to choose from."""
    from tablescribe.domain.aligning.alignment import align
    from tablescribe.replays.auditing.log_comparison import Comparison

    found, reads = Comparison(ours, theirs, align(ours, theirs, answers)), reader(ours.opening)
    return Explained(error, ours.opening, questions=[found.difference(one, reads) for one in error.questions])


def _here(name: str) -> str:
    """Return the id of a match. A match in a file is imported first."""
    if not is_a_file(name):
        return state().scribe().ledger.find(name)
    from tablescribe.ledger.care.importing import import_file
    from tablescribe.ledger.care.match_files import read_file

    done = import_file(state().scribe().ledger, read_file(Path(name)))
    return done.matches[0][0]


def _take(text: str) -> tuple[int, Take]:
    from tablescribe.domain.aligning.difference import TAKES

    number, _, take = text.partition("=")
    for known in TAKES:
        if take == known and number.isdecimal():
            return int(number), known
    raise wrong_use(say("{text} is not a decision. Write N=first, N=second, N=both or N=neither", text=repr(text)))


def _asked(first: str, second: str, answers: Mapping[int, Take]) -> dict[int, Take]:
    """Ask a person about each difference that no rule settles; return all decisions."""
    from tablescribe.domain.aligning.alignment import align
    from tablescribe.replays.auditing.log_comparison import Comparison

    ours, theirs = state().scribe().match(first), state().scribe().match(second)
    known: dict[int, Take] = dict(answers)
    while True:
        found = Comparison(ours, theirs, align(ours, theirs, known))
        if not found.alignment.questions:
            return known
        one = found.alignment.questions[0]
        known[one.number] = _answer(found, one)


def _answer(found: Comparison, one: Difference) -> Any:
    reads = reader(found.first.opening)
    for line in found.lines(one):
        echo(reads.tell(line))
    possible = click.Choice([candidate.take for candidate in one.possible])
    return click.prompt(told(say("Which log is right?")), type=possible, default=None)
