"""Triggers that keep the log append-only, gapless and announced."""

from __future__ import annotations

APPEND_ONLY = ("events", "commands")

_NEVER_ADDED = {
    "events": "NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events) "
    "OR EXISTS (SELECT 1 FROM events WHERE match_id = NEW.match_id AND version = NEW.version)",
    "commands": "EXISTS (SELECT 1 FROM commands WHERE match_id = NEW.match_id AND command_id = NEW.command_id)",
}


def append_only_triggers(dialect: str) -> list[str]:
    """Return the DDL that makes the database refuse UPDATE and DELETE on the log."""
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, 'the log is append-only: {table} can be added, never changed'); END"
            for table in APPEND_ONLY
            for verb in ("UPDATE", "DELETE")
        ]
    if dialect != "postgresql":
        raise NotImplementedError(f"no triggers are written for {dialect} yet")
    refuse = (
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION 'the log is append-only: % can be added, never changed', TG_TABLE_NAME; END $$"
    )
    statements = [refuse]
    for table in APPEND_ONLY:
        for verb, level in (("UPDATE OR DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
            name = f"{table}_refuse_{verb.split()[0].lower()}"
            statements.append(
                f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH {level} EXECUTE FUNCTION refuse_change()"
            )
            statements.append(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
        statements.append(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM PUBLIC, CURRENT_USER")
    return statements


def replacement_triggers(dialect: str) -> list[str]:
    """Return the DDL that makes the database refuse rows that would replace others or leave a gap.

    INSERT OR REPLACE in SQLite deletes rows without firing a DELETE trigger, so a BEFORE INSERT trigger refuses it.
    An event can only take the next position. Up to version 16, PostgreSQL kept the last position in `head`, whose row
    a writer locked until it committed: see `position_triggers`. Every commit is announced with NOTIFY.
    """
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table}_refuse_replace BEFORE INSERT ON {table} WHEN {never} "
            f"BEGIN SELECT RAISE(ABORT, 'the log is append-only: {table} are added at the end, each once'); END"
            for table, never in _NEVER_ADDED.items()
        ]
    if dialect != "postgresql":
        raise NotImplementedError(f"no triggers are written for {dialect} yet")
    return [
        "CREATE TABLE head (one BOOLEAN PRIMARY KEY DEFAULT true CHECK (one), position BIGINT NOT NULL)",
        "INSERT INTO head (position) SELECT coalesce(max(position), 0) FROM events",
        "CREATE FUNCTION take_position() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER "
        "SET search_path FROM CURRENT AS $$ BEGIN "
        "UPDATE head SET position = position + 1 WHERE position = NEW.position - 1; "
        "IF NOT FOUND THEN RAISE EXCEPTION 'the log is append-only: events are added at the end, each once'; END IF; "
        "RETURN NEW; END $$",
        "CREATE TRIGGER events_take_position BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION take_position()",
        "ALTER TABLE events ENABLE ALWAYS TRIGGER events_take_position",
        "CREATE FUNCTION announce() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_notify('tablescribe', ''); RETURN NULL; END $$",
        "CREATE TRIGGER events_announce AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION announce()",
    ]


def lock_functions(schema: str) -> list[str]:
    """Return the DDL of versions 5 to 16 that let a PostgreSQL role record without rights on `head`.

    The role can lock the row, but not set it.

    The search path is fixed, with the temporary schema last, so no other table can take the place of `head`.
    """
    path = '"' + schema.replace('"', '""') + '", pg_temp'
    return [
        "CREATE OR REPLACE FUNCTION take_position() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER "
        f"SET search_path = {path} AS $$ BEGIN "
        "UPDATE head SET position = position + 1 WHERE position = NEW.position - 1; "
        "IF NOT FOUND THEN RAISE EXCEPTION 'the log is append-only: events are added at the end, each once'; END IF; "
        "RETURN NEW; END $$",
        "CREATE FUNCTION lock_head() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER "
        f"SET search_path = {path} AS $$ BEGIN RETURN (SELECT position FROM head FOR UPDATE); END $$",
        "REVOKE ALL ON FUNCTION lock_head() FROM PUBLIC",
        "ALTER TABLE identities ALTER COLUMN name SET STATISTICS 0",  # names stay out of pg_statistic
        "ALTER TABLE access ALTER COLUMN label SET STATISTICS 0",
    ]


WRITING = 0x746C6F67
"""Class of the advisory lock that a writer holds until it commits. The second key is the id of the table `events`."""


def position_triggers(schema: str) -> list[str]:
    """Return the DDL with which PostgreSQL finds the next position in the log itself, instead of in the table `head`.

    A single trigger takes the lock, checks the position and announces the commit, because each trigger costs a call.

    An event is refused unless the one before it is visible; the primary key refuses a position that is taken. So
    positions have no gaps, and none is visible before all earlier ones. The lock makes writers wait for each other
    instead of failing. Every name is qualified, so that no table, type or operator of a role can take its place. The
    function needs only the rights of the recording role.
    """
    name = '"' + schema.replace('"', '""') + '"'
    equal, other, minus = (f"OPERATOR(pg_catalog.{one})" for one in ("=", "<>", "-"))
    return [
        "DROP TRIGGER events_take_position ON events",
        "DROP TRIGGER events_announce ON events",
        "DROP FUNCTION take_position()",
        "DROP FUNCTION announce()",
        "DROP FUNCTION lock_head()",
        "DROP TABLE head",
        "CREATE FUNCTION take_position() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE done pg_catalog.text; BEGIN "
        f"done := pg_catalog.pg_advisory_xact_lock({WRITING}, TG_RELID::pg_catalog.int4)::pg_catalog.text; "
        f"PERFORM FROM {name}.events WHERE position {equal} (NEW.position {minus} 1); "
        f"IF NOT FOUND AND NEW.position {other} 1 THEN "
        "RAISE EXCEPTION 'the log is append-only: events are added at the end, each once'; END IF; "
        "done := pg_catalog.pg_notify('tablescribe', '')::pg_catalog.text; "
        "RETURN NEW; END $$",
        "CREATE TRIGGER events_take_position BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION take_position()",
        "ALTER TABLE events ENABLE ALWAYS TRIGGER events_take_position",
    ]
