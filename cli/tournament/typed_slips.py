"""`tournament type`: type a marked slip, which two people do. `tournament typed`: the state of the slips."""

from __future__ import annotations

from typing import Any

import click

from tablescribe.cli.terminal.language import in_language, told
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import Text, listed, say


@tournament.command(
    "type",
    epilog="""\b
Examples:
  tablescribe tournament type last 3 1
  tablescribe tournament type last 3 1 --link http://hall:8000/enter/…
  tablescribe tournament type last 2 213                    (ranks, from top to bottom)
  tablescribe tournament type last 3 2 --decide --as organiser""",
)
@the_tournament
@click.argument("table", type=click.IntRange(1))
@click.argument("ticked")
@click.option("--round", "round_number", type=click.IntRange(1), help="Round number. Default: the current round.")
@click.option("--link", default="", help="Link of the person who types. Default: the user of this ledger.")
@click.option("--decide", is_flag=True, help="Decide, with the slip in hand, where two people typed differently.")
@click.option("--command", "command_id", help="Idempotency key: a retry with the same id is recorded once.")
@acting("desk")
@in_language
@as_json
def type_(
    tournament_id: str, table: int, ticked: str, round_number: int | None, link: str, decide: bool,
    command_id: str | None, role: str,
) -> None:  # fmt: skip
    """Type what is TICKED on the slip of TABLE: a box number, or ranks or points if it has no boxes.

    Two people type each slip, each with their own link. If they agree, the result is recorded. If they differ, an
    organiser or arbiter decides. The plan may let one person type (typists: 1).
    """
    from tablescribe.ledger.matches.scribe import Scribe
    from tablescribe.ledger.tournaments.commands import TournamentCommands
    from tablescribe.replays.tournaments.typed_slips import slip_data

    who, found = organiser(), which(tournament_id)
    if link:
        from tablescribe.replays.web.access.access import Access

        person = Access(who.ledger).who(link.rpartition("/")[2])
        role = person.in_tournament(found)
        who = TournamentCommands(Scribe(who.ledger, recorder=person.id))
    number = round_number or max(who.tournament(found).round, 1)
    record = who.decide_slip if decide else who.type_slip
    record(found, number, table, ticked, by=role, command_id=command_id)
    now = who.tournament(found)
    slip = slip_data(now, now.seating(number), table, who.names(now), all_typed=True)
    out(_line(slip), _plain(slip))


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament typed last
  tablescribe tournament typed last --round 2 --json"""
)
@the_tournament
@click.option("--round", "round_number", type=click.IntRange(1), help="Round number. Default: the current round.")
@in_language
@as_json
def typed(tournament_id: str, round_number: int | None) -> None:
    """List the state of each table's slip: typed differently, once, missing, or recorded."""
    from tablescribe.replays.tournaments.typed_slips import STATES, slips_now

    who = organiser()
    now = who.tournament(which(tournament_id))
    seating = now.seating(round_number or max(now.round, 1))
    order = [str(state) for state in STATES]
    slips = sorted(slips_now(now, seating, who.names(now), all_typed=True), key=lambda one: order.index(one["state"]))
    out(listed([_line(one) for one in slips], "\n"), {"round": seating.number, "slips": list(map(_plain, slips))})


def _line(slip: dict[str, Any]) -> Text:
    """Return a slip as a line: its table, its people, its state, and what is known of its result."""
    from tablescribe.domain.tournament.typed_slips import State
    from tablescribe.replays.tournaments.typed_slips import STATES

    state = STATES[State(slip["state"])]
    people = " – ".join(slip["names"])
    if slip["result"] is not None:
        return say("table {table} ({people}): {state}: {result}", table=slip["table"], people=people, state=state,
                   result=slip["result"])  # fmt: skip
    if slip["numbers"]:
        return say("table {table} ({people}): {state}: {numbers}", table=slip["table"], people=people, state=state,
                   numbers=" / ".join(one["number"] for one in slip["numbers"]))  # fmt: skip
    return say("table {table} ({people}): {state}", table=slip["table"], people=people, state=state)


def _plain(slip: dict[str, Any]) -> dict[str, Any]:
    """Return a slip with its texts translated."""
    return {
        **slip,
        "boxes": [{**one, "means": told(one["means"])} for one in slip["boxes"]],
        "numbers": [{**one, "means": told(one["means"]), "at": one["at"].isoformat()} for one in slip["numbers"]],
        "result": told(slip["result"]) if slip["result"] is not None else None,
    }
