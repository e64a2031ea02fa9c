"""`new`, `matches`, `show`, `log`, `legal`, `note` and `close`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.state import Explained, as_json, console, explaining, out, state

if TYPE_CHECKING:
    from domain.chance import Question
    from domain.match import Match


@click.command(
    epilog="""\b
Examples:
  tablescribe new ultime Ada Ben Cleo --outcome 1           (seat 1, Ada, begins)
  tablescribe new ultime Ada Ben Cleo --chance sealed       (the program deals; checkable afterwards)
  tablescribe new ultime Ada Ben Cleo -o score_visibility=visible -o first_player=2
  tablescribe new expeditions Ada Automa -o level=1 --chance sealed
  tablescribe new freeform Ada Ben --catalogue my-game.yaml"""
)
@click.argument("game")
@click.argument("names", nargs=-1, required=True)
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--catalogue", type=click.Path(path_type=Path), help="Your table's own components (YAML).")
@click.option("--chance", type=click.Choice(["table", "open", "sealed"]), default="table", show_default=True,
              help="table: you report open dice and cards; open: every card; sealed: the program deals.")  # fmt: skip
@click.option("--take-back", type=click.Choice(["free", "own", "consent", "judge"]), default="free", show_default=True)
@click.option("--nonce", "nonces", multiple=True, help="A seat's contribution to the seal, in order of seats.")
@click.option("--outcome", "outcomes", multiple=True, help="What chance gave in the set-up, in the order asked.")
@as_json
def new(
    game: str,
    names: Sequence[str],
    options: Sequence[str],
    catalogue: Path | None,
    chance: str,
    take_back: str,
    nonces: Sequence[str],
    outcomes: Sequence[str],
) -> None:
    """Open a match of GAME for the people called NAMES, in turn order.

    On a terminal it asks for what chance gave in the set-up; elsewhere tell it with --outcome.
    """
    from ledger.facts import plain

    match = _opened(
        [plain(text) for text in outcomes],
        game=game,
        names=names,
        options=dict(pair(text) for text in options),
        catalogue=catalogue_data(catalogue),
        chance=chance,
        take_back=take_back,
        nonces=nonces,
    )
    seats = ", ".join(f"{match.opening.label(f'seat:{k}')}: {name}" for k, name in enumerate(names, start=1))
    words = (
        f"Match {match.id} of {match.opening.game.title} is open ({seats}).\nGo on with: tablescribe play {match.id}"
    )
    out(words, {"id": match.id, "game": game, "version": match.version, "to_act": list(match.to_act)})


def _opened(told: list[Any], **how: Any) -> Match:
    """Open a match; on a terminal, ask for what chance gave in the set-up and was not told."""
    from domain.chance import NeedsOutcome

    while True:
        try:
            return state().scribe(create=True).new(outcomes=told, **how)
        except NeedsOutcome as needs:
            if state().json or not sys.stdin.isatty():
                possible = [str(outcome) for outcome in needs.question.among]
                raise Explained(needs, question=needs.question.say(), possible=possible) from needs
            told = [*told, _asked(needs.question, how)]


def _asked(question: Question, how: dict[str, Any]) -> Any:
    """Ask what chance gave; an empty line gives up."""
    from cli.choose import outcome_named, short
    from cli.screen import say, with_names
    from domain.games import opening

    fixed = opening(how["game"], len(how["names"]), how["options"], how["catalogue"])
    say(f"{with_names(fixed, question.say())}: which one? (an empty line gives up)", fg="cyan")
    while True:
        said = click.prompt("  which", default="", show_default=False).strip()
        if not said:
            raise click.Abort
        outcome = outcome_named(fixed, question.among, said)
        if outcome is not None:
            return outcome
        say(f"{said} cannot come up. Possible: {', '.join(short(str(one)) for one in question.among)}", fg="red")


def pair(text: str) -> tuple[str, Any]:
    """Return `name=value` as a pair, the value as plain data."""
    from ledger.facts import plain

    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"{text!r} is not of the form NAME=VALUE")
    return name, plain(value)


def catalogue_data(path: Path | None) -> Any:
    """Return a catalogue file's contents as plain data; its form is checked by the game."""
    if path is None:
        return None
    from domain.catalogue import LARGEST, plain_data

    try:
        with path.open("rb") as file:
            return plain_data(file.read(LARGEST + 1).decode())
    except (OSError, ValueError) as error:
        raise click.UsageError(f"the catalogue {path} cannot be read: {error}") from error


@click.command(epilog="Example: tablescribe matches --json")
@as_json
def matches() -> None:
    """List all matches of the ledger."""
    found = state().scribe(create=True).matches()
    data: list[dict[str, Any]] = [
        {
            "id": one.id,
            "game": one.game,
            "opened": one.opened.isoformat(),
            "last": one.last.isoformat(),
            "seats": list(one.seats),
            "events": one.events,
            "moves": one.moves,
            "state": "open" if one.result is None else one.result.ending,
            "winners": list(one.result.winners) if one.result else [],
        }
        for one in found
    ]

    def words() -> None:
        from rich.table import Table

        if not data:
            click.echo("No matches yet. Open one: tablescribe new ultime Ada Ben Cleo --outcome 1")
            return
        table = Table(box=None, pad_edge=False)
        for heading in ("match", "game", "opened", "moves", "state", "seats"):
            table.add_column(heading, overflow="fold")
        for one in data:
            seats = ", ".join(str(name) for name in one["seats"])
            table.add_row(one["id"], one["game"], one["opened"][:16], str(one["moves"]), one["state"], seats)
        console().print(table)

    out(words, data)


@click.command(
    epilog="""\b
Examples:
  tablescribe show 7k2            (as much of the id as tells it from others)
  tablescribe show 7k2 --at 12 --seat 2
  tablescribe show 7k2 --svg board.svg"""
)
@click.argument("match_id", metavar="MATCH")
@click.option("--at", type=int, help="After this move instead of now.")
@click.option("--seat", type=int, help="Only what this seat may see.")
@click.option("--spectator", is_flag=True, help="Only what everybody may see.")
@click.option("--svg", "svg_file", type=click.Path(path_type=Path), help="Write the picture to a file.")
@as_json
def show(match_id: str, at: int | None, seat: int | None, spectator: bool, svg_file: Path | None) -> None:
    """Show the table of MATCH, now or after any move."""
    from domain.line import NoSuchMove
    from replays.pictures import svg, terminal
    from replays.timeline import Timeline
    from replays.words import EVERYTHING, Viewer, seen

    match = state().scribe().match(match_id)
    viewer: Viewer = None if spectator else seat if seat is not None else EVERYTHING
    number = match.head if at is None else at
    try:
        table = Timeline(match).at(number)
    except NoSuchMove as error:
        raise click.UsageError(str(error)) from error
    facts = match.moves[number].facts if number else ()
    if svg_file is not None:
        from ledger.care.files import write_file

        write_file(svg_file, svg(match.opening, table, viewer=viewer, highlight=facts).encode())
    shown = seen(match.opening, table, viewer)
    to_act = list(match.to_act) if number == match.head else []

    def words() -> None:
        console().print(terminal(match.opening, table, viewer=viewer))
        who = ", ".join(match.opening.label(f"seat:{one}") for one in to_act)
        click.echo(f"After move {number}." + (f" To act: {who}." if who else ""))
        if svg_file is not None:
            click.echo(f"The picture is in {svg_file}.")

    data = {
        "match": match.id, "move": number, "version": match.version, "to_act": to_act,
        "zones": shown.zones, "values": shown.values, "digest": table.digest(),
    }  # fmt: skip
    out(words, data)


@click.command(epilog="Examples: tablescribe log 7k2 · tablescribe log 7k2 --seat 2 · tablescribe log 7k2 --json")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=int, help="Only what this seat may see.")
@click.option("--spectator", is_flag=True, help="Only what everybody may see.")
@as_json
def log(match_id: str, seat: int | None, spectator: bool) -> None:
    """Show everything that was recorded of MATCH, taken-back moves and notes included."""
    from domain.events import Missed, Played, Ruled
    from replays.timeline import Timeline
    from replays.words import EVERYTHING, Viewer, say_event

    scribe = state().scribe()
    match = scribe.match(match_id)
    viewer: Viewer = None if spectator else seat if seat is not None else EVERYTHING
    timeline = Timeline(match)
    data: list[dict[str, Any]] = []
    for event in scribe.ledger.events_of(match.id):
        number = event.number if isinstance(event, Played | Ruled | Missed) else None
        data.append(
            {
                "version": event.originator_version,
                "type": type(event).__name__,
                "at": event.at.isoformat(),
                "move": number,
                "counts": match.line.counts(number) if number is not None else None,
                "words": say_event(match, event),
                "changes": timeline.changes(number, viewer) if number is not None else [],
                "rules": list(getattr(event, "citations", ())),
            }
        )

    def words() -> None:
        for line in data:
            number = f"{line['move']:>4}" if line["move"] is not None else "   ·"
            gone = " (taken back)" if line["counts"] is False else ""
            click.echo(f"{number}  {line['words']}{gone}")
            for change in line["changes"]:
                click.echo(f"        {change}")

    out(words, data)


@click.command(epilog="Examples: tablescribe legal 7k2 · tablescribe legal 7k2 --seat 2 --json")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=int, help="Of this seat; otherwise of all seats that are to act.")
@as_json
def legal(match_id: str, seat: int | None) -> None:
    """List what may be done now in MATCH."""
    scribe = state().scribe()
    match = scribe.match(match_id)
    data = [
        {"seat": one, "action": action.data(), "words": action.say(match.opening.label)}
        for one in (match.to_act if seat is None else (seat,))
        for action in scribe.legal(match, one)
    ]

    def words() -> None:
        for one in data:
            click.echo(f"{match.opening.label('seat:' + str(one['seat']))} {one['words']}")
        if not data:
            click.echo("Nothing: the game is over, or it is not that seat's turn.")

    out(words, data)


@click.command(epilog='Example: tablescribe note 7k2 "the table recounted the deck" --about 12')
@click.argument("match_id", metavar="MATCH")
@click.argument("text")
@click.option("--about", type=int, help="The move it is about.")
@as_json
def note(match_id: str, text: str, about: int | None) -> None:
    """Add a remark to MATCH. It changes nothing, and is kept for ever: leave names of people out."""
    from domain.line import NoSuchMove

    scribe = state().scribe()
    try:
        event = scribe.note(match_id, text, about_move=about)
    except NoSuchMove as error:
        raise click.UsageError(str(error)) from error
    out("Noted.", {"match": event.originator_id, "version": event.originator_version})


@click.command(epilog="Examples: tablescribe close 7k2 · tablescribe close 7k2 --abandoned")
@click.argument("match_id", metavar="MATCH")
@click.option("--abandoned", is_flag=True, help="Close it although the game is not over.")
@as_json
def close(match_id: str, abandoned: bool) -> None:
    """Close MATCH with the result that the rules give."""
    from replays.words import say_event

    scribe = state().scribe()
    match = scribe.match(match_id)
    with explaining(match):
        event = scribe.close(match_id, abandoned=abandoned)
    match = scribe.match(match_id)
    result = event.result
    data = {"match": match.id, "ending": result.ending, "rule": result.rule, "winners": list(result.winners)}
    out(f"Match {match.id} {say_event(match, event)}", {**data, "scores": list(result.scores), "seed": event.seed})
