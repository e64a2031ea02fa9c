"""The recorder's statements, compiled once to the database's own text."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, BindParameter, Engine, Insert, Select, bindparam, func, select

from ledger.log.database import backend_of
from ledger.log.schema import commands, events, tracking

PAGE = 1000
"""How many rows are read at once."""


class Statements:
    """The statements of the hot path, compiled once to the database's own text."""

    def __init__(self, engine: Engine) -> None:
        def text(statement: Select[Any] | Insert) -> str:
            return str(statement.compile(dialect=engine.dialect))

        backend = backend_of(engine)
        e, c = events.c, commands.c
        one: BindParameter[str] = bindparam("match_id")
        self.last_position = text(select(func.max(e.position)))
        last = select(func.max(e.position)).scalar_subquery().correlate(None)
        self.end = text(select(e.version, e.hash).where(e.match_id == one).order_by(e.version.desc())) + " LIMIT 1"
        tail = select(e.version, last, e.hash).where(e.match_id == one).order_by(e.version.desc())
        self.tail = text(tail) + " LIMIT 1"
        self.insert_event = text(events.insert())
        self.insert_command = text(commands.insert())
        self.select_command = text(
            select(c.digest, c.first_version, c.count).where(c.match_id == one, c.command_id == bindparam("id"))
        )
        after, page = bindparam("after", type_=BigInteger), f" LIMIT {PAGE}"
        of_match = select(events).where(e.match_id == one, e.version > after)
        told = select(e.version, e.type, e.body).where(e.match_id == one)
        self.bodies = text(told.order_by(e.version))
        self.match_rows = text(of_match.order_by(e.version)) + page
        self.all_rows = text(select(events).where(e.position > after).order_by(e.position)) + page
        follows = select(e.match_id, e.version, e.type, e.body, e.position).where(e.position > after)
        self.following = text(follows.order_by(e.position)) + " LIMIT "
        at = (e.match_id == one, e.version == bindparam("version"))
        self.select_event = text(select(e.position, e.type, e.body).where(*at))
        ordered = select(e.body, e.version).where(e.match_id == one).order_by(e.version).subquery()
        self.joined_bodies = text(select(backend.joined(ordered.c.body, ordered.c.version)))
        forward = backend.into(tracking)
        self.put = backend.put_statements(events, commands)
        self.upsert_tracking = text(
            forward.on_conflict_do_update(
                index_elements=[tracking.c.name],
                set_={"position": forward.excluded.position},
                where=tracking.c.position < forward.excluded.position,
            )
        )
