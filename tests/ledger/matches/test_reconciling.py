"""Two logs of one match in a ledger: a third match names both; audit, undo, bundles and both verifiers know it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablescribe.cli.table.record import Session
from tablescribe.domain.aligning.settling import Undecided
from tablescribe.domain.match.events import Played, Settled, Sourced
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.table import Impossible
from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.care.match_files import export
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.reconciling import reconcile
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.matches.source_logs import SourceLog, sources_of
from tablescribe.ledger.proofs.bundles.redaction import WITHHELD, as_seen
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.auditing.source_logs import of_sources
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.wording import say_event
from tests.replays.auditing.forging import in_short

GOLDEN = Path(__file__).parents[2] / "matches" / "morris" / "no_move.jsonl"
LINES = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
READ = ("sources", "note", None, "")


def recorded(scribe: Scribe, lines: list[dict[str, Any]], *, close: bool = False) -> Match:
    """Record a session as played, and return the match."""
    session = Session(scribe, as_played=True)
    for line in lines:
        session.play(json.dumps(line))
    assert session.match_id is not None
    if close:
        scribe.close(session.match_id)
    return scribe.match(session.match_id)


class Table:
    """A ledger with two logs of a match: the second lacks move 5, and has another place for the man of move 16."""

    def __init__(self, folder: Path) -> None:
        self.scribe = Scribe(open_ledger(folder / "ledger.db"))
        self.ledger = self.scribe.ledger
        self.first = recorded(self.scribe, LINES, close=True)
        self.lacking = recorded(self.scribe, [*LINES[:5], *LINES[6:]])
        self.ending = recorded(self.scribe, LINES[:-2])
        self.notary = Notary(self.scribe, KeyStore(folder / "keys"))

    def found(self, match: Match) -> list[tuple[str, str, int | None, str]]:
        return in_short(audit(match, sources=sources_of(self.ledger, match)).findings)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    there = Table(tmp_path_factory.mktemp("logs"))
    yield there
    there.ledger.close()


@pytest.fixture(scope="module")
def read(table: Table) -> Match:
    """Return the merged match of two logs, where a rule reveals the missing move."""
    return reconcile(table.scribe, table.first.id, table.lacking.id)


def said(match: Match) -> list[tuple[int, Any]]:
    line = [match.moves[number] for number in match.line.numbers[1:]]
    return [(move.seat, move.action) for move in line if isinstance(move, Played)]


def test_a_rule_tells_what_is_missing_and_the_third_match_is_the_true_one(table: Table, read: Match) -> None:
    assert said(read) == said(table.first)
    assert read.table == table.first.table
    assert read.result == table.first.result
    assert read.sourced is not None
    assert [(one.match, one.version) for one in read.sourced.sources] == [
        (table.first.id, table.first.version), (table.lacking.id, table.lacking.version),
    ]  # fmt: skip
    assert read.sourced.sources[0].head == table.ledger.head(table.first.id)
    (settled,) = read.settled
    assert (settled.first, settled.second, settled.moves, settled.how) == ((5,), (), ((1, 5),), "rule")
    assert (settled.rule, settled.by, settled.reason) == ("MO-2", "", "")


def test_both_logs_stay_as_they_are(table: Table, read: Match) -> None:
    assert table.scribe.match(table.first.id).version == table.first.version
    assert table.scribe.match(table.lacking.id).version == table.lacking.version
    assert table.ledger.verify()


def test_its_audit_names_its_sources_and_finds_it_sound(table: Table, read: Match) -> None:
    assert table.found(read) == [READ]
    alone = audit(read)
    assert in_short(alone.findings) == [READ, ("sources.missing", "note", None, "")]
    assert alone.clean
    for event in (read.sourced, *read.settled):
        assert event is not None
        assert "log" in Reader(read.opening).tell(say_event(read, event))


def test_what_no_rule_tells_is_asked_and_nothing_is_recorded_until_somebody_answers(table: Table) -> None:
    before = table.ledger.match_ids()
    with pytest.raises(Undecided, match="difference 1") as error:
        reconcile(table.scribe, table.first.id, table.ending.id)
    assert [one.number for one in error.value.questions] == [1]
    assert table.ledger.match_ids() == before
    match = reconcile(
        table.scribe, table.first.id, table.ending.id, {1: "first"}, by="judge", reasons={1: "both say so"}
    )
    (settled,) = match.settled
    assert (settled.how, settled.by, settled.reason) == ("person", "judge", "both say so")
    assert match.result == table.first.result
    assert table.found(match) == [READ]


def test_the_shorter_log_may_be_right(table: Table) -> None:
    match = reconcile(table.scribe, table.ending.id, table.first.id, {1: "first"})
    assert said(match) == said(table.ending)
    assert match.closed is None
    assert table.found(match) == [READ]


def test_it_goes_on_like_any_match(table: Table) -> None:
    """Given a reading that is open, then play continues after the logs, and what was read can be taken back."""
    match = reconcile(table.scribe, table.ending.id, table.lacking.id, {2: "first"})
    table.scribe.play(match.id, *_seat(LINES[-2]))
    assert table.found(table.scribe.match(match.id)) == [READ]
    table.scribe.undo(match.id, 2, agreed=[1, 2])
    again = table.scribe.match(match.id)
    other = next(one for one in table.scribe.legal(again, again.to_act[0]) if one.data() != _seat(LINES[-3])[1])
    table.scribe.play(match.id, again.to_act[0], other.data())
    assert table.found(table.scribe.match(match.id)) == [READ]


def test_a_move_that_is_in_neither_log_is_found(table: Table, read: Match) -> None:
    assert isinstance(read.moves[3], Played)
    wrong = read.copy()
    wrong.line.moves[3] = msgspec.structs.replace(read.moves[3], action={"do": "place", "to": "g1"})
    assert ("sources.wrong", "doubt", 3, "") in table.found(wrong)
    wrong.line.moves[3] = read.moves[3]
    del wrong.line.moves[-1:]
    assert ("sources.wrong", "doubt", None, "") in in_short(of_sources(wrong, sources_of(table.ledger, wrong)))


def _seat(line: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    return line["seat"], {key: value for key, value in line.items() if key != "seat"}


# --- forged -----------------------------------------------------------------------------------------


def forged(match: Match, kind: type, **changes: Any) -> Match:
    """Return a merged match with one of its events changed."""
    again = match.copy()
    if kind is Sourced:
        assert again.sourced is not None
        again.sourced = msgspec.structs.replace(again.sourced, **changes)
    else:
        again.settled = [msgspec.structs.replace(again.settled[0], **changes)]
    return again


@pytest.mark.parametrize(
    "changes",
    [
        {"first": (6,)},
        {"second": (5,)},
        {"moves": ((1, 6),)},
        {"moves": ((2, 5),)},
        {"moves": ()},
        {"moves": ((1, 5), (1, 5))},
        {"first": ()},
    ],
)
def test_a_settlement_that_fits_no_difference_is_found(table: Table, read: Match, changes: dict[str, Any]) -> None:
    (wrong,) = [one for one in table.found(forged(read, Settled, **changes)) if one != READ]
    assert wrong[:2] == ("sources.wrong", "doubt")


def test_another_log_than_was_read_is_found(table: Table, read: Match) -> None:
    assert read.sourced is not None
    first, second = read.sourced.sources
    other = msgspec.structs.replace(first, head="ab" * 32)
    told = sources_of(table.ledger, forged(read, Sourced, sources=(other, second)))
    assert told[0] == SourceLog(other, None, changed=True)
    found = in_short(audit(forged(read, Sourced, sources=(other, second)), sources=told).findings)
    assert ("sources.wrong", "doubt", None, "") in found
    elsewhere = msgspec.structs.replace(first, match="elsewhere")
    told = sources_of(table.ledger, forged(read, Sourced, sources=(elsewhere, second)))
    assert told[0] == SourceLog(elsewhere, None)


def test_a_log_that_went_on_since_is_read_as_it_was(table: Table) -> None:
    other = recorded(table.scribe, LINES[:-2])
    match = reconcile(table.scribe, other.id, table.ending.id)
    table.scribe.play(other.id, *_seat(LINES[-2]))
    assert table.found(match) == [READ]


def test_no_log_is_named_later_and_nothing_is_settled_without_logs(table: Table, read: Match) -> None:
    assert read.sourced is not None
    for event in (read.sourced, read.settled[0]):
        late = msgspec.structs.replace(event, originator_version=table.ending.version + 1)
        with pytest.raises(Impossible):
            table.scribe.match(table.ending.id).apply(late)


# --- bundles ----------------------------------------------------------------------------------------


def test_both_verifiers_find_a_bundle_of_it_sound_whole_and_for_spectators(table: Table, tmp_path: Path) -> None:
    match = reconcile(
        table.scribe, table.first.id, table.ending.id, {1: "first"}, by="judge", reasons={1: "Ada said so"}
    )
    key = table.notary.ledger_signer().key
    for redacted in (False, True):
        contents = table.notary.bundle([match.id, table.first.id], redacted=redacted)
        assert verify_bundle(contents, [key]).faults == ()
        file = tmp_path / "one.bundle"
        file.write_bytes(contents)
        asked = [sys.executable, program.__file__, str(file), "--key", str(key)]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert (b"Ada said so" in contents) != redacted


def test_only_the_reason_of_a_settlement_is_withheld_from_spectators(table: Table) -> None:
    match = reconcile(table.scribe, table.first.id, table.ending.id, {1: "first"}, reasons={1: "Ada said so"})
    seen = {type(event): (event, secret) for event, secret in as_seen(match, None)}
    settled, secret = seen[Settled]
    assert isinstance(settled, Settled)
    assert (settled.reason, secret) == (WITHHELD, True)
    assert settled.moves == match.settled[0].moves
    assert seen[Sourced] == (match.sourced, False)


def test_it_is_exported_and_imported_like_any_match(table: Table, read: Match, tmp_path: Path) -> None:
    other = open_ledger(tmp_path / "other.db")
    import_file(other, export(table.ledger, read.id)).matches[0]
    assert other.match(read.id).settled == read.settled
    assert in_short(audit(other.match(read.id), sources=sources_of(other, other.match(read.id))).findings) == [
        READ, ("sources.missing", "note", None, ""),
    ]  # fmt: skip
    other.close()


# --- sealed matches -----------------------------------------------------------------------------------


def test_of_a_sealed_match_there_is_but_one_log(table: Table) -> None:
    sealed = table.scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed")
    another = table.scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed")
    with pytest.raises(Refused, match="the committed seed"):
        reconcile(table.scribe, sealed.id, another.id)
