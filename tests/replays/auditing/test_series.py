"""The audit of a series: whether a match follows from the one whose head hash it names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.domain.games import opening
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.ledger.care.match_files import export
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.matches.series import completed, former_of
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.auditing.series import former_among, of_series
from tests.domain.tomb_raider.finishing import CLOSET
from tests.domain.tomb_raider.test_series import opened_in, played
from tests.replays.auditing.forging import in_short

MISSING = ("series.missing", "doubt", 0, "")
WRONG = ("series.wrong", "doubt", 0, "")


class Series:
    """A ledger with the first level of a linked series, which Ada won and so has a treasure to carry."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "ledger.db"
        self.scribe = Scribe(open_ledger(self.file))
        self.ledger = self.scribe.ledger
        self.first = played(self.scribe, opened_in(self.scribe, series="linked"))
        self.options = completed(self.ledger, self.first, {})

    def second(self, names: tuple[str, ...] = ("Ada", "Ben"), **forged: Any) -> Match:
        """Record the next level as somebody would with a program that asks nothing: `forged` are its options."""
        fixed = opening("tomb_raider", len(names), {**self.options, **forged}, {"own_levels": [CLOSET]})
        seats = [Seat(*self.ledger.introduce(name)) for name in names]
        match = Match.open(f"forged-{len(self.ledger.match_ids())}", fixed, seats, self.scribe.stamp())
        self.ledger.save(match, expected_version=0)
        return self.ledger.match(match.id)

    def found(self, match: Match) -> list[tuple[str, str, int | None, str]]:
        """Return the findings of the audit of a match of this ledger."""
        return in_short(audit(match, former=former_of(self.ledger, match)).findings)


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Series]:
    there = Series(tmp_path_factory.mktemp("series"))
    yield there
    there.ledger.close()


def test_a_match_that_follows_as_it_says_is_sound(series: Series) -> None:
    assert series.found(series.second()) == []


def test_a_match_before_that_is_not_at_hand_is_a_doubt_that_says_so(series: Series) -> None:
    found = audit(series.second())
    assert in_short(found.findings) == [MISSING]
    assert "is missing, so what was carried over cannot be checked" in str(found.findings[0].why)
    assert not found.clean


def test_a_hash_with_which_no_match_here_was_closed_is_a_doubt(series: Series) -> None:
    """Given a hash of nothing, and that of an event which closed no match, then there is no match before."""
    opened_with = next(iter(series.ledger.log.rows(series.first.id))).hash.hex()
    for head in ("ab" * 32, opened_with):
        assert series.found(series.second(follows=head)) == [MISSING]


@pytest.mark.parametrize(
    ("forged", "rule", "why"),
    [
        ({"carried": "020, 045"}, "TR-122", "cannot carry that over"),
        ({"carried": "045,"}, "TR-122", "every player keeps these cards"),
        ({"carried": ""}, "", "something that is carried over"),
        ({"episode": 3}, "", "something that is carried over"),
        ({"carry": "all"}, "TR-120", "carry is fixed for the whole series"),
        ({"raiders": "044, 019"}, "TR-120", "raiders is fixed for the whole series"),
    ],
    ids=["more carried", "another treasure", "nothing carried", "episode", "agreed", "raiders"],
)
def test_what_does_not_agree_with_the_end_of_the_match_before_is_found(
    series: Series, forged: dict[str, Any], rule: str, why: str
) -> None:
    match = series.second(**forged)
    (found,) = (one for one in audit(match, former=former_of(series.ledger, match)).findings if "series" in one.code)
    assert (found.code, found.severity, found.rule) == ("series.wrong", "doubt", rule)
    assert series.first.id in str(found.why)
    assert why in str(found.why)


def test_other_people_do_not_go_on_with_a_series(series: Series) -> None:
    assert series.found(series.second(("Ben", "Ada"))) == [WRONG]
    assert series.found(series.second(("Ada", "Ben", "Cleo"), carried="020, ,", raiders="")) == [WRONG]


def test_a_match_of_another_series_is_not_the_one_before(series: Series) -> None:
    """Given that the hash is that of a real match, of another series, then what was agreed on tells."""
    other = played(series.scribe, opened_in(series.scribe, series="timed"))
    assert series.found(series.second(follows=series.ledger.head(other.id)))[0][:2] == ("series.wrong", "doubt")
    alone = series.scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1])
    series.scribe.close(alone.id, abandoned=True)
    assert series.found(series.second(follows=series.ledger.head(alone.id))) == [WRONG]


def test_the_command_audits_a_series_in_its_ledger_and_doubts_a_file_without_it(series: Series, tmp_path: Path) -> None:
    sound, wrong = series.second(), series.second(carried="020, 045")
    for match, code, told in ((sound, 0, []), (wrong, 1, ["series.wrong"])):
        done = CliRunner().invoke(cli, ["--ledger", str(series.file), "audit", match.id, "--json"])
        assert done.exit_code == code, done.output
        assert [one["code"] for one in json.loads(done.output)["findings"]] == told
    file = tmp_path / "second.json"
    file.write_bytes(export(series.ledger, sound.id))
    done = CliRunner().invoke(cli, ["audit", str(file), "--json"])
    assert done.exit_code == 1
    assert [one["code"] for one in json.loads(done.output)["findings"]] == ["series.missing"]


def test_a_bundle_brings_the_match_before_or_says_that_it_does_not(series: Series, tmp_path: Path) -> None:
    sound, wrong = series.second(), series.second(carried="020, 045")
    notary = Notary(series.scribe, KeyStore(tmp_path / "keys"))
    key = notary.ledger_signer().key
    whole = verify_bundle(notary.bundle([series.first.id, sound.id, wrong.id]), [key])
    found = {
        one.id: [finding.code for finding in of_series(match, former_among(whole.matches, match, whole.names))]
        for one in whole.matches
        for match in [one.match()]
    }
    assert found == {series.first.id: [], sound.id: [], wrong.id: ["series.wrong"]}
    for ids, code, said in (
        ([sound.id], 0, "is missing"), ([series.first.id, sound.id], 0, ""),
        ([series.first.id, wrong.id], 1, "IN DOUBT: it does not follow"),
    ):  # fmt: skip
        file = tmp_path / f"{len(ids)}-{ids[-1]}.bundle"
        file.write_bytes(notary.bundle(ids))
        done = CliRunner().invoke(cli, ["verify", str(file), "--key", str(key)])
        assert done.exit_code == code, done.output
        assert said in done.output
        assert said or "follow" not in done.output
