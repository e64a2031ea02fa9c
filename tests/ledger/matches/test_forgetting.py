"""Erasing a person: the name disappears from everything outside the log, however it was spelt."""

import json
import sqlite3
import unicodedata
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tablescribe.ledger.log.schema import access, identities
from tablescribe.ledger.matches import boxes
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.parsing import parse
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tests.ledger.commands import run

NAME = "Zo\u00eb Quux"


def test_every_way_to_type_a_name_is_forgotten(ledger: Ledger, scribe: Scribe) -> None:
    """Given one person under Unicode twins, other capitals and spaces, all of them go, and nobody else."""
    twins = [NAME, unicodedata.normalize("NFD", NAME), NAME.upper(), " Zo\u00eb  Quux ", "\uff3ao\u00eb Quux"]
    matches = [scribe.new("freeform", [twin, "Zo\u00eb", "Zo\u00eb Quuxley"]) for twin in twins]
    assert ledger.erase(NAME) == len(twins)
    for match in matches:
        assert scribe.names(match) == ["seat 1", "Zo\u00eb", "Zo\u00eb Quuxley"]


def test_labels_of_passes_lose_the_name(ledger: Ledger, scribe: Scribe) -> None:
    scribe.new("freeform", ["Al"])
    for n, label in enumerate(("Al", "phone of AL, old", "Always here")):
        row = {"id": f"p{n}", "token": bytes([n]) * 32, "role": "seat", "label": label, "created": "2026"}
        ledger.log.write(access.insert().values(**row))
    ledger.erase("Al")
    assert sorted(row.label for row in ledger.log.select(access.select())) == ["", "", "Always here"]


def test_statistics_of_postgresql_forget_the_name(target: str, ledger: Ledger, scribe: Scribe) -> None:
    """Given statistics gathered as an older version let the server do it, no trace stays in the catalogue."""
    if "://" not in target:
        pytest.skip("SQLite: see the next test")
    match = scribe.new("freeform", [NAME, "Ben"])
    for _ in range(3):
        scribe.new("freeform", [NAME])
    look = "SELECT count(*) FROM pg_stats WHERE concat(most_common_vals, histogram_bounds) LIKE '%Quux%'"
    with psycopg.connect(target, autocommit=True) as server:
        server.execute("ANALYZE identities")
        assert server.execute(look).fetchone() == (0,), "a new ledger keeps no statistics of names"
        server.execute("ALTER TABLE identities ALTER COLUMN name SET STATISTICS 100")
        server.execute("ANALYZE identities")
        assert server.execute(look).fetchone() == (1,)
        assert ledger.erase(NAME) == 4
        assert server.execute(look).fetchone() == (0,)
        server.execute("ANALYZE identities")
        assert server.execute(look).fetchone() == (0,)
    assert scribe.names(match)[1] == "Ben"


def test_statistics_of_sqlite_forget_the_name(path: Path, ledger: Ledger, scribe: Scribe) -> None:
    """Given an index on names that somebody made, with samples as a SQLite that takes them would have, they go."""
    scribe.new("freeform", [NAME, "Ben"])
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE INDEX names ON identities (name)")
        raw.execute("ANALYZE")
        raw.execute("INSERT INTO sqlite_stat1 VALUES ('identities', 'names', ?)", (NAME,))
        raw.commit()
    assert ledger.erase(NAME) == 1
    assert not any(NAME.encode() in file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


@pytest.fixture
def person(scribe: Scribe, tmp_path: Path) -> Callable[[], str]:
    """A match of a person whose key is called like her."""

    def make() -> str:
        match = scribe.new("freeform", ["Zoe Quux"])
        Notary(scribe, KeyStore(tmp_path / "keys")).enrol(match.id, "seat:1")
        return match.id

    return make


def test_a_key_file_that_is_called_like_her_gets_another_name(
    person: Callable[[], str], target: str, tmp_path: Path
) -> None:
    person()
    assert (tmp_path / "keys" / "zoe-quux.pem").exists()
    said = json.loads(run(target, "people", "erase", "Zoe Quux", "--keys", str(tmp_path / "keys"), "--json").stdout)
    assert (said["erased"], list(said["keys"])) == (1, ["zoe-quux"])
    assert [file.stem for file in (tmp_path / "keys").glob("*.pem")] == list(said["keys"].values())


def test_a_name_that_an_interrupted_erasure_left_in_the_lists_can_be_erased(scribe: Scribe, target: str) -> None:
    """Given a ledger of an earlier version: the name is deleted, the lists have it, and another was erased since."""
    match, ledger = scribe.new("freeform", [NAME]), scribe.ledger
    scribe.new("freeform", ["Ben"])
    ledger.lists.fresh()
    ledger.log.write(identities.delete().where(identities.c.name == NAME))
    ledger.erase("Ben")
    assert not ledger.erasure_is_unfinished()
    assert NAME in _everything(target)
    told = run(target, "people", "erase", NAME, "--yes", "--keys", "none")
    assert (told.exit_code, "Done: the ledger's files" in told.stdout) == (0, True), told.output
    assert NAME not in _everything(target)
    assert scribe.names(match) == ["seat 1"]


def _everything(target: str) -> str:
    """Return all texts about all matches."""
    return "".join(run(target, *words, "--json").stdout for words in (("matches",), ("stats",), ("people", "list")))


def test_erasing_names_the_events_in_which_people_wrote_the_name(
    scribe: Scribe, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a log of an earlier version with the name in a title, a tag and a note, and one that begins like it."""
    monkeypatch.setattr("tablescribe.ledger.matches.ledger.apart", lambda event: (event, []))
    match = scribe.new("freeform", [NAME, "Ben"], data={"title": f"the evening of {NAME.upper()}"})
    scribe.describe(match.id, {"tags": [NAME]})
    scribe.note(match.id, f"{NAME} was late")
    scribe.note(match.id, f"{NAME}ley was not")
    scribe.close(match.id, abandoned=True)
    told = json.loads(run(target, "people", "erase", NAME, "--keys", "none", "--json").stdout)
    versions = {"title": 1, "tags": 2, "note": 3}
    assert (told["erased"], [one["version"] for one in told["still"]]) == (1, list(versions.values()))
    again = run(target, "people", "erase", NAME, "--yes", "--keys", "none")
    assert again.exit_code == 0
    assert f"3 events of the log still contain this name: match {match.id}, event 1" in (" ".join(again.stdout.split()))


def test_to_erase_once_more_says_that_it_is_done(path: Path, scribe: Scribe, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given an erasure that another program kept from the file, the second one says that nothing is left."""
    monkeypatch.setattr("tablescribe.ledger.log.file_access.LOCK_TIMEOUT", 0.2)
    scribe.new("freeform", [NAME])
    words, keys = ("people", "erase", NAME, "--yes"), ("--keys", str(path.parent / "keys"))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM identities").fetchall()
        assert "erase again" in run(path, *words, *keys).stderr
        reader.execute("COMMIT")
    assert "Done: the ledger's files" in run(path, *words, *keys).output
    assert run(path, *words, *keys).exit_code == 2, "now nobody is known, and nothing is left to do"


def test_a_redacted_bundle_tells_words_on_request(scribe: Scribe, match_id: str, tmp_path: Path) -> None:
    """Given reasons and notes, a spectator's bundle has none of them, in no form, and verifies; with `words`, all."""
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    for told in (False, True):
        contents = notary.bundle([match_id], redacted=True, words=told)
        assert verify_bundle(contents).faults == ()
        assert [word in contents.decode() for word in ("mistyped", "a note")] == [told, told]
        assert any(stored.digest for stored in parse(contents).streams[1].log) or told


def test_erasing_names_what_components_are_called(target: str, scribe: Scribe) -> None:
    """Given a piece, a card that only a template names, and a box that are called like a person, it says where."""
    catalogue = {"name": "ours", "edition": "1", "origin": "house", "source": "us",
                 "decks": {"chance": {"Quux the Brave": 2}}}  # fmt: skip
    first = scribe.new("freeform", ["Ada"], options={"pieces": "Quux=2"})
    second = scribe.new("freeform", ["Ada"], catalogue=catalogue)
    boxes.make(scribe.ledger, "The box of Quux", "freeform", second.opening.catalogue, scribe.now())
    told = json.loads(run(target, "people", "erase", "quux", "--keys", "none", "--json").stdout)
    assert [one["match_id"] for one in told["still"]] == [first.id, second.id]
    assert told["boxes"] == ["The box of Quux"]
    said = " ".join(run(target, "people", "erase", "quux", "--yes", "--keys", "none").stdout.split())
    assert "1 box still contains this name, in its title or in a component: The box of Quux." in said
