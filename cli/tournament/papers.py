"""`tournament slips`: print result slips or the seating list. `tournament public`: what the public pages show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablescribe.cli.terminal.language import in_language, language
from tablescribe.cli.terminal.paper_options import on_paper, write_papers, written_lines
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.names import names_for
from tablescribe.cli.tournament.rounds import links_of
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import Text, listed, say


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament slips last 2 --pdf slips.pdf --url http://hall:8000
  tablescribe tournament slips last 2 --table 7 --html table7.html
  tablescribe tournament slips last 2 --door --pdf door.pdf"""
)
@the_tournament
@click.argument("round_number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@click.option("--table", "tables", type=click.IntRange(1), multiple=True, help="Only this table. Repeat for more.")
@click.option("--door", is_flag=True, help="Print the seating list instead: who sits where, by name.")
@click.option(
    "--url",
    default="",
    help="Address of `tablescribe serve`: adds QR codes for tables and players.",
)
@on_paper("the paper")
@in_language
@as_json
def slips(
    tournament_id: str, round_number: int | None, tables: tuple[int, ...], door: bool, url: str,
    html_file: Path | None, pdf_file: Path | None,
) -> None:  # fmt: skip
    """Print result slips for ROUND (default: the last), eight to a page, to the file of --html or --pdf.

    Officials scan the code of a slip and type the number that is ticked: see `tournament type`.
    """
    from tablescribe.ledger.tournaments.festivals import mark_of
    from tablescribe.replays.papers.slips import door_data, door_html, door_lines, slips_data, slips_html

    who = organiser()
    now = who.tournament(which(tournament_id))
    seating, mark = now.seating(round_number or max(now.round, 1)), mark_of(who.ledger, now.id)
    names = names_for(who, now, paper=True)
    for table in tables:
        seating.must_have(table)
    data: dict[str, Any]
    lines: list[Text]
    if door:
        data = door_data(now, seating, names, mark=mark)
        document, lines = door_html(data, language()), list(door_lines(data))
    else:
        links = links_of(who, now, seating, tables or None, url.rstrip("/")) if url else {}
        data = slips_data(
            now, seating, names, links=links.values(), tables=tables or None, base=url.rstrip("/"), mark=mark
        )
        document, lines = slips_html(data, language()), _lines(data)
    files = write_papers(document, html_file, pdf_file)
    unwritten = [] if files else [say("Nothing was printed. Name a file to print with --html or --pdf.")]
    out(listed([*lines, *written_lines(files), *unwritten], "\n"), {**data, "files": list(map(str, files))})


def _lines(data: dict[str, Any]) -> list[Text]:
    return [
        say("table {table}: {people}: {link}", table=one["table"], people=" – ".join(s["name"] for s in one["seats"]),
            link=one["link"] or one["match"])
        for one in data["slips"]
    ]  # fmt: skip


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament public last
  tablescribe tournament public last --names"""
)
@the_tournament
@click.option("--names/--no-names", default=None, help="Show names on the public pages.")
@click.option("--room/--no-room", default=None, help="Show names on the wall display and printed papers.")
@click.option("--words/--no-words", default=None, help="Show reasons and clauses.")
@acting("organiser")
@in_language
@as_json
def public(tournament_id: str, names: bool | None, room: bool | None, words: bool | None, role: str) -> None:
    """Choose what the public pages show. By default: numbers instead of names, and no reasons.

    You can change it at any time. It is not part of the record; public bundles never contain names.
    """
    from tablescribe.ledger.tournaments.publicity import show, shown

    ledger, found = organiser().ledger, which(tournament_id)
    if any(one is not None for one in (names, room, words)):
        show(ledger, found, names=names, words=words, room=room, by=role)
    now = shown(ledger, found)
    lines = [
        say("Public pages now show names.") if now.names else say("Public pages now show numbers instead of names."),
        say("Public pages now show reasons and clauses.")
        if now.words
        else say("Public pages no longer show reasons and clauses."),
    ]
    out(listed(lines, "\n"), {"tournament": found, "names": now.names, "room": now.in_room.names, "words": now.words})
