"""`series`: the matches of a series and its standings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import in_language
from tablescribe.cli.terminal.state import as_json, echo, out, reader_of, state
from tablescribe.domain.table.names import seat
from tablescribe.domain.words.text import Text, Thing, listed, say

if TYPE_CHECKING:
    from tablescribe.domain.rules.game import Result


@click.command(
    epilog="""\b
Examples:
  tablescribe series 7k2
  tablescribe new tomb_raider Ada Ben --follows 7k2      (the next match of a series)"""
)
@click.argument("match_id", metavar="MATCH")
@in_language
@as_json
def series(match_id: str) -> None:
    """Show the series that MATCH belongs to: its matches and the score.

    Each match names the head hash of the one before, which is checked in this ledger.
    """
    from tablescribe.ledger.matches.series import chain, standing

    scribe = state().scribe()
    match = scribe.match(match_id)
    matches, stands = chain(scribe.ledger, match), standing(scribe.ledger, match)
    lines = [
        say("{number}. match {match}: {won}", number=number, match=one.id, won=_won(one.result))
        for number, one in enumerate(matches, start=1)
    ]
    data: dict[str, Any] = {"matches": [{"id": one.id, "head": scribe.ledger.head(one.id)} for one in matches]}
    if stands is not None:
        points = enumerate(stands.scores, start=1)
        scores = listed(say("{seat} {points}", seat=Thing(seat(k)), points=n) for k, n in points)
        lines.append(say("The series, by {rule}: {won} ({scores})", rule=stands.rule, won=_won(stands), scores=scores))
        data |= {"rule": stands.rule, "winners": list(stands.winners), "scores": list(stands.scores)}
    out(lambda: echo(reader_of(match).tell(listed(lines, "\n"))), data)


def _won(result: Result | None) -> Text:
    """Return who won, in words."""
    if result is None:
        return say("in progress")
    if not result.winners:
        return say("nobody won")
    return say("{seats} won", seats=listed(Thing(seat(k)) for k in result.winners))
