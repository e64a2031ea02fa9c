"""`festival`: run several tournaments as sections of one event, with one check-in and one screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, out, reason, state
from tablescribe.cli.tournament.tournament import organiser, which
from tablescribe.domain.words.text import Text, listed, say

if TYPE_CHECKING:
    from tablescribe.ledger.tournaments.festivals import Festival
    from tablescribe.replays.tournaments.festivals import Held

LAST = "last"
"""The word for the only festival."""

RATING = click.IntRange(0, 1_000_000)


@click.group(
    cls=Listing,
    sections={
        "Before the event": ("create", "add", "remove", "enter"),
        "During the event": ("show", "wall", "links", "list"),
    },
    epilog="""\b
Examples, for an event with two sections:
  tablescribe festival create "Easter Congress"
  tablescribe tournament announce open.yaml
  tablescribe festival add last last --letter A --from 1800
  tablescribe tournament announce minor.yaml
  tablescribe festival add last last --letter B --to 1799
  tablescribe festival enter last --from-file people.csv
  tablescribe tournament pair last
  tablescribe festival wall last""",
)
def festival() -> None:
    """Run several tournaments as sections of one event.

    Each section is a tournament with its own plan and rounds. Its tables are called by its letter, such as A3. FESTIVAL
    is the start of an id, or `last` if there is only one festival.
    """


the_festival = click.argument("festival_id", metavar="FESTIVAL")


def meant(festival_id: str) -> Festival:
    """Return the festival with this id or prefix, or the only one for `last`."""
    from tablescribe.ledger.tournaments.festivals import festival, festivals

    ledger = state().scribe().ledger
    if festival_id == LAST and len(known := festivals(ledger)) == 1:
        return known[0]
    return festival(ledger, festival_id)


def held(found: Festival) -> Held:
    """Return the sections of a festival, each with its tournament and the names of its entrants."""
    from tablescribe.ledger.tournaments.tournament_store import names_in

    ledger = state().scribe().ledger
    tournaments = [(section, ledger.tournament(section.tournament)) for section in found.sections]
    return [(section, now, names_in(ledger, now)) for section, now in tournaments]


def _show(found: Festival) -> None:
    from tablescribe.replays.tournaments.festivals import festival_data, section_lines

    data = festival_data(found, held(found))
    lines: list[Text] = [say("{title} ({id})", title=found.title, id=found.id)]
    lines += [line for one in data["sections"] for line in section_lines(one)]
    if not found.sections:
        lines.append(say("No sections yet. Add one: `tablescribe festival add {id} TOURNAMENT`", id=found.id))
    out(listed(lines, "\n"), data)


@festival.command(
    epilog="""\b
Examples:
  tablescribe festival create "Easter Congress"
  tablescribe festival create "Club days" --json"""
)
@click.argument("title")
@in_language
@as_json
def create(title: str) -> None:
    """Create a festival called TITLE, without sections."""
    from tablescribe.ledger.matches.ids import new_id
    from tablescribe.ledger.tournaments.festivals import create as make

    _show(make(state().scribe(create=True).ledger, title, new_id()))


@festival.command(
    epilog="""\b
Examples:
  tablescribe festival add last last --letter A --from 1800
  tablescribe festival add last 7k2 --letter B --to 1799"""
)
@the_festival
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option("--letter", default="", help="Letter before its table numbers. Default: the next free letter.")
@click.option("--from", "lowest", type=RATING, default=0, help="Lowest rating (0 = any).")
@click.option("--to", "highest", type=RATING, default=0, help="Highest rating (0 = any).")
@in_language
@as_json
def add(festival_id: str, tournament_id: str, letter: str, lowest: int, highest: int) -> None:
    """Make TOURNAMENT a section of FESTIVAL, or change the letter or ratings of a section."""
    from tablescribe.ledger.tournaments.festivals import add_section

    found, ledger = meant(festival_id), state().scribe().ledger
    _show(add_section(ledger, found.id, which(tournament_id), mark=letter, lowest=lowest, highest=highest))


@festival.command(
    epilog="""\b
Examples:
  tablescribe festival remove last B
  tablescribe festival remove last 7k2"""
)
@the_festival
@click.argument("section")
@in_language
@as_json
def remove(festival_id: str, section: str) -> None:
    """Take SECTION (its letter) out of FESTIVAL. Its tournament stays as it is."""
    from tablescribe.ledger.tournaments.festivals import remove_section

    _show(remove_section(state().scribe().ledger, meant(festival_id).id, section))


@festival.command(
    epilog="""\b
Examples:
  tablescribe festival enter last Ada --rating 2100
  tablescribe festival enter last Ben Cleo --section B
  tablescribe festival enter last --from-file people.csv"""
)
@the_festival
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--rating", type=RATING, help="Rating, if one person is entered.")
@click.option("--section", default="", help="Letter of the section. Default: the first that the rating fits.")
@click.option(
    "--from-file", "file", type=click.Path(path_type=Path), help="File with one NAME,RATING,SECTION per line."
)
@in_language
@as_json
def enter(festival_id: str, names: tuple[str, ...], rating: int | None, section: str, file: Path | None) -> None:
    """Enter people into a section: the one you name, or the first that fits their rating."""
    from tablescribe.ledger.tournaments.festival_entries import Applicant, read_applicants
    from tablescribe.ledger.tournaments.festival_entries import enter as enter_all

    if rating is not None and len(names) > 1:
        raise wrong_use(say("--rating can be used for one person only"))
    people = [Applicant(name, rating, section) for name in names]
    if file is not None:
        try:
            people += read_applicants(file.read_text("utf-8-sig"))
        except (OSError, UnicodeError) as error:
            raise wrong_use(say("{file} cannot be read: {error}", file=str(file), error=reason(error))) from error
    if not people:
        raise wrong_use(say("enter names, or a list with --from-file"))
    entries = enter_all(organiser(), meant(festival_id), people)
    lines = [
        say("{name} plays in section {mark}, number {number}.", name=one.name, mark=one.section.mark,
            number=one.entered.number)
        for one in entries
    ]  # fmt: skip
    data = [
        {"section": one.section.mark, "tournament": one.section.tournament, "entrant": one.entered.entrant,
         "number": one.entered.number, "name": one.name, "entered_in": one.entered.entered_in}
        for one in entries
    ]  # fmt: skip
    out(listed(lines, "\n"), {"entered": data})


@festival.command(
    epilog="""\b
Examples:
  tablescribe festival show last
  tablescribe festival show last --json"""
)
@the_festival
@in_language
@as_json
def show(festival_id: str) -> None:
    """Show the sections of FESTIVAL: people, rounds, and tables that have not reported."""
    _show(meant(festival_id))


@festival.command(
    epilog="""\b
Examples:
  tablescribe festival wall last
  tablescribe festival wall last --json"""
)
@the_festival
@in_language
@as_json
def wall(festival_id: str) -> None:
    """Show the wall display of FESTIVAL: pairings and standings of every section."""
    from tablescribe.replays.tournaments.festivals import wall_data, wall_lines

    found = meant(festival_id)
    data = wall_data(found, held(found))
    lines = list(wall_lines(data))
    for section in data["sections"]:
        for one in section["tables"]:
            one["result"] = told(one["result"]) if one["result"] is not None else None
    out(listed(lines, "\n"), data)


@festival.command(
    epilog="""\b
Examples:
  tablescribe festival links last --url http://hall:8000
  tablescribe festival links last --url http://hall:8000 --json"""
)
@the_festival
@click.option("--url", required=True, help="Address of `tablescribe serve`.")
@in_language
@as_json
def links(festival_id: str, url: str) -> None:
    """Print the links of FESTIVAL: for registration, and for a screen in the room."""
    from tablescribe.domain.tournament.model.roles import PUBLIC
    from tablescribe.ledger.tournaments.publicity import WALL
    from tablescribe.replays.web.access.access import Access
    from tablescribe.replays.web.access.passes import DOOR

    found, base = meant(festival_id), url.rstrip("/")
    access = Access(state().scribe().ledger)
    ((_, door),) = access.lasting(DOOR, found.id, label="door").values()
    ((_, screen),) = access.lasting(PUBLIC, found.id, label=WALL).values()
    data = {
        "festival": f"{base}/f/{found.id}", "door": f"{base}/festival-door/{door}",
        "wall": f"{base}/festival-wall/{screen}",
    }  # fmt: skip
    lines = [
        say("Sections: {link}", link=data["festival"]), say("Registration: {link}", link=data["door"]),
        say("Wall screen for the room: {link}", link=data["wall"]),
    ]  # fmt: skip
    out(listed(lines, "\n"), data)


@festival.command(
    "list",
    epilog="""\b
Examples:
  tablescribe festival list
  tablescribe festival list --json""",
)
@in_language
@as_json
def list_() -> None:
    """List festivals."""
    from tablescribe.ledger.tournaments.festivals import festivals

    found = festivals(state().scribe(create=True).ledger)
    data: list[dict[str, Any]] = [
        {"festival": one.id, "title": one.title,
         "sections": [{"mark": section.mark, "tournament": section.tournament} for section in one.sections]}
        for one in found
    ]  # fmt: skip
    lines = [
        say("{id}  {title}: sections {marks}", id=one.id, title=one.title,
            marks=", ".join(section.mark for section in one.sections) or "–")
        for one in found
    ]  # fmt: skip
    out(listed(lines, "\n") if lines else say("No festivals yet."), data)
