"""`tournament pair`, `adjust` and `start`: pair a round, and open its matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import in_language, told
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.pairing_options import ask_for_patience, byes_asked
from tablescribe.cli.tournament.tournament import (
    acting,
    expecting,
    organiser,
    the_tournament,
    this_tournament,
    tournament,
    which,
)
from tablescribe.domain.words.text import Text, listed, say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.seating import Seating
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.ledger.tournaments.commands import TournamentCommands


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament pair last
  tablescribe tournament pair last --bye Ben=half"""
)
@this_tournament
@click.option("--bye", "byes", multiple=True, metavar="NAME=KIND", help="Requested bye: NAME=full, half or zero.")
@click.option("--seed", type=click.IntRange(0, 2**53), help="Seed of the lots. Default: random. Recorded.")
@expecting
@acting("organiser")
@in_language
@as_json
def pair(tournament_id: str, byes: tuple[str, ...], seed: int | None, expected: int | None, role: str) -> None:
    """Pair the next round.

    A Swiss round takes about a second for 200 entrants, and five for 400.
    """
    from tablescribe.replays.tournaments.accelerated_rounds import acceleration_data, acceleration_text
    from tablescribe.replays.tournaments.relaxed_rules import unkept
    from tablescribe.replays.tournaments.tournament import round_lines, seating_data

    asked = byes_asked(byes)
    who, found = organiser(), which(tournament_id)
    ask_for_patience(who.tournament(found))
    who.pair(found, by=role, byes=asked, seed=seed, expected=expected)
    now = who.tournament(found)
    names, seating = who.names(now), now.seatings[-1]
    fast = acceleration_data(now, seating.number)
    lines = [
        say("Round {round}, paired by {engine}:", round=seating.number, engine=seating.paired.engine),
        *([acceleration_text(fast)] if fast is not None else []),
        *round_lines(now, seating, names),
        *(say("relaxed: {what}", what=one) for one in unkept(seating, names)),
    ]
    told = {"accelerated": fast} if fast is not None else {}
    out(listed(lines, "\n"), {**seating_data(now, seating, names), "version": now.version, **told})


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament adjust last Ada Ben --reason "Ada sits in a wheelchair"
  tablescribe tournament adjust last Ada Ben --reason "siblings" --expect 14"""
)
@the_tournament
@click.argument("one")
@click.argument("other")
@click.option("--reason", required=True, help="Reason. `words erase` can delete it.")
@expecting
@acting("organiser")
@in_language
@as_json
def adjust(tournament_id: str, one: str, other: str, reason: str, expected: int | None, role: str) -> None:
    """Swap the seats of entrants ONE and OTHER in the current round. Their tables get new matches."""
    from tablescribe.replays.tournaments.tournament import round_lines, seating_data

    who, found = organiser(), which(tournament_id)
    event = who.adjust(found, (one, other), by=role, reason=reason, expected=expected)
    now = who.tournament(found)
    names, seating = who.names(now), now.seatings[-1]
    data = {**seating_data(now, seating, names), "version": now.version, "adjusted": event.originator_version}
    out(listed(round_lines(now, seating, names), "\n"), data)


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament start last
  tablescribe tournament start last --url http://hall:8000
  tablescribe tournament start last --table 3 --outcome 1"""
)
@this_tournament
@click.option("--table", type=click.IntRange(1), help="Only this table.")
@click.option(
    "--outcome", "outcomes", multiple=True, help="Die or card of the setup, in the order asked. Repeat for more."
)
@click.option("--url", default="", help="Address of `tablescribe serve`: prints a link per table and player.")
@acting("desk")
@in_language
@as_json
def start(tournament_id: str, table: int | None, outcomes: tuple[str, ...], url: str, role: str) -> None:
    """Open the matches of the current round. Matches that are already open stay as they are."""
    from tablescribe.ledger.matches.fact_checks import plain

    who, found = organiser(), which(tournament_id)
    opened = who.start(found, by=role, table=table, outcomes=[plain(one) for one in outcomes])
    now = who.tournament(found)
    names, seating = who.names(now), now.seatings[-1]
    base, lines, data = url.rstrip("/"), list[Text](), list[dict[str, Any]]()
    links = links_of(who, now, now.seatings[-1], [one.table for one in opened], base) if base else {}
    for one in opened:
        people = [names[ref] for ref in seating.pods[one.table - 1]]
        link = links[one.table]["recorder"] if base else f"tablescribe play {one.match}"
        data.append({"table": one.table, "match": one.match, "new": one.new, "names": people,
                     "link": link if base else "", "players": links[one.table]["players"] if base else [],
                     "asks": told(one.asks) if one.asks is not None else None})  # fmt: skip
        text = say("table {table}: {people}: {link}", table=one.table, people=" – ".join(people), link=link)
        if one.asks is not None:
            text = say("table {table}: {people}: not open yet. Enter an outcome (--table {table} --outcome …): "
                "{question}",
                       table=one.table, people=" – ".join(people), question=one.asks)  # fmt: skip
        lines.append(text)
        if base:
            lines += [
                say("  {name}: {link}", name=player["name"], link=player["link"])
                for player in links[one.table]["players"]
            ]
    out(listed(lines, "\n") if lines else say("All results are in."), {"round": now.round, "tables": data})


def links_of(
    who: TournamentCommands, now: Tournament, seating: Seating, tables: Sequence[int] | None, base: str
) -> dict[int, dict[str, Any]]:
    """Return the links of tables, by table. The service on this ledger lets in anyone who opens one."""
    from tablescribe.replays.web.access.access import Access
    from tablescribe.replays.web.access.table_links import table_links

    found = table_links(Access(who.ledger), now, seating, who.names(now), base, tables)
    return {one.table: one.data() for one in found}
