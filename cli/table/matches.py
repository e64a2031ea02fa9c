"""`new`, `show`, `log`, `legal` and `close`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.table.clock import with_clock
from tablescribe.cli.table.match_choice import named
from tablescribe.cli.table.opening import (
    box_data,
    carried_catalogue,
    catalogue_data,
    followed,
    opened,
    options_told,
    people_of,
    template_data,
)
from tablescribe.cli.terminal.description_options import told_data, with_data
from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import (
    as_json,
    check_dealt,
    console,
    echo,
    echo_long,
    explaining,
    out,
    reader_of,
    state,
)
from tablescribe.domain.words.text import Thing, listed, say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.words.text import Text


@click.command(
    epilog="""\b
Examples:
  tablescribe new ultime Ada Ben Cleo --outcome 1           (Ada begins)
  tablescribe new ultime Ada Ben Cleo --chance sealed       (Tablescribe deals; anyone can check it later)
  tablescribe new ultime Ada Ben Cleo -o score_visibility=visible -o first_player=2
  tablescribe new ultime Ada Ben Cleo --chance sealed --contribute devices   (every device contributes)
  tablescribe new ultime Ada Ben Cleo --chance sealed --beacon +60            (one device, and a public beacon)
  tablescribe new expeditions Ada Automa -o level=1 --chance sealed
  tablescribe new expeditions Ada Automa --box ours         (your own copy; see `tablescribe box`)
  tablescribe new chess Ada Ben --clock 90+30               (90 minutes, and 30 seconds for each move)
  tablescribe new freeform Ada Ben --title Catan --event "club evening" --tag casual
  tablescribe new freeform Ada Ben --template resources --title Catan
  tablescribe new freeform Ada Ben guest --catalogue my-game.yaml
  tablescribe new tomb_raider Ada Ben -o decks=@ada.txt -o decks=@ben.txt     (a file per seat)
  tablescribe new tomb_raider Ada Ben --follows 7k2                           (the next level of a series)"""
)
@click.argument("game")
@click.argument("names", nargs=-1, metavar="NAMES...")
@click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Game option. @FILE reads the value from a file. Repeat for more.",
)
@click.option("--edition", default="", help="Edition of the rules. Default: the newest.")
@click.option("--catalogue", type=click.Path(path_type=Path), help="Components of your own, a YAML file.")
@click.option("--template", help="Template for a game without rules: points, resources, grid, chess.")
@click.option("--box", metavar="NAME", help="Your own copy of the game (`tablescribe box`).")
@click.option("--chance", type=click.Choice(["table", "open", "sealed"]), default="table", show_default=True,
              help="Who deals. table: you do, and enter open dice and cards; open: you do, and enter "
                   "every card; sealed: Tablescribe does.")  # fmt: skip
@click.option("--take-back", type=click.Choice(["free", "own", "consent", "judge"]), default="free", show_default=True,
              help="Who may take moves back.")  # fmt: skip
@click.option("--clock", metavar="TIME", help='Time of the match: 90+30, "25 d10", "table 75" or measured.')
@click.option("--flag-loses", is_flag=True, help="A fallen flag loses, if the game has a rule for it.")
@click.option("--follows", metavar="MATCH", help="Previous match of the series.")
@with_data
@click.option("--nonce", "nonces", multiple=True, help="A seat's contribution to the shuffle, in seat order.")
@click.option("--contribute", type=click.Choice(["devices", "here"]),
              help="Who contributes to a sealed shuffle. devices: each seat on its own; here: this device for "
              "all, which proves less.")  # fmt: skip
@click.option("--beacon", metavar="ROUND",
    help="Future drand round that contributes to the shuffle: 123, default:123, or +60 "
                                                "(seconds from now).")  # fmt: skip
@click.option(
    "--outcome", "outcomes", multiple=True, help="Die or card of the setup, in the order asked. Repeat for more."
)
@in_language
@as_json
def new(
    game: str,
    names: Sequence[str],
    options: Sequence[str],
    edition: str,
    catalogue: Path | None,
    box: str | None,
    template: str | None,
    chance: str,
    take_back: str,
    clock: str | None,
    flag_loses: bool,
    follows: str | None,
    nonces: Sequence[str],
    contribute: str | None,
    beacon: str | None,
    outcomes: Sequence[str],
    **data: Any,
) -> None:
    """Open a match of GAME for the players NAMES, in turn order.

    On a terminal it asks for the dice and cards of the setup. Elsewhere, pass them with --outcome.
    """
    from tablescribe.cli.table.contribute import parts_told
    from tablescribe.cli.terminal.second_guess import game_named
    from tablescribe.ledger.matches.fact_checks import plain

    game = game_named(game) or game
    if template is not None and (box is not None or catalogue is not None):
        raise wrong_use(say("use only one of --box, --template and --catalogue"))
    names = people_of(game, names, "tablescribe new")
    match = opened(
        [plain(text) for text in outcomes],
        game=game,
        names=names,
        options=followed(follows, options_told(options)),
        catalogue=box_data(box, game, catalogue)
        or catalogue_data(catalogue)
        or template_data(game, template)
        or carried_catalogue(follows),
        chance=chance,
        take_back=take_back,
        nonces=nonces,
        data=told_data(data),
        parts=parts_told(contribute, beacon),
        edition=edition,
        **with_clock(clock, loses=flag_loses),
    )
    say_opened(match, names, {"id": match.id, "game": game})


def say_opened(match: Match, names: Sequence[str], data: dict[str, Any]) -> None:
    """Print that a match is open, who plays, and how to go on; `data` is put first in the JSON output."""
    from tablescribe.cli.table.contribute import about_parts
    from tablescribe.cli.terminal.messages import told_remarks

    command = "contribute" if match.waits else "play"
    words = say(
        "Match {match} of {game} is open ({seats}).\nGo on with: {command}",
        match=match.id, game=match.opening.title, seats=seated(names), command=f"tablescribe {command} {match.id}",
    )  # fmt: skip
    remarks, remarks_data = told_remarks(match.opening)
    about = [] if match.contributions is None else [about_parts(match)]
    data = {**data, "version": match.version, "to_act": list(match.to_act), "remarks": remarks_data}
    out(listed([words, *remarks, *about], "\n"), data, match.opening)


def seated(names: Sequence[str]) -> Text:
    """Return the seats with their players: "blue: Ada, yellow: Ben"."""
    from tablescribe.domain.table.names import seat

    return listed(say("{seat}: {person}", seat=Thing(seat(k)), person=name) for k, name in enumerate(names, start=1))


def who_sits(match: Match) -> Text | None:
    """Return the seats with their players, if the game's sentences use its own names for seats; else `None`."""
    people = state().people(match)
    if match.opening.game.seats_by_name or not any(people):
        return None
    return seated([name or "?" for name in people])


@click.command(
    epilog="""\b
Examples:
  tablescribe show                (the last open match)
  tablescribe show 7k2            (the start of the id is enough)
  tablescribe show 7k2 --at 12 --seat 2
  tablescribe show 7k2 --svg board.svg"""
)
@click.argument("match_id", metavar="[MATCH]", required=False)
@click.option("--at", type=int, help="Move number. Default: the last move.")
@click.option("--seat", type=int, help="Show what this seat may see.")
@click.option("--spectator", is_flag=True, help="Show what spectators may see.")
@click.option("--svg", "svg_file", type=click.Path(path_type=Path), help="Write the board to this SVG file.")
@in_language
@as_json
def show(match_id: str | None, at: int | None, seat: int | None, spectator: bool, svg_file: Path | None) -> None:
    """Show the table of MATCH, or of the last open match, now or after any move."""
    from tablescribe.cli.terminal.messages import in_a_row
    from tablescribe.domain.match.line import NoSuchMove
    from tablescribe.domain.match.refusals import check_seats
    from tablescribe.replays.pictures.scenes import terminal
    from tablescribe.replays.reading.discretion import EVERYTHING, Viewer, seen
    from tablescribe.replays.reading.timeline import Timeline

    match = state().look(named(match_id))
    check_dealt(match)
    check_seats(match.opening.seats, seat)
    viewer: Viewer = None if spectator else seat if seat is not None else EVERYTHING
    number = match.head if at is None else at
    try:
        table = Timeline(match).at(number)
    except NoSuchMove as error:
        raise wrong_use(error.text) from error
    facts = match.moves[number].facts if number else ()
    if svg_file is not None:
        from tablescribe.ledger.care.match_files import write_file
        from tablescribe.replays.pictures.pictures import svg

        write_file(
            svg_file, svg(match.opening, table, viewer=viewer, highlight=facts, reader=reader_of(match)).encode()
        )
    to_act = list(match.to_act) if number == match.head else []

    def words() -> None:
        if sits := who_sits(match):
            echo(told(sits, match.opening))
        console().print(terminal(match.opening, table, viewer=viewer, reader=reader_of(match)))
        after = say("After move {move}.", move=number)
        if to_act:
            after = listed([after, say("To play: {seats}.", seats=in_a_row(to_act))], " ")
        echo(reader_of(match).tell(after))
        if match.is_over and number == match.head:
            echo(_ended(match))
        if svg_file is not None:
            echo(told(say("Picture written to {file}.", file=str(svg_file))))

    def data() -> dict[str, Any]:
        shown = seen(match.opening, table, viewer)
        return {
            "match": match.id, "move": number, "version": match.version, "to_act": to_act,
            "zones": shown.zones, "values": shown.values, "digest": table.digest(),
        }  # fmt: skip

    out(words, data)


def _ended(match: Match) -> str:
    """Return how a match ended, and how to close it if it is not closed."""
    from tablescribe.replays.reading.wording import say_event

    if match.closed is None:
        return told(say("The game is over. Close it: {command}", command=f"tablescribe close {match.id}"))
    said = [match.closed, *match.corrections.events]
    return "\n".join(f"{reader_of(match).sentence(say_event(match, one))}." for one in said)


@click.command(
    epilog="""\b
Examples:
  tablescribe log
  tablescribe log 7k2 --seat 2"""
)
@click.argument("match_id", metavar="[MATCH]", required=False)
@click.option("--seat", type=int, help="Show what this seat may see.")
@click.option("--spectator", is_flag=True, help="Show what spectators may see.")
@in_language
@as_json
def log(match_id: str | None, seat: int | None, spectator: bool) -> None:
    """Show everything recorded in MATCH, or in the last open match, with taken-back moves and notes."""
    from tablescribe.domain.match.events import Missed, Played, Ruled, kind_of
    from tablescribe.domain.match.pictures import pictures_of
    from tablescribe.domain.match.refusals import check_seats
    from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
    from tablescribe.replays.reading.timeline import Timeline
    from tablescribe.replays.reading.wording import say_event

    match, events = state().look_closely(named(match_id))
    check_seats(match.opening.seats, seat)
    viewer: Viewer = None if spectator else seat if seat is not None else EVERYTHING
    timeline, reads = Timeline(match), reader_of(match)
    data: list[dict[str, Any]] = []
    for event in events:
        number = event.number if isinstance(event, Played | Ruled | Missed) else None
        data.append(
            {
                "version": event.originator_version,
                "type": kind_of(event),
                "at": event.at.isoformat(),
                "move": number,
                "counts": match.line.counts(number) if number is not None else None,
                "words": reads.tell(say_event(match, event)),
                "changes": [reads.tell(one) for one in timeline.changes(number, viewer)] if number is not None else [],
                "rules": list(getattr(event, "citations", ())),
                "photos": list(pictures_of(event)),
            }
        )

    def lines() -> Iterator[str]:
        if sits := who_sits(match):
            yield told(sits, match.opening)
        for line in data:
            number = f"{line['move']:>4}" if line["move"] is not None else "   ·"
            words = line["words"]
            gone = reads.tell(say("{words} (taken back)", words=words)) if line["counts"] is False else words
            yield f"{number}  {gone}"
            yield from (f"        {change}" for change in line["changes"])

    out(lambda: echo_long(lines()), data)


@click.command(
    epilog="""\b
Examples:
  tablescribe legal
  tablescribe legal 7k2 --seat 2 --json"""
)
@click.argument("match_id", metavar="[MATCH]", required=False)
@click.option("--seat", type=int, help="Only this seat. Default: every seat that must act.")
@in_language
@as_json
def legal(match_id: str | None, seat: int | None) -> None:
    """List the legal actions in MATCH, or in the last open match."""
    match = state().look(named(match_id))
    check_dealt(match)
    reads = reader_of(match)
    found = [(one, action) for one in (match.to_act if seat is None else (seat,)) for action in match.legal(one)]
    said = [reads.tell(action.text()) for _, action in found]

    def words() -> None:
        for (one, _), text in zip(found, said, strict=True):
            echo(f"{reads.name('seat:' + str(one))} {text}")
        if not found:
            echo(told(say("No legal actions: the game is over, or it is not that seat's turn.")))

    def data() -> list[dict[str, Any]]:
        return [
            {"seat": one, "action": action.data(), "words": text}
            for (one, action), text in zip(found, said, strict=True)
        ]

    out(words, data)


@click.command(
    epilog="""\b
Examples:
  tablescribe close 7k2
  tablescribe close 7k2 --abandoned"""
)
@click.argument("match_id", metavar="[MATCH]", required=False)
@click.option("--abandoned", is_flag=True, help="Abandon the match: close it before its end.")
@in_language
@as_json
def close(match_id: str | None, abandoned: bool) -> None:
    """Close MATCH, or the last open match, and record its result."""
    from tablescribe.cli.table.duplicates import warning_of
    from tablescribe.ledger.matches.learnt_components import learnt_of
    from tablescribe.replays.reading.wording import say_event

    scribe = state().scribe()
    match = scribe.match(named(match_id, changes=True))
    with explaining(match):
        event = scribe.close(match.id, abandoned=abandoned)
    match = scribe.match(match.id)
    result = event.result
    data = {"match": match.id, "ending": result.ending, "rule": result.rule, "winners": list(result.winners)}
    learnt = learnt_of(scribe.ledger, match)
    twins, twin_ids = warning_of(scribe.ledger, match)
    said = say("Match {match} {words}", match=match.id, words=say_event(match, event))
    words = listed([said, *learnt.words, *twins], "\n")
    out(
        lambda: echo(reader_of(match).tell(words)),
        {**data, "boxes": learnt.data, "duplicates": twin_ids, "scores": list(result.scores), "seed": match.seed},
    )
