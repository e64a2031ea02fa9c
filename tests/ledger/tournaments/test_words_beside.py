"""People's words in a tournament are stored outside the log: each can be erased, and everything stays valid."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent
from msgspec import structs

from tablescribe.domain.tournament.model.events import Announced
from tablescribe.domain.tournament.model.plan import plan_digest
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.words import WORDS
from tablescribe.domain.tournament.model.words import words_of as words_of_ruling
from tablescribe.ledger.care.backup import backup, restore
from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.care.match_files import export
from tablescribe.ledger.log.codec import encode
from tablescribe.ledger.log.errors import BadFile, CommandReused, LedgerDamaged
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.parsing import parse
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.ledger.proofs.verifiers import verify_tournament as counting
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as proofs_only
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_bundles, of_ledger
from tests.ledger.commands import run
from tests.ledger.matches.test_words_beside import resealed
from tests.ledger.played_tournaments import hall, opened, play, play_round, whole

NAME, SPELT = "Zo\u00eb Quux", "quux"
WHY: dict[str, Any] = {"clause": f"as {NAME} says", "reason": f"{NAME} misread it"}
PEOPLE = ["Ada", "Ben", "Cleo", "Dora", "Egon"]


def plan_with(name: str = NAME) -> object:
    """Return a plan in which a name is written wherever people can write."""
    stage = {
        "name": f"{name} round", "kind": "swiss", "rounds": 3, "game": "freeform", "tie_breaks": ["lot"],
        "options": {"title": f"a game of {name}"}, "time_limit": 60, "overtime": {"clause": f"{name} waits"},
    }  # fmt: skip
    return {"title": f"{name} cup", "stages": [stage]}


@pytest.fixture
def organiser(scribe: Scribe) -> TournamentCommands:
    return hall(scribe)


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def written(organiser: TournamentCommands) -> str:
    """A finished tournament in which the name is written wherever people can write."""
    found = opened(organiser, PEOPLE, plan_from(plan_with()))
    organiser.pair(found, seed=1)
    people = [*organiser.tournament(found).entrants]
    organiser.adjust(found, (people[0], people[2]), reason=f"{NAME} is family")
    organiser.clock(found, "start")
    organiser.clock(found, "pause", reason=f"{NAME} is ill")
    for one in organiser.start(found):
        play(organiser, one.match)
    report = next(iter(organiser.tournament(found).reports))
    sat = organiser.tournament(found).seatings[0].pods[0][0]
    appeal = organiser.appeal(found, sat, report, reason=f"{NAME} saw it", by="player").originator_version
    organiser.decide(found, appeal, upheld=True, **WHY)
    organiser.correct(found, 1, 1, (1, 1), appeal=appeal, **WHY)
    organiser.penalise(found, people[0], 1, **WHY)  # type: ignore[arg-type]
    organiser.withdraw(found, people[4], reason=f"{NAME} said so")
    organiser.return_entrant(found, people[4], reason=f"{NAME} said otherwise")
    organiser.withdraw(found, people[4])
    play_round(organiser, found, 2)
    play_round(organiser, found)
    organiser.draw_lot(found, order=people[:4], how=f"{NAME} drew cards")
    organiser.finish(found)
    return found


def outside(contents: bytes) -> list[str]:
    """Return the verdicts of the two stand-alone programs."""
    return [*proofs_only(contents, []), *counting.verify(contents)]


def _left(path: Path) -> int:
    return sum(file.read_bytes().lower().count(SPELT.encode()) for file in path.parent.glob(f"{path.name}*"))


def test_no_word_that_people_write_is_in_the_log(organiser: TournamentCommands, written: str) -> None:
    """Given every kind of ruling with words, none of them is in the stored bytes; all are read as they were."""
    rows = list(organiser.ledger.log.rows())
    assert not [row.type for row in rows if SPELT in row.body.decode().casefold()]
    now = organiser.tournament(written)
    told = {type(one).__name__ for one in now.deeds() if words_of_ruling(one)}
    assert told == {one.__name__ for one in WORDS} - {"Explained", "CorrectedTogether"}
    assert all(SPELT in text.casefold() for one in now.deeds() for text in words_of_ruling(one).values())
    stage = now.plan.stages[0]
    assert (now.plan.title, stage.name) == (f"{NAME} cup", f"{NAME} round")
    assert stage.overtime is not None
    assert (stage.overtime.clause, stage.options["title"]) == (f"{NAME} waits", f"a game of {NAME}")
    assert organiser.scribe.match(now.match_ids()[0]).opening.title == f"a game of {NAME}"


def test_erased_words_are_nowhere_in_the_ledgers_files(
    path: Path, organiser: TournamentCommands, notary: Notary, written: str
) -> None:
    """Given lists that tell them, they are gone from all files, and are in no backup, export or bundle made after."""
    ledger = organiser.ledger
    ledger.lists.fresh()
    assert _left(path) > 20
    for event in organiser.tournament(written).events:
        ledger.erase_words(written, event.originator_version)
    assert not ledger.erasure_is_unfinished()
    assert _left(path) == 0, "those that matches repeat, too"
    backup(ledger, path.parent / "after.backup")
    (path.parent / "after.json").write_bytes(export(ledger, written))
    for redacted in (False, True):
        (path.parent / f"after.{redacted}.bundle").write_bytes(whole(notary, written, redacted=redacted))
    assert not any(_left(file) for file in path.parent.glob("after.*"))
    said = [("tournament", "show", written), ("tournament", "verify", written), ("tournament", "standings", written),
            ("tournament", "list"), ("words", "list", written), ("matches",), ("stats",)]  # fmt: skip
    for one in said:
        for more in ((), ("--json",)):
            done = run(path, *one, *more)
            assert done.exit_code == 0, (one, done.output)
            assert SPELT not in done.output.casefold(), one
    assert ERASED in run(path, "tournament", "list").stdout
    assert run(path, "words", "list", written).stdout.count(ERASED) > 10


def test_postgresql_keeps_no_erased_words(target: str, organiser: TournamentCommands, written: str) -> None:
    """Given statistics of lists, no table and no statistics have them afterwards."""
    if "://" not in target:
        pytest.skip("SQLite: see the test before")
    import psycopg

    organiser.ledger.lists.fresh()
    with psycopg.connect(target, autocommit=True) as server:
        server.execute("ANALYZE")
        assert organiser.ledger.erase(NAME) == 0
        tables = [row[0] for row in server.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        for table in (*tables, "pg_stats"):
            found = server.execute(f"SELECT count(*) FROM {table} AS t WHERE t::text ILIKE '%{SPELT}%'")
            assert found.fetchone() == (0,), table


def test_everything_verifies_before_and_after(organiser: TournamentCommands, notary: Notary, written: str) -> None:
    """Given no, one and all words erased, audit, verifiers and standings say the same; the plan's digest stays."""
    ledger, now = organiser.ledger, organiser.tournament(written)
    head, before = ledger.verify(), now.finished
    ruling = next(one for one in now.events if type(one).__name__ == "Explained")
    for erase in ((), (ruling.originator_version,), (1,), range(1, now.version + 1)):
        for version in erase:
            ledger.erase_words(written, version)
        now = organiser.tournament(written)
        assert verify(of_ledger(ledger, written)).findings == ()
        for redacted in (False, True):
            contents = whole(notary, written, redacted=redacted)
            (record,) = of_bundles([verify_bundle(contents)])
            assert verify(record).findings == ()
            told = outside(contents)
            assert [line for line in told if line.startswith(("Sound", "WRONG", "NOT"))] == [
                line for line in told if line.startswith("Sound")
            ]
            assert record.unproved == ()
        assert not verify_ledger(ledger).doubts
        assert ledger.verify() == head | {"keyring": ledger.verify()["keyring"]}
        assert now.finished == before
    assert now.plan.title == now.plan.stages[0].name == ERASED
    assert {text for one in now.deeds() for text in words_of_ruling(one).values()} == {ERASED}
    assert plan_digest(now.announced.plan, now.announced.format) == now.announced.digest
    organiser.correct(written, 1, 2, (1, 1), clause="T-4", reason="it goes on")
    assert verify(of_ledger(ledger, written)).findings == ()


def test_a_round_is_paired_and_its_matches_opened_after_the_plan_lost_its_words(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found = opened(organiser, PEOPLE[:4], plan_from(plan_with()))
    play_round(organiser, found)
    organiser.ledger.erase_words(found, 1)
    play_round(organiser, found, 2)
    matches = organiser.tournament(found).match_ids()
    assert {organiser.scribe.match(one).opening.title for one in matches} == {ERASED}
    assert verify(of_ledger(organiser.ledger, found)).findings == ()
    for redacted in (False, True):
        assert not [line for line in outside(whole(notary, found, redacted=redacted)) if line.startswith("WRONG")]


def test_the_public_is_told_the_plan_and_no_word_of_a_ruling(
    organiser: TournamentCommands, notary: Notary, written: str
) -> None:
    bundle = parse(whole(notary, written))
    assert isinstance(bundle.texts, tuple)
    assert {line[65:] for line in bundle.texts} == {
        f"{NAME} cup", f"{NAME} round", f"{NAME} waits", f"a game of {NAME}"
    }  # fmt: skip
    (record,) = of_bundles([verify_bundle(whole(notary, written))])
    assert record.tournament.plan.title == f"{NAME} cup"
    assert {text for one in record.tournament.deeds() for text in words_of_ruling(one).values()} == {"(withheld)"}
    assert all(stored.body for stored in bundle.streams[1].log), "every event is told"
    assert f"{NAME} misread it" in whole(notary, written, words=True).decode()


@pytest.mark.parametrize("change", [lambda line: line[:65] + "another", lambda line: "0" * 64 + line[64:]])
def test_no_other_words_can_be_shown(
    organiser: TournamentCommands, notary: Notary, written: str, change: Callable[[str], str]
) -> None:
    """Given a file that its owner seals again with another text or salt, one twice, or in another version."""
    bundle = parse(whole(notary, written, redacted=False))
    assert isinstance(bundle.texts, tuple)
    first, *others = bundle.texts
    for forged in ((change(first), *others), (first, first, *others)):
        contents = resealed(structs.replace(bundle, texts=forged), notary)
        with pytest.raises((LedgerDamaged, BadFile)):
            verify_bundle(contents)
        with pytest.raises(ValueError, match="words"):
            proofs_only(contents, [])
        with pytest.raises(counting.WrongError, match="words"):
            counting.verify(contents)


def test_words_travel_with_their_tournament(
    organiser: TournamentCommands, notary: Notary, written: str, tmp_path: Path
) -> None:
    """Given an export, a bundle and a backup, the words are there again; what was erased since does not come back."""
    ledger, told = organiser.ledger, organiser.tournament(written).events
    for name, contents in {"export": export(ledger, written), "bundle": whole(notary, written, redacted=False)}.items():
        with closing(open_ledger(tmp_path / f"{name}.db")) as other:
            import_file(other, contents)
            assert other.tournament(written).events == told
            assert not verify_ledger(other).doubts
            other.erase(NAME)
            import_file(other, contents)
            assert SPELT not in repr(other.tournament(written).events).casefold()
    backup(ledger, tmp_path / "whole.backup")
    restore(tmp_path / "whole.backup", tmp_path / "again.db")
    with closing(open_ledger(tmp_path / "again.db")) as again:
        assert again.tournament(written).events == told


def test_people_who_are_erased_are_erased_in_tournaments(
    target: str, organiser: TournamentCommands, written: str
) -> None:
    """Given words that name them, these go with the name, and the command says of which events."""
    done = run(target, "people", "erase", NAME.upper(), "--keys", "none", "--yes")
    assert f"tournament {written}, event 1;" in " ".join(done.stdout.split())
    assert "still contains this name" not in done.stdout
    assert organiser.tournament(written).plan.title == ERASED
    organiser.ledger.lists.fresh()
    assert organiser.ledger.asking.tournaments()[0].title == ERASED


def test_a_retry_of_what_was_erased_is_still_one(organiser: TournamentCommands) -> None:
    """Given a command with words, no hash of them is kept; another text is refused until they are erased."""
    found = opened(organiser, PEOPLE[:4])
    play_round(organiser, found)
    organiser.penalise(found, "Ada", 1, **WHY, command_id="c1")  # type: ignore[arg-type]
    organiser.withdraw(found, "Ben", reason=f"{NAME} said so", command_id="c2")
    first, _ = organiser.penalise(found, "Ada", 1, **WHY, command_id="c1")  # type: ignore[arg-type]
    assert first.reason == WHY["reason"]
    with pytest.raises(CommandReused):
        organiser.penalise(found, "Ada", 1, clause="T-4", reason="what else", command_id="c1")  # type: ignore[arg-type]
    with pytest.raises(CommandReused):
        organiser.withdraw(found, "Ben", command_id="c2")
    organiser.ledger.erase(NAME)
    again, _ = organiser.penalise(found, "Ada", 1, clause="T-4", reason="x", command_id="c1")  # type: ignore[arg-type]
    assert (again.originator_version, again.reason) == (first.originator_version, ERASED)
    assert organiser.withdraw(found, "Ben", reason=f"{NAME} said so", command_id="c2").reason == ERASED


def test_an_announcement_that_is_sent_again_has_the_same_words_until_they_are_erased(
    organiser: TournamentCommands,
) -> None:
    """Given a digest that does not count them, other words are another plan all the same."""
    organiser.announce(plan_from(plan_with()), tournament_id="t1")
    assert organiser.announce(plan_from(plan_with()), tournament_id="t1").id == "t1"
    with pytest.raises(CommandReused):
        organiser.announce(plan_from(plan_with("Bob")), tournament_id="t1")
    organiser.ledger.erase_words("t1", 1)
    assert organiser.announce(plan_from(plan_with()), tournament_id="t1").plan.title == ERASED


def test_words_of_an_earlier_version_stay_and_are_told(
    target: str, ledger: Ledger, organiser: TournamentCommands
) -> None:
    """Given a tournament of form 3 that has its words in its events, nobody can erase them; later ones are beside."""
    now = organiser.announce(plan_from(plan_with()))
    plan = now.announced.plan
    old = structs.replace(now.announced, originator_id="old", format=3, digest=plan_digest(plan, 3))
    ledger.log.insert_events([StoredEvent("old", 1, "Announced", encode(old))], expected_version=0)
    organiser.enter("old", PEOPLE[:4])
    play_round(organiser, "old")
    organiser.withdraw("old", "Ada", reason=f"{NAME} said so")
    assert organiser.tournament("old").plan.title == f"{NAME} cup"
    listed = json.loads(run(target, "words", "list", "old", "--json").stdout)["words"]
    assert [(one["type"], one["about"], one["in_log"]) for one in listed] == [
        ("Announced", "", True), ("Explained", "Withdrawn", False)
    ]  # fmt: skip
    told = run(target, "words", "erase", "old", "1", "--yes")
    assert (told.exit_code, "The log never changes" in " ".join(told.stderr.split())) == (2, True)
    done = json.loads(run(target, "people", "erase", NAME, "--keys", "none", "--json").stdout)
    assert done["still"] == [{"match_id": "old", "version": 1, "type": "Announced"}]
    assert verify(of_ledger(ledger, "old")).findings == ()


def test_a_plan_of_an_earlier_form_may_say_what_looks_like_a_commitment(organiser: TournamentCommands) -> None:
    title = "words:" + "0" * 64
    plan = {**organiser.announce(plan_from(plan_with())).announced.plan, "title": title}
    now = organiser.announce(plan_from(plan_with("Ann"))).announced
    old = structs.replace(now, originator_id="old", format=3, plan=plan, digest=plan_digest(plan, 3))
    organiser.ledger.log.insert_events([StoredEvent("old", 1, "Announced", encode(old))], expected_version=0)
    found = organiser.tournament("old").announced
    assert isinstance(found, Announced)
    assert found.plan["title"] == title


def test_words_are_erased_from_the_command_line(target: str, organiser: TournamentCommands, written: str) -> None:
    """Given the number of an event, its words go after a question; once more says that they are gone."""
    listed = run(target, "words", "list", written).stdout
    number = next(line.split()[0] for line in listed.splitlines() if "Penalised" in line)
    assert f"tournament {written}" in run(target, "words", "erase", written[:8], number, stdin="n\n").output
    assert f"{NAME} misread it" in run(target, "words", "list", written).stdout
    done = run(target, "words", "erase", written, number, stdin="y\n").stdout
    assert "2 texts erased. The tournament can still be verified." in " ".join(done.split())
    assert "have already been erased" in run(target, "words", "erase", written, number, "--yes").stdout
    assert run(target, "words", "erase", written, "999", "--yes").exit_code == 2
    assert run(target, "words", "list", "none").exit_code != 0
