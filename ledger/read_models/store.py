"""The tables of the read models, read and written in one transaction.

Statements are SQL text that both databases understand: updating a list must not take the time to import SQLAlchemy.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from tablescribe.ledger.log.database import backend_of
from tablescribe.ledger.log.reading import Reader
from tablescribe.ledger.log.writing import Writer
from tablescribe.ledger.read_models.person_names import PersonNames, is_guest, spelt, text
from tablescribe.ledger.read_models.projection import COUNTS, Key, ListedMatch, ListedSeat, counted
from tablescribe.ledger.read_models.tournament_projection import ListedTournament, project_tournament

if TYPE_CHECKING:
    from sqlalchemy import Engine

NAME = "lists/1"
"""Name of the read models' tracking position. An incompatible version of the read models needs a new number."""

TABLES = (
    "listed_matches", "listed_seats", "listed_labels", "listed_people", "tallies", "listed_tables",
    "listed_tournaments",
)  # fmt: skip
"""The tables of the read models; `schema.LISTS` defines them."""

SOME = 400
"""Maximum number of values in one statement."""

KEYS = "KEYS"
"""Stands for any number of values in a statement of `Cursor.each`."""

_MATCH = tuple(name for name in ListedMatch.__struct_fields__ if name != "seats")
_TOURNAMENT = ListedTournament.__struct_fields__

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
    """Executes statements in a transaction. In their text, `?` stands for a value on either database."""

    def __init__(self, raw: Any, engine: Engine) -> None:
        self._raw = raw
        self._engine = engine
        self._mark: str = backend_of(engine).MARK

    def run(self, statement: Any) -> Any:
        """Execute a statement of SQLAlchemy and return the raw cursor."""
        made = statement.compile(dialect=self._engine.dialect, compile_kwargs={"render_postcompile": True})
        self._raw.execute(str(made), [made.params[name] for name in made.positiontup or ()])
        return self._raw

    def do(self, statement: str, *values: object) -> Any:
        """Execute a statement and return the raw cursor."""
        self._raw.execute(statement.replace("?", self._mark), values)
        return self._raw

    def fetched(self, statement: str, *values: object) -> list[Any]:
        """Return the rows of a SELECT."""
        return list(self.do(statement, *values).fetchall())

    def each(self, statement: str, values: Iterable[Any]) -> Iterator[Any]:
        """Execute a statement for batches of values in place of KEYS; yield the raw cursor after each."""
        for some in some_of(dict.fromkeys(values)):
            yield self.do(statement.replace(KEYS, ", ".join("?" * len(some))), *some)

    def among(self, table: str, columns: Iterable[str], column: str, values: Iterable[Any]) -> Iterator[Any]:
        """Yield these columns of the rows in which a column has one of these values."""
        statement = f"SELECT {', '.join(columns)} FROM {table} WHERE {column} IN ({KEYS})"
        for found in self.each(statement, values):
            yield from list(found.fetchall())

    def delete(self, table: str, column: str, values: Iterable[Any]) -> None:
        """Delete the rows in which a column has one of these values."""
        for _ in self.each(f"DELETE FROM {table} WHERE {column} IN ({KEYS})", values):
            pass

    def add(self, table: str, rows: Sequence[Mapping[str, Any]], keys: Sequence[str] = (), how: str = "") -> None:
        """Insert rows. `how` resolves conflicts: `replace` the existing row, `add` to its counts, or `keep` it."""
        if rows:
            names = list(rows[0])
            statement = _insert(table, names, keys, how).replace("?", self._mark)
            self._raw.executemany(statement, [tuple(row[name] for name in names) for row in rows])

    # --- tracking -------------------------------------------------------------------------

    def tracked(self) -> int:
        """Return the tracking position of the read models; 0 if they are empty."""
        found = self.fetched("SELECT position FROM tracking WHERE name = ?", NAME)
        return int(found[0][0]) if found else 0

    def track(self, position: int) -> None:
        """Set the tracking position of the read models."""
        self.add("tracking", [{"name": NAME, "position": position}], ["name"], "replace")

    # --- names ----------------------------------------------------------------------------

    def called(self, refs: Iterable[str]) -> PersonNames:
        """Return the names of these references."""
        names = dict(self.among("identities", ("ref", "name"), "ref", refs))
        return PersonNames(names, self.spellings() if names else {})

    def spellings(self) -> dict[str, str]:
        """Return the name that each spelling is mapped to."""
        return dict(self.fetched("SELECT spelt, called FROM spellings"))

    def texts(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the words of these matches from beside the log, as JSON strings, by commitment."""
        return dict(self.among("texts", ("commitment", "text"), "match_id", ids))

    # --- matches --------------------------------------------------------------------------

    def known(self, ids: Iterable[str]) -> dict[str, ListedMatch]:
        """Return the matches with these ids, by id; those not in the read model are left out."""
        rows = self.among("listed_matches", _MATCH, "match_id", ids)
        found = {row[0]: ListedMatch(**dict(zip(_MATCH, row, strict=True))) for row in rows}
        columns = ("match_id", "ref", "person", "won", "score", "seat")
        seats = self.among("listed_seats", columns, "match_id", list(found))
        for row in sorted(seats, key=lambda row: (row[0], row[5])):
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
        self.add("listed_matches", [match.row() for match in after.values()], ["match_id"], "replace")
        moved = {one.match_id for one in after.values() if _opened(one) != _opened(before.get(one.match_id))}
        changed = [
            one for one in after.values()
            if one.match_id in moved or _seats(one) != _seats(before.get(one.match_id))
        ]  # fmt: skip
        seats = [row for match in changed for row in _rows(match)]
        self.add("listed_seats", seats, ["match_id", "seat"], "replace")
        self._label(before, after, moved)
        named = ("other", "person", "game", "seat")
        rows = [
            dict(zip((*named, *COUNTS), (*key, *counts), strict=True)) for key, counts in changes.items() if any(counts)
        ]
        self.add("tallies", rows, named, "add")
        if any(counts[0] < 0 for counts in changes.values()):
            self.do("DELETE FROM tallies WHERE matches <= 0")

    def keep_tables(self, tables: Iterable[tuple[str, str]]) -> None:
        """Save pairs of a match and its tournament."""
        rows = [{"match_id": match, "tournament_id": tournament} for match, tournament in tables]
        self.add("listed_tables", rows, how="keep")

    def keep_tournaments(self, rows: Iterable[Any]) -> None:
        """Project events onto tournaments and save them."""
        rows = list(rows)
        found = self.among("listed_tournaments", _TOURNAMENT, "tournament_id", {row[1] for row in rows})
        before = [ListedTournament(**dict(zip(_TOURNAMENT, row, strict=True))) for row in found]
        known = {one.tournament_id: one for one in before}
        now = [one for one in project_tournament(rows, known).values() if one != known.get(one.tournament_id)]
        self.add("listed_tournaments", [msgspec.structs.asdict(one) for one in now], ["tournament_id"], "replace")

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
        people = dict(self.among("listed_people", ("spelt", "person"), "spelt", wanted))
        new = [
            {"person": secrets.token_hex(8), "name": text(name), "spelt": one}
            for one, name in wanted.items() if one not in people
        ]  # fmt: skip
        self.add("listed_people", new)
        people |= {row["spelt"]: row["person"] for row in new}
        for place, one in places:
            place.person = people[one]

    def _label(
        self, before: Mapping[str, ListedMatch], after: Mapping[str, ListedMatch], moved: Collection[str]
    ) -> None:
        changed = [
            one for one in after.values() if one.match_id in moved or one.labels() != _labels(before.get(one.match_id))
        ]
        self.delete("listed_labels", "match_id", [match.match_id for match in changed])
        rows = [
            {"kind": kind, "label": label, "opened": one.opened, "position": one.position, "match_id": one.match_id}
            for one in changed for kind, label in one.labels()
        ]  # fmt: skip
        self.add("listed_labels", rows)

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
        seated = "SELECT 1 FROM listed_seats WHERE listed_seats.person = listed_people.person"
        for _ in self.each(f"DELETE FROM listed_people WHERE person IN ({KEYS}) AND NOT EXISTS ({seated})", people):
            pass

    def begin_anew(self) -> None:
        """Empty the read models and reset their tracking position."""
        for table in TABLES:
            self.do(f"DELETE FROM {table}")
        self.track(0)

    def rename(self, one: str, called: str) -> None:
        """Map a spelling to a name, and with it all spellings that were mapped to that spelling."""
        for spelling, name in self.spellings().items():
            if spelt(name) == one:
                self.do("UPDATE spellings SET called = ? WHERE spelt = ?", called, spelling)
        self.add("spellings", [{"spelt": one, "called": called}], ["spelt"], "replace")


def working(store: Store, work: Callable[[Cursor], Done]) -> Done:
    """Run work in one transaction of a store."""
    return store.writer.run(lambda cursor, *, again: work(Cursor(cursor, store.engine)))


def _insert(table: str, names: Sequence[str], keys: Sequence[str], how: str) -> str:
    statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    if how == "keep":
        return f"{statement} ON CONFLICT DO NOTHING"
    if how:
        own = {name: f"{table}.{name} + " if how == "add" else "" for name in names if name not in keys}
        changes = ", ".join(f"{name} = {before}excluded.{name}" for name, before in own.items())
        return f"{statement} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"
    return statement


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
