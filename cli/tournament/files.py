"""`tournament import` and `export --trf`: read and write FIDE report files (TRF)."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, out, reason
from tablescribe.cli.tournament.tournament import organiser, tournament, which
from tablescribe.domain.words.text import Text, listed, plural, say

LARGEST = 5_000_000
"""Maximum size of a report file in bytes."""


@tournament.command(
    "import",
    epilog="""\b
Examples:
  tablescribe tournament import open.trf
  tablescribe tournament import open.trf --game morris --tie-break buchholz""",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", default="freeform", show_default=True, help="Game that is played; the file does not name it.")
@click.option("--tie-break", "tie_breaks", multiple=True, help="Tie-break. Repeat, in order. Default: FIDE's.")
@in_language
@as_json
def import_(file: Path, game: str, tie_breaks: tuple[str, ...]) -> None:
    """Import a tournament from FILE, a FIDE report file (TRF16).

    Results become slips. `tournament export --trf` writes the same bytes back, if nothing was added.
    """
    from tablescribe.ledger.exchange.trf import TIE_BREAKS, import_trf

    try:
        with file.open("rb") as opened:
            contents = opened.read(LARGEST + 1)
        if len(contents) > LARGEST:
            raise wrong_use(say("{file} is larger than {n} bytes", file=str(file), n=LARGEST))
    except OSError as error:
        raise wrong_use(say("{file} cannot be read: {error}", file=str(file), error=reason(error))) from error
    taken = import_trf(
        organiser(create=True), contents, game=game, title=file.stem, tie_breaks=tie_breaks or TIE_BREAKS
    )
    new = taken.tournament
    head = plural(
        len(new.entrants),
        "Tournament {id} imported: {title}, 1 person, round {round} of {rounds}.",
        "Tournament {id} imported: {title}, {n} people, round {round} of {rounds}.",
        id=new.id, title=new.plan.title, round=new.round, rounds=new.plan.rounds,
    )  # fmt: skip
    lines: list[Text] = [head, *taken.lines()]
    data = {
        "tournament": new.id, "title": new.plan.title, "entrants": len(new.entrants), "round": new.round,
        "rounds": new.plan.rounds, "version": new.version,
        "differs": [{"name": name, "told": str(told), "given": str(given)} for name, told, given in taken.differs],
    }  # fmt: skip
    out(listed(lines, "\n"), data)


def write_trf(tournament_id: str, output: Path, stage: int) -> None:
    """Write a stage of a tournament to a FIDE report file."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.ledger.exchange.trf import export_trf

    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    if stage > len(now.plan.stages):
        raise wrong_use(plural(len(now.plan.stages), "the tournament has 1 stage", "the tournament has {n} stages"))
    known = who.ledger.names(now.entrants)
    contents = export_trf(who.ledger, now, known, stage=stage - 1)
    write_file(output, contents)
    words = say("Written to {file} ({n} bytes).", file=str(output), n=len(contents))
    out(words, {"file": str(output), "bytes": len(contents), "stage": stage})
