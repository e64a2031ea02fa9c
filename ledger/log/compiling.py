"""The recorder's statements for servers, compiled by SQLAlchemy from the tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, BindParameter, Column, Engine, bindparam, func, literal_column, select, union_all

from tablescribe.ledger.log import sqlite
from tablescribe.ledger.log.database import backend_of
from tablescribe.ledger.log.schema import (
    about,
    commands,
    events,
    identities,
    pictures,
    seeds,
    spellings,
    texts,
    tracking,
)
from tablescribe.ledger.log.schema_version import PAGE, SOME


def compiled(engine: Engine) -> dict[str, Any]:
    """Compile the statements of the hot path for the engine's dialect."""

    def text(statement: Any) -> str:
        return str(statement.compile(dialect=engine.dialect))

    def of_keys(key: Column[str], value: Column[str], *more: Any) -> Any:
        return select(key, value, *more).where(key.in_([literal_column("KEYS")]))

    backend = backend_of(engine)
    e, c = events.c, commands.c
    one: BindParameter[str] = bindparam("match_id")
    kind: BindParameter[str] = bindparam("kind")
    last = select(func.max(e.position)).scalar_subquery().correlate(None)
    tail = select(e.version, last, e.hash).where(e.match_id == one).order_by(e.version.desc())
    after, page = bindparam("after", type_=BigInteger), f" LIMIT {PAGE}"
    found, of_match = e, select(events)
    if backend is sqlite:  # its index finds the rows by their match, and the table itself says what match they are of
        listed = events.alias("found")
        found, of_match = listed.c, of_match.join(listed, e.position == listed.c.position)
    of_streams = of_match.where(found.match_id.in_([literal_column("KEYS")]), found.position <= bindparam("size"))
    of_match = of_match.where(found.match_id == one, found.version > after)
    told = select(e.version, e.type, e.body).where(e.match_id == one)
    follows = select(e.match_id, e.version, e.type, e.body, e.position).where(e.position > after)
    at = (e.match_id == one, e.version == bindparam("version"))
    ordered = select(e.body, e.version).where(e.match_id == one).order_by(e.version).subquery()
    forward = backend.into(tracking)
    begun = (e.version == literal_column("1"), e.type == kind)
    key = backend.in_bytes(e.match_id)
    between = (key >= bindparam("beginning"), key < bindparam("end"))
    return {
        "last_position": text(select(func.max(e.position))),
        "end": text(select(e.version, e.hash).where(e.match_id == one).order_by(e.version.desc())) + " LIMIT 1",
        "tail": text(tail) + " LIMIT 1",
        "insert_event": text(events.insert()),
        "insert_command": text(commands.insert()),
        "select_command": text(
            select(c.digest, c.first_version, c.count).where(c.match_id == one, c.command_id == bindparam("id"))
        ),
        "bodies": text(told.order_by(e.version)),
        "match_rows": text(of_match.order_by(found.version)) + page,
        "streams_rows": text(of_streams.order_by(found.match_id, found.version)),
        "all_rows": text(select(events).where(e.position > after).order_by(e.position)) + page,
        "following": text(follows.order_by(e.position)) + " LIMIT ",
        "select_event": text(select(e.position, e.type, e.body).where(*at)),
        "joined_bodies": text(select(backend.joined(ordered.c.body, ordered.c.version))),
        "put": backend.put_statements(events, commands),
        "upsert_tracking": text(
            forward.on_conflict_do_update(
                index_elements=[tracking.c.name],
                set_={"position": forward.excluded.position},
                where=tracking.c.position < forward.excluded.position,
            )
        ),
        "first_event": text(select(e.match_id).where(e.match_id == one, *begun)),
        "first_events": text(select(e.match_id).where(*between, *begun).order_by(key)) + f" LIMIT {SOME}",
        "streams": text(select(e.match_id).where(*begun).order_by(e.position)),
        "texts": text(select(texts.c.commitment, texts.c.text).where(texts.c.match_id == one)),
        "insert_text": text(texts.insert()),
        "insert_picture": text(pictures.insert()),
        "tracked": text(select(tracking.c.position).where(tracking.c.name == bindparam("name"))),
        "seed": text(select(seeds.c.seed).where(seeds.c.match_id == one)),
        "about": text(select(about.c.value).where(about.c.key == bindparam("key"))),
        "names": text(of_keys(identities.c.ref, identities.c.name)),
        "spellings": text(of_keys(spellings.c.spelt, spellings.c.called)),
        "names_and_spellings": text(
            union_all(
                of_keys(identities.c.ref, identities.c.name, literal_column("1")),
                of_keys(spellings.c.spelt, spellings.c.called, literal_column("2")),
            )
        ),
    }
