"""`tournament`: the group with `announce`, `list` and `show`. Its other commands are in their own modules."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, out, reason, state
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.read_models.tournament_projection import ListedTournament
    from tablescribe.ledger.tournaments.commands import TournamentCommands

Function = TypeVar("Function", bound=Callable[..., Any])

LAST = "last"
"""The word for the latest tournament."""

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
            "pairings",
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
    """Return the tournament commands on the ledger of this call."""
    from tablescribe.ledger.tournaments.commands import TournamentCommands

    return TournamentCommands(state().scribe(create=create))


def which(beginning: str) -> str:
    """Return the id of a tournament by its id, its title, `last`, or a prefix of id or title.

    Raises:
        NoSuchTournament: there is none, or several.
    """
    from tablescribe.cli.terminal.tournament_titles import titled
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
    """Add the option `--as` to a command: the role of the person who runs it."""
    from tablescribe.domain.tournament.model.roles import ROLES

    return click.option("--as", "role", type=click.Choice(ROLES), default=role, show_default=True, help="Your role.")


the_tournament = click.argument("tournament_id", metavar="TOURNAMENT")
this_tournament = click.argument("tournament_id", metavar="[TOURNAMENT]", default=LAST)
"""The argument of commands that take nothing else. The default is the latest tournament."""

expecting = click.option("--expect", "expected", type=int, help="Expected version (see `show`).")


@tournament.command(epilog=PLAN)
@click.argument("file", type=click.Path(path_type=Path))
@acting("organiser")
@in_language
@as_json
def announce(file: Path, role: str) -> None:
    """Announce a tournament by the plan in FILE. The plan cannot be changed afterwards."""
    from tablescribe.domain.tournament.model.plan_parsing import LARGEST, read_plan

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
    from tablescribe.replays.tournaments.event_wording import event_text
    from tablescribe.replays.tournaments.tournament import overview, round_lines

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
    "entrants",
    "rounds",
    "one_line",
    "results",
    "typed_slips",
    "games",
    "standings",
    "pairings",
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
