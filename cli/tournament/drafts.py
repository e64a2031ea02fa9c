"""`tournament draft`: the draft of the next round, which only officials see until it is published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.pairing_options import ask_for_patience, byes_asked
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import listed, say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.ledger.tournaments.commands import TournamentCommands
    from tablescribe.ledger.tournaments.drafts import KeptDraft

DOES = ("show", "make", "swap", "restore", "publish", "discard")


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament draft last make
  tablescribe tournament draft last make --bye Ben=half
  tablescribe tournament draft last swap Ada Ben
  tablescribe tournament draft last publish --reason "siblings"
  tablescribe tournament draft last                (show it)"""
)
@the_tournament
@click.argument("does", type=click.Choice(DOES), default="show")
@click.argument("people", metavar="[ONE OTHER]", nargs=-1)
@click.option("--bye", "byes", multiple=True, metavar="NAME=KIND", help="With make: NAME=full, half or zero.")
@click.option("--reason", default="", help="With publish: why you changed the draft. Stored permanently.")
@click.option("--revision", type=click.IntRange(1), help="Expected revision (see `draft`).")
@acting("organiser")
@in_language
@as_json
def draft(
    tournament_id: str, does: str, people: tuple[str, ...], byes: tuple[str, ...], reason: str, revision: int | None,
    role: str,
) -> None:  # fmt: skip
    """Draft the next round: make it, swap people, then publish it.

    A draft decides nothing, and only officials see it. Publishing records the engine's pairing, and your changes with
    their reason. Each swap says which pairing rules it breaks.
    """
    if (does == "swap") != bool(people) or (people and len(people) != 2):
        raise wrong_use(say("enter two names with swap, and none with other actions"))
    if byes and does != "make":
        raise wrong_use(say("--bye needs the action make"))
    who, found = organiser(), which(tournament_id)
    if does == "make":
        ask_for_patience(who.tournament(found))
        _shown(who, found, who.draft(found, by=role, byes=byes_asked(byes)))
        return
    if does == "discard":
        who.discard_draft(found, by=role)
        out(say("The draft is discarded."), {"tournament": found, "draft": None})
        return
    kept = _kept(who, found)
    at = kept.revision if revision is None else revision
    if does == "publish":
        _published(who, found, at, reason, role)
        return
    if does == "swap":
        kept = who.swap_in_draft(found, people[0], people[1], revision=at, by=role)
    elif does == "restore":
        kept = who.restore_draft(found, revision=at, by=role)
    _shown(who, found, kept)


def _kept(who: TournamentCommands, found: str) -> KeptDraft:
    from tablescribe.domain.match.refusals import Refused
    from tablescribe.ledger.tournaments.drafts import draft_of

    now = who.tournament(found)
    kept = draft_of(who.ledger, now)
    if kept is None:
        raise Refused(say("Round {round} has no draft. Make one: tournament draft {tournament} make",
                          round=now.round + 1, tournament=now.id))  # fmt: skip
    return kept


def _shown(who: TournamentCommands, found: str, kept: KeptDraft) -> None:
    from tablescribe.replays.tournaments.drafts import draft_answer, draft_lines

    now = who.tournament(found)
    data = draft_answer(now, kept.draft, kept.revision, who.names(now))
    lines = list(draft_lines(data))
    out(listed(lines, "\n"), _in_words(data, now))


def _in_words(data: Mapping[str, Any], now: Tournament) -> dict[str, Any]:
    broken = [{**one, "words": told(one["words"])} for one in data["broken"]]
    return {**data, "broken": broken, "tournament": now.id, "version": now.version}


def _published(who: TournamentCommands, found: str, revision: int, reason: str, role: str) -> None:
    from tablescribe.replays.tournaments.tournament import round_lines, seating_data

    who.publish(found, revision=revision, by=role, reason=reason)
    now = who.tournament(found)
    names, seating = who.names(now), now.seatings[-1]
    lines = [say("Round {round} is published:", round=seating.number), *round_lines(now, seating, names)]
    out(listed(lines, "\n"), {**seating_data(now, seating, names), "version": now.version})
