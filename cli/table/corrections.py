"""`void`, `correct` and `reinstate`: correct closed matches and remove duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from shlex import join, quote
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, explaining, out, reader_of, state
from tablescribe.cli.terminal.times import entered, no_future
from tablescribe.domain.words.text import Text, listed, say

if TYPE_CHECKING:
    from tablescribe.domain.match.correction_events import Correction
    from tablescribe.domain.rules.game import Result

because = click.option("--because", "--reason", "reason", required=True, metavar="REASON",
    help="Reason, without names of people.")  # fmt: skip


@click.command(
    epilog="""\b
Examples:
  tablescribe void 7k2 --because "recorded twice" --instead 9fm
  tablescribe void 7k2 --because "that was only a test"
  tablescribe matches --duplicates            (find likely duplicates)"""
)
@click.argument("match_id", metavar="MATCH")
@because
@click.option("--instead", default="", metavar="MATCH", help="Match that counts instead.")
@in_language
@as_json
def void(match_id: str, reason: str, instead: str) -> None:
    """Void a closed MATCH: it stays readable, but no longer counts in lists, statistics and ratings.

    To undo this, use `reinstate`.
    """
    from tablescribe.domain.match.signature_records import KEEPER
    from tablescribe.ledger.matches.corrections import void as record

    scribe = state().scribe()
    with explaining(scribe.match(match_id)):
        event = record(scribe, match_id, by=KEEPER, reason=reason, instead=instead)
    words = say(
        "Match {match} is void and counts no more. To undo: {command}",
        match=event.originator_id, command=f"tablescribe reinstate {event.originator_id} --because …",
    )  # fmt: skip
    out(words, _data(event) | {"instead": event.instead})


@click.command(
    epilog="""\b
Examples:
  tablescribe reinstate 7k2 --because "it was the other one"
  tablescribe void 9fm --because "recorded twice" --instead 7k2"""
)
@click.argument("match_id", metavar="MATCH")
@because
@in_language
@as_json
def reinstate(match_id: str, reason: str) -> None:
    """Reinstate a void MATCH, with the result it had."""
    from tablescribe.domain.match.signature_records import KEEPER
    from tablescribe.ledger.matches.corrections import reinstate as record

    scribe = state().scribe()
    with explaining(scribe.match(match_id)):
        event = record(scribe, match_id, by=KEEPER, reason=reason)
    out(say("Match {match} counts again.", match=event.originator_id), _data(event))


@click.command(
    epilog="""\b
Examples:
  tablescribe correct 7k2 --won Ben --because "the wrong winner was entered"
  tablescribe correct 7k2 Ann 7 Ben 10 --won Ben --because "points were swapped"
  tablescribe correct 7k2 --played "2026-11-20 20:15" --because "it was the day before"
For wrong players or the wrong game, void the match and record it again with `result`."""
)
@click.argument("match_id", metavar="MATCH")
@click.argument("words", nargs=-1, metavar="[NAME POINTS] …")
@click.option("--won", "--winner", "winners", multiple=True, metavar="NAME", help="Winner. Repeat for more.")
@click.option("--nobody", "--draw", is_flag=True, help="No winner.")
@click.option("--played", default="", metavar="DAY", help="Day or time of play, as in `result`.")
@click.option("--future", is_flag=True, help="Accept a day in the future.")
@because
@in_language
@as_json
def correct(
    match_id: str, words: Sequence[str], winners: Sequence[str], nobody: bool, played: str, future: bool, reason: str
) -> None:
    """Correct the result of a closed MATCH: winners, points, or the day.

    Both versions stay in its log. Lists, statistics and ratings use the corrected one. Signatures stay with the result
    they were made on; sign the corrected one with `sign`.
    """
    from tablescribe.cli.table.result import SCORES, read_people, with_score
    from tablescribe.cli.terminal.player_words import apart, each_winner
    from tablescribe.domain.match.signature_records import KEEPER
    from tablescribe.ledger.matches.corrections import correct as record
    from tablescribe.ledger.matches.results import seats_named

    if winners and nobody:
        raise wrong_use(say("use --won or --nobody, not both"))
    scribe = state().scribe()
    match = scribe.match(match_id)
    names = scribe.names(match)
    if len(words) == 1 and words[0].lower() in SCORES:
        words, winners, nobody = with_score([*names, *words], winners, nobody=nobody)
        words = ()
    people, points = read_people(apart(words))
    winners = each_winner(winners, names)
    scores = None
    if people:
        if not points or sorted(seats_named(names, people)) != list(match.opening.all_seats):
            winner = f"--won {quote(words[0])}"
            raise wrong_use(say("enter points for every player, such as {example}; or only the winner: {winner}",
                                example=_example(names), winner=winner))  # fmt: skip
        told = dict(zip(seats_named(names, people), points, strict=True))
        scores = [told[seat] for seat in match.opening.all_seats]
    at = entered(played) if played else ""
    no_future(at, sure=future)
    won = [] if nobody else seats_named(names, winners) if winners else None
    with explaining(match):
        event = record(scribe, match.id, by=KEEPER, reason=reason, winners=won, scores=scores, played=at)
    match = scribe.match(match.id)
    from tablescribe.replays.reading.outcome import won as outcome

    said = Text("{words}", {"words": outcome(match, names, reader_of(match))})
    result = event.result
    lines = [say("Match {match} is corrected. {result}.", match=match.id, result=said)]
    if scores and won is None and (line := _other_winner(match.id, names, result)):
        lines.append(say("The winner was kept. To change the winner: {command}", command=line))
    out(
        listed(lines, "\n"),
        _data(event) | {"winners": list(result.winners), "scores": list(result.scores), "played": event.played},
    )


def _other_winner(match_id: str, names: Sequence[str], result: Result) -> str:
    """Return the line that makes the players with the most points the winners; empty if they already are."""
    best = [seat for seat, n in enumerate(result.scores, start=1) if n == max(result.scores)]
    if sorted(result.winners) == best:
        return ""
    wins = [part for seat in best for part in ("--won", names[seat - 1])]
    return join(["tablescribe", "correct", match_id, *wins, "--because", "the wrong winner was entered"])


def _example(names: Iterable[str]) -> str:
    return " ".join(f"{name} {points}" for name, points in zip(names, (10, 7, 5, 4, 3, 2, 1, 1, 1, 1), strict=False))


def _data(event: Correction) -> dict[str, Any]:
    return {"match": event.originator_id, "version": event.originator_version, "by": event.by, "reason": event.reason}
