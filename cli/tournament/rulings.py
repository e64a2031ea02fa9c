"""`tournament correct`, `penalise`, `appeal`, `decide` and `finish`: what officials rule, and what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.slip import numbers, slip_told
from tablescribe.cli.tournament.tournament import acting, expecting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import Text, listed, say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.consequences import Consequences
    from tablescribe.ledger.tournaments.commands import TournamentCommands


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament correct last 1 2 0-1 --clause T-4 --reason "the slip was misread"
  tablescribe tournament correct last 1 2 --draw --clause MO-13 --ruling 41 --reason "no mill" --preview"""
)
@the_tournament
@click.argument("round_number", metavar="ROUND", type=click.IntRange(1))
@click.argument("table", type=click.IntRange(1))
@click.argument("result", nargs=-1)
@click.option("--winner", "winners", multiple=True, help="Who won; all others share the next place.")
@click.option("--draw", is_flag=True, help="All share the first place.")
@click.option("--points", default=None, help="The game's points by seat. Default: as they were reported.")
@click.option("--absent", multiple=True, help="Who did not come: a forfeit.")
@click.option("--together", is_flag=True, help="The winners won together, as a coalition, and did not tie.")
@click.option("--clause", required=True, help="The rule on which it rests.")
@click.option("--reason", required=True, help="Why: it stays in the record.")
@click.option("--ruling", type=int, help="The number of the move in the match that it is about.")
@click.option("--appeal", type=int, help="The event of the appeal that was upheld.")
@click.option("--preview", is_flag=True, help="Only say what it would change.")
@expecting
@acting("arbiter")
@in_language
@as_json
def correct(
    tournament_id: str, round_number: int, table: int, result: tuple[str, ...], winners: tuple[str, ...], draw: bool,
    points: str | None, absent: tuple[str, ...], together: bool, clause: str, reason: str, ruling: int | None,
    appeal: int | None, preview: bool, expected: int | None, role: str,
) -> None:  # fmt: skip
    """Correct the result of TABLE in ROUND, and say what that changes. RESULT: see `tournament report`.

    The match stays as it was closed, and the report as it was made: both readings stay.
    """
    from tablescribe.replays.tournaments.tournament import result_words

    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    scored = numbers(points) if points is not None else None
    told = slip_told(who, now, round_number, table, result, winners, draw, absent, scored or ())
    event, changed = who.correct(
        found, round_number, table, told.places, clause=clause, reason=reason, points=told.points or scored,
        absent=told.absent, ruling=ruling, appeal=appeal, by=role,
        preview=preview, expected=expected, together=together,
    )  # fmt: skip
    names = who.names(now)
    people = [names[ref] for ref in now.seating(round_number).pods[table - 1]]
    head = say("Table {table} of round {round} now has the result {result}.", table=table, round=round_number,
               result=result_words(event, people))  # fmt: skip
    _tell(who, found, head, changed, preview, {"report": event.report, "event": event.originator_version})


@tournament.command(
    epilog='Example: tablescribe tournament penalise last Ben 1/2 --clause T-9 --reason "late for the second time"'
)
@the_tournament
@click.argument("name")
@click.argument("points")
@click.option("--round", "round_number", type=click.IntRange(1), help="Default: the round that is paired now.")
@click.option("--clause", required=True, help="The rule on which it rests.")
@click.option("--reason", required=True, help="Why: it stays in the record.")
@click.option("--preview", is_flag=True, help="Only say what it would change.")
@acting("arbiter")
@in_language
@as_json
def penalise(
    tournament_id: str, name: str, points: str, round_number: int | None, clause: str, reason: str, preview: bool,
    role: str,
) -> None:  # fmt: skip
    """Take POINTS from NAME, and say what that changes."""
    from fractions import Fraction

    from tablescribe.domain.tournament.model.plan import fraction_text

    try:
        taken = Fraction(fraction_text(points))
    except ValueError as error:
        raise wrong_use(say("{points} is no number of points: write 1, 0.5 or 1/2", points=repr(points))) from error
    who, found = organiser(), which(tournament_id)
    event, changed = who.penalise(
        found, name, taken, clause=clause, reason=reason, round_number=round_number, by=role, preview=preview
    )
    head = say("{name} loses {points}.", name=name, points=str(taken))
    _tell(who, found, head, changed, preview, {"entrant": event.entrant, "event": event.originator_version})


@tournament.command(epilog='Example: tablescribe tournament appeal last Ben 17 --reason "I was there in time"')
@the_tournament
@click.argument("name")
@click.argument("event", type=click.IntRange(1))
@click.option("--reason", required=True, help="Why: it stays in the record.")
@acting("player")
@in_language
@as_json
def appeal(tournament_id: str, name: str, event: int, reason: str, role: str) -> None:
    """Contest a report or a penalty for NAME, by the number of its EVENT (`show --log` has them)."""
    found = organiser().appeal(which(tournament_id), name, event, reason=reason, by=role)
    words = say("Appeal {n} is open.", n=found.originator_version)
    out(words, {"appeal": found.originator_version, "about": found.about, "entrant": found.entrant})


@tournament.command(
    epilog='Examples: tablescribe tournament decide last 19 --uphold --reason "so it was" · … 19 --dismiss --reason "…"'
)
@the_tournament
@click.argument("appeal_event", metavar="APPEAL", type=click.IntRange(1))
@click.option("--uphold/--dismiss", "upheld", required=True, default=None, help="What was decided.")
@click.option("--clause", default="", help="The rule on which it rests.")
@click.option("--reason", required=True, help="Why: it stays in the record.")
@acting("arbiter")
@in_language
@as_json
def decide(tournament_id: str, appeal_event: int, upheld: bool, clause: str, reason: str, role: str) -> None:
    """Decide APPEAL. Upheld against a penalty it lifts it; against a report, `correct --appeal` follows."""
    who, found = organiser(), which(tournament_id)
    event, changed = who.decide(found, appeal_event, upheld=upheld, reason=reason, clause=clause, by=role)
    head = say("Appeal {n} is upheld.", n=appeal_event) if upheld else say("Appeal {n} is dismissed.", n=appeal_event)
    data = {"appeal": appeal_event, "upheld": upheld, "event": event.originator_version}
    _tell(who, found, head, changed, False, data)


def _tell(
    who: TournamentCommands, found: str, head: Text, changed: Consequences, preview: bool, data: dict[str, Any]
) -> None:
    from tablescribe.replays.tournaments.tournament import consequence_lines, consequences_data

    now = who.tournament(found)
    names = who.names(now)
    lines = [head, *consequence_lines(changed, names)]
    if preview:
        lines.append(say("Nothing was recorded: it is a preview."))
    consequences = consequences_data(changed, names)
    out(listed(lines, "\n"), {**data, "preview": preview, "version": now.version, "consequences": consequences})


@tournament.command(epilog="Example: tablescribe tournament finish last")
@the_tournament
@expecting
@acting("organiser")
@in_language
@as_json
def finish(tournament_id: str, expected: int | None, role: str) -> None:
    """End the tournament: the final standings are recorded. After a later correction it is finished once more."""
    who, found = organiser(), which(tournament_id)
    event = who.finish(found, by=role, expected=expected)
    names = who.names(who.tournament(found))
    lines = [
        say("The tournament is finished."),
        *(
            say("{rank}. {name}: {points}", rank=rank, name=names[ref], points=points)
            for rank, ref, points in event.table
        ),
    ]
    table = [{"rank": rank, "entrant": ref, "name": names[ref], "points": points} for rank, ref, points in event.table]
    out(listed(lines, "\n"), {"tournament": found, "event": event.originator_version, "digest": event.digest,
                              "table": table})  # fmt: skip


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament lot last                                    (from the seed that was sealed)
  tablescribe tournament lot last Ben Ada --how "a hat, Dora drew"   (people drew; Ben comes first)"""
)
@the_tournament
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--how", default="", help="How people drew, and who looked on: it stays in the record.")
@click.option("--stage", type=click.IntRange(1), help="Default: the present one.")
@acting("organiser")
@in_language
@as_json
def lot(tournament_id: str, names: tuple[str, ...], how: str, stage: int | None, role: str) -> None:
    """Draw the lot where it is a tie-break: from the seed that was committed to, or tell in what order people drew.

    The seed of a stage was sealed when its first round was paired, and is told with the draw. Who is named first comes
    ahead of the others.
    """
    from tablescribe.replays.tournaments.tournament import lot_text

    if bool(names) != bool(how):
        raise wrong_use(say("name those who drew, who comes first ahead, and say with --how how they did"))
    who, found = organiser(), which(tournament_id)
    event = who.draw_lot(found, stage=None if stage is None else stage - 1, order=names, how=how, by=role)
    known = who.names(who.tournament(found))
    data = {
        "event": event.originator_version, "stage": event.stage + 1, "seed": event.seed, "how": event.how,
        "order": [{"entrant": ref, "name": known[ref]} for ref in event.order],
    }  # fmt: skip
    out(lot_text(event, known), data)
