"""`tournament`: announce, enter, pair, start, show; its other commands are in files of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, out, reason, state
from tablescribe.cli.tournament.pairing_options import ask_for_patience, byes_asked
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.seating import Seating
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.ledger.read_models.tournament_projection import ListedTournament
    from tablescribe.ledger.tournaments.commands import TournamentCommands

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
A stage also takes options, catalogue, chance, take_back, byes, late, time_limit,
carry, pods: [4, 3] and scoring: {kind: places, by_place: [3, 2, 1, 0]}.
With byes: {pairing: 0} the free round of a round robin scores nothing.
With starts: ["2026-12-05T10:00+01:00"] its first round starts by itself
(see `tournament schedule`). Prizes: see `tournament prizes --help`.
With acceleration: baku the first rounds of a Swiss are accelerated (FIDE C.04.5.1):
enter people strongest first, as their numbers are the starting list.

\b
Everyone plays the same shuffle, here of a solo game:
    - {name: Alone, kind: pods, pods: [1], rounds: 3, game: expeditions,
       chance: sealed, duplicate: true, scoring: {kind: game_points}}

\b
Examples:
  tablescribe tournament announce open.yaml
  tablescribe tournament announce open.yaml --json"""


@click.group(
    cls=Listing,
    sections={
        "Before the event": ("new", "announce", "import", "enter", "check-in", "tag", "public"),
        "Each round": (
            "bye",
            "draft",
            "pair",
            "adjust",
            "schedule",
            "calendar",
            "start",
            "slips",
            "clock",
            "report",
            "type",
            "typed",
            "standings",
            "show",
        ),
        "Rulings": ("correct", "penalise", "appeal", "decide", "withdraw", "return", "lot"),
        "Afterwards": ("finish", "prizes", "certificate", "export", "verify", "list"),
    },
    epilog="""\b
Examples, for one evening:
  tablescribe tournament new "Club night" --game chess --rounds 3 Ada Ben Cleo Dora
  tablescribe tournament pair last
  tablescribe tournament start last
  tablescribe tournament report last 2 --winner Dora
  tablescribe tournament standings last""",
)
def tournament() -> None:
    """Run a tournament whose standings anyone can recompute.

    Results come from matches of this ledger, or from slips. TOURNAMENT is the start of an id or of a title, or `last`
    for the latest one.
    """


def organiser(*, create: bool = False) -> TournamentCommands:
    """Return who runs tournaments in the ledger of this call."""
    from tablescribe.ledger.tournaments.commands import TournamentCommands

    return TournamentCommands(state().scribe(create=create))


def which(beginning: str) -> str:
    """Return the id of the tournament that is meant: by its id, how that begins, its title, or how that begins.

    Raises:
        NoSuchTournament: none is, or several are.
    """
    from tablescribe.cli.tournament.titles import titled
    from tablescribe.ledger.log.errors import NoSuchTournament

    ledger = state().scribe().ledger
    if beginning == LAST and (known := ledger.tournament_ids()):
        return known[-1]
    try:
        return ledger.find_tournament(beginning)
    except NoSuchTournament:
        if (found := titled(ledger, beginning)) is None:
            raise
    return found


def acting(role: str) -> Callable[[Function], Function]:
    """Add the option `--as` to a command: in which role it is done."""
    from tablescribe.domain.tournament.model.roles import ROLES

    return click.option("--as", "role", type=click.Choice(ROLES), default=role, show_default=True, help="Your role.")


the_tournament = click.argument("tournament_id", metavar="TOURNAMENT")
this_tournament = click.argument("tournament_id", metavar="[TOURNAMENT]", default=LAST)
"""For commands that take nothing else: without a name it is the latest one."""

expecting = click.option("--expect", "expected", type=int, help="Expected version (see `show`).")


@tournament.command(epilog=PLAN)
@click.argument("file", type=click.Path(path_type=Path))
@acting("organiser")
@in_language
@as_json
def announce(file: Path, role: str) -> None:
    """Announce a tournament by the plan in FILE. The plan cannot be changed afterwards."""
    from tablescribe.domain.tournament.model.plan import LARGEST, read_plan

    try:
        with file.open("rb") as opened:
            text = opened.read(LARGEST + 1).decode()
    except (OSError, ValueError) as error:
        raise wrong_use(say("{file} cannot be read: {error}", file=str(file), error=reason(error))) from error
    new = organiser(create=True).announce(read_plan(text), by=role)
    words = plural(
        new.plan.rounds,
        "Tournament {id} is announced: {title}, 1 round.\nPrint the digest of its plan: {digest}",
        "Tournament {id} is announced: {title}, {n} rounds.\nPrint the digest of its plan: {digest}",
        id=new.id, title=new.plan.title, digest=new.announced.digest,
    )  # fmt: skip
    out(
        words, {"tournament": new.id, "digest": new.announced.digest, "rounds": new.plan.rounds, "version": new.version}
    )


@tournament.command(
    "list",
    epilog="""\b
Examples:
  tablescribe tournament list
  tablescribe tournament list --json""",
)
@in_language
@as_json
def list_() -> None:
    """List tournaments."""
    from tablescribe.replays.reading.list_data import held_data

    ledger = state().scribe(create=True).ledger
    found: list[ListedTournament] = []
    ledger.lists.fresh()
    while some := ledger.asking.tournaments(before=found[-1].position if found else None):
        found += some
    data = [held_data(one) for one in reversed(found)]
    lines = [
        plural(one["entrants"], "{id}  {title}: 1 person, round {round} of {rounds}",
               "{id}  {title}: {n} people, round {round} of {rounds}", id=one["tournament"], title=one["title"],
               round=one["round"], rounds=one["rounds"])
        for one in data
    ]  # fmt: skip
    out(listed(lines, "\n") if lines else say("No tournaments yet."), data)


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
    """Return names as they are typed behind each other, without commas between them: `Ann, Ben`."""
    return [bare for name in names if (bare := name.strip().rstrip(",").strip())]


def _people(file: Path) -> dict[str, int | None]:
    """Return names and ratings from a list; a first line `name,rating` is a heading."""
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
    """Return the links of tables: whoever opens one is let in by the service over this ledger."""
    from tablescribe.replays.web.access.access import Access
    from tablescribe.replays.web.access.table_links import table_links

    found = table_links(Access(who.ledger), now, seating, who.names(now), base, tables)
    return {one.table: one.data() for one in found}


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament show last
  tablescribe tournament show last --round 2
  tablescribe tournament show last --log"""
)
@this_tournament
@click.option("--round", "round_number", type=click.IntRange(1), help="Round number. Default: the last round.")
@click.option("--log", "log", is_flag=True, help="List every recorded event.")
@in_language
@as_json
def show(tournament_id: str, round_number: int | None, log: bool) -> None:
    """Show a tournament: entrants, the current round, and what is open."""
    from tablescribe.replays.tournaments.tournament import event_text, overview, round_lines

    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    names, data = who.names(now), overview(now, who.names(now))
    history = [(event, event_text(now, event, names)) for event in now.deeds()]
    if log:
        data["log"] = [
            {"event": event.originator_version, "at": event.at.isoformat(), "type": type(event).__name__,
             "words": told(text)}
            for event, text in history
        ]  # fmt: skip
    head = plural(
        len(now.entrants), "{title}: 1 person, round {round} of {rounds}, version {version}",
        "{title}: {n} people, round {round} of {rounds}, version {version}", title=now.plan.title,
        round=now.round, rounds=now.plan.rounds, version=now.version,
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


for _module in (
    "one_line",
    "results",
    "typed_slips",
    "games",
    "standings",
    "rulings",
    "proofs",
    "clock",
    "papers",
    "files",
    "drafts",
    "attendance",
    "prizes",
    "schedule",
):
    import_module(f"tablescribe.cli.tournament.{_module}")
