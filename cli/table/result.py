"""`result`: record a finished match by its result alone."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import join
from typing import Any

import click

from tablescribe.cli.table.duplicates import warning_of
from tablescribe.cli.terminal.description_options import told_data, with_data
from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.player_words import POINTS, apart, check_names, each_winner
from tablescribe.cli.terminal.state import as_json, out, state
from tablescribe.cli.terminal.times import entered, no_future
from tablescribe.domain.tournament.told_results import DRAWN, DRAWS
from tablescribe.domain.words.text import listed, say


@click.command(
    epilog="""\b
Examples:
  tablescribe result Catan Ann 10 Ben 7 --won Ann
  tablescribe result "Hanabi" Ann Ben Cleo --won Ann --won Ben --won Cleo --played 2026-11-21 --minutes 40
  tablescribe result Chess Ann Ben 1-0 --event "club evening"
  tablescribe result Catan Ann 10 Ben 7 --won Ann --command-id evening-1    (a retry is recorded once)"""
)
@click.argument("game")
@click.argument("words", nargs=-1, required=True, metavar="NAME [POINTS] …")
@click.option("--won", "--winner", "winners", multiple=True, metavar="NAME", help="Winner. Repeat for more.")
@click.option("--nobody", "--draw", is_flag=True, help="No winner.")
@click.option("--played", default="", metavar="DAY",
    help="Day or time: 2026-11-21, '2026-11-21 20:15', yesterday. Default: now.")  # fmt: skip
@click.option("--future", is_flag=True, help="Accept a day in the future.")
@click.option("--minutes", type=click.IntRange(0, 100_000), default=0, help="Duration in minutes.")
@click.option("--note", "remark", default="", help="Note.")
@click.option("--command-id", help="Idempotency key: a retry with the same id is recorded once.")
@with_data
@in_language
@as_json
def result(
    game: str,
    words: Sequence[str],
    winners: Sequence[str],
    nobody: bool,
    played: str,
    future: bool,
    minutes: int,
    remark: str,
    command_id: str | None,
    **data: Any,
) -> None:
    """Record a match of GAME that you have already played: players, points and winners.

    GAME can be any name. Points are optional; put negative ones after `--`.
    """
    from tablescribe.ledger.matches.results import PlayedMatch, id_from, record_result, seats_named, title_of

    words, winners, nobody = with_score(apart(words), winners, nobody=nobody)
    check_names(words)
    people, points = read_people(words)
    winners = each_winner(winners, people)
    played = entered(played) if played else ""
    no_future(played, sure=future)
    if bool(winners) == nobody:
        best = [name for name, n in zip(people, points, strict=False) if n == max(points)] or list(people[:1])
        wins = [part for name in best for part in ("--won", name)]
        line = join(["tablescribe", "result", game, *words, *wins])
        raise wrong_use(say("Say who won: --won NAME, again for several; or --nobody. If {people} won: {command}",
                            people=listed(best), command=line))  # fmt: skip
    title = data.pop("title", None) or title_of(game)
    finished = PlayedMatch(
        title, people, points, seats_named(people, winners), played, minutes, told_data({**data, "title": None}), remark
    )
    match, new = record_result(
        state().scribe(create=True), finished, match_id=id_from(f"result {command_id}") if command_id else None
    )
    won = listed(winners) if winners else say("nobody")
    kept = match.closed.result if match.closed is not None else None
    words_ = say("Match {match}: {game}, {people}; {winners} won.", match=match.id, game=match.opening.title,
                 people=listed(_each(people, points)), winners=won)  # fmt: skip
    found = {"id": match.id, "title": match.opening.title, "new": new, "winners": list(kept.winners) if kept else [],
             "scores": list(kept.scores) if kept else [], "version": match.version}  # fmt: skip
    more, twins = warning_of(state().scribe().ledger, match) if new else ([], [])
    out(listed([words_, *more], "\n"), {**found, "duplicates": twins})


SCORES: dict[str, tuple[int, ...]] = {
    "1-0": (0,), "0-1": (1,), "1:0": (0,), "0:1": (1,), **dict.fromkeys((*DRAWN, "½:½", *DRAWS), ()),
}  # fmt: skip
"""Scores of a game for two, each with the positions of its winners."""


def with_score(
    words: Sequence[str], winners: Sequence[str], *, nobody: bool
) -> tuple[Sequence[str], Sequence[str], bool]:
    """Return words, winners and whether nobody won. A last word such as `1-0` after two names is the result."""
    last = words[-1].lower() if words else ""
    if winners or nobody or last not in SCORES or len(words) != 3:  # two names and a score
        return words, winners, nobody
    won = [words[at] for at in SCORES[last]]
    return words[:-1], won, not won


def _each(people: Sequence[str], points: Sequence[int]) -> list[str]:
    return [f"{name} {n}" for name, n in zip(people, points, strict=True)] if points else list(people)


def read_people(words: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return names and points from a sequence such as `Ann 10 Ben 7`, or from names alone."""
    people, points = list[str](), dict[int, int]()
    for word in words:
        if not POINTS.fullmatch(word):
            people.append(word)
        elif not people or len(people) in points:
            raise wrong_use(say("{word} does not follow a name. Write NAME POINTS, one pair after another", word=word))
        else:
            points[len(people)] = int(word)
    if points and len(points) < len(people):
        without = next(name for seat, name in enumerate(people, start=1) if seat not in points)
        raise wrong_use(say("{name} has no points. Enter points for every player, or for none", name=without))
    return people, [points[seat] for seat in sorted(points)]
