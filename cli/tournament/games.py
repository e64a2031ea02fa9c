"""`tournament games`: write the games of a round to one file, for publication."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.terminal.language import in_language
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.tournament import organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import Text, listed, plural, say


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament games last -o round.pgn
  tablescribe tournament games last 2 -o round2.pgn --numbers
  tablescribe tournament games last 2"""
)
@the_tournament
@click.argument("round_number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write. Default: standard output.")
@click.option("--numbers", is_flag=True, help="Starting numbers instead of names.")
@click.option("--notes", is_flag=True, help="Include the notes that people wrote about moves.")
@in_language
@as_json
def games(tournament_id: str, round_number: int | None, output: Path | None, numbers: bool, notes: bool) -> None:
    """Write the games of ROUND (default: the last) to one file, for games with a public notation: PGN for chess.

    The round must be over. The file has the moves that count, with clock times. Tables whose result came by slip only
    have no moves and are left out. The public page of a round offers the same file.
    """
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.tournaments.round_games import round_games, round_games_data

    who = organiser()
    now = who.tournament(which(tournament_id))
    seating = now.seating(round_number or max(now.round, 1))
    names = {ref: f"#{one.number}" for ref, one in now.entrants.items()} if numbers else who.names(now)
    found = round_games(now, seating, names, who.ledger.match, notes=notes)
    data = round_games_data(found, seating)
    if output is None:
        out(found.text.rstrip("\n"), data)
        return
    write_file(output, found.text.encode())
    lines: list[Text] = [
        plural(len(found.tables), "1 game of round {round} written to {file}.",
               "{n} games of round {round} written to {file}.", round=seating.number, file=str(output))
    ]  # fmt: skip
    if found.without:
        lines.append(say("No moves recorded at tables: {tables}", tables=", ".join(map(str, found.without))))
    out(listed(lines, "\n"), {**data, "file": str(output)})
