"""`people list`, `rename`, `merge`, `split` and `erase`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.key_options import key_store, with_keys
from tablescribe.cli.terminal.language import told, wrong_use
from tablescribe.cli.terminal.state import as_json, echo, out, progress, state
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.matches.word_erasure import TextRef
    from tablescribe.ledger.matches.words_in_log import WordsEvent

MANY = 20
"""Maximum number of events listed one by one; `--json` has all."""


@click.group(
    cls=Listing,
    epilog="""\b
Examples:
  tablescribe people list
  tablescribe people merge "Ada L." Ada
  tablescribe people erase "Ada Lovelace"
""",
)
def people() -> None:
    """Manage people. Names are kept outside the log, so that they can be erased.

    Capitals and spaces make no difference. A seat called guest is an unknown person, and left out of statistics.
    """


@people.command(
    "list",
    epilog="""\b
Examples:
  tablescribe people list
  tablescribe people list ada --json""",
)
@click.argument("part", default="")
@as_json
def list_(part: str) -> None:
    """List people, or those whose name contains PART."""
    ledger = state().scribe().ledger
    with progress("Reading the log") as tell:
        ledger.lists.fresh(tell)
    found = ledger.asking.people(name=part, limit=1_000_000)
    stand_for = ledger.lists.spellings()
    data = [{"person": one.name, "matches": one.matches, "won": one.won} for one in found]

    def words() -> None:
        for one in found:
            counted = plural(one.matches, "1 match, {won} won", "{n} matches, {won} won", won=one.won)
            echo(f"{visible(one.name, one_line=True)}  {told(counted)}")
        for spelling, called in stand_for:
            text = say("{spelling} is the same person as {person}", spelling=spelling, person=called)
            echo(visible(told(text), one_line=True))
        if not data:
            echo(told(say("No people yet.")))

    out(words, {"people": data, "spellings": [{"spelling": one, "stands_for": other} for one, other in stand_for]})


@people.command(
    epilog="""\b
Examples:
  tablescribe people rename Ada "Ada Lovelace"
  tablescribe people rename "Ada L." Ada"""
)
@click.argument("name")
@click.argument("called")
@as_json
def rename(name: str, called: str) -> None:
    """Rename NAME to CALLED, in all matches and from now on.

    Proofs keep the name that a match was opened with. Signing keys keep their names, too.
    """
    count = state().scribe().ledger.lists.rename(name, called)
    words = plural(
        count, "{name} is now called {person}, in 1 match.", "{name} is now called {person}, in {n} matches.",
        name=name, person=called,
    )  # fmt: skip
    out(words, {"person": called, "matches": count})


@people.command(
    epilog="""\b
Examples:
  tablescribe people merge "Ada L." Ada
  tablescribe people merge adalovelace "Ada Lovelace"
"""
)
@click.argument("name")
@click.argument("other")
@as_json
def merge(name: str, other: str) -> None:
    """Merge NAME into OTHER, in all matches and from now on. `people split` undoes it."""
    count = state().scribe().ledger.lists.rename(name, other, merge=True)
    words = plural(
        count,
        "{name} is now merged into {person}, in 1 match.",
        "{name} is now merged into {person}, in {n} matches.",
        name=name,
        person=other,
    )
    out(words, {"person": other, "matches": count})


@people.command(
    epilog="""\b
Examples:
  tablescribe people split "Ada L."
  tablescribe people split "Ada L." --json"""
)
@click.argument("spelling")
@as_json
def split(spelling: str) -> None:
    """Undo a rename or merge: SPELLING is a separate person again."""
    ledger = state().scribe().ledger
    if not ledger.lists.split(spelling):
        raise wrong_use(
            say("{spelling} was not renamed or merged. To see who was: `tablescribe people list`", spelling=spelling)
        )
    out(say("{spelling} is a separate person again.", spelling=spelling), {"spelling": spelling})


@people.command(
    epilog="""\b
Examples:
  tablescribe people erase "Ada Lovelace"
  tablescribe people erase "Ada Lovelace" --yes"""
)
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@with_keys
@as_json
def erase(name: str, yes: bool, folder: Path | None, passphrase: str | None) -> None:
    """Erase a person: NAME in every spelling. Matches stay, and every hash stays valid.

    Spellings merged into it are erased, too, and so are words that people wrote in matches and tournaments (titles,
    tags, places, notes, clauses, reasons) if they contain the name, with the photos of such a note. Photos cannot
    be searched for a person: the command lists the person's matches that still have photos. Delete backups, other
    copies and
    bundles with names yourself. Words in events of an earlier version stay, and so do names of components that
    people made up (cards, pieces, boxes). The command lists those events and boxes.
    """
    from tablescribe.ledger.log.picture_checks import pictured_matches, states_of
    from tablescribe.ledger.matches.boxes import boxes_naming
    from tablescribe.ledger.matches.words_in_log import events_naming
    from tablescribe.ledger.proofs.keys.key_file_names import rename_keys
    from tablescribe.ledger.read_models.lists import refs_of

    ledger = state().scribe().ledger
    if not yes and not state().json:
        sure = say("Erase {name} from every match of this ledger? This cannot be undone", name=name)
        click.confirm(told(sure), abort=True)
    known = ledger.is_known(name)
    written = {(one.match_id, one.version): one for one in ledger.words_naming(name)}
    pictured = pictured_matches(ledger.log, refs_of(ledger.log, name)[1])
    erased = ledger.erase(name)
    pictured = [one for one in pictured if any(photo.state != "absent" for photo in states_of(ledger.log, one))]
    still, kept = events_naming(ledger.log, name), boxes_naming(ledger, name)
    keys = rename_keys(key_store(folder).folder, name)
    if not erased and not keys and not known and not still and not kept:
        from tablescribe.ledger.read_models.person_names import nobody

        ledger.lists.fresh()
        raise nobody(name, ledger.asking.some_names())
    words = []
    if erased:
        words.append(
            plural(
                erased,
                "{name} erased (1 reference). All matches can still be verified.",
                "{name} erased ({n} references). All matches can still be verified.",
                name=name,
            )
        )
    elif (known or keys) and not written:
        words.append(say("Done: the ledger's files no longer contain anything that was erased."))
    if written:
        words.append(_no_longer_named(list(written.values())))
    words += [
        say("The private key {was} is now called {now}. Choose it with --as.", was=was, now=now)
        for was, now in keys.items()
    ]
    if still:
        words.append(_still_named(still))
    if kept:
        words.append(
            plural(len(kept), "1 box still contains this name, in its title or in a component: {boxes}.",
                   "{n} boxes still contain this name, in their titles or in components: {boxes}.",
                   boxes=listed(kept))
        )  # fmt: skip
    if pictured:
        words.append(_still_pictured(pictured))
    words.append(say("Earlier backups and other copies still contain it. Delete them, or erase it there, too."))
    out("\n".join(map(told, words)), {
        "erased": erased, "keys": keys, "finished": known and not erased and not written,
        "words": [{"match_id": match_id, "version": version} for match_id, version in written],
        "still": [one._asdict() for one in still], "boxes": kept, "photos": pictured,
    })  # fmt: skip


def _some(events: Sequence[WordsEvent | TextRef]) -> Text:
    """Return references to the first few events."""
    from tablescribe.domain.tournament.model.events import TOURNAMENT_EVENTS

    of_tournaments = {one.__name__ for one in TOURNAMENT_EVENTS}
    some = listed([
        say("tournament {id}, event {version}", id=one.match_id, version=one.version) if one.type in of_tournaments
        else say("match {match}, event {version}", match=one.match_id, version=one.version)
        for one in events[:MANY]
    ], "; ")  # fmt: skip
    return listed([some, say("…")], "; ") if len(events) > MANY else some


def _no_longer_named(events: Sequence[TextRef]) -> Text:
    """Say which events had their words erased because they named the person."""
    return plural(
        len(events),
        "1 event contained this name, and its words are erased: {some}.",
        "{n} events contained this name, and their words are erased: {some}.",
        some=_some(events),
    )


def _still_pictured(matches: Sequence[str]) -> Text:
    """Say which matches of an erased person have photos, which may show the person."""
    some = ", ".join(matches[:MANY]) + (", …" if len(matches) > MANY else "")
    return plural(
        len(matches),
        "1 match of this person has photos: {some}. Look at them (`tablescribe photos MATCH --save FOLDER`), and erase "
        "those that show this person: `tablescribe words erase MATCH EVENT`.",
        "{n} matches of this person have photos: {some}. Look at them (`tablescribe photos MATCH --save FOLDER`), and "
        "erase those that show this person: `tablescribe words erase MATCH EVENT`.",
        some=some,
    )


def _still_named(events: Sequence[WordsEvent]) -> Text:
    """Say which events of the log still contain an erased name."""
    some, n = _some(events), len(events)
    return plural(
        n,
        "1 event of the log still contains this name: {some}. An earlier version recorded it in words, or "
        "it is in the name of a component. The log never changes. To get rid of the name, export the other "
        "matches to a new ledger.",
        "{n} events of the log still contain this name: {some}. An earlier version recorded it in words, "
        "or it is in the names of components. The log never changes. To get rid of the name, export the "
        "other matches to a new ledger.",
        some=some,
    )
