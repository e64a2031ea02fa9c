"""`tournament correct`, `penalise`, `appeal`, `decide` and `finish`: rulings of officials, and their effects."""

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
@click.option("--winner", "winners", multiple=True, help="Winner. The others share the next place.")
@click.option("--draw", is_flag=True, help="Draw: all share first place.")
@click.option("--points", default=None, help="Game points by seat, with commas. Default: as reported.")
@click.option("--absent", multiple=True, help="Absent entrant: a forfeit.")
@click.option("--together", is_flag=True, help="The winners won as a coalition, not in a tie.")
@click.option("--clause", required=True, help="Rule or clause.")
@click.option("--reason", "--because", required=True, help="Reason. `words erase` can delete it.")
@click.option("--ruling", type=int, help="Move number in the match.")
@click.option("--appeal", type=int, help="Event number of the upheld appeal.")
@click.option("--preview", is_flag=True, help="Show the changes without recording them.")
@expecting
@acting("arbiter")
@in_language
@as_json
def correct(
    tournament_id: str, round_number: int, table: int, result: tuple[str, ...], winners: tuple[str, ...], draw: bool,
    points: str | None, absent: tuple[str, ...], together: bool, clause: str, reason: str, ruling: int | None,
    appeal: int | None, preview: bool, expected: int | None, role: str,
) -> None:  # fmt: skip
    """Correct the result of TABLE in ROUND, and show the effects. RESULT: see `tournament report`.

    The match and the original report stay readable.
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
    epilog="""\b
Examples:
  tablescribe tournament penalise last Ben 1/2 --clause T-9 --reason "late for the second time"
  tablescribe tournament penalise last Ben 1 --clause T-9 --reason "phone rang" --preview"""
)
@the_tournament
@click.argument("name")
@click.argument("points")
@click.option("--round", "round_number", type=click.IntRange(1), help="Round number. Default: the current round.")
@click.option("--clause", required=True, help="Rule or clause.")
@click.option("--reason", "--because", required=True, help="Reason. `words erase` can delete it.")
@click.option("--preview", is_flag=True, help="Show the changes without recording them.")
@acting("arbiter")
@in_language
@as_json
def penalise(
    tournament_id: str, name: str, points: str, round_number: int | None, clause: str, reason: str, preview: bool,
    role: str,
) -> None:  # fmt: skip
    """Take POINTS from NAME, and show the effects."""
    from fractions import Fraction

    from tablescribe.domain.tournament.model.plan import fraction_text

    try:
        taken = Fraction(fraction_text(points))
    except ValueError as error:
        raise wrong_use(say("{points} is not a number of points. Write 1, 0.5 or 1/2", points=repr(points))) from error
    who, found = organiser(), which(tournament_id)
    event, changed = who.penalise(
        found, name, taken, clause=clause, reason=reason, round_number=round_number, by=role, preview=preview
    )
    head = say("{name} loses {points}.", name=name, points=str(taken))
    _tell(who, found, head, changed, preview, {"entrant": event.entrant, "event": event.originator_version})


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament appeal last Ben 17 --reason "I was there in time"
  tablescribe tournament appeal last Ada 23 --reason "the slip is wrong"
"""
)
@the_tournament
@click.argument("name")
@click.argument("event", type=click.IntRange(1))
@click.option("--reason", "--because", required=True, help="Reason. `words erase` can delete it.")
@acting("player")
@in_language
@as_json
def appeal(tournament_id: str, name: str, event: int, reason: str, role: str) -> None:
    """Appeal for NAME against a report or penalty, by its EVENT number (see `show --log`)."""
    found = organiser().appeal(which(tournament_id), name, event, reason=reason, by=role)
    words = say("Appeal {n} is open.", n=found.originator_version)
    out(words, {"appeal": found.originator_version, "about": found.about, "entrant": found.entrant})


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament decide last 19 --uphold --reason "the clock was wrong"
  tablescribe tournament decide last 19 --dismiss --reason "no evidence"
"""
)
@the_tournament
@click.argument("appeal_event", metavar="APPEAL", type=click.IntRange(1))
@click.option("--uphold/--dismiss", "upheld", required=True, default=None, help="Decision.")
@click.option("--clause", default="", help="Rule or clause.")
@click.option("--reason", "--because", required=True, help="Reason. `words erase` can delete it.")
@acting("arbiter")
@in_language
@as_json
def decide(tournament_id: str, appeal_event: int, upheld: bool, clause: str, reason: str, role: str) -> None:
    """Decide APPEAL. Upholding one against a penalty lifts it; for a report, use `correct --appeal`."""
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
        lines.append(say("Preview only: nothing has been recorded."))
    consequences = consequences_data(changed, names)
    out(listed(lines, "\n"), {**data, "preview": preview, "version": now.version, "consequences": consequences})


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament finish last
  tablescribe tournament finish last --expect 41"""
)
@the_tournament
@expecting
@acting("organiser")
@in_language
@as_json
def finish(tournament_id: str, expected: int | None, role: str) -> None:
    """Finish the tournament and record the final standings. Run it again after a late correction."""
    from fractions import Fraction

    from tablescribe.replays.tournaments.tournament import points_text

    who, found = organiser(), which(tournament_id)
    event = who.finish(found, by=role, expected=expected)
    names = who.names(who.tournament(found))
    lines = [
        say("The tournament is finished."),
        *(
            say("{rank}. {name}: {points}", rank=rank, name=names[ref], points=points_text(Fraction(points)))
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
@click.option("--how", default="", help="How the lots were drawn, and who watched.")
@click.option("--stage", type=click.IntRange(1), help="Stage number. Default: the current stage.")
@acting("organiser")
@in_language
@as_json
def lot(tournament_id: str, names: tuple[str, ...], how: str, stage: int | None, role: str) -> None:
    """Draw lots as a tie-break. Without NAMEs, from the sealed seed; else in the order given.

    The seed of a stage is sealed when its first round is paired, and revealed with the draw.
    """
    from tablescribe.replays.tournaments.event_wording import lot_text

    if bool(names) != bool(how):
        raise wrong_use(say("enter the names in the order drawn, and how they were drawn with --how"))
    who, found = organiser(), which(tournament_id)
    event = who.draw_lot(found, stage=None if stage is None else stage - 1, order=names, how=how, by=role)
    known = who.names(who.tournament(found))
    data = {
        "event": event.originator_version, "stage": event.stage + 1, "seed": event.seed, "how": event.how,
        "order": [{"entrant": ref, "name": known[ref]} for ref in event.order],
    }  # fmt: skip
    out(lot_text(event, known), data)
