"""The tables of a ledger, and the triggers that keep its log append-only."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

POSITION = BigInteger().with_variant(Integer(), "sqlite")  # SQLite's row id wants to be an INTEGER

events = Table(
    "events",
    metadata,
    Column("position", POSITION, primary_key=True, autoincrement=False, comment="gapless, in commit order, from 1"),
    Column("ledger_id", Text, nullable=False, comment="the ledger that recorded the event first"),
    Column("match_id", Text, nullable=False),
    Column("version", Integer, nullable=False, comment="from 1, without gaps, in a match"),
    Column("type", Text, nullable=False),
    Column("body", LargeBinary, nullable=False, comment="canonical bytes, hashed as they are"),
    Column("previous", LargeBinary, nullable=False, comment="hash of the match's event before; empty for the first"),
    Column("hash", LargeBinary, nullable=False, comment="see chain.py"),
    UniqueConstraint("match_id", "version", name="one_event_a_version"),
)

commands = Table(
    "commands",
    metadata,
    Column("match_id", Text, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False, comment="SHA-256 of the command's content"),
    Column("first_version", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    PrimaryKeyConstraint("match_id", "command_id", name="one_answer_a_command"),
)

tracking = Table(
    "tracking",
    metadata,
    Column("name", Text, primary_key=True),
    Column("position", POSITION, nullable=False),
)

identities = Table(
    "identities",
    metadata,
    Column("ref", Text, primary_key=True, comment="the random reference that events carry"),
    Column("name", Text, nullable=False),
    Column("salt", LargeBinary, nullable=False),
)

seeds = Table(
    "seeds",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("seed", LargeBinary, nullable=False, comment="of a sealed match; secret until it is closed"),
)

about = Table(
    "about",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

APPEND_ONLY = ("events", "commands")

_NEVER_ADDED = {
    "events": "NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events) "
    "OR EXISTS (SELECT 1 FROM events WHERE match_id = NEW.match_id AND version = NEW.version)",
    "commands": "EXISTS (SELECT 1 FROM commands WHERE match_id = NEW.match_id AND command_id = NEW.command_id)",
}


def append_only_triggers(dialect: str) -> list[str]:
    """Return the statements that make the database itself refuse UPDATE and DELETE on the log."""
    if dialect != "sqlite":
        raise NotImplementedError(f"no triggers are written for {dialect} yet")
    return [
        f"CREATE TRIGGER {table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'the log is append-only: {table} can be added, never changed'); END"
        for table in APPEND_ONLY
        for verb in ("UPDATE", "DELETE")
    ]


def replacement_triggers(dialect: str) -> list[str]:
    """Return the statements that make the database refuse rows that would replace others or leave a gap.

    SQLite carries out INSERT OR REPLACE by a deletion that fires no DELETE trigger, so it has to be refused when the
    new row comes in. Events may only take the next position.
    """
    if dialect != "sqlite":
        raise NotImplementedError(f"no triggers are written for {dialect} yet")
    return [
        f"CREATE TRIGGER {table}_refuse_replace BEFORE INSERT ON {table} WHEN {never} "
        f"BEGIN SELECT RAISE(ABORT, 'the log is append-only: {table} are added at the end, each once'); END"
        for table, never in _NEVER_ADDED.items()
    ]
