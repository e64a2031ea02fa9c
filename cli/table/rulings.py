"""`ruling` and `missed`: what no rule produced, entered by a judge or by the people at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tablescribe.cli.table.moves import command_id, expect
from tablescribe.cli.terminal.language import in_language
from tablescribe.cli.terminal.state import as_json, echo, explaining, out, reader_of, state
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from tablescribe.domain.match.events import Ruled
    from tablescribe.domain.match.match import Match


@click.command(
    epilog="""\b
Examples:
  tablescribe ruling 7k2 --clause UP-50 --reason "miscounted" --fact "set score:1 5"
  tablescribe ruling 7k2 --clause "tournament 4.2" --reason "illegal move" --replaces 17 \\
      --fact "move pawn:2 1 terrain:7 terrain:6"
A fact is `move PIECE N FROM TO`, `turn ZONE FACE TO N` or `set KEY VALUE` (null removes the key)."""
)
@click.argument("match_id", metavar="MATCH")
@click.option("--clause", required=True, help="Rule or clause.")
@click.option("--reason", required=True, help="Reason.")
@click.option("--fact", "facts", multiple=True, help="Change to the table. Repeat for more.")
@click.option("--replaces", type=int, help="First move to replace. Later moves are taken back, too.")
@click.option("--preview", is_flag=True, help="Show the changes without recording them.")
@command_id
@expect
@in_language
@as_json
def ruling(
    match_id: str,
    clause: str,
    reason: str,
    facts: Sequence[str],
    replaces: int | None,
    preview: bool,
    command_id: str | None,
    expected: int | None,
) -> None:
    """Record a judge's ruling in MATCH: changes to the table, with a reason."""
    from tablescribe.ledger.matches.fact_checks import read_facts, result_kept, table_before

    scribe = state().scribe()
    match = scribe.match(match_id)
    before = match.copy() if match.is_over else match
    if preview:
        with explaining(match):
            _preview(match, facts, replaces)
        return
    with explaining(match):
        event = scribe.ruling(
            match.id, read_facts(table_before(match, replaces), facts), clause=clause, reason=reason, replaces=replaces,
            command_id=command_id, expected_version=expected,
        )  # fmt: skip
    data = {"match": match.id, "move": event.number, "version": event.originator_version, "replaces": event.replaces}
    text = say("the judge rules by {clause}: {reason}", clause=clause, reason=reason)
    lines = [say("Move {move}: {words}", move=event.number, words=text), *_replaced(event)]
    if before is not match and result_kept(before, scribe.match(match.id)):
        lines.append(result_stays(before))
    out(listed(lines, "\n"), data)


def result_stays(before: Match) -> Text:
    """Return a sentence that says what to do if a ruling on a finished game was meant to change its result."""
    return say(
        "The game is over, and this ruling does not change its ending or its winners. To decide them again, record a "
        "ruling with {replaces} and play on from there, or close the match and use {correct}.",
        replaces=f"--replaces {before.head}", correct=f"tablescribe correct {before.id}",
    )  # fmt: skip


def _replaced(event: Ruled) -> list[Text]:
    """Return a sentence about the moves that a ruling replaces; none if it replaces none."""
    if event.replaces is None:
        return []
    return [say(
        "Move {move} and all moves after it no longer count. They stay in the log, marked as taken back.",
        move=event.replaces,
    )]  # fmt: skip


def _preview(match: Match, facts: Sequence[str], replaces: int | None) -> None:
    """Show what a ruling would change."""
    from tablescribe.ledger.matches.fact_checks import foresee_ruling, result_kept
    from tablescribe.replays.reading.timeline import Timeline

    after, event = foresee_ruling(match, facts, replaces=replaces)
    changes = Timeline(after).changes(event.number)
    kept = [result_stays(match)] if result_kept(match, after) else []
    lines = [*changes, *_replaced(event), *kept, say("Preview: nothing is recorded yet.")]
    reads = reader_of(after)
    data = {
        "match": match.id, "move": event.number, "version": None, "replaces": event.replaces, "preview": True,
    }  # fmt: skip
    out(lambda: echo(reads.tell(listed(lines, "\n"))), {**data, "changes": [reads.tell(text) for text in changes]})


@click.command(
    epilog="""\b
Examples:
  tablescribe missed 7k2 --moves 3 --fact "set score:2 4" --fact "set turn 1"
  tablescribe missed 7k2 --moves 1 --reason "the phone was off"
"""
)
@click.argument("match_id", metavar="MATCH")
@click.option("--moves", type=click.IntRange(min=1), required=True, help="Approximate number of moves.")
@click.option("--reason", default="", help="Reason.")
@click.option("--fact", "facts", multiple=True, help="Change to the table, as in `ruling`.")
@expect
@in_language
@as_json
def missed(match_id: str, moves: int, reason: str, facts: Sequence[str], expected: int | None) -> None:
    """Record that moves of MATCH were missed, and how the table looks now."""
    from tablescribe.ledger.matches.fact_checks import read_facts

    scribe = state().scribe()
    match = scribe.match(match_id)
    with explaining(match):
        known = read_facts(match.table, facts)
        event = scribe.missed(match.id, known, moves=moves, reason=reason, expected_version=expected)
    data = {"match": match.id, "move": event.number, "version": event.originator_version}
    text = plural(
        moves,
        "about 1 move was missed; the table is now as you described.",
        "about {n} moves were missed; the table is now as you described.",
    )
    out(say("Move {move}: {words}", move=event.number, words=text), data)
