"""Boxes: catalogues of a group's own copy of a game, kept between matches.

A box is stored in a side table, outside the log. Each change adds a row; the latest row is the current box.
Replays and audits never need a box: the first event of a match contains the complete catalogue.
A match belongs to a box if its catalogue has the digest of one of the box's revisions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select

from tablescribe.domain.box.blanks import Data, MergedCatalogue, declared_in, emptied, merged, told_by
from tablescribe.domain.box.catalogue import Catalogue, from_data
from tablescribe.domain.games import game
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.suggestions import with_suggestion
from tablescribe.domain.words.text import Spoken, listed, say
from tablescribe.ledger.log.errors import LedgerDamaged, NoSuchBox
from tablescribe.ledger.log.schema import boxes as table
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.words_in_log import whole_words
from tablescribe.ledger.read_models.person_names import spelt

LONGEST = 60
"""Maximum length of a box's name, in characters."""


class BadBox(Spoken):
    """A box was refused: its name is invalid or taken, or its components do not fit or are of another game."""

    code = "box.bad"


@dataclass(frozen=True)
class Box:
    """One revision of a group's copy of a game.

    Attributes:
        name: the group's name for it.
        revision: number of the revision, from 1.
        game: key of the game.
        digest: digest of the catalogue.
        catalogue: the catalogue as JSON.
        match_id: the match whose components this revision added; empty string if none.
        at: time of the revision, ISO 8601.
    """

    name: str
    revision: int
    game: str
    digest: str
    catalogue: str
    match_id: str
    at: str

    def read(self) -> Catalogue:
        """Return the catalogue of this revision, validated like a catalogue file.

        Raises:
            LedgerDamaged: the catalogue cannot be read, or does not match its digest.
        """
        try:
            model: type[Catalogue] = game(self.game).kind_of("catalogue")
            found = from_data(model, json.loads(self.catalogue))
        except (ValueError, TypeError, RecursionError) as error:
            raise LedgerDamaged(say("the box {box} cannot be read: {why}", box=self.name, why=str(error))) from error
        if found.digest() != self.digest:
            raise LedgerDamaged(say("the box {box} differs from the stored one", box=self.name))
        return found


@dataclass(frozen=True)
class BoxUpdate:
    """Result of updating a box: its current revision, and the merge with added and contradicting components."""

    box: Box
    merged: MergedCatalogue


def boxes(ledger: Ledger) -> list[Box]:
    """Return the current revision of each box, sorted by name."""
    last = select(table.c.name, func.max(table.c.revision).label("revision")).group_by(table.c.name).subquery()
    same = (table.c.name == last.c.name) & (table.c.revision == last.c.revision)
    return _found(ledger, select(table).join(last, same).order_by(table.c.name))


def box(ledger: Ledger, name: str) -> Box:
    """Return the current revision of a box.

    Raises:
        NoSuchBox: no box has that name.
    """
    if found := revisions(ledger, name):
        return found[-1]
    known = [one.name for one in boxes(ledger)]
    if not known:
        raise NoSuchBox(say("there is no box {name}, and no other box either. Create one: `box new`", name=repr(name)))
    there = say("there is no box {name}; there are {boxes}", name=repr(name), boxes=listed(known))
    raise NoSuchBox(with_suggestion(there, name, known))


def boxes_naming(ledger: Ledger, person: str) -> list[str]:
    """Return the names of boxes that contain a person's name, in the box's own name or in its catalogue."""
    words = whole_words(person)
    if words is None:
        return []
    found = _found(ledger, select(table).order_by(table.c.name))
    return list(dict.fromkeys(one.name for one in found if words.search(spelt(f"{one.name} {one.catalogue}"))))


def revisions(ledger: Ledger, name: str) -> list[Box]:
    """Return all revisions of a box, oldest first; an empty list if no box has that name."""
    return _found(ledger, select(table).where(table.c.name == name).order_by(table.c.revision))


def changed_in(history: list[Box]) -> list[str]:
    """Return the names of components whose data differ between an earlier revision and the latest.

    Raises:
        LedgerDamaged: a revision does not match its digest.
    """
    blanks = game(history[-1].game).blanks
    *earlier, latest = [told_by(blanks, one.read()) for one in history]
    return sorted({name for told in earlier for name, says in told.items() if latest.get(name) != says})


def make(ledger: Ledger, name: str, key: str, catalogue: Catalogue, at: datetime) -> Box:
    """Store a catalogue as a new box.

    Raises:
        BadBox: the name is taken or invalid.
    """
    if not name.strip() or len(name) > LONGEST or not name.isprintable():
        raise BadBox(say("a box has a name of 1 to {most} characters", most=LONGEST))
    made = _revision(name, 1, key, catalogue, "", at)
    if not _keep(ledger, made):
        raise BadBox(say("there is already a box {name}", name=repr(name)))
    return made


def fill(
    ledger: Ledger, name: str, told: dict[str, Data], at: datetime, match_id: str = "", key: str | None = None
) -> BoxUpdate:
    """Fill blanks of a box with declared components; retry after a concurrent change.

    Raises:
        NoSuchBox: no box has that name.
        BadBox: the components are of another game (`key`), or do not fit.
    """

    def told_there(now: Box) -> MergedCatalogue:
        if key not in (None, now.game):
            raise BadBox(say("the box {box} is one of {game}", box=name, game=game(now.game).title))
        return merged(game(now.game).blanks, now.read(), told)

    return _revised(ledger, name, told_there, at, match_id)


def correct(ledger: Ledger, name: str, component: str, says: Data, at: datetime) -> BoxUpdate:
    """Replace what a box records for a component.

    Raises:
        NoSuchBox: no box has that name.
        BadBox: the box has no such component, or the new data do not fit.
    """

    def corrected(now: Box) -> MergedCatalogue:
        blanks = game(now.game).blanks
        try:
            empty = emptied(blanks, now.read(), component)
        except KeyError as error:
            raise BadBox(say("the box {box} has no component {name}", box=name, name=component)) from error
        return merged(blanks, empty, {component: says})

    return _revised(ledger, name, corrected, at, "")


def _revised(
    ledger: Ledger, name: str, revise: Callable[[Box], MergedCatalogue], at: datetime, match_id: str
) -> BoxUpdate:
    """Apply `revise` to a box and store the next revision; retry after a concurrent change."""
    while True:
        now = box(ledger, name)
        try:
            found = revise(now)
        except ValueError as error:
            raise BadBox(say("the box {box} cannot take that: {why}", box=name, why=str(error))) from error
        if not found.added:
            return BoxUpdate(now, found)
        then = _revision(name, now.revision + 1, now.game, found.catalogue, match_id, at)
        if _keep(ledger, then):
            return BoxUpdate(then, found)


def learn(ledger: Ledger, match: Match, at: datetime) -> list[BoxUpdate]:
    """Add the components declared in a match to the boxes that it was opened with; undone moves do not count.

    Idempotent: may be called again at any time.
    """
    told = declared_in(match.table)
    if not told:
        return []
    return [fill(ledger, name, told, at, match.id) for name in opened_with(ledger, match)]


def opened_with(ledger: Ledger, match: Match) -> list[str]:
    """Return the names of the boxes with a revision that has the catalogue of a match."""
    digest = match.opening.catalogue.digest()
    wanted = (table.c.digest == digest) & (table.c.game == match.opening.game.key)
    return [row[0] for row in ledger.log.select(select(table.c.name).where(wanted).distinct().order_by(table.c.name))]


def learnt_from(ledger: Ledger, match_id: str) -> list[tuple[Box, int]]:
    """Return the box revisions created from a match, each with the number of blanks that it filled."""
    found = []
    for one in _found(ledger, select(table).where(table.c.match_id == match_id).order_by(table.c.name)):
        before = next(was for was in revisions(ledger, one.name) if was.revision == one.revision - 1)
        found.append((one, _blank(before) - _blank(one)))
    return found


def for_match(ledger: Ledger, name: str, key: str) -> dict[str, Any]:
    """Return the catalogue of a box as plain data, for opening a match of that game.

    Raises:
        NoSuchBox: no box has that name.
        BadBox: the box is of another game.
    """
    found = box(ledger, name)
    if found.game != key:
        raise BadBox(say("the box {box} is one of {game}", box=name, game=game(found.game).title))
    return found.read().plain()


def _blank(one: Box) -> int:
    from tablescribe.domain.box.blanks import stock

    return sum(kind.blank for kind in stock(game(one.game).blanks, one.read()))


def _revision(name: str, number: int, key: str, catalogue: Catalogue, match_id: str, at: datetime) -> Box:
    text = json.dumps(catalogue.plain(), ensure_ascii=False)
    return Box(name, number, key, catalogue.digest(), text, match_id, at.isoformat(timespec="milliseconds"))


def _keep(ledger: Ledger, one: Box) -> bool:
    """Insert a revision; return false if another process inserted it first."""
    return ledger.log.write(ledger.log.into(table).values(**vars(one))) > 0


def _found(ledger: Ledger, statement: Any) -> list[Box]:
    rows: Iterable[Any] = ledger.log.select(statement)
    columns = [column.name for column in table.c]
    return [Box(**dict(zip(columns, row, strict=True))) for row in rows]
