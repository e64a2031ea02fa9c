"""Comparison of the log's triggers with their definitions.

A trigger with the right name may be on another table, on one column or on no row (`WHEN (false)`), or call another
function. A rule, a policy or a foreign trigger may bypass it.
"""

from __future__ import annotations

import re
from typing import Any

from tablescribe.ledger.log.triggers import (
    APPEND_ONLY,
    append_only_triggers,
    position_triggers,
    replacement_triggers,
)
from tablescribe.ledger.matches.ledger import Ledger

ROW, BEFORE, INSERT, DELETE, UPDATE, TRUNCATE = 1, 2, 4, 8, 16, 32
"""Bits of `pg_trigger.tgtype`."""

TRIGGERS = {
    **{
        (table, f"{table}_refuse_update"): (ROW | BEFORE | UPDATE | DELETE, "A", "refuse_change")
        for table in APPEND_ONLY
    },
    **{(table, f"{table}_refuse_truncate"): (BEFORE | TRUNCATE, "A", "refuse_change") for table in APPEND_ONLY},
    ("events", "events_take_position"): (ROW | BEFORE | INSERT, "A", "take_position"),
}
"""Every trigger of PostgreSQL: table and name; type bits, enabled state (A: always, O: origin) and function."""

FUNCTIONS = {"refuse_change", "take_position"}
"""Every function. None has settings or runs with its owner's rights (SECURITY DEFINER)."""

CONSTRAINTS = {("events", "p"), ("events", "u"), ("commands", "p")}


def hollowed(ledger: Ledger) -> tuple[set[str], int]:
    """Return the names of triggers that are missing, changed or bypassed, and the expected number of triggers."""
    if ledger.log.engine.dialect.name == "sqlite":
        return _in_sqlite(ledger)
    return _in_postgres(ledger), len(TRIGGERS)


def _in_sqlite(ledger: Ledger) -> tuple[set[str], int]:
    wanted = {
        name: statement
        for statement in [*append_only_triggers("sqlite"), *replacement_triggers("sqlite")]
        for name in re.findall(r"^CREATE TRIGGER (\w+)", statement)
    }
    rows = rows_of(ledger, "SELECT name, sql, tbl_name FROM sqlite_master WHERE type = 'trigger'")
    present = {row[0]: row[1] for row in rows}
    wrong = {name for name, statement in wanted.items() if present.get(name) != statement}
    wrong |= {f"{name} (not ours)" for name, _, table in rows if name not in wanted and table in APPEND_ONLY}
    tables = rows_of(ledger, "SELECT name FROM sqlite_master WHERE type = 'table'")
    wrong |= {f"{table} (no table)" for table in APPEND_ONLY if (table,) not in map(tuple, tables)}
    for table, least in (("events", 1), ("commands", 1)):  # an INTEGER PRIMARY KEY has no index of its own
        unique = [row for row in rows_of(ledger, f"PRAGMA index_list({table})") if row[2] and not row[4]]
        if len(unique) < least:
            wrong.add(f"{table} (no unique index)")
    return wrong, len(wanted)


def _in_postgres(ledger: Ledger) -> set[str]:
    wrong = {name for _, name in TRIGGERS}
    rows = rows_of(
        ledger,
        "SELECT c.relname, t.tgname, t.tgtype::int, t.tgenabled::text, p.proname, t.tgqual IS NULL AND t.tgattr = '' "
        "AND t.tgnargs = 0 AND NOT t.tgdeferrable AND t.tgoldtable IS NULL AND t.tgnewtable IS NULL "
        "FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid "
        "WHERE NOT t.tgisinternal AND t.tgrelid IN ('events'::regclass, 'commands'::regclass)",
    )
    bad = _functions(ledger)
    for table, name, kind, on, function, plain in rows:
        if (table, name) not in TRIGGERS:
            wrong.add(f"{name} (not ours)")
        elif TRIGGERS[table, name] == (kind, on, function) and plain and function not in bad:
            wrong.discard(name)
    return wrong | bad | _ways_round(ledger)


def _functions(ledger: Ledger) -> set[str]:
    """Return the functions whose definitions differ from the original ones."""
    schema = rows_of(ledger, "SELECT current_schema()")[0][0]
    made = [*append_only_triggers("postgresql"), *replacement_triggers("postgresql"), *position_triggers(schema)]
    sources = {}
    for statement in made:  # a later definition replaces an earlier one
        if found := re.match(r"CREATE (?:OR REPLACE )?FUNCTION (\w+)\(.*?AS\s+\$\$(.*)\$\$$", statement, flags=re.S):
            sources[found[1]] = found[2]
    rows = rows_of(
        ledger,
        "SELECT p.proname, p.prosrc, p.prosecdef, coalesce(p.proconfig::text, ''), l.lanname, "
        "p.proowner = (SELECT relowner FROM pg_class WHERE oid = 'events'::regclass), p.pronargs "
        "FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang "
        "WHERE p.pronamespace = current_schema()::regnamespace",
    )
    good = set()
    for name, source, definer, settings, language, owned, arguments in rows:
        plain = not definer and not settings and arguments == 0 and language == "plpgsql"
        if source == sources.get(name) and plain and owned:
            good.add(name)
    return FUNCTIONS - good


def _ways_round(ledger: Ledger) -> set[str]:
    """Return what could change, hide or redirect rows despite the triggers: rules, policies, table types."""
    ours = "('events'::regclass, 'commands'::regclass)"
    found = {
        f"{row[0]} (a rule)" for row in rows_of(ledger, f"SELECT rulename FROM pg_rewrite WHERE ev_class IN {ours}")
    }
    tables = rows_of(
        ledger,
        "SELECT relname, relkind::text, relrowsecurity, relpersistence::text, "
        "EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid OR inhrelid = c.oid) "
        f"FROM pg_class c WHERE oid IN {ours}",
    )
    for name, kind, policies, persistence, inherits in tables:
        if (kind, policies, persistence, inherits) != ("r", False, "p", False):
            found.add(f"{name} (not a plain table, or with policies)")
    kept = rows_of(
        ledger,
        "SELECT c.relname, o.contype::text FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid "
        f"WHERE o.conrelid IN {ours} AND o.convalidated",
    )
    found |= {f"{table} (a constraint)" for table, _ in CONSTRAINTS - {(row[0], row[1]) for row in kept}}
    return found


def rows_of(ledger: Ledger, statement: str) -> list[Any]:
    """Execute a raw SQL statement and return its rows."""

    def work(cursor: Any) -> list[Any]:
        cursor.execute(statement)
        return list(cursor.fetchall())

    return ledger.log.read(work)
