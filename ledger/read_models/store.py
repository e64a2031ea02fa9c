"""The tables of the read models, read and written in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Column, Engine, Table, bindparam, delete, literal_column, select, update

from tablescribe.ledger.log.database import backend_of
from tablescribe.ledger.log.reading import Reader
from tablescribe.ledger.log.schema import (
    LISTS,
    identities,
    listed_labels,
    listed_matches,
    listed_people,
    listed_seats,
    listed_tables,
    listed_tournaments,
    spellings,
    tallies,
    texts,
    tracking,
)
from tablescribe.ledger.log.writing import Writer
from tablescribe.ledger.read_models.person_names import PersonNames, is_guest, spelt, text
from tablescribe.ledger.read_models.projection import COUNTS, Key, ListedMatch, ListedSeat, counted
from tablescribe.ledger.read_models.tournament_projection import ListedTournament, project_tournament

NAME = "lists/1"
"""Name of the read models' tracking position. An incompatible version of the read models needs a new number."""

SOME = 400
"""Maximum number of values in one statement."""

_TEXTS: dict[tuple[str, ...], tuple[str, list[str]]] = {}
"""Cache of compiled statements: text and names of values. Compiling one takes longer than executing it."""

KEYS: list[Any] = [literal_column("KEYS")]
"""Placeholder in a compiled statement for any number of values."""

Done = TypeVar("Done")
One = TypeVar("One")


def some_of(values: Iterable[One]) -> Iterator[list[One]]:
    """Yield values in lists of up to `SOME`."""
    left = iter(values)
    while some := list(islice(left, SOME)):
        yield some


class Store(NamedTuple):
    """Database of the read models: the ledger's own, or a temporary file if that is read-only."""

    engine: Engine
    writer: Writer
    reader: Reader


class Cursor:
    """Executes SQLAlchemy statements in a transaction."""

    def __init__(self, raw: Any, engine: Engine) -> None:
        self._raw = raw
        self._engine = engine
        self._backend = backend_of(engine)

    def run(self, statement: Any) -> Any:
        """Execute a statement and return the raw cursor."""
        made = statement.compile(dialect=self._engine.dialect, compile_kwargs={"render_postcompile": True})
        self._raw.execute(str(made), [made.params[name] for name in made.positiontup or ()])
        return self._raw

    def rows(self, statement: Any) -> list[Any]:
        """Return the rows of a SELECT."""
        return list(self.run(statement).fetchall())

    def among(self, columns: Iterable[Column[Any]], column: Column[Any], values: Iterable[Any]) -> Iterator[Any]:
        """Yield these columns of the rows in which a column has one of these values."""
        wanted = tuple(columns)
        key = ("among", *_names(wanted), *_names([column]))
        for found in self._each(key, lambda: select(*wanted).where(column.in_(KEYS)), values):
            yield from list(found.fetchall())

    def add(self, table: Table, rows: Sequence[Mapping[str, Any]], keys: Sequence[str] = (), how: str = "") -> None:
        """Insert rows. `how` resolves conflicts: `replace` the existing row, `add` to its counts, or `keep` it."""
        if rows:
            text, names = self._compiled(("add", table.name, *keys, how), lambda: self._insert(table, keys, how))
            self._raw.executemany(text, [tuple(row[name] for name in names) for row in rows])

    def _insert(self, table: Table, keys: Sequence[str], how: str) -> Any:
        statement: Any = self._backend.into(table)
        others = [column.name for column in table.columns if column.name not in keys]
        if how == "keep":
            return statement.on_conflict_do_nothing()
        if how:
            new = statement.excluded
            values = {name: table.c[name] + new[name] if how == "add" else new[name] for name in others}
            return statement.on_conflict_do_update(index_elements=list(keys), set_=values)
        return statement

    def _each(self, key: tuple[str, ...], make: Callable[[], Any], values: Iterable[Any]) -> Iterator[Any]:
        """Execute a statement for batches of values in place of KEYS; yield the raw cursor after each."""
        text, _ = self._compiled(key, make)
        for some in some_of(dict.fromkeys(values)):
            self._raw.execute(text.replace("KEYS", ", ".join([self._backend.MARK] * len(some))), some)
            yield self._raw

    def _compiled(self, key: tuple[str, ...], make: Callable[[], Any]) -> tuple[str, list[str]]:
        """Return a statement compiled for this dialect, with the names of its values; compiled on first use."""
        known = _TEXTS.get((self._engine.name, *key))
        if known is None:
            made = make().compile(dialect=self._engine.dialect)
            known = _TEXTS[self._engine.name, *key] = str(made), list(made.positiontup or ())
        return known

    # --- tracking -------------------------------------------------------------------------

    def tracked(self) -> int:
        """Return the tracking position of the read models; 0 if they are empty."""
        named = tracking.c.name == bindparam("name")
        text, _ = self._compiled(("tracked",), lambda: select(tracking.c.position).where(named))
        self._raw.execute(text, (NAME,))
        found = self._raw.fetchall()
        return int(found[0][0]) if found else 0

    def track(self, position: int) -> None:
        """Set the tracking position of the read models."""
        self.add(tracking, [{"name": NAME, "position": position}], ["name"], "replace")

    # --- names ----------------------------------------------------------------------------

    def called(self, refs: Iterable[str]) -> PersonNames:
        """Return the names of these references."""
        i = identities.c
        names = {row[0]: row[1] for row in self.among((i.ref, i.name), i.ref, refs)}
        return PersonNames(names, self.spellings() if names else {})

    def spellings(self) -> dict[str, str]:
        """Return the name that each spelling is mapped to."""
        self._raw.execute(self._compiled(("spellings",), lambda: select(spellings))[0])
        return {row[0]: row[1] for row in self._raw.fetchall()}

    def texts(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the words of these matches from beside the log, as JSON strings, by commitment."""
        t = texts.c
        return {row[0]: row[1] for row in self.among((t.commitment, t.text), t.match_id, ids)}

    # --- matches --------------------------------------------------------------------------

    def known(self, ids: Iterable[str]) -> dict[str, ListedMatch]:
        """Return the matches with these ids, by id; those not in the read model are left out."""
        ids = list(ids)
        names = [column.name for column in listed_matches.columns]
        found = {
            row[0]: ListedMatch(**dict(zip(names, row, strict=True)))
            for row in self.among(listed_matches.columns, listed_matches.c.match_id, ids)
        }
        s = listed_seats.c
        seats = (s.match_id, s.ref, s.person, s.won, s.score, s.seat)
        for row in sorted(self.among(seats, s.match_id, list(found)), key=lambda row: (row[0], row[5])):
            found[row[0]].seats.append(ListedSeat(row[1], row[2], bool(row[3]), row[4]))
        return found

    def keep(
        self,
        before: Mapping[str, ListedMatch],
        after: Mapping[str, ListedMatch],
        anew: Iterable[ListedMatch],
        called: PersonNames,
    ) -> None:
        """Save matches and update their labels and the statistics.

        Args:
            before: matches already in the read model, in their old state.
            after: all matches, in their new state.
            anew: matches of `after` whose people must be looked up.
            called: names of these people.
        """
        self._recognise(anew, called)
        changes: dict[Key, list[int]] = {}
        for sign, matches in ((-1, before), (1, after)):
            for match in matches.values():
                for key, counts in counted(match):
                    kept = changes.setdefault(key, [0] * len(COUNTS))
                    for n, count in enumerate(counts):
                        kept[n] += sign * count
        self.add(listed_matches, [match.row() for match in after.values()], ["match_id"], "replace")
        moved = {one.match_id for one in after.values() if _opened(one) != _opened(before.get(one.match_id))}
        changed = [
            one for one in after.values()
            if one.match_id in moved or _seats(one) != _seats(before.get(one.match_id))
        ]  # fmt: skip
        seats = [row for match in changed for row in _rows(match)]
        self.add(listed_seats, seats, ["match_id", "seat"], "replace")
        self._label(before, after, moved)
        named = ("other", "person", "game", "seat")
        rows = [
            dict(zip((*named, *COUNTS), (*key, *counts), strict=True)) for key, counts in changes.items() if any(counts)
        ]
        self.add(tallies, rows, named, "add")
        if any(counts[0] < 0 for counts in changes.values()):
            self.run(delete(tallies).where(tallies.c.matches <= 0))

    def keep_tables(self, tables: Iterable[tuple[str, str]]) -> None:
        """Save pairs of a match and its tournament."""
        rows = [{"match_id": match, "tournament_id": tournament} for match, tournament in tables]
        self.add(listed_tables, rows, how="keep")

    def keep_tournaments(self, rows: Iterable[Any]) -> None:
        """Project events onto tournaments and save them."""
        rows, names = list(rows), [column.name for column in listed_tournaments.columns]
        tournament_id = listed_tournaments.c.tournament_id
        found = self.among(listed_tournaments.columns, tournament_id, {row[1] for row in rows})
        known = {row[0]: ListedTournament(**dict(zip(names, row, strict=True))) for row in found}
        now = [one for one in project_tournament(rows, known).values() if one != known.get(one.tournament_id)]
        self.add(listed_tournaments, [vars(one) for one in now], ["tournament_id"], "replace")

    def _recognise(self, matches: Iterable[ListedMatch], called: PersonNames) -> None:
        """Set the person of each seat, and add new people."""
        from tablescribe.domain.games import automata

        wanted: dict[str, str] = {}
        places: list[tuple[ListedSeat, str]] = []
        for match in matches:
            nobodys = automata(match.game)
            for number, place in enumerate(match.seats, start=1):
                name, place.person = called.of(place.ref), None
                if name is not None and number not in nobodys and not is_guest(name) and spelt(name):
                    places.append((place, spelt(name)))
                    wanted.setdefault(spelt(name), name)
        p = listed_people.c
        people = {row[1]: row[0] for row in self.among((p.person, p.spelt), p.spelt, wanted)}
        new = [
            {"person": secrets.token_hex(8), "name": text(name), "spelt": one}
            for one, name in wanted.items() if one not in people
        ]  # fmt: skip
        self.add(listed_people, new)
        people |= {row["spelt"]: row["person"] for row in new}
        for place, one in places:
            place.person = people[one]

    def _label(
        self, before: Mapping[str, ListedMatch], after: Mapping[str, ListedMatch], moved: Collection[str]
    ) -> None:
        changed = [
            one for one in after.values() if one.match_id in moved or one.labels() != _labels(before.get(one.match_id))
        ]
        gone = delete(listed_labels).where(listed_labels.c.match_id.in_(KEYS))
        for _ in self._each(("unlabel",), lambda: gone, [match.match_id for match in changed]):
            pass
        rows = [
            {"kind": kind, "label": label, "opened": one.opened, "position": one.position, "match_id": one.match_id}
            for one in changed for kind, label in one.labels()
        ]  # fmt: skip
        self.add(listed_labels, rows)

    def again(self, ids: Iterable[str]) -> None:
        """Look up the people of some matches again."""
        for some in some_of(dict.fromkeys(ids)):
            before, after = self.known(some), self.known(some)
            people = {place.person for match in before.values() for place in match.seats} - {None}
            refs = [place.ref for match in after.values() for place in match.seats]
            self.keep(before, after, after.values(), self.called(refs))
            self.drop_strangers(people)

    def drop_strangers(self, people: Iterable[str | None]) -> None:
        """Delete these people, except those with a seat in a match."""
        p, s = listed_people.c, listed_seats.c
        for some in some_of(people):
            nowhere = ~select(literal_column("1")).where(s.person == p.person).exists()
            self.run(delete(listed_people).where(p.person.in_(some), nowhere))

    def begin_anew(self) -> None:
        """Empty the read models and reset their tracking position."""
        for table in LISTS:
            self.run(delete(table))
        self.track(0)

    def rename(self, one: str, called: str) -> None:
        """Map a spelling to a name, and with it all spellings that were mapped to that spelling."""
        c = spellings.c
        for row in self.rows(select(spellings)):
            if spelt(row[1]) == one:
                self.run(update(spellings).where(c.spelt == row[0]).values(called=called))
        self.add(spellings, [{"spelt": one, "called": called}], ["spelt"], "replace")


def working(store: Store, work: Callable[[Cursor], Done]) -> Done:
    """Run work in one transaction of a store."""
    return store.writer.run(lambda cursor, *, again: work(Cursor(cursor, store.engine)))


def _names(columns: Iterable[Column[Any]]) -> list[str]:
    return [f"{column.table.name}.{column.name}" for column in columns]


def _seats(match: ListedMatch | None) -> list[ListedSeat] | None:
    return None if match is None else match.seats


def _opened(match: ListedMatch | None) -> str | None:
    return None if match is None else match.opened


def _labels(match: ListedMatch | None) -> set[tuple[str, str]]:
    return set() if match is None else match.labels()


def _rows(match: ListedMatch) -> Iterator[dict[str, Any]]:
    for number, place in enumerate(match.seats, start=1):
        yield {
            "match_id": match.match_id, "seat": number, "ref": place.ref, "person": place.person,
            "opened": match.opened, "position": match.position, "won": int(place.won), "score": place.score,
        }  # fmt: skip
