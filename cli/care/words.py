"""`words list` and `words erase`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.language import told, wrong_use
from tablescribe.cli.terminal.state import as_json, echo, out, state
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import plural, say

STATES = {"there": say("present"), "absent": say("erased or missing"), "changed": say("changed")}
"""The word for each state of a photo in a list."""

NAMES = {"NotedWithPictures": "Noted"}
"""Types of events listed under the name of their usual form."""

if TYPE_CHECKING:
    from tablescribe.ledger.matches.ledger import Ledger


@click.group(
    epilog="""\b
Examples:
  tablescribe words list 7k2
  tablescribe words erase 7k2 14"""
)
def words() -> None:
    """Words that people wrote: titles, tags, places, notes and their photos, clauses, reasons. Each can be erased.

    They are kept outside the log; an event has only a salted hash of each. Words of events that an earlier version
    recorded
    are in the log, and stay. So do the names of components that people made up (cards, pieces, boxes): moves and
    digests refer to them.
    """


def _found(ledger: Ledger, beginning: str) -> tuple[str, bool]:
    """Return the id of the match or tournament with this id or prefix, and whether it is a tournament.

    Raises:
        NoSuchMatch: there is none, or several.
    """
    from tablescribe.ledger.log.errors import NoSuchMatch, NoSuchTournament

    try:
        return ledger.find(beginning), False
    except NoSuchMatch:
        try:
            return ledger.find_tournament(beginning), True
        except NoSuchTournament:
            pass
        raise


@words.command(
    "list",
    epilog="""\b
Examples:
  tablescribe words list 7k2
  tablescribe words list 7k2 --json""",
)
@click.argument("match_id", metavar="ID")
@as_json
def list_(match_id: str) -> None:
    """List what people wrote in a match or tournament."""
    from tablescribe.ledger.matches.words_in_log import written_in

    ledger = state().scribe().ledger
    stream, is_tournament = _found(ledger, match_id)
    found = written_in(ledger.log, stream)
    data = [one._asdict() for one in found]

    def lines() -> None:
        for one in found:
            counts = {told(STATES[state]): one.photos.count(state) for state in STATES}
            photos = [told(plural(n, "1 photo ({state})", "{n} photos ({state})", state=state))
                      for state, n in counts.items() if n]  # fmt: skip
            texts = " · ".join([*(visible(text, one_line=True) for text in one.words), *photos])
            mark = told(say("part of the log, permanent")) if one.in_log else ""
            kind = one.about or NAMES.get(one.type, one.type)
            echo(f"{one.version:>5}  {kind:<12} {texts}" + (f"  [{mark}]" if mark else ""))
        if not found and is_tournament:
            echo(told(say("This tournament has no written text.")))
        elif not found:
            echo(told(say("This match has no written text.")))

    out(lines, {"words": data})


@words.command(
    epilog="""\b
Examples:
  tablescribe words erase 7k2 14
  tablescribe words erase 7k2 14 --yes --json"""
)
@click.argument("match_id", metavar="ID")
@click.argument("event", type=click.IntRange(min=1), metavar="EVENT")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
def erase(match_id: str, event: int, yes: bool) -> None:
    """Erase the words and photos of one event of a match or tournament. The event stays, and every hash stays valid.

    `words list ID` shows the numbers of events. Where later descriptions of the match repeat the words, they are
    erased, too. Backups, exports and bundles that have the words keep them until you delete them. A running service
    no longer shows them, but may keep them in memory until it restarts.
    """
    from tablescribe.ledger.matches.words_in_log import written_in

    ledger = state().scribe().ledger
    found, is_tournament = _found(ledger, match_id)
    where = say("tournament {id}", id=found) if is_tournament else say("match {match}", match=found)
    event_of = {one.version: one for one in written_in(ledger.log, found)}
    if event not in event_of:
        raise wrong_use(
            say(
                "event {event} of {where} contains no words. To list the events that do: {command}",
                event=event, where=where, command=f"tablescribe words list {found}",
            )
        )  # fmt: skip
    if event_of[event].in_log:
        raise wrong_use(
            say(
                "the words of event {event} of {where} were recorded by an earlier version and are part of "
                    "the log. The log never changes. To get rid of them, export the other matches to a new ledger",
                event=event, where=where,
            )
        )  # fmt: skip
    if not yes and not state().json:
        sure = say("Erase the words of event {event} of {where}? This cannot be undone", event=event, where=where)
        click.confirm(told(sure), abort=True)
    erased = ledger.erase_words(found, event)
    if not erased:
        done = say("The words of this event have already been erased.")
    elif is_tournament:
        done = plural(erased, "1 text erased. The tournament can still be verified.",
                      "{n} texts erased. The tournament can still be verified.")  # fmt: skip
    else:
        done = plural(erased, "1 text erased. The match can still be verified.",
                      "{n} texts erased. The match can still be verified.")  # fmt: skip
        if event_of[event].photos:
            done = plural(erased, "1 text or photo erased. The match can still be verified.",
                          "{n} texts and photos erased. The match can still be verified.")  # fmt: skip
    rest = say("Earlier backups and other copies still contain it. Delete them, or erase it there, too.")
    out(f"{told(done)}\n{told(rest)}", {"match": found, "event": event, "erased": erased})
