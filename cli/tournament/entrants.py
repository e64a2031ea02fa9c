"""`tournament enter`, `withdraw` and `return`: add, withdraw and reinstate entrants."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, out, reason
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import listed, say


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament enter last Ada Ben Cleo Dora
  tablescribe tournament enter last --from people.csv
  tablescribe tournament enter last Cleo --apart Ada"""
)
@the_tournament
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--from", "file", type=click.Path(path_type=Path), help="File with one NAME or NAME,RATING per line.")
@click.option("--rating", type=int, help="Rating, if one person is entered.")
@click.option("--apart", multiple=True, help="Entrant they must not be paired with.")
@acting("desk")
@in_language
@as_json
def enter(
    tournament_id: str, names: tuple[str, ...], file: Path | None, rating: int | None, apart: tuple[str, ...], role: str
) -> None:
    """Add entrants. They play from the next round. Names are kept outside the log and can be erased."""
    people = dict.fromkeys(without_commas(names), rating)
    if file is not None:
        people |= _people(file)
    if not people:
        raise wrong_use(say("enter names, or a list with --from"))
    if len(people) == 1 and next(iter(people)).isdecimal():
        raise wrong_use(say("{word} is a number. Name the people, such as Ada Ben Cleo Dora", word=next(iter(people))))
    if rating is not None and len(people) > 1:
        raise wrong_use(say("--rating can be used for one person only"))
    who, found = organiser(), which(tournament_id)
    rated = {name: value for name, value in people.items() if value is not None}
    entered = who.enter(found, list(people), ratings=rated, may_not_meet=apart, by=role)
    known = who.names(who.tournament(found))
    lines = [say("{name} is number {number}.", name=known[one.entrant], number=one.number) for one in entered]
    data = [
        {"entrant": one.entrant, "number": one.number, "name": known[one.entrant], "entered_in": one.entered_in,
         "points": one.points, "event": one.originator_version}
        for one in entered
    ]  # fmt: skip
    out(listed(lines, "\n"), {"tournament": found, "entered": data})


def without_commas(names: Sequence[str]) -> list[str]:
    """Return names without the commas that people type between them: `Ann, Ben`."""
    return [bare for name in names if (bare := name.strip().rstrip(",").strip())]


def _people(file: Path) -> dict[str, int | None]:
    """Return names and ratings from a file. A first line `name,rating` is a heading."""
    from tablescribe.domain.match.refusals import Refused
    from tablescribe.ledger.tournaments.tournament_store import read_people

    try:
        return read_people(file.read_text("utf-8-sig"))
    except Refused as error:
        raise wrong_use(say("{file}, {why}", file=str(file), why=error.text)) from error
    except (OSError, UnicodeError) as error:
        raise wrong_use(say("{file} cannot be read: {error}", file=str(file), error=reason(error))) from error


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament withdraw last Ben
  tablescribe tournament withdraw last Ben --reason "last train"
"""
)
@the_tournament
@click.argument("name")
@click.option("--reason", default="", help="Reason.")
@acting("desk")
@in_language
@as_json
def withdraw(tournament_id: str, name: str, reason: str, role: str) -> None:
    """Withdraw NAME after the current round."""
    event = organiser().withdraw(which(tournament_id), name, by=role, reason=reason)
    words = say("{name} is withdrawn after round {round}.", name=name, round=event.after)
    out(words, {"entrant": event.entrant, "after": event.after, "event": event.originator_version})


@tournament.command(
    "return",
    epilog="""\b
Examples:
  tablescribe tournament return last Ben
  tablescribe tournament return last Ben --reason "a later train"
""",
)
@the_tournament
@click.argument("name")
@click.option("--reason", default="", help="Reason.")
@acting("desk")
@in_language
@as_json
def return_entrant(tournament_id: str, name: str, reason: str, role: str) -> None:
    """End the withdrawal of NAME, who plays on from the next round."""
    found, runs = which(tournament_id), organiser()
    event = runs.return_entrant(found, name, by=role, reason=reason)
    now = runs.tournament(found)
    first = now.round + 1 if now.round < now.plan.rounds else None
    known = runs.names(now)[event.entrant]
    words = (
        say("{name} plays on from round {round}.", name=known, round=first)
        if first is not None
        else say("{name} is no longer withdrawn. All rounds are paired.", name=known)
    )
    out(words, {"entrant": event.entrant, "from_round": first, "event": event.originator_version})
