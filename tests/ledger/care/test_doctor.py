"""The doctor finds manipulation of a ledger and names the remedy."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tablescribe.domain.box.blanks import told_by
from tablescribe.domain.games import game
from tablescribe.ledger.care.doctor import Examination, examine
from tablescribe.ledger.log.schema import seeds, subtrees
from tablescribe.ledger.matches.boxes import correct, make
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary


def silent(_what: str) -> Callable[[int, int], None]:
    return lambda done, total: None


@pytest.fixture
def store(tmp_path: Path) -> KeyStore:
    return KeyStore(tmp_path / "keys")


@pytest.fixture
def looked_at(store: KeyStore) -> Callable[[Ledger], dict[str, Examination]]:
    return lambda ledger: {one.what: one for one in examine(ledger, store, silent)}


Look = Callable[[Ledger], dict[str, Examination]]


def test_a_healthy_ledger(scribe: Scribe, match_id: str, store: KeyStore, looked_at: Look) -> None:
    Notary(scribe, store).checkpoint()
    found = looked_at(scribe.ledger)
    assert list(found) == [
        "schema", "guards", "safety", "storage", "chains", "tree", "key", "forks", "names", "lists", "seeds",
        "boxes", "space",
    ]  # fmt: skip
    assert {one.state for one in found.values()} <= {"good", "note"}
    assert found["chains"].words == "1 match, 7 events: all match what was recorded"
    assert found["names"].words.startswith("3 seats have names")
    assert str(store.folder) in found["key"].words


def test_a_new_ledger_has_no_key_and_no_checkpoint_yet(ledger: Ledger, looked_at: Look) -> None:
    found = looked_at(ledger)
    assert (found["key"].state, found["tree"].state) == ("note", "note")
    assert "tablescribe checkpoint" in found["tree"].do


@pytest.mark.parametrize(
    "change",
    [
        "DROP TRIGGER events_refuse_update",
        "DROP TRIGGER commands_refuse_replace",
        "DROP TRIGGER events_refuse_delete; CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events "
        "BEGIN SELECT 1; END",
    ],
)
def test_a_guard_that_is_gone_or_was_changed(path: Path, ledger: Ledger, looked_at: Look, change: str) -> None:
    with sqlite3.connect(path) as raw:
        raw.executescript(change)
    raw.close()
    guards = looked_at(ledger)["guards"]
    assert guards.state == "bad"
    assert change.split()[2].rstrip(";") in guards.words


def test_a_changed_event_and_a_changed_subtree(
    path: Path, scribe: Scribe, match_id: str, store: KeyStore, looked_at: Look
) -> None:
    match = scribe.match(match_id)
    for n in range(300):
        match.note(f"{n}", scribe.stamp())
    scribe.ledger.save(match)
    Notary(scribe, store).checkpoint()
    scribe.ledger.log.write(subtrees.update().values(hash=b"x" * 32))
    found = looked_at(scribe.ledger)
    assert (found["chains"].state, found["tree"].state) == ("good", "bad")
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.execute("""UPDATE events SET body = replace(body, 'null,"words:', '1,"words:')""")
    raw.close()
    chains = looked_at(scribe.ledger)["chains"]
    assert chains.state == "bad"
    assert "backup" in chains.do


def test_a_sealed_match_whose_seed_is_elsewhere(scribe: Scribe, looked_at: Look) -> None:
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed")
    assert looked_at(scribe.ledger)["seeds"].state == "good"
    scribe.ledger.log.write(seeds.delete())
    found = looked_at(scribe.ledger)["seeds"]
    assert (found.state, match.id in found.words) == ("note", True)


def test_an_erased_name_is_counted(scribe: Scribe, match_id: str, looked_at: Look) -> None:
    scribe.ledger.erase("Ada")
    assert looked_at(scribe.ledger)["names"].words.startswith("2 seats have names; 1 has none")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE boxes SET catalogue = replace(catalogue, 'vanquish', 'solve') WHERE revision = 1", "the stored one"),
        ("UPDATE boxes SET catalogue = '{' WHERE revision = 2", "cannot be read"),
        ("DELETE FROM boxes WHERE revision = 1", "lacks revisions"),
    ],
)
def test_a_box_that_somebody_changed(path: Path, scribe: Scribe, looked_at: Look, damage: str, words: str) -> None:
    expeditions = game("expeditions")
    make(scribe.ledger, "ours", "expeditions", expeditions.catalogue, scribe.stamp().at)
    card = told_by(expeditions.blanks, expeditions.catalogue)["card:i01"]
    assert looked_at(scribe.ledger)["boxes"].words == "1 box, complete"
    correct(scribe.ledger, "ours", "card:i01", {**card, "power": 9}, scribe.stamp().at)
    found = looked_at(scribe.ledger)["boxes"]
    assert (found.state, "ours (card:i01)" in found.words) == ("note", True)
    with sqlite3.connect(path) as raw:
        for (trigger,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'boxes'"):
            raw.execute(f"DROP TRIGGER {trigger}")
        raw.execute(damage)
    raw.close()
    found = looked_at(scribe.ledger)["boxes"]
    assert (found.state, words in found.words) == ("bad", True), found


def test_a_disk_that_is_nearly_full(ledger: Ledger, looked_at: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablescribe.ledger.care.doctor.LEAST_FREE", 2**70)
    space = looked_at(ledger)["space"]
    assert space.state == ("bad" if ledger.log.engine.dialect.name == "sqlite" else "good")


def test_settings_that_lose_answers(path: Path, looked_at: Look) -> None:
    open_ledger(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA journal_mode=DELETE")
    raw.close()
    ledger = open_ledger(path)
    assert looked_at(ledger)["safety"].state == "good", "opening sets it right"
    ledger.close()


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        for statement in statements:
            raw.execute(statement)


@pytest.mark.parametrize("change", ["DROP TABLE listed_matches", "DROP INDEX listed_newest"])
def test_lists_that_are_gone_are_rebuilt(
    path: Path, scribe: Scribe, match_id: str, looked_at: Look, change: str
) -> None:
    sql(path, change)
    found = looked_at(scribe.ledger)
    assert change.split()[2] in found["schema"].words
    assert "tablescribe lists rebuild" in found["schema"].do
    assert "tablescribe lists rebuild" in found["lists"].do
    scribe.ledger.lists.rebuild()
    found = looked_at(scribe.ledger)
    assert (found["schema"].state, found["lists"].state) == ("good", "good")


def test_an_index_of_the_log_that_is_gone_is_found(path: Path, ledger: Ledger, looked_at: Look) -> None:
    sql(path, "DROP INDEX first_events")
    schema = looked_at(ledger)["schema"]
    assert (schema.state, schema.words) == ("bad", "missing: index first_events of events")
    assert "tablescribe backup" in schema.do


def test_lists_that_hold_the_last_copy_of_names_are_not_to_be_rebuilt(
    path: Path, scribe: Scribe, match_id: str, looked_at: Look
) -> None:
    scribe.ledger.lists.fresh()
    sql(path, "DELETE FROM identities")
    lists = looked_at(scribe.ledger)["lists"]
    assert lists.words == "they contain data that was deleted from the ledger: 3 names of people"
    assert lists.do.startswith("Do not rebuild them")


def test_lists_that_know_of_deleted_events_are_not_to_be_rebuilt(
    path: Path, scribe: Scribe, match_id: str, looked_at: Look
) -> None:
    scribe.ledger.lists.fresh()
    sql(
        path,
        "DROP TRIGGER events_refuse_delete",
        "DELETE FROM events WHERE position = (SELECT max(position) FROM events)",
    )
    lists = looked_at(scribe.ledger)["lists"]
    assert lists.words == "they contain data that was deleted from the ledger: 1 event"
    assert lists.do.startswith("Do not rebuild them")


def test_lists_after_an_erasure_are_good(scribe: Scribe, match_id: str, looked_at: Look) -> None:
    scribe.ledger.lists.fresh()
    scribe.ledger.erase("Ada")
    assert looked_at(scribe.ledger)["lists"].state == "good"
