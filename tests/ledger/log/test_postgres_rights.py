"""PostgreSQL: manipulated triggers are found, and a role has only the rights that its tasks need."""

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege
from sqlalchemy.engine import make_url

from tablescribe.ledger.care.doctor import examine
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.postgres import RIGHTS, rights
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tests.ledger.log.test_postgres import raw

__all__ = ["raw"]

DATABASES = ["postgresql"]


def remade(name: str, how: str) -> str:
    """Return a statement that creates a guard differently: always on, under its own name and with its own function."""
    table = how.split(" ON ")[1].split()[0]
    return (
        f"DROP TRIGGER {name} ON events; CREATE TRIGGER {name} {how} EXECUTE FUNCTION refuse_change(); "
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}"
    )


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("DROP TRIGGER events_take_position ON events", "events_take_position"),
        ("ALTER TABLE events DISABLE TRIGGER events_refuse_update", "events_refuse_update"),
        ("ALTER TABLE commands ENABLE TRIGGER commands_refuse_truncate", "commands_refuse_truncate"),
        (
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RETURN NEW; END $$",
            "events_refuse_update",
        ),
        (
            remade("events_refuse_update", "BEFORE UPDATE OR DELETE ON events FOR EACH ROW WHEN (false)"),
            "events_refuse_update",
        ),
        (
            remade("events_refuse_update", "BEFORE UPDATE OF type OR DELETE ON events FOR EACH ROW"),
            "events_refuse_update",
        ),
        (remade("events_refuse_update", "BEFORE DELETE ON events FOR EACH ROW"), "events_refuse_update"),
        (remade("events_refuse_update", "AFTER UPDATE OR DELETE ON events FOR EACH ROW"), "events_refuse_update"),
        (
            remade("events_refuse_update", "BEFORE UPDATE OR DELETE ON events FOR EACH STATEMENT"),
            "events_refuse_update",
        ),
        (remade("events_refuse_update", "BEFORE UPDATE OR DELETE ON tracking FOR EACH ROW"), "events_refuse_update"),
        (remade("events_refuse_truncate", "BEFORE TRUNCATE ON tracking"), "events_refuse_truncate"),
        ("CREATE RULE quiet AS ON DELETE TO events DO INSTEAD NOTHING", "quiet (a rule)"),
        ("ALTER TABLE events ENABLE ROW LEVEL SECURITY", "events (not a plain table, or with policies)"),
        ("ALTER TABLE events DROP CONSTRAINT one_event_a_version", "events (a constraint)"),
        ("CREATE TRIGGER aaa BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse_change()", "aaa (not ours)"),
        ("ALTER FUNCTION take_position() SECURITY DEFINER", "take_position"),
        ("ALTER FUNCTION take_position() SET search_path = pg_temp", "take_position"),
        ("CREATE TABLE more () INHERITS (events)", "events (not a plain table, or with policies)"),
    ],
)
def test_a_guard_of_postgresql_that_is_gone_or_was_changed(
    raw: psycopg.Connection, ledger: Ledger, tmp_path: Path, change: str, name: str
) -> None:
    raw.execute(change)
    found = examine(ledger, KeyStore(tmp_path), lambda _: lambda done, total: None)
    guards = next(one for one in found if one.what == "guards")
    assert guards.state == "bad"
    assert name in guards.words


@pytest.fixture
def role(raw: psycopg.Connection, target: str, match_id: str) -> Iterator[Callable[..., str]]:
    """Create a role with the rights to record and do some tasks; return the ledger's URL for it."""
    name = f"role_{make_url(target).database}"

    def make(*tasks: str) -> str:
        raw.execute(f"CREATE ROLE {name} LOGIN")
        for statement in rights(name, tasks):
            raw.execute(statement)
        return target.replace("tester@", f"{name}@")

    yield make
    raw.execute(f"DROP OWNED BY {name}; DROP ROLE {name}")


FORBIDDEN = {
    "deal": ["SELECT * FROM seeds", "INSERT INTO seeds VALUES ('x', '')"],
    "serve": [
        "SELECT * FROM access", "SELECT * FROM service", "SELECT * FROM pins", "SELECT * FROM access_log",
        "INSERT INTO access VALUES ('x', 'x', 'organiser', NULL, NULL, '', '', NULL, NULL)",
        "DELETE FROM pins", "INSERT INTO service VALUES ('share_key', '')",
        "DELETE FROM wrong_pins", "DELETE FROM consents", "UPDATE rates SET tokens = 1000",
    ],
    "sign": [
        "INSERT INTO subtrees VALUES (8, 0, 'x')", "DELETE FROM subtrees",
        "INSERT INTO checkpoints VALUES (1, 'x', 'x')", "INSERT INTO cosignatures VALUES (1, 'x', 'x', 'x')",
    ],
    "erase": ["DELETE FROM identities"],
    "people": ["INSERT INTO spellings VALUES ('x', 'x')", "UPDATE spellings SET called = 'x'"],
    "": [
        "UPDATE events SET position = 99", "SELECT position FROM events FOR UPDATE",
        "UPDATE subtrees SET hash = 'x'", "UPDATE checkpoints SET note = 'x'", "DELETE FROM checkpoints",
        "UPDATE cosignatures SET line = 'x'", "DELETE FROM cosignatures",
        "UPDATE identities SET name = 'x'", "UPDATE about SET value = 'x'", "DELETE FROM about",
        "UPDATE access SET role = 'organiser'", "UPDATE seeds SET seed = 'x'", "DELETE FROM seeds",
        "DELETE FROM access_log", "UPDATE imports SET worth = 'vouched'",
        "UPDATE alembic_version SET version_num = '9'",
    ],
}  # fmt: skip
"""Actions forbidden to a role without a task; those without a name, to all roles."""


@pytest.mark.parametrize("task", ["", "deal", "serve", "sign", "erase", "people"])
def test_a_role_may_do_its_task_and_no_other(role: Callable[..., str], task: str) -> None:
    theirs = role(*([task] if task else []))
    assert set(FORBIDDEN) - {""} == set(RIGHTS) - {"record"}
    with psycopg.connect(theirs, autocommit=True) as connection:
        for other, statements in FORBIDDEN.items():
            for statement in statements:
                if other == "" or other != task:
                    with pytest.raises(InsufficientPrivilege):
                        connection.execute(statement)


def test_a_role_that_records_does_all_but_sealed_matches(role: Callable[..., str], match_id: str) -> None:
    ledger = open_ledger(role())
    scribe = Scribe(ledger)
    scribe.play(match_id, None, {"do": "skip"}, command_id="c1")
    scribe.new("freeform", ["Dan"])
    assert verify_ledger(ledger).beside.seeds is None
    with pytest.raises(LedgerReadOnly, match="does not give this role the right"):
        scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed")
    ledger.close()


def test_a_role_that_records_cannot_put_a_table_or_type_of_its_own_in_the_place_of_ours(
    role: Callable[..., str],
) -> None:
    """Temporary tables and types come first in the search path, unless a name is qualified."""
    with psycopg.connect(role(), autocommit=True) as connection:
        row = "99, ledger_id, match_id, 99, type, body, previous, hash FROM public.events WHERE position = 1"
        connection.execute("CREATE TEMPORARY TABLE events AS SELECT 98::bigint AS position")
        for name in ("text", "int4"):
            connection.execute(f"CREATE DOMAIN pg_temp.{name} AS pg_catalog.{name} CHECK (false)")
        with pytest.raises(psycopg.errors.RaiseException, match="each once"):
            connection.execute(f"INSERT INTO public.events SELECT {row}")
        next_row = row.replace("99", "(SELECT max(position) + 1 FROM public.events)", 1)
        connection.execute(f"INSERT INTO public.events SELECT {next_row}")


def test_a_role_that_signs_makes_checkpoints_and_mends_the_cache(
    role: Callable[..., str], match_id: str, tmp_path: Path
) -> None:
    ledger = open_ledger(role("sign"))
    notary = Notary(Scribe(ledger), KeyStore(tmp_path / "keys"))
    assert notary.checkpoint()
    assert notary.bundle([match_id])
    ledger.close()
