"""`tournament`: announce, enter, pair, start, report, standings; its other commands are in files of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.language import in_language, told, wrong_use
from cli.state import as_json, console, echo, out, state
from domain.text import Text, listed, say
from domain.visible import visible

if TYPE_CHECKING:
    from domain.tournament.standings import Line, Standings
    from domain.tournament.tournament import Tournament
    from ledger.organiser import Organiser

Function = TypeVar("Function", bound=Callable[..., Any])

LAST = "last"
"""How the tournament that was announced last can be called."""

PLAN = """\b
A plan is YAML or JSON:
  title: Autumn Open
  stages:
    - name: Swiss
      kind: swiss            (swiss, round_robin, pods, elimination)
      rounds: 3
      game: morris
      tie_breaks: [buchholz, wins]
      cut: 4                 (how many go on to the next stage)
    - {name: Final, kind: elimination, rounds: 2, game: morris}
\b
More words of a stage: options, catalogue, chance, take_back, pods: [4, 3],
scoring: {kind: places, by_place: [3, 2, 1, 0]}, byes, late, time_limit, carry.

\b
Example: tablescribe tournament announce open.yaml"""


@click.group(
    epilog="""\b
Example, an evening:
  tablescribe tournament announce open.yaml
  tablescribe tournament enter last Ada Ben Cleo Dora
  tablescribe tournament pair last
  tablescribe tournament start last
  tablescribe tournament report last 2 --winner Dora
  tablescribe tournament standings last"""
)
def tournament() -> None:
    """Hold a tournament whose standings anybody can compute again.

    Results come from matches of this ledger, or from slips; standings and pairings from results. TOURNAMENT is the
    beginning of an id, or `last` for the one that was announced last.
    """


def organiser(*, create: bool = False) -> Organiser:
    """Return who runs tournaments in the ledger of this call."""
    from ledger.organiser import Organiser

    return Organiser(state().scribe(create=create))


def which(beginning: str) -> str:
    """Return the id of the tournament that is meant."""
    ledger = state().scribe().ledger
    if beginning == LAST and (known := ledger.tournament_ids()):
        return known[-1]
    return ledger.find_tournament(beginning)


def acting(role: str) -> Callable[[Function], Function]:
    """Add the option `--as` to a command: in which role it is done."""
    from domain.tournament.roles import ROLES

    return click.option(
        "--as", "role", type=click.Choice(ROLES), default=role, show_default=True, help="In which role."
    )


the_tournament = click.argument("tournament_id", metavar="TOURNAMENT")
expecting = click.option("--expect", "expected", type=int, help="Only if it is still at this version; `show` tells it.")


@tournament.command(epilog=PLAN)
@click.argument("file", type=click.Path(path_type=Path))
@acting("organiser")
@in_language
@as_json
def announce(file: Path, role: str) -> None:
    """Announce a tournament by the plan in FILE. The plan is recorded, and nobody changes it afterwards."""
    from domain.tournament.plan import LARGEST, read_plan

    try:
        with file.open("rb") as opened:
            text = opened.read(LARGEST + 1).decode()
    except (OSError, ValueError) as error:
        raise wrong_use(say("{file} cannot be read: {error}", file=str(file), error=str(error))) from error
    new = organiser(create=True).announce(read_plan(text), by=role)
    words = say(
        "Tournament {id} is announced: {title}, {n} rounds.\nPrint the digest of its plan: {digest}",
        id=new.id, title=new.plan.title, n=new.plan.rounds, digest=new.announced.digest,
    )  # fmt: skip
    out(
        words, {"tournament": new.id, "digest": new.announced.digest, "rounds": new.plan.rounds, "version": new.version}
    )


@tournament.command("list", epilog="Example: tablescribe tournament list --json")
@in_language
@as_json
def list_() -> None:
    """List the tournaments of the ledger."""
    ledger = state().scribe(create=True).ledger
    found = [ledger.tournament(one) for one in ledger.tournament_ids()]
    data = [
        {"tournament": one.id, "title": one.plan.title, "announced": one.announced.at.isoformat(), "round": one.round,
         "rounds": one.plan.rounds, "entrants": len(one.entrants), "finished": one.finished is not None}
        for one in found
    ]  # fmt: skip
    lines = [
        say("{id}  {title}: {n} people, round {round} of {rounds}", id=one.id, title=one.plan.title,
            n=len(one.entrants), round=one.round, rounds=one.plan.rounds)
        for one in found
    ]  # fmt: skip
    out(listed(lines, "\n") if lines else say("No tournaments yet."), data)


@tournament.command(
    epilog="Examples: tablescribe tournament enter last Ada Ben · … last --from people.csv · … last Cleo --apart Ada"
)
@the_tournament
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--from", "file", type=click.Path(path_type=Path), help="A list: a line for each, NAME or NAME,RATING.")
@click.option("--rating", type=int, help="The rating, of one person.")
@click.option("--apart", multiple=True, help="With whom they are not to meet, such as their family.")
@acting("desk")
@in_language
@as_json
def enter(
    tournament_id: str, names: tuple[str, ...], file: Path | None, rating: int | None, apart: tuple[str, ...], role: str
) -> None:
    """Let people take part from the next round on. Their names lie beside the log, where they can be erased."""
    people = dict.fromkeys(names, rating)
    if file is not None:
        people |= _people(file)
    if not people:
        raise wrong_use(say("name people, or give a list with --from"))
    if rating is not None and len(people) > 1:
        raise wrong_use(say("--rating is for one person"))
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


def _people(file: Path) -> dict[str, int | None]:
    """Return names and ratings from a list; a first line `name,rating` is a heading."""
    import csv

    found: dict[str, int | None] = {}
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            for number, row in enumerate(csv.reader(lines), start=1):
                cells = [cell.strip() for cell in row]
                if not any(cells) or (number == 1 and cells[0].casefold() == "name"):
                    continue
                rating = cells[1] if len(cells) > 1 else ""
                if cells[0] in found or (rating and not rating.isdecimal()):
                    raise wrong_use(say("{file}, line {n}: it is NAME or NAME,RATING, each name once",
                                        file=str(file), n=number))  # fmt: skip
                found[cells[0]] = int(rating) if rating else None
    except (OSError, UnicodeError, csv.Error) as error:
        raise wrong_use(say("{file} cannot be read: {error}", file=str(file), error=str(error))) from error
    return found


@tournament.command(epilog='Example: tablescribe tournament withdraw last Ben --reason "the last train"')
@the_tournament
@click.argument("name")
@click.option("--reason", default="", help="Why.")
@acting("desk")
@in_language
@as_json
def withdraw(tournament_id: str, name: str, reason: str, role: str) -> None:
    """Let NAME play no more after the round that is paired now."""
    event = organiser().withdraw(which(tournament_id), name, by=role, reason=reason)
    words = say("{name} plays no more after round {round}.", name=name, round=event.after)
    out(words, {"entrant": event.entrant, "after": event.after, "event": event.originator_version})


@tournament.command(
    epilog="Examples: tablescribe tournament pair last · … pair last --bye Ben=half · … pair last --expect 14"
)
@the_tournament
@click.option("--bye", "byes", multiple=True, metavar="NAME=KIND", help="Who asked not to sit: full, half or zero.")
@click.option("--seed", type=click.IntRange(0, 2**53), help="Of the lot. Default: a random one, which is recorded.")
@expecting
@acting("organiser")
@in_language
@as_json
def pair(tournament_id: str, byes: tuple[str, ...], seed: int | None, expected: int | None, role: str) -> None:
    """Pair the next round. Matches that were closed have reported themselves."""
    from domain.tournament.field import Bye
    from replays.tournament import round_lines, seating_data

    asked = {}
    for text in byes:
        name, _, kind = text.partition("=")
        if kind not in ("full", "half", "zero"):
            raise wrong_use(say("a bye is told as NAME=half; full, half and zero are asked for"))
        asked[name] = Bye(kind)
    who, found = organiser(), which(tournament_id)
    who.pair(found, by=role, byes=asked, seed=seed, expected=expected)
    now = who.tournament(found)
    names, seating = who.names(now), now.seatings[-1]
    lines = [
        say("Round {round}, paired by {engine}:", round=seating.number, engine=seating.paired.engine),
        *round_lines(now, seating, names),
        *(say("not kept: {what}", what=one) for one in seating.paired.broken),
    ]
    out(listed(lines, "\n"), {**seating_data(now, seating, names), "version": now.version})


@tournament.command(epilog='Example: tablescribe tournament adjust last Ada Ben --reason "Ada sits in a wheelchair"')
@the_tournament
@click.argument("one")
@click.argument("other")
@click.option("--reason", required=True, help="Why: it stays in the record.")
@expecting
@acting("organiser")
@in_language
@as_json
def adjust(tournament_id: str, one: str, other: str, reason: str, expected: int | None, role: str) -> None:
    """Let ONE and OTHER change seats in the round that is paired now. Their tables get new matches."""
    from replays.tournament import round_lines, seating_data

    who, found = organiser(), which(tournament_id)
    event = who.adjust(found, (one, other), by=role, reason=reason, expected=expected)
    now = who.tournament(found)
    names, seating = who.names(now), now.seatings[-1]
    data = {**seating_data(now, seating, names), "version": now.version, "adjusted": event.originator_version}
    out(listed(round_lines(now, seating, names), "\n"), data)


@tournament.command(
    epilog="Examples: tablescribe tournament start last --url http://hall:8000 · … start last --table 3 --outcome 1"
)
@the_tournament
@click.option("--table", type=click.IntRange(1), help="Only this table.")
@click.option("--outcome", "outcomes", multiple=True, help="What chance gave in the set-up, in the order asked.")
@click.option("--url", default="", help="Where `tablescribe serve` is reached: links are told with it.")
@acting("desk")
@in_language
@as_json
def start(tournament_id: str, table: int | None, outcomes: tuple[str, ...], url: str, role: str) -> None:
    """Open all matches of the round at once. Those that are open stay: a second start opens none twice."""
    from ledger.facts import plain

    who, found = organiser(), which(tournament_id)
    opened = who.start(found, by=role, table=table, outcomes=[plain(one) for one in outcomes])
    now = who.tournament(found)
    names, seating = who.names(now), now.seatings[-1]
    base, lines, data = url.rstrip("/"), list[Text](), list[dict[str, Any]]()
    for one in opened:
        people = [names[ref] for ref in seating.pods[one.table - 1]]
        link = f"{base}/m/{one.match}" if base else f"tablescribe play {one.match}"
        data.append({"table": one.table, "match": one.match, "new": one.new, "names": people,
                     "link": f"{base}/m/{one.match}" if base else "",
                     "asks": told(one.asks) if one.asks is not None else None})  # fmt: skip
        text = say("table {table}: {people}: {link}", table=one.table, people=" – ".join(people), link=link)
        if one.asks is not None:
            text = say("table {table}: {people}: not open yet, it asks: {question} (--table {table} --outcome …)",
                       table=one.table, people=" – ".join(people), question=one.asks)  # fmt: skip
        lines.append(text)
    out(listed(lines, "\n") if lines else say("Every table has reported."), {"round": now.round, "tables": data})


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament report last                        (matches that were closed)
  tablescribe tournament report last 2 --winner Dora        (a slip)
  tablescribe tournament report last 3 --draw
  tablescribe tournament report last 1 2 1 3 4 --points 7,9,5,1
  tablescribe tournament report last 4 --absent Ben"""
)
@the_tournament
@click.argument("table", type=click.IntRange(1), required=False)
@click.argument("places", type=click.IntRange(1), nargs=-1)
@click.option("--winner", "winners", multiple=True, help="Who won; all others share the next place.")
@click.option("--draw", is_flag=True, help="All share the first place.")
@click.option("--points", default="", help="The game's points by seat, with commas.")
@click.option("--absent", multiple=True, help="Who did not come: a forfeit.")
@click.option("--round", "round_number", type=click.IntRange(1), help="Default: the round that is paired now.")
@click.option("--command", "command_id", help="An id of your choice: a retry with it is recorded once.")
@acting("desk")
@in_language
@as_json
def report(
    tournament_id: str, table: int | None, places: tuple[int, ...], winners: tuple[str, ...], draw: bool, points: str,
    absent: tuple[str, ...], round_number: int | None, command_id: str | None, role: str,
) -> None:  # fmt: skip
    """Record a slip: what TABLE gave, by PLACES in the order of the seats. Without TABLE: take over closed matches.

    Closed matches report themselves; a slip is for what was played without a match, or was not played.
    """
    from domain.tournament.field import How
    from replays.tournament import round_lines, seating_data

    who, found = organiser(), which(tournament_id)
    if table is None:
        who.collect(found)
    else:
        now = who.tournament(found)
        seats = seats_of(now, table, round_number)
        gone = seats_named(who, now, seats, absent)
        row = places_told(who, now, seats, places, winners, draw, gone)
        who.report(
            found, table, row, how=How.FORFEIT if gone else How.SLIP, points=numbers(points), absent=gone,
            round_number=round_number, by=role, command_id=command_id,
        )  # fmt: skip
    now = who.tournament(found)
    names, seating = who.names(now), now.seating(round_number or now.round)
    lines = [*round_lines(now, seating, names)]
    if not seating.missing:
        lines.append(say("All tables of round {round} have reported.", round=seating.number))
    out(listed(lines, "\n"), {**seating_data(now, seating, names), "missing": seating.missing, "version": now.version})


def seats_of(now: Tournament, table: int, round_number: int | None) -> tuple[str, ...]:
    """Return who sits at a table."""
    seating = now.seating(round_number or max(now.round, 1))
    if table > len(seating.pods):
        raise wrong_use(say("round {round} has the tables 1 to {n}", round=seating.number, n=len(seating.pods)))
    return seating.pods[table - 1]


def seats_named(who: Organiser, now: Tournament, seats: Sequence[str], names: Sequence[str]) -> list[int]:
    """Return the seats (from 1) of people at a table."""
    refs = [who.person(now, name) for name in names]
    for ref, name in zip(refs, names, strict=True):
        if ref not in seats:
            raise wrong_use(say("{name} does not sit at that table", name=name))
    return [seats.index(ref) + 1 for ref in refs]


def places_told(
    who: Organiser, now: Tournament, seats: Sequence[str], places: Sequence[int], winners: Sequence[str], draw: bool,
    absent: Sequence[int],
) -> list[int]:  # fmt: skip
    """Return each seat's place from one of the ways in which it is told."""
    ways = [bool(places), bool(winners), draw]
    if sum(ways) > 1 or not (any(ways) or absent):
        raise wrong_use(say("say what the table gave: PLACES by seat, --winner, --draw or --absent"))
    if places:
        return list(places)
    first = seats_named(who, now, seats, winners)
    if draw or not first:
        first = [seat for seat in range(1, len(seats) + 1) if seat not in absent] or list(range(1, len(seats) + 1))
    return [1 if seat in first else 1 + len(first) for seat in range(1, len(seats) + 1)]


def numbers(text: str) -> list[int | None]:
    """Return points that are told with commas between them; `?` for those that nobody knows."""
    try:
        return [None if part.strip() == "?" else int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise wrong_use(say("{text} is no row of points such as 7,9,5", text=repr(text))) from None


@tournament.command(epilog="Examples: tablescribe tournament show last · … show last --round 2 · … show last --json")
@the_tournament
@click.option("--round", "round_number", type=click.IntRange(1), help="This round. Default: the last one.")
@click.option("--log", "log", is_flag=True, help="Everything that was recorded, by event.")
@in_language
@as_json
def show(tournament_id: str, round_number: int | None, log: bool) -> None:
    """Show a tournament: who is in it, the round, what is open; with --log every event."""
    from replays.tournament import event_text, overview, round_lines

    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    names, data = who.names(now), overview(now, who.names(now))
    history = [(event, event_text(now, event, names)) for event in now.events]
    if log:
        data["log"] = [
            {"event": event.originator_version, "at": event.at.isoformat(), "type": type(event).__name__,
             "words": told(text)}
            for event, text in history
        ]  # fmt: skip
    head = say(
        "{title}: {n} people, round {round} of {rounds}, version {version}", title=now.plan.title,
        n=len(now.entrants), round=now.round, rounds=now.plan.rounds, version=now.version,
    )  # fmt: skip
    lines: list[Text] = [head]
    if log:
        lines += [say("event {n}: {words}", n=event.originator_version, words=text) for event, text in history]
    elif now.round:
        lines += round_lines(now, now.seating(round_number or now.round), names)
    else:
        lines += [say("{name} is number {number}.", name=names[one.ref], number=one.number) for one in now.field()]
    lines += [
        say("open appeal {n} by {name}: {reason}", n=one.originator_version, name=names[one.entrant], reason=one.reason)
        for one in now.open_appeals()
    ]
    out(listed(lines, "\n"), data)


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament standings last
  tablescribe tournament standings last --after 2 --as-played
  tablescribe tournament standings last --as-of 2026-11-22T15:40
  tablescribe tournament standings last --why Ada"""
)
@the_tournament
@click.option("--after", type=click.IntRange(0), help="After this round. Default: the last one that was paired.")
@click.option("--as-of", "moment", help="What was known at this time (ISO 8601; without a zone: of this machine).")
@click.option("--as-played", is_flag=True, help="Without corrections and penalties.")
@click.option("--stage", type=click.IntRange(1), help="Of this stage.")
@click.option("--final", "whole", is_flag=True, help="Of all stages: below the last those who went out before.")
@click.option("--why", "whom", help="Where each point of this person is from.")
@in_language
@as_json
def standings(
    tournament_id: str, after: int | None, moment: str | None, as_played: bool, stage: int | None, whole: bool,
    whom: str | None,
) -> None:  # fmt: skip
    """Show the standings, at any time that was: after a round, as of a moment, as played or as ruled."""
    from domain.tournament.standings import final
    from domain.tournament.standings import standings as count
    from domain.tournament.tournament import as_of
    from replays.tournament import line_data, standings_data

    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    names = who.names(now)
    if moment is not None:
        now = as_of(now, _moment(moment))
    if whole:
        lines = final(now, ruled=not as_played)
        out(lambda: _table(lines, (), names), {"tournament": found, "final": [line_data(one, names) for one in lines]})
        return
    counted = count(now, after=after, ruled=not as_played, stage=None if stage is None else stage - 1)
    if whom is not None:
        _why(who, now, counted, whom)
        return
    out(lambda: _words(now, counted, names), standings_data(now, counted, names))


def _moment(text: str) -> Any:
    from datetime import datetime

    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise wrong_use(say("{text} is no time such as 2026-11-22T15:40", text=repr(text))) from None


def _why(who: Organiser, now: Tournament, counted: Standings, whom: str) -> None:
    from replays.tournament import line_data, points_text, why

    names = who.names(now)
    line = counted.line(who.person(now, whom))
    reasons = why(who.ledger, now, line, names)
    head = say("{name}: place {rank}, {points}", name=names[line.ref], rank=line.rank, points=points_text(line.points))
    data = {**line_data(line, names), "why": [one.data() for one in reasons]}
    out(listed([head, *(one.text for one in reasons)], "\n"), data)


def _words(now: Tournament, counted: Standings, names: dict[str, str]) -> None:
    reading = say("as ruled") if counted.ruled else say("as played")
    echo(told(say("{title}, {stage}, after round {round}, {reading}", title=now.plan.title,
                  stage=now.plan.stages[counted.stage].name, round=counted.after, reading=reading)))  # fmt: skip
    _table(counted.lines, counted.tie_breaks, names)


def _table(lines: Sequence[Line], tie_breaks: Sequence[str], names: dict[str, str]) -> None:
    from rich.table import Table

    from replays.tournament import points_text

    table = Table(box=None, pad_edge=False)
    for heading in (say("rank"), say("name"), say("points")):
        table.add_column(told(heading), overflow="fold")
    for name in tie_breaks:
        table.add_column(name.replace("_", " "), overflow="fold")
    for line in lines:
        values = [points_text(value) for value in line.values[: len(tie_breaks)]]
        cells = (str(line.rank), names[line.ref], points_text(line.points), *values)
        table.add_row(*(visible(cell, one_line=True) for cell in cells))
    console().print(table)


for _module in ("cli.tournament_rulings", "cli.tournament_proofs"):
    __import__(_module)
