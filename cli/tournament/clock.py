"""`tournament clock`: the timer of a round, and what the plan proposes when time is up."""

from __future__ import annotations

import click

from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.tournament import acting, expecting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import listed, say


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament clock last start
  tablescribe tournament clock last pause --reason "fire alarm"
  tablescribe tournament clock last resume
  tablescribe tournament clock last extend --minutes 5 --reason "the alarm"
  tablescribe tournament clock last                (show it, and what the plan proposes)"""
)
@the_tournament
@click.argument("does", type=click.Choice(["start", "pause", "resume", "extend"]), required=False)
@click.option("--minutes", type=click.FloatRange(0, 10_000), help="Minutes to add.")
@click.option("--reason", default="", help="Reason. `words erase` can delete it.")
@expecting
@acting("organiser")
@in_language
@as_json
def clock(
    tournament_id: str, does: str | None, minutes: float | None, reason: str, expected: int | None, role: str
) -> None:
    """Start, pause, resume or extend the round clock. Without an action, show it.

    The plan sets the limit (time_limit) and what is proposed when time is up (overtime). An arbiter decides.
    """
    from tablescribe.replays.tournaments.round_clock import (
        clock_data,
        clock_lines,
        proposal_data,
        proposal_text,
        proposed,
    )

    if minutes is not None and does != "extend":
        raise wrong_use(say("--minutes needs the action extend"))
    who, found = organiser(), which(tournament_id)
    if does is not None:
        who.clock(found, does, seconds=round((minutes or 0) * 60), reason=reason, by=role, expected=expected)
    now = who.tournament(found)
    at, names, seating = who.scribe.stamp().at, who.names(now), now.seating(max(now.round, 1))
    offered = proposed(who.ledger, now, at)
    words = [proposal_text(one, names) for one in offered]
    lines = [*clock_lines(now, seating, at), *(say("Proposed: {what}.", what=one) for one in words)]
    data = [{**proposal_data(one, names), "words": told(text)} for one, text in zip(offered, words, strict=True)]
    out(listed(lines, "\n"), {**clock_data(now, seating, at), "missing": seating.missing, "proposed": data,
                              "version": now.version})  # fmt: skip
